/** Other people's clients of Server-Sent Events and WebSockets, across breaks that no server announces. */

import { EventSource } from "eventsource";
import { createParser } from "eventsource-parser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { Client } from "../support/client.ts";
import { type HttpTable, openTable, playTable, registerFour, stepTable } from "../support/match.ts";
import { randomFrom } from "../support/random.ts";
import { type SpawnedServer, spawnServer, temporaryDir } from "../support/server.ts";

let data: Awaited<ReturnType<typeof temporaryDir>>;
let server: SpawnedServer;

beforeAll(async () => {
  data = await temporaryDir();
  server = await spawnServer({ dataDir: data.dir });
});
afterAll(async () => {
  await server.kill();
  await data.remove();
});

/** The server's processes are killed, and others take over its port and its data. */
async function crash(): Promise<void> {
  await server.kill();
  server = await spawnServer({ dataDir: data.dir, port: server.port });
}

const bearer = ({ token }: Client): Record<string, string> => ({ Authorization: `Bearer ${token}` });
const newTable = async (body: object = {}): Promise<HttpTable> =>
  openTable(await registerFour(server.url), { rules: { kingdoms: 1 }, ...body });

async function moves(table: HttpTable, count: number, random = randomFrom(table.id)): Promise<void> {
  let view = await table.players[0].view(table.id);
  for (let i = 0; i < count && view.status === "playing"; i++) view = (await stepTable(table, view, random)).acted.game;
}

const finish = (table: HttpTable) => playTable(table, randomFrom("to the end"));

test("eventsource reads a match across a crash of the server, each event once and in order, and stops at its end", async () => {
  const table = await newTable();
  const told: string[] = [];
  const ends: string[] = [];
  let asked = 0;
  const source = new EventSource(`${server.url}/v1/games/${table.id}/events`, {
    fetch: (url, init) => {
      asked++;
      return fetch(url, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...bearer(table.players[1]) },
      } as RequestInit);
    },
  });
  source.onmessage = ({ data: text }) => {
    told.push(text as string);
  };
  source.addEventListener("end", ({ data: text }) => {
    ends.push(text as string);
  });
  await moves(table, 20);
  await crash();
  await moves(table, 20);
  await crash();
  await finish(table);
  // It comes back after the end as well, is told that there is nothing more, and gives up by itself.
  await expect.poll(() => source.readyState, { timeout: 30_000 }).toBe(EventSource.CLOSED);
  const events = await table.players[1].events(table.id);
  expect(told).toEqual(events.map((event) => JSON.stringify(event)));
  expect(ends).toEqual([JSON.stringify({ reason: "over", version: events.at(-1)!.seq })]);
  expect(asked).toBeGreaterThanOrEqual(4);
});

test("eventsource-parser reads a stream that breaks at any byte, and goes on by the last id", async () => {
  const table = await newTable();
  const told: { id?: string; event?: string; data: string }[] = [];
  let last = "";
  let retry = 0;
  /** Reads the stream until it ends, or until so many bytes have come: then the connection is broken. */
  const read = async (bytes: number): Promise<void> => {
    const gone = new AbortController();
    // Nothing more comes as long as nobody moves.
    const timer =
      bytes === Infinity
        ? undefined
        : setTimeout(() => {
            gone.abort();
          }, 200);
    const response = await fetch(`${server.url}/v1/games/${table.id}/events`, {
      headers: {
        ...bearer(table.players[2]),
        Accept: "text/event-stream",
        ...(last !== "" && { "Last-Event-ID": last }),
      },
      signal: gone.signal,
    });
    const parser = createParser({
      onEvent: (event) => {
        told.push(event);
        last = event.id ?? last;
      },
      onRetry: (interval) => {
        retry = interval;
      },
      onError: (error) => {
        throw error;
      },
    });
    let left = bytes;
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        parser.feed(decoder.decode(chunk.subarray(0, left), { stream: true }));
        left -= chunk.length;
        if (left <= 0) break;
      }
    } catch {
      // The server has gone.
    }
    clearTimeout(timer);
    gone.abort();
  };
  const random = randomFrom("bytes");
  for (let i = 0; i < 15; i++) {
    await moves(table, 3, random);
    await read(40 + random.below(1500));
    if (i === 7) await crash();
  }
  await finish(table);
  await read(Infinity);
  const events = await table.players[2].events(table.id);
  expect(told.filter(({ event }) => event === undefined)).toEqual(
    events.map((event) => expect.objectContaining({ id: String(event.seq), data: JSON.stringify(event) })),
  );
  expect(told.at(-1)).toMatchObject({ event: "end" });
  expect(retry).toBe(2000);
});

