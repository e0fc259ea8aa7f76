/** What passes between a webhook's object, the games and the Worker. Plain object types only: these are RPC values. Times in milliseconds since 1970. */

import type { LegalAction } from "../engine/index.ts";
import type { Language } from "../labels/languages.ts";

/** What a webhook carries: what everybody may know, or what the seat of its player may. */
export type WebhookAudience = "public" | "seat";

/** What is fixed when a webhook is made. */
export interface WebhookFacts {
  id: string;
  game: string;
  /** Whose webhook it is. */
  player: string;
  audience: WebhookAudience;
  url: string;
  /** The language of labels; missing, and English, in webhooks of earlier releases. */
  language?: Language;
  /** `seq` of the newest event at that moment: the webhook carries what comes after. */
  since: number;
}

/** `pending` until its endpoint has shown that it wants the deliveries, `disabled` once it has failed for too long. */
export type WebhookStatus = "pending" | "active" | "disabled";

/** Why a webhook is disabled: no attempt came through to the end of the schedule, or the endpoint answered 410. */
export type DisabledReason = "failing" | "gone";

/** A webhook as its owner sees it. */
export interface WebhookView {
  id: string;
  game: string;
  url: string;
  audience: WebhookAudience;
  language: Language;
  status: WebhookStatus;
  disabledReason: DisabledReason | null;
  createdAt: number;
  /** `seq` of the newest event that was delivered, or of the newest there was when the webhook was made. */
  deliveredSeq: number;
  /** Until when the secret before the newest one signs as well, or `null`. */
  oldSecretUntil: number | null;
}

export type DeliveryKind = "verification" | "test" | "events" | "decision";

/** `queued` while attempts are still to come; `cancelled` where its decision was answered, `expired` where its deadline passed. */
export type DeliveryState = "queued" | "delivered" | "failed" | "cancelled" | "expired";

/** What went wrong with an attempt. */
export type AttemptError =
  | "timeout"
  | "unreachable"
  | "redirect"
  | "status"
  | "wrong_challenge"
  | "address_refused"
  | "game_unavailable";

export interface Attempt {
  at: number;
  durationMs: number;
  status: number | null;
  error: AttemptError | null;
}

/** What an endpoint answered a decision with: the action, where it was one, and why it was refused, where it was. */
export interface AnswerNote {
  action: string | null;
  code: string | null;
}

/** A delivery as the log of its webhook shows it. */
export interface DeliveryView {
  id: string;
  kind: DeliveryKind;
  state: DeliveryState;
  createdAt: number;
  /** The decision that it tells of. */
  decision: string | null;
  /** When the next attempt is due. */
  nextAttemptAt: number | null;
  attempts: Attempt[];
  answer: AnswerNote | null;
}

/** What a game tells of itself; an older `version` than the newest one known changes nothing. */
export interface WebhookNotice {
  version: number;
  /** What waits for the webhook's player at their seat, under a seat webhook. */
  decision: { id: string; deadline: number | null } | null;
  /** That the game is one to try things out in, which may ask for faults. */
  sandbox?: true;
}

/** What a sandbox wants to go wrong with one delivery: that it comes twice, and how late, in milliseconds. */
export interface DeliveryFault {
  repeat: boolean;
  delayMs: number;
}

export type WebhookRefusal = "webhook_not_found" | "webhook_not_active" | "delivery_not_found";
export type WebhookAnswer<T> = ({ ok: true } & T) | { ok: false; code: WebhookRefusal };

/** The calls of a webhook's object; its name is the webhook's id. None of them waits for an endpoint. */
export interface WebhookCalls {
  /** Begins a webhook, and asks its endpoint whether it wants it. */
  open(facts: WebhookFacts, notice: WebhookNotice): Promise<{ hook: WebhookView; secret: string }>;
  /** Whether there still is such a webhook. */
  notify(notice: WebhookNotice): Promise<boolean>;
  read(): Promise<WebhookAnswer<{ hook: WebhookView }>>;
  /** Ends the webhook and forgets all of it. */
  close(): Promise<WebhookAnswer<{ hook: WebhookView }>>;
  /** A new secret; the one before signs beside it for a day. */
  rotate(): Promise<WebhookAnswer<{ hook: WebhookView; secret: string }>>;
  /** Asks the endpoint once more whether it wants the deliveries. */
  verify(): Promise<WebhookAnswer<{ delivery: DeliveryView }>>;
  /** Sends something that tells nothing. Not `test`: the test runner keeps that name to itself. */
  probe(): Promise<WebhookAnswer<{ delivery: DeliveryView }>>;
  /** The log, newest first. */
  deliveries(): Promise<WebhookAnswer<{ data: DeliveryView[] }>>;
  /** Sends a delivery of the log once more, under the same id. */
  resend(delivery: string): Promise<WebhookAnswer<{ delivery: DeliveryView }>>;
}

/** Events of a game as somebody may read them, and who has to act as of the event `version`. */
export interface EventsRead {
  data: { seq: number }[];
  version: number;
  awaiting: { seats: number[]; since: string; deadline: string | null } | null;
}

/** What a webhook needs of a game: everything is asked as the webhook's player, or as the public, so that the game itself decides what may be known. */
export interface GameOfWebhook {
  events(
    player: string | null,
    after: number,
    limit: number,
  ): Promise<({ ok: true } & EventsRead) | { ok: false; code: string }>;
  view(player: string | null): Promise<{ ok: true; game: SeatView } | { ok: false; code: string }>;
  act(request: {
    player: string;
    action: string;
    decision: string;
  }): Promise<{ ok: true } | { ok: false; code: string }>;
  deliveryFault(): Promise<DeliveryFault>;
}

/** As much of a view as a webhook looks at; the whole of it is sent. */
export interface SeatView {
  version: number;
  you: { decision: { id: string } | null; legalActions: LegalAction[] } | null;
}
