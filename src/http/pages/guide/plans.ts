/** The guide's section about plans, with some that can be sent as they stand. */

import { MOST_PLANS, MOST_RULES, type Plan } from "../../../plans/index.ts";
import { type Section, sample, table } from "./page.ts";

/** Plans for the beginning, each with the name that it is sent under and a word on what it is for. */
export const PLAN_EXAMPLES: readonly { name: string; purpose: string; plan: Omit<Plan, "name"> }[] = [
  {
    name: "forced",
    purpose: "Don't keep the table waiting when there is nothing to decide.",
    plan: { scope: "match", rules: [{ then: [{ type: "only" }] }, { then: [{ type: "decline" }] }] },
  },
  {
    name: "duck",
    purpose:
      "Follow suit with the highest card that doesn't take the trick; if none does, take it with your highest. If you are void, discard the queen of spades, otherwise your highest heart.",
    plan: {
      scope: "kingdom",
      rules: [
        { when: { void: false }, then: [{ type: "duck" }, { type: "highest" }] },
        {
          when: { void: true, contracts: ["queens"] },
          then: [
            { type: "card", card: "QS" },
            { type: "highest", suits: ["H"] },
          ],
        },
      ],
    },
  },
  {
    name: "jacks",
    purpose: "In trix, open the jacks first, then play downward, then upward.",
    plan: {
      scope: "match",
      rules: [
        {
          when: { contracts: ["trix"] },
          then: [{ type: "open" }, { type: "extend", end: "low" }, { type: "extend", end: "high" }, { type: "pass" }],
        },
      ],
    },
  },
];

const command = ({ name, plan }: (typeof PLAN_EXAMPLES)[number]): string =>
  `curl -s -X PUT $B/games/$G/plans/${name} -H "$A" -H "$J" -d '${JSON.stringify(plan)}'`;

/** The section, for a server at that address. */
export const plans = (origin: string): Section => ({
  id: "plans",
  title: "Plans: play while you are away",
  html: `
<p>In a slow game, you can decide in advance what your seat should do. A <em>plan</em> is a list of rules. Each rule has conditions (<code>when</code>; all of them must hold) and
actions (<code>then</code>; the first legal one is played). The first rule that applies acts for you. If no rule applies, the decision waits for you as usual.</p>
${table(
  ["name", "purpose"],
  PLAN_EXAMPLES.map(({ name, purpose }) => [name, purpose]),
)}
${sample(origin, "game", PLAN_EXAMPLES.map(command).join("\n"))}
<ul>
<li>A plan is private. No other seat, spectator or record shows it, or even whether you have one. Its moves count as yours (<code>"by": "player"</code>).</li>
<li>Rules see only what your seat sees. <a href="/docs/reference#dryRunPlans">POST /v1/games/{gameId}/plans/dry-run</a> shows which rule would fire now, and why the others wouldn't.</li>
<li>A plan acts one second after the decision opens, whatever it plays. If you act first, your move stands. A careful observer can tell a move made after one second from one that took
thought. If you end your plan with a rule that always names a card, your pace reveals nothing about your hand.</li>
<li>For the same reason, a plan can only <code>decline</code> a doubling or a redeal. It does so without looking at the hand, and it answers last: when only seats with plans are left to answer, or when your time runs out.</li>
<li>A plan applies to the <code>deal</code>, <code>kingdom</code> or <code>match</code> in progress when you send it, until you delete it. It ends when you lose the seat. Your private events say when a plan acts
(<code>plan_fired</code>) and when it ends automatically (<code>plan_cancelled</code>), and name the plan.</li>
<li>You can have up to ${MOST_PLANS} plans with up to ${MOST_RULES} rules each. Plans for a deal are tried first, then plans for a kingdom, then plans for the match.</li>
</ul>`,
});
