/** The object of a player by itself: what games tell it, what it lists, its own log, days of vacation that several games ask for. */

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { Database } from "../../src/durable/index.ts";
import { FOLLOW } from "../../src/feed/frames.ts";
import { MIGRATIONS } from "../../src/player/store.ts";
import type { Place, PlayerCalls } from "../../src/player/types.ts";
import { randomFrom } from "../support/random.ts";

let made = 0;
const newPlayer = (): string => `pl_alone${made++}`;
const stubOf = (player: string) => env.PLAYERS.getByName(player);
const callsOf = (player: string): PlayerCalls => stubOf(player) as unknown as PlayerCalls;
const open = (game: string, version: number, deadline: number | null = null, id = String(version)) => ({
  game,
  version,
  decision: { id, deadline },
});
const closed = (game: string, version: number) => ({ game, version, decision: null });
const waiting = async (player: string) =>
  (await callsOf(player).decisions(null, 100)).data.map(({ game, decision, deadline }) => ({
    game,
    decision,
    deadline,
  }));
const games = async (player: string) => (await waiting(player)).map(({ game }) => game);
const told = async (player: string) =>
  (await callsOf(player).entries(0, 1000)).data.map(({ seq, type, game, ...event }) => ({
    seq,
    type,
    game,
    decision: "decision" in event ? event.decision : null,
  }));
const rowsOf = (player: string) =>
  runInDurableObject(stubOf(player), (_, { storage }) => storage.sql.exec("SELECT * FROM decisions").toArray());

test("the newest notice of a game stands, in whatever order they come", async () => {
  const notices = [
    open("gm_a", 5),
    closed("gm_a", 9),
    open("gm_a", 14, 1000),
    open("gm_a", 15, 2000, "14"),
    closed("gm_a", 20),
    open("gm_a", 31),
  ];
  const random = randomFrom("notices");
  for (let n = 0; n < 12; n++) {
    const player = newPlayer();
    for (const notice of random.shuffled([...notices, ...notices])) {
      if (notice.decision === null) await callsOf(player).closed([notice]);
      else await callsOf(player).notify(notice);
    }
    expect(await waiting(player)).toEqual([{ game: "gm_a", decision: "31", deadline: null }]);
  }
});

test("a notice that comes after the word that its decision is answered does not bring it back", async () => {
  const player = newPlayer();
  await callsOf(player).notify(open("gm_other", 3));
  await callsOf(player).closed([closed("gm_a", 9)]);
  await callsOf(player).notify(open("gm_a", 5));
  expect(await games(player)).toEqual(["gm_other"]);
  expect((await told(player)).map(({ game }) => game)).toEqual(["gm_other"]);
});

test("word that something is answered makes no database for a player who has none", async () => {
  const player = newPlayer();
  await callsOf(player).closed([closed("gm_a", 9)]);
  const tables = await runInDurableObject(stubOf(player), (_, { storage }) =>
    storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT GLOB '[_]*'").toArray(),
  );
  expect(tables).toEqual([]);
});

test("the log of an earlier release keeps its entries, their numbers and the keys that need one", async () => {
  const player = newPlayer();
  await runInDurableObject(stubOf(player), (_, { storage }) => {
    const older = new Database(storage, MIGRATIONS.slice(0, 2));
    older.migrate();
    const entries = [
      ["gm_a 5 opened", { type: "decision_opened", game: "gm_a", decision: "5", deadline: null }],
      ["gm_a 9.0", { type: "plan_cancelled", game: "gm_a", plan: "high", reason: "deal_ended" }],
    ] as const;
    for (const [key, event] of entries)
      older.run("INSERT INTO log (key, at, event) VALUES (?, 1000, ?)", key, JSON.stringify(event));
  });
  await evictDurableObject(stubOf(player));
  const repeated = { type: "plan_cancelled", game: "gm_a", plan: "high", reason: "deal_ended" } as const;
  await callsOf(player).append([{ key: "gm_a 9.0", event: repeated }]);
  await callsOf(player).append([{ key: "gm_a 12.0", event: { ...repeated, plan: "low" } }]);
  await callsOf(player).notify(open("gm_b", 3));
  expect((await told(player)).map(({ seq, type }) => [seq, type])).toEqual([
    [1, "decision_opened"],
    [2, "plan_cancelled"],
    [3, "plan_cancelled"],
    [4, "decision_opened"],
  ]);
});

