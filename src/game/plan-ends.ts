/** When a plan comes to its end by itself. Pure. */

import type { Match } from "../engine/index.ts";
import type { PlanEnd } from "../player/types.ts";
import { isTimed } from "./clock.ts";
import type { KeptPlan } from "./plan-store.ts";
import type { GameState } from "./state.ts";

/** The running kingdom, or 0 in a tie-break. */
export const kingdomOf = (match: Match): number => (match.deal.tiebreak ? 0 : match.kings.length);

/** Why a plan has come to its end with this state, or `null` while it holds. */
export function endOf({ player, scope, pack, kingdom }: KeptPlan, { seats, match, status }: GameState): PlanEnd | null {
  if (!seats.some((occupant) => occupant.kind === "player" && occupant.player.id === player && isTimed(occupant)))
    return "seat_lost";
  const over = status !== "playing";
  switch (scope) {
    case "deal":
      if (!over && match!.deal.pack === pack) return null;
      return !over && match!.deal.redeals > 0 && match!.deal.pack === pack + 1 ? "redealt" : "deal_ended";
    case "kingdom":
      return over || kingdomOf(match!) !== kingdom ? "kingdom_ended" : null;
    case "match":
      return over ? "match_ended" : null;
  }
}
