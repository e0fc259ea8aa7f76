/** The state of one game: the lobby around a match. Plain data, changed by building the next one. */

import { awaitedSeats, loadMatch, type Match, type SavedMatch, SEATS, type Seat, saveMatch } from "../engine/index.ts";
import { type ClockState, clockAfter, startClock } from "./clock.ts";
import { type Commit, isFact, isTold } from "./events.ts";
import { handedOver, ownerOf, seatsAfter } from "./occupants.ts";
import { type Tenure, tenuresAfter } from "./tenures.ts";
import { type GameTerms, newTerms, type Occupant, type Vote } from "./terms.ts";
import type { CreateRequest, GameStatus } from "./types.ts";

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

export interface GameState {
  facts: GameFacts;
  status: GameStatus;
  /** `seq` of the newest event. */
  version: number;
  /** `seq` of the newest event that history records. */
  factSeq: number;
  /** `seq` of the newest event that players' own logs hear of. */
  newsSeq: number;
  seats: Occupant[];
  clientSeeds: (string | null)[];
  startedAt: number | null;
  finishedAt: number | null;
  match: Match | null;
  /** By seat: the `seq` of the event that opened its decision, or `null`. */
  decisions: (number | null)[];
  /** By seat: since when its decision waits for whoever plays the seat, in milliseconds since 1970, or `null`. */
  awaitedSince: (number | null)[];
  /** By seat: what its player votes for, or `null`. */
  votes: readonly (Vote | null)[];
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

export const NO_VOTES: readonly (Vote | null)[] = [null, null, null, null];

/** The facts of a new game. */
export function newFacts(
  request: CreateRequest,
  createdAt: number,
  fixed: Pick<GameFacts, "seeded" | "commitment">,
): GameFacts {
  const { id, creator } = request;
  const operator = creator.app === undefined ? {} : { operator: creator.app.owner };
  return { id, createdAt, creator: creator.id, ...operator, ...newTerms(request), ...fixed };
}

/** The state of a game before its first event. */
export const emptyState = (facts: GameFacts): GameState => ({
  facts,
  status: "waiting",
  version: 0,
  factSeq: 0,
  newsSeq: 0,
  seats: SEATS.map(() => ({ kind: "open" })),
  clientSeeds: [null, null, null, null],
  startedAt: null,
  finishedAt: null,
  match: null,
  decisions: [null, null, null, null],
  awaitedSince: [null, null, null, null],
  votes: NO_VOTES,
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
    if (isTold(event)) state.newsSeq = commit.seq + i;
    state.seats = seatsAfter(state.seats, event);
    switch (event.type) {
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
      case "rematch_wished":
        state.rematchBy = event.seat;
        break;
      case "next_game_made":
        state.next = event.game;
        break;
    }
    state.tenures = tenuresAfter(state.tenures, state.seats, event, commit.seq + i, state.startedAt !== null);
    // A seed goes with its player.
    if (event.type === "seat_left" || event.type === "seat_changed")
      state.clientSeeds = state.clientSeeds.with(event.seat, null);
  });
  state.attended ||= commit.moves.some(({ by }) => by === "player");
  state.decisions = decisionsAfter(before, commit, state);
  state.awaitedSince = awaitedSinceAfter(before, commit, state.decisions);
  state.votes = votesAfter(before.votes, commit, state.status);
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

/** A seat's decision opens with the last event of the commit that left it awaited anew, and stays until its own answer. */
function decisionsAfter(before: GameState, commit: Commit, after: GameState): (number | null)[] {
  const awaited = after.match === null || after.status !== "playing" ? [] : awaitedSeats(after.match);
  const answered = new Set(commit.moves.map((move) => move.seat));
  return SEATS.map((seat) => {
    if (!awaited.includes(seat)) return null;
    return answered.has(seat) ? after.version : (before.decisions[seat] ?? after.version);
  });
}

/** A decision waits from its opening on, or from when somebody came to the seat. */
function awaitedSinceAfter(before: GameState, { at, events }: Commit, decisions: GameState["decisions"]) {
  const isNew = (seat: Seat): boolean =>
    decisions[seat] !== before.decisions[seat] || events.some((event) => handedOver(event) === seat);
  return SEATS.map((seat) => (decisions[seat] === null ? null : isNew(seat) ? at : before.awaitedSince[seat]));
}

/** The votes after a commit: they end with the deal, those of a seat when it changes hands, and those about it when it moves as well. */
function votesAfter(votes: GameState["votes"], { events, moves }: Commit, status: GameStatus): GameState["votes"] {
  if (status !== "playing" || events.some(({ type }) => type === "deal_scored")) return NO_VOTES;
  let after = votes;
  for (const event of events) {
    const seat = handedOver(event);
    if (event.type === "vote_cast") after = after.with(event.seat, event.vote);
    else if (seat !== null) after = withoutVotesOn(after, seat).with(seat, null);
  }
  return moves.reduce((left, { seat }) => withoutVotesOn(left, seat), after);
}

const withoutVotesOn = (votes: GameState["votes"], seat: Seat): GameState["votes"] =>
  votes.some((vote) => vote?.type === "replace" && vote.seat === seat)
    ? votes.map((vote) => (vote?.type === "replace" && vote.seat === seat ? null : vote))
    : votes;

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

export const allFilled = (seats: readonly Occupant[]): boolean =>
  seats.every((seat) => seat.kind === "player" || seat.kind === "bot");

/** The part of a state that changes, as the snapshot keeps it. */
export type SavedState = Omit<GameState, "facts" | "match"> & { format: typeof SAVED_FORMAT; match: SavedMatch | null };

/** Counts up whenever what is saved changes, or what goes with it: since 3 the log may go on beyond the snapshot, since 4 it tells whether a player was there, since 5 how long each is silent and what they vote for. */
const SAVED_FORMAT = 5;

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
