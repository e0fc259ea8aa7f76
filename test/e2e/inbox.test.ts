/** The inbox over HTTP: what waits for a player, and nothing else, whatever happens to his games meanwhile. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client } from "../support/client.ts";
import { eventually, inboxOf, waitingGames } from "../support/inbox.ts";
import { type HttpTable, openTable, registerFour, stepTable } from "../support/match.ts";
import { randomFrom } from "../support/random.ts";
import { spawnServer, startTestServer, type TestServer, temporaryDir } from "../support/server.ts";

const HOUR = 3600_000;
const WITH_BOTS = [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }];
const SHORT = { mode: "practice", practice: { contracts: ["king_of_hearts"], deals: 1 } };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const player = (name: string) => Client.register(server.url, name);
const withBots = (client: Client, body: object = {}) => client.create({ rules: SHORT, seats: WITH_BOTS, ...body });
const holds = (game: string) => (games: string[]) => games.includes(game);
const lacks = (game: string) => (games: string[]) => !games.includes(game);

/** A table of four people, and who is asked first. */
async function tableOfFour(body: object = {}): Promise<HttpTable & { asked: Client; others: Client[] }> {
  const table = await openTable(await registerFour(server.url), { rules: { kingdoms: 1 }, ...body });
  const [seat] = (await table.players[0].view(table.id)).deal!.awaiting;
  return { ...table, asked: table.players[seat], others: table.players.filter((_, each) => each !== seat) };
}

