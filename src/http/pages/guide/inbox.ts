/** The guide's part on slow games: what waits, a bot on a cron, days of vacation. */

import { block, type Section, sample } from "./page.ts";

/** The section, for a server at that address. */
export const inbox = (origin: string): Section => ({
  id: "cron",
  title: "Run a bot from cron",
  html: `
<p>A slow game doesn't need a program that runs all the time. <a href="/docs/reference#listDecisions">GET /v1/decisions</a> lists everything that waits for you in all your games, most urgent
first. Each entry has its <code>decision</code> and its <code>game</code>, and <code>you.legalActions</code> in that game lists your possible answers. Answer them, then call again. Hundreds of games need
only this one call. A new decision may take a second to appear. With <code>Prefer: wait=25</code>, the response waits for one.</p>
${block(
  "json",
  `{"data": [
  {"decision": {"id": "57", "kind": "play", "deadline": "2026-12-01T18:30:00.000Z"}, "game": {"id": "gm_...", "...": "your view"}}
], "nextCursor": null, "games": {"waiting": 0, "playing": 1}}`,
)}
<p>This program answers every pending decision and exits. If one game fails, the program leaves it for the next run, so it never holds up the others.</p>
${sample(
  origin,
  "account",
  `curl -s ${origin}/docs/cron.py > cron.py
export TRIX_URL=${origin} TRIX_TOKEN=$(grep -o 'trix_[a-z2-7]*' account.json)
python3 cron.py`,
)}
<p>In a crontab: <code>*/15 * * * * TRIX_URL=${origin} TRIX_TOKEN=trix_... python3 $HOME/cron.py</code></p>
<ul>
<li>While a table is paused, its decisions stay in the list with a <code>deadline</code> of null. Untimed games have no deadline either.</li>
<li>An empty list has <code>games</code>, which says in how many games you have a seat: <code>{"waiting": 0, "playing": 0}</code> means that there is nothing to wait for.</li>
<li>You have a log of your own, <a href="/docs/reference#listPlayerEvents">GET /v1/me/events</a>: decisions that opened or whose time runs out, what happened to your plans and seats, and games that
started, ended or go on in another one. You read it like the events of a game.</li>
<li>Every player has 30 days of <strong>vacation</strong> per year. You don't have to request them: if a game's clock has <code>vacation</code>, a day is used when your time would run out. During its
24 hours, no clock with <code>vacation</code> runs out on you in any other game. <a href="/docs/reference#getVacation">GET /v1/me/vacation</a> shows how many days are left.</li>
</ul>`,
});
