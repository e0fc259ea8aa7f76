/** The engine against the oracle: everything that docs/rules.md settles, compared after every action of a match. */

import assert from "node:assert/strict";
import {
  type Action,
  apply,
  awaitedSeats,
  type Dealing,
  legalActions,
  type Match,
  type MatchEvent,
  type Rules,
  viewFor,
} from "../../src/engine/index.ts";
import { heldBy, MatchHistory } from "./history.ts";
import * as oracle from "./oracle.ts";
import { PACK, revokesOf, SEATS, type Watcher } from "./play.ts";
import { subsets } from "./probe.ts";
import type { Random } from "./random.ts";

/** A deal as the oracle knows it, with what the history adds. */
type Deal = MatchHistory["deal"];

const sorted = (lists: readonly (readonly string[])[]) => lists.map((list) => list.join(" ")).sort();

/** The option set that the oracle makes of a request must be the engine's. */
export function sameRules(rules: Rules, request: Record<string, unknown>): oracle.OracleRules {
  const own = oracle.resolveRules(request);
  assert.deepEqual(rules, own);
  return own;
}

/**
 * Compares phases, whose turn, legal lists, refusals, scores, kings, dealers, claims, ties and the result. `share` of the
 * positions in play, of the tricks and of the passes are looked at, and everything else always.
 */
export function watchOracle(rules: oracle.OracleRules, dealing: Dealing, random: Random, share = 1): Watcher {
  const history = new MatchHistory();
  const often = new Set(["passed", "trick_taken"]);
  return ({ after, events }) => {
    for (const event of events) {
      if (!often.has(event.type) || random.chance(share)) compareEvent(rules, history, event, dealing);
      history.add(event);
      if (event.type === "deal_started") compareStart(rules, history, event, dealing);
      if (event.type === "deal_scored" && random.chance(share))
        assert.equal(oracle.validateHistory(rules, history.deal), null);
    }
    if (after.result !== null || random.chance(share)) compareTotals(rules, history, after);
    if (after.result !== null) compareResult(rules, history, after);
    else if (after.deal.plays.length === 0 || random.chance(share))
      comparePosition(rules, history, after, dealing, random);
  };
}

const tiebreakKind = (rules: oracle.OracleRules, deal: Deal): oracle.TiebreakKind | null =>
  deal.kingdom === null ? (rules.tiebreak as oracle.TiebreakKind) : null;

const comesFirst = (rules: oracle.OracleRules, deal: Deal): boolean =>
  oracle.contractComesFirst(rules, tiebreakKind(rules, deal), deal.settledBySeven);

/** King, dealer, number, contract and cards of a fresh deal. */
function compareStart(
  rules: oracle.OracleRules,
  history: MatchHistory,
  event: MatchEvent & { type: "deal_started" },
  dealing: Dealing,
): void {
  const earlier = history.deals.slice(0, -1);
  const king = oracle.kingOfDeal(
    rules,
    earlier,
    event.hands,
    rules.firstKing === "drawn" ? dealing.firstKing() : undefined,
  );
  assert.equal(event.king, king.king, "king");
  assert.equal(event.sevenOfHearts, king.announced, "announced seven");
  const over = oracle.matchOver(rules, earlier);
  const tie = over ? oracle.tiebreakNeeded(rules, earlier) : null;
  assert.equal(event.tiebreak, over);
  assert.equal(event.kingdom === null, over);
  assert.equal(event.number, 1 + earlier.filter((deal) => (deal.kingdom === null) === over).length, "deal number");
  const fixed =
    tie !== null
      ? (tie.contracts ?? [])
      : rules.practice !== null
        ? [rules.practice.contracts[(event.number - 1) % rules.practice.contracts.length]]
        : [];
  assert.deepEqual(event.contracts, fixed, "contract known from the start");
  const namedFirst = fixed.length === 0 && comesFirst(rules, history.deal);
  assert.equal(event.hands === null, namedFirst, "the cards come after the contract");
}

