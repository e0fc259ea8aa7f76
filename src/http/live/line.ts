/** The Worker's end of a line to an object's feed. Where it breaks it is opened again, from the last entry that came. */

import { backoff } from "../../durable/timing.ts";
import { type Call, CUT, type Entry, type Frame, type Page, PING, PONG } from "../../feed/frames.ts";

/** How often a broken line is opened again before it is given up, and the first pause in milliseconds; each may be twice the last. */
const TRIES = 5,
  FIRST_PAUSE_MS = 50;

/** Opens a socket to the object, for what comes after `after`. `again`: in place of one that broke. Throws where that is refused. */
export type Dial = (after: number, again: boolean) => Promise<WebSocket>;

export interface Listener<E extends Entry> {
  /** Entries, each once and in their order; none where the line has just been opened and nothing is new. */
  page(page: Page<E>): void;
  /** The answer to a call; `null` where the object failed. */
  reply?(id: number, answer: unknown): void;
  /** What was called and not answered may or may not have been done. */
  broke?(): void;
  /** The line broke and could not be opened again, for this reason. */
  lost(error: unknown): void;
}

export class Line<E extends Entry> {
  readonly #dial: Dial;
  readonly #listener: Listener<E>;
  #last: number;
  /** `null` while it is being opened. */
  #socket: WebSocket | null = null;
  #isClosed = false;
  /** Whether the last `beat` has not been answered yet. */
  #isSilent = false;

  private constructor(dial: Dial, after: number, listener: Listener<E>) {
    this.#dial = dial;
    this.#last = after;
    this.#listener = listener;
  }

  /** Opens a line for what comes after `after`. Throws what `dial` throws. */
  static async open<E extends Entry>(dial: Dial, after: number, listener: Listener<E>): Promise<Line<E>> {
    const line = new Line(dial, after, listener);
    line.#attach(await dial(after, false));
    return line;
  }

  /** `seq` of the last entry that came. */
  get last(): number {
    return this.#last;
  }

  #attach(socket: WebSocket): void {
    this.#socket = socket;
    this.#isSilent = false;
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket) this.#hear(data as string);
    });
    socket.addEventListener("close", ({ code }) => {
      if (socket !== this.#socket) return;
      if (code !== CUT) return void this.#again();
      this.close();
      this.#listener.lost(new Error("the line was cut as asked"));
    });
    socket.addEventListener("error", () => {
      if (socket === this.#socket) void this.#again();
    });
    socket.accept();
  }

  #hear(text: string): void {
    if (text === PONG) {
      this.#isSilent = false;
      return;
    }
    const frame = JSON.parse(text) as Frame;
    if ("reply" in frame) return this.#listener.reply?.(frame.reply.id, frame.reply.answer);
    const page = frame.page as Page<E>;
    this.#last = page.data.at(-1)?.seq ?? this.#last;
    this.#listener.page(page);
  }

  async #again(): Promise<void> {
    this.#drop();
    if (this.#isClosed) return;
    this.#listener.broke?.();
    let failure: unknown;
    for (let tried = 1; tried <= TRIES; tried++) {
      // Many lines break at once: they come back one after the other.
      await scheduler.wait(backoff(tried, FIRST_PAUSE_MS));
      if (this.#isClosed) return;
      try {
        const socket = await this.#dial(this.#last, true);
        this.#attach(socket);
        if (this.#isClosed) this.#drop();
        return;
      } catch (error) {
        failure = error;
      }
    }
    console.warn(`a line was lost: ${String(failure)}`);
    this.close();
    this.#listener.lost(failure);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    try {
      socket?.close(1000);
    } catch {
      // It is closed already.
    }
  }

  /** Sends a call. Whether there was a line to send it by. */
  call<Asked>(call: Call<Asked>): boolean {
    return this.#send(JSON.stringify(call));
  }

  /** To be called at every heartbeat: a line that has not answered the one before is opened again. Wakes nobody. */
  beat(): void {
    if (this.#socket === null) return;
    if (this.#isSilent) return void this.#again();
    this.#isSilent = this.#send(PING);
  }

  #send(text: string): boolean {
    try {
      this.#socket?.send(text);
      return this.#socket !== null;
    } catch {
      return false;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }
}
