import { existsSync, globSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT, rowsOf, sectionsOf, textOf, wordsIn } from "./support/pages.ts";

/** This file's samples are wrong on purpose. */
const OWN = "test/citations.test.ts";

/** What the build calls the changelog where the server serves it. */
const SERVED = "changelog.md";

const NUMBERS = String.raw`\d+[a-z]?(?:(?:,?\s+and\s+|,\s*|\s+to\s+|-)\d+[a-z]?)*`;
/** A page by its name or a link to it, and where its sections and rows are named, those. */
const CITATION = new RegExp(
  String.raw`(?<![\w./:-])(?<path>[\w./-]*[\w-]\.md)\b(?:\]\((?<link>[^)\s]+)\))?[\x60"]?` +
    String.raw`(?:,?\s+sections?\s+(?<sections>${NUMBERS})(?:\s+rows?\s+(?<rows>${NUMBERS}))?)?`,
  "g",
);

/** The numbers of a list such as `1, 3 and 5` or `1 to 4`. */
function numbersIn(list: string): string[] {
  const range = /^(\d+)(?:-|\s+to\s+)(\d+)$/.exec(list);
  if (range === null) return list.match(/\d+[a-z]?/g) ?? [];
  const [from, to] = range.slice(1).map(Number);
  return Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
}

/** Comments as running text, so that a citation may be broken at the end of a line. */
const unbroken = (text: string): string => text.replace(/\n\s*(?:\*(?!\/)|\/\/|#)?[ \t]*/g, " ");

/** Where a page that `file` names stands: from the root, and in Markdown also beside it. `undefined` where there is none. */
function pageOf(file: string, path: string): string | undefined {
  const candidates = [path, ...(file.endsWith(".md") ? [join(dirname(file), path)] : [])].map((each) =>
    normalize(each),
  );
  return candidates.find((each) => !each.startsWith("..") && existsSync(join(ROOT, each)));
}

interface Citation {
  page: string;
  sections: string[];
}

/** What a text cites, and what is wrong with that: a page that is not in this repository, a section or a row that the page has not. */
function citationsIn(file: string, text: string): { citations: Citation[]; faults: string[] } {
  const citations: Citation[] = [];
  const faults: string[] = [];
  for (const { 0: found, groups } of unbroken(text).matchAll(CITATION)) {
    const path = (groups!.link ?? groups!.path).split("#")[0];
    // What the server serves, or somebody else does.
    if (path.startsWith("/") || path.includes("://") || path === SERVED) continue;
    const page = pageOf(file, path);
    if (page === undefined) {
      faults.push(`${file} names ${path}, which is not in this repository`);
      continue;
    }
    const sections = numbersIn(groups!.sections ?? "");
    citations.push({ page, sections });
    const there = sectionsOf(textOf(page));
    for (const section of sections) {
      const body = there.get(section);
      if (body === undefined) {
        faults.push(`${file} cites "${found}", and there is no such section`);
        continue;
      }
      const rows = rowsOf(body).map(([number]) => number);
      for (const row of numbersIn(groups!.rows ?? ""))
        if (!rows.includes(row)) faults.push(`${file} cites "${found}", and there is no such row`);
    }
  }
  return { citations, faults };
}

const READ = /\.(ts|js|mjs|css|py|sh|md|json|toml|ya?ml|svg)$/;
const files = [
  ...["src", "test", "scripts", "examples", "docs"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  ),
  ...["README.md", "openapi/openapi.json", "openapi/CHANGELOG.md", "openapi/workflows.arazzo.json", "wrangler.toml"],
].filter((file) => READ.test(file) && !/node_modules|package-lock/.test(file) && file !== OWN);

describe("what code and text cite", () => {
  const all = files.map((file) => ({ file, ...citationsIn(file, textOf(file)) }));

  test("is in this repository: every page, every section, every row", () => {
    expect(all.flatMap(({ faults }) => faults)).toEqual([]);
  });

  test("is cited from code, by section", () => {
    const fromCode = all.filter(({ file }) => file.endsWith(".ts")).flatMap(({ citations }) => citations);
    for (const page of ["docs/rules.md", "docs/api.md", "docs/records.md", "docs/house.md"])
      expect(fromCode.map((each) => each.page)).toContain(page);
    expect(fromCode.filter(({ sections }) => sections.length > 0).length).toBeGreaterThan(40);
  });

  test("leads somewhere: every link of the README and the pages names a file that exists", () => {
    const links = files
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) => [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => ({ file, link })))
      .filter(({ link }) => !/^(https?:|#|\/)/.test(link));
    expect(links.length).toBeGreaterThan(10);
    const broken = links.filter(({ file, link }) => !existsSync(join(ROOT, dirname(file), link.split("#")[0])));
    expect(broken).toEqual([]);
  });
});

/** Files and folders of this repository that a text names in backticks; a `*` stands for the rest of a name. */
const pathsIn = (text: string): string[] =>
  wordsIn(text).filter((word) => /^(src|test|scripts|examples|openapi|migrations|docs)\/[\w./*-]*$/.test(word));

const exists = (path: string): boolean =>
  path.includes("*") ? globSync(path, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, path));

describe("what the pages in docs/ name", () => {
  test("is there: every file and folder", () => {
    const named = files
      .filter((file) => file.startsWith("docs/"))
      .flatMap((file) => pathsIn(textOf(file)).map((path) => ({ file, path })));
    expect(named.length).toBeGreaterThan(50);
    // What a recipe has you make.
    expect(named.filter(({ path }) => !path.includes("NAME") && !exists(path))).toEqual([]);
  });

  test("is seen to be missing", () => {
    const paths = pathsIn("`src/engine/nowhere.ts`, `test/support/oracle*.ts`, `test/nothing*.ts`, `src/`, `npm test`");
    expect(paths.filter((path) => !exists(path))).toEqual(["src/engine/nowhere.ts", "test/nothing*.ts"]);
  });
});

describe("the check sees what it forbids", () => {
  const faultsOf = (text: string, file = "src/engine/sample.ts") => citationsIn(file, text).faults;

  test.each([
    ["a page that was never in the repository", "(architecture.md)"],
    ["a design document by its bare name", "The shapes of rules.md section 3."],
    ["another one", "as house.md says"],
    ["a page that docs/ does not have", "docs/speed.md"],
    ["a section that the page does not have", "docs/rules.md section 9"],
    ["a lettered section that the page does not have", "docs/rules.md section 3a"],
    ["one wrong section among several", "docs/rules.md sections 1, 3 and 12"],
    ["a range that goes too far", "docs/records.md sections 1 to 3"],
    ["a row that the table does not have", "docs/api.md section 1 row 40"],
    ["a row where the section has no numbered table", "docs/rules.md section 5 row 1"],
    ["a wrong section behind the end of a line", "/**\n * Checked as docs/rules.md\n * section 99 says.\n */"],
  ])("%s", (_, text) => {
    expect(faultsOf(text)).toHaveLength(1);
  });

  test("a wrong link, and a wrong section of a linked page", () => {
    expect(faultsOf("[rules](nowhere.md)", "docs/api.md")).toHaveLength(1);
    expect(faultsOf("[nowhere.md](nowhere.md)", "docs/api.md")).toHaveLength(1);
    expect(faultsOf("[rules.md](rules.md) section 80", "docs/api.md")).toHaveLength(1);
  });

  test.each([
    "docs/rules.md sections 1, 3 and 5",
    "`docs/api.md section 1 row 3`",
    "docs/records.md sections 1 to 2",
    'readFile("README.md")',
    "/changelog.md",
    "https://example.org/house.md",
  ])("and lets %s pass", (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});
