/** The database of a player's object. Synchronous throughout; times in milliseconds since 1970. */

import type { Database } from "../durable/index.ts";
import { instant, instantOrNull } from "../wire/instants.ts";
import { RESERVATIONS_TABLES } from "./reservations.ts";
import { STANDINGS, type Standing } from "./standing.ts";
import type { GameCounts, Notice, Place, PrivateEntry, PrivateEvent, Waiting } from "./types.ts";
import { NO_VACATION, type Vacation } from "./vacation.ts";

/** What a decision without a deadline is ordered by: it comes behind all others. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** The order of what waits. The index has the first of these words, by which it is found. */
const URGENCY = `coalesce(deadline, ${NEVER}), opened, game`;

/** Append-only, as the game's. */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE decisions (game TEXT PRIMARY KEY, version INTEGER NOT NULL, decision TEXT, opened INTEGER, deadline INTEGER) STRICT, WITHOUT ROWID;
   CREATE TABLE log (seq INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, event TEXT NOT NULL) STRICT;
   CREATE TABLE vacation (id INTEGER PRIMARY KEY CHECK (id = 1), year INTEGER NOT NULL, used INTEGER NOT NULL, until INTEGER NOT NULL) STRICT;`,
  // A player of many years has played many games, and few of them wait.
  "CREATE INDEX waiting ON decisions (coalesce(deadline, 9007199254740991), opened, game) WHERE decision IS NOT NULL;",
  // Index rows are dear. Decisions are told once by their number, so that only what has a key needs an index on it; and of
  // what waits, the index has what differs between clocks alone: what waits without one, or as long, is sorted when it is read.
  `CREATE TABLE keyed (seq INTEGER PRIMARY KEY, key TEXT, at INTEGER NOT NULL, event TEXT NOT NULL) STRICT;
   INSERT INTO keyed (seq, key, at, event) SELECT seq, CASE WHEN key LIKE '% opened' THEN NULL ELSE key END, at, event FROM log;
   DROP TABLE log;
   ALTER TABLE keyed RENAME TO log;
   CREATE UNIQUE INDEX keys ON log (key) WHERE key IS NOT NULL;
   DROP INDEX waiting;
   CREATE INDEX waiting ON decisions (coalesce(deadline, 9007199254740991)) WHERE decision IS NOT NULL;`,
  // How the player stands in a game; missing where it has not been told. Only what is not over is counted.
  `ALTER TABLE decisions ADD COLUMN standing TEXT;
   CREATE INDEX standings ON decisions (standing) WHERE standing <> 'over';`,
  RESERVATIONS_TABLES,
];

export class PlayerStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Takes what a game tells at `now`, unless something newer is known of it; `decision` `null` where nothing waits. Whether something waits that did not wait before. */
  writeNotice(
    { game, version, decision }: Omit<Notice, "decision"> & { decision: Notice["decision"] | null },
    now: number,
  ): boolean {
    const known = this.#db.row<{
      version: number;
      decision: string | null;
      opened: number | null;
      standing: Standing | null;
    }>("SELECT version, decision, opened, standing FROM decisions WHERE game = ?", game);
    // A game that waits for nothing is kept too: an older notice of it may still be on its way.
    if (known !== undefined && known.version >= version) return false;
    const isNew = decision !== null && decision.id !== known?.decision;
    this.#db.run(
      `INSERT INTO decisions (game, version, decision, opened, deadline) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (game) DO UPDATE SET version = excluded.version, decision = excluded.decision, opened = excluded.opened, deadline = excluded.deadline`,
      game,
      version,
      decision?.id ?? null,
      decision === null ? null : isNew ? now : (known?.opened ?? now),
      decision?.deadline ?? null,
    );
    // A game of an earlier release has not told that it has begun.
    if (decision !== null && (known?.standing ?? null) === null) this.#writeStanding(game, "playing");
    return isNew;
  }

  #writeStanding(game: string, standing: Standing): void {
    this.#db.run(
      "INSERT INTO decisions (game, version, standing) VALUES (?, 0, ?) ON CONFLICT (game) DO UPDATE SET standing = excluded.standing",
      game,
      standing,
    );
  }

  /** In how many games the player has a seat now. */
  counts(): GameCounts {
    const rows = this.#db.rows<{ standing: keyof GameCounts; games: number }>(
      "SELECT standing, count(*) AS games FROM decisions WHERE standing <> 'over' GROUP BY standing",
    );
    const counts: GameCounts = { waiting: 0, playing: 0 };
    for (const { standing, games } of rows) counts[standing] = games;
    return counts;
  }

  /** The decisions that wait behind `after`, most urgent first. At most `limit`. */
  waiting(after: Place | null, limit: number): Waiting[] {
    const { deadline, openedAt, game } = after ?? { deadline: -1, openedAt: 0, game: "" };
    return this.#db
      .rows<{ game: string; decision: string; opened: number; deadline: number | null }>(
        `SELECT game, decision, opened, deadline FROM decisions WHERE decision IS NOT NULL AND (${URGENCY}) > (?, ?, ?) ORDER BY ${URGENCY} LIMIT ?`,
        deadline ?? NEVER,
        openedAt,
        game,
        limit,
      )
      .map(({ opened, ...rest }) => ({ ...rest, openedAt: opened }));
  }

  /** Adds to the log, unless the key stands there already; without a key always. The new entry, or `null`. */
  append(key: string | null, event: PrivateEvent, at: number): PrivateEntry | null {
    const added = this.#db.row<{ seq: number }>(
      "INSERT INTO log (seq, key, at, event) SELECT coalesce(max(seq), 0) + 1, ?, ?, ? FROM log WHERE true ON CONFLICT DO NOTHING RETURNING seq",
      key,
      at,
      JSON.stringify(event),
    );
    if (added === undefined) return null;
    const standing = event.type === "seat_taken" ? event.status : STANDINGS[event.type];
    if (standing !== null) this.#writeStanding(event.game, standing);
    return entryOf(added.seq, at, event);
  }

  /** At most `limit` entries after `after`, and the `seq` of the newest there is. */
  entries(after: number, limit: number): { data: PrivateEntry[]; version: number } {
    const data = this.#db
      .rows<{ seq: number; at: number; event: string }>(
        "SELECT seq, at, event FROM log WHERE seq > ? ORDER BY seq LIMIT ?",
        after,
        limit,
      )
      .map(({ seq, at, event }) => entryOf(seq, at, JSON.parse(event) as PrivateEvent));
    return {
      data,
      version: this.#db.row<{ newest: number }>("SELECT coalesce(max(seq), 0) AS newest FROM log")!.newest,
    };
  }

  readVacation(): Vacation {
    return (
      this.#db.row<{ year: number; used: number; until: number }>("SELECT year, used, until FROM vacation") ??
      NO_VACATION
    );
  }

  writeVacation({ year, used, until }: Vacation): void {
    this.#db.run(
      "INSERT INTO vacation (id, year, used, until) VALUES (1, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET year = excluded.year, used = excluded.used, until = excluded.until",
      year,
      used,
      until,
    );
  }
}

/** An entry as its player reads it. */
function entryOf(seq: number, at: number, event: PrivateEvent): PrivateEntry {
  const told = { seq, at: instant(at) };
  switch (event.type) {
    case "decision_opened":
      return {
        ...told,
        type: event.type,
        game: event.game,
        decision: event.decision,
        deadline: instantOrNull(event.deadline),
      };
    case "plan_fired":
      return {
        ...told,
        type: event.type,
        game: event.game,
        plan: event.plan,
        rule: event.rule,
        decision: event.decision,
        action: event.action,
      };
    case "plan_cancelled":
      return { ...told, type: event.type, game: event.game, plan: event.plan, reason: event.reason };
    // Made for this player field by field, and kept as they are told.
    default:
      return { ...told, ...event };
  }
}
