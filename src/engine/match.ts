/** The state of a match: what it is made of, how it is copied, saved and loaded. */

import type { Hands, Seat } from "./cards.ts";
import type { Rules } from "./rules.ts";
import { compileRules, type RulesTable } from "./table.ts";

export const PHASES = ["redeal", "contract", "doubling", "tricks", "layout", "done"] as const;
export type Phase = (typeof PHASES)[number];

/** An entry of `Deal.plays`: `seat * 64 + card`, where card 63 is a pass. */
export type PlayCode = number;
export const PASS = 63;
export const playOf = (seat: number, card: number): PlayCode => (seat << 6) | card;
export const playSeat = (play: PlayCode): Seat => (play >> 6) as Seat;
export const playCard = (play: PlayCode): number => play & 63;

/** One deal in progress, or the last one of a finished match. */
export interface Deal {
  /** From 1; tie-break deals count from 1 again. */
  number: number;
  tiebreak: boolean;
  king: number;
  dealer: number;
  /** Which pack of the match is on the table, from 1. */
  pack: number;
  /** Packs thrown in so far in this deal. */
  redeals: number;
  /** The seat dealt the 7♥ that settled the king in this very pack, or -1. */
  announced: number;
  phase: Phase;
  /** Contract mask, 0 until named. */
  contracts: number;
  /** All empty until the contract is named where it comes before the cards. */
  hands: Hands;
  /** Whose turn it is; -1 where the phase asks all four at once, or nobody. */
  turn: number;
  /** In redeal (1 claims, 0 does not) and doubling (a doubling mask): the answers so far, -1 for none yet. Cleared to -1 afterwards. */
  answers: number[];
  /** Doubled cards by seat, as doubling masks. */
  doubled: number[];
  plays: PlayCode[];
  /** Who led the trick in progress. */
  leader: number;
  heartsBroken: boolean;
  /** Counting cards that are not yet in a finished trick. */
  cardsOut: number;
  tricks: number[];
  points: number[];
  /** Layout rows by suit: lowest and highest height played, -1 before the jack. */
  low: number[];
  high: number[];
  /** Seats in the order of going out. */
  places: number[];
  twosExposed: boolean;
}

/** A finished deal, as lists and tie-breaks need it. */
export interface DealSummary {
  number: number;
  /** From 1; `null` in a tie-break. */
  kingdom: number | null;
  tiebreak: boolean;
  king: number;
  contracts: number;
  points: readonly number[];
  /** Seats in the order of going out; empty but in trix. */
  places: readonly number[];
}

/** A tie for first place while it is played off. */
export interface Tiebreak {
  /** Seats still tied. */
  tied: number[];
  /** Tie-break deals finished. */
  deals: number;
  /** First places in the match's trix deals by seat (a team's added); `null` where they are not compared. */
  firsts: number[] | null;
}

export interface MatchResult {
  /** Seats that won; both seats of a team. */
  winners: number[];
  /** By seat, 1 the best; equal totals share a place. */
  places: number[];
  totals: number[];
  tiebreak: Tiebreak | null;
}

/** A whole match. Plain data, but for `table`, which is worked out from the rules. */
export interface Match {
  table: RulesTable;
  /** Packs dealt so far, thrown-in ones and tie-breaks included. */
  packs: number;
  /** The seat drawn to deal first; -1 where the king deals. */
  firstDealer: number;
  /** Seats in the order in which they became king, one a kingdom. */
  kings: number[];
  /** Contracts finished or named in the running kingdom, as a mask. */
  used: number;
  totals: number[];
  deals: readonly DealSummary[];
  deal: Deal;
  tiebreak: Tiebreak | null;
  /** Seats that have given the match up, in the order in which they did: no total puts them before the others. */
  forfeited: readonly number[];
  result: MatchResult | null;
}

