/** What the events of a game are to its players' own logs: who hears of each, and in which words. Pure. */

import type { Seat } from "../engine/index.ts";
import type { News, TableEvent } from "../player/types.ts";
import { instant } from "../wire/instants.ts";
import { type Commit, type GameEvent, isTold, type ToldEvent, type ToldType } from "./events.ts";
import { successorAt } from "./occupants.ts";
import { emptyState, type GameState, seatOf, stateAfter } from "./state.ts";
import type { Occupant, Sitter } from "./terms.ts";

/** Something for the log of the account `player`, and the event of the game that it comes from. */
export interface PlayerNews extends News {
  player: string;
  seq: number;
}

/** An account at a seat: whose it is, or for whom it is kept. */
interface Holder {
  player: string;
  seat: Seat;
}

/** An event without what all have. */
type Words = TableEvent extends infer Each ? (Each extends TableEvent ? Omit<Each, "game" | "seat"> : never) : never;
type Told = { to: Holder; words: Words };

/** The table around an event, as far as the newest state and the log know it. */
interface Around {
  /** The newest state. */
  state: GameState;
  /** The state just before the event. */
  before: () => GameState;
  /** All who have a seat, had one until this event, or are kept one; those who have given the match up among them. */
  everybody: () => Holder[];
  /** Whoever has the seat, or had it until this event. */
  holder: (seat: Seat) => Holder[];
  /** An instant of the game's own time in real time, as it is told. */
  real: (at: number) => string;
}

const told = (to: readonly Holder[], words: (holder: Holder) => Words): Told[] =>
  to.map((holder) => ({ to: holder, words: words(holder) }));

const holderOf = (occupant: Occupant, seat: number): Holder[] =>
  occupant.kind === "player" || occupant.kind === "kept" ? [{ player: occupant.player.id, seat: seat as Seat }] : [];

/** Whoever sits down, and those for whom a seat is kept. */
function seating(occupant: Occupant, seat: number, { before }: Around): Told[] {
  return told(holderOf(occupant, seat), () =>
    occupant.kind === "kept"
      ? { type: "seat_kept" }
      : { type: "seat_taken", status: before().status === "playing" ? "playing" : "waiting" },
  );
}

/** Whoever had the seat before an event that frees it, unless they have another. */
function freed(type: "seat_left" | "seat_changed", seat: Seat, { before }: Around): Told[] {
  const then = before();
  return told(holderOf(then.seats[seat], seat), () => ({ type })).filter(({ to: { player } }) => {
    const own = seatOf(then, player);
    return own === null || own === seat;
  });
}

/** Whoever was to have a seat, where somebody else has it now or is to. */
function passedOver(seat: Seat, next: Occupant | Sitter | null, { before }: Around): Told[] {
  const player = successorAt(before().seats[seat])?.player.id;
  return player === undefined || (next !== null && "player" in next && next.player.id === player)
    ? []
    : told([{ player, seat }], () => ({ type: "successor_changed", isSuccessor: false }));
}

