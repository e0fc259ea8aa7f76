/** Reading back from the log of a game: its events, and what answered a decision. */

import type { Seat } from "../engine/index.ts";
import type { Store } from "./store.ts";
import type { GameEventView } from "./types.ts";
import { commitEventsFor, type Reader } from "./view.ts";

/** At most `limit` events from `seq` on, as `reader` may have them. */
export function eventsFrom(store: Store, seq: number, reader: Reader, limit: number): GameEventView[] {
  const events: GameEventView[] = [];
  for (const commit of store.commitsFrom(seq)) {
    events.push(...commitEventsFor(commit, reader, seq));
    if (events.length >= limit) break;
  }
  return events.length > limit ? events.slice(0, limit) : events;
}

/** How a seat answered a decision, or `null`. Its answer is the seat's first move after the event that opened the decision. */
export function answerTo(
  store: Store,
  version: number,
  seat: Seat,
  decision: string,
): { action: string; seq: number } | null {
  const opened = /^[1-9][0-9]{0,8}$/.test(decision) ? Number(decision) : null;
  if (opened === null || opened >= version) return null;
  for (const commit of store.commitsFrom(opened + 1)) {
    const move = commit.moves.find((each) => each.seat === seat);
    if (move !== undefined) return move.decision === opened ? { action: move.action, seq: commit.seq } : null;
  }
  return null;
}
