/** What a seat may do now. Everything here follows from the table's state and that seat's own hand, so a list leaks nothing. */

import { type ActionCode, CLAIM_CODE, CONTRACT_CODE, DECLINE_CODE, DOUBLE_CODE, PASS_CODE } from "./actions.ts";
import { ACE, BIT_OF, cardIndex, HEARTS, KING, SUIT_OF } from "./cards.ts";
import { ALL_CONTRACTS, TRICK_CONTRACTS, X } from "./contracts.ts";
import { DOUBLABLE } from "./doubling.ts";
import { type Deal, isAwaited, type Match, PASS, playCard } from "./match.ts";
import { mayClaimRedeal } from "./redeal.ts";
import { rowMask } from "./rows.ts";
import { areHeartsHeld, type DealTerms } from "./table.ts";

const KING_BIT = 1 << KING,
  ACE_OF_HEARTS = cardIndex(HEARTS, ACE);

/** Suit led to the running trick, or -1 where its first card is still to come. */
export const ledSuit = (deal: Deal): number => {
  const count = deal.plays.length & 3;
  return count === 0 ? -1 : SUIT_OF[deal.plays[deal.plays.length - count] & 63];
};

/**
 * The suits whose cards `seat` may play to the running trick, as masks of legal cards a suit. `out` takes four numbers.
 * Rules: follow suit; `heartLead` when leading; `voidDiscard` when void; `kingUnderAce` (docs/rules.md sections 1 and 3).
 */
export function legalTrickMasks(deal: Deal, terms: DealTerms, seat: number, out: number[]): void {
  const { hands } = deal;
  const at = seat * 4;
  const led = ledSuit(deal);
  if (led >= 0 && hands[at + led] !== 0)
    return onlySuit(led, terms.kingUnderAce && mustPlayKing(deal, seat, led) ? KING_BIT : hands[at + led], out);
  if (led >= 0 && terms.mustDiscard !== null) {
    for (let suit = 0; suit < 4; suit++) out[suit] = hands[at + suit] & terms.mustDiscard[suit];
    if ((out[0] | out[1] | out[2] | out[3]) !== 0) return;
  }
  const hearts = hands[at + HEARTS];
  const others = hands[at] | hands[at + 2] | hands[at + 3];
  out[0] = hands[at];
  out[1] = led < 0 && others !== 0 && areHeartsHeld(terms, deal.heartsBroken) ? 0 : hearts;
  out[2] = hands[at + 2];
  out[3] = hands[at + 3];
}

function onlySuit(suit: number, mask: number, out: number[]): void {
  out[0] = out[1] = out[2] = out[3] = 0;
  out[suit] = mask;
}

/** Whether a seat must play the king of hearts to a trick of the suit `led`, where `kingUnderAce` holds: it has it, and the ace lies there. */
export function mustPlayKing({ hands, plays }: Deal, seat: number, led: number): boolean {
  if (led !== HEARTS || (hands[seat * 4 + HEARTS] & KING_BIT) === 0) return false;
  for (let i = plays.length - (plays.length & 3); i < plays.length; i++)
    if (playCard(plays[i]) === ACE_OF_HEARTS) return true;
  return false;
}

/** The cards that `seat` may put on the layout, as masks a suit. */
export function legalLayoutMasks(deal: Deal, seat: number, out: number[]): void {
  const { hands, low, high } = deal;
  for (let suit = 0; suit < 4; suit++) out[suit] = hands[seat * 4 + suit] & rowMask(low[suit], high[suit]);
}

/** Whether `seat` has any card for the layout. */
export function canPlayOnLayout(deal: Deal, seat: number): boolean {
  const { hands, low, high } = deal,
    at = seat * 4;
  return (
    ((hands[at] & rowMask(low[0], high[0])) |
      (hands[at + 1] & rowMask(low[1], high[1])) |
      (hands[at + 2] & rowMask(low[2], high[2])) |
      (hands[at + 3] & rowMask(low[3], high[3]))) !==
    0
  );
}

/** The doublable cards in a seat's hand, as a doubling mask. */
export function ownDoublable(match: Match, seat: number): number {
  const deal = match.deal,
    terms = match.table.terms[deal.contracts];
  let mask = 0;
  for (let i = 0; i < DOUBLABLE.length; i++) {
    const card = DOUBLABLE[i];
    if ((terms.doublable & (1 << i)) !== 0 && (deal.hands[seat * 4 + SUIT_OF[card]] & BIT_OF[card]) !== 0)
      mask |= 1 << i;
  }
  return mask;
}

/** The sets of contracts that the king may name now, as masks: singles first, in stored order. */
export function contractChoices(match: Match): number[] {
  if (match.deal.tiebreak) return [1, 2, 4, 8, X];
  const unused = ALL_CONTRACTS & ~match.used;
  const tricks = unused & TRICK_CONTRACTS;
  const choices: number[] = [];
  switch (match.table.rules.mode) {
    case "classic":
      for (let bit = 1; bit <= X; bit <<= 1) if ((unused & bit) !== 0) choices.push(bit);
      return choices;
    case "complex":
      if (tricks !== 0) choices.push(tricks);
      break;
    case "combination":
      for (let mask = 1; mask <= TRICK_CONTRACTS; mask++) if ((mask & ~tricks) === 0) choices.push(mask);
      break;
    case "practice":
      return choices;
  }
  if ((unused & X) !== 0) choices.push(X);
  return choices;
}

