/** From pack to pack: how a deal begins, which phases it has, how kingdoms and the match end (docs/rules.md sections 1 and 5). */

import { BIT_OF, type Hands, holderOf, makeHands, SEVEN_OF_HEARTS, type Seat, SUIT_OF } from "./cards.ts";
import { ALL_CONTRACTS, K, makeContracts, parseContracts, X } from "./contracts.ts";
import type { EventSink } from "./events.ts";
import { startLayout } from "./layout.ts";
import { type Deal, type Dealing, emptyDeal, kingdomNumber, type Match, PASS, playCard, playSeat } from "./match.ts";
import type { Rules } from "./rules.ts";
import { compileRules } from "./table.ts";
import { decideTie, narrowTie, playoffKing, resultOf } from "./tiebreak.ts";
import { firstSeat } from "./turns.ts";

/** A deal stands at most this many redeals; then the cards stand. */
const MAX_REDEALS = 5;

/** A match with its first pack dealt. `dealing` gives every pack, now and later. */
export function openMatch(rules: Rules, dealing: Dealing, log: EventSink): Match {
  const match: Match = {
    table: compileRules(rules),
    packs: 0,
    firstDealer: rules.dealer === "rotates" ? dealing.firstDealer() : -1,
    kings: [],
    used: 0,
    totals: [0, 0, 0, 0],
    deals: [],
    deal: emptyDeal(),
    tiebreak: null,
    forfeited: [],
    result: null,
  };
  startDeal(match, dealing, log);
  return match;
}

function startDeal(match: Match, dealing: Dealing, log: EventSink): void {
  const { rules } = match.table;
  const tiebreak = match.tiebreak;
  const deal = emptyDeal();
  deal.pack = ++match.packs;
  deal.hands = dealing.pack(deal.pack).slice();
  deal.tiebreak = tiebreak !== null;
  deal.number = tiebreak === null ? match.deals.length + 1 : tiebreak.deals + 1;
  match.deal = deal;
  if (tiebreak === null) crown(match, deal);
  else deal.king = rules.tiebreak === "king_of_hearts_deal" ? match.kings[0] : playoffKing(match, tiebreak.tied);
  deal.dealer = match.firstDealer < 0 ? deal.king : (match.firstDealer + match.deals.length) & 3;
  if (tiebreak !== null) deal.contracts = rules.tiebreak === "king_of_hearts_deal" ? K : 0;
  else if (rules.practice !== null) {
    const { contracts } = rules.practice;
    deal.contracts = parseContracts([contracts[(deal.number - 1) % contracts.length]]) ?? 0;
  }
  log?.push({
    type: "deal_started",
    number: deal.number,
    kingdom: kingdomNumber(match),
    tiebreak: deal.tiebreak,
    king: deal.king as Seat,
    dealer: deal.dealer as Seat,
    sevenOfHearts: deal.announced < 0 ? null : (deal.announced as Seat),
    contracts: makeContracts(deal.contracts),
    pack: deal.pack,
    openHands: rules.openHands,
    hands: makeHands(deal.hands),
  });
  enterStage(match, "redealBefore", log);
}

/** Whether the 7♥ in the first deal of a kingdom settles its king. `earlier` kingdoms are over. */
export const isKingBySeven = (rules: Rules, earlier: number): boolean =>
  earlier === 0 || (rules.kingdomRotation === "seven_of_hearts" && rules.mode !== "practice");

/** Settles who is king of a match deal, and opens the kingdom where it begins. */
function crown(match: Match, deal: Deal): void {
  const { rules } = match.table;
  const kings = match.kings;
  const opensKingdom = match.used === 0;
  if (!opensKingdom) {
    deal.king = kings[kings.length - 1];
    return;
  }
  if (isKingBySeven(rules, kings.length)) {
    deal.announced = deal.king = holderOf(deal.hands, SEVEN_OF_HEARTS);
    while (kings.includes(deal.king)) deal.king = (deal.king + 1) & 3;
  } else {
    deal.king = (kings[kings.length - 1] + 1) & 3;
  }
  kings.push(deal.king);
}

/** The phases of a deal in their order; the redeal stands before or after the contract. */
const STAGES = { redealBefore: 0, contract: 1, redealAfter: 2, doubling: 3, play: 4 } as const;

