/** What one audience sees of a game: the lobby, around what the rules let it see of the match. */

import { type Audience, eventFor, type MatchView, SEATS, type Seat, viewFor } from "../engine/index.ts";
import { instant, instantOrNull } from "../wire/instants.ts";
import { type Commit, isMatchEvent, type LobbyEvent } from "./events.ts";
import { seriesView } from "./next.ts";
import { type GameState, NO_VOTES, seatOf } from "./state.ts";
import { seatAt } from "./tenures.ts";
import { completed, newcomersOf, termsOf } from "./terms.ts";
import type { AwaitingView, ClockView, GameEventView, GameStatus, GameView, YouView } from "./types.ts";

/** The audience that an account is: its seat, or the public, where its token plays another seat only. */
export function audienceOf(state: GameState, player: string | null, onlySeat?: Seat): Audience {
  const seat = seatOf(state, player);
  return seat === null || (onlySeat !== undefined && seat !== onlySeat) ? "public" : seat;
}

/** The game as `audience` sees it; `now` is told of sandboxes, whose time is their own. */
export function gameView(state: GameState, audience: Audience, now: number): GameView {
  const { facts, match } = state;
  const seen = match === null ? null : seenOf(viewFor(match, audience), state.status);
  return {
    id: facts.id,
    status: state.status,
    version: state.version,
    createdAt: instant(facts.createdAt),
    visibility: facts.visibility,
    seeded: facts.seeded,
    commitment: facts.commitment,
    creator: facts.creator,
    sameApp: facts.sameApp ?? false,
    rules: facts.rules,
    clock: clockView(state),
    newcomers: newcomersOf(facts),
    votes: [...state.votes],
    sandbox: facts.sandbox === true ? { now: instant(now) } : null,
    seats: state.seats.map((occupant, seat) => ({ seat: seat as 0 | 1 | 2 | 3, ...occupant })),
    kingdom: seen?.kingdom ?? null,
    deal: seen?.deal ?? null,
    scores: seen?.scores ?? [0, 0, 0, 0],
    totals: seen?.totals ?? [0, 0, 0, 0],
    teams: seen?.teams ?? null,
    deals: seen?.deals ?? [],
    result: seen?.result ?? null,
    previous: facts.previous ?? null,
    next: state.next,
    series: seriesView(state),
    you: audience === "public" ? null : youView(state, audience, seen?.you ?? null),
  };
}

/** A view that was stored, maybe by an earlier release, with what came later as it was then. */
export function shownAgain(stored: GameView): GameView {
  const totals = stored.totals ?? totalsIn(stored);
  return {
    ...completed(stored),
    newcomers: newcomersOf(stored),
    votes: stored.votes ?? [...NO_VOTES],
    totals,
    teams: stored.teams?.map((team) => ({ ...team, total: totals[team.seats[0]] + totals[team.seats[1]] })) ?? null,
  };
}

/** The totals of a view of an earlier release, which had no points on a layout before it was finished. */
function totalsIn({ scores, deal, rules }: GameView): number[] {
  if (deal === null || deal.phase === "done" || deal.tiebreak) return scores;
  const points =
    deal.phase === "layout"
      ? SEATS.map((seat) => (deal.places.includes(seat) ? rules.layoutPoints[deal.places.indexOf(seat)] : 0))
      : deal.points;
  return scores.map((score, seat) => score + points[seat]);
}

/** A match that was aborted waits for nobody any more. */
const seenOf = (seen: MatchView, status: GameStatus): MatchView =>
  status !== "aborted"
    ? seen
    : {
        ...seen,
        deal: { ...seen.deal, awaiting: [] },
        you: seen.you === null ? null : { ...seen.you, asked: null, legalActions: [] },
      };

function clockView({ clock, facts, status }: GameState): ClockView | null {
  if (clock === null) return null;
  return {
    terms: facts.clock!,
    deadlines: clock.deadlines.map(instantOrNull),
    banksMs: clock.banks,
    strikes: clock.strikes,
    pause:
      clock.pausedUntil === null || status !== "playing"
        ? null
        : { until: instant(clock.pausedUntil), leftMs: clock.held },
    wishes: clock.wishes.map(instantOrNull),
  };
}

