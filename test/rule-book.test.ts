import { describe, expect, test } from "vitest";
import type { OptionSpec } from "../src/engine/option.ts";
import { OPTIONS } from "../src/engine/options.ts";
import { PRESETS } from "../src/engine/presets.ts";
import { rowsOf, sectionsOf, textOf, wordsIn } from "./support/pages.ts";

const section = (page: string, number: string): string => {
  const found = sectionsOf(textOf(page)).get(number);
  if (found === undefined) throw new Error(`${page} has no section ${number}`);
  return found;
};

describe("docs/rules.md", () => {
  /** What the second column of section 3 must say of an option. */
  function takes(spec: OptionSpec, byDefault: unknown): string {
    const shown = (value: string) => (value === String(byDefault) ? `**\`${value}\`**` : `\`${value}\``);
    const first = byDefault === undefined ? "" : `**\`${JSON.stringify(byDefault)}\`**, `;
    switch (spec.kind) {
      case "choice":
        return spec.values.map(shown).join(" · ");
      case "flag":
        return [String(byDefault), String(byDefault !== true)].map(shown).join(" · ");
      case "integer":
        return `${first}an integer from ${spec.min} to ${spec.max}`;
      case "integers":
        return `${first}a list of ${spec.length} integers from ${spec.min} to ${spec.max}`;
      case "choices":
        return `${first}a list of ${spec.min} to ${spec.max} contracts`;
    }
  }

  test("section 3 has every option in its order, with what it takes and its default in bold", () => {
    const written = rowsOf(section("docs/rules.md", "3")).map(([name, values]) => [wordsIn(name)[0], values]);
    expect(written).toEqual(OPTIONS.map(({ name, spec, default: byDefault }) => [name, takes(spec, byDefault)]));
  });

  test("section 4 has every preset with its differences from the defaults", () => {
    const written = rowsOf(section("docs/rules.md", "4")).map(([name, differences]) => [
      wordsIn(name)[0],
      wordsIn(differences),
    ]);
    expect(written).toEqual(
      Object.entries(PRESETS).map(([name, differences]) => [
        name,
        Object.entries(differences).map(([option, value]) => `${option}: ${value}`),
      ]),
    );
  });
});

describe("docs/api.md", () => {
  const description = JSON.parse(textOf("openapi/openapi.json"));

  test("section 1 row 4 has every code by which the rules refuse an action", () => {
    const row = rowsOf(section("docs/api.md", "1")).find(([number]) => number === "4")!;
    const refused = description.paths["/v1/games/{gameId}/actions"].post.responses["422"].description;
    expect(wordsIn(row[1].split("422 is about the rules")[1]).toSorted()).toEqual(wordsIn(refused).toSorted());
  });

  test("section 2 has every type of action", () => {
    const written = rowsOf(section("docs/api.md", "2")).map(([type]) => wordsIn(type)[0]);
    expect(written.toSorted()).toEqual(
      Object.keys(description.components.schemas.LegalAction.discriminator.mapping).toSorted(),
    );
  });

  test("section 3 has every type of event", () => {
    const written = rowsOf(section("docs/api.md", "3")).flatMap(([types]) => wordsIn(types));
    expect(written.toSorted()).toEqual(
      Object.keys(description.components.schemas.GameEvent.discriminator.mapping).toSorted(),
    );
  });
});
