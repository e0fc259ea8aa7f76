/** A game over one WebSocket: its events as they come, and actions the other way. Held here; the object sleeps while nothing happens. */

import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Entry, Page } from "../feed/frames.ts";
import type { FollowerAction } from "../game/feed.ts";
import type { Acted, Answer } from "../game/types.ts";
import { forbidden, unauthorized } from "./auth.ts";
import type { AppEnv } from "./env.ts";
import { problemOfIssues } from "./faults.ts";
import { type Follower, followerOf } from "./follower.ts";
import type { Language } from "./labels/languages.ts";
import { labelled, languageOf } from "./labels/view.ts";
import { type Dial, Line } from "./line.ts";
import { dialGame, gameIdOf } from "./objects.ts";
import { json, operation } from "./operation.ts";
import { Problem, problemDocument } from "./problem.ts";
import { createRouter } from "./router.ts";
import { queryInteger } from "./schemas/list.ts";
import { gameParams } from "./schemas/params.ts";
import { MESSAGE_LENGTH, SocketMessage, SocketRequest, TicketQuery } from "./schemas/stream.ts";
import { beating, type EndReason } from "./stream.ts";

/** Actions of one socket that may wait for their answers, and messages that make no sense before it is closed. */
const MOST_PENDING = 16,
  MOST_MALFORMED = 10;

const openSocket = operation({
  method: "get",
  path: "/v1/games/{gameId}/socket",
  operationId: "openSocket",
  tags: ["Play"],
  access: "public",
  scope: "games:read",
  seatTokens: true,
  problems: ["upgrade_required", "limit_reached"],
  summary: "Follow and play over a WebSocket",
  description: [
    "Opens a WebSocket that sends the events after `after`, both existing and new, as the caller may see them. Every message is JSON in a text frame. Each message from the server is a `SocketMessage` with one of these `type`s: `event`, `acted`, `refused`, `heartbeat`, `end`.",
    'With a token that may play, a client can act. It sends an `ActionRequest` with an `id` of its choice, at most 64 characters, such as `{"id": "1", "action": "p:7H", "decision": "57"}`. The reply is `acted` or `refused` with the same `id` and the same content as the HTTP call. The server answers the text `ping` with the text `pong`.',
    "A connection that closes without an `end` was interrupted. Open a new one with `after` set to the `seq` of the last event. Several connections can use the same token independently.",
  ].join("\n\n"),
  request: {
    params: gameParams,
    query: z.object({
      after: queryInteger(0, 1e9, 0, "The `seq` of the last event that you know."),
      ticket: TicketQuery,
    }),
  },
  responses: { 101: json(SocketMessage, "The connection is open. This is the format of its messages.") },
});

export const socket = createRouter().openapi(openSocket, async (c) => {
  const { after = 0, ticket } = c.req.valid("query");
  const { gameId } = c.req.valid("param");
  const follower = followerOf(c, gameId, ticket);
  const id = gameIdOf(c, gameId);
  if (c.req.raw.headers.get("upgrade")?.toLowerCase() !== "websocket")
    throw new Problem("upgrade_required", { headers: { Upgrade: "websocket" } });
  const { 0: theirs, 1: ours } = new WebSocketPair();
  await new Session(c, ours, follower).open(dialGame(c, id, follower.follow), after);
  return new Response(null, {
    status: 101,
    webSocket: theirs,
    headers: { "X-Request-Id": c.get("requestId") },
  }) as never;
});

class Session {
  readonly #socket: WebSocket;
  readonly #follower: Follower;
  readonly #language: Language;
  readonly #requestId: string;
  #line: Line<Entry> | null = null;
  /** The clients' ids of the actions that wait for an answer, by ours. */
  readonly #pending = new Map<number, string | null>();
  #calls = 0;
  /** The version at which the game ended, once everything has been sent. */
  #overAt: number | null = null;
  #malformed = 0;
  #isClosed = false;
  #stopBeating = (): void => {};

  constructor(c: Context<AppEnv>, socket: WebSocket, follower: Follower) {
    this.#socket = socket;
    this.#follower = follower;
    this.#language = languageOf(c);
    this.#requestId = c.get("requestId");
  }

