/** Where the API begins: what a client that knows its address alone can go on to. */

import { z } from "@hono/zod-openapi";
import { asPublic } from "../access/call.ts";
import { digest } from "../exchange/digest.ts";
import { operation, tagged } from "../exchange/operation.ts";
import { fresh } from "../exchange/representation.ts";
import { createRouter } from "../exchange/router.ts";

/** Each entry point by its name. */
const LINKS = {
  guide: "/docs",
  reference: "/docs/reference",
  description: "/openapi.json",
  changelog: "/changelog.md",
  health: "/healthz",
  accounts: "/v1/players",
  me: "/v1/me",
  rules: "/v1/rules",
  bots: "/v1/bots",
  games: "/v1/games",
  decisions: "/v1/decisions",
  limits: "/v1/limits",
} as const;

const EntryPoints = z
  .object({
    name: z.literal("Trix"),
    links: z.object(
      Object.fromEntries(
        Object.entries(LINKS).map(([name, path]) => [name, z.string().openapi({ example: path })]),
      ) as Record<keyof typeof LINKS, z.ZodString>,
    ),
  })
  .openapi("EntryPoints", { description: "Paths on this server to start from." });

const getEntryPoints = operation({
  method: "get",
  path: "/v1",
  operationId: "getEntryPoints",
  tags: ["Server"],
  access: "public",
  seatTokens: true,
  problems: [],
  summary: "Get the entry points",
  description: "Returns where to start: the guide, the reference, and the first calls of the API.",
  responses: { 200: tagged(EntryPoints, "The paths to start from.") },
});

const BODY = { name: "Trix" as const, links: LINKS };
const TAG = digest(BODY).slice(0, 16);

export const start = createRouter().answer(getEntryPoints, asPublic, (_, c) => fresh(c, [TAG], BODY));
