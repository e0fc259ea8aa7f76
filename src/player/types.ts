/** What passes between game objects, the Worker and a player's own object. Plain object types only: these are RPC values. */

import type { DealBudget, HeldKind } from "../wire/bounds.ts";

/** What a game tells of one player's seat. A newer `version` replaces an older one; one that is not newer changes nothing. */
export interface Notice {
  game: string;
  /** `seq` of the game's newest event. */
  version: number;
  /** The decision that waits for this player; `deadline` in milliseconds since 1970. */
  decision: { id: string; deadline: number | null };
}

/** What a player's own log holds. A plan is named as its player did; `rule` is the index of the rule that fired, from 0. */
export type PrivateEvent =
  | { type: "decision_opened"; game: string; decision: string; deadline: number | null }
  | { type: "deadline_near"; game: string; seat: number; decision: string; deadline: string }
  | { type: "plan_fired"; game: string; plan: string; rule: number; decision: string; action: string }
  | { type: "plan_cancelled"; game: string; plan: string; reason: PlanEnd }
  | TableEvent;

/**
 * What happened at a table where the player has a seat, had it until then, is to have it, or is kept one: `seat`, their own. Everybody can
 * read it in the log of the game. Instants in RFC 3339 and, of a sandbox too, in real time.
 */
export type TableEvent = { game: string; seat: number } & (
  | { type: "seat_taken"; status: "waiting" | "playing" }
  | { type: "seat_kept" | "seat_left" | "seat_changed" | "game_started" | "seat_returned" }
  | { type: "seat_substituted" | "seat_forfeited"; cause: "timeout" | "resigned" }
  | { type: "seat_opened"; cause: "timeout" | "resigned" | "vote" }
  | { type: "seat_passed" }
  | { type: "successor_changed"; isSuccessor: boolean }
  | { type: "vote_cast"; votedBy: number; vote: { type: "abort" } | { type: "replace"; seat: number } | null }
  | { type: "game_finished"; place: number; won: boolean }
  | { type: "game_aborted"; reason: "creator" | "expired" | "agreed" | "operator" }
  | { type: "rematch_wished"; askedBy: number }
  | { type: "next_game_made"; next: string }
  | { type: "pause_wished"; askedBy: number; until: string | null }
  | { type: "clock_paused"; until: string }
  | { type: "clock_resumed"; cause: "agreed" | "ended" | "returned" | "corrected" }
  | { type: "clock_extended"; decision: string; deadline: string; cause: "vacation" }
);

/** Something for a player's own log; `key` says which it is, so that telling it again adds nothing. */
export interface News {
  key: string;
  event: PrivateEvent;
}

/** In how many games a player has a seat: those that wait for players, and those that are played. */
export interface GameCounts {
  waiting: number;
  playing: number;
}

/** Why a plan ended by itself: what it was made for is over, its deal was thrown in, or its player no longer plays their seat. */
export type PlanEnd = "deal_ended" | "redealt" | "kingdom_ended" | "match_ended" | "seat_lost";

/** The same as its player reads it: `seq` from 1 without gaps, instants in RFC 3339. */
export type PrivateEntry = { seq: number; at: string } & (
  | { type: "decision_opened"; game: string; decision: string; deadline: string | null }
  | Exclude<PrivateEvent, { type: "decision_opened" }>
);

/** A decision that waits for the player; `openedAt` is when their object was told. Times in milliseconds since 1970. */
export interface Waiting {
  game: string;
  decision: string;
  openedAt: number;
  deadline: number | null;
}

/** Where a decision stands among those that wait: all that their order goes by. */
export type Place = Omit<Waiting, "decision">;

/** What an account is to take on itself for a game: a place among those that it holds of each kind, and deals. */
export interface Reservation {
  game: string;
  holds: HeldKind[];
  deals?: { budget: DealBudget; count: number };
}

/** Whether it could, or the limit that is reached: with the wait until there is room again, `null` where a game must end first. */
export type Reserved = { ok: true } | { ok: false; limit: HeldKind | DealBudget; retryAfterMs: number | null };

/** What a player's object asks a game that it holds a place for. */
export interface HolderCalls {
  /** Whether the game still needs its place of that kind with that account. */
  needs(account: string, kind: HeldKind): Promise<boolean>;
}

/** The calls of a player's object; its name is the player's id. */
export interface PlayerCalls {
  notify(notice: Notice): Promise<void>;
  /** Takes word that nothing waits in these games, from whoever has just seen them. Older than what is known, it changes nothing. */
  closed(games: { game: string; version: number }[]): Promise<void>;
  /**
   * What waits behind `after` (`null`: from the first), at most `limit`, most urgent first: by deadline, those without one last,
   * then the oldest. `version` is that of the player's log: what is told after this has a later `seq`. `games` counts the
   * player's games as their log tells of them.
   */
  decisions(
    after: Place | null,
    limit: number,
  ): Promise<{ data: Waiting[]; more: boolean; version: number; games: GameCounts }>;
  /** Adds to the player's own log, in that order, what was not added under the same key before. */
  append(news: readonly News[]): Promise<void>;
  /** The player's own log after `after`, at most `limit` entries; `version` is the `seq` of the newest, 0 where there is none. */
  entries(after: number, limit: number): Promise<{ data: PrivateEntry[]; version: number }>;
  /**
   * A clock of this player runs out at `deadline`: until when their days of vacation put it off, or `null` where they have none
   * left. A day that is spent covers all their games, and asking again for the same deadline spends nothing more.
   */
  putOff(deadline: number): Promise<number | null>;
  /** Days a year, days left of this one, and the end of the vacation that holds now, if one does (milliseconds since 1970). */
  vacation(): Promise<{ daysAYear: number; daysLeft: number; until: number | null }>;
  /** Takes all of a reservation or nothing. Where places are short, games whose release got lost are found out first. */
  reserve(reservation: Reservation): Promise<Reserved>;
  /** Gives back what a game held; what it did not hold changes nothing. */
  release(game: string, kinds: HeldKind[]): Promise<void>;
}
