/** What passes between game objects, the Worker and a player's own object. Plain object types only: these are RPC values. */

/** What a game tells of one player's seat. A newer `version` replaces an older one; one that is not newer changes nothing. */
export interface Notice {
  game: string;
  /** `seq` of the game's newest event. */
  version: number;
  /** The decision that waits for this player, or `null`. `deadline` in milliseconds since 1970. */
  decision: { id: string; deadline: number | null } | null;
}

/**
 * What happens to one player alone, as it is told; `key` says which it is, so that telling it again adds nothing. A plan is
 * named as its player did; `rule` is the index of the rule that fired, from 0.
 */
export type PrivateEvent =
  | { type: "decision_opened"; game: string; decision: string; deadline: number | null }
  | { type: "plan_fired"; game: string; plan: string; rule: number; decision: string; action: string }
  | { type: "plan_cancelled"; game: string; plan: string; reason: PlanEnd };

/** Why a plan ended by itself: what it was made for is over, its deal was thrown in, or its player does not play his seat any more. */
export type PlanEnd = "deal_ended" | "redealt" | "kingdom_ended" | "match_ended" | "seat_lost";

/** The same as it stands in the player's own log: `seq` from 1 without gaps, `at` in milliseconds since 1970. */
export interface PrivateEntry { seq: number; at: number; event: PrivateEvent }

/** The calls of a player's object that games make; its name is the player's id. */
export interface PlayerCalls {
  tell(notice: Notice): Promise<void>;
  /** Adds to the player's own log, unless something was added under the same key before. */
  note(key: string, event: PrivateEvent): Promise<void>;
  /**
   * A clock of this player runs out at `deadline`: until when his days of vacation put it off, or `null` where he has none
   * left. A day that is drawn covers all his games, and asking again for the same deadline draws nothing more.
   */
  putOff(deadline: number): Promise<number | null>;
}
