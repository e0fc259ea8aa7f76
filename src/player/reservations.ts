/**
 * What an account has set in motion, counted in its own object, where nothing comes between asking and taking: games of each
 * kind that it holds, and deals that it has asked for. Synchronous throughout; times in milliseconds since 1970.
 */

import type { Database } from "../durable/index.ts";
import { DEALS_WINDOW_MS, type DealBudget, type HeldKind, MOST_DEALS, MOST_HELD } from "../wire/bounds.ts";
import type { Reservation, Reserved } from "./types.ts";

/** How old a reservation must be before its game is asked whether it still stands, and how often one game is asked, in milliseconds. */
const SETTLES_MS = 10_000,
  ASKED_EVERY_MS = 60_000;

/** The step of the player's migrations that makes these tables. `whole`: when the budget is whole again. */
export const RESERVATIONS_TABLES = `CREATE TABLE reservations (kind TEXT NOT NULL, game TEXT NOT NULL, at INTEGER NOT NULL, asked INTEGER NOT NULL, PRIMARY KEY (kind, game)) STRICT, WITHOUT ROWID;
   CREATE TABLE budgets (name TEXT PRIMARY KEY, whole INTEGER NOT NULL) STRICT, WITHOUT ROWID;`;

export class Reservations {
  readonly #db: Database;
  /** Deals within the window, in place of `MOST_DEALS`; `undefined` for these. */
  readonly #mostDeals: number | undefined;

  constructor(db: Database, mostDeals: number | undefined) {
    this.#db = db;
    this.#mostDeals = mostDeals;
  }

  /** Takes all that is asked for, or nothing. What the game holds already is not taken again. */
  take({ game, holds, deals }: Reservation, now: number): Reserved {
    return this.#db.transaction(() => {
      const wanted = holds.filter((kind) => !this.#holds(kind, game));
      for (const kind of wanted)
        if (this.#count(kind) >= MOST_HELD[kind]) return { ok: false, limit: kind, retryAfterMs: null };
      if (deals !== undefined) {
        const retryAfterMs = this.#spend(deals.budget, deals.count, now);
        if (retryAfterMs > 0) return { ok: false, limit: deals.budget, retryAfterMs };
      }
      for (const kind of wanted)
        this.#db.run("INSERT INTO reservations (kind, game, at, asked) VALUES (?, ?, ?, 0)", kind, game, now);
      return { ok: true };
    });
  }

  /** Gives back what the game held of these kinds. */
  release(game: string, kinds: readonly HeldKind[]): void {
    for (const kind of kinds) this.#db.run("DELETE FROM reservations WHERE kind = ? AND game = ?", kind, game);
  }

  /** The games of that kind that should be asked whether they still hold their place: a release can get lost. Each is named once within a minute. */
  toAsk(kind: HeldKind, now: number): string[] {
    return this.#db
      .rows<{ game: string }>(
        `UPDATE reservations SET asked = ?1 WHERE kind = ?2 AND (at <= ?3 OR at > ?1) AND (asked <= ?4 OR asked > ?1)
         RETURNING game`,
        now,
        kind,
        now - SETTLES_MS,
        now - ASKED_EVERY_MS,
      )
      .map(({ game }) => game);
  }

  #holds(kind: HeldKind, game: string): boolean {
    return this.#db.row("SELECT 1 AS found FROM reservations WHERE kind = ? AND game = ?", kind, game) !== undefined;
  }

  #count(kind: HeldKind): number {
    return this.#db.row<{ held: number }>("SELECT count(*) AS held FROM reservations WHERE kind = ?", kind)!.held;
  }

  /**
   * Spends `count` deals, which the budget regains evenly over its window. How long to wait until there are so many, 0 where
   * they were spent. A whole budget gives any number once, so that nothing is refused for ever.
   */
  #spend(name: DealBudget, count: number, now: number): number {
    const row = this.#db.row<{ whole: number }>("SELECT whole FROM budgets WHERE name = ?", name);
    const known = row?.whole ?? 0;
    // What is further ahead than a window was written by a clock that has been set back since.
    const from = known > now + DEALS_WINDOW_MS ? now : Math.max(now, known);
    const cost = Math.ceil((count * DEALS_WINDOW_MS) / (this.#mostDeals ?? MOST_DEALS[name]));
    const wait = from + cost - now - DEALS_WINDOW_MS;
    if (wait > 0 && from > now) return wait;
    const whole = Math.min(from + cost, now + DEALS_WINDOW_MS);
    this.#db.run(
      "INSERT INTO budgets (name, whole) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET whole = excluded.whole",
      name,
      whole,
    );
    return 0;
  }
}
