/** The frame of all pages, and the few pieces of HTML that they are put together from. */

import { type CodeLanguage, highlighted } from "./highlight.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]);

/** Text as HTML, with what stands in backticks as code. */
export const inline = (text: string): string => escaped(text).replace(/`([^`]*)`/g, "<code>$1</code>");

/** A program or an answer, in a box that can be scrolled by keyboard too. */
export const block = (language: CodeLanguage, text: string): string =>
  `<pre tabindex="0"><code data-language="${language}">${highlighted(language, text.trim(), escaped)}\n</code></pre>`;

const SEATS = '[{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "random"}]';

/** What a sample in the shell can need before its first line, each with what comes before it. */
const NEEDS = {
  account: (origin: string) =>
    String.raw`B=${origin}/v1; J='Content-Type: application/json'
[ -s account.json ] || curl -s $B/players -H "$J" -d '{"name": "Amal", "kind": "human"}' > account.json
A="Authorization: Bearer $(grep -o 'trix_[a-z2-7]*' account.json)"`,
  game: (origin: string): string =>
    `${NEEDS.account(origin)}
G=$(curl -s $B/games -H "$A" -H "$J" -d '{"seats": ${SEATS}, "rules": {"kingdoms": 1}}' | grep -o 'gm_[a-z2-7]*' | head -1)`,
  /** The game of the sections before, or else a new one. */
  table: (origin: string): string =>
    `${NEEDS.account(origin)}
[ -s game.json ] || curl -s $B/games -H "$A" -H "$J" -d '{"seats": ${SEATS}, "rules": {"kingdoms": 1}}' > game.json
G=$(grep -o 'gm_[a-z2-7]*' game.json | head -1)`,
} as const;

/** A sample in the shell that stands alone: its first lines make what it needs, unless an earlier one has. */
export const sample = (origin: string, need: keyof typeof NEEDS, text: string): string =>
  block("sh", `${NEEDS[need](origin)}\n\n${text.trim()}`);

/** A heading with the link that leads to it. `title` is HTML. */
export const heading = (level: 2 | 3, id: string, title: string): string =>
  `<h${level} id="${id}">${title} <a class="anchor" href="#${id}" aria-label="Link to this part">#</a></h${level}>`;

/** The contents of a page beside it, or folded above it on a phone. */
export const contents = (entries: readonly { id: string; title: string }[], extra = ""): string =>
  `<details class="contents" open><summary>On this page</summary><nav aria-label="On this page">${extra}<ol>${entries.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join("")}</ol></nav></details>`;

/** A table whose first column names what the row is about. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    '<div class="table" tabindex="0"><table>',
    `<thead><tr>${head.map((name) => `<th scope="col">${inline(name)}</th>`).join("")}</tr></thead>`,
    "<tbody>",
    ...rows.map(
      ([first, ...rest]) =>
        `<tr><th scope="row">${inline(first).replaceAll("_", "_<wbr>").replaceAll(":", ":<wbr>")}</th>${rest.map((cell) => `<td>${inline(cell)}</td>`).join("")}</tr>`,
    ),
    "</tbody></table></div>",
  ].join("\n");

/** A part of the guide: the fragment that leads to it, its heading, its HTML. */
export interface Section {
  id: string;
  title: string;
  html: string;
}

/** Where each page can be left for. */
const PLACES = [
  ["/", "Home"],
  ["/docs", "Guide"],
  ["/docs/reference", "API reference"],
  ["/changelog", "Changelog"],
] as const;

interface Page {
  path: string;
  title: string;
  description: string;
  body: string;
}

/** A whole document. All that it refers to is of this server. */
export const page = ({ path, title, description, body }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(description)}">
<title>${escaped(title)}</title>
<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/pages.css">
<link rel="alternate" href="/changelog.atom" type="application/atom+xml" title="Changes of the Trix API">
<script src="/docs/assets/pages.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><nav aria-label="Pages">
${PLACES.map(([href, name]) => `<a href="${href}"${href === path ? ' aria-current="page"' : ""}>${name}</a>`).join("\n")}
</nav></header>
${body}
</body>
</html>
`;
