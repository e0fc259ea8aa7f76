/** Plans: ordered rules that act for a seat while its player is away. */

import { z } from "@hono/zod-openapi";
import { CONTRACTS, SUITS } from "../../engine/index.ts";
import { isBlind, MOST_CHOICES, MOST_PLANS, MOST_RULES, type PlanRule, SCOPES } from "../../plans/index.ts";
import { Instant, orNull } from "./card.ts";
import { gameParams } from "./params.ts";

const NAME = /^[a-z0-9-]{1,40}$/;

const name = z.string().openapi({ description: "The plan's name.", example: "follow-low" });

export const planParams = gameParams.extend({
  name: z
    .string()
    .regex(NAME, "A plan name has 1 to 40 characters: a-z, 0-9 and hyphens.")
    .openapi({
      param: { name: "name", in: "path" },
      description: "The name of the plan, unique among the caller's plans for this game.",
      pattern: NAME.source,
      maxLength: 40,
      example: "follow-low",
    }),
});

const PlanScope = z.enum(SCOPES).openapi("PlanScope", {
  description: "How long the plan applies: for the current deal (a redeal also ends it), kingdom, or match.",
  example: "kingdom",
});

const card = z
  .string()
  .regex(/^[AKQJT2-9][SHDC]$/, "A card is a rank and a suit, such as QS.")
  .max(2)
  .openapi({ description: "Rank, then suit.", example: "QS" });
const cards = (description: string, example: string[]) =>
  z.array(card).min(1).max(13).optional().openapi({ description, example });
const suits = (description: string) =>
  z
    .array(z.enum(SUITS))
    .min(1)
    .max(SUITS.length)
    .optional()
    .openapi({ description, example: ["H", "D"] });
const contracts = z.array(z.enum(CONTRACTS)).min(1).max(CONTRACTS.length);
const flag = (description: string) => z.boolean().optional().openapi({ description });

const Conditions = z
  .strictObject({
    contracts: contracts
      .optional()
      .openapi({ description: "The deal's contracts include one of these.", example: ["queens"] }),
    holds: cards("All of these cards are in the hand.", ["QS"]),
    lacks: cards("None of these cards is in the hand.", ["AH"]),
    played: cards("All of these cards have been played in this deal.", ["KH"]),
    unplayed: cards("None of these cards has been played in this deal.", ["QS"]),
    leads: flag("Whether the seat leads to the trick."),
    positions: z
      .array(z.int().min(1).max(4))
      .min(1)
      .max(4)
      .optional()
      .openapi({
        description: "The seat plays to the trick in one of these positions: 1 leads, 4 plays last.",
        example: [4],
      }),
    led: suits("The led suit is one of these."),
    void: flag("Whether the seat has no card of the led suit."),
    counting: flag(
      "Whether taking the trick costs points: it contains a queen, a diamond or the king of hearts that counts in this deal, or every trick counts.",
    ),
    heartsBroken: flag("Whether a heart has been discarded in this deal."),
    winner: z
      .enum(["partner", "opponent"])
      .optional()
      .openapi({ description: "Who would take the trick now. Without partners, everyone else is an opponent." }),
  })
  .openapi("PlanConditionsRequest", {
    description:
      "All of these must hold. `leads`, `positions`, `led`, `void`, `counting`, `heartsBroken` and `winner` are about the trick on the table. If there is no trick, they do not hold.",
    example: { void: true, contracts: ["queens"] },
  });

const ordered = suits(
  "Only these suits. If several cards are equally good, the suit listed first wins. By default: any suit, in the order spades, hearts, diamonds, clubs.",
);

const Choice = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("card"), card }).openapi("CardChoiceRequest", { description: "This card." }),
    z
      .strictObject({ type: z.literal("highest"), suits: ordered })
      .openapi("HighestChoiceRequest", { description: "The highest card." }),
    z
      .strictObject({ type: z.literal("lowest"), suits: ordered })
      .openapi("LowestChoiceRequest", { description: "The lowest card." }),
    z.strictObject({ type: z.literal("duck") }).openapi("DuckChoiceRequest", {
      description: "The highest card of the led suit that is lower than the card currently taking the trick.",
    }),
    z.strictObject({ type: z.literal("beat") }).openapi("BeatChoiceRequest", {
      description: "The lowest card of the led suit that is higher than the card currently taking the trick.",
    }),
    z
      .strictObject({ type: z.literal("only") })
      .openapi("OnlyChoiceRequest", { description: "The only legal action, if there is just one." }),
    z
      .strictObject({ type: z.literal("open"), suits: ordered })
      .openapi("OpenChoiceRequest", { description: "A jack that opens a row in the layout." }),
    z
      .strictObject({ type: z.literal("extend"), end: z.enum(["low", "high"]), suits: ordered })
      .openapi("ExtendChoiceRequest", { description: "A card at this end of an open row in the layout." }),
    z.strictObject({ type: z.literal("pass") }).openapi("PassChoiceRequest", {
      description: "A pass in the layout, if the rules require players to pass themselves.",
    }),
    z
      .strictObject({ type: z.literal("contract"), contracts })
      .openapi("ContractChoiceRequest", { description: "As king, exactly these contracts." }),
    z.strictObject({ type: z.literal("decline") }).openapi("DeclineChoiceRequest", {
      description:
        "Declines to double or claim a redeal. Its rule can have `contracts` as its only condition, because an immediate answer must not reveal the hand.",
    }),
  ])
  .openapi("PlanChoiceRequest");

