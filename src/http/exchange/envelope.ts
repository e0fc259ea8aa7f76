/** What every response carries, and the answers to OPTIONS. */

import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./env.ts";

const EXPOSED =
  "Allow, Content-Language, Date, ETag, Location, Preference-Applied, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id";
const ALLOWED =
  "Accept, Accept-Language, Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, Trix-Act-As";

/**
 * Sets the headers before the handler runs, so that the response is made once. Nothing may be kept unless the handler says
 * so: most answers are of one player alone.
 */
export const envelope: MiddlewareHandler<AppEnv> = (c, next) => {
  const requestId = crypto.randomUUID();
  c.set("requestId", requestId);
  c.header("X-Request-Id", requestId);
  c.header("Date", new Date().toUTCString());
  c.header("Cache-Control", "private, no-store");
  c.header("Vary", "Authorization, Trix-Act-As");
  c.header("Access-Control-Allow-Origin", "*");
  c.header("Access-Control-Expose-Headers", EXPOSED);
  c.header("X-Content-Type-Options", "nosniff");
  // Answers are data: no browser has anything to load or to frame in them. Pages say what they need themselves.
  c.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  c.header("Referrer-Policy", "no-referrer");
  c.header("Strict-Transport-Security", "max-age=31536000");
  return next();
};

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
