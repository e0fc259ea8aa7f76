/** Hidden information: what an audience may know, worked out from raw events apart from the engine, and scans for anything else. */

import assert from "node:assert/strict";
import {
  type Audience,
  awaitedSeats,
  eventFor,
  legalActions,
  type Match,
  type MatchEvent,
  type Rules,
  sampleFrom,
  searchFrom,
  viewFor,
} from "../../src/engine/index.ts";
import { handOf, inPackOrder, PACK, SEATS, type Watcher } from "./play.ts";
import type { Random } from "./random.ts";

export const AUDIENCES: readonly Audience[] = [0, 1, 2, 3, "public"];

/** Marks over PACK: 1 for a card. */
type Cards = Uint8Array;
const INDEX = new Map<string, number>(PACK.map((card, i) => [card, i]));
const mark = (cards: Cards, some: Iterable<string>): void => {
  for (const card of some) cards[INDEX.get(card)!] = 1;
};

const RANK_AT = new Int8Array(256).fill(-1),
  SUIT_AT = new Int8Array(256).fill(-1);
[..."AKQJT98765432"].forEach((rank, i) => {
  RANK_AT[rank.charCodeAt(0)] = i;
});
[..."SHDC"].forEach((suit, i) => {
  SUIT_AT[suit.charCodeAt(0)] = i;
});

/** Every card that any two neighbouring bytes of a text spell, as places in PACK. No byte is left out, ids and keys included. */
export function cardsIn(text: string): Set<number> {
  const found = new Set<number>();
  let rank = -1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (rank >= 0 && code < 256 && SUIT_AT[code] >= 0) found.add(SUIT_AT[code] * 13 + rank);
    rank = code < 256 ? RANK_AT[code] : -1;
  }
  return found;
}

/**
 * What one audience may know of the pack on the table, event by event: its own cards, plays, doublings once they are closed
 * (at once where they go in turn), the announced 7♥, exposed twos, open hands, and everything once the deal is over.
 */
export class Knowledge {
  readonly audience: Audience;
  readonly cards: Cards = new Uint8Array(52);
  readonly rules: Rules;

  constructor(rules: Rules, audience: Audience) {
    this.rules = rules;
    this.audience = audience;
  }

  add(event: MatchEvent): void {
    switch (event.type) {
      case "deal_started":
        this.newPack(event.hands ?? []);
        if (event.sevenOfHearts !== null) mark(this.cards, ["7H"]);
        return;
      case "hands_dealt":
      case "redealt":
        this.newPack(event.hands);
        return;
      case "doubling_answered":
        if (this.rules.doubling.order === "sequential") mark(this.cards, event.cards);
        return;
      case "doubling_closed":
        mark(
          this.cards,
          event.doubled.map(({ card }) => card),
        );
        return;
      case "card_played":
        mark(this.cards, [event.card]);
        return;
      case "twos_exposed":
        mark(
          this.cards,
          event.cards.map(({ card }) => card),
        );
        return;
      case "deal_scored":
        this.cards.fill(1);
        return;
    }
  }

  private newPack(hands: readonly (readonly string[])[]): void {
    this.cards.fill(0);
    if (this.rules.openHands) this.cards.fill(1);
    if (this.audience !== "public") mark(this.cards, hands[this.audience] ?? []);
  }

  /** Throws where a text spells a card that this audience may not know. */
  scan(text: string, what: string): void {
    for (const card of cardsIn(text))
      assert.equal(this.cards[card], 1, `${what} for ${this.audience} contains ${PACK[card]}: ${text}`);
  }
}

/** Scans every view and every event of a match, for all five audiences, for cards that these may not know. */
export function watchLeaks(rules: Rules): Watcher {
  const all = AUDIENCES.map((audience) => new Knowledge(rules, audience));
  const published: { event: MatchEvent; texts: string[] }[] = [];
  return ({ after, events }) => {
    for (const event of events) {
      const texts = all.map((knowledge) => {
        knowledge.add(event);
        const read = eventFor(event, knowledge.audience);
        const text = JSON.stringify(read);
        assert.equal(read.type, event.type);
        if (read.type === "redealt" && event.type === "redealt") {
          // The pack thrown in is public, and told beside the new one, which is not.
          assert.deepEqual(read.thrownIn, event.thrownIn);
          knowledge.scan(JSON.stringify({ ...read, thrownIn: null }), "the redeal");
        } else {
          knowledge.scan(text, event.type);
        }
        return text;
      });
      published.push({ event, texts });
    }
    for (const knowledge of all) {
      const view = viewFor(after, knowledge.audience);
      knowledge.scan(JSON.stringify(view), `the view in phase ${after.deal.phase}`);
      if (view.you !== null)
        assert.deepEqual(
          view.you.hand,
          inPackOrder(view.you.hand),
          "a hand stands in another order than the shown one",
        );
    }
    if (after.result === null) return;
    for (const { event, texts } of published) {
      for (const [i, audience] of AUDIENCES.entries())
        assert.equal(JSON.stringify(eventFor(event, audience)), texts[i], "a published event changed");
    }
  };
}

