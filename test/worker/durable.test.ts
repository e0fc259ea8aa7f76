/** What objects stand on: transactions that put memory back, the alarm, migrations that break off. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { Alarm, Database, earliest } from "../../src/durable/index.ts";

let made = 0;

/** Runs within an object that nobody has made anything of. */
const inside = <T>(work: (storage: DurableObjectStorage) => T | Promise<T>): Promise<T> =>
  runInDurableObject(env.GAMES.getByName(`gm_durable${made++}`), (_, { storage }) => work(storage));

const TABLE = "CREATE TABLE one (a INTEGER) STRICT";

test("asking whether a database exists creates none, and clearing it ends it", () =>
  inside(async (storage) => {
    const db = new Database(storage, [TABLE]);
    expect(db.exists()).toBe(false);
    expect(db.rows("SELECT name FROM sqlite_master WHERE name NOT GLOB '[_]*'")).toEqual([]);
    db.migrate();
    expect(db.exists()).toBe(true);
    db.run("INSERT INTO one VALUES (?)", 7);
    await db.clear();
    expect(db.exists()).toBe(false);
    db.migrate();
    expect(db.rows("SELECT a FROM one")).toEqual([]);
  }));

test("a transaction that fails undoes what it wrote, the alarm it set and what is kept in memory, also from within another one", () =>
  inside(async (storage) => {
    const db = new Database(storage, [TABLE]);
    db.migrate();
    const alarm = new Alarm(storage);
    const memory = { count: 0 };
    db.restores(alarm.memory);
    db.restores(() => {
      const { count } = memory;
      return () => {
        memory.count = count;
      };
    });
    const change = (by: number) => {
      memory.count += by;
      db.run("INSERT INTO one VALUES (?)", by);
      alarm.by(Date.now() + 1_000_000 - by);
    };
    const fails = (work: () => void) =>
      expect(() =>
        db.transaction(() => {
          work();
          throw new Error("the disk is full");
        }),
      ).toThrow("the disk is full");
    fails(() => change(1));
    expect([memory.count, db.rows("SELECT a FROM one"), await storage.getAlarm()]).toEqual([0, [], null]);
    db.transaction(() => {
      change(2);
      fails(() => change(3));
    });
    expect([memory.count, db.rows("SELECT a FROM one")]).toEqual([2, [{ a: 2 }]]);
    // The alarm knows that what the inner one set is not set: a later time than that is set again.
    const due = Date.now() + 999_000;
    alarm.by(due);
    expect(await storage.getAlarm()).toBe(due);
    await storage.deleteAlarm();
  }));

test("an alarm is only ever moved forward, and one left behind in the past counts as lost", () =>
  inside(async (storage) => {
    const alarm = new Alarm(storage);
    const now = Date.now();
    alarm.by(null);
    expect(await storage.getAlarm()).toBeNull();
    alarm.by(now + 500_000);
    alarm.by(now + 600_000);
    expect(await storage.getAlarm()).toBe(now + 500_000);
    alarm.by(now + 400_000);
    expect(await storage.getAlarm()).toBe(now + 400_000);
    const woken = new Alarm(storage);
    await woken.wake();
    woken.by(now + 450_000);
    expect(await storage.getAlarm()).toBe(now + 400_000);
    alarm.fired();
    alarm.by(now + 700_000);
    expect(await storage.getAlarm()).toBe(now + 700_000);
    await storage.deleteAlarm();
  }));

test("the earliest of several times is the least of those that there are", () => {
  expect(earliest()).toBeNull();
  expect(earliest(null, null)).toBeNull();
  expect(earliest(null, 7, 3, null, 5)).toBe(3);
});
