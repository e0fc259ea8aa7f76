/** The option set of docs/rules.md sections 3 and 4, written down a second time for the oracle. */

export const CONTRACTS = ["king_of_hearts", "queens", "diamonds", "tricks", "trix"];
export const TRICK_CONTRACTS = ["king_of_hearts", "queens", "diamonds", "tricks"];

/** Every option of docs/rules.md section 3, resolved. */
export type OracleRules = {
  preset: string;
  kingdoms: number;
  mode: "classic" | "complex" | "combination" | "practice";
  practice: { contracts: string[]; deals: number } | null;
  partnership: "none" | "opposite";
  kingdomRotation: "right" | "seven_of_hearts" | "across";
  firstKing: "seven_of_hearts" | "drawn" | "seat0";
  contractTiming: "after_cards" | "before_cards";
  dealer: "king" | "rotates";
  firstLead: "king" | "right_of_dealer";
  layoutStart: "king" | "right_of_dealer";
  heartLead: "only_hearts" | "until_broken" | "free";
  heartLeadInCombined: boolean;
  voidDiscard: "free" | "must_discard_king" | "must_discard_penalties";
  kingUnderAce: boolean;
  earlyEnd: boolean;
  doubling: {
    enabled: boolean;
    cards: "all" | "king_of_hearts" | "queens";
    order: "simultaneous" | "sequential";
    selfCapture: "single" | "leader_gains" | "double" | "quadruple" | "leader_gains_strict";
    partnerCapture: "as_opponent" | "no_bonus" | "single" | "opponents_gain";
    credit: "doubler" | "nobody";
  };
  points: { kingOfHearts: number; queen: number; diamond: number; trick: number };
  layoutPoints: number[];
  layoutPass: "auto" | "explicit";
  exposeTwos: "off" | "after_first_round";
  redeal: {
    twos: "off" | "four" | "four_or_three_plus_three";
    bareHearts: boolean;
    longHearts: boolean;
    timing: "before_contract" | "after_contract";
    twosTiming: "as_timing" | "before_contract" | "after_contract";
  };
  openHands: boolean;
  revoke: "reject" | "penalize";
  revokeCost: "remaining" | "full";
  tiebreak: "shared" | "king_of_hearts_deal" | "trix_firsts_then_playoff";
  tiebreakDeals: number;
};

/** A request's `rules`, a preset's differences and what an option implies are all partial option sets. */
export type OracleRequest = Record<string, unknown>;

/** A refused request; `option` is the option's name as in docs/rules.md, such as `doubling.selfCapture`. */
export class RefusedOption extends Error {
  readonly option: string;
  constructor(option: string) {
    super(`refused option: ${option}`);
    this.option = option;
  }
}

/** The bold values of docs/rules.md section 3. */
export function defaultRules(): OracleRules {
  return {
    preset: "trix",
    kingdoms: 4,
    mode: "classic",
    practice: null,
    partnership: "none",
    kingdomRotation: "right",
    firstKing: "seven_of_hearts",
    contractTiming: "after_cards",
    dealer: "king",
    firstLead: "king",
    layoutStart: "king",
    heartLead: "only_hearts",
    heartLeadInCombined: false,
    voidDiscard: "free",
    kingUnderAce: false,
    earlyEnd: false,
    doubling: {
      enabled: true,
      cards: "all",
      order: "simultaneous",
      selfCapture: "single",
      partnerCapture: "as_opponent",
      credit: "doubler",
    },
    points: { kingOfHearts: 75, queen: 25, diamond: 10, trick: 15 },
    layoutPoints: [200, 150, 100, 50],
    layoutPass: "auto",
    exposeTwos: "off",
    redeal: {
      twos: "off",
      bareHearts: false,
      longHearts: false,
      timing: "before_contract",
      twosTiming: "as_timing",
    },
    openHands: false,
    revoke: "reject",
    revokeCost: "remaining",
    tiebreak: "shared",
    tiebreakDeals: 3,
  };
}

/** What the preset changes against the defaults, docs/rules.md section 4. */
export function presetDifferences(preset: string): OracleRequest {
  switch (preset) {
    case "trix":
      return { tiebreak: "king_of_hearts_deal", tiebreakDeals: 1 };
    case "trex":
      return {
        dealer: "rotates",
        firstLead: "right_of_dealer",
        heartLead: "until_broken",
        redeal: { twos: "four_or_three_plus_three", bareHearts: true, longHearts: true },
        tiebreak: "trix_firsts_then_playoff",
      };
    case "pagat":
      return { doubling: { selfCapture: "leader_gains" }, redeal: { twos: "four_or_three_plus_three" } };
    case "levant_app":
      return {
        heartLead: "free",
        earlyEnd: true,
        doubling: { order: "sequential", selfCapture: "double" },
      };
    case "jordan":
      return {
        voidDiscard: "must_discard_king",
        heartLeadInCombined: true,
        earlyEnd: true,
        doubling: { selfCapture: "leader_gains", partnerCapture: "no_bonus" },
      };
    default:
      throw new RefusedOption("preset");
  }
}

/** What `partnership: opposite` implies under the preset, docs/rules.md sections 3 and 4. */
function impliedByPartners(preset: string): OracleRequest {
  const twos = { exposeTwos: "after_first_round" };
  return preset === "jordan" ? { ...twos, doubling: { selfCapture: "double" } } : twos;
}

