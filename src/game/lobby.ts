/** Who sits down and who gets up: what may happen to the seats of a game, and the events that follow. Pure. */

import { SEATS, type Seat } from "../engine/index.ts";
import { arrive, withdrawal } from "./arrivals.ts";
import { type Drafted, hasForfeited, isAppSeated, refused, resumed, seatAwaitedBy, seated } from "./company.ts";
import type { LobbyEvent } from "./events.ts";
import { botAt } from "./occupants.ts";
import { type GameState, seatOf } from "./state.ts";
import type { GameRefusal, Newcomer, Occupant, SeatRequest } from "./types.ts";

/** Why the lobby is closed, or `null` while it is open. */
function closed(state: GameState): GameRefusal | null {
  if (state.status === "waiting") return null;
  return state.status === "playing" ? "game_started" : "game_over";
}

/**
 * A player sits down: at `seat`, or with `null` at the seat kept for them, else at the first open one. A player who sits
 * already may send their client seed alone, or nothing: so an answer that was lost can be asked for again, also after the
 * start that the first call may have brought about. During the match whoever a house bot plays for takes their seat back so;
 * for all others see `arrive`.
 */
export function join(state: GameState, player: Newcomer, seat: Seat | null, clientSeed: string | null): Drafted {
  const own = seatOf(state, player.id);
  if (own !== null && botAt(state.seats[own]) !== null && (seat ?? own) === own)
    return state.status === "playing"
      ? { ok: true, events: [{ type: "seat_returned", seat: own }, ...resumed(state)] }
      : refused("game_over");
  if (own !== null && seat !== null) return refused("already_seated");
  if (own !== null && (clientSeed === null || clientSeed === state.clientSeeds[own])) return { ok: true, events: [] };
  if (own === null && state.status === "playing" && clientSeed === null) return arrive(state, player, seat);
  const shut = closed(state);
  if (shut !== null) return refused(shut);
  const taken = own ?? seat ?? freeSeat(state, player.id);
  if (taken === null) return refused("game_full");
  const events: LobbyEvent[] = [];
  if (own === null) {
    if (!isFree(state.seats[taken], player.id)) return refused("seat_taken");
    if (isAppSeated(state, player)) return refused("app_seated");
    events.push({ type: "seat_taken", seat: taken, occupant: seated("player", player) });
    // One account, one seat: a seat kept for a player who sits elsewhere is open again.
    const kept = SEATS.filter((each) => each !== taken && isKeptFor(state.seats[each], player.id));
    for (const each of kept) events.push({ type: "seat_changed", seat: each, occupant: { kind: "open" } });
  }
  if (clientSeed !== null) events.push({ type: "client_seed_set", seat: taken, clientSeed });
  return { ok: true, events };
}

/** Who sits at a seat that is asked for with the creation. */
export function occupantOf(seat: SeatRequest): Occupant {
  if ("bot" in seat) return { kind: "bot", bot: seat.bot };
  if ("open" in seat) return { kind: "open" };
  return seated(seat.keep ? "kept" : "player", seat.player);
}

const isKeptFor = (occupant: Occupant, player: string): boolean =>
  occupant.kind === "kept" && occupant.player.id === player;
const isFree = (occupant: Occupant, player: string): boolean => occupant.kind === "open" || isKeptFor(occupant, player);

function freeSeat(state: GameState, player: string): Seat | null {
  return (
    SEATS.find((seat) => isKeptFor(state.seats[seat], player)) ??
    SEATS.find((seat) => state.seats[seat].kind === "open") ??
    null
  );
}

/** A player gets up before the start, or no longer wants the seat that they were to have with the next deal. */
export function leave(state: GameState, player: string): Drafted {
  const awaited = state.status === "playing" ? seatAwaitedBy(state, player) : null;
  if (awaited !== null) return { ok: true, events: [withdrawal(awaited)] };
  const seat = seatOf(state, player);
  if (seat === null) return refused("not_seated");
  const shut = closed(state);
  return shut === null ? { ok: true, events: [{ type: "seat_left", seat }] } : refused(shut);
}

/** The creator seats a house bot, or frees a seat with `bot` `null`. A player's seat must be freed before a bot can have it. */
export function reseat(state: GameState, player: string, seat: Seat, bot: string | null): Drafted {
  if (player !== state.facts.creator) return refused("not_creator");
  const shut = closed(state);
  if (shut !== null) return refused(shut);
  const before = state.seats[seat];
  if (bot !== null && before.kind === "player") return refused("seat_taken");
  const unchanged = bot === null ? before.kind === "open" : before.kind === "bot" && before.bot === bot;
  const occupant: Occupant = bot === null ? { kind: "open" } : { kind: "bot", bot };
  return { ok: true, events: unchanged ? [] : [{ type: "seat_changed", seat, occupant }] };
}

export function abort(state: GameState, player: string): Drafted {
  if (player !== state.facts.creator) return refused("not_creator");
  const shut = closed(state);
  return shut === null ? { ok: true, events: [{ type: "game_aborted", reason: "creator" }] } : refused(shut);
}

/** Whoever runs the server ends the game, also during its match. */
export const endByOperator = ({ status }: GameState): Drafted =>
  status === "waiting" || status === "playing"
    ? { ok: true, events: [{ type: "game_aborted", reason: "operator" }] }
    : refused("game_over");

/** The seat that a player gives up by resigning: `null` where they have done so before, which is no fault. */
export function resignation(
  state: GameState,
  player: string,
): { ok: true; seat: Seat | null } | { ok: false; code: GameRefusal } {
  const seat = seatOf(state, player);
  if (seat === null) return hasForfeited(state, player) ? { ok: true, seat } : refused("not_seated");
  if (state.status === "playing") return { ok: true, seat };
  return refused(state.status === "waiting" ? "game_not_started" : "game_over");
}