/** By type; an event that is told and missing here does not compile. Seats are told to whom they concern, the rest to all. */
const NEWS: {
  readonly [Type in ToldType]: (event: Extract<GameEvent, { type: Type }>, around: Around) => Told[];
} = {
  game_created: ({ seats }, around) => seats.flatMap((occupant, seat) => seating(occupant, seat, around)),
  seat_taken: ({ seat, occupant }, around) => [
    ...told(around.holder(seat), () => ({ type: "seat_passed" })),
    ...passedOver(seat, occupant, around),
    ...seating(occupant, seat, around),
  ],
  seat_left: ({ seat }, around) => freed("seat_left", seat, around),
  seat_changed: ({ seat, occupant }, around) => [
    ...freed("seat_changed", seat, around),
    ...seating(occupant, seat, around),
  ],
  game_started: (_, { everybody }) => told(everybody(), () => ({ type: "game_started" })),
  game_aborted: ({ reason }, { everybody }) => told(everybody(), () => ({ type: "game_aborted", reason })),
  game_finished: ({ result: { places, winners } }, { everybody }) =>
    told(everybody(), ({ seat }) => ({ type: "game_finished", place: places[seat], won: winners.includes(seat) })),
  rematch_wished: ({ seat }, { everybody }) => told(everybody(), () => ({ type: "rematch_wished", askedBy: seat })),
  next_game_made: ({ game }, { everybody }) => told(everybody(), () => ({ type: "next_game_made", next: game })),
  pause_wished: ({ seat, until }, { everybody, real }) =>
    told(everybody(), () => ({ type: "pause_wished", askedBy: seat, until: until === null ? null : real(until) })),
  clock_paused: ({ until }, { everybody, real }) =>
    told(everybody(), () => ({ type: "clock_paused", until: real(until) })),
  clock_resumed: ({ cause }, { everybody }) => told(everybody(), () => ({ type: "clock_resumed", cause })),
  clock_extended: ({ seat, decision, deadline, cause }, { holder, real }) =>
    told(holder(seat), () => ({
      type: "clock_extended",
      decision: String(decision),
      deadline: real(deadline),
      cause,
    })),
  seat_substituted: ({ type, seat, cause }, { holder }) => told(holder(seat), () => ({ type, cause })),
  seat_opened: ({ type, seat, cause }, { holder }) => told(holder(seat), () => ({ type, cause })),
  seat_forfeited: ({ type, seat, cause }, { holder }) => told(holder(seat), () => ({ type, cause })),
  seat_returned: ({ type, seat }, { holder }) => told(holder(seat), () => ({ type })),
  successor_changed: ({ type, seat, successor }, around) => [
    ...passedOver(seat, successor, around),
    ...(successor === null ? [] : told([{ player: successor.player.id, seat }], () => ({ type, isSuccessor: true }))),
  ],
  vote_cast: ({ seat, vote }, { everybody }) => told(everybody(), () => ({ type: "vote_cast", votedBy: seat, vote })),
};

/** What an event is to whom. */
const newsOf = (event: ToldEvent, around: Around): Told[] =>
  (NEWS[event.type] as (event: ToldEvent, around: Around) => Told[])(event, around);

/**
 * What players' own logs lack of the events after `reached`, oldest first, each with a key that stays. `commitsFrom` reads
 * the log; `offset` is how far the game's own time is ahead of the real one, in milliseconds.
 */
export function newsAfter(
  state: GameState,
  reached: number,
  commitsFrom: (seq: number) => Iterable<Commit>,
  offset: number,
): PlayerNews[] {
  const game = state.facts.id;
  const news: PlayerNews[] = [];
  // Read to its end first: the log must not be read twice at once.
  for (const { seq: first, events } of [...commitsFrom(reached + 1)]) {
    for (const [i, event] of events.entries()) {
      const seq = first + i;
      if (seq <= reached || !isTold(event)) continue;
      const around: Around = {
        state,
        before: () => stateBefore(state, commitsFrom(1), seq),
        everybody: () => everybodyAt(state, seq),
        holder: (seat) => ownersAt(state, seq).filter((each) => each.seat === seat),
        real: (at) => instant(at - offset),
      };
      for (const { to, words } of newsOf(event, around))
        news.push({
          seq,
          player: to.player,
          key: `${game} ${seq}`,
          event: { game, seat: to.seat, ...words } as TableEvent,
        });
    }
  }
  return news;
}

/** The state just before the event `seq`, without its match. */
function stateBefore({ facts }: GameState, commits: Iterable<Commit>, seq: number): GameState {
  let state = emptyState(facts);
  for (const commit of commits) {
    const until = seq - commit.seq;
    if (until <= 0) break;
    state = stateAfter(state, { ...commit, events: commit.events.slice(0, until) }, null);
  }
  return state;
}

/** Whose the seats are at the event `seq` of a match, or were until then. */
const ownersAt = ({ tenures }: GameState, seq: number): Holder[] =>
  tenures
    .filter(({ from, until }) => from < seq && (until === null || until >= seq))
    .map(({ player, seat }) => ({ player, seat }));

/** The same with those who have given the match up, and with those for whom a seat is kept. */
function everybodyAt(state: GameState, seq: number): Holder[] {
  const owners = ownersAt(state, seq);
  const others = state.seats.flatMap((occupant, seat) =>
    occupant.kind === "kept" || (occupant.kind === "player" && occupant.forfeited !== undefined)
      ? holderOf(occupant, seat)
      : [],
  );
  return [...owners, ...others.filter(({ player }) => owners.every((owner) => owner.player !== player))];
}
