import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { historyOf } from "../../src/game/history.ts";
import { saveState } from "../../src/game/state.ts";
import { NEW_SUMS, WRONG_SUMS } from "../../src/history/tally.ts";
import { type GameHistory, writeHistory } from "../../src/history/write.ts";
import { type Prefixes, prefixesOf } from "../support/prefixes.ts";
import { type Random, randomFrom } from "../support/random.ts";
import { AMAL, BASIL, isFinished, kept, OPEN, PLAYERS, reachesDeal, seated, Table } from "../support/table.ts";

const TABLES = ["games", "seats", "deals", "results"];

/** A match with a lobby that changes its mind before the start. */
async function played(): Promise<Prefixes> {
  const table = await Table.open({
    rules: { mode: "complex" },
    seats: [seated(AMAL), kept(BASIL), OPEN, { bot: "steady" }],
    seed: "history",
  });
  await table.game.join(PLAYERS[2], 2, "dice");
  await table.game.leave(PLAYERS[2].id);
  await table.game.reseat(AMAL.id, 3, "random");
  await table.game.join(BASIL, null, null);
  await table.game.reseat(AMAL.id, 2, "steady");
  await table.playUntil(isFinished);
  await table.exported();
  return prefixesOf(table);
}

const keyOf = (name: string): string => (name === "games" ? "id" : "game_id");
const idOf = ({ states }: Prefixes): string => states[0].facts.id;

async function stored(id: string): Promise<Record<string, unknown[]>> {
  const tables = await Promise.all(
    TABLES.map((name) =>
      env.DB.prepare(`SELECT * FROM ${name} WHERE ${keyOf(name)} = ? ORDER BY 1, 2`)
        .bind(id)
        .all(),
    ),
  );
  return Object.fromEntries(TABLES.map((name, i) => [name, tables[i].results]));
}

/** Takes a game out of history, and out of what its players' games come to. */
async function forget(id: string): Promise<void> {
  await env.DB.batch([
    ...TABLES.map((name) => env.DB.prepare(`DELETE FROM ${name} WHERE ${keyOf(name)} = ?`).bind(id)),
    ...NEW_SUMS.map((statement) => env.DB.prepare(statement)),
  ]);
}

/** Whoever's sums are not what the stored facts come to: a match that was counted twice, or in part. */
const wrongSums = async () => (await env.DB.prepare(WRONG_SUMS).all()).results;

/** What an export at the state after `upTo` commits sends, where history has the facts up to the event `after`. */
const exportAt = ({ commits, states }: Prefixes, upTo: number, after: number): GameHistory =>
  historyOf(states[upTo], commits.slice(0, upTo), after);

/** Sends the whole match in pieces that end after random commits, some pieces twice. */
async function sendInPieces(prefixes: Prefixes, random: Random, pieces: number): Promise<void> {
  const ends = [
    ...new Set([
      ...Array.from({ length: pieces }, () => 1 + random.below(prefixes.commits.length)),
      prefixes.commits.length,
    ]),
  ].sort((a, b) => a - b);
  let after = 0;
  for (const end of ends) {
    const history = exportAt(prefixes, end, after);
    await writeHistory(env.DB, history);
    if (random.chance(0.3)) await writeHistory(env.DB, history);
    after = prefixes.states[end].version;
  }
}

test("the states made again from the log are the ones that were stored", async () => {
  const table = await Table.open({ rules: { preset: "trex", mode: "complex" } });
  await table.playUntil((view) => view.deal!.plays.length === 20);
  const { states } = await prefixesOf(table);
  const [{ state }] = (await table.contents()).tables.snapshot;
  const { version } = JSON.parse(state as string) as { version: number };
  expect(states.at(-1)!.version - version).toBeLessThan(40);
  expect(JSON.stringify(saveState(states.find((each) => each.version === version)!))).toBe(state);
});

