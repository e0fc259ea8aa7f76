import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Courier as WebhookObject } from "../../src/index.ts";
import { ANSWER_LIMIT, post } from "../../src/webhook/post.ts";
import { PAUSES_MS } from "../../src/webhook/schedule.ts";
import { LOG_LENGTH } from "../../src/webhook/store.ts";
import type {
  DeliveryKind,
  DeliveryView,
  WebhookAudience,
  WebhookCalls,
  WebhookView,
} from "../../src/webhook/types.ts";
import { AMAL, type Asked, codeOf, granted, isFinished, PLAYERS, Table } from "../support/table.ts";

/** One request that came to the endpoint of these tests. */
interface Got {
  id: string;
  text: string;
  json: any;
  at: number;
}

let got: Got[] = [];
/** What the endpoint answers; challenges it answers by itself. */
let answer: (got: Got) => Response | Promise<Response>;
const logged: string[] = [];

beforeEach(() => {
  got = [];
  logged.length = 0;
  answer = () => new Response(null, { status: 204 });
  vi.spyOn(console, "error").mockImplementation((line: string) => {
    logged.push(line);
  });
  // The endpoint is the tests' own: what leaves this isolate ends here.
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
    const text = String(init!.body),
      json = JSON.parse(text);
    const received = { id: (init!.headers as Record<string, string>)["webhook-id"], text, json, at: Date.now() };
    got.push(received);
    return json.type === "verification" ? Response.json({ challenge: json.challenge }) : answer(received);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const of = (type: DeliveryKind) => got.filter(({ json }) => json.type === type);
const seqs = () => of("events").flatMap(({ json }) => json.data.map(({ seq }: { seq: number }) => seq));
const setClock = (at: number) => {
  vi.useFakeTimers({ toFake: ["Date"], now: at });
};

let made = 0;

/** A hook of Amal's, who sits at seat 0, and its calls. */
class Hooked {
  readonly id: string;
  readonly table: Table;

  constructor(table: Table, id: string) {
    this.table = table;
    this.id = id;
  }

  static async make(audience: WebhookAudience, table: Table): Promise<Hooked> {
    const id = `wh_worker${made++}`;
    granted(
      await table.game.addWebhook({
        id,
        player: AMAL.id,
        audience,
        url: "https://bot.example.com/hook",
        language: "en",
        most: 5,
      }),
    );
    const hooked = new Hooked(table, id);
    await vi.waitFor(async () => expect((await hooked.read()).status).toBe("active"));
    return hooked;
  }

  /** On a table that is at its first card in a deal of tricks, where seat 0 leads. */
  static async atFirstCard(audience: WebhookAudience, asked: Asked = {}): Promise<Hooked> {
    const table = await Table.open({ seed: "hooked", ...asked });
    const { king } = (await table.view()).deal!;
    await table.toFirstCard("t");
    const hooked = await Hooked.make(audience, table);
    expect(king).toBe((await table.view()).deal!.awaiting[0]);
    return hooked;
  }

  get stub(): DurableObjectStub<WebhookObject> {
    return env.COURIERS.getByName(this.id);
  }

  get calls(): WebhookCalls {
    return this.stub as unknown as WebhookCalls;
  }

  async read(): Promise<WebhookView> {
    const answered = await this.calls.read();
    if (!answered.ok) throw new Error(answered.code);
    return answered.hook;
  }

  async log(): Promise<DeliveryView[]> {
    const answered = await this.calls.deliveries();
    if (!answered.ok) throw new Error(answered.code);
    return answered.data;
  }

  async newest(kind: DeliveryKind): Promise<DeliveryView> {
    return (await this.log()).find((each) => each.kind === kind)!;
  }

  /** Once an attempt of a delivery of this kind has ended. */
  attempted(kind: DeliveryKind, times = 1): Promise<DeliveryView> {
    return vi.waitFor(async () => {
      const delivery = await this.newest(kind);
      expect(delivery?.attempts.length).toBe(times);
      return delivery;
    });
  }

  /** Until all that has happened was delivered. */
  async caughtUp(): Promise<void> {
    const { version } = await this.table.view();
    await vi.waitFor(async () => expect((await this.read()).deliveredSeq).toBe(version));
  }

  exec(statement: string, ...bindings: unknown[]): Promise<Record<string, SqlStorageValue>[]> {
    return runInDurableObject(this.stub, (_, { storage }) => storage.sql.exec(statement, ...bindings).toArray());
  }

  /** The alarm of the webhook at that instant. */
  async alarmAt(at: number): Promise<void> {
    setClock(at);
    await runInDurableObject(this.stub, (_, { storage }) => storage.setAlarm(at + 60_000));
    await runDurableObjectAlarm(this.stub);
  }
}

/** The seat whose turn it is plays the first card that it may. */
async function move(table: Table): Promise<void> {
  const seat = (await table.view()).deal!.awaiting[0];
  granted(await table.act(seat, (await table.view(seat)).you!.legalActions[0].id));
}

test("an endpoint that fails is tried again by the schedule, the same under the same id, and disabled in the end; verified again it goes on where it had stopped", async () => {
  const hooked = await Hooked.atFirstCard("public");
  const since = (await hooked.read()).deliveredSeq;
  answer = () => new Response(null, { status: 500 });
  await move(hooked.table);
  const first = await hooked.attempted("events");
  let failed = first;
  for (const [i, pause] of PAUSES_MS.entries()) {
    const due = failed.nextAttemptAt!;
    const waited = due - failed.attempts[i].at;
    expect(waited).toBeGreaterThanOrEqual(pause * 0.8);
    expect(waited).toBeLessThanOrEqual(pause * 1.2 + 5000);
    // Before its time nothing is sent, and what happens meanwhile waits in line.
    await hooked.alarmAt(due - 1);
    if (i < 3) await move(hooked.table);
    expect(of("events")).toHaveLength(i + 1);
    await hooked.alarmAt(due);
    failed = await hooked.attempted("events", i + 2);
  }
  expect(failed).toMatchObject({ id: first.id, state: "failed", nextAttemptAt: null });
  expect(new Set(of("events").map(({ id, text }) => `${id} ${text}`)).size).toBe(1);
  expect(await hooked.read()).toMatchObject({ status: "disabled", disabledReason: "failing" });
  expect((await hooked.calls.probe()).ok).toBe(false);
  await move(hooked.table);
  await hooked.alarmAt(Date.now() + 7 * 24 * 3600 * 1000);
  expect(of("events")).toHaveLength(PAUSES_MS.length + 1);

  got = [];
  answer = () => new Response();
  await hooked.calls.verify();
  await hooked.caughtUp();
  const { version } = await hooked.table.view();
  expect(seqs()).toEqual(Array.from({ length: version - since }, (_, i) => since + 1 + i));
});

test("of each decision there is one delivery, however often and at once it is told, rung and asked for", async () => {
  const table = await Table.open({ seed: "hooked" });
  const { king } = (await table.view()).deal!;
  await table.toFirstCard("t");
  answer = async ({ json }) => {
    if (json.type === "decision") await scheduler.wait(30);
    return new Response();
  };
  const hooked = new Hooked(table, `wh_worker${made++}`);
  granted(
    await table.game.addWebhook({
      id: hooked.id,
      player: PLAYERS[king].id,
      audience: "seat",
      url: "https://bot.example.com/hook",
      language: "en",
      most: 5,
    }),
  );
  await hooked.attempted("verification");
  const { version, you } = await table.view(king);
  const notice = { version, decision: { id: you!.decision!.id, deadline: null } };
  await runInDurableObject(hooked.stub, async (instance: WebhookObject) => {
    await Promise.all([
      instance.alarm(),
      instance.notify(notice),
      instance.alarm(),
      instance.notify(notice),
      instance.notify({ version: version - 1, decision: null }),
      instance.alarm(),
    ]);
  });
  const delivered = await hooked.attempted("decision");
  expect(delivered).toMatchObject({ state: "delivered", decision: you!.decision!.id, answer: null });
  await hooked.calls.notify(notice);
  await hooked.alarmAt(Date.now() + 24 * 3600 * 1000);
  expect(of("decision")).toHaveLength(1);
  expect(of("decision")[0].json).toMatchObject({
    decision: you!.decision,
    view: { version, you: { seat: king, hand: you!.hand } },
  });
});

/** A seat hook of the king's, whose decision fails to come through. */
async function failingDecision(
  asked: Asked = {},
): Promise<{ hooked: Hooked; failed: DeliveryView; seat: 0 | 1 | 2 | 3 }> {
  const table = await Table.open({ seed: "hooked", ...asked });
  const seat = (await table.view()).deal!.king;
  await table.toFirstCard("t");
  answer = ({ json }) => new Response(null, { status: json.type === "decision" ? 503 : 200 });
  const hooked = new Hooked(table, `wh_worker${made++}`);
  granted(
    await table.game.addWebhook({
      id: hooked.id,
      player: PLAYERS[seat].id,
      audience: "seat",
      url: "https://bot.example.com/hook",
      language: "en",
      most: 5,
    }),
  );
  return { hooked, failed: await hooked.attempted("decision"), seat };
}

test("retries stop when the decision is answered by another way", async () => {
  const { hooked, failed } = await failingDecision();
  expect(failed).toMatchObject({ state: "queued", attempts: [{ status: 503, error: "status" }] });
  await move(hooked.table);
  await vi.waitFor(async () =>
    expect((await hooked.log()).find(({ id }) => id === failed.id)).toMatchObject({
      state: "cancelled",
      nextAttemptAt: null,
    }),
  );
  await hooked.alarmAt(failed.nextAttemptAt! + 1000);
  expect(of("decision")).toHaveLength(1);
  // Its owner may have it once more all the same, which plays nothing.
  answer = ({ json }) =>
    json.type === "decision" ? Response.json({ action: json.view.you.legalActions.at(-1).id }) : new Response();
  expect((await hooked.calls.resend(failed.id)).ok).toBe(true);
  await vi.waitFor(async () =>
    expect((await hooked.log()).find(({ id }) => id === failed.id)).toMatchObject({
      state: "delivered",
      answer: { code: "decision_answered" },
    }),
  );
  expect(of("decision").map(({ id, text }) => `${id} ${text}`)).toEqual(
    Array(2).fill(`${of("decision")[0].id} ${of("decision")[0].text}`),
  );
});

test("nothing of a decision is sent at or after its deadline; put off, the same delivery goes on", async () => {
  const { hooked, failed, seat } = await failingDecision();
  const { version, you } = await hooked.table.view(seat);
  const id = you!.decision!.id;
  const deadline = Date.now() + 60_000;
  await hooked.calls.notify({ version, decision: { id, deadline } });
  let next = failed.nextAttemptAt;
  for (let attempts = 2; next !== null; attempts++) {
    expect(next).toBeLessThan(deadline);
    await hooked.alarmAt(next);
    next = (await hooked.attempted("decision", attempts)).nextAttemptAt;
  }
  const tried = of("decision").length;
  expect(tried).toBeGreaterThan(3);
  expect(await hooked.newest("decision")).toMatchObject({ state: "expired" });
  expect((await hooked.read()).status).toBe("active");
  await hooked.alarmAt(deadline + 1);
  expect(of("decision")).toHaveLength(tried);
  await hooked.calls.notify({ version, decision: { id, deadline: deadline + 3_600_000 } });
  expect(await hooked.attempted("decision", tried + 1)).toMatchObject({ id: failed.id, state: "queued" });
  // One that is late on its way is given up without another attempt.
  await hooked.alarmAt(deadline + 3_600_000);
  expect(await hooked.newest("decision")).toMatchObject({ state: "expired", attempts: { length: tried + 1 } });
  expect(of("decision").map((each) => each.id)).toEqual(Array(tried + 1).fill(failed.id));
});

test("in a sandbox that is ahead, a delivery expires when the deadline passes in real time", async () => {
  const clock = { perMoveMs: 3_600_000, onTimeout: "houseBot", strikes: null, vacation: false } as const;
  const { hooked, failed, seat } = await failingDecision({ sandbox: true, clock });
  granted(await hooked.table.game.advance(AMAL.id, 3_000_000));
  const view = await hooked.table.view(seat);
  const ahead = Date.parse(view.sandbox!.now) - Date.now();
  const real = Date.parse(view.you!.decision!.deadline!) - ahead;
  await vi.waitFor(async () => {
    const [{ deadline }] = await hooked.exec("SELECT deadline FROM deliveries WHERE id = ?", failed.id);
    expect(Math.abs((deadline as number) - real)).toBeLessThan(1000);
  });
  await hooked.alarmAt(real - 300_000);
  expect(await hooked.attempted("decision", 2)).toMatchObject({ state: "queued" });
  await hooked.alarmAt(real + 1000);
  expect(await hooked.newest("decision")).toMatchObject({ state: "expired" });
});

test("a decision that was answered before it could be told of is not told of, and not asked for again and again", async () => {
  const { hooked, seat } = await failingDecision();
  answer = () => new Response();
  const { version, you } = await hooked.table.view(seat);
  await hooked.calls.notify({ version, decision: { id: "1", deadline: null } });
  await vi.waitFor(async () =>
    expect(await hooked.newest("decision")).toMatchObject({ decision: "1", state: "cancelled", attempts: [] }),
  );
  await hooked.alarmAt(Date.now() + 60_000);
  expect(await hooked.newest("decision")).toMatchObject({
    decision: "1",
    state: "cancelled",
    attempts: [],
    nextAttemptAt: null,
  });
  await hooked.calls.notify({ version, decision: { id: you!.decision!.id, deadline: null } });
  await vi.waitFor(() =>
    expect(of("decision").map(({ json }) => json.decision.id)).toEqual(Array(2).fill(you!.decision!.id)),
  );
});

test("an endpoint that answers 410 is left alone at once", async () => {
  const hooked = await Hooked.atFirstCard("public");
  answer = () => new Response(null, { status: 410 });
  await move(hooked.table);
  expect(await hooked.attempted("events")).toMatchObject({ state: "failed" });
  expect(await hooked.read()).toMatchObject({ status: "disabled", disabledReason: "gone" });
});

test("an attempt that a crash cut off is made again under its id, and an alarm that was lost is set again on waking", async () => {
  const hooked = await Hooked.atFirstCard("public");
  answer = () => new Response(null, { status: 500 });
  await move(hooked.table);
  const { id, nextAttemptAt } = await hooked.attempted("events");
  // As the beginning of an attempt leaves it behind.
  const lease = nextAttemptAt! + 30_000;
  await hooked.exec("UPDATE deliveries SET tries = tries + 1, next_try = ? WHERE id = ?", lease, id);
  await runInDurableObject(hooked.stub, (_, { storage }) => storage.deleteAlarm());
  await evictDurableObject(hooked.stub);
  await hooked.read();
  expect(await runInDurableObject(hooked.stub, (_, { storage }) => storage.getAlarm())).toBe(lease);
  answer = () => new Response();
  await hooked.alarmAt(lease - 1);
  expect(of("events")).toHaveLength(1);
  await hooked.alarmAt(lease);
  await hooked.caughtUp();
  expect(of("events").map((each) => `${each.id} ${each.text}`)).toEqual(Array(2).fill(`${id} ${of("events")[0].text}`));
});

test("events told twice, or told late, are delivered once and in order", async () => {
  const hooked = await Hooked.atFirstCard("public");
  for (let i = 0; i < 5; i++) await move(hooked.table);
  await hooked.caughtUp();
  const before = seqs();
  await hooked.table.exec(`UPDATE export SET seq = 1 WHERE target = 'hook:${hooked.id}'`);
  await runInDurableObject(hooked.table.stub, async (instance) => {
    await Promise.all([instance.alarm(), instance.alarm()]);
  });
  await move(hooked.table);
  await hooked.caughtUp();
  const { version } = await hooked.table.view();
  expect(seqs().slice(0, before.length)).toEqual(before);
  expect(seqs()).toEqual(Array.from({ length: version - before[0] + 1 }, (_, i) => before[0] + i));
});

test("an older batch that is sent again moves nothing back: what comes after the newest is sent, and each event once", async () => {
  const hooked = await Hooked.atFirstCard("public");
  await move(hooked.table);
  await hooked.caughtUp();
  const first = await hooked.newest("events");
  await move(hooked.table);
  await hooked.caughtUp();
  const { deliveredSeq } = await hooked.read();
  const before = of("events").length;
  expect((await hooked.calls.resend(first.id)).ok).toBe(true);
  await vi.waitFor(() => expect(of("events")).toHaveLength(before + 1));
  expect(of("events").at(-1)!.id).toBe(first.id);
  await vi.waitFor(async () =>
    expect((await hooked.log()).find(({ id }) => id === first.id)).toMatchObject({ state: "delivered" }),
  );
  expect((await hooked.read()).deliveredSeq).toBe(deliveredSeq);
  await move(hooked.table);
  await hooked.caughtUp();
  const { version } = await hooked.table.view();
  expect(
    of("events")
      .slice(before + 1)
      .flatMap(({ json }) => json.data.map(({ seq }: { seq: number }) => seq)),
  ).toEqual(Array.from({ length: version - deliveredSeq }, (_, i) => deliveredSeq + 1 + i));
});

test("an endpoint that says when to come back hears of nothing before, whatever waits; its owner may send all the same", async () => {
  const { hooked, failed } = await (async () => {
    const hooked = await Hooked.atFirstCard("seat");
    await hooked.caughtUp();
    answer = () => new Response(null, { status: 429, headers: { "Retry-After": "120" } });
    await move(hooked.table);
    return { hooked, failed: await hooked.attempted("events") };
  })();
  const asked = failed.attempts[0].at;
  expect(failed.nextAttemptAt).toBeGreaterThanOrEqual(asked + 120_000);
  answer = () => new Response();
  const sent = got.length;
  // A decision and a batch that come meanwhile wait as well.
  const { version } = await hooked.table.view();
  await hooked.calls.notify({ version, decision: { id: "1", deadline: null } });
  expect((await hooked.newest("decision")).nextAttemptAt).toBeGreaterThanOrEqual(asked + 120_000);
  await hooked.alarmAt(asked + 119_000);
  expect(got).toHaveLength(sent);
  await hooked.calls.probe();
  await vi.waitFor(() => expect(of("test")).toHaveLength(1));
  expect(got).toHaveLength(sent + 1);
  await hooked.alarmAt(failed.nextAttemptAt!);
  await hooked.caughtUp();
  expect(of("events").at(-1)!.id).toBe(failed.id);
});

test("a webhook whose object cannot be reached is told again by the game's alarm, and delays no move", async () => {
  const hooked = await Hooked.atFirstCard("public");
  await hooked.caughtUp();
  const tell = vi.spyOn(WebhookObject.prototype, "notify").mockImplementation(() => new Promise(() => {}));
  const began = performance.now();
  await move(hooked.table);
  expect(performance.now() - began).toBeLessThan(1500);
  expect(await hooked.table.alarmAt()).not.toBeNull();
  await vi.waitFor(
    () => expect(logged.some((line) => line.includes(hooked.id) && line.includes("attempt 1"))).toBe(true),
    4000,
  );
  tell.mockRestore();
  setClock(Date.now() + 5000);
  await runDurableObjectAlarm(hooked.table.stub);
  await hooked.caughtUp();
  expect(logged.join()).not.toMatch(/example|\b[AKQJT2-9][SHDC]\b/);
});

test("a player who gives his seat up gets only what is public from then on", async () => {
  const hooked = await Hooked.atFirstCard("seat");
  granted(await hooked.table.game.resign(AMAL.id));
  await hooked.table.playUntil((view) => isFinished(view) || view.deal!.number === 2);
  await hooked.caughtUp();
  const dealt = of("events")
    .flatMap(({ json }) => json.data)
    .filter(({ type }: { type: string }) => type === "deal_started");
  expect(dealt).toHaveLength(1);
  expect(dealt[0]).toMatchObject({ hand: null });
  const resigned = of("events")
    .flatMap(({ json }) => json.data)
    .find(({ type }: { type: string }) => type === "seat_forfeited").seq;
  for (const { json } of of("decision")) expect(json.view.version).toBeLessThan(resigned);
});

test("a hook that was ended is forgotten by its game, and gives its place free", async () => {
  const hooked = await Hooked.atFirstCard("public");
  const ask = () =>
    hooked.table.game.addWebhook({
      id: `wh_worker${made++}`,
      player: AMAL.id,
      audience: "public",
      language: "en",
      url: "https://bot.example.com/hook",
      most: 1,
    });
  expect(codeOf(await ask())).toBe("limit_reached");
  expect((await hooked.calls.close()).ok).toBe(true);
  await move(hooked.table);
  await vi.waitFor(async () => expect(granted(await hooked.table.game.webhooks(AMAL.id)).ids).toEqual([]));
  expect(await hooked.table.exec("SELECT target FROM export WHERE target LIKE 'hook:%'")).toEqual([]);
  expect(codeOf(await ask())).toBe("granted");
  expect(logged).toEqual([]);
});

test("the log keeps its length, but never forgets the decision that waits", async () => {
  const { hooked, failed, seat } = await failingDecision();
  answer = () => new Response();
  await hooked.alarmAt(failed.nextAttemptAt!);
  expect(await hooked.newest("decision")).toMatchObject({ state: "delivered" });
  for (let i = 0; i <= LOG_LENGTH; i++) {
    await hooked.calls.probe();
    await vi.waitFor(() => expect(of("test")).toHaveLength(i + 1), { interval: 2 });
  }
  const { version, you } = await hooked.table.view(seat);
  await hooked.calls.notify({ version, decision: { id: you!.decision!.id, deadline: null } });
  await hooked.calls.probe();
  await vi.waitFor(() => expect(of("test")).toHaveLength(LOG_LENGTH + 2));
  expect(of("decision")).toHaveLength(2);
  expect(await hooked.log()).toHaveLength(LOG_LENGTH);
  expect((await hooked.exec("SELECT count(*) AS count FROM deliveries"))[0].count).toBeLessThanOrEqual(LOG_LENGTH + 2);
});

test("a request has its bounds: of time, of what is read back, and of what is told of a failure", async () => {
  const send = () => post("https://bot.example.com/hook?key=secret", {}, '{"type":"test"}', 40);
  const fetched = vi.mocked(globalThis.fetch);
  const cut = (signal: AbortSignal | null | undefined) =>
    new Promise<never>((_, fail) => {
      signal!.addEventListener("abort", () => fail(new Error("cut off")));
    });
  fetched.mockImplementation((_, init) => cut(init!.signal));
  expect(await send()).toEqual({ status: null, error: "timeout", text: null });
  fetched.mockImplementation(
    async (_, init) =>
      new Response(new ReadableStream({ pull: (stream) => cut(init!.signal).catch((error) => stream.error(error)) })),
  );
  expect(await send()).toEqual({ status: 200, error: "timeout", text: null });
  fetched.mockImplementation(async () => {
    throw new Error("https://bot.example.com/hook?key=secret is not there");
  });
  expect(await send()).toEqual({ status: null, error: "unreachable", text: null });
  for (const [length, text] of [
    [ANSWER_LIMIT, "x".repeat(ANSWER_LIMIT)],
    [ANSWER_LIMIT + 1, null],
  ] as const) {
    fetched.mockImplementation(async () => new Response("x".repeat(length)));
    expect(await send()).toEqual({ status: 200, error: null, text });
  }
  for (const [status, error] of [
    [301, "redirect"],
    [308, "redirect"],
    [404, "status"],
    [500, "status"],
  ] as const) {
    fetched.mockImplementation(
      async () => new Response("more", { status, headers: { Location: "https://example.org" } }),
    );
    expect(await send()).toEqual({ status, error, text: null });
  }
  expect(fetched.mock.calls.every(([, init]) => init!.redirect === "manual")).toBe(true);
});

test("asking an object that has no webhook makes no table", async () => {
  const nobody = new Hooked(await Table.open(), `wh_worker${made++}`);
  const { calls } = nobody;
  expect(await calls.notify({ version: 1, decision: null })).toBe(false);
  for (const call of [
    calls.read(),
    calls.close(),
    calls.rotate(),
    calls.verify(),
    calls.probe(),
    calls.deliveries(),
    calls.resend("dl_a"),
  ]) {
    expect(await call).toEqual({ ok: false, code: "webhook_not_found" });
  }
  expect(await nobody.exec("SELECT name FROM sqlite_master WHERE name NOT GLOB '_*'")).toEqual([]);
});
