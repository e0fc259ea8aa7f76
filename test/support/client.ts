/** A small client of the HTTP API, for end-to-end tests and soak runs: `fetch`, types, and nothing of the server. */

import type { MatchRecord } from "../../src/engine/index.ts";
import type { GameEventView, GameView, PlayerCard, Proof } from "../../src/game/types.ts";

/** An answer read to its end. `json` is what the call promises where `status` is 2xx, else a problem document. */
export interface Reply<T = unknown> {
  status: number;
  headers: Headers;
  text: string;
  json: T;
}

/** A problem document as this API writes it. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  requestId: string;
  errors?: { pointer: string; code: string; message: string }[];
  game?: GameView;
}

export interface ActedView {
  replayed: boolean;
  events: GameEventView[];
  version: number;
  game: GameView;
}

/** An answer that a caller did not reckon with. */
export class UnexpectedReply extends Error {
  override name = "UnexpectedReply";
  readonly reply: Reply;
  constructor(what: string, reply: Reply) {
    super(`${what}: ${reply.status} ${reply.text.slice(0, 400)}`);
    this.reply = reply;
  }
}

/** Whoever calls: one account with its token, or with `token` `null` the public. */
export class Client {
  readonly url: string;
  readonly token: string | null;
  /** The account; `null` for the public. */
  readonly player: PlayerCard | null;

  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    url: string,
    token: string | null = null,
    player: PlayerCard | null = null,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.headers = headers;
    this.url = url;
    this.token = token;
    this.player = player;
  }

  /** Makes an account and returns its client. */
  static async register(url: string, name: string): Promise<Client> {
    const { player, token } = await new Client(url).get2xx<{ player: PlayerCard; token: string }>(
      "POST",
      "/v1/players",
      { name, kind: "bot" },
    );
    return new Client(url, token, player);
  }

  /** Sends one request and reads the answer. Rejects only where no whole answer came. */
  async send<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<T>> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...this.headers,
        ...(this.token !== null && { Authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").includes("json");
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (isJson && text !== "" ? JSON.parse(text) : undefined) as T,
    };
  }

  /** The same where only success will do. Throws `UnexpectedReply`. */
  async get2xx<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T> {
    const reply = await this.send<T>(method, path, body, headers);
    if (reply.status < 200 || reply.status > 299) throw new UnexpectedReply(`${method} ${path}`, reply);
    return reply.json;
  }

  create(body: unknown, key?: string): Promise<GameView> {
    return this.get2xx("POST", "/v1/games", body, key === undefined ? {} : { "Idempotency-Key": key });
  }

  join(game: string, body: { seat?: number; clientSeed?: string } = {}): Promise<GameView> {
    return this.get2xx("POST", `/v1/games/${game}/join`, body);
  }

  view(game: string): Promise<GameView> {
    return this.get2xx("GET", `/v1/games/${game}`);
  }

  record(game: string): Promise<MatchRecord> {
    return this.get2xx("GET", `/v1/games/${game}/record`);
  }

  proof(game: string): Promise<Proof> {
    return this.get2xx("GET", `/v1/games/${game}/proof`);
  }

  /** All events after `after`, page by page. */
  async events(game: string, after = 0): Promise<GameEventView[]> {
    const events: GameEventView[] = [];
    for (;;) {
      const path = `/v1/games/${game}/events?after=${events.at(-1)?.seq ?? after}&limit=1000`;
      const { data, version } = await this.get2xx<{ data: GameEventView[]; version: number }>("GET", path);
      events.push(...data);
      if (data.length === 0 || data.at(-1)!.seq >= version) return events;
    }
  }

  /** One action, whatever the answer. */
  act(game: string, action: string, decision?: string): Promise<Reply<ActedView>> {
    return this.send("POST", `/v1/games/${game}/actions`, { action, ...(decision !== undefined && { decision }) });
  }
}
