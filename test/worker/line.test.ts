import { expect, test, vi } from "vitest";
import type { Entry, Frame, Page } from "../../src/feed/frames.ts";
import { Line, type Listener } from "../../src/http/live/line.ts";
import { quietLine } from "../../src/http/live/quiet.ts";
import { sse } from "../../src/http/live/stream.ts";
import { SseReader } from "../support/sse.ts";

/** The object's end of every line that was dialled. */
class Ends {
  readonly sockets: WebSocket[] = [];
  readonly asked: { after: number; again: boolean }[] = [];
  /** Whether lines cannot be opened now. */
  isDown = false;

  readonly dial = async (after: number, again: boolean): Promise<WebSocket> => {
    this.asked.push({ after, again });
    if (this.isDown) throw new Error("down");
    const { 0: theirs, 1: ours } = new WebSocketPair();
    ours.accept();
    this.sockets.push(ours);
    return theirs;
  };

  tell(...seqs: number[]): void {
    this.sockets.at(-1)!.send(
      JSON.stringify({
        page: { data: seqs.map((seq) => ({ seq })), newest: seqs.at(-1) ?? 0, over: false } satisfies Page,
      }),
    );
  }
}

const heard = () => {
  const seqs: number[] = [];
  const listener = {
    page: ({ data }: Page) => {
      seqs.push(...data.map(({ seq }) => seq));
    },
    broke: vi.fn(),
    lost: vi.fn(),
  } satisfies Listener<Entry>;
  return { seqs, listener };
};

test("a line that breaks is opened again from the last entry that came, and its break is told", async () => {
  const ends = new Ends();
  const { seqs, listener } = heard();
  const line = await Line.open(ends.dial, 4, listener);
  ends.tell(5, 6);
  await vi.waitFor(() => expect(seqs).toEqual([5, 6]));
  ends.sockets[0].close(1011, "gone");
  await vi.waitFor(() => expect(ends.sockets).toHaveLength(2));
  ends.tell(7);
  await vi.waitFor(() => expect(seqs).toEqual([5, 6, 7]));
  expect(ends.asked).toEqual([
    { after: 4, again: false },
    { after: 6, again: true },
  ]);
  expect([listener.broke.mock.calls.length, listener.lost.mock.calls.length]).toEqual([1, 0]);
  line.close();
});

test("a line that does not answer a heartbeat until the next is taken for broken; what still comes by it is not heard", async () => {
  const ends = new Ends();
  const { seqs, listener } = heard();
  const line = await Line.open(ends.dial, 0, listener);
  const pings: unknown[] = [];
  ends.sockets[0].addEventListener("message", ({ data }) => {
    pings.push(data);
  });
  line.beat();
  await vi.waitFor(() => expect(pings).toEqual(["ping"]));
  ends.sockets[0].send("pong");
  await scheduler.wait(5);
  line.beat();
  await vi.waitFor(() => expect(pings).toHaveLength(2));
  line.beat();
  await vi.waitFor(() => expect(ends.sockets).toHaveLength(2));
  try {
    ends.sockets[0].send(JSON.stringify({ page: { data: [{ seq: 1 }], newest: 1, over: false } }));
  } catch {
    // Closed already.
  }
  ends.tell(1, 2);
  await vi.waitFor(() => expect(seqs).toEqual([1, 2]));
  line.close();
});

test("a line that cannot be opened again is lost after some tries, and one that was closed is not opened again", async () => {
  const ends = new Ends();
  const { listener } = heard();
  await Line.open(ends.dial, 0, listener);
  ends.isDown = true;
  ends.sockets[0].close(1011);
  await vi.waitFor(() => expect(listener.lost).toHaveBeenCalledOnce(), 8000);
  expect(ends.asked).toHaveLength(6);

  const closed = new Ends();
  const line = await Line.open(closed.dial, 0, heard().listener);
  closed.sockets[0].close(1011);
  line.close();
  await scheduler.wait(100);
  expect(closed.asked).toHaveLength(1);
});

