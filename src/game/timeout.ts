/** What follows when a seat's time runs out, and how seats change hands during a match. Pure but for the packs it is given. */

import { findBot } from "../bots/index.ts";
import { type Action, apply, forfeit, type Match, makeAction, parseAction, type Seat } from "../engine/index.ts";
import { givenBack } from "./arrivals.ts";
import { correction, overdue } from "./clock.ts";
import type { Packs } from "./dealing.ts";
import type { ClockEvent, GameEvent } from "./events.ts";
import { decideAs } from "./house.ts";
import { ownerOf, STAND_IN } from "./occupants.ts";
import { type Draft, published } from "./play.ts";
import type { GameState } from "./state.ts";
import { beganAt } from "./tenures.ts";
import type { Forfeiture, OnTimeout } from "./terms.ts";

/** A game that has not started expires after 14 days, in milliseconds (docs/api.md section 4). */
export const WAITING_MS = 14 * 24 * 3600 * 1000;

/** When a waiting game expires, or `null`. */
export const expiresAt = (state: GameState): number | null =>
  state.status === "waiting" ? state.facts.createdAt + WAITING_MS : null;

/** What is due at `now`: a commit, or the seat whose time is up, whose player may have vacation left; `null` for nothing. Seats in `except` are left alone. */
export function dueAt(
  state: GameState,
  now: number,
  except: ReadonlySet<Seat>,
): { draft: Draft } | { seat: Seat } | null {
  const draft = (event: GameEvent, match: Match | null): { draft: Draft } => ({
    draft: { moves: [], events: [event], match },
  });
  if ((expiresAt(state) ?? Infinity) <= now) return draft({ type: "game_aborted", reason: "expired" }, null);
  if ((state.clock?.pausedUntil ?? Infinity) <= now)
    return draft({ type: "clock_resumed", cause: "ended" }, state.match);
  const corrected = correction(state.clock, state.facts.clock ?? null, state.decisions, now);
  if (corrected !== null) return draft(corrected, state.match);
  const seat = overdue(state.clock, now, except);
  return seat === null ? null : { seat };
}

/** The commit that ends the wait for `seat`, whose deadline has passed: it is put off to `until`, or enforced where that is `null`. */
export function draftDeadline(state: GameState, seat: Seat, until: number | null, packs: Packs): Draft {
  if (until === null || until <= state.clock!.deadlines[seat]!) return draftTimeout(state, seat, packs);
  return {
    moves: [],
    events: [{ type: "clock_extended", seat, decision: state.decisions[seat]!, deadline: until, cause: "vacation" }],
    match: state.match,
  };
}

/** What the table does about a seat whose time is up. */
function draftTimeout(state: GameState, seat: Seat, packs: Packs): Draft {
  const { onTimeout, strikes } = state.facts.clock!;
  const clock = state.clock!;
  const strike = clock.strikes[seat] + 1;
  const expired: ClockEvent = {
    type: "clock_expired",
    seat,
    decision: state.decisions[seat]!,
    deadline: clock.deadlines[seat]!,
    strike,
  };
  const policy = onTimeout === "autoPlay" && strikes !== null && strike >= strikes.after ? strikes.then : onTimeout;
  return policy === "autoPlay"
    ? autoPlay(state, seat, expired, packs)
    : vacate(state, seat, policy, "timeout", [expired]);
}

/** The seat's player gives the match up, or gives back a seat that they came to later. */
export const draftResignation = (state: GameState, seat: Seat): Draft => vacate(state, seat, "forfeit", "resigned", []);

/** A house bot takes over what its player no longer does. Whoever came to the seat during the match can but give it back. */
function vacate(
  state: GameState,
  seat: Seat,
  policy: Exclude<OnTimeout, "autoPlay">,
  cause: Forfeiture,
  events: GameEvent[],
): Draft {
  const { match, tenures, seats } = state;
  if (policy === "substitute" || !beganAt(tenures, seat, ownerOf(seats[seat])!))
    return { moves: [], events: [...events, ...givenBack(state, seat, cause)], match };
  return policy === "forfeit"
    ? {
        moves: [],
        events: [...events, { type: "seat_forfeited", seat, bot: STAND_IN, cause }],
        match: forfeit(match!, seat),
      }
    : { moves: [], events: [...events, { type: "seat_substituted", seat, bot: STAND_IN, cause }], match };
}

/** The server moves for the seat: silence neither doubles nor claims, anything else is what the house bot would do. */
function autoPlay(state: GameState, seat: Seat, expired: ClockEvent, packs: Packs): Draft {
  const match = state.match!;
  const action = silence(match) ?? parseAction(decideAs(findBot(STAND_IN)!, state, match, seat, packs).action)!;
  const applied = apply(match, seat, action, packs);
  if (!applied.ok) throw new Error(`the move after a time-out was refused: ${applied.error}`);
  return {
    moves: [{ seat, action: makeAction(action), decision: state.decisions[seat]!, by: "clock" }],
    events: [expired, ...published(state, applied.events, "clock", packs)],
    match: applied.match,
  };
}

/** What saying nothing means where that is an answer. */
function silence({ deal: { phase } }: Match): Action | undefined {
  if (phase === "doubling") return { type: "double", cards: [] };
  return phase === "redeal" ? { type: "redeal", claim: false } : undefined;
}
