/** One attempt at a delivery: what it carries, whether a sandbox disturbs it, the request, and what the endpoint answered. */

import { addressFault, type Reach } from "./address.ts";
import { cancel, type Outcome } from "./deliveries.ts";
import { answerIn, decisionBody, eventsBody, isVerified } from "./payload.ts";
import { post } from "./post.ts";
import { signatureHeaders } from "./signature.ts";
import type { Delivery, WebhookState, WebhookStore } from "./store.ts";
import type { AnswerNote, AttemptError, DeliveryFault, GameOfWebhook, WebhookFacts } from "./types.ts";

/** The largest batch of events. */
const MOST_EVENTS = 100;

const NO_FAULT: DeliveryFault = { repeat: false, delayMs: 0 };

export interface AttemptParts {
  store: WebhookStore;
  webhook: WebhookState;
  game: GameOfWebhook;
  /** Whether the endpoint may be on the server's own network. */
  reach: Reach;
}

/** Makes one attempt. `null` where the delivery turned out to be needed no longer, so that nothing was sent. */
export async function attempt(parts: AttemptParts, delivery: Delivery): Promise<Outcome | null> {
  const { webhook, reach, store } = parts;
  const at = Date.now();
  const outcome = (
    status: number | null,
    error: AttemptError | null,
    answer: AnswerNote | null = null,
    notBefore?: number,
  ): Outcome => ({
    attempt: { at, durationMs: Date.now() - at, status, error },
    answer,
    ...(notBefore !== undefined && { notBefore }),
  });
  const { url } = webhook.facts;
  if (addressFault(url, reach) !== null) return outcome(null, "address_refused");
  const body = delivery.body ?? (await fill(parts, delivery).catch(() => undefined));
  if (body === undefined) return outcome(null, "game_unavailable");
  if (body === null) return null;
  const send = () => post(url, signatureHeaders(webhook.secrets, delivery.id, body, Date.now()), body);
  const fault = await faultOf(parts, delivery);
  if (fault.delayMs > 0) await scheduler.wait(fault.delayMs);
  const { status, error, text, notBefore } = await send();
  if (fault.repeat) await send();
  if (error !== null) return outcome(status, error, null, notBefore);
  if (delivery.kind === "verification" && !isVerified(body, text)) return outcome(status, "wrong_challenge");
  if (delivery.kind !== "decision") return outcome(status, null);
  // An endpoint that ended its webhook meanwhile has taken its word back.
  const note = answerIn(text);
  if (note === null || note.action === null || store.read() === null) return outcome(status, null, note);
  try {
    return outcome(status, null, await play(parts, delivery.decision!, note.action));
  } catch {
    return outcome(status, "game_unavailable");
  }
}

/** What a sandbox wants to go wrong with the first attempt at a delivery. */
async function faultOf({ webhook, game }: AttemptParts, { kind, tries }: Delivery): Promise<DeliveryFault> {
  if (webhook.notice.sandbox !== true || tries > 1 || (kind !== "events" && kind !== "decision")) return NO_FAULT;
  return game.deliveryFault().catch(() => NO_FAULT);
}

/** Makes the body, which stays the same at every attempt; `null` where there is nothing to tell any more. Rejects where the game does not answer. */
async function fill({ store, webhook, game }: AttemptParts, delivery: Delivery): Promise<string | null> {
  const { facts, reached } = webhook;
  const filled =
    delivery.kind === "decision"
      ? await decisionOf(facts, game, delivery.decision!)
      : await eventsOf(facts, game, reached);
  const standing = store.read() === null ? null : store.find(delivery.id);
  // Meanwhile it may have been cancelled.
  if (standing === null || standing.state !== "queued") return null;
  if (filled === null) cancel(store, standing);
  else store.write({ ...standing, ...filled });
  return filled?.body ?? null;
}

type Filled = Pick<Delivery, "body" | "last">;

async function decisionOf(facts: WebhookFacts, game: GameOfWebhook, decision: string): Promise<Filled | null> {
  const seen = await game.view(facts.player);
  if (!seen.ok) throw new Error(seen.code);
  const open = seen.game.you?.decision ?? null;
  return open === null || open.id !== decision
    ? null
    : { body: decisionBody(facts, open, seen.game, Date.now()), last: null };
}

async function eventsOf(facts: WebhookFacts, game: GameOfWebhook, reached: number): Promise<Filled> {
  const read = await game.events(facts.audience === "seat" ? facts.player : null, reached, MOST_EVENTS);
  if (!read.ok) throw new Error(read.code);
  return { body: eventsBody(facts, read, Date.now()), last: read.data.at(-1)!.seq };
}

/** Plays what the endpoint answered. Repeating it does no harm: an action counts once for its decision. */
async function play({ webhook, game }: AttemptParts, decision: string, action: string): Promise<AnswerNote> {
  const acted = await game.act({ player: webhook.facts.player, action, decision });
  return { action, code: acted.ok ? null : acted.code };
}
