/** Webhooks of a game: making, reading and ending them, their secrets, their log. Each has an object of its own. */

import { newHookId } from "../../ids/ids.ts";
import { type AddressFault, addressFault, type Reach, reachOf, tidyAddress } from "../../webhook/address.ts";
import type { DeliveryView, WebhookView } from "../../webhook/types.ts";
import { instant, instantOrNull } from "../../wire/instants.ts";
import { MOST_WEBHOOKS } from "../access/budgets.ts";
import { atGame } from "../access/call.ts";
import { json, operation } from "../exchange/operation.ts";
import { faulty } from "../exchange/problem.ts";
import { createRouter } from "../exchange/router.ts";
import { deliveryParams, gameParams, hookParams } from "../schemas/params.ts";
import {
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookRequest,
  WebhookWithSecret,
} from "../schemas/webhook.ts";

const shared = { tags: ["Webhooks"] as [string], access: "player", scope: "games:play" } as const;

const createWebhook = operation({
  ...shared,
  method: "post",
  path: "/v1/games/{gameId}/webhooks",
  operationId: "createWebhook",
  budget: "webhooks",
  problems: ["not_seated", "game_over", "limit_reached"],
  summary: "Create a webhook",
  description: `Sends the game to the caller's endpoint: either what is public (for seated players and the creator), or what the caller's seat may know and decide. The endpoint first receives a challenge and must answer it. A player can have at most ${MOST_WEBHOOKS} webhooks per game.`,
  request: {
    params: gameParams,
    body: { required: true, content: { "application/json": { schema: WebhookRequest } } },
  },
  responses: { 201: json(WebhookWithSecret, "The webhook and its secret.") },
});

const listWebhooks = operation({
  ...shared,
  method: "get",
  path: "/v1/games/{gameId}/webhooks",
  operationId: "listWebhooks",
  problems: [],
  summary: "List webhooks",
  description: "Lists the caller's webhooks for this game, oldest first.",
  request: { params: gameParams },
  responses: { 200: json(WebhookList, "The webhooks, without their secrets.") },
});

const getWebhook = operation({
  ...shared,
  method: "get",
  path: "/v1/games/{gameId}/webhooks/{webhookId}",
  operationId: "getWebhook",
  problems: ["webhook_not_found"],
  summary: "Get a webhook",
  description: "Returns whether the webhook is active and how far its deliveries have come.",
  request: { params: hookParams },
  responses: { 200: json(Webhook, "The webhook.") },
});

const deleteWebhook = operation({
  ...shared,
  method: "delete",
  path: "/v1/games/{gameId}/webhooks/{webhookId}",
  operationId: "deleteWebhook",
  problems: ["webhook_not_found"],
  summary: "Delete a webhook",
  description: "Deletes a webhook and its log. Nothing more is sent.",
  request: { params: hookParams },
  responses: { 200: json(Webhook, "The deleted webhook.") },
});

const rotateSecret = operation({
  ...shared,
  method: "post",
  path: "/v1/games/{gameId}/webhooks/{webhookId}/secret",
  operationId: "rotateWebhookSecret",
  problems: ["webhook_not_found"],
  summary: "Rotate the secret",
  description:
    "Creates a new secret. For 24 hours, deliveries are signed with both the old and the new secret, so that no delivery is lost.",
  request: { params: hookParams },
  responses: { 200: json(WebhookWithSecret, "The webhook and its new secret.") },
});

const verifyWebhook = operation({
  ...shared,
  method: "post",
  path: "/v1/games/{gameId}/webhooks/{webhookId}/verify",
  operationId: "verifyWebhook",
  budget: "webhooks",
  problems: ["webhook_not_found"],
  summary: "Verify a webhook again",
  description:
    "Sends the endpoint another challenge. A correct answer activates a pending or disabled webhook. It then continues where it stopped.",
  request: { params: hookParams },
  responses: { 200: json(WebhookDelivery, "The challenge, as shown in the log.") },
});

const testWebhook = operation({
  ...shared,
  method: "post",
  path: "/v1/games/{gameId}/webhooks/{webhookId}/test",
  operationId: "testWebhook",
  budget: "webhooks",
  problems: ["webhook_not_found", "webhook_not_active"],
  summary: "Test a webhook",
  description: "Sends one empty delivery. The log shows the result.",
  request: { params: hookParams },
  responses: { 200: json(WebhookDelivery, "The test, as shown in the log.") },
});

const listDeliveries = operation({
  ...shared,
  method: "get",
  path: "/v1/games/{gameId}/webhooks/{webhookId}/deliveries",
  operationId: "listWebhookDeliveries",
  problems: ["webhook_not_found"],
  summary: "List deliveries of a webhook",
  description: "Lists up to 100 of the latest deliveries, newest first, with every attempt and its result.",
  request: { params: hookParams },
  responses: { 200: json(WebhookDeliveryList, "The deliveries.") },
});

