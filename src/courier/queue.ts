/** What a hook's queue holds next: made from what the game has told, and changed by how attempts went. One transaction each. */

import { nextTry } from "./schedule.ts";
import type { CourierStore, Delivery, Hook } from "./store.ts";
import type { AnswerNote, Attempt, DisabledReason, HookNotice } from "./types.ts";

/** How an attempt went. `answer` is what a decision was answered with. */
export interface Outcome {
  attempt: Attempt;
  answer: AnswerNote | null;
}

const GONE = 410;

/** A new id of a delivery, under which all its attempts go out. */
const newDeliveryId = (): string =>
  `dl_${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => "abcdefghijklmnopqrstuvwxyz234567"[byte & 31]).join("")}`;

/** Takes what the game tells, unless something newer is known. */
export function hear(store: CourierStore, notice: HookNotice, now: number): void {
  const hook = store.readHook()!;
  if (notice.version < hook.notice.version) return;
  store.writeHook({ ...hook, notice });
  plan(store, now);
}

/**
 * Queues what is to be told: the decision that waits, once, and the events after those delivered, one batch at a time.
 * What tells of a decision that waits no more is cancelled.
 */
export function plan(store: CourierStore, now: number): void {
  const { status, reached, notice } = store.readHook()!;
  for (const each of store.queued("decision"))
    if (each.decision !== notice.decision?.id) store.write({ ...each, state: "cancelled" });
  if (status !== "active") return;
  if (notice.decision !== null) planDecision(store, notice.decision, now);
  if (reached < notice.version && store.queued("events").length === 0)
    store.add({ id: newDeliveryId(), kind: "events" }, now);
}

function planDecision(store: CourierStore, { id, deadline }: NonNullable<HookNotice["decision"]>, now: number): void {
  if (deadline !== null && deadline <= now) return;
  const known = store.ofDecision(id);
  if (known === null) store.add({ id: newDeliveryId(), kind: "decision", decision: id, deadline }, now);
  else if (known.state === "queued") {
    if (known.deadline !== deadline) store.write({ ...known, deadline });
  } else if (isOpenAgain(known, deadline)) store.write({ ...known, deadline, state: "queued", tries: 0, nextTry: now });
}

/** Whether a delivery that was given up goes on: its clock was put off, its seat taken back, or its hook made active again. */
const isOpenAgain = ({ state, once, deadline: before }: Delivery, deadline: number | null): boolean =>
  !once && (state === "cancelled" || state === "failed" || (state === "expired" && deadline !== before));

/** Gives up a delivery of a decision that, as the game says, waits no more: what waits instead it will tell by itself. */
export function drop(store: CourierStore, delivery: Delivery): void {
  store.write({ ...delivery, state: "cancelled" });
  const hook = store.readHook()!;
  if (hook.notice.decision?.id === delivery.decision)
    store.writeHook({ ...hook, notice: { ...hook.notice, decision: null } });
}

/** Queues a question to the endpoint, or a test, that is due at once; one that still waits stands for it, and is due at once. */
export function ask(store: CourierStore, kind: "verification" | "test", body: string, now: number): Delivery {
  const waiting = store.queued(kind)[0];
  if (waiting === undefined) return store.add({ id: newDeliveryId(), kind, body }, now);
  return again(store, waiting, now);
}

/** Queues a delivery of the log once more; one that still waits is due at once. */
export function again(store: CourierStore, delivery: Delivery, now: number): Delivery {
  const queued =
    delivery.state === "queued"
      ? { ...delivery, nextTry: Math.min(now, delivery.nextTry ?? now) }
      : { ...delivery, state: "queued" as const, once: true, tries: 0, nextTry: now };
  store.write(queued);
  return queued;
}

/** Keeps how an attempt went, and what follows from it. The hook may have changed meanwhile, and the delivery been cancelled. */
export function settle(
  store: CourierStore,
  id: string,
  { attempt, answer }: Outcome,
  now: number,
  jitter: number,
): void {
  const hook = store.readHook(),
    delivery = hook === null ? null : store.find(id);
  if (hook === null || delivery === null) return;
  const attempts = [...delivery.attempts, attempt];
  if (attempt.error === null) {
    store.write({ ...delivery, state: "delivered", attempts, answer: answer ?? delivery.answer });
    store.writeHook(afterSuccess(hook, delivery));
  } else if (delivery.state !== "queued") store.write({ ...delivery, attempts });
  else {
    const next = attempt.status === GONE ? "exhausted" : nextTry(delivery, now, jitter);
    const state = next === "exhausted" ? "failed" : next === "overdue" ? "expired" : "queued";
    store.write({ ...delivery, attempts, state, nextTry: typeof next === "number" ? next : null });
    if (state === "failed" && !delivery.once && (delivery.kind === "events" || delivery.kind === "decision")) {
      disable(store, hook, attempt.status === GONE ? "gone" : "failing");
    }
  }
  store.prune(hook.notice.decision?.id ?? null);
  plan(store, now);
}

function afterSuccess(hook: Hook, { kind, last }: Delivery): Hook {
  if (kind === "verification") return { ...hook, status: "active", disabledReason: null };
  return last === null ? hook : { ...hook, reached: Math.max(hook.reached, last) };
}

function disable(store: CourierStore, hook: Hook, disabledReason: DisabledReason): void {
  store.writeHook({ ...hook, status: "disabled", disabledReason });
  store.failQueued();
}
