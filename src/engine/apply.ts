/** The service's door to the rules: checked, copying, with typed refusals and events. */

import { type Action, type ActionCode, actionOf, codeOf } from "./actions.ts";
import { step } from "./core.ts";
import type { MatchEvent } from "./events.ts";
import { openMatch } from "./flow.ts";
import { legalCodes, type Refusal, refusalOf } from "./legal.ts";
import { copyMatch, type Dealing, type Match } from "./match.ts";
import type { Rules } from "./rules.ts";

export type Applied = { ok: true; match: Match; events: MatchEvent[] } | { ok: false; error: Refusal };

/** Starts a match: the first pack is dealt and its king settled. `dealing` must give the same packs to every later call. */
export function startMatch(rules: Rules, dealing: Dealing): { match: Match; events: MatchEvent[] } {
  const events: MatchEvent[] = [];
  return { match: openMatch(rules, dealing, events), events };
}

/**
 * Carries out one action of one seat. Never throws on input and never changes `match`: the answer is the next state with
 * what happened in full (see `eventFor` for what an audience may read), or the reason why not.
 */
export function apply(match: Match, seat: number, action: Action, dealing: Dealing): Applied {
  const code = codeOf(action);
  if (code === undefined) return { ok: false, error: impossible(action) };
  const error = refusalOf(match, seat, code);
  if (error !== null) return { ok: false, error };
  const next = copyMatch(match);
  const events: MatchEvent[] = [];
  step(next, seat, code, dealing, events);
  return { ok: true, match: next, events };
}

/** The match after a seat has given it up. The seat is still to be played, by whoever; only the result knows of it. */
export const forfeit = (match: Match, seat: number): Match =>
  match.forfeited.includes(seat) ? match : { ...match, forfeited: [...match.forfeited, seat] };

/** The code for an action that no position allows: a card that does not exist, the same card doubled twice, no contract at all. */
function impossible(action: Action): Refusal {
  switch (action.type) {
    case "double":
      return "not_doublable";
    case "choose_contract":
      return "contract_not_offered";
    default:
      return "card_not_in_hand";
  }
}

/** Every legal action of `seat`; empty where it is not awaited. Revokes under `revoke: penalize` are not among them. */
export function legalActions(match: Match, seat: number): Action[] {
  const codes: ActionCode[] = [];
  codes.length = legalCodes(match, seat, codes);
  return codes.map(actionOf);
}
