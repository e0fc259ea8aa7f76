/** The guide's part on time: clocks, what follows a time-out, pauses, and sandboxes to try it all. */

import { block, type Section, table } from "./page.ts";

export const clocks: Section = {
  id: "clocks",
  title: "Clocks",
  html: `
<p>A game is timed by its <code>clock</code>, which its creator chooses and everybody sees before he joins: a time for each answer, <code>{"perMoveMs": 86400000}</code>, or a bank
that every answer adds to, <code>{"bankMs": 604800000, "incrementMs": 43200000, "capMs": 604800000}</code>. Without one, or with null, nothing ever runs out.</p>
${block(
  "sh",
  String.raw`curl -s $B/games -H "$A" -H "$J" -d '{
  "clock": {"perMoveMs": 86400000, "onTimeout": "autoPlay", "strikes": {"after": 3, "then": "houseBot"}},
  "seats": [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]
}' > timed.json`,
)}
<p><code>you.decision.deadline</code> is the instant by which you must have answered, <code>clock.deadlines</code> has those of all seats; the header <code>Date</code> is the server's own time.
What follows when it has passed is the table's <code>onTimeout</code>:</p>
${table(
  ["`onTimeout`", "what happens"],
  [
    [
      "autoPlay",
      "The server plays the move of its bot `steady` for you, marked `by: clock`. Silence doubles nothing and claims no redeal. After as many time-outs in a row as `strikes` says, one of the others follows.",
    ],
    ["houseBot", "A house bot sits in until you come back: `POST /v1/games/{gameId}/join` takes the seat again."],
    [
      "substitute",
      "The same, and anybody who has not sat at this table may take the seat by joining. Each owner goes on reading what the seat knew in his own time.",
    ],
    [
      "forfeit",
      "A house bot plays on for the others' sake, and you are placed last whatever your total; in partnership your team is.",
    ],
  ],
)}
<ul>
<li><code>POST /v1/games/{gameId}/resign</code> is a forfeit by choice. (Before the start there is <code>leave</code>, and <code>abort</code> for the creator.)</li>
<li>The table <strong>pauses</strong> once all its players have sent <code>PUT /v1/games/{gameId}/pause</code> with an <code>until</code>, and goes on at the earliest of these instants, or when all have sent
<code>DELETE</code>. Every clock keeps what it had left. Moves can be made meanwhile.</li>
<li>With <code>vacation</code> in the clock (so it is where an answer has a day or more) a day of your vacation is drawn before your time runs out.</li>
</ul>
<p>To see all that within a minute, make the game with <code>"sandbox": true</code>. Its creator lets time pass as he likes, deadlines fall due each at its own instant, and he can ask for
faults: answers that get lost after the action has counted, streams that close, webhooks that come twice or late. Sandboxes are marked and count in no statistics.</p>
${block(
  "sh",
  String.raw`G=$(curl -s $B/games -H "$A" -H "$J" -d '{
  "sandbox": true, "clock": {"perMoveMs": 86400000},
  "seats": [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]
}' | grep -o 'gm_[a-z2-7]*' | head -1)
curl -s $B/games/$G/sandbox/clock -H "$A" -H "$J" -d '{"advanceMs": 259200000}' > later.json
curl -s -X PUT $B/games/$G/sandbox/faults -H "$A" -H "$J" -d '{"dropAnswers": 1}'`,
)}`,
};
