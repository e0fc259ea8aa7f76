/** Webhooks of a game: making, reading and ending them, their secrets, their log. Each lives in a courier of its own. */

import type { Context } from "hono";
import { type AddressFault, addressFault } from "../../courier/address.ts";
import type { CourierAnswer, CourierCalls, DeliveryView, HookView } from "../../courier/types.ts";
import { isHookId, newHookId } from "../../ids/ids.ts";
import { callerOf } from "../access/auth.ts";
import { MOST_WEBHOOKS } from "../access/budgets.ts";
import type { AppEnv } from "../exchange/env.ts";
import { json, operation } from "../exchange/operation.ts";
import { faulty, Problem } from "../exchange/problem.ts";
import { createRouter } from "../exchange/router.ts";
import { askGame, gameIdOf, reachCourier } from "../objects.ts";
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
  summary: "Make a webhook",
  description: `Has the game sent to an endpoint of the caller's: what is public (for those who sit here, and the creator), or what the caller's seat may know and decide. The endpoint is asked first whether it wants it: it answers the challenge. A player has at most ${MOST_WEBHOOKS} in a game.`,
  request: {
    params: gameParams,
    body: { required: true, content: { "application/json": { schema: WebhookRequest } } },
  },
  responses: { 201: json(WebhookWithSecret, "The webhook, and its secret.") },
});

const listWebhooks = operation({
  ...shared,
  method: "get",
  path: "/v1/games/{gameId}/webhooks",
  operationId: "listWebhooks",
  problems: [],
  summary: "List webhooks",
  description: "The caller's own webhooks of this game, oldest first.",
  request: { params: gameParams },
  responses: { 200: json(WebhookList, "The webhooks, without their secrets.") },
});

const getWebhook = operation({
  ...shared,
  method: "get",
  path: "/v1/games/{gameId}/webhooks/{webhookId}",
  operationId: "getWebhook",
  problems: ["webhook_not_found"],
  summary: "Read a webhook",
  description: "Whether it is active, and how far it has come.",
  request: { params: hookParams },
  responses: { 200: json(Webhook, "The webhook.") },
});

const deleteWebhook = operation({
  ...shared,
  method: "delete",
  path: "/v1/games/{gameId}/webhooks/{webhookId}",
  operationId: "deleteWebhook",
  problems: ["webhook_not_found"],
  summary: "End a webhook",
  description: "Nothing more is sent, and its log is forgotten.",
  request: { params: hookParams },
  responses: { 200: json(Webhook, "The webhook that is no more.") },
});

const rotateSecret = operation({
  ...shared,
  method: "post",
  path: "/v1/games/{gameId}/webhooks/{webhookId}/secret",
  operationId: "rotateWebhookSecret",
  problems: ["webhook_not_found"],
  summary: "Change the secret",
  description:
    "Makes a new secret. The one before signs beside it for 24 hours, so that no delivery is lost meanwhile.",
  request: { params: hookParams },
  responses: { 200: json(WebhookWithSecret, "The webhook, and its new secret.") },
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
    "Sends the endpoint another challenge. Its answer makes a webhook active that waited for it, or that was disabled: then it goes on where it had stopped.",
  request: { params: hookParams },
  responses: { 200: json(WebhookDelivery, "The challenge, as it stands in the log.") },
});

const testWebhook = operation({
  ...shared,
  method: "post",
  path: "/v1/games/{gameId}/webhooks/{webhookId}/test",
  operationId: "testWebhook",
  budget: "webhooks",
  problems: ["webhook_not_found", "webhook_not_active"],
  summary: "Test a webhook",
  description: "Sends a delivery that tells nothing, once. The log shows how it went.",
  request: { params: hookParams },
  responses: { 200: json(WebhookDelivery, "The test, as it stands in the log.") },
});

const listDeliveries = operation({
  ...shared,
  method: "get",
  path: "/v1/games/{gameId}/webhooks/{webhookId}/deliveries",
  operationId: "listWebhookDeliveries",
  problems: ["webhook_not_found"],
  summary: "Read the log of a webhook",
  description: "Its newest deliveries, at most 100, newest first, with every attempt and what came of it.",
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
  summary: "Send a delivery again",
  description:
    "Once more, under the same `webhook-id` and with the same body. One that waits for its next attempt does not wait any longer.",
  request: { params: deliveryParams },
  responses: { 200: json(WebhookDelivery, "The delivery, as it stands in the log.") },
});

