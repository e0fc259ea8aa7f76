import { describe, expect, test } from "vitest";
import type { OracleDeal, OracleRequest, OracleRules } from "../support/oracle.ts";
import {
  claimant,
  contractChoices,
  dealerOf,
  dealState,
  doublable,
  exposedTwos,
  finalResult,
  kingdomOrder,
  kingOfDeal,
  matchOver,
  mayClaimRedeal,
  phases,
  pointsSoFar,
  RefusedOption,
  resolveRules,
  scoreDeal,
  tiebreakNeeded,
  usedInKingdom,
  validateHistory,
  zeroSumBroken,
  zeroSumHolds,
} from "../support/oracle.ts";
import { at, inPackOrder, PACK, SEATS, SUITS } from "../support/oracle-cards.ts";
import { CONTRACTS, presetDifferences } from "../support/oracle-rules.ts";

const KING = ["king_of_hearts"];
const COMPLEX = ["king_of_hearts", "queens", "diamonds", "tricks"];

/** `"A83.A73.A952.A84"`: spades, hearts, diamonds, clubs. */
function hand(text: string): string[] {
  return text.split(".").flatMap((ranks, suit) => [...ranks].map((rank) => rank + at(SUITS, suit)));
}

const EVEN = ["A83.A73.A952.A84", "K95.K85.K84.K952", "QJT4.964.Q73.Q73", "762.QJT2.JT6.JT6"].map(hand);
const LONG_SUITS = ["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"].map(hand);

/** Moves every hand `steps` seats to the left, so that seat 0 gets the hand of seat `steps`. */
const turned = (hands: string[][], steps: number) => SEATS.map((seat) => at(hands, (seat + steps) % 4));

type DealParts = Partial<Omit<OracleDeal, "plays" | "doubled">> & { doubled?: string; plays?: string };

/** A deal from short texts: `doubled: "1:KH"`, `plays: "0:2S 1:pass"`. */
function deal(parts: DealParts): OracleDeal {
  const pairs = (text = "") =>
    text
      .split(/\s+/)
      .filter((pair) => pair !== "")
      .map((pair) => ({ seat: Number(pair.charAt(0)), card: pair.slice(2) }));
  return {
    number: 1,
    kingdom: 1,
    king: 0,
    dealer: null,
    hands: EVEN,
    contracts: KING,
    ...parts,
    doubled: pairs(parts.doubled),
    plays: pairs(parts.plays).map((play) => (play.card === "pass" ? { seat: play.seat, pass: true } : play)),
  };
}

const rules = (request: OracleRequest = {}) => resolveRules(request);
const partners = (request: OracleRequest = {}) => rules({ partnership: "opposite", ...request });
const selfCapture = (value: string) => ({ heartLead: "free", doubling: { selfCapture: value } });
const partnerCapture = (value: string) => ({ doubling: { partnerCapture: value } });

/** Plays the deal to its end, each seat choosing with `choose`. */
function playedOut(
  options: OracleRules,
  start: OracleDeal,
  choose = (legal: string[]): string => at(legal, 0),
): OracleDeal {
  const plays = [...start.plays];
  for (;;) {
    const state = dealState(options, { ...start, plays });
    if (state.toAct === null) return { ...start, plays };
    if (state.mustPass) plays.push({ seat: state.toAct, pass: true });
    else plays.push({ seat: state.toAct, card: choose(state.legal) });
  }
}

/** A layout in which the seats go out in the order 0, 2, 1, 3, seat 1 waiting for 3♣ with its last card. */
function layoutDeal(options: OracleRules, upTo = 100): OracleDeal {
  const order = [
    "J Q K A T 9 8 7 6 5 4 3 2".split(" ").map((rank) => `${rank}S`),
    "JH QH KH TH 9H 8H 7H 6H 5H 4H 3H 2H 2C".split(" "),
    "JD JC TD 9D 8D 7D 6D 5D 4D 3D QD KD AD".split(" "),
    "TC 9C 8C 7C 6C 5C 4C QC KC AC 2D 3C AH".split(" "),
  ];
  const start = deal({ contracts: ["trix"], hands: order.map(inPackOrder) });
  const finished = playedOut(options, start, (legal) => {
    const wishes = order.flat().filter((card) => legal.includes(card));
    return at(wishes, 0);
  });
  return { ...finished, plays: finished.plays.slice(0, upTo) };
}

