/** Following a log by Server-Sent Events. */

import type { Page } from "../../feed/frames.ts";
import type { Exchange } from "../exchange/env.ts";
import type { Problem } from "../exchange/problem.ts";
import { type EndReason, type Following, Subscription } from "./subscription.ts";

/** How soon a client comes back after a break, in milliseconds. */
const RETRY_MS = 2000;
/** How much may wait for a client that does not read, in bytes: then its stream is cut, and it resumes where it stood. */
const BACKLOG_BYTES = 1024 * 1024;

/**
 * A stream of Server-Sent Events: `id` is the `seq`, `data` the entry as any other way gives it. 204 where everything has
 * been told and nothing will come, which keeps an EventSource from asking again.
 */
export async function sse(c: Exchange, following: Following): Promise<Response> {
  // Proxies that gather answers before they pass them on are asked not to.
  const headers = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "private, no-store, no-transform",
    "X-Accel-Buffering": "no",
  };
  // Whoever asks for the head alone gets no stream to hold.
  if (c.req.raw.method === "HEAD") return c.body(null, 200, headers);
  const stream = new EventStream(following);
  const first = await stream.open();
  return first.over && first.data.length === 0 ? c.body(null, 204) : c.body(stream.readable, 200, headers);
}

class EventStream extends Subscription {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  readonly #first = Promise.withResolvers<Page>();
  #controller!: ReadableStreamDefaultController<Uint8Array>;

  constructor(following: Following) {
    super(following);
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => {
          this.release();
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BACKLOG_BYTES }),
    );
  }

  /** Opens the line and resolves with its first page, which is in the stream by then. */
  async open(): Promise<Page> {
    this.#write(`retry: ${RETRY_MS}\n: open\n\n`);
    await this.follow({
      lost: (error) => {
        // Without a word: the client comes back by itself.
        this.expire();
        this.#first.reject(error);
      },
    });
    return this.#first.promise;
  }

  protected override tell(page: Page): void {
    for (const entry of page.data) this.#write(`id: ${entry.seq}\ndata: ${JSON.stringify(entry)}\n\n`);
    this.#first.resolve(page);
    if (page.over) this.end("over", page.newest);
  }

  protected override tellAwaiting(awaiting: object | null, version: number): void {
    this.#write(`event: awaiting\ndata: ${JSON.stringify({ version, awaiting })}\n\n`);
  }

  protected override beat(): void {
    this.#write(": beat\n\n");
  }

  protected override end(reason: EndReason, version: number): void {
    this.#write(`event: end\ndata: ${JSON.stringify({ reason, version })}\n\n`);
    this.expire();
    // Where this comes first of all, the stream holds it alone.
    this.#first.resolve({ data: [], newest: version, over: false });
  }

  protected override stray(problem: Problem): void {
    this.expire();
    this.#first.reject(problem);
  }

  #write(text: string): void {
    if (this.isReleased) return;
    this.#controller.enqueue(this.#encoder.encode(text));
    if ((this.#controller.desiredSize ?? 0) < 0) this.expire();
  }

  protected override expire(): void {
    if (this.release()) this.#controller.close();
  }
}
