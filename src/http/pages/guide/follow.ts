/** The guide's part about following a game: one log of events, by whatever a client can hold open. */

import { MOST_STREAMS } from "../../../feed/frames.ts";
import { TICKET_MS } from "../../../ids/ticket.ts";
import { MOST_WAIT } from "../../exchange/preferences.ts";
import { HEARTBEAT_MS } from "../../live/subscription.ts";
import { block, type Section, sample, table } from "./page.ts";

const seconds = (milliseconds: number): number => milliseconds / 1000;

/** The section, for a server at that address. */
export const following = (origin: string): Section => ({
  id: "following",
  title: "Following a game",
  html: `
<p>There is one log of events and four ways to read it. All four return the same JSON with the same <code>seq</code>, so you can switch between them and
resume from the last <code>seq</code> you have. Nothing is lost, and nothing is sent twice.</p>
${table(
  ["way", "how", "good for"],
  [
    ["page", "`GET /v1/games/{gameId}/events?after=57`", "a script that checks now and then"],
    [
      "long poll",
      `the same with \`Prefer: wait=25\`: the response waits for the next event, at most ${MOST_WAIT} seconds`,
      "a bot in any language",
    ],
    [
      "stream",
      "the same with `Accept: text/event-stream`: Server-Sent Events",
      "pages and bots that only watch, or act with `POST`",
    ],
    ["WebSocket", "`GET /v1/games/{gameId}/socket`", "clients that also act"],
  ],
)}
<p>All four also say whom the game is waiting for, once per page or after each change: <code>"awaiting": {"seats": [1], "since": "...", "deadline": "..."}</code>, or null before the start
and after the end.</p>
<p>For example, wait for the next event:</p>
${sample(origin, "game", `curl -s "$B/games/$G/events?after=0" -H "$A" -H 'Prefer: wait=25'`)}
<p><strong>A stream</strong> sends each event as <code>data</code>, with its <code>seq</code> as <code>id</code> and no event name, an event named <code>awaiting</code> with who must act now, and a comment every ${seconds(HEARTBEAT_MS)} seconds as a heartbeat.
If you receive nothing for twice that time, the connection is dead: reconnect with <code>Last-Event-ID</code> or <code>after</code>. When the game is over, the last event
is named <code>end</code>, and a new request gets 204. A stream that closes without <code>end</code> was interrupted.</p>
<p><strong>A WebSocket</strong> sends <code>{"type": "event", "event": {...}}</code>, an <code>awaiting</code> with who must act now, a <code>heartbeat</code> every ${seconds(HEARTBEAT_MS)} seconds, and finally an <code>end</code>. To act, send a message like the first line. The
reply contains what the HTTP call would have returned:</p>
${block(
  "json",
  `{"id": "1", "action": "p:7H", "decision": "57"}
{"type": "acted", "id": "1", "replayed": false, "events": ["..."], "version": 61, "game": {"...": "your current view"}}
{"type": "refused", "id": "1", "problem": {"code": "must_follow_suit", "...": "as in Errors"}}`,
)}
<p>If the connection breaks before the reply, did the action count? Open a new connection and send the same message again, with its <code>decision</code>.</p>
<p><strong>In a browser,</strong> neither EventSource nor WebSocket can send your token, and a token doesn't belong in a URL. Get a ticket instead. It opens
one stream within ${seconds(TICKET_MS)} seconds. If the connection breaks, the ticket is used up, so get a new one and resume from the last <code>seq</code>:</p>
${block(
  "js",
  `async function follow(game, token, show, after = 0) {
  const path = "/v1/games/" + game;
  const answer = await fetch(path + "/tickets", { method: "POST", headers: { Authorization: "Bearer " + token } });
  if (!answer.ok) throw new Error((await answer.json()).detail);
  const { ticket } = await answer.json();
  let over = false;
  const source = new EventSource(path + "/events?after=" + after + "&ticket=" + ticket);
  source.onmessage = ({ data }) => {
    const event = JSON.parse(data);
    after = event.seq;
    over ||= event.type === "game_finished" || event.type === "game_aborted";
    show(event);
  };
  source.addEventListener("end", () => source.close());
  source.onerror = () => {
    source.close();
    if (!over) setTimeout(follow, 2000, game, token, show, after);
  };
}`,
)}
<p>Several programs can use the same token independently, up to ${MOST_STREAMS} streams per game at a time. When a token is revoked or expires, its streams close
within a minute. Opening a stream counts as one call. Messages over a WebSocket don't count.</p>`,
});