test("however the log is cut into exports, history ends with the same rows", async () => {
  const prefixes = await played();
  const whole = await stored(idOf(prefixes));
  expect(whole.deals).toHaveLength(prefixes.states.at(-1)!.match!.deals.length);
  const random = randomFrom("pieces");
  for (const pieces of [0, 1, 2, 3, 5, 8, 20, prefixes.commits.length * 4]) {
    await forget(idOf(prefixes));
    await sendInPieces(prefixes, random, pieces);
    expect(await stored(idOf(prefixes)), `${pieces} pieces`).toEqual(whole);
    expect(await wrongSums(), `${pieces} pieces`).toEqual([]);
  }
});

test("an export tells exactly the facts after the point that history has reached, at every prefix of the log", async () => {
  const prefixes = await played();
  const { commits, states } = prefixes;
  const finals = exportAt(prefixes, commits.length, 0);
  commits.forEach((_, i) => {
    const upTo = i + 1;
    const told = exportAt(prefixes, upTo, states[i].version);
    const facts = commits[i].events.map(({ type }) => type);
    const finished = facts.filter((type) => type === "deal_scored").length;
    const done = states[upTo].match?.deals.length ?? 0;
    expect(told.deals).toEqual(finals.deals.slice(done - finished, done));
    expect(told.game !== null).toBe(facts.some((type) => /^(game_|seat_(taken|left|changed))/.test(type)));
    expect(told.seats).toHaveLength(told.game === null ? 0 : 4);
    expect(told.results).toEqual(facts.includes("game_finished") ? finals.results : []);
    if (told.game !== null)
      expect(told.game).toMatchObject({ status: states[upTo].status, version: states[upTo].version });
    // Nothing new: nothing told.
    expect(exportAt(prefixes, upTo, states[upTo].version)).toMatchObject({
      game: null,
      seats: [],
      deals: [],
      results: [],
    });
  });
});

test("an export that comes late, after newer ones, overwrites nothing", async () => {
  const prefixes = await played();
  const { commits, states } = prefixes;
  const lobby = states.findIndex(({ status }) => status !== "waiting");
  for (let newest = 1; newest <= commits.length; newest += newest < lobby + 2 ? 1 : 23) {
    await forget(idOf(prefixes));
    await writeHistory(env.DB, exportAt(prefixes, newest, 0));
    const before = await stored(idOf(prefixes));
    for (let older = 1; older < newest; older += older < lobby ? 1 : 29) {
      for (const after of [0, states[older - 1].version]) await writeHistory(env.DB, exportAt(prefixes, older, after));
    }
    expect(await stored(idOf(prefixes)), `after ${newest} commits`).toEqual(before);
    expect(await wrongSums(), `after ${newest} commits`).toEqual([]);
  }
});

test("an export is written whole or not at all", async () => {
  const prefixes = await played();
  await forget(idOf(prefixes));
  await env.DB.prepare("ALTER TABLE results RENAME TO results_away").run();
  await expect(writeHistory(env.DB, exportAt(prefixes, prefixes.commits.length, 0))).rejects.toThrow(/no such table/);
  await env.DB.prepare("ALTER TABLE results_away RENAME TO results").run();
  expect(await stored(idOf(prefixes))).toEqual({ games: [], seats: [], deals: [], results: [] });
  expect(await wrongSums()).toEqual([]);
});

test("a 20-deal match of four people who come one by one writes at most 60 rows in D1", async () => {
  let written = 0;
  const original = env.DB.batch.bind(env.DB);
  const batch = vi.spyOn(env.DB, "batch").mockImplementation(async (statements) => {
    const results = await original(statements);
    written += results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
    return results as never;
  });
  const table = await Table.open({ rules: { mode: "complex", kingdoms: 2 }, seats: [seated(AMAL), OPEN, OPEN, OPEN] });
  await table.exported();
  for (const player of PLAYERS.slice(1, 4)) {
    await table.game.join(player, null, null);
    await table.exported();
  }
  const began = written;
  for (let deal = 1; deal < 4; deal++) {
    await table.playUntil(reachesDeal(deal + 1));
    await table.exported();
    expect(written).toBe(began + deal);
  }
  await table.playUntil(isFinished);
  await table.exported();
  batch.mockRestore();
  expect((await stored(table.id)).deals).toHaveLength(4);
  // Each deal is one row, so that those of a longer match can be added.
  expect(written + 16).toBeLessThanOrEqual(60);
});
