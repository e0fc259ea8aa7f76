import { describe, expect, test } from "vitest";
import type { OptionSpec } from "../src/engine/option.ts";
import { OPTIONS } from "../src/engine/options.ts";
import { PRESETS } from "../src/engine/presets.ts";
import { resolveRules } from "../src/engine/rules.ts";
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

  /** A value as the tables write it. */
  const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : JSON.stringify(value));

  /** Whether an option takes what is written as its value. */
  function accepts(spec: OptionSpec, text: string): boolean {
    const within = (min: number, max: number) => (n: unknown) =>
      Number.isInteger(n) && Number(n) >= min && Number(n) <= max;
    switch (spec.kind) {
      case "choice":
        return spec.values.includes(text);
      case "flag":
        return text === "true" || text === "false";
      case "integer":
        return within(spec.min, spec.max)(JSON.parse(text));
      case "integers": {
        const list: unknown[] = JSON.parse(text);
        return list.length === spec.length && list.every(within(spec.min, spec.max));
      }
      case "choices":
        return false;
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

  describe("section 8, where books and apps differ", () => {
    const rows = rowsOf(section("docs/rules.md", "8")).map(([, , values, presets]) => ({
      pairs: wordsIn(values).map((word) => word.split(": ")),
      presets,
    }));
    const pairs = rows.flatMap((row) => row.pairs);

    test("names options and values that exist, each once", () => {
      const refused = pairs.filter(([name, value]) => {
        const option = OPTIONS.find((each) => each.name === name);
        if (option === undefined || value === undefined) return option?.default !== undefined;
        return !accepts(option.spec, value);
      });
      expect(refused).toEqual([]);
      expect(new Set(pairs.map(String)).size).toBe(pairs.length);
    });

    test("leaves out no option, and no value of those that choose among several", () => {
      const written = new Set(pairs.map(String));
      const missing = OPTIONS.flatMap(({ name, spec }) =>
        spec.kind === "choice"
          ? spec.values.filter((value) => !written.has(`${name},${value}`)).map((value) => `${name}: ${value}`)
          : pairs.some(([each]) => each === name)
            ? []
            : [name],
      );
      expect(missing).toEqual([]);
    });

    test("names exactly the presets that have what a row says, alone and with partners", () => {
      for (const row of rows) {
        const [alone, withPartners = alone] = row.presets.split("; with partners ");
        // What a row says of partners is so for both kinds of tables, or is what the table is about.
        const aboutPartners = row.pairs.some(([name]) => name === "partnership");
        for (const [partnership, written] of [
          ["none", alone],
          ["opposite", withPartners],
        ]) {
          const having = Object.keys(PRESETS).filter((preset) => {
            const resolved = resolveRules({ preset, partnership: aboutPartners ? "none" : partnership });
            return (
              resolved.ok &&
              row.pairs.every(([name, value]) => {
                const [group, key] = name.split(".");
                const has: unknown = resolved.rules[group as keyof typeof resolved.rules];
                return asText(key === undefined ? has : (has as Record<string, unknown> | null)?.[key]) === value;
              })
            );
          });
          const named = written === "all" ? Object.keys(PRESETS) : written === "none" ? [] : wordsIn(written);
          expect([row.pairs.join(), partnership, having]).toEqual([row.pairs.join(), partnership, named]);
        }
      }
    });
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
    // A game's log comes first, a player's own after it.
    const [ofGames, ofPlayers] = section("docs/api.md", "3").split("**A player's own log**");
    for (const [text, schema] of [
      [ofGames, "GameEvent"],
      [ofPlayers, "PlayerEvent"],
    ]) {
      const written = rowsOf(text).flatMap(([types]) => wordsIn(types));
      expect(written.toSorted(), schema).toEqual(
        Object.keys(description.components.schemas[schema].discriminator.mapping).toSorted(),
      );
    }
  });
});
