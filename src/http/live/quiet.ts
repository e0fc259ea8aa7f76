/** The line of somebody who is not there: it tells nothing, and wakes nobody. */

import { type Frame, PING, PONG } from "../../feed/frames.ts";

/** After how long it breaks, in milliseconds: whoever follows looks again then whether there is somebody by now. */
const LASTS_MS = 5000;

/** A socket like one to the feed of an empty log. */
export function quietLine(): WebSocket {
  const { 0: theirs, 1: ours } = new WebSocketPair();
  ours.accept();
  const end = setTimeout(() => ours.close(1000), LASTS_MS);
  ours.addEventListener("close", () => clearTimeout(end));
  ours.addEventListener("message", ({ data }) => {
    if (data === PING) ours.send(PONG);
  });
  ours.send(JSON.stringify({ page: { data: [], newest: 0, over: false } } satisfies Frame));
  return theirs;
}
