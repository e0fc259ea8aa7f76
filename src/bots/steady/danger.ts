/** What a hand is likely to cost in the tricks to come. */

import { HEARTS, SUIT_OF } from "../../engine/index.ts";
import { above, below, lowest } from "./masks.ts";
import { chanceOf, chanceToWin, expectedCards } from "./odds.ts";
import { lossOf } from "./stakes.ts";
import type { Position } from "./trick.ts";

/** Fitted to playouts from some thousands of positions, as all such figures of this bot. */
const DANGER = {
  /** How likely the lowest, the second lowest ... card of a suit is to be called for by leads of others. */
  called: [0.89, 0.64, 0.46, 0.12],
  /** The same once nobody else has the suit; where hearts may not be led, times `held`. */
  alone: 0.0175,
  held: 0.26,
  /** Expected cards in the longest other hand, times this, make it sure that a suit comes up at all. */
  length: 0.48,
  /** Cards of a suit that each round of it takes out of the other hands, and each seat that is to follow in the running trick. */
  round: 2.4,
  now: 0.72,
  /** How often a threat falls under a higher card of its own suit. */
  falls: 0.6,
  /** What it counts that a partner cannot throw a card on an opponent. */
  relief: 0.5,
};

export interface Danger {
  /** Points that the own side is likely to lose by tricks taken, own cards apart; below 0 where a doubled card will bring some. */
  tricks: number;
  /** Points that it is likely to lose by its own cards that it takes. */
  own: number;
  /** Tricks that this seat is likely to take. */
  wins: number;
}

/** The chance that a seat is void in a suit of which it holds `cards` on average: straight lines between whole numbers. */
function voidChance(cards: number): number {
  const chances = [1, 0.37, 0.13, 0.05, 0.02, 0.01, 0];
  const at = Math.floor(cards);
  return at >= 6 ? 0 : chances[at] + (chances[at + 1] - chances[at]) * (cards - at);
}

/**
 * The danger of holding the cards `mask` of one suit. The i-th lowest is taken to be called for in the i-th round from now.
 * @param toCome how many seats are still to follow suit in the running trick.
 */
export function dangerOf(position: Position, suit: number, mask: number, toCome: number): Danger {
  const { k, stakes, hurt, floor, threats, dump } = position;
  const out = k.out[suit];
  const others = 15 & ~(1 << k.me);
  const danger: Danger = { tricks: 0, own: 0, wins: 0 };
  let longest = 0,
    total = 0;
  const lengths = [0, 0, 0, 0];
  for (let seat = 0; seat < 4; seat++) {
    if (seat !== k.me) lengths[seat] = expectedCards(k, seat, suit);
    total += lengths[seat];
    longest = Math.max(longest, lengths[seat]);
  }
  for (let rest = mask, i = 0; rest !== 0; rest &= rest - 1, i++) {
    const height = lowest(rest),
      card = suit * 13 + height;
    const stays = total === 0 ? 0 : Math.max(0, 1 - (DANGER.round * i + DANGER.now * toCome) / total);
    let added = 0;
    for (let seat = 0; seat < 4; seat++) {
      if (seat === k.me) continue;
      const isVoid = voidChance(lengths[seat] * stays);
      if (seat === k.partner) added += DANGER.relief * isVoid * dump[seat * 4 + suit];
      else added += (1 - isVoid) * floor[suit] + isVoid * dump[seat * 4 + suit];
    }
    for (const threat of threats) {
      if (SUIT_OF[threat] !== suit || threat >= card) continue;
      const partners = k.partner < 0 ? 0 : chanceOf(k, k.partner, threat);
      added += DANGER.falls * (1 - partners) * (hurt[threat] - floor[suit]);
    }
    const comesUp = Math.min(1, longest * stays * DANGER.length);
    let called = DANGER.alone + (DANGER.called[Math.min(i, 3)] - DANGER.alone) * comesUp;
    if (suit === HEARTS && position.heartsHeld) called *= DANGER.held;
    const takes = called * chanceToWin(k, others, suit, out & above(height), out & below(height), stays);
    danger.wins += takes;
    danger.tricks += takes * (stakes.terms.trickPenalty + added);
    danger.own += takes * hurt[card];
    if (stakes.doubler[card] >= 0) danger.tricks += (1 - takes) * lossOf(stakes, k.me, card, (k.me + 1) & 3, k.me);
  }
  return danger;
}
