/**
 * The hands that a seat must reckon with: all that agree with its own and with what the table has seen. What each card by
 * itself can tell is `knowledgeOf`'s to say; here is what is known of several cards together.
 */

import {
  type Card,
  cardNumber,
  cardsOf,
  emptyHands,
  type Hands,
  heightOf,
  parseHand,
  SEATS,
  SUIT_OF,
  SUITS,
} from "./cards.ts";
import type { DealView } from "./deal-view.ts";
import { isUndealt, knowledgeOf } from "./knowledge.ts";
import { rowMask } from "./rows.ts";
import type { Rules } from "./rules.ts";
import type { Words } from "./shuffle.ts";
import { type Bars, dealUnseen, drawByWays, unseenUnder } from "./unseen.ts";
import type { SeatView } from "./view.ts";

/**
 * All hands that agree with a seat's view of a deal, to draw from: each is as likely as any other, whatever its players
 * would have made of it. Works the view out once and a draw in some microseconds; a draw takes at most a few hundred words.
 * Throws a `RangeError` for a view that no deal can show.
 */
export function possibleHands(rules: Rules, deal: DealView, you: SeatView): (words: Words) => Hands {
  if (isUndealt(deal)) return emptyHands;
  const others = SEATS.filter((seat) => seat !== you.seat);
  const bitOf = (seat: number): number =>
    seat === you.seat ? 0 : 1 << others.indexOf(seat as (typeof others)[number]);
  const room = others.map((seat) => deal.handSizes[seat]);
  const cases = [barsOf(rules, deal, you, bitOf)]
    .flatMap((bars) => withTwosOfOneTeam(rules, deal, you, bars, bitOf))
    .flatMap((bars) => withSomethingToPlay(rules, deal, bars, bitOf))
    .flatMap((bars) => withRevokedSuit(deal, bars, bitOf))
    .map((bars) => unseenUnder(bars, room))
    .filter(({ ways }) => ways > 0);
  if (cases.length === 0) throw new RangeError("no hands agree with this view");
  const own = parseHand(you.hand);
  return (words) => {
    const unseen = dealUnseen(cases.length === 1 ? cases[0] : drawByWays(cases, words), words);
    const hands = emptyHands();
    for (let suit = 0; suit < 4; suit++) hands[you.seat * 4 + suit] = own[suit];
    others.forEach((seat, i) => {
      for (const card of unseen[i]) hands[seat * 4 + SUIT_OF[card]] |= 1 << heightOf(card);
    });
    return hands;
  };
}

type BitOf = (seat: number) => number;

/** Who may hold each card out that is not the seat's own. */
function barsOf(rules: Rules, deal: DealView, you: SeatView, bitOf: BitOf): Bars {
  const { seats, out } = knowledgeOf(rules, deal);
  const bars: Bars = new Uint8Array(52);
  for (const card of Object.values(out).flat()) bars[cardNumber(card)] = 7;
  for (const { seat, cannotHold } of seats) for (const card of cannotHold) bars[cardNumber(card)] &= ~bitOf(seat);
  for (const card of you.hand) bars[cardNumber(card)] = 0;
  return bars;
}

/** The cases, no deal in two of them, in which the seat of this bit holds one of these cards at least. */
function withOneOf(cards: readonly number[], bit: number, bars: Bars): Bars[] {
  if (cards.some((card) => bars[card] === bit)) return [bars];
  const open = cards.filter((card) => (bars[card] & bit) !== 0);
  return open.map((card, i) => {
    const narrowed = bars.slice();
    for (const earlier of open.slice(0, i)) narrowed[earlier] &= ~bit;
    narrowed[card] = bit;
    return narrowed;
  });
}

/** Between partners, twos that were not shown when it was time lie in one team. */
function withTwosOfOneTeam(rules: Rules, deal: DealView, you: SeatView, bars: Bars, bitOf: BitOf): Bars[] {
  const due = rules.exposeTwos === "after_first_round" && rules.partnership === "opposite" && deal.plays.length >= 4;
  const twos = SUITS.map((suit): Card => `2${suit}`);
  const open = twos.map(cardNumber).filter((two) => bars[two] !== 0);
  const known = [
    ...deal.plays.filter((play) => "card" in play && twos.includes(play.card)).map(({ seat }) => seat & 1),
    ...twos.filter((two) => you.hand.includes(two)).map(() => you.seat & 1),
  ];
  // Where twos were shown, those still held are exposed; where none is held any more, nothing is left to tell.
  if (!due || deal.layout === null || open.length === 0) return [bars];
  if (deal.exposed.some(({ card }) => twos.includes(card))) return [bars];
  return [0, 1]
    .filter((team) => known.every((other) => other === team))
    .map((team) => {
      const narrowed = bars.slice();
      for (const two of open) narrowed[two] &= bitOf(team) | bitOf(team + 2);
      return narrowed;
    })
    .filter((narrowed) => open.every((two) => narrowed[two] !== 0));
}

/** Where the server passes for seats that cannot play, the seat that is awaited can. */
function withSomethingToPlay(rules: Rules, deal: DealView, bars: Bars, bitOf: BitOf): Bars[] {
  const bit = deal.phase === "layout" && rules.layoutPass === "auto" ? bitOf(deal.awaiting[0]) : 0;
  if (bit === 0) return [bars];
  const fitting = SUITS.map((suit) => {
    const row = deal.layout?.[suit] ?? null;
    if (row === null) return rowMask(-1, -1);
    return rowMask(heightOf(cardNumber(`${row.low}${suit}`)), heightOf(cardNumber(`${row.high}${suit}`)));
  });
  return withOneOf(cardsOf(fitting), bit, bars);
}

/** Who ended the deal by a revoke still holds a card of the suit led. */
function withRevokedSuit(deal: DealView, bars: Bars, bitOf: BitOf): Bars[] {
  const finished = 4 * deal.taken.reduce((sum, { tricks }) => sum + tricks, 0);
  const lead = deal.plays[finished];
  const revoker = deal.plays.at(-1);
  if (deal.phase !== "done" || deal.layout !== null || lead === undefined || !("card" in lead)) return [bars];
  const bit = bitOf(revoker!.seat);
  if (bit === 0) return [bars];
  const led = SUIT_OF[cardNumber(lead.card)];
  return withOneOf(
    Array.from({ length: 13 }, (_, height) => led * 13 + height),
    bit,
    bars,
  );
}
