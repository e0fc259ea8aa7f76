import { describe, expect, test } from "vitest";
import { type Contract, viewFor } from "../../src/engine/index.ts";
import { playMatch, randomDealing, rulesOf, SEATS } from "../support/play.ts";
import { handsHolding, practising, TestTable } from "../support/positions.ts";
import { randomFrom } from "../support/random.ts";
import type { RulesAsked } from "../support/random-rules.ts";

type Held = readonly [string, string, string, string];

interface Scene {
  contract: Contract;
  /** Cards that each seat is dealt at least; the holder of 7♥ is king and leads. */
  held: Held;
  /** Suits that a seat is dealt none of. */
  without?: Held;
  doubled?: Record<number, string>;
  play: string;
}

/** The points after the scene's plays, under these options. */
function pointsOf({ contract, held, without, doubled, play }: Scene, options: RulesAsked = {}): number[] {
  const table = new TestTable(practising(contract, options), [handsHolding(held, without)]);
  table.double(doubled).play(play);
  return table.match.result === null ? table.points : table.scored[0];
}

/** The same in a complex deal of all four trick contracts. */
function complexPoints({ held, without, doubled, play }: Omit<Scene, "contract">): number[] {
  const table = new TestTable({ mode: "complex" }, [handsHolding(held, without)]);
  return table.name("king_of_hearts", "queens", "diamonds", "tricks").double(doubled).play(play).points;
}

const KING: Contract = "king_of_hearts";
const selfCapture = (value: string, more: RulesAsked = {}) => ({
  heartLead: "free",
  doubling: { selfCapture: value },
  ...more,
});
const credit = (value: string) => ({ heartLead: "free", doubling: { credit: value } });
const partners = { partnership: "opposite" };
const partnerCapture = (value: string) => ({ ...partners, doubling: { partnerCapture: value } });

