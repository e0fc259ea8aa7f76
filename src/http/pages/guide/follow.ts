/** The guide's part about following a game: one log of events, by whatever a client can hold open. */

import { MOST_STREAMS } from "../../../feed/frames.ts";
import { TICKET_MS } from "../../../ids/ticket.ts";
import { MOST_WAIT } from "../../exchange/preferences.ts";
import { HEARTBEAT_MS } from "../../live/subscription.ts";
import { block, type Section, table } from "./page.ts";

const seconds = (milliseconds: number): number => milliseconds / 1000;

/** The section. */
export const following: Section = {
  id: "following",
  title: "Following a game",
  html: `
<p>There is one log of events, and four ways to read it. All give the same JSON with the same <code>seq</code>, so you can change from one to another, and
go on after a break from the last <code>seq</code> that you have. Nothing is lost, and nothing comes twice.</p>
${table(
  ["way", "how", "good for"],
  [
    ["page", "`GET /v1/games/{gameId}/events?after=57`", "a script that looks in now and then"],
    [
      "waiting page",
      `the same with \`Prefer: wait=25\`: the answer waits until there is something, at most ${MOST_WAIT} seconds`,
      "a bot in any language",
    ],
    [
      "stream",
      "the same with `Accept: text/event-stream`: Server-Sent Events",
      "pages and bots that only watch, or act by `POST`",
    ],
    ["socket", "`GET /v1/games/{gameId}/socket`: a WebSocket", "clients that also act"],
  ],
)}
<p>Wait for what comes next, for example:</p>
${block("sh", `curl -s "$B/games/$G/events?after=0" -H "$A" -H 'Prefer: wait=25'`)}
<p><strong>A stream</strong> sends each event with its <code>seq</code> as <code>id</code> and the event as <code>data</code>, without a name, and a comment every ${seconds(HEARTBEAT_MS)} seconds.
When nothing has come for twice that time, the connection is dead: open it again, with <code>Last-Event-ID</code> or <code>after</code>. When the game is over, an event
named <code>end</code> comes last; who asks once more gets 204. A stream that closes without <code>end</code> was cut.</p>
<p><strong>A socket</strong> sends <code>{"type": "event", "event": {...}}</code>, a <code>heartbeat</code> every ${seconds(HEARTBEAT_MS)} seconds and an <code>end</code>. To act, send the first line; the
answer has what the call would have given:</p>
${block(
  "json",
  `{"id": "1", "action": "p:7H", "decision": "57"}
{"type": "acted", "id": "1", "replayed": false, "events": ["..."], "version": 61, "game": {"...": "your fresh view"}}
{"type": "refused", "id": "1", "problem": {"code": "must_follow_suit", "...": "as in Errors"}}`,
)}
<p>Did it count, when the socket breaks before the answer? Open another and send the same again, with its <code>decision</code>.</p>
<p><strong>In a browser</strong> neither EventSource nor WebSocket can send your token, and a token does not belong into an address. Get a ticket for it, which opens
one stream within ${seconds(TICKET_MS)} seconds. After a break the ticket is spent, so get another, and go on from the last <code>seq</code>:</p>
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
<p>Any number of programs can follow by one token, each for itself, up to ${MOST_STREAMS} streams of a game at a time. When a token is revoked or expires, its streams are ended
within a minute. Opening a stream counts as one call, and what is sent over a socket counts as none.</p>`,
};
