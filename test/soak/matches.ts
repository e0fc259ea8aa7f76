/** Whole matches over real HTTP, and what must hold of them afterwards: views, records, proofs and history agree. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { replayRecord } from "../../src/engine/index.ts";
import type { GameView } from "../../src/game/types.ts";
import { Client } from "../support/client.ts";
import { type HttpTable, openTable, playTable, registerFour } from "../support/match.ts";
import { randomFrom } from "../support/random.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

/** How long history may lag behind a finished game here, in milliseconds. */
const LAG_MS = 15_000;

/** What the matches of the soak are played by, in turn. */
const BODIES: readonly object[] = [
  {},
  { rules: { preset: "levant_app", mode: "complex" } },
  { rules: { partnership: "opposite" } },
  { rules: { preset: "trex" } },
  { rules: { preset: "jordan", mode: "combination", layoutPass: "explicit" }, visibility: "unlisted" },
  {
    rules: { preset: "pagat", kingdomRotation: "seven_of_hearts", exposeTwos: "after_first_round", revoke: "penalize" },
  },
  {
    rules: {
      tiebreak: "trix_firsts_then_playoff",
      points: { kingOfHearts: 0, queen: 0, diamond: 0, trick: 0 },
      layoutPoints: [0, 0, 0, 0],
    },
  },
];

export interface HistoryRows {
  game: { status: string; version: number; finished_at: number | null } | null;
  seats: { seat: number; kind: string; player_id: string | null; bot: string | null }[];
  deals: {
    ordinal: number;
    tiebreak: number;
    king: number;
    contracts: string;
    points_0: number;
    points_1: number;
    points_2: number;
    points_3: number;
  }[];
  results: { seat: number; total: number; place: number; won: number }[];
}

/** What D1 says of one game. `ask` runs a statement on it. */
export async function historyOf(
  ask: (sql: string, id: string) => Promise<unknown[]>,
  id: string,
): Promise<HistoryRows> {
  const [games, seats, deals, results] = await Promise.all([
    ask("SELECT * FROM games WHERE id = ?", id),
    ask("SELECT * FROM seats WHERE game_id = ? ORDER BY seat", id),
    ask("SELECT * FROM deals WHERE game_id = ? ORDER BY ordinal", id),
    ask("SELECT * FROM results WHERE game_id = ? ORDER BY seat", id),
  ]);
  return { game: games[0] ?? null, seats, deals, results } as HistoryRows;
}

/** A way to ask the D1 of a server in this process. */
export const askServer =
  (server: TestServer) =>
  async (sql: string, id: string): Promise<unknown[]> => {
    const db = await server.mf.getD1Database("DB");
    return (await db.prepare(sql).bind(id).all()).results;
  };

/** Waits until history has the game in its final state. Throws after LAG_MS. */
export async function waitForHistory(
  ask: (sql: string, id: string) => Promise<unknown[]>,
  view: GameView,
  lagMs = LAG_MS,
): Promise<HistoryRows> {
  for (const end = Date.now() + lagMs; ; await sleep(50)) {
    const rows = await historyOf(ask, view.id);
    // A version that stands only for what history does not record may stay ahead.
    if (rows.game?.status === view.status && (view.result === null || rows.results.length === 4)) return rows;
    assert.ok(Date.now() < end, `history of ${view.id} lags more than ${lagMs} ms: ${JSON.stringify(rows.game)}`);
  }
}

/** Everything that can be read of a finished match tells the same scores, its record replays, and its deals are proven. */
export async function checkFinished({ id, players }: HttpTable, rows: HistoryRows): Promise<void> {
  const [anybody] = players;
  const [view, record, proof] = [await anybody.view(id), await anybody.record(id), await anybody.proof(id)];
  assert.equal(view.status, "finished");
  const replayed = replayRecord(record);
  assert.ok(replayed.ok && replayed.finished, JSON.stringify(!replayed.ok && replayed.fault));
  assert.deepEqual(record.scores, view.scores);
  assert.deepEqual(record.result, view.result);
  assert.deepEqual(view.result!.totals, view.scores);
  assert.deepEqual(
    rows.deals.map((deal) => deal.ordinal),
    record.deals.map((_, i) => i + 1),
  );
  assert.deepEqual(
    rows.deals.map((deal) => [deal.points_0, deal.points_1, deal.points_2, deal.points_3]),
    record.deals.map(({ points }) => points),
  );
  assert.deepEqual(
    rows.deals.map(({ king, contracts, tiebreak }) => [king, contracts, tiebreak === 1]),
    record.deals.map((deal) => [deal.king, deal.contracts.join(","), deal.tiebreak ?? false]),
  );
  assert.deepEqual(
    rows.results.map(({ total, place, won }) => [total, place, won === 1]),
    view.scores.map((total, seat) => [total, view.result!.places[seat], view.result!.winners.includes(seat)]),
  );
  assert.deepEqual(
    rows.seats.map(({ kind, player_id: player, bot }) => ({ kind, player, bot })),
    view.seats.map((seat) => ({
      kind: seat.kind,
      player: seat.kind === "player" ? seat.player.id : null,
      bot: seat.kind === "bot" ? seat.bot : null,
    })),
  );
  checkChain(proof.commitment, proof.links);
  assert.equal(
    proof.links.length,
    record.deals.reduce((packs, deal) => packs + 1 + deal.redeals.length, 0),
  );
}

/** Each link's hash is the one before it, and that of the first is the commitment. */
function checkChain(commitment: string, links: readonly { pack: number; link: string }[]): void {
  links.forEach(({ pack, link }, i) => {
    assert.equal(pack, i + 1);
    const hash = createHash("sha256").update(Buffer.from(link, "hex")).digest("hex");
    assert.equal(hash, i === 0 ? commitment : links[i - 1].link, `the link of pack ${pack} does not follow`);
  });
}

/** The events of a match, read by the public and by a seat, are without gap or repeat. */
export async function checkEvents({ id, players }: HttpTable, version: number): Promise<void> {
  for (const reader of [players[0], new Client(players[0].url)]) {
    const events = await reader.events(id);
    assert.deepEqual(
      events.map(({ seq }) => seq),
      Array.from({ length: version }, (_, i) => i + 1),
    );
  }
}

export interface MatchesTally {
  matches: number;
  deals: number;
  actions: number;
}

/**
 * Plays `count` matches by the same four tokens, a few at a time, made by `bodies` in turn, and then checks each. The
 * server's log must hold no error.
 */
export async function checkMatches(count: number, bodies = BODIES, atOnce = 3): Promise<MatchesTally> {
  const server = await startTestServer();
  try {
    const players = await registerFour(server.url);
    const tally: MatchesTally = { matches: 0, deals: 0, actions: 0 };
    let next = 0;
    const played: HttpTable[] = [];
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count) }, async () => {
        for (let n = next++; n < count; n = next++) {
          const table = await openTable(players, bodies[n % bodies.length]);
          const sent = await playTable(table, randomFrom(`match ${n}`));
          tally.actions += sent.length;
          played.push(table);
        }
      }),
    );
    for (const table of played) {
      const view = await players[0].view(table.id);
      const rows = await waitForHistory(askServer(server), view);
      await checkFinished(table, rows);
      await checkEvents(table, view.version);
      tally.matches++;
      tally.deals += rows.deals.length;
    }
    assert.deepEqual(
      server.logs.filter(({ level }) => level === "error" || level === "warn"),
      [],
    );
    return tally;
  } finally {
    await server.close();
  }
}
