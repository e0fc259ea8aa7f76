/** The pages in `docs/` as tests read them: numbered sections, and the tables in them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");

/** The text of a file of this repository, by its path from the root. */
export const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** What stands under each heading `## N. Title`, by its number as it is written. */
export function sectionsOf(page: string): Map<string, string> {
  const sections = new Map<string, string>();
  for (const part of page.split(/^## /m).slice(1)) {
    const number = /^(\w+)\. /.exec(part)?.[1];
    if (number !== undefined) sections.set(number, part);
  }
  return sections;
}

/** The rows of every table in a text, without heads and rules: each its cells, trimmed. A `\|` is no border. */
export const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\|.*\|\n\|[-| :]+\|\n((?:\|.*\|\n?)+)/gm)].flatMap(([, body]) =>
    body
      .trim()
      .split("\n")
      .map((line) =>
        line
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim()),
      ),
  );

/** The words in backticks, in their order. */
export const wordsIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word);
