/** A sensible player for every phase of a deal, by rules of thumb: it looks at what it can know and searches nothing. */

import type { Bot, BotView } from "../bot.ts";
import { chooseContract } from "./contract.ts";
import { chooseDoubling } from "./doubling.ts";
import { chooseLayoutCard } from "./layout.ts";
import { chooseRedeal } from "./redeal.ts";
import { chooseCard } from "./tricks.ts";

function choose(view: BotView): string {
  const [only, another] = view.you.legalActions;
  if (another === undefined) return only.id;
  switch (view.deal.phase) {
    case "redeal":
      return chooseRedeal(view);
    case "contract":
      return chooseContract(view);
    case "doubling":
      return chooseDoubling(view);
    case "tricks":
      return chooseCard(view);
    case "layout":
      return chooseLayoutCard(view);
    case "done":
      return only.id;
  }
}

/** Plays the cards, names contracts and doubles by estimates of points; without chance, and without playouts. */
export const steady: Bot = {
  name: "steady",
  description:
    "Counts cards, ducks, discards dangerous cards on others' tricks, and names the contract that suits its hand. Fast, with no search.",
  playouts: 1,
  choose,
};
