import type { OracleDeal } from "./oracle-cards.ts";
import {
  at,
  cardsPlayedBy,
  handAfter,
  holderOf,
  inPackOrder,
  isQueen,
  PACK,
  RANKS,
  rankOf,
  rightOf,
  SEATS,
  SUITS,
  suitOf,
  turnOrder,
} from "./oracle-cards.ts";
import type { OracleRules } from "./oracle-rules.ts";

export type OracleTrick = { leader: number; plays: { seat: number; card: string }[] };
export type FinishedTrick = OracleTrick & { winner: number };

export type OracleState = {
  over: boolean;
  /** `null` once the deal is over. */
  toAct: number | null;
  /** Cards the seat to act may legally play; never a revoke. */
  legal: string[];
  /** Layout: the seat to act can play nothing. */
  mustPass: boolean;
  /** Cards accepted only as revokes, under `revoke: penalize`. */
  revokes: string[];
  /** The trick under way, with no plays before its lead; `null` in the layout and when no trick is under way. */
  trick: OracleTrick | null;
  /** Finished tricks by seat. */
  tricksTaken: number[];
  /** Whether a heart has been discarded on a lead of another suit, whatever `heartLead` says. */
  heartsBroken: boolean;
  /** Layout: seats in the order they went out; the fourth is added when the deal is over. */
  places: number[];
};

/** Who dealt: the king, or under `dealer: rotates` the seat the deal names. */
export function dealerOfDeal(rules: OracleRules, deal: OracleDeal): number {
  if (rules.dealer === "king") return deal.king;
  if (deal.dealer === null) throw new Error("a rotating dealer must be named in the deal");
  return deal.dealer;
}

/** The seat with the first turn of the deal. */
export function opener(rules: OracleRules, deal: OracleDeal): number {
  const option = deal.contracts.includes("trix") ? rules.layoutStart : rules.firstLead;
  return option === "king" ? deal.king : rightOf(dealerOfDeal(rules, deal));
}

/** The seat whose card wins four (or fewer) plays: the highest of the led suit. */
export function winnerOf(plays: { seat: number; card: string }[]): number {
  const led = suitOf(at(plays, 0).card);
  const follows = plays.filter((play) => suitOf(play.card) === led);
  for (const rank of RANKS) {
    const highest = follows.find((play) => rankOf(play.card) === rank);
    if (highest) return highest.seat;
  }
  throw new Error("no card of the led suit");
}

/** The index in `plays` of the card that revoked, or `null`; only `revoke: penalize` knows one. */
export function revokeIndex(rules: OracleRules, deal: OracleDeal): number | null {
  if (rules.revoke !== "penalize" || deal.contracts.includes("trix")) return null;
  const cards = cardPlays(deal);
  for (const [index, play] of cards.entries()) {
    const led = suitOf(at(cards, index - (index % 4)).card);
    const couldFollow = handAfter(deal, play.seat, index).some((card) => suitOf(card) === led);
    if (suitOf(play.card) !== led && couldFollow) return index;
  }
  return null;
}

/** The finished tricks of a trick deal; a trick in which a seat revoked is never finished. */
export function finishedTricks(rules: OracleRules, deal: OracleDeal): FinishedTrick[] {
  const cards = cardPlays(deal);
  const revoked = revokeIndex(rules, deal) ?? Number.POSITIVE_INFINITY;
  const tricks: FinishedTrick[] = [];
  for (let first = 0; first + 4 <= cards.length && first + 4 <= revoked; first += 4) {
    const plays = cards.slice(first, first + 4);
    tricks.push({ leader: at(plays, 0).seat, plays, winner: winnerOf(plays) });
  }
  return tricks;
}

/** Whether the card scores by itself under these contracts, be it 0 points. */
export function counts(contracts: string[], card: string): boolean {
  return (
    (contracts.includes("king_of_hearts") && card === "KH") ||
    (contracts.includes("queens") && isQueen(card)) ||
    (contracts.includes("diamonds") && suitOf(card) === "D")
  );
}

/** The state of a deal in its play phase, recomputed from the history alone; the history must be legal. */
export function dealState(rules: OracleRules, deal: OracleDeal): OracleState {
  if (deal.contracts.length === 0) throw new Error("no contract is named");
  return deal.contracts.includes("trix") ? layoutState(rules, deal) : trickState(rules, deal);
}

function trickState(rules: OracleRules, deal: OracleDeal): OracleState {
  const finished = finishedTricks(rules, deal);
  const underWay = cardPlays(deal).slice(finished.length * 4);
  const leader = finished.length === 0 ? opener(rules, deal) : at(finished, finished.length - 1).winner;
  const revoked = revokeIndex(rules, deal) !== null;
  const over = revoked || finished.length === 13 || endedEarly(rules, deal);

  const state: OracleState = {
    over,
    toAct: null,
    legal: [],
    mustPass: false,
    revokes: [],
    trick: over && !revoked ? null : { leader, plays: underWay },
    tricksTaken: SEATS.map((seat) => finished.filter((trick) => trick.winner === seat).length),
    heartsBroken: heartsBroken(deal),
    places: [],
  };
  if (over) return state;

  const seat = at(turnOrder(leader), underWay.length);
  const hand = inPackOrder(handAfter(deal, seat));
  state.toAct = seat;
  state.legal = hand.filter((card) => trickRefusal(rules, deal, seat, card) === null);
  if (rules.revoke === "penalize") {
    state.revokes = hand.filter((card) => trickRefusal(rules, deal, seat, card) === "must_follow_suit");
  }
  return state;
}

