import assert from "node:assert/strict";
import { describe, expect, test } from "vitest";
import {
  type Card,
  type DealView,
  type Knowledge,
  knowledgeOf,
  type Rules,
  type Seat,
  type SeatCard,
  viewFor,
} from "../../src/engine/index.ts";
import { checkPublicPlay } from "../support/checks.ts";
import { AUDIENCES } from "../support/knowledge.ts";
import { handOf, PACK, playMatches, SEATS, type Watcher } from "../support/play.ts";
import { handsHolding, practising, TestTable } from "../support/positions.ts";
import { randomRules } from "../support/random-rules.ts";

const HEIGHTS = "23456789TJQKA";
const suitOf = (card: string) => card[1];
const isLayout = (deal: DealView) => deal.contracts.includes("trix");

/**
 * Cards that the plays alone rule out for each seat, worked out from docs/rules.md: voids shown, hearts led under a ban, cards that
 * had to be thrown, a king of hearts that had to fall under the ace, passes.
 */
function ruledOut(rules: Rules, deal: DealView): Set<string>[] {
  const out = SEATS.map(() => new Set<string>());
  const rule = (seat: Seat, test: (card: string) => boolean) => {
    for (const card of PACK.filter(test)) out[seat].add(card);
  };
  if (isLayout(deal)) {
    const laid = new Set<string>();
    for (const play of deal.plays) {
      if ("card" in play) laid.add(play.card);
      else
        rule(play.seat, (card) => {
          const at = HEIGHTS.indexOf(card[0]);
          const has = (height: number) => laid.has(`${HEIGHTS[height]}${suitOf(card)}`);
          return !laid.has(card) && (card[0] === "J" || (at > 9 && has(at - 1)) || (at < 9 && has(at + 1)));
        });
    }
    return out;
  }
  const king = deal.contracts.includes("king_of_hearts");
  const bans = king && (deal.contracts.length === 1 || rules.heartLeadInCombined) ? rules.heartLead : "free";
  const penalties = PACK.filter(
    (card) =>
      (card === "KH" && king) ||
      (card[0] === "Q" && deal.contracts.includes("queens")) ||
      (suitOf(card) === "D" && deal.contracts.includes("diamonds")),
  );
  let broken = false;
  (deal.plays as SeatCard[]).forEach(({ seat, card }, i, plays) => {
    const led = suitOf(plays[i - (i % 4)].card);
    if (i % 4 === 0) {
      if (card[1] === "H" && (bans === "only_hearts" || (bans === "until_broken" && !broken)))
        rule(seat, (other) => suitOf(other) !== "H");
    } else if (rules.kingUnderAce && king && led === "H" && card !== "KH") {
      const before = plays.slice(i - (i % 4), i).map((play) => play.card);
      if (before.includes("AH")) rule(seat, (other) => other === "KH");
    }
    if (i % 4 !== 0 && suitOf(card) !== led) {
      rule(seat, (other) => suitOf(other) === led);
      if (rules.voidDiscard === "must_discard_penalties" && !penalties.includes(card))
        rule(seat, (other) => penalties.some((penalty) => penalty === other));
      if (king && rules.voidDiscard === "must_discard_king" && card !== "KH") rule(seat, (other) => other === "KH");
      if (suitOf(card) === "H") broken = true;
    }
  });
  return out;
}

/** Everything obvious is told: what plays rule out, who holds a card shown or doubled, who has no card left. */
function complete(rules: Rules, deal: DealView, { seats, out }: Knowledge): void {
  const played = new Set(deal.plays.flatMap((play) => ("card" in play ? [play.card] : [])));
  const still = PACK.filter((card) => !played.has(card));
  assert.deepEqual(Object.values(out).flat(), still);
  const shown = [...deal.doubled, ...deal.exposed].filter(({ card }) => !played.has(card));
  ruledOut(rules, deal).forEach((cards, seat) => {
    const { cannotHold, holds, voids } = seats[seat];
    assert.equal(seats[seat].seat, seat);
    for (const { seat: holder, card } of shown) if (holder !== seat) cards.add(card);
    // A seat without cards is out; before the cards are dealt nobody is.
    const isOut = deal.handSizes[seat] === 0 && deal.phase !== "contract";
    if (isOut) for (const card of still) cards.add(card);
    assert.deepEqual(
      cannotHold,
      still.filter((card) => cards.has(card)),
      `cards that seat ${seat} cannot hold`,
    );
    assert.deepEqual(
      holds,
      still.filter((card) => shown.some((one) => one.card === card && one.seat === seat)),
      `cards that seat ${seat} holds`,
    );
    assert.deepEqual(
      voids,
      [..."SHDC"].filter((suit) => still.every((card) => suitOf(card) !== suit || cards.has(card))),
      `voids of seat ${seat}`,
    );
  });
}