describe("worked scores of docs/rules.md section 6", () => {
  const lead3 = { king: 3, plays: "3:2H 0:3H 1:KH 2:4H" };
  const lead2 = { king: 2, plays: "2:4H 3:2H 0:3H 1:KH" };
  const lead1 = { king: 1, plays: "1:KH 2:4H 3:2H 0:3H" };
  const taken0 = { king: 1, plays: "1:KH 2:4H 3:2H 0:AH" };
  const own = { doubled: "1:KH" };
  const queens = { contracts: ["queens"], doubled: "3:QH", plays: "0:AS 1:5S 2:QS 3:2S 0:AH 1:5H 2:4H 3:QH" };
  const partnerTakes = {
    contracts: ["queens"],
    hands: turned(EVEN, 2),
    doubled: "0:QS",
    plays: "0:QS 1:2S 2:AS 3:5S",
  };
  const queenOfDiamonds = {
    contracts: COMPLEX,
    king: 1,
    hands: ["AK2.AQ43.AQ987.K", "QJT.KJT.KT4.AJ94", "987.985.632.QT87", "6543.762.J5.6532"].map(hand),
    doubled: "0:QD",
    plays: "1:4C 2:7C 3:2C 0:KC 0:2S 1:QS 2:7S 3:3S 1:AC 2:8C 3:3C 0:QD",
  };
  const kingThrown = {
    contracts: COMPLEX,
    king: 3,
    hands: ["A83.A7.A952.AK84", "9652.85.K84.J952", "KQJT4.K964.Q763.", "7.QJT32.JT.QT763"].map(hand),
    doubled: "2:KH",
    plays: "3:3C 0:KC 1:2C 2:KH",
  };
  const revoked = { king: 1, hands: turned(EVEN, 3), doubled: "2:KH", plays: "1:AS 2:5S 3:4S 0:2H" };

  test.each<[string, OracleRules, DealParts, number[]]>([
    ["king, plain, 0 takes", rules({ heartLead: "free" }), taken0, [-75, 0, 0, 0]],
    ["king, 1 doubled, 0 takes", rules({ heartLead: "free" }), { ...taken0, ...own }, [-150, 75, 0, 0]],
    [
      "king, 1 doubled, 0 takes, no credit",
      rules({ heartLead: "free", doubling: { credit: "nobody" } }),
      { ...taken0, ...own },
      [-150, 0, 0, 0],
    ],
    ["king, own, single", rules(selfCapture("single")), { ...lead3, ...own }, [0, -75, 0, 0]],
    ["king, own, leader_gains", rules(selfCapture("leader_gains")), { ...lead3, ...own }, [0, -150, 0, 75]],
    ["king, own, double", rules(selfCapture("double")), { ...lead3, ...own }, [0, -150, 0, 0]],
    ["king, own, quadruple", rules(selfCapture("quadruple")), { ...lead3, ...own }, [0, -300, 0, 0]],
    ["king, own, led by the doubler", rules(selfCapture("leader_gains")), { ...lead1, ...own }, [0, -75, 0, 0]],
    [
      "king, own, led by the doubler, strict",
      rules(selfCapture("leader_gains_strict")),
      { ...lead1, ...own },
      [0, -150, 0, 0],
    ],
    ["king, own, 3 led, strict", rules(selfCapture("leader_gains_strict")), { ...lead3, ...own }, [0, -150, 0, 75]],
    [
      "partners, own, 3 led, strict",
      partners(selfCapture("leader_gains_strict")),
      { ...lead3, ...own },
      [0, -150, 0, 0],
    ],
    ["partners, own, jordan", partners({ preset: "jordan", heartLead: "free" }), { ...lead1, ...own }, [0, -150, 0, 0]],
    ["partners, own, 3 led", partners(selfCapture("leader_gains")), { ...lead3, ...own }, [0, -150, 0, 0]],
    ["partners, own, 2 led", partners(selfCapture("leader_gains")), { ...lead2, ...own }, [0, -150, 75, 0]],
    ["partners, own, led by the doubler", partners(selfCapture("leader_gains")), { ...lead1, ...own }, [0, -75, 0, 0]],
    ["queens, plain and doubled", rules(), queens, [-75, 0, 0, 25]],
    ["partner takes, as_opponent", partners(partnerCapture("as_opponent")), partnerTakes, [25, 0, -50, 0]],
    ["partner takes, no_bonus", partners(partnerCapture("no_bonus")), partnerTakes, [0, 0, -50, 0]],
    ["partner takes, single", partners(partnerCapture("single")), partnerTakes, [0, 0, -25, 0]],
    ["partner takes, opponents_gain", partners(partnerCapture("opponents_gain")), partnerTakes, [0, 25, -50, 25]],
    ["opposite seat without partnership", rules(partnerCapture("single")), partnerTakes, [25, 0, -50, 0]],
    ["complex, doubled king thrown", rules({ mode: "complex" }), kingThrown, [-165, 0, 75, 0]],
    ["king, 0 revokes", rules({ revoke: "penalize" }), revoked, [-150, 0, 75, 0]],
  ])("%s", (_name, options, parts, points) => {
    const position = deal(parts);
    expect(validateHistory(options, position)).toBeNull();
    expect(pointsSoFar(options, position)).toEqual(points);
    if (position.contracts === KING) expect(scoreDeal(options, playedOut(options, position))).toEqual(points);
  });

  test("complex, doubled queen of diamonds: the third trick alone gives +25 and -75", () => {
    const options = rules({ mode: "complex" });
    const position = deal(queenOfDiamonds);
    expect(validateHistory(options, position)).toBeNull();
    const before = pointsSoFar(options, { ...position, plays: position.plays.slice(0, 8) });
    expect(before).toEqual([-15, -40, 0, 0]);
    expect(pointsSoFar(options, position)).toEqual([10, -115, 0, 0]);
  });

  test("partners, trix places 0, 2, 1, 3", () => {
    const finished = layoutDeal(partners());
    const points = scoreDeal(partners(), finished);
    expect(points).toEqual([200, 100, 150, 50]);
    expect([at(points, 0) + at(points, 2), at(points, 1) + at(points, 3)]).toEqual([350, 150]);
  });
});

describe("options", () => {
  test("no preset means trix; a preset name alone gives its differences", () => {
    expect(resolveRules({})).toEqual(resolveRules({ preset: "trix" }));
    expect(resolveRules({}).tiebreak).toBe("king_of_hearts_deal");
    expect(resolveRules({ preset: "pagat" }).tiebreak).toBe("shared");
    expect(resolveRules({ preset: "trex" })).toMatchObject(presetDifferences("trex"));
    expect(resolveRules({ preset: "trex" }).redeal.timing).toBe("before_contract");
  });

  test("precedence: request, implied by partnership, preset, defaults", () => {
    expect(resolveRules({ partnership: "opposite" }).exposeTwos).toBe("after_first_round");
    expect(resolveRules({ partnership: "opposite", exposeTwos: "off" }).exposeTwos).toBe("off");
    const merged = resolveRules({ preset: "jordan", doubling: { selfCapture: "double" }, points: { trick: 10 } });
    expect(merged.doubling).toEqual({
      enabled: true,
      cards: "all",
      order: "simultaneous",
      selfCapture: "double",
      partnerCapture: "no_bonus",
      credit: "doubler",
    });
    expect(merged.points).toEqual({ kingOfHearts: 75, queen: 25, diamond: 10, trick: 10 });
    expect(resolveRules({ layoutPoints: [150, 100, 50, -50] }).layoutPoints).toEqual([150, 100, 50, -50]);
  });

  test.each<[string, OracleRequest]>([
    ["kingdoms", { kingdoms: 5 }],
    ["kingdoms", { kingdoms: 1.5 }],
    ["mode", { mode: "normal" }],
    ["preset", { preset: "none" }],
    ["colour", { colour: "red" }],
    ["toString", { toString: 1 }],
    ["doubling.who", { doubling: { who: "all" } }],
    ["doubling.enabled", { "doubling.enabled": true }],
    ["doubling", { doubling: true }],
    ["points.queen", { points: { queen: 1001 } }],
    ["layoutPoints", { layoutPoints: [1, 2, 3] }],
    ["practice", { mode: "practice" }],
    ["practice", { practice: { contracts: ["trix"], deals: 1 } }],
    ["practice", { mode: "practice", practice: { contracts: [], deals: 1 } }],
    ["practice", { mode: "practice", practice: { contracts: ["trix"], deals: 101 } }],
    ["kingdoms", { mode: "practice", practice: { contracts: ["trix"], deals: 1 }, kingdoms: 1 }],
    ["kingdomRotation", { mode: "practice", practice: { contracts: ["trix"], deals: 1 }, kingdomRotation: "right" }],
  ])("refuses %s", (option, request) => {
    expect(() => resolveRules(request)).toThrow(new RefusedOption(option).message);
  });
});

