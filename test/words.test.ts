/** What the API says of a wrong value: its own words, for whatever zod can find. */

import { z } from "@hono/zod-openapi";
import { describe, expect, test } from "vitest";
import { problemOfIssues } from "../src/http/exchange/faults.ts";
import { ActionRequest } from "../src/http/schemas/action.ts";
import { AppRequest, ClaimRequest, UserRequest } from "../src/http/schemas/app.ts";
import { PauseRequest } from "../src/http/schemas/clock.ts";
import { GameRequest, JoinRequest, RematchRequest } from "../src/http/schemas/game-request.ts";
import { DecisionListQuery } from "../src/http/schemas/inbox.ts";
import { GameListQuery } from "../src/http/schemas/list.ts";
import { DryRunRequest, PlanRequest } from "../src/http/schemas/plan.ts";
import { PlayerRequest } from "../src/http/schemas/player.ts";
import { RecordRequest } from "../src/http/schemas/record-check.ts";
import { AdvanceRequest, FaultsRequest } from "../src/http/schemas/sandbox.ts";
import { TokenRequest } from "../src/http/schemas/token.ts";
import { WebhookRequest } from "../src/http/schemas/webhook.ts";

/** The faults of a value, as a problem lists them. */
function faultsOf(schema: z.ZodType, value: unknown) {
  const read = schema.safeParse(value);
  return read.success ? [] : problemOfIssues("json", read.error.issues, value).parts.errors!;
}

const said = (schema: z.ZodType, value: unknown) => faultsOf(schema, value).map(({ message }) => message);

test.each<[string, z.ZodType, unknown, string]>([
  ["a wrong type", z.string(), 7, "Must be a string, not a number."],
  ["a list for an object", z.strictObject({}), [], "Must be an object, not a list."],
  ["null", z.int(), null, "Must be a number, not null."],
  ["a fraction", z.int(), 1.5, "Must be an integer, not a number."],
  ["true", z.array(z.string()), true, "Must be a list, not true."],
  ["nothing", z.strictObject({ a: z.string() }), {}, "This field is required."],
  ["too many items", z.array(z.int()).max(4), [1, 2, 3, 4, 5], "Must have at most 4 items."],
  ["too few items", z.array(z.int()).min(1), [], "Must have at least 1 item."],
  ["another length", z.array(z.int()).length(4), [1], "Must have exactly 4 items."],
  ["too long a string", z.string().max(3), "four", "Must have at most 3 characters."],
  ["an empty string", z.string().min(1), "", "Must not be empty."],
  ["too large a number", z.int().max(3), 4, "Must be at most 3."],
  ["too small a number", z.int().min(1), 0, "Must be at least 1."],
  ["a number on an open bound", z.number().lt(1), 1, "Must be less than 1."],
  ["no multiple", z.number().multipleOf(5), 7, "Must be a multiple of 5."],
  ["no choice", z.enum(["low", "high"]), "x", 'Must be one of "low", "high".'],
  ["not the one value", z.literal(true), false, "Must be true."],
  ["an unknown field", z.strictObject({}), { b: 1 }, "There is no field with this name here."],
  ["a wrong key", z.record(z.enum(["a"]), z.int()), { a: 1, b: 1 }, "There is no field with this name here."],
  ["a format", z.string().regex(/^a$/), "b", "Doesn't have the required format."],
  ["no branch", z.union([z.string(), z.null()]), 7, "Doesn't have any of the allowed forms."],
])("%s is told in our words", (_, schema, value, message) => {
  expect(said(schema, value)).toEqual([message]);
});

