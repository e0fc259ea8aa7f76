import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Seat } from "../../src/engine/index.ts";
import { PLAN_PACE_MS } from "../../src/game/plans.ts";
import type { GameEventView, GameView } from "../../src/game/types.ts";
import type { Choice, Plan, PlanRule } from "../../src/plans/index.ts";
import { type ActedView, Client, type ProblemDocument } from "../support/client.ts";
import { openTable, registerFour } from "../support/match.ts";
import { randomPlan } from "../support/plans.ts";
import { SEATS } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";
import { Secrets } from "../support/secrets.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let players: Client[];
let stranger: Client;
beforeAll(async () => {
  server = await startTestServer();
  players = await registerFour(server.url);
  stranger = await Client.register(server.url, "Emil");
});
afterAll(() => server.close());

const TRICKS = { mode: "practice", practice: { contracts: ["tricks"], deals: 1 } };
const BOTS = [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }];

type Body = Omit<Plan, "name">;
interface DryRunView {
  fires: { plan: string | null; rule: number; action: string } | null;
  reason: string;
  steps: { plan: string | null; rule: number; outcome: string; condition: string | null }[];
}

const rules = (...all: PlanRule[]): Body => ({ scope: "match", rules: all });
const plain = (...then: Choice[]): Body => rules({ then });
const put = (player: Client, game: string, name: string, plan: Body) =>
  player.send<Plan & ProblemDocument>("PUT", `/v1/games/${game}/plans/${name}`, plan);
const list = async (player: Client, game: string) =>
  (await player.get2xx<{ data: Plan[] }>("GET", `/v1/games/${game}/plans`)).data;
const dryRun = (player: Client, game: string, plan?: Body) =>
  player.get2xx<DryRunView>("POST", `/v1/games/${game}/plans/dry-run`, plan === undefined ? undefined : { plan });

test("a plan plays trick after trick, each card the same time after its decision opened, whatever rule fires and whatever is held", async () => {
  const kinds: Body[] = [
    plain({ type: "highest" }),
    rules(
      { then: [{ type: "only" }] },
      { when: { leads: true }, then: [{ type: "lowest" }] },
      { when: { void: false }, then: [{ type: "duck" }, { type: "highest" }] },
      { then: [{ type: "highest", suits: ["H", "D"] }, { type: "lowest" }] },
    ),
    rules(
      { when: { holds: ["AS"] }, then: [{ type: "card", card: "AS" }] },
      { then: [{ type: "beat" }, { type: "lowest" }] },
    ),
    plain({ type: "only" }, { type: "highest", suits: ["C"] }, { type: "lowest" }),
  ];
  const waits = await Promise.all(
    kinds.map(async (plan) => {
      const { id } = await players[0].create({ rules: TRICKS, seats: BOTS });
      expect((await put(players[0], id, "play", plan)).status).toBe(200);
      let events: GameEventView[] = [];
      const own = () => events.flatMap((event, i) => (event.type === "card_played" && event.seat === 0 ? [i] : []));
      for (let i = 0; own().length < 3 && i < 100; i++) {
        await sleep(100);
        events = await players[0].events(id);
      }
      expect(own().every((i) => events[i].by === "player")).toBe(true);
      // The first decision may have been open when the plan was made; the others open with the event before their card.
      return own()
        .slice(1)
        .map((i) => Date.parse(events[i].at) - Date.parse(events[i - 1].at));
    }),
  );
  for (const each of waits) expect(each.length).toBeGreaterThanOrEqual(2);
  expect(Math.min(...waits.flat())).toBeGreaterThanOrEqual(PLAN_PACE_MS);
  expect(Math.max(...waits.flat()) - Math.min(...waits.flat())).toBeLessThan(PLAN_PACE_MS);
});

