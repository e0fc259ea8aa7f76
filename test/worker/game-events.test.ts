import { evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import type { Seat } from "../../src/engine/index.ts";
import type { GameEventView, GameView } from "../../src/game/types.ts";
import { fold, foldable } from "../support/fold.ts";
import { randomFrom } from "../support/random.ts";
import { AMAL, AUDIENCES, granted, isFinished, OPEN, PLAYERS, seated, Table } from "../support/table.ts";

const RULES = { preset: "trex", mode: "complex", exposeTwos: "after_first_round" };

/** A match that sees people join, house bots and client seeds as well. */
async function played(): Promise<Table> {
  const table = await Table.open({ rules: RULES, seats: [seated(AMAL), OPEN, OPEN, OPEN], seed: null });
  await table.game.join(PLAYERS[1], null, "dice");
  await table.game.reseat(AMAL.id, 2, "random");
  await table.game.join(PLAYERS[3], null, null);
  await table.playUntil(isFinished);
  return table;
}

test("events come in pages of any size, after any seq, without a gap, the same for a reader who takes them all at once", async () => {
  const table = await played();
  const { version } = await table.view();
  for (const who of AUDIENCES) {
    const all = await table.events(who);
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: version }, (_, i) => i + 1));
    for (const limit of who === null ? [1, 2, 7, 50, version, version + 9] : [7, version]) {
      const pages: GameEventView[] = [];
      for (;;) {
        const page = await table.events(who, pages.length, limit);
        expect(page.length).toBeLessThanOrEqual(limit);
        if (page.length === 0) break;
        pages.push(...page);
      }
      expect(pages).toEqual(all);
    }
    for (const after of [version + 1, version + 1000]) expect(await table.events(who, after)).toEqual([]);
    if (who !== null && who > 0) continue;
    for (let after = 0; after <= version; after++) expect(await table.events(who, after)).toEqual(all.slice(after));
  }
});

test("all audiences read the same events: only fields differ, and none is missing for anybody", async () => {
  const table = await played();
  const [everybody, ...seats] = await Promise.all(AUDIENCES.map((who) => table.events(who)));
  for (const own of seats) {
    own.forEach((event, i) => {
      expect(Object.keys(event)).toEqual(Object.keys(everybody[i]));
      const differs = Object.keys(event).filter(
        (key) =>
          JSON.stringify(event[key as keyof GameEventView]) !==
          JSON.stringify(everybody[i][key as keyof GameEventView]),
      );
      expect(["hand", "claim", "cards", "clientSeed"]).toEqual(expect.arrayContaining(differs));
    });
  }
});

test("a published event never changes: read at once or at the end of the match, it is the same to the byte", async () => {
  const table = await Table.open({ rules: RULES });
  const random = randomFrom("immutable");
  const seen: string[][] = AUDIENCES.map(() => []);
  for (let view = await table.view(); ; view = (await table.step(random)).answer.game) {
    for (const [i, who] of AUDIENCES.entries())
      seen[i].push(...(await table.events(who, seen[i].length)).map((event) => JSON.stringify(event)));
    if (isFinished(view)) break;
  }
  await evictDurableObject(table.stub);
  for (const [i, who] of AUDIENCES.entries())
    expect((await table.events(who)).map((event) => JSON.stringify(event))).toEqual(seen[i]);
});

