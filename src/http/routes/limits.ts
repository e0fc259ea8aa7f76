/** What may be called how often, and how much may be kept: the figures, for clients. */

import { z } from "@hono/zod-openapi";
import { MOST_STREAMS } from "../../feed/frames.ts";
import { MOST_PLANS, MOST_RULES } from "../../plans/index.ts";
import { MOST_HELD } from "../../wire/bounds.ts";
import { BUDGETS, DEALS, MOST_APPS, MOST_TOKENS, MOST_WEBHOOKS, REFUSED_ACTIONS } from "../access/budgets.ts";
import { openToAll } from "../access/call.ts";
import { BODY_LIMIT, RECORD_BODY_LIMIT } from "../exchange/intake.ts";
import { json, operation } from "../exchange/operation.ts";
import { MOST_WAIT } from "../exchange/preferences.ts";
import { createRouter } from "../exchange/router.ts";
import { MOST_DECISIONS } from "../schemas/inbox.ts";
import { MOST_GAMES } from "../schemas/list.ts";
import { NAME_LENGTH } from "../schemas/name.ts";
import { PLAN_BODY_LIMIT } from "./plans.ts";

const Budget = z
  .object({
    name: z.string().openapi({ description: "The name, as in `RateLimit-Policy`.", example: "requests" }),
    per: z.string().openapi({ description: "What each limit is counted by.", example: "token" }),
    limit: z.int(),
    windowMs: z.int(),
    covers: z.string(),
  })
  .openapi("Budget");

const bounds = {
  bodyBytes: BODY_LIMIT,
  recordBodyBytes: RECORD_BODY_LIMIT,
  nameCharacters: NAME_LENGTH,
  listItems: MOST_GAMES,
  decisionItems: MOST_DECISIONS,
  streamsPerPlayerAndGame: MOST_STREAMS,
  waitSeconds: MOST_WAIT,
  waitingGamesPerCreator: MOST_HELD.waitingGames,
  joinedSeatsPerAccount: MOST_HELD.joinedSeats,
  botGamesPerAccount: MOST_HELD.botGames,
  botGamesPerAppOwner: MOST_HELD.appBotGames,
  tokensPerAccount: MOST_TOKENS,
  appsPerAccount: MOST_APPS,
  webhooksPerPlayerAndGame: MOST_WEBHOOKS,
  plansPerSeat: MOST_PLANS,
  rulesPerPlan: MOST_RULES,
  planBodyBytes: PLAN_BODY_LIMIT,
};

const Limits = z
  .object({
    budgets: z.array(Budget).openapi({
      description: "Calls beyond a rate limit get 429 with `Retry-After`. Legal actions are never counted.",
    }),
    bounds: z
      .object(
        Object.fromEntries(
          Object.entries(bounds).map(([name, value]) => [name, z.int().openapi({ example: value })]),
        ) as Record<keyof typeof bounds, z.ZodInt>,
      )
      .openapi("Bounds", { description: "The largest accepted value of each." }),
  })
  .openapi("Limits");

const getLimits = operation({
  method: "get",
  path: "/v1/limits",
  operationId: "getLimits",
  tags: ["Server"],
  access: "open",
  problems: [],
  summary: "Get the limits",
  description: "Returns every rate limit and every other limit.",
  responses: { 200: json(Limits, "The limits.") },
});

const answer: z.infer<typeof Limits> = {
  budgets: [
    ...Object.entries(BUDGETS).map(([name, { per, limit, windowMs, covers }]) => ({
      name,
      per,
      limit,
      windowMs,
      covers,
    })),
    ...DEALS,
    { name: "refused actions", ...REFUSED_ACTIONS },
  ],
  bounds,
};

export const limits = createRouter().answer(getLimits, openToAll, (_, c) => c.json(answer, 200));
