/** The database of a game: its migrations, and the statements that read or write its facts, its log and its snapshot. Synchronous throughout. */

import type { Database, Progress, ProgressStore } from "../durable/index.ts";
import { NOTHING_SENT } from "../durable/index.ts";
import { SPENT_TABLE } from "../feed/tickets.ts";
import type { Commit } from "./events.ts";
import { type GameFacts, type GameState, loadState, type SavedState, saveState } from "./state.ts";
import { completed } from "./terms.ts";

/** Append-only: a game made by an older release runs what it lacks when it wakes. */
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
  // What happened before players' own logs heard of it is no news any more.
  `INSERT INTO export (target, seq, attempts, next_try) SELECT 'news', seq + json_array_length(events) - 1, 0, 0 FROM log ORDER BY seq DESC LIMIT 1;`,
  // History is told all of it once more: it has learned to keep whose every deal was.
  "UPDATE export SET seq = 0 WHERE target = 'd1';",
];

/** What is written once, when the game is made. */
export interface Creation {
  facts: GameFacts;
  /** The last link of the dealing chain. */
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

/** When the commit that holds the event `seq` was made, in milliseconds since 1970. */
export const instantOf = (db: Database, seq: number): number =>
  db.row<{ at: number }>("SELECT at FROM log WHERE seq <= ? ORDER BY seq DESC LIMIT 1", seq)!.at;

export class Store {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  writeCreation({ facts, root, fingerprint }: Creation): void {
    this.#db.run(
      "INSERT INTO game (id, facts, root, fingerprint) VALUES (1, ?, ?, ?)",
      JSON.stringify(facts),
      root as unknown as ArrayBuffer,
      fingerprint,
    );
  }

  /** `null` where the creating transaction never came to its end. */
  readCreation(): Creation | null {
    const row = this.#db.row<{ facts: string; root: ArrayBuffer; fingerprint: string | null }>(
      "SELECT facts, root, fingerprint FROM game",
    );
    return row === undefined
      ? null
      : {
          facts: completed(JSON.parse(row.facts) as GameFacts),
          root: new Uint8Array(row.root),
          fingerprint: row.fingerprint,
        };
  }

  /** The first answer to the creating call, kept for its repeats. */
  writeCreated(answer: string): void {
    this.#db.run("UPDATE game SET created = ?", answer);
  }

  readCreated(): string | null {
    return this.#db.row<{ created: string | null }>("SELECT created FROM game")!.created;
  }

  /** The one row that an action writes. */
  writeCommit({ seq, at, moves, events }: Commit): void {
    this.#db.run(
      "INSERT INTO log (seq, at, moves, events) VALUES (?, ?, ?, ?)",
      seq,
      at,
      JSON.stringify(moves),
      JSON.stringify(events),
    );
  }

  /** The state as it is after the commits so far. */
  writeSnapshot(state: GameState): void {
    this.#db.run(
      "INSERT INTO snapshot (id, state) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state",
      JSON.stringify(saveState(state)),
    );
  }

  /** The snapshot, or `null` where there is none or another release wrote it. */
  readSnapshot(facts: GameFacts): GameState | null {
    const row = this.#db.row<{ state: string }>("SELECT state FROM snapshot");
    return row === undefined ? null : loadState(JSON.parse(row.state) as SavedState, facts);
  }

  countCommits(): number {
    return this.#db.row<{ commits: number }>("SELECT count(*) AS commits FROM log")!.commits;
  }

  /** The commits that hold events from `seq` on, oldest first; read lazily, so do not await between them. */
  *commitsFrom(seq: number): Generator<Commit> {
    const rows = this.#db.each<LogRow>(
      "SELECT seq, at, moves, events FROM log WHERE seq >= coalesce((SELECT max(seq) FROM log WHERE seq <= ?), 0) ORDER BY seq",
      seq,
    );
    for (const row of rows) yield commitOf(row);
  }

  instantOf(seq: number): number {
    return instantOf(this.#db, seq);
  }

  /** The `seq` of the `deal_started` of the deal that was on the table at the event `seq`; 1 where there was none. */
  dealAt(seq: number): number {
    const rows = this.#db.each<Pick<LogRow, "seq" | "events">>(
      `SELECT seq, events FROM log WHERE seq <= ? AND instr(events, '"deal_started"') > 0 ORDER BY seq DESC`,
      seq,
    );
    for (const { seq: first, events } of rows) {
      const starts = (JSON.parse(events) as Commit["events"]).flatMap(({ type }, i) =>
        type === "deal_started" && first + i <= seq ? [first + i] : [],
      );
      if (starts.length > 0) return starts[starts.length - 1];
    }
    return 1;
  }

  /** How far a target has been told: `d1` is history, `news` and `inbox` are the players' own objects, `next` is the game that follows, `hook:` and an id a webhook. */
  progressOf(target: string): ProgressStore {
    return {
      read: () => this.#readProgress(target),
      write: (progress) => this.writeProgress(target, progress),
    };
  }

  #readProgress(target: string): Progress {
    const row = this.#db.row<{ seq: number; attempts: number; next_try: number; last_error: string | null }>(
      "SELECT seq, attempts, next_try, last_error FROM export WHERE target = ?",
      target,
    );
    return row === undefined
      ? NOTHING_SENT
      : { seq: row.seq, attempts: row.attempts, nextTry: row.next_try, lastError: row.last_error };
  }

  writeProgress(target: string, { seq, attempts, nextTry, lastError }: Progress): void {
    this.#db.run(
      `INSERT INTO export (target, seq, attempts, next_try, last_error) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (target) DO UPDATE SET seq = excluded.seq, attempts = excluded.attempts, next_try = excluded.next_try, last_error = excluded.last_error`,
      target,
      seq,
      attempts,
      nextTry,
      lastError,
    );
  }

  forgetProgress(target: string): void {
    this.#db.run("DELETE FROM export WHERE target = ?", target);
  }
}