/** What a deal of these contracts gives out in all where nothing is doubled. */
function totalOf({ points, layoutPoints }: Rules, contracts: readonly string[]): number {
  const worth: Record<string, number> = {
    king_of_hearts: -points.kingOfHearts,
    queens: -4 * points.queen,
    diamonds: -13 * points.diamond,
    tricks: -13 * points.trick,
    trix: layoutPoints.reduce((sum, each) => sum + each, 0),
  };
  return contracts.reduce((sum, name) => sum + worth[name], 0);
}

/** How often each thing that the checks are about came up. */
interface Seen {
  positions: number;
  voids: number;
  passes: number;
  holds: number;
  sums: number;
  lastDeals: number;
}

const watch =
  (rules: Rules, seen: Seen): Watcher =>
  ({ after }) => {
    const { deal } = viewFor(after, "public");
    const knowledge = knowledgeOf(rules, deal);
    complete(rules, deal, knowledge);
    for (const audience of AUDIENCES)
      assert.deepEqual(
        knowledgeOf(rules, viewFor(after, audience).deal),
        knowledge,
        `${audience} is told other things`,
      );
    const hands = SEATS.map((seat) => handOf(after, seat));
    for (const { seat, voids, cannotHold, holds } of knowledge.seats) {
      assert.ok(
        cannotHold.every((card) => !hands[seat].includes(card)),
        `seat ${seat} holds a card that it is said not to hold`,
      );
      assert.ok(
        holds.every((card) => hands[seat].includes(card)),
        `seat ${seat} does not hold a card that it is said to hold`,
      );
      assert.ok(
        voids.every((suit) => hands[seat].every((card) => suitOf(card) !== suit)),
        `seat ${seat} is not void as it is said to be`,
      );
      seen.voids += voids.length;
      seen.holds += holds.length;
    }
    seen.positions++;
    if (deal.plays.some((play) => !("card" in play))) seen.passes++;
    if (after.result !== null) seen.lastDeals++;
    if (deal.contracts.length === 0) assert.equal(knowledge.pointsToCome, 0, "points before a contract is named");
    if (deal.doubled.length > 0 || deal.contracts.length === 0) return;
    // The points of trix are booked at the end of the deal; those of a place are given once it is taken.
    const given = isLayout(deal) ? rules.layoutPoints.slice(0, deal.places.length) : deal.points;
    assert.equal(
      given.reduce((sum, each) => sum + each, 0) + knowledge.pointsToCome,
      totalOf(rules, deal.contracts),
      "points given and to come",
    );
    seen.sums++;
  };

const run = (name: string, matches: number, requestFor: Parameters<typeof playMatches>[2]): Seen => {
  const seen: Seen = { positions: 0, voids: 0, passes: 0, holds: 0, sums: 0, lastDeals: 0 };
  playMatches(name, matches, requestFor, (rules) => [watch(rules, seen)]);
  return seen;
};

describe("what public play tells", () => {
  test("is true of the hidden hands, misses nothing obvious, adds up to the deal's points, and is the same for every audience, under random option sets", () => {
    const seen = run("tells", 12, (random) => ({
      ...randomRules(random),
      kingdoms: 1,
      mode: random.pick(["classic", "complex", "combination"]),
      practice: undefined,
    }));
    expect(seen.positions).toBeGreaterThan(1500);
    for (const count of [seen.voids, seen.passes, seen.holds, seen.sums, seen.lastDeals])
      expect(count).toBeGreaterThan(5);
  });

  test("the same where cards that count must be thrown and the king falls under the ace, in deals of one contract and of several", () => {
    const contracts = ["king_of_hearts", "queens", "diamonds"];
    const seen = run("forced", 12, (_, i) => ({
      ...(i % 2 === 0
        ? { mode: "practice", practice: { contracts, deals: 6 } }
        : { mode: "complex", kingdoms: 1, heartLeadInCombined: i % 4 === 1 }),
      heartLead: "free",
      voidDiscard: i % 3 > 0 ? "must_discard_penalties" : "free",
      kingUnderAce: i % 3 < 2,
      doubling: { enabled: i % 4 < 2 },
    }));
    expect(seen.positions).toBeGreaterThan(1000);
  });

  test("the same where hearts may not be led, the king of hearts must be thrown, and passes are sent by their seats", () => {
    const heartLeads = ["only_hearts", "until_broken"];
    const seen = run("bans", 10, (_, i) => ({
      mode: "practice",
      practice: { contracts: ["king_of_hearts", "trix"], deals: 6 },
      heartLead: heartLeads[i % 2],
      voidDiscard: i % 3 > 0 ? "must_discard_king" : "free",
      layoutPass: "explicit",
      exposeTwos: "after_first_round",
      doubling: { enabled: i % 2 === 0 },
    }));
    expect(seen.passes).toBeGreaterThan(100);
  });

  test("no lie, however the table is brought to an end: full option sets, revokes among them", () => {
    expect(checkPublicPlay(15).deals).toBeGreaterThan(50);
  });
});

