/** How a player stands in a game, as their own log tells of it. */

import type { PrivateEvent } from "./types.ts";

/** `over`: the game is, or the seat is theirs no longer. */
export type Standing = "waiting" | "playing" | "over";

/** What every event but `seat_taken`, which says it itself, makes of that; `null` where it stays as it was. */
export const STANDINGS: Readonly<Record<Exclude<PrivateEvent["type"], "seat_taken">, Standing | null>> = {
  seat_kept: null,
  seat_left: "over",
  seat_changed: "over",
  game_started: "playing",
  seat_substituted: null,
  seat_opened: "over",
  seat_passed: "over",
  successor_changed: null,
  seat_forfeited: "over",
  seat_returned: "playing",
  game_finished: "over",
  game_aborted: "over",
  rematch_wished: null,
  next_game_made: null,
  vote_cast: null,
  pause_wished: null,
  clock_paused: null,
  clock_resumed: null,
  clock_extended: null,
  decision_opened: null,
  deadline_near: null,
  plan_fired: null,
  plan_cancelled: null,
};