test("who has seen an older state of a game settles nothing that is newer", async () => {
  const player = newPlayer();
  await callsOf(player).notify(open("gm_a", 5));
  await callsOf(player).notify(open("gm_b", 8));
  await callsOf(player).closed([
    { game: "gm_a", version: 6 },
    { game: "gm_b", version: 7 },
  ]);
  expect(await games(player)).toEqual(["gm_b"]);
  await callsOf(player).notify(open("gm_a", 7));
  expect(await games(player)).toEqual(["gm_b", "gm_a"]);
});

test("repeats change no row and add nothing to the log", async () => {
  const player = newPlayer();
  await callsOf(player).notify(open("gm_a", 5, 1000));
  const before = await rowsOf(player);
  await Promise.all([1, 2, 3].map(() => callsOf(player).notify(open("gm_a", 5, 1000))));
  expect(await rowsOf(player)).toEqual(before);
  expect(await told(player)).toEqual([{ seq: 1, type: "decision_opened", game: "gm_a", decision: "5" }]);
});

test("a deadline that moves is not a new decision: the list shows it, the log stays", async () => {
  const player = newPlayer();
  await callsOf(player).notify(open("gm_a", 5, 1000));
  await callsOf(player).notify(open("gm_a", 6, null, "5"));
  expect(await waiting(player)).toEqual([{ game: "gm_a", decision: "5", deadline: null }]);
  await callsOf(player).notify(open("gm_a", 9, 7000, "5"));
  expect(await waiting(player)).toEqual([{ game: "gm_a", decision: "5", deadline: 7000 }]);
  expect(await told(player)).toHaveLength(1);
});

test("what waits is listed by deadline, then by how long it has waited, and page by page without loss or repetition", async () => {
  const player = newPlayer();
  for (const [i, deadline] of [null, 5000, 9000, null, 5000, 1000, 5000].entries())
    await callsOf(player).notify(open(`gm_${i}`, 1, deadline));
  // As if they had been told in another order, two of them at once.
  await runInDurableObject(stubOf(player), (_, { storage }) => {
    for (const [game, opened] of [
      ["gm_0", 30],
      ["gm_3", 20],
      ["gm_1", 7],
      ["gm_4", 6],
      ["gm_6", 6],
    ] as const)
      storage.sql.exec("UPDATE decisions SET opened = ? WHERE game = ?", opened, game);
  });
  const order = ["gm_5", "gm_4", "gm_6", "gm_1", "gm_2", "gm_3", "gm_0"];
  expect(await games(player)).toEqual(order);
  for (const size of [1, 2, 3, 6, 7, 8]) {
    const seen: string[] = [];
    let place: Place | null = null;
    for (let more = true; more; ) {
      const page: Awaited<ReturnType<PlayerCalls["decisions"]>> = await callsOf(player).decisions(place, size);
      expect(page.data.length).toBe(Math.min(size, order.length - seen.length));
      seen.push(...page.data.map(({ game }) => game));
      place = page.data.at(-1)!;
      more = page.more;
    }
    expect(seen).toEqual(order);
  }
});

test("the list is found by its index, however many games are over", async () => {
  const player = newPlayer();
  await callsOf(player).notify(open("gm_a", 1));
  const plan = await runInDurableObject(stubOf(player), (_, { storage }) =>
    storage.sql
      .exec<{ detail: string }>(
        `EXPLAIN QUERY PLAN SELECT game FROM decisions WHERE decision IS NOT NULL AND (coalesce(deadline, ${Number.MAX_SAFE_INTEGER}), opened, game) > (1, 2, 'x')
     ORDER BY coalesce(deadline, ${Number.MAX_SAFE_INTEGER}), opened, game LIMIT 5`,
      )
      .toArray(),
  );
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/USING INDEX waiting/),
    expect.stringMatching(/FOR (LAST|RIGHT)/),
  ]);
});