test("a view and the events after it make the later view, for every audience and from every version", async () => {
  const kinds = [
    RULES,
    { preset: "levant_app", layoutPass: "explicit" },
    { preset: "jordan", partnership: "opposite", openHands: true, kingdomRotation: "seven_of_hearts" },
  ];
  for (const rules of kinds) {
    const table = await Table.open({
      rules: { ...rules, mode: "complex" },
      seed: "redeal 2",
      seats: [...PLAYERS.slice(0, 3).map(seated), OPEN],
    });
    const random = randomFrom("fold");
    const views: GameView[][] = [await table.views()];
    await table.game.join(PLAYERS[3], null, null);
    for (;;) {
      views.push(await table.views());
      if (isFinished(views.at(-1)![0])) break;
      await table.step(random, views.at(-1)![0].deal!.awaiting);
    }
    for (const [i, who] of AUDIENCES.entries()) {
      const events = await table.events(who);
      // The newest seat had no view of his own before he sat down.
      const own = views.map((each) => each[i]).filter(({ you }) => who === null || you !== null);
      own.forEach((view, n) => {
        // Always the next one; now and then a far one, over many events at once.
        for (const later of [own[n + 1], ...(n % 12 === 0 ? [own[n + 40], own.at(-1)] : [])].filter(
          (each) => each !== undefined,
        )) {
          const folded = fold(view, events.slice(view.version, later.version));
          expect({ ...folded, deals: null }, `from ${view.version} to ${later.version} as ${who}`).toEqual({
            ...foldable(later),
            deals: null,
          });
        }
      });
    }
  }
});

test("the answer to an action and the list of events tell the same", async () => {
  const table = await Table.open({
    rules: RULES,
    seats: [seated(AMAL), { bot: "random" }, { bot: "random" }, { bot: "random" }],
  });
  for (const { answer } of await table.playUntil(isFinished)) {
    const [{ seq }] = answer.events;
    expect(granted(await table.game.events(AMAL.id, seq - 1, answer.events.length)).data).toEqual(answer.events);
  }
});

test("a page says who has to act as of its version, since when and until when, the same to everybody, as the views have it", async () => {
  const clock = {
    bankMs: 3_600_000,
    incrementMs: 1000,
    capMs: 7_200_000,
    onTimeout: "houseBot",
    strikes: null,
    vacation: false,
  } as const;
  const table = await Table.open({ rules: { preset: "trex" }, seats: [seated(AMAL), OPEN, OPEN, OPEN], clock });
  const awaitingOf = async (who: Seat | null = null, after = 0, limit = 1) =>
    granted(await table.game.events(who === null ? null : PLAYERS[who].id, after, limit)).awaiting;
  expect(await awaitingOf()).toBeNull();
  for (const seat of [1, 2, 3]) granted(await table.game.join(PLAYERS[seat], null, null));
  const random = randomFrom("awaiting");
  const phases = new Set<string>();
  for (let view = await table.view(), n = 0; phases.size < 5; n++) {
    const awaiting = (await awaitingOf())!;
    const { deal, clock: shown, version } = view;
    phases.add(deal!.phase);
    expect(awaiting.seats).toEqual(deal!.awaiting);
    expect(awaiting.deadline).toBe(deal!.awaiting.map((seat) => shown!.deadlines[seat]!).sort()[0]);
    if (n % 16 === 0) {
      const decisions = await Promise.all(deal!.awaiting.map(async (seat) => (await table.view(seat)).you!.decision!));
      const asked = Math.min(...decisions.map(({ id }) => Number(id)));
      expect(awaiting.since).toBe((await table.events(null, asked - 1, 1))[0].at);
      for (const who of AUDIENCES) expect(await awaitingOf(who, version)).toEqual(awaiting);
      await evictDurableObject(table.stub);
      expect(await awaitingOf()).toEqual(awaiting);
    }
    view = (await table.step(random, deal!.awaiting)).answer.game;
  }
  const over = await Table.open({ seats: [seated(AMAL), OPEN, OPEN, OPEN] });
  granted(await over.game.abort(AMAL.id));
  expect(granted(await over.game.events(null, 0, 1)).awaiting).toBeNull();
});

test("while a table pauses nobody has a deadline, and who has to act is still told", async () => {
  const clock = { perMoveMs: 3_600_000, onTimeout: "houseBot", strikes: null, vacation: false } as const;
  const table = await Table.open({ clock });
  const awaitingOf = async () => granted(await table.game.events(null, 0, 1)).awaiting!;
  const before = await awaitingOf();
  for (const { id } of PLAYERS.slice(0, 4)) granted(await table.game.pause(id, Date.now() + 3_600_000));
  expect(await awaitingOf()).toEqual({ ...before, deadline: null });
});
