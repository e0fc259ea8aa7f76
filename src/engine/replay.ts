/** Replaying a record: every deal is played again through `apply`, and must come out as it is written. */

import type { Action } from "./actions.ts";
import { apply, forfeit, startMatch } from "./apply.ts";
import { type Card, type Hands, PACK, parseHands, SEATS, type Seat } from "./cards.ts";
import { parseContracts } from "./contracts.ts";
import { eventFor, type MatchEvent } from "./events.ts";
import { type Dealing, isAwaited, type Match } from "./match.ts";
import { shortened } from "./quote.ts";
import { type MatchRecord, type RecordedDeal, recordDeals, recordScores } from "./record.ts";
import { mayClaimRedeal } from "./redeal.ts";
import { fail, failIn, type ReplayFault, Unsound } from "./replay-fault.ts";
import { dealOut } from "./shuffle.ts";

export type Replayed =
  | {
      ok: true;
      match: Match;
      /** Whether the match is over; else `match.deal` beyond the recorded deals is not meaningful. */
      finished: boolean;
      events: MatchEvent[];
    }
  | { ok: false; fault: ReplayFault };

/** What a record says of how its match went: as much as it takes to play it again. */
type Played = Pick<MatchRecord, "rules" | "firstDealer" | "deals" | "forfeits" | "result" | "scores">;

/** The packs of a record in the order of dealing. */
const packsOf = (deals: readonly RecordedDeal[]): Hands[] =>
  deals.flatMap((deal, i) => [
    ...deal.redeals.map(({ hands }, n) => packOf(deal, i, `/redeals/${n}/hands`, hands)),
    packOf(deal, i, "/hands", deal.hands),
  ]);

function packOf(deal: RecordedDeal, index: number, within: string, hands: readonly (readonly Card[] | null)[]): Hands {
  const shown = hands.filter((hand) => hand !== null);
  if (shown.length < hands.length)
    failIn(deal, index, within, "hidden_hand", "a hand is hidden. Only a complete record can be replayed.");
  try {
    return parseHands(shown);
  } catch (error) {
    failIn(deal, index, within, "bad_hands", `${(error as Error).message}.`);
  }
}

/** The trick that is being played, from 1. */
const trickIn = ({ deal }: Match): number | null => (deal.phase === "tricks" ? (deal.plays.length >> 2) + 1 : null);

/** Plays a record's deals again. Never throws on any record of the right shape: the answer says what is wrong, and where. */
export function replayRecord(record: Played): Replayed {
  try {
    return replay(record);
  } catch (error) {
    if (error instanceof Unsound) return { ok: false, fault: error.fault };
    throw error;
  }
}

/** The same, where the caller catches `Unsound`. */
export function replay(record: Played): Replayed & { ok: true } {
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
  record.deals.forEach((deal, index) => {
    if (match.result !== null) failIn(deal, index, "", "too_many_deals", "the match is over before it.");
    for (const { seat } of forfeits.filter((each) => each.deal === match.deals.length + 1))
      match = forfeit(match, seat);
    match = replayDeal(match, deal, index, dealing, events);
  });
  compare(record.deals, recordDeals(events.map((event) => eventFor(event, "public"))));
  const scores = recordScores(record.deals);
  if (JSON.stringify(scores) !== JSON.stringify(record.scores)) {
    fail(
      "/scores",
      "does_not_match",
      `The deals add up to ${scores.join(", ")}, but the record says ${record.scores.join(", ")}.`,
    );
  }
  if (record.result !== null && !same(record.result, match.result)) {
    fail("/result", "does_not_match", "The result does not follow from the deals.");
  }
  return { ok: true, match, finished: match.result !== null, events };
}

/** Carries out one recorded deal: whatever is asked next is answered as the record says. */
function replayDeal(match: Match, deal: RecordedDeal, index: number, dealing: Dealing, events: MatchEvent[]): Match {
  const booked = match.deals.length;
  const act = (seat: Seat, action: Action, within: string, message: string) => {
    const applied = apply(match, seat, action, dealing);
    if (!applied.ok) failIn(deal, index, within, applied.error, `${message} (${applied.error}).`, trickIn(match));
    match = applied.match;
    events.push(...applied.events);
  };
  while (match.deals.length === booked) {
    const { phase, king, redeals, plays } = match.deal;
    // Behind the last question about a redeal: the pack that was thrown in would be played with.
    if (redeals < deal.redeals.length && phase !== "redeal" && phase !== "contract")
      failIn(deal, index, `/redeals/${redeals}`, "redeal_not_allowed", `redeal ${redeals + 1} isn't possible.`);
    switch (phase) {
      case "redeal": {
        const claimant = claimantNow(match, deal, deal.redeals[redeals]?.seat);
        for (const seat of SEATS)
          act(
            seat,
            { type: "redeal", claim: seat === claimant },
            `/redeals/${redeals}`,
            `seat ${seat} can't claim a redeal`,
          );
        break;
      }
      case "contract":
        act(
          king as Seat,
          { type: "choose_contract", contracts: deal.contracts },
          "/contracts",
          `seat ${king} can't name ${deal.contracts.join(", ") || "nothing"}`,
        );
        break;
      case "doubling": {
        const seat = SEATS.find((each) => isAwaited(match, each) && (match.deal.turn < 0 || match.deal.turn === each))!;
        const cards = deal.doubled.filter((card) => card.seat === seat).map((card) => card.card);
        act(seat, { type: "double", cards }, "/doubled", `seat ${seat} can't double ${cards.join(", ")}`);
        break;
      }
      default: {
        const at = plays.length;
        const play = deal.plays[at];
        if (play === undefined)
          failIn(deal, index, "/plays", "incomplete", "it stops before it is over.", trickIn(match));
        if ("pass" in play) act(play.seat, { type: "pass" }, `/plays/${at}`, `seat ${play.seat} can't pass`);
        else
          act(
            play.seat,
            { type: "play", card: play.card },
            `/plays/${at}`,
            `seat ${play.seat} can't play ${play.card}`,
          );
      }
    }
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
  const plain = ({ by: _, ...play }: RecordedDeal["plays"][number]) => play;
  written.forEach((deal, i) => {
    const other = replayed[i];
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
      const [expected, said] = [other?.[key], deal[key]].map((value) => shortened(JSON.stringify(value ?? null)));
      failIn(deal, i, `/${key}`, "does_not_match", `${key} should be ${expected}, but the record says ${said}.`);
    }
    const made = other.plays.map(plain);
    const odd = deal.plays.findIndex((play, n) => !same(plain(play), made[n]));
    if (odd >= 0 || deal.plays.length !== made.length)
      failIn(
        deal,
        i,
        `/plays/${odd < 0 ? made.length : odd}`,
        "does_not_match",
        "the plays are not in the order in which they must have been made.",
      );
  });
}
