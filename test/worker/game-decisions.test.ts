import { evictDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { REFUSAL_LIMIT, REFUSAL_WINDOW_MS } from "../../src/wire/refusals.ts";
import { SEATS } from "../support/play.ts";
import {
  AMAL,
  codeOf,
  EMIL,
  granted,
  isFinished,
  OPEN,
  PLAYERS,
  reachesDeal,
  seated,
  Table,
} from "../support/table.ts";

test("the same action on the same decision is answered as a replay ever after, and changes nothing", async () => {
  const table = await Table.open({ rules: { preset: "levant_app" } });
  const sent = await table.playUntil(reachesDeal(2));
  const before = await table.contents();
  const version = (await table.view()).version;
  for (const { seat, decision, action, answer } of sent) {
    const again = granted(await table.act(seat, action, decision));
    const first = answer.events[0];
    expect(again).toMatchObject({ replayed: true, version });
    expect(again.events[0]).toEqual(first);
    expect(again.events).toEqual(await table.events(seat, first.seq - 1));
    expect(again.game).toEqual(await table.view(seat));
  }
  expect(await table.contents()).toEqual(before);
});

test("the first answer holds the events from the action on and the view at their end", async () => {
  const table = await Table.open();
  for (const { seat, action, answer } of await table.playUntil(reachesDeal(2))) {
    expect(answer.replayed).toBe(false);
    expect(answer.events[0]).toMatchObject({ seat, by: "player" });
    if (action.startsWith("p:")) expect(answer.events[0]).toMatchObject({ type: "card_played", card: action.slice(2) });
    expect(answer.events.at(-1)!.seq).toBe(answer.version);
    expect(answer.game.version).toBe(answer.version);
    expect(answer.game.you!.seat).toBe(seat);
  }
});

test("another action on an answered decision is refused, whether it would be legal now or not", async () => {
  const table = await Table.open();
  const sent = await table.playUntil(reachesDeal(2));
  const before = await table.contents();
  // No more than the game tells of a player's refusals within a minute.
  for (const { seat, decision, action } of sent.filter((_, i) => i % 5 === 0)) {
    const open = (await table.view(seat)).you!.legalActions.map(({ id }) => id);
    for (const other of ["p:2C", "d:", ...open.slice(0, 1)].filter((id) => id !== action)) {
      const answer = await table.act(seat, other, decision);
      expect(answer).toMatchObject({ ok: false, code: "decision_answered", game: await table.view(seat) });
    }
  }
  expect(await table.contents()).toEqual(before);
});

test("who is refused too often is told no more than that, but his legal action counts at once, and the others notice nothing", async () => {
  const table = await Table.open();
  await table.playUntil((view) => view.deal!.phase === "tricks");
  const [seat] = (await table.view()).deal!.awaiting;
  const other = SEATS.find((each) => each !== seat)!;
  const before = await table.contents();
  for (let i = 1; i <= REFUSAL_LIMIT + 5; i++) {
    const refused = await table.act(seat, "pass", null);
    if (i <= REFUSAL_LIMIT) expect(refused).toMatchObject({ ok: false, code: "wrong_phase" });
    else expect(refused).toEqual({ ok: false, code: "too_many_refusals", game: null });
  }
  expect(codeOf(await table.act(other, "pass", null))).toBe("wrong_phase");
  expect(await table.contents()).toEqual(before);
  const { you } = await table.view(seat);
  const played = granted(await table.act(seat, you!.legalActions[0].id, you!.decision!.id));
  expect(granted(await table.act(seat, you!.legalActions[0].id, you!.decision!.id))).toMatchObject({
    replayed: true,
    version: played.version,
  });
  vi.useFakeTimers({ now: Date.now() + REFUSAL_WINDOW_MS, toFake: ["Date"] });
  expect(codeOf(await table.act(seat, "d:", null))).toBe("wrong_phase");
  vi.useRealTimers();
});

test("a token for one seat plays and sees no other seat, whoever holds it", async () => {
  const table = await Table.open();
  await table.playUntil((view) => view.deal!.phase === "tricks");
  const [seat] = (await table.view()).deal!.awaiting;
  const { you } = await table.view(seat);
  const player = PLAYERS[seat].id,
    onlySeat = SEATS.find((each) => each !== seat)!;
  const request = { player, action: you!.legalActions[0].id, decision: you!.decision!.id };
  expect(codeOf(await table.game.act({ ...request, onlySeat }))).toBe("not_seated");
  expect(granted(await table.game.view(player, onlySeat)).game.you).toBeNull();
  const publicEvents = granted(await table.game.events(null, 0, 1000)).data;
  expect(granted(await table.game.events(player, 0, 1000, onlySeat)).data).toEqual(publicEvents);
  expect(granted(await table.game.view(player, seat)).game.you?.hand).toEqual(you!.hand);
  expect(granted(await table.game.act({ ...request, onlySeat: seat })).replayed).toBe(false);
});

test("a decision that never was this seat's is stale, however it is spelt, and the open one still works", async () => {
  const table = await Table.open();
  const sent = await table.playUntil((view) => view.deal!.plays.length === 9);
  const { version, deal } = await table.view();
  const seat = deal!.awaiting[0];
  const { you } = await table.view(seat);
  const before = await table.contents();
  const mine = new Set(sent.filter((each) => each.seat === seat).map(({ decision }) => decision));
  const others = sent.map(({ decision }) => decision).filter((decision) => !mine.has(decision));
  const open = you!.decision!.id;
  expect(others.length).toBeGreaterThan(5);
  const never = [
    ...others,
    "0",
    "1",
    "-1",
    "-0",
    "007",
    `0${open}`,
    `${open}.0`,
    ` ${open}`,
    `${open} `,
    `+${open}`,
    "1e1",
    "0x10",
    "NaN",
    "",
    "abc",
    "null",
    "9".repeat(9),
    "9".repeat(40),
    String(version + 1),
    "\u0000",
    "١٢",
    "4294967297",
    String(2 ** 53),
  ];
  for (const decision of never) {
    const answer = await table.act(seat, you!.legalActions[0].id, decision);
    expect(answer, `decision "${decision}"`).toMatchObject({
      ok: false,
      code: "stale_decision",
      game: await table.view(seat),
    });
  }
  expect(await table.contents()).toEqual(before);
  expect(granted(await table.act(seat, you!.legalActions[0].id, open)).replayed).toBe(false);
});

test("every event number from 0 to beyond the end is tried as a decision: only true pairs are replays", async () => {
  const table = await Table.open();
  const sent = await table.playUntil((view) => view.deal!.plays.length === 6);
  const { version } = await table.view();
  const before = await table.contents();
  for (const seat of SEATS) {
    const mine = new Map(sent.filter((each) => each.seat === seat).map(({ decision, action }) => [decision, action]));
    const open = (await table.view(seat)).you!.decision?.id;
    for (let n = 0; n <= version + 2; n++) {
      if (String(n) === open) continue;
      const action = mine.get(String(n));
      expect(codeOf(await table.act(seat, action ?? "p:7H", String(n)))).toBe(
        action === undefined ? "stale_decision" : "granted",
      );
    }
  }
  expect(await table.contents()).toEqual(before);
});

test("a decision stays the same while the others answer the same phase", async () => {
  const table = await Table.open({ rules: { preset: "trex", mode: "complex" } });
  for (const phase of ["redeal", "contract", "doubling"] as const) {
    const { deal } = await table.view();
    expect(deal!.phase).toBe(phase);
    if (phase === "contract") {
      granted(await table.act(deal!.king, "c:kqdt"));
      continue;
    }
    const decisions = await Promise.all(SEATS.map(async (seat) => (await table.view(seat)).you!.decision!));
    expect(new Set(decisions.map(({ id }) => id)).size).toBe(1);
    for (const seat of [2, 0, 3, 1] as const) {
      const { you } = await table.view(seat);
      expect(you!.decision).toEqual(decisions[seat]);
      granted(await table.act(seat, you!.legalActions[0].id, you!.decision!.id));
      const after = await table.view(seat);
      if (after.deal!.phase === phase) expect(after.you).toMatchObject({ decision: null, legalActions: [] });
    }
  }
});

test("every open decision was opened by an event that is there, and no seat meets the same one twice", async () => {
  const table = await Table.open({ rules: { preset: "trex" } });
  const sent = await table.playUntil(isFinished);
  const versions = new Set((await table.events()).map(({ seq }) => String(seq)));
  for (const seat of SEATS) {
    const decisions = sent.filter((each) => each.seat === seat).map(({ decision }) => decision);
    expect(new Set(decisions).size).toBe(decisions.length);
    expect(decisions.every((decision) => versions.has(decision))).toBe(true);
    expect((await table.view(seat)).you).toMatchObject({ decision: null, legalActions: [] });
  }
});

test("without its decision a repeat is a new action, and the rules judge it", async () => {
  const table = await Table.open();
  const view = await table.toFirstCard("t");
  const seat = view.deal!.awaiting[0];
  const action = (await table.view(seat)).you!.legalActions[0].id;
  granted(await table.act(seat, action));
  expect(codeOf(await table.act(seat, action))).toBe("not_your_turn");
});

test("a replay is still a replay once the match is over; anything else is told that it is over", async () => {
  const table = await Table.open({ rules: { mode: "complex" } });
  const sent = await table.playUntil(isFinished);
  const last = sent.at(-1)!;
  const before = await table.contents();
  for (const { seat, decision, action } of [sent[0], sent[7], last]) {
    expect(granted(await table.act(seat, action, decision))).toMatchObject({
      replayed: true,
      game: { status: "finished" },
    });
    // game_over comes before decision_answered and stale_decision in the order of checks.
    expect(codeOf(await table.act(seat, action === "d:" ? "p:2C" : "d:", decision))).toBe("game_over");
  }
  expect(codeOf(await table.act(last.seat, last.action))).toBe("game_over");
  expect(codeOf(await table.act(last.seat, last.action, "99999"))).toBe("game_over");
  expect(await table.contents()).toEqual(before);
});

test("who has no seat, and who has one in a game that has not begun, is told so before anything about decisions", async () => {
  const table = await Table.open({ seats: [seated(AMAL), OPEN, OPEN, OPEN] });
  for (const decision of [null, "1", "99", "nonsense"]) {
    expect(codeOf(await table.game.act({ player: EMIL.id, action: "p:7H", decision }))).toBe("not_seated");
    expect(await table.act(0, "p:7H", decision)).toMatchObject({
      ok: false,
      code: "game_not_started",
      game: await table.view(0),
    });
  }
  expect(await table.game.act({ player: EMIL.id, action: "p:7H", decision: null })).toMatchObject({
    game: await table.view(),
  });
});

test("after the object has been evicted a lost answer can still be asked for", async () => {
  const table = await Table.open();
  const sent = await table.playUntil((view) => view.deal!.plays.length === 5);
  await evictDurableObject(table.stub);
  for (const { seat, decision, action, answer } of sent) {
    const again = granted(await table.act(seat, action, decision));
    expect(again.replayed).toBe(true);
    expect(again.events.slice(0, answer.events.length)).toEqual(answer.events);
  }
});
