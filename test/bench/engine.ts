/** Speed of the engine on one core: random matches through the search door, actions through `apply`. */

import {
  type Action,
  apply,
  awaitedSeats,
  type Dealing,
  dealOut,
  drawFrom,
  type Hands,
  legalActions,
  legalCodes,
  openSearch,
  type Preset,
  playOut,
  type Rules,
  randomDealing,
  resolveRules,
  shuffle,
  startMatch,
  stepInPlace,
} from "../../src/engine/index.ts";

/** A small xorshift stream of 32-bit words. */
export const words = (seed: number) => {
  let word = seed >>> 0 || 1;
  return () => {
    word ^= word << 13;
    word >>>= 0;
    word ^= word >>> 17;
    word = (word ^ (word << 5)) >>> 0;
    return word;
  };
};

export function rulesOf(preset: Preset): Rules {
  const resolved = resolveRules({ preset });
  if (!resolved.ok) throw new Error(resolved.errors[0].message);
  return resolved.rules;
}

/** Random 20-deal matches a second by the play-outs of the search door, dealing included; `actions` from the average of some. */
export function searchMatches(
  rules: Rules,
  milliseconds: number,
): { matches: number; actions: number; seconds: number } {
  const random = words(1);
  const dealing = randomDealing(random);
  const start = performance.now();
  let matches = 0;
  while (performance.now() - start < milliseconds) {
    playOut(openSearch(rules, dealing), dealing, random);
    matches++;
  }
  const seconds = (performance.now() - start) / 1000;
  return { matches, actions: matches * averageActions(rules), seconds };
}

/** Actions of a random match, the server's passes not counted. */
function averageActions(rules: Rules): number {
  const random = words(2);
  const dealing = randomDealing(random);
  const codes: number[] = [];
  const MATCHES = 50;
  let actions = 0;
  for (let i = 0; i < MATCHES; i++) {
    const match = openSearch(rules, dealing);
    while (match.result === null) {
      const seat = awaitedSeats(match)[0];
      stepInPlace(match, seat, codes[drawFrom(random, legalCodes(match, seat, codes))], dealing);
      actions++;
    }
  }
  return actions / MATCHES;
}

/** Actions a second through `apply`, events included: recorded random matches are played again. */
export function applyActions(rules: Rules, milliseconds: number): { actions: number; seconds: number } {
  const scripts = Array.from({ length: 20 }, (_, i) => scriptOf(rules, words(i + 7)));
  const start = performance.now();
  let actions = 0;
  for (let i = 0; performance.now() - start < milliseconds; i++) {
    const { dealing, moves } = scripts[i % scripts.length];
    let match = startMatch(rules, dealing).match;
    for (const { seat, action } of moves) {
      const applied = apply(match, seat, action, dealing);
      if (!applied.ok) throw new Error(applied.error);
      match = applied.match;
    }
    actions += moves.length;
  }
  return { actions, seconds: (performance.now() - start) / 1000 };
}

/** One random match: its packs, and its moves in order. `dealing` may come from elsewhere. */
export function scriptOf(
  rules: Rules,
  random: () => number,
  given?: Dealing,
): { dealing: Dealing; moves: { seat: number; action: Action }[] } {
  const packs: Hands[] = [];
  const dealing = given ?? {
    pack: (k: number) => {
      packs[k] ??= dealOut(shuffle(random));
      return packs[k];
    },
    firstDealer: () => 0,
    firstKing: () => 0,
  };
  const moves: { seat: number; action: Action }[] = [];
  let match = startMatch(rules, dealing).match;
  while (match.result === null) {
    const seat = awaitedSeats(match)[0];
    const legal = legalActions(match, seat);
    const action = legal[random() % legal.length];
    const applied = apply(match, seat, action, dealing);
    if (!applied.ok) throw new Error(applied.error);
    match = applied.match;
    moves.push({ seat, action });
  }
  return { dealing, moves };
}
