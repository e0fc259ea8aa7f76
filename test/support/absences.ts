/**
 * A whole match on a clock, in time that is simulated: four people who answer late, go away, come back, take vacation and
 * agree on pauses. Everything goes through the game's own pure parts; what the clock should show is kept beside it by hand.
 */

import {
  awaitedSeats,
  legalActions,
  makeAction,
  makeNotation,
  parseNotation,
  replayRecord,
  resolveRules,
  SEATS,
  type Seat,
} from "../../src/engine/index.ts";
import { clockDue, isTimed } from "../../src/game/clock.ts";
import { type Packs, packsOf, rootOfSeed } from "../../src/game/dealing.ts";
import type { Commit, GameEvent } from "../../src/game/events.ts";
import { nextAnswers } from "../../src/game/house.ts";
import { join, leave } from "../../src/game/lobby.ts";
import { botAt } from "../../src/game/occupants.ts";
import { wishPause, wishResumption } from "../../src/game/pause.ts";
import { type Draft, draftMove, draftStart, matchAfter } from "../../src/game/play.ts";
import { recordOf } from "../../src/game/record.ts";
import { emptyState, type GameFacts, type GameState, saveState, seatOf, stateAfter } from "../../src/game/state.ts";
import { draftDeadline, draftResignation, dueAt } from "../../src/game/timeout.ts";
import type { ClockTerms, Occupant, PlayerCard } from "../../src/game/types.ts";
import { NO_VACATION, spend, type Vacation } from "../../src/player/vacation.ts";
import { type Random, randomFrom } from "./random.ts";

const MINUTE = 60_000,
  HOUR = 60 * MINUTE,
  DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 30);
/** No match comes near; one that does is stuck. */
const MOST_COMMITS = 20_000;

const PEOPLE: PlayerCard[] = ["Amal", "Basil", "Carla", "Dina", "Emil", "Fadi"].map((name) => ({
  id: `pl_${name.toLowerCase()}`,
  name,
  kind: "human",
}));

/** What the simulation counts. */
export interface Tally {
  commits: number;
  days: number;
  timeouts: number;
  autoMoves: number;
  extensions: number;
  pauses: number;
  substitutions: number;
  openings: number;
  forfeits: number;
  returns: number;
  newcomers: number;
  successors: number;
  resignations: number;
}

/** Terms of either form, with any policy. */
export function randomTerms(random: Random): ClockTerms {
  const onTimeout = random.pick(["autoPlay", "autoPlay", "houseBot", "substitute", "forfeit"] as const);
  const strikes =
    onTimeout === "autoPlay" && random.chance(0.6)
      ? { after: 1 + random.below(3), then: random.pick(["houseBot", "substitute", "forfeit"] as const) }
      : null;
  const manners = { onTimeout, strikes, vacation: random.chance(0.5) };
  if (random.chance(0.5)) return { perMoveMs: random.pick([HOUR, 6 * HOUR, DAY, 3 * DAY]), ...manners };
  const bankMs = random.pick([DAY, 3 * DAY]);
  return {
    bankMs,
    incrementMs: random.pick([MINUTE, HOUR, 6 * HOUR]),
    capMs: bankMs + random.pick([0, DAY]),
    ...manners,
  };
}

/** What one seat's clock should be, worked out apart from it. */
interface Expected {
  decision: number;
  allowance: number;
  openedAt: number;
  paused: number;
  extendedTo: number | null;
}

class Simulation {
  readonly random: Random;
  readonly facts: GameFacts;
  readonly root: Uint8Array;
  readonly packs: Packs;
  readonly commits: Commit[] = [];
  readonly tally: Tally = {
    commits: 0,
    days: 0,
    timeouts: 0,
    autoMoves: 0,
    extensions: 0,
    pauses: 0,
    substitutions: 0,
    openings: 0,
    forfeits: 0,
    returns: 0,
    newcomers: 0,
    successors: 0,
    resignations: 0,
  };
  state: GameState;
  now = START;
  pausedAt: number | null = null;
  readonly expected: (Expected | null)[] = [null, null, null, null];
  readonly banks: number[];
  readonly strikes = [0, 0, 0, 0];
  readonly vacations = new Map<string, Vacation>();
  /** When each person answers next, and until when they are away. */
  readonly awayUntil = new Map<string, number>();

