import { describe, expect, test } from "vitest";
import { rowsOf, sectionsOf, textOf, wordsIn } from "./support/pages.ts";

/** The table that the check of imports goes by, read from its text: loading that file would run its tests here. */
function mayImport(): Map<string, string[]> {
  const table = /const MAY_IMPORT\b[^=]*= \{\n([\s\S]*?)\n\};/.exec(textOf("test/rooms.test.ts"));
  if (table === null) throw new Error("test/rooms.test.ts has no table MAY_IMPORT");
  const rows = [...table[1].matchAll(/"?([\w.]+)"?: \[([^\]]*)\]/g)];
  if (rows.length !== [...table[1].matchAll(/\]/g)].length) throw new Error("MAY_IMPORT is not written as expected");
  return new Map(rows.map(([, room, names]) => [room, [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => name)]));
}

/** The same by the page's table of three columns: `types of` stands before a room from which only types may come. */
const told = new Map(
  rowsOf(sectionsOf(textOf("docs/house.md")).get("1")!)
    .filter(({ length }) => length === 3)
    .map(([room, , imports]) => [
      wordsIn(room)[0],
      imports
        .split(", ")
        .filter((each) => each !== "nothing")
        .map((each) => `${each.startsWith("types of ") ? "types:" : ""}${wordsIn(each)[0]}`),
    ]),
);

const sorted = (rooms: Map<string, string[]>) =>
  Object.fromEntries([...rooms].map(([room, imports]) => [room, imports.toSorted()]));

describe("docs/house.md section 1", () => {
  test("has the rooms, and what each may import, as test/rooms.test.ts checks them", () => {
    expect(mayImport().size).toBeGreaterThan(5);
    expect(sorted(told)).toEqual(sorted(mayImport()));
  });
});
