/** Matches sampled from what a seat sees: the seat must not be able to tell one from its own, and the oracle must find it played by the rules. */

import assert from "node:assert/strict";
import {
  apply,
  awaitedSeats,
  legalActions,
  type Match,
  type Rules,
  type Seat,
  sampleFrom,
  saveMatch,
  viewFor,
} from "../../src/engine/index.ts";
import { MatchHistory } from "./history.ts";
import * as oracle from "./oracle.ts";
import { handOf, inPackOrder, PACK, packIndex, randomDealing, randomMove, SEATS, type Watcher } from "./play.ts";
import type { Random } from "./random.ts";

/** A match sampled from the own view of `seat`. */
export const sampleOf = (match: Match, seat: Seat, words: () => number): Match => {
  const view = viewFor(match, seat);
  return sampleFrom({ ...view, you: view.you! }, match.table.rules, words);
};

/** All that a saved match holds apart from the hands in play, hidden answers and the numbers of packs. */
function withoutHidden(match: Match): object {
  const { packs: _, deal, ...rest } = saveMatch(match);
  const { hands: _hands, answers: _answers, pack: _pack, ...open } = deal;
  return { ...rest, deal: open };
}

/** The four hands of a match as they were dealt. */
const dealtHands = (match: Match): string[][] =>
  SEATS.map((seat) =>
    inPackOrder([
      ...handOf(match, seat),
      ...match.deal.plays
        .filter((play) => play >> 6 === seat && (play & 63) < 52)
        .map((play) => PACK[packIndex(play & 63)]),
    ]),
  );

/** What the table saw of the deal must have been so with the sampled hands: every play, pass, doubling, revoke and show of twos. */
function assertPlayedByTheRules(rules: oracle.OracleRules, history: MatchHistory, sampled: Match): void {
  const deal = { ...history.deal, hands: dealtHands(sampled) };
  const open = { ...deal, doubled: deal.doublingClosed || rules.doubling.order === "sequential" ? deal.doubled : [] };
  assert.equal(oracle.validateHistory(rules, open), null, "the sampled deal cannot have gone so");
  if (deal.contracts.length === 0 || sampled.deal.phase === "redeal" || sampled.deal.phase === "doubling") return;
  const state = oracle.dealState(rules, open);
  assert.ok(!(state.mustPass && rules.layoutPass === "auto"), "a seat is awaited that can only pass");
  assert.equal(state.over, sampled.deal.phase === "done", "the deal is over with other hands");
  assert.deepEqual(oracle.exposedTwos(rules, open)?.cards ?? null, deal.shownTwos, "exposed twos");
}

/**
 * From every position, for every seat: the sampled match shows the seat the same view, awaits the same seats, is the same
 * in all that is public, and could have gone as the real one did. Some are played on to their end.
 */
export function watchSampling(rules: Rules, random: Random): Watcher {
  const history = new MatchHistory();
  const oracleRules = rules as oracle.OracleRules;
  return ({ after, events }) => {
    for (const event of events) history.add(event);
    for (const seat of SEATS) {
      const seed = random.word();
      const sampled = sampleOf(after, seat, wordsFrom(seed));
      assert.deepStrictEqual(viewFor(sampled, seat), viewFor(after, seat), `seat ${seat} sees another match`);
      assert.deepEqual(awaitedSeats(sampled), awaitedSeats(after));
      assert.deepStrictEqual(withoutHidden(sampled), withoutHidden(after));
      for (const other of awaitedSeats(sampled)) assert.ok(legalActions(sampled, other).length > 0);
      assert.deepStrictEqual(
        saveMatch(sampleOf(after, seat, wordsFrom(seed))),
        saveMatch(sampled),
        "not deterministic",
      );
      if (random.chance(0.1)) assertPlayedByTheRules(oracleRules, history, sampled);
      if (random.chance(0.001)) playToTheEnd(sampled, random);
    }
  };
}

/** A xorshift stream. */
export function wordsFrom(seed: number): () => number {
  let word = seed >>> 0 || 1;
  return () => {
    word ^= word << 13;
    word >>>= 0;
    word ^= word >>> 17;
    word = (word ^ (word << 5)) >>> 0;
    return word;
  };
}

function playToTheEnd(sampled: Match, random: Random): void {
  const dealing = randomDealing(random);
  let match = sampled;
  while (match.result === null) {
    const { seat, action } = randomMove(match, random);
    const applied = apply(match, seat, action, dealing);
    assert.ok(applied.ok, `seat ${seat} may not ${JSON.stringify(action)} in a sampled match`);
    match = applied.match;
  }
}
