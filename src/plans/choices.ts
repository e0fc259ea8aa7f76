/** The legal action that a choice names, from nothing but what the seat sees. */

import { type Card, cardNumber, heightOf, type LegalAction, SUITS, type Suit, suitOf } from "../engine/index.ts";
import { type Seen, winnerOf } from "./conditions.ts";
import type { Choice } from "./plan.ts";

const idOf = (actions: readonly LegalAction[], card: Card | undefined): string | undefined =>
  actions.find((action) => action.type === "play" && action.card === card)?.id;

/** The first of the cards that is best by `rank`, or `undefined` where there is none. */
const best = (cards: readonly Card[], rank: (card: Card) => number): Card | undefined =>
  cards.reduce<Card | undefined>(
    (first, card) => (first === undefined || rank(card) > rank(first) ? card : first),
    undefined,
  );

const high = (card: Card): number => heightOf(cardNumber(card));
const low = (card: Card): number => -high(card);

/** The id of the legal action that a choice names, or `undefined`. */
export function namedBy(choice: Choice, { deal, you }: Seen): string | undefined {
  const { legalActions } = you;
  const playable = legalActions.flatMap((action) => (action.type === "play" ? [action.card] : []));
  const of = (suits: readonly Suit[] = SUITS): Card[] =>
    suits.flatMap((suit) => playable.filter((card) => suitOf(card) === suit));
  const inTrick = deal.phase === "tricks" ? winnerOf(deal.trick?.plays ?? [])?.card : undefined;
  const following = inTrick === undefined ? [] : playable.filter((card) => suitOf(card) === suitOf(inTrick));
  switch (choice.type) {
    case "card":
      return idOf(legalActions, choice.card);
    case "highest":
      return idOf(legalActions, best(of(choice.suits), high));
    case "lowest":
      return idOf(legalActions, best(of(choice.suits), low));
    case "duck":
      return idOf(
        legalActions,
        best(
          following.filter((card) => high(card) < high(inTrick!)),
          high,
        ),
      );
    case "beat":
      return idOf(
        legalActions,
        best(
          following.filter((card) => high(card) > high(inTrick!)),
          low,
        ),
      );
    case "only":
      return legalActions.length === 1 ? legalActions[0].id : undefined;
    case "open":
      return idOf(
        legalActions,
        of(choice.suits).find((card) => deal.layout?.[suitOf(card)] === null),
      );
    case "extend":
      return idOf(
        legalActions,
        of(choice.suits).find((card) => {
          const row = deal.layout?.[suitOf(card)] ?? null;
          return row !== null && high(card) < high(`${row.low}${suitOf(card)}` as Card) === (choice.end === "low");
        }),
      );
    case "pass":
      return legalActions.find(({ type }) => type === "pass")?.id;
    case "contract":
      return legalActions.find(
        (action) =>
          action.type === "choose_contract" &&
          action.contracts.length === choice.contracts.length &&
          choice.contracts.every((contract) => action.contracts.includes(contract)),
      )?.id;
    case "decline":
      return legalActions.find((action) =>
        action.type === "double" ? action.cards.length === 0 : action.type === "redeal" && !action.claim,
      )?.id;
  }
}
