/** The guide on rematches and series. */

import { block, type Section } from "./page.ts";

export const again: Section = {
  id: "again",
  title: "Once more, and series",
  html: `
<p>When a match is finished, <a href="/docs/reference#/Seats/rematchGame">POST /v1/games/{gameId}/rematch</a> sits you down at the next game of the same table: the same
rules, clock and house bots, everybody at his old seat, new deals. The first who asks makes it (201), the others come to it by the same call (200), and it starts when
all have come. A game has one next game, so the call can be repeated at will. Whoever asked first may seat bots for those who do not come.
A game that keeps a seat for you is among those of <code>GET /v1/games?player=pl_...&amp;status=waiting</code>.</p>
${block("sh", 'curl -s -X POST $B/games/$G/rematch -H "$A" > next.json')}
<p>A table can agree on several matches beforehand: <code>"series": {"matches": 3}</code> with <code>POST /v1/games</code>. Each match but the last is followed by the next one without
a call, with everybody seated, so its clocks run from the start; who gave a match up finds his seat kept for him. <code>series</code> in the view counts <code>scores</code> and <code>wins</code> of the
finished matches by seat. After the last match a rematch is a new series.</p>
${block(
  "sh",
  String.raw`curl -s $B/games -H "$A" -H "$J" -d '{
  "rules": {"preset": "trix", "kingdoms": 1}, "series": {"matches": 3},
  "seats": [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]
}' > series.json`,
)}
<p>To stay with a table, watch for the event <code>next_game_made</code>, or for <code>next</code> in the finished game: it is the id of the game that follows, as <code>previous</code>
is that of the one before. It comes shortly after the end.</p>`,
};
