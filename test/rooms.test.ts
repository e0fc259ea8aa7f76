import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const SRC = join(import.meta.dirname, "..", "src");

/** Which rooms a room may import: the table of docs/house.md section 1, which test/house.test.ts compares. `types` marks one from which only types may come. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  durable: [],
  engine: [],
  bots: ["engine"],
  plans: ["engine"],
  history: ["durable"],
  ids: ["engine"],
  labels: ["engine"],
  wire: [],
  feed: [],
  webhook: ["durable", "engine", "ids", "labels", "wire"],
  player: ["durable", "feed", "wire"],
  game: ["durable", "wire", "engine", "bots", "plans", "feed", "history", "ids", "labels", "player", "webhook"],
  http: [
    "durable",
    "engine",
    "bots",
    "plans",
    "feed",
    "history",
    "ids",
    "labels",
    "wire",
    "types:game",
    "types:player",
    "webhook",
  ],
  "index.ts": ["durable", "engine", "bots", "plans", "feed", "history", "game", "player", "webhook", "http"],
};

interface Import {
  file: string;
  room: string;
  from: string;
  typeOnly: boolean;
}

/** The code of a file without its comments; strings stay, since imports are strings. */
const codeOf = (file: string): string =>
  readFileSync(file, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|[^:"'`])\/\/.*$/gm, "$1");

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => join(SRC, file));
const roomOf = (file: string): string => relative(SRC, file).split("/")[0];
const filesIn = (...rooms: string[]) => files.filter((file) => rooms.includes(roomOf(file)));

/** Every import, re-export and dynamic import of a file. */
function importsOf(file: string): Import[] {
  const code = codeOf(file),
    room = roomOf(file);
  const statements = [
    ...code.matchAll(/\b(?:import|export)\s+(type\s+)?([\w*{}\s,$]*?)\s*from\s*["']([^"']+)["']/g),
  ].map(([, type, names, from]) => {
    const named = names
      .replace(/[{}]/g, "")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
    return {
      file,
      room,
      from,
      typeOnly:
        type !== undefined ||
        (names.includes("{") && named.length > 0 && named.every((name) => name.startsWith("type "))),
    };
  });
  const bare = [...code.matchAll(/\bimport\s*\(?\s*["']([^"']+)["']/g)].map(([, from]) => ({
    file,
    room,
    from,
    typeOnly: false,
  }));
  return [...statements, ...bare];
}

/** The circles in a graph of files, each closed by another import: from file to file, and back to the first. */
function circlesIn(next: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  // Each file's way down is gone once: whoever comes to a file that is on the way has gone in a circle.
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file);
    if (at >= 0) circles.push([...way.slice(at), file].join(" -> "));
    if (at >= 0 || done.has(file)) return;
    for (const other of next.get(file) ?? []) walk(other, [...way, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return circles;
}

const imports = files.flatMap(importsOf);
const isLocal = ({ from }: Import) => from.startsWith(".");
const targetOf = ({ file, from }: Import) => roomOf(join(dirname(file), from));
const offenders = (wrong: Import[]) => wrong.map(({ file, from }) => `${relative(SRC, file)} imports ${from}`);

describe("the rooms of the house", () => {
  test("are all in MAY_IMPORT", () => {
    for (const room of new Set(files.map(roomOf))) expect(Object.keys(MAY_IMPORT)).toContain(room);
    expect(filesIn("engine").length).toBeGreaterThan(10);
    expect(imports.filter(isLocal).length).toBeGreaterThan(50);
  });

  test("import only what MAY_IMPORT allows", () => {
    const wrong = imports.filter(isLocal).filter((one) => {
      const target = targetOf(one);
      const allowed = MAY_IMPORT[one.room] ?? [];
      return target !== one.room && !allowed.includes(target) && !(one.typeOnly && allowed.includes(`types:${target}`));
    });
    expect(offenders(wrong)).toEqual([]);
  });

  test("import files that exist, by their .ts names", () => {
    const wrong = imports
      .filter(isLocal)
      .filter(({ file, from }) => !from.endsWith(".ts") || !existsSync(join(dirname(file), from)));
    expect(offenders(wrong)).toEqual([]);
  });

  test("have no circle of files, types included", () => {
    const next = new Map(
      files.map((file) => [
        relative(SRC, file),
        imports
          .filter((one) => one.file === file && isLocal(one))
          .map(({ from }) => relative(SRC, join(dirname(file), from))),
      ]),
    );
    expect(circlesIn(next)).toEqual([]);
  });

  test("a circle is seen, whoever closes it, and named by the files on it", () => {
    const graph = (...ways: string[]) => {
      const next = new Map<string, string[]>();
      for (const way of ways)
        for (const [i, file] of [...way].entries())
          next.set(file, [...(next.get(file) ?? []), ...way.slice(i + 1, i + 2)]);
      return next;
    };
    expect(circlesIn(graph("abcd", "acd", "ebd"))).toEqual([]);
    expect(circlesIn(graph("ab", "bcab"))).toEqual(["a -> b -> c -> a"]);
    expect(circlesIn(graph("aa"))).toEqual(["a -> a"]);
    expect(circlesIn(graph("xabx", "acda"))).toEqual(["x -> a -> b -> x", "a -> c -> d -> a"]);
  });

  test("the engine imports nothing outside itself: no package, no platform, no node", () => {
    expect(
      offenders(imports.filter((one) => one.room === "engine" && (!isLocal(one) || targetOf(one) !== "engine"))),
    ).toEqual([]);
  });

  test("the bots and the plans import the engine and themselves alone", () => {
    expect(offenders(imports.filter((one) => (one.room === "bots" || one.room === "plans") && !isLocal(one)))).toEqual(
      [],
    );
  });

  test("no folder is named for nothing in particular", () => {
    const folders = new Set(files.flatMap((file) => relative(SRC, dirname(file)).split("/")));
    for (const name of ["utils", "util", "helpers", "common", "lib", "core", "shared", "misc"])
      expect(folders).not.toContain(name);
  });
});

describe("what no room may do", () => {
  const found = (pattern: RegExp, among: string[]) =>
    among.filter((file) => pattern.test(codeOf(file))).map((file) => relative(SRC, file));

  test("engine, bots and plans have no clock and no randomness of their own", () => {
    const pattern =
      /Math\.random|Date\.now|new Date\(|performance\.now|crypto\.|setTimeout|setInterval|process\.|globalThis/;
    expect(found(pattern, filesIn("engine", "bots", "plans"))).toEqual([]);
  });

  test("Math.random spreads retries in time and does nothing else", () => {
    const lines = files.flatMap((file) =>
      codeOf(file)
        .split("\n")
        .filter((line) => line.includes("Math.random")),
    );
    expect(lines.filter((line) => !/jitter|\bwait\(/.test(line))).toEqual([]);
  });

  test("no drizzle transaction is opened, which a Durable Object and D1 do not have: the ground's own wraps transactionSync", () => {
    expect(found(/(?<!#db|\bdb)\.transaction\(/, files)).toEqual([]);
    expect(found(/\.transaction\(/, filesIn("history", "http"))).toEqual([]);
    const own = files.filter((one) => /^\s*transaction[<(]/m.test(codeOf(one)));
    expect(own.map((file) => relative(SRC, file))).toEqual(["durable/database.ts"]);
    expect(found(/transactionSync/, files)).toEqual(["durable/database.ts"]);
  });

  test("the check sees what it forbids", () => {
    const sample = join(SRC, "engine", "cards.ts");
    const samples = [
      'import { a } from "../game/x.ts"',
      'import type { A } from "node:fs"',
      'export * from "zod"',
      'const x = await import("hono")',
      'import "./side.ts"',
      'import { type A, type B } from "../b.ts"',
    ];
    const pattern =
      /\b(?:import|export)\s+(type\s+)?([\w*{}\s,$]*?)\s*from\s*["']([^"']+)["']|\bimport\s*\(?\s*["']([^"']+)["']/;
    for (const text of samples) expect(text).toMatch(pattern);
    expect(importsOf(sample)).toEqual([]);
  });
});
