/** What games tell of their players, and the list that is made of it: late, twice, out of order, and where a game fails. */

import {
  createExecutionContext,
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { INBOX_DELAY_MS } from "../../src/game/inboxes.ts";
import { app } from "../../src/http/app.ts";
import type { Env } from "../../src/http/exchange/env.ts";
import { newGameId } from "../../src/ids/ids.ts";
import type { PlayerCalls } from "../../src/player/types.ts";
import { AMAL, type Asked, granted, OPEN, seated, Table } from "../support/table.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

interface Page {
  status: number;
  json: { code?: string; data: { game: { id: string }; decision: { id: string } }[]; nextCursor: string | null };
}

/** One request with that token, and what it left to be done afterwards. */
async function ask(token: string, path: string): Promise<Page> {
  const context = createExecutionContext();
  const response = await app.request(
    path,
    { headers: { "CF-Connecting-IP": crypto.randomUUID(), Authorization: `Bearer ${token}` } },
    env as unknown as Env,
    context,
  );
  const json = (await response.json()) as Page["json"];
  await waitOnExecutionContext(context);
  return { status: response.status, json };
}

interface Me {
  id: string;
  name: string;
  kind: "human";
  token: string;
}

async function register(): Promise<Me> {
  const context = createExecutionContext();
  const response = await app.request(
    "/v1/players",
    {
      method: "POST",
      body: JSON.stringify({ name: "Amal", kind: "human" }),
      headers: { "Content-Type": "application/json", "CF-Connecting-IP": crypto.randomUUID() },
    },
    env as unknown as Env,
    context,
  );
  const {
    player: { id, name },
    token,
  } = (await response.json()) as { player: Me; token: string };
  await waitOnExecutionContext(context);
  return { id, name, kind: "human", token };
}

/** A game with an id that the Worker takes: the player at seat 0 with three bots. */
async function tableOf({ id, name, kind }: Me, asked: Asked = {}): Promise<Table> {
  const seats = [seated({ id, name, kind }), { bot: "random" }, { bot: "random" }, { bot: "random" }];
  return Table.open({ id: newGameId(env as unknown as Env), creator: { id }, seats, ...asked });
}

const list = (me: Me, query = "") => ask(me.token, `/v1/decisions${query}`);
const gamesOf = ({ json }: Page) => json.data.map(({ game }) => game.id);
const playerOf = (id: string) => env.PLAYERS.getByName(id) as unknown as PlayerCalls;
/** Rings a game's alarm once its decisions have waited as long as they must before anybody is told. */
function ring(table: Table): Promise<boolean> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + INBOX_DELAY_MS });
  return runDurableObjectAlarm(table.stub);
}
const viewOf = async (table: Table, me: Me) => granted(await table.game.view(me.id)).game;

/** Plays the game to its end. */
async function playOut(table: Table, me: Me): Promise<void> {
  for (
    let { you, ...view } = await viewOf(table, me);
    view.status === "playing";
    { you, ...view } = await viewOf(table, me)
  ) {
    if (you!.decision === null) await ring(table);
    else granted(await table.game.act({ player: me.id, action: you!.legalActions[0].id, decision: you!.decision.id }));
  }
}

test("a game tells its players once the alarm rings, and tells nothing twice", async () => {
  const me = await register();
  const table = await tableOf(me);
  await ring(table);
  const [{ decision }] = (await playerOf(me.id).decisions(null, 10)).data;
  expect(decision).toBe((await viewOf(table, me)).you!.decision!.id);
  const before = await playerOf(me.id).entries(0, 10);
  await evictDurableObject(table.stub);
  await table.view();
  while (await ring(table));
  expect(await playerOf(me.id).entries(0, 10)).toEqual(before);
  expect(before.data.filter(({ type }) => type === "decision_opened")).toHaveLength(1);
});

test("a player whose object fails is told later, and the others at once, each once", async () => {
  const four = ["Amal", "Basil", "Carla", "Dina"].map((name, i) => ({
    id: `pl_failing${i}`,
    name,
    kind: "human" as const,
  }));
  const table = await Table.open({ creator: four[0], seats: four.map(seated) });
  granted(await table.game.act({ player: four[(await table.view()).deal!.king].id, action: "c:q", decision: null }));
  const failing = four[1].id;
  const rename = (from: string, to: string) =>
    runInDurableObject(
      env.PLAYERS.getByName(failing),
      (_, { storage }) => void storage.sql.exec(`ALTER TABLE ${from} RENAME TO ${to}`),
    );
  await playerOf(failing).append([
    {
      key: "gm_earlier 1.0",
      event: {
        type: "plan_cancelled",
        game: "gm_earlier",
        plan: "p",
        reason: "deal_ended",
      },
    },
  ]);
  await rename("decisions", "elsewhere");
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  await ring(table);
  const told = () =>
    Promise.all(
      four.map(async ({ id }) => {
        const { data } = await playerOf(id).entries(0, 10);
        return data.filter(({ type }) => type === "decision_opened").length;
      }),
    );
  expect(await told()).toEqual([1, 0, 1, 1]);
  expect(logged.mock.calls.flat().join()).toMatch(/notices of gm_table\d+ failed, attempt 1/);
  await rename("elsewhere", "decisions");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  await ring(table);
  expect(await told()).toEqual([1, 1, 1, 1]);
  expect(await table.exec("SELECT attempts, last_error FROM export WHERE target = 'inbox'")).toEqual([
    { attempts: 0, last_error: null },
  ]);
});

