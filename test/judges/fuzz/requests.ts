/** Requests to one operation: good ones by its description, and bad ones. */

import { description, type Operation, operations } from "../../contract/judge.ts";
import type { Random } from "../../support/random.ts";
import type { Learned } from "./learned.ts";
import { anything, type Source, spoilt, TEXTS, valueFor } from "./values.ts";

type Json = any;

export interface FuzzRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
  /** What was done to it, in the order in which it was done; empty for a request that the description allows. */
  spoilt: string[];
  /** The body before it was written, where it is JSON. */
  json: unknown;
}

/** Methods that `fetch` lets anybody send. */
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"];
const INVENTED = [
  "gm_aaaaaaaaaaaaaaaaaaaaaaaa",
  "pl_aaaaaaaaaaaaaaaa",
  "tk_aaaaaaaaaaaaaaaa",
  "..",
  "%2e%2e",
  "%00",
  "%F0%9F%83%8F",
  "a".repeat(3000),
  "GM_AAAA",
  "1",
  "null",
];

export class Requests {
  readonly #source: Source;
  readonly #random: Random;
  readonly #learned: Learned;

  constructor(random: Random, learned: Learned) {
    this.#random = random;
    this.#learned = learned;
    this.#source = { random, learned, document: description };
  }

  /** The next request to this operation; about a third of all are good ones. */
  to(operation: Operation): FuzzRequest {
    const request = this.good(operation);
    for (let times = this.#random.pick([0, 1, 1, 1, 2]); times > 0; times--) this.#spoil(request, operation);
    return request;
  }

  /** A request that the description allows. */
  good(operation: Operation): FuzzRequest {
    const request = this.#mixed(operation);
    const found = this.#random.chance(0.5) ? this.found(operation) : undefined;
    if (found === undefined) return request;
    const query = request.path.replace(/^[^?]*/, "");
    const { "trix-act-as": _, ...headers } = request.headers;
    return { ...request, ...found, path: found.path + query, headers: { ...headers, ...found.headers } };
  }

  /** A request that is known to succeed, with nothing in it that it can do without; `undefined` where none is known. */
  found(operation: Operation): FuzzRequest | undefined {
    const site = this.#learned.site(operation.id);
    if (site === undefined) return undefined;
    const { json: made } = this.#mixed(operation);
    const json = site.body ?? made;
    return {
      method: operation.method,
      path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(site.params[name])),
      headers: {
        Authorization: `Bearer ${site.token}`,
        ...(json !== undefined && { "Content-Type": "application/json" }),
      },
      json,
      body: json === undefined ? undefined : JSON.stringify(json),
      spoilt: [],
    };
  }

  /** The same from ids and tokens of its kinds, whether or not they go together. */
  #mixed({ method, path, definition }: Operation): FuzzRequest {
    const random = this.#random;
    const headers: Record<string, string> = {};
    const query = new URLSearchParams();
    let filled = path,
      subject: string | undefined;
    for (const parameter of definition.parameters ?? []) {
      const { name, required = false } = parameter;
      // Few tokens are an app's: with any other a user's name spoils the call.
      if (!required && random.chance(name === "trix-act-as" ? 0.9 : 0.6)) continue;
      // Waiting a minute for an answer finds nothing that waiting a second does not.
      const value =
        name.toLowerCase() === "prefer"
          ? random.pick(["wait=0", "wait=1", "respond-async", "wait"])
          : (this.#learned.like(parameter.schema.example) ?? String(valueFor(parameter.schema, this.#source)));
      if (parameter.in === "path") subject ??= value;
      if (parameter.in === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(value));
      else if (parameter.in === "query") query.set(name, value);
      else headers[name] = headerSafe(value);
    }
    const offered = definition.security as Record<string, unknown>[];
    const token = offered.some((way) => Object.keys(way).length > 0)
      ? this.#learned.token(subject, path.startsWith("/v1/app/") ? "app" : "account")
      : undefined;
    if (token !== undefined) headers.Authorization = `Bearer ${token}`;
    if (method === "GET" && random.chance(0.1)) headers["If-None-Match"] = random.pick(["*", 'W/"1"', '"', "W/"]);
    if (random.chance(0.2))
      headers["Accept-Language"] = random.pick(["ar", "en", "fr, ar;q=0.5", "*", "x".repeat(500), ";;q=,"]);
    const contents: Record<string, Json> = definition.requestBody?.content ?? {};
    const types = Object.keys(contents);
    const text = query.size > 0 ? `?${query}` : "";
    if (types.length === 0 || (definition.requestBody.required !== true && random.chance(0.1)))
      return { method, path: filled + text, headers, body: undefined, json: undefined, spoilt: [] };
    const type = random.pick(types);
    headers["Content-Type"] = type;
    const value = valueFor(contents[type].schema, this.#source);
    const isJson = type.endsWith("json");
    return {
      method,
      path: filled + text,
      headers,
      body: isJson ? JSON.stringify(value) : String(value),
      json: isJson ? value : undefined,
      spoilt: [],
    };
  }

  #spoil(request: FuzzRequest, operation: Operation): void {
    const ways = [this.#token, this.#accept, this.#query, this.#method, this.#path];
    // What is in the body has the most to go wrong.
    if (operation.definition.requestBody !== undefined)
      ways.push(this.#field, this.#field, this.#field, this.#field, this.#bytes, this.#type);
    else if (operation.method !== "GET") ways.push(this.#uninvited);
    this.#random.pick(ways).call(this, request, operation);
  }

  #token(request: FuzzRequest): void {
    request.spoilt.push("token");
    const real = this.#learned.token() ?? "trix_a";
    const value = this.#random.pick([
      undefined,
      "",
      "Bearer",
      "Bearer  ",
      `Basic ${real}`,
      `Bearer ${real.slice(0, -1)}`,
      `Bearer ${real}a`,
      `bearer ${real}`,
      `Bearer ${real} ${real}`,
      "Bearer trix_",
      `Bearer trix_${"a".repeat(4000)}`,
      "Bearer \u00ff",
    ]);
    if (value === undefined) delete request.headers.Authorization;
    else request.headers.Authorization = value;
  }

