/** Reads Server-Sent Events, by the letter of the format, for tests: every line that comes and what it amounts to. */

export interface SentEvent {
  id: string;
  event: string;
  data: string;
}

export class SseReader {
  readonly events: SentEvent[] = [];
  readonly comments: string[] = [];
  /** All that came. */
  text = "";
  /** `null` until the stream said how long to wait before coming back, in milliseconds. */
  retry: number | null = null;
  /** Resolves when the stream has ended, however it did: true where its end was regular. */
  readonly ended: Promise<boolean>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest = "";
  #id = "";
  #event = "";
  #data: string[] = [];

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    this.ended = this.#read().then(
      () => true,
      () => false,
    );
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    for (;;) {
      const { value, done } = await this.#reader.read();
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      this.text += text;
      const lines = (this.#rest + text).split("\n");
      this.#rest = lines.pop()!;
      for (const line of lines) this.#take(line);
    }
  }

  #take(line: string): void {
    if (line === "") {
      if (this.#data.length > 0)
        this.events.push({ id: this.#id, event: this.#event || "message", data: this.#data.join("\n") });
      this.#event = "";
      this.#data = [];
      return;
    }
    const colon = line.indexOf(":");
    const [field, value] = colon < 0 ? [line, ""] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
    if (field === "") this.comments.push(value);
    else if (field === "id") this.#id = value;
    else if (field === "event") this.#event = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "retry") this.retry = Number(value);
    else throw new Error(`a line that is none of the format: ${line}`);
  }

  /** The events of the game, as JSON. */
  get messages(): { seq: number; type: string }[] {
    return this.events
      .filter(({ event }) => event === "message")
      .map(({ data }) => JSON.parse(data) as { seq: number; type: string });
  }

  /** Who had to act as of which event, in the order in which that came. */
  get awaiting(): { version: number; awaiting: { seats: number[]; since: string; deadline: string | null } | null }[] {
    return this.events
      .filter(({ event }) => event === "awaiting")
      .map(({ data }) => JSON.parse(data) as SseReader["awaiting"][number]);
  }

  /** `seq` of the last one. */
  get last(): number {
    return this.messages.at(-1)?.seq ?? 0;
  }

  /** What the announced end says; `undefined` where none came. */
  get end(): { reason: string; version: number } | undefined {
    const end = this.events.find(({ event }) => event === "end");
    return end === undefined ? undefined : (JSON.parse(end.data) as { reason: string; version: number });
  }

  /** Goes away, as a client does. */
  async leave(): Promise<void> {
    await this.#reader.cancel().catch(() => {});
  }
}
