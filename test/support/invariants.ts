/** What must hold after every action of every match, whatever the options: each watcher looks at one match. */

import assert from "node:assert/strict";
import {
  apply,
  awaitedSeats,
  codeOf,
  type Dealing,
  legalActions,
  loadMatch,
  type Match,
  openSearch,
  type Rules,
  saveMatch,
  searchFrom,
  stepInPlace,
} from "../../src/engine/index.ts";
import { MatchHistory } from "./history.ts";
import { type OracleRules, zeroSumBroken, zeroSumHolds } from "./oracle.ts";
import { handOf, PACK, packIndex, SEATS, type Watcher } from "./play.ts";

const INDEX = new Map<string, number>(PACK.map((card, i) => [card, i]));

/** 52 cards with one owner each, 13 - k cards in a hand after k plays, and while the match runs somebody who can act. */
export function watchCards(): Watcher {
  let isDealt = false;
  const owner = new Int8Array(52),
    isPlayed = new Uint8Array(52),
    played = [0, 0, 0, 0];
  const deal = (hands: readonly (readonly string[])[]) => {
    owner.fill(-1);
    isPlayed.fill(0);
    played.fill(0);
    hands.forEach((hand, seat) => {
      assert.equal(hand.length, 13, `seat ${seat} is dealt ${hand.length} cards`);
      for (const card of hand) owner[INDEX.get(card)!] = seat;
    });
    assert.ok(!owner.includes(-1), "a card is dealt twice, another not at all");
  };
  return ({ after, events }) => {
    for (const event of events) {
      if (event.type === "deal_started" || event.type === "hands_dealt" || event.type === "redealt") {
        isDealt = event.hands !== null;
        if (event.hands !== null) deal(event.hands);
      }
      if (event.type === "card_played") {
        const card = INDEX.get(event.card)!;
        assert.equal(owner[card], event.seat, `${event.card} is played by seat ${event.seat}, who was not dealt it`);
        assert.equal(isPlayed[card], 0, `${event.card} is played twice`);
        isPlayed[card] = 1;
        played[event.seat]++;
      }
      if (event.type === "deal_scored") {
        for (const [seat, hand] of event.hands.entries())
          for (const card of hand) assert.equal(owner[INDEX.get(card)!], seat, `${card} changed hands`);
        assert.equal(event.hands.flat().length, 52);
      }
    }
    for (const seat of SEATS) {
      const hand = handOf(after, seat);
      assert.equal(
        hand.length,
        isDealt ? 13 - played[seat] : 0,
        `seat ${seat} holds ${hand.length} cards after ${played[seat]} plays`,
      );
      for (const card of hand) {
        const i = INDEX.get(card)!;
        assert.ok(
          owner[i] === seat && isPlayed[i] === 0,
          `seat ${seat} holds ${card}, dealt to ${owner[i]}, played: ${isPlayed[i]}`,
        );
      }
    }
    if (after.result !== null) assert.deepEqual(awaitedSeats(after), [], "a finished match waits for nobody");
    else assert.ok(awaitedSeats(after).length > 0, "nobody is awaited");
    for (const seat of awaitedSeats(after))
      assert.ok(legalActions(after, seat).length > 0, `seat ${seat} is awaited and can do nothing`);
    for (const play of after.deal.plays) if ((play & 63) < 52) assert.equal(isPlayed[packIndex(play & 63)], 1);
  };
}

/** How kingdoms came out: those that must sum to 0, and among the others how many did not. */
export interface Sums {
  bound: number;
  free: number;
  freeAndOff: number;
}

/** Every kingdom sums to 0 where the rules promise it and no deal broke it; totals are the sums of the match's deals. */
export function watchSums(rules: Rules, sums: Sums): Watcher {
  const history = new MatchHistory();
  const oracleRules = rules as OracleRules;
  const holds = zeroSumHolds(oracleRules);
  let from = 0;
  return ({ after, events }) => {
    for (const event of events) {
      history.add(event);
      if (event.type !== "kingdom_ended") continue;
      const kingdom = history.deals.slice(from);
      from = history.deals.length;
      const sum = kingdom.flatMap((deal) => deal.points!).reduce((a, b) => a + b, 0);
      if (holds && kingdom.every((deal) => zeroSumBroken(oracleRules, deal) === null)) {
        sums.bound++;
        assert.equal(sum, 0, `kingdom ${event.kingdom} sums to ${sum}`);
      } else {
        sums.free++;
        if (sum !== 0) sums.freeAndOff++;
      }
    }
    if (!events.some((event) => event.type === "deal_scored")) return;
    const totals = SEATS.map((seat) =>
      history.finished.reduce((sum, deal) => sum + (deal.kingdom === null ? 0 : deal.points![seat]), 0),
    );
    assert.deepEqual(after.totals, totals, "totals are not the sums of the deals");
  };
}

/** The checked door and the one that steps in place give the same saved match after each action; a search leaves its origin alone. */
export function watchDoors(rules: Rules, dealing: Dealing): Watcher {
  const searched = openSearch(rules, dealing);
  return ({ before, seat, action, after }) => {
    if (before !== null) {
      stepInPlace(searched, seat!, codeOf(action!)!, dealing);
      const written = JSON.stringify(saveMatch(before));
      const copy = searchFrom(before);
      stepInPlace(copy, seat!, codeOf(action!)!, dealing);
      assert.equal(JSON.stringify(saveMatch(before)), written, "a search changed the match it came from");
      assert.deepStrictEqual(saveMatch(copy), saveMatch(after));
    }
    assert.equal(JSON.stringify(saveMatch(searched)), JSON.stringify(saveMatch(after)), "the two doors differ");
  };
}

/** Saved, written as JSON, read and loaded after every action, the match is deeply the same and goes on in the same way. */
export function watchSaving(rules: Rules, dealing: Dealing): Watcher {
  const readRules = JSON.parse(JSON.stringify(rules)) as Rules;
  const reload = (match: Match): Match => {
    const saved = saveMatch(match);
    const read = JSON.parse(JSON.stringify(saved)) as typeof saved;
    assert.deepStrictEqual(read, saved, "JSON loses something");
    const loaded = loadMatch(read, readRules);
    assert.deepStrictEqual(saveMatch(loaded), saved);
    return loaded;
  };
  let loaded: Match | null = null;
  return ({ seat, action, after, events }) => {
    if (loaded !== null) {
      const applied = apply(loaded, seat!, action!, dealing);
      assert.ok(applied.ok, "a restored match refuses what the original took");
      assert.deepStrictEqual(applied.events, events);
      loaded = applied.match;
    } else {
      loaded = after;
    }
    assert.deepStrictEqual(saveMatch(loaded), saveMatch(after), "a restored match went another way");
    assert.ok(JSON.stringify(saveMatch(after)).length < 8192, "a saved match stays small");
    loaded = reload(loaded);
  };
}
