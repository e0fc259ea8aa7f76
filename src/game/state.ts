/** The state of one game: the lobby around a match. Plain data, changed by building the next one. */

import { SEATS, awaitedSeats, loadMatch, saveMatch, type Match, type MatchEvent, type Mover, type Rules, type SavedMatch, type Seat } from "../engine/index.ts";
import type { GameStatus, Occupant, Visibility } from "./types.ts";

/** What is fixed at creation. */
export interface GameFacts {
  id: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  creator: string;
  rules: Rules;
  visibility: Visibility;
  /** Missing in games made before apps were. */
  sameApp?: boolean;
  seeded: boolean;
  commitment: string;
}

export interface GameState {
  facts: GameFacts;
  status: GameStatus;
  /** `seq` of the newest event. */
  version: number;
  /** `seq` of the newest event that history records. */
  factSeq: number;
  seats: Occupant[];
  clientSeeds: (string | null)[];
  startedAt: number | null;
  finishedAt: number | null;
  match: Match | null;
  /** By seat: the `seq` of the event that opened its decision, or `null`. */
  decisions: (number | null)[];
}

/** What happens around a match. `client_seed_set` keeps its seed for its own seat until the start. */
export type LobbyEvent =
  | { type: "game_created"; creator: string; rules: Rules; seats: Occupant[]; visibility: Visibility; sameApp?: boolean; seeded: boolean; commitment: string }
  | { type: "seat_taken"; seat: Seat; occupant: Occupant }
  | { type: "seat_left"; seat: Seat }
  | { type: "seat_changed"; seat: Seat; occupant: Occupant }
  | { type: "client_seed_set"; seat: Seat; clientSeed: string }
  | { type: "game_started"; clientSeeds: (string | null)[] }
  | { type: "game_aborted"; reason: "creator" | "expired" };

/** An event in full, as the log keeps it. `link` goes with the events that end a pack. */
export type GameEvent = (LobbyEvent | MatchEvent) & { by?: Mover; link?: string };

/** One answer within a commit. */
export interface Move { seat: Seat; action: string; decision: number; by: Mover }

/** One row of the log: all that one transaction added. `seq` is that of its first event. */
export interface Commit { seq: number; at: number; moves: Move[]; events: GameEvent[] }

/** Whether history records the event: everything around the match, and of the match what is finished. */
export const isFact = (event: GameEvent): boolean =>
  event.type === "deal_scored" || event.type === "game_finished" || (isLobbyEvent(event) && event.type !== "client_seed_set");

const LOBBY = new Set<string>([
  "game_created", "seat_taken", "seat_left", "seat_changed", "client_seed_set", "game_started", "game_aborted",
] satisfies LobbyEvent["type"][]);

export const isLobbyEvent = (event: GameEvent): event is LobbyEvent & { by?: Mover } => LOBBY.has(event.type);

export const isMatchEvent = (event: GameEvent): event is MatchEvent & { by?: Mover; link?: string } => !isLobbyEvent(event);

/** The state of a game before its first event. */
export const emptyState = (facts: GameFacts): GameState => ({
  facts, status: "waiting", version: 0, factSeq: 0, seats: SEATS.map(() => ({ kind: "open" })), clientSeeds: [null, null, null, null],
  startedAt: null, finishedAt: null, match: null, decisions: [null, null, null, null],
});

/**
 * The state after one commit, whose match events have led to `match`. The one fold from events to state: the running
 * game and a rebuild from the log both go through it.
 */
export function stateAfter(before: GameState, commit: Commit, match: Match | null): GameState {
  const state: GameState = { ...before, version: before.version + commit.events.length, match };
  commit.events.forEach((event, i) => {
    if (isFact(event)) state.factSeq = commit.seq + i;
    switch (event.type) {
      case "game_created": state.seats = event.seats; break;
      case "seat_taken":
      case "seat_changed": state.seats = state.seats.with(event.seat, event.occupant); break;
      case "seat_left": state.seats = state.seats.with(event.seat, { kind: "open" }); break;
      case "client_seed_set": state.clientSeeds = state.clientSeeds.with(event.seat, event.clientSeed); break;
      case "game_started": state.status = "playing"; state.startedAt = commit.at; break;
      case "game_aborted": state.status = "aborted"; state.finishedAt = commit.at; break;
      case "game_finished": state.status = "finished"; state.finishedAt = commit.at; break;
    }
    // A seed goes with its player.
    if (event.type === "seat_left" || event.type === "seat_changed") state.clientSeeds = state.clientSeeds.with(event.seat, null);
  });
  state.decisions = decisionsAfter(before, commit, state);
  return state;
}

/** A seat's decision opens with the last event of the commit that left it awaited anew, and stays until its own answer. */
function decisionsAfter(before: GameState, commit: Commit, after: GameState): (number | null)[] {
  const awaited = after.match === null ? [] : awaitedSeats(after.match);
  const answered = new Set(commit.moves.map((move) => move.seat));
  return SEATS.map((seat) => {
    if (!awaited.includes(seat)) return null;
    return answered.has(seat) ? after.version : before.decisions[seat] ?? after.version;
  });
}

/** The seat of an account, or `null`. A kept seat is not a seat yet. */
export function seatOf(state: GameState, player: string | null): Seat | null {
  if (player === null) return null;
  return SEATS.find((seat) => {
    const occupant = state.seats[seat];
    return occupant.kind === "player" && occupant.player.id === player;
  }) ?? null;
}

export const allFilled = (seats: readonly Occupant[]): boolean => seats.every((seat) => seat.kind === "player" || seat.kind === "bot");

/** The part of a state that changes, as the snapshot keeps it. */
export type SavedState = Omit<GameState, "facts" | "match"> & { format: 1; match: SavedMatch | null };

export function saveState({ facts: _, match, ...rest }: GameState): SavedState {
  return { format: 1, ...rest, match: match === null ? null : saveMatch(match) };
}

/** The state that `saveState` gave, or `null` where another release wrote it: then the log must be replayed. */
export function loadState(saved: SavedState, facts: GameFacts): GameState | null {
  if (saved.format !== 1 || (saved.match !== null && saved.match.format !== 1)) return null;
  const { format: _, match, ...rest } = saved;
  return { ...rest, facts, match: match === null ? null : loadMatch(match, facts.rules) };
}
