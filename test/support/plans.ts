/** Plans for tests: what a seat sees of a match, and plans of every kind drawn at random. */

import { CONTRACTS, type Match, type Seat, SUITS, viewFor } from "../../src/engine/index.ts";
import { type Choice, type Conditions, type Plan, type PlanRule, SCOPES, type Seen } from "../../src/plans/index.ts";
import { PACK } from "./play.ts";
import type { Random } from "./random.ts";

export function seenBy(match: Match, seat: Seat): Seen {
  const { deal, teams, you } = viewFor(match, seat);
  return { deal, teams, you: you! };
}

/** A plan for the match with these rules. */
export const planOf = (...rules: PlanRule[]): Plan => ({ name: "plan", scope: "match", rules });

const some = <Item>(random: Random, list: readonly Item[], most: number): Item[] =>
  random.shuffled(list).slice(0, 1 + random.below(most));

function randomConditions(random: Random): Conditions {
  const all: Required<Conditions> = {
    contracts: some(random, CONTRACTS, 3),
    holds: some(random, PACK, 1),
    lacks: some(random, PACK, 2),
    played: some(random, PACK, 1),
    unplayed: some(random, PACK, 3),
    leads: random.chance(0.5),
    positions: some(random, [1, 2, 3, 4], 3),
    led: some(random, SUITS, 3),
    void: random.chance(0.5),
    counting: random.chance(0.5),
    heartsBroken: random.chance(0.5),
    winner: random.pick(["partner", "opponent"]),
  };
  const names = random.chance(0.3) ? [] : some(random, Object.keys(all) as (keyof Conditions)[], 2);
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

const randomChoice = (random: Random): Choice =>
  random.pick<Choice>([
    { type: "card", card: random.pick(PACK) },
    { type: "highest" },
    { type: "lowest" },
    { type: "highest", suits: some(random, SUITS, 4) },
    { type: "lowest", suits: some(random, SUITS, 4) },
    { type: "duck" },
    { type: "beat" },
    { type: "only" },
    { type: "open" },
    { type: "open", suits: some(random, SUITS, 4) },
    { type: "extend", end: random.pick(["low", "high"]) },
    { type: "pass" },
    { type: "contract", contracts: some(random, CONTRACTS, 4) },
    { type: "decline" },
  ]);

/** Any plan that there can be, also such as the API refuses: declining by the hand. */
export const randomPlan = (random: Random, name = "random"): Plan => ({
  name,
  scope: random.pick(SCOPES),
  rules: Array.from({ length: 1 + random.below(5) }, () => ({
    when: randomConditions(random),
    then: Array.from({ length: 1 + random.below(3) }, () => randomChoice(random)),
  })),
});
