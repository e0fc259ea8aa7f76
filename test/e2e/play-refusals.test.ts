import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Action, Seat, Suit } from "../../src/engine/index.ts";
import { Client, type ProblemDocument, type Reply } from "../support/client.ts";
import { expectProblem } from "../support/http.ts";
import { type HttpTable, openTable, playTable, registerFour, stepTable } from "../support/match.ts";
import { randomFrom } from "../support/random.ts";
import type { RulesAsked } from "../support/random-rules.ts";
import { findScene, type Scene, type Wanted } from "../support/scenes.ts";
import { startTestServer, type TestServer, temporaryDir } from "../support/server.ts";

let server: TestServer;
let players: Client[];
let stranger: Client;
beforeAll(async () => {
  server = await startTestServer();
  players = await registerFour(server.url);
  stranger = await Client.register(server.url, "Emil");
});
afterAll(() => server.close());

/** What the table and the public can read of a game, its record included. */
async function shown({ id }: HttpTable): Promise<unknown> {
  const anybody = new Client(server.url);
  const views = await Promise.all([anybody, ...players].map((reader) => reader.view(id)));
  return { views, events: (await anybody.events(id)).length, record: await anybody.record(id) };
}

/** Sends what must be refused: the documented status and code, the caller's fresh view, and nothing changed. */
async function expectRefused(
  table: HttpTable,
  by: Client,
  send: () => Promise<Reply>,
  status: number,
  code: string,
): Promise<void> {
  const before = await shown(table);
  const reply = await send();
  expectProblem(reply, status, code);
  const { game } = reply.json as ProblemDocument;
  expect(game).toEqual(await by.view(table.id));
  expect(await shown(table)).toEqual(before);
}

async function openScene({ rules, seed, moves }: Scene): Promise<HttpTable> {
  const table = await openTable(players, { rules, seed });
  for (const { seat, action } of moves) expect((await players[seat].act(table.id, action)).status).toBe(200);
  return table;
}

type View = Parameters<Wanted>[0];
type Kind = Action["type"];
type Of<K extends Kind> = Extract<Action, { type: K }>;

/** An action of this kind in this phase, by a seat that is awaited or, with `turn` false, by one that is not. */
const when =
  <K extends Kind>(
    phase: View["deal"]["phase"],
    kind: K,
    test: (view: View, action: Of<K>, seat: Seat) => boolean,
    turn = true,
  ): Wanted =>
  (view, seat, action) =>
    action.type === kind &&
    view.deal.phase === phase &&
    view.deal.awaiting.includes(seat) === turn &&
    test(view, action as Of<K>, seat);

const holds = ({ you }: View, card: string): boolean => you!.hand.some((each) => each === card);
const holdsSuit = ({ you }: View, suit: string): boolean => you!.hand.some((card) => card[1] === suit);
const led = ({ deal }: View): string | undefined => deal.trick?.plays[0]?.card[1];
const unopened = ({ deal }: View, card: string): boolean => deal.layout![card[1] as Suit] === null;
const isDeal = ({ deal }: View, contract: string): boolean => deal.contracts.join() === contract;

interface Row {
  code: string;
  status: number;
  rules?: RulesAsked;
  wanted: Wanted;
}

