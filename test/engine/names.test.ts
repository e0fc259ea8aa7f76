import { describe, expect, test } from "vitest";
import { nameFault, tidyName } from "../../src/engine/index.ts";
import { AppRequest, UserRequest } from "../../src/http/schemas/app.ts";
import { PlayerRequest } from "../../src/http/schemas/player.ts";
import { RecordRequest } from "../../src/http/schemas/record-check.ts";
import { TokenRequest } from "../../src/http/schemas/token.ts";
import { randomFrom } from "../support/random.ts";

describe("a name is tidied", () => {
  test.each([
    // What nobody sees goes.
    ["a\u200bdmin", "admin"],
    ["ad\u00admin", "admin"],
    ["ad\u2060mi\ufeffn", "admin"],
    ["ad\u200c\u200dmin", "admin"],
    ["admin\u{e0061}\u{e007f}", "admin"],
    ["admin\u200f\u200e\u061c", "admin"],
    ["a\u034fdmin", "admin"],
    ["ad\u3164min", "admin"],
    ["ad\ufe0fmin", "admin"],
    ["ad\u{e0100}min", "admin"],
    ["le\u200bi\u200b\u0301la", "le\u00edla"],
    ["سلام\u200dی", "سلامی"],
    ["دار\u200cا", "دارا"],
    // Spaces are one space.
    ["a\u00a0\u2003b  c", "a b c"],
    ["\u3000Layla\u2800 ", "Layla"],
    // What changes how a name looks stays.
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["क्\u200dष", "क्\u200dष"],
    ["👩🏽\u200d🚀", "👩🏽\u200d🚀"],
    ["❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"],
    ["1\ufe0f\u20e3", "1\ufe0f\u20e3"],
    ["ليلى", "ليلى"],
    ["Zoe\u0308", "Zo\u00eb"],
  ])("%j is %j", (name, tidied) => {
    expect(tidyName(name)).toBe(tidied);
    expect(nameFault(tidied, 40)).toBeNull();
  });

  test("twice as once, whatever stands in it", () => {
    const random = randomFrom("names");
    const signs = [
      ..."a Zé\u0301\u200b\u200c\u200d\ufe0f\u00ad\u200f\u3164\u2800\u00a0سیار👩🚀❤क्\u20e31\u{e0061}\u202e",
    ];
    for (let i = 0; i < 2_000; i++) {
      const once = tidyName(Array.from({ length: random.below(9) }, () => random.pick(signs)).join(""));
      expect(tidyName(once)).toBe(once);
      expect(once).not.toMatch(/^ | $| {2}|[\u200b\u00ad\u200f\u3164\u2800\u00a0\u{e0061}]/u);
    }
  });
});

test.each<[string, "out_of_range" | "wrong_format"]>([
  ["", "out_of_range"],
  [" \u00a0\u2800 ", "out_of_range"],
  ["\u200b\u200d", "out_of_range"],
  ["\u0301", "out_of_range"],
  ["x".repeat(41), "out_of_range"],
  ["a\u202eb", "wrong_format"],
  ["a\u2066b", "wrong_format"],
  ["a\u0007b", "wrong_format"],
  ["a\nb", "wrong_format"],
  ["a\u2028b", "wrong_format"],
  ["a\ud800", "wrong_format"],
  [`a${"\u0316".repeat(5)}`, "wrong_format"],
  [`a${"\u0316\u200b".repeat(5)}`, "wrong_format"],
])("%j is no name: %s", (name, code) => {
  expect(nameFault(tidyName(name), 40)).toMatchObject({ code });
});

test("every door takes names alike: accounts, apps, users, tokens, seats of records", () => {
  const read = (name: string) => [
    PlayerRequest.safeParse({ name, kind: "human" }).data?.name,
    AppRequest.safeParse({ name }).data?.name,
    UserRequest.safeParse({ name }).data?.name,
    TokenRequest.safeParse({ name, scopes: ["games:read"] }).data?.name,
    RecordRequest.safeParse({
      format: "trix-record/1",
      id: "",
      date: "",
      rules: {},
      seats: Array.from({ length: 4 }, () => ({ name, kind: "player" })),
      commitment: "",
      firstDealer: null,
      deals: [],
      scores: [0, 0, 0, 0],
      result: null,
      status: "waiting",
    }).data?.seats[0].name,
  ];
  expect(read(" a\u200bd\u00a0 min\u200f")).toEqual(Array(5).fill("ad min"));
  expect(read("a\u202eb")).toEqual(Array(5).fill(undefined));
});
