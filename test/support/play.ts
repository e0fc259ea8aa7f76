/** Random matches for tests: packs from a seed, players that choose at random, and watchers that look at every step. */

import {
  type Action,
  apply,
  awaitedSeats,
  type Card,
  type Dealing,
  type Hands,
  legalActions,
  type Match,
  type MatchEvent,
  makeContracts,
  parseHands,
  type Rules,
  resolveRules,
  type Seat,
  startMatch,
} from "../../src/engine/index.ts";
import { type Random, randomFrom } from "./random.ts";
import type { RulesAsked } from "./random-rules.ts";

export const SEATS: readonly Seat[] = [0, 1, 2, 3];
/** All 52 cards in the order in which hands are shown, written out apart from the engine. */
export const PACK: readonly Card[] = [..."SHDC"].flatMap((suit) =>
  [..."AKQJT98765432"].map((rank) => `${rank}${suit}` as Card),
);
export const inPackOrder = (cards: readonly string[]): Card[] => PACK.filter((card) => cards.includes(card));

/** One action and what came of it; the first step of a match has none. */
export interface Step {
  before: Match | null;
  seat: Seat | null;
  action: Action | null;
  after: Match;
  events: MatchEvent[];
}

/** Looks at every step of one match in turn and throws where something is wrong. */
export type Watcher = (step: Step) => void;

/** A full option set from a request that must be good. */
export function rulesOf(request: RulesAsked = {}): Rules {
  const resolved = resolveRules(request);
  if (!resolved.ok) throw new Error(`refused: ${JSON.stringify(resolved.errors)}`);
  return resolved.rules;
}

/** Four hands of 13 from 52 cards. */
export const cut = (cards: readonly Card[]): Card[][] =>
  SEATS.map((seat) => inPackOrder(cards.slice(seat * 13, seat * 13 + 13)));

/** Packs from a source of randomness, the same whenever asked again. `rigged` of them hold hands that may claim a redeal. */
export function randomDealing(random: Random, rigged = 0.2): Dealing {
  const packs: Hands[] = [];
  const dealer = random.below(4);
  let king: number | undefined;
  return {
    pack(k) {
      while (packs.length < k) {
        const hands = random.chance(rigged) ? cut(riggedPack(random)) : cut(random.shuffled(PACK));
        packs.push(Object.freeze(parseHands(hands)) as Hands);
      }
      return packs[k - 1];
    },
    firstDealer: () => dealer,
    firstKing: () => (king ??= random.below(4)),
  };
}

/** A pack in which one or two seats hold four twos, three twos and a three, bare hearts, or long hearts with the king. */
function riggedPack(random: Random): Card[] {
  const rest = new Set<Card>(random.shuffled(PACK));
  const take = (cards: readonly Card[]) => cards.filter((card) => rest.delete(card));
  const hands: Card[][] = [[], [], [], []];
  const hearts = random.chance(0.5);
  const twos = random.pick<Card[]>([
    ["2S", "2H", "2D", "2C"],
    ["3S", "2H", "2D", "2C"],
    ["2S", "3H", "2D", "2C"],
    ["2S", "2H", "2D", "3C"],
  ]);
  const [first, second] = random.shuffled(SEATS);
  if (hearts) {
    const long = random.chance(0.5);
    const held = long ? (["KH", "JH", "9H", "8H", "5H"] as const) : random.pick<Card[]>([["KH"], ["AH"], ["KH", "AH"]]);
    hands[first] = take(held);
    if (!long) hands[first].push(...take([...rest].filter((card) => !card.endsWith("H")).slice(0, 13 - held.length)));
  }
  if (!hearts || random.chance(0.5)) hands[second].push(...take(twos));
  for (const seat of SEATS) hands[seat].push(...take([...rest].slice(0, 13 - hands[seat].length)));
  return hands.flat();
}

