/** Webhooks: what a game sends to an endpoint of a player's, and the log of it. */

import { z } from "@hono/zod-openapi";
import { Instant, orNull } from "./card.ts";
import { GameId } from "./game.ts";

const WebhookId = z.string().openapi("WebhookId", {
  description: "Opaque; made by this server.",
  maxLength: 28,
  example: "wh_h5zq3rw2kxn4m7tabcdefghi",
});

const Audience = z.enum(["public", "seat"]).openapi("WebhookAudience", {
  description:
    "`public`: what everybody may know, for a shared channel. `seat`: what the caller's seat may know, and its decisions.",
});

/** What a URL can be is told by the handler: it depends on the server. */
export const WebhookRequest = z
  .strictObject({
    url: z.string().min(1).max(1000).openapi({
      pattern: "^[hH][tT][tT][pP][sS]?://",
      description: "By https, at a public address, without a name and password in it.",
      example: "https://bot.example.com/trix",
    }),
    audience: Audience,
  })
  .openapi("WebhookRequest", { example: { url: "https://bot.example.com/trix", audience: "seat" } });

const SECRET = {
  description: "Shown this once: what deliveries are signed with (Standard Webhooks).",
  example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
};

export const Webhook = z
  .object({
    id: WebhookId,
    game: GameId,
    url: z.string().openapi({ example: "https://bot.example.com/trix" }),
    audience: Audience,
    status: z.enum(["pending", "active", "disabled"]).openapi({
      description:
        "`pending` until the endpoint has answered the challenge; `disabled` once it has failed for too long. `POST .../verify` makes it active again.",
    }),
    disabledReason: z.enum(["failing", "gone"]).nullable().openapi({
      description: "`failing`: no attempt came through for three days. `gone`: the endpoint answered 410.",
    }),
    createdAt: Instant,
    deliveredSeq: z.int().min(0).openapi({ description: "`seq` of the newest event that was delivered." }),
    oldSecretUntil: Instant.nullable().openapi({
      description: "Until when the secret before the newest one signs as well.",
    }),
  })
  .openapi("Webhook");

export const WebhookList = z.object({ data: z.array(Webhook), nextCursor: z.null() }).openapi("WebhookList");

export const WebhookWithSecret = z
  .object({ webhook: Webhook, secret: z.string().openapi(SECRET) })
  .openapi("WebhookWithSecret");

const Attempt = z
  .object({
    at: Instant,
    durationMs: z.int().min(0),
    status: z.int().nullable().openapi({ description: "The status of the answer; null where none came." }),
    error: z
      .enum(["timeout", "unreachable", "redirect", "status", "wrong_challenge", "address_refused", "game_unavailable"])
      .nullable()
      .openapi({ description: "What went wrong; null where the attempt came through. More may come." }),
  })
  .openapi("WebhookAttempt");

const Answer = z
  .object({
    action: z
      .string()
      .nullable()
      .openapi({ description: "The action that came back; null where it was none.", example: "p:7H" }),
    code: z.string().nullable().openapi({
      description: "Why it was refused, as a problem's `code`; null where it counted.",
      example: "must_follow_suit",
    }),
  })
  .openapi("WebhookAnswer", { description: "What the endpoint answered a decision with." });

export const WebhookDelivery = z
  .object({
    id: z.string().openapi({ description: "The `webhook-id` of all its attempts.", example: "dl_h5zq3rw2kxn4m7ta" }),
    kind: z.enum(["verification", "test", "events", "decision"]).openapi({ description: "The `type` of its body." }),
    state: z.enum(["queued", "delivered", "failed", "cancelled", "expired"]).openapi({
      description:
        "`queued` while attempts are still to come. `cancelled`: the decision was answered. `expired`: its deadline passed.",
    }),
    createdAt: Instant,
    decision: z.string().nullable().openapi({ description: "The decision that it tells of.", example: "57" }),
    nextAttemptAt: Instant.nullable(),
    attempts: z.array(Attempt).openapi({ description: "Oldest first." }),
    answer: orNull(Answer),
  })
  .openapi("WebhookDelivery");

export const WebhookDeliveryList = z
  .object({ data: z.array(WebhookDelivery), nextCursor: z.null() })
  .openapi("WebhookDeliveryList");

/** What all bodies have. */
const heading = <Type extends string>(type: Type) => ({
  type: z.literal(type),
  hook: WebhookId,
  game: GameId,
  audience: Audience,
  timestamp: Instant.openapi({ description: "When the body was made; it stays the same at every attempt." }),
});

/** What is sent, by `type`, and what the endpoint may answer it with. */
export const WEBHOOK_BODIES = {
  verification: {
    summary: "Is this endpoint yours?",
    sent: z.object({ ...heading("verification"), challenge: z.string() }).openapi("VerificationWebhook"),
    description: "Comes first. Nothing else is sent before it was answered with 2xx and the challenge.",
    answer: z.object({ challenge: z.string() }).openapi("VerificationAnswer"),
  },
  test: {
    summary: "A test",
    sent: z.object(heading("test")).openapi("TestWebhook"),
    description: "Sent at its owner's wish.",
    answer: null,
  },
  events: {
    summary: "Events",
    sent: z
      .object({
        ...heading("events"),
        data: z
          .array(z.looseObject({ seq: z.int(), type: z.string(), at: Instant }))
          .openapi({ description: "As `GET /v1/games/{gameId}/events` gives them to this audience, oldest first." }),
        version: z.int().openapi({ description: "`seq` of the newest event there was." }),
      })
      .openapi("EventsWebhook"),
    description: "What happened, in order and without gaps: the next batch comes when this one was answered with 2xx.",
    answer: null,
  },
  decision: {
    summary: "A decision waits",
    sent: z
      .object({
        ...heading("decision"),
        decision: z
          .object({ id: z.string(), kind: z.string(), deadline: Instant.nullable() })
          .openapi({ description: "The `you.decision` of the view." }),
        view: z
          .looseObject({ id: GameId, version: z.int() })
          .openapi({ description: "As `GET /v1/games/{gameId}` gives it to this seat, without labels." }),
      })
      .openapi("DecisionWebhook"),
    description:
      "To seat webhooks alone, once a decision: it is tried again until it comes through, the decision is answered, or its deadline passes. The answer may hold an action, which is then played.",
    answer: z
      .object({
        action: z
          .string()
          .optional()
          .openapi({ description: "The `id` of one of `view.you.legalActions`.", example: "p:7H" }),
      })
      .openapi("DecisionAnswer"),
  },
} as const;