const Rule = z
  .strictObject({
    when: Conditions.optional(),
    then: z
      .array(Choice)
      .min(1)
      .max(MOST_CHOICES)
      .openapi({ description: "The first of these that names a legal action is played." }),
  })
  .superRefine((rule, context) => {
    // The cast: the schema names cards by their form alone.
    if (!rule.then.some(({ type }) => type === "decline") || isBlind(rule as PlanRule)) return;
    for (const condition of Object.keys(rule.when!).filter((each) => each !== "contracts")) {
      context.addIssue({
        code: "custom",
        message: "A rule that declines can only depend on the contract.",
        params: { code: "invalid" },
        path: ["when", condition],
      });
    }
  })
  .openapi("PlanRuleRequest", {
    description: "Acts if all conditions in `when` hold.",
    example: {
      when: { void: true },
      then: [
        { type: "card", card: "QS" },
        { type: "highest", suits: ["H"] },
      ],
    },
  });

const rules = z.array(Rule).min(1).max(MOST_RULES).openapi({ description: "Tried in this order." });

/** A plan without its name. */
export const PlanRequest = z.strictObject({ scope: PlanScope, rules }).openapi("PlanRequest", {
  example: {
    scope: "kingdom",
    rules: [
      { then: [{ type: "only" }] },
      { when: { leads: false, void: false }, then: [{ type: "duck" }, { type: "highest" }] },
    ],
  },
});

export const Plan = z
  .object({
    name,
    scope: PlanScope,
    rules,
    changedAt: Instant.openapi({ description: "When the plan was created or last changed." }),
  })
  .openapi("Plan", { description: "A plan, with the rules as they were sent." });

export const PlanList = z
  .object({
    data: z.array(Plan).openapi({
      description: `In the order in which they are tried: plans for the deal, then for the kingdom, then for the match, each oldest first. At most ${MOST_PLANS}.`,
    }),
  })
  .openapi("PlanList");

export const DryRunRequest = z
  .strictObject({
    plan: PlanRequest.optional().openapi({
      description: "A plan to try on its own. If omitted, your stored plans are tried.",
    }),
  })
  .openapi("DryRunRequest", { example: { plan: { scope: "deal", rules: [{ then: [{ type: "only" }] }] } } });

const ruleIndex = z.int().min(0).openapi({ description: "The index in the plan's `rules`, from 0.", example: 0 });
const planOrNull = z
  .string()
  .nullable()
  .openapi({ description: "The plan's name; null for the plan that was sent.", example: "follow-low" });

const PlanFiring = z
  .object({
    plan: planOrNull,
    rule: ruleIndex,
    action: z.string().openapi({ description: "The id of one of `you.legalActions`.", example: "p:7H" }),
  })
  .openapi("PlanFiring");

const PlanStep = z
  .object({
    plan: planOrNull,
    rule: ruleIndex,
    outcome: z.enum(["fires", "condition_unmet", "nothing_named"]).openapi({
      description:
        "`fires`: the rule fires. `condition_unmet`: a condition does not hold. `nothing_named`: none of its actions is legal.",
    }),
    condition: z
      .string()
      .nullable()
      .openapi({ description: "The first condition that does not hold.", example: "void" }),
  })
  .openapi("PlanStep");

export const DryRun = z
  .object({
    fires: orNull(PlanFiring),
    reason: z.enum(["fires", "not_awaited", "no_plans", "no_rule_applies"]).openapi({
      description:
        "`fires`, or why nothing fires: it is not the seat's turn (`not_awaited`), it has no plans, or none of their rules applies.",
    }),
    steps: z.array(PlanStep).openapi({ description: "Every rule that was tried, in order, up to the one that fires." }),
  })
  .openapi("DryRun", { description: "What would fire now, based on what the seat sees." });
