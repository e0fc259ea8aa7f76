/** What players' statistics hold of matches in which not everybody played all of it themselves. */

import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Seat } from "../../src/engine/index.ts";
import type { ClockTerms, PlayerCard } from "../../src/game/types.ts";
import { listGames } from "../../src/history/read.ts";
import { statsOf } from "../../src/history/stats.ts";
import { CONTRACT_GROUPS, NEW_SUMS, SUM_NAMES, WRONG_SUMS } from "../../src/history/tally.ts";
import { KINDS } from "../../src/http/schemas/list.ts";
import { randomFrom } from "../support/random.ts";
import { granted, isFinished, seated, Table } from "../support/table.ts";

afterEach(() => {
  vi.useRealTimers();
});

let tables = 0;

/** Four players whom no other test knows. */
const four = (): PlayerCard[] => {
  tables++;
  return [0, 1, 2, 3].map((n) => ({ id: `pl_stats${tables}_${n}`, name: `Player ${n}`, kind: "human" }));
};

/** A table of people of its own, who play at random. */
class Match {
  readonly table: Table;
  readonly people: PlayerCard[];

  constructor(table: Table, people: PlayerCard[]) {
    this.table = table;
    this.people = people;
  }

  static async open(asked: object = {}): Promise<Match> {
    const people = four();
    const rules = { mode: "complex" as const };
    return new Match(
      await Table.open({ creator: people[0], seats: people.map(seated), rules, seed: null, ...asked }),
      people,
    );
  }

  async king(): Promise<Seat> {
    return (await this.table.view()).deal!.king;
  }

  /** Plays on until `done` deals are over, or to the end. */
  async play(done = Infinity): Promise<void> {
    const random = randomFrom(this.table.id);
    for (let view = await this.table.view(); !isFinished(view) && view.deals.length < done; ) {
      const seat = random.pick(view.deal!.awaiting);
      const { you } = granted(await this.table.game.view(this.people[seat].id)).game;
      const action = random.pick(you!.legalActions).id;
      view = granted(
        await this.table.game.act({ player: this.people[seat].id, action, decision: you!.decision!.id }),
      ).game;
    }
  }

  /** Lets the time of whoever is awaited run out. */
  async expire(): Promise<Seat> {
    const { clock, deal } = await this.table.view();
    const [seat] = deal!.awaiting;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(clock!.deadlines[seat]!) });
    await runDurableObjectAlarm(this.table.stub);
    return seat;
  }

  /** What the statistics hold of a seat's player, without what is nothing. */
  async sums(seat: Seat): Promise<Record<string, number>> {
    await this.table.exported();
    expect((await env.DB.prepare(WRONG_SUMS).all()).results).toEqual([]);
    const [row, ...more] = await statsOf(env.DB, this.people[seat].id, null);
    expect(more).toEqual([]);
    return Object.fromEntries(SUM_NAMES.flatMap((name) => (row?.[name] ? [[name, row[name]]] : [])));
  }

  /** How many deals and choices of theirs the statistics hold. */
  async counts(seat: Seat): Promise<{ deals: number; choices: number; left: number; matches: number }> {
    const sums = await this.sums(seat);
    const total = (...names: string[]) => names.reduce((sum, name) => sum + (sums[name] ?? 0), 0);
    return {
      deals: total(...CONTRACT_GROUPS.map((group) => `deals_${group}`)),
      choices: total(...SUM_NAMES.filter((name) => name.startsWith("choice_"))),
      left: total("matches_left"),
      matches: total("place_1", "place_2", "place_3", "place_4"),
    };
  }
}

const clockOf = (onTimeout: ClockTerms["onTimeout"]): ClockTerms => ({
  perMoveMs: 60_000,
  onTimeout,
  strikes: null,
  vacation: false,
});

