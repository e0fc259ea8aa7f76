import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** What every sample begins with: operations that ask for a caller of each kind. */
const GIVEN = `
import { z } from "@hono/zod-openapi";
import { asApp, asPlayer, asPublic, asReader, atGame, openToAll } from "../../src/http/access/call.ts";
import { asFollower } from "../../src/http/access/follower.ts";
import { json, operation } from "../../src/http/exchange/operation.ts";
import { createRouter } from "../../src/http/exchange/router.ts";
const shared = { method: "get", operationId: "x", tags: ["Play"] as [string], summary: "", description: "", problems: [],
  responses: { 200: json(z.object({ ok: z.boolean() }), "") } } as const;
const open = operation({ ...shared, path: "/v1/x", access: "open" });
const ofPublic = operation({ ...shared, path: "/v1/x", access: "public" });
const ofPlayer = operation({ ...shared, path: "/v1/x", access: "player" });
const ofApp = operation({ ...shared, path: "/v1/x", access: "app" });
const ofGame = operation({ ...shared, path: "/v1/games/{gameId}/x", access: "player" });
const ofReader = operation({ ...shared, path: "/v1/games/{gameId}/x", access: "public" });
const router = createRouter();
void [asApp, asPlayer, asPublic, asReader, atGame, openToAll, asFollower, open, ofPublic, ofPlayer, ofApp, ofGame, ofReader, router];
`;

/** Handlers as they must be: they compile, so that what the others are refused for is not something else. */
const RIGHT: Record<string, string> = {
  "every operation with a check that suits it": `router
    .answer(open, openToAll, (_, c) => c.json({ ok: true }, 200))
    .answer(ofPublic, asPublic, ({ player }, c) => c.json({ ok: player === null }, 200))
    .answer(ofPlayer, asPlayer, async ({ own }, c) => c.json({ ok: (await own.ask((object) => object.vacation())).until === null }, 200))
    .answer(ofApp, asApp, ({ app }, c) => c.json({ ok: app !== "" }, 200))
    .answer(ofGame, atGame, async ({ game, player }, c) => c.json({ ok: (await game.ask((object) => object.view(player), { repeatable: true })).ok }, 200))
    .answer(ofReader, asReader, ({ game }, c) => c.json({ ok: game.id !== "" }, 200))
    .answer(ofReader, asFollower, ({ game }, c) => c.json({ ok: game.id !== "" }, 200));`,
};

/** Handlers that forget something, and the number of the error that the compiler has for each. */
const WRONG: Record<string, [code: string, error: number]> = {
  "nobody looks at who calls": ["router.answer(ofPlayer, (_, c) => c.json({ ok: true }, 200));", 2554],
  "a player's call is let pass from anybody": [
    "router.answer(ofPlayer, openToAll, (_, c) => c.json({ ok: true }, 200));",
    2345,
  ],
  "a player's call is let pass without a token": [
    "router.answer(ofPlayer, asPublic, (_, c) => c.json({ ok: true }, 200));",
    2345,
  ],
  "a token that is sent is not looked at": [
    "router.answer(ofPublic, openToAll, (_, c) => c.json({ ok: true }, 200));",
    2345,
  ],
  "the seat that a token is bound to is not looked at": [
    "router.answer(ofGame, asPlayer, (_, c) => c.json({ ok: true }, 200));",
    2345,
  ],
  "the seat of a reader is not looked at": [
    "router.answer(ofReader, asPublic, (_, c) => c.json({ ok: true }, 200));",
    2345,
  ],
  "a follower's ticket does for a player": [
    "router.answer(ofGame, asFollower, (_, c) => c.json({ ok: true }, 200));",
    2345,
  ],
  "an app's call is let pass from a player": [
    "router.answer(ofApp, asPlayer, (_, c) => c.json({ ok: true }, 200));",
    2345,
  ],
  "objects are reached past the call": [
    'router.answer(ofGame, atGame, (_, c) => c.json({ ok: c.env.GAMES.getByName("x") !== null }, 200));',
    2339,
  ],
  "a call of anybody's reaches a game": [
    "router.answer(open, openToAll, (call, c) => c.json({ ok: call.game !== null }, 200));",
    2339,
  ],
  "the router of the library is used past the check": [
    "router.hono.openapi(ofPlayer, (c) => c.json({ ok: true }, 200));",
    2345,
  ],
};

let folder: string;
/** The errors by file. */
const errors = new Map<string, number[]>();
const nameOf = (title: string): string => `${title.replaceAll(/\W+/g, "-")}.ts`;

beforeAll(async () => {
  mkdirSync(join(ROOT, "dist"), { recursive: true });
  folder = mkdtempSync(join(ROOT, "dist", "door-"));
  for (const [title, code] of Object.entries(RIGHT)) writeFileSync(join(folder, nameOf(title)), GIVEN + code);
  for (const [title, [code]] of Object.entries(WRONG)) writeFileSync(join(folder, nameOf(title)), GIVEN + code);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"] }));
  const printed = await promisify(execFile)(process.execPath, [
    join(ROOT, "node_modules", "typescript", "bin", "tsc"),
    ...["--project", folder, "--pretty", "false"],
  ]).catch((error: { stdout: string }) => error);
  for (const [, file, code] of printed.stdout.matchAll(/^(\S+?)\(\d+,\d+\): error TS(\d+)/gm)) {
    const name = relative(folder, join(ROOT, file));
    errors.set(name, [...(errors.get(name) ?? []), Number(code)]);
  }
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(Object.keys(RIGHT))("%s compiles", (title) => {
  expect(errors.get(nameOf(title))).toBeUndefined();
});

test.each(Object.entries(WRONG))("where %s, the compiler says so", (title, [, error]) => {
  expect(errors.get(nameOf(title)), [...errors].join("\n")).toContain(error);
});

test("nothing else is wrong", () => {
  expect([...errors.keys()].sort()).toEqual(Object.keys(WRONG).map(nameOf).sort());
});
