/** From answers to drafts of commits: a player's action, the start of the match, and a logged commit played again. Pure but for the packs it is given. */

import {
  type Action,
  apply,
  forfeit,
  type Match,
  type MatchEvent,
  type Mover,
  makeAction,
  parseAction,
  type Refusal,
  type Seat,
  startMatch,
} from "../engine/index.ts";
import { withArrivals } from "./arrivals.ts";
import type { Packs } from "./dealing.ts";
import type { Commit, GameEvent, Move } from "./events.ts";
import type { PlanNote } from "./plan-store.ts";
import type { GameState } from "./state.ts";

/** A commit before it has its place in the log, with what single players hear of it in their own. */
export interface Draft {
  moves: Move[];
  events: GameEvent[];
  match: Match | null;
  notes?: PlanNote[];
}

export type Played = { ok: true; draft: Draft } | { ok: false; code: Refusal };

/** The events of an action in `state` as the log keeps them: the first one with its mover, with every pack that ends its link, and before a deal who comes with it. */
export function published(state: GameState, events: MatchEvent[], by: Mover | null, packs: Packs): GameEvent[] {
  const told = events.map((event, i) => ({
    ...event,
    ...(i === 0 && by !== null ? { by } : {}),
    ...(event.type === "deal_scored"
      ? { link: packs.link(event.pack) }
      : event.type === "redealt"
        ? { link: packs.link(event.thrownPack) }
        : {}),
  }));
  return withArrivals(state, told);
}

/** The match begins: the first pack is dealt. */
export function draftStart(state: GameState, packs: Packs): Draft {
  const { match, events } = startMatch(state.facts.rules, packs);
  return {
    moves: [],
    events: [{ type: "game_started", clientSeeds: state.clientSeeds }, ...published(state, events, null, packs)],
    match,
  };
}

/** One seat's action. `state.match` must be running. */
export function draftMove(state: GameState, seat: Seat, action: Action, by: Mover, packs: Packs): Played {
  const applied = apply(state.match!, seat, action, packs);
  if (!applied.ok) return { ok: false, code: applied.error };
  const move: Move = { seat, action: makeAction(action), decision: state.decisions[seat]!, by };
  return {
    ok: true,
    draft: { moves: [move], events: published(state, applied.events, by, packs), match: applied.match },
  };
}

/** The match after a logged commit, by playing its moves again: how a state is rebuilt from the log. */
export function matchAfter(
  before: Match | null,
  commit: Commit,
  rules: GameState["facts"]["rules"],
  packs: Packs,
): Match | null {
  let match = commit.events.some((event) => event.type === "game_started") ? startMatch(rules, packs).match : before;
  for (const event of commit.events)
    if (event.type === "seat_forfeited" && match !== null) match = forfeit(match, event.seat);
  for (const move of commit.moves) {
    const action = parseAction(move.action);
    const applied = action === undefined || match === null ? null : apply(match, move.seat, action, packs);
    if (!applied?.ok) throw new Error(`the log does not replay at seq ${commit.seq}`);
    match = applied.match;
  }
  return match;
}
