/** From answers to commits: a player's action, house bots' moves, the start of the match. Pure but for the packs it is given. */

import { type Bot, decide, findBot } from "../bots/index.ts";
import {
  type Action,
  apply,
  asksAll,
  awaitedSeats,
  forfeit,
  type Match,
  type MatchEvent,
  type Mover,
  makeAction,
  parseAction,
  type Refusal,
  type Seat,
  startMatch,
  viewFor,
} from "../engine/index.ts";
import { botWords, type Packs } from "./dealing.ts";
import type { Note } from "./plan-store.ts";
import { botAt, type Commit, type GameEvent, type GameState, type Move } from "./state.ts";

/** A commit before it has its place in the log, with what single players hear of it in their own. */
export interface Draft {
  moves: Move[];
  events: GameEvent[];
  match: Match | null;
  notes?: Note[];
}

export type Played = { ok: true; draft: Draft } | { ok: false; code: Refusal };

/** Marks the action's own event with its mover; publishes the link of every pack that has just come to its end. */
export function told(events: MatchEvent[], by: Mover | null, packs: Packs): GameEvent[] {
  return events.map((event, i) => ({
    ...event,
    ...(i === 0 && by !== null ? { by } : {}),
    ...(event.type === "deal_scored"
      ? { link: packs.link(event.pack) }
      : event.type === "redealt"
        ? { link: packs.link(event.thrownPack) }
        : {}),
  }));
}

/** The match begins: the first pack is dealt. */
export function drawStart(state: GameState, packs: Packs): Draft {
  const { match, events } = startMatch(state.facts.rules, packs);
  return {
    moves: [],
    events: [{ type: "game_started", clientSeeds: state.clientSeeds }, ...told(events, null, packs)],
    match,
  };
}

/** One seat's action. `state.match` must be running. */
export function drawMove(state: GameState, seat: Seat, action: Action, by: Mover, packs: Packs): Played {
  const applied = apply(state.match!, seat, action, packs);
  if (!applied.ok) return { ok: false, code: applied.error };
  const move: Move = { seat, action: makeAction(action), decision: state.decisions[seat]!, by };
  return { ok: true, draft: { moves: [move], events: told(applied.events, by, packs), match: applied.match } };
}

/** What a house bot would do at a seat, from nothing but that seat's view. */
export function decideAs(
  bot: Bot,
  state: GameState,
  match: Match,
  seat: Seat,
  root: Uint8Array,
): ReturnType<typeof decide> {
  const view = viewFor(match, seat);
  return decide(bot, { rules: state.facts.rules, ...view, you: view.you! }, botWords(root, state.version, seat));
}

/**
 * The next commit of house bots, or `null` where none is awaited. The answers of a phase that asks all at once go into
 * one commit, all drawn from the view before any of them, so that neither time nor order tells who holds what.
 */
export function drawBots(
  state: GameState,
  root: Uint8Array,
  packs: Packs,
): { draft: Draft; playouts: number; failed: Seat[] } | null {
  const before = state.match;
  if (before === null) return null;
  const waiting = awaitedSeats(before).filter((seat) => botAt(state.seats[seat]) !== null);
  if (waiting.length === 0) return null;
  const seats = asksAll(before) ? waiting : waiting.slice(0, 1);
  const moves: Move[] = [];
  const events: GameEvent[] = [];
  const failed: Seat[] = [];
  let match = before;
  let playouts = 0;
  for (const seat of seats) {
    const bot = findBot(botAt(state.seats[seat])!) ?? findBot("steady")!;
    const decision = decideAs(bot, state, before, seat, root);
    if (decision.failed) failed.push(seat);
    const applied = apply(match, seat, parseAction(decision.action)!, packs);
    if (!applied.ok) throw new Error(`a house bot's listed action was refused: ${applied.error}`);
    match = applied.match;
    playouts += bot.playouts;
    moves.push({ seat, action: decision.action, decision: state.decisions[seat]!, by: "bot" });
    events.push(...told(applied.events, "bot", packs));
  }
  return { draft: { moves, events, match }, playouts, failed };
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
