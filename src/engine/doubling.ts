/** Doubling: which cards can be doubled, sets of them as masks, and what a doubled card moves (docs/rules.md section 2). */

import {
  type Card,
  type CardIndex,
  cardIndex,
  KING_OF_HEARTS,
  makeCard,
  parseCard,
  QUEEN,
  SEATS,
  type SeatCard,
} from "./cards.ts";
import type { Rules } from "./rules.ts";

/** The five cards that can be doubled, in the order of action ids (S H D C, high to low); bit i of a doubling mask is card i. */
export const DOUBLABLE: readonly CardIndex[] = [
  cardIndex(0, QUEEN),
  KING_OF_HEARTS,
  cardIndex(1, QUEEN),
  cardIndex(2, QUEEN),
  cardIndex(3, QUEEN),
];

/** The doubling bit of each card, 0 for the 47 others. */
export const DOUBLING_BIT = Uint8Array.from({ length: 52 }, (_, card) =>
  DOUBLABLE.includes(card) ? 1 << DOUBLABLE.indexOf(card) : 0,
);

/** The cards of a doubling mask, in the order of action ids. */
export const cardsOfDoubling = (mask: number): Card[] =>
  DOUBLABLE.filter((_, i) => (mask & (1 << i)) !== 0).map(makeCard);

/** The doubling mask of a list of cards; `undefined` where one cannot be doubled at all or stands there twice. */
export function doublingOf(cards: readonly string[]): number | undefined {
  let mask = 0;
  for (const text of cards) {
    const card = parseCard(text);
    const bit = card === undefined ? 0 : DOUBLING_BIT[card];
    if (bit === 0 || (mask & bit) !== 0) return undefined;
    mask |= bit;
  }
  return mask;
}

/** The doubled cards with the seat that doubled each, in seat order, from doubling masks by seat. */
export const doubledCards = (doubled: readonly number[]): SeatCard[] =>
  SEATS.flatMap((seat) => cardsOfDoubling(doubled[seat]).map((card) => ({ seat, card })));

/** The doubling masks by seat that a list of doubled cards says. */
export const doubledMasks = (doubled: readonly SeatCard[]): number[] =>
  SEATS.map((seat) => doublingOf(doubled.filter((each) => each.seat === seat).map(({ card }) => card)) ?? 0);

/** The value of a card that can be doubled: what doubling it puts at stake once more. */
export const doubledValue = ({ points }: Rules, card: CardIndex): number =>
  card === KING_OF_HEARTS ? points.kingOfHearts : points.queen;

/** What seats get beyond the plain value, in values of the card, where the doubler takes it; `self`: a doubler who led the trick. */
const SELF_CAPTURE: Record<Rules["doubling"]["selfCapture"], { taker: number; leader: number; self: number }> = {
  single: { taker: 0, leader: 0, self: 0 },
  leader_gains: { taker: -1, leader: 1, self: 1 },
  double: { taker: -1, leader: 0, self: 0 },
  quadruple: { taker: -3, leader: 0, self: 0 },
  leader_gains_strict: { taker: -1, leader: 1, self: 0 },
};

type Capture = { taker: number; doubler: number; opponents: number };
const OPPONENT_CAPTURE: Capture = { taker: -1, doubler: 1, opponents: 0 };
/** The same where the doubler's partner takes it; `opponents`: each seat of the other team. */
const PARTNER_CAPTURE: Record<Rules["doubling"]["partnerCapture"], Capture> = {
  as_opponent: OPPONENT_CAPTURE,
  no_bonus: { taker: -1, doubler: 0, opponents: 0 },
  single: { taker: 0, doubler: 0, opponents: 0 },
  opponents_gain: { taker: -1, doubler: 0, opponents: 1 },
};

/**
 * What a doubled card moves beyond its plain value, which its taker pays anyhow: by seat, in values of the card. `leader`
 * led the trick.
 */
export function doubledShares(rules: Rules, taker: number, doubler: number, leader: number): number[] {
  const shares = [0, 0, 0, 0];
  const partner = rules.partnership === "opposite" ? (doubler + 2) & 3 : -1;
  if (taker === doubler) {
    const capture = SELF_CAPTURE[rules.doubling.selfCapture];
    shares[taker] += capture.taker;
    if (leader === doubler) shares[leader] += capture.self;
    // A team pays its own leader nothing.
    else if (leader !== partner) shares[leader] += capture.leader;
  } else {
    const capture = taker === partner ? PARTNER_CAPTURE[rules.doubling.partnerCapture] : OPPONENT_CAPTURE;
    shares[taker] += capture.taker;
    if (rules.doubling.credit === "doubler") shares[doubler] += capture.doubler;
    for (const opponent of [(doubler + 1) & 3, (doubler + 3) & 3]) shares[opponent] += capture.opponents;
  }
  return shares;
}
