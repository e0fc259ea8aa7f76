import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { completeRules, type MatchRecord, replayRecord } from "../../src/engine/index.ts";
import type { Commit } from "../../src/game/events.ts";
import { type SavedState, saveState } from "../../src/game/state.ts";
import { MIGRATIONS } from "../../src/game/store.ts";
import type { GameView } from "../../src/game/types.ts";
import first from "../golden/log-1.json" with { type: "json" };
import second from "../golden/log-2.json" with { type: "json" };
import { prefixesOf } from "../support/prefixes.ts";
import { databaseOf, granted, newId, PLAYERS, Table } from "../support/table.ts";

/** A whole log as a release stored it, with what the game looked like then. Never edited. */
type Golden = Omit<typeof first, "log" | "record" | "proof" | "snapshot" | "facts" | "checkpoints"> & {
  log: Commit[];
  record: MatchRecord;
  proof: object;
  snapshot: SavedState;
  facts: object;
  checkpoints: { version: number; views: GameView[] }[];
};
const GOLDEN = [
  ["0.1.0", first as unknown as Golden],
  ["0.2.0", second as unknown as Golden],
] as const;
const VERSIONS = MIGRATIONS.map((_, i) => i + 1);

/** The statements that these releases wrote their rows with: later ones must not ask anything else of them. */
function storeGolden(sql: SqlStorage, golden: Golden, commits: readonly Commit[], snapshot: SavedState | null): void {
  const root = Uint8Array.from(golden.root.match(/../g)!, (byte) => Number.parseInt(byte, 16));
  sql.exec(
    "INSERT INTO game (id, facts, root, fingerprint) VALUES (1, ?, ?, ?)",
    JSON.stringify(golden.facts),
    root,
    golden.fingerprint,
  );
  sql.exec("INSERT INTO export (target, seq, attempts, next_try) VALUES ('d1', 0, 0, 0)");
  for (const { seq, at, moves, events } of commits) {
    sql.exec(
      "INSERT INTO log (seq, at, moves, events) VALUES (?, ?, ?, ?)",
      seq,
      at,
      JSON.stringify(moves),
      JSON.stringify(events),
    );
  }
  if (snapshot !== null) sql.exec("INSERT INTO snapshot (id, state) VALUES (1, ?)", JSON.stringify(snapshot));
}

/** An object as it was left behind with the first `schema` migrations, its log read up to the event `version`. */
async function leftBehind(
  golden: Golden,
  schema: number,
  version: number,
  snapshot: SavedState | null = null,
): Promise<Table> {
  const table = new Table(newId());
  await table.inside(({ storage }) => {
    databaseOf(storage, MIGRATIONS.slice(0, schema)).migrate();
    storeGolden(
      storage.sql,
      golden,
      golden.log.filter(({ seq }) => seq <= version),
      snapshot,
    );
  });
  await evictDurableObject(table.stub);
  return table;
}

/** Fields may be added to what is shown; none may go or change. */
function expectShown(actual: unknown, expected: unknown): void {
  expect(actual).toMatchObject(expected as object);
}

