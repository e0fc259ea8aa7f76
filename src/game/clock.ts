/**
 * The clock of a table: how long each seat may think, by stored instants. Pure: one fold from commits to deadlines, the
 * same for the running game and for a rebuild from its log. Times in milliseconds since 1970, durations in milliseconds.
 */

import { isAhead } from "../durable/timing.ts";
import { SEATS, type Seat } from "../engine/index.ts";
import { DAY_MS } from "../player/vacation.ts";
import { LONGEST_PAUSE_MS } from "../wire/pauses.ts";
import type { ClockEvent, Commit, GameEvent } from "./events.ts";
import type { ClockTerms, Occupant } from "./types.ts";

export interface ClockState {
  /** By seat: what is left of its bank, without what runs now; `null` under a time for each move. */
  banks: (number | null)[];
  /** By seat: the instant by which it must have answered, `null` where nothing runs. */
  deadlines: (number | null)[];
  /** By seat, while the table pauses: how long it will have once the pause is over. */
  held: (number | null)[];
  /** By seat: time-outs in a row. */
  strikes: number[];
  /** By seat: whether vacation has put its deadline off: what is left then is not the bank's. */
  extended: boolean[];
  /** While the table pauses: when the pause ends by itself. */
  pausedUntil: number | null;
  /** By seat: the end of the pause that its player wants, `null` for none. While the table pauses: 0 where they want it to end now. */
  wishes: (number | null)[];
}

/** The clock of a table where nothing runs yet. */
export const startClock = (terms: ClockTerms): ClockState => ({
  banks: SEATS.map(() => ("bankMs" in terms ? terms.bankMs : null)),
  deadlines: [null, null, null, null],
  held: [null, null, null, null],
  strikes: [0, 0, 0, 0],
  extended: [false, false, false, false],
  pausedUntil: null,
  wishes: [null, null, null, null],
});

/** Whether a seat's moves are timed: house bots, and those that stand in, answer by themselves. */
export const isTimed = (occupant: Occupant): boolean =>
  occupant.kind === "player" && occupant.standIn === undefined && occupant.forfeited === undefined;

/** What a commit did to the seats, beside its events. */
export interface ClockStep {
  /** Whether a player had that seat before. */
  isFormer(seat: Seat, player: string): boolean;
  commit: Commit;
  /** The seats after the commit. */
  seats: readonly Occupant[];
  /** By seat: the decision it had before, and the one it has now. */
  before: readonly (number | null)[];
  after: readonly (number | null)[];
  /** Whether the match goes on. */
  playing: boolean;
}

/** The clock after one commit. */
export function clockAfter(previous: ClockState, terms: ClockTerms, step: ClockStep): ClockState {
  const {
    commit: { at, moves, events },
    seats,
    before,
    after,
    playing,
    isFormer,
  } = step;
  const clock: ClockState = {
    ...previous,
    banks: previous.banks.slice(),
    deadlines: previous.deadlines.slice(),
    held: previous.held.slice(),
    strikes: previous.strikes.slice(),
    wishes: previous.wishes.slice(),
    extended: previous.extended.slice(),
  };
  const settled = new Set<Seat>();
  // A move comes before what its commit does to its seat: with the next deal that may be another's.
  for (const { seat, by } of moves) {
    if (settled.has(seat) || before[seat] === null) continue;
    settled.add(seat);
    if (by === "player") clock.strikes[seat] = 0;
    if (by !== "bot") spend(clock, terms, seat, at);
  }
  for (const event of events) applyEvent(clock, terms, event, at, isFormer);
  for (const seat of SEATS) {
    const opened = after[seat] !== null && (after[seat] !== before[seat] || isIdle(clock, seat));
    if (!playing || after[seat] === null || !isTimed(seats[seat])) stop(clock, seat);
    else if (opened) run(clock, seat, "bankMs" in terms ? clock.banks[seat]! : terms.perMoveMs, at);
  }
  if (!playing) clock.pausedUntil = null;
  return clock;
}

const isIdle = (clock: ClockState, seat: Seat): boolean => clock.deadlines[seat] === null && clock.held[seat] === null;

/** How long a seat has left at `at`. */
const leftOf = (clock: ClockState, seat: Seat, at: number): number | null =>
  clock.held[seat] ?? (clock.deadlines[seat] === null ? null : clock.deadlines[seat]! - at);

function stop(clock: ClockState, seat: Seat): void {
  clock.extended[seat] = false;
  clock.deadlines[seat] = null;
  clock.held[seat] = null;
}

function run(clock: ClockState, seat: Seat, allowance: number, at: number): void {
  clock.extended[seat] = false;
  if (clock.pausedUntil === null) {
    clock.deadlines[seat] = at + allowance;
    clock.held[seat] = null;
  } else {
    clock.held[seat] = allowance;
    clock.deadlines[seat] = null;
  }
}

/** A move is made: a bank keeps what was left, never less than nothing, and gets its increment, never above its cap. */
function spend(clock: ClockState, terms: ClockTerms, seat: Seat, at: number): void {
  if (!("bankMs" in terms)) return;
  const left = leftOf(clock, seat, at);
  if (left !== null)
    clock.banks[seat] = Math.min(terms.capMs, (clock.extended[seat] ? 0 : Math.max(0, left)) + terms.incrementMs);
}

