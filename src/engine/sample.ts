/** From what a seat sees to whole matches: hidden cards and answers drawn so that they agree with everything seen. */

import { type Action, CLAIM_CODE, codeOf, DOUBLE_CODE } from "./actions.ts";
import { BIT_OF, cardNumber, type Hands, holderOf, SEVEN_OF_HEARTS, type Seat, SUIT_OF } from "./cards.ts";
import { ALL_CONTRACTS, parseContracts } from "./contracts.ts";
import type { DealView } from "./deal-view.ts";
import { doubledMasks } from "./doubling.ts";
import { enterPlay } from "./flow.ts";
import { isKingBySeven } from "./kings.ts";
import { passOnLayout, playOnLayout } from "./layout.ts";
import { ownDoublable } from "./legal.ts";
import { type Deal, type DealSummary, emptyDeal, type Match, type Tiebreak } from "./match.ts";
import { possibleHands } from "./possible.ts";
import { mayClaimRedeal } from "./redeal.ts";
import type { Rules } from "./rules.ts";
import type { Words } from "./shuffle.ts";
import { compileRules } from "./table.ts";
import { decideTie, narrowTie } from "./tiebreak.ts";
import { playToTrick } from "./tricks.ts";
import type { DealSummaryView, MatchView, SeatView } from "./view.ts";

/** The parts of a seat's own view that a sample rests on. `result` may be left out while the match runs. */
export type SeenMatch = Pick<MatchView, "kingdom" | "deal" | "scores" | "deals"> &
  Partial<Pick<MatchView, "result">> & { you: SeatView };

/** What a seat may know besides, since the view of the rules does not show it. */
export interface SeenBeside {
  /**
   * Seats that gave the match up, oldest first, each with the number of the deal, tie-breaks counted with the others, in
   * which it did, as records have them. They take part in no tie, and rank last.
   */
  forfeits?: readonly { seat: Seat; deal: number }[];
  /** The seat's own answer to the redeal or doubling that others are still asked for. Without it, it is drawn like theirs. */
  answer?: Action;
}

/**
 * A match that looks to this seat as its own does: `viewFor` gives the same view of it. Hands: all that agree with the view
 * are equally likely (see `possibleHands`). Answers to a redeal or doubling that are still hidden: each that the hand allows,
 * equally likely. The same words give the same match. It can be played on by `apply` or in place, with packs from anywhere
 * (`randomDealing`); how many packs were dealt before, thrown-in ones of earlier deals included, no view tells, so `packs`
 * and `deal.pack` count from what it does. Throws a `RangeError` for a view that no match can show.
 */
export const sampleFrom = (view: SeenMatch, rules: Rules, words: Words, beside?: SeenBeside): Match =>
  samplerOf(view, rules, beside)(words);

/** The same for many samples of one view, which is worked out once. */
export function samplerOf(view: SeenMatch, rules: Rules, beside: SeenBeside = {}): (words: Words) => Match {
  const drawHands = possibleHands(rules, view.deal, view.you);
  return (words) => {
    const match = matchAround(view, rules, beside);
    dealAgain(match, view.deal, drawHands(words), view);
    drawAnswers(match, view, beside, words);
    return match;
  };
}

/** The match as it stands without its running deal. */
function matchAround(view: SeenMatch, rules: Rules, { forfeits = [] }: SeenBeside): Match {
  const { kingdom, deal, result = null } = view;
  const deals = view.deals.map(readSummary);
  const packs = deals.length + deal.redeals + (deal.phase === "done" ? 0 : 1);
  const match: Match = {
    table: compileRules(rules),
    packs,
    firstDealer: rules.dealer === "rotates" ? (deal.dealer - earlierDeals(view).length) & 3 : -1,
    kings: [...view.deals, ...(kingdom === null ? [] : [{ kingdom: kingdom.number, king: kingdom.king }])].reduce(
      (kings: number[], { kingdom, king }) => (kingdom === null ? kings : kings.with(kingdom - 1, king)),
      new Array<number>(kingdom?.number ?? rules.kingdoms).fill(-1),
    ),
    used: kingdom === null ? ALL_CONTRACTS : (parseContracts(kingdom.used) ?? 0),
    totals: view.scores.slice(),
    deals,
    deal: emptyDeal(),
    tiebreak: null,
    forfeited: forfeits.map(({ seat }) => seat),
    result,
  };
  if (deal.tiebreak && result === null) match.tiebreak = tieIn(match, forfeits);
  return match;
}

