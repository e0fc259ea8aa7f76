/** Webhooks during play: nothing that their audience may not know, decisions answered in the response, endpoints that hang. */

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Seat } from "../../src/engine/index.ts";
import type { GameView } from "../../src/game/types.ts";
import { Client } from "../support/client.ts";
import { isOver, openTable, registerFour, stepTable } from "../support/match.ts";
import { randomFrom } from "../support/random.ts";
import { type Reactions, type Received, type Receiver, startReceiver } from "../support/receiver.ts";
import { Secrets } from "../support/secrets.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { eventually, Hook } from "../support/webhooks.ts";

let server: TestServer;
let players: Client[];
const receivers: Receiver[] = [];

beforeAll(async () => {
  server = await startTestServer({ vars: { WEBHOOKS_PRIVATE: "1" } });
  players = await registerFour(server.url);
});
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
afterAll(() => server.close());

async function receiver(reactions?: Reactions): Promise<Receiver> {
  const made = await startReceiver(reactions);
  receivers.push(made);
  return made;
}

const BOTS = [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }];
const ONE_AT_A_TIME = ["contract", "tricks", "layout"];
const lastSeq = (endpoint: Receiver): number => endpoint.of("events").at(-1)?.json.data.at(-1).seq ?? 0;

test("over a whole match a table's webhook carries no hand, a seat's only its own, and both every event once and in order", async () => {
  const seed = "hooked";
  const random = randomFrom(seed);
  const created = await players[0].create({ rules: { kingdoms: 1, mode: "complex", preset: "trex" }, seed });
  const [table, seat] = [await receiver(), await receiver()];
  await Hook.active(players[0], created.id, { url: table.url, audience: "public" });
  await Hook.active(players[0], created.id, { url: seat.url, audience: "seat" });
  for (const n of [1, 2, 3]) await players[n].join(created.id, { seat: n });
  const secrets = new Secrets(created.rules, seed);
  secrets.dealt(await players[0].events(created.id));
  let view: GameView = await players[0].view(created.id);
  /** Whether the endpoints have all that there is: where it is seat 0's turn, its decision as well. */
  const isTold = () =>
    lastSeq(table) === view.version &&
    lastSeq(seat) === view.version &&
    (!ONE_AT_A_TIME.includes(view.deal!.phase) ||
      view.deal!.awaiting[0] !== 0 ||
      seat.of("decision").at(-1)?.json.view.version === view.version);
  const audiences: [Receiver, Seat | null][] = [
    [table, null],
    [seat, 0],
  ];
  const scanned = [0, 0];
  for (;;) {
    await eventually(`all that happened up to ${view.version}`, isTold);
    for (const [n, [endpoint, who]] of audiences.entries()) {
      for (const { text, json } of endpoint.received.slice(scanned[n]))
        secrets.scan(`the ${json.type} delivery`, text, who);
      scanned[n] = endpoint.received.length;
      const { version, awaiting } = endpoint.of("events").at(-1)!.json;
      expect([version, awaiting?.seats ?? []]).toEqual([view.version, view.deal!.awaiting]);
    }
    if (isOver(view)) break;
    const sent = await stepTable({ id: created.id, players }, view, random);
    secrets.follow(sent.seat, sent.action, sent.acted.events);
    view = sent.acted.game;
  }
  for (const [endpoint, who] of audiences) {
    const reader = who === null ? new Client(server.url) : players[who];
    expect(endpoint.of("events").flatMap(({ json }) => json.data)).toEqual(
      await reader.events(created.id, created.version),
    );
  }
  const asked = seat.of("decision").map(({ json }) => json.decision.id);
  expect(asked.length).toBeGreaterThan(20);
  expect(new Set(asked).size).toBe(asked.length);
  expect(table.of("decision")).toEqual([]);
  // The log names hooks, never what they carry or where to.
  expect(server.logs.filter(({ message }) => /\b[AKQJT2-9][SHDC]\b|127\.0\.0\.1/.test(message))).toEqual([]);
});

