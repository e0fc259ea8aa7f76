/** What plans would do now: the one way in which they are asked. */

import { namedBy } from "./choices.ts";
import { type Seen, unmetBy } from "./conditions.ts";
import { type Conditions, isBlind, type Plan, type PlanRule } from "./plan.ts";

/** What became of one rule: it fires; a condition does not hold; or nothing that it wishes for is legal. `rule` counts from 0. */
export interface Step {
  plan: string;
  rule: number;
  outcome: "fires" | "condition_unmet" | "nothing_named";
  condition: keyof Conditions | null;
}

/** The rule that fires, with the id of its action. */
export interface Firing {
  plan: string;
  rule: number;
  action: string;
}

/** `steps`: the rules in the order in which they were asked, up to the one that fires. */
export interface Considered {
  fires: Firing | null;
  steps: Step[];
}

/**
 * Asks the rules of all plans in turn. The first that applies and names a legal action fires; none does where the seat is
 * not awaited. A pure function of what the seat sees, which never throws.
 */
export function consider(plans: readonly Plan[], seen: Seen): Considered {
  const steps: Step[] = [];
  if (seen.you.asked === null) return { fires: null, steps };
  for (const { name, rules } of plans) {
    for (const [rule, each] of rules.entries()) {
      const condition = unmet(each, seen);
      const action = condition === null ? actionOf(each, seen) : undefined;
      steps.push({
        plan: name,
        rule,
        outcome: condition !== null ? "condition_unmet" : action === undefined ? "nothing_named" : "fires",
        condition,
      });
      if (action !== undefined) return { fires: { plan: name, rule, action }, steps };
    }
  }
  return { fires: null, steps };
}

/** Whether the seat is asked for something that nobody else may learn about by the time it takes. */
const isSecret = ({ you: { asked } }: Seen): boolean => asked === "redeal" || asked === "double";

function unmet(rule: PlanRule, seen: Seen): keyof Conditions | null {
  if (!isSecret(seen) || isBlind(rule)) return unmetBy(rule.when ?? {}, seen);
  // Not even looked at: a condition on the hand would tell it by whether the seat answers at once.
  return (Object.keys(rule.when ?? {}) as (keyof Conditions)[]).find((name) => name !== "contracts")!;
}

function actionOf({ then }: PlanRule, seen: Seen): string | undefined {
  for (const choice of then) {
    const action = isSecret(seen) && choice.type !== "decline" ? undefined : namedBy(choice, seen);
    if (action !== undefined) return action;
  }
  return undefined;
}
