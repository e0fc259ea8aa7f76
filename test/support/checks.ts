/** The checks that the tests run on a few matches and the soak on many. Each returns what it went through. */

import assert from "node:assert/strict";
import { legalActions, replayRecord } from "../../src/engine/index.ts";
import { sameRules, watchOracle } from "./agreement.ts";
import { type Sums, watchCards, watchDoors, watchSaving, watchSums } from "./invariants.ts";
import { watchLeaks, watchResampling } from "./knowledge.ts";
import { playMatches, type Tally } from "./play.ts";
import { watchProbe } from "./probe.ts";
import { watchPublicPlay } from "./public-play.ts";
import { type Random, randomFrom } from "./random.ts";
import { doublingRules, pairwiseRules, type RulesAsked, randomRules } from "./random-rules.ts";
import { mustRefuse, spoil, swapPlays, watchRecord } from "./recording.ts";
import { watchSampling } from "./sampling.ts";

type RequestFor = (random: Random, i: number) => RulesAsked;

/** Full matches, one under preset trix, one under trex, one under a random option set, and again. */
export const presetsAndRandom: RequestFor = (random, i) =>
  [{ preset: "trix" }, { preset: "trex" }, randomRules(random)][i % 3];

/** Cards and their owners, somebody who can act, and the sums of kingdoms. */
export function checkInvariants(
  matches: number,
  requestFor: RequestFor = presetsAndRandom,
  seed = "invariants",
): Tally & Sums {
  const sums: Sums = { bound: 0, free: 0, freeAndOff: 0 };
  const tally = playMatches(seed, matches, requestFor, (rules) => [watchCards(), watchSums(rules, sums)]);
  return { ...tally, ...sums };
}

/** The legal list is what `apply` takes, and a refusal changes nothing. */
export const checkProbe = (matches: number, requestFor: RequestFor = randomRules): Tally =>
  playMatches("probe", matches, requestFor, (_rules, dealing) => [watchProbe(dealing)]);

/** Both doors of the core give the same states. */
export const checkDoors = (matches: number, requestFor: RequestFor = randomRules): Tally =>
  playMatches("doors", matches, requestFor, (rules, dealing) => [watchDoors(rules, dealing)]);

/** Saving and loading after every action loses nothing. */
export const checkSaving = (matches: number, requestFor: RequestFor = presetsAndRandom): Tally =>
  playMatches("saving", matches, requestFor, (rules, dealing) => [watchSaving(rules, dealing)]);

/** Records replay to the same match, and spoilt ones are refused with the deal and the trick; returns how many of each. */
export function checkRecords(
  matches: number,
  requestFor: RequestFor = randomRules,
): Tally & { spoilt: number; swapped: number; swappedTaken: number } {
  const counts = { spoilt: 0, swapped: 0, swappedTaken: 0 };
  const tally = playMatches("records", matches, requestFor, (_rules, dealing, _request, random) => [
    watchRecord(dealing, (record) => {
      for (const spoilt of spoil(record, random)) {
        mustRefuse(spoilt);
        counts.spoilt++;
      }
      for (let i = 0; i < 5; i++) {
        const swapped = swapPlays(record, random);
        if (swapped === null) continue;
        const replayed = replayRecord(swapped.record);
        assert.equal(replayed.ok, swapped.taken, `two plays swapped: ${JSON.stringify(replayed.ok || replayed.fault)}`);
        counts.swapped++;
        counts.swappedTaken += Number(swapped.taken);
      }
    }),
  ]);
  return { ...tally, ...counts };
}

/** No view and no event holds a card that its audience may not know. */
export const checkLeaks = (matches: number, requestFor: RequestFor = presetsAndRandom): Tally =>
  playMatches("leaks", matches, requestFor, (rules) => [watchLeaks(rules)]);

/** What public play tells of hidden hands is true. */
export const checkPublicPlay = (matches: number, requestFor: RequestFor = randomRules): Tally =>
  playMatches("public play", matches, requestFor, (rules) => [watchPublicPlay(rules)]);

/** Views, legal actions and events do not depend on cards that their audience cannot know. */
export const checkResampling = (matches: number, requestFor: RequestFor = presetsAndRandom): Tally =>
  playMatches("resampling", matches, requestFor, (rules, _dealing, _request, random) => [
    watchResampling(rules, random),
  ]);

/** A match sampled from a seat's view looks to it as its own does. */
export const checkSampling = (matches: number, requestFor: RequestFor = presetsAndRandom): Tally =>
  playMatches("sampling", matches, requestFor, (rules, _dealing, _request, random) => [watchSampling(rules, random)]);

/** The engine agrees with the oracle in a match under each of at least `sets` random option sets; `progress` hears of every tenth part. */
export function checkOracle(sets: number, share = 1, progress: (sets: number) => void = () => {}): Tally {
  const total: Tally = { matches: 0, deals: 0, actions: 0 };
  for (let batch = 0; total.matches < sets; batch++) {
    const before = Math.floor((10 * total.matches) / sets);
    // One match of twenty is compared in full.
    const one = playMatches(`oracle ${batch}`, 20, randomRules, (rules, dealing, request, random) => [
      watchOracle(sameRules(rules, request), dealing, random, random.chance(0.05) ? 1 : share),
    ]);
    total.matches += one.matches;
    total.deals += one.deals;
    total.actions += one.actions;
    if (Math.floor((10 * total.matches) / sets) > before) progress(total.matches);
  }
  return total;
}

/** The engine agrees with the oracle under each of a list of option sets. */
export const checkOracleUnder = (seed: string, requests: readonly RulesAsked[], share = 1): Tally =>
  playMatches(
    seed,
    requests.length,
    (_, i) => requests[i],
    (rules, dealing, request, random) => [watchOracle(sameRules(rules, request), dealing, random, share)],
  );

/** Option sets in which every two values of two options meet. */
export const checkPairs = (): Tally => checkOracleUnder("pairs", pairwiseRules(randomFrom("pairs")));

/** All of doubling x partnership x combined contracts, or every `step`th of these sets. */
export const checkDoubling = (share: number, step = 1): Tally =>
  checkOracleUnder(
    "doubling",
    doublingRules().filter((_, i) => i % step === 0),
    share,
  );

/** An option named with its default plays the same match, byte for byte, as one left out. */
export function sameBytes(base: RulesAsked, named: RulesAsked, seed: string): void {
  const logOf = (request: RulesAsked) => {
    const log: string[] = [];
    playMatches(
      seed,
      1,
      () => request,
      () => [
        ({ events, after }) => {
          log.push(JSON.stringify(events), JSON.stringify(after.result), JSON.stringify(legalActions(after, 0)));
        },
      ],
    );
    return log.join("\n");
  };
  assert.equal(logOf(named), logOf(base));
}
