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
/** The longest that an endpoint can have its webhook wait: the longest pause that there is without its word. */
export const LONGEST_HOLD_MS = 24 * HOUR;
/** How far a pause is spread, up and down, as a share of it. */
const SPREAD = 0.2;

/** How often a delivery is attempted at most. `once`: where its owner asked for it and sees how it went. */
export function mostTries(kind: DeliveryKind, once: boolean): number {
  if (once || kind === "test") return 1;
  return kind === "verification" ? VERIFICATION_TRIES : PAUSES_MS.length + 1;
}

/** An HTTP date in any of its three forms (RFC 9110 section 5.6.7): each begins with the day of the week. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w: -]+$/;

/**
 * Before when an endpoint wants no other request, from its `Retry-After`: seconds, or a date (RFC 9110 section 10.2.3).
 * At most LONGEST_HOLD_MS from `now`; `null` where it says nothing, nothing that can be read, or what is over.
 */
export function retryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? "";
  const at = /^\d+$/.test(text) ? now + Number(text) * SECOND : HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return at > now ? Math.min(at, now + LONGEST_HOLD_MS) : null;
}

/**
 * When to try again what has failed `tries` times, the last time at `now`; `exhausted` where that was often enough,
 * `overdue` where its deadline leaves no time. Nothing is tried at or after its deadline: where the usual pause would reach
 * over it, half of what is left is waited instead, as long as that is not too short. Nor is anything tried before
 * `notBefore`, which the endpoint has asked for. `jitter` is 0 to 1, to spread the retries of many.
 */
export function nextTry(
  { kind, once, tries, deadline }: { kind: DeliveryKind; once: boolean; tries: number; deadline: number | null },
  now: number,
  jitter: number,
  notBefore = 0,
): number | "exhausted" | "overdue" {
  if (tries >= mostTries(kind, once)) return "exhausted";
  const next = Math.max(now + Math.round(PAUSES_MS[tries - 1] * (1 - SPREAD + 2 * SPREAD * jitter)), notBefore);
  if (deadline === null || next < deadline) return next;
  const half = Math.floor((deadline - now) / 2);
  return half < LEAST_PAUSE_MS || notBefore >= deadline ? "overdue" : Math.max(now + half, notBefore);
}
