/** Records of matches for tests: made from the events, replayed, and spoilt in every way that a record can be. */

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import {
  type Dealing,
  eventFor,
  type Match,
  type MatchEvent,
  type MatchRecord,
  makeNotation,
  parseNotation,
  type RecordedDeal,
  type ReplayFault,
  recordDeals,
  recordScores,
  replayRecord,
  type Seat,
  saveMatch,
} from "../../src/engine/index.ts";
import {
  contractComesFirst,
  dealState,
  mayClaimRedeal,
  type OracleDeal,
  type OracleRules,
  type RedealTiming,
  scoreDeal,
  type TiebreakKind,
  validateHistory,
} from "./oracle.ts";
import { SEATS, type Watcher } from "./play.ts";
import type { Random } from "./random.ts";

export type Replayable = Pick<MatchRecord, "rules" | "firstDealer" | "deals" | "result" | "scores">;

/** The record of a match so far, as plain JSON of its own. */
export function recordOf(match: Match, events: readonly MatchEvent[], dealing: Dealing): Replayable {
  const { rules } = match.table;
  const deals = recordDeals(events.map((event) => eventFor(event, "public")));
  const record: Replayable = {
    rules,
    deals,
    scores: recordScores(deals),
    result: match.result,
    firstDealer: rules.dealer === "rotates" ? (dealing.firstDealer() as Seat) : null,
  };
  return JSON.parse(JSON.stringify(record)) as Replayable;
}

/** The same with what a game adds: its id, day, names and commitment. */
const wholeRecord = (record: Replayable): MatchRecord => ({
  format: "trix-record/1",
  id: "gm_test",
  date: "2026-11-30",
  commitment: "00".repeat(32),
  seats: SEATS.map((seat) => ({ name: `Seat ${seat}`, kind: "player" })),
  status: record.result === null ? "playing" : "finished",
  ...record,
});

/** The record replays to the very state and events of the match, finished or after any whole deal of it, and its text reads back the same. */
export function watchRecord(dealing: Dealing, onFinished: (record: Replayable) => void = () => {}): Watcher {
  const log: MatchEvent[] = [];
  return ({ after, events }) => {
    log.push(...events);
    if (!events.some((event) => event.type === "deal_scored")) return;
    const record = recordOf(after, log, dealing);
    const written = JSON.stringify(record);
    const replayed = replayRecord(record);
    assert.ok(replayed.ok, `the record is refused: ${JSON.stringify(replayed)}`);
    assert.equal(JSON.stringify(record), written, "replaying changed the record");
    assert.equal(replayed.finished, after.result !== null);
    const whole = wholeRecord(record);
    const read = parseNotation(makeNotation(whole));
    assert.ok(read.ok, `the text of the record is refused: ${JSON.stringify(read)}`);
    assert.deepStrictEqual(JSON.parse(JSON.stringify(read.record)), whole, "the text loses something");
    assert.deepEqual(record.scores, after.totals);
    if (after.result === null) {
      assert.deepStrictEqual(replayed.match.deals, after.deals);
      assert.deepStrictEqual(replayed.match.totals, after.totals);
      return;
    }
    assert.deepStrictEqual(saveMatch(replayed.match), saveMatch(after), "the replayed match is another");
    if (!isOpenWhen(record)) assert.deepStrictEqual(replayed.events, told(log), "the replayed events are others");
    onFinished(record);
  };
}

/** The log as a record can give it back: it does not keep who else claimed a redeal, nor in which order hidden answers came. */
function told(log: readonly MatchEvent[]): MatchEvent[] {
  const out: MatchEvent[] = [];
  for (let i = 0; i < log.length; i++) {
    const event = log[i];
    if (event.type !== "redeal_answered" && event.type !== "doubling_answered") {
      out.push(event);
      continue;
    }
    const four = log.slice(i, i + 4) as (typeof event)[];
    i += 3;
    const next = log[i + 1];
    const claimant = next?.type === "redealt" ? next.claimant : -1;
    if (event.type === "doubling_answered" && event.open) out.push(...four);
    else
      for (const seat of SEATS) {
        const answer = four.find((one) => one.seat === seat)!;
        out.push(answer.type === "redeal_answered" ? { ...answer, claim: seat === claimant } : answer);
      }
  }
  return out;
}

/** How a spoilt record must be refused. */
export interface Spoilt {
  what: string;
  record: Replayable;
  /** Label of the deal that the fault must name; `undefined` where it lies beyond the deals. */
  deal: string | undefined;
  /** The trick that the fault must name at the latest; `null` where none need be named. */
  trick: number | null;
}

/** The phases of a recorded deal, before and after its contract, in which a hand may claim a redeal. */
function claimable({ rules: own, deals }: Replayable, deal: RecordedDeal, hand: readonly string[]): RedealTiming[] {
  const rules = own as OracleRules;
  const kind = deal.tiebreak ? (rules.tiebreak as TiebreakKind) : null;
  const opensKingdom = deals.findIndex((each) => each.kingdom === deal.kingdom) === deals.indexOf(deal);
  const finder = deal.kingdom === 1 ? rules.firstKing : rules.kingdomRotation;
  const first = contractComesFirst(rules, kind, kind === null && opensKingdom && finder === "seven_of_hearts");
  return (["before_contract", "after_contract"] as const).filter((phase) =>
    mayClaimRedeal(rules, [...hand], phase, phase === "before_contract" ? [] : deal.contracts, first),
  );
}

