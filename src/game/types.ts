/** What passes between the Worker and a game object. Plain object types only: these are RPC values. */

import type { MatchRecord, Refusal, Seat } from "../engine/index.ts";
import type { Language } from "../labels/languages.ts";
import type { Considered, Plan } from "../plans/index.ts";
import type { HolderCalls, Reserved } from "../player/types.ts";
import type { DeliveryFault, WebhookAudience, WebhookView } from "../webhook/types.ts";

import type { AppCard, GameTerms, Newcomer, PlayerCard, Vote } from "./terms.ts";

export type {
  AppCard,
  Cause,
  ClockTerms,
  GameTerms,
  Newcomer,
  Newcomers,
  Occupant,
  OnTimeout,
  PlayerCard,
  SeriesTerms,
  Sitter,
  Visibility,
  Vote,
} from "./terms.ts";

import type { AwaitingView, Faults, GameEventView, GameView } from "./shown.ts";

export type * from "./shown.ts";

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
  | "no_newcomers"
  | "not_replaceable"
  | "already_seated"
  | "game_full"
  | "app_seated"
  | "too_many_refusals"
  | "idempotency_key_reused"
  | "deal_not_finished"
  | "game_not_finished"
  | "insufficient_scope"
  | "plan_not_found"
  | "limit_reached"
  | "too_many_requests"
  | "player_unavailable"
  | Refusal;

/** A refusal with the caller's fresh view, where there is a game to see. */
export interface Refused {
  ok: false;
  code: GameRefusal;
  game: GameView | null;
  /** The limit of an account that a new game would exceed. */
  over?: Omit<Extract<Reserved, { ok: false }>, "ok">;
}
export type Answer<T> = ({ ok: true } & T) | Refused;

export type SeatRequest = { player: Newcomer; keep: boolean } | { bot: string } | { open: true };

export interface CreateRequest extends GameTerms {
  id: string;
  /** `app`: whose user it is. */
  creator: Pick<PlayerCard, "id"> & { app?: Pick<AppCard, "owner"> };
  seats: SeatRequest[];
  /** The creator's own seed; `null` deals from fresh randomness. */
  seed: string | null;
  /** What a repeat under the same idempotency key must equal; `null` without a key. */
  fingerprint: string | null;
}

