/** The D1 of a spawned server, reached by its file: what is in it, and how it is made to fail for real. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Migration } from "../../scripts/bundle.ts";

const TABLES = ["players", "games", "seats", "deals", "results"];

function openD1(dataDir: string): DatabaseSync {
  const dir = join(dataDir, "v3/d1/miniflare-D1DatabaseObject");
  const files = readdirSync(dir).filter((file) => file.endsWith(".sqlite") && file !== "metadata.sqlite");
  if (files.length !== 1) throw new Error(`${dir} holds ${files.length} databases`);
  const db = new DatabaseSync(join(dir, files[0]));
  db.exec("PRAGMA busy_timeout = 5000");
  return db;
}

/** Asks the database of a server that keeps its data in `dataDir`, whether it runs or not. */
export function readD1(dataDir: string): (sql: string, id: string) => Promise<unknown[]> {
  return async (sql, id) => {
    const db = openD1(dataDir);
    try {
      return db.prepare(sql).all(id);
    } finally {
      db.close();
    }
  };
}

/** Brings the database of a server that does not run up to date, as a deploy does before the new Worker runs. */
export function updateD1(dataDir: string, migrations: readonly Migration[]): void {
  const db = openD1(dataDir);
  try {
    const isApplied = db.prepare("SELECT 1 FROM d1_migrations WHERE name = ?");
    for (const { name, sql } of migrations.filter((each) => isApplied.get(each.name) === undefined)) {
      db.exec(`BEGIN IMMEDIATE; ${sql}; COMMIT`);
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
    }
  } finally {
    db.close();
  }
}

/** From now on every statement of the server fails, until `repairD1`. */
export const breakD1 = (dataDir: string): void => rename(dataDir, (name) => [name, `${name}_away`]);
export const repairD1 = (dataDir: string): void => rename(dataDir, (name) => [`${name}_away`, name]);

function rename(dataDir: string, names: (name: string) => [string, string]): void {
  const db = openD1(dataDir);
  try {
    db.exec(
      `BEGIN IMMEDIATE; ${TABLES.map((name) => `ALTER TABLE ${names(name)[0]} RENAME TO ${names(name)[1]}`).join("; ")}; COMMIT`,
    );
  } finally {
    db.close();
  }
}
