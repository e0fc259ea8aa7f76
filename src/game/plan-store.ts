/** What a game has stored of its players' plans, and of what their own objects must hear of. Synchronous throughout. */

import type { Database } from "../durable/index.ts";
import type { Plan, PlanScope } from "../plans/index.ts";
import type { PrivateEvent } from "../player/types.ts";
import { instantOf } from "./store.ts";

/** A plan as it is kept: whose it is, when it was changed (milliseconds since 1970), and what ends it. */
export interface KeptPlan extends Plan {
  player: string;
  /** Counts up in a game: which plan was there first. A plan that is replaced keeps it. */
  place: number;
  changedAt: number;
  /** The pack of the deal, and the kingdom (0 for a tie-break), that it was made in. */
  pack: number;
  kingdom: number;
}

/** Something that one player's own log shall hold. */
export interface PlanNote {
  player: string;
  event: PrivateEvent;
}

type PlanRow = {
  player: string;
  name: string;
  place: number;
  scope: string;
  changed: number;
  pack: number;
  kingdom: number;
  rules: string;
};

export class PlanStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** All plans, the oldest first. */
  read(): KeptPlan[] {
    return this.#db
      .rows<PlanRow>("SELECT player, name, place, scope, changed, pack, kingdom, rules FROM plans ORDER BY place")
      .map(({ scope, changed, rules, ...rest }) => ({
        ...rest,
        scope: scope as PlanScope,
        changedAt: changed,
        rules: JSON.parse(rules) as Plan["rules"],
      }));
  }

  write({ player, name, place, scope, changedAt, pack, kingdom, rules }: KeptPlan): void {
    this.#db.run(
      `INSERT INTO plans (player, name, place, scope, changed, pack, kingdom, rules) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (player, name) DO UPDATE SET scope = excluded.scope, changed = excluded.changed, pack = excluded.pack, kingdom = excluded.kingdom, rules = excluded.rules`,
      player,
      name,
      place,
      scope,
      changedAt,
      pack,
      kingdom,
      JSON.stringify(rules),
    );
  }

  remove({ player, name }: KeptPlan): void {
    this.#db.run("DELETE FROM plans WHERE player = ? AND name = ?", player, name);
  }

  instantOf(seq: number): number {
    return instantOf(this.#db, seq);
  }

  /** What the commit `seq` has for its players' own logs. Kept, as the log is: how far they have been told says the export. */
  writeNotes(seq: number, notes: readonly PlanNote[]): void {
    for (const [n, { player, event }] of notes.entries())
      this.#db.run(
        "INSERT INTO notes (seq, n, player, event) VALUES (?, ?, ?, ?)",
        seq,
        n,
        player,
        JSON.stringify(event),
      );
  }

  /** The notes of the commits after the event `seq`, oldest first; `key` names each one for good within its game. */
  notesAfter(seq: number): (PlanNote & { seq: number; key: string })[] {
    return this.#db
      .rows<{ seq: number; n: number; player: string; event: string }>(
        "SELECT seq, n, player, event FROM notes WHERE seq > ? ORDER BY seq, n",
        seq,
      )
      .map(({ seq, n, player, event }) => ({
        seq,
        key: `${seq}.${n}`,
        player,
        event: JSON.parse(event) as PrivateEvent,
      }));
  }
}