describe("trick play", () => {
  const legal = (options: OracleRules, parts: DealParts) => dealState(options, deal(parts)).legal;
  const hearts = (cards: string[]) => cards.filter((card) => card.endsWith("H"));
  const diamondsThrown = {
    hands: ["AKQ.AQ.J5432.432", "JT98.K.AKQ.A9876", "765432.5432..KQT", ".JT9876.T9876.J5"].map(hand),
    plays: "0:2D 1:AD 2:2H 3:6D",
  };

  test("first lead and layout start by king, or right of the dealer", () => {
    expect(dealState(rules(), deal({ king: 2 })).toAct).toBe(2);
    expect(dealState(rules({ firstLead: "right_of_dealer" }), deal({ king: 2 })).toAct).toBe(3);
    const rotating = rules({ firstLead: "right_of_dealer", dealer: "rotates" });
    expect(dealState(rotating, deal({ king: 2, dealer: 3 })).toAct).toBe(0);
    const layout = { king: 2, contracts: ["trix"], dealer: 0 };
    expect(dealState(rotating, deal(layout)).toAct).toBe(2);
    expect(dealState({ ...rotating, layoutStart: "right_of_dealer" }, deal(layout)).toAct).toBe(1);
  });

  test("suit is followed, a void seat plays anything, the highest card of the led suit leads next", () => {
    expect(legal(rules(), { plays: "0:AS" })).toEqual(["KS", "9S", "5S"]);
    const void2 = { hands: diamondsThrown.hands, plays: "0:2D 1:AD" };
    expect(legal(rules(), void2)).toHaveLength(13);
    const state = dealState(rules(), deal(diamondsThrown));
    expect(state).toMatchObject({ toAct: 1, tricksTaken: [0, 1, 0, 0], trick: { leader: 1, plays: [] } });
  });

  test.each(CONTRACTS.filter((contract) => contract !== "trix"))("hearts may be led at once in %s or not", (name) => {
    const banned = name === "king_of_hearts";
    expect(hearts(legal(rules(), { contracts: [name] })).length === 0).toBe(banned);
  });

  test("heartLead: a discarded heart breaks, a forced lead does not", () => {
    const broken = rules({ heartLead: "until_broken" });
    expect(hearts(legal(broken, diamondsThrown))).toEqual(["KH"]);
    expect(hearts(legal(rules(), diamondsThrown))).toEqual([]);
    expect(hearts(legal(broken, {}))).toEqual([]);
    expect(hearts(legal(rules({ heartLead: "free" }), {}))).toEqual(["AH", "7H", "3H"]);

    const forced = { king: 1, hands: LONG_SUITS, plays: "1:2H 2:3D 3:4C 0:5S" };
    expect(legal(rules(), { king: 1, hands: LONG_SUITS })).toHaveLength(13);
    expect(dealState(broken, deal(forced)).heartsBroken).toBe(false);
    expect(dealState(broken, deal(diamondsThrown)).heartsBroken).toBe(true);
  });

  test("the heart ban reaches combined deals only with heartLeadInCombined, and outlasts the king", () => {
    const combined = { contracts: ["king_of_hearts", "diamonds"] };
    expect(hearts(legal(rules(), combined))).toHaveLength(3);
    expect(hearts(legal(rules({ heartLeadInCombined: true }), combined))).toEqual([]);
    expect(hearts(legal(rules({ heartLeadInCombined: true }), { contracts: ["diamonds", "tricks"] }))).toHaveLength(3);
    const kingGone = {
      hands: turned(diamondsThrown.hands, 3),
      king: 0,
      plays: "0:6D 1:2D 2:AD 3:5H 2:KD 3:KC 0:7D 1:3D",
    };
    expect(dealState(rules(), deal(kingGone))).toMatchObject({ over: false, toAct: 2 });
    expect(hearts(legal(rules(), kingGone))).toEqual([]);
  });

  test("voidDiscard: a void seat must throw the king of hearts, in single and combined deals with it", () => {
    const hands = ["A83.A73.A952.A84", "K9654.K852.K843.", "QJT.964.Q7.Q7532", "72.QJT.JT6.KJT96"].map(hand);
    const must = rules({ voidDiscard: "must_discard_king" });
    const clubLed = { hands, plays: "0:4C" };
    expect(legal(must, clubLed)).toEqual(["KH"]);
    expect(legal(must, { ...clubLed, contracts: COMPLEX })).toEqual(["KH"]);
    expect(legal(must, { ...clubLed, contracts: ["queens"] })).toHaveLength(13);
    expect(legal(rules(), clubLed)).toHaveLength(13);
    expect(validateHistory(must, deal({ ...clubLed, plays: "0:4C 1:KS" }))).toBe("play 1: must_discard_king");
  });

  test("voidDiscard: a void seat must throw a counting card, whichever it likes, by what counts in the deal", () => {
    const hands = ["A83.A73.A952.A84", "K9654.K852.K843.", "QJT.964.Q7.Q7532", "72.QJT.JT6.KJT96"].map(hand);
    const must = rules({ voidDiscard: "must_discard_penalties", mode: "complex" });
    const clubLed = { hands, plays: "0:4C" };
    expect(legal(must, { ...clubLed, contracts: COMPLEX })).toEqual(["KH", "KD", "8D", "4D", "3D"]);
    expect(legal(must, { ...clubLed, contracts: ["diamonds"] })).toEqual(["KD", "8D", "4D", "3D"]);
    expect(legal(must, clubLed)).toEqual(["KH"]);
    expect(legal(must, { ...clubLed, contracts: ["queens"] })).toHaveLength(13);
    expect(legal(must, { ...clubLed, contracts: ["tricks"] })).toHaveLength(13);
    expect(validateHistory({ ...must, mode: "classic" }, deal({ ...clubLed, plays: "0:4C 1:KS" }))).toBe(
      "play 1: must_discard_penalty",
    );
  });

  test("kingUnderAce: the king falls to the ace on a heart lead, in deals with it, and not by a revoke either", () => {
    const under = rules({ kingUnderAce: true, heartLead: "free", revoke: "penalize" });
    expect(dealState(under, deal({ plays: "0:AH" }))).toMatchObject({ legal: ["KH"], revokes: [] });
    expect(legal(under, { plays: "0:7H" })).toEqual(["KH", "8H", "5H"]);
    expect(legal(under, { contracts: ["diamonds"], plays: "0:AH" })).toEqual(["KH", "8H", "5H"]);
    expect(legal({ ...under, kingUnderAce: false }, { plays: "0:AH" })).toEqual(["KH", "8H", "5H"]);
    expect(validateHistory(under, deal({ plays: "0:AH 1:5H" }))).toBe("play 1: must_play_king");
    expect(validateHistory(under, deal({ plays: "0:AH 1:KS" }))).toBe("play 1: must_play_king");
  });

  test("earlyEnd: after the trick with the last counting card, at 0 points too, never with tricks", () => {
    const taken = { king: 1, plays: "1:KH 2:4H 3:2H 0:AH" };
    const early = rules({ earlyEnd: true, heartLead: "free" });
    expect(dealState(early, deal(taken)).over).toBe(true);
    expect(dealState(rules({ heartLead: "free" }), deal(taken)).over).toBe(false);
    expect(dealState(early, deal({ ...taken, contracts: ["king_of_hearts", "queens"] })).over).toBe(false);
    expect(dealState(early, deal({ ...taken, contracts: ["king_of_hearts", "tricks"] })).over).toBe(false);
    const worthless = rules({ earlyEnd: true, points: { queen: 0 } });
    const queens = playedOut(worthless, deal({ contracts: ["queens"], doubled: "2:QS" }));
    const played = queens.plays.flatMap((play) => ("card" in play ? [play.card] : []));
    expect(played.filter((card) => card.startsWith("Q"))).toHaveLength(4);
    expect(played.slice(-4).some((card) => card.startsWith("Q"))).toBe(true);
    expect(scoreDeal(worthless, queens)).toEqual([0, 0, 0, 0]);
  });

  test("the thirteenth trick counts for its taker and leaves nothing to play", () => {
    const options = rules();
    const finished = playedOut(options, deal({ contracts: ["tricks"], hands: LONG_SUITS }));
    expect(dealState(options, finished)).toMatchObject({
      over: true,
      toAct: null,
      legal: [],
      trick: null,
      tricksTaken: [13, 0, 0, 0],
    });
    expect(scoreDeal(options, finished)).toEqual([-195, 0, 0, 0]);
    expect(() => scoreDeal(options, { ...finished, plays: finished.plays.slice(0, -1) })).toThrow();
  });

  test("revoke: penalize accepts a card of another suit, and only that", () => {
    const penalize = rules({ revoke: "penalize" });
    const state = dealState(penalize, deal({ plays: "0:AS" }));
    expect(state.legal).toEqual(["KS", "9S", "5S"]);
    expect(state.revokes).toHaveLength(10);
    expect(dealState(penalize, deal({})).revokes).toEqual([]);
    expect(dealState(rules(), deal({ plays: "0:AS" })).revokes).toEqual([]);
    expect(validateHistory(rules(), deal({ plays: "0:AS 1:KC" }))).toBe("play 1: must_follow_suit");
    expect(validateHistory(penalize, deal({ plays: "0:AH" }))).toBe("play 0: heart_lead_forbidden");
  });

  test("a revoke ends the deal and charges what is out, the trick under way included", () => {
    const penalize = rules({ revoke: "penalize", mode: "complex" });
    const revoke = deal({ contracts: COMPLEX, doubled: "2:QS", plays: "0:AS 1:5S 2:QS 3:2S 0:8S 1:KC" });
    expect(validateHistory(penalize, revoke)).toBeNull();
    expect(dealState(penalize, revoke)).toMatchObject({ over: true, legal: [], tricksTaken: [1, 0, 0, 0] });
    expect(scoreDeal(penalize, revoke)).toEqual([-65, -75 - 75 - 130 - 180, 25, 0]);
    const more = { ...revoke, plays: [...revoke.plays, { seat: 2, card: "JS" }] };
    expect(validateHistory(penalize, more)).toBe("play 6: wrong_phase");
    expect(zeroSumBroken(penalize, revoke)).toBe("revoke");
  });

  test("a revoke at full cost charges what was taken before once more, plainly, and all tricks", () => {
    const penalize = rules({ revoke: "penalize", revokeCost: "full", mode: "complex" });
    const revoke = deal({ contracts: COMPLEX, doubled: "2:QS", plays: "0:AS 1:5S 2:QS 3:2S 0:8S 1:KC" });
    expect(scoreDeal(penalize, revoke)).toEqual([-65, -75 - 100 - 130 - 195, 25, 0]);
    const kept = deal({ contracts: COMPLEX, doubled: "2:QS", plays: "0:AS 1:5S 2:QS 3:2S" });
    expect(pointsSoFar(penalize, kept)).toEqual([-65, 0, 25, 0]);
  });

  test("a revoke as the fourth card leaves the trick unfinished; its doubler counts as leader", () => {
    const penalize = rules({ revoke: "penalize", doubling: { selfCapture: "leader_gains" } });
    const own = deal({ king: 2, doubled: "1:KH", plays: "2:4S 3:2S 0:3S 1:KH" });
    expect(dealState(penalize, own).tricksTaken).toEqual([0, 0, 0, 0]);
    expect(scoreDeal(penalize, own)).toEqual([0, -75, 0, 0]);
  });

  test("histories are refused at their first illegal thing", () => {
    const check = (parts: DealParts, options = rules()) => validateHistory(options, deal(parts));
    expect(check({ plays: "1:KS" })).toBe("play 0: not_your_turn");
    expect(check({ plays: "0:KS" })).toBe("play 0: card_not_in_hand");
    expect(check({ plays: "0:AS 1:5S 2:QS 3:2S 0:AS" })).toBe("play 4: card_not_in_hand");
    expect(check({ plays: "0:pass" })).toBe("play 0: wrong_phase");
    expect(check({ doubled: "0:KH" })).toBe("double 0: card_not_in_hand");
    expect(check({ doubled: "1:KH 2:QS" })).toBe("double 1: not_doublable");
    expect(check({ doubled: "1:KH 1:KH" })).toBe("double 1: repeated");
    expect(check({ doubled: "1:KH" }, rules({ doubling: { enabled: false } }))).toBe("double 0: not_doublable");
    expect(check({ contracts: COMPLEX })).toMatch(/^contracts/);
    expect(check({ contracts: COMPLEX, kingdom: null }, rules({ mode: "complex" }))).toMatch(/^contracts/);
    expect(check({ kingdom: null }, rules({ mode: "complex" }))).toBeNull();
    expect(check({ hands: turned(EVEN, 1).with(0, at(EVEN, 0)) })).toBe("hands: not the pack");
    expect(check({ contracts: [], plays: "0:AS" })).toMatch(/^contracts/);
  });
});

