/** What is agreed when a game is made, and who can sit in it. Plain object types only: they are stored, sent and shown. */

import { completeRules, type Rules, type Seat } from "../engine/index.ts";

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

/** A player as a seat shows them. */
export interface Sitter {
  player: PlayerCard;
  app?: AppCard;
}

/** Why somebody has forfeited the match: their time ran out, or they gave it up. */
export type Forfeiture = "timeout" | "resigned";

/** Why somebody no longer plays their seat: for one of those reasons, or the others have voted to replace them. */
export type Cause = Forfeiture | "vote";

/** What a seat that has changed hands shows: `former` is the player who began the match there, `successor` who has the seat from the next deal on. */
interface Succession {
  former?: Sitter;
  successor?: Sitter;
}

/**
 * Who sits at a seat. A kept seat waits for its player and does not count as filled. `standIn` is the house bot that
 * plays meanwhile: for a player until they return, at a seat that opened during the match until somebody takes it, and for
 * a player who has forfeited to the end.
 */
export type Occupant =
  | ({ kind: "player"; standIn?: string; forfeited?: Forfeiture } & Sitter & Succession)
  | ({ kind: "kept" } & Sitter)
  | { kind: "bot"; bot: string }
  | ({ kind: "open"; standIn?: string } & Succession);

/** Who may take a seat that opens during the match, beside its former player: anyone at once, anyone with the next deal, or nobody. */
export type Newcomers = "next_deal" | "anyone" | "nobody";

/** What a player votes for: to end the match, or to replace the silent player of a seat. */
export type Vote = { type: "abort" } | { type: "replace"; seat: Seat };

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
  newcomers?: Newcomers;
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
  newcomers: true,
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

/** The terms of a new game as they are kept: what says nothing is left out. Between partners nobody new decides the match. */
export function newTerms(asked: GameTerms): GameTerms {
  const newcomers = asked.newcomers ?? (asked.rules.partnership === "opposite" ? "nobody" : "next_deal");
  const { sandbox, series, ...terms } = termsOf({ sameApp: false, clock: null, ...asked, newcomers });
  return { ...terms, ...(sandbox === true && { sandbox }), ...(series != null && { series }) };
}

/** Who may take a seat of a game that opens. In those of earlier releases it is there for anyone at once. */
export const newcomersOf = ({ newcomers = "anyone" }: Pick<GameTerms, "newcomers">): Newcomers => newcomers;