/** When each code is due, by docs/rules.md: found in random play, then played over HTTP. */
const ROWS: Row[] = [
  {
    code: "must_follow_suit",
    status: 422,
    wanted: when(
      "tricks",
      "play",
      (view, { card }) =>
        led(view) !== undefined && holds(view, card) && card[1] !== led(view) && holdsSuit(view, led(view)!),
    ),
  },
  {
    code: "heart_lead_forbidden",
    status: 422,
    wanted: when(
      "tricks",
      "play",
      (view, { card }) =>
        isDeal(view, "king_of_hearts") &&
        led(view) === undefined &&
        card[1] === "H" &&
        holds(view, card) &&
        view.you!.hand.some((each) => each[1] !== "H"),
    ),
  },
  {
    code: "must_discard_king",
    status: 422,
    rules: { preset: "jordan" },
    wanted: when(
      "tricks",
      "play",
      (view, { card }) =>
        isDeal(view, "king_of_hearts") &&
        led(view) !== undefined &&
        !holdsSuit(view, led(view)!) &&
        holds(view, "KH") &&
        card !== "KH" &&
        holds(view, card),
    ),
  },
  {
    code: "must_discard_penalty",
    status: 422,
    rules: { mode: "complex", voidDiscard: "must_discard_penalties" },
    wanted: when(
      "tricks",
      "play",
      (view, { card }) =>
        led(view) !== undefined &&
        !holdsSuit(view, led(view)!) &&
        holdsSuit(view, "D") &&
        holds(view, card) &&
        card[1] !== "D" &&
        card[0] !== "Q" &&
        card !== "KH",
    ),
  },
  {
    code: "must_play_king",
    status: 422,
    rules: { mode: "complex", kingUnderAce: true },
    wanted: when(
      "tricks",
      "play",
      (view, { card }) =>
        led(view) === "H" &&
        view.deal.trick!.plays.some((play) => play.card === "AH") &&
        holds(view, "KH") &&
        card !== "KH" &&
        holds(view, card),
    ),
  },
  { code: "card_not_in_hand", status: 422, wanted: when("tricks", "play", (view, { card }) => !holds(view, card)) },
  // A card that this very seat has played before.
  {
    code: "card_not_in_hand",
    status: 422,
    wanted: when("layout", "play", ({ deal }, { card }, seat) =>
      deal.plays.some((play) => "card" in play && play.card === card && play.seat === seat),
    ),
  },
  {
    code: "not_playable_on_layout",
    status: 422,
    wanted: when("layout", "play", (view, { card }) => holds(view, card) && unopened(view, card) && card[0] !== "J"),
  },
  {
    code: "must_play",
    status: 422,
    rules: { layoutPass: "explicit" },
    wanted: when("layout", "pass", (view) => view.you!.hand.some((card) => unopened(view, card) && card[0] === "J")),
  },
  {
    code: "contract_already_used",
    status: 422,
    wanted: when(
      "contract",
      "choose_contract",
      ({ kingdom }, { contracts }) => contracts.length === 1 && kingdom!.used.includes(contracts[0]),
    ),
  },
  {
    code: "contract_not_offered",
    status: 422,
    wanted: when(
      "contract",
      "choose_contract",
      ({ kingdom }, { contracts }) => contracts.length === 2 && kingdom!.used.length === 0,
    ),
  },
  {
    code: "contract_not_offered",
    status: 422,
    rules: { mode: "complex" },
    wanted: when(
      "contract",
      "choose_contract",
      ({ kingdom }, { contracts }) => contracts.join() === "queens" && kingdom!.used.length === 0,
    ),
  },
  // A queen that another holds: the refusal must be the one that any card gets.
  {
    code: "not_doublable",
    status: 422,
    wanted: when(
      "doubling",
      "double",
      (view, { cards }) =>
        isDeal(view, "queens") && cards.length === 1 && cards[0][0] === "Q" && !holds(view, cards[0]),
    ),
  },
  // His own king of hearts, in a deal that does not count it.
  {
    code: "not_doublable",
    status: 422,
    wanted: when(
      "doubling",
      "double",
      (view, { cards }) => isDeal(view, "queens") && cards.join() === "KH" && holds(view, "KH"),
    ),
  },
  {
    code: "redeal_not_allowed",
    status: 422,
    rules: { preset: "trex" },
    wanted: when(
      "redeal",
      "redeal",
      (view, { claim }) =>
        claim && !view.you!.hand.some((card) => card[0] === "2") && !holds(view, "KH") && !holds(view, "AH"),
    ),
  },
  { code: "not_your_turn", status: 409, wanted: when("tricks", "play", (view, { card }) => holds(view, card), false) },
  // One who has answered the doubling already, before the others have.
  {
    code: "not_your_turn",
    status: 409,
    wanted: when(
      "doubling",
      "double",
      ({ deal }, { cards }, seat) => cards.length === 0 && deal.answered.includes(seat),
      false,
    ),
  },
  {
    code: "not_your_turn",
    status: 409,
    wanted: when("contract", "choose_contract", (_, { contracts }) => contracts.length === 1, false),
  },
  { code: "wrong_phase", status: 409, wanted: when("contract", "play", (view, { card }) => holds(view, card)) },
  { code: "wrong_phase", status: 409, wanted: when("tricks", "pass", () => true) },
  { code: "wrong_phase", status: 409, wanted: when("contract", "redeal", () => true) },
];

const NAMED = ROWS.map((row, i) => ({ ...row, i }));

test.each(NAMED)(
  "$code is told where docs/rules.md says so, with the fresh view, and changes nothing ($i)",
  async ({ code, status, rules, wanted }) => {
    const scene = findScene({ kingdoms: 1, ...rules }, wanted);
    const table = await openScene(scene);
    const player = players[scene.seat];
    const { you } = await player.view(table.id);
    await expectRefused(table, player, () => player.act(table.id, scene.action), status, code);
    if (you!.decision === null) return;
    expectProblem(await player.act(table.id, scene.action, you!.decision!.id), status, code);
    // The refusal has not used the decision up.
    const granted = await player.act(table.id, you!.legalActions[0].id, you!.decision.id);
    expect(granted).toMatchObject({ status: 200, json: { replayed: false } });
  },
);

test("whether somebody else holds a card is not told: every card that is not one's own is refused in the same words", async () => {
  const scene = findScene(
    { kingdoms: 1 },
    when("tricks", "play", ({ deal }) => deal.plays.length === 21),
  );
  const table = await openScene(scene);
  const player = players[scene.seat];
  const { you, deal } = await player.view(table.id);
  const documents = new Set<string>();
  for (const suit of "SHDC") {
    for (const rank of "AKQJT98765432") {
      if (you!.hand.includes(`${rank}${suit}` as "7H")) continue;
      const reply = await player.act(table.id, `p:${rank}${suit}`);
      const { instance: _, requestId: __, ...document } = reply.json as unknown as ProblemDocument;
      documents.add(JSON.stringify(document));
    }
  }
  expect(deal!.plays).toHaveLength(21);
  expect(documents.size).toBe(1);
});