/** Enters the first phase from `stage` on that has anything to ask under these options and this contract. */
export function enterStage(match: Match, stage: keyof typeof STAGES, log: EventSink): void {
  const from = STAGES[stage];
  const deal = match.deal;
  const terms = match.table.terms[deal.contracts];
  const redealsLeft = deal.redeals < MAX_REDEALS;
  if (from <= STAGES.redealBefore && terms.redealBefore && redealsLeft) return askRedeal(deal, log);
  if (from <= STAGES.contract && deal.contracts === 0) {
    deal.phase = "contract";
    deal.turn = deal.king;
    return;
  }
  if (from <= STAGES.redealAfter && terms.redealAfter && redealsLeft) return askRedeal(deal, log);
  if (from <= STAGES.doubling && terms.doublable !== 0) {
    deal.phase = "doubling";
    deal.turn = match.table.rules.doubling.order === "sequential" ? deal.king : -1;
    log?.push({ type: "doubling_asked" });
    return;
  }
  enterPlay(match, log);
}

function askRedeal(deal: Deal, log: EventSink): void {
  deal.phase = "redeal";
  deal.turn = -1;
  log?.push({ type: "redeal_asked" });
}

/** Throws the pack in and deals the next one; number, king, dealer and a contract named already stay. */
export function redealPack(match: Match, claimant: number, dealing: Dealing, log: EventSink): void {
  const deal = match.deal;
  const thrownIn = deal.hands,
    thrownPack = deal.pack;
  deal.pack = ++match.packs;
  deal.hands = dealing.pack(deal.pack).slice();
  deal.redeals++;
  deal.announced = -1;
  log?.push({
    type: "redealt",
    claimant: claimant as Seat,
    thrownIn: makeHands(thrownIn),
    thrownPack,
    pack: deal.pack,
    openHands: match.table.rules.openHands,
    hands: makeHands(deal.hands),
  });
  enterStage(match, match.table.rules.redeal.timing === "before_contract" ? "redealBefore" : "redealAfter", log);
}

/** Begins the play of the cards: the first trick, or the layout. */
export function enterPlay(match: Match, log: EventSink): void {
  const deal = match.deal;
  const layout = (deal.contracts & X) !== 0;
  deal.phase = layout ? "layout" : "tricks";
  deal.turn = deal.leader = firstSeat(match.table.rules, deal.contracts, deal.king, deal.dealer);
  deal.cardsOut = match.table.terms[deal.contracts].countingCards;
  if (layout) startLayout(match, deal, log);
}

/** The hands as they were dealt: what is still held and what was played. */
export function dealtHands(deal: Deal): Hands {
  const hands = deal.hands.slice();
  for (const play of deal.plays) {
    const card = playCard(play);
    if (card !== PASS) hands[playSeat(play) * 4 + SUIT_OF[card]] |= BIT_OF[card];
  }
  return hands;
}

/** Books a played-out deal, whose points stand already, and goes on to the next one or to the end of the match. */
export function finishDeal(match: Match, dealing: Dealing, log: EventSink): void {
  const deal = match.deal;
  deal.phase = "done";
  deal.turn = -1;
  log?.push({ type: "deal_scored", points: deal.points.slice(), hands: makeHands(dealtHands(deal)), pack: deal.pack });
  match.deals = [
    ...match.deals,
    {
      number: deal.number,
      kingdom: kingdomNumber(match),
      tiebreak: deal.tiebreak,
      king: deal.king,
      contracts: deal.contracts,
      points: deal.points,
      places: deal.places,
    },
  ];
  if (match.tiebreak !== null) match.tiebreak = narrowTie(match, match.tiebreak, deal.points);
  else if (!closeMatchDeal(match, deal, log)) return startDeal(match, dealing, log);
  const tiebreak = match.tiebreak;
  if (tiebreak !== null && tiebreak.tied.length > (match.table.partners ? 2 : 1) && tiebreak.deals < 3) {
    log?.push({
      type: "tiebreak_started",
      number: tiebreak.deals + 1,
      tied: tiebreak.tied.slice() as Seat[],
      firsts: tiebreak.firsts,
    });
    return startDeal(match, dealing, log);
  }
  match.result = resultOf(match);
  match.tiebreak = null;
  log?.push({ type: "game_finished", result: match.result });
}

/** Adds a match deal to the totals and closes its kingdom if that is complete. Returns whether the match's last deal is played. */
function closeMatchDeal(match: Match, deal: Deal, log: EventSink): boolean {
  const { rules } = match.table;
  for (let seat = 0; seat < 4; seat++) match.totals[seat] += deal.points[seat];
  match.used |= deal.contracts;
  if (rules.practice === null && match.used !== ALL_CONTRACTS) return false;
  log?.push({ type: "kingdom_ended", kingdom: match.kings.length, totals: match.totals.slice() });
  const over =
    rules.practice === null ? match.kings.length === rules.kingdoms : match.deals.length === rules.practice.deals;
  if (over) match.tiebreak = decideTie(match);
  else match.used = 0;
  return over;
}
