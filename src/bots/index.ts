/** The house bots: pure functions from what a seat sees to one of its legal actions. */

import type { Bot } from "./bot.ts";
import { random } from "./random.ts";
import { steady } from "./steady/index.ts";

export { type Bot, type BotView, type Decision, decide } from "./bot.ts";

/** Every house bot, weakest first. */
export const BOTS: readonly Bot[] = [random, steady];

/** The house bot of that name, or `undefined`. */
export const findBot = (name: string): Bot | undefined => BOTS.find((bot) => bot.name === name);
