/** The running trick: who will take it, and what it will cost, if a card is played to it now. */

import { BIT_OF, heightOf, SUIT_OF, takerOf } from "../../engine/index.ts";
import type { Holdings } from "./holdings.ts";
import { above, below, SUIT_MASK } from "./masks.ts";
import { chanceOf, chanceOfNone, chanceToWin } from "./odds.ts";
import { lossOf, type Stakes, sideOf } from "./stakes.ts";

/** A trick as far as it is played: who leads it, and its cards in turn. */
export interface Trick {
  leader: number;
  cards: readonly number[];
}

/** A deal of tricks as one seat sees it, worked out once a decision. */
export interface Position {
  k: Holdings;
  stakes: Stakes;
  /** Whether the rules keep hearts from being led. */
  heartsHeld: boolean;
  /** What each of the 52 cards costs the own side if this seat takes it. */
  hurt: number[];
  /** Cards out that hurt, the worst first. */
  threats: number[];
  /** By suit, what following it adds to a trick at least: in diamonds 10 where they count. */
  floor: number[];
  /** By card, how much better it is for the own side that an opponent takes it. */
  swing: number[];
  /** By `seat * 4 + suit`, what a seat that cannot follow this suit is likely to throw: an opponent on us, a partner on them. */
  dump: number[];
}

/** The position of a seat before a trick that `leader` leads. */
export function positionOf(k: Holdings, stakes: Stakes, heartsHeld: boolean, leader: number): Position {
  const hurt = new Array<number>(52).fill(0);
  const swing = hurt.slice();
  const threats: number[] = [];
  const floor = [Infinity, Infinity, Infinity, Infinity];
  for (let card = 0; card < 52; card++) {
    const suit = SUIT_OF[card],
      isOut = (k.out[suit] & BIT_OF[card]) !== 0;
    if (stakes.terms.penalty[card] !== 0 || stakes.doubler[card] >= 0) {
      hurt[card] = lossOf(stakes, k.me, card, k.me, leader);
      swing[card] = hurt[card] - lossOf(stakes, k.me, card, (k.me + 1) & 3, leader);
    }
    if (isOut && hurt[card] > 0) threats.push(card);
    if (isOut) floor[suit] = Math.min(floor[suit], Math.max(0, hurt[card]));
  }
  threats.sort((a, b) => hurt[b] - hurt[a] || b - a);
  const position: Position = {
    k,
    stakes,
    heartsHeld,
    hurt,
    swing,
    threats,
    floor: floor.map((least) => (least === Infinity ? 0 : least)),
    dump: new Array<number>(16).fill(0),
  };
  for (let seat = 0; seat < 4; seat++) {
    if (seat === k.me) continue;
    const worth = sideOf(stakes, k.me, seat) ? swing : hurt;
    for (let suit = 0; suit < 4; suit++) position.dump[seat * 4 + suit] = likelyDump(position, seat, suit, worth);
  }
  return position;
}

/** The worst card that `seat` is likely to hold outside `suit`, in points. */
function likelyDump({ k, threats }: Position, seat: number, suit: number, worth: readonly number[]): number {
  let points = 0,
    hasNoWorse = 1;
  for (const card of threats) {
    if (SUIT_OF[card] === suit) continue;
    const has = chanceOf(k, seat, card);
    points += hasNoWorse * has * worth[card];
    hasNoWorse *= 1 - has;
    if (hasNoWorse < 0.03) break;
  }
  return points;
}

export interface Outlook {
  /** Points that the own side is likely to lose by this trick. */
  loss: number;
  /** The chance that this seat takes it. */
  takes: number;
  /** How many opponents are likely to be rid of a card of another suit on it. */
  gifts: number;
}

const OUTLOOK = {
  /** How often somebody takes a trick that costs nothing, though it need not. */
  willing: 0.07,
  /** What it counts that a partner can throw a card on an opponent: it might have gone later, too. */
  relief: 0.5,
};

/** What comes of playing `card` now to `trick`. */
export function outlookOf(position: Position, trick: Trick, card: number): Outlook {
  const { k, stakes, hurt, swing, floor, dump } = position;
  const { leader } = trick;
  const cards = [...trick.cards, card];
  const place = takerOf(cards),
    best = cards[place],
    holder = (leader + place) & 3;
  const led = SUIT_OF[cards[0]],
    under = below(heightOf(best)),
    over = above(heightOf(best));
  const takers = [0, 0, 0, 0];
  let later = 0,
    added = 0,
    gifts = 0,
    relief = 0,
    beaten = 0;
  for (let i = cards.length; i < 4; i++) {
    const seat = (leader + i) & 3;
    later |= 1 << seat;
    const isVoid = chanceOfNone(k, seat, led, SUIT_MASK);
    takers[seat] = chanceOfNone(k, seat, led, under) - isVoid;
    beaten += takers[seat];
    if (sideOf(stakes, k.me, seat)) {
      relief += isVoid * dump[seat * 4 + led];
      for (const threat of position.threats)
        if (SUIT_OF[threat] === led && threat < best) relief += chanceOf(k, seat, threat) * swing[threat];
      continue;
    }
    gifts += isVoid;
    added += isVoid * dump[seat * 4 + led] + (1 - isVoid) * floor[led];
    for (const threat of position.threats) {
      if (SUIT_OF[threat] === led && threat < best) added += chanceOf(k, seat, threat) * (hurt[threat] - floor[led]);
    }
  }
  let keeps = later === 0 || beaten === 0 ? 1 : chanceToWin(k, later, led, over, under);
  if (beaten > 0 && stakes.terms.trickPenalty === 0 && floor[led] === 0 && cards.every((other) => hurt[other] <= 0))
    keeps *= 1 - OUTLOOK.willing;
  for (let seat = 0; seat < 4; seat++) takers[seat] *= beaten > 0 ? (1 - keeps) / beaten : 0;
  takers[holder] = keeps;
  let loss = 0;
  for (let taker = 0; taker < 4; taker++) {
    if (takers[taker] === 0) continue;
    let cost = sideOf(stakes, k.me, taker) ? stakes.terms.trickPenalty + added : -OUTLOOK.relief * relief;
    for (const other of cards) cost += lossOf(stakes, k.me, other, taker, leader);
    loss += takers[taker] * cost;
  }
  return { loss, takes: takers[k.me], gifts };
}
