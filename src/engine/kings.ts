/** Who is king of a deal, and whether they name its contract before or after the cards are dealt (docs/rules.md sections 1 and 3). */

import { holderOf, SEVEN_OF_HEARTS } from "./cards.ts";
import type { Deal, Dealing, Match } from "./match.ts";
import type { Rules } from "./rules.ts";

/** How far to the right of the first king each king sits, unless 7♥ finds them. */
const PLACES = { right: [0, 1, 2, 3], across: [0, 1, 3, 2] };

/** Whether 7♥ finds the king of a kingdom in its first deal. `earlier` kingdoms are over. */
export function isKingBySeven({ firstKing, kingdomRotation, mode }: Rules, earlier: number): boolean {
  if (earlier === 0) return firstKing === "seven_of_hearts";
  return kingdomRotation === "seven_of_hearts" && mode !== "practice";
}

/** Settles who is king of a match deal, and opens the kingdom where it begins. Where 7♥ finds the king, the pack is dealt for it. */
export function crown(match: Match, deal: Deal, dealing: Dealing): void {
  const { kings, used } = match;
  const { rules } = match.table;
  if (used !== 0) {
    deal.king = kings[kings.length - 1];
    return;
  }
  if (isKingBySeven(rules, kings.length)) {
    deal.hands = dealing.pack(deal.pack).slice();
    deal.announced = deal.king = holderOf(deal.hands, SEVEN_OF_HEARTS);
    while (kings.includes(deal.king)) deal.king = (deal.king + 1) & 3;
  } else if (kings.length === 0) {
    deal.king = rules.firstKing === "drawn" ? dealing.firstKing() : 0;
  } else {
    const places = rules.kingdomRotation === "across" ? PLACES.across : PLACES.right;
    deal.king = (kings[0] + places[kings.length & 3]) & 3;
  }
  kings.push(deal.king);
}

/** Whether the contract of the running deal comes before its cards: in practice, in tie-break deals of the king of hearts, or by `contractTiming`. */
export function isNamedFirst({ table: { rules }, deal, kings, used }: Match): boolean {
  if (rules.practice !== null || (deal.tiebreak && rules.tiebreak === "king_of_hearts_deal")) return true;
  if (rules.contractTiming === "after_cards") return false;
  return deal.tiebreak || used !== 0 || !isKingBySeven(rules, kings.length - 1);
}
