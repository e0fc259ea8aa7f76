/** The guide's part on slow games: what waits, a bot on a cron, days of vacation. */

import { block, type Section } from "./page.ts";

/** The section, for a server at that address. */
export const inbox = (origin: string): Section => ({
  id: "cron",
  title: "A bot on a cron",
  html: `
<p>Slow games need no program that stays awake. <a href="/docs/reference#/Play/listDecisions">GET /v1/decisions</a> lists whatever waits for you in all your games, the most urgent
first: each with its <code>decision</code> and its <code>game</code>, whose <code>you.legalActions</code> are the answers. Answer them and ask again: hundreds of games need
no more than this one call. A decision that has just opened may take a second to come; with <code>Prefer: wait=25</code> the answer waits for one.</p>
${block(
  "json",
  `{"data": [
  {"decision": {"id": "57", "kind": "play", "deadline": "2026-12-01T18:30:00.000Z"}, "game": {"id": "gm_...", "...": "your view"}}
], "nextCursor": null}`,
)}
<p>This program plays all that waits and ends. A game that fails is left to the next run, so that it never holds up the others.</p>
${block(
  "sh",
  `curl -s ${origin}/docs/cron.py > cron.py
export TRIX_URL=${origin} TRIX_TOKEN=$(grep -o 'trix_[a-z2-7]*' account.json)
python3 cron.py`,
)}
<p>In a crontab: <code>*/15 * * * * TRIX_URL=${origin} TRIX_TOKEN=trix_... python3 $HOME/cron.py</code></p>
<ul>
<li>While a table pauses its decisions stay in the list, with a <code>deadline</code> of null; so do those of games that are not timed.</li>
<li>What is told to you alone has a log of its own: <a href="/docs/reference#/Play/listPlayerEvents">GET /v1/me/events</a> tells when a decision began to wait, and what became of your plans. It is read
like the events of a game.</li>
<li>Every player has 30 days of <strong>vacation</strong> a year. You need not ask for them: where a game's clock has <code>vacation</code>, a day is drawn when your time would run out, and for its
24 hours no clock of that kind runs out on you in any other game. <a href="/docs/reference#/Players/getVacation">GET /v1/me/vacation</a> tells what is left.</li>
</ul>`,
});