  /** Opens the line to the game, and begins. Throws where the game refuses. */
  async open(dial: Dial, after: number): Promise<void> {
    this.#socket.accept();
    this.#line = await Line.open(dial, after, {
      page: (page) => {
        this.#tell(page);
      },
      reply: (id, answer) => {
        this.#reply(id, answer as Answer<Acted> | null);
      },
      broke: () => {
        this.#forget();
      },
      lost: () => {
        this.#close(1013, "The game can't be reached right now. Reconnect a little later.");
      },
    });
    this.#socket.addEventListener("message", ({ data }) => {
      this.#hear(data);
    });
    this.#socket.addEventListener("close", () => {
      this.#close(1000, "");
    });
    this.#socket.addEventListener("error", () => {
      this.#close(1011, "");
    });
    this.#stopBeating = beating(
      () => {
        this.#beat();
      },
      () => {
        this.#close(1001, "Connections are closed after a few hours. Open a new one.");
      },
    );
  }

  #tell({ data, newest, over }: Page): void {
    const reason = this.#follower.refused();
    if (reason !== null) return this.#end(reason, newest);
    for (const event of data) this.#send("event", { event });
    if (over) this.#overAt = newest;
    this.#endIfOver();
  }

  /** The action that ended the game still gets its answer. */
  #endIfOver(): void {
    if (this.#overAt !== null && this.#pending.size === 0) this.#end("over", this.#overAt);
  }

  #beat(): void {
    const reason = this.#follower.refused();
    const version = this.#line?.last ?? 0;
    if (reason !== null) return this.#end(reason, version);
    this.#send("heartbeat", { version });
    this.#line?.beat();
  }

  #hear(data: unknown): void {
    if (data === "ping") return this.#write("pong");
    const reason = this.#follower.refused();
    if (reason !== null) return this.#end(reason, this.#line?.last ?? 0);
    const read = readMessage(data);
    if (read instanceof Problem) return this.#malform(read);
    const { id = null, action, decision = null } = read;
    const { player, mayAct } = this.#follower.follow.who;
    if (player === null) return this.#refuse(id, unauthorized());
    if (!mayAct)
      return this.#refuse(
        id,
        forbidden("games:play", "The token of this connection can only read. To act, it needs `games:play`."),
      );
    if (this.#pending.size >= MOST_PENDING) {
      return this.#refuse(
        id,
        new Problem("too_many_requests", {
          detail: `At most ${MOST_PENDING} actions can be pending on a connection. Wait for some replies before you send more.`,
        }),
      );
    }
    const call = ++this.#calls;
    this.#pending.set(call, id);
    if (!this.#line!.call<FollowerAction>({ id: call, call: { action, decision } })) this.#forget();
  }

  /** A message that cannot be understood. A client that sends nothing else has a fault that this socket cannot mend. */
  #malform(problem: Problem): void {
    this.#refuse(null, problem);
    if (++this.#malformed >= MOST_MALFORMED) this.#close(1008, "Too many malformed messages.");
  }

  #reply(call: number, answer: Answer<Acted> | null): void {
    const id = this.#pending.get(call);
    if (id === undefined) return;
    this.#pending.delete(call);
    if (answer === null) this.#refuse(id, new Problem("internal_error"));
    // A fault that was asked for: the answer gets lost with the connection.
    else if (answer.ok && answer.dropped === true) this.#close(1013, "");
    else if (!answer.ok) this.#refuse(id, new Problem(answer.code, { game: answer.game }));
    else {
      const { replayed, events, version, game } = answer;
      this.#send("acted", { id, replayed, events, version, game: labelled(game, this.#language) });
    }
    this.#endIfOver();
  }

  /** What waits for an answer will get none: whether it was done is found out by its decision. */
  #forget(): void {
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const id of waiting) this.#refuse(id, new Problem("game_unavailable"));
    this.#endIfOver();
  }

  #refuse(id: string | null, problem: Problem): void {
    this.#send("refused", { id, problem: problemDocument(problem, this.#language, this.#requestId) });
  }

  #end(reason: EndReason, version: number): void {
    this.#send("end", { reason, version });
    this.#close(reason === "over" ? 1000 : 1008, reason);
  }

  #send(type: SocketMessage["type"], content: object): void {
    this.#write(JSON.stringify({ type, ...content }));
  }

  #write(text: string): void {
    if (this.#isClosed) return;
    try {
      this.#socket.send(text);
    } catch {
      // Gone without a close.
      this.#close(1011, "");
    }
  }

  #close(code: number, reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopBeating();
    this.#line?.close();
    try {
      this.#socket.close(code, reason);
    } catch {
      // It is closed already.
    }
  }
}

/** What a message of a client asks for, or what is wrong with it. */
function readMessage(data: unknown): z.infer<typeof SocketRequest> | Problem {
  if (typeof data !== "string")
    return new Problem("malformed_json", { detail: "Send each message as JSON in a text frame." });
  if (data.length > MESSAGE_LENGTH)
    return new Problem("body_too_large", { detail: `A message can have at most ${MESSAGE_LENGTH} characters.` });
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    return new Problem("malformed_json", { detail: "The message is not valid JSON. Send one JSON object." });
  }
  const read = SocketRequest.safeParse(message);
  return read.success ? read.data : problemOfIssues("json", read.error.issues, message);
}