/** What an event tells, against the history before it. */
function compareEvent(rules: oracle.OracleRules, history: MatchHistory, event: MatchEvent, dealing: Dealing): void {
  const deal = history.deal;
  switch (event.type) {
    case "deal_started":
      assert.equal(
        event.dealer,
        oracle.dealerOf(rules, dealing.firstDealer(), history.deals.length) ?? event.king,
        "dealer",
      );
      return;
    case "redealt":
      assert.equal(
        event.claimant,
        oracle.claimant(
          rules,
          deal.king,
          deal.claims!.map((claim) => claim === true),
        ),
        "claimant",
      );
      assert.deepEqual(event.thrownIn, deal.hands);
      return;
    case "doubling_closed":
      assert.deepEqual(
        event.doubled,
        SEATS.flatMap((seat) => deal.answers[seat]!.map((card) => ({ seat, card }))),
      );
      return;
    case "passed": {
      const { toAct, mustPass } = oracle.dealState(rules, deal);
      assert.deepEqual([toAct, mustPass], [event.seat, true], "a pass");
      return;
    }
    case "trick_taken": {
      const plays = deal.plays.slice(-4);
      assert.deepEqual(
        event.cards,
        plays.map((play) => ("card" in play ? play.card : "")),
      );
      assert.equal(event.leader, plays[0].seat);
      assert.deepEqual(event.points, oracle.pointsSoFar(rules, deal), "points so far");
      const { trick, tricksTaken } = oracle.dealState(rules, deal);
      if (trick !== null) assert.equal(trick.leader, event.winner, "the winner leads");
      const { tricksTaken: earlier } = oracle.dealState(rules, { ...deal, plays: deal.plays.slice(0, -1) });
      assert.equal(
        tricksTaken.findIndex((count, seat) => count > earlier[seat]),
        event.winner,
        "winner",
      );
      return;
    }
    case "twos_exposed":
      assert.deepEqual(
        { afterPlays: deal.plays.length, cards: event.cards },
        oracle.exposedTwos(rules, deal),
        "exposed twos",
      );
      return;
    case "revoked":
      assert.deepEqual(deal.plays[oracle.revokeIndex(rules, deal)!], { seat: event.seat, card: event.card });
      return;
    case "deal_scored":
      assert.ok(oracle.dealState(rules, deal).over, "the deal is scored before it is over");
      assert.deepEqual(event.points, oracle.scoreDeal(rules, deal), "points");
      assert.deepEqual(event.hands, deal.hands);
      assert.equal(deal.shownTwos === null, oracle.exposedTwos(rules, deal) === null, "twos are shown or not");
      return;
    case "tiebreak_started": {
      const tie = oracle.tiebreakNeeded(rules, history.deals);
      assert.deepEqual(event.tied, tie?.tied, "tied");
      return;
    }
  }
}

/** Phase, seats awaited and their legal lists, against the history alone. */
function comparePosition(
  rules: oracle.OracleRules,
  history: MatchHistory,
  match: Match,
  dealing: Dealing,
  random: Random,
): void {
  const deal = history.deal;
  const first = comesFirst(rules, deal);
  const isNamed = deal.contracts.length > 0;
  const occurs = oracle.phases(rules, deal.contracts, deal.redeals.length, tiebreakKind(rules, deal), first);
  const phase =
    occurs.redealBefore && !isNamed && !deal.stands
      ? "redeal"
      : occurs.contract && !isNamed
        ? "contract"
        : occurs.redealAfter && !deal.stands
          ? "redeal"
          : occurs.doubling && !deal.doublingClosed
            ? "doubling"
            : deal.contracts.includes("trix")
              ? "layout"
              : "tricks";
  assert.equal(match.deal.phase, phase, "phase");
  const legal = SEATS.map((seat) => legalActions(match, seat));
  const awaits = (seats: readonly number[]) => {
    assert.deepEqual(awaitedSeats(match), seats, "awaited");
    for (const [seat, list] of legal.entries()) assert.equal(list.length > 0, seats.includes(seat));
  };
  switch (phase) {
    case "redeal": {
      const waiting = SEATS.filter((seat) => deal.claims![seat] === null);
      awaits(waiting);
      for (const seat of waiting) {
        const timing = isNamed ? "after_contract" : "before_contract";
        const may = oracle.mayClaimRedeal(rules, deal.hands[seat], timing, deal.contracts, first);
        assert.deepEqual(
          legal[seat].map((action) => action.type === "redeal" && action.claim).sort(),
          may ? [false, true] : [false],
          "redeal",
        );
      }
      return;
    }
    case "contract": {
      awaits([deal.king]);
      assert.deepEqual(viewFor(match, "public").deal.handSizes, Array(4).fill(first ? 0 : 13), "sizes of hands");
      const choices =
        deal.kingdom === null
          ? oracle.contractChoices({ ...rules, mode: "classic" }, [])
          : oracle.contractChoices(rules, oracle.usedInKingdom(rules, history.deals.slice(0, -1)));
      assert.deepEqual(
        sorted(legal[deal.king].map((action) => (action.type === "choose_contract" ? action.contracts : []))),
        sorted(choices),
      );
      return;
    }
    case "doubling": {
      const open = SEATS.map((i) => (deal.king + i) % 4).filter((seat) => deal.answers[seat] === null);
      const waiting = rules.doubling.order === "sequential" ? open.slice(0, 1) : open.sort();
      awaits(waiting);
      for (const seat of waiting) {
        const sets = subsets(oracle.doublable(rules, deal.contracts, deal.hands[seat]));
        assert.deepEqual(
          sorted(legal[seat].map((action) => (action.type === "double" ? action.cards : ["?"]))),
          sorted(sets),
          "doubling",
        );
      }
      return;
    }
    default:
      comparePlay(rules, deal, match, legal, dealing, random);
  }
}

