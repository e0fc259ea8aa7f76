/** What a house bot is, and the one way in which a bot is asked. */

import type { MatchView, Rules, SeatView, Words } from "../engine/index.ts";

/** A match as one seat sees it: made from `viewFor(match, seat)`, so that it has no place for a hidden card. */
export interface BotView extends Pick<MatchView, "kingdom" | "deal" | "scores" | "teams" | "deals"> {
  rules: Rules;
  you: SeatView;
}

export interface Bot {
  name: string;
  description: string;
  /** Playouts that one decision costs at most; 1 for bots that search nothing. */
  playouts: number;
  /** The id of one of `view.you.legalActions`. A pure function of the view and the stream of random words. */
  choose(view: BotView, random: Words): string;
}

/** What a bot does, and whether it `failed`: threw, or named something that is not legal. */
export interface Decision {
  action: string;
  failed: boolean;
}

/**
 * Asks a bot whose seat is awaited. A bot that fails is stood in for by the first legal action: the highest card of the
 * first suit, the first contract, and in a redeal or a doubling the answer that declines, which is listed first.
 */
export function decide(bot: Bot, view: BotView, random: Words): Decision {
  const legal = view.you.legalActions;
  try {
    const action = bot.choose(view, random);
    if (legal.some(({ id }) => id === action)) return { action, failed: false };
  } catch {
    // A bug in a bot must not stop a table: the caller learns of it by `failed`.
  }
  return { action: legal[0].id, failed: true };
}
