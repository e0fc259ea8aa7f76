/** Every rule option as data: what it takes, its default, and one sentence on what it means (rules.md sections 3 and 4). */

import { CONTRACTS } from "./contracts.ts";

export type OptionSpec =
  | { kind: "choice"; values: readonly string[] }
  | { kind: "flag" }
  | { kind: "integer"; min: number; max: number }
  | { kind: "integers"; length: number; min: number; max: number }
  | { kind: "choices"; values: readonly string[]; min: number; max: number };

export interface RuleOption {
  /** Dotted where the option stands in a group (`doubling.order`). */
  name: string;
  spec: OptionSpec;
  /** `undefined` for what only mode practice has. */
  default: string | number | boolean | readonly number[] | undefined;
  meaning: string;
  /** Set for what a request may not say beside mode practice. */
  notInPractice?: true;
}

const choice = <const Values extends readonly string[]>(...values: Values) => ({ kind: "choice", values }) as const;
const flag = { kind: "flag" } as const;
const points = { kind: "integer", min: 0, max: 1000 } as const;

/** The one table of options: the type `Rules`, the checks of requests, the schemas and the catalogue all follow from it. */
export const OPTIONS = [
  {
    name: "kingdoms",
    spec: { kind: "integer", min: 1, max: 4 },
    default: 4,
    meaning: "How many kingdoms the match has, each with another seat as its king.",
    notInPractice: true,
  },
  {
    name: "mode",
    spec: choice("classic", "complex", "combination", "practice"),
    default: "classic",
    meaning:
      "How a kingdom is divided into deals: five single contracts; one deal with all four trick contracts and one of trix; any sets of trick contracts that the king names, and trix alone; or a fixed list of contracts to practise.",
  },
  {
    name: "practice.contracts",
    spec: { kind: "choices", values: CONTRACTS, min: 1, max: 20 },
    default: undefined,
    meaning: "In mode practice: the contracts of the deals, repeated in turn.",
  },
  {
    name: "practice.deals",
    spec: { kind: "integer", min: 1, max: 100 },
    default: undefined,
    meaning: "In mode practice: how many deals are played.",
  },
  {
    name: "partnership",
    spec: choice("none", "opposite"),
    default: "none",
    meaning: "Whether seats 0 and 2 play as a team against seats 1 and 3, their totals added.",
  },
  {
    name: "kingdomRotation",
    spec: choice("right", "seven_of_hearts"),
    default: "right",
    meaning:
      "Who is king next: the seat to the right, or the seat dealt the seven of hearts in the first deal of each kingdom.",
    notInPractice: true,
  },
  {
    name: "dealer",
    spec: choice("king", "rotates"),
    default: "king",
    meaning: "Who deals: the king, or a seat drawn for the first deal and then one seat to the right each deal.",
  },
  {
    name: "firstLead",
    spec: choice("king", "right_of_dealer"),
    default: "king",
    meaning: "Who leads to the first trick.",
  },
  {
    name: "layoutStart",
    spec: choice("king", "right_of_dealer"),
    default: "king",
    meaning: "Who starts the layout of trix.",
  },
  {
    name: "heartLead",
    spec: choice("only_hearts", "until_broken", "free"),
    default: "only_hearts",
    meaning:
      "In king_of_hearts, who may lead a heart: only a hand of nothing but hearts; anyone once a heart has been discarded; or anyone at any time.",
  },
  {
    name: "heartLeadInCombined",
    spec: flag,
    default: false,
    meaning: "Whether that ban also holds in a deal of several contracts that include king_of_hearts.",
  },
  {
    name: "voidDiscard",
    spec: choice("free", "must_discard_king"),
    default: "free",
    meaning: "Whether a seat void in the led suit must throw the king of hearts if it holds it.",
  },
  {
    name: "earlyEnd",
    spec: flag,
    default: false,
    meaning: "Whether a deal ends once every card that counts is taken (never where tricks count).",
  },
  {
    name: "doubling.enabled",
    spec: flag,
    default: true,
    meaning: "Whether the king of hearts and the queens may be doubled before the first lead.",
  },
  {
    name: "doubling.order",
    spec: choice("simultaneous", "sequential"),
    default: "simultaneous",
    meaning:
      "Whether all four answer hidden and are shown together, or in turn from the king, each at once in the open.",
  },
  {
    name: "doubling.selfCapture",
    spec: choice("single", "leader_gains", "double", "quadruple"),
    default: "single",
    meaning:
      "What a seat pays that takes the card it doubled itself: once; twice, half of it to the leader of the trick; twice; or four times.",
  },
  {
    name: "doubling.partnerCapture",
    spec: choice("as_opponent", "no_bonus", "single"),
    default: "as_opponent",
    meaning:
      "What happens when the doubler's partner takes the card: as with an opponent; double without the doubler's bonus; or the plain value.",
  },
  { name: "points.kingOfHearts", spec: points, default: 75, meaning: "What taking the king of hearts costs." },
  { name: "points.queen", spec: points, default: 25, meaning: "What each queen taken costs." },
  { name: "points.diamond", spec: points, default: 10, meaning: "What each diamond taken costs." },
  { name: "points.trick", spec: points, default: 15, meaning: "What each trick taken costs." },
  {
    name: "layoutPoints",
    spec: { kind: "integers", length: 4, min: -1000, max: 1000 },
    default: [200, 150, 100, 50],
    meaning: "What going out first, second, third and fourth in trix brings.",
  },
  {
    name: "layoutPass",
    spec: choice("auto", "explicit"),
    default: "auto",
    meaning: "Whether the server passes for a seat that cannot play in trix, or the seat sends the pass itself.",
  },
  {
    name: "exposeTwos",
    spec: choice("off", "after_first_round"),
    default: "off",
    meaning:
      "Whether after the fourth turn of trix all four twos are shown with their holders (between partners, not if one team was dealt all four).",
  },
  {
    name: "redeal.twos",
    spec: choice("off", "four", "four_or_three_plus_three"),
    default: "off",
    meaning:
      "Whether a seat with four twos, or also with three twos and the three of the fourth suit, may claim a redeal.",
  },
  {
    name: "redeal.bareHearts",
    spec: flag,
    default: false,
    meaning: "Whether a seat whose only hearts are the king, the ace or both may claim a redeal.",
  },
  {
    name: "redeal.longHearts",
    spec: flag,
    default: false,
    meaning: "Whether a seat with five or more hearts, the king among them, may claim a redeal.",
  },
  {
    name: "redeal.timing",
    spec: choice("before_contract", "after_contract"),
    default: "before_contract",
    meaning:
      "When a redeal is claimed: before the contract in every deal, or after it in the deals that the claim concerns.",
  },
  { name: "openHands", spec: flag, default: false, meaning: "Whether every hand is open from the deal on." },
  {
    name: "revoke",
    spec: choice("reject", "penalize"),
    default: "reject",
    meaning:
      "Whether a card that fails to follow suit is refused, or ends the deal and charges its player with all that is still out.",
  },
  {
    name: "tiebreak",
    spec: choice("shared", "king_of_hearts_deal", "trix_firsts_then_playoff"),
    default: "shared",
    meaning:
      "What settles a tie for first place: nothing; extra king_of_hearts deals; or first places in trix deals, then playoff deals.",
  },
] as const satisfies readonly RuleOption[];

