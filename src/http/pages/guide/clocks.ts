/** The guide's part on time: clocks, what follows a time-out, pauses, and sandboxes to try it all. */

import { type Section, sample, table } from "./page.ts";

/** The section, for a server at that address. */
export const clocks = (origin: string): Section => ({
  id: "clocks",
  title: "Clocks",
  html: `
<p>The creator of a game chooses its <code>clock</code>, and everyone can see it before they join. A clock sets a time limit for each answer,
<code>{"perMoveMs": 86400000}</code>, or a time bank that every answer adds to, <code>{"bankMs": 604800000, "incrementMs": 43200000, "capMs": 604800000}</code>. If there is no clock, or it
is null, time never runs out. (A game that an app creates has three days for each answer, unless <code>clock</code> says otherwise.)</p>
${sample(
  origin,
  "account",
  String.raw`curl -s $B/games -H "$A" -H "$J" -d '{
  "clock": {"perMoveMs": 86400000, "onTimeout": "autoPlay", "strikes": {"after": 3, "then": "houseBot"}},
  "seats": [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]
}' > timed.json`,
)}
<p>You must answer by <code>you.decision.deadline</code>. <code>clock.deadlines</code> lists the deadlines of all seats, and the response header <code>Date</code> is the server's time.
The table's <code>onTimeout</code> decides what happens when the deadline passes:</p>
${table(
  ["`onTimeout`", "what happens"],
  [
    [
      "autoPlay",
      "The server plays the move that its bot `steady` would make, marked `by: clock`. It doubles nothing and claims no redeal for you. After the number of timeouts in a row that `strikes` sets, one of the other options applies.",
    ],
    [
      "houseBot",
      "A house bot plays for you until you come back. Call `POST /v1/games/{gameId}/join` to take your seat back.",
    ],
    [
      "substitute",
      "The same, and the seat opens: `newcomers` says who can take it, and you can always come back. Each player of a seat keeps access to what the seat knew while they played it.",
    ],
    [
      "forfeit",
      "A house bot plays on so that the others can finish, and you are placed last whatever your total. In a partnership game, your whole team is placed last.",
    ],
  ],
)}
<ul>
<li><code>POST /v1/games/{gameId}/resign</code> is a voluntary forfeit. (Before the game starts, use <code>leave</code>, or <code>abort</code> if you created the game.) If you took the seat during the match, you give it back instead.</li>
<li><strong>A seat that opens</strong> is there for anyone from the next deal on (<code>"newcomers": "next_deal"</code>, the default; until then, the seat shows its <code>successor</code>), for
<code>anyone</code> at once, or for <code>nobody</code> (the default between partners). The player who had it comes back with <code>join</code>: at once from a house bot, with the next deal from
another player.</li>
<li><strong>Without a clock,</strong> a player can keep everyone waiting. After 14 days, the others can replace them: each sends <code>PUT /v1/games/{gameId}/vote</code> with
<code>{"type": "replace", "seat": 2}</code>. With <code>{"type": "abort"}</code> from everyone who is still there, the match ends without a result.</li>
<li>The table <strong>pauses</strong> when all its players have sent <code>PUT /v1/games/{gameId}/pause</code> with an <code>until</code>. It resumes at the earliest of those times, or when all have sent
<code>DELETE</code>. Every clock keeps the time it had left. You can still make moves during a pause.</li>
<li>If the clock has <code>vacation</code> (the default if each answer has a day or more), a vacation day is used before your time runs out.</li>
</ul>
<p>To see all of this within a minute, create the game with <code>"sandbox": true</code>. As its creator, you can advance time as you like, and each deadline takes effect at its own time.
You can also inject faults: responses that get lost after the action has counted, streams that close, webhooks that arrive twice or late. Sandbox games are marked, and they count in no
statistics.</p>
${sample(
  origin,
  "account",
  String.raw`G=$(curl -s $B/games -H "$A" -H "$J" -d '{
  "sandbox": true, "clock": {"perMoveMs": 86400000},
  "seats": [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]
}' | grep -o 'gm_[a-z2-7]*' | head -1)
curl -s $B/games/$G/sandbox/clock -H "$A" -H "$J" -d '{"advanceMs": 259200000}' > later.json
curl -s -X PUT $B/games/$G/sandbox/faults -H "$A" -H "$J" -d '{"dropAnswers": 1}'`,
)}`,
});
