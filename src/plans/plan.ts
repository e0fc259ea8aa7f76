/** The vocabulary of plans: what players can lay down beforehand for their seats, as plain data. */

import type { Card, Contract, Suit } from "../engine/index.ts";

/** How long a plan holds: for the deal, the kingdom or the match that runs when it is made. */
export const SCOPES = ["deal", "kingdom", "match"] as const;
export type PlanScope = (typeof SCOPES)[number];

/** What one player may have in one game. */
export const MOST_PLANS = 10,
  MOST_RULES = 20,
  MOST_CHOICES = 10;

/**
 * What must hold for a rule, all of it; what is left out does not matter. Everything here follows from what the seat sees.
 * `leads` to `winner` are about the trick on the table, and do not hold where there is none.
 */
export interface Conditions {
  /** The deal is played for one of these, perhaps among others. */
  contracts?: Contract[];
  /** All of these are in the seat's hand. */
  holds?: Card[];
  /** None of these is in the seat's hand. */
  lacks?: Card[];
  /** All of these have been played in this deal, by whomever. */
  played?: Card[];
  /** None of these has been played in this deal. */
  unplayed?: Card[];
  /** Whether the seat leads to the trick. */
  leads?: boolean;
  /** The seat plays to the trick in one of these places: 1 leads, 4 plays last. */
  positions?: number[];
  /** One of these suits is led. */
  led?: Suit[];
  /** Whether the seat has no card of the suit that is led. */
  void?: boolean;
  /** Whether the trick costs whoever takes it: a card that counts lies in it, or each trick does. */
  counting?: boolean;
  /** Whether a heart has been discarded in this deal. */
  heartsBroken?: boolean;
  /** Whose the trick is as it lies: without partners everybody else is an opponent. */
  winner?: "partner" | "opponent";
}

/** A wish for one action. It names a legal action of the seat or none; of several that fit it takes the one that it says. */
export type Choice =
  /** This card. */
  | { type: "card"; card: Card }
  /** The highest or the lowest card of these suits (without `suits`, of any); of equal ranks that of the suit named first. */
  | { type: "highest" | "lowest"; suits?: Suit[] }
  /** The highest card of the led suit under the one that takes the trick as it lies. */
  | { type: "duck" }
  /** The lowest card of the led suit over it. */
  | { type: "beat" }
  /** Whatever it is, where nothing else is legal. */
  | { type: "only" }
  /** A jack that opens a row of the layout, of the suit named first. */
  | { type: "open"; suits?: Suit[] }
  /** A card at the low or the high end of an open row, of the suit named first. */
  | { type: "extend"; end: "low" | "high"; suits?: Suit[] }
  /** A pass in the layout. */
  | { type: "pass" }
  /** As king: exactly these contracts. */
  | { type: "contract"; contracts: Contract[] }
  /** Neither doubles nor claims a redeal. */
  | { type: "decline" };

/** The first of `then` that names a legal action is taken, where all of `when` holds. */
export interface PlanRule {
  when?: Conditions;
  then: Choice[];
}

/** Rules in the order in which they are asked. */
export interface Plan {
  name: string;
  scope: PlanScope;
  rules: PlanRule[];
}

/**
 * Whether a rule may answer a doubling or a redeal. What a seat does there, and when, must not hang on its hand: so such a
 * rule knows the contract alone, and declines.
 */
export const isBlind = ({ when = {} }: PlanRule): boolean => Object.keys(when).every((name) => name === "contracts");