const mightClaim = (record: Replayable, deal: RecordedDeal, hand: readonly string[]): boolean =>
  claimable(record, deal, hand).length > 0;

/** Whether a record leaves it open when a redeal was claimed: before the contract, or by another right after it. */
const isOpenWhen = (record: Replayable): boolean =>
  record.deals.some((deal) => deal.redeals.some(({ seat, hands }) => claimable(record, deal, hands[seat]!).length > 1));

const label = (deal: RecordedDeal): string => `${deal.tiebreak ? "T" : ""}${deal.number}`;
const isTricks = (deal: RecordedDeal) => !deal.contracts.includes("trix");

/** One spoilt copy of a record for each kind of fault that can be made in it. */
export function spoil(record: Replayable, random: Random): Spoilt[] {
  const spoilt: Spoilt[] = [];
  const add = (
    what: string,
    change: (copy: Replayable, deal: RecordedDeal, at: number) => number | null | false,
    pick = (_: RecordedDeal) => true,
  ) => {
    const copy = structuredClone(record);
    const suitable = copy.deals.filter(pick);
    if (suitable.length === 0) return;
    const deal = random.pick(suitable);
    const at = random.below(deal.plays.length);
    const trick = change(copy, deal, at);
    if (trick !== false)
      spoilt.push({ what, record: copy, deal: label(deal), trick: trick !== null && isTricks(deal) ? trick : null });
  };
  const trickOf = (at: number) => (at >> 2) + 1;
  add("a point more", (_, deal) => {
    deal.points[random.below(4)] += 5;
    return null;
  });
  add("points of two seats swapped", (_, deal) => {
    const [a, b] = random.shuffled(SEATS);
    if (deal.points[a] === deal.points[b]) return false;
    [deal.points[a], deal.points[b]] = [deal.points[b], deal.points[a]];
    return null;
  });
  add("two cards swapped between hands", (_, deal, at) => {
    const play = deal.plays[at];
    if (!("card" in play)) return false;
    const other = (play.seat + 1 + random.below(3)) % 4;
    const [mine, theirs] = [deal.hands[play.seat]!, deal.hands[other]!];
    const i = random.below(13);
    [mine[mine.indexOf(play.card)], theirs[i]] = [theirs[i], play.card];
    return trickOf(at);
  });
  add("a card twice in the hands", (_, deal) => {
    deal.hands[0]![0] = deal.hands[1]![0];
    return null;
  });
  add("a card too few", (_, deal) => {
    deal.hands[random.below(4)]!.pop();
    return null;
  });
  add("a card that does not exist", (_, deal) => {
    deal.hands[2]![3] = "1S" as "AS";
    return null;
  });
  add("a hidden hand", (_, deal) => {
    deal.hands[random.below(4)] = null;
    return null;
  });
  add("a play by another seat", (_, deal, at) => {
    if ("pass" in deal.plays[at]) return false;
    deal.plays[at].seat = ((deal.plays[at].seat + 1 + random.below(3)) % 4) as Seat;
    return trickOf(at);
  });
  add("a play by no seat", (_, deal, at) => {
    deal.plays[at].seat = random.pick([-1, 4]) as Seat;
    return "pass" in deal.plays[at] ? null : trickOf(at);
  });
  add("a card played twice", (_, deal, at) => {
    const play = deal.plays[at],
      earlier = deal.plays.slice(0, at).filter((one) => one.seat === play.seat && "card" in one);
    if ("pass" in play || earlier.length === 0) return false;
    play.card = (random.pick(earlier) as typeof play).card;
    return trickOf(at);
  });
  add("a play left out", (_, deal, at) => {
    deal.plays.splice(at, 1);
    return Math.max(trickOf(at + 1), 1);
  });
  add("a play put in", (_, deal, at) => {
    deal.plays.splice(at, 0, structuredClone(deal.plays[at]));
    return null;
  });
  add(
    "a pass in a trick",
    (_, deal, at) => {
      deal.plays[at] = { seat: deal.plays[at].seat, pass: true };
      return trickOf(at);
    },
    isTricks,
  );
  add("the last play left out", (_, deal) => {
    deal.plays.pop();
    return trickOf(deal.plays.length);
  });
  add("a play after the end", (_, deal) => {
    deal.plays.push({ seat: 0, card: "2S" });
    return null;
  });
  add("another king", (_, deal) => {
    deal.king = ((deal.king + 1) % 4) as Seat;
    return null;
  });
  add("another dealer", (_, deal) => {
    deal.dealer = ((deal.dealer + 1) % 4) as Seat;
    return null;
  });
  add("another number", (_, deal) => {
    deal.number += 1;
    return null;
  });
  add("another kingdom", (_, deal) => {
    deal.kingdom = (deal.kingdom ?? 0) + 1;
    return null;
  });
  add("a contract used before", (copy, deal) => {
    const earlier = copy.deals.filter(
      (one) => one.kingdom === deal.kingdom && one !== deal && one.number < deal.number,
    );
    if (deal.kingdom === null || copy.rules.mode === "practice" || earlier.length === 0) return false;
    deal.contracts = earlier[0].contracts;
    return null;
  });
  add("no contract", (_, deal) => {
    deal.contracts = [];
    return null;
  });
  add("a card doubled that is not held", (_, deal) => {
    const card = random.pick(["KS", "2D", "AH"] as const);
    deal.doubled.push({ seat: 0, card });
    return null;
  });
  add(
    "a doubled card with another seat",
    (_, deal) => {
      deal.doubled[0].seat = ((deal.doubled[0].seat + 1) % 4) as Seat;
      return null;
    },
    (deal) => deal.doubled.length > 0,
  );
  add(
    "a claimant who does not qualify",
    (copy, deal) => {
      const { seat, hands } = deal.redeals[0];
      const other = SEATS.find((one) => one !== seat && !mightClaim(copy, deal, hands[one]!));
      if (other === undefined) return false;
      deal.redeals[0].seat = other;
      return null;
    },
    (deal) => deal.redeals.length > 0,
  );
  add(
    "a redeal made up",
    (copy, deal) => {
      // One by a seat that qualifies might have been: nothing in a record can tell.
      const seat = SEATS.find((one) => !mightClaim(copy, deal, deal.hands[one]!));
      if (seat === undefined) return false;
      deal.redeals.push({ seat, hands: structuredClone(deal.hands) });
      return null;
    },
    (deal) => deal.redeals.length === 0,
  );
  add(
    "a revoke hidden",
    (_, deal) => {
      delete deal.revoke;
      return null;
    },
    (deal) => deal.revoke !== undefined,
  );
  add(
    "a revoke made up",
    (_, deal) => {
      deal.revoke = { seat: 0, card: "2S" };
      return null;
    },
    (deal) => deal.revoke === undefined,
  );
  const beyond = (what: string, change: (copy: Replayable) => void) => {
    const copy = structuredClone(record);
    change(copy);
    if (!isDeepStrictEqual(copy, record)) spoilt.push({ what, record: copy, deal: undefined, trick: null });
  };
  beyond("other scores", (copy) => {
    copy.scores[0] += 1;
  });
  beyond("another winner", (copy) => {
    if (copy.result !== null) copy.result.winners = [copy.result.winners[0] === 0 ? 1 : 0];
  });
  beyond("another place", (copy) => {
    if (copy.result !== null) copy.result.places[3] += 1;
  });
  beyond("a deal after the end", (copy) => {
    copy.deals.push(structuredClone(copy.deals[0]));
  });
  return spoilt;
}

