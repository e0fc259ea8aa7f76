/** The SQLite database of a Durable Object: its migrations, its transactions, and its statements. Synchronous throughout. */

/** Something kept in memory beside the database. `save` returns what puts it back as it was. */
export type Memory = () => () => void;

type Value = SqlStorageValue;
type Row = Record<string, Value>;

export class Database {
  readonly #storage: DurableObjectStorage;
  readonly #migrations: readonly string[];
  readonly #memories: Memory[] = [];
  /** Known to be there; known to be up to date. */
  #exists = false;
  #isCurrent = false;

  /** `migrations` are append-only: step n leads from schema version n to n + 1. */
  constructor(storage: DurableObjectStorage, migrations: readonly string[]) {
    this.#storage = storage;
    this.#migrations = migrations;
  }

  /** Whether anything was ever written here. Asking creates nothing: an object that nobody made must not get a database. */
  exists(): boolean {
    this.#exists ||= this.row("SELECT 1 AS found FROM sqlite_master WHERE name = 'schema_version'") !== undefined;
    return this.#exists;
  }

  /** Creates the schema or brings it up to date, each step together with its record in one transaction. */
  migrate(): void {
    if (this.#isCurrent) return;
    this.run("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL) STRICT");
    const { done } = this.row<{ done: number }>("SELECT coalesce(max(version), 0) AS done FROM schema_version")!;
    for (const [i, step] of this.#migrations.slice(done).entries()) {
      this.#storage.transactionSync(() => {
        this.run(step);
        this.run("INSERT INTO schema_version (version) VALUES (?)", done + i + 1);
      });
    }
    this.#isCurrent = true;
  }

  /** Has every transaction that fails put this memory back as it was before it. */
  restores(memory: Memory): void {
    this.#memories.push(memory);
  }

  /**
   * Does `work` whole or not at all: when it throws, everything it wrote is undone, an alarm it set included, and so is
   * every registered memory. `work` must not wait for anything: the platform commits a promise as it stands.
   */
  transaction<T>(work: () => T): T {
    const undo = this.#memories.map((save) => save());
    try {
      return this.#storage.transactionSync(work);
    } catch (error) {
      for (const restore of undo) restore();
      throw error;
    }
  }

  /** Forgets everything: the database, and with it the alarm. */
  async clear(): Promise<void> {
    await this.#storage.deleteAll();
    this.#exists = false;
    this.#isCurrent = false;
  }

  run(sql: string, ...values: Value[]): void {
    this.#storage.sql.exec(sql, ...values);
  }

  row<T extends Row>(sql: string, ...values: Value[]): T | undefined {
    return this.rows<T>(sql, ...values)[0];
  }

  rows<T extends Row>(sql: string, ...values: Value[]): T[] {
    return this.#storage.sql.exec<T>(sql, ...values).toArray();
  }

  /** The rows one by one. Nothing may be awaited between them. */
  each<T extends Row>(sql: string, ...values: Value[]): Iterable<T> {
    return this.#storage.sql.exec<T>(sql, ...values);
  }
}