test("a fault within a union is named for the branch that was meant", () => {
  const Choice = z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("card"), card: z.string() }),
    z.strictObject({ type: z.literal("extend"), end: z.enum(["low", "high"]) }),
  ]);
  expect(faultsOf(Choice, { type: "extend", end: "left" })).toMatchObject([
    { pointer: "/end", code: "not_a_choice", message: 'Must be one of "low", "high".' },
  ]);
  expect(faultsOf(Choice, { type: "widen" })).toMatchObject([
    { pointer: "/type", code: "not_a_choice", message: 'Must be one of "card", "extend".' },
  ]);
  expect(faultsOf(Choice, {})).toMatchObject([{ pointer: "/type", code: "required" }]);
  const Seat = z.union([
    z.strictObject({ bot: z.string(), name: z.string() }),
    z.strictObject({ player: z.strictObject({ id: z.string().max(2), app: z.string() }) }),
  ]);
  expect(faultsOf(z.array(Seat), [{ player: { id: "long", app: "a" } }])).toMatchObject([
    { pointer: "/0/player/id", message: "Must have at most 2 characters." },
  ]);
  expect(
    faultsOf(PlanRequest, { scope: "deal", rules: [{ then: [{ type: "highest", suits: ["X"] }] }] }),
  ).toMatchObject([{ pointer: "/rules/0/then/0/suits/0", message: 'Must be one of "S", "H", "D", "C".' }]);
});

describe("whatever is sent, no library speaks", () => {
  const REQUESTS = {
    ActionRequest,
    AdvanceRequest,
    AppRequest,
    ClaimRequest,
    DecisionListQuery,
    DryRunRequest,
    FaultsRequest,
    GameListQuery,
    GameRequest,
    JoinRequest,
    PauseRequest,
    PlanRequest,
    PlayerRequest,
    RecordRequest,
    RematchRequest,
    TokenRequest,
    UserRequest,
    WebhookRequest,
  };
  const WRONG = [
    undefined,
    null,
    -1,
    0,
    1.5,
    1e12,
    "",
    "x",
    "x".repeat(3000),
    "💥",
    [],
    [1],
    Array(200).fill("x"),
    {},
    { x: 1 },
    true,
  ];
  const SPOKEN =
    /^(Invalid|Too |Unrecognized|Expected|Required|Missing|Unknown)|undefined|NaN|[<>]=|\[object|expected \w+ to/;

  /** Every value with one part of it exchanged. */
  function* spoilt(value: unknown): Generator<unknown> {
    yield* WRONG;
    if (typeof value !== "object" || value === null) return;
    yield Array.isArray(value) ? [...value, ...value, ...value, ...value, ...value] : { ...value, more: 1 };
    for (const [key, part] of Object.entries(value))
      for (const other of spoilt(part))
        yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
  }

  const full: Record<string, unknown> = {
    GameRequest: {
      rules: { preset: "trix", kingdoms: 1, doubling: { order: "sequential" } },
      seats: [{ player: "me" }, { bot: "steady" }, { open: true }],
      visibility: "public",
      seed: "abc",
      clock: { perMoveMs: 60_000, onTimeout: "autoPlay", strikes: { after: 1, then: "houseBot" }, vacation: true },
      series: { matches: 2 },
    },
    PlanRequest: {
      scope: "deal",
      rules: [
        {
          when: { holds: ["QS"], positions: [1], winner: "partner" },
          then: [{ type: "extend", end: "low", suits: ["S"] }],
        },
      ],
    },
    TokenRequest: {
      name: "a",
      scopes: ["games:read"],
      expiresAt: "2027-01-31T12:00:00Z",
      game: "gm_a",
      app: "ap_2w7k4hq5vxm3n6zt",
    },
    GameListQuery: {
      status: "playing",
      player: "me",
      preset: "trix",
      since: "2027-01-31T12:00:00Z",
      limit: "1",
      cursor: "abc",
    },
    DecisionListQuery: { limit: "1", cursor: "abc" },
    FaultsRequest: { dropAnswers: 1, delayDeliveriesMs: 1 },
    AdvanceRequest: { advanceMs: 1 },
    JoinRequest: { seat: 1, clientSeed: "a" },
  };

  test.each(Object.entries(REQUESTS))("%s", (name, schema) => {
    let told = 0;
    for (const value of spoilt(full[name] ?? {}))
      for (const { message, pointer } of faultsOf(schema as z.ZodType, value)) {
        told++;
        expect(message, `${pointer} of ${JSON.stringify(value)?.slice(0, 200)}`).not.toMatch(SPOKEN);
        expect(message).toMatch(/^["`A-Z].*[.!?]$/s);
        expect(message.length).toBeLessThan(400);
      }
    expect(told).toBeGreaterThan(5);
  });
});
