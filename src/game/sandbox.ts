/**
 * Games to try things out in: a clock that their creator can advance, and faults that they can switch on. A time of its own
 * is the real one and an offset; all that is due on the clock goes by it, all that waits for others by the real one.
 */

import type { Database } from "../durable/index.ts";
import { NO_VACATION, spend, type Vacation } from "../player/vacation.ts";
import type { Faults } from "./types.ts";

/** What a sandbox game keeps beside its log. */
interface Kept {
  /** Milliseconds that its time is ahead of the real one. */
  offset: number;
  faults: Faults;
  /** By player: the days that were spent here; nobody's own are touched. */
  vacations: Record<string, Vacation>;
}

export const NO_FAULTS: Faults = { dropAnswers: 0, repeatDeliveries: 0, delayDeliveriesMs: 0, closeStreams: 0 };

/** The sandbox of a game; of any other game it is closed, and has the real time and no fault. */
export class Sandbox {
  readonly #db: Database;
  #kept: Kept | null = null;
  /** Where its time stands while it is advanced, so that what falls due happens at its very instant. */
  #standsAt: number | null = null;
  /** Where its time will be once what passes now has passed, or `null`. */
  #passesTo: number | null = null;

  constructor(db: Database) {
    this.#db = db;
    db.restores(() => {
      const kept = this.#kept;
      return () => {
        this.#kept = kept;
      };
    });
  }

  /** Reads what is stored. */
  load(): void {
    const row = this.#db.row<{ state: string }>("SELECT state FROM sandbox");
    this.#kept = row === undefined ? null : (JSON.parse(row.state) as Kept);
  }

  open(): void {
    this.#keep({ offset: 0, faults: NO_FAULTS, vacations: {} });
  }

  get isOpen(): boolean {
    return this.#kept !== null;
  }

  /** How far its time is ahead of the real one, in milliseconds; while time passes, how far it will be then: what is told meanwhile is read afterwards. */
  get offset(): number {
    return this.#passesTo === null ? (this.#kept?.offset ?? 0) : this.#passesTo - Date.now();
  }

  /** The game's own time, in milliseconds since 1970. */
  now(): number {
    return this.#standsAt ?? Date.now() + (this.#kept?.offset ?? 0);
  }

  /** Time begins to pass to `instant`, by steps of `standAt`, until `goOn`. */
  passTo(instant: number): void {
    this.#passesTo = instant;
  }

  /** Sets its time to `instant`, and lets it stand there until `goOn`. */
  standAt(instant: number): void {
    this.#keep({ ...this.#kept!, offset: instant - Date.now() });
    this.#standsAt = instant;
  }

  goOn(): void {
    this.#standsAt = null;
    this.#passesTo = null;
  }

  get faults(): Faults {
    return this.#kept?.faults ?? NO_FAULTS;
  }

  setFaults(faults: Partial<Faults>): void {
    this.#keep({ ...this.#kept!, faults: { ...this.faults, ...faults } });
  }

  /** Takes one of a fault that is counted. Whether any was left. */
  take(fault: "dropAnswers" | "repeatDeliveries" | "closeStreams"): boolean {
    const left = this.faults[fault];
    if (left > 0) this.setFaults({ [fault]: left - 1 });
    return left > 0;
  }

  /** Spends a player's vacation here for a `deadline` in the sandbox's own time: until when it is put off, or `null`. */
  putOff(player: string, deadline: number): number | null {
    const kept = this.#kept!;
    const { vacation, until } = spend(kept.vacations[player] ?? NO_VACATION, deadline);
    this.#keep({ ...kept, vacations: { ...kept.vacations, [player]: vacation } });
    return until;
  }

  #keep(kept: Kept): void {
    this.#db.run(
      "INSERT INTO sandbox (id, state) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state",
      JSON.stringify(kept),
    );
    this.#kept = kept;
  }
}
