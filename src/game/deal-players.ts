/** Whose each deal was: who made the decisions in it, as the log and the tenures tell. Pure. */

import { SEATS, type Seat } from "../engine/index.ts";
import type { Commit } from "./events.ts";
import { botAt } from "./occupants.ts";
import type { GameState } from "./state.ts";
import type { Tenure } from "./tenures.ts";

/** By seat, the player who made every decision of it in a deal, `null` where a house bot made one or several people did; and who named the contract. */
export interface DealPlayers {
  players: (string | null)[];
  chosenBy: string | null;
}

/** Whose a seat was at the event `seq`. */
const holder = (tenures: readonly Tenure[], seat: Seat, seq: number): string | null =>
  tenures.find((each) => each.seat === seat && each.from <= seq && (each.until === null || seq < each.until))?.player ??
  null;

/**
 * The deals that were finished after the event `after`, oldest first. `commits` begin no later than the deal that was on the
 * table then. A move after a timeout is its player's: they had the seat and chose to say nothing.
 */
export function dealPlayers({ tenures }: GameState, commits: Iterable<Commit>, after: number): DealPlayers[] {
  const finished: DealPlayers[] = [];
  /** By seat, whose its decisions were so far; `undefined` before the first one. */
  let makers: (string | null | undefined)[] = [];
  let chosenBy: string | null = null;
  for (const commit of commits) {
    commit.events.forEach((event, i) => {
      const seq = commit.seq + i;
      if (event.type === "deal_started") {
        makers = SEATS.map(() => undefined);
        chosenBy = null;
      }
      if (event.by !== undefined && "seat" in event) {
        const maker = event.by === "bot" ? null : holder(tenures, event.seat, seq);
        if (event.type === "contract_chosen" && event.by === "player") chosenBy = maker;
        const before = makers[event.seat];
        makers[event.seat] = before === undefined || before === maker ? maker : null;
      }
      if (event.type === "deal_scored" && seq > after)
        finished.push({
          players: SEATS.map((seat) => {
            const maker = makers[seat];
            return maker === undefined ? holder(tenures, seat, seq) : maker;
          }),
          chosenBy,
        });
    });
  }
  return finished;
}

/** The player who began the match at a seat, and whether they left it: whether somebody else played it when it ended. */
export function beginner(
  { tenures, seats }: Pick<GameState, "tenures" | "seats">,
  seat: Seat,
): { playerId: string | null; hasLeft: boolean } {
  // Nobody comes later to a seat that was a house bot's from the start.
  const first = tenures.find((each) => each.seat === seat);
  if (first === undefined) return { playerId: null, hasLeft: false };
  const has = tenures.some((each) => each.seat === seat && each.player === first.player && each.until === null);
  return { playerId: first.player, hasLeft: !has || botAt(seats[seat]) !== null };
}
