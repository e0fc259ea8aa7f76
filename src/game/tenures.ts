/** Who had which seat of a match when: who may read what it knew, who alone can forfeit it, and who may come back to it. Pure. */

import { SEATS, type Seat } from "../engine/index.ts";
import { type GameEvent, isLobbyEvent } from "./events.ts";
import { ownerOf } from "./occupants.ts";
import type { Occupant } from "./terms.ts";

/**
 * Whose a seat was, and who runs the app that they play through: `from` and `until` are the `seq` of the events that began
 * and ended it, `until` `null` while it lasts. `gaveUp` where its player ended it by their own will, or forfeited.
 */
export interface Tenure {
  seat: Seat;
  player: string;
  operator?: string;
  from: number;
  until: number | null;
  gaveUp?: true;
}

/** The tenures after the event `seq` has led to these seats. Whoever left before the start has known no hand: nothing of them is kept. */
export function tenuresAfter(
  tenures: readonly Tenure[],
  seats: readonly Occupant[],
  event: GameEvent,
  seq: number,
  started: boolean,
): readonly Tenure[] {
  if (!isLobbyEvent(event)) return tenures;
  const gaveUp = event.type === "seat_forfeited" || (event.type === "seat_opened" && event.cause === "resigned");
  let after = tenures;
  for (const seat of SEATS) {
    const running = after.find((each) => each.seat === seat && each.until === null);
    const owner = ownerOf(seats[seat]);
    if (owner === (running?.player ?? null)) continue;
    if (running !== undefined)
      after = started
        ? after.map((each) => (each === running ? { ...each, until: seq, ...(gaveUp && { gaveUp }) } : each))
        : after.filter((each) => each !== running);
    const occupant = seats[seat];
    const operator = occupant.kind === "player" && occupant.app !== undefined ? { operator: occupant.app.owner } : {};
    if (owner !== null) after = [...after, { seat, player: owner, ...operator, from: seq, until: null }];
  }
  return after;
}

/** The seat whose knowledge at the event `seq` is this player's to read; `null` for none. */
export const seatAt = (tenures: readonly Tenure[], player: string, seq: number): Seat | null =>
  tenures.find((each) => each.player === player && each.from <= seq && (each.until === null || seq < each.until))
    ?.seat ?? null;

/** Whether a player began the match at a seat. Nobody else can forfeit it: whoever came later gives it back. */
export const beganAt = (tenures: readonly Tenure[], seat: Seat, player: string): boolean =>
  tenures.find((each) => each.seat === seat)?.player === player;

/** Who may have a seat by having had it, whoever came first before the others: all but those who have given it up since. */
export function claimantsOf(tenures: readonly Tenure[], seat: Seat): string[] {
  const own = tenures.filter((each) => each.seat === seat);
  const standing = own.filter(
    ({ player }, i) => !own.some((later, j) => j >= i && later.player === player && later.gaveUp === true),
  );
  return [...new Set(standing.map(({ player }) => player))];
}

/** Whether a player's claim to a seat comes before that of another, who has it or is to have it. */
export function outranks(tenures: readonly Tenure[], seat: Seat, player: string, other: string): boolean {
  const claimants = claimantsOf(tenures, seat);
  const [own, theirs] = [claimants.indexOf(player), claimants.indexOf(other)];
  return own >= 0 && (theirs < 0 || own < theirs);
}