/** Who has to act, or `null`; `instantOf` tells when an event was. */
export function awaitingView({ decisions, clock }: GameState, instantOf: (seq: number) => number): AwaitingView | null {
  const seats = SEATS.filter((seat) => decisions[seat] !== null);
  if (seats.length === 0) return null;
  const deadlines = seats.map((seat) => clock?.deadlines[seat] ?? null).filter((deadline) => deadline !== null);
  return {
    seats,
    since: instant(instantOf(Math.min(...seats.map((seat) => decisions[seat]!)))),
    deadline: deadlines.length === 0 ? null : instant(Math.min(...deadlines)),
  };
}

function youView(state: GameState, seat: Exclude<Audience, "public">, you: ReturnType<typeof viewFor>["you"]): YouView {
  const opened = state.decisions[seat];
  const decision =
    you === null || you.asked === null || opened === null
      ? null
      : { id: String(opened), kind: you.asked, deadline: instantOrNull(state.clock?.deadlines[seat] ?? null) };
  return { seat, hand: you?.hand ?? [], decision, legalActions: you?.legalActions ?? [] };
}

/** A lobby event as `audience` may read it, copied field by field. */
function lobbyEventFor(event: LobbyEvent, audience: Audience): object {
  switch (event.type) {
    case "game_created":
      return {
        type: event.type,
        creator: event.creator,
        seats: event.seats,
        seeded: event.seeded,
        commitment: event.commitment,
        ...termsOf(completed(event)),
      };
    case "seat_taken":
    case "seat_changed":
      return { type: event.type, seat: event.seat, occupant: event.occupant };
    case "seat_left":
      return { type: event.type, seat: event.seat };
    case "client_seed_set":
      return { type: event.type, seat: event.seat, clientSeed: event.seat === audience ? event.clientSeed : null };
    case "game_started":
      return { type: event.type, clientSeeds: event.clientSeeds };
    case "game_aborted":
      return { type: event.type, reason: event.reason };
    case "rematch_wished":
      return { type: event.type, seat: event.seat };
    case "next_game_made":
      return { type: event.type, game: event.game };
    case "clock_expired":
      return {
        type: event.type,
        seat: event.seat,
        decision: String(event.decision),
        deadline: instant(event.deadline),
        strike: event.strike,
      };
    case "clock_extended":
      return {
        type: event.type,
        seat: event.seat,
        decision: String(event.decision),
        deadline: instant(event.deadline),
        cause: event.cause,
      };
    case "clock_corrected":
      return {
        type: event.type,
        seat: event.seat,
        decision: String(event.decision),
        deadline: instant(event.deadline),
      };
    case "pause_wished":
      return { type: event.type, seat: event.seat, until: instantOrNull(event.until) };
    case "clock_paused":
      return { type: event.type, until: instant(event.until) };
    case "time_advanced":
      return { type: event.type, byMs: event.byMs };
    case "clock_resumed":
      return { type: event.type, cause: event.cause };
    case "seat_substituted":
    case "seat_opened":
    case "seat_forfeited":
      return { type: event.type, seat: event.seat, bot: event.bot, cause: event.cause };
    case "seat_returned":
      return { type: event.type, seat: event.seat };
    case "successor_changed":
      return { type: event.type, seat: event.seat, successor: event.successor };
    case "vote_cast":
      return { type: event.type, seat: event.seat, vote: event.vote };
  }
}

/** Which audience somebody is for the event `seq`. */
export type Reader = (seq: number) => Audience;

/** An account as a reader: its seat for what happened while it had that, the public for the rest; `onlySeat` as in `ActRequest`. */
export const readerOf = (state: GameState, player: string | null, onlySeat?: Seat): Reader => {
  if (player === null) return () => "public";
  return (seq) => {
    const seat = seatAt(state.tenures, player, seq);
    return seat === null || (onlySeat !== undefined && seat !== onlySeat) ? "public" : seat;
  };
};

/** The events of a commit as a reader may have them, from `seq` on. */
export function commitEventsFor(commit: Commit, reader: Reader, from = 0): GameEventView[] {
  const at = instant(commit.at);
  return commit.events.flatMap((event, i) => {
    const seq = commit.seq + i;
    if (seq < from) return [];
    const audience = reader(seq);
    const seen = isMatchEvent(event) ? eventFor(event, audience) : lobbyEventFor(event, audience);
    return [
      {
        seq,
        at,
        ...seen,
        ...(event.by === undefined ? {} : { by: event.by }),
        ...(event.link === undefined ? {} : { link: event.link }),
      },
    ];
  }) as GameEventView[];
}
