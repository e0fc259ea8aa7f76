/** What a game tells its players' own objects: which decision waits for whom. Pure. */

import type { Notice } from "../player/types.ts";
import { botAt, type GameState, seatOf } from "./state.ts";

/** The notices to everybody who has or had a seat in this match, by player id, of a game whose own time is `offset` milliseconds ahead. */
export function noticesOf(state: GameState, offset: number): Map<string, Notice> {
  const { facts, version, status, tenures, decisions, clock } = state;
  return new Map(
    [...new Set(tenures.map(({ player }) => player))].map((player) => {
      const seat = seatOf(state, player);
      // Where a house bot stands in, the decision is the bot's.
      const opened =
        seat === null || status !== "playing" || botAt(state.seats[seat]) !== null ? null : decisions[seat];
      const deadline = opened === null ? null : (clock?.deadlines[seat!] ?? null);
      return [
        player,
        {
          game: facts.id,
          version,
          decision:
            opened === null ? null : { id: String(opened), deadline: deadline === null ? null : deadline - offset },
        },
      ];
    }),
  );
}
