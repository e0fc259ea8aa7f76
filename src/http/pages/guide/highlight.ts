/** Colours for the programs in the pages: where a comment, a string, a number or a word of the language stands. */

export type CodeLanguage = "sh" | "python" | "json" | "js";

const STRING = String.raw`"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'`;
const NUMBER = String.raw`(?<![\w$.])-?\d+(?:\.\d+)?\b`;
const WORDS: Readonly<Record<CodeLanguage, string>> = {
  sh: "until|do|done|if|then|else|fi|for|in|while|export|curl|grep|cut|sleep|cat|head|python3|node",
  python:
    "import|from|def|class|return|if|else|elif|for|in|while|try|except|as|with|raise|not|and|or|is|None|True|False|lambda",
  json: "true|false|null",
  js: "async|await|function|const|let|return|if|else|new|throw|for|of|null|true|false|import|from|export",
};
/** A shell string in single quotes has no escapes, and one in double quotes may run over lines, as the others do not. */
const SHELL_STRING = String.raw`"(?:\\[^]|[^"\\])*"|'[^']*'`;
const COMMENTS: Readonly<Record<CodeLanguage, string>> = {
  sh: String.raw`(?<=^|\s)#[^\n]*`,
  python: String.raw`"""[^]*?"""|#[^\n]*`,
  json: "(?!)",
  js: String.raw`//[^\n]*`,
};

const patternOf = (language: CodeLanguage): RegExp =>
  new RegExp(
    `(?<c>${COMMENTS[language]})|(?<s>${language === "sh" ? SHELL_STRING : STRING})|(?<n>${NUMBER})|(?<k>(?<![\\w$./-])(?:${WORDS[language]})(?![\\w.=/-]))`,
    "g",
  );

/** The program as HTML, given how text is encoded. What is read out of it again is the program, byte for byte. */
export function highlighted(language: CodeLanguage, text: string, encode: (text: string) => string): string {
  let html = "",
    at = 0;
  for (const match of text.matchAll(patternOf(language))) {
    const [kind] = Object.entries(match.groups!).find(([, found]) => found !== undefined)!;
    html += `${encode(text.slice(at, match.index))}<span class="${kind}">${encode(match[0])}</span>`;
    at = match.index + match[0].length;
  }
  return html + encode(text.slice(at));
}
