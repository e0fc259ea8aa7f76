/** The API description, made from the routes. */

import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { JSONValue } from "hono/utils/types";
import { openToAll } from "../access/call.ts";
import { digest } from "../exchange/digest.ts";
import type { AppEnv } from "../exchange/env.ts";
import { operation, tagged } from "../exchange/operation.ts";
import { fresh } from "../exchange/representation.ts";
import { createRouter } from "../exchange/router.ts";
import { WEBHOOK_BODIES } from "../schemas/webhook.ts";

const INFO = {
  title: "Trix",
  version: "0.2.0",
  license: { name: "MIT", identifier: "MIT" },
  description: [
    "An open server for the card game Trix.",
    "Ids are opaque. Instants are RFC 3339 in UTC; durations are whole milliseconds named `...Ms`. The server's time is the `Date` header.",
    "Every error is a problem document (RFC 9457) with a stable `code`. Clients ignore event types and fields that they do not know: more will come.",
    "A seat acts by posting the `id` of one of its `you.legalActions` with the `id` of its `you.decision`; the same request sent again counts once.",
  ].join("\n\n"),
};

const TAGS = [
  { name: "Players", description: "Accounts and their tokens." },
  {
    name: "Tokens and apps",
    description: "Tokens that may do less, for a time, for one seat or for the users of an app.",
  },
  { name: "Rules and bots", description: "What a game can be made of." },
  { name: "Games", description: "Making, finding and watching games." },
  { name: "Seats", description: "Who plays: sitting down, getting up, pausing." },
  { name: "Play", description: "Acting, what waits for you, and following a game by its events." },
  { name: "Plans", description: "What a seat shall do while its player is away: seen by him alone." },
  { name: "Sandbox", description: "Trying a client out: time that passes at will, faults on demand." },
  { name: "Webhooks", description: "A game sent to an endpoint of yours, signed by Standard Webhooks." },
  { name: "Records", description: "What is left of a game, and the proof that it was dealt fairly." },
  { name: "Server", description: "The server itself." },
];

const SERVER = {
  url: "/",
  description: "The server that this document came from, whatever runs there: production, a test or one's own.",
  "x-internal": false,
};

/** Headers of every answer, as components. */
const HEADERS = {
  RequestId: {
    schema: { type: "string" as const, format: "uuid", maxLength: 36 },
    description: "Names this one request: quote it when something went wrong.",
  },
  RetryAfter: {
    schema: { type: "integer" as const, minimum: 0 },
    description: "Seconds to wait before the call is repeated.",
  },
  AllowOrigin: {
    schema: { type: "string" as const, enum: ["*"] },
    description: "Any page may call: what a caller may do hangs on the token alone, and cookies are never used.",
  },
};
const EVERYWHERE = {
  "X-Request-Id": { $ref: "#/components/headers/RequestId" },
  "Access-Control-Allow-Origin": { $ref: "#/components/headers/AllowOrigin" },
};

/** The document of an app, with the routes of all its routers. */
export function describe(app: OpenAPIHono<AppEnv>) {
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description:
      "A token: `trix_...`. `POST /v1/players` gives the first one, `POST /v1/me/tokens` others that may do less. Only ever sent in the Authorization header. The scopes that an operation needs stand with it.",
  });
  registerWebhooks(app.openAPIRegistry);
  const document = app.getOpenAPI31Document({ openapi: "3.1.0", info: INFO, servers: [SERVER], tags: TAGS });
  for (const operation of Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(operation.responses as Record<string, { headers?: object }>)) {
      response.headers = {
        ...response.headers,
        ...(status === "429" && { "Retry-After": { $ref: "#/components/headers/RetryAfter" } }),
        ...EVERYWHERE,
      };
    }
  }
  document.components = { ...document.components, headers: HEADERS };
  return withIntegerFormats(document);
}

/** What this server sends to endpoints: described as calls that it makes. */
function registerWebhooks(registry: OpenAPIHono<AppEnv>["openAPIRegistry"]): void {
  for (const [type, { summary, description, sent, answer }] of Object.entries(WEBHOOK_BODIES)) {
    registry.registerWebhook({
      method: "post",
      path: type,
      operationId: `receive${type[0].toUpperCase()}${type.slice(1)}`,
      tags: ["Webhooks"],
      summary,
      description: `${description} Signed: \`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`.`,
      security: [],
      request: { body: { required: true, content: { "application/json": { schema: sent } } } },
      responses: {
        default: {
          description: "Any 2xx: it has come through. Anything else, a redirect included, is a failure.",
          ...(answer !== null && { content: { "application/json": { schema: answer } } }),
        },
      },
    });
  }
}

/** No integer of this API needs more than 32 bits, but for durations of weeks, which say so. */
function withIntegerFormats<T>(node: T): T {
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map(withIntegerFormats) as T;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withIntegerFormats(value)]));
  return (
    [copy.type].flat().includes("integer") && copy.format === undefined ? { ...copy, format: "int32" } : copy
  ) as T;
}

const getDescription = operation({
  method: "get",
  path: "/openapi.json",
  operationId: "getDescription",
  tags: ["Server"],
  access: "open",
  problems: [],
  summary: "The API description",
  description: "This document.",
  responses: { 200: tagged(z.record(z.string(), z.unknown()), "An OpenAPI 3.1 document.") },
});

/** Serves the document of `app`, which is made at the first request. */
export function specRouter(app: () => OpenAPIHono<AppEnv>) {
  let made: { body: Record<string, JSONValue>; tag: string } | undefined;
  return createRouter().answer(getDescription, openToAll, (_, c) => {
    if (made === undefined) {
      const body = describe(app()) as unknown as Record<string, JSONValue>;
      made = { body, tag: digest(body).slice(0, 16) };
    }
    return fresh(c, [made.tag], made.body);
  });
}
