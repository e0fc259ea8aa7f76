/** The next game at the same table: a rematch that a player asks for, or the next match of a series. Pure. */

import { SEATS, type Seat } from "../engine/index.ts";
import type { LobbyEvent } from "./events.ts";
import { botAt, formerAt, successorAt } from "./occupants.ts";
import type { GameState } from "./state.ts";
import { claimantsOf } from "./tenures.ts";
import { newcomersOf, termsOf } from "./terms.ts";
import type {
  CreateRequest,
  GameRefusal,
  Newcomer,
  Occupant,
  SeatRequest,
  SeriesEnd,
  SeriesTerms,
  SeriesView,
} from "./types.ts";

/** The series as it stands, this match counted once it is over; `null` where the match stands alone. */
export function seriesView(state: GameState): SeriesView | null {
  const { facts, match } = state;
  if (facts.series == null) return null;
  const { matches, number, first, scores, wins } = facts.series;
  const result = match?.result ?? null;
  return {
    ended: seriesEnd(state),
    matches,
    number,
    first,
    scores: scores.map((score, seat) => score + (result?.totals[seat] ?? 0)),
    wins: wins.map((won, seat) => won + (result?.winners.includes(seat as Seat) ? 1 : 0)),
  };
}

/**
 * Why no further match of this one's series comes by itself, or `null` while one may: a series goes on only while a player
 * takes part, which is to move in the match and still to play one's seat at its end.
 */
function seriesEnd({ facts, status, seats, attended }: GameState): SeriesEnd | null {
  if (facts.series == null || status === "waiting" || status === "playing") return null;
  if (status === "aborted") return "aborted";
  if (facts.series.number === facts.series.matches) return "completed";
  return attended && seats.some((occupant) => botAt(occupant) === null) ? null : "unattended";
}

/** Whether further matches of this one's series are to come by themselves. */
const goesOn = (state: GameState): boolean =>
  state.status === "finished" && state.facts.series != null && seriesEnd(state) === null;

/** Whether a next game is to be made that is not yet there. */
export const wantsNext = (state: GameState): boolean =>
  state.next === null && (goesOn(state) || state.rematchBy !== null);

/** The seat that is an account's in the next game, also where it gave this match up; `null` for none. */
const seatAtEnd = (state: GameState, player: string): Seat | null =>
  SEATS.find((seat) => sitterAt(state, seat)?.id === player) ?? null;

/**
 * Whose a seat is in the next game, as they sit down: a former player's who was about to take it back, else whoever had it at the
 * end, else that of whoever began the match there. Somebody new who was still to come has had no seat.
 */
function sitterAt({ seats, tenures }: GameState, seat: Seat): Newcomer | null {
  const occupant = seats[seat];
  const successor = successorAt(occupant);
  const back =
    successor !== undefined && claimantsOf(tenures, seat).includes(successor.player.id) ? successor : undefined;
  const sitter = back ?? (occupant.kind === "player" ? occupant : formerAt(occupant));
  return sitter === undefined ? null : { ...sitter.player, ...(sitter.app !== undefined && { app: sitter.app }) };
}

export type Wished = { ok: true; events: LobbyEvent[]; sitter: Newcomer } | { ok: false; code: GameRefusal };

/** A player asks for a rematch. Only the first wish is an event: whoever asks later comes to the same game. */
export function wishRematch(state: GameState, player: string): Wished {
  const seat = seatAtEnd(state, player);
  if (seat === null) return { ok: false, code: "not_seated" };
  if (state.status !== "finished") return { ok: false, code: "game_not_finished" };
  const sitter = sitterAt(state, seat)!;
  return {
    ok: true,
    sitter,
    events: state.next !== null || wantsNext(state) ? [] : [{ type: "rematch_wished", seat }],
  };
}

/**
 * What the next game `id` is made with: all that was agreed for this one, but for its seed. It follows from this game's log
 * alone, so that it can be sent as often as need be.
 */
export function nextRequest(state: GameState, id: string): CreateRequest {
  const { facts } = state;
  const again = goesOn(state);
  return {
    id,
    creator: creatorOf(state, again),
    ...termsOf(facts),
    newcomers: newcomersOf(facts),
    seats: state.seats.map((occupant, seat) => seatAgain(occupant, sitterAt(state, seat as Seat), again)),
    previous: facts.id,
    series: seriesOf(state, id, again),
    seed: null,
    fingerprint: `next of ${facts.id}`,
  };
}

/** Seats stay whose they were. In a series who agreed to all its matches sits at once, unless they have gone from the last one. */
function seatAgain(occupant: Occupant, sitter: Newcomer | null, again: boolean): SeatRequest {
  if (occupant.kind === "bot") return { bot: occupant.bot };
  if (sitter === null) return { open: true };
  return { player: sitter, keep: !again || isGone(occupant) };
}

const isGone = (occupant: Occupant): boolean =>
  occupant.kind === "open" || (occupant.kind === "player" && occupant.forfeited !== undefined);

/**
 * Who may seat bots and free seats: of a rematch whoever asked for it first, in a series its creator, or where they have
 * gone whoever still sits, so that a table can go on without them.
 */
function creatorOf(state: GameState, again: boolean): CreateRequest["creator"] {
  const { facts, seats, rematchBy } = state;
  if (!again) return sitterAt(state, rematchBy!)!;
  const before = { id: facts.creator, ...(facts.operator !== undefined && { app: { owner: facts.operator } }) };
  const own = seatAtEnd(state, facts.creator);
  if (own === null || !isGone(seats[own])) return before;
  const other = SEATS.find((seat) => sitterAt(state, seat) !== null && !isGone(seats[seat]));
  return other === undefined ? before : sitterAt(state, other)!;
}

/** The next match of the series; after its last one a series of as many begins anew. */
function seriesOf(state: GameState, id: string, again: boolean): SeriesTerms | null {
  if (state.facts.series == null) return null;
  const { ended: _, ...series } = seriesView(state)!;
  return again
    ? { ...series, number: series.number + 1 }
    : { matches: series.matches, number: 1, first: id, scores: [0, 0, 0, 0], wins: [0, 0, 0, 0] };
}
