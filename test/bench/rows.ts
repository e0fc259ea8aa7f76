/** What is written: rows in the objects and in D1, for each action of a person, at three paces. */

import { setTimeout as sleep } from "node:timers/promises";
import { type Bundle, type Server, startServer } from "../../scripts/server.ts";
import { load } from "./load.ts";
import type { Written } from "./measured.ts";
import { prepare } from "./scripts.ts";

/** How long people think here, in milliseconds: long enough that a notice goes out for every decision. */
const THOUGHT_MS = 700;
const GAMES = 8,
  MOVES = 40;

export interface Rows {
  actions: number;
  /** Rows and alarms in the games, and the same in the players' objects, index rows included. */
  game: number;
  player: number;
  d1: number;
  databaseBytes: number;
}

interface Account {
  player: { id: string };
  token: string;
}

async function counted(server: Server, ids: readonly string[]): Promise<Written> {
  const all = await Promise.all(
    ids.map(async (id) => (await (await fetch(`${server.url}/measured/${id}`)).json()) as Written),
  );
  const sum = (field: keyof Written) => all.reduce((total, written) => total + written[field], 0);
  return {
    objectRows: sum("objectRows"),
    alarms: sum("alarms"),
    d1Rows: sum("d1Rows"),
    databaseBytes: sum("databaseBytes"),
  };
}

async function within(bundle: Bundle, work: (server: Server) => Promise<Rows>): Promise<Rows> {
  const options = { secret: "a secret for benchmarks only, of no use elsewhere", callsAMinute: 1_000_000, bundle };
  const server = await startServer({ ...options, memory: true });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

/** A whole match of four programs that answer at once. */
export const atOnce = (bundle: Bundle): Promise<Rows> =>
  within(bundle, async (server) => {
    const [script] = await prepare(server.url, 1, Infinity);
    await load(server.url, [script]);
    // The last export is told after the answer.
    await sleep(1000);
    const game = await counted(server, [script[0].path.split("/")[3]]);
    return {
      actions: script.length,
      game: game.objectRows + game.alarms,
      player: 0,
      d1: game.d1Rows,
      databaseBytes: game.databaseBytes,
    };
  });

/** A table of people and house bots: `people` accounts take turns in several games, each after a thought. */
export const thoughtful = (bundle: Bundle, people: number): Promise<Rows> =>
  within(bundle, async (server) => {
    const call = async <T>(method: string, path: string, token: string | null, body?: object): Promise<T> => {
      const headers = {
        "Content-Type": "application/json",
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      };
      const answer = await fetch(`${server.url}${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    const tables = await Promise.all(
      Array.from({ length: GAMES }, async () => {
        const accounts: Account[] = [];
        for (let i = 0; i < people; i++)
          accounts.push(await call("POST", "/v1/players", null, { name: `Player ${i}`, kind: "bot" }));
        const seats = [0, 1, 2, 3].map((seat) =>
          seat === 0 ? { player: "me" } : seat < people ? { open: true } : { bot: "steady" },
        );
        const { id } = await call<{ id: string }>("POST", "/v1/games", accounts[0].token, { seats });
        for (const { token } of accounts.slice(1)) await call("POST", `/v1/games/${id}/join`, token, {});
        return { id, accounts };
      }),
    );
    const games = tables.map(({ id }) => id);
    const players = tables.flatMap(({ accounts }) => accounts.map(({ player }) => player.id));
    await sleep(2 * THOUGHT_MS);
    const before = [await counted(server, games), await counted(server, players)];
    await Promise.all(
      tables.map(async ({ id, accounts }) => {
        for (let moves = 0; moves < MOVES; moves++) {
          await sleep(THOUGHT_MS);
          for (const { token } of accounts) {
            type You = { decision: { id: string } | null; legalActions: { id: string }[] } | null;
            const { you } = await call<{ you: You }>("GET", `/v1/games/${id}`, token);
            if (you === null || you.decision === null) continue;
            const action = { action: you.legalActions[0].id, decision: you.decision.id };
            await call("POST", `/v1/games/${id}/actions`, token, action);
            break;
          }
        }
      }),
    );
    await sleep(2 * THOUGHT_MS);
    const after = [await counted(server, games), await counted(server, players)];
    const [game, player] = after.map((written, i) => ({
      rows: written.objectRows + written.alarms - before[i].objectRows - before[i].alarms,
      d1: written.d1Rows - before[i].d1Rows,
      databaseBytes: written.databaseBytes,
    }));
    return {
      actions: GAMES * MOVES,
      game: game.rows,
      player: player.rows,
      d1: game.d1,
      databaseBytes: game.databaseBytes,
    };
  });
