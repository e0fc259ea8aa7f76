/** What every call checks before its own parameters and body: 406, 413, 415, malformed JSON, unknown query parameters, in this order. */

import type { Context, MiddlewareHandler } from "hono";
import { ACT_AS, IDENTITY, IDENTITY_MEANING } from "../schemas/app-card.ts";
import { negotiate } from "./accept.ts";
import type { AppEnv } from "./env.ts";
import { pointerTo } from "./faults.ts";
import { isWaitMiswritten, WAIT_HINT } from "./preferences.ts";
import { faulty, Problem } from "./problem.ts";

/** The largest body that calls take unless they say otherwise, in bytes. */
export const BODY_LIMIT = 16 * 1024;
/** The largest record: more than the longest that the server gives, as JSON. */
export const RECORD_BODY_LIMIT = 1024 * 1024;
/** How much of a larger one is read all the same: a client that still sends when the connection closes never sees the answer. */
const DISCARD_LIMIT = 16 * 1024 * 1024;

export interface Intake {
  /** Media types in which the answer exists. */
  offers: readonly string[];
  /** Names of the query parameters. */
  query: readonly string[];
  /** What the body may be: one that the route's schema checks, none (or `{}`), or, with GET, ignored. */
  body: "checked" | "none" | "ignored";
  /** Media types of the body; JSON alone unless they are named. */
  takes?: readonly string[];
  /** The largest body, in bytes. */
  limit?: number;
  /** Whether apps may call for their users. */
  actsAs?: boolean;
  /** Whether the answer can wait, by `Prefer`. */
  waits?: boolean;
}

/** The checks of one operation. Runs behind routing, so that an unknown path or method was told already. */
export function intake({
  offers,
  query,
  body,
  takes = [JSON_TYPE],
  limit = BODY_LIMIT,
  actsAs = false,
  waits = false,
}: Intake): MiddlewareHandler<AppEnv> {
  const known = new Set(query);
  return async (c, next) => {
    if (negotiate(c.req.raw.headers.get("accept"), offers) === undefined) throw new Problem("not_acceptable");
    if (body !== "ignored") {
      const value = await readBody(c, takes, limit);
      if (body === "none") refuseContent(value);
    }
    if (c.req.url.includes("?")) refuseUnknown(c.req.url, known, waits);
    if (waits && isWaitMiswritten(c.req.raw.headers.get("prefer")))
      throw faulty([{ in: "header", pointer: "/Prefer", code: "wrong_format", message: WAIT_HINT }]);
    const identity = actsAs ? c.req.raw.headers.get(ACT_AS.name) : null;
    if (identity !== null && !IDENTITY.test(identity))
      throw faulty([{ in: "header", pointer: `/${ACT_AS.name}`, code: "wrong_format", message: IDENTITY_MEANING }]);
    await next();
  };
}

/**
 * Reads the body once, within the limit, and leaves it where the validators look for it. An empty one stands for `{}`, so
 * that calls without required fields need neither a body nor a content type.
 */
async function readBody(c: Context<AppEnv>, takes: readonly string[], limit: number): Promise<unknown> {
  const { headers } = c.req.raw;
  const bytes = await readWithin(c.req.raw, limit);
  const type = mediaType(headers.get("content-type"));
  const isText = type === "text/plain" && takes.includes(type);
  if (bytes.length === 0 && !isText) {
    // Whatever type an empty body claims (an HTML form's, with curl -d ''), nothing in it can be of a wrong one.
    sayJson(c);
    keepText(c, "{}");
    return {};
  }
  if (!takes.includes(type) || (headers.get("content-encoding") ?? "identity") !== "identity") throw unsupported(takes);
  try {
    const text = UTF8.decode(bytes);
    // The router reads the header by rules of its own, which refuse parameters that mean nothing.
    if (!isText && headers.get("content-type") !== JSON_TYPE) sayJson(c);
    keepText(c, text);
    return isText ? text : (JSON.parse(text) as unknown);
  } catch {
    throw new Problem("malformed_json", isText ? { detail: "The body is not valid UTF-8 text." } : {});
  }
}

const JSON_TYPE = "application/json";

/** Has the validators take the body, which has been read, for JSON. */
function sayJson(c: Context<AppEnv>): void {
  const typed = new Headers(c.req.raw.headers);
  typed.set("content-type", JSON_TYPE);
  c.req.raw = new Request(c.req.url, { method: c.req.method, headers: typed });
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** The type in a Content-Type header: what stands before the first semicolon. Parameters mean nothing here, `charset` included: every body is UTF-8. */
export const mediaType = (header: string | null): string => (header ?? "").split(";")[0].trim().toLowerCase();

const unsupported = (takes: readonly string[]): Problem =>
  new Problem(
    "unsupported_media_type",
    takes.length === 1
      ? {}
      : { detail: `Send the body with a Content-Type of ${takes.join(" or ")} and no content encoding.` },
  );

/** Where Hono looks before it reads the body itself. It keeps promises there, which its own types leave out. */
function keepText(c: Context<AppEnv>, text: string): void {
  c.req.bodyCache.text = Promise.resolve(text) as unknown as string;
}

async function readWithin(request: Request, limit: number): Promise<Uint8Array> {
  const length = request.headers.get("content-length");
  // The stream of a body is not asked for where its length is known: making one costs more than reading it.
  if (length !== null && Number(length) <= limit) return new Uint8Array(await request.arrayBuffer());
  if (request.body === null) return new Uint8Array();
  // Too large, or chunked: then the length shows only while it is read.
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else if (size > DISCARD_LIMIT) break;
  }
  if (size > limit)
    throw new Problem("body_too_large", { detail: `The body of this call can be at most ${limit} bytes.` });
  return Buffer.concat(chunks);
}

function refuseContent(value: unknown): void {
  if (typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0) return;
  const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
  throw faulty(
    names.length === 0
      ? [{ in: "body", pointer: "", code: "unknown_field", message: "This call doesn't accept a body." }]
      : names.map((name) => ({
          in: "body",
          pointer: pointerTo([name]),
          code: "unknown_field",
          message: "This call doesn't accept any fields.",
        })),
  );
}

function refuseUnknown(url: string, known: ReadonlySet<string>, waits: boolean): void {
  const unknown = [...new Set(new URL(url).searchParams.keys())].filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const there =
    known.size === 0
      ? "This call doesn't accept query parameters."
      : `This call accepts only these query parameters: ${[...known].join(", ")}.`;
  throw faulty(
    unknown.map((name) => ({
      in: "query",
      pointer: pointerTo([name]),
      code: "unknown_parameter",
      message: waits && /^(wait|prefer)$/i.test(name) ? WAIT_HINT : there,
    })),
  );
}
