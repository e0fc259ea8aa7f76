/**
 * Random play to the end of a deal or a match, in place: what searches and simulations do most. It plays the same actions
 * as drawing from the list of `legalCodes` each time (`drawFrom` with its length, in its order), but lists nothing.
 */

import type { ActionCode } from "./actions.ts";
import { countBits, KING_OF_HEARTS, SUIT_OF } from "./cards.ts";
import { step } from "./core.ts";
import { finishDeal } from "./flow.ts";
import { endTurn, putDown, recordPass } from "./layout.ts";
import { ledSuit, legalCodes, legalLayoutMasks, legalTrickMasks, mustPlayKing } from "./legal.ts";
import type { Deal, Dealing, Match } from "./match.ts";
import { drawFrom, type Words } from "./shuffle.ts";
import type { DealTerms } from "./table.ts";
import { addToTrick } from "./tricks.ts";

/** Plays a match in place to its end, every action drawn from those that are legal, each as likely. */
export function playOut(match: Match, dealing: Dealing, words: Words): void {
  while (match.result === null) playOutDeal(match, dealing, words);
}

/** The same to the end of the running deal: it is booked, and the next one dealt unless the match is over. */
export function playOutDeal(match: Match, dealing: Dealing, words: Words): void {
  const { deal } = match;
  while (match.deal === deal && deal.phase !== "done") {
    if (deal.phase === "tricks") {
      playOutTricks(match, deal, words);
      finishDeal(match, dealing, null);
    } else if (deal.phase === "layout") {
      playOutLayout(match, deal, words);
      finishDeal(match, dealing, null);
    } else answerAtRandom(match, deal, dealing, words);
  }
}

const codes: ActionCode[] = [];

/** One action before the play of the cards: of seats that are asked together, the lowest that has not answered. */
function answerAtRandom(match: Match, deal: Deal, dealing: Dealing, words: Words): void {
  const seat = deal.turn >= 0 ? deal.turn : deal.answers.indexOf(-1);
  const count = legalCodes(match, seat, codes);
  step(match, seat, codes[drawFrom(words, count)], dealing, null);
}

function playOutTricks(match: Match, deal: Deal, words: Words): void {
  const terms = match.table.terms[deal.contracts];
  let led = ledSuit(deal),
    over = false;
  while (!over) {
    const card = drawForTrick(deal, terms, deal.turn, led, words);
    over = addToTrick(match, deal, deal.turn, card, led, null);
    if ((deal.plays.length & 3) === 0) led = -1;
    else if (led < 0) led = SUIT_OF[card];
  }
}

const masks = [0, 0, 0, 0];

function drawForTrick(deal: Deal, terms: DealTerms, seat: number, led: number, words: Words): number {
  const following = led < 0 ? 0 : deal.hands[seat * 4 + led];
  // Most plays follow suit: then there is one suit to draw from.
  if (following !== 0)
    return terms.kingUnderAce && mustPlayKing(deal, seat, led)
      ? KING_OF_HEARTS
      : led * 13 + drawHeight(following, words);
  legalTrickMasks(deal, terms, seat, masks);
  return drawCard(words);
}

/** A seat that cannot play passes, whether the rules let the server do that or not. */
function playOutLayout(match: Match, deal: Deal, words: Words): void {
  do {
    legalLayoutMasks(deal, deal.turn, masks);
    if ((masks[0] | masks[1] | masks[2] | masks[3]) === 0) recordPass(deal, deal.turn, null);
    else putDown(deal, deal.turn, drawCard(words), null);
  } while (!endTurn(match, deal, null));
}

/** A height of a mask that is not empty. */
function drawHeight(mask: number, words: Words): number {
  if ((mask & (mask - 1)) === 0) return 31 - Math.clz32(mask);
  const count = countBits(mask);
  return heightAt(mask, count, drawFrom(words, count));
}

/** The n-th height from above, n from 0, of a mask with `count` bits. */
function heightAt(mask: number, count: number, n: number): number {
  let rest = mask;
  for (let below = count - 1 - n; below > 0; below--) rest &= rest - 1;
  return 31 - Math.clz32(rest & -rest);
}

/** A card of `masks`, which are not all empty. */
function drawCard(words: Words): number {
  const spades = countBits(masks[0]),
    hearts = countBits(masks[1]),
    diamonds = countBits(masks[2]),
    clubs = countBits(masks[3]);
  let n = drawFrom(words, spades + hearts + diamonds + clubs);
  if (n < spades) return heightAt(masks[0], spades, n);
  n -= spades;
  if (n < hearts) return 13 + heightAt(masks[1], hearts, n);
  n -= hearts;
  if (n < diamonds) return 26 + heightAt(masks[2], diamonds, n);
  return 39 + heightAt(masks[3], clubs, n - diamonds);
}