describe("layout", () => {
  test("jacks open, rows grow one rank at a time both ways", () => {
    const position = (plays: string, seat = 0) =>
      dealState(rules(), deal({ contracts: ["trix"], king: seat, hands: LONG_SUITS, plays }));
    expect(position("")).toMatchObject({ toAct: 0, legal: ["JS"], mustPass: false });
    expect(position("0:JS 1:JH 2:JD 3:JC").legal).toEqual(["QS", "TS"]);
    expect(position("0:JS 1:JH 2:JD 3:JC 0:QS 1:TH 2:QD 3:TC").legal).toEqual(["KS", "TS"]);
    expect(position("0:JS 1:JH 2:JD 3:JC 0:QS 1:TH 2:QD 3:TC 0:TS").legal).toEqual(["QH", "9H"]);
  });

  test("who cannot play passes, who can must; finished seats are skipped; the third out ends the deal", () => {
    const options = rules();
    const finished = layoutDeal(options);
    expect(validateHistory(options, finished)).toBeNull();
    expect(dealState(options, layoutDeal(options, 3))).toMatchObject({ toAct: 3, legal: [], mustPass: true });
    expect(finished.plays.at(3)).toEqual({ seat: 3, pass: true });
    expect(dealState(options, layoutDeal(options, 49))).toMatchObject({ toAct: 1, mustPass: true, places: [0] });
    expect(dealState(options, layoutDeal(options, 52))).toMatchObject({ toAct: 1, legal: ["2C"], places: [0, 2] });
    expect(dealState(options, finished)).toMatchObject({ over: true, toAct: null, places: [0, 2, 1, 3] });
    expect(finished.plays).toHaveLength(53);

    const start = { contracts: ["trix"], hands: LONG_SUITS };
    expect(validateHistory(options, deal({ ...start, plays: "0:pass" }))).toBe("play 0: must_play");
    expect(validateHistory(options, deal({ ...start, plays: "0:QS" }))).toBe("play 0: not_playable_on_layout");
    expect(validateHistory(options, deal({ ...start, plays: "0:JS 2:JD" }))).toBe("play 1: not_your_turn");
    const after = { ...finished, plays: [...finished.plays, { seat: 3, card: "AH" }] };
    expect(validateHistory(options, after)).toBe("play 53: wrong_phase");
  });

  test("layoutPoints replace the table", () => {
    const reversed = rules({ layoutPoints: [150, 100, 50, -50] });
    expect(scoreDeal(reversed, layoutDeal(reversed))).toEqual([150, 50, 100, -50]);
  });

  test("exposeTwos: after the fourth turn, not when one team was dealt all four", () => {
    const shown = rules({ exposeTwos: "after_first_round" });
    expect(exposedTwos(rules(), layoutDeal(rules()))).toBeNull();
    expect(exposedTwos(shown, layoutDeal(shown, 3))).toBeNull();
    expect(exposedTwos(shown, layoutDeal(shown, 4))).toEqual({
      afterPlays: 4,
      cards: [
        { seat: 0, card: "2S" },
        { seat: 1, card: "2H" },
        { seat: 3, card: "2D" },
        { seat: 1, card: "2C" },
      ],
    });
    const jacks = { contracts: ["trix"], plays: "0:JS 1:JH 2:JD 3:JC" };
    const bothTeams = deal({ ...jacks, hands: LONG_SUITS });
    expect(exposedTwos(partners(), bothTeams)?.cards).toHaveLength(4);
    const oneTeam = deal({
      ...jacks,
      hands: ["KQJT987652.2..A2", "43.AKQJT987654..", "A..KQJT98765432.", ".3.A.KQJT9876543"].map(hand),
    });
    expect(validateHistory(partners(), oneTeam)).toBeNull();
    expect(exposedTwos(partners(), oneTeam)).toEqual({ afterPlays: 4, cards: [] });
    expect(exposedTwos(shown, oneTeam)?.cards).toHaveLength(4);
  });
});

