/** What is agreed when a game is made, and who can sit in it. Plain object types only: they are stored, sent and shown. */

import { completeRules, type Rules } from "../engine/index.ts";

/** The app whose users some players are, and the account that runs it. */
export interface AppCard {
  id: string;
  name: string;
  owner: string;
}

export interface PlayerCard {
  id: string;
  name: string;
  kind: "human" | "bot";
}

/** A player who sits down, with the app they play through, if any. */
export interface Newcomer extends PlayerCard {
  app?: AppCard;
}

/** Why somebody no longer plays their seat: their time ran out, or they gave the match up. */
export type Cause = "timeout" | "resigned";

/**
 * Who sits at a seat. A kept seat waits for its player and does not count as filled. `standIn` is the house bot that
 * plays meanwhile: for a player until they return, at a seat that opened during the match until somebody takes it, and for
 * a player who has forfeited to the end.
 */
export type Occupant =
  | { kind: "player"; player: PlayerCard; app?: AppCard; standIn?: string; forfeited?: Cause }
  | { kind: "kept"; player: PlayerCard; app?: AppCard }
  | { kind: "bot"; bot: string }
  | { kind: "open"; standIn?: string };

/** What happens to a seat whose time runs out. */
export type OnTimeout = "autoPlay" | "houseBot" | "substitute" | "forfeit";

/** What the clocks of all forms have in common; durations in milliseconds. */
interface ClockManners {
  onTimeout: OnTimeout;
  /** After how many time-outs in a row, under `autoPlay`, what happens instead; `null` for never. */
  strikes: { after: number; then: Exclude<OnTimeout, "autoPlay"> } | null;
  /** Whether a player's days of vacation are spent when their time would run out. */
  vacation: boolean;
}

/** How long a seat may think: for each move, or from a bank that every move adds to. */
export type ClockTerms = ({ perMoveMs: number } | { bankMs: number; incrementMs: number; capMs: number }) &
  ClockManners;

/** One match of a series: how many there will be, which one this is, the first one's game, and what the matches before this one came to, by seat. */
export interface SeriesTerms {
  matches: number;
  number: number;
  first: string;
  scores: number[];
  wins: number[];
}

export type Visibility = "public" | "unlisted";

/** The terms of a game, fixed when it is made: the same in the request, the stored facts and the first event. What a field may lack, games of earlier releases do. */
export interface GameTerms {
  rules: Rules;
  visibility: Visibility;
  /** Whether several users of one app may sit here. */
  sameApp?: boolean;
  /** Missing or `null` where nobody is timed. */
  clock?: ClockTerms | null;
  /** Missing where it is a game like any other. */
  sandbox?: boolean;
  /** The game that this one follows on; missing where it is the first at its table. */
  previous?: string;
  /** Missing or `null` where the match stands alone. */
  series?: SeriesTerms | null;
}

/** Every term once: one that is left out here does not compile. */
const TERMS = Object.keys({
  rules: true,
  visibility: true,
  sameApp: true,
  clock: true,
  sandbox: true,
  previous: true,
  series: true,
} satisfies Record<keyof GameTerms, true>) as (keyof GameTerms)[];

/** The terms among other fields, those that are there. */
export const termsOf = (given: GameTerms): GameTerms =>
  Object.fromEntries(
    TERMS.flatMap((term) => (given[term] === undefined ? [] : [[term, given[term]]])),
  ) as unknown as GameTerms;

/** What was stored with its rules: those of an earlier release get the options that came later, by their defaults. */
export function completed<Stored extends { rules: Rules }>(stored: Stored): Stored {
  const resolved = completeRules(stored.rules);
  if (!resolved.ok) throw new Error(`stored rules do not resolve: ${resolved.errors[0].message}`);
  return { ...stored, rules: resolved.rules };
}

/** The terms of a new game as they are kept: what says nothing is left out. */
export function newTerms(asked: GameTerms): GameTerms {
  const { sandbox, series, ...terms } = termsOf({ sameApp: false, clock: null, ...asked });
  return { ...terms, ...(sandbox === true && { sandbox }), ...(series != null && { series }) };
}
