/** Redeals: which hands entitle a seat to claim one, and when (docs/rules.md sections 3 and 5). */

import { BIT_OF, countBits, type Hands, HEARTS, KING_OF_HEARTS } from "./cards.ts";
import { isNamedFirst } from "./kings.ts";
import type { Match } from "./match.ts";
import type { Rules } from "./rules.ts";
import { BY_HEARTS, TWOS } from "./table.ts";

/**
 * The claims that a redeal phase of the running deal takes now, as a mask; 0 where there is none. What comes before the
 * contract and what comes after it are one phase where the contract is known before the cards.
 */
export function claimsNow(match: Match): number {
  const { contracts } = match.deal;
  const { claimsBefore, claimsAfter } = match.table.terms[contracts];
  if (isNamedFirst(match)) return claimsBefore | claimsAfter;
  return contracts === 0 ? claimsBefore : claimsAfter;
}

/** Whether its hand entitles a seat to the redeal that is asked for now. */
export function mayClaimRedeal(match: Match, seat: number): boolean {
  const claims = claimsNow(match);
  const { rules } = match.table;
  const { hands } = match.deal;
  return (
    ((claims & TWOS) !== 0 && hasTwos(rules, hands, seat)) ||
    ((claims & BY_HEARTS) !== 0 && hasHearts(rules, hands, seat))
  );
}

function hasTwos({ redeal }: Rules, hands: Hands, seat: number): boolean {
  let two = 0,
    three = 0;
  for (let suit = 0; suit < 4; suit++) {
    if ((hands[seat * 4 + suit] & BIT_OF[0]) !== 0) two++;
    else if ((hands[seat * 4 + suit] & BIT_OF[1]) !== 0) three++;
  }
  return two === 4 || (two === 3 && three === 1 && redeal.twos === "four_or_three_plus_three");
}

function hasHearts({ redeal }: Rules, hands: Hands, seat: number): boolean {
  const hearts = hands[seat * 4 + HEARTS];
  const king = BIT_OF[KING_OF_HEARTS],
    ace = king << 1;
  if (redeal.bareHearts && hearts !== 0 && (hearts & ~(king | ace)) === 0) return true;
  return redeal.longHearts && (hearts & king) !== 0 && countBits(hearts) >= 5;
}
