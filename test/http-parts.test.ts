import { scheduler } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { HEARD_A_SECOND, RefusedCallers } from "../src/http/access/refusals.ts";
import { negotiate } from "../src/http/exchange/accept.ts";
import { digest } from "../src/http/exchange/digest.ts";
import type { Env } from "../src/http/exchange/env.ts";
import { mediaType } from "../src/http/exchange/intake.ts";
import { methodsOf } from "../src/http/exchange/methods.ts";
import { isWaitMiswritten, readPreferences } from "../src/http/exchange/preferences.ts";
import { matches } from "../src/http/exchange/representation.ts";
import { RemoteGame } from "../src/http/objects.ts";
import { decodeBase32, encodeBase32 } from "../src/ids/base32.ts";
import { isGameId, newAppId, newGameId, newPlayerId, playerBytes, repeatableGameId } from "../src/ids/ids.ts";
import { remembered } from "../src/ids/remembered.ts";
import { makeToken, newTokenId, readToken, type Token } from "../src/ids/token.ts";
import { instant, readInstant } from "../src/wire/instants.ts";

const env = { TOKEN_SECRET: "one" } as Env,
  other = { TOKEN_SECRET: "two" } as Env;

test("base32 comes back, and has one spelling for each value", () => {
  for (let length = 0; length < 40; length++) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    const text = encodeBase32(bytes);
    expect(decodeBase32(text)).toEqual(bytes);
    for (const wrong of [`${text}a`, `${text}=`, text.toUpperCase(), text.slice(0, -1)]) {
      if (wrong === text) continue;
      const decoded = decodeBase32(wrong);
      if (decoded !== undefined) expect(encodeBase32(decoded)).toBe(wrong);
    }
  }
  expect(encodeBase32(new TextEncoder().encode("foobar"))).toBe("mzxw6ytboi");
  for (const text of ["a", "aaa", "aaaaaa", "ab", "a1", "a8", "mzxw6ytboj", "m zxw6", "\u212a\u212a"])
    expect(decodeBase32(text)).toBeUndefined();
});

test("ids and tokens verify themselves under their own secret only", () => {
  const player = newPlayerId();
  expect(playerBytes(player)).toHaveLength(10);
  const id = newGameId(env);
  expect(id).toMatch(/^gm_[a-z2-7]{24}$/);
  expect([
    isGameId(env, id),
    isGameId(other, id),
    isGameId(env, `${id}a`),
    isGameId(env, id.replace("gm_", "pl_")),
  ]).toEqual([true, false, false, false]);
  const invented = Array.from({ length: 2000 }, () => `gm_${encodeBase32(crypto.getRandomValues(new Uint8Array(15)))}`);
  expect(invented.some((each) => isGameId(env, each))).toBe(false);
  const bearers: Token["bearer"][] = [
    { player, only: null },
    { player, only: { game: id, seat: 3 } },
    { app: newAppId() },
  ];
  for (const bearer of bearers) {
    for (const expiresAt of [null, Date.UTC(2099, 11, 31)]) {
      const said: Token = { id: newTokenId(), scopes: ["games:read", "account:manage"], expiresAt, bearer };
      const token = makeToken(env, said);
      expect([readToken(env, token), readToken(other, token), readToken(env, token.slice(5))]).toEqual([
        said,
        undefined,
        undefined,
      ]);
      const bytes = decodeBase32(token.slice(5))!;
      for (let at = 0; at < bytes.length; at++)
        expect(readToken(env, `trix_${encodeBase32(bytes.with(at, bytes[at] ^ 1))}`)).toBeUndefined();
    }
  }
});

test("the same key of the same player always means the same game, and no other", () => {
  const ids = [
    repeatableGameId(env, "pl_a", "k"),
    repeatableGameId(env, "pl_b", "k"),
    repeatableGameId(env, "pl_a", "K"),
    repeatableGameId(other, "pl_a", "k"),
  ];
  expect(new Set(ids).size).toBe(4);
  expect(repeatableGameId(env, "pl_a", "k")).toBe(ids[0]);
  expect(isGameId(env, ids[0])).toBe(true);
});

test.each([
  [null, "application/json"],
  ["", "application/json"],
  ["*/*", "application/json"],
  ["application/*", "application/json"],
  ["text/html, */*;q=0.1", "application/json"],
  ["text/plain", "text/plain"],
  ["application/json;q=0.5, text/plain", "text/plain"],
  ["APPLICATION/JSON; charset=utf-8", "application/json"],
  ["text/html", undefined],
  ["application/json;q=0", undefined],
  ["application/json;q=0, */*", "text/plain"],
  ["application/json;q=nonsense", undefined],
])("Accept %j of JSON and text gives %j", (accept, expected) => {
  expect(negotiate(accept, ["application/json", "text/plain"])).toBe(expected);
});