const masks = [0, 0, 0, 0];

/**
 * Writes the codes of every legal action of `seat` into `out` and returns how many there are: 0 where it is not awaited.
 * Cards come sorted as in a hand; declining stands before doubling. Revokes are never listed.
 */
export function legalCodes(match: Match, seat: number, out: ActionCode[]): number {
  if (!isAwaited(match, seat)) return 0;
  const deal = match.deal;
  let count = 0;
  switch (deal.phase) {
    case "tricks":
      legalTrickMasks(deal, match.table.terms[deal.contracts], seat, masks);
      return listCards(out);
    case "layout":
      legalLayoutMasks(deal, seat, masks);
      count = listCards(out);
      if (count === 0) out[count++] = PASS_CODE;
      return count;
    case "contract":
      for (const choice of contractChoices(match)) out[count++] = CONTRACT_CODE + choice;
      return count;
    case "doubling": {
      const own = ownDoublable(match, seat);
      for (let mask = 0; mask <= own; mask++) if ((mask & ~own) === 0) out[count++] = DOUBLE_CODE + mask;
      return count;
    }
    case "redeal":
      out[count++] = DECLINE_CODE;
      if (mayClaimRedeal(match, seat)) out[count++] = CLAIM_CODE;
      return count;
    default:
      return 0;
  }
}

function listCards(out: ActionCode[]): number {
  let count = 0;
  for (let suit = 0; suit < 4; suit++) {
    for (let mask = masks[suit]; mask !== 0; ) {
      const height = 31 - Math.clz32(mask);
      out[count++] = suit * 13 + height;
      mask ^= 1 << height;
    }
  }
  return count;
}

/** Why an action is refused: the stable codes of the HTTP contract (docs/api.md section 1 row 4). */
export type Refusal =
  | "game_over"
  | "wrong_phase"
  | "not_your_turn"
  | "card_not_in_hand"
  | "must_follow_suit"
  | "must_discard_king"
  | "must_discard_penalty"
  | "must_play_king"
  | "heart_lead_forbidden"
  | "not_playable_on_layout"
  | "must_play"
  | "contract_already_used"
  | "contract_not_offered"
  | "not_doublable"
  | "redeal_not_allowed";

const phaseTakes = (phase: Deal["phase"], code: ActionCode): boolean => {
  if (code < PASS) return phase === "tricks" || phase === "layout";
  if (code === PASS_CODE) return phase === "layout";
  if (code >= CLAIM_CODE) return phase === "redeal";
  return code >= DOUBLE_CODE ? phase === "doubling" : phase === "contract";
};

/**
 * Why `seat` may not do `code` now, or `null` where it may (a revoke under `revoke: penalize` included, which
 * `legalCodes` does not list). Checked in the order of docs/api.md section 1 row 3.
 */
export function refusalOf(match: Match, seat: number, code: ActionCode): Refusal | null {
  const deal = match.deal;
  if (match.result !== null) return "game_over";
  if (!phaseTakes(deal.phase, code)) return "wrong_phase";
  if (!isAwaited(match, seat)) return "not_your_turn";
  const terms = match.table.terms[deal.contracts];
  if (code < PASS) {
    const suit = SUIT_OF[code],
      bit = BIT_OF[code],
      at = seat * 4;
    if ((deal.hands[at + suit] & bit) === 0) return "card_not_in_hand";
    if (deal.phase === "layout") {
      legalLayoutMasks(deal, seat, masks);
      return (masks[suit] & bit) !== 0 ? null : "not_playable_on_layout";
    }
    legalTrickMasks(deal, terms, seat, masks);
    if ((masks[suit] & bit) !== 0) return null;
    const led = ledSuit(deal);
    if (led < 0) return "heart_lead_forbidden";
    if (terms.kingUnderAce && mustPlayKing(deal, seat, led)) return "must_play_king";
    if (deal.hands[at + led] === 0)
      return match.table.rules.voidDiscard === "must_discard_king" ? "must_discard_king" : "must_discard_penalty";
    return match.table.penalizesRevokes ? null : "must_follow_suit";
  }
  if (code === PASS_CODE) return canPlayOnLayout(deal, seat) ? "must_play" : null;
  if (code >= CLAIM_CODE) {
    return code === DECLINE_CODE || mayClaimRedeal(match, seat) ? null : "redeal_not_allowed";
  }
  if (code >= DOUBLE_CODE) return ((code - DOUBLE_CODE) & ~ownDoublable(match, seat)) === 0 ? null : "not_doublable";
  const contracts = code - CONTRACT_CODE;
  if (contractChoices(match).includes(contracts)) return null;
  return !deal.tiebreak && (contracts & match.used) !== 0 ? "contract_already_used" : "contract_not_offered";
}
