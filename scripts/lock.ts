/**
 * One server at a time on a folder of data. The lock is one of SQLite's, which the system lets go of when its process ends, however
 * that ends: none is ever left behind.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Another process has the folder. */
export class DataInUseError extends Error {
  override name = "DataInUseError";
}

export interface Lock {
  close(): Promise<void>;
}

/**
 * Takes the folder, which is made if need be, for this process.
 * @throws DataInUseError
 */
export function lockData(dir: string): Lock {
  mkdirSync(dir, { recursive: true });
  const file = new DatabaseSync(join(dir, "lock"), { timeout: 0 });
  try {
    // Written before the lock is held for good, so that others can read whose it is.
    file.exec(`BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS holder (id INTEGER PRIMARY KEY CHECK (id = 1), pid INTEGER NOT NULL);
      INSERT INTO holder (id, pid) VALUES (1, ${process.pid}) ON CONFLICT (id) DO UPDATE SET pid = excluded.pid;
      COMMIT;
      BEGIN IMMEDIATE;`);
  } catch (error) {
    const holder = holderOf(file);
    file.close();
    if (!/database is locked/.test(String(error))) throw error;
    throw new DataInUseError(
      `The data in ${dir} is already in use by another server${holder === undefined ? "" : ` (process ${holder})`}`,
    );
  }
  return {
    close: async () => {
      if (file.isOpen) file.close();
    },
  };
}

function holderOf(file: DatabaseSync): number | undefined {
  try {
    return (file.prepare("SELECT pid FROM holder").get() as { pid: number } | undefined)?.pid;
  } catch {
    // It is only just being written.
    return undefined;
  }
}
