/** Positions for tests: packs in which given cards lie where they should, and a table that plays them through the engine. */

import {
  type Action,
  apply,
  awaitedSeats,
  type Card,
  type Contract,
  type Dealing,
  legalActions,
  type Match,
  type MatchEvent,
  parseHands,
  type Seat,
  startMatch,
  viewFor,
} from "../../src/engine/index.ts";
import { cut, inPackOrder, PACK, rulesOf, SEATS } from "./play.ts";
import { randomFrom } from "./random.ts";
import type { RulesAsked } from "./random-rules.ts";

type Four<Item> = readonly [Item, Item, Item, Item];

export const cardsOf = (text: string): Card[] => text.split(/\s+/).filter((card) => card !== "") as Card[];

/** Four hands that hold at least these cards (`"KH 7H"`), filled up at random, where a seat is dealt none of the suits named (`"SD"`). */
export function handsHolding(
  held: Four<string>,
  without: Four<string> = ["", "", "", ""],
  seed: string | number = 1,
): Card[][] {
  const given = held.map(cardsOf);
  for (let attempt = 0; attempt < 1000; attempt++) {
    const hands = given.map((hand) => hand.slice());
    const random = randomFrom(`${seed} ${attempt}`);
    const rest = random.shuffled(PACK.filter((card) => !given.flat().includes(card)));
    // The suits that most seats refuse are placed first, while there is room.
    const refusals = (card: Card) => without.filter((suits) => suits.includes(card.charAt(1))).length;
    for (const card of rest.sort((a, b) => refusals(b) - refusals(a))) {
      const open = SEATS.filter((seat) => hands[seat].length < 13 && !without[seat].includes(card.charAt(1)));
      if (open.length > 0) hands[random.pick(open)].push(card);
    }
    if (hands.every((hand) => hand.length === 13)) return hands.map(inPackOrder);
  }
  throw new Error(`no such hands: ${held.join(" / ")} without ${without.join("/")}`);
}

/** Deals these packs in turn, then any others. */
export function fixedDealing(packs: readonly Card[][][], firstDealer = 0, firstKing = 0): Dealing {
  return {
    pack: (k) => parseHands(packs[k - 1] ?? cut(randomFrom(`spare pack ${k}`).shuffled(PACK))),
    firstDealer: () => firstDealer,
    firstKing: () => firstKing,
  };
}

/** A request for a single contract: seat with 7♥ is king, leads, and no contract is named. */
export const practising = (contract: Contract, more: RulesAsked = {}): RulesAsked => ({
  mode: "practice",
  practice: { contracts: [contract], deals: 1 },
  ...more,
});

/** A match played by script. Whatever is refused throws. */
export class TestTable {
  match: Match;
  readonly events: MatchEvent[] = [];
  readonly dealing: Dealing;

  constructor(request: RulesAsked, packs: readonly Card[][][], firstDealer = 0, firstKing = 0) {
    this.dealing = fixedDealing(packs, firstDealer, firstKing);
    const { match, events } = startMatch(rulesOf(request), this.dealing);
    this.match = match;
    this.events.push(...events);
  }

  act(seat: number, action: Action): this {
    const refused = this.refusal(seat, action);
    if (refused !== null) throw new Error(`seat ${seat} may not ${JSON.stringify(action)}: ${refused}`);
    return this;
  }

  /** Tries an action; where it is legal it is carried out. */
  refusal(seat: number, action: Action): string | null {
    const applied = apply(this.match, seat, action, this.dealing);
    if (!applied.ok) return applied.error;
    this.match = applied.match;
    this.events.push(...applied.events);
    return null;
  }

  get awaited(): Seat[] {
    return awaitedSeats(this.match);
  }
  get points(): number[] {
    return viewFor(this.match, "public").deal.points;
  }
  /** Points of the finished deals, oldest first. */
  get scored(): number[][] {
    return this.match.deals.map((deal) => deal.points.slice());
  }

  /** The cards that the seat on turn may play. */
  get legalCards(): Card[] {
    return legalActions(this.match, this.awaited[0]).flatMap((action) => (action.type === "play" ? [action.card] : []));
  }

  name(...contracts: Contract[]): this {
    return this.act(this.awaited[0], { type: "choose_contract", contracts });
  }

  /** All four answers to the doubling: `{ 1: "KH" }`. */
  double(cards: Readonly<Record<number, string>> = {}): this {
    while (this.match.deal.phase === "doubling")
      this.act(this.awaited[0], { type: "double", cards: cardsOf(cards[this.awaited[0]] ?? "") });
    return this;
  }

  /** All four answers to a redeal; these seats claim. */
  redeal(...claimants: number[]): this {
    for (const seat of this.awaited) this.act(seat, { type: "redeal", claim: claimants.includes(seat) });
    return this;
  }

  /** Cards in the order of play, whoever's turn it is. */
  play(cards: string): this {
    for (const card of cardsOf(cards)) this.act(this.awaited[0], { type: "play", card });
    return this;
  }

  /** First legal actions (nobody claims, nobody doubles) until `done`, or the end of the deal. */
  playOut(
    done: (table: this) => boolean = (() => {
      const { length } = this.match.deals;
      return () => this.match.deals.length > length;
    })(),
  ): this {
    while (this.match.result === null && !done(this))
      this.act(this.awaited[0], legalActions(this.match, this.awaited[0])[0]);
    return this;
  }
}
