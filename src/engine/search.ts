/**
 * The door for bots and simulations: the same core stepped in place, without checks, copies or events. Open a copy, step
 * it with codes from `legalCodes` only, and throw it away.
 */

import type { ActionCode } from "./actions.ts";
import { step } from "./core.ts";
import { openMatch } from "./flow.ts";
import { copyMatch, type Dealing, type Match } from "./match.ts";
import type { Rules } from "./rules.ts";
import { randomHands, type Words } from "./shuffle.ts";

export { legalCodes } from "./legal.ts";
export { playOut, playOutDeal } from "./playout.ts";

/** A match to step in place, started fresh. */
export const openSearch = (rules: Rules, dealing: Dealing): Match => openMatch(rules, dealing, null);

/**
 * Packs, a first dealer and a first king for simulations, drawn when they are asked for: a match must ask for each of its packs once, as
 * one that is played in place does.
 */
export const randomDealing = (words: Words): Dealing => ({
  pack: () => randomHands(words),
  firstDealer: () => words() & 3,
  firstKing: () => words() & 3,
});

/** A match to step in place, taken from one that stays as it is. */
export const searchFrom = (match: Match): Match => copyMatch(match);

/** Carries out an action that must be legal. What ends a deal deals the next one: whoever plays one deal looks whether `match.deal` is another. */
export const stepInPlace = (match: Match, seat: number, code: ActionCode, dealing: Dealing): void =>
  step(match, seat, code, dealing, null);
