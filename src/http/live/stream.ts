/** Following a log over HTTP: Server-Sent Events, and answers that wait. Both are held here, so that the object can sleep meanwhile. */

import type { Context } from "hono";
import type { Entry, Page } from "../../feed/frames.ts";
import type { AppEnv } from "../exchange/env.ts";
import { type Dial, Line } from "./line.ts";

/** How often a stream shows that it lives, how soon a client comes back after a break, and how long a stream is kept; milliseconds. */
export const HEARTBEAT_MS = 15_000,
  RETRY_MS = 2000,
  LIFETIME_MS = 6 * 3600_000;
/** How much may wait for a client that does not read, in bytes: then its stream is cut, and it resumes where it stood. */
const BACKLOG_BYTES = 1024 * 1024;
/** The longest that an answer waits, in seconds. */
export const MOST_WAIT = 60;

/** Why a stream is ended for good: there is nothing more to come, or its token holds no longer. */
export type EndReason = "over" | "revoked" | "expired";

/** What is followed, and for whom. */
export interface Following {
  dial: Dial;
  /** `seq` of the last entry that the client has. */
  after: number;
  /** Asked at every heartbeat, and before anything is told: why the client may follow no longer, or `null`. */
  refused: () => EndReason | null;
}

/** Beats until it is stopped, or until the lifetime of a stream is over. */
export function beating(beat: () => void, over: () => void): () => void {
  const since = Date.now();
  const timer = setInterval(() => {
    if (Date.now() - since >= LIFETIME_MS) over();
    else beat();
  }, HEARTBEAT_MS);
  return () => {
    clearInterval(timer);
  };
}

/**
 * A stream of Server-Sent Events: `id` is the `seq`, `data` the entry as any other way gives it. 204 where everything has
 * been told and nothing will come, which keeps an EventSource from asking again.
 */
export async function sse(c: Context<AppEnv>, { dial, after, refused }: Following): Promise<Response> {
  // Proxies that gather answers before they pass them on are asked not to.
  const headers = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "private, no-store, no-transform",
    "X-Accel-Buffering": "no",
  };
  // Whoever asks for the head alone gets no stream to hold.
  if (c.req.raw.method === "HEAD") return c.body(null, 200, headers);
  const stream = new EventStream(refused);
  const first = await stream.open(dial, after);
  return first.over && first.data.length === 0 ? c.body(null, 204) : c.body(stream.readable, 200, headers);
}

class EventStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #refused: Following["refused"];
  readonly #encoder = new TextEncoder();
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #line: Line<Entry> | null = null;
  #isEnded = false;
  #stopBeating = (): void => {};

  constructor(refused: Following["refused"]) {
    this.#refused = refused;
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => {
          this.#stop();
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BACKLOG_BYTES }),
    );
  }

  /** Opens the line and resolves with its first page, which is in the stream by then. */
  open(dial: Dial, after: number): Promise<Page> {
    this.#write(`retry: ${RETRY_MS}\n: open\n\n`);
    return new Promise((opened, failed) => {
      const lost = (error: unknown): void => {
        // Without a word: the client comes back by itself.
        this.#close();
        failed(error);
      };
      const page = (page: Page): void => {
        this.#tell(page);
        opened(page);
      };
      Line.open(dial, after, { page, lost }).then((line) => {
        this.#line = line;
        if (this.#isEnded) return line.close();
        this.#stopBeating = beating(
          () => {
            this.#beat();
          },
          () => {
            this.#close();
          },
        );
      }, failed);
    });
  }

  #tell({ data, newest, over }: Page): void {
    const reason = this.#refused();
    if (reason !== null) return this.#end(reason, newest);
    for (const entry of data) this.#write(`id: ${entry.seq}\ndata: ${JSON.stringify(entry)}\n\n`);
    if (over) this.#end("over", newest);
  }

  #beat(): void {
    const reason = this.#refused();
    if (reason !== null) return this.#end(reason, this.#line?.last ?? 0);
    this.#write(": beat\n\n");
    this.#line?.beat();
  }

  /** The announced end. `newest` is the number of the newest entry. */
  #end(reason: EndReason, newest: number): void {
    this.#write(`event: end\ndata: ${JSON.stringify({ reason, version: newest })}\n\n`);
    this.#close();
  }

  #write(text: string): void {
    if (this.#isEnded) return;
    this.#controller.enqueue(this.#encoder.encode(text));
    if ((this.#controller.desiredSize ?? 0) < 0) this.#close();
  }

  #close(): void {
    if (this.#isEnded) return;
    this.#stop();
    this.#controller.close();
  }

  #stop(): void {
    this.#isEnded = true;
    this.#stopBeating();
    this.#line?.close();
  }
}

/** The first entries after `after` that there are or that come within `seconds`; none after that time, and none where nothing will come. */
export async function firstPage<E extends Entry>(dial: Dial, after: number, seconds: number): Promise<Page<E>> {
  let newest: Page<E> | undefined;
  const enough = Promise.withResolvers<void>();
  const line = await Line.open<E>(dial, after, {
    page(page) {
      newest = page;
      if (page.data.length > 0 || page.over) enough.resolve();
    },
    lost: enough.reject,
  });
  const timer = setTimeout(() => {
    if (newest === undefined) enough.reject(new Error("the object opened a line and told nothing"));
    else enough.resolve();
  }, seconds * 1000);
  try {
    await enough.promise;
  } finally {
    clearTimeout(timer);
    line.close();
  }
  return newest!;
}

/** A page that waits until it has something to tell. */
export async function waited(
  dial: Dial,
  after: number,
  limit: number,
  seconds: number,
): Promise<{ data: Entry[]; version: number }> {
  const { data, newest } = await firstPage(dial, after, seconds);
  return { data: data.slice(0, limit), version: newest };
}

/** How long a client wants the answer to wait (RFC 7240), in whole seconds: 0 where it does not, and never more than there is. */
export function waitOf(c: Context<AppEnv>): number {
  const wishes = (c.req.raw.headers.get("prefer") ?? "").split(/[,;]/);
  const wish = wishes
    .map((each) => /^\s*wait\s*=\s*"?(\d{1,9})"?\s*$/i.exec(each)?.[1])
    .find((each) => each !== undefined);
  const seconds = Math.min(Number(wish ?? 0), MOST_WAIT);
  if (seconds > 0) c.header("Preference-Applied", `wait=${seconds}`);
  return c.req.raw.method === "HEAD" ? 0 : seconds;
}
