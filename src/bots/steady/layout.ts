/** Which card to put on the layout of trix. */

import {
  ACE,
  BIT_OF,
  cardNumber,
  heightOf,
  JACK,
  makeAction,
  makeCard,
  type Rules,
  SUIT_OF,
} from "../../engine/index.ts";
import type { BotView } from "../bot.ts";
import { type Holdings, holdingsOf } from "./holdings.ts";
import { chanceOf } from "./odds.ts";

const WEIGHTS = {
  /** An own card further out in the row, and how that grows with the square of the cards of others before it. */
  own: 8.5,
  waitSquared: 2,
  /** A card of an opponent that comes nearer: the next one; each further one counts so much more; and so much less behind an own card. */
  harm: 1,
  further: 1.6,
  behindOwn: 0.06,
  /** A partner's card that comes nearer, against an own one. */
  mate: 0.6,
};

/** Points that going out one place earlier brings on average: 50 with the default table. */
export const worthOfPlace = ({ layoutPoints: [first, second, third, fourth] }: Rules): number =>
  (3 * (first - fourth) + second - third) / 10;

/**
 * The card that opens most. Far own cards in a row need time, so rows that lead to them come first, the further away the
 * sooner; a card that only lets others play is kept.
 */
export function chooseLayoutCard(view: BotView): string {
  const cards = view.you.legalActions.flatMap((action) => (action.type === "play" ? [cardNumber(action.card)] : []));
  const k = holdingsOf(view);
  // Some tables pay for going out late.
  const sign = worthOfPlace(view.rules) >= 0 ? 1 : -1;
  let best = cards[0],
    most = -Infinity;
  for (const card of cards) {
    const value = sign * worthOf(k, card);
    if (value > most) {
      most = value;
      best = card;
    }
  }
  return makeAction({ type: "play", card: makeCard(best) });
}

function worthOf(k: Holdings, card: number): number {
  const height = heightOf(card);
  let value = 0;
  if (height <= JACK) value += valueBeyond(k, card, -1);
  if (height >= JACK) value += valueBeyond(k, card, 1);
  return value;
}

/** What an own card gains by a row going on that reaches it after `waiting` cards of others. */
const opened = (waiting: number): number => WEIGHTS.own * (1 + WEIGHTS.waitSquared * waiting * waiting);

/** What it is worth that the row goes on beyond `card`, downwards (-1) or upwards (1). */
function valueBeyond(k: Holdings, card: number, step: number): number {
  const suit = SUIT_OF[card];
  let value = 0,
    waiting = 0,
    weight = 1;
  for (let height = heightOf(card) + step; height >= 0 && height <= ACE; height += step) {
    const next = suit * 13 + height;
    if ((k.hand[suit] & BIT_OF[next]) !== 0) {
      value += opened(waiting);
      weight *= WEIGHTS.behindOwn;
    } else {
      value -= WEIGHTS.harm * weight;
      if (k.partner >= 0) value += WEIGHTS.mate * (1.5 * chanceOf(k, k.partner, next) - 0.5) * opened(waiting);
      waiting++;
      weight *= WEIGHTS.further;
    }
  }
  return value;
}