test("a client that does not read is cut when too much waits for it, between two events, and can resume there", async () => {
  const ends = new Ends();
  const context = {
    header: () => {},
    req: { raw: new Request("https://trix.test") },
    body: (body: ReadableStream, status: number) => new Response(body, { status }),
  };
  const opening = sse(context as never, { dial: ends.dial, after: 0, lapsed: () => null });
  await vi.waitFor(() => expect(ends.sockets).toHaveLength(1));
  const padding = "x".repeat(1000);
  let seq = 0;
  const tellMany = (): void => {
    const data = Array.from({ length: 500 }, () => ({ seq: ++seq, padding }));
    ends.sockets[0].send(JSON.stringify({ page: { data, newest: seq, over: false } }));
  };
  tellMany();
  const { body } = await opening;
  for (let i = 0; i < 5; i++) tellMany();
  await scheduler.wait(50);
  const reader = new SseReader(body!);
  expect(await reader.ended).toBe(true);
  expect(reader.text.endsWith("\n\n")).toBe(true);
  expect(reader.messages.map((event) => event.seq)).toEqual(Array.from({ length: reader.last }, (_, i) => i + 1));
  expect(reader.last).toBeGreaterThan(500);
  expect(reader.last).toBeLessThan(seq);
  expect(reader.end).toBeUndefined();
});

test("who has to act is told once the newest event is there, also where the line has just been opened, and not beside the end", async () => {
  const ends = new Ends();
  const context = {
    header: () => {},
    req: { raw: new Request("https://trix.test") },
    body: (body: ReadableStream, status: number) => new Response(body, { status }),
  };
  const opening = sse(context as never, { dial: ends.dial, after: 4, lapsed: () => null });
  await vi.waitFor(() => expect(ends.sockets).toHaveLength(1));
  const tell = (data: Entry[], newest: number, over: boolean, awaiting: object | null) => {
    ends.sockets[0].send(JSON.stringify({ page: { data, newest, over, awaiting } satisfies Page }));
  };
  const [first, second] = [{ seats: [1] }, { seats: [2] }];
  tell([], 4, false, first);
  const { body } = await opening;
  tell([{ seq: 5 }], 6, false, second);
  tell([{ seq: 6 }], 6, false, second);
  tell([{ seq: 7 }], 7, true, null);
  const reader = new SseReader(body!);
  expect(await reader.ended).toBe(true);
  expect(reader.events.map(({ event, data }) => [event, JSON.parse(data)])).toEqual([
    ["awaiting", { version: 4, awaiting: first }],
    ["message", { seq: 5 }],
    ["message", { seq: 6 }],
    ["awaiting", { version: 6, awaiting: second }],
    ["message", { seq: 7 }],
    ["end", { reason: "over", version: 7 }],
  ]);
});

test("the line of somebody who is not there tells nothing, holds, and leads to their own once they are", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const pages: Page[] = [];
    const dialled: boolean[] = [];
    const theirs = Promise.withResolvers<WebSocket>();
    const line = await Line.open(
      async (_, again) => {
        dialled.push(again);
        return again ? theirs.promise : quietLine();
      },
      0,
      { page: (page) => pages.push(page), lost: (error) => expect.unreachable(String(error)) },
    );
    await vi.waitFor(() => expect(pages).toEqual([{ data: [], newest: 0, over: false }]));
    line.beat();
    await scheduler.wait(20);
    line.beat();
    await scheduler.wait(20);
    expect(dialled).toEqual([false]);
    vi.advanceTimersByTime(60_000);
    const { 0: client, 1: object } = new WebSocketPair();
    object.accept();
    theirs.resolve(client);
    await vi.waitFor(() => expect(dialled).toEqual([false, true]));
    object.send(JSON.stringify({ page: { data: [{ seq: 1 }], newest: 1, over: false } } satisfies Frame));
    await vi.waitFor(() => expect(line.last).toBe(1));
    line.close();
  } finally {
    vi.useRealTimers();
  }
});
