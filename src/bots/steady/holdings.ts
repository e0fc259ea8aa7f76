/** What a seat can know of the cards: its own, those still out, and who can and who must hold them. */

import { countBits, knowledgeOf, parseHand } from "../../engine/index.ts";
import type { BotView } from "../bot.ts";

export interface Holdings {
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

/** Reads a view: what public play has told, and the own hand. */
export function holdingsOf(view: BotView): Holdings {
  const { deal, you, teams, rules } = view;
  const me = you.seat;
  const shown = knowledgeOf(rules, deal);
  const hand = parseHand(you.hand);
  const out = parseHand(Object.values(shown.out).flat()).map((mask, suit) => mask & ~hand[suit]);
  const may: number[] = [],
    must: number[] = [];
  for (const { seat, cannotHold, holds } of shown.seats) {
    const cannot = parseHand(cannotHold),
      does = parseHand(holds);
    for (let suit = 0; suit < 4; suit++) {
      may.push(seat === me ? 0 : out[suit] & ~cannot[suit]);
      must.push(seat === me ? 0 : out[suit] & does[suit]);
    }
  }
  const k: Holdings = {
    me,
    partner: teams === null ? -1 : (me + 2) & 3,
    hand,
    out,
    open: out.slice(),
    sizes: deal.handSizes,
    may,
    must,
    chance: new Array<number>(16).fill(0),
  };
  settle(k);
  for (let at = 0; at < 16; at++) k.open[at & 3] &= ~k.must[at];
  spread(k);
  return k;
}

/** Cards that only one seat may hold, it holds. */
function settle(k: Holdings): void {
  for (let suit = 0; suit < 4; suit++) {
    let one = 0,
      more = 0;
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
function spread(k: Holdings): void {
  const { chance, may, must, me, sizes } = k;
  const room = [0, 0, 0, 0],
    left = k.open.map(countBits);
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
      const at = seat * 4,
        sum = chance[at] + chance[at + 1] + chance[at + 2] + chance[at + 3];
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
