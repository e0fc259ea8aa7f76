/** Pages for people and for programs that read like people: the home page, the guide, llms.txt. The reference is a file (assets.ts). */

import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { digest } from "../exchange/digest.ts";
import type { AppEnv } from "../exchange/env.ts";
import { intake } from "../exchange/intake.ts";
import { originOf } from "../exchange/origin.ts";
import { freshPage, freshText } from "../exchange/representation.ts";
import { createRouter } from "../exchange/router.ts";
import { factSections } from "./guide/facts.ts";
import { type Description, llmsText } from "./guide/llms.ts";
import { contents, heading, page } from "./guide/page.ts";
import { LEAD, playSections } from "./guide/play.ts";
import { home } from "./home.ts";
import { guard } from "./policy.ts";
import { describe } from "./spec.ts";

function guide(origin: string): string {
  const sections = [...playSections(origin), ...factSections(origin)];
  return page({
    path: "/docs",
    title: "Trix: getting started",
    description: "From nothing to a playing bot: Trix over HTTP and JSON.",
    body: [
      `<div class="columns">${contents(sections)}`,
      `<main id="content" class="guide"><h1>Getting started with Trix</h1><p class="lead">${LEAD}</p>`,
      ...sections.map(
        ({ id, title, html }) => `<section aria-labelledby="${id}">${heading(2, id, title)}${html}</section>`,
      ),
      "</main></div>",
    ].join("\n"),
  });
}

function answer(c: Context<AppEnv>, html: string): Response {
  guard(c);
  return freshPage(c, [digest(html).slice(0, 16)], html);
}

const html = intake({ offers: ["text/html"], query: [], body: "ignored" });

/** The pages about `app`. */
export function docsRouter(app: () => OpenAPIHono<AppEnv>) {
  const router = createRouter();
  let description: Description | undefined;
  router.hono.get("/", html, (c) => answer(c, home(originOf(c))));
  router.hono.get("/docs", html, (c) => answer(c, guide(originOf(c))));
  router.hono.get("/llms.txt", intake({ offers: ["text/plain", "text/markdown"], query: [], body: "ignored" }), (c) => {
    description ??= describe(app()) as unknown as Description;
    const text = llmsText(originOf(c), description);
    return freshText(c, [digest(text).slice(0, 16)], text);
  });
  return router;
}
