/** Pages for people and for programs that read like people: the guide, the API reference, llms.txt. */

import type { OpenAPIHono } from "@hono/zod-openapi";
import { digest } from "../exchange/digest.ts";
import type { AppEnv, Exchange } from "../exchange/env.ts";
import { intake } from "../exchange/intake.ts";
import { originOf } from "../exchange/origin.ts";
import { freshPage, freshText } from "../exchange/representation.ts";
import { createRouter } from "../exchange/router.ts";
import { factSections } from "./guide/facts.ts";
import { type Description, llmsText } from "./guide/llms.ts";
import { page } from "./guide/page.ts";
import { LEAD, playSections } from "./guide/play.ts";
import { describe } from "./spec.ts";

/** All that the pages need is of this server; nothing may frame them. */
const POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
];
/** The reference draws signs from inside its style sheet, and its renderer sets styles of its own. */
const REFERENCE_POLICY = [...POLICY, "img-src 'self' data:", "style-src 'self' 'unsafe-inline'"];

function guide(origin: string): string {
  const sections = [...playSections(origin), ...factSections];
  return page({
    path: "/docs",
    title: "Trix: getting started",
    description: "From nothing to a playing bot: Trix over HTTP and JSON.",
    styles: ["guide.css"],
    body: [
      `<div class="columns"><nav class="contents" aria-label="On this page"><ol>${sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join("")}</ol></nav>`,
      `<main id="content" class="guide"><h1>Getting started with Trix</h1><p class="lead">${LEAD}</p>`,
      ...sections.map(
        ({ id, title, html }) => `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${html}</section>`,
      ),
      "</main></div>",
    ].join("\n"),
  });
}

const reference = page({
  path: "/docs/reference",
  title: "Trix: API reference",
  description: "Every call in the Trix API, with its fields, responses and problems.",
  styles: ["swagger-ui.css", "guide.css", "reference.css"],
  scripts: ["swagger-ui-bundle.js", "reference.js"],
  // The renderer brings the page's main part with it.
  body:
    '<div id="content" class="wide"><h1>API reference</h1><p class="lead">Every call, generated from the published <a href="/openapi.json">OpenAPI file</a>. New here? Read the <a href="/docs">guide</a> first. An open gray lock marks a call that needs a token. A black lock marks one that works without a token.</p>' +
    '<div id="reference"><noscript><p>This page needs JavaScript. Without it, you can read the <a href="/openapi.json">OpenAPI file</a>.</p></noscript></div></div>',
});

function answer(c: Exchange, html: string, policy: readonly string[]): Response {
  c.header("Content-Security-Policy", policy.join("; "));
  c.header("Referrer-Policy", "no-referrer");
  return freshPage(c, [digest(html).slice(0, 16)], html);
}

const html = intake({ offers: ["text/html"], query: [], body: "ignored" });

/** The pages about `app`. */
export function docsRouter(app: () => OpenAPIHono<AppEnv>) {
  const router = createRouter();
  let description: Description | undefined;
  router.hono.get("/docs", html, (c) => answer(c, guide(originOf(c)), POLICY));
  router.hono.get("/docs/reference", html, (c) => answer(c, reference, REFERENCE_POLICY));
  router.hono.get("/llms.txt", intake({ offers: ["text/plain", "text/markdown"], query: [], body: "ignored" }), (c) => {
    description ??= describe(app()) as unknown as Description;
    const text = llmsText(originOf(c), description);
    return freshText(c, [digest(text).slice(0, 16)], text);
  });
  return router;
}
