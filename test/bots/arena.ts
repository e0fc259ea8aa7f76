/** Bots at a table: whole matches from seeded deals, and duplicate blocks to compare their strength. */

import { type Bot, type BotView, decide } from "../../src/bots/index.ts";
import {
  awaitedSeats,
  codeOf,
  type Dealing,
  legalCodes,
  type Match,
  openSearch,
  parseAction,
  type Rules,
  type Seat,
  stepInPlace,
  viewFor,
} from "../../src/engine/index.ts";
import { randomDealing } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";

/** The view that a bot in `seat` is asked with. */
export function botView(match: Match, seat: Seat): BotView {
  const { kingdom, deal, scores, teams, deals, you } = viewFor(match, seat);
  return { rules: match.table.rules, kingdom, deal, scores, teams, deals, you: you! };
}

/** Plain deals of a seed, none of them rigged. */
export const dealsOf = (seed: string): Dealing => randomDealing(randomFrom(seed), 0);

export interface Played {
  match: Match;
  decisions: number;
  /** Decisions in which a bot failed and the fallback stood in. */
  failures: number;
}

/** Plays a whole match, one bot a seat, each with a stream of its own. `watch` sees every decision before it is carried out. */
export function playBots(
  rules: Rules,
  dealing: Dealing,
  bots: readonly Bot[],
  seed: string,
  watch?: (match: Match, seat: Seat, action: string) => void,
): Played {
  const match = openSearch(rules, dealing);
  const streams = bots.map((_, seat) => randomFrom(`${seed} seat ${seat}`).word);
  const legal: number[] = [];
  let decisions = 0,
    failures = 0;
  while (match.result === null) {
    const seat = awaitedSeats(match)[0];
    const { action, failed } = decide(bots[seat], botView(match, seat), streams[seat]);
    watch?.(match, seat, action);
    const code = codeOf(parseAction(action)!)!;
    legal.length = legalCodes(match, seat, legal);
    if (!legal.includes(code)) throw new Error(`${bots[seat].name} may not ${action}`);
    stepInPlace(match, seat, code, dealing);
    decisions++;
    if (failed) failures++;
  }
  return { match, decisions, failures };
}

/** A mean of independent figures, with its standard error. */
export interface Measured {
  mean: number;
  error: number;
  of: number;
}

export function measure(figures: readonly number[]): Measured {
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  const squares = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (figures.length - 1) / figures.length), of: figures.length };
}

export const show = ({ mean, error, of }: Measured): string =>
  `${mean.toFixed(1)} ± ${error.toFixed(1)} points a match (${of} blocks)`;

/**
 * Points a match of `bot` with three of `others` at the table. The deals of a block are played four times, the bot in
 * another seat each time, so that the luck of the deal drops out.
 */
export function duplicate(rules: Rules, bot: Bot, others: Bot, blocks: number, seed: string): Measured {
  const figures: number[] = [];
  for (let block = 0; block < blocks; block++) {
    const dealing = dealsOf(`${seed} ${block}`);
    let sum = 0;
    for (let seat = 0; seat < 4; seat++) {
      const bots = [others, others, others, others].with(seat, bot);
      sum += playBots(rules, dealing, bots, `${seed} ${block}`).match.totals[seat];
    }
    figures.push(sum / 4);
  }
  return measure(figures);
}
