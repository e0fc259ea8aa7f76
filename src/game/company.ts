/** Who may sit with whom: what is asked of everybody who sits down, before the start or during the match. Pure. */

import { SEATS } from "../engine/index.ts";
import type { LobbyEvent } from "./events.ts";
import { sitterOf, successorAt } from "./occupants.ts";
import type { GameState } from "./state.ts";
import type { GameRefusal, Newcomer, Occupant, Sitter } from "./types.ts";

/** What a change of the seats, or of what players have agreed on, comes to. */
export type Drafted = { ok: true; events: LobbyEvent[] } | { ok: false; code: GameRefusal };

export const refused = (code: GameRefusal): { ok: false; code: GameRefusal } => ({ ok: false, code });

/** A player as seats show them. */
export const sitting = ({ app, ...player }: Newcomer): Sitter => ({ player, ...(app !== undefined && { app }) });

/** A player as an occupant. */
export const seated = (kind: "player" | "kept", newcomer: Newcomer): Occupant => ({ kind, ...sitting(newcomer) });

/** Whether the account has given this match up. */
export const hasForfeited = ({ seats }: GameState, player: string): boolean =>
  seats.some((each) => each.kind === "player" && each.forfeited !== undefined && each.player.id === player);

/**
 * Whether somebody sits here, or is to, whose hand the newcomer's operator could read as well, or has known one: whoever
 * runs an app sees those of its users beside their own.
 */
export function isAppSeated({ facts, seats, tenures, status }: GameState, newcomer: Newcomer): boolean {
  if (facts.sameApp === true) return false;
  const present = seats.flatMap((each) => [
    ...(each.kind === "player" ? [sitterOf(each)] : []),
    ...[successorAt(each) ?? []].flat(),
  ]);
  const known = status === "playing" ? tenures : [];
  return (
    present.some(({ player, app }) => sharesOperator(newcomer, player.id, app?.owner)) ||
    known.some(({ player, operator }) => sharesOperator(newcomer, player, operator))
  );
}

/** Whether one person could read the hands of both: as who runs the apps of both, or as one of the two who runs the other's. */
const sharesOperator = ({ id, app }: Newcomer, player: string, operator: string | undefined): boolean =>
  player !== id && (app === undefined ? operator === id : operator === app.owner || player === app.owner);

/** Somebody comes to a table that pauses: they have not agreed to that, so it goes on. */
export const resumed = ({ clock }: GameState): LobbyEvent[] =>
  clock === null || clock.pausedUntil === null ? [] : [{ type: "clock_resumed", cause: "returned" }];

/** The seat at which a player waits for the next deal, or `null`. */
export const seatAwaitedBy = ({ seats }: GameState, player: string) =>
  SEATS.find((seat) => successorAt(seats[seat])?.player.id === player) ?? null;