describe.concurrent("what waits", () => {
  test("is listed by urgency, each with its game and labelled actions as they are now; others see nothing of it", async () => {
    const amal = await player("Amal");
    const games = [];
    for (const clock of [null, { perMoveMs: 24 * HOUR }, { perMoveMs: HOUR }, null])
      games.push((await withBots(amal, { clock, rules: { kingdoms: 1 } })).id);
    expect(
      await eventually(
        () => waitingGames(amal),
        (ids) => ids.length === 4,
      ),
    ).toEqual([games[2], games[1], games[0], games[3]]);
    const { headers, json } = await amal.send<Awaited<ReturnType<typeof inboxOf>>>("GET", "/v1/decisions", undefined, {
      "Accept-Language": "de",
    });
    expect([headers.get("content-language"), headers.get("vary")]).toEqual([
      "de",
      "Authorization, Trix-Act-As, Accept-Language",
    ]);
    expect(json.nextCursor).toBeNull();
    for (const { decision, game } of json.data) {
      expect(game).toEqual(
        (await amal.send("GET", `/v1/games/${game.id}`, undefined, { "Accept-Language": "de" })).json,
      );
      expect(decision).toEqual(game.you.decision);
      expect(game.you.legalActions[0].label).toMatch(/\w/);
    }
    expect(json.data.map(({ decision }) => decision.deadline === null)).toEqual([false, false, true, true]);
    expect(await inboxOf(await player("Stranger"))).toEqual({
      data: [],
      nextCursor: null,
      games: { waiting: 0, playing: 0 },
    });
  });

  test("comes page by page, with a cursor of this list alone", async () => {
    const basil = await player("Basil");
    const ids = [];
    for (let n = 0; n < 5; n++) ids.push((await withBots(basil)).id);
    await eventually(
      () => waitingGames(basil),
      (games) => games.length === 5,
    );
    const seen = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof inboxOf>> = await inboxOf(
        basil,
        `?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      seen.push(...page.data.map(({ game }) => game.id));
      cursor = page.nextCursor;
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
    const { nextCursor } = await basil.get2xx<{ nextCursor: string }>("GET", "/v1/games?player=me&limit=1");
    const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString("base64url");
    const own = JSON.parse(
      Buffer.from((await inboxOf(basil, "?limit=1")).nextCursor!, "base64url").toString(),
    ) as unknown[];
    for (const bad of [nextCursor, forged(1, "x", "y"), forged(1, "1/gm_a; DROP", own[2]), "abc"]) {
      expect((await basil.send<{ code: string }>("GET", `/v1/decisions?cursor=${bad}`)).json.code).toBe(
        "invalid_request",
      );
    }
    for (const bad of ["limit=0", "limit=51", "limit=x", "after=1"])
      expect((await basil.send("GET", `/v1/decisions?${bad}`)).status).toBe(400);
  });

  test("is gone from the next list once it is answered, and the next seat's comes within seconds", async () => {
    const { id, asked, others } = await tableOfFour();
    const [waiting] = (
      await eventually(
        () => inboxOf(asked),
        ({ data }) => data.length > 0,
      )
    ).data;
    for (const other of others) expect(await waitingGames(other)).toEqual([]);
    expect((await asked.act(id, "c:d", waiting.decision.id)).status).toBe(200);
    // The king leads as well: what waits now is another decision, of the same game.
    const next = (await inboxOf(asked)).data;
    expect(next.map(({ game, decision }) => [game.id, decision.kind])).toEqual([[id, "play"]]);
    await asked.act(id, next[0].game.you.legalActions[0].id, next[0].decision.id);
    expect(await waitingGames(asked)).toEqual([]);
    const lists = () => Promise.all(others.map(waitingGames));
    expect((await eventually(lists, (all) => all.flat().length > 0)).flat()).toEqual([id]);
  });

  test("is never mixed up where answers come while the list is read", async () => {
    const carla = await player("Carla");
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await withBots(carla)).id));
    await eventually(
      () => waitingGames(carla),
      (games) => games.length === ids.length,
    );
    const random = randomFrom("inbox");
    let over = false,
      lists = 0;
    const play = async (id: string) => {
      for (let view = await carla.view(id); view.status === "playing"; ) {
        if (view.you!.decision === null) view = await carla.view(id);
        else view = (await carla.act(id, random.pick(view.you!.legalActions).id, view.you!.decision.id)).json.game;
      }
    };
    const read = async () => {
      for (; !over; lists++) {
        const { data } = await inboxOf(carla, "?limit=50");
        expect(new Set(data.map(({ game }) => game.id)).size).toBe(data.length);
        for (const { game, decision } of data) {
          expect(game.you.decision).toEqual(decision);
          expect(game.deal!.awaiting).toContain(game.you.seat);
          expect(game.you.legalActions.length).toBeGreaterThan(0);
        }
      }
    };
    const reader = read();
    await Promise.all(ids.map(play));
    over = true;
    await reader;
    expect(lists).toBeGreaterThan(1);
    expect(await waitingGames(carla)).toEqual([]);
    // Nor does a notice that was on its way bring anything back.
    await new Promise((done) => {
      setTimeout(done, 1200);
    });
    expect(await waitingGames(carla)).toEqual([]);
    const { data } = await carla.get2xx<{ data: { game: string; type: string; decision?: string }[] }>(
      "GET",
      "/v1/me/events?limit=1000",
    );
    expect(new Set(data.map(({ game, type, decision }) => `${game} ${type} ${decision}`)).size).toBe(data.length);
  });

  test("goes with the seat: who resigns is asked no more, and neither is anybody when the game is over", async () => {
    const { id, players, asked } = await tableOfFour({ rules: SHORT });
    await eventually(() => waitingGames(asked), holds(id));
    await asked.get2xx("POST", `/v1/games/${id}/resign`);
    expect(await waitingGames(asked)).toEqual([]);
    const left = players.filter((each) => each !== asked);
    const table = { id, players };
    const random = randomFrom("resigned");
    for (let view = await left[0].view(id); view.status === "playing"; ) {
      const { awaiting } = view.deal!;
      view =
        awaiting.length > 0 && awaiting.every((seat) => players[seat] !== asked)
          ? (await stepTable(table, view, random)).acted.game
          : await left[0].view(id);
    }
    for (const each of players) expect(await eventually(() => waitingGames(each), lacks(id))).toEqual([]);
  });

  test("goes with a seat that opens to others, and comes to whoever sits down there", async () => {
    const { id, asked } = await tableOfFour({
      clock: { perMoveMs: 1000, onTimeout: "substitute" },
      newcomers: "anyone",
    });
    await eventually(() => waitingGames(asked), holds(id));
    const opened = await eventually(
      () => asked.view(id),
      ({ seats }) => seats.some(({ kind }) => kind === "open"),
    );
    const seat = opened.seats.findIndex(({ kind }) => kind === "open");
    expect(await waitingGames(asked)).toEqual([]);
    const newcomer = await player("Newcomer");
    expect((await newcomer.join(id)).you!.seat).toBe(seat);
    // The others' seats open as well while they say nothing, until the newcomer is asked.
    const [waiting] = (
      await eventually(
        () => inboxOf(newcomer),
        ({ data }) => data.length > 0,
      )
    ).data;
    expect([waiting.game.id, waiting.game.you.seat]).toEqual([id, seat]);
    expect(await waitingGames(asked)).toEqual([]);
  });

  test("stays in the list while its table pauses, without a deadline and behind those that have one", async () => {
    const { id, players, asked } = await tableOfFour({ clock: { perMoveMs: HOUR, vacation: false } });
    const { id: timed } = await withBots(asked, { clock: { perMoveMs: 2 * HOUR } });
    expect(
      await eventually(
        () => waitingGames(asked),
        (games) => games.length === 2,
      ),
    ).toEqual([id, timed]);
    const until = new Date(Date.now() + 24 * HOUR).toISOString();
    for (const each of players) await each.get2xx("PUT", `/v1/games/${id}/pause`, { until });
    const paused = await eventually(
      () => inboxOf(asked),
      ({ data }) => data[0].game.id === timed,
    );
    expect(paused.data.map(({ game, decision }) => [game.id, decision.deadline === null])).toEqual([
      [timed, false],
      [id, true],
    ]);
    for (const each of players) await each.get2xx("DELETE", `/v1/games/${id}/pause`);
    expect(
      await eventually(
        () => waitingGames(asked),
        ([first]) => first === id,
      ),
    ).toEqual([id, timed]);
  });

  test("is each user's own where an app acts for several, and the app's own account sees none of it", async () => {
    const owner = await player("Owner");
    const {
      token: { token },
    } = await owner.get2xx<{ token: { token: string } }>("POST", "/v1/apps", { name: "Chat" });
    const [one, other] = ["chat:1", "chat:2"].map(
      (identity) => new Client(server.url, token, null, { "Trix-Act-As": identity }),
    );
    const { id } = await withBots(one);
    const { id: second } = await withBots(other);
    expect(
      await eventually(
        () => waitingGames(one),
        (games) => games.length > 0,
      ),
    ).toEqual([id]);
    expect(
      await eventually(
        () => waitingGames(other),
        (games) => games.length > 0,
      ),
    ).toEqual([second]);
    expect(await waitingGames(owner)).toEqual([]);
    expect((await new Client(server.url, token).send<{ code: string }>("GET", "/v1/decisions")).json.code).toBe(
      "act_as_required",
    );
  });
});

describe.concurrent("a list that waits", () => {
  const waits = (client: Client, seconds: number, query = "") =>
    client.send<Awaited<ReturnType<typeof inboxOf>>>("GET", `/v1/decisions${query}`, undefined, {
      Prefer: `wait=${seconds}`,
    });

  test("answers at once where something waits, with the time over where nothing does, and says how long it would wait", async () => {
    const ghada = await player("Ghada");
    const before = performance.now();
    const empty = await waits(ghada, 1);
    expect(performance.now() - before).toBeGreaterThan(950);
    expect([empty.status, empty.headers.get("preference-applied"), empty.json]).toEqual([
      200,
      "wait=1",
      { data: [], nextCursor: null, games: { waiting: 0, playing: 0 } },
    ]);
    const { id } = await withBots(ghada);
    await eventually(() => waitingGames(ghada), holds(id));
    const full = await waits(ghada, 600);
    expect([full.headers.get("preference-applied"), full.json.data.map(({ game }) => game.id)]).toEqual([
      "wait=60",
      [id],
    ]);
    await withBots(ghada);
    const { nextCursor } = await eventually(
      () => inboxOf(ghada, "?limit=1"),
      (page) => page.nextCursor !== null,
    );
    expect((await waits(ghada, 30, `?cursor=${nextCursor}`)).headers.get("preference-applied")).toBeNull();
  });

  test("answers all for whom something begins to wait, and nobody else", async () => {
    const { id, asked, others } = await tableOfFour();
    const stranger = await player("Stranger");
    const [waiting] = (
      await eventually(
        () => inboxOf(asked),
        ({ data }) => data.length > 0,
      )
    ).data;
    // Twice the same caller: several programs may wait with one token.
    const lists = [...others, others[0]].map((other) => waits(other, 20));
    const idle = waits(stranger, 2);
    await asked.get2xx("POST", `/v1/games/${id}/actions`, { action: "c:q", decision: waiting.decision.id });
    for (const { status, json } of await Promise.all(lists)) {
      expect([status, json.data.map(({ game, decision }) => [game.id, decision.kind])]).toEqual([
        200,
        [[id, "double"]],
      ]);
    }
    expect((await idle).json.data).toEqual([]);
  });

  test("is ended by the revocation of its token", async () => {
    const hana = await player("Hana");
    const { id, token } = await hana.get2xx<{ id: string; token: string }>("POST", "/v1/me/tokens", {
      name: "t",
      scopes: ["games:play"],
    });
    const list = new Client(server.url, token).send<{ code: string }>("GET", "/v1/decisions", undefined, {
      Prefer: "wait=1",
    });
    await hana.get2xx("DELETE", `/v1/me/tokens/${id}`);
    expect([(await list).status, (await list).json.code]).toEqual([401, "unauthorized"]);
  });
});

test("a server that is killed before it could tell anybody has the list right within seconds after it starts again", async () => {
  const folder = await temporaryDir();
  const first = await spawnServer({ dataDir: folder.dir });
  try {
    const host = await Client.register(first.url, "Host");
    const told = (await withBots(host)).id;
    await eventually(() => waitingGames(host), holds(told));
    const players = await registerFour(first.url);
    // What was known to wait is over, and what waits is known to nobody yet.
    for (let view = await host.view(told); view.status === "playing"; )
      view = (await host.act(told, view.you!.legalActions[0].id, view.you!.decision!.id)).json.game;
    const table = await openTable(players, { rules: { kingdoms: 1 } });
    const games = (await Promise.all([1, 2, 3].map(() => withBots(host)))).map(({ id }) => id);
    const king = (await table.players[0].view(table.id)).deal!.king;
    await first.kill();
    const second = await spawnServer({ dataDir: folder.dir, port: first.port });
    const right = (ids: string[]) => games.every((id) => ids.includes(id)) && !ids.includes(told);
    expect((await eventually(() => waitingGames(host), right)).toSorted()).toEqual(games.toSorted());
    expect(await eventually(() => waitingGames(table.players[king]), holds(table.id))).toEqual([table.id]);
    await second.kill();
  } finally {
    await first.kill();
    await folder.remove();
  }
});
