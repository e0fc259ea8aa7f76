/** Paths that are none: what a browser shows, and where a path leads that is only spelt differently. */

import type { Context } from "hono";
import { negotiate } from "../exchange/accept.ts";
import type { AppEnv } from "../exchange/env.ts";
import { page } from "./guide/page.ts";
import { guard } from "./policy.ts";

const HTML = page({
  path: "",
  title: "Page not found: Trix",
  description: "There is no page here.",
  body: '<main id="content" class="guide"><h1>Page not found</h1><p>There is no page at this address. Try the <a href="/docs">guide</a>, the <a href="/docs/reference">API reference</a>, or the <a href="/">home page</a>.</p></main>',
});

/**
 * The answer to a GET outside the API where nothing is: a page for whoever would rather read one, a redirect where only the slash at the end is too
 * much (`isPath` says what is a path). `null` leaves the request to the problem document.
 */
export function pageNotFound(c: Context<AppEnv>, isPath: (path: string) => boolean): Response | null {
  if (c.req.method !== "GET" && c.req.method !== "HEAD") return null;
  const { pathname, search } = new URL(c.req.url);
  if (/^\/*v1(\/|$)/i.test(pathname)) return null;
  const shorter = pathname.replace(/\/+$/, "");
  // A path that begins with two slashes would lead to another host.
  if (shorter !== pathname && !shorter.startsWith("//") && isPath(shorter))
    return c.redirect(`${shorter}${search}`, 308);
  const wanted = negotiate(c.req.raw.headers.get("accept"), ["application/problem+json", "text/html"]);
  if (wanted !== "text/html") return null;
  guard(c);
  return c.html(HTML, 404);
}
