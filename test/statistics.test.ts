/** Whose each deal and match is in statistics, and what a match counts as: the pure parts, and the migration of what was there before. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { type RulesRequest, resolveRules, SEATS, type Seat } from "../src/engine/index.ts";
import { categoryOf } from "../src/game/category.ts";
import { beginner, dealPlayers } from "../src/game/deal-players.ts";
import type { Commit, GameEvent } from "../src/game/events.ts";
import type { GameState } from "../src/game/state.ts";
import type { Tenure } from "../src/game/tenures.ts";
import type { Occupant } from "../src/game/types.ts";
import { NEW_SUMS, WRONG_SUMS } from "../src/history/tally.ts";

test.each<[string, RulesRequest, boolean, string]>([
  ["a preset as it is", {}, false, "standard"],
  ["another preset", { preset: "levant_app" }, false, "standard"],
  ["a mode and partners", { preset: "jordan", mode: "complex", partnership: "opposite" }, false, "standard"],
  ["what the preset says anyway", { preset: "trix", tiebreak: "king_of_hearts_deal" }, false, "standard"],
  ["fewer kingdoms", { kingdoms: 1 }, false, "custom"],
  ["points of nothing", { points: { kingOfHearts: 0, queen: 0, diamond: 0, trick: 0 } }, false, "custom"],
  ["open hands", { openHands: true }, false, "custom"],
  ["practice", { mode: "practice", practice: { contracts: ["trix"], deals: 1 } }, false, "practice"],
  ["a seed", {}, true, "seeded"],
  ["a seed and practice", { mode: "practice", practice: { contracts: ["trix"], deals: 1 } }, true, "seeded"],
])("a match with %s counts as it should", (_, asked, seeded, category) => {
  const resolved = resolveRules(asked);
  if (!resolved.ok) throw new Error("no such rules");
  expect(categoryOf({ rules: resolved.rules, seeded })).toBe(category);
  // As it comes back from a database.
  expect(categoryOf(JSON.parse(JSON.stringify({ rules: resolved.rules, seeded })))).toBe(category);
});

/** An event of the log, as far as statistics look at it. */
type Told = Partial<GameEvent> & { type: GameEvent["type"] };

const STARTED: Told = { type: "deal_started" },
  SCORED: Told = { type: "deal_scored" };
const chosen = (seat: Seat, by: "player" | "bot" | "clock"): Told => ({
  type: "contract_chosen",
  seat,
  king: seat,
  by,
});
const played = (seat: Seat, by: "player" | "bot" | "clock"): Told => ({ type: "card_played", seat, card: "7H", by });
const byAll = SEATS.map((seat) => played(seat, "player"));

/** A log in commits of so many events. */
function logOf(events: Told[], size: number): Commit[] {
  const commits: Commit[] = [];
  for (let from = 0; from < events.length; from += size)
    commits.push({ seq: from + 1, at: 0, moves: [], events: events.slice(from, from + size) as GameEvent[] });
  return commits;
}

const tenure = (seat: Seat, player: string, from = 0, until: number | null = null): Tenure => ({
  seat,
  player,
  from,
  until,
});
const FOUR = SEATS.map((seat) => tenure(seat, `p${seat}`));
const stateOf = (tenures: Tenure[]) => ({ tenures }) as unknown as GameState;

test.each<[string, Told[], Tenure[], (string | null)[], string | null]>([
  ["four players", [chosen(1, "player"), ...byAll], FOUR, ["p0", "p1", "p2", "p3"], "p1"],
  ["the clock for a player", [chosen(1, "clock"), ...byAll, played(2, "clock")], FOUR, ["p0", "p1", "p2", "p3"], null],
  [
    "a house bot for a player, once",
    [chosen(1, "player"), ...byAll, played(1, "bot")],
    FOUR,
    ["p0", null, "p2", "p3"],
    "p1",
  ],
  ["a house bot before its player is back", [chosen(1, "bot"), ...byAll], FOUR, ["p0", null, "p2", "p3"], null],
  ["a seat without a player", [played(0, "bot"), ...byAll.slice(1)], FOUR.slice(1), [null, "p1", "p2", "p3"], null],
  // Events are numbered from 1, the first of them begins the deal: the newcomer comes with the fourth.
  [
    "a newcomer in the middle",
    [...byAll, played(0, "player")],
    [tenure(0, "p0", 0, 4), tenure(0, "new", 4), ...FOUR.slice(1)],
    [null, "p1", "p2", "p3"],
    null,
  ],
  [
    "a newcomer before the first decision",
    byAll,
    [tenure(0, "p0", 0, 1), tenure(0, "new", 1), ...FOUR.slice(1)],
    ["new", "p1", "p2", "p3"],
    null,
  ],
  [
    "a player who gives up after the last decision",
    byAll,
    [tenure(3, "p3", 0, 6), ...FOUR.slice(0, 3)],
    ["p0", "p1", "p2", "p3"],
    null,
  ],
])("of a deal with %s each player has what they did", (_, events, tenures, players, chosenBy) => {
  for (const size of [1, 3, 100])
    expect(dealPlayers(stateOf(tenures), logOf([STARTED, ...events, SCORED], size), 0)).toEqual([
      { players, chosenBy },
    ]);
});

test("only deals that ended after the event that history knows are told, each with its own players", () => {
  const log = [STARTED, ...byAll, SCORED, STARTED, chosen(0, "player"), played(1, "bot"), SCORED, STARTED, ...byAll];
  const all = dealPlayers(stateOf(FOUR), logOf(log, 1), 0);
  expect(all.map(({ chosenBy }) => chosenBy)).toEqual([null, "p0"]);
  expect(all.map(({ players }) => players[1])).toEqual(["p1", null]);
  const commits = logOf(log, 1);
  // From the start of the deal on the table at that event, as the log is read.
  expect(dealPlayers(stateOf(FOUR), commits.slice(6), 8)).toEqual(all.slice(1));
  expect(dealPlayers(stateOf(FOUR), commits.slice(10), 12)).toEqual([]);
});

