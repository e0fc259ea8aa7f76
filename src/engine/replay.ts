/** Replaying a record: every deal is played again through `apply`, and must come out as it is written. */

import type { Action } from "./actions.ts";
import { apply, forfeit, startMatch } from "./apply.ts";
import { type Card, type Hands, PACK, parseHands, SEATS, type Seat } from "./cards.ts";
import { parseContracts } from "./contracts.ts";
import { eventFor, type MatchEvent } from "./events.ts";
import type { Refusal } from "./legal.ts";
import { type Dealing, isAwaited, type Match } from "./match.ts";
import { type MatchRecord, type RecordedDeal, recordDeals, recordScores } from "./record.ts";
import { mayClaimRedeal } from "./redeal.ts";
import { dealOut } from "./shuffle.ts";

/** Where and why a record fails. `deal` is a label as in the text notation: `3`, `T1` for a tie-break. */
export interface ReplayFault {
  deal: string | null;
  /** From 1, where cards were being played. */
  trick: number | null;
  code: Refusal | "bad_hands" | "hidden_hand" | "does_not_match" | "incomplete" | "too_many_deals";
  message: string;
}

export type Replayed =
  | {
      ok: true;
      match: Match;
      /** Whether the match is over; else `match.deal` beyond the recorded deals is not meaningful. */
      finished: boolean;
      events: MatchEvent[];
    }
  | { ok: false; fault: ReplayFault };

