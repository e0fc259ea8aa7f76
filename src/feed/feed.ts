/**
 * The followers of one object's log. Each is a WebSocket that hibernates with the object: how far it was told goes with it,
 * so that an object which wakes tells it what it lacks.
 */

import {
  type Call,
  CUT,
  FOLLOW,
  type Follow,
  type Frame,
  MOST_FOLLOWERS,
  MOST_STREAMS,
  type Page,
  PING,
  PONG,
  REFUSED,
} from "./frames.ts";
import { spend } from "./tickets.ts";

/** A log that can be followed. */
export interface Log<Who> {
  /** The entries after `after` as `who` may read them, as many as fit one message. */
  read(who: Who, after: number): Page;
  /** Readers of the same key read the same. */
  keyOf(who: Who): string;
}

/** What is kept with a socket. `sent` is the `seq` of the last entry that it was told. */
interface Attachment<Who> {
  who: Who;
  sent: number;
}

export class Feed<Who> {
  readonly #ctx: DurableObjectState;
  readonly #log: Log<Who>;
  #isDue = false;

  constructor(ctx: DurableObjectState, log: Log<Who>) {
    this.#ctx = ctx;
    this.#log = log;
  }

  /** Opens a line for the Worker: 101 with its end of the socket, or a status of `REFUSED`. */
  open(request: Request): Response {
    const { who, after, counted, ticket } = JSON.parse(request.headers.get(FOLLOW)!) as Follow<Who>;
    if (counted !== null && this.#ctx.getWebSockets(counted).length >= MOST_STREAMS) return refusal("tooMany");
    if (this.#ctx.getWebSockets().length >= MOST_FOLLOWERS) return refusal("full");
    if (ticket !== undefined && !spend(this.#ctx.storage.sql, ticket, Date.now())) return refusal("ticketUsed");
    const { 0: theirs, 1: ours } = new WebSocketPair();
    this.#ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    this.#ctx.acceptWebSocket(ours, counted === null ? [] : [counted]);
    this.#tell(ours, { who, sent: after }, new Map(), true);
    return new Response(null, { status: 101, webSocket: theirs });
  }

  /** Something was added: followers are told at the end of this turn, by when all that belongs to it is written. */
  grown(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.tellAll();
    });
  }

  /** Tells every follower what it lacks. The line to one that cannot be told is cut: it opens another, from where it stands. */
  tellAll(): void {
    const pages = new Map<string, Told>();
    for (const socket of this.#ctx.getWebSockets()) {
      try {
        this.#tell(socket, socket.deserializeAttachment() as Attachment<Who>, pages, false);
      } catch (error) {
        console.error(`a follower could not be told: ${String(error)}`);
        socket.close(1011);
      }
    }
  }

  /** Cuts every line once this turn's followers have been told; whoever follows comes back by themselves. Whether there was one. */
  cut(): boolean {
    const sockets = this.#ctx.getWebSockets();
    queueMicrotask(() => {
      for (const socket of sockets) socket.close(CUT);
    });
    return sockets.length > 0;
  }

  /** `pages` are those made in this turn. `opens`: the line is new, and hears where the log stands even if nothing is there for it. */
  #tell(socket: WebSocket, { who, sent }: Attachment<Who>, pages: Map<string, Told>, opens: boolean): void {
    const key = this.#log.keyOf(who);
    for (let first = opens; ; first = false) {
      const place = `${sent} ${key}`;
      let told = pages.get(place);
      if (told === undefined) {
        told = toldBy(this.#log.read(who, sent), sent);
        pages.set(place, told);
      }
      if (told.isEmpty && !first) break;
      // A closed socket stays in the list until its end is known, and takes nothing.
      if (socket.readyState !== WebSocket.OPEN && !opens) return;
      socket.send(told.text);
      sent = told.last;
    }
    socket.serializeAttachment({ who, sent } satisfies Attachment<Who>);
  }

  /** Answers a call that came over a line, by what `answer` makes of it for whom the line was opened. */
  async answer<Asked>(
    socket: WebSocket,
    message: string | ArrayBuffer,
    answer: (who: Who, asked: Asked) => Promise<unknown>,
  ): Promise<void> {
    const { id, call } = JSON.parse(message as string) as Call<Asked>;
    const { who } = socket.deserializeAttachment() as Attachment<Who>;
    const given = await answer(who, call).catch((error: unknown) => {
      console.error(`a call over a line failed: ${String(error)}`);
      return null;
    });
    try {
      socket.send(JSON.stringify({ reply: { id, answer: given } } satisfies Frame));
    } catch {
      // Nobody is left to hear it. What was asked for is done, and can be asked again.
    }
  }
}

/** A page as it is sent, and where it leads. */
interface Told {
  text: string;
  last: number;
  isEmpty: boolean;
}

const toldBy = (page: Page, sent: number): Told => ({
  text: JSON.stringify({ page } satisfies Frame),
  last: page.data.at(-1)?.seq ?? sent,
  isEmpty: page.data.length === 0,
});

const refusal = (why: keyof typeof REFUSED): Response => new Response(null, { status: REFUSED[why] });
