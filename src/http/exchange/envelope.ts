/** What every response carries, and the answers to OPTIONS. */

import type { MiddlewareHandler } from "hono";
import type { AppEnv, Exchange } from "./env.ts";

const EXPOSED =
  "Allow, Content-Language, Date, ETag, Location, Preference-Applied, RateLimit-Policy, Retry-After, Trix-Replayed, Trix-Version, WWW-Authenticate, X-Request-Id";
const ALLOWED =
  "Accept, Accept-Language, Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, Trix-Act-As";

/** What every response carries, whatever it answers. */
const EVERYWHERE = {
  // Nothing may be kept unless the handler says so: most answers are of one player alone.
  "Cache-Control": "private, no-store",
  Vary: "Authorization, Trix-Act-As",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
  "X-Content-Type-Options": "nosniff",
  // Answers are data: no browser has anything to load or to frame in them. Pages say what they need themselves.
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": "max-age=31536000",
};

/** Sets the headers before the handler runs, so that the response is made once. */
export const envelope: MiddlewareHandler<AppEnv> = (c, next) => {
  c.set("requestId", crypto.randomUUID());
  // Actions, which are called most often, are answered by `enveloped`; their refusals are told like all others.
  if (c.req.method !== "POST" || !c.req.path.endsWith("/actions")) setEnvelope(c);
  return next();
};

/** Sets what every response carries, unless it is set already. */
export function setEnvelope(c: Exchange): void {
  if (c.get("isEnveloped") === true) return;
  c.set("isEnveloped", true);
  c.header("X-Request-Id", c.get("requestId"));
  c.header("Date", new Date().toUTCString());
  for (const [name, value] of Object.entries(EVERYWHERE)) c.header(name, value);
}

const PREPARED = new Headers(EVERYWHERE);

/** A response with these headers beside what every response carries: to copy what is there already costs a fraction of setting each. */
export function enveloped(c: Exchange, body: string | null, status: number, more: Record<string, string>): Response {
  const headers = new Headers(PREPARED);
  headers.set("X-Request-Id", c.get("requestId"));
  headers.set("Date", new Date().toUTCString());
  for (const name in more) headers.set(name, more[name]);
  return new Response(body, { status, headers });
}

/** Answers OPTIONS for every path. A browser may ask about one that does not exist: then the call itself will tell it. */
export const preflight =
  (methodsAt: (path: string) => string[]): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (c.req.method !== "OPTIONS") return next();
    const methods = methodsAt(c.req.path);
    const asked = c.req.header("access-control-request-method");
    if (methods.length === 0 && asked === undefined) return next();
    if (methods.length > 0) c.header("Allow", methods.join(", "));
    c.header("Access-Control-Allow-Methods", methods.length > 0 ? methods.join(", ") : asked);
    c.header("Access-Control-Allow-Headers", ALLOWED);
    c.header("Access-Control-Max-Age", "86400");
    return c.body(null, 204);
  };