describe("the worked scores of docs/rules.md section 6, played through the engine", () => {
  const taken: Scene = { contract: KING, held: ["AH", "KH 7H", "4H", "2H"], play: "KH 4H 2H AH" };
  const own = { 1: "KH" };
  const led3: Scene = { contract: KING, held: ["3H", "KH", "4H", "7H 2H"], doubled: own, play: "2H 3H KH 4H" };
  const led2: Scene = { contract: KING, held: ["3H", "KH", "7H 4H", "2H"], doubled: own, play: "4H 2H 3H KH" };
  const led1: Scene = { contract: KING, held: ["3H", "KH 7H", "4H", "2H"], doubled: own, play: "KH 4H 2H 3H" };
  const queens: Scene = {
    contract: "queens",
    held: ["7H AS AH", "5S 5H", "QS 4H", "2S QH"],
    doubled: { 3: "QH" },
    play: "AS 5S QS 2S AH 5H 4H QH",
  };
  const revokedLate: Scene = {
    contract: "queens",
    held: ["7H AS 2H", "QS 3H 2C", "QD", "3S"],
    without: ["", "", "S", ""],
    play: "AS QS QD 3S 2H 2C",
  };
  const revokedAfterDoubled: Scene = {
    contract: "queens",
    held: ["7H AH AS", "3H 2S 2C", "QH 4S", "4H"],
    doubled: { 2: "QH" },
    play: "AH 3H QH 4H AS 2C",
  };
  const full = { revoke: "penalize", revokeCost: "full" };
  const partner: Scene = {
    contract: "queens",
    held: ["7H QS", "2S", "AS", "5S"],
    doubled: { 0: "QS" },
    play: "QS 2S AS 5S",
  };
  const revoked: Scene = {
    contract: KING,
    held: ["6S 2C", "7H AS", "KH 5S", "4S"],
    doubled: { 2: "KH" },
    play: "AS 5S 4S 2C",
  };

  test.each<[string, Scene, RulesAsked, number[]]>([
    ["king, plain, seat 0 takes", taken, { heartLead: "free" }, [-75, 0, 0, 0]],
    ["king, 1 doubled, 0 takes", { ...taken, doubled: own }, { heartLead: "free" }, [-150, 75, 0, 0]],
    ["king, 1 doubled, 0 takes: credit nobody", { ...taken, doubled: own }, credit("nobody"), [-150, 0, 0, 0]],
    ["king solo, 1 doubled and takes it, 3 led: single", led3, selfCapture("single"), [0, -75, 0, 0]],
    ["king solo, 1 doubled and takes it, 3 led: leader_gains", led3, selfCapture("leader_gains"), [0, -150, 0, 75]],
    ["king solo, 1 doubled and takes it, 3 led: double", led3, selfCapture("double"), [0, -150, 0, 0]],
    ["king solo, 1 doubled and takes it, 3 led: quadruple", led3, selfCapture("quadruple"), [0, -300, 0, 0]],
    ["king solo, 1 doubled, led and takes it: leader_gains", led1, selfCapture("leader_gains"), [0, -75, 0, 0]],
    [
      "king solo, 1 doubled, led and takes it: leader_gains_strict",
      led1,
      selfCapture("leader_gains_strict"),
      [0, -150, 0, 0],
    ],
    [
      "king solo, 1 doubled and takes it, 3 led: leader_gains_strict",
      led3,
      selfCapture("leader_gains_strict"),
      [0, -150, 0, 75],
    ],
    [
      "partners, 1 doubled and takes it, 3 led: leader_gains",
      led3,
      selfCapture("leader_gains", partners),
      [0, -150, 0, 0],
    ],
    [
      "partners, 1 doubled and takes it, 2 led: leader_gains",
      led2,
      selfCapture("leader_gains", partners),
      [0, -150, 75, 0],
    ],
    [
      "partners, 1 doubled, led and takes it: leader_gains",
      led1,
      selfCapture("leader_gains", partners),
      [0, -75, 0, 0],
    ],
    [
      "partners, 1 doubled, led and takes it: preset jordan",
      led1,
      { preset: "jordan", partnership: "opposite", heartLead: "free", earlyEnd: false },
      [0, -150, 0, 0],
    ],
    ["queens, 0 takes plain Q♠ and Q♥ doubled by 3", queens, {}, [-75, 0, 0, 25]],
    ["partners, 0 doubled Q♠, 2 takes it: as_opponent", partner, partnerCapture("as_opponent"), [25, 0, -50, 0]],
    ["partners, 0 doubled Q♠, 2 takes it: no_bonus", partner, partnerCapture("no_bonus"), [0, 0, -50, 0]],
    ["partners, 0 doubled Q♠, 2 takes it: single", partner, partnerCapture("single"), [0, 0, -25, 0]],
    ["partners, 0 doubled Q♠, 2 takes it: opponents_gain", partner, partnerCapture("opponents_gain"), [0, 25, -50, 25]],
    ["queens, 0 has taken two, 1 revokes: full", revokedLate, full, [-50, -100, 0, 0]],
    ["queens, 0 has taken Q♥, doubled by 2, 1 revokes: full", revokedAfterDoubled, full, [-50, -100, 25, 0]],
    ["king, 2 doubled K♥, still out; 0 revokes", revoked, { revoke: "penalize" }, [-150, 0, 75, 0]],
  ])("%s", (_name, scene, options, points) => {
    expect(pointsOf(scene, options)).toEqual(points);
  });

  test("complex, 0 doubled Q♦, 1 takes it, nothing else in the trick", () => {
    expect(
      complexPoints({
        held: ["QD", "7H AC", "8C", "3C"],
        without: ["C", "", "", ""],
        doubled: { 0: "QD" },
        play: "AC 8C 3C QD",
      }),
    ).toEqual([25, -75, 0, 0]);
  });

  test("complex, 2 doubled K♥ and threw it on 3's club, 0 wins the trick", () => {
    expect(
      complexPoints({
        held: ["KC", "2C", "KH", "7H 3C"],
        without: ["", "", "C", ""],
        doubled: { 2: "KH" },
        play: "3C KC 2C KH",
      }),
    ).toEqual([-165, 0, 75, 0]);
  });

  test("partners, trix places 0, 2, 1, 3: team 0+2 +350, team 1+3 +150", () => {
    let found = 0;
    for (let i = 0; i < 200; i++) {
      const random = randomFrom(`places ${i}`);
      const match = playMatch(rulesOf(practising("trix", partners)), randomDealing(random), random);
      if (match.deals[0].places.join() !== "0,2,1,3") continue;
      found++;
      expect(match.deals[0].points).toEqual([200, 100, 150, 50]);
      expect(viewFor(match, "public").teams).toEqual([
        { seats: [0, 2], score: 350, total: 350 },
        { seats: [1, 3], score: 150, total: 150 },
      ]);
      expect(match.result).toMatchObject({ winners: [0, 2], places: [1, 2, 1, 2] });
    }
    expect(found).toBeGreaterThan(0);
  });
});

