/** How an operation is declared: `createRoute`, with what all of them share added in one place. */

import { createRoute, type RouteConfig } from "@hono/zod-openapi";
import { APP_SCOPES } from "../../ids/scopes.ts";
import type { Access } from "../access/access.ts";
import { door } from "../access/auth.ts";
import { ACT_AS } from "../schemas/app-card.ts";
import { ProblemDocument } from "../schemas/problem.ts";
import { intake } from "./intake.ts";
import { PROBLEMS, type ProblemCode } from "./problem.ts";

type Responses = RouteConfig["responses"];

export interface OperationConfig
  extends Omit<RouteConfig, "path" | "operationId" | "tags" | "summary" | "description" | "middleware" | "security"> {
  path: string;
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  access: Access["who"];
  /** What a token must be allowed to do. */
  scope?: Access["scope"];
  /** Whether a token for one seat will do. */
  seatTokens?: true;
  /** Where calls with a token, or of open operations, are not counted against the usual budget. */
  budget?: Access["budget"];
  /** Codes beyond those that every operation of its kind can give. */
  problems: readonly ProblemCode[];
  /** The largest body, in bytes, where it is not the usual one. */
  bodyLimit?: number;
}

/** An operation as it was declared. Only a router can have it answered, which gives its handler a checked call. */
export interface Operation<R extends OperationConfig> {
  readonly route: R;
}

/** Problems that follow from the shape of an operation. */
function impliedProblems({ method, access, scope, path, seatTokens, budget }: OperationConfig): ProblemCode[] {
  const body = method !== "get";
  return [
    "invalid_request",
    "not_acceptable",
    ...(body ? (["malformed_json", "body_too_large", "unsupported_media_type"] as const) : []),
    ...(access === "open" ? [] : (["unauthorized", "not_an_app"] as const)),
    ...(access !== "open" && (scope != null || seatTokens !== true) ? (["insufficient_scope"] as const) : []),
    ...(access === "player" && scope !== "account:manage" ? (["act_as_required"] as const) : []),
    // An open call that counts toward no budget is never one too many.
    ...(budget === null && access === "open" ? [] : (["too_many_requests"] as const)),
    ...(path.includes("{gameId}") ? (["game_not_found", "game_unavailable"] as const) : []),
    "internal_error",
  ];
}

/** One documented response a status, which lists its codes. */
function problemResponses(codes: readonly ProblemCode[]): Responses {
  const byStatus = Map.groupBy(new Set(codes), (code) => PROBLEMS[code].status);
  const content = { "application/problem+json": { schema: ProblemDocument } };
  const responses: Responses = {};
  for (const [status, group] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[status] = {
      description: group
        .sort()
        .map((code) => `\`${code}\``)
        .join(", "),
      content,
    };
  }
  return {
    ...responses,
    default: { description: "Any other problem, in the same form. A `429` has `Retry-After`.", content },
  };
}

/**
 * A route whose checks run in the order of the contract before its handler does, and whose problems are all documented.
 * The type keeps the successful responses alone: everything else is thrown as a `Problem`.
 */
export function operation<P extends string, R extends OperationConfig & { path: P }>(config: R): Operation<R> {
  const {
    access: who,
    scope = null,
    seatTokens = false,
    budget = who === "open" ? "public" : "requests",
    problems,
    bodyLimit,
    ...route
  } = config;
  // Apps act for their users wherever that means anything.
  const actsAs =
    who !== "open" && who !== "app" && (scope === null || (APP_SCOPES as readonly string[]).includes(scope));
  const parameters = [...(route.parameters ?? []), ...(actsAs ? [ACT_AS] : [])];
  const answers = Object.values(route.responses).flatMap((response) =>
    Object.keys("content" in response ? (response.content ?? {}) : {}),
  );
  const check = intake({
    offers: [...new Set(answers)],
    query:
      route.request?.query === undefined
        ? []
        : Object.keys((route.request.query as unknown as { shape: object }).shape),
    body: route.method === "get" ? "ignored" : route.request?.body === undefined ? "none" : "checked",
    ...(route.request?.body !== undefined && { takes: Object.keys(route.request.body.content) }),
    ...(bodyLimit !== undefined && { limit: bodyLimit }),
    actsAs,
    waits: "Prefer" in ((route.request?.headers as { shape?: object } | undefined)?.shape ?? {}),
  });
  const success = route.responses[200];
  const unchanged =
    success !== undefined && "headers" in success && "ETag" in (success.headers as object)
      ? { 304: { description: "The client already has this response, according to If-None-Match." } }
      : {};
  const bearer = { bearer: scope === null ? [] : [scope] };
  const made = createRoute({
    ...route,
    ...(parameters.length > 0 && { parameters }),
    middleware: [door({ who, scope, seatTokens, budget }), check],
    security: who === "open" ? [] : who === "public" ? [{}, bearer] : [bearer],
    responses: { ...route.responses, ...unchanged, ...problemResponses([...impliedProblems(config), ...problems]) },
  } as unknown as R);
  return { route: made };
}

/** A JSON response of that schema. */
export const json = <S>(schema: S, description: string) => ({
  description,
  content: { "application/json": { schema } },
});

/** The same with an ETag, for calls whose answer can be asked for again with If-None-Match. */
export const tagged = <S>(schema: S, description: string) => ({
  ...json(schema, description),
  headers: {
    ETag: {
      schema: { type: "string" as const, pattern: "^W/.+$", maxLength: 100 },
      description: "A weak ETag, derived from the version, the audience and the format of the response.",
    },
  },
});
