/** Whether the server works. */

import { z } from "@hono/zod-openapi";
import { answers } from "../../history/players.ts";
import { openToAll } from "../access/call.ts";
import { json, operation } from "../exchange/operation.ts";
import { createRouter } from "../exchange/router.ts";

const Health = z
  .object({
    status: z
      .enum(["ok", "degraded"])
      .openapi({ description: "`degraded`: running games continue, but accounts and lists are not available." }),
    boot: z.string().openapi({ description: "Changes whenever the server restarts." }),
    history: z.enum(["ok", "unavailable"]),
  })
  .openapi("Health");

const getHealth = operation({
  method: "get",
  path: "/healthz",
  operationId: "getHealth",
  tags: ["Server"],
  access: "open",
  // Whoever watches a server must hear of it, however often others call from there.
  budget: null,
  problems: [],
  summary: "Health",
  description:
    "Returns whether the server and its database respond. The status is 200 as long as games can be played. This call counts toward no rate limit.",
  responses: { 200: json(Health, "The state of the server.") },
});

/** How long the database may take to answer here, in milliseconds. */
const PATIENCE_MS = 1000;

/** Made at the first request: the platform gives no randomness before. */
let boot: string | undefined;

export const health = createRouter().answer(getHealth, openToAll, async ({ env }, c) => {
  boot ??= crypto.randomUUID();
  const well = await answers(env.DB, PATIENCE_MS);
  return c.json(
    {
      status: well ? ("ok" as const) : ("degraded" as const),
      boot,
      history: well ? ("ok" as const) : ("unavailable" as const),
    },
    200,
  );
});
