/** Webhooks: what a game sends to a player's endpoint, and the log of deliveries. */

import { z } from "@hono/zod-openapi";
import { LANGUAGES } from "../../labels/languages.ts";
import { Instant, orNull } from "./card.ts";
import { Awaiting } from "./event.ts";
import { GameId } from "./game.ts";

const WebhookId = z.string().openapi("WebhookId", {
  description: "An opaque id, created by this server.",
  maxLength: 28,
  example: "wh_h5zq3rw2kxn4m7tabcdefghi",
});

const Audience = z.enum(["public", "seat"]).openapi("WebhookAudience", {
  description:
    "`public`: what everyone may know, for a shared channel. `seat`: what the caller's seat may know, and its decisions.",
});

/** The handler checks whether the URL is allowed: it depends on the server. */
export const WebhookRequest = z
  .strictObject({
    url: z.string().min(1).max(1000).openapi({
      pattern: "^[hH][tT][tT][pP][sS]?://",
      description: "Must be https and at a public address, with no user name or password.",
      example: "https://bot.example.com/trix",
    }),
    audience: Audience,
    language: z.enum(LANGUAGES).default("en").openapi({
      description: "The language of the labels of legal actions in deliveries to a seat.",
      example: "en",
    }),
  })
  .openapi("WebhookRequest", { example: { url: "https://bot.example.com/trix", audience: "seat" } });

const SECRET = {
  description: "The secret that signs deliveries (Standard Webhooks). Shown only once.",
  example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
};

export const Webhook = z
  .object({
    id: WebhookId,
    game: GameId,
    url: z.string().openapi({
      description: "The URL in the form that the URL Standard gives it.",
      example: "https://bot.example.com/trix",
    }),
    audience: Audience,
    language: z.enum(LANGUAGES).openapi({ description: "The language of labels.", example: "en" }),
    status: z.enum(["pending", "active", "disabled"]).openapi({
      description:
        "`pending` until the endpoint answers the challenge; `disabled` after it has failed for too long. `POST .../verify` makes it active again.",
    }),
    disabledReason: z.enum(["failing", "gone"]).nullable().openapi({
      description: "`failing`: no attempt succeeded for three days. `gone`: the endpoint returned 410.",
    }),
    createdAt: Instant,
    deliveredSeq: z.int().min(0).openapi({ description: "The `seq` of the latest event that was delivered." }),
    oldSecretUntil: Instant.nullable().openapi({
      description: "Until when the previous secret also signs deliveries.",
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
    status: z.int().nullable().openapi({ description: "The status of the response; null if there was none." }),
    error: z
      .enum(["timeout", "unreachable", "redirect", "status", "wrong_challenge", "address_refused", "game_unavailable"])
      .nullable()
      .openapi({ description: "What went wrong; null if the attempt succeeded. New values can be added." }),
  })
  .openapi("WebhookAttempt");

const Answer = z
  .object({
    action: z
      .string()
      .nullable()
      .openapi({ description: "The action in the response; null if there was none.", example: "p:7H" }),
    code: z.string().nullable().openapi({
      description: "The problem `code` if the action was rejected; null if it counted.",
      example: "must_follow_suit",
    }),
  })
  .openapi("WebhookAnswer", { description: "How the endpoint answered a decision." });

export const WebhookDelivery = z
  .object({
    id: z.string().openapi({ description: "The `webhook-id` of every attempt.", example: "dl_h5zq3rw2kxn4m7ta" }),
    kind: z.enum(["verification", "test", "events", "decision"]).openapi({ description: "The `type` of the payload." }),
    state: z.enum(["queued", "delivered", "failed", "cancelled", "expired"]).openapi({
      description:
        "`queued`: more attempts will follow. `cancelled`: the decision was answered. `expired`: its deadline passed.",
    }),
    createdAt: Instant,
    decision: z.string().nullable().openapi({ description: "The decision that the delivery is about.", example: "57" }),
    nextAttemptAt: Instant.nullable(),
    attempts: z.array(Attempt).openapi({ description: "Attempts, oldest first." }),
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
  timestamp: Instant.openapi({ description: "When the payload was created. It stays the same for every attempt." }),
});

/** What is sent, by `type`, and what the endpoint may answer it with. */
export const WEBHOOK_BODIES = {
  verification: {
    summary: "Verification",
    sent: z.object({ ...heading("verification"), challenge: z.string() }).openapi("VerificationWebhook"),
    description: "Sent first. Nothing else is sent until the endpoint responds with 2xx and the challenge.",
    answer: z.object({ challenge: z.string() }).openapi("VerificationAnswer"),
  },
  test: {
    summary: "A test",
    sent: z.object(heading("test")).openapi("TestWebhook"),
    description: "Sent when the owner asks for it.",
    answer: null,
  },
  events: {
    summary: "Events",
    sent: z
      .object({
        ...heading("events"),
        data: z.array(z.looseObject({ seq: z.int(), type: z.string(), at: Instant })).openapi({
          description: "The events that `GET /v1/games/{gameId}/events` returns to this audience, oldest first.",
        }),
        version: z.int().openapi({ description: "The `seq` of the latest event at that time." }),
        awaiting: orNull(Awaiting).openapi({
          description: "Who must act as of the event `version`; null if nobody must.",
        }),
      })
      .openapi("EventsWebhook"),
    description:
      "New events, in order and without gaps. The next batch follows when this one has been answered with 2xx.",
    answer: null,
  },
  decision: {
    summary: "A decision is pending",
    sent: z
      .object({
        ...heading("decision"),
        decision: z
          .object({ id: z.string(), kind: z.string(), deadline: Instant.nullable() })
          .openapi({ description: "The `you.decision` of the view." }),
        view: z.looseObject({ id: GameId, version: z.int() }).openapi({
          description: "What `GET /v1/games/{gameId}` returns to this seat, with labels in the webhook's `language`.",
        }),
      })
      .openapi("DecisionWebhook"),
    description:
      "Sent only to seat webhooks, once per decision. It is retried until it succeeds, the decision is answered, or its deadline passes. The response may contain an action, which is then played.",
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