  #accept(request: FuzzRequest): void {
    request.spoilt.push("accept");
    request.headers.Accept = this.#random.pick([
      "text/html",
      "application/xml",
      "*/*;q=0",
      "application/json;q=0",
      "text/plain",
      "application/*",
      ";;;",
      "application/json, text/plain;q=0.1",
      "a".repeat(2000),
    ]);
  }

  #query(request: FuzzRequest, { definition }: Operation): void {
    request.spoilt.push("query");
    const random = this.#random;
    const names = [
      ...(definition.parameters ?? [])
        .filter((parameter: Json) => parameter.in === "query")
        .map(({ name }: Json) => name as string),
      "extra",
      "limit",
      "__proto__",
      "",
    ];
    const [path, text = ""] = request.path.split("?");
    const query = new URLSearchParams(text);
    const set = random.chance(0.7) ? "set" : "append";
    query[set](
      random.pick(names),
      String(
        random.pick([
          ...TEXTS.filter(({ length }) => length < 5000),
          "101",
          "-5",
          "2026-11-30T12:00:00+02:00",
          "finished",
          "x".repeat(301),
        ]),
      ),
    );
    request.path = `${path}?${random.chance(0.05) ? "%zz=%&&&=" : query}`;
  }

  #method(request: FuzzRequest): void {
    request.spoilt.push("method");
    request.method = this.#random.pick(METHODS);
    if (request.method !== "GET" && request.method !== "HEAD") return;
    request.body = undefined;
  }

  #path(request: FuzzRequest, { path }: Operation): void {
    request.spoilt.push("path");
    const random = this.#random;
    const query = request.path.includes("?") ? request.path.slice(request.path.indexOf("?")) : "";
    const other = random.pick(operations).path;
    const filled = (random.chance(0.9) ? path : other).replace(/\{\w+\}/g, () => random.pick(INVENTED));
    request.path =
      (random.chance(0.1) ? random.pick([`${filled}/`, `/${filled}`, `${filled}/x`, filled.toUpperCase()]) : filled) +
      query;
  }

  #field(request: FuzzRequest): void {
    if (request.json === undefined) return this.#bytes(request);
    request.spoilt.push("field");
    request.json = spoilt(request.json, this.#random);
    request.body = JSON.stringify(request.json);
  }

  #bytes(request: FuzzRequest): void {
    request.spoilt.push("bytes");
    const text = typeof request.body === "string" ? request.body : "{}";
    request.json = undefined;
    request.body = this.#random.pick<string | Uint8Array<ArrayBuffer>>([
      text.slice(0, -1),
      `${text}${text}`,
      `\ufeff${text}`,
      "",
      " ",
      "null",
      "[]",
      '""',
      "0",
      '{"a":1,"a":2}',
      "[".repeat(5000),
      "\u0000",
      new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]),
      `{"x":"${"x".repeat(20_000)}"}`,
      `{"x":"${"x".repeat(300_000)}"}`,
      text.replaceAll('"', "'"),
      `${text}//`,
      text.replace(/\d+/, "1e400"),
      JSON.stringify(anything(this.#random)),
    ]);
  }

  #type(request: FuzzRequest): void {
    request.spoilt.push("type");
    const type = this.#random.pick([
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "application/xml",
      "",
      "json",
      "application/json; charset=utf-16",
      "application/problem+json",
      "APPLICATION/JSON;;",
    ]);
    if (type === "") delete request.headers["Content-Type"];
    else request.headers["Content-Type"] = type;
    if (this.#random.chance(0.2))
      request.headers["Content-Encoding"] = this.#random.pick(["gzip", "identity", "br", "x"]);
  }

  /** A body for a call that takes none. */
  #uninvited(request: FuzzRequest): void {
    request.spoilt.push("body");
    request.headers["Content-Type"] = "application/json";
    request.json = anything(this.#random);
    request.body = JSON.stringify(request.json);
  }
}

/** What `fetch` lets into a header. */
const headerSafe = (value: string): string => value.replace(/[^\x20-\x7e]/g, "").trim() || "x";
