/** What passes between the Worker and a game object. Plain object types only: these are RPC values. */

import type { DeliveryFault, HookAudience, HookView } from "../courier/types.ts";
import type {
  Card,
  DealSummaryView,
  DealView,
  DecisionKind,
  LegalAction,
  MatchRecord,
  MatchResult,
  MatchView,
  Refusal,
  Rules,
  Seat,
} from "../engine/index.ts";
import type { Considered, Plan } from "../plans/index.ts";

/** The app whose users some players are, and the account that runs it. */
export interface AppCard {
  id: string;
  name: string;
  owner: string;
}

export interface PlayerCard {
  id: string;
  name: string;
  kind: "human" | "bot";
}

/** A player who sits down, with the app he plays through, if any. */
export interface Newcomer extends PlayerCard {
  app?: AppCard;
}

/** Why somebody no longer plays his seat: his time ran out, or he gave the match up himself. */
export type Cause = "timeout" | "resigned";

/**
 * Who sits at a seat. A kept seat waits for its player and does not count as filled. `standIn` is the house bot that
 * plays meanwhile: for a player until he returns, at a seat that opened during the match until somebody takes it, and for
 * one who has forfeited to the end.
 */
export type Occupant =
  | { kind: "player"; player: PlayerCard; app?: AppCard; standIn?: string; forfeited?: Cause }
  | { kind: "kept"; player: PlayerCard; app?: AppCard }
  | { kind: "bot"; bot: string }
  | { kind: "open"; standIn?: string };

/** What happens to a seat whose time runs out. */
export type OnTimeout = "autoPlay" | "houseBot" | "substitute" | "forfeit";

/** What the clocks of all forms have in common; durations in milliseconds. */
interface ClockManners {
  onTimeout: OnTimeout;
  /** After how many time-outs in a row, under `autoPlay`, what happens instead; `null` for never. */
  strikes: { after: number; then: Exclude<OnTimeout, "autoPlay"> } | null;
  /** Whether a player's days of vacation are drawn on when his time would run out. */
  vacation: boolean;
}

/** How long a seat may think: for each move, or from a bank that every move adds to. */
export type ClockTerms = ({ perMoveMs: number } | { bankMs: number; incrementMs: number; capMs: number }) &
  ClockManners;

/** The clock of a table as everybody sees it; instants in RFC 3339. */
export interface ClockView {
  terms: ClockTerms;
  /** By seat: when it must have answered, `null` where nothing runs. */
  deadlines: (string | null)[];
  /** By seat: what is left of its bank without what runs now, `null` under a time for each move. */
  banksMs: (number | null)[];
  /** By seat: time-outs in a row. */
  strikes: number[];
  /** While the table pauses: when that ends by itself, and how long each seat will have then. */
  pause: { until: string; leftMs: (number | null)[] } | null;
  /** By seat: the end of the pause that its player has asked for; while the table pauses, an instant where he wants to go on. */
  wishes: (string | null)[];
}

/** One match of a series: how many there will be, which one this is, the first one's game, and what the matches before this one came to, by seat. */
export interface SeriesTerms {
  matches: number;
  number: number;
  first: string;
  scores: number[];
  wins: number[];
}

/** A series as everybody sees it: `scores` and `wins` by seat, of its finished matches, this one included once it is over. */
export type SeriesView = SeriesTerms;

export type GameStatus = "waiting" | "playing" | "finished" | "aborted";
export type Visibility = "public" | "unlisted";

/** An event as an audience reads it: `seq` from 1 without gaps, the same for every audience; `at` in RFC 3339. */
export interface GameEventView {
  seq: number;
  type: string;
  at: string;
  seat?: Seat;
  by?: "player" | "bot" | "clock";
}

export interface DecisionView {
  id: string;
  kind: DecisionKind;
  deadline: string | null;
}

export interface YouView {
  seat: Seat;
  hand: Card[];
  decision: DecisionView | null;
  legalActions: LegalAction[];
}

/** Faults of a sandbox game that are still to come: how many answers to actions get lost, deliveries come twice, streams close; and how late deliveries come. */
export interface Faults {
  dropAnswers: number;
  repeatDeliveries: number;
  delayDeliveriesMs: number;
  closeStreams: number;
}