describe("before the play", () => {
  const names = (choices: string[][]) => choices.map((choice) => choice.join("+")).sort();

  test("contract choices by mode", () => {
    expect(contractChoices(rules(), ["queens"])).toEqual([["king_of_hearts"], ["diamonds"], ["tricks"], ["trix"]]);
    expect(names(contractChoices(rules({ mode: "complex" }), []))).toEqual(names([COMPLEX, ["trix"]]));
    expect(contractChoices(rules({ mode: "complex" }), COMPLEX)).toEqual([["trix"]]);
    expect(contractChoices(rules({ mode: "complex" }), ["trix"])).toEqual([COMPLEX]);
    const combination = rules({ mode: "combination" });
    expect(contractChoices(combination, [])).toHaveLength(16);
    expect(names(contractChoices(combination, ["king_of_hearts", "tricks"]))).toEqual(
      names([["queens"], ["diamonds"], ["queens", "diamonds"], ["trix"]]),
    );
    expect(contractChoices(combination, CONTRACTS)).toEqual([]);
    expect(contractChoices(rules({ mode: "practice", practice: { contracts: ["trix"], deals: 1 } }), [])).toEqual([]);
  });

  test("doublable cards follow the deal's contracts", () => {
    const held = hand("Q2.KQ.Q.AKJT9872");
    expect(doublable(rules(), KING, held)).toEqual(["KH"]);
    expect(doublable(rules(), ["queens"], held)).toEqual(["QS", "QH", "QD"]);
    expect(doublable(rules(), COMPLEX, held)).toEqual(["QS", "KH", "QH", "QD"]);
    expect(doublable(rules(), ["diamonds", "tricks"], held)).toEqual([]);
    expect(doublable(rules({ doubling: { enabled: false } }), COMPLEX, held)).toEqual([]);
    expect(doublable(rules({ doubling: { cards: "king_of_hearts" } }), COMPLEX, held)).toEqual(["KH"]);
    expect(doublable(rules({ doubling: { cards: "queens" } }), COMPLEX, held)).toEqual(["QS", "QH", "QD"]);
    expect(doublable(rules({ doubling: { cards: "queens" } }), KING, held)).toEqual([]);
  });

  test("phases occur only where they could ask somebody something", () => {
    const off = { redealBefore: false, contract: true, redealAfter: false, doubling: false };
    expect(phases(rules(), ["tricks"], 0)).toEqual(off);
    expect(phases(rules(), ["king_of_hearts", "diamonds"], 0)).toEqual({ ...off, doubling: true });
    expect(phases(rules({ doubling: { cards: "queens" } }), KING, 0).doubling).toBe(false);
    expect(phases(rules({ doubling: { cards: "king_of_hearts" } }), ["queens", "tricks"], 0).doubling).toBe(false);
    expect(phases(rules(), KING, 0, "king_of_hearts_deal").contract).toBe(false);
    expect(phases(rules(), KING, 0, "trix_firsts_then_playoff").contract).toBe(true);
    const trex = rules({ preset: "trex" });
    expect(phases(trex, [], 4)).toEqual({ ...off, redealBefore: true });
    expect(phases(trex, [], 5)).toEqual(off);
    const practice = rules({ mode: "practice", practice: { contracts: ["trix"], deals: 1 } });
    expect(phases(practice, ["trix"], 0)).toEqual({ ...off, contract: false });

    const after = rules({ redeal: { twos: "four", timing: "after_contract" } });
    expect(phases(after, ["trix"], 0)).toEqual({ ...off, redealAfter: true });
    expect(phases(after, ["trix"], 5)).toEqual(off);
    expect(phases(after, KING, 0)).toEqual({ ...off, doubling: true });
    const hearts = rules({ redeal: { longHearts: true, timing: "after_contract" } });
    expect(phases(hearts, ["trix"], 0)).toEqual(off);
    expect(phases(hearts, COMPLEX, 0)).toEqual({ ...off, redealAfter: true, doubling: true });
  });

  test("redeal claims", () => {
    const before = (redeal: object, held: string) =>
      mayClaimRedeal(rules({ redeal }), hand(held), "before_contract", []);
    const after = (redeal: object, held: string, contracts: string[]) =>
      mayClaimRedeal(
        rules({ redeal: { ...redeal, timing: "after_contract" } }),
        hand(held),
        "after_contract",
        contracts,
      );
    const fourTwos = "A2.A2.A2.A5432KQ";
    const threeAndThree = "A2.A2.A3.A542KQ9";
    const threeAndWrongThree = "A32.A2.A.A542KQ9";
    expect(before({ twos: "four" }, fourTwos)).toBe(true);
    expect(before({ twos: "four" }, threeAndThree)).toBe(false);
    expect(before({ twos: "four_or_three_plus_three" }, fourTwos)).toBe(true);
    expect(before({ twos: "four_or_three_plus_three" }, threeAndThree)).toBe(true);
    expect(before({ twos: "four_or_three_plus_three" }, threeAndWrongThree)).toBe(false);
    expect(before({}, fourTwos)).toBe(false);

    for (const bare of ["AKQJ.K.A54.A5432", "AKQJ.A.A54.A5432", "AKQJ.AK.A5.A5432"]) {
      expect(before({ bareHearts: true }, bare)).toBe(true);
    }
    for (const other of ["AKQJ..A543.A5432", "AKQJ.K2.A5.A5432"])
      expect(before({ bareHearts: true }, other)).toBe(false);
    expect(before({ longHearts: true }, "AKQ.K5432.A5.A54")).toBe(true);
    expect(before({ longHearts: true }, "AKQ.K543.A54.A54")).toBe(false);
    expect(before({ longHearts: true }, "AKQ.A5432.A5.A54")).toBe(false);

    expect(after({ twos: "four" }, fourTwos, ["trix"])).toBe(true);
    expect(after({ twos: "four" }, fourTwos, KING)).toBe(false);
    expect(after({ longHearts: true }, "AKQ.K5432.A5.A54", COMPLEX)).toBe(true);
    expect(after({ longHearts: true }, "AKQ.K5432.A5.A54", ["queens"])).toBe(false);
    expect(mayClaimRedeal(rules({ redeal: { twos: "four" } }), hand(fourTwos), "after_contract", ["trix"])).toBe(false);
  });

  test("the claimant shown is the first from the king", () => {
    expect(claimant(rules(), 2, [true, true, false, false])).toBe(0);
    expect(claimant(rules(), 2, [true, true, true, false])).toBe(2);
    expect(claimant(rules(), 2, [false, false, false, false])).toBeNull();
  });
});