test("a key stands in the log once, whoever writes under it, and its numbers have no gaps", async () => {
  const player = newPlayer();
  const fired = (n: number) =>
    ({ type: "plan_fired", game: "gm_a", plan: `p${n}`, rule: 0, decision: "5", action: "p:7H" }) as const;
  await Promise.all(
    [0, 1, 0, 2, 1, 0].map((n) => callsOf(player).append([{ key: `gm_a p${n} fired`, event: fired(n) }])),
  );
  await callsOf(player).notify(open("gm_a", 5));
  await callsOf(player).append([
    {
      key: "gm_a p0 fired",
      event: {
        type: "plan_cancelled",
        game: "gm_a",
        plan: "p0",
        reason: "redealt",
      },
    },
  ]);
  await evictDurableObject(stubOf(player));
  await callsOf(player).append([{ key: "gm_a p1 fired", event: fired(1) }]);
  await callsOf(player).append([
    {
      key: "gm_a p3 cancelled",
      event: {
        type: "plan_cancelled",
        game: "gm_a",
        plan: "p3",
        reason: "deal_ended",
      },
    },
  ]);
  const { data, version } = await callsOf(player).entries(0, 100);
  expect(version).toBe(5);
  expect(data.map(({ seq, type }) => [seq, type])).toEqual([
    [1, "plan_fired"],
    [2, "plan_fired"],
    [3, "plan_fired"],
    [4, "decision_opened"],
    [5, "plan_cancelled"],
  ]);
  expect(data[4]).toEqual({
    seq: 5,
    at: data[4].at,
    type: "plan_cancelled",
    game: "gm_a",
    plan: "p3",
    reason: "deal_ended",
  });
  expect((await callsOf(player).entries(2, 2)).data).toEqual(data.slice(2, 4));
});

test("one day of vacation covers several games that ask at once, and is gone after it", async () => {
  const player = newPlayer();
  const now = Date.now(),
    hour = 3600_000;
  expect(await callsOf(player).putOff(now)).toBe(now + 24 * hour);
  const until = await Promise.all([1, 2, 3, 0].map((n) => callsOf(player).putOff(now + n)));
  expect(new Set(until)).toEqual(new Set([now + 24 * hour]));
  expect(await callsOf(player).vacation()).toEqual({ daysAYear: 30, daysLeft: 29, until: now + 24 * hour });
  await evictDurableObject(stubOf(player));
  expect(await callsOf(player).putOff(now + 23 * hour)).toBe(now + 24 * hour);
  expect(await callsOf(player).vacation()).toMatchObject({ daysLeft: 29 });
});

test("asking for what there is makes nothing", async () => {
  const player = newPlayer();
  expect(await callsOf(player).decisions(null, 20)).toEqual({
    data: [],
    more: false,
    version: 0,
    games: { waiting: 0, playing: 0 },
  });
  expect(await callsOf(player).entries(0, 20)).toEqual({ data: [], version: 0 });
  expect(await callsOf(player).vacation()).toEqual({ daysAYear: 30, daysLeft: 30, until: null });
  const tables = await runInDurableObject(stubOf(player), (_, { storage }) =>
    storage.sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE name NOT GLOB '[_]*'").toArray(),
  );
  expect(tables).toEqual([]);
});

test("who follows the log is told what comes, each entry once, across an eviction and whatever else happens", async () => {
  const player = newPlayer();
  const follow = async (after: number) => {
    const heard: number[] = [];
    const request = new Request("https://object/feed", {
      headers: { Upgrade: "websocket", [FOLLOW]: JSON.stringify({ who: null, after, counted: player }) },
    });
    const { webSocket } = await stubOf(player).fetch(request);
    webSocket!.addEventListener("message", ({ data }) => {
      heard.push(
        ...(JSON.parse(data as string) as { page: { data: { seq: number }[] } }).page.data.map(({ seq }) => seq),
      );
    });
    webSocket!.accept();
    return {
      heard,
      close: () => {
        webSocket!.close(1000);
      },
    };
  };
  // Following is no reason for a database either.
  const first = await follow(0);
  expect(
    await runInDurableObject(stubOf(player), (_, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT GLOB '[_]*'").toArray(),
    ),
  ).toEqual([]);
  await callsOf(player).notify(open("gm_a", 1));
  const second = await follow(0);
  await evictDurableObject(stubOf(player));
  await callsOf(player).notify(open("gm_a", 1));
  await callsOf(player).notify(open("gm_a", 9));
  await callsOf(player).putOff(Date.now());
  // Followers are told a moment after the call that there is something to tell.
  await vi.waitFor(() => expect(second.heard).toEqual([1, 2]));
  second.close();
  await evictDurableObject(stubOf(player));
  await callsOf(player).append([
    {
      key: "gm_b p fired",
      event: {
        type: "plan_fired",
        game: "gm_b",
        plan: "p",
        rule: 2,
        decision: "3",
        action: "pass",
      },
    },
  ]);
  const third = await follow(1);
  await vi.waitFor(() => {
    expect([first.heard, third.heard]).toEqual([
      [1, 2, 3],
      [2, 3],
    ]);
  });
  expect(second.heard).toEqual([1, 2]);
  first.close();
  third.close();
});
