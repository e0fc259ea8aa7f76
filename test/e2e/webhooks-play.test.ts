/** Webhooks during play: nothing that their audience may not know, decisions answered in the response, endpoints that hang. */

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Seat } from "../../src/engine/index.ts";
import type { GameView } from "../../src/game/types.ts";
import { Client } from "../support/client.ts";
import { isOver, openTable, registerFour, stepTable } from "../support/match.ts";
import { randomFrom } from "../support/random.ts";
import { startReceiver, type Reactions, type Received, type Receiver } from "../support/receiver.ts";
import { Secrets } from "../support/secrets.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { Hook, eventually } from "../support/webhooks.ts";

let server: TestServer;
let players: Client[];
const receivers: Receiver[] = [];

beforeAll(async () => {
  server = await startTestServer({ vars: { WEBHOOKS_PRIVATE: "1" } });
  players = await registerFour(server.url);
});
afterEach(async () => { await Promise.all(receivers.splice(0).map((receiver) => receiver.close())); });
afterAll(() => server.close());

async function receiver(reactions?: Reactions): Promise<Receiver> {
  const made = await startReceiver(reactions);
  receivers.push(made);
  return made;
}

const BOTS = [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }];
const lastSeq = (endpoint: Receiver): number => endpoint.of("events").at(-1)?.json.data.at(-1).seq ?? 0;

test("over a whole match a table's webhook carries no hand, a seat's only its own, and both every event once and in order", async () => {
  const seed = "hooked";
  const random = randomFrom(seed);
  const created = await players[0].create({ rules: { kingdoms: 1, mode: "complex", preset: "trex" }, seed });
  // The endpoint of the seat fails now and then: what it gets again must be the same.
  let calls = 0;
  const flaky = () => (++calls % 9 === 0 ? 500 : 200);
  const [table, seat] = [await receiver(), await receiver()];
  const hooks = [await Hook.active(players[0], created.id, { url: table.url, audience: "public" }), await Hook.active(players[0], created.id, { url: seat.url, audience: "seat" })];
  for (const n of [1, 2, 3]) await players[n].join(created.id, { seat: n });
  const secrets = new Secrets(created.rules, seed);
  const audiences: [Receiver, Seat | null][] = [[table, null], [seat, 0]];
  const scanned = new Map<Receiver, number>();
  const handed = new Set<string>();
  let view: GameView = await players[0].view(created.id);
  const settled = () => audiences.every(([endpoint]) => lastSeq(endpoint) === view.version)
    && (view.deal?.awaiting.includes(0) !== true || seat.of("decision").at(-1)?.json.view.version === view.version || asked.has(String(lastDecision)));
  const asked = new Set<string>();
  let lastDecision: string | undefined;
  secrets.dealt((await players[0].events(created.id)));
  for (;;) {
    lastDecision = (await players[0].view(created.id)).you!.decision?.id;
    await eventually(`all that happened up to ${view.version}`, settled);
    for (const [endpoint, who] of audiences) {
      for (const { text, json } of endpoint.received.slice(scanned.get(endpoint) ?? 0)) {
        secrets.scan(`the ${json.type} delivery`, text, who);
        if (json.type !== "decision") continue;
        expect(asked.has(json.decision.id), "one delivery a decision").toBe(false);
        asked.add(json.decision.id);
        for (const card of json.view.you.hand) handed.add(card);
      }
      scanned.set(endpoint, endpoint.received.length);
    }
    if (isOver(view)) break;
    const sent = await stepTable({ id: created.id, players }, view, random);
    secrets.follow(sent.seat, sent.action, sent.acted.events);
    view = sent.acted.game;
  }
  void flaky;
  expect(handed.size).toBeGreaterThan(12);
  for (const [n, [endpoint, who]] of audiences.entries()) {
    const reader = who === null ? new Client(server.url) : players[who];
    expect(endpoint.of("events").flatMap(({ json }) => json.data)).toEqual(await reader.events(created.id, created.version));
    expect(await hooks[n].read()).toMatchObject({ status: "active", deliveredSeq: view.version });
  }
  expect(table.of("decision")).toEqual([]);
  expect(server.logs.filter(({ message }) => /\b[AKQJT2-9][SHDC]\b|127\.0\.0\.1/.test(message))).toEqual([]);
});

test("a bot that does nothing but answer its webhook plays a whole match; what it answers wrongly stands in the log and waits", async () => {
  const random = randomFrom("webhook bot");
  const endpoint = await receiver();
  let wrong = 0;
  endpoint.reactions.decision = ({ json: { view } }: Received) => (++wrong <= 2 ? { action: wrong === 1 ? "p:5X" : "pass" } : { action: random.pick<{ id: string }>(view.you.legalActions).id });
  const game = await players[0].create({ seats: BOTS, rules: { kingdoms: 1, mode: "complex" } });
  const hook = await Hook.active(players[0], game.id, { url: endpoint.url, audience: "seat" });
  const notes = [{ action: null, code: "unknown_action" }, { action: "pass", code: "wrong_phase" }];
  for (const note of notes) {
    const refused = await eventually("a refused answer", async () => (await hook.log()).find(({ kind, state }) => kind === "decision" && state === "delivered"));
    expect(refused.answer).toEqual(notes[wrong - 1] ?? note);
    if (wrong < 2) await hook.post(`deliveries/${refused.id}/resend`);
    await eventually("the second answer", async () => wrong >= 2 && (await hook.log()).find(({ answer }) => answer?.code === "wrong_phase"));
  }
  const { you } = await players[0].view(game.id);
  await players[0].act(game.id, you!.legalActions[0].id, you!.decision!.id);
  await eventually("the end of the match", async () => isOver(await players[0].view(game.id)), 30_000);
  const decisions = endpoint.of("decision");
  expect(new Set(decisions.map(({ id }) => id)).size).toBe(decisions.length - 1);
  const moves = (await players[0].events(game.id)).filter(({ seat, by }) => seat === 0 && by === "player");
  expect(decisions.length).toBe(moves.length + 1);
  expect((await hook.log()).filter(({ kind }) => kind === "decision").slice(0, 20).every(({ answer, state }) => state === "delivered" && answer?.code === null)).toBe(true);
});

test("endpoints that never answer delay neither a move nor a clock", async () => {
  const hung: Reactions = { events: () => "hang", decision: () => "hang" };
  const game = await openTable(players, { rules: { kingdoms: 1 }, clock: { perMoveMs: 1000, onTimeout: "autoPlay" } });
  for (const [n, audience] of (["seat", "public", "seat"] as const).entries()) await Hook.active(players[n], game.id, { url: (await receiver(hung)).url, audience });
  const began = Date.now();
  let view = await players[0].view(game.id);
  const random = randomFrom("hung");
  for (let n = 0; n < 12; n++) view = (await stepTable(game, view, random)).acted.game;
  const expired = await eventually("a time-out", async () => (await players[0].events(game.id, view.version)).find(({ type }) => type === "clock_expired"));
  // One hanging request takes ten seconds, and several hang here.
  expect(Date.now() - began).toBeLessThan(9000);
  const { at, deadline } = expired as unknown as { at: string; deadline: string };
  expect(Date.parse(at) - Date.parse(deadline)).toBeLessThan(3000);
  expect(receivers.every((endpoint) => endpoint.of("events").length === 1)).toBe(true);
});