describe("match", () => {
  /** Finished deals of one kingdom under classic rules, each played out by itself. */
  const kingdom = (options: OracleRules, number: number, king: number, hands = EVEN): OracleDeal[] =>
    CONTRACTS.map((contract, index) =>
      playedOut(options, deal({ number: index + 1, kingdom: number, king, dealer: 0, hands, contracts: [contract] })),
    );

  test("kings: 7♥ first, then to the right, or 7♥ again past those who have ruled", () => {
    const right = rules();
    const holder = (seat: number) => turned(EVEN, (4 - seat) % 4);
    expect(kingOfDeal(right, [], holder(2))).toEqual({ king: 2, settledBySeven: true, announced: 2 });
    const first = kingdom(right, 1, 2);
    const plain = (king: number) => ({ king, settledBySeven: false, announced: null });
    expect(kingOfDeal(right, first.slice(0, 4), holder(0))).toEqual(plain(2));
    expect(usedInKingdom(right, first.slice(0, 2))).toEqual(["king_of_hearts", "queens"]);
    expect(kingOfDeal(right, first, holder(0))).toEqual(plain(3));
    expect(usedInKingdom(right, first)).toEqual([]);

    const seven = rules({ kingdomRotation: "seven_of_hearts" });
    expect(kingOfDeal(seven, first, holder(0))).toEqual({ king: 0, settledBySeven: true, announced: 0 });
    expect(kingOfDeal(seven, first, holder(2))).toEqual({ king: 3, settledBySeven: true, announced: 2 });
    expect(kingOfDeal(seven, first.slice(0, 4), holder(0))).toEqual(plain(2));
    const two = [...first, ...kingdom(seven, 2, 3)];
    expect(kingOfDeal(seven, two, holder(2)).king).toBe(0);
  });

  test("practice: every deal a kingdom, one seat right each, a tie is shared", () => {
    const options = rules({ mode: "practice", practice: { contracts: ["queens", "trix"], deals: 3 } });
    const play = (number: number, king: number, contract: string) =>
      playedOut(options, deal({ number, kingdom: number, king, contracts: [contract] }));
    const deals = [play(1, 3, "queens"), play(2, 0, "trix"), play(3, 1, "queens")];
    expect(deals.map((finished) => validateHistory(options, finished))).toEqual([null, null, null]);
    expect(validateHistory(options, { ...at(deals, 1), number: 1 })).toMatch(/^contracts/);
    expect(kingOfDeal(options, deals.slice(0, 1), EVEN)).toEqual({ king: 0, settledBySeven: false, announced: null });
    expect(matchOver(options, deals.slice(0, 2))).toBe(false);
    expect(matchOver(options, deals)).toBe(true);
    expect(tiebreakNeeded(options, deals)).toBeNull();
  });

  test("complex needs two deals a kingdom, combination two to five", () => {
    const complex = rules({ mode: "complex", kingdoms: 1 });
    const both = [COMPLEX, ["trix"]].map((contracts) => playedOut(complex, deal({ contracts })));
    expect(matchOver(complex, both.slice(0, 1))).toBe(false);
    expect(matchOver(complex, both)).toBe(true);
    const combination = rules({ mode: "combination", kingdoms: 1 });
    const three = [["queens", "tricks"], ["trix"], ["king_of_hearts", "diamonds"]].map((contracts) =>
      playedOut(combination, deal({ contracts })),
    );
    expect(matchOver(combination, three.slice(0, 2))).toBe(false);
    expect(usedInKingdom(combination, three.slice(0, 2))).toEqual(["queens", "tricks", "trix"]);
    expect(matchOver(combination, three)).toBe(true);
  });

  test("the dealer rotates with every match and tie-break deal, or there is none but the king", () => {
    expect(dealerOf(rules(), 2, 5)).toBeNull();
    expect([0, 1, 2, 3].map((index) => dealerOf(rules({ preset: "trex" }), 2, index))).toEqual([2, 3, 0, 1]);
  });

  /** A match of one kingdom that scores nothing but what `layoutPoints` says: every trick contract at 0. */
  const nothing = { kingOfHearts: 0, queen: 0, diamond: 0, trick: 0 };
  const levelRules = (request: OracleRequest) =>
    rules({ kingdoms: 1, points: nothing, layoutPoints: [5, 5, 5, 0], tiebreakDeals: 3, ...request });
  const levelMatch = (options: OracleRules) => [...kingdom(options, 1, 0).slice(0, 4), layoutDeal(options)];

  test("shared: equal totals share a place and the win", () => {
    const options = levelRules({ tiebreak: "shared" });
    const deals = levelMatch(options);
    expect(finalResult(options, deals)).toEqual({ totals: [5, 5, 5, 0], places: [1, 1, 1, 4], winners: [0, 1, 2] });
    expect(tiebreakNeeded(options, deals)).toBeNull();
  });

  test("king_of_hearts_deal: the worst drop out, three deals at most, totals and places stay", () => {
    const options = levelRules({ tiebreak: "king_of_hearts_deal" });
    const match = levelMatch(options);
    expect(tiebreakNeeded(options, match.slice(0, 4))).toBeNull();
    expect(tiebreakNeeded(options, match)).toEqual({
      kind: "king_of_hearts_deal",
      king: 0,
      contracts: KING,
      tied: [0, 1, 2],
    });
    const level = playedOut(options, deal({ kingdom: null }));
    expect(kingOfDeal(options, [...match, level], turned(EVEN, 1))).toMatchObject({ king: 0, settledBySeven: false });
    expect(tiebreakNeeded(options, [...match, level, level])?.tied).toEqual([0, 1, 2]);
    expect(tiebreakNeeded(options, [...match, level, level, level])).toBeNull();
    expect(finalResult(options, [...match, level, level, level]).winners).toEqual([0, 1, 2]);
    for (const tiebreakDeals of [1, 2]) {
      const fewer = { ...options, tiebreakDeals };
      expect(tiebreakNeeded(fewer, [...match, level])?.tied).toEqual(tiebreakDeals === 1 ? undefined : [0, 1, 2]);
      expect(tiebreakNeeded(fewer, [...match, level, level])).toBeNull();
    }
  });

  test("king_of_hearts_deal: only those best in the deal stay tied", () => {
    const options = levelRules({
      tiebreak: "king_of_hearts_deal",
      heartLead: "free",
      points: { ...nothing, kingOfHearts: 5 },
      layoutPoints: [5, 5, 5, 0],
    });
    const kingTakenBy = (taker: number, kingdom: number | null) => {
      const hands = turned(EVEN, (4 - taker) % 4);
      const cards = ["KH", "4H", "2H", "AH"];
      const plays = cards.map((card, index) => `${(taker + 1 + index) % 4}:${card}`).join(" ");
      return playedOut(options, deal({ hands, kingdom, king: (taker + 1) % 4, plays }));
    };
    const match = [kingTakenBy(3, 1), ...levelMatch(options).slice(1)];
    const extra = (taker: number) => kingTakenBy(taker, null);
    expect(finalResult(options, match)).toEqual({ totals: [5, 5, 5, -5], places: [1, 1, 1, 4], winners: [0, 1, 2] });
    expect(tiebreakNeeded(options, [...match, extra(1)])?.tied).toEqual([0, 2]);
    expect(tiebreakNeeded(options, [...match, extra(1), extra(3)])?.tied).toEqual([0, 2]);
    expect(tiebreakNeeded(options, [...match, extra(1), extra(0)])).toBeNull();
    expect(finalResult(options, [...match, extra(1), extra(0)])).toEqual({
      totals: [5, 5, 5, -5],
      places: [1, 1, 1, 4],
      winners: [2],
    });
  });

  test("trix_firsts_then_playoff: first places decide, then playoffs named by the earliest king", () => {
    const options = levelRules({ tiebreak: "trix_firsts_then_playoff" });
    const match = levelMatch(options);
    expect(tiebreakNeeded(options, match)).toBeNull();
    expect(finalResult(options, match)).toMatchObject({ places: [1, 1, 1, 4], winners: [0] });
  });

  /** The layout deal with every seat moved to the right, so that `seat` goes out first and its partner second. */
  function layoutWonBy(options: OracleRules, seat: number, parts: Partial<OracleDeal>): OracleDeal {
    const first = layoutDeal(options);
    return {
      ...first,
      ...parts,
      hands: turned(first.hands, (4 - seat) % 4),
      plays: first.plays.map((play) => ({ ...play, seat: (play.seat + seat) % 4 })),
      king: seat,
    };
  }

  test("trix_firsts_then_playoff: equal first places lead to playoffs, each named by the earliest king still tied", () => {
    const options = rules({
      mode: "complex",
      tiebreak: "trix_firsts_then_playoff",
      tiebreakDeals: 3,
      layoutPoints: [5, 5, 5, 5],
    });
    // The leader of one whole suit takes all 13 tricks.
    const takesAll = (king: number, parts: DealParts) =>
      playedOut({ ...options, heartLead: "free" }, deal({ hands: LONG_SUITS, king, ...parts }));
    const match = [3, 1, 2, 0].flatMap((king, index) => [
      takesAll(king, { kingdom: index + 1, contracts: COMPLEX }),
      layoutWonBy(options, king, { kingdom: index + 1 }),
    ]);
    expect(match.map((finished) => validateHistory(options, finished))).toEqual(match.map(() => null));
    expect(finalResult(options, match)).toEqual({
      totals: [-480, -480, -480, -480],
      places: [1, 1, 1, 1],
      winners: SEATS,
    });

    const playoff = (king: number) => takesAll(king, { kingdom: null, contracts: ["tricks"] });
    const kind = "trix_firsts_then_playoff";
    const needed = (...kings: number[]) => tiebreakNeeded(options, [...match, ...kings.map(playoff)]);
    expect(needed()).toEqual({ kind, king: 3, contracts: null, tied: [0, 1, 2, 3] });
    expect(needed(3)).toEqual({ kind, king: 1, contracts: null, tied: [0, 1, 2] });
    expect(needed(3, 1)).toEqual({ kind, king: 2, contracts: null, tied: [0, 2] });
    expect(needed(3, 1, 1)).toBeNull();
    expect(needed(3, 1, 2)).toBeNull();
    expect(finalResult(options, [...match, ...[3, 1, 1].map(playoff)]).winners).toEqual([0, 2]);
    expect(finalResult(options, [...match, ...[3, 1, 2].map(playoff)]).winners).toEqual([0]);
  });

  test("kingdom order: seats as they ruled, then those to the right of the last king", () => {
    expect(kingdomOrder([deal({ king: 2 })])).toEqual([2, 3, 0, 1]);
    expect(kingdomOrder([deal({ king: 3 }), deal({ king: 1, kingdom: 2 })])).toEqual([3, 1, 2, 0]);
  });

  test("partners: team sums, team places, both seats win", () => {
    const options = partners({ kingdoms: 1, points: nothing, tiebreak: "shared" });
    const deals = levelMatch(options);
    expect(finalResult(options, deals)).toEqual({ totals: [200, 100, 150, 50], places: [1, 2, 1, 2], winners: [0, 2] });
    const even = { ...options, layoutPoints: [3, 1, 2, 4], tiebreak: "king_of_hearts_deal" as const };
    expect(finalResult(even, deals)).toMatchObject({ places: [2, 1, 2, 1], winners: [1, 3] });
    const level = { ...even, layoutPoints: [3, 2, 1, 4] };
    expect(tiebreakNeeded(level, deals)).toMatchObject({ king: 0, tied: [0, 1, 2, 3] });
  });
});

