import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client, type ProblemDocument, type Reply } from "../support/client.ts";
import { expectProblem } from "../support/http.ts";
import { openTable, playTable, registerFour, stepTable, type HttpTable } from "../support/match.ts";
import { randomFrom } from "../support/random.ts";
import type { RulesAsked } from "../support/random-rules.ts";
import { findScene, type Scene, type Wanted } from "../support/scenes.ts";
import { startTestServer, temporaryDir, type TestServer } from "../support/server.ts";

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
  return {
    views: await Promise.all([anybody, ...players].map((reader) => reader.view(id))), events: (await anybody.events(id)).length, record: (await anybody.send("GET", `/v1/games/${id}/record`)).text,
  };
}

/** Sends what must be refused: the documented status and code, the caller's fresh view, and nothing changed. */
async function expectRefused(table: HttpTable, by: Client, send: () => Promise<Reply>, status: number, code: string): Promise<void> {
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

const led = (plays: { card: string }[] | undefined) => plays?.[0]?.card[1];
const awaits = (view: Parameters<Wanted>[0], seat: number) => view.deal.awaiting.includes(seat as 0);
/** A play of a card that the awaited seat holds, in this phase. */
const ownCard = (phase: "tricks" | "layout", test: (view: Parameters<Wanted>[0], card: string) => boolean): Wanted => (view, seat, action) =>
  action.type === "play" && view.deal.phase === phase && awaits(view, seat) && view.you!.hand.includes(action.card) && test(view, action.card);

const voidIn = (view: Parameters<Wanted>[0], suit: string) => !view.you!.hand.some((card) => card[1] === suit);

interface Row { code: string; status: number; rules: RulesAsked; wanted: Wanted }

/** When each code is due, by rules.md: found in random play, then played over HTTP. */
const CARDS: Row[] = [
  { code: "must_follow_suit", status: 422, rules: { kingdoms: 1 }, wanted: ownCard("tricks", ({ deal, you }, card) => {
    const suit = led(deal.trick?.plays);
    return suit !== undefined && card[1] !== suit && you!.hand.some((each) => each[1] === suit);
  }) },
  { code: "heart_lead_forbidden", status: 422, rules: { kingdoms: 1 }, wanted: ownCard("tricks", ({ deal, you }, card) =>
    deal.contracts.join() === "king_of_hearts" && deal.trick!.plays.length === 0 && card[1] === "H" && you!.hand.some((each) => each[1] !== "H")) },
  { code: "must_discard_king", status: 422, rules: { kingdoms: 1, preset: "jordan" }, wanted: ownCard("tricks", (view, card) =>
    view.deal.contracts.includes("king_of_hearts") && view.deal.trick!.plays.length > 0 && voidIn(view, led(view.deal.trick!.plays)!)
    && view.you!.hand.includes("KH") && card !== "KH") },
  { code: "card_not_in_hand", status: 422, rules: { kingdoms: 1 }, wanted: ({ deal, you }, seat, action) =>
    action.type === "play" && deal.phase === "tricks" && deal.awaiting.includes(seat) && !you!.hand.includes(action.card) },
  { code: "card_not_in_hand", status: 422, rules: { kingdoms: 1 }, wanted: ({ deal, you }, seat, action) =>
    // A card that this very seat has played before.
    action.type === "play" && deal.phase === "layout" && deal.awaiting.includes(seat) && !you!.hand.includes(action.card)
    && deal.plays.some((play) => "card" in play && play.card === action.card && play.seat === seat) },
  { code: "not_playable_on_layout", status: 422, rules: { kingdoms: 1 }, wanted: ownCard("layout", ({ deal }, card) =>
    deal.layout![card[1] as "S"] === null && card[0] !== "J") },
  { code: "must_play", status: 422, rules: { kingdoms: 1, layoutPass: "explicit" }, wanted: ({ deal, you }, seat, action) =>
    action.type === "pass" && deal.phase === "layout" && deal.awaiting.includes(seat) && you!.hand.some((card) => deal.layout![card[1] as "S"] === null && card[0] === "J") },
  { code: "contract_already_used", status: 422, rules: { kingdoms: 1 }, wanted: ({ deal, kingdom }, seat, action) =>
    action.type === "choose_contract" && deal.phase === "contract" && deal.awaiting.includes(seat) && action.contracts.length === 1 && kingdom!.used.includes(action.contracts[0]) },
  { code: "contract_not_offered", status: 422, rules: { kingdoms: 1 }, wanted: ({ deal, kingdom }, seat, action) =>
    action.type === "choose_contract" && deal.phase === "contract" && deal.awaiting.includes(seat) && action.contracts.length === 2 && kingdom!.used.length === 0 },
  { code: "contract_not_offered", status: 422, rules: { kingdoms: 1, mode: "complex" }, wanted: ({ deal, kingdom }, seat, action) =>
    action.type === "choose_contract" && deal.phase === "contract" && deal.awaiting.includes(seat) && action.contracts.join() === "queens" && kingdom!.used.length === 0 },
  { code: "not_doublable", status: 422, rules: { kingdoms: 1 }, wanted: ({ deal, you }, seat, action) =>
    // A queen that another holds: the refusal must be the one that any card gets.
    action.type === "double" && deal.phase === "doubling" && deal.awaiting.includes(seat) && deal.contracts.includes("queens") && action.cards.length === 1
    && action.cards[0][0] === "Q" && !you!.hand.includes(action.cards[0]) },
  { code: "not_doublable", status: 422, rules: { kingdoms: 1 }, wanted: ({ deal, you }, seat, action) =>
    // His own king of hearts, in a deal that does not count it.
    action.type === "double" && deal.phase === "doubling" && deal.awaiting.includes(seat) && deal.contracts.join() === "queens" && action.cards.join() === "KH" && you!.hand.includes("KH") },
  { code: "redeal_not_allowed", status: 422, rules: { kingdoms: 1, preset: "trex" }, wanted: ({ deal, you }, seat, action) =>
    action.type === "redeal" && action.claim && deal.phase === "redeal" && deal.awaiting.includes(seat)
    && !you!.hand.some((card) => card[0] === "2") && !you!.hand.includes("KH") && !you!.hand.includes("AH") },
  { code: "not_your_turn", status: 409, rules: { kingdoms: 1 }, wanted: ({ deal, you }, seat, action) =>
    action.type === "play" && deal.phase === "tricks" && !deal.awaiting.includes(seat) && you!.hand.includes(action.card) },
  { code: "not_your_turn", status: 409, rules: { kingdoms: 1 }, wanted: ({ deal }, seat, action) =>
    // One who has answered the doubling already, before the others have.
    action.type === "double" && action.cards.length === 0 && deal.phase === "doubling" && deal.answered.includes(seat) },
  { code: "not_your_turn", status: 409, rules: { kingdoms: 1 }, wanted: ({ deal }, seat, action) =>
    action.type === "choose_contract" && action.contracts.length === 1 && deal.phase === "contract" && !deal.awaiting.includes(seat) },
  { code: "wrong_phase", status: 409, rules: { kingdoms: 1 }, wanted: ({ deal, you }, seat, action) =>
    action.type === "play" && deal.phase === "contract" && deal.awaiting.includes(seat) && you!.hand.includes(action.card) },
  { code: "wrong_phase", status: 409, rules: { kingdoms: 1 }, wanted: ({ deal }, seat, action) =>
    action.type === "pass" && deal.phase === "tricks" && deal.awaiting.includes(seat) },
  { code: "wrong_phase", status: 409, rules: { kingdoms: 1 }, wanted: ({ deal }, seat, action) =>
    action.type === "redeal" && deal.phase === "contract" && deal.awaiting.includes(seat) },
];

test.each(CARDS.map((row, i) => ({ ...row, i })))("$code is told where rules.md says so, with the fresh view, and changes nothing ($i)", async ({ code, status, rules, wanted }) => {
  const scene = findScene(rules, wanted);
  const table = await openScene(scene);
  const player = players[scene.seat];
  const { you } = await player.view(table.id);
  await expectRefused(table, player, () => player.act(table.id, scene.action), status, code);
  if (you!.decision === null) return;
  expectProblem(await player.act(table.id, scene.action, you!.decision!.id), status, code);
  // The refusal has not used the decision up.
  const granted = await player.act(table.id, you!.legalActions[0].id, you!.decision.id);
  expect(granted).toMatchObject({ status: 200, json: { replayed: false } });
});

test("whether somebody else holds a card is not told: every card that is not one's own is refused in the same words", async () => {
  const scene = findScene({ kingdoms: 1 }, ({ deal }, seat, action) => action.type === "play" && deal.phase === "tricks" && deal.awaiting.includes(seat) && deal.plays.length === 21);
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
  const post = (by: Client, game: string, call: string, body?: unknown) => () => by.send("POST", `/v1/games/${game}/${call}`, body);
  await expectRefused(waiting, amal, () => amal.act(waiting.id, "p:7H"), 409, "game_not_started");
  await expectRefused(waiting, stranger, () => stranger.act(waiting.id, "p:7H"), 409, "not_seated");
  await expectRefused(waiting, basil, post(basil, waiting.id, "leave"), 409, "not_seated");
  await expectRefused(waiting, basil, post(basil, waiting.id, "join", { seat: 0 }), 409, "seat_taken");
  await expectRefused(waiting, amal, post(amal, waiting.id, "join", { seat: 1 }), 409, "already_seated");
  const full = { id: (await amal.create({ seats: [{ player: "me" }, { bot: "steady" }, { player: carla.player!.id }, { player: dina.player!.id }] })).id, players };
  await expectRefused(full, stranger, post(stranger, full.id, "join", {}), 409, "game_full");

  const table = await openTable(players, { rules: { mode: "complex", kingdoms: 1 }, seed: "states" });
  await expectRefused(table, stranger, post(stranger, table.id, "join", {}), 409, "game_started");
  await expectRefused(table, amal, post(amal, table.id, "leave"), 409, "game_started");
  await expectRefused(table, amal, post(amal, table.id, "abort"), 409, "game_started");
  const first = await stepTable(table, await amal.view(table.id), randomFrom("states"));
  const by = players[first.seat];
  await expectRefused(table, by, () => by.act(table.id, first.action === "c:x" ? "c:kqdt" : "c:x", first.decision), 409, "decision_answered");
  for (const decision of ["0", "99999", "not a number", `${first.decision}0`]) {
    await expectRefused(table, by, () => by.act(table.id, first.action, decision), 409, "stale_decision");
  }
  await playTable(table, randomFrom("states"));
  await expectRefused(table, by, () => by.act(table.id, "p:7H"), 409, "game_over");
  await expectRefused(table, by, () => by.act(table.id, "p:7H", first.decision), 409, "game_over");
  await expectRefused(table, stranger, post(stranger, table.id, "join", {}), 409, "game_over");
  expect((await by.act(table.id, first.action, first.decision)).json).toMatchObject({ replayed: true, game: { status: "finished" } });
});

test("invented ids of games are 404 on every route and leave no database behind", async () => {
  const data = await temporaryDir();
  const disk = await startTestServer({ dataDir: data.dir });
  const player = await Client.register(disk.url, "Gul");
  const { id } = await player.create({});
  const databases = async () => (await readdir(join(data.dir, "v3/do"), { recursive: true })).filter((file) => file.endsWith(".sqlite") && !file.endsWith("metadata.sqlite")).sort();
  const before = await databases();
  expect(before).toHaveLength(1);
  const swapped = (at: number) => id.slice(0, at) + (id[at] === "a" ? "b" : "a") + id.slice(at + 1);
  const elsewhere = (await (await Client.register(server.url, "Fahd")).create({})).id;
  const invented = [
    "gm_aaaaaaaaaaaaaaaaaaaaaaaa", "gm_", "gm", "x", "0", "__proto__", "null", id.toUpperCase(), id.slice(0, -1), `${id}a`, `${id}=`, id.replace("gm_", "pl_"),
    ...Array.from({ length: id.length - 3 }, (_, i) => i + 3).filter((at) => at % 4 === 0 || at === id.length - 1).map(swapped), "gm_%00", encodeURIComponent(`${id}\n`), "g".repeat(2000),
  ];
  const routes: [string, string, unknown?][] = [
    ["GET", ""], ["GET", "/events"], ["GET", "/record"], ["GET", "/proof"], ["POST", "/join", {}], ["POST", "/leave"], ["POST", "/abort"],
    ["PUT", "/seats/1", { bot: "steady" }], ["DELETE", "/seats/1"], ["POST", "/actions", { action: "p:7H" }],
  ];
  for (const name of invented) {
    for (const [method, path, body] of routes) {
      const reply: Reply<ProblemDocument> = await player.send(method, `/v1/games/${name}${path}`, body);
      expect([reply.status, reply.json.code], `${method} ${name}${path}`).toEqual([404, "game_not_found"]);
    }
  }
  expect(await databases()).toEqual(before);
  // The same secret signs ids here and there: a well-signed id without a game may wake an object, but tables it gets none.
  expect((await player.send("GET", `/v1/games/${elsewhere}`)).status).toBe(404);
  await disk.close();
  const foreign = await startTestServer({ dataDir: data.dir, secret: "another secret" });
  expect((await new Client(foreign.url).send("GET", `/v1/games/${id}`)).status).toBe(404);
  await foreign.close();
  await data.remove();
});
