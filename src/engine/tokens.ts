/** Cutting the text notation into tags and words: comments, white space, byte-order mark and line ends fall away here. */

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

const TAG = /\[\s*([A-Za-z][A-Za-z0-9]*)\s+"((?:[^"\\\n]|\\.)*)"\s*\]/y;
const COMMENT = /\{[^}]*\}|;[^\n]*/y;
const WORD = /[^\s|{};[\]]+/y;

/** The tags and words of a text in their order, or what is wrong with it and where. Runs in time linear in the text. */
export function cutText(source: string): { tags: Tag[]; words: Word[] } | { message: string; line: number } {
  if (source.length > MAX_LENGTH) return { message: `A record can have at most ${MAX_LENGTH} characters.`, line: 1 };
  const text = source.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const tags: Tag[] = [];
  const words: Word[] = [];
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const sign = text[at];
    const pattern = sign === "[" ? TAG : sign === "{" || sign === ";" ? COMMENT : WORD;
    if (/[\s|]/.test(sign)) {
      if (sign === "\n") line++;
      at++;
      continue;
    }
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return { message: `Unexpected "${sign}", or it is never closed.`, line };
    if (pattern === TAG) tags.push({ name: found[1], value: found[2].replace(/\\(.)/g, "$1"), raw: found[2], line });
    else if (pattern === WORD) words.push({ text: found[0], line });
    line += found[0].split("\n").length - 1;
    at += found[0].length;
  }
  return { tags, words };
}
