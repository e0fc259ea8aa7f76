import { expect, test } from "vitest";
import { openapiText } from "../scripts/openapi.ts";
import { PROBLEMS, Problem, type ProblemCode, problemDocument } from "../src/http/exchange/problem.ts";
import { DETAILS } from "../src/labels/details/index.ts";
import { LANGUAGES, type Labels, type Texts } from "../src/labels/languages.ts";
import { rowsOf, sectionsOf, textOf, wordsIn } from "./support/pages.ts";

const codes = Object.keys(PROBLEMS) as ProblemCode[];
const inEnglish = codes.filter((code) => typeof PROBLEMS[code].detail === "string");

/** Every detail with the names of its places in them, in pointed brackets. */
const named = new Proxy({}, { get: (_, name) => `<${String(name)}>` }) as never;
const details = Object.entries<Texts[string]>(DETAILS).map(([name, detail]): [string, Labels] => [
  name,
  typeof detail === "function" ? detail(named) : detail,
]);
const placesIn = (text: string) => new Set(text.match(/<\w+>/g));
/** What stands in a text for programs, and is the same in every language. */
const codeIn = (text: string) =>
  new Set(text.match(/`[^`]+`|(?:GET|POST) \/v1[\w/{}]+|Retry-After|Idempotency-Key|Trix-Act-As/g));

test("every detail is a sentence in each language, with the same places, and the same words for programs", () => {
  expect(details.length).toBeGreaterThan(70);
  for (const [name, detail] of details) {
    for (const language of LANGUAGES) {
      const text = detail[language];
      expect(text, name).toMatch(language === "ar" ? /^[\u0600-\u06ff].*\.$/ : /^\p{Lu}.*\.$/u);
      expect([...placesIn(text)].sort(), `${name} ${language}`).toEqual([...placesIn(detail.en)].sort());
      expect([...codeIn(text)].sort(), `${name} ${language}`).toEqual([...codeIn(detail.en)].sort());
      expect(text, name).not.toMatch(/undefined|\[object/);
    }
  }
});

test("no detail has the words of another one, nor a language those of another", () => {
  const texts = [
    ...details.flatMap(([, detail]) => LANGUAGES.map((language) => detail[language])),
    ...inEnglish.map((code) => PROBLEMS[code].detail as string),
  ];
  expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
});

test("a document has its detail in the reader's language, or, where it is a program's fault, in English", () => {
  for (const code of codes) {
    const told = LANGUAGES.map((language) => problemDocument(new Problem(code), language, "id").detail);
    expect(new Set(told).size, code).toBe(inEnglish.includes(code) ? 1 : LANGUAGES.length);
    expect(told[1].startsWith("\u200f"), code).toBe(!inEnglish.includes(code));
  }
  const spent = new Problem("too_many_requests", {
    detail: DETAILS.budget({ budget: "games", limit: 60, seconds: 30 }),
  });
  for (const language of LANGUAGES)
    expect(problemDocument(spent, language, "id").detail.match(/games|\d+/g)).toEqual(
      expect.arrayContaining(["games", "60", "30"]),
    );
});

test("all that play can meet is told in each language, but what the form of a request has wrong", () => {
  const played = new Set(["Games", "Seats", "Play", "Plans"]);
  const operations = Object.values<
    Record<string, { tags: string[]; responses: Record<string, { description: string }> }>
  >(JSON.parse(openapiText()).paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ tags: [tag] }) => played.has(tag));
  expect(operations.length).toBeGreaterThan(20);
  const met = new Set(
    operations.flatMap(({ responses }) => Object.values(responses).flatMap(({ description }) => wordsIn(description))),
  );
  expect(inEnglish.filter((code) => met.has(code)).sort()).toEqual([
    "body_too_large",
    "invalid_request",
    "malformed_json",
    "not_acceptable",
    "not_an_app",
    "unsupported_media_type",
    "upgrade_required",
  ]);
});

test("docs/api.md section 1 row 2 lists what is told in English alone", () => {
  const [, row] = rowsOf(sectionsOf(textOf("docs/api.md")).get("1")!).find(([number]) => number === "2")!;
  const listed = wordsIn(row.slice(row.indexOf("In English alone"))).filter((word) => word in PROBLEMS);
  expect(listed.toSorted()).toEqual(inEnglish.toSorted());
});