/** Where packs come from. Both are pure: asked again, they answer the same. */
export interface Dealing {
  /** The hands of the k-th pack of the match, k from 1. */
  pack(k: number): Hands;
  /** The seat that deals first, drawn under `dealer: rotates` only. */
  firstDealer(): number;
  /** The first king, drawn under `firstKing: drawn` only. */
  firstKing(): number;
}

/** What `saveMatch` gives: a `Match` without its table, plain JSON of at most about 4 kB. */
export type SavedMatch = Omit<Match, "table"> & { format: typeof SAVED_FORMAT };

/** Counts up whenever what is saved changes. */
const SAVED_FORMAT = 2;

export const saveMatch = ({ table: _, ...match }: Match): SavedMatch => ({ format: SAVED_FORMAT, ...match });

/** The match that `saveMatch` wrote, under the same rules. Throws a `RangeError` for a format of another release. */
export function loadMatch(saved: SavedMatch, rules: Rules): Match {
  if (saved.format !== SAVED_FORMAT) throw new RangeError(`unknown match format ${String(saved.format)}`);
  const { format: _, ...match } = saved;
  return { table: compileRules(rules), ...match };
}

const zeros = (): number[] => [0, 0, 0, 0];
const nones = (): number[] => [-1, -1, -1, -1];

/** A deal that nothing has happened in, without hands, number or king. */
export const emptyDeal = (): Deal => ({
  number: 0,
  tiebreak: false,
  king: 0,
  dealer: 0,
  pack: 0,
  redeals: 0,
  announced: -1,
  phase: "done",
  contracts: 0,
  hands: [],
  turn: -1,
  answers: nones(),
  doubled: zeros(),
  plays: [],
  leader: -1,
  heartsBroken: false,
  cardsOut: 0,
  tricks: zeros(),
  points: zeros(),
  low: nones(),
  high: nones(),
  places: [],
  twosExposed: false,
});

const copyDeal = (deal: Deal): Deal => ({
  number: deal.number,
  tiebreak: deal.tiebreak,
  king: deal.king,
  dealer: deal.dealer,
  pack: deal.pack,
  redeals: deal.redeals,
  announced: deal.announced,
  phase: deal.phase,
  contracts: deal.contracts,
  hands: deal.hands.slice(),
  turn: deal.turn,
  answers: deal.answers.slice(),
  doubled: deal.doubled.slice(),
  plays: deal.plays.slice(),
  leader: deal.leader,
  heartsBroken: deal.heartsBroken,
  cardsOut: deal.cardsOut,
  tricks: deal.tricks.slice(),
  points: deal.points.slice(),
  low: deal.low.slice(),
  high: deal.high.slice(),
  places: deal.places.slice(),
  twosExposed: deal.twosExposed,
});

/** A copy that can be stepped without touching the original. Finished facts are shared, as nothing changes them. */
export const copyMatch = (match: Match): Match => ({
  table: match.table,
  packs: match.packs,
  firstDealer: match.firstDealer,
  kings: match.kings.slice(),
  used: match.used,
  totals: match.totals.slice(),
  deals: match.deals,
  deal: copyDeal(match.deal),
  tiebreak: match.tiebreak,
  forfeited: match.forfeited,
  result: match.result,
});

/** Whether the running phase asks all four seats at once. */
export const asksAll = (match: Match): boolean =>
  match.deal.turn < 0 && (match.deal.phase === "redeal" || match.deal.phase === "doubling");

/** Whether `seat` must act now. */
export const isAwaited = (match: Match, seat: number): boolean =>
  (match.deal.turn === seat && seat >= 0) || (match.deal.turn < 0 && asksAll(match) && match.deal.answers[seat] < 0);

/** The seats that must act now; empty once the match is over. */
export const awaitedSeats = (match: Match): Seat[] => ([0, 1, 2, 3] as const).filter((seat) => isAwaited(match, seat));

/** Number of the running kingdom from 1; `null` in a tie-break. */
export const kingdomNumber = (match: Match): number | null => (match.deal.tiebreak ? null : match.kings.length);
