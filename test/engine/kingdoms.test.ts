import { describe, expect, test } from "vitest";
import { type Contract, type Match, type MatchEvent, viewFor } from "../../src/engine/index.ts";
import { playoffKing } from "../../src/engine/tiebreak.ts";
import { playMatch, randomDealing, rulesOf, SEATS } from "../support/play.ts";
import { handsHolding, TestTable } from "../support/positions.ts";
import { randomFrom } from "../support/random.ts";
import type { RulesAsked } from "../support/random-rules.ts";

/** Plays a random match and returns it with all of its events. */
function played(request: RulesAsked, seed: string): { match: Match; events: MatchEvent[] } {
  const random = randomFrom(seed),
    events: MatchEvent[] = [];
  return {
    match: playMatch(rulesOf(request), randomDealing(random), random, [
      (step) => {
        events.push(...step.events);
      },
    ]),
    events,
  };
}

describe("kingdoms", () => {
  test.each(SEATS)(
    "seat %i, dealt 7♥, is the first king; the next kings sit one to the right each, and every contract is played once in each",
    (king) => {
      const held = SEATS.map((seat) => (seat === king ? "7H" : "")) as unknown as [string, string, string, string];
      const table = new TestTable({}, [handsHolding(held)]).playOut(() => false);
      expect(table.match.kings).toEqual([0, 1, 2, 3].map((step) => (king + step) % 4));
      for (let kingdom = 0; kingdom < 4; kingdom++) {
        const deals = table.match.deals.slice(kingdom * 5, kingdom * 5 + 5);
        expect(deals.map((deal) => deal.king)).toEqual(Array(5).fill(table.match.kings[kingdom]));
        expect(deals.map((deal) => deal.contracts).sort((a, b) => a - b)).toEqual([1, 2, 4, 8, 16]);
      }
    },
  );

  test("the seat dealt 7♥ is announced in the deal that settles the king, and in no other", () => {
    const { events } = played({ preset: "trix" }, "announced");
    const started = events.filter((event) => event.type === "deal_started");
    expect(started.map((event) => event.sevenOfHearts !== null)).toEqual(started.map((_, i) => i === 0));
    const rotating = played({ kingdomRotation: "seven_of_hearts" }, "announced").events.filter(
      (event) => event.type === "deal_started",
    );
    expect(rotating.map((event) => event.sevenOfHearts !== null)).toEqual(rotating.map((_, i) => i % 5 === 0));
  });

  test("the first king is drawn or seat 0 under any rotation, and no 7♥ is announced for them; later ones follow as the rotation says", () => {
    for (const [firstKing, first] of [
      ["drawn", 3],
      ["seat0", 0],
    ] as const)
      for (const [kingdomRotation, steps] of [
        ["right", [0, 1, 2, 3]],
        ["across", [0, 1, 3, 2]],
      ] as const) {
        // 7♥ lies with 2, who is not the first king.
        const packs = [handsHolding(["", "", "7H", ""])];
        const table = new TestTable({ firstKing, kingdomRotation, mode: "complex" }, packs, 0, 3).playOut(() => false);
        expect(table.match.kings).toEqual(steps.map((step) => (first + step) % 4));
        expect(table.events.some((event) => event.type === "deal_started" && event.sevenOfHearts !== null)).toBe(false);
      }
    // By 7♥ from the second kingdom on: it lies with the first king, so the seat to the right is next.
    const seven = new TestTable(
      { firstKing: "seat0", kingdomRotation: "seven_of_hearts", mode: "complex", kingdoms: 2 },
      Array.from({ length: 4 }, (_, i) => handsHolding(["7H", "", "", ""], undefined, i)),
    ).playOut(() => false);
    expect(seven.match.kings).toEqual([0, 1]);
    const announced = seven.events.flatMap((event) => (event.type === "deal_started" ? [event.sevenOfHearts] : []));
    expect(announced.slice(0, 4)).toEqual([null, null, 0, null]);
    const practice = { contracts: ["queens" as Contract], deals: 3 };
    expect(
      new TestTable({ mode: "practice", practice, firstKing: "drawn" }, [], 0, 2).playOut(() => false).match.kings,
    ).toEqual([2, 3, 0]);
  });

  test("a shorter match has the first of the kings that sit across", () => {
    const kings = (kingdoms: number) =>
      new TestTable({ kingdomRotation: "across", mode: "complex", kingdoms }, [
        handsHolding(["", "7H", "", ""]),
      ]).playOut(() => false).match.kings;
    expect([1, 2, 3].map(kings)).toEqual([[1], [1, 2], [1, 2, 0]]);
  });

  test("a match is 20 deals in classic, 8 in complex, 2 to 5 a kingdom in combination, and as many as asked in practice", () => {
    expect(played({}, "length").match.deals.filter((deal) => !deal.tiebreak)).toHaveLength(20);
    expect(played({ mode: "complex" }, "length").match.deals.filter((deal) => !deal.tiebreak)).toHaveLength(8);
    for (let i = 0; i < 20; i++) {
      const { length } = played({ mode: "combination", kingdoms: 1 }, `length ${i}`).match.deals.filter(
        (deal) => !deal.tiebreak,
      );
      expect(length).toBeGreaterThanOrEqual(2);
      expect(length).toBeLessThanOrEqual(5);
    }
    const practice = played({ mode: "practice", practice: { contracts: ["queens", "trix"], deals: 7 } }, "length");
    expect(practice.match.kings).toEqual([0, 1, 2, 3, 4, 5, 6].map((step) => (practice.match.kings[0] + step) % 4));
    expect(practice.events.filter((event) => event.type === "kingdom_ended")).toHaveLength(7);
  });

  test("combined deals that name the same contracts in several deals score them as they would at once", () => {
    for (let i = 0; i < 50; i++) {
      const { match } = played({ mode: "combination", kingdoms: 1, doubling: { enabled: false } }, `combined ${i}`);
      expect(match.totals.reduce((a, b) => a + b, 0)).toBe(0);
      for (const deal of match.deals) {
        const values = [-75, -100, -130, -195, 500].filter((_, bit) => (deal.contracts & (1 << bit)) !== 0);
        if (!deal.tiebreak) expect(deal.points.reduce((a, b) => a + b, 0)).toBe(values.reduce((a, b) => a + b, 0));
      }
    }
  });
});

