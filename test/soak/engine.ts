/** The engine's part of the soak: the checks of the tests over the numbers that a nightly run can afford. */

import { fileURLToPath } from "node:url";
import { shuffle } from "../../src/engine/index.ts";
import {
  checkDoors,
  checkDoubling,
  checkInvariants,
  checkLeaks,
  checkOracle,
  checkPairs,
  checkProbe,
  checkPublicPlay,
  checkRecords,
  checkResampling,
  checkSampling,
  checkSaving,
} from "../support/checks.ts";
import { type Random, randomFrom } from "../support/random.ts";
import { type RulesAsked, randomRules } from "../support/random-rules.ts";
import { CHI_SQUARE_LIMIT, MEAN_LIMIT, spreadOf } from "../support/shuffling.ts";

/** How much each check goes through: matches, a random option set each for the oracle, and deals for the shuffle. */
export interface SoakNumbers {
  presetMatches: number;
  optionSets: number;
  probed: number;
  saved: number;
  savedOptionSets: number;
  leaks: number;
  sampled: number;
  records: number;
  oracleSets: number;
  shuffles: number;
}

export const SOAK_NUMBERS: SoakNumbers = {
  presetMatches: 10_000,
  optionSets: 2000,
  probed: 200,
  saved: 200,
  savedOptionSets: 1000,
  leaks: 200,
  sampled: 600,
  records: 1000,
  oracleSets: 10_000,
  shuffles: 1_000_000,
};

/** Share of the positions in play, tricks and passes that the oracle looks at; one match in twenty is compared in full. */
const ORACLE_SHARE = 0.05;

const presets = (_random: Random, i: number): RulesAsked => ({ preset: i % 2 === 0 ? "trix" : "trex" });

/** Runs every check and prints a line for each. Throws at the first fault, with the seed and the options that show it again. */
export function runEngineSoak(numbers: Partial<SoakNumbers> = {}): void {
  const n = { ...SOAK_NUMBERS, ...numbers };
  const began = performance.now();
  const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
  const check = (name: string, run: () => object) => {
    const since = performance.now();
    const counts = Object.entries(run())
      .map(([what, count]) => `${what} ${count}`)
      .join(", ");
    console.log(`engine: ${name}: ${counts}; ${seconds(since)}`);
  };

  check("shuffle, chi-square of position x card and mean positions", () => {
    const { chiSquare, worstMean } = spreadOf(() => shuffle(words), n.shuffles);
    if (chiSquare > CHI_SQUARE_LIMIT || Math.abs(worstMean - 25.5) > MEAN_LIMIT)
      throw new Error(`the shuffle is biased: ${chiSquare}, ${worstMean}`);
    return { deals: n.shuffles, "chi-square": chiSquare.toFixed(0), "farthest mean": worstMean.toFixed(3) };
  });
  check("cards, owners, turns and sums under presets trix and trex", () =>
    checkInvariants(n.presetMatches, presets, "soak presets"),
  );
  check("cards, owners, turns and sums under random option sets", () =>
    checkInvariants(n.optionSets, randomRules, "soak options"),
  );
  check("both doors of the core under random option sets", () => checkDoors(n.optionSets));
  check("legal list = what is taken, half presets, half random option sets", () =>
    checkProbe(n.probed, (random, i) => (i % 2 === 0 ? presets(random, i / 2) : randomRules(random))),
  );
  check("saved, loaded and continued at every event, presets", () => checkSaving(n.saved, presets));
  check("saved, loaded and continued at every event, random option sets", () =>
    checkSaving(n.savedOptionSets, randomRules),
  );
  check("no leak in any view or event, all audiences, presets and random option sets", () => checkLeaks(n.leaks));
  check("nothing depends on cards dealt anew, all audiences, presets and random option sets", () =>
    checkResampling(n.leaks),
  );
  check("a match sampled from a view looks to its seat as its own does, random option sets", () =>
    checkSampling(n.sampled, randomRules),
  );
  check("what public play tells is true", () => checkPublicPlay(n.leaks));
  check("records replayed, written as text, spoilt", () => checkRecords(n.records));
  check("oracle, every pair of option values", () => checkPairs());
  check("oracle, all of doubling x partnership x combined contracts", () => checkDoubling(1));
  const since = performance.now();
  check("oracle, random option sets and random play", () =>
    checkOracle(n.oracleSets, ORACLE_SHARE, (sets) =>
      console.log(`engine: oracle: ${sets} of ${n.oracleSets} option sets; ${seconds(since)}`),
    ),
  );
  console.log(`engine: all checks passed in ${seconds(began)}`);
}

const { word: words } = randomFrom("soak shuffle");

if (process.argv[1] === fileURLToPath(import.meta.url)) runEngineSoak();
