/** The events of a game's log, and what each of them is. */

import type { MatchEvent, Mover, Seat } from "../engine/index.ts";
import type { PrivateEvent, TableEvent } from "../player/types.ts";
import type { Cause, Forfeiture, GameTerms, Occupant, Sitter, Vote } from "./terms.ts";

/** What happens around a match. `client_seed_set` keeps its seed for its own seat until the start. */
export type LobbyEvent =
  | ({ type: "game_created"; creator: string; seats: Occupant[]; seeded: boolean; commitment: string } & GameTerms)
  | { type: "seat_taken"; seat: Seat; occupant: Occupant }
  | { type: "seat_left"; seat: Seat }
  | { type: "seat_changed"; seat: Seat; occupant: Occupant }
  | { type: "client_seed_set"; seat: Seat; clientSeed: string }
  | { type: "game_started"; clientSeeds: (string | null)[] }
  | { type: "game_aborted"; reason: "creator" | "expired" | "agreed" | "operator" }
  | { type: "rematch_wished"; seat: Seat }
  | { type: "next_game_made"; game: string }
  | { type: "successor_changed"; seat: Seat; successor: Sitter | null }
  | { type: "vote_cast"; seat: Seat; vote: Vote | null }
  | ClockEvent;

/** What the clock and the seats do during a match. `decision` is the one whose time ran out, `deadline` in milliseconds since 1970. */
export type ClockEvent =
  | { type: "clock_expired"; seat: Seat; decision: number; deadline: number; strike: number }
  | { type: "clock_extended"; seat: Seat; decision: number; deadline: number; cause: "vacation" }
  | { type: "clock_corrected"; seat: Seat; decision: number; deadline: number }
  | { type: "pause_wished"; seat: Seat; until: number | null }
  | { type: "clock_paused"; until: number }
  | { type: "time_advanced"; byMs: number }
  | { type: "clock_resumed"; cause: "agreed" | "ended" | "returned" | "corrected" }
  | { type: "seat_substituted"; seat: Seat; bot: string; cause: Forfeiture }
  | { type: "seat_opened"; seat: Seat; bot: string; cause: Cause }
  | { type: "seat_forfeited"; seat: Seat; bot: string; cause: Forfeiture }
  | { type: "seat_returned"; seat: Seat };

/** An event in full, as the log keeps it. `link` goes with the events that end a pack. */
export type GameEvent = (LobbyEvent | MatchEvent) & { by?: Mover; link?: string };

/** One answer within a commit. `decision` is the `seq` of the event that opened it. */
export interface Move {
  seat: Seat;
  action: string;
  decision: number;
  by: Mover;
}

/** One row of the log: all that one transaction added, at one instant (milliseconds since 1970). `seq` is that of its first event. */
export interface Commit {
  seq: number;
  at: number;
  moves: Move[];
  events: GameEvent[];
}

/**
 * Whose every event is: the lobby's, the match's, or one player's alone, which never enters the log of a game. `recorded`
 * says whether history has to hear of it, `told` whether the logs of the table's players do, as `news.ts` puts it. An event that is missing here, or stands in the wrong place, does not compile.
 */
const KINDS = {
  game_created: { of: "lobby", recorded: true, told: true },
  seat_taken: { of: "lobby", recorded: true, told: true },
  seat_left: { of: "lobby", recorded: true, told: true },
  seat_changed: { of: "lobby", recorded: true, told: true },
  client_seed_set: { of: "lobby", recorded: false, told: false },
  game_started: { of: "lobby", recorded: true, told: true },
  game_aborted: { of: "lobby", recorded: true, told: true },
  rematch_wished: { of: "lobby", recorded: false, told: true },
  next_game_made: { of: "lobby", recorded: false, told: true },
  clock_expired: { of: "lobby", recorded: false, told: false },
  clock_extended: { of: "lobby", recorded: false, told: true },
  clock_corrected: { of: "lobby", recorded: false, told: false },
  pause_wished: { of: "lobby", recorded: false, told: true },
  clock_paused: { of: "lobby", recorded: false, told: true },
  clock_resumed: { of: "lobby", recorded: false, told: true },
  time_advanced: { of: "lobby", recorded: false, told: false },
  seat_substituted: { of: "lobby", recorded: true, told: true },
  seat_opened: { of: "lobby", recorded: true, told: true },
  seat_forfeited: { of: "lobby", recorded: true, told: true },
  seat_returned: { of: "lobby", recorded: true, told: true },
  successor_changed: { of: "lobby", recorded: false, told: true },
  vote_cast: { of: "lobby", recorded: false, told: true },

  deal_started: { of: "match", recorded: false, told: false },
  hands_dealt: { of: "match", recorded: false, told: false },
  redeal_asked: { of: "match", recorded: false, told: false },
  redeal_answered: { of: "match", recorded: false, told: false },
  redealt: { of: "match", recorded: false, told: false },
  contract_chosen: { of: "match", recorded: false, told: false },
  doubling_asked: { of: "match", recorded: false, told: false },
  doubling_answered: { of: "match", recorded: false, told: false },
  doubling_closed: { of: "match", recorded: false, told: false },
  card_played: { of: "match", recorded: false, told: false },
  trick_taken: { of: "match", recorded: false, told: false },
  passed: { of: "match", recorded: false, told: false },
  twos_exposed: { of: "match", recorded: false, told: false },
  seat_out: { of: "match", recorded: false, told: false },
  revoked: { of: "match", recorded: false, told: false },
  deal_scored: { of: "match", recorded: true, told: false },
  kingdom_ended: { of: "match", recorded: false, told: false },
  tiebreak_started: { of: "match", recorded: false, told: false },
  game_finished: { of: "match", recorded: true, told: true },

  decision_opened: { of: "private", recorded: false, told: false },
  plan_fired: { of: "private", recorded: false, told: false },
  plan_cancelled: { of: "private", recorded: false, told: false },
  deadline_near: { of: "private", recorded: false, told: false },
} as const satisfies Record<LobbyEvent["type"], Kind<"lobby">> &
  Record<MatchEvent["type"], Kind<"match">> &
  Record<Exclude<PrivateEvent, TableEvent>["type"], Kind<"private">>;

interface Kind<Of extends string> {
  of: Of;
  recorded: boolean;
  told: boolean;
}

/** The events that players' own logs hear of. */
export type ToldType = {
  [Type in keyof typeof KINDS]: (typeof KINDS)[Type]["told"] extends true ? Type : never;
}[keyof typeof KINDS];
export type ToldEvent = Extract<GameEvent, { type: ToldType }>;

export const isLobbyEvent = (event: GameEvent): event is LobbyEvent & { by?: Mover } =>
  KINDS[event.type].of === "lobby";

export const isMatchEvent = (event: GameEvent): event is MatchEvent & { by?: Mover; link?: string } =>
  KINDS[event.type].of === "match";

/** Whether history records the event: most of what happens around the match, and of the match what is finished. */
export const isFact = (event: GameEvent): boolean => KINDS[event.type].recorded;

/** Whether the players' own logs hear of the event. */
export const isTold = (event: GameEvent): event is ToldEvent => KINDS[event.type].told;
