import { describe, expect, test } from "vitest";
import {
  apply,
  eventFor,
  forfeit,
  legalActions,
  type Match,
  type MatchEvent,
  type MatchRecord,
  type MatchResult,
  makeNotation,
  parseNotation,
  type Rules,
  recordDeals,
  recordScores,
  replayRecord,
  startMatch,
} from "../../src/engine/index.ts";
import { packsOf, rootOfSeed } from "../../src/game/dealing.ts";
import { rulesOf } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";

interface Played {
  rules: Rules;
  match: Match;
  events: MatchEvent[];
  forfeits: { seat: 0 | 1 | 2 | 3; deal: number }[];
}

/** A random match in which seats give up, each before the first action of that deal. */
function play(seed: string, asked: Record<string, unknown>, forfeits: Played["forfeits"]): Played {
  const random = randomFrom(seed);
  const rules = rulesOf({ kingdoms: 1, ...asked });
  const packs = packsOf(rootOfSeed(seed), "");
  let { match, events } = startMatch(rules, packs);
  const left = forfeits.slice();
  while (match.result === null) {
    while (left.length > 0 && left[0].deal === match.deals.length + 1) match = forfeit(match, left.shift()!.seat);
    const seat = [0, 1, 2, 3].find((each) => legalActions(match, each).length > 0)!;
    const applied = apply(match, seat, random.pick(legalActions(match, seat)), packs);
    if (!applied.ok) throw new Error(applied.error);
    match = applied.match;
    events = [...events, ...applied.events];
  }
  return { rules, match, events, forfeits };
}

const recordOf = ({ rules, match, events, forfeits }: Played): MatchRecord => {
  const deals = recordDeals(events.map((event) => eventFor(event, "public")));
  return {
    format: "trix-record/1",
    id: "",
    date: "2026-11-30",
    rules,
    seats: [0, 1, 2, 3].map(() => ({ name: "", kind: "player" as const })),
    commitment: "",
    firstDealer: null,
    deals,
    forfeits,
    scores: recordScores(deals),
    result: match.result,
    status: "finished",
  };
};

/** Places and winners worked out from the totals alone. */
function expected(totals: readonly number[], out: readonly number[]): Pick<MatchResult, "places" | "winners"> {
  const stands = [0, 1, 2, 3].filter((seat) => !out.includes(seat));
  const kept = stands.length === 0 ? [0, 1, 2, 3] : stands;
  const places = totals.map((total, seat) =>
    kept.includes(seat) ? 1 + kept.filter((each) => totals[each] > total).length : kept.length + 1,
  );
  return { places, winners: kept.filter((seat) => places[seat] === 1) };
}

describe("a seat that has forfeited", () => {
  test.each([[], [0], [3], [1, 2], [0, 1, 3], [0, 1, 2, 3]])(
    "is placed last whatever its total, several share the last place, and all of them stand as if none had (%s)",
    (...out) => {
      for (let i = 0; i < 10; i++) {
        const played = play(
          `forfeit ${i}`,
          { tiebreak: "shared" },
          out.map((seat, n) => ({ seat: seat as 0, deal: Math.min(5, 1 + n + (i % 3)) })),
        );
        const { totals, places, winners } = played.match.result!;
        expect({ places, winners }).toEqual(expected(totals, out));
      }
    },
  );

  test("takes its team with it in partnership, unless both teams have one", () => {
    for (let i = 0; i < 10; i++) {
      const one = play(`team ${i}`, { partnership: "opposite", tiebreak: "shared" }, [{ seat: 2, deal: 3 }]).match
        .result!;
      expect(one).toMatchObject({ places: [2, 1, 2, 1], winners: [1, 3] });
      const both = play(`team ${i}`, { partnership: "opposite", tiebreak: "shared" }, [
        { seat: 2, deal: 3 },
        { seat: 1, deal: 4 },
      ]).match.result!;
      const none = play(`team ${i}`, { partnership: "opposite", tiebreak: "shared" }, []).match.result!;
      expect(both).toEqual(none);
    }
  });

  test("plays off no tie: those who stand share it out among themselves", () => {
    // No points at all, so that everybody is tied for first place.
    const flat = {
      points: { kingOfHearts: 0, queen: 0, diamond: 0, trick: 0 },
      layoutPoints: [0, 0, 0, 0],
      tiebreak: "king_of_hearts_deal",
      tiebreakDeals: 3,
    };
    expect(play("tie", flat, []).match.result!.winners).toEqual([0, 1, 2, 3]);
    const two = play("tie", flat, [{ seat: 1, deal: 1 }]).match.result!;
    expect(two.winners).toEqual([0, 2, 3]);
    expect(two.tiebreak).toMatchObject({ tied: [0, 2, 3], deals: 3 });
    // Given up in the second tie-break deal, the seat is out of those that follow.
    const late = play("tie", flat, [{ seat: 0, deal: 7 }]).match.result!;
    expect(late).toMatchObject({ winners: [1, 2, 3], tiebreak: { deals: 3 } });
    // The last one who stands needs no deal more.
    const alone = play("tie", flat, [
      { seat: 0, deal: 2 },
      { seat: 1, deal: 2 },
      { seat: 2, deal: 5 },
    ]).match;
    expect(alone.result).toMatchObject({ winners: [3], tiebreak: null, places: [2, 2, 2, 1] });
    expect(alone.deals).toHaveLength(5);
  });

  test("stands in the record, in JSON and in text, and replays; with another deal or seat the result does not follow", () => {
    const flat = {
      points: { kingOfHearts: 0, queen: 0, diamond: 0, trick: 0 },
      layoutPoints: [0, 0, 0, 0],
      tiebreak: "king_of_hearts_deal",
      tiebreakDeals: 3,
    };
    for (const [asked, forfeits] of [
      [{}, [{ seat: 1, deal: 2 }]],
      [flat, [{ seat: 0, deal: 7 }]],
      [
        flat,
        [
          { seat: 2, deal: 1 },
          { seat: 3, deal: 8 },
        ],
      ],
    ] as const) {
      const record = recordOf(play("record", asked, forfeits.slice()));
      expect(replayRecord(record)).toMatchObject({ ok: true, finished: true });
      const parsed = parseNotation(makeNotation(record));
      expect(parsed).toMatchObject({ ok: true, record: { forfeits, result: record.result } });
      expect(replayRecord({ ...record, forfeits: undefined }).ok).toBe(false);
      expect(
        replayRecord({ ...record, forfeits: forfeits.map(({ seat, deal }) => ({ seat: ((seat + 1) & 3) as 0, deal })) })
          .ok,
      ).toBe(false);
    }
    expect(
      parseNotation(
        `${makeNotation(recordOf(play("record", {}, [{ seat: 1, deal: 2 }]))).replace('[Forfeit "1 2"]', '[Forfeit "5 2"]')}`,
      ),
    ).toMatchObject({ ok: false, fault: { code: "syntax" } });
  });
});