describe("the plans of a seat", () => {
  test("are made, listed, tried, replaced and deleted, by its player and by a token for the seat", async () => {
    const { id } = await openTable(players, { rules: TRICKS, seed: "made" });
    const [leader] = (await players[0].view(id)).deal!.awaiting;
    const player = players[(leader + 1) % 4];
    const { token } = await player.get2xx<{ token: string }>("POST", "/v1/me/tokens", {
      name: "seat",
      scopes: ["games:read", "games:play"],
      game: id,
    });
    const bound = new Client(server.url, token);
    const body = rules({ when: { void: true }, then: [{ type: "card", card: "QS" }] }, { then: [{ type: "duck" }] });
    const made = await put(player, id, "a", body);
    expect(made.json).toMatchObject({ name: "a", ...body, changedAt: expect.stringMatching(/^20/) });
    expect((await put(bound, id, "b", { ...plain({ type: "highest" }), scope: "deal" })).status).toBe(200);
    expect((await list(bound, id)).map(({ name }) => name)).toEqual(["b", "a"]);
    expect(await dryRun(player, id)).toEqual({ fires: null, reason: "not_awaited", steps: [] });
    const { you } = await players[leader].view(id);
    expect(await dryRun(players[leader], id)).toEqual({ fires: null, reason: "no_plans", steps: [] });
    expect(await dryRun(players[leader], id, body)).toEqual({
      fires: null,
      reason: "no_rule_applies",
      steps: [
        { plan: null, rule: 0, outcome: "condition_unmet", condition: "void" },
        { plan: null, rule: 1, outcome: "nothing_named", condition: null },
      ],
    });
    expect(await dryRun(players[leader], id, plain({ type: "pass" }, { type: "lowest" }))).toMatchObject({
      fires: { plan: null, rule: 0 },
      reason: "fires",
    });
    await players[leader].act(id, you!.legalActions[0].id);
    const { fires } = await dryRun(bound, id);
    expect(fires).toMatchObject({ plan: "b", rule: 0 });
    expect((await player.view(id)).you!.legalActions.map((action) => action.id)).toContain(fires!.action);
    const left = await bound.send<{ data: Plan[] }>("DELETE", `/v1/games/${id}/plans/b`);
    expect([left.status, left.json.data.map(({ name }) => name)]).toEqual([200, ["a"]]);
    expect((await player.send<ProblemDocument>("DELETE", `/v1/games/${id}/plans/b`)).json.code).toBe("plan_not_found");
    await player.send("DELETE", `/v1/games/${id}/plans/a`);
  });

  test("are nobody else's business: others are answered the same whether there are any or not", async () => {
    const [planned, bare] = [
      await openTable(players, { rules: TRICKS, seed: "same" }),
      await openTable(players, { rules: TRICKS, seed: "same" }),
    ];
    const [leader] = (await players[0].view(planned.id)).deal!.awaiting;
    const owner = (leader + 1) % 4;
    await put(players[owner], planned.id, "mine", plain({ type: "highest" }));
    const { token } = await players[leader].get2xx<{ token: string }>("POST", "/v1/me/tokens", {
      name: "seat",
      scopes: ["games:read", "games:play"],
      game: planned.id,
    });
    const anonymous = async (reply: Promise<{ status: number; text: string; headers: Headers }>) => {
      const { status, text, headers } = await reply;
      return [
        status,
        headers.get("etag")?.length,
        text.replace(/gm_[a-z2-7]+|"(commitment|createdAt|at|since|requestId|instance|changedAt)":"[^"]*"/g, ""),
      ];
    };
    const asked: [string, string, object?][] = [
      ["GET", ""],
      ["GET", "/events"],
      ["GET", "/plans"],
      ["POST", "/plans/dry-run", {}],
      ["DELETE", "/plans/mine"],
    ];
    for (const reader of [new Client(server.url), stranger, players[(owner + 1) % 4], players[(owner + 2) % 4]]) {
      for (const [method, path, body] of asked) {
        const answers = await Promise.all(
          [planned, bare].map(({ id }) => anonymous(reader.send(method, `/v1/games/${id}${path}`, body))),
        );
        expect(answers[0], `${method} ${path}`).toEqual(answers[1]);
      }
    }
    const bound = new Client(server.url, token);
    expect((await bound.get2xx<{ data: Plan[] }>("GET", `/v1/games/${planned.id}/plans`)).data).toEqual([]);
  });

  test("are refused with a reason: whoever has no seat, a game that waits, that is over, too many, and what is no plan", async () => {
    const { id } = await openTable(players, { rules: TRICKS });
    const waiting = await players[0].create({ rules: TRICKS });
    const calls: [string, string, object?][] = [
      ["GET", ""],
      ["PUT", "/p", plain({ type: "only" })],
      ["DELETE", "/p"],
      ["POST", "/dry-run", {}],
    ];
    for (const [method, path, body] of calls) {
      const code = async (player: Client, game: string) =>
        (await player.send<ProblemDocument>(method, `/v1/games/${game}/plans${path}`, body)).json.code;
      expect(await code(stranger, id)).toBe("not_seated");
      expect(await code(players[0], waiting.id)).toBe(method === "GET" ? undefined : "game_not_started");
    }
    for (let i = 0; i < 10; i++)
      expect((await put(players[0], id, `p-${i}`, plain({ type: "pass" }))).status).toBe(200);
    expect((await put(players[0], id, "p-10", plain({ type: "pass" }))).json.code).toBe("limit_reached");
    const faults: [string, unknown, string, string][] = [
      ["ok", { scope: "week", rules: [] }, "/scope", "not_a_choice"],
      ["ok", { scope: "match", rules: [] }, "/rules", "out_of_range"],
      ["ok", { scope: "match", rules: Array(21).fill({ then: [{ type: "only" }] }) }, "/rules", "out_of_range"],
      [
        "ok",
        { scope: "match", rules: [{ then: [{ type: "card", card: "1S" }] }] },
        "/rules/0/then/0/card",
        "wrong_format",
      ],
      [
        "ok",
        { scope: "match", rules: [{ then: [{ type: "double", cards: ["KH"] }] }] },
        "/rules/0/then/0/type",
        "not_a_choice",
      ],
      [
        "ok",
        { scope: "match", rules: [{ when: { mood: true }, then: [{ type: "only" }] }] },
        "/rules/0/when/mood",
        "unknown_field",
      ],
      [
        "ok",
        { scope: "match", rules: [{ when: { holds: ["KH"] }, then: [{ type: "decline" }] }] },
        "/rules/0/when/holds",
        "invalid",
      ],
      ["No", { scope: "match", rules: [{ then: [{ type: "only" }] }] }, "/name", "wrong_format"],
    ];
    for (const [name, body, pointer, code] of faults) {
      const { status, json } = await put(players[1], id, name, body as Body);
      expect([status, json.errors?.[0]?.pointer, json.errors?.[0]?.code], JSON.stringify(json)).toEqual([
        400,
        pointer,
        code,
      ]);
    }
    const large = await put(
      players[1],
      id,
      "large",
      plain(...Array<Choice>(10).fill({ type: "highest", suits: ["H"] })),
    );
    expect(large.status).toBe(200);
    const limit = (await stranger.get2xx<{ bounds: Record<string, number> }>("GET", "/v1/limits")).bounds;
    expect(limit).toMatchObject({ plansPerSeat: 10, rulesPerPlan: 20, planBodyBytes: 8192 });
    expect(
      (await put(players[1], id, "larger", { ...plain({ type: "only" }), padding: "x".repeat(8192) } as Body)).status,
    ).toBe(413);
    await players[1].send("POST", `/v1/games/${id}/resign`);
    expect((await put(players[1], id, "late", plain({ type: "only" }))).json.code).toBe("seat_forfeited");
  });
});