const FAULTS: Readonly<Record<AddressFault, string>> = {
  malformed: "This is not a URL of https.",
  not_https: "Deliveries go by https alone.",
  credentials: "A URL with a name or a password in it is not taken. Deliveries are signed.",
  private: "This address is not one of the public network.",
  port: "Deliveries go to port 443, or to one from 1024 on.",
};

/** Whose hook of which game is meant; an invented one, or somebody else's, is told without waking an object. */
function hookOf(
  c: Context<AppEnv>,
  { gameId, webhookId }: { gameId: string; webhookId: string },
): { player: string; game: string; hook: string } {
  const player = callerOf(c);
  const game = gameIdOf(c, gameId);
  if (!isHookId(c.env, webhookId, game, player)) throw new Problem("webhook_not_found");
  return { player, game, hook: webhookId };
}

/** Calls a courier; its refusals become problems. None of these calls does more the second time, but for `rotate`, whose first secret may be lost. */
async function askCourier<T>(
  c: Context<AppEnv>,
  hook: string,
  call: (courier: CourierCalls) => Promise<CourierAnswer<T>>,
): Promise<{ ok: true } & T> {
  const answer = await reachCourier(c, hook, call);
  if (!answer.ok) throw new Problem(answer.code);
  return answer;
}

const instant = (at: number): string => new Date(at).toISOString();
const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at));

const webhookView = ({ createdAt, oldSecretUntil, ...hook }: HookView) => ({
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
  .openapi(createWebhook, async (c) => {
    const { url, audience } = c.req.valid("json");
    const fault = addressFault(url, c.env.WEBHOOKS_PRIVATE === "1");
    if (fault !== null) throw faulty([{ in: "body", pointer: "/url", code: fault, message: FAULTS[fault] }]);
    const player = callerOf(c);
    const game = gameIdOf(c, c.req.valid("param").gameId);
    const id = newHookId(c.env, game, player);
    const { hook, secret } = await askGame(
      c,
      game,
      (object) => object.hook({ id, player, audience, url, most: MOST_WEBHOOKS }),
      { repeatable: false },
    );
    return c.json({ webhook: webhookView(hook), secret }, 201);
  })
  .openapi(listWebhooks, async (c) => {
    const player = callerOf(c);
    const { ids } = await askGame(c, gameIdOf(c, c.req.valid("param").gameId), (game) => game.hooks(player), {
      repeatable: true,
    });
    const answers = await Promise.all(ids.map((id) => reachCourier(c, id, (courier) => courier.read())));
    // One that was ended a moment ago is left out.
    return c.json(
      { data: answers.flatMap((answer) => (answer.ok ? [webhookView(answer.hook)] : [])), nextCursor: null },
      200,
    );
  })
  .openapi(getWebhook, async (c) =>
    c.json(
      webhookView((await askCourier(c, hookOf(c, c.req.valid("param")).hook, (courier) => courier.read())).hook),
      200,
    ),
  )
  .openapi(deleteWebhook, async (c) => {
    const { player, game, hook: id } = hookOf(c, c.req.valid("param"));
    const { hook } = await askCourier(c, id, (courier) => courier.close());
    // The game would find out by itself; so it gives the place free at once.
    await askGame(c, game, (object) => object.unhook(player, id), { repeatable: true });
    return c.json(webhookView(hook), 200);
  })
  .openapi(rotateSecret, async (c) => {
    const { hook, secret } = await askCourier(c, hookOf(c, c.req.valid("param")).hook, (courier) => courier.rotate());
    return c.json({ webhook: webhookView(hook), secret }, 200);
  })
  .openapi(verifyWebhook, async (c) =>
    c.json(
      deliveryView((await askCourier(c, hookOf(c, c.req.valid("param")).hook, (courier) => courier.verify())).delivery),
      200,
    ),
  )
  .openapi(testWebhook, async (c) =>
    c.json(
      deliveryView((await askCourier(c, hookOf(c, c.req.valid("param")).hook, (courier) => courier.probe())).delivery),
      200,
    ),
  )
  .openapi(listDeliveries, async (c) => {
    const { data } = await askCourier(c, hookOf(c, c.req.valid("param")).hook, (courier) => courier.deliveries());
    return c.json({ data: data.map(deliveryView), nextCursor: null }, 200);
  })
  .openapi(resendDelivery, async (c) => {
    const { deliveryId, ...param } = c.req.valid("param");
    const { delivery } = await askCourier(c, hookOf(c, param).hook, (courier) => courier.resend(deliveryId));
    return c.json(deliveryView(delivery), 200);
  });
