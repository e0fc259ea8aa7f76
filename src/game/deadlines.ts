/** What is due on the clock of a game, done once: at the alarm or at the next request, whichever comes first. */

import { earliest } from "../durable/index.ts";
import type { Seat } from "../engine/index.ts";
import { clockDue, correction } from "./clock.ts";
import type { Ledger } from "./ledger.ts";
import type { Plans } from "./plans.ts";
import type { Sandbox } from "./sandbox.ts";
import type { GameState } from "./state.ts";
import { draftDeadline, dueAt, expiresAt } from "./timeout.ts";

/** How soon a player's object that did not answer is asked again, in milliseconds. */
const VACATION_RETRY_MS = 5000;

/** How many things that are due happen in one turn while a sandbox's time passes. */
const STEPS_A_TURN = 8;

/** Until when a player's vacation puts a deadline off: `null` for not at all. Rejects where that cannot be told for the moment. */
export type VacationOf = (player: string, deadline: number) => Promise<number | null>;

export class Deadlines {
  readonly #ledger: Ledger;
  readonly #plans: Plans;
  readonly #sandbox: Sandbox;
  readonly #vacationOf: VacationOf;
  /** The enforcement that is under way: whoever comes meanwhile waits for the same one. */
  #enforcing: Promise<void> | null = null;
  /** Not before this is a deadline looked at again whose player could not be asked for their vacation. */
  #askAgainAt = 0;
  /** The sandbox's last call that lets time pass. */
  #passing: Promise<void> = Promise.resolve();
  /** When a plan last acted, by the real clock. */
  #plannedAt = 0;

  constructor(ledger: Ledger, plans: Plans, sandbox: Sandbox, vacationOf: VacationOf) {
    this.#ledger = ledger;
    this.#plans = plans;
    this.#sandbox = sandbox;
    this.#vacationOf = vacationOf;
  }

  get plannedAt(): number {
    return this.#plannedAt;
  }

  /** The state, with what is due on the clock already done; `null` where there is no game. */
  async settled(): Promise<GameState | null> {
    if (this.#ledger.game !== null && this.#isDue(this.#ledger.game)) await this.enforce();
    // Read after the wait: others who waited for the same may have come first.
    return this.#ledger.game;
  }

  #isDue(state: GameState): boolean {
    const now = this.#ledger.now();
    if (correction(state.clock, state.facts.clock ?? null, state.decisions, now) !== null) return true;
    return (clockDueOf(state) ?? Infinity) <= now && this.#askAgainAt <= Date.now();
  }

  /** When something is due, plans included, in real time; `null` for never. */
  dueAt(state: GameState): number | null {
    const clock = clockDueOf(state);
    const planned = this.#plans.due(state);
    return earliest(
      clock === null ? null : Math.max(clock - this.#sandbox.offset, this.#askAgainAt),
      planned === null ? null : planned - this.#sandbox.offset,
    );
  }

  /** Does what is due. */
  enforce(): Promise<void> {
    this.#enforcing ??= this.#enforce().finally(() => {
      this.#enforcing = null;
    });
    return this.#enforcing;
  }

  async #enforce(): Promise<void> {
    const isHeld = Date.now() < this.#askAgainAt;
    const unasked = new Set<Seat>();
    for (;;) {
      const state = this.#ledger.state;
      const planned = this.#plans.draft(state, this.#ledger.now(), () => this.#ledger.packs);
      if (planned !== null) {
        this.#plannedAt = Date.now();
        this.#ledger.commit(planned);
        continue;
      }
      const due = isHeld ? null : dueAt(state, this.#ledger.now(), unasked);
      if (due === null) return;
      if ("draft" in due) this.#ledger.commit(due.draft);
      else {
        const until = await this.#putOff(state, due.seat);
        // Others may have come in between; what is due now is looked for again.
        if (this.#ledger.state !== state) continue;
        if (until === undefined) unasked.add(due.seat);
        else this.#ledger.commit(draftDeadline(state, due.seat, until, this.#ledger.packs));
      }
    }
  }

  /** Until when a player's vacation puts the deadline of their seat off: `null` for not at all, `undefined` where that cannot be told for the moment. */
  async #putOff({ facts, seats, clock }: GameState, seat: Seat): Promise<number | null | undefined> {
    const occupant = seats[seat];
    if (!facts.clock!.vacation || occupant.kind !== "player") return null;
    const { id } = occupant.player;
    const deadline = clock!.deadlines[seat]!;
    if (this.#sandbox.isOpen) return this.#sandbox.putOff(id, deadline);
    try {
      return await this.#vacationOf(id, deadline);
    } catch (error) {
      console.error(`vacation of ${id} in ${facts.id} could not be asked for: ${String(error)}`);
      this.#askAgainAt = Date.now() + VACATION_RETRY_MS;
      return undefined;
    }
  }

  /**
   * In a sandbox: lets `ms` milliseconds pass. What falls due meanwhile happens at its own instant, as if the time had really
   * passed. A long time can hold a whole match: others get their turn meanwhile. One such call waits for the one before.
   */
  pass(ms: number): Promise<void> {
    const passed = this.#passing.then(() => this.#pass(ms));
    this.#passing = passed.catch(() => {});
    return passed;
  }

  async #pass(ms: number): Promise<void> {
    const target = this.#ledger.now() + ms;
    const next = () => {
      const { state } = this.#ledger;
      return earliest(clockDueOf(state), this.#plans.due(state));
    };
    this.#sandbox.passTo(target);
    try {
      let steps = 0;
      for (let due = next(); due !== null && due <= target; due = next()) {
        if (++steps % STEPS_A_TURN === 0) await scheduler.wait(0);
        this.#sandbox.standAt(Math.max(due, this.#ledger.now()));
        await this.enforce();
        // A long run of house bots would else wait for the alarm.
        while (this.#ledger.commitAnswers()) await scheduler.wait(0);
      }
      this.#sandbox.standAt(target);
    } finally {
      this.#sandbox.goOn();
    }
    const { status, match } = this.#ledger.state;
    if (status !== "playing" && status !== "waiting") return;
    this.#ledger.commit({ moves: [], events: [{ type: "time_advanced", byMs: ms }], match });
  }
}

/** When something is due on the game's own clock, in its own time, plans apart; `null` for never. */
const clockDueOf = (state: GameState): number | null => earliest(expiresAt(state), clockDue(state.clock));