/** Deals the cards that an audience cannot know to other hands, whatever play has told of them, as many to each as before, and answers hidden questions anew. */
export function resample(match: Match, audience: Audience, known: Cards, random: Random): Match {
  const copy = searchFrom(match);
  const { deal } = copy;
  const others = SEATS.filter((seat) => seat !== audience);
  const hidden = others.map((seat) =>
    handOf(match, seat)
      .map((card) => INDEX.get(card)!)
      .filter((card) => known[card] === 0),
  );
  const cards = random.shuffled(hidden.flat());
  others.forEach((seat, i) => {
    for (const card of hidden[i]) deal.hands[seat * 4 + Math.floor(card / 13)] &= ~(1 << (12 - (card % 13)));
    for (const card of cards.splice(0, hidden[i].length))
      deal.hands[seat * 4 + Math.floor(card / 13)] |= 1 << (12 - (card % 13));
  });
  for (const seat of others) {
    if (deal.turn >= 0 || deal.answers[seat] < 0) continue;
    const offered = legalActions({ ...copy, deal: { ...deal, answers: [-1, -1, -1, -1] } }, seat);
    const chosen = random.pick(offered);
    if (chosen.type === "redeal") deal.answers[seat] = chosen.claim ? 1 : 0;
    if (chosen.type === "double")
      deal.answers[seat] = chosen.cards.reduce(
        (mask, card) => mask | (1 << ["QS", "KH", "QH", "QD", "QC"].indexOf(card)),
        0,
      );
  }
  return copy;
}

/** However the cards that an audience cannot know may lie, in ways that play allows and in others, its view, its legal actions and its events are the same bytes. */
export function watchResampling(rules: Rules, random: Random): Watcher {
  const all = AUDIENCES.map((audience) => new Knowledge(rules, audience));
  return ({ after, events }) => {
    for (const knowledge of all) {
      for (const event of events) {
        knowledge.add(event);
        const other = otherTruth(event, knowledge, random);
        assert.equal(
          JSON.stringify(eventFor(other, knowledge.audience)),
          JSON.stringify(eventFor(event, knowledge.audience)),
          `${event.type} tells ${knowledge.audience} more than it may know`,
        );
      }
      const { audience } = knowledge;
      const view = viewFor(after, audience);
      const others = [resample(after, audience, knowledge.cards, random)];
      if (view.you !== null && random.chance(0.3))
        others.push(sampleFrom({ ...view, you: view.you }, rules, random.word));
      for (const other of others) {
        assert.equal(
          JSON.stringify(viewFor(other, audience)),
          JSON.stringify(view),
          `the view of ${audience} depends on hidden cards`,
        );
        if (audience !== "public") assert.deepEqual(legalActions(other, audience), legalActions(after, audience));
        assert.deepEqual(awaitedSeats(other), awaitedSeats(after));
      }
    }
  };
}

/** The same event with everything changed that its audience may not know. */
function otherTruth(event: MatchEvent, { audience, cards, rules }: Knowledge, random: Random): MatchEvent {
  switch (event.type) {
    case "deal_started":
    case "hands_dealt":
    case "redealt": {
      if (event.hands === null) return event;
      const rest = random.shuffled(PACK.filter((_, i) => cards[i] === 0));
      return {
        ...event,
        hands: event.hands.map((hand) =>
          inPackOrder(hand.map((card) => (cards[INDEX.get(card)!] === 1 ? card : rest.pop()!))),
        ),
      };
    }
    case "redeal_answered":
      return event.seat === audience ? event : { ...event, claim: !event.claim };
    case "doubling_answered":
      return event.seat === audience || rules.doubling.order === "sequential"
        ? event
        : { ...event, cards: event.cards.length > 0 ? [] : ["KH"] };
    default:
      return event;
  }
}