/** What a value of an option looks like. */
type ValueOf<Spec extends OptionSpec> = Spec extends { kind: "choice"; values: readonly (infer Value)[] }
  ? Value
  : Spec extends { kind: "choices"; values: readonly (infer Value)[] }
    ? Value[]
    : Spec extends { kind: "flag" }
      ? boolean
      : Spec extends { kind: "integer" }
        ? number
        : number[];

/** The value of each option by its dotted name. */
export type OptionValues = { [Option in (typeof OPTIONS)[number] as Option["name"]]: ValueOf<Option["spec"]> };

/** Presets as their differences from the defaults (rules.md section 4). */
export const PRESETS = {
  trix: { tiebreak: "king_of_hearts_deal" },
  trex: {
    dealer: "rotates",
    firstLead: "right_of_dealer",
    heartLead: "until_broken",
    "redeal.twos": "four_or_three_plus_three",
    "redeal.bareHearts": true,
    "redeal.longHearts": true,
    tiebreak: "trix_firsts_then_playoff",
  },
  pagat: { "doubling.selfCapture": "leader_gains", "redeal.twos": "four_or_three_plus_three" },
  levant_app: { heartLead: "free", earlyEnd: true, "doubling.order": "sequential", "doubling.selfCapture": "double" },
  jordan: {
    voidDiscard: "must_discard_king",
    heartLeadInCombined: true,
    earlyEnd: true,
    "doubling.selfCapture": "leader_gains",
    "doubling.partnerCapture": "no_bonus",
  },
} as const satisfies Record<string, Partial<OptionValues>>;

export type Preset = keyof typeof PRESETS;
