/** Waiting: deadlines, and pauses between attempts. Durations in milliseconds. */

/** The work was not done in time. It may still come to its end. */
export class Late extends Error {
  override name = "Late";
}

/** What `work` gives. Throws `Late` after `ms`; the work itself goes on, which its caller must allow for. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  // The timer ends with the work: a pending one would keep a Durable Object in memory.
  const done = new AbortController();
  const late = scheduler.wait(ms, { signal: done.signal }).then(() => {
    throw new Late(`no answer within ${ms} ms`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}

/** How far a clock may be ahead for a while, in milliseconds: ten years. What is of a later time is of a server that lives in it. */
const LONGEST_ERROR_MS = 10 * 365 * 24 * 3600 * 1000;

/**
 * Whether `at` is further ahead of `now` than the `longestMs` that anything can wait. Only a clock that was wrong for a while sets such
 * an instant, and nothing may wait for years because of that.
 */
export const isAhead = (at: number, now: number, longestMs: number): boolean =>
  at > now + longestMs && at < now + LONGEST_ERROR_MS;

/** Half of `ms` to all of it, by chance: what failed for many at once must not come back for all of them at once. */
export const jittered = (ms: number): number => ms * (0.5 + Math.random() / 2);

/** How long to pause after the `tried`-th failure, counted from 1: `firstMs`, then twice as long each time up to `longestMs`, jittered. */
export const backoff = (tried: number, firstMs: number, longestMs = Infinity): number =>
  jittered(Math.min(longestMs, firstMs * 2 ** Math.min(tried - 1, 30)));