test("a bot that does nothing but answer its webhook plays a whole match; a wrong answer stands in the log, and the decision waits", async () => {
  const random = randomFrom("webhook bot");
  const wrong = [{ action: "p:5X" }, { action: "r:claim" }];
  const endpoint = await receiver({
    decision: ({ json: { view } }: Received) =>
      wrong.shift() ?? { action: random.pick<{ id: string }>(view.you.legalActions).id },
  });
  const game = await players[0].create({ seats: BOTS, rules: { kingdoms: 1, mode: "complex" } });
  const hook = await Hook.active(players[0], game.id, { url: endpoint.url, audience: "seat", language: "de" });
  expect(await hook.read()).toMatchObject({ language: "de" });
  const refused = async (code: string) =>
    eventually(code, async () => (await hook.log()).find(({ answer }) => answer?.code === code));
  const first = await refused("unknown_action");
  expect(first).toMatchObject({
    state: "delivered",
    decision: (await players[0].view(game.id)).you!.decision!.id,
    answer: { action: null },
  });
  const german = { "Accept-Language": "de" };
  const view = (await players[0].send<GameView>("GET", `/v1/games/${game.id}`, undefined, german)).json;
  expect(endpoint.of("decision")[0].json.view).toEqual(view);
  expect(view.you!.legalActions).toEqual(
    view.you!.legalActions.map((action) => ({ ...action, label: expect.any(String) })),
  );
  await hook.post(`deliveries/${first.id}/resend`);
  const second = await refused("wrong_phase");
  expect(second).toMatchObject({ id: first.id, answer: { action: "r:claim" } });
  await hook.post(`deliveries/${first.id}/resend`);
  await eventually("the end of the match", async () => isOver(await players[0].view(game.id)), 30_000);
  const decisions = endpoint.of("decision");
  const moves = (await players[0].events(game.id)).filter(({ seat, by }) => seat === 0 && by === "player");
  // Three times the first, and every other one once.
  expect(decisions.length).toBe(moves.length + 2);
  expect(new Set(decisions.map(({ id }) => id)).size).toBe(moves.length);
  const played = (await hook.log()).filter(({ kind, id }) => kind === "decision" && id !== first.id);
  expect(
    played.every(({ state, answer }) => state === "delivered" && answer?.action !== null && answer?.code === null),
  ).toBe(true);
});

test("endpoints that never answer delay neither a move nor a clock", async () => {
  const hung: Reactions = { events: () => "hang", decision: () => "hang" };
  const game = await openTable(players, { rules: { kingdoms: 1 }, clock: { perMoveMs: 1000, onTimeout: "autoPlay" } });
  for (const [n, audience] of (["seat", "public", "seat"] as const).entries())
    await Hook.active(players[n], game.id, { url: (await receiver(hung)).url, audience });
  const began = Date.now();
  let view = await players[0].view(game.id);
  const random = randomFrom("hung");
  for (let n = 0; n < 12; n++) view = (await stepTable(game, view, random)).acted.game;
  const expired = await eventually("a time-out", async () =>
    (await players[0].events(game.id, view.version)).find(({ type }) => type === "clock_expired"),
  );
  // One hanging request takes ten seconds, and several hang here.
  expect(Date.now() - began).toBeLessThan(9000);
  const { at, deadline } = expired as unknown as { at: string; deadline: string };
  expect(Date.parse(at) - Date.parse(deadline)).toBeLessThan(3000);
  expect(receivers.every((endpoint) => endpoint.of("events").length === 1)).toBe(true);
});

test("a sandbox can ask for deliveries that come twice, under one id, and late", async () => {
  const { id } = await players[0].create({
    sandbox: true,
    rules: { kingdoms: 1 },
    seats: [{ player: "me" }, ...BOTS.slice(1)],
  });
  const endpoint = await receiver();
  await Hook.active(players[0], id, { url: endpoint.url, audience: "public" });
  await players[0].get2xx("PUT", `/v1/games/${id}/sandbox/faults`, { repeatDeliveries: 1, delayDeliveriesMs: 700 });
  const { you } = await players[0].view(id);
  const sent = Date.now();
  expect((await players[0].act(id, you!.legalActions[0].id, you!.decision!.id)).status).toBe(200);
  await eventually("both of it", () => endpoint.of("events").length >= 2);
  const [first, second] = endpoint.of("events");
  expect(Date.now() - sent).toBeGreaterThanOrEqual(700);
  expect([second.id, second.text]).toEqual([first.id, first.text]);
});
