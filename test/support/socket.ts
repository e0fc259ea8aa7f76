/** A client's WebSocket to a game, for end-to-end tests: every message that comes is held against the API description. */

import { faultsOfMessage } from "../contract/judge.ts";

/** What Node's own WebSocket takes and has, beyond what the platform's types say of theirs. */
interface NodeSocket extends EventTarget {
  send(data: string | Uint8Array): void;
  close(code?: number): void;
}
const NodeSocket = globalThis.WebSocket as unknown as new (
  url: string,
  options: { headers: Record<string, string> },
) => NodeSocket;

export interface Heard {
  type: string;
  id?: string | null;
  event?: { seq: number; type: string };
  [field: string]: any;
}

export class GameSocket {
  readonly heard: Heard[] = [];
  /** Texts that were no JSON. */
  readonly plain: string[] = [];
  /** The messages as they came. */
  readonly texts: string[] = [];
  closed: { code: number; reason: string } | null = null;
  readonly #socket: NodeSocket;
  #changed: () => void = () => {};

  private constructor(socket: NodeSocket) {
    this.#socket = socket;
    socket.addEventListener("message", (message) => {
      this.#take(String((message as unknown as { data: unknown }).data));
      this.#changed();
    });
    socket.addEventListener("close", (event) => {
      const { code, reason } = event as unknown as { code: number; reason: string };
      this.closed = { code, reason };
      this.#changed();
    });
  }

  /** Resolves when the socket is open; rejects where it was refused. */
  static open(url: string, path: string, headers: Record<string, string> = {}): Promise<GameSocket> {
    const socket = new NodeSocket(url.replace(/^http/, "ws") + path, { headers });
    const opened = new GameSocket(socket);
    return new Promise((done, failed) => {
      socket.addEventListener("open", () => {
        done(opened);
      });
      socket.addEventListener("error", () => {
        failed(new Error(`no socket at ${path.split("?")[0]}`));
      });
    });
  }

  #take(text: string): void {
    this.texts.push(text);
    if (text === "pong") {
      this.plain.push(text);
      return;
    }
    const message = JSON.parse(text) as Heard;
    const faults = faultsOfMessage(message);
    if (faults.length > 0)
      throw new Error(`a message breaks the API description: ${faults.join("; ")}\n${text.slice(0, 500)}`);
    this.heard.push(message);
  }

  send(message: object | string | Uint8Array): void {
    this.#socket.send(typeof message === "string" || message instanceof Uint8Array ? message : JSON.stringify(message));
  }

  /** The events that came, as the game tells them. */
  get events(): { seq: number; type: string }[] {
    return this.heard.flatMap(({ event }) => (event === undefined ? [] : [event]));
  }

  get last(): number {
    return this.events.at(-1)?.seq ?? 0;
  }

  /** Waits until something is so, which is looked at whenever a message comes. */
  async until<T>(look: (socket: this) => T | undefined | false | null, what: string): Promise<T> {
    const end = Date.now() + 10_000;
    for (;;) {
      const found = look(this);
      if (found !== undefined && found !== false && found !== null) return found;
      if (Date.now() > end)
        throw new Error(`waited in vain for ${what}; heard ${this.texts.slice(-3).join("\n").slice(0, 600)}`);
      await Promise.race([
        new Promise<void>((changed) => {
          this.#changed = changed;
        }),
        new Promise((passed) => setTimeout(passed, 500)),
      ]);
    }
  }

  /** The answer to the message of that id. */
  answer(id: string): Promise<Heard> {
    return this.until(({ heard }) => heard.find((message) => message.id === id), `the answer to ${id}`);
  }

  close(): void {
    this.#socket.close();
  }
}
