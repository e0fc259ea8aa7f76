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

/** How many followers are told in one turn: then others get theirs. */
const AT_ONCE = 16;

export class Feed<Who> {
  readonly #ctx: DurableObjectState;
  readonly #log: Log<Who>;
  /** Whether something was added since the followers' present round began. */
  #isDue = false;
  /** The round that is under way, with those that follow it. */
  #telling: Promise<void> | null = null;

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

  /**
   * Something was added, or the object wakes: every follower is told what it lacks, in later turns, a few followers in each. So
   * whoever added it has their answer first, however many follow. Resolves once all have been told.
   */
  grown(): Promise<void> {
    this.#isDue = true;
    if (this.#telling === null) {
      this.#telling = this.#tellAll().finally(() => {
        this.#telling = null;
      });
      this.#ctx.waitUntil(this.#telling);
    }
    return this.#telling;
  }

  async #tellAll(): Promise<void> {
    while (this.#isDue) {
      // What is told has been written by then, and the answer that it is owed to has left.
      await this.#ctx.storage.sync();
      await scheduler.wait(0);
      this.#isDue = false;
      let pages = new Map<string, Told>();
      for (const [i, socket] of this.#ctx.getWebSockets().entries()) {
        if (i > 0 && i % AT_ONCE === 0) {
          await scheduler.wait(0);
          // Something may have been added.
          pages = new Map();
        }
        this.#tellOne(socket, pages);
      }
    }
  }

  /** Tells a follower what it lacks. The line to one that cannot be told is cut: it opens another, from where it stands. */
  #tellOne(socket: WebSocket, pages: Map<string, Told>): void {
    try {
      this.#tell(socket, socket.deserializeAttachment() as Attachment<Who>, pages, false);
    } catch (error) {
      console.error(`a follower could not be told: ${String(error)}`);
      socket.close(1011);
    }
  }

  /** Cuts every line once the followers have been told; whoever follows comes back by themselves. Whether there was one. */
  cut(): boolean {
    const sockets = this.#ctx.getWebSockets();
    void this.grown().then(() => {
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
    // Its own line has what came of it before the answer.
    this.#tellOne(socket, new Map());
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
