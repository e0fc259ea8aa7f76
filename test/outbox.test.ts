/** An outbox tells its target everything, in order, at least once, and skips nothing. */

import { scheduler as wait } from "node:timers/promises";
import { beforeAll, expect, test, vi } from "vitest";
import { NOTHING_SENT, Outbox, type Progress, type Target } from "../src/durable/outbox.ts";
import { backoff, jittered, Late, within } from "../src/durable/timing.ts";

beforeAll(() => {
  // The platform's own, which plain Node has elsewhere.
  vi.stubGlobal("scheduler", { wait: (ms: number, options: object) => wait.wait(ms, options) });
});

/** A log of numbers, a target that may fail, and the outbox between them. */
class Bench {
  newest = 0;
  progress: Progress = NOTHING_SENT;
  readonly heard: [after: number, newest: number][] = [];
  readonly failures: number[] = [];
  fails = false;
  gate: Promise<void> | null = null;
  readonly outbox: Outbox;

  constructor(more: Partial<Target> = {}) {
    const store = {
      read: () => this.progress,
      write: (progress: Progress) => {
        this.progress = progress;
      },
    };
    this.outbox = new Outbox(store, {
      newest: () => ({ due: this.newest, version: this.newest }),
      send: async (reached) => {
        this.heard.push([reached, this.newest]);
        await this.gate;
        if (this.fails) throw new Error("down");
      },
      checkAfterMs: 50,
      failed: (attempts) => void this.failures.push(attempts),
      ...more,
    });
  }
}

test("there is nothing to do while the target knows everything", () => {
  const bench = new Bench();
  expect([bench.outbox.run(), bench.outbox.dueAt(1000)]).toEqual([null, null]);
});

test("one run goes on until the target knows all, moving no further than what it was told of", async () => {
  const bench = new Bench();
  const opened = Promise.withResolvers<void>();
  bench.gate = opened.promise;
  bench.newest = 3;
  const run = bench.outbox.run();
  bench.newest = 5;
  // Whoever comes meanwhile waits for the same run.
  expect(bench.outbox.run()).toBe(run);
  opened.resolve();
  await run;
  expect(bench.heard).toEqual([
    [0, 3],
    [3, 5],
  ]);
  expect(bench.progress).toEqual({ ...NOTHING_SENT, seq: 5 });
  expect(bench.outbox.run()).toBeNull();
});

test("a failure stalls, pauses longer each time, and skips nothing", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  const bench = new Bench();
  bench.fails = true;
  bench.newest = 2;
  for (let attempts = 1; attempts <= 12; attempts++) {
    await bench.outbox.run();
    expect(bench.progress).toMatchObject({ seq: 0, attempts, lastError: "down" });
    const pause = bench.progress.nextTry - Date.now();
    const most = Math.min(5 * 60_000, 1000 * 2 ** (attempts - 1));
    expect(pause).toBeGreaterThanOrEqual(most / 2);
    expect(pause).toBeLessThanOrEqual(most + 1);
    expect(bench.outbox.run()).toBeNull();
    expect(bench.outbox.dueAt(Date.now())).toBeGreaterThanOrEqual(bench.progress.nextTry);
    vi.setSystemTime(bench.progress.nextTry);
  }
  expect(bench.failures).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  bench.fails = false;
  bench.newest = 4;
  await bench.outbox.run();
  expect(bench.heard.at(-1)).toEqual([0, 4]);
  expect(bench.progress).toEqual({ ...NOTHING_SENT, seq: 4 });
  vi.useRealTimers();
});

test("a new outbox goes on from what is stored", async () => {
  const bench = new Bench();
  bench.progress = { ...NOTHING_SENT, seq: 7 };
  bench.newest = 9;
  await bench.outbox.run();
  expect(bench.heard).toEqual([[7, 9]]);
});

test("a target that may wait is told no earlier than that, and the alarm looks then", async () => {
  let notBefore = Date.now() + 60_000;
  const bench = new Bench({ notBefore: () => notBefore });
  bench.newest = 1;
  expect(bench.outbox.run()).toBeNull();
  expect(bench.outbox.dueAt(Date.now())).toBe(notBefore);
  notBefore = 0;
  await bench.outbox.run();
  expect(bench.heard).toEqual([[0, 1]]);
});

test("work that is late is told from work that fails, and a timer never outlives its work", async () => {
  await expect(within(5, new Promise(() => {}))).rejects.toBeInstanceOf(Late);
  await expect(within(1000, Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await within(60_000, Promise.resolve(3))).toBe(3);
  expect(process.getActiveResourcesInfo().filter((name) => name === "Timeout").length).toBeLessThan(5);
});

test("pauses are spread between half of them and all, and grow to a bound", () => {
  for (let i = 0; i < 100; i++) {
    expect(jittered(100)).toBeGreaterThanOrEqual(50);
    expect(jittered(100)).toBeLessThanOrEqual(100);
    expect(backoff(3, 10)).toBeLessThanOrEqual(40);
    expect(backoff(60, 10, 500)).toBeLessThanOrEqual(500);
  }
});

test("a pause that a wrong clock has put years ahead holds nothing back", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  try {
    const bench = new Bench();
    bench.newest = 1;
    bench.progress = { ...NOTHING_SENT, attempts: 1, nextTry: 1_000_000 + 400 * 24 * 3600 * 1000 };
    expect(bench.outbox.dueAt(1_000_000)).toBeLessThanOrEqual(1_000_000);
    await bench.outbox.run();
    expect(bench.progress.seq).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});
