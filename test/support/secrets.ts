/**
 * What an audience may know of a seeded game, worked out beside the server from the seed and the actions alone; and the
 * scan of whole answers for anything else.
 */

import assert from "node:assert/strict";
import { apply, type Match, parseAction, type Rules, type Seat, startMatch } from "../../src/engine/index.ts";
import { CHAIN_LENGTH, chainOf, type Packs, rootOfSeed, toHex } from "../../src/game/dealing.ts";
import { PACK, packIndex, SEATS } from "./play.ts";
import { packsOfSeed } from "./scenes.ts";

/** Every card that is written anywhere in a text, action ids included. */
const cardsIn = (text: string): string[] => text.match(/(?:[AKQJT2-9]|10)[SHDC](?![a-z])/g) ?? [];

const cardName = (card: number): string => PACK[packIndex(card)];

interface Numbered {
  seq: number;
  type: string;
}

export class Secrets {
  readonly #packs: Packs;
  readonly #links: string[];
  #match: Match;
  /** `seq` of the event that dealt the pack on the table: all that came before is public. */
  #dealtAt = 0;

  constructor(rules: Rules, seed: string) {
    this.#packs = packsOfSeed(seed);
    this.#links = chainOf(rootOfSeed(seed)).map(toHex);
    this.#match = startMatch(rules, this.#packs).match;
  }

  /** One action that the server has taken, with the events that it told of. */
  follow(seat: number, action: string, events: readonly Numbered[]): void {
    const applied = apply(this.#match, seat, parseAction(action)!, this.#packs);
    assert.ok(applied.ok);
    this.#match = applied.match;
    this.dealt(events);
  }

  /** Takes note of where the newest pack was dealt. */
  dealt(events: readonly Numbered[]): void {
    for (const { seq, type } of events)
      if (type === "deal_started" || type === "hands_dealt" || type === "redealt")
        this.#dealtAt = Math.max(this.#dealtAt, seq);
  }

  get phase(): string {
    return this.#match.deal.phase;
  }

  /** The hands on the table as they were dealt. */
  get hands(): string[][] {
    const masks = this.#packs.pack(this.#match.deal.pack);
    return SEATS.map((seat) =>
      Array.from({ length: 52 }, (_, card) => card)
        .filter((card) => (masks[seat * 4 + Math.floor(card / 13)] & (1 << (card % 13))) !== 0)
        .map(cardName),
    );
  }

  /** The cards of the running deal that `who` may know; all, once the match is over. */
  known(who: Seat | null): Set<string> {
    const { deal, result, table } = this.#match;
    if (result !== null || table.rules.openHands) return new Set(PACK);
    // Before its contract a pack may still be to be dealt.
    const isDealt = deal.hands.some((mask) => mask !== 0) || deal.plays.length > 0;
    const known = new Set(who === null || !isDealt ? [] : this.hands[who]);
    for (const play of deal.plays) if ((play & 63) < 52) known.add(cardName(play & 63));
    for (const mask of deal.doubled)
      for (const [bit, card] of ["QS", "KH", "QH", "QD", "QC"].entries())
        if ((mask & (1 << bit)) !== 0) known.add(card);
    if (deal.announced >= 0) known.add("7H");
    if (deal.twosExposed) for (const two of ["2S", "2H", "2D", "2C"]) known.add(two);
    return known;
  }

  /** Asserts that an answer to `who` tells no card that this reader may not know, and no link of a pack that is not over. */
  scan(what: string, text: string, who: Seat | null): void {
    const secretLinks = this.#links.slice(
      this.#match.result === null ? this.#match.deal.pack : this.#match.packs + 1,
      CHAIN_LENGTH + 1,
    );
    for (const hex of text.match(/[0-9a-f]{64}/g) ?? [])
      assert.ok(!secretLinks.includes(hex), `${what} tells a link that is still secret`);
    const known = this.known(who);
    const reader = who === null ? "the public" : `seat ${who}`;
    for (const card of cardsIn(this.#running(text)))
      assert.ok(known.has(card), `${what} tells ${reader} of the ${card} in ${this.phase}`);
  }

  /** The answer without what is over: events before the pack on the table was dealt, and the finished deals of a record. */
  #running(text: string): string {
    const json = JSON.parse(text) as { data?: Numbered[]; events?: Numbered[]; format?: string; deals?: unknown[] };
    // What a redeal threw in is over, what it dealt is not.
    const running = (events: Numbered[] | undefined) =>
      events
        ?.filter(({ seq }) => seq >= this.#dealtAt)
        .map((event) =>
          event.seq === this.#dealtAt && event.type === "redealt" ? { ...event, thrownIn: null } : event,
        );
    if (json.format !== undefined) {
      assert.equal(json.deals!.length, this.#match.deals.length, "a record holds a deal that is not over");
      return "";
    }
    // What public play tells names the cards that are still out, all of them, for everybody alike; its own tests hold it to that.
    return JSON.stringify({ ...json, knowledge: undefined, data: running(json.data), events: running(json.events) });
  }
}
