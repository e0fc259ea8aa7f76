import { describe, expect, test } from "vitest";
import { asksAll, awaitedSeats, type Match, type Seat } from "../../src/engine/index.ts";
import { PLAN_EXAMPLES } from "../../src/http/pages/guide/plans.ts";
import { PlanRequest } from "../../src/http/schemas/plan.ts";
import { consider, type Plan } from "../../src/plans/index.ts";
import { resample } from "../support/knowledge.ts";
import { planOf, randomPlan, seenBy } from "../support/plans.ts";
import { PACK, playMatch, randomDealing, rulesOf } from "../support/play.ts";
import { handsHolding, practising, TestTable } from "../support/positions.ts";
import { randomFrom } from "../support/random.ts";
import { randomRules } from "../support/random-rules.ts";

const table = new TestTable(practising("queens"), [handsHolding(["7H 9S", "QC AH 3H", "", ""], ["", "S", "", ""])])
  .double()
  .play("9S");
const seen = seenBy(table.match, 1);

describe("the rules of plans", () => {
  test("are asked in turn, and the first that applies and names a legal action fires", () => {
    const plans: Plan[] = [
      {
        name: "first",
        scope: "deal",
        rules: [{ when: { void: false }, then: [{ type: "duck" }] }, { then: [{ type: "card", card: "QS" }] }],
      },
      {
        name: "second",
        scope: "match",
        rules: [
          {
            when: { void: true },
            then: [
              { type: "card", card: "QS" },
              { type: "card", card: "QC" },
              { type: "highest", suits: ["H"] },
            ],
          },
          { then: [{ type: "lowest" }] },
        ],
      },
    ];
    expect(consider(plans, seen)).toEqual({
      fires: { plan: "second", rule: 0, action: "p:QC" },
      steps: [
        { plan: "first", rule: 0, outcome: "condition_unmet", condition: "void" },
        { plan: "first", rule: 1, outcome: "nothing_named", condition: null },
        { plan: "second", rule: 0, outcome: "fires", condition: null },
      ],
    });
  });

  test("do nothing where none applies, where there are none, and where the seat is not awaited", () => {
    expect(consider([planOf({ then: [{ type: "pass" }] })], seen)).toMatchObject({
      fires: null,
      steps: [{ outcome: "nothing_named" }],
    });
    expect(consider([], seen)).toEqual({ fires: null, steps: [] });
    for (const seat of [0, 2, 3] as const)
      expect(consider([planOf({ then: [{ type: "highest" }] })], seenBy(table.match, seat))).toEqual({
        fires: null,
        steps: [],
      });
  });
});

/** Marks over PACK for the cards that a seat knows where they are. */
function knownTo(match: Match, seat: Seat): Uint8Array {
  const { deal, you } = seenBy(match, seat);
  const cards = [
    ...you.hand,
    ...deal.plays.flatMap((play) => ("card" in play ? [play.card] : [])),
    ...deal.doubled.map(({ card }) => card),
    ...deal.exposed.map(({ card }) => card),
  ];
  return Uint8Array.from(PACK, (card) => Number(cards.includes(card)));
}

/** Whatever happens, it is tried on random matches under random rules, at every seat that is awaited. */
function atEverySeat(
  seed: string,
  matches: number,
  look: (match: Match, seat: Seat, draw: ReturnType<typeof randomFrom>) => void,
): void {
  const draw = randomFrom(seed);
  for (let i = 0; i < matches; i++) {
    playMatch(
      rulesOf({ ...randomRules(draw), ...(i % 2 === 0 ? { openHands: false } : {}) }),
      randomDealing(draw),
      draw,
      [
        ({ after }) => {
          for (const seat of awaitedSeats(after)) if (draw.chance(0.3)) look(after, seat, draw);
        },
      ],
    );
  }
}

describe("whatever plan a seat has", () => {
  test("it fires one of the seat's legal actions or nothing", () => {
    let fired = 0,
      asked = 0;
    atEverySeat("legal plans", 16, (match, seat, draw) => {
      const view = seenBy(match, seat);
      const { fires, steps } = consider([randomPlan(draw, "a"), randomPlan(draw, "b")], view);
      asked++;
      expect(steps.filter(({ outcome }) => outcome === "fires")).toHaveLength(fires === null ? 0 : 1);
      if (fires === null) return;
      fired++;
      expect(view.you.legalActions.map(({ id }) => id)).toContain(fires.action);
    });
    expect(fired).toBeGreaterThan(asked / 5);
    expect(asked).toBeGreaterThan(800);
  });

  test("it does the same, for the same reasons, however the cards that the seat cannot know may lie", () => {
    let different = 0;
    atEverySeat("hidden from plans", 10, (match, seat, draw) => {
      const other = resample(match, seat, knownTo(match, seat), draw);
      const plans = [randomPlan(draw, "a"), randomPlan(draw, "b")];
      expect(consider(plans, seenBy(other, seat))).toEqual(consider(plans, seenBy(match, seat)));
      if (JSON.stringify(other.deal.hands) !== JSON.stringify(match.deal.hands)) different++;
    });
    expect(different).toBeGreaterThan(400);
  });

  test("in redeal and doubling it does the same whatever the seat itself holds", () => {
    let asked = 0;
    atEverySeat("secret answers", 16, (match, seat, draw) => {
      const { phase } = match.deal;
      if (phase !== "redeal" && phase !== "doubling") return;
      asked++;
      const plans = [
        randomPlan(draw, "a"),
        randomPlan(draw, "b"),
        planOf({ when: { contracts: ["king_of_hearts"] }, then: [{ type: "decline" }] }),
      ];
      const { fires } = consider(plans, seenBy(match, seat));
      // All four hands are dealt anew: not even the seat's own may matter.
      const other = { ...match, deal: { ...match.deal, hands: randomDealing(draw).pack(1) } };
      expect(consider(plans, seenBy(other, seat)).fires).toEqual(fires);
      expect([undefined, "d:", "r:decline"]).toContain(fires?.action);
      if (asksAll(match))
        for (const each of awaitedSeats(match)) expect(consider(plans, seenBy(match, each)).fires).toEqual(fires);
    });
    expect(asked).toBeGreaterThan(40);
  });
});

describe("the plans of the guide", () => {
  test.each(PLAN_EXAMPLES)("$name is taken as it stands", ({ plan }) => {
    expect(PlanRequest.parse(plan)).toEqual(plan);
  });

  test("a rule that declines by the hand is refused, one by the contract is not", () => {
    const asked = (when: object) =>
      PlanRequest.safeParse({ scope: "match", rules: [{ when, then: [{ type: "highest" }, { type: "decline" }] }] });
    expect(asked({ contracts: ["queens"] }).success).toBe(true);
    for (const when of [
      { holds: ["KH"] },
      { lacks: ["KH"], contracts: ["queens"] },
      { void: true },
      { unplayed: ["2C"] },
    ]) {
      const { success, error } = asked(when);
      expect(success).toBe(false);
      expect(error!.issues.map(({ path }) => path.join("/"))).toEqual([`rules/0/when/${Object.keys(when)[0]}`]);
    }
  });
});
