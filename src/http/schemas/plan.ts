/** Plans: ordered rules by which a seat acts while its player is away. */

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
    .regex(NAME, "A name has 1 to 40 of a-z, 0-9 and the hyphen.")
    .openapi({
      param: { name: "name", in: "path" },
      description: "The plan's name among the caller's plans for this game.",
      pattern: NAME.source,
      maxLength: 40,
      example: "follow-low",
    }),
});

const PlanScope = z.enum(SCOPES).openapi("PlanScope", {
  description: "How long the plan holds: for the deal (a redeal ends it too), the kingdom or the match that runs now.",
  example: "kingdom",
});

const card = z
  .string()
  .regex(/^[AKQJT2-9][SHDC]$/, "A card is rank and suit, such as QS.")
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
      .openapi({ description: "The deal is played for one of these, perhaps among others.", example: ["queens"] }),
    holds: cards("All of these are in the hand.", ["QS"]),
    lacks: cards("None of these is in the hand.", ["AH"]),
    played: cards("All of these have been played in this deal.", ["KH"]),
    unplayed: cards("None of these has been played in this deal.", ["QS"]),
    leads: flag("Whether the seat leads to the trick."),
    positions: z
      .array(z.int().min(1).max(4))
      .min(1)
      .max(4)
      .optional()
      .openapi({
        description: "The seat plays to the trick in one of these places: 1 leads, 4 plays last.",
        example: [4],
      }),
    led: suits("One of these suits is led."),
    void: flag("Whether the seat has no card of the suit that is led."),
    counting: flag(
      "Whether the trick costs whoever takes it: a queen, a diamond or the king of hearts that counts in this deal lies in it, or each trick counts.",
    ),
    heartsBroken: flag("Whether a heart has been discarded in this deal."),
    winner: z
      .enum(["partner", "opponent"])
      .optional()
      .openapi({ description: "Whose the trick is as it lies. Without partners everybody else is an opponent." }),
  })
  .openapi("PlanConditionsRequest", {
    description:
      "What must hold, all of it. `leads` and what follows are about the trick on the table, and do not hold where there is none.",
    example: { void: true, contracts: ["queens"] },
  });

const ordered = suits(
  "Of these suits only; where several fit alike, that of the suit named first. Without it of any, spades before hearts, diamonds and clubs.",
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
      description: "The highest card of the led suit under the one that takes the trick as it lies.",
    }),
    z.strictObject({ type: z.literal("beat") }).openapi("BeatChoiceRequest", {
      description: "The lowest card of the led suit over the one that takes the trick as it lies.",
    }),
    z
      .strictObject({ type: z.literal("only") })
      .openapi("OnlyChoiceRequest", { description: "Whatever it is, where nothing else is legal." }),
    z
      .strictObject({ type: z.literal("open"), suits: ordered })
      .openapi("OpenChoiceRequest", { description: "A jack that opens a row of the layout." }),
    z
      .strictObject({ type: z.literal("extend"), end: z.enum(["low", "high"]), suits: ordered })
      .openapi("ExtendChoiceRequest", { description: "A card at that end of an open row of the layout." }),
    z
      .strictObject({ type: z.literal("pass") })
      .openapi("PassChoiceRequest", { description: "A pass in the layout, where the rules ask for it." }),
    z
      .strictObject({ type: z.literal("contract"), contracts })
      .openapi("ContractChoiceRequest", { description: "As king: exactly these contracts." }),
    z.strictObject({ type: z.literal("decline") }).openapi("DeclineChoiceRequest", {
      description:
        "Neither doubles nor claims a redeal. Its rule may have `contracts` for a condition and no other: that a seat answers at once must not tell its hand.",
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
      .openapi({ description: "The first of these that names a legal action is taken." }),
  })
  .superRefine((rule, context) => {
    // The cast: the schema names cards by their form alone.
    if (!rule.then.some(({ type }) => type === "decline") || isBlind(rule as PlanRule)) return;
    for (const condition of Object.keys(rule.when!).filter((each) => each !== "contracts")) {
      context.addIssue({
        code: "custom",
        message: "A rule that declines may depend on the contract alone.",
        params: { code: "invalid" },
        path: ["when", condition],
      });
    }
  })
  .openapi("PlanRuleRequest", {
    description: "Acts where all of `when` holds.",
    example: {
      when: { void: true },
      then: [
        { type: "card", card: "QS" },
        { type: "highest", suits: ["H"] },
      ],
    },
  });

const rules = z.array(Rule).min(1).max(MOST_RULES).openapi({ description: "Asked in this order." });

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
    changedAt: Instant.openapi({ description: "When it was made or last changed." }),
  })
  .openapi("Plan", { description: "The rules are those that were sent." });

export const PlanList = z
  .object({
    data: z.array(Plan).openapi({
      description: `In the order in which they are asked: those for a deal, for a kingdom, for the match, the oldest first of each. At most ${MOST_PLANS}.`,
    }),
  })
  .openapi("PlanList");

export const DryRunRequest = z
  .strictObject({
    plan: PlanRequest.optional().openapi({
      description: "A plan to try by itself. Without it the stored ones are asked.",
    }),
  })
  .openapi("DryRunRequest", { example: { plan: { scope: "deal", rules: [{ then: [{ type: "only" }] }] } } });

const ruleIndex = z.int().min(0).openapi({ description: "Index in the plan's `rules`, from 0.", example: 0 });
const planOrNull = z
  .string()
  .nullable()
  .openapi({ description: "The plan's name; null for the one that was sent.", example: "follow-low" });

const PlanFiring = z
  .object({
    plan: planOrNull,
    rule: ruleIndex,
    action: z.string().openapi({ description: "One of `you.legalActions`, by its id.", example: "p:7H" }),
  })
  .openapi("PlanFiring");

const PlanStep = z
  .object({
    plan: planOrNull,
    rule: ruleIndex,
    outcome: z
      .enum(["fires", "condition_unmet", "nothing_named"])
      .openapi({ description: "It fires; a condition does not hold; or nothing that it wishes for is legal." }),
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
        "Why nothing fires, where nothing does: the seat is not awaited, has no plans, or none of their rules applies.",
    }),
    steps: z.array(PlanStep).openapi({ description: "Every rule that was asked, in order, up to the one that fires." }),
  })
  .openapi("DryRun", { description: "What would fire now, by what the seat sees." });
