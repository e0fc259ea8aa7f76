/** What players agree on against a standstill: that the match ends, or that somebody who is silent is replaced. Pure; times in milliseconds since 1970. */

import { SEATS, type Seat } from "../engine/index.ts";
import { givenBack } from "./arrivals.ts";
import { type Drafted, refused } from "./company.ts";
import type { LobbyEvent } from "./events.ts";
import { botAt, ownerOf } from "./occupants.ts";
import { type GameState, seatOf } from "./state.ts";
import type { Vote } from "./terms.ts";

/** How long a decision must have waited at a table without a clock before the others may replace its player: 14 days. */
export const SILENT_MS = 14 * 24 * 3600 * 1000;

/**
 * A player votes, or with `null` takes their vote back. The match ends once all players who are there want that: so whoever
 * plays on cannot be outvoted. A silent player is replaced once all others who are there want that, those apart who
 * are silent themselves.
 */
export function castVote(state: GameState, player: string, vote: Vote | null, now: number): Drafted {
  const seat = seatOf(state, player);
  if (seat === null) return refused("not_seated");
  if (state.status === "waiting") return refused("game_not_started");
  if (state.status !== "playing") return refused("game_over");
  if (botAt(state.seats[seat]) !== null) return refused("seat_substituted");
  if (vote?.type === "replace" && (vote.seat === seat || !isSilent(state, vote.seat, now)))
    return refused("not_replaceable");
  const votes = state.votes.with(seat, vote);
  const events: LobbyEvent[] = isSame(state.votes[seat], vote) ? [] : [{ type: "vote_cast", seat, vote }];
  const areAgreed = (voters: Seat[]): boolean => voters.every((each) => isSame(votes[each], vote));
  if (vote?.type === "abort" && !isAnybodyAway(state) && areAgreed(SEATS.filter((each) => isThere(state, each))))
    events.push({ type: "game_aborted", reason: "agreed" });
  if (vote?.type === "replace") {
    const others = SEATS.filter((each) => each !== seat && each !== vote.seat && isThere(state, each));
    if (areAgreed(others.filter((each) => !isSilent(state, each, now))))
      events.push(...givenBack(state, vote.seat, "vote"));
  }
  return { ok: true, events };
}

/** Whether a seat's own player plays it. */
const isThere = ({ seats }: GameState, seat: Seat): boolean =>
  ownerOf(seats[seat]) !== null && botAt(seats[seat]) === null;

/** Whether the clock has taken a seat from somebody who may still come back: a move that comes late must not let the others end the match. */
const isAnybodyAway = ({ seats, clock }: GameState): boolean =>
  clock !== null &&
  seats.some(
    (each) =>
      each.kind === "open" || (each.kind === "player" && each.standIn !== undefined && each.forfeited === undefined),
  );

/** Whether nothing has been heard of a player for so long that the others may replace them. Where there is a clock, it sees to that. */
const isSilent = (state: GameState, seat: Seat, now: number): boolean =>
  state.clock === null && isThere(state, seat) && now - (state.awaitedSince[seat] ?? now) >= SILENT_MS;

const isSame = (one: Vote | null, other: Vote | null): boolean =>
  one?.type === other?.type && (one?.type !== "replace" || one.seat === (other as { seat: Seat }).seat);
