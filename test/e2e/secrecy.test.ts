import { afterAll, beforeAll, expect, test } from "vitest";
import type { Seat } from "../../src/engine/index.ts";
import type { GameEventView, GameView, YouView } from "../../src/game/types.ts";
import { type ActedView, Client } from "../support/client.ts";
import { type HttpTable, isOver, openTable, registerFour } from "../support/match.ts";
import { PACK, SEATS } from "../support/play.ts";
import { type Random, randomFrom } from "../support/random.ts";
import { packsOfSeed } from "../support/scenes.ts";
import { Secrets } from "../support/secrets.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { GameSocket } from "../support/socket.ts";
import { SseReader } from "../support/sse.ts";

let server: TestServer;
let players: Client[];
let stranger: Client;
beforeAll(async () => {
  server = await startTestServer();
  players = await registerFour(server.url);
  stranger = await Client.register(server.url, "Emil");
  const {
    token: { token },
  } = await stranger.get2xx<{ token: { token: string } }>("POST", "/v1/apps", { name: "Chat" });
  app = [new Client(server.url, token), new Client(server.url, token, null, { "Trix-Act-As": "chat:1" })];
});
afterAll(() => server.close());

/** An app that acts for nobody, and for a user who has no seat. */
let app: Client[];
/** Who reads: the public, those who have no seat, and the four at the table. */
const readers = (): [Client, Seat | null][] => [
  [new Client(server.url), null],
  [stranger, null],
  ...app.map((each): [Client, null] => [each, null]),
  ...players.map((player, seat): [Client, Seat] => [player, seat as Seat]),
];

/** Who reads one game beside them: a token that plays seat 1 of it, and one that may read as the player of seat 2. */
async function tokensFor(game: string): Promise<[Client, Seat][]> {
  const make = async (seat: Seat, body: object): Promise<[Client, Seat]> => {
    const { token } = await players[seat].get2xx<{ token: string }>("POST", "/v1/me/tokens", {
      name: "scanned",
      ...body,
    });
    return [new Client(server.url, token), seat];
  };
  return [await make(1, { scopes: ["games:read"], game }), await make(2, { scopes: ["games:read"] })];
}

/** Somebody's stream and socket of a game. */
interface Followed {
  who: Seat | null;
  stream: SseReader;
  socket: GameSocket;
  scannedTo: number;
}

/** Every reader follows by both ways, some by a ticket. */
async function followAll({ id }: HttpTable, more: [Client, Seat][]): Promise<Followed[]> {
  return Promise.all(
    [...readers(), ...more].map(async ([reader, who], i) => {
      const headers = { ...reader.headers, ...(reader.token !== null && { Authorization: `Bearer ${reader.token}` }) };
      const query = async (): Promise<string> =>
        `?ticket=${(await reader.get2xx<{ ticket: string }>("POST", `/v1/games/${id}/tickets`)).ticket}`;
      const byTicket = reader.player !== null && i % 2 === 0;
      const sent = byTicket ? {} : headers;
      const { body } = await fetch(`${server.url}/v1/games/${id}/events${byTicket ? await query() : ""}`, {
        headers: { ...sent, Accept: "text/event-stream" },
      });
      return {
        who,
        stream: new SseReader(body as never),
        socket: await GameSocket.open(server.url, `/v1/games/${id}/socket${byTicket ? await query() : ""}`, sent),
        scannedTo: 0,
      };
    }),
  );
}

/** Everything that has come by stream and socket up to `version`, since it was scanned last; all of it comes, and nothing beside the events but who has to act. */
async function scanFollowed(followed: Followed[], secrets: Secrets, version: number): Promise<void> {
  await Promise.all(
    followed.map(async (each) => {
      const { who, stream, socket, scannedTo } = each;
      await expect.poll(() => [stream.last, socket.last], { interval: 2, timeout: 10_000 }).toEqual([version, version]);
      const since = (events: readonly { seq: number; type: string }[]) =>
        JSON.stringify({ events: events.slice(scannedTo) });
      secrets.scan("a stream", since(stream.messages), who);
      secrets.scan("a socket", since(socket.events), who);
      const events = stream.events.filter(({ event }) => event !== "awaiting");
      expect(events.map(({ data }) => data).slice(scannedTo)).toEqual([
        ...socket.events.slice(scannedTo).map((event) => JSON.stringify(event)),
        ...(stream.end === undefined ? [] : [JSON.stringify(stream.end)]),
      ]);
      for (const { awaiting } of [...stream.awaiting, ...socket.heard.filter(({ type }) => type === "awaiting")])
        expect(["seats", "since", "deadline"]).toEqual(expect.arrayContaining(Object.keys(awaiting ?? {})));
      each.scannedTo = version;
    }),
  );
}