test("no answer about plans tells a seat of a card that it may not know, whatever it asks", async () => {
  const random = randomFrom("scan of plans");
  const created = await players[0].create({ rules: { kingdoms: 1, mode: "complex" }, seed: "scan of plans" });
  const secrets = new Secrets(created.rules, "scan of plans");
  for (const seat of [1, 2, 3]) {
    const { version, deal } = await players[seat].join(created.id, { seat });
    if (deal !== null) secrets.dealt([{ seq: version, type: "deal_started" }]);
  }
  let fired = 0;
  for (let n = 0; n < 24; n++) {
    const view = await players[0].view(created.id);
    await Promise.all(
      SEATS.map(async (seat: Seat) => {
        const { name: _, ...plan } = randomPlan(random);
        const { status, text, json } = await players[seat].send<DryRunView & ProblemDocument>(
          "POST",
          `/v1/games/${created.id}/plans/dry-run`,
          { plan },
        );
        // Declining by the hand is refused, in the words of the schema alone.
        if (status === 400) expect(json.errors!.every(({ pointer }) => pointer.startsWith("/plan/rules/"))).toBe(true);
        secrets.scan("the dry run", text, seat);
        if (status === 200 && json.fires !== null) fired++;
        if (n % 8 !== 0) return;
        secrets.scan("the list", (await players[seat].send("GET", `/v1/games/${created.id}/plans`)).text, seat);
        const missing = await players[seat].send<ProblemDocument>("DELETE", `/v1/games/${created.id}/plans/none`);
        expect(missing.json).toMatchObject({ code: "plan_not_found", game: { you: { seat } } });
        secrets.scan("the refusal", missing.text, seat);
        secrets.scan(
          "the refusal to a stranger",
          (await stranger.send("POST", `/v1/games/${created.id}/plans/dry-run`, { plan })).text,
          null,
        );
      }),
    );
    const seat = random.pick(view.deal!.awaiting);
    const { you } = (await players[seat].view(created.id)) as GameView;
    const action = random.pick(you!.legalActions).id;
    const { json } = await players[seat].send<ActedView>("POST", `/v1/games/${created.id}/actions`, {
      action,
      decision: you!.decision!.id,
    });
    secrets.follow(seat, action, json.events);
  }
  expect(fired).toBeGreaterThan(5);
  expect(server.logs.filter(({ message }) => /plan|\b[AKQJT2-9][SHDC]\b/.test(message))).toEqual([]);
});
