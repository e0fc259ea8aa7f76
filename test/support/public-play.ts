/** What public play tells of the hidden hands must be true of them, and follow from public facts alone. */

import assert from "node:assert/strict";
import { knowledgeOf, type Rules, viewFor } from "../../src/engine/index.ts";
import { handOf, PACK, SEATS, type Watcher } from "./play.ts";

/** At every position of a match: no seat holds what it is said not to hold, each holds what it is said to hold, and the cards out are those in hands. */
export function watchPublicPlay(rules: Rules): Watcher {
  return ({ after }) => {
    const { seats, out } = knowledgeOf(rules, viewFor(after, "public").deal);
    const hands = SEATS.map((seat) => handOf(after, seat));
    if (after.deal.phase === "contract" && hands.every((hand) => hand.length === 0)) {
      // Before the cards are dealt nothing is known of them.
      assert.deepEqual(Object.values(out).flat(), PACK);
      for (const { voids, cannotHold, holds } of seats) assert.deepEqual([voids, cannotHold, holds], [[], [], []]);
      return;
    }
    assert.deepEqual(
      Object.values(out).flat(),
      PACK.filter((card) => hands.some((hand) => hand.includes(card))),
      "cards out",
    );
    for (const { seat, voids, cannotHold, holds } of seats) {
      for (const card of cannotHold) assert.ok(!hands[seat].includes(card), `seat ${seat} is said not to hold ${card}`);
      for (const card of holds) assert.ok(hands[seat].includes(card), `seat ${seat} is said to hold ${card}`);
      for (const suit of voids)
        assert.ok(!hands[seat].some((card) => card.endsWith(suit)), `seat ${seat} is said to be void in ${suit}`);
    }
  };
}
