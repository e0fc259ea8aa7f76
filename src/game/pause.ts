/** A pause of the whole table, by agreement of its players. Pure; times in milliseconds since 1970. */

import { SEATS, type Seat } from "../engine/index.ts";
import { isTimed } from "./clock.ts";
import { type Drafted, refused } from "./company.ts";
import type { ClockEvent } from "./events.ts";
import { type GameState, seatOf } from "./state.ts";
import type { GameRefusal } from "./types.ts";

/** Why there is no pausing here, or `null`. */
function unpausable(state: GameState): GameRefusal | null {
  if (state.status === "waiting") return "game_not_started";
  if (state.status !== "playing") return "game_over";
  return state.clock === null ? "no_clock" : null;
}

/** A player asks for a pause until an instant. It begins once everybody who is timed wants one, and lasts as long as the first of them wants. */
export function wishPause(state: GameState, player: string, until: number, now: number): Drafted {
  const seat = seatOf(state, player);
  if (seat === null) return refused("not_seated");
  const why = unpausable(state);
  if (why !== null) return refused(why);
  // Whoever a house bot plays for has nothing to pause, and must not pause those who play.
  if (!isTimed(state.seats[seat])) return refused("seat_substituted");
  if (state.clock!.pausedUntil !== null) return refused("already_paused");
  const wishes = state.clock!.wishes.with(seat, until);
  const events: ClockEvent[] = state.clock!.wishes[seat] === until ? [] : [{ type: "pause_wished", seat, until }];
  const ends = peopleOf(state).map((each) => wishes[each]);
  if (ends.every((end) => end !== null && end > now))
    events.push({ type: "clock_paused", until: Math.min(...(ends as number[])) });
  return { ok: true, events };
}

/** A player takes their wish back, or asks to go on while the table pauses: it does once everybody who is timed wants to. */
export function wishResumption(state: GameState, player: string, now: number): Drafted {
  const seat = seatOf(state, player);
  if (seat === null) return refused("not_seated");
  const why = unpausable(state);
  if (why !== null) return refused(why);
  if (!isTimed(state.seats[seat])) return refused("seat_substituted");
  const { pausedUntil, wishes } = state.clock!;
  if (pausedUntil === null)
    return { ok: true, events: wishes[seat] === null ? [] : [{ type: "pause_wished", seat, until: null }] };
  const events: ClockEvent[] = wishes[seat] === null ? [{ type: "pause_wished", seat, until: now }] : [];
  if (peopleOf(state).every((each) => each === seat || wishes[each] !== null))
    events.push({ type: "clock_resumed", cause: "agreed" });
  return { ok: true, events };
}

/** The seats whose players must agree. */
const peopleOf = ({ seats }: GameState): Seat[] => SEATS.filter((seat) => isTimed(seats[seat]));