test("what the list finds to be over is settled, and the word of it that comes later changes nothing", async () => {
  const me = await register();
  const table = await tableOf(me);
  await ring(table);
  expect(gamesOf(await list(me))).toEqual([table.id]);
  await playOut(table, me);
  expect(gamesOf(await list(me))).toEqual([]);
  expect((await playerOf(me.id).decisions(null, 10)).data).toEqual([]);
  while (await ring(table));
  expect((await playerOf(me.id).decisions(null, 10)).data).toEqual([]);
});

test("a page is filled from behind what is over, as far as one call reads", async () => {
  const me = await register();
  const live = await tableOf(me);
  await ring(live);
  const { version } = await live.view();
  // Games of others, which tell this player nothing: each has to be read to be known for that.
  for (let n = 0; n < 7; n++) {
    const { id } = await Table.open({
      id: newGameId(env as unknown as Env),
      creator: AMAL,
      seats: [seated(AMAL), OPEN, OPEN, OPEN],
    });
    await playerOf(me.id).notify({ game: id, version: 0, decision: { id: "0", deadline: 1 } });
  }
  const { data } = await playerOf(me.id).decisions(null, 10);
  expect([data.length, data.at(-1)!.game]).toEqual([8, live.id]);
  const page = await list(me, "?limit=2");
  expect(gamesOf(page)).toEqual([live.id]);
  expect(page.json.nextCursor).toBeNull();
  expect((await playerOf(me.id).decisions(null, 10)).data.map(({ game }) => game)).toEqual([live.id]);
  expect((await live.view()).version).toBe(version);
});

test("a game that fails is left out and logged, and spoils nothing; where nothing else is found that is told", async () => {
  const me = await register();
  const [sound, broken] = [await tableOf(me), await tableOf(me)];
  for (const table of [sound, broken]) await ring(table);
  await broken.exec("DROP TABLE snapshot");
  await evictDurableObject(broken.stub);
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(gamesOf(await list(me))).toEqual([sound.id]);
  expect(
    logged.mock.calls.flat().filter((line) => String(line).includes(`what waits in ${broken.id} could not be read`)),
  ).toHaveLength(1);
  await playerOf(me.id).closed([{ game: sound.id, version: 10_000 }]);
  expect(await list(me)).toMatchObject({ status: 503, json: { code: "game_unavailable" } });
  // It is still waiting, for whenever it can be read again.
  expect((await playerOf(me.id).decisions(null, 10)).data.map(({ game }) => game)).toEqual([broken.id]);
});

test("in a sandbox that is ahead, deadlines are told in real time: of what waits already, and of what begins to wait", async () => {
  const me = await register();
  const clock = { perMoveMs: 3_600_000, onTimeout: "houseBot", strikes: null, vacation: false } as const;
  const table = await tableOf(me, { sandbox: true, clock });
  await ring(table);
  const real = async () => {
    const { you, sandbox } = await viewOf(table, me);
    return Date.parse(you!.decision!.deadline!) - (Date.parse(sandbox!.now) - Date.now());
  };
  const listed = async () => (await playerOf(me.id).decisions(null, 1)).data[0].deadline!;
  const before = await listed();
  granted(await table.game.advance(me.id, 1_800_000));
  await ring(table);
  expect(await listed()).toBe(await real());
  expect(before - (await listed())).toBeGreaterThan(1_700_000);
  const { you } = await viewOf(table, me);
  granted(await table.game.act({ player: me.id, action: you!.legalActions[0].id, decision: you!.decision!.id }));
  while ((await viewOf(table, me)).you!.decision === null) await ring(table);
  await ring(table);
  const opened = (await playerOf(me.id).entries(0, 100)).data.filter(({ type }) => type === "decision_opened");
  expect(opened.length).toBeGreaterThan(1);
  expect(Date.parse((opened.at(-1) as { deadline: string }).deadline)).toBe(await real());
});