/** Two plays of one seat in a trick deal change places: taken exactly if the oracle finds that legal and the points the same. */
export function swapPlays(record: Replayable, random: Random): { record: Replayable; taken: boolean } | null {
  const copy = structuredClone(record);
  const deal = random.pick(copy.deals);
  const seat = random.pick(SEATS);
  const [a, b] = random.shuffled(deal.plays.filter((play) => play.seat === seat)) as { seat: Seat; card: string }[];
  if (!isTricks(deal) || b === undefined || deal.revoke !== undefined) return null;
  [a.card, b.card] = [b.card, a.card];
  const rules = copy.rules as OracleRules,
    oracleDeal = deal as OracleDeal;
  const taken =
    validateHistory(rules, oracleDeal) === null &&
    dealState(rules, oracleDeal).over &&
    isDeepStrictEqual(scoreDeal(rules, oracleDeal), deal.points);
  return { record: copy, taken };
}

/** Reasons that concern the play of a card, so that the trick is known. */
const IN_PLAY = new Set([
  "card_not_in_hand",
  "not_your_turn",
  "wrong_phase",
  "must_follow_suit",
  "must_discard_king",
  "must_discard_penalty",
  "must_play_king",
  "heart_lead_forbidden",
  "incomplete",
]);

/** Replays a spoilt record and returns the fault, which must name the deal and, where cards were being played, the trick. */
export function mustRefuse({ what, record, deal, trick }: Spoilt): ReplayFault {
  const replayed = replayRecord(record);
  assert.ok(!replayed.ok, `taken although spoilt: ${what} in deal ${deal}`);
  const { fault } = replayed;
  if (deal !== undefined)
    assert.equal(fault.deal, deal, `${what}: the fault names deal ${fault.deal}: ${fault.message}`);
  if (trick !== null && IN_PLAY.has(fault.code)) {
    assert.ok(
      fault.trick !== null && fault.trick <= trick,
      `${what} in trick ${trick}: the fault names trick ${fault.trick}: ${fault.message}`,
    );
  }
  return fault;
}
