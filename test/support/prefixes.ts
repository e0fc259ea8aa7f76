/** The states that a game went through, made again from its stored log alone. */

import { packsOf, saltOf } from "../../src/game/dealing.ts";
import type { Commit } from "../../src/game/events.ts";
import { matchAfter } from "../../src/game/play.ts";
import { emptyState, type GameState, stateAfter } from "../../src/game/state.ts";
import { storeOf, type Table } from "./table.ts";

/** `states[n]` is the state after the first n commits. */
export interface Prefixes {
  commits: Commit[];
  states: GameState[];
}

export async function prefixesOf(table: Table): Promise<Prefixes> {
  const { facts, root, commits } = await table.inside(({ storage }) => {
    const store = storeOf(storage);
    return { ...store.readCreation()!, commits: [...store.commitsFrom(1)] };
  });
  const states = [emptyState(facts)];
  for (const commit of commits) {
    const before = states.at(-1)!;
    const { clientSeeds } = stateAfter(before, commit, before.match);
    const packs = packsOf(root, saltOf(facts.id, clientSeeds, facts.seeded));
    states.push(stateAfter(before, commit, matchAfter(before.match, commit, facts.rules, packs)));
  }
  return { commits, states };
}