/** Why the seat to act may not play this card of its hand, or `null`. */
function trickRefusal(rules: OracleRules, deal: OracleDeal, seat: number, card: string): string | null {
  const hand = handAfter(deal, seat);
  const underWay = cardPlays(deal).slice(finishedTricks(rules, deal).length * 4);
  const withKing = deal.contracts.includes("king_of_hearts");

  if (underWay.length === 0) {
    const banApplies = withKing && (deal.contracts.length === 1 || rules.heartLeadInCombined);
    if (!banApplies || suitOf(card) !== "H") return null;
    if (rules.heartLead === "free") return null;
    if (hand.every((held) => suitOf(held) === "H")) return null;
    if (rules.heartLead === "until_broken" && heartsBroken(deal)) return null;
    return "heart_lead_forbidden";
  }

  const led = suitOf(at(underWay, 0).card);
  const aceLies = underWay.some((play) => play.card === "AH");
  if (rules.kingUnderAce && withKing && led === "H" && aceLies && hand.includes("KH")) {
    return card === "KH" ? null : "must_play_king";
  }
  if (hand.some((held) => suitOf(held) === led)) return suitOf(card) === led ? null : "must_follow_suit";
  if (withKing && rules.voidDiscard === "must_discard_king" && hand.includes("KH") && card !== "KH") {
    return "must_discard_king";
  }
  if (rules.voidDiscard === "must_discard_penalties") {
    const penalties = hand.filter((held) => counts(deal.contracts, held));
    if (penalties.length > 0 && !penalties.includes(card)) return "must_discard_penalty";
  }
  return null;
}

function heartsBroken(deal: OracleDeal): boolean {
  const cards = cardPlays(deal);
  return cards.some((play, index) => {
    const led = suitOf(at(cards, index - (index % 4)).card);
    return suitOf(play.card) === "H" && led !== "H";
  });
}

function endedEarly(rules: OracleRules, deal: OracleDeal): boolean {
  if (!rules.earlyEnd || deal.contracts.includes("tricks")) return false;
  const taken = finishedTricks(rules, deal).flatMap((trick) => trick.plays.map((play) => play.card));
  return PACK.filter((card) => counts(deal.contracts, card)).every((card) => taken.includes(card));
}

function layoutState(rules: OracleRules, deal: OracleDeal): OracleState {
  const out: number[] = [];
  for (const index of deal.plays.keys()) {
    for (const seat of SEATS) {
      if (handAfter(deal, seat, index + 1).length === 0 && !out.includes(seat)) out.push(seat);
    }
  }
  const over = out.length === 3;
  const state: OracleState = {
    over,
    toAct: null,
    legal: [],
    mustPass: false,
    revokes: [],
    trick: null,
    tricksTaken: [0, 0, 0, 0],
    heartsBroken: false,
    places: over ? [...out, ...SEATS.filter((seat) => !out.includes(seat))] : out,
  };
  if (over) return state;

  const last = deal.plays.at(-1);
  const first = last === undefined ? opener(rules, deal) : rightOf(last.seat);
  const seat = turnOrder(first).find((candidate) => handAfter(deal, candidate).length > 0);
  if (seat === undefined) throw new Error("nobody holds a card");
  state.toAct = seat;
  state.legal = inPackOrder(handAfter(deal, seat)).filter((card) => fitsLayout(deal, card));
  state.mustPass = state.legal.length === 0;
  return state;
}

/** A jack opens its row; any other card needs its neighbour on the jack's side on the table. */
function fitsLayout(deal: OracleDeal, card: string): boolean {
  const table = SEATS.flatMap((seat) => cardsPlayedBy(deal, seat));
  const place = RANKS.indexOf(rankOf(card));
  const jack = RANKS.indexOf("J");
  if (place === jack) return true;
  const neighbour = place < jack ? place + 1 : place - 1;
  return table.includes(at(RANKS, neighbour) + suitOf(card));
}

/**
 * Why this play is refused as the next of the deal, or `null` if it is accepted, be it as a revoke.
 * The words are the error codes of docs/api.md.
 */
export function refusal(rules: OracleRules, deal: OracleDeal, play: OracleDeal["plays"][number]): string | null {
  const layout = deal.contracts.includes("trix");
  const state = dealState(rules, deal);
  if (state.over) return "wrong_phase";
  if (play.seat !== state.toAct) return "not_your_turn";
  if (!("card" in play)) {
    if (!layout) return "wrong_phase";
    return state.mustPass ? null : "must_play";
  }
  if (!handAfter(deal, play.seat).includes(play.card)) return "card_not_in_hand";
  if (state.legal.includes(play.card) || state.revokes.includes(play.card)) return null;
  return layout ? "not_playable_on_layout" : trickRefusal(rules, deal, play.seat, play.card);
}

/** The four 2s that became public and after how many plays, or `null` while nothing was shown. */
export function exposedTwos(
  rules: OracleRules,
  deal: OracleDeal,
): { afterPlays: number; cards: { seat: number; card: string }[] } | null {
  if (rules.exposeTwos === "off" || !deal.contracts.includes("trix") || deal.plays.length < 4) return null;
  const cards = SUITS.map((suit) => ({ seat: holderOf(deal.hands, `2${suit}`), card: `2${suit}` }));
  const teams = new Set(cards.map(({ seat }) => seat % 2));
  const withheld = rules.partnership === "opposite" && teams.size === 1;
  return { afterPlays: 4, cards: withheld ? [] : cards };
}

function cardPlays(deal: OracleDeal): { seat: number; card: string }[] {
  const cards: { seat: number; card: string }[] = [];
  for (const play of deal.plays) {
    if ("card" in play) cards.push({ seat: play.seat, card: play.card });
  }
  return cards;
}
