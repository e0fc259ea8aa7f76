/** What is due when: the one alarm of an object serves the earliest of these. Pure; times in milliseconds since 1970. */

import { isAwaited } from "../engine/index.ts";
import { clockDue } from "./clock.ts";
import { botAt, type GameState } from "./state.ts";
import type { ExportState } from "./store.ts";

/** A game that has not started expires after 14 days (api.md section 4). */
export const WAITING_MS = 14 * 24 * 3600 * 1000;
/** How long after a commit the alarm looks whether the export, tried at once, has come through. */
export const EXPORT_CHECK_MS = 5000;
/** How long after a commit the players' objects are told: what is answered at once needs no notice. */
export const INBOX_DELAY_MS = 500;
/** How long after a match the alarm looks whether the next game, tried at once, has been made. */
export const NEXT_CHECK_MS = 1000;
/** The pause before house bots go on whose budget in one call is spent. */
export const BOT_PAUSE_MS = 20;

/** Whether a house bot must act now. */
export const awaitsBot = (state: GameState): boolean =>
  state.match !== null &&
  state.seats.some((occupant, seat) => botAt(occupant) !== null && isAwaited(state.match!, seat));

/** When a waiting game expires, or `null`. */
export const expiresAt = (state: GameState): number | null =>
  state.status === "waiting" ? state.facts.createdAt + WAITING_MS : null;

/**
 * What is due beside what the state says: how far history and the players' objects have been told, how far the next game has
 * come where one is wanted, and when plans are to be asked, in the game's own time.
 */
export interface Outstanding {
  exported: ExportState;
  told: ExportState;
  follow: ExportState | null;
  planned: number | null;
}

/** When the alarm must fire next, or `null` where nothing is due; `offset` is how far the game's own time is ahead of `now`, in milliseconds. */
export function nextDue(
  state: GameState,
  { exported, told, follow, planned }: Outstanding,
  now: number,
  offset = 0,
): number | null {
  const onClock = [expiresAt(state), clockDue(state.clock), planned].map((due) => (due === null ? null : due - offset));
  const dues = [
    ...onClock,
    awaitsBot(state) ? now + BOT_PAUSE_MS : null,
    state.factSeq > exported.seq ? Math.max(exported.nextTry, now + EXPORT_CHECK_MS) : null,
    state.startedAt !== null && state.version > told.seq ? Math.max(told.nextTry, now + INBOX_DELAY_MS) : null,
    follow === null ? null : Math.max(follow.nextTry, now + NEXT_CHECK_MS),
  ].filter((due) => due !== null);
  return dues.length === 0 ? null : Math.min(...dues);
}
