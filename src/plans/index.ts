/** Plans: what a seat shall do while its player is away, as ordered rules over what the seat sees. */

export type { Seen } from "./conditions.ts";
export { type Considered, consider, type Firing, type Step } from "./consider.ts";
export {
  type Choice,
  type Conditions,
  isBlind,
  MOST_CHOICES,
  MOST_PLANS,
  MOST_RULES,
  type Plan,
  type PlanRule,
  type PlanScope,
  SCOPES,
} from "./plan.ts";
