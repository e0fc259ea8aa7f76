/** The state of one game: the lobby around a match. Plain data, changed by building the next one. */

import { awaitedSeats, loadMatch, type Match, type SavedMatch, SEATS, type Seat, saveMatch } from "../engine/index.ts";
import { type ClockState, clockAfter, startClock } from "./clock.ts";
import { type Commit, isFact, isLobbyEvent } from "./events.ts";
import type { GameTerms, Occupant } from "./terms.ts";
import type { GameStatus } from "./types.ts";

/** What is fixed when a game is made. */
export interface GameFacts extends GameTerms {
  id: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  creator: string;
  /** The account that runs the app whose user the creator is; missing where they are none. */
  operator?: string;
  seeded: boolean;
  commitment: string;
}

/** Whose a seat was, and who runs the app that they play through: `from` and `until` are the `seq` of the events that began and ended it, `until` `null` while it lasts. */
export interface Tenure {
  seat: Seat;
  player: string;
  operator?: string;
  from: number;
  until: number | null;
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
  /** Whose each seat was when, oldest first: who may read what it knew. */
  tenures: readonly Tenure[];
  /** `null` where nobody is timed. */
  clock: ClockState | null;
  /** The seat whose player was the first to ask for a rematch, or `null`. */
  rematchBy: Seat | null;
  /** The game that follows at this table, once it is made. */
  next: string | null;
  /** Whether a player has made a move of their own in this match. */
  attended: boolean;
}

/** The state of a game before its first event. */
export const emptyState = (facts: GameFacts): GameState => ({
  facts,
  status: "waiting",
  version: 0,
  factSeq: 0,
  seats: SEATS.map(() => ({ kind: "open" })),
  clientSeeds: [null, null, null, null],
  startedAt: null,
  finishedAt: null,
  match: null,
  decisions: [null, null, null, null],
  tenures: [],
  clock: facts.clock == null ? null : startClock(facts.clock),
  rematchBy: null,
  next: null,
  attended: false,
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
      case "game_created":
        state.seats = event.seats;
        break;
      case "seat_taken":
      case "seat_changed":
        state.seats = state.seats.with(event.seat, event.occupant);
        break;
      case "seat_left":
        state.seats = state.seats.with(event.seat, { kind: "open" });
        break;
      case "client_seed_set":
        state.clientSeeds = state.clientSeeds.with(event.seat, event.clientSeed);
        break;
      case "game_started":
        state.status = "playing";
        state.startedAt = commit.at;
        break;
      case "game_aborted":
        state.status = "aborted";
        state.finishedAt = commit.at;
        break;
      case "game_finished":
        state.status = "finished";
        state.finishedAt = commit.at;
        break;
      case "seat_substituted":
        state.seats = state.seats.with(event.seat, { ...state.seats[event.seat], standIn: event.bot } as Occupant);
        break;
      case "seat_opened":
        state.seats = state.seats.with(event.seat, { kind: "open", standIn: event.bot });
        break;
      case "seat_forfeited":
        state.seats = state.seats.with(event.seat, {
          ...state.seats[event.seat],
          standIn: event.bot,
          forfeited: event.cause,
        } as Occupant);
        break;
      case "rematch_wished":
        state.rematchBy = event.seat;
        break;
      case "next_game_made":
        state.next = event.game;
        break;
      case "seat_returned":
        state.seats = state.seats.with(event.seat, withoutStandIn(state.seats[event.seat]));
        break;
    }
    if (isLobbyEvent(event))
      state.tenures = tenuresAfter(state.tenures, state.seats, commit.seq + i, state.startedAt !== null);
    // A seed goes with its player.
    if (event.type === "seat_left" || event.type === "seat_changed")
      state.clientSeeds = state.clientSeeds.with(event.seat, null);
  });
  state.attended ||= commit.moves.some(({ by }) => by === "player");
  state.decisions = decisionsAfter(before, commit, state);
  if (state.clock !== null) {
    const isFormer = (seat: Seat, player: string): boolean =>
      before.tenures.some((each) => each.seat === seat && each.player === player);
    state.clock = clockAfter(state.clock, state.facts.clock!, {
      isFormer,
      commit,
      seats: state.seats,
      before: before.decisions,
      after: state.decisions,
      playing: state.status === "playing",
    });
  }
  return state;
}

