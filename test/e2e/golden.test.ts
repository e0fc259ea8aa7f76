/** A server of today on data that release 0.2.0's last commit wrote: all it told it still tells, and all that goes on goes on. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memoryDir } from "../../scripts/server.ts";
import type { GameEventView, GameView } from "../../src/game/types.ts";
import { updateD1 } from "../soak/d1-file.ts";
import { unpack } from "../support/archive.ts";
import type { ProblemDocument } from "../support/client.ts";
import { askAgain, Cast, differences, type Golden, type StoredHook } from "../support/golden.ts";
import { randomFrom } from "../support/random.ts";
import { type Receiver, signatureOf, startReceiver } from "../support/receiver.ts";
import { startTestServer, type TestServer, testBundle } from "../support/server.ts";
import { eventually, Hook } from "../support/webhooks.ts";

/** Fields that later releases have added to answers, by their own names alone; openapi/CHANGELOG.md has each. */
const ADDED: readonly string[] = [
  "kingUnderAce",
  "cards",
  "credit",
  "revokeCost",
  "games",
  "awaiting",
  "ended",
  "language",
  "totals",
  "total",
  "newcomers",
  "votes",
  "former",
  "left",
  "firstKing",
  "contractTiming",
  "twosTiming",
  "tiebreakDeals",
];

interface PrivateEntry {
  seq: number;
  type: string;
  game: string;
  decision?: string;
  plan?: string;
}

let server: TestServer;
let endpoint: Receiver;
let golden: Golden;
let cast: Cast;
const work = await memoryDir();

beforeAll(async () => {
  await unpack(await readFile(join(import.meta.dirname, "../golden/c47dacc.tar.br")), work.dir);
  golden = JSON.parse(await readFile(join(work.dir, "golden.json"), "utf8"));
  // The data name its port. Another run on this machine may have it for a moment.
  const listen = () =>
    startReceiver({}, golden.port).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE") throw error;
      return null;
    });
  endpoint = await eventually(`port ${golden.port} to be free`, listen, 100_000);
  updateD1(work.dir, (await testBundle()).migrations);
  server = await startTestServer({
    dataDir: work.dir,
    secret: golden.secret,
    vars: { WEBHOOKS_PRIVATE: "1" },
  });
  cast = new Cast(server.url, golden.callers);
});
afterAll(async () => {
  const failures = server.logs.filter(({ level }) => level === "error");
  await server.close();
  await endpoint.close();
  await work.clear();
  expect(failures).toEqual([]);
});

const hookOf = ({ caller, game, id, secret }: StoredHook) =>
  new Hook(cast.as(caller), game, { webhook: { id } as never, secret });

const inboxOf = (caller: string, after = 0) =>
  cast
    .as(caller)
    .get2xx<{ data: PrivateEntry[]; version: number }>("GET", `/v1/me/events?after=${after}&limit=1000`)
    .then(({ data }) => data);

/** The answer to a GET as the release gave it. */
const storedOf = <T>(caller: string, path: string): T =>
  golden.answers.find((each) => each.caller === caller && each.path === path)!.answer as T;

