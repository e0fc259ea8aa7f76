/** Reading back from the log of a game: its events, and what answered a decision. */

import type { Seat } from "../engine/index.ts";
import type { Ledger } from "./ledger.ts";
import type { AwaitingView, GameEventView } from "./types.ts";
import { awaitingView, commitEventsFor, type Reader } from "./view.ts";

/** At most `limit` events from `seq` on, as `reader` may have them. */
export function eventsFrom(ledger: Ledger, seq: number, reader: Reader, limit: number): GameEventView[] {
  const events: GameEventView[] = [];
  for (const commit of ledger.commitsFrom(seq)) {
    events.push(...commitEventsFor(commit, reader, seq));
    if (events.length >= limit) break;
  }
  return events.length > limit ? events.slice(0, limit) : events;
}

/** Who has to act as the game stands, or `null`. */
export const awaitingNow = (ledger: Ledger): AwaitingView | null =>
  awaitingView(ledger.state, (seq) => ledger.instantOf(seq));

/** How a seat answered a decision, or `null` where it did not; `seq` is that of the first event of the commit that it is in. */
export function answerTo(ledger: Ledger, seat: Seat, decision: string): { action: string; seq: number } | null {
  const opened = /^[1-9][0-9]{0,8}$/.test(decision) ? Number(decision) : null;
  if (opened === null || opened >= ledger.state.version) return null;
  for (const commit of ledger.commitsFrom(opened + 1)) {
    const moves = commit.moves.filter((move) => move.seat === seat && move.decision >= opened);
    if (moves.length === 0) continue;
    // The seat's first answer after the decision was opened is the one to it, or there is none.
    return moves[0].decision === opened ? { action: moves[0].action, seq: commit.seq } : null;
  }
  return null;
}
