/** Rule requests for tests: random ones over everything that docs/rules.md section 3 allows, and small sets that cover all pairs. */

import type { Random } from "./random.ts";

/** A request's `rules`, as a client would send it. */
export type RulesAsked = Record<string, unknown>;

export const PRESET_NAMES = ["trix", "trex", "pagat", "levant_app", "jordan"];
export const CONTRACT_NAMES = ["king_of_hearts", "queens", "diamonds", "tricks", "trix"];

/** The values of every option that has a short list of them, default first, written down from docs/rules.md and not from the engine. */
export const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  mode: ["classic", "complex", "combination", "practice"],
  partnership: ["none", "opposite"],
  kingdomRotation: ["right", "seven_of_hearts", "across"],
  firstKing: ["seven_of_hearts", "drawn", "seat0"],
  contractTiming: ["after_cards", "before_cards"],
  dealer: ["king", "rotates"],
  firstLead: ["king", "right_of_dealer"],
  layoutStart: ["king", "right_of_dealer"],
  heartLead: ["only_hearts", "until_broken", "free"],
  heartLeadInCombined: [false, true],
  voidDiscard: ["free", "must_discard_king", "must_discard_penalties"],
  kingUnderAce: [false, true],
  earlyEnd: [false, true],
  "doubling.enabled": [true, false],
  "doubling.cards": ["all", "king_of_hearts", "queens"],
  "doubling.order": ["simultaneous", "sequential"],
  "doubling.selfCapture": ["single", "leader_gains", "double", "quadruple", "leader_gains_strict"],
  "doubling.partnerCapture": ["as_opponent", "no_bonus", "single", "opponents_gain"],
  "doubling.credit": ["doubler", "nobody"],
  layoutPass: ["auto", "explicit"],
  exposeTwos: ["off", "after_first_round"],
  "redeal.twos": ["off", "four", "four_or_three_plus_three"],
  "redeal.bareHearts": [false, true],
  "redeal.longHearts": [false, true],
  "redeal.timing": ["before_contract", "after_contract"],
  "redeal.twosTiming": ["as_timing", "before_contract", "after_contract"],
  openHands: [false, true],
  revoke: ["reject", "penalize"],
  revokeCost: ["remaining", "full"],
  tiebreak: ["shared", "king_of_hearts_deal", "trix_firsts_then_playoff"],
};

/** The nested request that dotted options stand for. */
export function requestOf(flat: Readonly<Record<string, unknown>>): RulesAsked {
  const request: RulesAsked = {};
  for (const [name, value] of Object.entries(flat)) {
    const [group, field] = name.split(".");
    request[group] = field === undefined ? value : { ...(request[group] as object | undefined), [field]: value };
  }
  return request;
}

const practiceList = (random: Random) => ({
  contracts: Array.from({ length: 1 + random.below(4) }, () => random.pick(CONTRACT_NAMES)),
  deals: 1 + random.below(6),
});

const pointValue = (random: Random, usual: number) => random.pick([usual, usual, 0, 0, 1, 1000, random.below(1001)]);

const layoutTable = (random: Random) =>
  random.pick([
    [200, 150, 100, 50],
    [200, 150, 100, 50],
    [150, 100, 50, -50],
    [0, 0, 0, 0],
    [100, 100, 0, 0],
    [-1000, 1000, 0, 1],
    Array.from({ length: 4 }, () => random.below(2001) - 1000),
  ]);

/**
 * A random request: any preset, any mode, each option left to the preset or given with any of its values, points from 0 to
 * 1000 and odd layout tables among them. Matches are mostly short; every kind of tie is common where points are 0.
 */
export function randomRules(random: Random): RulesAsked {
  const flat: Record<string, unknown> = {};
  if (random.chance(0.8)) flat.preset = random.pick(PRESET_NAMES);
  for (const [name, values] of Object.entries(CHOICES)) if (random.chance(0.5)) flat[name] = random.pick(values);
  if (random.chance(0.4)) {
    for (const [name, usual] of [
      ["kingOfHearts", 75],
      ["queen", 25],
      ["diamond", 10],
      ["trick", 15],
    ] as const) {
      if (random.chance(0.7)) flat[`points.${name}`] = pointValue(random, usual);
    }
    flat.layoutPoints = layoutTable(random);
  }
  // Nothing but ties: every point is 0.
  if (random.chance(0.1)) Object.assign(flat, flatPoints);
  if (flat.mode === "practice") {
    delete flat.kingdomRotation;
    flat.practice = practiceList(random);
  } else {
    flat.kingdoms = random.pick([1, 1, 1, 2, 2, 3, 4]);
    if (random.chance(0.5)) flat.tiebreakDeals = 1 + random.below(3);
  }
  return requestOf(flat);
}

const flatPoints = {
  "points.kingOfHearts": 0,
  "points.queen": 0,
  "points.diamond": 0,
  "points.trick": 0,
  layoutPoints: [0, 0, 0, 0],
};

/** Requests in which every value of every option meets every value of every other one, one kingdom each. */
export function pairwiseRules(random: Random): RulesAsked[] {
  const factors = Object.entries({ preset: PRESET_NAMES, ...CHOICES });
  const pairs = new Set<string>();
  const pairsOf = (flat: Record<string, unknown>) =>
    factors.flatMap(([a], i) => factors.slice(i + 1).map(([b]) => `${a}=${flat[a]} ${b}=${flat[b]}`));
  for (const [i, [a, some]] of factors.entries()) {
    for (const [b, others] of factors.slice(i + 1))
      for (const x of some) for (const y of others) pairs.add(`${a}=${x} ${b}=${y}`);
  }
  const requests: RulesAsked[] = [];
  while (pairs.size > 0) {
    const candidates = Array.from({ length: 30 }, () =>
      Object.fromEntries(factors.map(([name, values]) => [name, random.pick(values)])),
    );
    const gains = candidates.map((flat) => pairsOf(flat).filter((pair) => pairs.has(pair)).length);
    const flat = candidates[gains.indexOf(Math.max(...gains))];
    for (const pair of pairsOf(flat)) pairs.delete(pair);
    if (Math.max(...gains) > 0) requests.push(withLength(flat, random));
  }
  return requests;
}

/** The same option set in one kingdom, or with a list to practise, whichever the mode takes. */
function withLength(flat: Record<string, unknown>, random: Random): RulesAsked {
  if (flat.mode !== "practice") return requestOf({ ...flat, kingdoms: 1 });
  const { kingdomRotation: _, ...rest } = flat;
  return requestOf({ ...rest, practice: practiceList(random) });
}

/** All of doubling x partnership x single and combined contracts, one kingdom each. */
export function doublingRules(): RulesAsked[] {
  const names = [...Object.keys(CHOICES).filter((name) => name.startsWith("doubling.")), "partnership"];
  let sets: Record<string, unknown>[] = ["classic", "complex", "combination"].map((mode) => ({ mode, kingdoms: 1 }));
  for (const name of names) sets = sets.flatMap((set) => CHOICES[name].map((value) => ({ ...set, [name]: value })));
  return sets.map(requestOf);
}
