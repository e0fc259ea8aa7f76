/** What a seat can know of the cards: its own, those still out, and who can and who must hold them. */

import { type BotView } from "../bot.ts";
import { HEARTS, JACK, KING_OF_HEARTS, SUIT_MASK, bitOf, cardNumber, countBits, heightOf, masksOf, suitOf } from "./cards.ts";

export interface Knowledge {
  me: number;
  /** The seat opposite in partnership, else -1. */
  partner: number;
  /** Own cards, and those in the other three hands, as masks a suit. */
  hand: number[];
  out: number[];
  /** Cards out whose holder is not known, as masks a suit. */
  open: number[];
  sizes: number[];
  /** By `seat * 4 + suit`: cards out that the seat may hold, those of them that it must hold, and the chance that it holds any one of the rest. */
  may: number[];
  must: number[];
  chance: number[];
}

/** Reads a view. In a running deal of the layout or of tricks everything shown so far is taken into account. */
export function knowledgeOf(view: BotView): Knowledge {
  const { deal, you, teams } = view;
  const me = you.seat;
  const hand = masksOf(you.hand);
  const out = hand.map((mask) => SUIT_MASK & ~mask);
  for (const play of deal.plays) {
    if ("pass" in play) continue;
    const card = cardNumber(play.card);
    out[suitOf(card)] &= ~bitOf(card);
  }
  const may: number[] = [];
  for (let seat = 0; seat < 4; seat++) for (let suit = 0; suit < 4; suit++) may.push(seat === me ? 0 : out[suit]);
  if (deal.phase === "layout") passed(view, may);
  else followed(view, may);
  const k: Knowledge = {
    me, partner: teams === null ? -1 : (me + 2) & 3, hand, out, open: out.slice(), sizes: deal.handSizes,
    may, must: new Array<number>(16).fill(0), chance: new Array<number>(16).fill(0),
  };
  for (const { seat, card } of deal.exposed) place(k, seat, cardNumber(card));
  for (const { seat, card } of deal.doubled) place(k, seat, cardNumber(card));
  settle(k);
  for (let at = 0; at < 16; at++) k.open[at & 3] &= ~k.must[at];
  spread(k);
  return k;
}

/** Notes that `seat` holds `card`, unless that is an own card or one already played. */
function place(k: Knowledge, seat: number, card: number): void {
  const suit = suitOf(card), bit = bitOf(card);
  if (seat === k.me || (k.out[suit] & bit) === 0) return;
  for (let other = 0; other < 4; other++) if (other !== seat) k.may[other * 4 + suit] &= ~bit;
  k.must[seat * 4 + suit] |= bit;
}

/** Who did not follow suit has none of it; who led a forbidden heart had nothing else; who threw another card than a compulsory K♥ has it not. */
function followed(view: BotView, may: number[]): void {
  const { deal, rules } = view;
  const kingCounts = deal.contracts.includes("king_of_hearts");
  const banned = kingCounts && rules.heartLead !== "free" && (deal.contracts.length === 1 || rules.heartLeadInCombined);
  let led = 0, broken = false;
  deal.plays.forEach((play, i) => {
    if ("pass" in play) return;
    const card = cardNumber(play.card), suit = suitOf(card), at = play.seat * 4;
    if (i % 4 === 0) {
      led = suit;
      if (suit === HEARTS && banned && !(broken && rules.heartLead === "until_broken")) {
        for (let other = 0; other < 4; other++) if (other !== HEARTS) may[at + other] = 0;
      }
    } else if (suit !== led) {
      may[at + led] = 0;
      if (suit === HEARTS) broken = true;
      if (kingCounts && rules.voidDiscard === "must_discard_king" && card !== KING_OF_HEARTS) may[at + HEARTS] &= ~bitOf(KING_OF_HEARTS);
    }
  });
}

/** Who passed holds none of the cards that could then be played. */
function passed(view: BotView, may: number[]): void {
  const next = [1 << JACK, 1 << JACK, 1 << JACK, 1 << JACK];
  for (const play of view.deal.plays) {
    if ("pass" in play) {
      for (let suit = 0; suit < 4; suit++) may[play.seat * 4 + suit] &= ~next[suit];
      continue;
    }
    const card = cardNumber(play.card), suit = suitOf(card), height = heightOf(card);
    next[suit] &= ~bitOf(card);
    if (height <= JACK) next[suit] |= (1 << height) >> 1;
    if (height >= JACK) next[suit] |= (2 << height) & SUIT_MASK;
  }
}

/** Cards that only one seat may hold, it holds. */
function settle(k: Knowledge): void {
  for (let suit = 0; suit < 4; suit++) {
    let one = 0, more = 0;
    for (let seat = 0; seat < 4; seat++) {
      const mask = k.may[seat * 4 + suit];
      more |= one & mask;
      one |= mask;
    }
    for (let seat = 0; seat < 4; seat++) k.must[seat * 4 + suit] |= k.may[seat * 4 + suit] & ~more;
  }
}

/**
 * The chance of each seat to hold a card out whose holder is not known: as even as the sizes of the hands and the cards
 * that each may hold allow, found by fitting rows (seats) and columns (suits) in turn.
 */
function spread(k: Knowledge): void {
  const { chance, may, must, me, sizes } = k;
  const room = [0, 0, 0, 0], left = k.open.map(countBits);
  for (let seat = 0; seat < 4; seat++) {
    if (seat === me) continue;
    room[seat] = sizes[seat];
    for (let suit = 0; suit < 4; suit++) {
      const sure = countBits(must[seat * 4 + suit]);
      room[seat] -= sure;
      chance[seat * 4 + suit] = countBits(may[seat * 4 + suit]) - sure;
    }
  }
  for (let turn = 0; turn < 4; turn++) {
    for (let seat = 0; seat < 4; seat++) {
      const at = seat * 4, sum = chance[at] + chance[at + 1] + chance[at + 2] + chance[at + 3];
      const factor = sum > 0 ? room[seat] / sum : 0;
      for (let suit = 0; suit < 4; suit++) chance[at + suit] *= factor;
    }
    for (let suit = 0; suit < 4; suit++) {
      const sum = chance[suit] + chance[suit + 4] + chance[suit + 8] + chance[suit + 12];
      const factor = sum > 0 ? left[suit] / sum : 0;
      for (let seat = 0; seat < 4; seat++) chance[seat * 4 + suit] *= factor;
    }
  }
  for (let at = 0; at < 16; at++) {
    const cards = countBits(may[at] & ~must[at]);
    chance[at] = cards > 0 ? Math.min(1, chance[at] / cards) : 0;
  }
}