test("a match belongs to who began it, and has been left where somebody else plays the seat when it ends", () => {
  const player = { id: "p0", name: "P", kind: "human" as const };
  const at = (occupant: Occupant, ...tenures: Tenure[]) =>
    beginner({ seats: [occupant, ...SEATS.slice(1).map(() => ({ kind: "open" as const }))], tenures }, 0);
  const sits: Occupant = { kind: "player", player };
  const own = tenure(0, "p0"),
    ended = tenure(0, "p0", 0, 9);
  expect(at(sits, own)).toEqual({ playerId: "p0", hasLeft: false });
  // Time ran out and a house bot still plays; the seat opened; it was given up; somebody else came.
  expect(at({ ...sits, standIn: "steady" }, own)).toEqual({ playerId: "p0", hasLeft: true });
  expect(at({ kind: "open", standIn: "steady" }, ended)).toEqual({ playerId: "p0", hasLeft: true });
  expect(at({ ...sits, standIn: "steady", forfeited: "resigned" }, ended)).toEqual({ playerId: "p0", hasLeft: true });
  expect(at({ kind: "player", player: { ...player, id: "new" } }, ended, tenure(0, "new", 9))).toEqual({
    playerId: "p0",
    hasLeft: true,
  });
  // They came back after somebody else had the seat.
  expect(at(sits, ended, tenure(0, "new", 9, 12), tenure(0, "p0", 12))).toEqual({ playerId: "p0", hasLeft: false });
  expect(at({ kind: "bot", bot: "steady" })).toEqual({ playerId: null, hasLeft: false });
});

const migration = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../migrations", `${name}.sql`), "utf8");

test("games that were there before statistics were sums are in them as they counted then", () => {
  const db = new DatabaseSync(":memory:");
  for (const name of ["0001_start", "0002_tokens", "0003_sandbox"]) db.exec(migration(name));
  for (const [id, status, mode, visibility, sandbox] of [
    ["gm_a", "finished", "complex", "public", 0],
    ["gm_b", "finished", "practice", "public", 0],
    ["gm_c", "playing", "complex", "public", 0],
    ["gm_d", "finished", "complex", "unlisted", 0],
    ["gm_e", "finished", "complex", "public", 1],
  ] as const) {
    db.prepare("INSERT INTO games VALUES (?, ?, 'trix', ?, 'none', ?, 'pl_0', 9, 5, 5, 6, ?)").run(
      id,
      status,
      mode,
      visibility,
      sandbox,
    );
    for (const seat of SEATS) {
      db.prepare("INSERT INTO seats (game_id, seat, kind, player_id, created_at) VALUES (?, ?, ?, ?, 5)").run(
        id,
        seat,
        seat < 3 ? "player" : "bot",
        seat < 3 ? `pl_${seat}` : null,
      );
      if (status === "finished")
        db.prepare("INSERT INTO results VALUES (?, ?, 0, ?, ?)").run(id, seat, seat + 1, seat === 0 ? 1 : 0);
    }
    const deal = db.prepare("INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?, ?, 10, 20, 30, 40, ?)");
    const kingdom = mode === "practice" ? null : 1;
    deal.run(id, 1, 1, 0, kingdom, 0, "trix", "2,0,1,3");
    deal.run(id, 2, 2, 0, kingdom, 0, "king_of_hearts,queens,diamonds,tricks", "");
    deal.run(id, 3, 1, 1, null, 0, "king_of_hearts", "");
  }
  db.exec(migration("0004_statistics"));
  expect(db.prepare(WRONG_SUMS).all()).toEqual([]);
  const own = (player: string) =>
    db.prepare("SELECT * FROM statistics WHERE player_id = ? ORDER BY visibility, category").all(player);
  expect(own("pl_0")).toMatchObject([
    {
      visibility: "public",
      category: "custom",
      mode: "complex",
      place_1: 1,
      wins: 1,
      deals_trix: 1,
      points_trix: 10,
      out_2: 1,
      deals_combined: 1,
      choice_1_trix: 1,
      choice_2_combined: 1,
      matches_left: 0,
    },
    {
      visibility: "public",
      category: "practice",
      mode: "practice",
      place_1: 1,
      deals_trix: 1,
      deals_combined: 1,
      choice_1_trix: 0,
      deals_king_of_hearts: 0,
    },
    { visibility: "unlisted", category: "custom", place_1: 1 },
  ]);
  expect(own("pl_2")).toMatchObject([{ place_3: 1, wins: 0, points_combined: 30, out_1: 1, choice_1_trix: 0 }, {}, {}]);
  expect(db.prepare("SELECT DISTINCT visibility FROM seats WHERE game_id = 'gm_d'").all()).toEqual([
    { visibility: "unlisted" },
  ]);
  // Whatever is wrong is found, and mended.
  db.exec(
    "UPDATE statistics SET wins = wins + 1 WHERE player_id = 'pl_1' AND visibility = 'unlisted'; DELETE FROM statistics WHERE player_id = 'pl_2'",
  );
  expect(db.prepare(WRONG_SUMS).all()).toEqual([{ player_id: "pl_1" }, { player_id: "pl_2" }]);
  for (const statement of NEW_SUMS) db.exec(statement);
  expect(db.prepare(WRONG_SUMS).all()).toEqual([]);
  expect(own("pl_2")).toHaveLength(3);
});