/** A random legal action of a random seat that is awaited; now and then a revoke, where these are penalized. */
export function randomMove(match: Match, random: Random, revokes = 0.005): { seat: Seat; action: Action } {
  const seat = random.pick(awaitedSeats(match));
  const legal = legalActions(match, seat);
  if (match.table.rules.revoke === "penalize" && match.deal.phase === "tricks" && random.chance(revokes)) {
    return { seat, action: random.pick([...revokesOf(match, seat, legal), ...legal]) };
  }
  // Claims and doublings are rare among legal actions, and what follows from them is what needs tests.
  const bold = legal.filter(
    (action) => (action.type === "redeal" && action.claim) || (action.type === "double" && action.cards.length > 0),
  );
  return { seat, action: random.pick(bold.length > 0 && random.chance(0.4) ? bold : legal) };
}

/** The plays of a seat that fail to follow suit although it could: what `revoke: penalize` accepts beyond the legal list. */
export function revokesOf(match: Match, seat: Seat, legal: readonly Action[]): Action[] {
  const { plays } = match.deal;
  if (match.deal.phase !== "tricks" || legal.length === 0 || plays.length % 4 === 0) return [];
  const trick = plays.slice(-(plays.length % 4)).map((play) => PACK[packIndex(play & 63)]);
  const led = trick[0].charAt(1);
  const hand = handOf(match, seat);
  if (!hand.some((card) => card.endsWith(led))) return [];
  // Under the ace of hearts the king is not withheld by a revoke either.
  const kingFalls = match.table.rules.kingUnderAce && led === "H" && trick.includes("AH") && hand.includes("KH");
  if (kingFalls && makeContracts(match.deal.contracts).includes("king_of_hearts")) return [];
  return hand.filter((card) => !card.endsWith(led)).map((card) => ({ type: "play", card }));
}

/** The place in PACK of the engine's own number of a card (`suit * 13 + height`). */
export const packIndex = (card: number): number => Math.floor(card / 13) * 13 + 12 - (card % 13);

/** A seat's cards read straight from the masks of the state. */
export function handOf(match: Match, seat: number): Card[] {
  const cards: Card[] = [];
  for (let suit = 0; suit < 4; suit++) {
    const mask = match.deal.hands[seat * 4 + suit];
    for (let height = 12; height >= 0; height--)
      if ((mask & (1 << height)) !== 0) cards.push(PACK[suit * 13 + 12 - height]);
  }
  return cards;
}

/** Plays a whole match at random under the eyes of the watchers, and returns it finished. */
export function playMatch(
  rules: Rules,
  dealing: Dealing,
  random: Random,
  watchers: readonly Watcher[] = [],
  revokes?: number,
): Match {
  const started = startMatch(rules, dealing);
  let match = started.match;
  for (const watch of watchers) watch({ before: null, seat: null, action: null, after: match, events: started.events });
  while (match.result === null) {
    const { seat, action } = randomMove(match, random, revokes);
    const applied = apply(match, seat, action, dealing);
    if (!applied.ok) throw new Error(`seat ${seat} may not ${JSON.stringify(action)}: ${applied.error}`);
    const step: Step = { before: match, seat, action, after: applied.match, events: applied.events };
    match = applied.match;
    for (const watch of watchers) watch(step);
  }
  return match;
}

/** What a run of random matches adds up to. */
export interface Tally {
  matches: number;
  deals: number;
  actions: number;
}

/**
 * Plays `matches` matches from a seed, each with the request and the watchers that are made for it. Whatever goes wrong is
 * told with the seed and the request that show it again.
 */
export function playMatches(
  seed: string,
  matches: number,
  requestFor: (random: Random, i: number) => RulesAsked,
  watchersFor: (rules: Rules, dealing: Dealing, request: RulesAsked, random: Random) => readonly Watcher[],
): Tally {
  const tally: Tally = { matches, deals: 0, actions: 0 };
  for (let i = 0; i < matches; i++) {
    const random = randomFrom(`${seed} ${i}`);
    const request = requestFor(random, i);
    try {
      const rules = rulesOf(request);
      const dealing = randomDealing(random);
      const count: Watcher = ({ action }) => {
        if (action !== null) tally.actions++;
      };
      tally.deals += playMatch(rules, dealing, random, [
        ...watchersFor(rules, dealing, request, random),
        count,
      ]).deals.length;
    } catch (error) {
      throw new Error(`match "${seed} ${i}" under ${JSON.stringify(request)}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
  return tally;
}