/** A webhook as it is asked for; `most` is how many of them a player may have in a game. */
export interface WebhookRequest {
  id: string;
  player: string;
  audience: WebhookAudience;
  url: string;
  language: Language;
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

/** An action as its answer goes to a client: `text` is the body, `null` where none is asked for. */
export interface Answered extends Pick<Acted, "dropped" | "replayed" | "version"> {
  text: string | null;
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
 * `sitter` is the caller as they sat in the old game.
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

/** What a game weighs. */
export interface Weight {
  events: number;
  commits: number;
  databaseBytes: number;
  botsAlone: boolean;
}

/** The calls of a game object. `player` is the account that calls, `null` for the public; `onlySeat` as in `ActRequest`. */
export interface GameCalls extends HolderCalls {
  /** Creates the game of this object, unless that would exceed a limit of its creator; a repeat with the same fingerprint gives the first answer again. */
  create(request: CreateRequest): Promise<Answer<{ game: GameView }>>;
  view(player: string | null, onlySeat?: Seat): Promise<Answer<{ game: GameView }>>;
  /** `seat` `null` takes any free one (a kept one first); `clientSeed` 1-64 printable ASCII characters. */
  join(player: Newcomer, seat: Seat | null, clientSeed: string | null): Promise<Answer<{ game: GameView }>>;
  leave(player: string): Promise<Answer<{ game: GameView }>>;
  /** The creator seats a house bot (`bot` names one) or frees the seat (`null`). */
  reseat(player: string, seat: Seat, bot: string | null): Promise<Answer<{ game: GameView }>>;
  abort(player: string): Promise<Answer<{ game: GameView }>>;
  /** Whoever runs the server ends the game, whatever it is doing. */
  end(): Promise<Answer<{ game: GameView }>>;
  /** What the game weighs: events and commits in its log, the bytes of its database, and whether house bots alone play it. */
  weight(): Promise<Answer<{ weight: Weight }>>;
  /** Gives the match up: the seat is played to the end by a house bot and placed last. Whoever came to the seat later gives it back. */
  resign(player: string): Promise<Answer<{ game: GameView }>>;
  /** Asks for a pause until that instant (milliseconds since 1970), which begins once all players of the table want one. */
  pause(player: string, until: number): Promise<Answer<{ game: GameView }>>;
  /** Takes that wish back, or while the table pauses asks to go on, which all its players must. */
  resume(player: string): Promise<Answer<{ game: GameView }>>;
  /** Votes for the match to end, or for a silent player to be replaced; `null` takes the vote back. It happens once all who must agree do. */
  vote(player: string, vote: Vote | null): Promise<Answer<{ game: GameView }>>;
  /**
   * The next game at this table: a seat there is kept for everybody who sat here, the caller included. It is made if need be,
   * where the caller's token `mayCreate` one; else `insufficient_scope` refuses.
   */
  rematch(player: string, mayCreate: boolean): Promise<Answer<Rematch>>;
  /** In a sandbox its creator lets time pass; what falls due meanwhile happens at its own instant. */
  advance(player: string, ms: number): Promise<Answer<{ game: GameView }>>;
  /** In a sandbox its creator says which faults are to come; what is left out stays. */
  setFaults(player: string, faults: Partial<Faults>): Promise<Answer<{ faults: Faults }>>;
  /** What a sandbox wants to go wrong with the next webhook delivery. */
  deliveryFault(): Promise<DeliveryFault>;
  /** Begins a webhook of this player: for their seat, which they must have, or for what is public, also as the creator. */
  addWebhook(request: WebhookRequest): Promise<Answer<{ hook: WebhookView; secret: string }>>;
  /** The ids of the player's webhooks, oldest first. */
  webhooks(player: string): Promise<Answer<{ ids: string[] }>>;
  /** Tells nothing more to one of the player's webhooks. */
  removeWebhook(player: string, id: string): Promise<Answer<object>>;
  act(request: ActRequest): Promise<Answer<Acted>>;
  /** The same, its answer as the JSON text that goes to a client, with labels in `language`; `null` wants no body. What is large crosses to the Worker once, and as a string. */
  answer(request: ActRequest, language: Language | null): Promise<Answer<Answered>>;
  /** The plans of a seated player, in the order in which they are asked. */
  plans(player: string, onlySeat?: Seat): Promise<Answer<{ plans: PlanView[] }>>;
  /** Makes or replaces the plan of that name; refuses with `limit_reached` where there are too many. The same plan again changes nothing. */
  putPlan(player: string, plan: Plan, onlySeat?: Seat): Promise<Answer<{ plan: PlanView }>>;
  /** Takes a plan back; gives those that are left. */
  dropPlan(player: string, name: string, onlySeat?: Seat): Promise<Answer<{ plans: PlanView[] }>>;
  /** What would fire now: of the player's plans, or of `plan` alone. */
  tryPlans(player: string, plan: Plan | null, onlySeat?: Seat): Promise<Answer<{ trial: PlanTrial }>>;
  /** Events with `seq > after`, at most `limit`, and who has to act as of the event `version`. */
  events(
    player: string | null,
    after: number,
    limit: number,
    onlySeat?: Seat,
  ): Promise<Answer<{ data: GameEventView[]; version: number; awaiting: AwaitingView | null }>>;
  /**
   * The record of the finished deals; with `replay` what one audience knew at the event `at` (`null`: the newest one that
   * does not touch a deal in play), the deal of that moment included. Refuses with `deal_not_finished` what is later.
   */
  record(
    replay?: { as: Seat | "public"; at: number | null } | null,
  ): Promise<Answer<{ record: MatchRecord; version: number }>>;
  proof(): Promise<Answer<{ proof: Proof; version: number }>>;
}
