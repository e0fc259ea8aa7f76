/** Which card to play to a trick. */

import {
  areHeartsHeld,
  BIT_OF,
  cardNumber,
  countBits,
  HEARTS,
  makeAction,
  makeCard,
  SUIT_OF,
} from "../../engine/index.ts";
import type { BotView } from "../bot.ts";
import { type Danger, dangerOf } from "./danger.ts";
import { holdingsOf } from "./holdings.ts";
import { lowest } from "./masks.ts";
import { stakesIn } from "./stakes.ts";
import { type Outlook, outlookOf, type Position, positionOf, type Trick } from "./trick.ts";

const WEIGHTS = {
  /** What the cost of having to lead counts: when this trick is taken, and for each trick likely to be taken later. */
  lead: 0.1,
  leadLater: 0.1,
  /** What it counts to stay on lead, and that an opponent gets rid of a card, in average tricks. */
  stay: 1.5,
  gift: 0.21,
  /** How much safer each void suit makes own penalty cards, and the cards out in it with which it counts in full. */
  void: 0.3,
  fullSuit: 3,
};

/** The card with the least loss: by this trick, by what the hand left is likely to cost, and by having to lead from it. */
export function chooseCard(view: BotView): string {
  const { deal, you } = view;
  const cards = you.legalActions.flatMap((action) => (action.type === "play" ? [cardNumber(action.card)] : []));
  const trick: Trick = { leader: deal.trick!.leader, cards: deal.trick!.plays.map(({ card }) => cardNumber(card)) };
  const stakes = stakesIn(view);
  const held = areHeartsHeld(stakes.terms, deal.heartsBroken);
  const position = positionOf(holdingsOf(view), stakes, held, trick.leader);
  const future = new Future(position, trick);
  let best = cards[0],
    least = Infinity;
  for (const card of cards) {
    const outlook = outlookOf(position, trick, card);
    const loss = outlook.loss + future.lossAfter(card, outlook);
    if (loss < least) {
      least = loss;
      best = card;
    }
  }
  return makeAction({ type: "play", card: makeCard(best) });
}

/** The rest of the deal after each card that a seat may play now. What several of them share is worked out once. */
class Future {
  readonly #position: Position;
  readonly #led: number;
  readonly #toCome: number;
  readonly #dangers: Danger[];
  readonly #leads: (Outlook | undefined)[] = [];
  /** All that threatens, and what an average trick of the rest costs. */
  readonly #threat: number;
  readonly #average: number;

  constructor(position: Position, trick: Trick) {
    const { k, stakes, hurt, threats } = position;
    this.#position = position;
    this.#led = trick.cards.length === 0 ? -1 : SUIT_OF[trick.cards[0]];
    this.#toCome = 3 - trick.cards.length;
    this.#dangers = k.hand.map((mask, suit) => dangerOf(position, suit, mask, suit === this.#led ? this.#toCome : 0));
    this.#threat = threats.reduce((sum, card) => sum + hurt[card], 0);
    let own = 0;
    for (let card = 0; card < 52; card++)
      if ((k.hand[SUIT_OF[card]] & BIT_OF[card]) !== 0) own += Math.max(0, hurt[card]);
    this.#average = (this.#threat + own) / k.sizes[k.me] + stakes.terms.trickPenalty;
  }

  /** Points likely to be lost after this trick if `card` is played to it, with that outlook. */
  lossAfter(card: number, outlook: Outlook): number {
    const { k } = this.#position;
    if (k.sizes[k.me] === 1) return 0;
    const played = SUIT_OF[card],
      hand = k.hand.slice();
    hand[played] &= ~BIT_OF[card];
    let tricks = 0,
      own = 0,
      wins = 0,
      voids = 0;
    for (let suit = 0; suit < 4; suit++) {
      const toCome = this.#led < 0 || suit === this.#led ? this.#toCome : 0;
      const danger = suit === played ? dangerOf(this.#position, suit, hand[suit], toCome) : this.#dangers[suit];
      tricks += danger.tricks;
      own += danger.own;
      wins += danger.wins;
      if (hand[suit] === 0) voids += Math.min(1, countBits(k.out[suit]) / WEIGHTS.fullSuit);
    }
    own *= Math.max(0, 1 - WEIGHTS.void * voids);
    const leads = outlook.takes * WEIGHTS.lead + wins * WEIGHTS.leadLater;
    return tricks + own + leads * this.#costOfLeading(hand) + this.#average * WEIGHTS.gift * outlook.gifts;
  }

  /** What it costs to lead from `hand`, the best suit each time, until another seat takes the lead. */
  #costOfLeading(hand: readonly number[]): number {
    const { hurt, stakes, heartsHeld } = this.#position;
    const left = hand.slice();
    let cost = 0,
      most = this.#threat,
      stillLeads = 1;
    while (stillLeads > 0.1) {
      let pick = -1,
        least = Infinity;
      for (let suit = 0; suit < 4; suit++) {
        if (left[suit] === 0 || (suit === HEARTS && heartsHeld && (left[0] | left[2] | left[3]) !== 0)) continue;
        const card = suit * 13 + lowest(left[suit]),
          { loss, takes } = this.#lead(card);
        const value = loss + takes * WEIGHTS.stay * this.#average;
        if (value < least) {
          least = value;
          pick = card;
        }
      }
      if (pick < 0) break;
      left[SUIT_OF[pick]] &= ~BIT_OF[pick];
      most += Math.max(0, hurt[pick]) + stakes.terms.trickPenalty;
      cost = Math.min(most, cost + stillLeads * this.#lead(pick).loss);
      stillLeads *= this.#lead(pick).takes;
    }
    return cost;
  }

  #lead(card: number): Outlook {
    this.#leads[card] ??= outlookOf(this.#position, { leader: this.#position.k.me, cards: [] }, card);
    return this.#leads[card];
  }
}