class Fault extends Error {
  readonly fault: ReplayFault;
  constructor(fault: ReplayFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Ends the replay: what is wrong with a deal, or with the record as a whole. */
function fail(
  deal: RecordedDeal | null,
  code: ReplayFault["code"],
  message: string,
  trick: number | null = null,
): never {
  throw new Fault({ deal: deal === null ? null : label(deal), trick, code, message });
}

const label = (deal: RecordedDeal): string => (deal.tiebreak ? `T${deal.number}` : `${deal.number}`);

/** The packs of a record in the order of dealing. */
const packsOf = (deals: readonly RecordedDeal[]): Hands[] =>
  deals.flatMap((deal) => [...deal.redeals.map(({ hands }) => packOf(deal, hands)), packOf(deal, deal.hands)]);

function packOf(deal: RecordedDeal, hands: readonly (readonly Card[] | null)[]): Hands {
  const shown = hands.filter((hand) => hand !== null);
  if (shown.length < hands.length)
    fail(deal, "hidden_hand", `Deal ${label(deal)} hides a hand. Only a complete record can be replayed.`);
  try {
    return parseHands(shown);
  } catch (error) {
    fail(deal, "bad_hands", `Deal ${label(deal)}: ${(error as Error).message}.`);
  }
}

/** The trick that is being played, from 1. */
const trickIn = ({ deal }: Match): number | null => (deal.phase === "tricks" ? (deal.plays.length >> 2) + 1 : null);

/** Plays a record's deals again. Never throws on any record of the right shape: the answer says what is wrong, and where. */
export function replayRecord(
  record: Pick<MatchRecord, "rules" | "firstDealer" | "deals" | "forfeits" | "result" | "scores">,
): Replayed {
  try {
    return replay(record);
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault };
    throw error;
  }
}

function replay(
  record: Pick<MatchRecord, "rules" | "firstDealer" | "deals" | "forfeits" | "result" | "scores">,
): Replayed {
  const packs = packsOf(record.deals);
  // A record of a running match ends before the next pack is known: any pack will do, since nothing of it is read.
  const unknown = dealOut(PACK);
  const dealing: Dealing = {
    pack: (k) => packs[k - 1] ?? unknown,
    firstDealer: () => record.firstDealer ?? 0,
    firstKing: () => record.deals[0]?.king ?? 0,
  };
  const started = startMatch(record.rules, dealing);
  const events = started.events;
  let match = started.match;
  const forfeits = record.forfeits ?? [];
  for (const deal of record.deals) {
    if (match.result !== null) {
      fail(deal, "too_many_deals", `Deal ${label(deal)} comes after the end of the match.`);
    }
    for (const { seat } of forfeits.filter((each) => each.deal === match.deals.length + 1))
      match = forfeit(match, seat);
    match = replayDeal(match, deal, dealing, events);
  }
  compare(record.deals, recordDeals(events.map((event) => eventFor(event, "public"))));
  const scores = recordScores(record.deals);
  const finished = match.result !== null;
  if (JSON.stringify(scores) !== JSON.stringify(record.scores)) {
    fail(
      null,
      "does_not_match",
      `The deals add up to ${scores.join(", ")}, but the record says ${record.scores.join(", ")}.`,
    );
  }
  if (record.result !== null && !same(record.result, match.result)) {
    fail(null, "does_not_match", "The result does not follow from the deals.");
  }
  return { ok: true, match, finished, events };
}

/** Carries out one recorded deal: whatever is asked next is answered as the record says. */
function replayDeal(match: Match, deal: RecordedDeal, dealing: Dealing, events: MatchEvent[]): Match {
  const booked = match.deals.length;
  let redone = 0;
  const act = (seat: Seat, action: Action, message: string) => {
    const applied = apply(match, seat, action, dealing);
    if (!applied.ok) {
      const trick = trickIn(match);
      fail(
        deal,
        applied.error,
        `Deal ${label(deal)}${trick === null ? "" : `, trick ${trick}`}: ${message} (${applied.error}).`,
        trick,
      );
    }
    match = applied.match;
    events.push(...applied.events);
  };
  while (match.deals.length === booked) {
    const { phase, king, redeals, plays } = match.deal;
    redone = redeals;
    switch (phase) {
      case "redeal": {
        const claimant = claimantNow(match, deal, deal.redeals[redeals]?.seat);
        for (const seat of SEATS)
          act(seat, { type: "redeal", claim: seat === claimant }, `seat ${seat} can't claim a redeal`);
        break;
      }
      case "contract":
        act(
          king as Seat,
          { type: "choose_contract", contracts: deal.contracts },
          `seat ${king} can't name ${deal.contracts.join(", ") || "nothing"}`,
        );
        break;
      case "doubling": {
        const seat = SEATS.find((each) => isAwaited(match, each) && (match.deal.turn < 0 || match.deal.turn === each))!;
        const cards = deal.doubled.filter((card) => card.seat === seat).map((card) => card.card);
        act(seat, { type: "double", cards }, `seat ${seat} can't double ${cards.join(", ")}`);
        break;
      }
      default: {
        const play = deal.plays[plays.length];
        if (play === undefined) {
          fail(deal, "incomplete", `Deal ${label(deal)} stops before it is over.`, trickIn(match));
        }
        if ("pass" in play) act(play.seat, { type: "pass" }, `seat ${play.seat} can't pass`);
        else act(play.seat, { type: "play", card: play.card }, `seat ${play.seat} can't play ${play.card}`);
      }
    }
  }
  if (redone !== deal.redeals.length) {
    fail(
      deal,
      "does_not_match",
      `Deal ${label(deal)}: the record has ${deal.redeals.length} redeals, but only ${redone} are possible.`,
    );
  }
  return match;
}

/**
 * The seat of the next redeal in the record, where it claimed it in this phase: at the first time at which its hand entitles
 * it to. It waits for the phase after the contract only where there is one, else it is a fault now.
 */
function claimantNow(match: Match, deal: RecordedDeal, claimant: Seat | undefined): Seat | undefined {
  const isLast = match.deal.contracts !== 0 || match.table.terms[parseContracts(deal.contracts) ?? 0].claimsAfter === 0;
  return claimant === undefined || isLast || mayClaimRedeal(match, claimant) ? claimant : undefined;
}

const same = (a: unknown, b: unknown): boolean => {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
};

/** Compares the written deals with the replayed ones, field by field; who moved is not the rules' affair. */
function compare(written: readonly RecordedDeal[], replayed: readonly RecordedDeal[]): void {
  written.forEach((deal, i) => {
    const other = replayed[i];
    const plain = (plays: RecordedDeal["plays"]) => plays.map(({ by: _, ...play }) => play);
    for (const key of [
      "number",
      "kingdom",
      "king",
      "dealer",
      "tiebreak",
      "contracts",
      "redeals",
      "doubled",
      "revoke",
      "points",
    ] as const) {
      if (same(deal[key], other?.[key])) continue;
      fail(
        deal,
        "does_not_match",
        `Deal ${label(deal)}: ${key} should be ${JSON.stringify(other?.[key] ?? null)}, but the record says ${JSON.stringify(deal[key] ?? null)}.`,
      );
    }
    if (!same(plain(deal.plays), plain(other.plays))) {
      fail(
        deal,
        "does_not_match",
        `Deal ${label(deal)}: the plays are not in the order in which they must have been made.`,
      );
    }
  });
}
