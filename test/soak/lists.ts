/** How long lists and statistics take of a server with very many games, filters that let nothing through included. */

import assert from "node:assert/strict";
import { plantings, summing } from "../support/many-games.ts";
import { startTestServer } from "../support/server.ts";

export interface ListsTally {
  games: number;
  /** By path, the median time of a call in milliseconds. */
  ms: Record<string, number>;
}

const REPEATS = 15;

/** Plants that many games, in each of which one player sits, and asks for lists by everything that can be rare. */
export async function measureLists(games: number): Promise<ListsTally> {
  const server = await startTestServer();
  try {
    const { player, token } = await fetch(`${server.url}/v1/players`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "Busy", kind: "human" }),
    }).then((reply) => reply.json() as Promise<{ player: { id: string }; token: string }>);
    const db = await server.mf.getD1Database("DB");
    const many = { player: player.id, others: "pl_other_", dealsPerGame: 1 };
    for (const statement of [
      ...plantings({ ...many, prefix: "gm_p", games: games * 0.95, visibility: "public" }),
      ...plantings({ ...many, prefix: "gm_u", games: games * 0.05, visibility: "unlisted" }),
      ...summing(),
      "ANALYZE",
    ])
      await db.prepare(statement).run();

    const ms: Record<string, number> = {};
    const measure = async (path: string, own = false): Promise<{ data: unknown[]; nextCursor: string | null }> => {
      const times: number[] = [];
      let answer = "";
      for (let n = 0; n < REPEATS; n++) {
        const start = performance.now();
        const reply = await fetch(server.url + path, { headers: own ? { Authorization: `Bearer ${token}` } : {} });
        answer = await reply.text();
        times.push(performance.now() - start);
        assert.equal(reply.status, 200, answer);
      }
      const [shown] = path.replaceAll(player.id, "P").split("&cursor");
      ms[`${own ? "own " : ""}${shown}`] = times.sort((a, b) => a - b)[REPEATS >> 1];
      return JSON.parse(answer);
    };
    for (const query of ["", "?status=finished", "?mode=complex", "?mode=complex&status=finished", "?preset=trix"])
      assert.equal((await measure(`/v1/games${query}`)).data.length, 20);
    for (const query of ["?preset=jordan", "?mode=combination&status=finished", "?status=waiting"])
      assert.deepEqual(await measure(`/v1/games${query}`), { data: [], nextCursor: null });
    await measure("/v1/games", true);
    await measure("/v1/games?mode=combination", true);
    await measure("/v1/games?player=me", true);
    await measure("/v1/games?player=me&status=waiting", true);
    await measure(`/v1/players/${player.id}/games?preset=jordan`);
    await measure(`/v1/players/${player.id}/stats`);
    return { games, ms };
  } finally {
    await server.close();
  }
}
