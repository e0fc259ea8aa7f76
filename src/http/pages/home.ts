/** The page at the root: what this is, and the first steps. */

import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../exchange/env.ts";
import { intake } from "../exchange/intake.ts";
import { originOf } from "../exchange/origin.ts";
import { createRouter } from "../exchange/router.ts";

const page = (origin: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trix</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; color: #222; background: #fff }
  pre { background: #f4f4f4; padding: .75rem; overflow-x: auto }
  a { color: #06c }
  @media (prefers-color-scheme: dark) { body { color: #ddd; background: #161616 } pre { background: #262626 } a { color: #8bf } }
</style>
</head>
<body>
<h1>Trix</h1>
<p>A server for the card game Trix. People and programs play over HTTP, with four players, five contracts, every regional
rule as an option, house bots, and deals that you can verify.</p>
<h2>Get started</h2>
<p>Create an account and keep its token:</p>
<pre>TOKEN=$(curl -s ${origin}/v1/players \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"Layla","kind":"human"}' | grep -o 'trix_[a-z2-7]*')</pre>
<p>Create a game with three house bots. The response contains your hand and your legal actions:</p>
<pre>curl -s ${origin}/v1/games \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"seats":[{"player":"me"},{"bot":"steady"},
                {"bot":"steady"},{"bot":"steady"}]}'</pre>
<h2>Learn more</h2>
<ul>
<li><a href="/docs">Guide</a>: from nothing to a playing bot</li>
<li><a href="/docs/reference">API reference</a>, generated from the <a href="/openapi.json">API description</a> (OpenAPI 3.1)</li>
<li>Machine-readable <a href="/workflows.arazzo.json">workflows</a> (Arazzo), and <a href="/llms.txt">llms.txt</a></li>
<li><a href="/changelog.md">Changelog</a></li>
<li><a href="/v1/rules">Rules</a>: presets and options</li>
<li><a href="/v1/bots">House bots</a></li>
<li><a href="/v1/games">Games</a></li>
<li><a href="/healthz">Health</a></li>
</ul>
</body>
</html>
`;

const check: MiddlewareHandler<AppEnv> = intake({ offers: ["text/html"], query: [], body: "ignored" });

export const home = createRouter();
home.hono.get("/", check, (c) => {
  c.header("Cache-Control", "no-cache");
  c.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
  return c.html(page(originOf(c)));
});
