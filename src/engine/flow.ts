/** From pack to pack: how a deal begins, which phases it has, how kingdoms and the match end (docs/rules.md sections 1 and 5). */

import { BIT_OF, emptyHands, type Hands, makeHands, type Seat, SUIT_OF } from "./cards.ts";
import { ALL_CONTRACTS, type ContractMask, K, makeContracts, parseContracts, X } from "./contracts.ts";
import type { EventSink } from "./events.ts";
import { crown, isNamedFirst } from "./kings.ts";
import { startLayout } from "./layout.ts";
import { type Deal, type Dealing, emptyDeal, kingdomNumber, type Match, PASS, playCard, playSeat } from "./match.ts";
import { claimsNow } from "./redeal.ts";
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
  deal.tiebreak = tiebreak !== null;
  deal.number = tiebreak === null ? match.deals.length + 1 : tiebreak.deals + 1;
  match.deal = deal;
  if (tiebreak === null) crown(match, deal, dealing);
  else deal.king = rules.tiebreak === "king_of_hearts_deal" ? match.kings[0] : playoffKing(match, tiebreak.tied);
  deal.dealer = match.firstDealer < 0 ? deal.king : (match.firstDealer + match.deals.length) & 3;
  if (tiebreak !== null) deal.contracts = rules.tiebreak === "king_of_hearts_deal" ? K : 0;
  else if (rules.practice !== null) {
    const { contracts } = rules.practice;
    deal.contracts = parseContracts([contracts[(deal.number - 1) % contracts.length]]) ?? 0;
  }
  const isBlind = deal.contracts === 0 && isNamedFirst(match);
  if (deal.hands.length === 0) deal.hands = isBlind ? emptyHands() : dealing.pack(deal.pack).slice();
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
    hands: isBlind ? null : makeHands(deal.hands),
  });
  if (isBlind) askContract(deal);
  else enterRedeal(match, log);
}

/** The king has named the contract. Where it comes before the cards, they are dealt now. */
export function nameContract(match: Match, contracts: ContractMask, dealing: Dealing, log: EventSink): void {
  const deal = match.deal;
  const king = deal.king as Seat;
  deal.contracts = contracts;
  log?.push({ type: "contract_chosen", seat: king, king, contracts: makeContracts(contracts) });
  if (isNamedFirst(match)) {
    deal.hands = dealing.pack(deal.pack).slice();
    log?.push({ type: "hands_dealt", openHands: match.table.rules.openHands, hands: makeHands(deal.hands) });
  }
  enterRedeal(match, log);
}

function askContract(deal: Deal): void {
  deal.phase = "contract";
  deal.turn = deal.king;
}

/** Asks for redeals where these hands could bring one now; else goes on. */
export function enterRedeal(match: Match, log: EventSink): void {
  const deal = match.deal;
  if (claimsNow(match) === 0 || deal.redeals === MAX_REDEALS) return leaveRedeal(match, log);
  deal.phase = "redeal";
  deal.turn = -1;
  log?.push({ type: "redeal_asked" });
}

/** The cards stand: on to the contract, or where it is named to the doubling, or where nothing can be doubled to the play. */
export function leaveRedeal(match: Match, log: EventSink): void {
  const deal = match.deal;
  if (deal.contracts === 0) return askContract(deal);
  if (match.table.terms[deal.contracts].doublable === 0) return enterPlay(match, log);
  deal.phase = "doubling";
  deal.turn = match.table.rules.doubling.order === "sequential" ? deal.king : -1;
  log?.push({ type: "doubling_asked" });
}

/** Throws the pack in and deals the next one; number, king, dealer and a contract named already stay. The same claims are asked for again. */
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
  enterRedeal(match, log);
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
  const isTied = tiebreak !== null && tiebreak.tied.length > (match.table.partners ? 2 : 1);
  if (isTied && tiebreak.deals < match.table.rules.tiebreakDeals) {
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
