/**
 * The door of whoever runs the server. It is no part of the contract: without its own secret there is nothing here, and whoever does
 * not know that gets what they would get at any path that is none.
 */

import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import { listRunning } from "../history/running.ts";
import { revokeAll } from "../history/tokens.ts";
import { instant } from "../wire/instants.ts";
import { addressOf } from "./access/budgets.ts";
import { gameWith } from "./access/call.ts";
import { forgetTokens } from "./access/revoked.ts";
import type { AppEnv } from "./exchange/env.ts";
import { problemOfIssues } from "./exchange/faults.ts";
import { Problem } from "./exchange/problem.ts";
import { PLAYER_ID } from "./schemas/player.ts";

const PATH = "/admin";
/** A secret that is shorter opens nothing. */
const SECRET_LENGTH = 32;
/** How many running games are looked through, and how many of the heaviest are asked what they weigh. */
const MOST_LOOKED_AT = 1000,
  MOST_LISTED = 20;

const Command = z.discriminatedUnion("command", [
  z.strictObject({ command: z.literal("list-heavy") }),
  z.strictObject({ command: z.literal("end-game"), game: z.string() }),
  z.strictObject({ command: z.literal("revoke-tokens"), account: z.string().regex(PLAYER_ID) }),
]);
type Command = z.infer<typeof Command>;

/** Answers the operator; `null` for everybody else. Every use is logged. */
export async function answerOperator(c: Context<AppEnv>): Promise<Response | null> {
  if (c.req.path !== PATH || c.req.method !== "POST" || !isOperator(c)) return null;
  const read = Command.safeParse(await c.req.json().catch(() => null));
  const what = read.success ? Object.values(read.data).join(" ") : "no command";
  const log = (outcome: string) => console.warn(`operator at ${addressOf(c)}: ${what}: ${outcome}`);
  try {
    if (!read.success) throw problemOfIssues("json", read.error.issues, null);
    const done = await carryOut(c, read.data);
    log("done");
    return c.json(done, 200);
  } catch (error) {
    log(error instanceof Problem ? error.code : String(error));
    throw error;
  }
}

/** Whether the caller knows the secret; how long that takes tells nothing of it. */
function isOperator(c: Context<AppEnv>): boolean {
  const secret = c.env.ADMIN_SECRET ?? "";
  const given = /^bearer +(.+)$/i.exec(c.req.raw.headers.get("authorization") ?? "")?.[1] ?? "";
  return timingSafeEqual(hash(given), hash(secret)) && secret.length >= SECRET_LENGTH;
}

const hash = (text: string): Uint8Array => createHash("sha256").update(text).digest();

async function carryOut(c: Context<AppEnv>, asked: Command): Promise<object> {
  switch (asked.command) {
    case "list-heavy":
      return heavy(c);
    case "end-game": {
      const { game } = await gameWith(c, asked.game).ask((object) => object.end(), { repeatable: false });
      return { game: game.id, status: game.status };
    }
    case "revoke-tokens": {
      const revoked = await revokeAll(c.env.DB, asked.account, Date.now());
      forgetTokens(revoked);
      return { account: asked.account, revoked: revoked.length };
    }
  }
}

/** The running games that get on fastest, with what they weigh, and the accounts that run the most. */
async function heavy(c: Context<AppEnv>): Promise<object> {
  const running = await listRunning(c.env.DB, MOST_LOOKED_AT);
  const now = Date.now();
  const paced = running.map((game) => ({
    ...game,
    // From the first minute on, so that one deal of a game that has just begun does not count for more.
    dealsAnHour: Math.round((game.deals * 3600_000) / Math.max(60_000, now - (game.startedAt ?? now))),
  }));
  const fastest = paced.sort((a, b) => b.dealsAnHour - a.dealsAnHour).slice(0, MOST_LISTED);
  const games = await Promise.all(
    fastest.map(async ({ id, creatorId, startedAt, deals, dealsAnHour }) => {
      const weighed = await gameWith(c, id)
        .answer((object) => object.weight(), { repeatable: true })
        .catch(() => null);
      return {
        id,
        creator: creatorId,
        startedAt: startedAt === null ? null : instant(startedAt),
        deals,
        dealsAnHour,
        ...(weighed?.ok === true && weighed.weight),
      };
    }),
  );
  const accounts = [...Map.groupBy(running, ({ creatorId }) => creatorId)]
    .map(([account, own]) => ({ account, games: own.length }))
    .sort((a, b) => b.games - a.games)
    .slice(0, MOST_LISTED);
  return { running: running.length, games, accounts };
}
