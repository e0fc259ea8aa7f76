/** What a seat can do: the typed form, the id that clients send (docs/api.md section 2), and the number the core steps by. */

import { type Card, makeCard, parseCard } from "./cards.ts";
import {
  type Contract,
  makeContractLetters,
  makeContracts,
  parseContractLetters,
  parseContracts,
} from "./contracts.ts";
import { cardsOfDoubling, doublingOf } from "./doubling.ts";
import { PASS } from "./match.ts";

export type Action =
  | { type: "choose_contract"; contracts: Contract[] }
  | { type: "double"; cards: Card[] }
  | { type: "redeal"; claim: boolean }
  | { type: "play"; card: Card }
  | { type: "pass" };

/**
 * An action as a number: 0-51 plays that card, 63 passes, 64 + m names the contract mask m, 96 + m doubles the
 * doubling mask m, 128 claims a redeal and 129 declines one.
 */
export type ActionCode = number;
export const PASS_CODE = PASS,
  CONTRACT_CODE = 64,
  DOUBLE_CODE = 96,
  CLAIM_CODE = 128,
  DECLINE_CODE = 129;

/** The code of a typed action; `undefined` where no match could ever accept it (a repeat, a card that cannot be doubled). */
export function codeOf(action: Action): ActionCode | undefined {
  switch (action.type) {
    case "play":
      return parseCard(action.card);
    case "pass":
      return PASS_CODE;
    case "redeal":
      return action.claim ? CLAIM_CODE : DECLINE_CODE;
    case "choose_contract": {
      const mask = parseContracts(action.contracts);
      return mask === undefined || mask === 0 ? undefined : CONTRACT_CODE + mask;
    }
    case "double": {
      const mask = doublingOf(action.cards);
      return mask === undefined ? undefined : DOUBLE_CODE + mask;
    }
  }
}

/** The typed form of a code. */
export function actionOf(code: ActionCode): Action {
  if (code < PASS_CODE) return { type: "play", card: makeCard(code) };
  if (code === PASS_CODE) return { type: "pass" };
  if (code >= CLAIM_CODE) return { type: "redeal", claim: code === CLAIM_CODE };
  if (code >= DOUBLE_CODE) return { type: "double", cards: cardsOfDoubling(code - DOUBLE_CODE) };
  return { type: "choose_contract", contracts: makeContracts(code - CONTRACT_CODE) };
}

/** The id of an action, at most 24 characters: `c:q`, `d:QSQH`, `r:claim`, `p:7H`, `pass`. */
export function makeAction(action: Action): string {
  switch (action.type) {
    case "play":
      return `p:${action.card}`;
    case "pass":
      return "pass";
    case "redeal":
      return action.claim ? "r:claim" : "r:decline";
    case "choose_contract":
      return `c:${makeContractLetters(parseContracts(action.contracts) ?? 0)}`;
    case "double":
      return `d:${cardsOfDoubling(doublingOf(action.cards) ?? 0).join("")}`;
  }
}

/** The action that an id names, taken only as it is listed (one spelling each); `undefined` for any other text. */
export function parseAction(id: string): Action | undefined {
  const action = readAction(id);
  return action !== undefined && codeOf(action) !== undefined && makeAction(action) === id ? action : undefined;
}

function readAction(id: string): Action | undefined {
  if (id === "pass") return { type: "pass" };
  const [kind, rest] = [id.slice(0, 2), id.slice(2)];
  if (kind === "p:") return { type: "play", card: rest as Card };
  if (kind === "r:") return { type: "redeal", claim: rest === "claim" };
  if (kind === "d:") return { type: "double", cards: (rest.match(/../g) ?? []) as Card[] };
  if (kind !== "c:") return undefined;
  const mask = parseContractLetters(rest);
  return mask === undefined ? undefined : { type: "choose_contract", contracts: makeContracts(mask) };
}