/** A game as one audience sees it (api.md section 4). */
export interface GameView {
  id: string;
  status: GameStatus;
  version: number;
  createdAt: string;
  visibility: Visibility;
  seeded: boolean;
  commitment: string;
  creator: string;
  /** Whether several users of one app may sit here. */
  sameApp: boolean;
  rules: Rules;
  /** `null` where nobody is timed. */
  clock: ClockView | null;
  /** The time of a sandbox game; `null` for any other. */
  sandbox: { now: string } | null;
  seats: ({ seat: Seat } & Occupant)[];
  kingdom: MatchView["kingdom"];
  deal: DealView | null;
  scores: number[];
  teams: MatchView["teams"];
  deals: DealSummaryView[];
  result: MatchResult | null;
  /** The game that this one followed on at the same table, and the one that followed. */
  previous: string | null;
  next: string | null;
  series: SeriesView | null;
  you: YouView | null;
}

/** Why the game object refuses a call: the 404, 403, 409 and 422 codes of the HTTP contract. */
export type GameRefusal =
  | "game_not_found"
  | "not_creator"
  | "not_seated"
  | "game_not_started"
  | "game_started"
  | "decision_answered"
  | "stale_decision"
  | "seat_taken"
  | "seat_forfeited"
  | "seat_substituted"
  | "no_clock"
  | "not_sandbox"
  | "already_paused"
  | "already_seated"
  | "game_full"
  | "app_seated"
  | "too_many_refusals"
  | "idempotency_key_reused"
  | "deal_not_finished"
  | "game_not_finished"
  | "plan_not_found"
  | "limit_reached"
  | Refusal;

/** A refusal with the caller's fresh view, where there is a game to see. */
export interface Refused {
  ok: false;
  code: GameRefusal;
  game: GameView | null;
}
export type Answer<T> = ({ ok: true } & T) | Refused;

export type SeatRequest = { player: Newcomer; keep: boolean } | { bot: string } | { open: true };

export interface CreateRequest {
  id: string;
  creator: Pick<PlayerCard, "id">;
  rules: Rules;
  seats: SeatRequest[];
  visibility: Visibility;
  sameApp?: boolean;
  /** Without one nobody is timed. */
  clock?: ClockTerms | null;
  /** The game that this one follows on. */
  previous?: string;
  series?: SeriesTerms | null;
  /** Whether it is a game to try things out in. */
  sandbox?: boolean;
  /** The creator's own seed; `null` deals from fresh randomness. */
  seed: string | null;
  /** What a repeat under the same idempotency key must equal; `null` without a key. */
  fingerprint: string | null;
}

/** A webhook as it is asked for; `most` is how many of them a player may have in a game. */
export interface HookRequest {
  id: string;
  player: string;
  audience: HookAudience;
  url: string;
  most: number;
}

/** `app`: the one that acts for the player. `onlySeat`: the one seat that the caller's token may play, or nothing where it may play any of the player's. */
export interface ActRequest {
  player: string;
  app?: string;
  onlySeat?: Seat;
  action: string;
  decision: string | null;
}

/** `dropped`: in a sandbox, that the answer is to get lost. */
export interface Acted {
  dropped?: true;
  replayed: boolean;
  events: GameEventView[];
  version: number;
  game: GameView;
}

/**
 * The game that followed on: `null` where it could not be made for the moment. `made`: whether this call asked for it first.
 * `sitter` is the caller as he sat in the old game.
 */
export interface Rematch {
  next: string | null;
  made: boolean;
  sitter: Newcomer;
}

/** A plan as its player sees it; `changedAt` in RFC 3339. */
export interface PlanView extends Plan {
  changedAt: string;
}

/** What plans would do now, and why nothing where they would do nothing. */
export interface PlanTrial extends Considered {
  reason: "fires" | "not_awaited" | "no_plans" | "no_rule_applies";
}

export interface Proof {
  algorithm: "trix-deal/1";
  gameId: string;
  seeded: boolean;
  commitment: string;
  chainLength: number;
  /** Whether a player's own seed went into the packs. */
  playersEntropy: boolean;
  /** By seat; `null` for none. Empty before the start. */
  clientSeeds: (string | null)[];
  /** The links of the packs played out or thrown in so far, oldest first. */
  links: { pack: number; link: string }[];
}