const withoutStandIn = (occupant: Occupant): Occupant => {
  const { standIn: _, ...rest } = occupant as Extract<Occupant, { kind: "player" }>;
  return rest;
};

/** Whose a seat is, as far as its hand goes: nobody's once it is open or forfeited. */
const ownerOf = (occupant: Occupant): string | null =>
  occupant.kind === "player" && occupant.forfeited === undefined ? occupant.player.id : null;

/** The tenures after the event `seq` has led to these seats. Whoever left before the start has known no hand: nothing of them is kept. */
function tenuresAfter(
  tenures: readonly Tenure[],
  seats: readonly Occupant[],
  seq: number,
  started: boolean,
): readonly Tenure[] {
  let after = tenures;
  for (const seat of SEATS) {
    const running = after.find((each) => each.seat === seat && each.until === null);
    const owner = ownerOf(seats[seat]);
    if (owner === (running?.player ?? null)) continue;
    if (running !== undefined)
      after = started
        ? after.map((each) => (each === running ? { ...each, until: seq } : each))
        : after.filter((each) => each !== running);
    const occupant = seats[seat];
    const operator = occupant.kind === "player" && occupant.app !== undefined ? { operator: occupant.app.owner } : {};
    if (owner !== null) after = [...after, { seat, player: owner, ...operator, from: seq, until: null }];
  }
  return after;
}

/** The seat whose knowledge at the event `seq` is this player's to read; `null` for none. */
export const seatAt = (state: GameState, player: string, seq: number): Seat | null =>
  state.tenures.find((each) => each.player === player && each.from <= seq && (each.until === null || seq < each.until))
    ?.seat ?? null;

/** A seat's decision opens with the last event of the commit that left it awaited anew, and stays until its own answer. */
function decisionsAfter(before: GameState, commit: Commit, after: GameState): (number | null)[] {
  const awaited = after.match === null || after.status !== "playing" ? [] : awaitedSeats(after.match);
  const answered = new Set(commit.moves.map((move) => move.seat));
  return SEATS.map((seat) => {
    if (!awaited.includes(seat)) return null;
    return answered.has(seat) ? after.version : (before.decisions[seat] ?? after.version);
  });
}

/** The seat of an account, or `null`. A kept seat is not a seat yet. */
export function seatOf(state: GameState, player: string | null): Seat | null {
  if (player === null) return null;
  return (
    SEATS.find((seat) => {
      const occupant = state.seats[seat];
      return ownerOf(occupant) === player;
    }) ?? null
  );
}

/** The house bot that plays a seat now, or `null` where its player does. */
export function botAt(occupant: Occupant): string | null {
  if (occupant.kind === "bot") return occupant.bot;
  return occupant.kind === "kept" ? null : (occupant.standIn ?? null);
}

export const allFilled = (seats: readonly Occupant[]): boolean =>
  seats.every((seat) => seat.kind === "player" || seat.kind === "bot");

/** The part of a state that changes, as the snapshot keeps it. */
export type SavedState = Omit<GameState, "facts" | "match"> & { format: typeof SAVED_FORMAT; match: SavedMatch | null };

/** Counts up whenever what is saved changes, or what goes with it: since 3 the log may go on beyond the snapshot, since 4 it tells whether a player was there. */
const SAVED_FORMAT = 4;

export function saveState({ facts: _, match, ...rest }: GameState): SavedState {
  return { format: SAVED_FORMAT, ...rest, match: match === null ? null : saveMatch(match) };
}

/** The state that `saveState` gave, or `null` where another release wrote it: then the log must be replayed. */
export function loadState(saved: SavedState, facts: GameFacts): GameState | null {
  if (saved.format !== SAVED_FORMAT) return null;
  const { format: _, match, ...rest } = saved;
  try {
    return { ...rest, facts, match: match === null ? null : loadMatch(match, facts.rules) };
  } catch {
    // The match within it has a format of its own.
    return null;
  }
}
