/** The raw history of a match, gathered from its full events in the form that the oracle reads. */

import type { Card, MatchEvent, SeatCard } from "../../src/engine/index.ts";
import type { OracleDeal } from "./oracle.ts";

export interface PastDeal extends OracleDeal {
  kingdom: number | null;
  /** Packs thrown in so far. */
  redeals: { seat: number; hands: string[][] }[];
  /** Answers to the redeal that is being asked, or `null` where none is. */
  claims: (boolean | null)[] | null;
  /** Whether the pack on the table was asked about and stands. */
  stands: boolean;
  /** Whether its own 7♥ was announced to find the king. */
  settledBySeven: boolean;
  /** Cards doubled so far, hidden answers included, and the answers that are in. */
  answers: (string[] | null)[];
  doublingClosed: boolean;
  shownTwos: SeatCard[] | null;
  points: number[] | null;
}

/** Builds `deals` up, event by event; the last one is the deal in progress until it has points. */
export class MatchHistory {
  readonly deals: PastDeal[] = [];

  /** The newest deal. */
  get deal(): PastDeal {
    return this.deals[this.deals.length - 1];
  }

  /** The deals that are over. */
  get finished(): PastDeal[] {
    return this.deals.filter((deal) => deal.points !== null);
  }

  add(event: MatchEvent): void {
    const deal = this.deal;
    switch (event.type) {
      case "deal_started":
        this.deals.push({
          number: event.number,
          kingdom: event.kingdom,
          king: event.king,
          dealer: event.dealer,
          hands: event.hands ?? [[], [], [], []],
          contracts: event.contracts,
          doubled: [],
          plays: [],
          redeals: [],
          claims: null,
          stands: false,
          settledBySeven: event.sevenOfHearts !== null,
          answers: [null, null, null, null],
          doublingClosed: false,
          shownTwos: null,
          points: null,
        });
        return;
      case "hands_dealt":
        deal.hands = event.hands;
        return;
      case "redeal_asked":
        deal.claims = [null, null, null, null];
        return;
      case "redeal_answered":
        deal.claims![event.seat] = event.claim;
        // The pack stands once all four have declined.
        if (deal.claims!.every((claim) => claim === false)) deal.stands = true;
        return;
      case "redealt":
        deal.redeals.push({ seat: event.claimant, hands: event.thrownIn });
        deal.hands = event.hands;
        deal.claims = null;
        return;
      case "contract_chosen":
        deal.contracts = event.contracts;
        // Redeals that come after the contract are asked for anew.
        deal.stands = false;
        return;
      case "doubling_answered":
        deal.answers[event.seat] = event.cards;
        return;
      case "doubling_closed":
        deal.doubled = event.doubled;
        deal.doublingClosed = true;
        return;
      case "card_played":
        deal.plays.push({ seat: event.seat, card: event.card });
        return;
      case "passed":
        deal.plays.push({ seat: event.seat, pass: true });
        return;
      case "twos_exposed":
        deal.shownTwos = event.cards;
        return;
      case "deal_scored":
        deal.points = event.points;
        return;
    }
  }
}

/** The cards that a seat of the newest deal still holds, from its hand as dealt and the plays alone. */
export function heldBy(deal: OracleDeal, seat: number): Card[] {
  const gone = new Set(deal.plays.map((play) => ("card" in play ? play.card : "")));
  return deal.hands[seat].filter((card) => !gone.has(card)) as Card[];
}
