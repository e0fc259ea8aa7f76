/** Every rule option as data: what it takes, its default, and one sentence on what it means (docs/rules.md section 3). */

import { CONTRACTS } from "./contracts.ts";
import type { RuleOption, ValueOf } from "./option.ts";

const choice = <const Values extends readonly string[]>(...values: Values) => ({ kind: "choice", values }) as const;
const flag = { kind: "flag" } as const;
const points = { kind: "integer", min: 0, max: 1000 } as const;

/** The one table of options: the type `Rules`, the checks of requests, the schemas and the catalogue all follow from it. */
export const OPTIONS = [
  {
    name: "kingdoms",
    spec: { kind: "integer", min: 1, max: 4 },
    default: 4,
    meaning: "How many kingdoms the match has. Each has a different seat as king.",
    notInPractice: true,
  },
  {
    name: "mode",
    spec: choice("classic", "complex", "combination", "practice"),
    default: "classic",
    meaning:
      "How a kingdom is divided into deals: five deals with one contract each; one deal with all four trick contracts and one of trix; any combinations of trick contracts the king names, with trix on its own; or a fixed list of contracts for practice.",
  },
  {
    name: "practice.contracts",
    spec: { kind: "choices", values: CONTRACTS, min: 1, max: 20 },
    default: undefined,
    meaning: "In practice mode, the contracts of the deals, in order and repeated as needed.",
  },
  {
    name: "practice.deals",
    spec: { kind: "integer", min: 1, max: 100 },
    default: undefined,
    meaning: "In practice mode, how many deals are played.",
  },
  {
    name: "partnership",
    spec: choice("none", "opposite"),
    default: "none",
    meaning: "Whether seats 0 and 2 play as a team against seats 1 and 3, with their totals added together.",
  },
  {
    name: "kingdomRotation",
    spec: choice("right", "seven_of_hearts", "across"),
    default: "right",
    meaning:
      "Who is king next: the seat to the right; the seat that is dealt the seven of hearts in the first deal of each kingdom; or in turn the seats one, three and two places to the right of the first king.",
    notInPractice: true,
  },
  {
    name: "firstKing",
    spec: choice("seven_of_hearts", "drawn", "seat0"),
    default: "seven_of_hearts",
    meaning:
      "Who is king first: the seat that is dealt the seven of hearts in the first deal, a seat chosen at random, or seat 0.",
  },
  {
    name: "contractTiming",
    spec: choice("after_cards", "before_cards"),
    default: "after_cards",
    meaning:
      "Whether the king sees their cards before naming the contract, or the cards are dealt only after it. A deal whose seven of hearts decides who is king is always dealt first.",
  },
  {
    name: "dealer",
    spec: choice("king", "rotates"),
    default: "king",
    meaning:
      "Who deals: the king, or a seat chosen at random for the first deal and then one seat further to the right each deal.",
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
      "Who may lead a heart in king_of_hearts: only a player with nothing but hearts; anyone after a heart has been discarded; or anyone at any time.",
  },
  {
    name: "heartLeadInCombined",
    spec: flag,
    default: false,
    meaning: "Whether `heartLead` also applies to deals with several contracts that include king_of_hearts.",
  },
  {
    name: "voidDiscard",
    spec: choice("free", "must_discard_king", "must_discard_penalties"),
    default: "free",
    meaning:
      "What a player who can't follow suit must discard if they hold it: nothing in particular; the king of hearts; or any card that counts in this deal.",
  },
  {
    name: "kingUnderAce",
    spec: flag,
    default: false,
    meaning: "Whether the king of hearts must be played to a heart lead once the ace of hearts is in the trick.",
  },
  {
    name: "earlyEnd",
    spec: flag,
    default: false,
    meaning: "Whether a deal ends once every scoring card has been taken (never when tricks count).",
  },
  {
    name: "doubling.enabled",
    spec: flag,
    default: true,
    meaning: "Whether the king of hearts and the queens may be doubled before the first lead.",
  },
  {
    name: "doubling.cards",
    spec: choice("all", "king_of_hearts", "queens"),
    default: "all",
    meaning: "Which cards may be doubled: the king of hearts and the queens, or only one of these.",
  },
  {
    name: "doubling.order",
    spec: choice("simultaneous", "sequential"),
    default: "simultaneous",
    meaning:
      "Whether all four seats answer secretly and are revealed together, or answer openly in turn, starting with the king.",
  },
  {
    name: "doubling.selfCapture",
    spec: choice("single", "leader_gains", "double", "quadruple", "leader_gains_strict"),
    default: "single",
    meaning:
      "What a seat pays when it takes a card it doubled itself: the normal value; double, half of it to the player who led the trick; double; four times the value; or the same as the second, but with nothing back for leading the trick itself.",
  },
  {
    name: "doubling.partnerCapture",
    spec: choice("as_opponent", "no_bonus", "single", "opponents_gain"),
    default: "as_opponent",
    meaning:
      "What happens when the partner of the player who doubled takes the card: the same as for an opponent; double, but no bonus; the normal value; or double, with the normal value as a bonus for each opponent.",
  },
  {
    name: "doubling.credit",
    spec: choice("doubler", "nobody"),
    default: "doubler",
    meaning: "Who gains the value of a doubled card that someone else takes: the player who doubled it, or nobody.",
  },
  { name: "points.kingOfHearts", spec: points, default: 75, meaning: "How many points the king of hearts costs." },
  { name: "points.queen", spec: points, default: 25, meaning: "How many points each queen costs." },
  { name: "points.diamond", spec: points, default: 10, meaning: "How many points each diamond costs." },
  { name: "points.trick", spec: points, default: 15, meaning: "How many points each trick costs." },
  {
    name: "layoutPoints",
    spec: { kind: "integers", length: 4, min: -1000, max: 1000 },
    default: [200, 150, 100, 50],
    meaning: "How many points you get for going out first, second, third and fourth in trix.",
  },
  {
    name: "layoutPass",
    spec: choice("auto", "explicit"),
    default: "auto",
    meaning: "Whether the server passes for a seat that can't play in trix, or the seat has to send the pass.",
  },
  {
    name: "exposeTwos",
    spec: choice("off", "after_first_round"),
    default: "off",
    meaning:
      "Whether all four twos and their holders are shown after the fourth turn of trix (with partners, not if one team was dealt all four).",
  },
  {
    name: "redeal.twos",
    spec: choice("off", "four", "four_or_three_plus_three"),
    default: "off",
    meaning:
      "Whether a player can claim a redeal with four twos, or also with three twos and the three of the fourth suit.",
  },
  {
    name: "redeal.bareHearts",
    spec: flag,
    default: false,
    meaning: "Whether a player whose only hearts are the king, the ace or both can claim a redeal.",
  },
  {
    name: "redeal.longHearts",
    spec: flag,
    default: false,
    meaning: "Whether a player with five or more hearts, including the king, can claim a redeal.",
  },
  {
    name: "redeal.timing",
    spec: choice("before_contract", "after_contract"),
    default: "before_contract",
    meaning: "When a redeal can be claimed: before the contract in every deal, or after it in the deals it concerns.",
  },
  {
    name: "redeal.twosTiming",
    spec: choice("as_timing", "before_contract", "after_contract"),
    default: "as_timing",
    meaning:
      "When a redeal can be claimed with twos: as `redeal.timing` says, or at a time of their own, so that `redeal.timing` concerns hearts alone.",
  },
  {
    name: "openHands",
    spec: flag,
    default: false,
    meaning: "Whether all hands are visible from the start of the deal.",
  },
  {
    name: "revoke",
    spec: choice("reject", "penalize"),
    default: "reject",
    meaning:
      "Whether a card that fails to follow suit is rejected, or ends the deal and costs its player all remaining points.",
  },
  {
    name: "revokeCost",
    spec: choice("remaining", "full"),
    default: "remaining",
    meaning:
      "What a penalized revoke costs: all points that remain in the deal, or also those that were already taken, at their normal value.",
  },
  {
    name: "tiebreak",
    spec: choice("shared", "king_of_hearts_deal", "trix_firsts_then_playoff"),
    default: "shared",
    meaning:
      "How a tie for first place is settled: not at all; with extra king_of_hearts deals; or by first places in trix deals, then playoff deals.",
  },
  {
    name: "tiebreakDeals",
    spec: { kind: "integer", min: 1, max: 3 },
    default: 3,
    meaning: "How many tiebreak deals are played at most. If a tie is left after them, the win is shared.",
  },
] as const satisfies readonly RuleOption[];

/** The value of each option by its dotted name. */
export type OptionValues = { [Option in (typeof OPTIONS)[number] as Option["name"]]: ValueOf<Option["spec"]> };