  constructor(seed: string) {
    this.random = randomFrom(seed);
    const rules = resolveRules({
      kingdoms: 1 + this.random.below(2),
      mode: this.random.pick(["classic", "classic", "complex"]),
      partnership: this.random.pick(["none", "opposite"]),
      redeal: { twos: this.random.pick(["off", "four"]) },
      layoutPass: this.random.pick(["auto", "explicit"]),
    });
    if (!rules.ok) throw new Error("the rules do not resolve");
    this.facts = {
      id: `gm_${seed}`,
      createdAt: START,
      creator: PEOPLE[0].id,
      rules: rules.rules,
      visibility: "public",
      sameApp: false,
      clock: randomTerms(this.random),
      newcomers: this.random.pick(["anyone", "anyone", "next_deal", "nobody"]),
      seeded: true,
      commitment: "",
    };
    this.root = rootOfSeed(seed);
    this.packs = packsOf(this.root, "");
    this.state = emptyState(this.facts);
    this.banks = SEATS.map(() => ("bankMs" in this.facts.clock! ? this.facts.clock.bankMs : 0));
  }

  get terms(): ClockTerms {
    return this.facts.clock!;
  }

  commit(draft: Draft): void {
    const before = this.state;
    const commit: Commit = { seq: before.version + 1, at: this.now, moves: draft.moves, events: draft.events };
    for (const move of draft.moves) {
      // Whoever moves: legal, and marked.
      if (move.by === "clock") this.tally.autoMoves++;
      const legal = legalActions(before.match!, move.seat).map(makeAction);
      if (draft.moves.length === 1 && !legal.includes(move.action))
        throw new Error(`${move.action} by ${move.by} is not legal`);
      if (
        move.by === "clock" &&
        !draft.events.some((event) => event.type === "clock_expired" && event.seat === move.seat)
      )
        throw new Error("a move by the clock without a time-out");
      if (move.by === "clock" && before.match!.deal.phase === "doubling" && move.action !== "d:")
        throw new Error("silence doubled");
      if (move.by === "clock" && before.match!.deal.phase === "redeal" && move.action !== "r:decline")
        throw new Error("silence claimed");
    }
    this.state = stateAfter(before, commit, draft.match);
    this.commits.push(commit);
    this.tally.commits++;
    this.follow(before, commit);
    this.compare();
  }

