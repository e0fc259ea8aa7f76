/** Whether to claim a redeal that the hand entitles to. */

import { CONTRACTS, type Contract } from "../../engine/index.ts";
import type { BotView } from "../bot.ts";
import { advantageOf } from "./contract.ts";
import { holdingsOf } from "./holdings.ts";

/** What the best of 0, 1, 2 ... contracts promises a king with an average hand, in points above average. */
const KINGS_CHOICE = [0, 0, 17, 26, 33, 38];

/** Claims where a fresh hand promises more than this one. */
export function chooseRedeal(view: BotView): string {
  const { deal, rules, you, kingdom } = view;
  const k = holdingsOf(view);
  const advantage = (contract: Contract) => advantageOf(k, rules, contract);
  let worth: number;
  if (deal.contracts.length > 0) {
    worth = deal.contracts.reduce((sum, contract) => sum + advantage(contract), 0);
  } else {
    const unused = CONTRACTS.filter((contract) => kingdom === null || !kingdom.used.includes(contract));
    const sets =
      rules.mode === "complex"
        ? [unused.filter((contract) => contract !== "trix"), unused.filter((contract) => contract === "trix")]
        : unused.map((contract) => [contract]);
    const each = sets
      .filter((set) => set.length > 0)
      .map((set) => set.reduce((sum, contract) => sum + advantage(contract), 0));
    worth =
      you.seat === deal.king
        ? Math.max(...each) - KINGS_CHOICE[each.length]
        : each.reduce((sum, value) => sum + value, 0);
  }
  const claim = you.legalActions.find((action) => action.type === "redeal" && action.claim === worth < 0);
  return (claim ?? you.legalActions[0]).id;
}