describe("random play", () => {
  /** A small generator of its own, so that a failure can be repeated. */
  function generator(seed: number): (below: number) => number {
    let state = seed >>> 0;
    return (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }

  function shuffledHands(random: (below: number) => number): string[][] {
    const pack = [...PACK];
    for (let last = pack.length - 1; last > 0; last -= 1) {
      const other = random(last + 1);
      const card = at(pack, last);
      pack[last] = at(pack, other);
      pack[other] = card;
    }
    return SEATS.map((seat) => inPackOrder(pack.slice(seat * 13, seat * 13 + 13)));
  }

  const variants: OracleRequest[] = [
    {},
    { preset: "levant_app" },
    { preset: "jordan", partnership: "opposite", mode: "complex" },
    { preset: "trex", mode: "combination" },
    { preset: "pagat", partnership: "opposite" },
  ];

  test.each(variants.map((request) => [JSON.stringify(request), request] as const))("%s", (_name, request) => {
    const options = resolveRules(request);
    for (let seed = 1; seed <= 6; seed += 1) {
      const random = generator(seed);
      for (const contracts of contractChoices(options, [])) {
        const hands = shuffledHands(random);
        const doubled = SEATS.flatMap((seat) =>
          doublable(options, contracts, at(hands, seat)).map((card) => ({ seat, card })),
        ).filter(() => random(2) === 0);
        const dealer = options.dealer === "rotates" ? random(4) : null;
        const start = { ...deal({ contracts, hands, king: random(4), dealer }), doubled };
        const finished = playedOut(options, start, (legal) => at(legal, random(legal.length)));
        const points = scoreDeal(options, finished);

        const totals = new Map([
          ["king_of_hearts", -75],
          ["queens", -100],
          ["diamonds", -130],
          ["tricks", -195],
          ["trix", 500],
        ]);
        const expected = contracts.reduce((total, name) => total + (totals.get(name) ?? Number.NaN), 0);
        if (zeroSumHolds(options) && zeroSumBroken(options, finished) === null) {
          expect(points.reduce((total, value) => total + value)).toBe(expected);
        }
        if (seed === 1) expect(validateHistory(options, finished)).toBeNull();
      }
    }
  });

  test("the zero sum is promised exactly where docs/rules.md promises it", () => {
    expect(
      ["trix", "trex", "pagat", "levant_app", "jordan"].filter((preset) => zeroSumHolds(rules({ preset }))),
    ).toEqual(["trix", "trex", "pagat"]);
    expect(zeroSumHolds(rules({ points: { diamond: 15, trick: 10 } }))).toBe(false);
    expect(zeroSumHolds(rules({ layoutPoints: [150, 100, 50, -50] }))).toBe(false);
    expect(zeroSumHolds(rules({ doubling: { credit: "nobody" } }))).toBe(false);
    expect(zeroSumHolds(partners(partnerCapture("opponents_gain")))).toBe(false);
    const strict = partners(selfCapture("leader_gains_strict"));
    expect(zeroSumHolds(strict)).toBe(true);
    for (const [king, plays, broken] of [
      [1, "1:KH 2:4H 3:2H 0:3H", "leader_gains_strict"],
      [3, "3:2H 0:3H 1:KH 2:4H", "leader_gains_strict"],
      [2, "2:4H 3:2H 0:3H 1:KH", null],
    ] as const) {
      expect(zeroSumBroken(strict, deal({ king, doubled: "1:KH", plays }))).toBe(broken);
    }
    const leader = partners(selfCapture("leader_gains"));
    const partnerLed = deal({ king: 3, doubled: "1:KH", plays: "3:2H 0:3H 1:KH 2:4H" });
    expect(zeroSumBroken(leader, partnerLed)).toBe("leader_gains");
    expect(zeroSumBroken({ ...leader, partnership: "none" }, partnerLed)).toBeNull();
    expect(zeroSumBroken(leader, deal({ king: 2, doubled: "1:KH", plays: "2:4H 3:2H 0:3H 1:KH" }))).toBeNull();
  });
});
