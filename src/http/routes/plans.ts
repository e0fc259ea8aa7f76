/** Plans: what a seat shall do while its player is away. Each player's own; nobody else learns even whether there are any. */

import type { Plan as PlanData } from "../../plans/index.ts";
import { atGame } from "../access/call.ts";
import { json, operation } from "../exchange/operation.ts";
import { createRouter } from "../exchange/router.ts";
import { gameParams } from "../schemas/params.ts";
import { DryRun, DryRunRequest, Plan, PlanList, PlanRequest, planParams } from "../schemas/plan.ts";

/** The largest plan, in bytes. */
export const PLAN_BODY_LIMIT = 8 * 1024;

const shared = { tags: ["Plans"] as [string], access: "player", seatTokens: true } as const;
const seated = ["not_seated", "seat_forfeited"] as const;
const running = [...seated, "seat_substituted", "game_not_started", "game_over"] as const;

const listPlans = operation({
  ...shared,
  method: "get",
  path: "/v1/games/{gameId}/plans",
  operationId: "listPlans",
  scope: "games:read",
  problems: seated,
  summary: "List plans",
  description: "Lists the caller's plans for this game, in the order in which they are tried.",
  request: { params: gameParams },
  responses: { 200: json(PlanList, "The plans.") },
});

const putPlan = operation({
  ...shared,
  method: "put",
  path: "/v1/games/{gameId}/plans/{name}",
  operationId: "putPlan",
  scope: "games:play",
  problems: [...running, "limit_reached"],
  bodyLimit: PLAN_BODY_LIMIT,
  summary: "Create or replace a plan",
  description:
    "Creates or replaces a plan for what the caller's seat should do. When a decision of the seat has been open for one second (counted again after a plan changes), the rules are tried against what the seat sees at that moment. The first rule that applies acts as the player would. The player's private events record it. If no rule applies, the decision waits for the player.",
  request: { params: planParams, body: { required: true, content: { "application/json": { schema: PlanRequest } } } },
  responses: { 200: json(Plan, "The plan as it is now.") },
});

const deletePlan = operation({
  ...shared,
  method: "delete",
  path: "/v1/games/{gameId}/plans/{name}",
  operationId: "deletePlan",
  scope: "games:play",
  problems: [...running, "plan_not_found"],
  summary: "Delete a plan",
  description: "Deletes a plan. Moves it has already made still count.",
  request: { params: planParams },
  responses: { 200: json(PlanList, "The remaining plans.") },
});

const dryRunPlans = operation({
  ...shared,
  method: "post",
  path: "/v1/games/{gameId}/plans/dry-run",
  operationId: "dryRunPlans",
  scope: "games:play",
  problems: running,
  bodyLimit: PLAN_BODY_LIMIT,
  summary: "Try out plans",
  description:
    "Shows which rule would fire now and why the others would not, for your stored plans or for a plan in the request. It changes nothing and uses only what your seat can see.",
  request: { params: gameParams, body: { content: { "application/json": { schema: DryRunRequest } } } },
  responses: { 200: json(DryRun, "What would happen.") },
});

export const plans = createRouter()
  .answer(listPlans, atGame, async ({ game, player, onlySeat }, c) => {
    const { plans: data } = await game.ask((object) => object.plans(player, onlySeat), { repeatable: true });
    return c.json({ data }, 200);
  })
  .answer(dryRunPlans, atGame, async ({ game, player, onlySeat }, c) => {
    const { plan } = c.req.valid("json");
    // The cast, here and below: the schema names cards by their form alone.
    const tried = plan === undefined ? null : ({ name: "", ...plan } as PlanData);
    const { trial } = await game.ask((object) => object.tryPlans(player, tried, onlySeat), { repeatable: true });
    // A plan that is only tried has no name.
    const named = <T extends { plan: string }>(part: T) => ({ ...part, plan: tried === null ? part.plan : null });
    return c.json(
      { fires: trial.fires === null ? null : named(trial.fires), reason: trial.reason, steps: trial.steps.map(named) },
      200,
    );
  })
  .answer(putPlan, atGame, async ({ game, player, onlySeat }, c) => {
    const made = { name: c.req.valid("param").name, ...c.req.valid("json") } as PlanData;
    // The same plan sent again changes nothing.
    const { plan } = await game.ask((object) => object.putPlan(player, made, onlySeat), { repeatable: true });
    return c.json(plan, 200);
  })
  .answer(deletePlan, atGame, async ({ game, player, onlySeat }, c) => {
    const { name } = c.req.valid("param");
    const { plans: data } = await game.ask((object) => object.dropPlan(player, name, onlySeat), { repeatable: false });
    return c.json({ data }, 200);
  });
