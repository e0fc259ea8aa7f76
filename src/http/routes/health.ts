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
      .openapi({ description: "`degraded`: running games go on, but accounts and lists do not answer." }),
    boot: z.string().openapi({ description: "Changes whenever the code is started anew." }),
    history: z.enum(["ok", "unavailable"]),
  })
  .openapi("Health");

const getHealth = operation({
  method: "get",
  path: "/healthz",
  operationId: "getHealth",
  tags: ["Server"],
  access: "open",
  problems: [],
  summary: "Health",
  description: "Whether the server answers, and whether its database does. Always 200 while games can be played.",
  responses: { 200: json(Health, "How it is.") },
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
