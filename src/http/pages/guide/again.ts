/** The guide on rematches and series. */

import { type Section, sample } from "./page.ts";

/** The section, for a server at that address. */
export const again = (origin: string): Section => ({
  id: "again",
  title: "Rematches and series",
  html: `
<p>When a match is over, <a href="/docs/reference#rematchGame">POST /v1/games/{gameId}/rematch</a> seats you in the next game at the same table: the same
rules, clock, house bots and seats, but new deals. The first player to call it creates the game (201). The others join it with the same call (200), and it starts when
everyone is there. A game has only one next game, so you can safely repeat the call. The player who called first can seat bots in place of anyone who doesn't join.
To find games that hold a seat for you, call <code>GET /v1/games?player=pl_...&amp;status=waiting</code>.</p>
<p>To try it, give up a match and let the house bots finish it:</p>
${sample(
  origin,
  "game",
  String.raw`curl -s -X POST $B/games/$G/resign -H "$A" > over.json
until curl -s $B/games/$G | grep -q '"status":"finished"'; do sleep 0.5; done
curl -s -X POST $B/games/$G/rematch -H "$A" > next.json`,
)}
<p>A table can agree on several matches in advance: send <code>"series": {"matches": 3}</code> with <code>POST /v1/games</code>. The next match starts automatically after each one
except the last. Everyone is already seated, so the clocks run from the start. If a player has given up a match, their seat is held for them. In the view, <code>series</code> shows
the <code>scores</code> and <code>wins</code> of the finished matches by seat. A rematch after the last match starts a new series.</p>
${sample(
  origin,
  "account",
  String.raw`curl -s $B/games -H "$A" -H "$J" -d '{
  "rules": {"preset": "trix", "kingdoms": 1}, "series": {"matches": 3},
  "seats": [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]
}' > series.json`,
)}
<p>To stay with a table, watch for the event <code>next_game_made</code> or for <code>next</code> in the finished game. It is the id of the next game and appears shortly after the
end. <code>previous</code> is the id of the game before.</p>`,
});