describe("single facts", () => {
  const told = (table: TestTable) => knowledgeOf(table.match.table.rules, viewFor(table.match, "public").deal);

  test("before the first card nothing is known but the seven of hearts that settled the king, the cards out and the points to come", () => {
    const { seats, out, pointsToCome } = told(
      new TestTable(practising("diamonds"), [handsHolding(["7H", "", "", ""])]),
    );
    expect(seats).toEqual(
      SEATS.map((seat) => ({ seat, voids: [], cannotHold: seat === 0 ? [] : ["7H"], holds: seat === 0 ? ["7H"] : [] })),
    );
    expect(Object.values(out).flat()).toEqual(PACK);
    expect(pointsToCome).toBe(-130);
  });

  test("a doubled card lies with its doubler, and with nobody else, until it is played", () => {
    const table = new TestTable(practising("king_of_hearts"), [handsHolding(["7H", "KH", "", ""])]);
    for (const seat of SEATS) table.act(seat, { type: "double", cards: seat === 1 ? ["KH"] : [] });
    const { seats, pointsToCome } = told(table);
    expect(seats.map(({ holds }) => holds)).toEqual([["7H"], ["KH"], [], []]);
    expect(seats.map(({ cannotHold }) => cannotHold)).toEqual([
      ["KH"],
      ["7H"],
      ["KH", "7H"],
      ["KH", "7H"],
    ] satisfies Card[][]);
    expect(pointsToCome).toBe(-75);
  });

  test("open hands are known to the last card, each seat's absences with them", () => {
    const { seats } = told(
      new TestTable(practising("tricks", { openHands: true }), [handsHolding(["AS", "", "", ""])]),
    );
    for (const { holds, cannotHold } of seats) expect([holds.length, cannotHold.length]).toEqual([13, 39]);
  });

  test("a void seat that throws a card which does not count holds none that does; one that throws such a card may hold more", () => {
    const request = { mode: "complex", voidDiscard: "must_discard_penalties" };
    const harmless = "JC TC 9C 8C 7C 6C 5C 4C 3C 2C 4H 3H 2H";
    const table = new TestTable(request, [handsHolding(["7H 2S", harmless, "9S", "3D 2D"], ["", "", "", "S"])]);
    table.name("king_of_hearts", "queens", "diamonds", "tricks").double().play("2S 9C 9S 2D");
    const { seats } = told(table);
    expect(seats[1].voids).toEqual(["S", "D"]);
    expect(seats[1].cannotHold).toEqual(expect.arrayContaining(["KH", "QH", "QC"]));
    expect(seats[1].cannotHold).not.toContain("AH");
    expect(seats[3].voids).toEqual(["S"]);
    for (const card of ["3D", "KH", "QC"]) expect(seats[3].cannotHold).not.toContain(card);
  });

  test("a heart played after the ace that is not the king shows that the king is not there, a revoke in that trick too", () => {
    const options = { kingUnderAce: true, heartLead: "free", revoke: "penalize" };
    const hands = handsHolding(["7H AH", "9H", "8H 2C", "KH"]);
    const table = new TestTable(practising("king_of_hearts", options), [hands]).double().play("AH 9H");
    const lacksKing = () => told(table).seats.map(({ cannotHold }) => cannotHold.includes("KH"));
    expect(lacksKing()).toEqual([false, true, false, false]);
    expect(table.play("2C").match.result).not.toBeNull();
    expect(lacksKing()).toEqual([false, true, true, false]);
    expect(told(table).seats[2].voids).toEqual([]);
  });

  test("a revoke that ends the match shows no void, by whichever card of the trick, and leaves no points to come", () => {
    for (const cards of ["2S 3D", "2S 3S 4S 5D"]) {
      const hands = handsHolding(["7H 2S", "3D 3S 9S", "4S", "5D TS"]);
      const table = new TestTable(practising("tricks", { revoke: "penalize" }), [hands]).play(cards);
      expect(table.match.result).not.toBeNull();
      const { seats, pointsToCome } = told(table);
      expect(seats.flatMap(({ voids }) => voids)).toEqual([]);
      expect(seats.flatMap(({ cannotHold }) => cannotHold.filter((card) => card !== "7H"))).toEqual([]);
      expect(pointsToCome).toBe(0);
    }
  });
});