test.each([
  [null, false],
  ["*", true],
  ['W/"a.1"', true],
  ['"a.1"', true],
  ['"x" , W/"a.1"', true],
  ["a.1", false],
  ['W/"a.2"', false],
])("If-None-Match %j: %j", (header, expected) => {
  expect(matches(header, 'W/"a.1"')).toBe(expected);
});

test.each<[string | null, Record<string, string>]>([
  [null, {}],
  ["", {}],
  ["return=minimal", { return: "minimal" }],
  ["wait=5, return=minimal", { wait: "5", return: "minimal" }],
  ['  Wait = "5" ,,Return="minimal"', { wait: "5", return: "minimal" }],
  ["respond-async, handling=lenient; wait=10", { "respond-async": "", handling: "lenient", wait: "10" }],
  ["return=representation, return=minimal", { return: "representation" }],
  ['note="a, return=minimal", wait=1', { note: "a, return=minimal", wait: "1" }],
  ['note="say \\"wait=9\\"", wait=1', { note: 'say "wait=9"', wait: "1" }],
  ["wait=5 6, return=minimal", { return: "minimal" }],
  [`a=1${" ".repeat(50_000)}b, return=minimal`, { return: "minimal" }],
])("Prefer %j is %j", (header, expected) => {
  expect(Object.fromEntries(readPreferences(header))).toEqual(expected);
});

test.each<[string | null, boolean]>([
  [null, false],
  ["wait=25", false],
  ['Wait = "25"', false],
  ["wait", false],
  ["wait=-5", false],
  ["wait=1.5", false],
  ["waiting 25", false],
  ["wait-for 25", false],
  ["return minimal", false],
  ['note="wait 25"', false],
  ["wait 25", true],
  ["wait: 25", true],
  ["Wait 25", true],
  ["wait=5 6", true],
  ["return=minimal, wait 25", true],
  ["handling=lenient; wait 25", true],
])("Prefer %j is a wait that nobody can read: %j", (header, expected) => {
  expect(isWaitMiswritten(header)).toBe(expected);
});

test.each<[string | null, string]>([
  [null, ""],
  ["application/json", "application/json"],
  ["application/json;", "application/json"],
  ["application/json ; charset=utf-8;", "application/json"],
  ["application/json;odata.metadata=minimal", "application/json"],
  ['application/json;profile="a;b"', "application/json"],
  [" Application/JSON", "application/json"],
  ["text/plain; charset=latin1", "text/plain"],
])("Content-Type %j is %j", (header, expected) => {
  expect(mediaType(header)).toBe(expected);
});

test.each<[string, string | null]>([
  ["2026-11-30T12:00:00Z", "2026-11-30T12:00:00.000Z"],
  ["2026-11-30t12:00:00z", "2026-11-30T12:00:00.000Z"],
  ["2026-11-30t12:00:00.5+02:00", "2026-11-30T10:00:00.500Z"],
  ["2026-11-30T12:00Z", "2026-11-30T12:00:00.000Z"],
  ["2024-02-29T00:00:00-00:00", "2024-02-29T00:00:00.000Z"],
  ["2026-02-29T00:00:00Z", null],
  ["2026-13-01T00:00:00Z", null],
  ["2026-00-10T00:00:00Z", null],
  ["2026-11-30T24:00:00Z", null],
  ["2026-11-30T12:60:00Z", null],
  ["2026-11-30T12:00:00", null],
  ["2026-11-30 12:00:00Z", null],
  ["2026-11-30", null],
  ["2026-11-30T12:00:00+2:00", null],
  ["2026-11-30T12:00:00+24:00", null],
  ["yesterday", null],
  ["", null],
])("the timestamp %j is %j", (text, expected) => {
  const at = readInstant(text);
  expect(at === null ? null : instant(at)).toBe(expected);
});

