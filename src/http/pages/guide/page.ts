/** The frame of the pages under /docs, and the few pieces of HTML that they are put together from. */

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]);

/** Text as HTML, with what stands in backticks as code. */
export const inline = (text: string): string => escaped(text).replace(/`([^`]*)`/g, "<code>$1</code>");

/** A program or an answer, in a box that can be scrolled by keyboard too. */
export const block = (language: "sh" | "python" | "json" | "js", text: string): string =>
  `<pre tabindex="0"><code data-language="${language}">${escaped(text.trim())}\n</code></pre>`;

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
  ["/openapi.json", "OpenAPI file"],
  ["/workflows.arazzo.json", "Workflows"],
  ["/changelog.md", "Changelog"],
] as const;

interface Page {
  path: string;
  title: string;
  description: string;
  styles: readonly string[];
  scripts?: readonly string[];
  body: string;
}

/** A whole document. All that it refers to is of this server. */
export const page = ({ path, title, description, styles, scripts = [], body }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(description)}">
<title>${escaped(title)}</title>
<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
${styles.map((style) => `<link rel="stylesheet" href="/docs/assets/${style}">`).join("\n")}
${scripts.map((script) => `<script src="/docs/assets/${script}" defer></script>`).join("\n")}
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
