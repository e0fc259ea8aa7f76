import assert from "node:assert/strict";
import { describe, expect, test } from "vitest";
import {
  type Audience,
  dealsSeen,
  isFinished,
  type MatchEvent,
  type MovedEvent,
  type RecordedDeal,
  type Rules,
  recordDeals,
} from "../../src/engine/index.ts";
import { AUDIENCES, Knowledge } from "../support/knowledge.ts";
import { movedMatch, seenBy } from "../support/notations.ts";
import { PACK, SEATS } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";
import { type RulesAsked, randomRules } from "../support/random-rules.ts";

type Moved = MatchEvent & { by?: MovedEvent["by"] };

/** What one audience knows of each deal, told by the full events one by one: a second reading of the rules on who knows what. */
class Memory {
  readonly deals: RecordedDeal[] = [];
  readonly #audience: Audience;
  readonly #rules: Rules;

  constructor(rules: Rules, audience: Audience) {
    this.#rules = rules;
    this.#audience = audience;
  }

  #hands(hands: RecordedDeal["hands"] | null): RecordedDeal["hands"] {
    return SEATS.map((seat) => (this.#rules.openHands || seat === this.#audience ? (hands?.[seat] ?? null) : null));
  }

  add(event: Moved): void {
    const deal = this.deals.at(-1)!;
    const mark = event.by === "bot" || event.by === "clock" ? { by: event.by } : {};
    switch (event.type) {
      case "deal_started": {
        const { number, kingdom, king, dealer, contracts } = event;
        this.deals.push({
          number,
          kingdom,
          king,
          dealer,
          hands: this.#hands(event.hands),
          redeals: [],
          contracts,
          doubled: [],
          plays: [],
          points: [],
          ...(event.tiebreak && { tiebreak: true as const }),
        });
        break;
      }
      case "hands_dealt":
        deal.hands = this.#hands(event.hands);
        break;
      case "redealt":
        deal.redeals.push({ seat: event.claimant, hands: event.thrownIn });
        deal.hands = this.#hands(event.hands);
        break;
      case "contract_chosen":
        deal.contracts = event.contracts;
        break;
      case "doubling_answered":
        if (this.#rules.doubling.order === "sequential" || event.seat === this.#audience)
          deal.doubled.push(...event.cards.map((card) => ({ seat: event.seat, card })));
        break;
      case "doubling_closed":
        deal.doubled = [...event.doubled];
        break;
      case "card_played":
        deal.plays.push({ seat: event.seat, card: event.card, ...mark });
        break;
      case "passed":
        deal.plays.push({ seat: event.seat, pass: true, ...mark });
        break;
      case "revoked":
        deal.revoke = { seat: event.seat, card: event.card };
        break;
      case "deal_scored":
        deal.hands = event.hands;
        deal.points = event.points;
        break;
    }
  }
}

/** Doublings in the order of seats and cards: which came first is no part of what this checks. */
const sorted = (deal: RecordedDeal): RecordedDeal => ({
  ...deal,
  doubled: deal.doubled.toSorted((a, b) => a.seat - b.seat || PACK.indexOf(a.card) - PACK.indexOf(b.card)),
});

interface Seen {
  moments: number;
  redeals: number;
  ownDoublings: number;
  closedDoublings: number;
  open: number;
  undealt: number;
}

/** At every event of a match, for the four seats and the public. */
function check(seed: string, request: (random: ReturnType<typeof randomFrom>) => RulesAsked, seen: Seen): void {
  const random = randomFrom(seed);
  const asked = request(random);
  try {
    const { rules, events } = movedMatch(asked, random, 0.02);
    for (const audience of AUDIENCES) {
      const projected: MovedEvent[] = [];
      const memory = new Memory(rules, audience);
      const knowledge = new Knowledge(rules, audience);
      let isDealt = false;
      for (const event of events) {
        projected.push(seenBy(event, audience));
        memory.add(event);
        knowledge.add(event);
        const deals = dealsSeen(projected, audience);
        const last = deals.at(-1)!;
        assert.deepEqual(sorted(last), sorted(memory.deals.at(-1)!));
        assert.equal(deals.length, memory.deals.length);
        assert.equal(isFinished(last), last.points.length > 0);
        // The packs thrown in are open to all; of the one in play nobody may be told what they do not know.
        knowledge.scan(JSON.stringify({ ...last, redeals: [] }), `the replay at ${event.type}`);
        if (event.type === "deal_started" || event.type === "hands_dealt") isDealt = event.hands !== null;
        if (!isDealt) {
          assert.deepEqual(last.hands, [null, null, null, null]);
          seen.undealt++;
        } else if (!rules.openHands && !isFinished(last)) {
          assert.deepEqual(
            last.hands.map((hand) => hand !== null),
            SEATS.map((seat) => seat === audience),
          );
        }
        seen.moments++;
        seen.redeals += last.redeals.length;
        if (event.type === "doubling_answered" && last.doubled.length > 0) seen.ownDoublings++;
        if (event.type === "doubling_closed" && last.doubled.length > 0) seen.closedDoublings++;
        if (rules.openHands) seen.open++;
      }
      assert.deepEqual(dealsSeen(projected, audience), memory.deals);
      assert.deepEqual(recordDeals(projected), memory.deals, "a whole match is the same for everybody");
    }
  } catch (error) {
    throw new Error(`match "${seed}" under ${JSON.stringify(asked)}: ${(error as Error).message}`, { cause: error });
  }
}

const nothing = (): Seen => ({ moments: 0, redeals: 0, ownDoublings: 0, closedDoublings: 0, open: 0, undealt: 0 });

describe("a seat's replay", () => {
  test("holds at every event exactly what the seat knew then, and no card beyond, under random option sets", () => {
    const seen = nothing();
    for (let i = 0; i < 20; i++)
      check(
        `replay view ${i}`,
        (random) => ({
          ...randomRules(random),
          kingdoms: 1,
          mode: random.pick(["classic", "complex", "combination"]),
          practice: undefined,
        }),
        seen,
      );
    expect(seen.moments).toBeGreaterThan(10_000);
    for (const count of [seen.redeals, seen.ownDoublings, seen.closedDoublings, seen.open, seen.undealt])
      expect(count).toBeGreaterThan(20);
  });

  test("the same with redeals and hidden doublings, in a match of preset trex", () => {
    const seen = nothing();
    check("replay view trex", () => ({ preset: "trex", kingdoms: 2 }), seen);
    expect(seen.redeals).toBeGreaterThan(0);
  });

  test("asked again for an earlier moment it tells no more than it did then: later events change nothing that was given out", () => {
    const { events } = movedMatch({ kingdoms: 1 }, randomFrom("earlier"));
    for (const audience of AUDIENCES) {
      const projected = events.map((event) => seenBy(event, audience));
      const before = projected.map((_, i) => JSON.stringify(dealsSeen(projected.slice(0, i + 1), audience).at(-1)));
      dealsSeen(projected, audience);
      const after = projected.map((_, i) => JSON.stringify(dealsSeen(projected.slice(0, i + 1), audience).at(-1)));
      expect(after).toEqual(before);
    }
  });
});