describe("golden table: contract x doubling x taker gives the four scores", () => {
  const cases = SEATS.flatMap((taker) =>
    SEATS.flatMap((holder) => [false, true].map((doubled) => ({ taker, holder, doubled }))),
  );

  test.each([
    { contract: KING, card: "KH", suit: "H", value: 75 },
    { contract: "queens" as Contract, card: "QS", suit: "S", value: 25 },
  ])("$card in $contract", ({ contract, card, suit, value }) => {
    for (const { taker, holder, doubled } of cases) {
      // The seat to the right of the taker leads low, and everyone follows.
      const leader = (taker + 1) % 4;
      const low = ["2", "3", "4", "5"];
      const held = SEATS.map(
        (seat) =>
          `${low[seat]}${suit} ${seat === holder ? card : ""} ${seat === taker && taker !== holder ? `A${suit}` : ""}`,
      );
      held[leader] += " 7H";
      const order = [0, 1, 2, 3].map((step) => (leader + step) % 4);
      const played = order.map((seat) =>
        seat === holder ? card : seat === taker ? `A${suit}` : `${low[seat]}${suit}`,
      );
      const points = pointsOf(
        { contract, held: held as unknown as Held, doubled: doubled ? { [holder]: card } : {}, play: played.join(" ") },
        { heartLead: "free" },
      );
      const expected = [0, 0, 0, 0];
      if (taker === holder || !doubled) expected[taker] = -value;
      else [expected[taker], expected[holder]] = [-2 * value, value];
      expect({ taker, holder, doubled, points }).toEqual({ taker, holder, doubled, points: expected });
    }
  });
});