/** The play of the cards: whose turn, what is legal, what is a revoke, the trick, and why a random action is refused. */
function comparePlay(
  rules: oracle.OracleRules,
  deal: Deal,
  match: Match,
  legal: readonly Action[][],
  dealing: Dealing,
  random: Random,
): void {
  const state = oracle.dealState(rules, deal);
  assert.ok(!state.over, "the deal goes on after its end");
  const seat = awaitedSeats(match)[0];
  assert.deepEqual(awaitedSeats(match), [state.toAct]);
  for (const [other, list] of legal.entries()) assert.equal(list.length > 0, other === seat);
  assert.ok(!(state.mustPass && rules.layoutPass === "auto"), "a forced pass is left to the seat");
  assert.deepEqual(
    legal[seat],
    state.mustPass ? [{ type: "pass" }] : state.legal.map((card) => ({ type: "play", card })),
    "legal plays",
  );
  if (rules.revoke === "penalize") {
    assert.deepEqual(
      revokesOf(match, seat, legal[seat]),
      state.revokes.map((card) => ({ type: "play", card })),
      "revokes",
    );
  }
  const view = viewFor(match, "public").deal;
  assert.equal(view.heartsBroken, state.heartsBroken, "hearts broken");
  assert.deepEqual(view.places, state.places);
  assert.deepEqual(
    view.taken.map((taken) => taken.tricks),
    state.tricksTaken,
  );
  if (state.trick !== null) {
    assert.deepEqual(view.trick, { number: 1 + state.tricksTaken.reduce((a, b) => a + b, 0), ...state.trick });
  }
  assert.deepEqual(
    view.handSizes,
    SEATS.map((other) => heldBy(deal, other).length),
  );
  if (!random.chance(0.2)) return;
  const who = random.chance(0.7) ? seat : random.pick(SEATS);
  const play = random.chance(0.1) ? null : (random.pick(random.chance(0.8) ? heldBy(deal, who) : PACK) ?? PACK[0]);
  const applied = apply(match, who, play === null ? { type: "pass" } : { type: "play", card: play }, dealing);
  // docs/api.md section 1 row 3: what the phase does not take is refused before whose turn it is.
  const reason =
    play === null && !deal.contracts.includes("trix")
      ? "wrong_phase"
      : oracle.refusal(rules, deal, play === null ? { seat: who, pass: true } : { seat: who, card: play });
  assert.equal(applied.ok ? null : applied.error, reason, `seat ${who} plays ${play}`);
}

/** What a view says of the totals at this moment: the finished deals and the running one, as far as everybody has seen it. */
function compareTotals(rules: oracle.OracleRules, history: MatchHistory, match: Match): void {
  const points = history.deals.map((deal) => deal.points ?? oracle.pointsSoFar(rules, deal));
  const sums = SEATS.map((seat) =>
    points.reduce((sum, each, i) => sum + (history.deals[i].kingdom === null ? 0 : each[seat]), 0),
  );
  const view = viewFor(match, "public");
  assert.deepEqual(view.totals, sums, "totals at this moment");
  assert.deepEqual(view.deal.points, points.at(-1), "points of the deal so far");
  if (match.result !== null) assert.deepEqual(view.totals, match.result.totals);
  const teams = rules.partnership === "opposite" ? [sums[0] + sums[2], sums[1] + sums[3]] : null;
  assert.deepEqual(view.teams?.map(({ total }) => total) ?? null, teams, "totals of the teams");
}

/** Totals, places, winners, and that no tie-break is left out. */
function compareResult(rules: oracle.OracleRules, history: MatchHistory, match: Match): void {
  assert.ok(oracle.matchOver(rules, history.deals), "the match ends before its last kingdom");
  assert.equal(oracle.tiebreakNeeded(rules, history.deals), null, "a tie-break is left out");
  const { totals, places, winners } = match.result!;
  assert.deepEqual({ totals, places, winners }, oracle.finalResult(rules, history.deals));
}
