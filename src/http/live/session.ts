/** One socket of a client: events as they come, and actions the other way. */

import type { Page } from "../../feed/frames.ts";
import type { FollowerAction, GameFollower } from "../../game/feed.ts";
import type { Acted, Answer } from "../../game/types.ts";
import { DETAILS } from "../../labels/details/index.ts";
import type { Language } from "../../labels/languages.ts";
import { labelled } from "../../labels/view.ts";
import { forbidden, unauthorized } from "../access/auth.ts";
import { refusedCallers, tooManyRefusals } from "../access/refusals.ts";
import { problemOfIssues } from "../exchange/faults.ts";
import { Problem, problemDocument } from "../exchange/problem.ts";
import { MESSAGE_LENGTH, type SocketMessage, SocketRequest } from "../schemas/stream.ts";
import { type EndReason, type Following, Subscription } from "./subscription.ts";

/** Actions of one socket that may wait for their answers, and messages that make no sense before it is closed. */
const MOST_PENDING = 16,
  MOST_MALFORMED = 10;

/** Who has the socket. */
interface Client {
  who: GameFollower;
  /** The id of the token that acts, empty for the public; and the game. */
  token: string;
  game: string;
  language: Language;
  /** Of the request that opened the socket: problems are told by it. */
  requestId: string;
}

export class Session extends Subscription {
  readonly #socket: WebSocket;
  readonly #client: Client;
  /** The clients' ids of the actions that wait for an answer, by ours. */
  readonly #pending = new Map<number, string | null>();
  #calls = 0;
  /** The version at which the game ended, once everything has been sent. */
  #overAt: number | null = null;
  #malformed = 0;

  constructor(socket: WebSocket, client: Client, following: Following) {
    super(following);
    this.#socket = socket;
    this.#client = client;
  }

  /** Opens the line to the game, and begins. Throws where the game refuses. */
  async open(): Promise<void> {
    this.#socket.accept();
    await this.follow({
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
  }

  protected override tell({ data, newest, over }: Page): void {
    for (const event of data) this.#send("event", { event });
    if (over) this.#overAt = newest;
    this.#endIfOver();
  }

  protected override tellAwaiting(awaiting: object | null, version: number): void {
    this.#send("awaiting", { version, awaiting });
  }

  protected override beat(version: number): void {
    this.#send("heartbeat", { version });
  }

  protected override end(reason: EndReason, version: number): void {
    this.#send("end", { reason, version });
    this.#close(reason === "over" ? 1000 : 1008, reason);
  }

  protected override stray(problem: Problem): void {
    this.#refuse(null, problem);
    this.#close(1008, "The event after which to follow does not exist yet.");
  }

  protected override expire(): void {
    this.#close(1001, "Connections are closed after a few hours. Open a new one.");
  }

  /** The action that ended the game still gets its answer. */
  #endIfOver(): void {
    if (this.#overAt !== null && this.#pending.size === 0) this.end("over", this.#overAt);
  }

  #hear(data: unknown): void {
    if (data === "ping") return this.#write("pong");
    if (this.endIfLapsed()) return;
    const read = readMessage(data);
    if (read instanceof Problem) return this.#malform(read);
    const { id = null, action, decision = null } = read;
    const problem = this.#refusal();
    if (problem !== null) return this.#refuse(id, problem);
    const call = ++this.#calls;
    this.#pending.set(call, id);
    if (!this.line!.call<FollowerAction>({ id: call, call: { action, decision } })) this.#forget();
  }

  /** Why no action is taken from this client now, or `null`. */
  #refusal(): Problem | null {
    const { player, mayAct } = this.#client.who;
    if (player === null) return unauthorized();
    if (!mayAct) return forbidden("games:play", DETAILS.reads_only);
    const { token, game } = this.#client;
    if (!refusedCallers.isHeard(token, game, Date.now())) return tooManyRefusals();
    if (this.#pending.size < MOST_PENDING) return null;
    return new Problem("too_many_requests", { detail: DETAILS.pending_actions({ limit: MOST_PENDING }) });
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
    else if (!answer.ok) {
      const { token, game } = this.#client;
      if (answer.code === "too_many_refusals") refusedCallers.note(token, game, Date.now());
      this.#refuse(id, new Problem(answer.code, { game: answer.game }));
    } else {
      const { replayed, events, version, game } = answer;
      this.#send("acted", { id, replayed, events, version, game: labelled(game, this.#client.language) });
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
    const { language, requestId } = this.#client;
    this.#send("refused", { id, problem: problemDocument(problem, language, requestId) });
  }

  #send(type: SocketMessage["type"], content: object): void {
    this.#write(JSON.stringify({ type, ...content }));
  }

  #write(text: string): void {
    if (this.isReleased) return;
    try {
      this.#socket.send(text);
    } catch {
      // Gone without a close.
      this.#close(1011, "");
    }
  }

  #close(code: number, reason: string): void {
    if (!this.release()) return;
    try {
      this.#socket.close(code, reason);
    } catch {
      // It is closed already.
    }
  }
}

/** What a message of a client asks for, or what is wrong with it. */
function readMessage(data: unknown): SocketRequest | Problem {
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
