/** How much may be called: budgets of calls, and bounds on what is kept. */

import type { Context } from "hono";
import type { Refused } from "../../game/types.ts";
import { DETAILS } from "../../labels/details/index.ts";
import type { Labels } from "../../labels/languages.ts";
import { DEALS_WINDOW_MS, type DealBudget, type HeldKind, MOST_DEALS, MOST_HELD } from "../../wire/bounds.ts";
import { REFUSAL_LIMIT, REFUSAL_WINDOW_MS } from "../../wire/refusals.ts";
import type { AppEnv, Env } from "../exchange/env.ts";
import { Problem } from "../exchange/problem.ts";
import type { Budget } from "./access.ts";

type Binding = { [Name in keyof Env]: Env[Name] extends RateLimit ? Name : never }[keyof Env];

interface BudgetFacts {
  binding: Binding;
  per: "address" | "token";
  limit: number;
  windowMs: number;
  covers: string;
}

/** The budgets that calls are counted against. wrangler.toml has the same figures; a test compares them. */
export const BUDGETS = {
  accounts: { binding: "LIMIT_ACCOUNTS", per: "address", limit: 20, windowMs: 60_000, covers: "Creating accounts." },
  public: {
    binding: "LIMIT_PUBLIC",
    per: "address",
    limit: 300,
    windowMs: 60_000,
    covers: "Calls without a token, or with an invalid one.",
  },
  checks: {
    binding: "LIMIT_CHECKS",
    per: "address",
    limit: 60,
    windowMs: 60_000,
    covers: "Checking records.",
  },
  requests: {
    binding: "LIMIT_REQUESTS",
    per: "token",
    limit: 600,
    windowMs: 60_000,
    covers: "Calls with a player's token, except actions and what other budgets cover.",
  },
  apps: {
    binding: "LIMIT_APPS",
    per: "token",
    limit: 6000,
    windowMs: 60_000,
    covers: "Calls with an app's token, except actions and what other budgets cover.",
  },
  games: { binding: "LIMIT_GAMES", per: "token", limit: 60, windowMs: 60_000, covers: "Creating games." },
  webhooks: {
    binding: "LIMIT_WEBHOOKS",
    per: "token",
    limit: 60,
    windowMs: 60_000,
    covers: "Creating webhooks and triggering deliveries.",
  },
} as const satisfies Record<Budget, BudgetFacts>;

/** Refused actions are counted by the game, a player at a time; legal ones never are. */
export const REFUSED_ACTIONS = {
  per: "player and game",
  limit: REFUSAL_LIMIT,
  windowMs: REFUSAL_WINDOW_MS,
  covers: "Rejected actions. Legal actions have no limit.",
} as const;

/** Deals are counted by the object of the account that asks for them, whatever becomes of its game. */
export const DEALS = [
  {
    name: "deals",
    per: "account",
    limit: MOST_DEALS.deals,
    windowMs: DEALS_WINDOW_MS,
    covers:
      "Deals in the games that an account creates: a game counts with all deals that it can have, a series with those of all its matches. Regained evenly.",
  },
  {
    name: "app deals",
    per: "app owner",
    limit: MOST_DEALS.appDeals,
    windowMs: DEALS_WINDOW_MS,
    covers: "The same for the games that all users of an account's apps create.",
  },
] as const;

/** Bounds on what an account may keep. */
export const MOST_TOKENS = 50,
  MOST_APPS = 10,
  MOST_WEBHOOKS = 5;

const deals = (limit: number) => ({ limit, minutes: DEALS_WINDOW_MS / 60_000 });

/** What to say of each limit that a new game or another seat can exceed: which one, and what to do. */
const OVER: Readonly<Record<HeldKind | DealBudget, Labels>> = {
  waitingGames: DETAILS.waiting_games({ limit: MOST_HELD.waitingGames }),
  joinedSeats: DETAILS.joined_seats({ limit: MOST_HELD.joinedSeats }),
  botGames: DETAILS.bot_games({ limit: MOST_HELD.botGames }),
  appBotGames: DETAILS.app_bot_games({ limit: MOST_HELD.appBotGames }),
  deals: DETAILS.deals(deals(MOST_DEALS.deals)),
  appDeals: DETAILS.app_deals(deals(MOST_DEALS.appDeals)),
};

/** The problem of a game or a seat that would exceed a limit of an account. */
export const overLimit = ({ limit, retryAfterMs }: NonNullable<Refused["over"]>, game: Refused["game"]): Problem =>
  retryAfterMs === null
    ? new Problem("limit_reached", { game, detail: OVER[limit] })
    : new Problem("too_many_requests", {
        detail: OVER[limit],
        headers: { "Retry-After": String(Math.ceil(retryAfterMs / 1000)) },
      });

const seconds = (windowMs: number): number => windowMs / 1000;

/** Counts a call against a budget, `key` being an address or a token's id. Throws the 429 problem where nothing of it is left. */
export async function charge(c: Context<AppEnv>, budget: Budget, key: string): Promise<void> {
  const { binding, limit, windowMs } = BUDGETS[budget];
  c.header("RateLimit-Policy", `"${budget}";q=${limit};w=${seconds(windowMs)}`);
  const { success } = await c.env[binding].limit({ key });
  if (success) return;
  throw new Problem("too_many_requests", {
    detail: DETAILS.budget({ budget, limit, seconds: seconds(windowMs) }),
    headers: { "Retry-After": String(seconds(windowMs)) },
  });
}

/** Where a call comes from, as the platform tells it. */
export const addressOf = (c: Context<AppEnv>): string => c.req.raw.headers.get("cf-connecting-ip") ?? "unknown";
