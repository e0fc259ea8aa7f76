/** The static files that are deployed beside the Worker (scripts/assets.ts), with the headers and refusals of this API. */

import type { Context } from "hono";
import type { AppEnv } from "../exchange/env.ts";
import { intake } from "../exchange/intake.ts";
import { originOf } from "../exchange/origin.ts";
import { Problem } from "../exchange/problem.ts";
import { createRouter } from "../exchange/router.ts";
import { guard } from "./policy.ts";

/** Every file by its path, with its type. Whatever else is deployed with them is not served. */
export const ASSET_TYPES: Readonly<Record<string, string>> = {
  "/docs/reference.html": "text/html",
  "/docs/assets/pages.js": "text/javascript",
  "/docs/assets/pages.css": "text/css",
  "/docs/assets/icon.svg": "image/svg+xml",
  "/docs/verify.mjs": "text/javascript",
  "/docs/verify.py": "text/x-python",
  "/docs/cron.py": "text/x-python",
  "/changelog.html": "text/html",
  "/changelog.atom": "application/atom+xml",
  "/changelog.md": "text/markdown",
  "/workflows.arazzo.json": "application/json",
};

/** Where a file is served under another path: pages by their names, the icon where browsers look for that of whatever they show. */
export const PLACES: Readonly<Record<string, string>> = {
  "/docs/reference.html": "/docs/reference",
  "/changelog.html": "/changelog",
  "/docs/assets/icon.svg": "/favicon.ico",
};

/** Stands in a file for the address of this server (scripts/changelog.ts). */
const ORIGIN = "{origin}";

/** Answers with the file, or with 304 where the client has it. */
async function serve(c: Context<AppEnv>, path: string, type: string): Promise<Response> {
  const known = c.req.raw.headers.get("if-none-match");
  const file = await c.env.ASSETS.fetch(new URL(path, c.req.url).href, {
    headers: known === null ? {} : { "If-None-Match": known },
  });
  if (file.status !== 200 && file.status !== 304) {
    await file.body?.cancel();
    throw new Problem("not_found");
  }
  const tag = file.headers.get("etag");
  if (tag !== null) c.header("ETag", tag);
  c.header("Cache-Control", "no-cache");
  if (type === "text/html") guard(c);
  else c.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  if (file.status === 304) return c.body(null, 304);
  c.header("Content-Type", `${type}; charset=utf-8`);
  if (type === "application/atom+xml") return c.body((await file.text()).replaceAll(ORIGIN, originOf(c)), 200);
  return c.body(file.body as ReadableStream, 200);
}

/** What crawlers may read: the pages, not what is played. */
const ROBOTS = "User-agent: *\nDisallow: /v1/\n";

export const assets = createRouter();
assets.hono.get("/robots.txt", intake({ offers: ["text/plain"], query: [], body: "ignored" }), (c) => {
  c.header("Cache-Control", "public, max-age=86400");
  return c.text(ROBOTS);
});
for (const [file, type] of Object.entries(ASSET_TYPES)) {
  const check = intake({ offers: [type], query: [], body: "ignored" });
  for (const path of [file, ...(PLACES[file] === undefined ? [] : [PLACES[file]])])
    assets.hono.get(path, check, (c) => serve(c, file, type));
}
