/** What a webhook sends, and what its endpoint answers. Pure. */

import { parseAction } from "../engine/index.ts";
import type { Language } from "../labels/languages.ts";
import { labelled } from "../labels/view.ts";
import { instant } from "../wire/instants.ts";
import type { AnswerNote, EventsRead, SeatView, WebhookFacts } from "./types.ts";

/** The language that a webhook's labels are in. */
export const languageOf = ({ language = "en" }: Pick<WebhookFacts, "language">): Language => language;

const heading = ({ id, game, audience }: WebhookFacts, now: number) => ({
  hook: id,
  game,
  audience,
  timestamp: instant(now),
});

/** The question whether the endpoint wants the deliveries: it must send the challenge back. */
export const verificationBody = (facts: WebhookFacts, challenge: string, now: number): string =>
  JSON.stringify({ type: "verification", ...heading(facts, now), challenge });

export const testBody = (facts: WebhookFacts, now: number): string =>
  JSON.stringify({ type: "test", ...heading(facts, now) });

/** Events as the game gives them to the webhook's audience, oldest first, and who has to act as of the event `version`. */
export const eventsBody = (facts: WebhookFacts, { data, version, awaiting }: EventsRead, now: number): string =>
  JSON.stringify({ type: "events", ...heading(facts, now), data, version, awaiting });

/** A decision that waits, with the view of its seat, whose actions have labels. */
export const decisionBody = (
  facts: WebhookFacts,
  decision: NonNullable<NonNullable<SeatView["you"]>["decision"]>,
  view: SeatView,
  now: number,
): string =>
  JSON.stringify({
    type: "decision",
    ...heading(facts, now),
    decision,
    view: labelled(view, languageOf(facts)),
  });

function fieldOf(text: string | null, name: string): unknown {
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an endpoint has sent the challenge back. `sent` is the body of the question. */
export function isVerified(sent: string, answer: string | null): boolean {
  const challenge = fieldOf(sent, "challenge");
  return typeof challenge === "string" && fieldOf(answer, "challenge") === challenge;
}

/** The action that an endpoint answers a decision with; `null` where it says nothing of one. What is no action id is not kept. */
export function answerIn(answer: string | null): AnswerNote | null {
  const action = fieldOf(answer, "action");
  if (action === undefined || action === null) return null;
  return typeof action === "string" && parseAction(action) !== undefined
    ? { action, code: null }
    : { action: null, code: "unknown_action" };
}
