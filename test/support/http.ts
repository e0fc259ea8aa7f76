/** A client for end-to-end tests: one call, its answer with status, headers and parsed body. */

import { expect } from "vitest";
import type { GameView } from "../../src/game/types.ts";
import type { TestServer } from "./server.ts";

export interface CallOptions {
  token?: string;
  /** Sent as JSON with its content type. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  raw?: string | Uint8Array<ArrayBuffer> | ReadableStream;
  headers?: Record<string, string>;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // Tests look into answers of every shape.
  json: any;
}

export interface TestPlayer {
  id: string;
  name: string;
  token: string;
}

export class Client {
  readonly server: TestServer;

  constructor(server: TestServer) {
    this.server = server;
  }

  async call(method: string, path: string, { token, body, raw, headers }: CallOptions = {}): Promise<Reply> {
    const response = await fetch(this.server.url + path, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
      ...(raw instanceof ReadableStream && { duplex: "half" }),
    } as RequestInit);
    const text = await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "") && text !== "";
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  }

  async player(name: string, kind = "human"): Promise<TestPlayer> {
    const { status, json } = await this.call("POST", "/v1/players", { body: { name, kind } });
    expect(status).toBe(201);
    return { id: json.player.id, name: json.player.name, token: json.token };
  }

  async game(player: TestPlayer, body: unknown = {}): Promise<GameView> {
    const { status, json } = await this.call("POST", "/v1/games", { token: player.token, body });
    expect(status, JSON.stringify(json)).toBe(201);
    return json;
  }
}

/** Seats of a game that starts at once. */
export const WITH_BOTS = [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }];

/** Asserts that an answer is a whole problem document of that code. */
export function expectProblem(reply: Reply, status: number, code: string): void {
  expect({ status: reply.status, code: reply.json?.code }, reply.text).toEqual({ status, code });
  expect(reply.headers.get("content-type")).toBe("application/problem+json");
  expect(reply.headers.get("cache-control")).toBe("private, no-store");
  const { type, title, detail, instance, requestId } = reply.json;
  expect(reply.json.status).toBe(status);
  expect(type).toBe(`urn:trix:problem:${code}`);
  expect(title).toMatch(/\p{L}/u);
  expect(detail).toMatch(/^(?:[A-Z`]|\u200f\p{L}).*[.!?]$/su);
  expect(instance).toContain(requestId);
  expect(requestId).toBe(reply.headers.get("x-request-id"));
  expect(reply.text).not.toMatch(/<html| {4}at |\.ts:\d/);
}