const resendDelivery = operation({
  ...shared,
  method: "post",
  path: "/v1/games/{gameId}/webhooks/{webhookId}/deliveries/{deliveryId}/resend",
  operationId: "resendWebhookDelivery",
  budget: "webhooks",
  problems: ["webhook_not_found", "delivery_not_found", "webhook_not_active"],
  summary: "Resend a delivery",
  description:
    "Sends the delivery again, with the same `webhook-id` and body. If it is waiting for its next attempt, it is sent now.",
  request: { params: deliveryParams },
  responses: { 200: json(WebhookDelivery, "The delivery, as shown in the log.") },
});

const FAULTS: Readonly<Record<AddressFault, string>> = {
  malformed: "This is not an https URL. Send one like https://bot.example.com/trix.",
  not_https:
    "Deliveries are only sent over https. (A server that you start yourself with `npm start` also accepts http://127.0.0.1, and with WEBHOOKS_PRIVATE=1 any address.)",
  credentials: "The URL must not contain a user name or password. Deliveries are signed instead.",
  private:
    "This is not a public address. (If the server is yours, start it with WEBHOOKS_PRIVATE=1 to allow addresses in its own network.)",
  port: "The port must be 443, or 1024 or above.",
};

/** Refuses a URL that no delivery can go to: what is wrong with the request is told before what is wrong with the token. */
function refuseAddress(url: string, reach: Reach): void {
  // Its tidy form can be longer.
  const fault = addressFault(url, reach) ?? addressFault(tidyAddress(url), reach);
  if (fault !== null) throw faulty([{ in: "body", pointer: "/url", code: fault, message: FAULTS[fault] }]);
}

const webhookView = ({ createdAt, oldSecretUntil, ...hook }: WebhookView) => ({
  ...hook,
  createdAt: instant(createdAt),
  oldSecretUntil: instantOrNull(oldSecretUntil),
});

const deliveryView = ({ createdAt, nextAttemptAt, attempts, ...delivery }: DeliveryView) => ({
  ...delivery,
  createdAt: instant(createdAt),
  nextAttemptAt: instantOrNull(nextAttemptAt),
  attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: instant(at) })),
});

export const webhooks = createRouter()
  .answer(
    createWebhook,
    (c) => {
      refuseAddress(c.req.valid("json").url, reachOf(c.env.WEBHOOKS_PRIVATE));
      return atGame(c);
    },
    async ({ env, game, player }, c) => {
      const { url: sent, audience, language } = c.req.valid("json");
      const url = tidyAddress(sent);
      const id = newHookId(env, game.id, player);
      const { hook, secret } = await game.ask(
        (object) => object.addWebhook({ id, player, audience, url, language, most: MOST_WEBHOOKS }),
        { repeatable: false },
      );
      return c.json({ webhook: webhookView(hook), secret }, 201);
    },
  )
  .answer(listWebhooks, atGame, async (call, c) => {
    const { ids } = await call.game.ask((object) => object.webhooks(call.player), { repeatable: true });
    const answers = await Promise.all(ids.map((id) => call.webhook(id).answer((webhook) => webhook.read())));
    // One that was ended a moment ago is left out.
    return c.json(
      { data: answers.flatMap((answer) => (answer.ok ? [webhookView(answer.hook)] : [])), nextCursor: null },
      200,
    );
  })
  .answer(getWebhook, atGame, async (call, c) => {
    const { hook } = await call.webhook(c.req.valid("param").webhookId).ask((webhook) => webhook.read());
    return c.json(webhookView(hook), 200);
  })
  .answer(deleteWebhook, atGame, async (call, c) => {
    const { webhookId } = c.req.valid("param");
    const { hook } = await call.webhook(webhookId).ask((webhook) => webhook.close());
    // The game would find out by itself; so it gives the place free at once.
    await call.game.ask((object) => object.removeWebhook(call.player, webhookId), { repeatable: true });
    return c.json(webhookView(hook), 200);
  })
  .answer(rotateSecret, atGame, async (call, c) => {
    const { hook, secret } = await call.webhook(c.req.valid("param").webhookId).ask((webhook) => webhook.rotate());
    return c.json({ webhook: webhookView(hook), secret }, 200);
  })
  .answer(verifyWebhook, atGame, async (call, c) => {
    const { delivery } = await call.webhook(c.req.valid("param").webhookId).ask((webhook) => webhook.verify());
    return c.json(deliveryView(delivery), 200);
  })
  .answer(testWebhook, atGame, async (call, c) => {
    const { delivery } = await call.webhook(c.req.valid("param").webhookId).ask((webhook) => webhook.probe());
    return c.json(deliveryView(delivery), 200);
  })
  .answer(listDeliveries, atGame, async (call, c) => {
    const { data } = await call.webhook(c.req.valid("param").webhookId).ask((webhook) => webhook.deliveries());
    return c.json({ data: data.map(deliveryView), nextCursor: null }, 200);
  })
  .answer(resendDelivery, atGame, async (call, c) => {
    const { webhookId, deliveryId } = c.req.valid("param");
    const { delivery } = await call.webhook(webhookId).ask((webhook) => webhook.resend(deliveryId));
    return c.json(deliveryView(delivery), 200);
  });
