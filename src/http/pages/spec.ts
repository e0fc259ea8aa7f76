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
  version: "0.3.0",
  license: { name: "MIT", identifier: "MIT" },
  description: [
    "An open server for the card game Trix.",
    "Ids are opaque. Timestamps are RFC 3339 in UTC. Durations are in whole milliseconds, in fields named `...Ms`. The server's time is in the `Date` header.",
    "Every error is a problem document (RFC 9457) with a stable `code`. Clients should ignore event types and fields that they do not know, because new ones will be added.",
    "To act, a seat posts the `id` of one of its `you.legalActions` with the `id` of its `you.decision`. If you send the same request again, it counts only once.",
  ].join("\n\n"),
};

const TAGS = [
  { name: "Players", description: "Accounts and their tokens." },
  {
    name: "Tokens and apps",
    description: "Tokens with fewer rights, with an expiry time, for one seat, or for the users of an app.",
  },
  { name: "Rules and bots", description: "Rules and house bots that games can use." },
  { name: "Games", description: "Create, find and watch games." },
  { name: "Seats", description: "Take and leave seats, and pause." },
  { name: "Play", description: "Act, list pending decisions, and follow a game through its events." },
  { name: "Plans", description: "Rules for what your seat does while you are away. Only you can see them." },
  { name: "Sandbox", description: "Test a client: advance time and inject faults." },
  { name: "Webhooks", description: "Send a game to your endpoint, signed according to Standard Webhooks." },
  { name: "Records", description: "The record of a game, and the proof that it was dealt fairly." },
  { name: "Server", description: "The server itself." },
];

const SERVER = {
  url: "/",
  description: "The server that returned this document: production, a test server, or your own.",
  "x-internal": false,
};

/** Headers of every answer, as components. */
const HEADERS = {
  RequestId: {
    schema: { type: "string" as const, format: "uuid", maxLength: 36 },
    description: "Identifies this request. Include it when you report a problem.",
  },
  RetryAfter: {
    schema: { type: "integer" as const, minimum: 0 },
    description: "Seconds to wait before repeating the call.",
  },
  AllowOrigin: {
    schema: { type: "string" as const, enum: ["*"] },
    description: "Any page may call the API. Permissions depend only on the token. Cookies are never used.",
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
      "A token, `trix_...`. Get the first one from `POST /v1/players`, and tokens with fewer rights from `POST /v1/me/tokens`. Send it only in the Authorization header. Each operation lists the scopes it needs.",
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
      description: `${description} Signed with the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`.`,
      security: [],
      request: { body: { required: true, content: { "application/json": { schema: sent } } } },
      responses: {
        default: {
          description:
            "Any 2xx status counts as a success. Everything else, including a redirect, counts as a failure.",
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
  summary: "Get the API description",
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