test("every answer of the release is the answer of today", async () => {
  const found: string[] = [];
  const calls = golden.answers.slice();
  // A few at a time, as many clients would.
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let call = calls.shift(); call !== undefined; call = calls.shift()) {
        const { status, answer } = await askAgain(cast, call);
        const name = `${call.caller}: ${call.method} ${call.path}`;
        if (status !== call.status) found.push(`${name}: ${status}, was ${call.status}`);
        else found.push(...differences(call.answer, answer, ADDED).map((each) => `${name}: ${each}`));
      }
    }),
  );
  expect(golden.answers.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

describe.concurrent("what was due when the server went down happens now:", () => {
  /** The events of a game after those that were read before, which are still the same. */
  async function since({ caller, game, events }: { caller: string; game: string; events: GameEventView[] }) {
    const today = await cast.as(caller).events(game);
    expect(differences(events, today.slice(0, events.length), ADDED)).toEqual([]);
    return today.slice(events.length);
  }

  test("a clock runs out, and a house bot plays to the end", async () => {
    const { clock } = golden.due;
    await eventually(
      "the end of the game",
      async () => (await cast.as("public").view(clock.game)).status === "finished",
    );
    const [expired, substituted] = await since(clock);
    expect(expired).toMatchObject({ type: "clock_expired", seat: 0, deadline: clock.deadline, strike: 1 });
    expect(substituted).toMatchObject({ type: "seat_substituted", seat: 0, bot: "steady", cause: "timeout" });
  });

  test("a plan acts, and its player is told", async () => {
    const { plan } = golden.due;
    const [played] = await eventually("the plan to act", async () => {
      const events = await since(plan);
      return events.length > 0 && events;
    });
    expect(played).toMatchObject({ type: "card_played", seat: 0, by: "player" });
    await eventually("the word of it", async () =>
      (await inboxOf(plan.caller)).some((entry) => entry.type === "plan_fired" && entry.plan === plan.name),
    );
  });

  test("a delivery that failed comes through, signed with the same secret", async () => {
    const { delivery } = golden.due;
    const hook = hookOf(delivery);
    const queued = delivery.deliveries.filter(({ state }) => state === "queued");
    expect(queued.map(({ kind }) => kind).sort()).toEqual(["decision", "events"]);
    for (const { id, attempts } of queued) {
      const got = await eventually("the delivery", () => endpoint.received.find((each) => each.id === id));
      expect(got.path).toBe("/due");
      expect(got.signatures).toEqual([signatureOf(delivery.secret, got)]);
      const now = await eventually("its success", async () =>
        (await hook.log()).find((each) => each.id === id && each.state === "delivered"),
      );
      expect(now.attempts.slice(0, attempts.length)).toEqual(attempts);
      expect(now.attempts.at(-1)).toMatchObject({ status: 200, error: null });
    }
  });

  test("an endpoint that failed is asked again whether it wants the deliveries", async () => {
    const hook = hookOf(golden.due.verification);
    await eventually("the webhook to be active", async () => (await hook.read()).status === "active");
  });

  test("a player hears of the decision that opened last, under the next number", async () => {
    const { caller, game, version, decision } = golden.due.inbox;
    const entry = await eventually("the entry", async () =>
      (await inboxOf(caller, version)).find((each) => each.game === game && each.decision === decision),
    );
    expect(entry.type).toBe("decision_opened");
    const numbers = (await inboxOf(caller)).map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
    expect(numbers.length).toBeGreaterThan(version);
  });
});

describe("what was stored can be used:", () => {
  test("tokens, for what they are for and no more", async () => {
    const { games } = golden;
    const code = async (caller: string, method: string, path: string, body?: object) => {
      const { status, json } = await cast.as(caller).send<ProblemDocument>(method, path, body);
      return status < 300 ? "granted" : json.code;
    };
    const { legalActions, decision } = (await cast.as("bound").view(games.tricks)).you!;
    const action = { action: legalActions[0].id, decision: decision!.id };
    const acting = `/v1/games/${games.tricks}/actions`;
    expect(await code("reader", "POST", acting, action)).toBe("insufficient_scope");
    expect(await code("revoked", "POST", acting, action)).toBe("unauthorized");
    expect(await code("bound", "POST", `/v1/games/${games.contract}/actions`, action)).not.toBe("granted");
    expect(await code("bound", "POST", acting, action)).toBe("granted");
    expect(await code("passing", "POST", acting, action)).toBe("granted");
    expect(await code("layla", "POST", "/v1/games", {})).toBe("granted");
    expect(await code("ended", "POST", "/v1/games", {})).toBe("unauthorized");
    expect(await code("claimed", "GET", `/v1/games/${games.app}/plans`)).toBe("granted");
    const name = { name: "new", scopes: ["games:read"] };
    expect(await code("amal", "POST", "/v1/me/tokens", name)).toBe("granted");
  });

  test("webhooks: what waits is sent at once if asked for, an endpoint that was gone is asked again", async () => {
    const { seat, gone, pending, failing } = golden.hooks;
    const waiting = (await hookOf(seat).log()).find(({ kind, state }) => kind === "decision" && state === "queued")!;
    expect((await hookOf(seat).post(`deliveries/${waiting.id}/resend`)).status).toBe(200);
    for (const hook of [gone, pending]) expect((await hookOf(hook).post("verify")).status).toBe(200);
    await eventually("the delivery", () => endpoint.received.some(({ id }) => id === waiting.id));
    for (const hook of [gone, pending])
      await eventually("the webhook to be active", async () => (await hookOf(hook).read()).status === "active");
    await hookOf(failing).post("test");
    const probe = await eventually("the test", () => endpoint.received.find(({ path }) => path === "/failing"));
    // The secret was changed: the old one still signs as well.
    expect(probe.signatures).toHaveLength(2);
    expect(probe.signatures).toContain(signatureOf(failing.secret, probe));
  });

  test("plans: the two that are left are tried, and taken back", async () => {
    const path = `/v1/games/${golden.games.plans}/plans`;
    const basil = cast.as("basil");
    expect(await basil.get2xx("POST", `${path}/dry-run`)).toMatchObject({ fires: null });
    expect(await basil.get2xx("DELETE", `${path}/hearts`)).toMatchObject({ data: [{ name: "jacks" }] });
  });
});

test("every game that runs or waits is played to its end, and its players hear of it without a gap", async () => {
  const { games } = golden;
  for (const caller of ["basil", "dina"]) await cast.as(caller).send("DELETE", `/v1/games/${games.paused}/pause`);
  for (const caller of ["carla", "dina"]) await cast.as(caller).get2xx("DELETE", `/v1/games/${games.paused}/pause`);
  await cast.as("dina").join(games.substituted);
  const guests: [string, string[]][] = [
    [games.waiting, ["basil"]],
    [games.kept, ["amal", "carla"]],
    [games.rematch, ["amal", "basil", "dina"]],
  ];
  for (const [game, callers] of guests) for (const caller of callers) await cast.as(caller).join(game);

  const stored = (id: string) => storedOf<GameView>("public", `/v1/games/${id}`);
  const running = Object.values(games).filter((id) => ["waiting", "playing"].includes(stored(id).status));
  expect(running.length).toBeGreaterThan(20);
  const left = running.slice();
  const play = async (id: string) => {
    const { status, result } = await cast.play(id, randomFrom(id));
    expect([status, result?.places.length], id).toEqual(["finished", 4]);
    const record = await cast.as("public").record(id);
    expect(await cast.as("public").get2xx("POST", "/v1/records/check", record)).toMatchObject({ verdict: "valid" });
  };
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) await play(id);
    }),
  );
  // History follows soon; it is asked seldom, for the list is long.
  const listed = async () =>
    (await cast.as("public").get2xx<{ data: { id: string }[] }>("GET", "/v1/games?status=finished&limit=100")).data;
  await expect
    .poll(
      async () => {
        const ids = (await listed()).map(({ id }) => id);
        return running.filter((id) => stored(id).visibility === "public" && !ids.includes(id));
      },
      { interval: 250, timeout: 10_000 },
    )
    .toEqual([]);
  for (const series of [games.kept, games.seriesNext])
    await eventually("the next match", async () => (await cast.as("public").view(series)).next);
  await Promise.all(
    ["amal", "basil", "carla", "dina", "emil", "layla"].map(async (caller) => {
      const seats = [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }];
      const { id } = await cast.as(caller).create({ seats, rules: { kingdoms: 1 } });
      await eventually("the word of a new decision", async () =>
        (await inboxOf(caller)).some(({ type, game }) => type === "decision_opened" && game === id),
      );
      const before = storedOf<{ data: PrivateEntry[] }>(caller, "/v1/me/events?limit=1000").data;
      const entries = await inboxOf(caller);
      expect(entries.slice(0, before.length), caller).toEqual(before);
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, i) => i + 1));
    }),
  );
});