describe("ties for the first place", () => {
  const zeros = {
    points: { kingOfHearts: 0, queen: 0, diamond: 0, trick: 0 },
    layoutPoints: [0, 0, 0, 0],
    kingdoms: 1,
  };

  test("king_of_hearts_deal: the first king rules at most three extra deals, nobody's total changes, the places stay shared", () => {
    const { match, events } = played(
      { ...zeros, tiebreak: "king_of_hearts_deal", tiebreakDeals: 3, mode: "complex" },
      "shared",
    );
    const extra = match.deals.filter((deal) => deal.tiebreak);
    expect(extra.map(({ number, king, contracts }) => ({ number, king, contracts }))).toEqual(
      [1, 2, 3].map((number) => ({ number, king: match.kings[0], contracts: 1 })),
    );
    expect(match.result).toMatchObject({ winners: [0, 1, 2, 3], places: [1, 1, 1, 1], totals: [0, 0, 0, 0] });
    expect(events.filter((event) => event.type === "tiebreak_started").map((event) => event.tied)).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ]);
  });

  test("each tie-break deal leaves only those best in it; totals stay, a place is shared, one wins", () => {
    let narrowed = 0;
    for (let i = 0; i < 60; i++) {
      const request = {
        points: { kingOfHearts: 75, queen: 0, diamond: 0, trick: 0 },
        layoutPoints: [0, 0, 0, 0],
        kingdoms: 1,
        tiebreak: "king_of_hearts_deal",
        tiebreakDeals: 3,
      };
      const { match, events } = played({ ...request, doubling: { enabled: false } }, `narrow ${i}`);
      let tied = SEATS.filter((seat) => match.totals[seat] === 0);
      for (const deal of match.deals.filter((one) => one.tiebreak)) {
        tied = tied.filter((seat) => tied.every((other) => deal.points[seat] >= deal.points[other]));
        narrowed++;
      }
      expect(match.result!.winners).toEqual(tied);
      expect(match.result!.places).toEqual(match.totals.map((total) => (total === 0 ? 1 : 4)));
      expect(events.filter((event) => event.type === "kingdom_ended")).toHaveLength(1);
    }
    expect(narrowed).toBeGreaterThan(60);
  });

  test("trix_firsts_then_playoff: the seat with most first places in trix deals wins without a playoff", () => {
    const { match } = played({ ...zeros, tiebreak: "trix_firsts_then_playoff" }, "firsts");
    const trix = match.deals.find((deal) => deal.contracts === 16)!;
    expect(match.result!.winners).toEqual([trix.places[0]]);
    expect(match.deals).toHaveLength(5);
  });

  test("trix_firsts_then_playoff: equal first places lead to a playoff whose king is the tied seat earliest in kingdom order", () => {
    let playoffs = 0;
    for (let i = 0; i < 80 && playoffs < 10; i++) {
      const { match, events } = played({ ...zeros, kingdoms: 2, tiebreak: "trix_firsts_then_playoff" }, `playoff ${i}`);
      const tie = events.find((event) => event.type === "tiebreak_started");
      if (tie?.type !== "tiebreak_started") continue;
      playoffs++;
      const order = match.kings.concat([1, 2].map((step) => (match.kings[1] + step) % 4));
      expect(match.deals[10]).toMatchObject({
        tiebreak: true,
        king: order.find((seat) => tie.tied.includes(seat as 0)),
      });
      expect(tie.firsts!.filter((count) => count === Math.max(...tie.firsts!)).length).toBe(tie.tied.length);
    }
    expect(playoffs).toBe(10);
  });

  test.each<[string, object, string[][], number[]]>([
    // 7♥ with 0, then with 2; of the others, 3 sits to the right of 2.
    [
      "two kingdoms, ruled by 0 and 2",
      { kingdoms: 2 },
      [
        ["7H", "", "", ""],
        ["", "", "7H", ""],
      ],
      [0, 2, 3, 1],
    ],
    [
      "two kingdoms, ruled by 1 and 0",
      { kingdoms: 2 },
      [
        ["", "7H", "", ""],
        ["7H", "", "", ""],
      ],
      [1, 0, 2, 3],
    ],
    [
      "three kingdoms, ruled by 3, 0 and 2",
      { kingdoms: 3 },
      [
        ["", "", "", "7H"],
        ["7H", "", "", ""],
        ["", "", "7H", ""],
      ],
      [3, 0, 2, 1],
    ],
    ["two kingdoms that sit across", { kingdoms: 2, kingdomRotation: "across" }, [["", "", "7H", ""]], [2, 3, 0, 1]],
    ["one kingdom", { kingdoms: 1 }, [["", "7H", "", ""]], [1, 2, 3, 0]],
  ])("a playoff is ruled by the tied seat earliest in kingdom order: %s", (_name, options, held, order) => {
    const request = { ...zeros, kingdomRotation: "seven_of_hearts", mode: "complex", ...options };
    const packs = held.flatMap((seats, i) =>
      [0, 1].map((deal) => handsHolding(seats as [string, string, string, string], undefined, `${i} ${deal}`)),
    );
    const { match } = new TestTable(request, packs).playOut(
      ({ match: { deals } }) => deals.length === packs.length - 1,
    );
    expect(match.kings).toEqual(order.slice(0, match.kings.length));
    for (let i = 0; i < 4; i++) {
      for (let j = i + 1; j < 4; j++) expect(playoffKing(match, [order[j], order[i]])).toBe(order[i]);
    }
    expect(playoffKing(match, order.toSorted())).toBe(order[0]);
  });

  test("a playoff may be any of the five contracts, single, whatever the mode", () => {
    for (let i = 0; i < 80; i++) {
      const random = randomFrom(`offered ${i}`);
      let offered: string[] | null = null;
      playMatch(
        rulesOf({ ...zeros, kingdoms: 2, mode: "complex", tiebreak: "trix_firsts_then_playoff" }),
        randomDealing(random),
        random,
        [
          ({ after }) => {
            if (after.deal.tiebreak && after.deal.phase === "contract")
              offered = viewFor(after, after.deal.king as 0).you!.legalActions.map(({ id }) => id);
          },
        ],
      );
      if (offered !== null) return expect(offered).toEqual(["c:k", "c:q", "c:d", "c:t", "c:x"]);
    }
    expect.fail("no playoff came up");
  });

  test("partners: a tie-break deal compares the sums of the teams, and narrows to both seats of one", () => {
    // A team that takes K♥ and goes out first has 0, as has the other.
    const request = {
      points: { ...zeros.points, kingOfHearts: 75 },
      layoutPoints: [75, 0, 0, 0],
      doubling: { enabled: false },
      kingdoms: 1,
    };
    let narrowed = 0;
    for (let i = 0; i < 40; i++) {
      const { match } = played(
        { ...request, partnership: "opposite", tiebreak: "king_of_hearts_deal" },
        `team tie ${i}`,
      );
      const extra = match.deals.filter((deal) => deal.tiebreak);
      expect(extra.length).toBe(Number(match.totals[0] + match.totals[2] === 0));
      if (extra.length === 0) continue;
      narrowed++;
      expect(match.result!.winners).toEqual(extra[0].points[0] + extra[0].points[2] === 0 ? [0, 2] : [1, 3]);
      expect(match.result!.places).toEqual([1, 1, 1, 1]);
    }
    expect(narrowed).toBeGreaterThan(10);
  });

  test("partners: team sums are compared, both seats win, and places are 1 and 2", () => {
    for (let i = 0; i < 20; i++) {
      const { match } = played({ partnership: "opposite", kingdoms: 1, tiebreak: "shared" }, `teams ${i}`);
      const [even, odd] = [match.totals[0] + match.totals[2], match.totals[1] + match.totals[3]];
      const expected = even === odd ? [1, 1, 1, 1] : even > odd ? [1, 2, 1, 2] : [2, 1, 2, 1];
      expect(match.result).toMatchObject({ places: expected, winners: SEATS.filter((seat) => expected[seat] === 1) });
    }
  });

  test("in practice a tie is shared", () => {
    const practice = { contracts: ["diamonds" as Contract], deals: 1 };
    const { match } = played(
      { points: { diamond: 0 }, mode: "practice", practice, tiebreak: "king_of_hearts_deal" },
      "practice",
    );
    expect(match.result).toMatchObject({ winners: [0, 1, 2, 3], tiebreak: null });
    expect(match.deals).toHaveLength(1);
  });
});
