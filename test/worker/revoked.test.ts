import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { app } from "../../src/http/app.ts";
import type { Env } from "../../src/http/exchange/env.ts";
import { newGameId } from "../../src/ids/ids.ts";

// One clock for all tests, which only ever goes forward: what this isolate knows of the list stays from one to the next. It
// begins far ahead, as other files turn the clock as well.
beforeAll(() => {
  later(2000 * 24 * 3600);
});
afterAll(() => {
  vi.useRealTimers();
});

/** One request to the app, and what it left to be done afterwards. */
async function ask(
  method: string,
  path: string,
  token?: string,
  body?: object,
): Promise<{ status: number; json: any }> {
  const context = createExecutionContext();
  const response = await app.request(
    path,
    {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        "Content-Type": "application/json",
        "CF-Connecting-IP": crypto.randomUUID(),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
    },
    env as unknown as Env,
    context,
  );
  const json = await response.json();
  await waitOnExecutionContext(context);
  return { status: response.status, json };
}

/** The clock of this isolate stands so many seconds later. */
const later = (seconds: number): void => {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ["Date"] });
};

/** A token, revoked as another isolate would: its row changes, which this one has to read. */
async function revokedElsewhere(): Promise<string> {
  const first = (await ask("POST", "/v1/players", undefined, { name: "Amal", kind: "human" })).json.token as string;
  const { token, id } = (
    await ask("POST", "/v1/me/tokens", first, { name: "t", scopes: ["games:read", "games:play", "account:manage"] })
  ).json;
  later(60);
  expect((await ask("GET", "/v1/me", token)).status).toBe(200);
  await env.DB.prepare("UPDATE tokens SET revoked_at = ? WHERE id = ?").bind(Date.now(), id).run();
  return token;
}

test("a token that was revoked elsewhere is refused within 60 seconds: after 31 the next but one call, after 56 the next", async () => {
  const token = await revokedElsewhere();
  // A call that asks D1 for nothing else.
  const call = async (by: string) => (await ask("GET", "/v1/bots", by)).status;
  later(29);
  expect(await call(token)).toBe(200);
  later(2);
  // Its own copy is read beside this call, which does not wait.
  expect(await call(token)).toBe(200);
  expect(await call(token)).toBe(401);
  const other = await revokedElsewhere();
  later(56);
  expect(await call(other)).toBe(401);
});

test("an action waits for no list: it is judged by the copy that is there, and the list is read beside it", async () => {
  const token = await revokedElsewhere();
  later(300);
  const path = `/v1/games/${newGameId(env as unknown as Env)}/actions`;
  expect((await ask("POST", path, token, { action: "pass" })).json.code).toBe("game_not_found");
  expect((await ask("POST", path, token, { action: "pass" })).json.code).toBe("unauthorized");
});

test("many calls at once wait for the same reading, and what makes tokens asks D1 itself", async () => {
  const token = await revokedElsewhere();
  later(300);
  const made = await Promise.all(
    Array.from({ length: 8 }, () => ask("POST", "/v1/me/tokens", token, { name: "t", scopes: ["games:read"] })),
  );
  expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 401));
  // Not known here, and no reason to read: the row alone says it.
  const first = (await ask("POST", "/v1/players", undefined, { name: "Amal", kind: "human" })).json.token as string;
  const { token: manager, id } = (
    await ask("POST", "/v1/me/tokens", first, { name: "t", scopes: ["account:manage", "games:read"] })
  ).json;
  await env.DB.prepare("UPDATE tokens SET revoked_at = ? WHERE id = ?").bind(Date.now(), id).run();
  expect((await ask("POST", "/v1/me/tokens", manager, { name: "t", scopes: ["games:read"] })).json.code).toBe(
    "unauthorized",
  );
  expect((await ask("POST", "/v1/apps", manager, { name: "Chat" })).json.code).toBe("unauthorized");
  expect((await env.DB.prepare("SELECT count(*) AS n FROM apps").first<{ n: number }>())!.n).toBe(0);
});

test("while D1 fails, calls go by the copy that is there", async () => {
  const token = await revokedElsewhere();
  later(300);
  await env.DB.prepare("ALTER TABLE tokens RENAME TO tokens_away").run();
  const path = `/v1/games/${newGameId(env as unknown as Env)}`;
  expect((await ask("GET", path, token)).json.code).toBe("game_not_found");
  await env.DB.prepare("ALTER TABLE tokens_away RENAME TO tokens").run();
  later(2);
  expect((await ask("GET", path, token)).json.code).toBe("unauthorized");
});