test("decisions, seats and the state of the game: each refusal with its code, its view, and without effect", async () => {
  const waiting = { id: (await players[0].create({})).id, players };
  const [amal, basil, carla, dina] = players;
  const post = (by: Client, game: string, call: string, body?: unknown) => () =>
    by.send("POST", `/v1/games/${game}/${call}`, body);
  await expectRefused(waiting, amal, () => amal.act(waiting.id, "p:7H"), 409, "game_not_started");
  await expectRefused(waiting, stranger, () => stranger.act(waiting.id, "p:7H"), 409, "not_seated");
  await expectRefused(waiting, basil, post(basil, waiting.id, "leave"), 409, "not_seated");
  await expectRefused(waiting, basil, post(basil, waiting.id, "join", { seat: 0 }), 409, "seat_taken");
  await expectRefused(waiting, amal, post(amal, waiting.id, "join", { seat: 1 }), 409, "already_seated");
  const full = {
    id: (
      await amal.create({
        seats: [{ player: "me" }, { bot: "steady" }, { player: carla.player!.id }, { player: dina.player!.id }],
      })
    ).id,
    players,
  };
  await expectRefused(full, stranger, post(stranger, full.id, "join", {}), 409, "game_full");

  const table = await openTable(players, { rules: { mode: "complex", kingdoms: 1 }, seed: "states" });
  await expectRefused(table, stranger, post(stranger, table.id, "join", {}), 409, "game_started");
  await expectRefused(table, amal, post(amal, table.id, "leave"), 409, "game_started");
  await expectRefused(table, amal, post(amal, table.id, "abort"), 409, "game_started");
  const first = await stepTable(table, await amal.view(table.id), randomFrom("states"));
  const by = players[first.seat];
  await expectRefused(
    table,
    by,
    () => by.act(table.id, first.action === "c:x" ? "c:kqdt" : "c:x", first.decision),
    409,
    "decision_answered",
  );
  for (const decision of ["0", "99999", "not a number", `${first.decision}0`]) {
    await expectRefused(table, by, () => by.act(table.id, first.action, decision), 409, "stale_decision");
  }
  await playTable(table, randomFrom("states"));
  await expectRefused(table, by, () => by.act(table.id, "p:7H"), 409, "game_over");
  await expectRefused(table, by, () => by.act(table.id, "p:7H", first.decision), 409, "game_over");
  await expectRefused(table, stranger, post(stranger, table.id, "join", {}), 409, "game_over");
  expect((await by.act(table.id, first.action, first.decision)).json).toMatchObject({
    replayed: true,
    game: { status: "finished" },
  });
});

test("invented ids of games are 404 on every route and leave no database behind", async () => {
  const data = await temporaryDir();
  const disk = await startTestServer({ dataDir: data.dir });
  const player = await Client.register(disk.url, "Gul");
  const { id } = await player.create({});
  const databases = async () =>
    (await readdir(join(data.dir, "v3/do/trix-Game"), { recursive: true }))
      .filter((file) => file.endsWith(".sqlite") && !file.endsWith("metadata.sqlite"))
      .sort();
  const before = await databases();
  expect(before).toHaveLength(1);
  const swapped = (at: number) => id.slice(0, at) + (id[at] === "a" ? "b" : "a") + id.slice(at + 1);
  const elsewhere = (await (await Client.register(server.url, "Fahd")).create({})).id;
  const invented = [
    "gm_aaaaaaaaaaaaaaaaaaaaaaaa",
    "gm_",
    "gm",
    "x",
    "0",
    "__proto__",
    "null",
    id.toUpperCase(),
    id.slice(0, -1),
    `${id}a`,
    `${id}=`,
    id.replace("gm_", "pl_"),
    "gm_%00",
    encodeURIComponent(`${id}\n`),
    "g".repeat(2000),
    ...[3, 7, 12, 17, 22, id.length - 2, id.length - 1].map(swapped),
  ];
  const routes: [string, string, unknown?][] = [
    ["GET", ""],
    ["GET", "/events"],
    ["GET", "/record"],
    ["GET", "/proof"],
    ["POST", "/join", {}],
    ["POST", "/leave"],
    ["POST", "/abort"],
    ["PUT", "/seats/1", { bot: "steady" }],
    ["DELETE", "/seats/1"],
    ["POST", "/actions", { action: "p:7H" }],
  ];
  for (const name of invented) {
    for (const [method, path, body] of routes) {
      const reply: Reply<ProblemDocument> = await player.send(method, `/v1/games/${name}${path}`, body);
      expect([reply.status, reply.json.code], `${method} ${name}${path}`).toEqual([404, "game_not_found"]);
    }
  }
  expect(await databases()).toEqual(before);
  // An id that is signed, of a game that is elsewhere.
  expect((await player.send("GET", `/v1/games/${elsewhere}`)).status).toBe(404);
  await disk.close();
  const foreign = await startTestServer({ dataDir: data.dir, secret: "another secret" });
  expect((await new Client(foreign.url).send("GET", `/v1/games/${id}`)).status).toBe(404);
  await foreign.close();
  await data.remove();
});
