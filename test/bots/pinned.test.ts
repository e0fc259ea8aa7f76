import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { findBot } from "../../src/bots/index.ts";
import { rulesOf } from "../support/play.ts";
import { PRESET_NAMES, type RulesAsked } from "../support/random-rules.ts";
import { dealsOf, playBots } from "./arena.ts";

const steady = findBot("steady")!,
  random = findBot("random")!;

/** Every decision of four seats over 40 matches, the first half at tables of four steady bots, as one hash. */
function movesUnder(name: string, request: (i: number) => RulesAsked): string {
  const moves = createHash("sha256");
  for (let i = 0; i < 40; i++) {
    const bots = i < 20 ? [steady, steady, steady, steady] : [steady, random, steady, random];
    playBots(rulesOf(request(i)), dealsOf(`pinned ${name} ${i}`), bots, `pinned ${name} ${i}`, (_match, seat, action) =>
      moves.update(`${seat} ${action}\n`),
    );
  }
  return moves.digest("hex").slice(0, 16);
}

/** One kingdom each, as partners in every fourth match, in every mode in which a king names contracts. */
const requestUnder = (preset: string, i: number): RulesAsked => ({
  preset,
  kingdoms: 1,
  partnership: i % 4 === 3 ? "opposite" : "none",
  mode: (["classic", "complex", "combination"] as const)[i % 3],
});

/** Option values that no preset has, several at a time. */
const ODD: readonly RulesAsked[] = [
  { doubling: { selfCapture: "quadruple", partnerCapture: "single" }, partnership: "opposite", layoutPass: "explicit" },
  {
    layoutPoints: [150, 100, 50, -50],
    exposeTwos: "after_first_round",
    heartLead: "until_broken",
    layoutStart: "right_of_dealer",
  },
  { redeal: { twos: "four", bareHearts: true, longHearts: true, timing: "after_contract" }, heartLeadInCombined: true },
  {
    openHands: true,
    points: { kingOfHearts: 60, queen: 0, diamond: 15, trick: 10 },
    kingdomRotation: "seven_of_hearts",
  },
  {
    layoutPoints: [-50, 50, 100, 150],
    voidDiscard: "must_discard_king",
    doubling: { enabled: false },
    revoke: "penalize",
  },
];

test("steady makes the moves that it made when these hashes were written: who changes its play on purpose writes new ones", () => {
  const presets = PRESET_NAMES.map((preset) => movesUnder(preset, (i) => requestUnder(preset, i)));
  const odd = movesUnder("odd", (i) => ({ ...requestUnder("trix", i), ...ODD[i % ODD.length] }));
  expect([...presets, odd]).toEqual([
    "fc86ef68329d37e0",
    "9dc352f8f5f38f4f",
    "17120f8633ce1ea5",
    "877404f5b695e868",
    "9bd324c0327fd65a",
    "6170f0873f2530e7",
  ]);
});