test("what held is not worked out again, what did not is, and the oldest of ten thousand goes", () => {
  const worked: string[] = [];
  const lengthOf = remembered((_, text: string) => {
    worked.push(text);
    return text.startsWith("no") ? undefined : { text };
  });
  const first = lengthOf(env, "a");
  expect(lengthOf(env, "a")).toBe(first);
  expect([lengthOf(env, "no"), lengthOf(env, "no")]).toEqual([undefined, undefined]);
  expect(worked).toEqual(["a", "no", "no"]);
  // Under another secret nothing is known, and then nothing under the first.
  expect(lengthOf(other, "a")).not.toBe(first);
  expect(lengthOf(env, "a")).not.toBe(first);
  for (let i = 1; i < 10_000; i++) lengthOf(env, `b${i}`);
  worked.length = 0;
  lengthOf(env, "a");
  lengthOf(env, "c");
  lengthOf(env, "b1");
  expect(worked).toEqual(["c"]);
  lengthOf(env, "a");
  expect(worked).toEqual(["c", "a"]);
});

test("methods are those of every route that fits the path", () => {
  const at = methodsOf([
    { method: "ALL", path: "/*" },
    { method: "GET", path: "/a/:id" },
    { method: "PUT", path: "/a/b" },
    { method: "POST", path: "/a.b" },
  ]);
  expect([at("/a/x"), at("/a/b"), at("/a.b"), at("/axb"), at("/a/"), at("/")]).toEqual([
    ["GET", "HEAD", "OPTIONS"],
    ["GET", "HEAD", "OPTIONS", "PUT"],
    ["OPTIONS", "POST"],
    [],
    [],
    [],
  ]);
});

test("a fingerprint tells values apart, not their spelling", () => {
  expect(digest({ a: 1, b: { c: [1, 2], d: undefined } })).toBe(digest({ b: { c: [1, 2] }, a: 1 }));
  expect(new Set([{ a: 1 }, { a: "1" }, { a: [1] }, { a: { 0: 1 } }, [1, 2], [2, 1]].map(digest)).size).toBe(6);
});

describe("a game object that cannot be reached", () => {
  afterEach(() => vi.unstubAllGlobals());

  /** Calls an object that fails with each of these errors in turn before it answers. */
  async function calls(failures: object[], repeatable: boolean) {
    vi.stubGlobal("scheduler", scheduler);
    let tried = 0;
    const stub = {
      view: async () => {
        const failure = failures[tried++];
        if (failure !== undefined) throw Object.assign(new Error("lost"), failure);
        return { ok: true as const, game: {} };
      },
    };
    const context = { env: { GAMES: { getByName: () => stub } }, set: () => {} } as unknown as ConstructorParameters<
      typeof RemoteGame
    >[0];
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const answer = await new RemoteGame(context, "gm_x")
      .ask((game) => game.view(null), { repeatable })
      .then(
        () => "answered",
        (error: Error & { code?: string }) => error.code ?? error.message,
      );
    return [answer, tried];
  }
  const passing = { retryable: true };

  test("is asked again where that can do no harm, three times at most", async () => {
    expect(await calls([], true)).toEqual(["answered", 1]);
    expect(await calls([passing, passing, passing], true)).toEqual(["answered", 4]);
    expect(await calls([passing, passing, passing, passing], true)).toEqual(["game_unavailable", 4]);
    expect(await calls([passing], false)).toEqual(["game_unavailable", 1]);
  });

  test("is left alone where it is overloaded, and its faults are not hidden", async () => {
    expect(await calls([{ retryable: true, overloaded: true }], true)).toEqual(["game_unavailable", 1]);
    expect(await calls([{}], true)).toEqual(["lost", 1]);
  });

  test("is told as unavailable while it still runs a release that lacks the call", async () => {
    const older = { message: 'The RPC receiver does not implement the method "view".' };
    expect(await calls([older], true)).toEqual(["game_unavailable", 1]);
  });
});

test("of who is over their refusals a few actions a second reach the game, until the window is over; others are all heard", () => {
  const callers = new RefusedCallers();
  const at = 1_800_000_000_000;
  const heard = (token: string, game: string, now: number) =>
    Array.from({ length: 50 }, () => callers.isHeard(token, game, now)).filter(Boolean).length;
  expect(heard("tk_a", "gm_1", at)).toBe(50);
  callers.note("tk_a", "gm_1", at);
  expect(heard("tk_a", "gm_1", at)).toBe(HEARD_A_SECOND);
  callers.note("tk_a", "gm_1", at + 999);
  expect(heard("tk_a", "gm_1", at + 999)).toBe(0);
  expect(heard("tk_a", "gm_1", at + 1000)).toBe(HEARD_A_SECOND);
  expect([heard("tk_a", "gm_2", at + 1000), heard("tk_b", "gm_1", at + 1000)]).toEqual([50, 50]);
  expect(heard("tk_a", "gm_1", at + 60_998)).toBe(HEARD_A_SECOND);
  expect(heard("tk_a", "gm_1", at + 60_999)).toBe(50);
});
