/** The changelog for people and for feed readers, from the one file in Markdown. */

import { contents, escaped, heading, page } from "../src/http/pages/guide/page.ts";

/** One release, newest first in a changelog. `date` is as in `2026-11-30`, `null` for what is not released. */
export interface Release {
  version: string;
  date: string | null;
  html: string;
}

/** Inline Markdown as this changelog uses it: code, links, bold. */
const inlineMarkdown = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith("`") && part.length > 1
        ? `<code>${escaped(part.slice(1, -1))}</code>`
        : escaped(part)
            .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
            .replace(
              /\[([^\]]+)\]\(([^)]+)\)/g,
              (_, name: string, target: string) => `<a href="${placeOf(target)}">${name}</a>`,
            ),
    )
    .join("");

/** Where a file of the repository is served. */
const placeOf = (target: string): string => (target === "openapi.json" ? "/openapi.json" : target);

/** Paragraphs and lists. A line that begins with spaces goes on with the one before. */
function blocks(text: string): string {
  const joined = text.trim().replace(/\n {2,}(?=\S)/g, " ");
  return joined
    .split(/\n{2,}/)
    .map((part) =>
      part.startsWith("- ")
        ? `<ul>${part
            .split(/\n(?=- )/)
            .map((item) => `<li>${inlineMarkdown(item.slice(2))}</li>`)
            .join("")}</ul>`
        : `<p>${inlineMarkdown(part.replaceAll("\n", " "))}</p>`,
    )
    .join("\n");
}

/** What the changelog says before the first release, and its releases. */
export function readChangelog(markdown: string): { lead: string; releases: Release[] } {
  const [lead, ...parts] = markdown.replace(/^# .*\n/, "").split(/^## /m);
  return {
    lead: blocks(lead),
    releases: parts.map((part) => {
      const [title, ...lines] = part.split("\n");
      const [, version, date = null] = /^(\S+)(?: \((\d{4}-\d{2}-\d{2})\))?/.exec(title)!;
      return { version, date, html: blocks(lines.join("\n")) };
    }),
  };
}

/** The changelog as a page. */
export function changelogPage(markdown: string): string {
  const { lead, releases } = readChangelog(markdown);
  const entries = releases.map(({ version, date }) => ({
    id: `v${version.toLowerCase()}`,
    title: escaped(date === null ? version : `${version}, ${date}`),
  }));
  return page({
    path: "/changelog",
    title: "Trix: changelog",
    description: "What changed in the Trix API, release by release.",
    body: [
      '<div class="columns">',
      contents(entries),
      `<main id="content" class="guide"><h1>Changelog</h1>${lead}<p>Also as a <a href="/changelog.atom">feed</a> and as <a href="/changelog.md">Markdown</a>.</p>`,
      ...releases.map(
        ({ html }, i) =>
          `<section aria-labelledby="${entries[i].id}">${heading(2, entries[i].id, entries[i].title)}${html}</section>`,
      ),
      "</main></div>",
    ].join("\n"),
  });
}

/** Stands in the feed for the address of the server, which only the server knows. */
const ORIGIN = "{origin}";

/** The releases as an Atom feed (RFC 4287). */
export function changelogFeed(markdown: string): string {
  const released = readChangelog(markdown).releases.filter(({ date }) => date !== null);
  const entry = ({ version, date, html }: Release): string => `  <entry>
    <id>urn:trix:release:${version}</id>
    <title>Trix API ${version}</title>
    <updated>${date}T00:00:00Z</updated>
    <link rel="alternate" type="text/html" href="${ORIGIN}/changelog#v${version}"/>
    <content type="html">${escaped(html.replaceAll('href="/', `href="${ORIGIN}/`))}</content>
  </entry>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>urn:trix:changelog</id>
  <title>Changes of the Trix API</title>
  <updated>${released[0].date}T00:00:00Z</updated>
  <author><name>Trix</name></author>
  <link rel="self" type="application/atom+xml" href="${ORIGIN}/changelog.atom"/>
  <link rel="alternate" type="text/html" href="${ORIGIN}/changelog"/>
${released.map(entry).join("\n")}
</feed>
`;
}