/** What each reader has of his own; whoever may not have it is refused, in words that are scanned as well. */
const OWN = ["/v1/decisions?limit=50", "/v1/me/events?limit=1000"];
/** How many lists of what waits held a game. */
let listed = 0;
const READS = ["", "?include=knowledge", "/events?limit=1000", "/record", "/record?as=2", "/proof"];

/** `version`: that of the game; its newest 1000 events are read. */
async function scanReads(
  { id }: HttpTable,
  secrets: Secrets,
  version: number,
  paths: readonly string[],
  more: [Client, Seat][] = [],
): Promise<void> {
  await Promise.all(
    [...readers(), ...more].flatMap(([reader, who]) =>
      paths.map(async (path) => {
        const { text, status } = await reader.send(
          "GET",
          `/v1/games/${id}${path}${path.startsWith("/events") ? `&after=${Math.max(0, version - 1000)}` : ""}`,
        );
        expect(status).toBe(200);
        secrets.scan(`GET ${path || "the view"}`, text, who);
      }),
    ),
  );
  if (paths !== READS) return;
  await Promise.all(
    [...readers(), ...more].flatMap(([reader, who]) =>
      OWN.map(async (path) => {
        const { text } = await reader.send("GET", path);
        if (text.includes('"legalActions"')) listed++;
        secrets.scan(`GET ${path}`, text, who);
      }),
    ),
  );
}

/** Nobody's replay reaches into the deal that is played, not even a seat's own. */
async function scanReplays({ id }: HttpTable, secrets: Secrets, { seat }: YouView, version: number): Promise<void> {
  for (const as of [seat, (seat + 1) % 4]) {
    const { text, status } = await players[seat].send("GET", `/v1/games/${id}/record?as=${as}&at=${version}`);
    expect(status).toBe(409);
    secrets.scan("a replay of the running deal", text, seat);
  }
}

/** An awaited seat tries a card that it does not hold, one that it has played, and an answer to another phase: no refusal may tell anything. */
async function scanRefusals({ id }: HttpTable, secrets: Secrets, you: YouView, random: Random): Promise<void> {
  const { seat } = you;
  const own = secrets.hands[seat];
  const tries = [
    ...random
      .shuffled(PACK.filter((card) => !own.includes(card)))
      .slice(0, 3)
      .map((card) => `p:${card}`),
    "d:QSQHQDQC",
    "d:KH",
    "r:claim",
    "pass",
  ].filter((action) => !you.legalActions.some((legal) => legal.id === action));
  for (const action of tries) {
    const { text, status } = await players[seat].act(id, action);
    expect(status, action).not.toBe(200);
    secrets.scan(`the refusal of ${action}`, text, seat);
  }
}

async function playScanned(body: { rules: object; seed: string }): Promise<void> {
  const random = randomFrom(body.seed);
  const created = await players[0].send<GameView>("POST", "/v1/games", body);
  const table = { id: created.json.id, players };
  const secrets = new Secrets(created.json.rules, body.seed);
  secrets.scan("the creation", created.text, 0);
  for (const seat of [1, 2, 3] as const) {
    const { text, json } = await players[seat].send<GameView>("POST", `/v1/games/${table.id}/join`, { seat });
    if (json.status === "playing")
      secrets.dealt([{ seq: json.version - (json.deal!.phase === "redeal" ? 1 : 0), type: "deal_started" }]);
    secrets.scan("the joining", text, seat);
  }
  const tokens = await tokensFor(table.id);
  const followed = await followAll(table, tokens);
  let view = await players[0].view(table.id);
  for (let n = 0; !isOver(view); n++) {
    const seat = random.pick(view.deal!.awaiting);
    const { you } = await players[seat].view(table.id);
    if (n % 13 === 0) {
      await scanRefusals(table, secrets, you!, random);
      await scanReplays(table, secrets, you!, view.version);
    }
    // Claims, doublings and the like are rare among legal actions, and what follows from them is what needs scans.
    const action = you!.legalActions.at(random.chance(0.3) ? -1 : random.below(you!.legalActions.length))!.id;
    const { text, json, status } = await players[seat].send<ActedView>("POST", `/v1/games/${table.id}/actions`, {
      action,
      decision: you!.decision!.id,
    });
    expect(status).toBe(200);
    secrets.follow(seat, action, json.events);
    secrets.scan(`the answer to ${action}`, text, seat);
    if (n % 11 === 0) {
      const again = await players[seat].act(table.id, action, you!.decision!.id);
      secrets.scan(`the replay of ${action}`, again.text, seat);
    }
    view = json.game;
    await scanFollowed(followed, secrets, view.version);
    const telling = view.deal!.phase !== "tricks" && view.deal!.phase !== "layout";
    await scanReads(
      table,
      secrets,
      view.version,
      n % 61 === 0 || (telling && n % 6 === 0) ? READS : n % 9 === 0 || telling ? [""] : [],
      tokens,
    );
  }
  await scanReads(table, secrets, view.version, READS);
  expect(listed).toBeGreaterThan(0);
  // The log may name a game, an operation, a fault: never what is dealt or played in it.
  expect(server.logs.filter(({ message }) => /\b[AKQJT2-9][SHDC]\b/.test(message))).toEqual([]);
}