test("a client of ws plays a match across a crash of the server: no event is lost or repeated, no action counts twice", async () => {
  const me = await Client.register(server.url, "Socket");
  const { id } = await me.create({
    rules: { kingdoms: 1 },
    seats: [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }],
  });
  const told: { seq: number; by?: string; seat?: number }[] = [];
  let acted = 0;
  let isOver = false;
  let killing = Promise.resolve();
  for (let lives = 0; !isOver; lives++) {
    let view = await me.view(id);
    const socket = new WebSocket(
      `${server.url.replace("http", "ws")}/v1/games/${id}/socket?after=${told.at(-1)?.seq ?? 0}`,
      { headers: bearer(me) },
    );
    const act = (): void => {
      const { decision, legalActions } = view.you!;
      if (decision !== null)
        socket.send(JSON.stringify({ id: decision.id, action: legalActions[0].id, decision: decision.id }));
    };
    await new Promise<void>((closed) => {
      socket.on("open", act);
      socket.on("error", () => {});
      socket.on("close", () => {
        closed();
      });
      socket.on("message", (text) => {
        const message = JSON.parse(String(text)) as { type: string; event: (typeof told)[number]; game: typeof view };
        if (message.type === "event") told.push(message.event);
        if (message.type === "end") isOver = true;
        if (message.type !== "acted") return;
        view = message.game;
        act();
        // In the middle of things: the action that was just sent may have counted or not.
        if (++acted === 10 || acted === 25) killing = server.kill();
      });
    });
    await killing;
    if (!isOver) server = await spawnServer({ dataDir: data.dir, port: server.port });
    expect(lives).toBeLessThan(5);
  }
  expect(told).toEqual(await me.events(id));
});

test("two hundred idle watchers, and real time: the object sleeps, streams and sockets show that they live, and the next move reaches all", async () => {
  const table = await newTable();
  const { version } = await table.players[0].view(table.id);
  const sources: { last: number; comments: number }[] = [];
  const gone = new AbortController();
  for (let i = 0; i < 100; i++) {
    const response = await fetch(`${server.url}/v1/games/${table.id}/events?after=${version}`, {
      headers: { Accept: "text/event-stream" },
      signal: gone.signal,
    });
    const source = { last: 0, comments: 0 };
    sources.push(source);
    const parser = createParser({
      onEvent: ({ id }) => {
        // Who has to act has no number.
        if (id !== undefined) source.last = Number(id);
      },
      onComment: () => {
        source.comments++;
      },
    });
    void (async () => {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
        parser.feed(new TextDecoder().decode(chunk));
    })().catch(() => {});
  }
  const sockets = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const socket = new WebSocket(`${server.url.replace("http", "ws")}/v1/games/${table.id}/socket?after=${version}`);
      const heard: { type: string; event?: { seq: number } }[] = [];
      socket.on("message", (text) => {
        heard.push(JSON.parse(String(text)));
      });
      await new Promise<void>((open) => {
        socket.on("open", () => {
          open();
        });
      });
      return { socket, heard };
    }),
  );
  // A player who is refused too often is told so for a minute, by an object that remembers it: one that slept does not.
  const wrong = (): Promise<{ json: unknown }> => table.players[3].act(table.id, "pass", "1");
  let refused: { json: unknown };
  for (let i = 0; i < 60; i++) await wrong();
  refused = await wrong();
  expect(refused.json).toMatchObject({ code: "too_many_refusals" });
  // The platform lets an object sleep after ten idle seconds; the heartbeats of fifteen do not wake it.
  await new Promise((passed) => setTimeout(passed, 20_000));
  refused = await wrong();
  expect(refused.json).toMatchObject({ code: "stale_decision" });
  for (const { comments } of sources) expect(comments).toBeGreaterThanOrEqual(2);
  for (const { heard } of sockets) expect(heard.some(({ type }) => type === "heartbeat")).toBe(true);
  await moves(table, 1);
  const reached = (await table.players[0].view(table.id)).version;
  expect(reached).toBeGreaterThan(version);
  await expect
    .poll(
      () => [
        ...sources.map(({ last }) => last),
        ...sockets.map(({ heard }) => heard.filter(({ type }) => type === "event").at(-1)?.event?.seq),
      ],
      { timeout: 10_000 },
    )
    .toEqual(Array.from({ length: 200 }, () => reached));
  gone.abort();
  for (const { socket } of sockets) socket.close();
});
