/** What passes between a courier, the games and the Worker. Plain object types only: these are RPC values. Times in milliseconds since 1970. */

/** What a hook carries: what everybody may know, or what the seat of its player may. */
export type HookAudience = "public" | "seat";

/** What is fixed when a hook is made. */
export interface HookFacts {
  id: string;
  game: string;
  /** Whose hook it is. */
  player: string;
  audience: HookAudience;
  url: string;
  /** `seq` of the newest event at that moment: the hook carries what comes after. */
  since: number;
}

/** `pending` until its endpoint has shown that it wants the deliveries, `disabled` once it has failed for too long. */
export type HookStatus = "pending" | "active" | "disabled";

/** Why a hook is disabled: no attempt came through to the end of the schedule, or the endpoint answered 410. */
export type DisabledReason = "failing" | "gone";

/** A hook as its owner sees it. */
export interface HookView {
  id: string;
  game: string;
  url: string;
  audience: HookAudience;
  status: HookStatus;
  disabledReason: DisabledReason | null;
  createdAt: number;
  /** `seq` of the newest event that was delivered, or of the newest there was when the hook was made. */
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

/** A delivery as the log of its hook shows it. */
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
export interface HookNotice {
  version: number;
  /** What waits for the hook's player at his seat, under a seat hook. */
  decision: { id: string; deadline: number | null } | null;
  /** That the game is one to try things out in, which may ask for faults. */
  sandbox?: true;
}

/** What a sandbox wants to go wrong with one delivery: that it comes twice, and how late, in milliseconds. */
export interface DeliveryFault {
  repeat: boolean;
  delayMs: number;
}

export type CourierRefusal = "webhook_not_found" | "webhook_not_active" | "delivery_not_found";
export type CourierAnswer<T> = ({ ok: true } & T) | { ok: false; code: CourierRefusal };

/** The calls of a courier; its name is the hook's id. None of them waits for an endpoint. */
export interface CourierCalls {
  /** Begins a hook, and asks its endpoint whether it wants it. */
  open(facts: HookFacts, notice: HookNotice): Promise<{ hook: HookView; secret: string }>;
  /** Whether there still is such a hook. */
  tell(notice: HookNotice): Promise<boolean>;
  read(): Promise<CourierAnswer<{ hook: HookView }>>;
  /** Ends the hook and forgets all of it. */
  close(): Promise<CourierAnswer<{ hook: HookView }>>;
  /** A new secret; the one before signs beside it for a day. */
  rotate(): Promise<CourierAnswer<{ hook: HookView; secret: string }>>;
  /** Asks the endpoint once more whether it wants the deliveries. */
  verify(): Promise<CourierAnswer<{ delivery: DeliveryView }>>;
  /** Sends something that tells nothing. Not `test`: the test runner keeps that name to itself. */
  probe(): Promise<CourierAnswer<{ delivery: DeliveryView }>>;
  /** The log, newest first. */
  deliveries(): Promise<CourierAnswer<{ data: DeliveryView[] }>>;
  /** Sends a delivery of the log once more, under the same id. */
  resend(delivery: string): Promise<CourierAnswer<{ delivery: DeliveryView }>>;
}

/** What a courier needs of a game: everything is asked as the hook's player, or as the public, so that the game itself decides what may be known. */
export interface Table {
  events(
    player: string | null,
    after: number,
    limit: number,
  ): Promise<{ ok: true; data: { seq: number }[]; version: number } | { ok: false; code: string }>;
  view(player: string | null): Promise<{ ok: true; game: SeatView } | { ok: false; code: string }>;
  act(request: {
    player: string;
    action: string;
    decision: string;
  }): Promise<{ ok: true } | { ok: false; code: string }>;
  deliveryFault(): Promise<DeliveryFault>;
}

/** As much of a view as a courier looks at; the whole of it is sent. */
export interface SeatView {
  version: number;
  you: { decision: { id: string } | null } | null;
}