const readSummary = ({ contracts, ...summary }: DealSummaryView): DealSummary => ({
  ...summary,
  contracts: parseContracts(contracts) ?? 0,
});

/** The finished deals without the one on the table. */
const earlierDeals = ({ deal, deals }: SeenMatch): DealSummaryView[] =>
  deal.phase === "done" ? deals.slice(0, -1) : deals;

/** The tie that is being played off, decided again from the deals before. */
function tieIn(match: Match, forfeits: NonNullable<SeenBeside["forfeits"]>): Tiebreak {
  const regular = match.deals.filter((deal) => !deal.tiebreak);
  const after = (deals: number): Match => ({
    ...match,
    deals: regular,
    forfeited: forfeits.filter(({ deal }) => deal <= deals).map(({ seat }) => seat),
  });
  // A forfeit that nobody has told of can have made a tie that the totals do not show.
  const start = decideTie(after(regular.length)) ?? { tied: [0, 1, 2, 3], deals: 0, firsts: null };
  return match.deals
    .slice(regular.length)
    .reduce((tie, deal, i) => narrowTie(after(regular.length + i + 1), tie, deal.points), start);
}

/** Deals these hands, with what was played from them, and plays the deal again to where it stands. */
function dealAgain(match: Match, seen: DealView, hands: Hands, view: SeenMatch): void {
  const deal: Deal = {
    ...emptyDeal(),
    number: seen.number,
    tiebreak: seen.tiebreak,
    king: seen.king,
    dealer: seen.dealer,
    pack: match.packs,
    redeals: seen.redeals,
    phase: seen.phase,
    contracts: parseContracts(seen.contracts) ?? 0,
    hands,
    doubled: doubledMasks(seen.doubled),
  };
  match.deal = deal;
  for (const play of seen.plays) {
    if ("pass" in play) continue;
    const card = cardNumber(play.card);
    hands[play.seat * 4 + SUIT_OF[card]] |= BIT_OF[card];
  }
  const { kingdom } = view;
  const opensKingdom = kingdom !== null && !earlierDeals(view).some((each) => each.kingdom === kingdom.number);
  if (opensKingdom && seen.redeals === 0 && isKingBySeven(match.table.rules, kingdom.number - 1))
    deal.announced = holderOf(hands, SEVEN_OF_HEARTS);
  if (seen.phase === "contract") deal.turn = deal.king;
  else if (seen.phase === "doubling" && match.table.rules.doubling.order === "sequential") deal.turn = seen.awaiting[0];
  else if (seen.phase !== "redeal" && seen.phase !== "doubling") playAgain(match, deal, seen);
}

function playAgain(match: Match, deal: Deal, seen: DealView): void {
  enterPlay(match, null);
  for (const play of seen.plays) {
    if ("pass" in play) {
      if (!match.table.passesAlone) passOnLayout(match, deal, play.seat, null);
    } else if (deal.phase === "layout") playOnLayout(match, deal, play.seat, cardNumber(play.card), null);
    else playToTrick(match, deal, play.seat, cardNumber(play.card), null);
  }
  deal.phase = seen.phase;
  if (seen.phase === "done") deal.turn = -1;
}

/** Answers those that have answered a redeal or doubling which is still open. */
function drawAnswers(match: Match, { deal: seen, you }: SeenMatch, { answer }: SeenBeside, words: Words): void {
  const { deal } = match;
  const own = answer === undefined ? undefined : codeOf(answer);
  for (const seat of seen.answered) {
    const known = seat === you.seat ? own : undefined;
    if (seen.phase === "redeal") {
      const may = mayClaimRedeal(match, seat);
      const claims = known === undefined ? may && words() >>> 31 === 1 : known === CLAIM_CODE;
      deal.answers[seat] = claims ? 1 : 0;
    } else if (deal.turn >= 0) deal.answers[seat] = deal.doubled[seat];
    else deal.answers[seat] = known === undefined ? (words() >>> 27) & ownDoublable(match, seat) : known - DOUBLE_CODE;
  }
}