test.each([
  { rules: { kingdoms: 1, mode: "complex", preset: "trex", exposeTwos: "after_first_round" }, seed: "secret 1" },
  { rules: { kingdoms: 1, mode: "complex", preset: "levant_app", layoutPass: "explicit" }, seed: "secret 2" },
  {
    rules: {
      kingdoms: 1,
      mode: "combination",
      redeal: { twos: "four", bareHearts: true, longHearts: true, timing: "after_contract" },
    },
    seed: "secret 3",
  },
])("no answer of a whole match tells anybody a card or a link that he may not know ($seed)", async (body) => {
  await playScanned(body);
});

test("the scan finds what it looks for: another seat's hand, a card in a refusal, a link too early", async () => {
  const { id } = await openTable(players, { rules: { kingdoms: 1 }, seed: "secret 4" });
  const { text, json } = await players[1].send<GameView>("GET", `/v1/games/${id}`);
  const secrets = new Secrets(json.rules, "secret 4");
  secrets.dealt([{ seq: json.version, type: "deal_started" }]);
  secrets.scan("seat 1's view", text, 1);
  for (const who of [null, 0, 2, 3] as const) expect(() => secrets.scan("seat 1's view", text, who)).toThrow(/tells/);
  const foreign = secrets.hands[2].find((card) => card !== "7H")!;
  expect(() => secrets.scan("a refusal", JSON.stringify({ detail: `You do not hold p:${foreign}.` }), 1)).toThrow(
    /tells seat 1 of the/,
  );
  const events = (await players[2].send("GET", `/v1/games/${id}/events`)).text;
  expect(() => secrets.scan("seat 2's events", events, 1)).toThrow(/tells/);
  const link = packsOfSeed("secret 4").link(1);
  expect(() => secrets.scan("a proof", JSON.stringify({ links: [{ pack: 1, link }] }), null)).toThrow(/still secret/);
  secrets.scan("a proof", JSON.stringify({ commitment: json.commitment }), null);
});

/** What the public sees while all four are asked, without what must differ: ids, times, the king's seat. */
async function askedIn(
  phase: "redeal" | "doubling",
  seed: string,
): Promise<{ told: unknown; king: number; holders: number }> {
  const rules = phase === "doubling" ? { kingdoms: 1 } : { kingdoms: 1, preset: "trex" };
  const table = await openTable(players, { rules, seed });
  const anybody = new Client(server.url);
  let view = await anybody.view(table.id);
  const king = view.deal!.king;
  if (phase === "doubling") await players[king].act(table.id, "c:q");
  const told: unknown[] = [];
  let holders = 0;
  for (const seat of SEATS) {
    view = await anybody.view(table.id);
    const decisions = await Promise.all(players.map(async (player) => (await player.view(table.id)).you!.decision));
    const { awaiting, answered, phase: running, doubled, exposed } = view.deal!;
    told.push({ awaiting, answered, running, doubled, exposed: exposed.length, decisions });
    const { you } = await players[seat].view(table.id);
    if (you!.legalActions.length > 1) holders++;
    const answer = seat === 3 ? you!.legalActions[0] : you!.legalActions.at(-1)!;
    await players[seat].act(table.id, answer.id, you!.decision!.id);
  }
  // The question and the four answers; a claim that comes through asks again.
  const events = (await anybody.events(table.id))
    .filter(({ type }) => type.startsWith(phase === "redeal" ? "redeal_" : "doubling_a"))
    .map(({ at: _, ...event }: GameEventView) => event)
    .slice(0, 5);
  return { told: { told, events }, king, holders };
}

test.each(["redeal", "doubling"] as const)(
  "who is asked in a %s, by which decision and in which events, is the same whoever holds what",
  async (phase) => {
    const seen = [];
    for (let n = 0; n < 5; n++) seen.push(await askedIn(phase, `asked ${n}`));
    // The deals must differ in who could have answered otherwise, or the test would show nothing.
    expect(new Set(seen.map(({ holders }) => holders)).size).toBeGreaterThan(1);
    for (const { told } of seen) expect(told).toEqual(seen[0].told);
  },
);
