import { expect, test } from "vitest";
import { SEATS } from "../support/play.ts";
import { granted, isFinished, Table } from "../support/table.ts";

const REDEALS = { rules: { preset: "trex", mode: "complex" } };

/** `seq` of the events of one type. */
const seqsOf = async (table: Table, type: string) =>
  (await table.events()).filter((event) => event.type === type).map(({ seq }) => seq);

test("of a deal in play no replay tells anything: the newest moment that can be asked for lies before it", async () => {
  const table = await Table.open(REDEALS);
  await table.playUntil((view) => view.deals.length === 1 && view.deal!.plays.length === 10);
  const started = (await seqsOf(table, "deal_started")).at(-1)!;
  const { version } = await table.view();
  for (const as of ["public", ...SEATS] as const) {
    for (let at = started; at <= version + 1; at++) {
      expect(await table.game.record({ as, at })).toMatchObject({ ok: false, code: "deal_not_finished" });
    }
    const newest = granted(await table.game.record({ as, at: null })).record;
    expect(newest.deals).toHaveLength(1);
    expect(newest).toEqual(granted(await table.game.record({ as, at: started - 1 })).record);
    // All of a deal that is over is public, to the replay of any seat as well.
    expect(newest.deals).toEqual((await table.record()).deals);
  }
});

test("a replay at a moment of a finished deal shows what that seat knew then, and not a card more", async () => {
  const table = await Table.open(REDEALS);
  await table.playUntil(isFinished);
  const events = await table.events();
  const whole = await table.record();
  for (const as of ["public", ...SEATS] as const) {
    let scored = 0;
    for (const { seq, type } of events) {
      if (type === "deal_scored") scored++;
      const replay = granted(await table.game.record({ as, at: seq })).record;
      expect(replay.deals.slice(0, scored)).toEqual(whole.deals.slice(0, scored));
      const running = replay.deals[scored];
      if (running !== undefined) {
        expect(running.hands.map((hand) => hand !== null)).toEqual(SEATS.map((seat) => seat === as));
        expect(running.points).toEqual([]);
        if (as !== "public" && running.redeals.length === whole.deals[scored].redeals.length)
          expect(running.hands[as]).toEqual(whole.deals[scored].hands[as]);
        expect(whole.deals[scored].plays.slice(0, running.plays.length)).toEqual(running.plays);
      }
    }
  }
  expect(granted(await table.game.record({ as: 2, at: null })).record).toEqual(whole);
});
