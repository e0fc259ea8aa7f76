/** Positions of seeded games in which an action is refused, found by playing at random in this process. */

import {
  type Action,
  apply,
  awaitedSeats,
  legalActions,
  type Match,
  type MatchView,
  makeAction,
  type Rules,
  type Seat,
  startMatch,
  viewFor,
} from "../../src/engine/index.ts";
import { type Packs, packsOf, rootOfSeed, saltOf } from "../../src/game/dealing.ts";
import { rulesOf, SEATS } from "./play.ts";
import { EVERY_ACTION } from "./probe.ts";
import { randomFrom } from "./random.ts";
import type { RulesAsked } from "./random-rules.ts";

/** A way to a position, and what is refused there. */
export interface Scene {
  rules: RulesAsked;
  seed: string;
  moves: { seat: Seat; action: string }[];
  seat: Seat;
  action: string;
}

/** The packs that a game with this `seed` deals. */
export const packsOfSeed = (seed: string): Packs => packsOf(rootOfSeed(seed), saltOf("", [], true));

/** Whether this position, as the seat sees it, is one where that action must be refused: worked out from docs/rules.md alone. */
export type Wanted = (view: MatchView, seat: Seat, action: Action) => boolean;

/** A scene that is `wanted` within some random matches under these rules: in a first deal, if one comes up there soon. Throws where none does. */
export function findScene(asked: RulesAsked, wanted: Wanted): Scene {
  const scene = sceneWithin(asked, wanted, 12, 1) ?? sceneWithin(asked, wanted, 60, 6);
  if (scene === undefined) throw new Error(`no such position came up under ${JSON.stringify(asked)}`);
  return scene;
}

function sceneWithin(asked: RulesAsked, wanted: Wanted, matches: number, deals: number): Scene | undefined {
  const rules: Rules = rulesOf(asked);
  for (let n = 0; n < matches; n++) {
    const seed = `scene ${n}`;
    const packs = packsOfSeed(seed);
    const random = randomFrom(seed);
    const moves: Scene["moves"] = [];
    let match: Match = startMatch(rules, packs).match;
    while (match.result === null && match.deals.length < deals) {
      for (const seat of SEATS) {
        const view = viewFor(match, seat);
        const action = EVERY_ACTION.find((each) => wanted(view, seat, each));
        if (action !== undefined) return { rules: asked, seed, moves, seat, action: makeAction(action) };
      }
      const seat = random.pick(awaitedSeats(match));
      const action = random.pick(legalActions(match, seat));
      const applied = apply(match, seat, action, packs);
      if (!applied.ok) throw new Error(`a listed action is refused: ${applied.error}`);
      moves.push({ seat, action: makeAction(action) });
      match = applied.match;
    }
  }
  return undefined;
}