function applyEvent(
  clock: ClockState,
  terms: ClockTerms,
  event: GameEvent,
  at: number,
  isFormer: ClockStep["isFormer"],
): void {
  switch (event.type) {
    case "clock_expired":
      clock.strikes[event.seat]++;
      return;
    case "clock_extended":
      clock.deadlines[event.seat] = event.deadline;
      clock.extended[event.seat] = true;
      return;
    case "clock_corrected":
      clock.deadlines[event.seat] = event.deadline;
      return;
    case "pause_wished":
      clock.wishes[event.seat] = event.until;
      return;
    case "clock_paused":
      clock.held = SEATS.map((seat) => leftOf(clock, seat, at));
      clock.deadlines = [null, null, null, null];
      clock.pausedUntil = event.until;
      clock.wishes = [null, null, null, null];
      return;
    case "clock_resumed":
      // A pause that ends by itself ends when it was to, however late that is noticed.
      clock.deadlines = clock.held.map((left) =>
        left === null ? null : (event.cause === "ended" ? clock.pausedUntil! : at) + left,
      );
      clock.held = [null, null, null, null];
      clock.pausedUntil = null;
      clock.wishes = [null, null, null, null];
      return;
    case "seat_taken":
    case "seat_changed":
      // Whoever sits down begins with a whole bank, unless they had the seat before.
      if (event.occupant.kind !== "player" || !isFormer(event.seat, event.occupant.player.id))
        clock.banks[event.seat] = "bankMs" in terms ? terms.bankMs : null;
      clock.strikes[event.seat] = 0;
      clock.wishes[event.seat] = null;
      stop(clock, event.seat);
      return;
    case "seat_substituted":
    case "seat_opened":
    case "seat_forfeited":
    case "seat_returned":
      if ("bankMs" in terms && event.type !== "seat_returned") spend(clock, terms, event.seat, at);
      clock.strikes[event.seat] = 0;
      clock.wishes[event.seat] = null;
      stop(clock, event.seat);
  }
}

/** How far ahead a deadline or a pause may lie beyond what can be, before it counts as one that a wrong clock has set. */
const SLACK_MS = 60_000;

/**
 * What only a clock that was ahead can have set: a deadline later than the seat's whole time from `now`, or a pause longer than
 * any. The event that puts it right; `null` where nothing is wrong.
 */
export function correction(
  clock: ClockState | null,
  terms: ClockTerms | null,
  decisions: readonly (number | null)[],
  now: number,
): ClockEvent | null {
  if (clock === null || terms === null) return null;
  if (clock.pausedUntil !== null && isAhead(clock.pausedUntil, now, LONGEST_PAUSE_MS + SLACK_MS))
    return { type: "clock_resumed", cause: "corrected" };
  for (const seat of SEATS) {
    const allowance = "bankMs" in terms ? clock.banks[seat]! : terms.perMoveMs;
    const longest = allowance + (clock.extended[seat] ? DAY_MS : 0) + SLACK_MS;
    if (clock.deadlines[seat] !== null && isAhead(clock.deadlines[seat]!, now, longest))
      return { type: "clock_corrected", seat, decision: decisions[seat]!, deadline: now + allowance };
  }
  return null;
}

/** The next seat whose time is up at `now`, the one that has waited longest first, without those in `except`; `null` where none is. */
export function overdue(clock: ClockState | null, now: number, except: ReadonlySet<Seat> = new Set()): Seat | null {
  if (clock === null) return null;
  let found: Seat | null = null;
  for (const seat of SEATS.filter((each) => !except.has(each))) {
    const deadline = clock.deadlines[seat];
    if (deadline !== null && deadline <= now && (found === null || deadline < clock.deadlines[found]!)) found = seat;
  }
  return found;
}

/** From how much time for a decision on its seat is told that little of it is left, in milliseconds; and how little that is. */
const NEAR_LEAST_MS = 5 * 60 * 1000,
  NEAR_SHARE = 1 / 4;

/** When only a quarter is left of the time that a seat has for its decision; `null` where nothing runs, or where it has less than five minutes. */
export function nearAt(clock: ClockState | null, terms: ClockTerms | null | undefined, seat: Seat): number | null {
  if (clock == null || terms == null) return null;
  const deadline = clock.deadlines[seat];
  const allowance = "bankMs" in terms ? clock.banks[seat]! : terms.perMoveMs;
  return deadline === null || allowance < NEAR_LEAST_MS ? null : deadline - allowance * NEAR_SHARE;
}

/** When the clock has something to do next: the earliest deadline, or the end of a pause; `null` where nothing runs. */
export function clockDue(clock: ClockState | null): number | null {
  if (clock === null) return null;
  if (clock.pausedUntil !== null) return clock.pausedUntil;
  const running = clock.deadlines.filter((deadline) => deadline !== null);
  return running.length === 0 ? null : Math.min(...running);
}
