/** The object's own database: its migrations, and every statement that reads or writes it. Synchronous throughout. */

import { SPENT_TABLE } from "../feed/tickets.ts";
import type { Hook } from "./hooks.ts";
import type { Sandbox } from "./sandbox.ts";
import { type Commit, type GameFacts, type GameState, loadState, type SavedState, saveState } from "./state.ts";

/** Append-only: a game created by an older release runs what it lacks when it wakes. */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE game (id INTEGER PRIMARY KEY CHECK (id = 1), facts TEXT NOT NULL, root BLOB NOT NULL, fingerprint TEXT, created TEXT) STRICT;
   CREATE TABLE log (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, moves TEXT NOT NULL, events TEXT NOT NULL) STRICT;
   CREATE TABLE snapshot (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL) STRICT;
   CREATE TABLE export (target TEXT PRIMARY KEY, seq INTEGER NOT NULL, attempts INTEGER NOT NULL, next_try INTEGER NOT NULL, last_error TEXT) STRICT, WITHOUT ROWID;`,
  "CREATE TABLE sandbox (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL) STRICT;",
  `CREATE TABLE plans (
     player TEXT NOT NULL, name TEXT NOT NULL, place INTEGER NOT NULL, scope TEXT NOT NULL, changed INTEGER NOT NULL, pack INTEGER NOT NULL, kingdom INTEGER NOT NULL,
     rules TEXT NOT NULL, PRIMARY KEY (player, name)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE notes (seq INTEGER NOT NULL, n INTEGER NOT NULL, player TEXT NOT NULL, event TEXT NOT NULL, PRIMARY KEY (seq, n)) STRICT, WITHOUT ROWID;`,
  SPENT_TABLE,
  `CREATE TABLE hooks (id TEXT PRIMARY KEY, player TEXT NOT NULL, audience TEXT NOT NULL, created INTEGER NOT NULL) STRICT;`,
];

/** How far the export to one target has come. `nextTry` is 0 where nothing holds it back. */
export interface ExportState {
  seq: number;
  attempts: number;
  nextTry: number;
  lastError: string | null;
}

export type Target = "d1" | "inbox" | "next" | `hook:${string}`;

const UNTOLD: ExportState = { seq: 0, attempts: 0, nextTry: 0, lastError: null };

/** What is written once, at creation. */
export interface Birth {
  facts: GameFacts;
  root: Uint8Array;
  fingerprint: string | null;
}

type LogRow = { seq: number; at: number; moves: string; events: string };

const commitOf = (row: LogRow): Commit => ({
  seq: row.seq,
  at: row.at,
  moves: JSON.parse(row.moves),
  events: JSON.parse(row.events),
});

export class Store {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  transaction<T>(work: () => T): T {
    return this.#storage.transactionSync(work);
  }

  /** Whether this object has ever been created. Asking creates nothing. */
  exists(): boolean {
    return this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'").toArray().length > 0;
  }

  /** Brings the schema up to date, each step with its record in one transaction. */
  migrate(migrations: readonly string[] = MIGRATIONS): void {
    this.#sql.exec("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL) STRICT");
    const done = this.#sql
      .exec<{ done: number }>("SELECT coalesce(max(version), 0) AS done FROM schema_version")
      .one().done;
    migrations.slice(done).forEach((step, i) =>
      this.transaction(() => {
        this.#sql.exec(step);
        this.#sql.exec("INSERT INTO schema_version (version) VALUES (?)", done + i + 1);
      }),
    );
  }

  writeBirth(birth: Birth): void {
    this.#sql.exec(
      "INSERT INTO game (id, facts, root, fingerprint) VALUES (1, ?, ?, ?)",
      JSON.stringify(birth.facts),
      birth.root,
      birth.fingerprint,
    );
  }

  /** `null` where the creating transaction never came to its end. */
  readBirth(): Birth | null {
    const row = this.#sql
      .exec<{ facts: string; root: ArrayBuffer; fingerprint: string | null }>(
        "SELECT facts, root, fingerprint FROM game",
      )
      .toArray()[0];
    return row === undefined
      ? null
      : { facts: JSON.parse(row.facts), root: new Uint8Array(row.root), fingerprint: row.fingerprint };
  }

  /** The first answer to the creating call, kept for its repeats. */
  writeCreated(answer: string): void {
    this.#sql.exec("UPDATE game SET created = ?", answer);
  }

  readCreated(): string | null {
    return this.#sql.exec<{ created: string | null }>("SELECT created FROM game").one().created;
  }

  writeSandbox(sandbox: Sandbox): void {
    this.#sql.exec(
      "INSERT INTO sandbox (id, state) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state",
      JSON.stringify(sandbox),
    );
  }

  /** `null` for any other game. */
  readSandbox(): Sandbox | null {
    const row = this.#sql.exec<{ state: string }>("SELECT state FROM sandbox").toArray()[0];
    return row === undefined ? null : (JSON.parse(row.state) as Sandbox);
  }

  /** One log row and the snapshot: the two rows that an action writes. */
  writeCommit(commit: Commit, state: GameState): void {
    this.#sql.exec(
      "INSERT INTO log (seq, at, moves, events) VALUES (?, ?, ?, ?)",
      commit.seq,
      commit.at,
      JSON.stringify(commit.moves),
      JSON.stringify(commit.events),
    );
    this.#sql.exec(
      "INSERT INTO snapshot (id, state) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state",
      JSON.stringify(saveState(state)),
    );
  }

  /** The snapshot, or `null` where another release wrote it. */
  readState(facts: GameFacts): GameState | null {
    const row = this.#sql.exec<{ state: string }>("SELECT state FROM snapshot").toArray()[0];
    return row === undefined ? null : loadState(JSON.parse(row.state) as SavedState, facts);
  }

  /** The commits that hold events from `seq` on, oldest first; read lazily, so do not await between them. */
  *commitsFrom(seq: number): Generator<Commit> {
    const rows = this.#sql.exec<LogRow>(
      "SELECT seq, at, moves, events FROM log WHERE seq >= coalesce((SELECT max(seq) FROM log WHERE seq <= ?), 0) ORDER BY seq",
      seq,
    );
    for (const row of rows) yield commitOf(row);
  }

  /** The hooks of this game, oldest first. */
  readHooks(): Hook[] {
    return this.#sql
      .exec<{ id: string; player: string; audience: string }>("SELECT id, player, audience FROM hooks ORDER BY rowid")
      .toArray() as Hook[];
  }

  writeHook({ id, player, audience }: Hook, now: number): void {
    this.#sql.exec("INSERT INTO hooks (id, player, audience, created) VALUES (?, ?, ?, ?)", id, player, audience, now);
  }

  /** Forgets a hook and how far it was told. */
  removeHook(id: string): void {
    this.#sql.exec("DELETE FROM hooks WHERE id = ?", id);
    this.#sql.exec("DELETE FROM export WHERE target = ?", `hook:${id}`);
  }

  /** How far a target has been told: `d1` is history, `inbox` the players' own objects, `next` the game that follows, `hook:` and an id a courier. */
  readExport(target: Target): ExportState {
    const row = this.#sql
      .exec<{ seq: number; attempts: number; next_try: number; last_error: string | null }>(
        "SELECT seq, attempts, next_try, last_error FROM export WHERE target = ?",
        target,
      )
      .toArray()[0];
    return row === undefined
      ? UNTOLD
      : { seq: row.seq, attempts: row.attempts, nextTry: row.next_try, lastError: row.last_error };
  }

  writeExport(target: Target, state: ExportState): void {
    this.#sql.exec(
      `INSERT INTO export (target, seq, attempts, next_try, last_error) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (target) DO UPDATE SET seq = excluded.seq, attempts = excluded.attempts, next_try = excluded.next_try, last_error = excluded.last_error`,
      target,
      state.seq,
      state.attempts,
      state.nextTry,
      state.lastError,
    );
  }
}
