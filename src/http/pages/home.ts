/** The page at the root: what this is, and the first steps. */

import { block, page } from "./guide/page.ts";

/** The page, for a server at that address. */
export const home = (origin: string): string =>
  page({
    path: "/",
    title: "Trix",
    description: "A server for the card game Trix: people and programs play over HTTP.",
    body: `<main id="content" class="guide">
<h1>Trix</h1>
<p class="lead">A server for the card game Trix. People and programs play over HTTP, with four players, five contracts, every regional
rule as an option, house bots, and deals that you can verify.</p>
<h2>Get started</h2>
<p>Create an account and keep its token:</p>
${block(
  "sh",
  `TOKEN=$(curl -s ${origin}/v1/players \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"Layla","kind":"human"}' | grep -o 'trix_[a-z2-7]*')`,
)}
<p>Create a game with three house bots. The response contains your hand and your legal actions:</p>
${block(
  "sh",
  `curl -s ${origin}/v1/games \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"seats":[{"player":"me"},{"bot":"steady"},
                {"bot":"steady"},{"bot":"steady"}]}'`,
)}
<h2>Learn more</h2>
<ul>
<li><a href="/docs">Guide</a>: from nothing to a playing bot</li>
<li><a href="/docs/reference">API reference</a>, made from the <a href="/openapi.json">OpenAPI file</a></li>
<li>For programs: <a href="/workflows.arazzo.json">workflows</a> (Arazzo) and <a href="/llms.txt">llms.txt</a></li>
<li><a href="/changelog">Changelog</a>, also as a <a href="/changelog.atom">feed</a></li>
<li><a href="/v1/rules">Rules</a>: presets and options</li>
<li><a href="/v1/bots">House bots</a>, <a href="/v1/games">games</a>, <a href="/v1/limits">limits</a>, <a href="/healthz">health</a></li>
</ul>
</main>`,
  });
