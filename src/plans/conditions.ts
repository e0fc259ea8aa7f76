/** Whether the conditions of a rule hold, from nothing but what the seat sees. */

import {
  type Card,
  cardNumber,
  counts,
  type MatchView,
  parseContracts,
  type Seat,
  type SeatCard,
  type SeatView,
  suitOf,
  takerOf,
} from "../engine/index.ts";
import type { Conditions } from "./plan.ts";

/** What a seat sees of its match: made from `viewFor(match, seat)`, so that it has no place for a hidden card. */
export interface Seen extends Pick<MatchView, "deal" | "teams"> {
  you: SeatView;
}

/** The play that takes the trick as it lies, or `null` where nobody has led. */
export const winnerOf = (plays: readonly SeatCard[]): SeatCard | null =>
  plays.length === 0 ? null : plays[takerOf(plays.map(({ card }) => cardNumber(card)))];

/** Whether a trick with these cards costs whoever takes it. */
function isCounting({ contracts }: Seen["deal"], trick: readonly SeatCard[]): boolean {
  const mask = parseContracts(contracts) ?? 0;
  return contracts.includes("tricks") || trick.some(({ card }) => counts(mask, cardNumber(card)));
}

const isPartner = ({ teams }: Seen, one: Seat, other: Seat): boolean =>
  (teams ?? []).some(({ seats }) => seats.includes(one) && seats.includes(other));

const played = ({ deal }: Seen, card: Card): boolean => deal.plays.some((play) => "card" in play && play.card === card);

/** Each condition as a question to what is seen; those about the trick are asked only where there is one. */
const QUESTIONS: {
  [Name in keyof Conditions]-?: (
    wish: NonNullable<Conditions[Name]>,
    seen: Seen,
    trick: readonly SeatCard[] | null,
  ) => boolean;
} = {
  contracts: (wish, { deal }) => wish.some((contract) => deal.contracts.includes(contract)),
  holds: (wish, { you }) => wish.every((card) => you.hand.includes(card)),
  lacks: (wish, { you }) => !wish.some((card) => you.hand.includes(card)),
  played: (wish, seen) => wish.every((card) => played(seen, card)),
  unplayed: (wish, seen) => !wish.some((card) => played(seen, card)),
  leads: (wish, _, trick) => trick !== null && wish === (trick.length === 0),
  positions: (wish, _, trick) => trick !== null && wish.includes(trick.length + 1),
  led: (wish, _, trick) => trick !== null && trick.length > 0 && wish.includes(suitOf(trick[0].card)),
  void: (wish, { you }, trick) =>
    trick !== null && trick.length > 0 && wish !== you.hand.some((card) => suitOf(card) === suitOf(trick[0].card)),
  counting: (wish, { deal }, trick) => trick !== null && wish === isCounting(deal, trick),
  heartsBroken: (wish, { deal }, trick) => trick !== null && wish === deal.heartsBroken,
  winner: (wish, seen, trick) => {
    const best = trick === null ? null : winnerOf(trick);
    return best !== null && (wish === "partner") === isPartner(seen, best.seat, seen.you.seat);
  },
};

/** The first condition that does not hold, or `null` where all do. */
export function unmetBy(when: Conditions, seen: Seen): keyof Conditions | null {
  const trick = seen.deal.phase === "tricks" ? (seen.deal.trick?.plays ?? null) : null;
  for (const name of Object.keys(QUESTIONS) as (keyof Conditions)[]) {
    const wish = when[name];
    // The cast: a question and its wish go by the same name.
    if (
      wish !== undefined &&
      !(QUESTIONS[name] as (wish: unknown, seen: Seen, trick: readonly SeatCard[] | null) => boolean)(wish, seen, trick)
    )
      return name;
  }
  return null;
}
