/** Whether to double the king of hearts and the queens. */

import {
  areHeartsHeld,
  cardNumber,
  countBits,
  doubledValue,
  heightOf,
  KING_OF_HEARTS,
  parseHand,
  type Rules,
  SUIT_OF,
  termsOf,
} from "../../engine/index.ts";
import type { BotView } from "../bot.ts";
import { below } from "./masks.ts";

/**
 * How often the holder of a doubled card also takes it, by the number of cards of its suit under it, as played out by
 * four steady bots. The king of hearts fares better where hearts may hardly be led.
 */
const CAPTURED = [0.92, 0.73, 0.49, 0.28, 0.15, 0.11, 0.08];
const CAPTURED_KING_HELD = [0.55, 0.45, 0.32, 0.14, 0.06, 0.04, 0.03];
/** How much more often that seat takes it for having doubled it. */
const DRIFT = 0.05;
/** What a doubling must promise, in values of the card: others may be better at driving it home than the figures above say. */
const MARGIN = 0.2;

/** What a seat that takes the card it doubled pays beyond its value, in values of the card; `leader_gains` is less where it led itself. */
const SELF_CAPTURE: Record<Rules["doubling"]["selfCapture"], number> = {
  single: 0,
  leader_gains: 0.7,
  double: 1,
  quadruple: 3,
  leader_gains_strict: 1,
};

/** Values of the card less than from an opponent that a team gains where the partner takes it, as far as it is worth a difference. */
const PARTNER_CAPTURE: Record<Rules["doubling"]["partnerCapture"], number> = {
  as_opponent: 0,
  no_bonus: 1,
  single: 0,
  opponents_gain: 3,
};

/** What it is worth that an opponent pays once more, where the doubler gains nothing by it: alone, that is one of three. */
const WITHOUT_CREDIT = { alone: 1 / 3, partners: 1 / 2 };

/** What doubling `card` is likely to bring to a hand (four masks) by itself, in values of the card. */
export function doublingGain(rules: Rules, hand: readonly number[], card: number, heartsHeld: boolean): number {
  const suit = SUIT_OF[card];
  const guards = Math.min(6, countBits(hand[suit] & below(heightOf(card))));
  const captured = card === KING_OF_HEARTS && heartsHeld ? CAPTURED_KING_HELD[guards] : CAPTURED[guards];
  const { selfCapture, partnerCapture, credit } = rules.doubling;
  const partners = rules.partnership === "opposite";
  const opponent = credit === "doubler" ? 1 : WITHOUT_CREDIT[partners ? "partners" : "alone"];
  // Without credit a partner who counts as an opponent pays for nothing.
  const partner =
    PARTNER_CAPTURE[credit === "nobody" && partnerCapture === "as_opponent" ? "no_bonus" : partnerCapture];
  const others = partners ? (2 * opponent - partner) / 3 : opponent;
  return (1 - captured) * others - captured * SELF_CAPTURE[selfCapture] - DRIFT;
}

/** Whether a hand should double that card of its own. */
export function isWorthDoubling(rules: Rules, hand: readonly number[], card: number, heartsHeld: boolean): boolean {
  return doubledValue(rules, card) > 0 && doublingGain(rules, hand, card, heartsHeld) > MARGIN;
}

/** Doubles each card that is worth it. */
export function chooseDoubling(view: BotView): string {
  const { deal, rules, you } = view;
  const hand = parseHand(you.hand);
  const held = areHeartsHeld(termsOf(rules, deal.contracts), false);
  const answers = you.legalActions.flatMap((action) => (action.type === "double" ? [action] : []));
  const wanted = answers
    .flatMap(({ cards }) => cards)
    .filter((name, i, all) => all.indexOf(name) === i && isWorthDoubling(rules, hand, cardNumber(name), held));
  return answers.find(({ cards }) => cards.length === wanted.length && cards.every((name) => wanted.includes(name)))!
    .id;
}
