/** The bot that any other must beat: a legal action, each as likely. */

import { uniform } from "../engine/index.ts";
import type { Bot } from "./bot.ts";

export const random: Bot = {
  name: "random",
  description: "Plays a random legal action. A baseline, and a harmless fourth player.",
  playouts: 1,
  choose: (view, words) => view.you.legalActions[uniform(words, view.you.legalActions.length)].id,
};