const flag = (value: unknown) => typeof value === "boolean";
const oneOf =
  (...values: string[]) =>
  (value: unknown) =>
    values.some((allowed) => allowed === value);
const between = (low: number, high: number) => (value: unknown) =>
  typeof value === "number" && Number.isInteger(value) && value >= low && value <= high;
const record = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function practiceList(value: unknown): boolean {
  if (value === null) return true;
  if (!record(value)) return false;
  const { contracts, deals, ...unknown } = value;
  return (
    Object.keys(unknown).length === 0 &&
    Array.isArray(contracts) &&
    between(1, 20)(contracts.length) &&
    contracts.every(oneOf(...CONTRACTS)) &&
    between(1, 100)(deals)
  );
}

/** The test a value must pass, by option name; a name not listed is an unknown option. */
const ALLOWED: Record<string, (value: unknown) => boolean> = {
  preset: oneOf("trix", "trex", "pagat", "levant_app", "jordan"),
  kingdoms: between(1, 4),
  mode: oneOf("classic", "complex", "combination", "practice"),
  practice: practiceList,
  partnership: oneOf("none", "opposite"),
  kingdomRotation: oneOf("right", "seven_of_hearts", "across"),
  firstKing: oneOf("seven_of_hearts", "drawn", "seat0"),
  contractTiming: oneOf("after_cards", "before_cards"),
  dealer: oneOf("king", "rotates"),
  firstLead: oneOf("king", "right_of_dealer"),
  layoutStart: oneOf("king", "right_of_dealer"),
  heartLead: oneOf("only_hearts", "until_broken", "free"),
  heartLeadInCombined: flag,
  voidDiscard: oneOf("free", "must_discard_king", "must_discard_penalties"),
  kingUnderAce: flag,
  earlyEnd: flag,
  "doubling.enabled": flag,
  "doubling.cards": oneOf("all", "king_of_hearts", "queens"),
  "doubling.order": oneOf("simultaneous", "sequential"),
  "doubling.selfCapture": oneOf("single", "leader_gains", "double", "quadruple", "leader_gains_strict"),
  "doubling.partnerCapture": oneOf("as_opponent", "no_bonus", "single", "opponents_gain"),
  "doubling.credit": oneOf("doubler", "nobody"),
  "points.kingOfHearts": between(0, 1000),
  "points.queen": between(0, 1000),
  "points.diamond": between(0, 1000),
  "points.trick": between(0, 1000),
  layoutPoints: (value) => Array.isArray(value) && value.length === 4 && value.every(between(-1000, 1000)),
  layoutPass: oneOf("auto", "explicit"),
  exposeTwos: oneOf("off", "after_first_round"),
  "redeal.twos": oneOf("off", "four", "four_or_three_plus_three"),
  "redeal.bareHearts": flag,
  "redeal.longHearts": flag,
  "redeal.timing": oneOf("before_contract", "after_contract"),
  "redeal.twosTiming": oneOf("as_timing", "before_contract", "after_contract"),
  openHands: flag,
  revoke: oneOf("reject", "penalize"),
  revokeCost: oneOf("remaining", "full"),
  tiebreak: oneOf("shared", "king_of_hearts_deal", "trix_firsts_then_playoff"),
  tiebreakDeals: between(1, 3),
};

/** Options whose value is a group of fields, each merged by itself. */
const GROUPS = ["doubling", "points", "redeal"];

/** The option set as dotted names to values; `practice` and the lists stay whole. */
function flatten(options: OracleRequest): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    // A dotted name would otherwise pass for the field of a group.
    if (name.includes(".")) throw new RefusedOption(name);
    if (!GROUPS.includes(name)) {
      flat.set(name, value);
      continue;
    }
    if (!record(value)) throw new RefusedOption(name);
    for (const [field, fieldValue] of Object.entries(value)) {
      if (fieldValue !== undefined) flat.set(`${name}.${field}`, fieldValue);
    }
  }
  return flat;
}

function unflatten(flat: Map<string, unknown>): OracleRules {
  const rules: Record<string, unknown> = {};
  for (const [name, value] of flat) {
    const [group = "", field] = name.split(".");
    if (field === undefined) rules[group] = structuredClone(value);
    else rules[group] = { ...(rules[group] as object | undefined), [field]: value };
  }
  return rules as OracleRules;
}

/** Merges request, what `partnership` implies, preset and defaults, in that precedence; throws `RefusedOption`. */
export function resolveRules(request: OracleRequest = {}): OracleRules {
  const requested = flatten(request);
  for (const [name, value] of requested) {
    const allowed = Object.hasOwn(ALLOWED, name) ? ALLOWED[name] : undefined;
    if (allowed === undefined || !allowed(value)) throw new RefusedOption(name);
  }
  const preset = String(requested.get("preset") ?? "trix");
  const implied: OracleRequest = requested.get("partnership") === "opposite" ? impliedByPartners(preset) : {};

  const merged = new Map([
    ...flatten(defaultRules()),
    ...flatten(presetDifferences(preset)),
    ...flatten(implied),
    ...requested,
  ]);

  const practising = merged.get("mode") === "practice";
  if (practising !== (merged.get("practice") !== null)) throw new RefusedOption("practice");
  for (const name of ["kingdoms", "kingdomRotation"]) {
    if (practising && requested.has(name)) throw new RefusedOption(name);
  }
  return unflatten(merged);
}
