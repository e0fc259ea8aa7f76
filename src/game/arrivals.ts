/**
 * How seats change hands during a match: who takes back their own, who comes with the next deal, and who returns when
 * somebody gives a seat back. Whoever is still to come has no seat yet, and so sees what everybody sees. Pure.
 */

import { SEATS, type Seat } from "../engine/index.ts";
import { type Drafted, hasForfeited, isAppSeated, refused, resumed, seatAwaitedBy, sitting } from "./company.ts";
import type { GameEvent, LobbyEvent } from "./events.ts";
import { botAt, ownerOf, STAND_IN, successorAt } from "./occupants.ts";
import type { GameState } from "./state.ts";
import { claimantsOf, outranks } from "./tenures.ts";
import { type Cause, newcomersOf, type Sitter } from "./terms.ts";
import type { Newcomer } from "./types.ts";

/**
 * Somebody without a seat comes during the match, to `seat` or with `null` to any that has opened. Who has had a seat, and has
 * not given it up, has precedence: they take it back at once while a house bot plays it, else with the next deal. All
 * others come as the table has chosen (`newcomers`), and nobody to whom another hand of the match was known.
 */
export function arrive(state: GameState, player: Newcomer, seat: Seat | null): Drafted {
  const awaited = seatAwaitedBy(state, player.id);
  if (awaited !== null) return (seat ?? awaited) === awaited ? { ok: true, events: [] } : refused("already_seated");
  const claimed = seatClaimedBy(state, player.id);
  if (claimed !== null && (seat ?? claimed) === claimed) return comeBack(state, player, claimed);
  if (!state.seats.some(({ kind }) => kind === "open")) return refused("game_started");
  if (hasForfeited(state, player.id)) return refused("seat_forfeited");
  const known = state.tenures.find((each) => each.player === player.id)?.seat;
  const taken = seat ?? known ?? SEATS.find((each) => isFree(state, each)) ?? null;
  if (taken === null) return refused("game_full");
  if (known !== undefined && known !== taken) return refused("already_seated");
  if (state.seats[taken].kind !== "open") return refused("seat_taken");
  return comeNew(state, player, taken);
}

const isFree = ({ seats }: GameState, seat: Seat): boolean =>
  seats[seat].kind === "open" && successorAt(seats[seat]) === undefined;

/** The seat that is a player's to take back: open, or in the hands of somebody who came later. */
function seatClaimedBy({ seats, tenures }: GameState, player: string): Seat | null {
  const mayHave = (seat: Seat): boolean => {
    const owner = ownerOf(seats[seat]);
    return owner === null
      ? seats[seat].kind === "open" && claimantsOf(tenures, seat).includes(player)
      : outranks(tenures, seat, player, owner);
  };
  return SEATS.find(mayHave) ?? null;
}

function comeBack(state: GameState, player: Newcomer, seat: Seat): Drafted {
  const occupant = state.seats[seat];
  if (botAt(occupant) !== null) return { ok: true, events: arrival(state, seat, sitting(player)) };
  const successor = successorAt(occupant);
  if (successor !== undefined && !outranks(state.tenures, seat, player.id, successor.player.id))
    return refused("seat_taken");
  return { ok: true, events: [{ type: "successor_changed", seat, successor: sitting(player) }] };
}

function comeNew(state: GameState, player: Newcomer, seat: Seat): Drafted {
  const newcomers = newcomersOf(state.facts);
  // A tie-break is played by those who have come so far.
  if (newcomers === "nobody" || (newcomers === "next_deal" && state.match!.tiebreak !== null))
    return refused("no_newcomers");
  if (!isFree(state, seat)) return refused("seat_taken");
  if (isAppSeated(state, player)) return refused("app_seated");
  const events: LobbyEvent[] =
    newcomers === "anyone"
      ? arrival(state, seat, sitting(player))
      : [{ type: "successor_changed", seat, successor: sitting(player) }];
  return { ok: true, events };
}

/** Somebody has a seat from now on. */
const arrival = (state: GameState, seat: Seat, sitter: Sitter): LobbyEvent[] => [
  { type: "seat_taken", seat, occupant: { kind: "player", ...sitter } },
  ...resumed(state),
];

/** Whoever is to come to a seat does not. */
export const withdrawal = (seat: Seat): LobbyEvent => ({ type: "successor_changed", seat, successor: null });

/** A seat is given back: a house bot plays it until somebody comes, unless a former player of it waits already. */
export function givenBack(state: GameState, seat: Seat, cause: Cause): LobbyEvent[] {
  const successor = successorAt(state.seats[seat]);
  return [
    { type: "seat_opened", seat, bot: STAND_IN, cause },
    ...(successor === undefined ? [] : arrival(state, seat, successor)),
  ];
}

/**
 * The events of a match after `state`, with those who come: they have their seats before a deal is dealt. To the deals of a
 * tie-break nobody comes but who takes back their own.
 */
export function withArrivals(state: GameState, events: GameEvent[]): GameEvent[] {
  const coming = SEATS.flatMap((seat) => {
    const successor = successorAt(state.seats[seat]);
    return successor === undefined ? [] : [{ seat, successor }];
  });
  if (coming.length === 0) return events;
  const isBack = ({ seat, successor }: (typeof coming)[number]): boolean =>
    claimantsOf(state.tenures, seat).includes(successor.player.id);
  return events.flatMap((event): GameEvent[] => {
    if (event.type === "tiebreak_started")
      return [event, ...coming.filter((each) => !isBack(each)).map(({ seat }) => withdrawal(seat))];
    if (event.type !== "deal_started") return [event];
    const arrived = coming
      .filter((each) => !event.tiebreak || isBack(each))
      .map(
        ({ seat, successor }): LobbyEvent => ({
          type: "seat_taken",
          seat,
          occupant: { kind: "player", ...successor },
        }),
      );
    return [...arrived, ...(arrived.length > 0 ? resumed(state) : []), event];
  });
}
