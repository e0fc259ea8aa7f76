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
  samplerOf,
  saveMatch,
  viewFor,
} from "../../src/engine/index.ts";
import { MatchHistory } from "./history.ts";
import * as oracle from "./oracle.ts";
import { handOf, inPackOrder, PACK, packIndex, randomDealing, randomMove, SEATS, type Watcher } from "./play.ts";
import type { Random } from "./random.ts";

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
  if (deal.contracts.length === 0 && history.deal.hands.flat().length === 0) {
    assert.deepEqual(deal.hands, [[], [], [], []], "cards are sampled that are still to be dealt");
    return;
  }
  const open = { ...deal, doubled: deal.doublingClosed || rules.doubling.order === "sequential" ? deal.doubled : [] };
  assert.equal(oracle.validateHistory(rules, open), null, "the sampled deal cannot have gone so");
  if (deal.contracts.length === 0 || sampled.deal.phase === "redeal" || sampled.deal.phase === "doubling") return;
  const state = oracle.dealState(rules, open);
  assert.ok(!(state.mustPass && rules.layoutPass === "auto"), "a seat is awaited that can only pass");
  assert.equal(state.over, sampled.deal.phase === "done", "the deal is over with other hands");
  assert.deepEqual(oracle.exposedTwos(rules, open)?.cards ?? null, deal.shownTwos, "exposed twos");
}

/**
 * From every position, for a seat that is awaited or any other: the sampled match shows the seat the same view and awaits
 * the same seats. A share of them is looked at closely: it is the same in all that is public, the same again from
 * the same words, and could have gone as the real one did; fewer are played on to their end.
 */
export function watchSampling(rules: Rules, random: Random): Watcher {
  const history = new MatchHistory();
  const oracleRules = rules as oracle.OracleRules;
  return ({ after, events }) => {
    for (const event of events) history.add(event);
    const awaited = awaitedSeats(after);
    const seat = random.pick(random.chance(0.5) && awaited.length > 0 ? awaited : SEATS);
    const view = viewFor(after, seat);
    const seed = random.word();
    const sample = () => sampleFrom({ ...view, you: view.you! }, rules, wordsFrom(seed));
    const sampled = sample();
    assert.equal(JSON.stringify(viewFor(sampled, seat)), JSON.stringify(view), `seat ${seat} sees another match`);
    assert.deepEqual(awaitedSeats(sampled), awaited);
    for (const other of awaited) assert.ok(legalActions(sampled, other).length > 0, `seat ${other} can do nothing`);
    if (random.chance(0.02)) {
      assert.deepStrictEqual(withoutHidden(sampled), withoutHidden(after));
      assert.equal(JSON.stringify(saveMatch(sample())), JSON.stringify(saveMatch(sampled)), "not deterministic");
      assertPlayedByTheRules(oracleRules, history, sampled);
    }
    if (random.chance(0.001)) playToTheEnd(sampled, random);
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

/** All ways to deal these cards to hands of these sizes. */
function* waysToDeal(cards: readonly string[], sizes: readonly number[]): Generator<string[][]> {
  if (cards.length === 0) {
    yield sizes.map(() => []);
    return;
  }
  for (const [i, size] of sizes.entries()) {
    if (size === 0) continue;
    for (const rest of waysToDeal(cards.slice(1), sizes.with(i, size - 1))) yield rest.with(i, [cards[0], ...rest[i]]);
  }
}

/** How often each set of hands that can be, by the oracle, was sampled; `null` where there are too many or too few to count. */
export function sampledOften(
  match: Match,
  history: MatchHistory,
  announced: number | null,
  seat: Seat,
  words: () => number,
): number[] | null {
  const { deal } = history;
  const others = SEATS.filter((other) => other !== seat);
  const held = others.map((other) => handOf(match, other));
  const unseen = held.flat();
  if (unseen.length < 3 || unseen.length > 5) return null;
  const rules = match.table.rules as oracle.OracleRules;
  const canBe = (hands: string[][]): boolean => {
    const dealt = deal.hands.map((hand, other) => {
      const i = others.indexOf(other as Seat);
      return i < 0 ? hand : inPackOrder([...hand.filter((card) => !held[i].some((own) => own === card)), ...hands[i]]);
    });
    const other = { ...deal, hands: dealt };
    if (announced !== null && !dealt[announced].includes("7H")) return false;
    if (oracle.validateHistory(rules, other) !== null) return false;
    if (rules.layoutPass === "auto" && oracle.dealState(rules, other).mustPass) return false;
    return JSON.stringify(oracle.exposedTwos(rules, other)?.cards ?? null) === JSON.stringify(deal.shownTwos);
  };
  const keyOf = (hands: readonly (readonly string[])[]) => hands.map((hand) => inPackOrder(hand).join(" ")).join(" | ");
  const possible = [
    ...waysToDeal(
      unseen,
      held.map((hand) => hand.length),
    ),
  ]
    .filter(canBe)
    .map(keyOf);
  if (possible.length < 2) return null;
  assert.ok(possible.includes(keyOf(held)), "the true hands cannot be");
  const counts = new Map(possible.map((key) => [key, 0]));
  const view = viewFor(match, seat);
  const sample = samplerOf({ ...view, you: view.you! }, match.table.rules);
  for (let i = 0; i < possible.length * 50; i++) {
    const sampled = sample(words);
    const key = keyOf(others.map((other) => handOf(sampled, other)));
    assert.ok(counts.has(key), `sampled, but cannot be: ${key}`);
    counts.set(key, counts.get(key)! + 1);
  }
  return [...counts.values()];
}
