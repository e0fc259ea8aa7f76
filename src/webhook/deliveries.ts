/** What a webhook's queue holds next: made from what the game has told, and changed by how attempts went. One transaction each. */

import { encodeBase32 } from "../ids/base32.ts";
import { randomBytes } from "../ids/ids.ts";
import { LONGEST_HOLD_MS, nextTry } from "./schedule.ts";
import type { Delivery, WebhookState, WebhookStore } from "./store.ts";
import type { AnswerNote, Attempt, DisabledReason, WebhookNotice } from "./types.ts";

/** How an attempt went. `answer` is what a decision was answered with. */
export interface Outcome {
  attempt: Attempt;
  answer: AnswerNote | null;
  /** Before when the endpoint wants nothing else. */
  notBefore?: number;
}

const GONE = 410;

/** A new id of a delivery, under which all its attempts go out. */
const newDeliveryId = (): string => `dl_${encodeBase32(randomBytes(10))}`;

/** Takes what the game tells, unless something newer is known. */
export function receive(store: WebhookStore, notice: WebhookNotice, now: number): void {
  const webhook = store.read()!;
  if (notice.version < webhook.notice.version) return;
  store.keep({ ...webhook, notice });
  queueNews(store, now);
}

/**
 * Queues what is to be told: the decision that waits, once, and the events after those delivered, one batch at a time.
 * What tells of a decision that waits no more is cancelled.
 */
export function queueNews(store: WebhookStore, now: number): void {
  const { status, reached, notice, notBefore: asked = 0 } = store.read()!;
  // Further ahead than anything can be held back: the clock has been set back since.
  const notBefore = asked > now + LONGEST_HOLD_MS ? 0 : asked;
  for (const each of store.queued("decision"))
    if (each.decision !== notice.decision?.id) store.write({ ...each, state: "cancelled" });
  if (status !== "active") return;
  if (notice.decision !== null) queueDecision(store, notice.decision, now, notBefore);
  if (reached < notice.version && store.queued("events").length === 0)
    store.add({ id: newDeliveryId(), kind: "events" }, now, notBefore);
}

function queueDecision(
  store: WebhookStore,
  { id, deadline }: NonNullable<WebhookNotice["decision"]>,
  now: number,
  notBefore: number,
): void {
  if (deadline !== null && deadline <= now) return;
  const known = store.ofDecision(id);
  if (known === null) store.add({ id: newDeliveryId(), kind: "decision", decision: id, deadline }, now, notBefore);
  else if (known.state === "queued") {
    if (known.deadline !== deadline) store.write({ ...known, deadline });
  } else if (isOpenAgain(known, deadline))
    store.write({ ...known, deadline, state: "queued", tries: 0, nextTry: Math.max(now, notBefore) });
}

/** Whether a delivery that was given up goes on: its clock was put off, its seat taken back, or its webhook made active again. */
const isOpenAgain = ({ state, once, deadline: before }: Delivery, deadline: number | null): boolean =>
  !once && (state === "cancelled" || state === "failed" || (state === "expired" && deadline !== before));

/** Gives up a delivery of a decision that, as the game says, waits no more: what waits instead it will tell by itself. */
export function cancel(store: WebhookStore, delivery: Delivery): void {
  store.write({ ...delivery, state: "cancelled" });
  const webhook = store.read()!;
  if (webhook.notice.decision?.id === delivery.decision)
    store.keep({ ...webhook, notice: { ...webhook.notice, decision: null } });
}

/** Queues a question to the endpoint, or a test, that is due at once; one that still waits stands for it, and is due at once. */
export function queueQuestion(store: WebhookStore, kind: "verification" | "test", body: string, now: number): Delivery {
  const waiting = store.queued(kind)[0];
  if (waiting === undefined) return store.add({ id: newDeliveryId(), kind, body }, now);
  return requeue(store, waiting, now);
}

/** Queues a delivery of the log once more; one that still waits is due at once. */
export function requeue(store: WebhookStore, delivery: Delivery, now: number): Delivery {
  const queued =
    delivery.state === "queued"
      ? { ...delivery, nextTry: Math.min(now, delivery.nextTry ?? now) }
      : { ...delivery, state: "queued" as const, once: true, tries: 0, nextTry: now };
  store.write(queued);
  return queued;
}

/** Keeps how an attempt went, and what follows from it. The webhook may have changed meanwhile, and the delivery been cancelled. */
export function recordAttempt(
  store: WebhookStore,
  id: string,
  { attempt, answer, notBefore = 0 }: Outcome,
  now: number,
  jitter: number,
): void {
  const webhook = store.read(),
    delivery = webhook === null ? null : store.find(id);
  if (webhook === null || delivery === null) return;
  const attempts = [...delivery.attempts, attempt];
  const held = Math.max(notBefore, webhook.notBefore ?? 0);
  if (attempt.error === null) {
    store.write({ ...delivery, state: "delivered", attempts, answer: answer ?? delivery.answer });
    store.keep(afterSuccess(webhook, delivery));
  } else if (delivery.state !== "queued") store.write({ ...delivery, attempts });
  else {
    const next = attempt.status === GONE ? "exhausted" : nextTry(delivery, now, jitter, held);
    const state = next === "exhausted" ? "failed" : next === "overdue" ? "expired" : "queued";
    store.write({ ...delivery, attempts, state, nextTry: typeof next === "number" ? next : null });
    if (state === "failed" && !delivery.once && (delivery.kind === "events" || delivery.kind === "decision")) {
      disable(store, webhook, attempt.status === GONE ? "gone" : "failing");
    }
  }
  // Other deliveries go to the same endpoint.
  if (notBefore > 0) store.hold(notBefore);
  store.prune(webhook.notice.decision?.id ?? null);
  queueNews(store, now);
}

function afterSuccess(webhook: WebhookState, { kind, last }: Delivery): WebhookState {
  // An endpoint that wants the deliveries wants them now.
  if (kind === "verification") return { ...webhook, status: "active", disabledReason: null, notBefore: 0 };
  return last === null ? webhook : { ...webhook, reached: Math.max(webhook.reached, last) };
}

function disable(store: WebhookStore, webhook: WebhookState, disabledReason: DisabledReason): void {
  store.keep({ ...webhook, status: "disabled", disabledReason });
  store.failQueued();
}
