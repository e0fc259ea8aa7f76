/** What an isolate has worked out before, by the text that it was worked out from: a seal that held need not be made again. */

import type { Secret } from "./seal.ts";

/** How much of one kind is remembered; the oldest goes first. */
const MOST = 10_000;

/**
 * `work`, which gives the same for the same text under the same secret, and remembers what it gave. What is `undefined` or
 * `false` is not kept: else anybody could fill the memory with inventions.
 */
export function remembered<T>(work: (env: Secret, text: string) => T): (env: Secret, text: string) => T {
  let secret: string | undefined;
  const known = new Map<string, T>();
  return (env, text) => {
    if (env.TOKEN_SECRET !== secret) {
      known.clear();
      secret = env.TOKEN_SECRET;
    }
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = work(env, text);
    if (made === undefined || made === false) return made;
    if (known.size >= MOST) known.delete(known.keys().next().value!);
    known.set(text, made);
    return made;
  };
}
