/** Plans: what a seat shall do while its player is away, as ordered rules over what the seat sees. */

export { consider, type Considered, type Firing, type Step } from "./consider.ts";
export type { Seen } from "./conditions.ts";
export { MOST_CHOICES, MOST_PLANS, MOST_RULES, SCOPES, isBlind, type Choice, type Conditions, type Plan, type PlanRule, type PlanScope } from "./plan.ts";
