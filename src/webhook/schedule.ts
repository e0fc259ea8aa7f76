/** When a delivery is tried again. Pure; times in milliseconds since 1970, durations in milliseconds. */

import type { DeliveryKind } from "./types.ts";

const SECOND = 1000,
  MINUTE = 60 * SECOND,
  HOUR = 60 * MINUTE;

/** The pauses after the first attempt, the second and so on: close to three days in all. */
export const PAUSES_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  4 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
];
/** How often an endpoint is asked whether it wants the deliveries, before its owner must ask for that again. */
export const VERIFICATION_TRIES = 3;
/** The shortest pause, which a deadline that comes closer does not shorten further. */
const LEAST_PAUSE_MS = 5 * SECOND;
/** No attempt is put off for longer than this, in milliseconds: the longest pause and its spread. */
export const LONGEST_PAUSE_MS = 1.2 * 24 * HOUR;
/** How far a pause is spread, up and down, as a share of it. */
const SPREAD = 0.2;

/** How often a delivery is attempted at most. `once`: where its owner asked for it and sees how it went. */
export function mostTries(kind: DeliveryKind, once: boolean): number {
  if (once || kind === "test") return 1;
  return kind === "verification" ? VERIFICATION_TRIES : PAUSES_MS.length + 1;
}

/**
 * When to try again what has failed `tries` times, the last time at `now`; `exhausted` where that was often enough,
 * `overdue` where its deadline leaves no time. Nothing is tried at or after its deadline: where the usual pause would reach
 * over it, half of what is left is waited instead, as long as that is not too short. `jitter` is 0 to 1, to spread the
 * retries of many.
 */
export function nextTry(
  { kind, once, tries, deadline }: { kind: DeliveryKind; once: boolean; tries: number; deadline: number | null },
  now: number,
  jitter: number,
): number | "exhausted" | "overdue" {
  if (tries >= mostTries(kind, once)) return "exhausted";
  const next = now + Math.round(PAUSES_MS[tries - 1] * (1 - SPREAD + 2 * SPREAD * jitter));
  if (deadline === null || next < deadline) return next;
  const half = Math.floor((deadline - now) / 2);
  return half < LEAST_PAUSE_MS ? "overdue" : now + half;
}
