/**
 * The door for bots and simulations: the same core stepped in place, without checks, copies or events. Open a copy, step
 * it with codes from `legalCodes` only, and throw it away.
 */

import type { ActionCode } from "./actions.ts";
import { step } from "./core.ts";
import { openMatch } from "./flow.ts";
import { copyMatch, type Dealing, type Match } from "./match.ts";
import type { Rules } from "./rules.ts";

export { legalCodes } from "./legal.ts";

/** A match to step in place, started fresh. */
export const openSearch = (rules: Rules, dealing: Dealing): Match => openMatch(rules, dealing, null);

/** A match to step in place, taken from one that stays as it is. */
export const searchFrom = (match: Match): Match => copyMatch(match);

/** Carries out an action that must be legal. */
export const stepInPlace = (match: Match, seat: number, code: ActionCode, dealing: Dealing): void =>
  step(match, seat, code, dealing, null);
