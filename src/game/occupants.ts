/** Who sits where after what happened: the seats of a game as a fold of its events. Pure. */

import type { Seat } from "../engine/index.ts";
import type { GameEvent } from "./events.ts";
import type { Occupant, Sitter } from "./terms.ts";

/** The house bot that plays for whoever does not: a sensible one that costs next to nothing. */
export const STAND_IN = "steady";

/** The seats after an event. */
export function seatsAfter(seats: Occupant[], event: GameEvent): Occupant[] {
  switch (event.type) {
    case "game_created":
      return event.seats;
    case "seat_taken":
      return seats.with(event.seat, inPlaceOf(seats[event.seat], event.occupant));
    case "seat_changed":
      return seats.with(event.seat, event.occupant);
    case "seat_left":
      return seats.with(event.seat, { kind: "open" });
    case "seat_substituted":
      return seats.with(event.seat, { ...seats[event.seat], standIn: event.bot } as Occupant);
    case "seat_opened":
      return seats.with(event.seat, opened(seats[event.seat], event.bot));
    case "seat_forfeited":
      return seats.with(event.seat, {
        ...seats[event.seat],
        standIn: event.bot,
        forfeited: event.cause,
      } as Occupant);
    case "seat_returned":
      return seats.with(event.seat, withoutStandIn(seats[event.seat]));
    case "successor_changed":
      return seats.with(event.seat, succeeded(seats[event.seat], event.successor));
    default:
      return seats;
  }
}

/** The seat that another plays from this event of a match on, or `null`. */
export function handedOver(event: GameEvent): Seat | null {
  switch (event.type) {
    case "seat_taken":
    case "seat_substituted":
    case "seat_opened":
    case "seat_forfeited":
    case "seat_returned":
      return event.seat;
    default:
      return null;
  }
}

/** The player of a seat without what else it shows. */
export const sitterOf = ({ player, app }: Sitter): Sitter => ({ player, ...(app !== undefined && { app }) });

/** Whose a seat is, as far as its hand goes: nobody's once it is open or forfeited. */
export const ownerOf = (occupant: Occupant): string | null =>
  occupant.kind === "player" && occupant.forfeited === undefined ? occupant.player.id : null;

/** The house bot that plays a seat now, or `null` where its player does. */
export function botAt(occupant: Occupant): string | null {
  if (occupant.kind === "bot") return occupant.bot;
  return occupant.kind === "kept" ? null : (occupant.standIn ?? null);
}

/** Who began the match at a seat that has changed hands since. */
export const formerAt = (occupant: Occupant): Sitter | undefined =>
  occupant.kind === "player" || occupant.kind === "open" ? occupant.former : undefined;

/** Who has a seat from the next deal on. */
export const successorAt = (occupant: Occupant): Sitter | undefined =>
  occupant.kind === "player" || occupant.kind === "open" ? occupant.successor : undefined;

/** A seat that its player has left, for whoever may come: it shows who began the match there. */
function opened(before: Occupant, standIn: string): Occupant {
  const former = formerAt(before) ?? (before.kind === "player" ? sitterOf(before) : undefined);
  return { kind: "open", standIn, ...(former !== undefined && { former }) };
}

/** Somebody at a seat that may have been another's. */
function inPlaceOf(before: Occupant, occupant: Occupant): Occupant {
  const former = formerAt(before);
  return former === undefined || occupant.kind !== "player" || former.player.id === occupant.player.id
    ? occupant
    : { ...occupant, former };
}

/** A seat with who comes to it, or with nobody who does. */
function succeeded(before: Occupant, successor: Sitter | null): Occupant {
  if (before.kind !== "player" && before.kind !== "open") return before;
  const { successor: _, ...rest } = before;
  return successor === null ? rest : { ...rest, successor };
}

function withoutStandIn(before: Occupant): Occupant {
  const { standIn: _, ...rest } = before as Extract<Occupant, { kind: "player" }>;
  return rest;
}
