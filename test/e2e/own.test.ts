/** What is a player's alone: his own events, read and followed, and his days of vacation. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client } from "../support/client.ts";
import { eventually, inboxOf } from "../support/inbox.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { SseReader } from "../support/sse.ts";

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

describe.concurrent("what is told to a player alone", () => {
  interface Own {
    data: { seq: number; type: string; game: string; decision: string; deadline: string | null }[];
    version: number;
  }
  const own = (client: Client, query = "") => client.get2xx<Own>("GET", `/v1/me/events${query}`);

  async function follow(client: Client, query = "", headers: Record<string, string> = {}): Promise<SseReader> {
    const response = await fetch(`${client.url}/v1/me/events${query}`, {
      headers: { Accept: "text/event-stream", Authorization: `Bearer ${client.token}`, ...headers },
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    return new SseReader(response.body!);
  }

  test("is read from any number on, and not again where nothing has come", async () => {
    const dina = await player("Dina");
    expect(await own(dina)).toEqual({ data: [], version: 0 });
    const ids = [(await withBots(dina)).id, (await withBots(dina)).id];
    const { data, version } = await eventually(
      () => own(dina),
      (page) => page.version === 6,
    );
    expect(version).toBe(6);
    expect(data.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const id of ids) {
      const about = data.filter(({ game }) => game === id);
      expect(about.map(({ type }) => type)).toEqual(["seat_taken", "game_started", "decision_opened"]);
      expect([about[2].decision, about[2].deadline]).toEqual([(await dina.view(id)).you!.decision!.id, null]);
    }
    expect((await inboxOf(dina)).games).toEqual({ waiting: 0, playing: 2 });
    expect((await own(dina, "?after=1&limit=1")).data).toEqual([data[1]]);
    expect((await own(dina, "?after=6")).data).toEqual([]);
    const { headers } = await dina.send("GET", "/v1/me/events");
    const again = (client: Client) =>
      client.send("GET", "/v1/me/events", undefined, { "If-None-Match": headers.get("etag")! });
    expect((await again(dina)).status).toBe(304);
    expect((await again(await player("Emil"))).json).toEqual({ data: [], version: 0 });
  });

  test("is waited for, and followed as a stream that goes on where it broke", async () => {
    const ines = await player("Ines");
    expect(await ines.get2xx("GET", "/v1/me/events", undefined, { Prefer: "wait=1" })).toEqual({
      data: [],
      version: 0,
    });
    const waiting = ines.get2xx<Own>("GET", "/v1/me/events", undefined, { Prefer: "wait=20" });
    const stream = await follow(ines);
    const { id } = await withBots(ines);
    const { data } = await waiting;
    expect(data[0]).toMatchObject({ seq: 1, game: id });
    const told = await eventually(
      async () => stream.messages,
      (events) => events.length === 3,
    );
    expect(told.slice(0, data.length)).toEqual(data);
    expect(told.map(({ type }) => type)).toEqual(["seat_taken", "game_started", "decision_opened"]);
    await stream.leave();
    await withBots(ines);
    const both = (
      await eventually(
        () => own(ines),
        (page) => page.version === 6,
      )
    ).data;
    // What the client says that it has stands above what it once asked for.
    const again = await follow(ines, "?after=0", { "Last-Event-ID": "1" });
    const whole = await follow(ines);
    expect(
      await eventually(
        async () => whole.messages,
        (events) => events.length === 6,
      ),
    ).toEqual(both);
    expect(again.messages).toEqual(both.slice(1));
    await Promise.all([again.leave(), whole.leave()]);
  });

  test("comes by at most a hundred streams at a time", async () => {
    const jana = await player("Jana");
    const open = async () => {
      const control = new AbortController();
      const response = await fetch(`${server.url}/v1/me/events`, {
        headers: { Accept: "text/event-stream", Authorization: `Bearer ${jana.token}` },
        signal: control.signal,
      });
      return {
        response,
        close: () => {
          control.abort();
        },
      };
    };
    const streams = await Promise.all(Array.from({ length: 100 }, open));
    expect(streams.every(({ response }) => response.status === 200)).toBe(true);
    const refused = await jana.send<{ code: string }>("GET", "/v1/me/events", undefined, {
      Accept: "text/event-stream, application/problem+json",
    });
    expect([refused.status, refused.json.code]).toEqual([409, "limit_reached"]);
    // Neither a page nor a list that waits is a stream.
    expect(await own(jana)).toEqual({ data: [], version: 0 });
    expect(await jana.get2xx("GET", "/v1/decisions", undefined, { Prefer: "wait=1" })).toEqual({
      data: [],
      nextCursor: null,
      games: { waiting: 0, playing: 0 },
    });
    for (const { close } of streams) close();
  });

  test("is how much vacation is left: one day for all games whose clocks run out within it", async () => {
    const farid = await player("Farid");
    const vacation = () =>
      farid.get2xx<{ daysAYear: number; daysLeft: number; until: string | null }>("GET", "/v1/me/vacation");
    expect(await vacation()).toEqual({ daysAYear: 30, daysLeft: 30, until: null });
    const clock = { perMoveMs: 1000, vacation: true };
    const games = [await withBots(farid, { clock }), await withBots(farid, { clock })];
    const { daysLeft, until } = await eventually(vacation, (answer) => answer.until !== null);
    expect(daysLeft).toBe(29);
    expect(Date.parse(until!) - Date.now()).toBeGreaterThan(23 * HOUR);
    for (const { id } of games) {
      const view = await eventually(
        () => farid.view(id),
        ({ you }) => you!.decision!.deadline === until,
      );
      expect(view.you!.decision!.deadline).toBe(until);
    }
    expect(
      await eventually(
        async () => (await inboxOf(farid)).data.map(({ decision }) => decision.deadline),
        (deadlines) => deadlines.length === 2,
      ),
    ).toEqual([until, until]);
    expect(await vacation()).toEqual({ daysAYear: 30, daysLeft: 29, until });
  });
});