/** The calls of a game object. `player` is the account that calls, `null` for the public; `onlySeat` as in `ActRequest`. */
export interface GameCalls {
  /** Creates the game of this object; a repeat with the same fingerprint gives the first answer again. */
  create(request: CreateRequest): Promise<Answer<{ game: GameView }>>;
  view(player: string | null, onlySeat?: Seat): Promise<Answer<{ game: GameView }>>;
  /** `seat` `null` takes any free one (a kept one first); `clientSeed` 1-64 printable ASCII characters. */
  join(player: Newcomer, seat: Seat | null, clientSeed: string | null): Promise<Answer<{ game: GameView }>>;
  leave(player: string): Promise<Answer<{ game: GameView }>>;
  /** The creator seats a house bot (`bot` names one) or frees the seat (`null`). */
  reseat(player: string, seat: Seat, bot: string | null): Promise<Answer<{ game: GameView }>>;
  abort(player: string): Promise<Answer<{ game: GameView }>>;
  /** Gives the match up: the seat is played to the end by a house bot and placed last. */
  resign(player: string): Promise<Answer<{ game: GameView }>>;
  /** Asks for a pause until that instant (milliseconds since 1970), which begins once all players of the table want one. */
  pause(player: string, until: number): Promise<Answer<{ game: GameView }>>;
  /** Takes that wish back, or while the table pauses asks to go on, which all its players must. */
  resume(player: string): Promise<Answer<{ game: GameView }>>;
  /** The next game at this table, made if need be: a seat there is kept for everybody who sat here, the caller included. */
  rematch(player: string): Promise<Answer<Rematch>>;
  /** In a sandbox its creator lets time pass; what falls due meanwhile happens at its own instant. */
  advance(player: string, ms: number): Promise<Answer<{ game: GameView }>>;
  /** In a sandbox its creator says which faults are to come; what is left out stays. */
  setFaults(player: string, faults: Partial<Faults>): Promise<Answer<{ faults: Faults }>>;
  /** What a sandbox wants to go wrong with the next webhook delivery. */
  deliveryFault(): Promise<DeliveryFault>;
  /** Begins a webhook of this player: for his seat, which he must have, or for what is public, also as the creator. */
  hook(request: HookRequest): Promise<Answer<{ hook: HookView; secret: string }>>;
  /** The ids of the player's webhooks, oldest first. */
  hooks(player: string): Promise<Answer<{ ids: string[] }>>;
  /** Tells nothing more to one of the player's webhooks. */
  unhook(player: string, id: string): Promise<Answer<object>>;
  act(request: ActRequest): Promise<Answer<Acted>>;
  /** The plans of a seated player, in the order in which they are asked. */
  plans(player: string, onlySeat?: Seat): Promise<Answer<{ plans: PlanView[] }>>;
  /** Makes or replaces the plan of that name; refuses with `limit_reached` where there are too many. The same plan again changes nothing. */
  putPlan(player: string, plan: Plan, onlySeat?: Seat): Promise<Answer<{ plan: PlanView }>>;
  /** Takes a plan back; gives those that are left. */
  dropPlan(player: string, name: string, onlySeat?: Seat): Promise<Answer<{ plans: PlanView[] }>>;
  /** What would fire now: of the player's plans, or of `plan` alone. */
  tryPlans(player: string, plan: Plan | null, onlySeat?: Seat): Promise<Answer<{ trial: PlanTrial }>>;
  /** Events with `seq > after`, at most `limit`. */
  events(
    player: string | null,
    after: number,
    limit: number,
    onlySeat?: Seat,
  ): Promise<Answer<{ data: GameEventView[]; version: number }>>;
  /**
   * The record of the finished deals; with `replay` what one audience knew at the event `at` (`null`: the newest one that
   * does not touch a deal in play), the deal of that moment included. Refuses with `deal_not_finished` what is later.
   */
  record(
    replay?: { as: Seat | "public"; at: number | null } | null,
  ): Promise<Answer<{ record: MatchRecord; version: number }>>;
  proof(): Promise<Answer<{ proof: Proof; version: number }>>;
}
