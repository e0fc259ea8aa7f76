/**
 * Dealing cards that nobody has seen to three seats, of which each may be barred from some: every way that agrees with the
 * bars is as likely. Counted, not tried: cards with the same bars make a group, the ways to split the groups are weighed
 * by how many deals each stands for, one is drawn, and the cards within a group are shuffled.
 */

import { uniform, type Words } from "./shuffle.ts";

/** For each of the 52 cards the seats that may get it, as bits 1, 2 and 4; 0 where the card is not to be dealt. */
export type Bars = Uint8Array;

/** How many cards of the groups 3 (seats 1 and 2), 5 (1 and 4) and 6 (2 and 4) go to the first seat of each. */
interface Split {
  to: readonly [number, number, number];
  /** How many of group 7 the three seats get. */
  rest: readonly [number, number, number];
  /** The deals that the split stands for. */
  ways: number;
}

/** The deals under some bars, ready to be drawn from. */
export interface Unseen {
  groups: readonly number[][];
  splits: readonly Split[];
  /** How many deals there are; exact up to 2^53, beyond that rounded. */
  ways: number;
}

/** Pascal's triangle, as far as three hands go. */
const CHOOSE: readonly number[][] = (() => {
  const rows: number[][] = [[1]];
  for (let n = 1; n <= 39; n++)
    rows.push(Array.from({ length: n + 1 }, (_, k) => (rows[n - 1][k - 1] ?? 0) + (rows[n - 1][k] ?? 0)));
  return rows;
})();

/** All deals under these bars that give the three seats `room` cards each. */
export function unseenUnder(bars: Bars, room: readonly number[]): Unseen {
  const groups: number[][] = Array.from({ length: 8 }, () => []);
  for (let card = 0; card < 52; card++) if (bars[card] !== 0) groups[bars[card]].push(card);
  const size = groups.map((group) => group.length);
  const splits: Split[] = [];
  let ways = 0;
  for (let one = 0; one <= size[3]; one++) {
    for (let two = 0; two <= size[5]; two++) {
      for (let three = 0; three <= size[6]; three++) {
        const a = room[0] - size[1] - one - two;
        const b = room[1] - size[2] - (size[3] - one) - three;
        const c = room[2] - size[4] - (size[5] - two) - (size[6] - three);
        if (a < 0 || b < 0 || c < 0 || a + b + c !== size[7]) continue;
        const each = CHOOSE[size[3]][one] * CHOOSE[size[5]][two] * CHOOSE[size[6]][three];
        splits.push({ to: [one, two, three], rest: [a, b, c], ways: each * CHOOSE[size[7]][a] * CHOOSE[b + c][b] });
        ways += splits[splits.length - 1].ways;
      }
    }
  }
  return { groups, splits, ways };
}

/** One of several things, by their weights, of which some must be above 0. */
export function drawByWays<Item extends { ways: number }>(items: readonly Item[], words: Words): Item {
  const total = items.reduce((sum, { ways }) => sum + ways, 0);
  let at = (((words() >>> 5) * 2 ** 26 + (words() >>> 6)) / 2 ** 53) * total;
  let drawn = items[0];
  for (const item of items) {
    if (item.ways === 0) continue;
    drawn = item;
    at -= item.ways;
    if (at < 0) break;
  }
  return drawn;
}

/** One deal: the cards that each of the three seats gets. There must be one. */
export function dealUnseen({ groups, splits }: Unseen, words: Words): number[][] {
  const { to, rest } = splits.length === 1 ? splits[0] : drawByWays(splits, words);
  const [, one, two, oneOrTwo, four, oneOrFour, twoOrFour, any] = groups;
  const hands = [one.slice(), two.slice(), four.slice()];
  split(oneOrTwo, [to[0], oneOrTwo.length - to[0]], [hands[0], hands[1]], words);
  split(oneOrFour, [to[1], oneOrFour.length - to[1]], [hands[0], hands[2]], words);
  split(twoOrFour, [to[2], twoOrFour.length - to[2]], [hands[1], hands[2]], words);
  split(any, rest, hands, words);
  return hands;
}

/** Shares a group out at random: `counts[i]` of its cards to `hands[i]`, all of them in all. */
function split(group: readonly number[], counts: readonly number[], hands: readonly number[][], words: Words): void {
  const cards = group.slice();
  counts.forEach((count, i) => {
    for (let taken = 0; taken < count; taken++) {
      const at = uniform(words, cards.length);
      hands[i].push(cards[at]);
      cards[at] = cards[cards.length - 1];
      cards.pop();
    }
  });
}
