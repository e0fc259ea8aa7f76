/** What follows when a seat's time runs out, and how seats change hands during a match. Pure but for the packs it is given. */

import { apply, forfeit, makeAction, parseAction, type Action, type Match, type Seat } from "../engine/index.ts";
import { findBot } from "../bots/index.ts";
import type { Packs } from "./dealing.ts";
import { decideAs, told, type Draft } from "./play.ts";
import type { ClockEvent, GameEvent, GameState } from "./state.ts";
import type { Cause, OnTimeout } from "./types.ts";

/** The house bot that plays for whoever does not: a sensible one that costs next to nothing. */
export const STAND_IN = "steady";

/** The commit that enforces the deadline of `seat`, which has passed. */
export function drawTimeout(state: GameState, seat: Seat, root: Uint8Array, packs: Packs): Draft {
  const { onTimeout, strikes } = state.facts.clock!;
  const clock = state.clock!;
  const strike = clock.strikes[seat] + 1;
  const expired: ClockEvent = { type: "clock_expired", seat, decision: state.decisions[seat]!, deadline: clock.deadlines[seat]!, strike };
  const policy = onTimeout === "autoPlay" && strikes !== null && strike >= strikes.after ? strikes.then : onTimeout;
  return policy === "autoPlay" ? autoPlay(state, seat, expired, root, packs) : vacate(state, seat, policy, "timeout", [expired]);
}

/** The seat's player gives the match up. */
export const drawResignation = (state: GameState, seat: Seat): Draft => vacate(state, seat, "forfeit", "resigned", []);

/** A house bot takes over what its player no longer does. */
function vacate(state: GameState, seat: Seat, policy: Exclude<OnTimeout, "autoPlay">, cause: Cause, events: GameEvent[]): Draft {
  const type = ({ houseBot: "seat_substituted", substitute: "seat_opened", forfeit: "seat_forfeited" } as const)[policy];
  const match = policy === "forfeit" ? forfeit(state.match!, seat) : state.match;
  return { moves: [], events: [...events, { type, seat, bot: STAND_IN, cause }], match };
}

/** The server moves for the seat: silence neither doubles nor claims, anything else is what the house bot would do. */
function autoPlay(state: GameState, seat: Seat, expired: ClockEvent, root: Uint8Array, packs: Packs): Draft {
  const match = state.match!;
  const action = silence(match) ?? parseAction(decideAs(findBot(STAND_IN)!, state, match, seat, root).action)!;
  const applied = apply(match, seat, action, packs);
  if (!applied.ok) throw new Error(`the move after a time-out was refused: ${applied.error}`);
  return {
    moves: [{ seat, action: makeAction(action), decision: state.decisions[seat]!, by: "clock" }],
    events: [expired, ...told(applied.events, "clock", packs)], match: applied.match,
  };
}

/** What saying nothing means where that is an answer. */
function silence({ deal: { phase } }: Match): Action | undefined {
  if (phase === "doubling") return { type: "double", cards: [] };
  return phase === "redeal" ? { type: "redeal", claim: false } : undefined;
}