  /** Keeps `expected` and `banks` by the wording of the terms alone. */
  follow(before: GameState, { at, moves, events }: Commit): void {
    // A move comes before what its commit does to its seat, which may go to another with the next deal.
    const isTimeout = ({ type }: GameEvent) => type === "clock_expired";
    for (const event of events.filter(isTimeout)) this.#followEvent(before, event, at);
    for (const { seat, by } of moves) {
      const own = this.expected[seat];
      if (by === "player") this.strikes[seat] = 0;
      if (own === null) continue;
      if ("bankMs" in this.terms && by !== "bot")
        this.banks[seat] = Math.min(this.terms.capMs, this.#leftOf(own, at) + this.terms.incrementMs);
      this.expected[seat] = null;
    }
    for (const event of events.filter((each) => !isTimeout(each))) this.#followEvent(before, event, at);
    for (const seat of SEATS) {
      const decision = this.state.decisions[seat];
      const timed = decision !== null && this.state.status === "playing" && isTimed(this.state.seats[seat]);
      if (!timed) this.expected[seat] = null;
      else if (this.expected[seat]?.decision !== decision) {
        const allowance = "bankMs" in this.terms ? this.banks[seat] : this.terms.perMoveMs;
        this.expected[seat] = { decision, allowance, openedAt: at, paused: 0, extendedTo: null };
      }
    }
  }

  #followEvent(before: GameState, event: GameEvent, at: number): void {
    switch (event.type) {
      case "clock_expired": {
        this.tally.timeouts++;
        if (++this.strikes[event.seat] !== event.strike) throw new Error("strikes are counted wrongly");
        const own = this.expected[event.seat];
        if (own === null || event.deadline !== this.#deadlineOf(own, at) || at < event.deadline)
          throw new Error("a time-out before its time");
        if (event.decision !== before.decisions[event.seat]) throw new Error("a time-out of another decision");
        return;
      }
      case "clock_extended":
        this.tally.extensions++;
        if (event.deadline <= at - 40 * DAY || event.deadline > this.#deadlineOf(this.expected[event.seat]!, at) + DAY)
          throw new Error("a vacation of more than a day at a time");
        this.expected[event.seat]!.extendedTo = event.deadline;
        this.expected[event.seat]!.paused = 0;
        return;
      case "clock_paused":
        this.tally.pauses++;
        this.pausedAt = at;
        return;
      case "clock_resumed": {
        const end = event.cause === "ended" ? before.clock!.pausedUntil! : at;
        for (const own of this.expected) if (own !== null) own.paused += end - Math.max(this.pausedAt!, own.openedAt);
        this.pausedAt = null;
        return;
      }
      case "seat_substituted":
        this.tally.substitutions++;
        this.#leave(event.seat, at);
        return;
      case "seat_opened":
        this.tally.openings++;
        this.#leave(event.seat, at);
        return;
      case "seat_forfeited":
        this.tally.forfeits++;
        this.#leave(event.seat, at);
        return;
      case "seat_returned":
        this.tally.returns++;
        this.strikes[event.seat] = 0;
        this.expected[event.seat] = null;
        return;
      case "successor_changed":
        if (event.successor !== null) this.tally.successors++;
        return;
      case "seat_taken":
        this.strikes[event.seat] = 0;
        this.expected[event.seat] = null;
        if (event.occupant.kind !== "player" || !this.hadBefore(event.seat, event.occupant.player.id))
          this.banks[event.seat] = "bankMs" in this.terms ? this.terms.bankMs : 0;
    }
  }

  /** Whether the log has this player at that seat earlier. */
  hadBefore(seat: Seat, player: string): boolean {
    return this.commits
      .slice(0, -1)
      .some(({ events }) =>
        events.some(
          (event) =>
            (event.type === "seat_taken" &&
              event.seat === seat &&
              event.occupant.kind === "player" &&
              event.occupant.player.id === player) ||
            (event.type === "game_created" &&
              event.seats[seat].kind === "player" &&
              (event.seats[seat] as { player: PlayerCard }).player.id === player),
        ),
      );
  }

  #leave(seat: Seat, at: number): void {
    this.strikes[seat] = 0;
    const own = this.expected[seat];
    if (own !== null && "bankMs" in this.terms)
      this.banks[seat] = Math.min(this.terms.capMs, this.#leftOf(own, at) + this.terms.incrementMs);
    this.expected[seat] = null;
  }

  /** What goes back into a bank: nothing of a vacation. */
  #leftOf(own: Expected, at: number): number {
    return own.extendedTo !== null ? 0 : Math.max(0, this.#deadlineOf(own, at) - at);
  }

  /** When a seat must have answered, `at` standing for now where the table pauses: a pause that runs counts as passed. */
  #deadlineOf(own: Expected, at: number): number {
    const running = this.pausedAt === null ? 0 : at - Math.max(this.pausedAt, own.openedAt);
    return (own.extendedTo ?? own.openedAt + own.allowance) + own.paused + running;
  }

  /** The clock must show what was worked out apart from it. */
  compare(): void {
    const clock = this.state.clock!;
    for (const seat of SEATS) {
      const own = this.expected[seat];
      const shown =
        clock.pausedUntil === null
          ? clock.deadlines[seat]
          : clock.held[seat] === null
            ? null
            : this.now + clock.held[seat]!;
      const wanted = own === null ? null : this.#deadlineOf(own, this.now);
      if (shown !== wanted)
        throw new Error(
          `seat ${seat} has until ${shown} and should have until ${wanted} (${this.commits
            .at(-1)!
            .events.map(({ type }) => type)
            .join(", ")})`,
        );
      if (clock.strikes[seat] !== this.strikes[seat])
        throw new Error(`seat ${seat} has ${clock.strikes[seat]} strikes, not ${this.strikes[seat]}`);
      if ("bankMs" in this.terms && clock.banks[seat] !== this.banks[seat])
        throw new Error(`seat ${seat} has a bank of ${clock.banks[seat]}, not ${this.banks[seat]}`);
    }
  }

  /** The alarm must be set for what comes first. */
  alarm(): number | null {
    const { clock } = this.state;
    const due =
      clock!.pausedUntil ??
      Math.min(
        ...SEATS.map((seat) =>
          this.expected[seat] === null ? Infinity : this.#deadlineOf(this.expected[seat]!, this.now),
        ),
      );
    if (clockDue(clock) !== (due === Infinity ? null : due))
      throw new Error(`the alarm is due at ${clockDue(clock)}, not at ${due}`);
    return clockDue(clock);
  }

  /** The object's own order: what is due, then house bots. */
  settle(): void {
    for (;;) {
      const due = dueAt(this.state, this.now, new Set());
      if (due !== null) {
        if ("draft" in due) this.commit(due.draft);
        else this.commit(draftDeadline(this.state, due.seat, this.#putOff(due.seat), this.packs));
        continue;
      }
      const answers = nextAnswers(this.state, this.packs);
      if (answers === null) return;
      this.commit(answers.draft);
    }
  }

  #putOff(seat: Seat): number | null {
    const occupant = this.state.seats[seat];
    if (!this.terms.vacation || occupant.kind !== "player") return null;
    const { vacation, until } = spend(
      this.vacations.get(occupant.player.id) ?? NO_VACATION,
      this.state.clock!.deadlines[seat]!,
    );
    this.vacations.set(occupant.player.id, vacation);
    return until;
  }

  /** Somebody does something, or nobody does and the clock runs on. */
  step(): void {
    const { random } = this;
    const present = PEOPLE.filter(({ id }) => (this.awayUntil.get(id) ?? 0) <= this.now);
    const due = this.alarm();
    // The alarm, or a request, may come late.
    const next = this.now + random.pick([MINUTE, 20 * MINUTE, HOUR, 2 * HOUR, random.chance(0.02) ? 5 * DAY : HOUR]);
    this.now = due !== null && due < next && random.chance(0.7) ? Math.max(this.now, due + random.below(2000)) : next;
    this.settle();
    if (this.state.status !== "playing" || present.length === 0) return;
    const person = random.pick(present);
    if (random.chance(0.03)) this.awayUntil.set(person.id, this.now + random.below(6 * DAY));
    else this.act(person);
    this.settle();
  }

  act(person: PlayerCard): void {
    const { random, state } = this;
    const seat = seatOf(state, person.id);
    if (seat === null) {
      const joined = random.chance(0.3)
        ? join(state, person, null, null)
        : random.chance(0.05)
          ? leave(state, person.id)
          : null;
      if (joined?.ok && joined.events.length > 0) {
        this.#lobby(joined.events);
        this.tally.newcomers++;
      }
      return;
    }
    if (botAt(state.seats[seat]) !== null) {
      const back = join(state, person, null, null);
      if (back.ok) this.#lobby(back.events);
      return;
    }
    if (random.chance(0.002)) {
      this.tally.resignations++;
      return this.commit(draftResignation(state, seat));
    }
    if (random.chance(0.08)) {
      const wish =
        state.clock!.pausedUntil === null
          ? wishPause(state, person.id, this.now + HOUR + random.below(4 * DAY), this.now)
          : wishResumption(state, person.id, this.now);
      if (wish.ok && wish.events.length > 0) this.#lobby(wish.events);
      return;
    }
    if (state.decisions[seat] === null) return;
    const played = draftMove(state, seat, random.pick(legalActions(state.match!, seat)), "player", this.packs);
    if (!played.ok) throw new Error(`a legal action was refused: ${played.code}`);
    this.commit(played.draft);
  }

  #lobby(events: GameEvent[]): void {
    this.commit({ moves: [], events, match: this.state.match });
  }

  run(): Tally {
    const seats: Occupant[] = PEOPLE.slice(0, 4).map((player) => ({ kind: "player", player }));
    const { creator, rules, clock, newcomers } = this.facts;
    this.commit({
      moves: [],
      events: [
        {
          type: "game_created",
          creator,
          rules,
          seats,
          visibility: "public",
          sameApp: false,
          clock,
          newcomers,
          seeded: true,
          commitment: "",
        },
      ],
      match: null,
    });
    this.commit(draftStart(this.state, this.packs));
    while (this.state.status === "playing") {
      if (this.tally.commits > MOST_COMMITS) throw new Error("the match is stuck");
      if (awaitedSeats(this.state.match!).length === 0) throw new Error("nobody is awaited");
      this.step();
    }
    this.tally.days = (this.now - START) / DAY;
    this.#rebuild();
    return this.tally;
  }

  /** The log alone leads to the same state. */
  #rebuild(): void {
    let state = emptyState(this.facts);
    for (const commit of this.commits)
      state = stateAfter(state, commit, matchAfter(state.match, commit, this.facts.rules, this.packs));
    if (JSON.stringify(saveState(state)) !== JSON.stringify(saveState(this.state)))
      throw new Error("the log does not lead to the state");
    // The record of it replays, and reads back from its text.
    const record = recordOf(state, this.commits);
    const replayed = replayRecord(record);
    if (!replayed.ok || JSON.stringify(replayed.match.result) !== JSON.stringify(record.result))
      throw new Error(`the record does not replay: ${JSON.stringify(replayed)}`);
    const parsed = parseNotation(makeNotation(record));
    if (
      !parsed.ok ||
      makeNotation(parsed.record) !== makeNotation(record) ||
      JSON.stringify(parsed.record.forfeits) !== JSON.stringify(record.forfeits)
    )
      throw new Error("the text does not give the record back");
    const { result, forfeited } = state.match!;
    const out = (seat: number) =>
      forfeited.includes(seat) || (this.facts.rules.partnership === "opposite" && forfeited.includes((seat + 2) & 3));
    // Nobody who forfeited stands before anybody who did not.
    for (const seat of SEATS)
      for (const other of SEATS) {
        if (out(seat) && !out(other) && result!.places[seat] <= result!.places[other])
          throw new Error("one who forfeited is placed before one who did not");
      }
  }
}

/** Plays one match; throws what is wrong with it. */
export const playAbsences = (seed: string): Tally => new Simulation(seed).run();

/** What many matches come to. */
export function playMany(matches: number, seed: string): Tally {
  const sum = playAbsences(`${seed}-0`);
  for (let i = 1; i < matches; i++)
    for (const [name, value] of Object.entries(playAbsences(`${seed}-${i}`))) sum[name as keyof Tally] += value;
  return sum;
}
