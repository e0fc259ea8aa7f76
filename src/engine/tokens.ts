/** Cutting the text notation into tags and words: comments, white space, byte-order mark and line ends fall away here. */

import { quote } from "./quote.ts";

export interface Tag {
  name: string;
  /** With its backslashes read. */
  value: string;
  /** As it stands between the quotes. */
  raw: string;
  line: number;
}

export interface Word {
  text: string;
  line: number;
}

/** Nothing longer than this is read, in characters: twenty times a whole match. */
const MAX_LENGTH = 200_000;

/** What shows nothing, such as the marks of direction that a chat puts between words: read as if it were not there, but for the values of tags. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

const TAG =
  /\[[\s\p{Default_Ignorable_Code_Point}]*([A-Za-z][A-Za-z0-9]*)[\s\p{Default_Ignorable_Code_Point}]+"((?:[^"\\\n]|\\.)*)"[\s\p{Default_Ignorable_Code_Point}]*\]/uy;
const COMMENT = /\{[^}]*\}|;[^\n]*/y;
// The byte-order mark counts as white space elsewhere: within a word it must not part it.
const WORD = /(?:[^\s|{};[\]]|\ufeff)+/y;
const BETWEEN = /(?!\ufeff)[\s|]/;

/** The tags and words of a text in their order, or what is wrong with it and where. Runs in time linear in the text. */
export function cutText(source: string): { tags: Tag[]; words: Word[] } | { message: string; line: number } {
  if (source.length > MAX_LENGTH) return { message: `A record can have at most ${MAX_LENGTH} characters.`, line: 1 };
  const text = source.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n");
  const tags: Tag[] = [];
  const words: Word[] = [];
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const sign = text[at];
    if (BETWEEN.test(sign)) {
      if (sign === "\n") line++;
      at++;
      continue;
    }
    const pattern = sign === "[" ? TAG : sign === "{" || sign === ";" ? COMMENT : WORD;
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return { message: unread(sign, text.slice(at, at + 200)), line };
    if (pattern === TAG) tags.push({ name: found[1], value: found[2].replace(/\\(.)/gu, "$1"), raw: found[2], line });
    else if (pattern === WORD) {
      const word = found[0].replace(UNSEEN, "");
      if (word !== "") words.push({ text: word, line });
    }
    line += found[0].split("\n").length - 1;
    at += found[0].length;
  }
  return { tags, words };
}

/** Why nothing that begins with `sign` can be read from `rest`. */
function unread(sign: string, rest: string): string {
  const [written] = rest.split("\n");
  if (sign === "[") return `${quote(written)} is not a tag. Write it as [Name "value"], with straight quotes.`;
  return sign === "{" ? "A comment in braces is never closed." : `Unexpected ${quote(sign)}.`;
}