describe.each(GOLDEN)("release %s", (_, golden) => {
  test("a log of that release is read by this one: in the middle of a deal and at the end everybody sees what he saw then", async () => {
    for (const { version, views } of golden.checkpoints) {
      const table = await leftBehind(golden, 1, version);
      const shown = await table.views();
      for (const [i, view] of shown.entries()) expectShown(view, views[i]);
      expect(shown[0].version).toBe(version);
    }
  });

  test("its record, its proof and its events come out as they did, and the record replays", async () => {
    const table = await leftBehind(golden, 1, golden.log.at(-1)!.seq);
    const record = await table.record();
    expectShown(record, golden.record);
    expectShown(granted(await table.game.proof()).proof, golden.proof);
    // As the server reads a record that somebody sends.
    const rules = completeRules(golden.record.rules);
    if (!rules.ok) throw new Error(rules.errors[0].message);
    expect(replayRecord({ ...golden.record, rules: rules.rules })).toMatchObject({ ok: true, finished: true });
    expect(replayRecord(record)).toMatchObject({ ok: true, finished: true });
    const events = await table.events();
    const full = golden.log.flatMap(({ events: stored }) => stored);
    expect(events.map(({ type }) => type)).toEqual(full.map(({ type }) => type));
  });

  test("an option that came after it has its default, in the view, in the first event and in play", async () => {
    const older = structuredClone(golden) as Golden & { facts: { rules: object } };
    for (const { rules } of [older.facts, older.log[0].events[0] as unknown as { rules: object }])
      delete (rules as { layoutStart?: string }).layoutStart;
    const table = await leftBehind(older, 1, golden.log.at(-1)!.seq);
    expectShown((await table.view()).rules, golden.record.rules);
    expect((await table.events())[0]).toMatchObject({ type: "game_created", rules: golden.record.rules });
    expect(await table.record()).toMatchObject(golden.record as object);
  });

  test("it and its rematch keep the set that it was played by, whatever its preset has come to say", async () => {
    const older = structuredClone(golden) as Golden & { facts: { rules: object } };
    for (const { rules } of [older.facts, older.log[0].events[0] as unknown as { rules: object }])
      Object.assign(rules, { preset: "trix" });
    const table = await leftBehind(older, 1, golden.log.at(-1)!.seq);
    const { rules, seats } = await table.view();
    expect(rules).toMatchObject({ preset: "trix", tiebreak: golden.record.rules.tiebreak, tiebreakDeals: 3 });
    const player = seats.find((seat) => seat.kind === "player")!.player.id;
    const { next } = granted(await table.game.rematch(player, true));
    expect((await new Table(next!).view()).rules).toEqual(rules);
  });

  test("a log of that release is exported to history as a new one is", async () => {
    const table = await leftBehind(golden, 1, golden.log.at(-1)!.seq);
    await table.view();
    await runDurableObjectAlarm(table.stub);
    expect(await table.exported()).toEqual({
      seq: (await table.view()).version,
      attempts: 0,
      nextTry: 0,
      lastError: null,
    });
  });

  test("rebuilt from its log the state is the snapshot of that release, as long as the format is the same", async () => {
    const table = await leftBehind(golden, 1, golden.log.at(-1)!.seq);
    const rebuilt = saveState((await prefixesOf(table)).states.at(-1)!);
    expect(rebuilt.format === golden.snapshot.format ? rebuilt : golden.snapshot).toEqual(golden.snapshot);
  });

  test("a game left behind in the middle of a deal by any older schema is played on to its end", async () => {
    const [{ version, views }] = golden.checkpoints;
    for (const schema of VERSIONS) {
      for (const snapshot of [null, golden.snapshot]) {
        // With the snapshot the whole match is there, else its first half.
        const table = await leftBehind(golden, schema, snapshot === null ? version : golden.log.at(-1)!.seq, snapshot);
        if (snapshot === null) {
          const seat = views[0].deal!.awaiting[0];
          const { you } = granted(await table.game.view(PLAYERS[seat].id)).game;
          granted(
            await table.game.act({
              player: PLAYERS[seat].id,
              action: you!.legalActions[0].id,
              decision: you!.decision!.id,
            }),
          );
          await table.playUntil((view) => view.status === "finished");
        }
        expect(await table.view()).toMatchObject({ status: "finished" });
        expect(replayRecord(await table.record())).toMatchObject({ ok: true, finished: true });
      }
    }
  });
});

test("every older schema becomes the newest one, to the letter, however many steps it lacks", async () => {
  const schemaOf = (table: Table) =>
    table.inside(({ storage }) =>
      storage.sql.exec("SELECT type, name, sql FROM sqlite_master WHERE name NOT GLOB '[_]*' ORDER BY name").toArray(),
    );
  const newest = new Table(newId());
  await newest.inside(({ storage }) => databaseOf(storage).migrate());
  for (const schema of [0, ...VERSIONS]) {
    const table = new Table(newId());
    await table.inside(({ storage }) => {
      databaseOf(storage, MIGRATIONS.slice(0, schema)).migrate();
      databaseOf(storage).migrate();
      // Nothing is left to do.
      databaseOf(storage).migrate();
      expect(storage.sql.exec("SELECT version FROM schema_version ORDER BY version").toArray()).toEqual(
        VERSIONS.map((version) => ({ version })),
      );
    });
    expect(await schemaOf(table)).toEqual(await schemaOf(newest));
  }
});

test("a migration that breaks off leaves nothing of its step, and goes through when it is mended", async () => {
  const table = new Table(newId());
  await table.inside(({ storage }) => {
    const good = "CREATE TABLE one (a INTEGER) STRICT";
    const bad = "CREATE TABLE two (a INTEGER) STRICT; INSERT INTO nowhere VALUES (1)";
    expect(() => databaseOf(storage, [good, bad]).migrate()).toThrow(/no such table: nowhere/);
    const names = () =>
      storage.sql
        .exec("SELECT name FROM sqlite_master WHERE name IN ('one', 'two', 'three') ORDER BY name")
        .toArray()
        .map(({ name }) => name);
    expect(names()).toEqual(["one"]);
    databaseOf(storage, [
      good,
      "CREATE TABLE two (a INTEGER) STRICT",
      "CREATE TABLE three (a INTEGER) STRICT",
    ]).migrate();
    expect(names()).toEqual(["one", "three", "two"]);
  });
});
