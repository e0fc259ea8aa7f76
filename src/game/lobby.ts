/** Who sits down and who gets up: what may happen to the seats of a game, and the events that follow. Pure. */

import { SEATS, type Seat } from "../engine/index.ts";
import type { LobbyEvent } from "./events.ts";
import { botAt, type GameState, seatOf } from "./state.ts";
import type { GameRefusal, Newcomer, Occupant, SeatRequest } from "./types.ts";

export type Drafted = { ok: true; events: LobbyEvent[] } | { ok: false; code: GameRefusal };

const refuse = (code: GameRefusal): Drafted => ({ ok: false, code });

/** Why the lobby is closed, or `null` while it is open. */
function closed(state: GameState): GameRefusal | null {
  if (state.status === "waiting") return null;
  return state.status === "playing" ? "game_started" : "game_over";
}

/**
 * A player sits down: at `seat`, or with `null` at the seat kept for them, else at the first open one. A player who sits
 * already may send their client seed alone, or nothing: so an answer that was lost can be asked for again, also after the
 * start that the first call may have brought about. During the match whoever a house bot plays for takes their seat back so,
 * and a seat that has opened is there for anybody who has known no other hand of this table.
 */
export function join(state: GameState, player: Newcomer, seat: Seat | null, clientSeed: string | null): Drafted {
  const own = seatOf(state, player.id);
  if (own !== null && botAt(state.seats[own]) !== null && (seat ?? own) === own)
    return state.status === "playing"
      ? { ok: true, events: [{ type: "seat_returned", seat: own }, ...resumed(state)] }
      : refuse("game_over");
  if (own !== null && seat !== null) return refuse("already_seated");
  if (own !== null && (clientSeed === null || clientSeed === state.clientSeeds[own])) return { ok: true, events: [] };
  const shut =
    state.status === "playing" && clientSeed === null && state.seats.some(({ kind }) => kind === "open")
      ? null
      : closed(state);
  if (shut !== null) return refuse(shut);
  if (hasForfeited(state, player.id)) return refuse("seat_forfeited");
  const taken = own ?? seat ?? freeSeat(state, player.id);
  if (taken === null) return refuse("game_full");
  const events: LobbyEvent[] = [];
  if (own === null) {
    if (!isFree(state.seats[taken], player.id)) return refuse("seat_taken");
    if (state.status === "playing" && state.tenures.some((each) => each.player === player.id && each.seat !== taken))
      return refuse("already_seated");
    if (isAppSeated(state, player) || hasAppKnown(state, player)) return refuse("app_seated");
    events.push({ type: "seat_taken", seat: taken, occupant: seated("player", player) });
    // One account, one seat: a seat kept for a player who sits elsewhere is open again.
    const kept = SEATS.filter((each) => each !== taken && isKeptFor(state.seats[each], player.id));
    for (const each of kept) events.push({ type: "seat_changed", seat: each, occupant: { kind: "open" } });
  }
  events.push(...resumed(state));
  if (clientSeed !== null) events.push({ type: "client_seed_set", seat: taken, clientSeed });
  return { ok: true, events };
}

/** Somebody comes to a table that pauses: they have not agreed to that, so it goes on. */
const resumed = ({ clock }: GameState): LobbyEvent[] =>
  clock === null || clock.pausedUntil === null ? [] : [{ type: "clock_resumed", cause: "returned" }];

/** A player as an occupant. */
export const seated = (kind: "player" | "kept", { app, ...player }: Newcomer): Occupant => ({
  kind,
  player,
  ...(app !== undefined && { app }),
});

/** Who sits at a seat that is asked for with the creation. */
export function occupantOf(seat: SeatRequest): Occupant {
  if ("bot" in seat) return { kind: "bot", bot: seat.bot };
  if ("open" in seat) return { kind: "open" };
  return seated(seat.keep ? "kept" : "player", seat.player);
}

/** Whether somebody sits here whose hand the newcomer's operator could read as well: whoever runs an app sees those of its users beside their own. */
function isAppSeated({ facts, seats }: GameState, { id, app }: Newcomer): boolean {
  return (
    facts.sameApp !== true &&
    seats.some(
      (each) =>
        each.kind === "player" &&
        (app === undefined ? each.app?.owner === id : each.app?.owner === app.owner || each.player.id === app.owner),
    )
  );
}

/** Whether the account has given this match up. */
export const hasForfeited = ({ seats }: GameState, player: string): boolean =>
  seats.some((each) => each.kind === "player" && each.forfeited !== undefined && each.player.id === player);

/** The same of those who have had another seat of this match, and so have known its hand. */
const hasAppKnown = ({ facts, tenures, status }: GameState, { id, app }: Newcomer): boolean =>
  facts.sameApp !== true &&
  status === "playing" &&
  tenures.some(
    (each) =>
      each.player !== id &&
      (app === undefined ? each.operator === id : each.operator === app.owner || each.player === app.owner),
  );

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

export function leave(state: GameState, player: string): Drafted {
  const seat = seatOf(state, player);
  if (seat === null) return refuse("not_seated");
  const shut = closed(state);
  return shut === null ? { ok: true, events: [{ type: "seat_left", seat }] } : refuse(shut);
}

/** The creator seats a house bot, or frees a seat with `bot` `null`. A player's seat must be freed before a bot can have it. */
export function reseat(state: GameState, player: string, seat: Seat, bot: string | null): Drafted {
  if (player !== state.facts.creator) return refuse("not_creator");
  const shut = closed(state);
  if (shut !== null) return refuse(shut);
  const before = state.seats[seat];
  if (bot !== null && before.kind === "player") return refuse("seat_taken");
  const unchanged = bot === null ? before.kind === "open" : before.kind === "bot" && before.bot === bot;
  const occupant: Occupant = bot === null ? { kind: "open" } : { kind: "bot", bot };
  return { ok: true, events: unchanged ? [] : [{ type: "seat_changed", seat, occupant }] };
}

export function abort(state: GameState, player: string): Drafted {
  if (player !== state.facts.creator) return refuse("not_creator");
  const shut = closed(state);
  return shut === null ? { ok: true, events: [{ type: "game_aborted", reason: "creator" }] } : refuse(shut);
}

/** The seat that a player gives up by resigning: `null` where they have done so before, which is no fault. */
export function resignation(
  state: GameState,
  player: string,
): { ok: true; seat: Seat | null } | { ok: false; code: GameRefusal } {
  const seat = seatOf(state, player);
  if (seat === null) return hasForfeited(state, player) ? { ok: true, seat } : { ok: false, code: "not_seated" };
  if (state.status === "playing") return { ok: true, seat };
  return { ok: false, code: state.status === "waiting" ? "game_not_started" : "game_over" };
}