describe("penalties", () => {
  /** Plays out a single contract and returns the finished table. */
  const played = (contract: Contract, seed: number, options: RulesAsked = {}) => {
    const random = randomFrom(`${contract} ${seed}`);
    return playMatch(rulesOf(practising(contract, options)), randomDealing(random), random);
  };

  test.each<[Contract, number]>([
    [KING, -75],
    ["queens", -100],
    ["diamonds", -130],
    ["tricks", -195],
    ["trix", 500],
  ])("a deal of %s gives out %i in all, whoever takes what", (contract, total) => {
    for (let seed = 0; seed < 100; seed++)
      expect(played(contract, seed).deals[0].points.reduce((a, b) => a + b, 0)).toBe(total);
  });

  test("13 tricks are taken in every deal of tricks, the last one too, at 15 each", () => {
    for (let seed = 0; seed < 100; seed++) {
      const { deal } = played("tricks", seed);
      expect(deal.tricks.reduce((a, b) => a + b, 0)).toBe(13);
      expect(deal.points).toEqual(deal.tricks.map((count) => (count === 0 ? 0 : -15 * count)));
    }
  });

  test("land on takers alone, and the bonus of a doubling on its doubler alone", () => {
    for (let seed = 0; seed < 200; seed++) {
      const match = played("queens", seed);
      const { taken, doubled } = viewFor(match, "public").deal;
      match.deals[0].points.forEach((points, seat) => {
        if (points < 0) expect(taken[seat].cards.some((card) => card.startsWith("Q"))).toBe(true);
        if (points > 0) expect(doubled.some((one) => one.seat === seat)).toBe(true);
        if (!doubled.some((one) => one.seat === seat) && !taken[seat].cards.some((card) => card.startsWith("Q")))
          expect(points).toBe(0);
      });
    }
  });

  test("a seat that took tricks without a counting card has tricks and no points: the two are counted apart", () => {
    let seen = 0;
    for (let seed = 0; seed < 100; seed++) {
      const { taken } = viewFor(played("diamonds", seed), "public").deal;
      for (const { tricks, cards, points } of taken) {
        expect(cards.length).toBe(4 * tricks);
        expect(points).toBe(-10 * cards.filter((card) => card.endsWith("D")).length || 0);
        if (tricks > 0 && points === 0) seen++;
      }
    }
    expect(seen).toBeGreaterThan(10);
  });

  test("are charged to a revoker for all that is still out, the unfinished trick's cards too, even by its fourth card", () => {
    const scene: Scene = { contract: "queens", held: ["7H AS 2H", "QS 3H", "4S 4H", "5S 5H 2C"], play: "AS QS 4S 2C" };
    expect(pointsOf(scene, { revoke: "penalize" })).toEqual([0, 0, 0, -100]);
    const second = {
      ...scene,
      held: ["7H AS AH", "QS 3H", "4S 4H", "5S 5H 2C"] as const,
      play: "AS QS 4S 5S AH 3H 4H 2C",
    };
    expect(pointsOf(second, { revoke: "penalize" })).toEqual([-25, 0, 0, -75]);
    const tricks: Scene = { ...scene, contract: "tricks", play: "AS QS 4S 5S 2H 3H 4H 2C" };
    expect(pointsOf(tricks, { revoke: "penalize" })).toEqual([-15, 0, 0, -180]);
  });

  test("of a revoke go to the revoker as if that seat had led: its own doubled card costs it the plain value under leader_gains", () => {
    const scene: Scene = {
      contract: KING,
      held: ["7H AS", "KH 3S 2C", "4S", "5S"],
      doubled: { 1: "KH" },
      play: "AS 2C",
    };
    expect(pointsOf(scene, { revoke: "penalize", doubling: { selfCapture: "leader_gains" } })).toEqual([0, -75, 0, 0]);
    expect(pointsOf(scene, { revoke: "penalize", doubling: { selfCapture: "quadruple" } })).toEqual([0, -300, 0, 0]);
    expect(pointsOf(scene, { revoke: "penalize", doubling: { selfCapture: "leader_gains_strict" } })).toEqual([
      0, -150, 0, 0,
    ]);
  });

  test("of a revoke at full cost are those of the whole deal, tricks and Q♦'s two values too, whoever has taken what", () => {
    const tricks: Scene = {
      contract: "tricks",
      held: ["7H AS 2H", "3H 2S 2C", "4S", "5S"],
      play: "AS 2S 4S 5S 2H 2C",
    };
    const cost = { revoke: "penalize", revokeCost: "full" };
    expect(pointsOf(tricks, cost)).toEqual([-15, -195, 0, 0]);
    const combined = new TestTable({ ...cost, mode: "complex" }, [
      handsHolding(["7H AD 2H", "3H 2D 2C", "QD", "3D"], ["", "", "", ""]),
    ]);
    combined.name("king_of_hearts", "queens", "diamonds", "tricks").double().play("AD 2D QD 3D 2H 2C");
    expect(combined.scored.at(-1)).toEqual([-80, -75 - 100 - 130 - 195, 0, 0]);
  });

  test("of a doubled card move by credit only where somebody else takes it for the doubler", () => {
    const nobody = (more: RulesAsked, doubling: object = {}) => ({
      heartLead: "free",
      ...more,
      doubling: { ...doubling, credit: "nobody" },
    });
    const led3: Scene = {
      contract: KING,
      held: ["3H", "KH", "4H", "7H 2H"],
      doubled: { 1: "KH" },
      play: "2H 3H KH 4H",
    };
    const led1: Scene = { ...led3, held: ["3H", "KH 7H", "4H", "2H"], play: "KH 4H 2H 3H" };
    expect(pointsOf(led3, nobody({}, { selfCapture: "leader_gains" }))).toEqual([0, -150, 0, 75]);
    expect(pointsOf(led1, nobody({}, { selfCapture: "leader_gains" }))).toEqual([0, -75, 0, 0]);
    const partner: Scene = {
      contract: "queens",
      held: ["7H QS", "2S", "AS", "5S"],
      doubled: { 0: "QS" },
      play: "QS 2S AS 5S",
    };
    expect(pointsOf(partner, nobody(partners, { partnerCapture: "as_opponent" }))).toEqual([0, 0, -50, 0]);
    expect(pointsOf(partner, nobody(partners, { partnerCapture: "opponents_gain" }))).toEqual([0, 25, -50, 25]);
    expect(pointsOf(partner, nobody({}, { partnerCapture: "opponents_gain" }))).toEqual([0, 0, -50, 0]);
  });
});