describe("who resigns as king before the first move", () => {
  let match: Match;
  let king: Seat;
  beforeAll(async () => {
    match = await Match.open();
    king = await match.king();
    granted(await match.table.game.resign(match.people[king].id));
    await match.play(1);
    // All that follows is told by a state that was made again from the log.
    await match.table.exec("DELETE FROM snapshot");
    await evictDurableObject(match.table.stub);
    await match.play();
  });

  test("has left a match, and nothing that the house bot does for them is theirs", async () => {
    expect(await match.sums(king)).toEqual({ matches_left: 1 });
    expect(await match.counts(((king + 1) & 3) as Seat)).toEqual({ deals: 2, choices: 0, left: 0, matches: 1 });
  });

  test("stays in the list of their games as the player of that seat, placed last in its results", async () => {
    const { seats, result } = await match.table.view();
    expect(seats[king]).toMatchObject({ kind: "player", forfeited: "resigned" });
    expect([result!.places[king], result!.winners.includes(king)]).toEqual([4, false]);
    const { games } = await listGames(env.DB, null, { player: match.people[king].id }, null, 5, KINDS);
    expect(games.map(({ id }) => id)).toEqual([match.table.id]);
    expect(games[0].seats[king]).toMatchObject({ kind: "player", playerId: match.people[king].id });
    const { results } = await env.DB.prepare(
      "SELECT place, won, player_id, has_left FROM results WHERE game_id = ? AND seat = ?",
    )
      .bind(match.table.id, king)
      .all();
    expect(results).toEqual([{ place: 4, won: 0, player_id: match.people[king].id, has_left: 1 }]);
  });

  test("counts as the match's own log says once its object wakes, where an earlier release wrote the facts", async () => {
    const { id } = match.table;
    const player = match.people[king].id;
    // As the migration takes over what was there: all is theirs who have the seat.
    await env.DB.batch([
      env.DB.prepare("UPDATE results SET has_left = 0 WHERE game_id = ?").bind(id),
      env.DB.prepare(`UPDATE deals SET player_${king} = ?, chosen_by = ?, choice = 1 WHERE game_id = ?`).bind(
        player,
        player,
        id,
      ),
      env.DB.prepare("UPDATE games SET category = 'standard' WHERE id = ?").bind(id),
      ...NEW_SUMS.map((statement) => env.DB.prepare(statement)),
    ]);
    expect(await match.counts(king)).toEqual({ deals: 2, choices: 2, left: 0, matches: 1 });
    await match.table.exec("DELETE FROM schema_version WHERE version = (SELECT max(version) FROM schema_version)");
    await evictDurableObject(match.table.stub);
    await match.table.view();
    await runDurableObjectAlarm(match.table.stub);
    await match.table.exported();
    const rows = await statsOf(env.DB, player, null);
    expect(rows.map((row) => [row.category, row.matches_left, SUM_NAMES.filter((name) => row[name] !== 0)])).toEqual([
      ["custom", 1, ["matches_left"]],
      ["standard", 0, []],
    ]);
    expect((await env.DB.prepare(WRONG_SUMS).all()).results).toEqual([]);
  });
});

test("who gives a match up later keeps the deals that they played", async () => {
  const match = await Match.open();
  const king = await match.king();
  await match.play(1);
  granted(await match.table.game.resign(match.people[king].id));
  await match.play();
  expect(await match.counts(king)).toEqual({ deals: 1, choices: 1, left: 1, matches: 0 });
});

test("who comes back while a house bot plays for them has not left, and only the deals without its moves are theirs", async () => {
  const match = await Match.open({ clock: clockOf("houseBot") });
  // The house bot names the first contract, and they the second.
  const king = await match.expire();
  granted(await match.table.game.join(match.people[king], null, null));
  await match.play();
  expect(await match.counts(king)).toEqual({ deals: 1, choices: 1, left: 0, matches: 1 });
});

test("moves that the clock makes are their player's, but what it names as king is not", async () => {
  const match = await Match.open({ clock: clockOf("autoPlay") });
  const king = await match.expire();
  await match.play();
  expect(await match.counts(king)).toEqual({ deals: 2, choices: 1, left: 0, matches: 1 });
});
