/**
 * The one rules core. `step` changes a match in place and checks nothing; both doors stand on it (`apply.ts` for the
 * service, `search.ts` for bots and simulations). With a log it tells what happened; without one it allocates almost nothing.
 */

import { type ActionCode, CLAIM_CODE, CONTRACT_CODE, DOUBLE_CODE, PASS_CODE } from "./actions.ts";
import type { Seat } from "./cards.ts";
import { cardsOfDoubling, doubledCards } from "./doubling.ts";
import type { EventSink } from "./events.ts";
import { enterPlay, finishDeal, leaveRedeal, nameContract, redealPack } from "./flow.ts";
import { passOnLayout, playOnLayout } from "./layout.ts";
import type { Deal, Dealing, Match } from "./match.ts";
import { playToTrick } from "./tricks.ts";

/** Carries out a legal action. Calling it with any other leaves the match undefined. */
export function step(match: Match, seat: number, code: ActionCode, dealing: Dealing, log: EventSink): void {
  const deal = match.deal;
  if (code <= PASS_CODE) {
    const over =
      deal.phase === "tricks"
        ? playToTrick(match, deal, seat, code, log)
        : code === PASS_CODE
          ? passOnLayout(match, deal, seat, log)
          : playOnLayout(match, deal, seat, code, log);
    if (over) finishDeal(match, dealing, log);
  } else if (code >= CLAIM_CODE) {
    answerRedeal(match, deal, seat, code === CLAIM_CODE, dealing, log);
  } else if (code >= DOUBLE_CODE) {
    answerDoubling(match, deal, seat, code - DOUBLE_CODE, log);
  } else {
    nameContract(match, code - CONTRACT_CODE, dealing, log);
  }
}

function answerRedeal(match: Match, deal: Deal, seat: number, claim: boolean, dealing: Dealing, log: EventSink): void {
  deal.answers[seat] = claim ? 1 : 0;
  log?.push({ type: "redeal_answered", seat: seat as Seat, claim });
  if (deal.answers.includes(-1)) return;
  // Of several claims only the first in turn order from the king is ever told.
  let claimant = -1;
  for (let i = 3; i >= 0; i--) if (deal.answers[(deal.king + i) & 3] === 1) claimant = (deal.king + i) & 3;
  deal.answers.fill(-1);
  if (claimant >= 0) redealPack(match, claimant, dealing, log);
  else leaveRedeal(match, log);
}

function answerDoubling(match: Match, deal: Deal, seat: number, mask: number, log: EventSink): void {
  const sequential = deal.turn >= 0;
  deal.answers[seat] = mask;
  if (sequential) deal.doubled[seat] = mask;
  log?.push({ type: "doubling_answered", seat: seat as Seat, cards: cardsOfDoubling(mask), open: sequential });
  if (deal.answers.includes(-1)) {
    if (sequential) deal.turn = (seat + 1) & 3;
    return;
  }
  for (let i = 0; i < 4; i++) {
    deal.doubled[i] = deal.answers[i];
    deal.answers[i] = -1;
  }
  log?.push({ type: "doubling_closed", doubled: doubledCards(deal.doubled) });
  enterPlay(match, log);
}
