/** The guide's section about plans, with some that can be sent as they stand. */

import { MOST_PLANS, MOST_RULES, type Plan } from "../../../plans/index.ts";
import { block, type Section, table } from "./page.ts";

/** Plans for the beginning, each with the name that it is sent under and a word on what it is for. */
export const PLAN_EXAMPLES: readonly { name: string; purpose: string; plan: Omit<Plan, "name"> }[] = [
  {
    name: "forced",
    purpose: "Never keep the table waiting where there is nothing to think about.",
    plan: { scope: "match", rules: [{ then: [{ type: "only" }] }, { then: [{ type: "decline" }] }] },
  },
  {
    name: "duck",
    purpose:
      "Follow with the highest card below the winner, take with the highest if it must be; when void, throw the queen of spades, else the highest heart.",
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
    purpose: "In trix open the jacks first, then play down, then up.",
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

export const plans: Section = {
  id: "plans",
  title: "Plans: play while you are away",
  html: `
<p>In a slow game you can say beforehand what your seat shall do. A <em>plan</em> is a list of rules, each with conditions (<code>when</code>, all of which must hold) and
wishes (<code>then</code>, the first of which that is legal is played). The first rule that applies acts for you; what no rule answers waits for you as ever.</p>
${table(
  ["name", "what for"],
  PLAN_EXAMPLES.map(({ name, purpose }) => [name, purpose]),
)}
${block("sh", PLAN_EXAMPLES.map(command).join("\n"))}
<ul>
<li>A plan is yours alone: no other seat, no spectator, no record shows it, nor whether you have any. Its moves are your moves (<code>"by": "player"</code>).</li>
<li>Rules know what your seat sees and nothing else. <a href="/docs/reference#/Plans/dryRunPlans">POST /v1/games/{gameId}/plans/dry-run</a> says which rule would fire now, and why the others would not.</li>
<li>A plan acts one second after the decision has opened, whatever it plays. If you act first, that stands. Who watches closely can tell a move that came after a second from one that took
thought: end with a rule that always names a card, and your pace tells nothing about your hand.</li>
<li>For the same reason a plan answers a doubling or a redeal in one way only: <code>decline</code>, without a look at the hand, and last of all: when nobody but plans is asked any more, or when its time is up.</li>
<li>It holds for the <code>deal</code>, the <code>kingdom</code> or the <code>match</code> that runs when you send it, until you delete it, and ends when you lose the seat. That it acted
(<code>plan_fired</code>), and that it ended by itself (<code>plan_cancelled</code>), your own stream tells you by its name.</li>
<li>At most ${MOST_PLANS} plans of ${MOST_RULES} rules each; those for a deal are asked before those for a kingdom, and these before those for the match.</li>
</ul>`,
};
