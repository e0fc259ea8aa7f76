/** Webhooks of a game: making, reading and ending them, their secrets, their log. Each lives in a courier of its own. */

import type { Context } from "hono";
import { type AddressFault, addressFault } from "../webhook/address.ts";
import type { WebhookAnswer, WebhookCalls, DeliveryView, WebhookView } from "../webhook/types.ts";
import { isHookId, newHookId } from "../ids/ids.ts";
import { callerOf } from "./auth.ts";
import type { AppEnv } from "./env.ts";
import { MOST_WEBHOOKS } from "./limits.ts";
import { askGame, gameIdOf, reachCourier } from "./objects.ts";
import { json, operation } from "./operation.ts";
import { faulty, Problem } from "./problem.ts";
import { createRouter } from "./router.ts";
import { deliveryParams, gameParams, hookParams } from "./schemas/params.ts";
import {
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookRequest,
  WebhookWithSecret,
} from "./schemas/webhook.ts";

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
  malformed: "This is not an https URL.",
  not_https: "Deliveries are only sent over https.",
  credentials: "The URL must not contain a user name or password. Deliveries are signed instead.",
  private: "This is not a public address.",
  port: "The port must be 443, or 1024 or above.",
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
  call: (courier: WebhookCalls) => Promise<WebhookAnswer<T>>,
): Promise<{ ok: true } & T> {
  const answer = await reachCourier(c, hook, call);
  if (!answer.ok) throw new Problem(answer.code);
  return answer;
}

const instant = (at: number): string => new Date(at).toISOString();
const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at));

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
      (object) => object.addWebhook({ id, player, audience, url, most: MOST_WEBHOOKS }),
      { repeatable: false },
    );
    return c.json({ webhook: webhookView(hook), secret }, 201);
  })
  .openapi(listWebhooks, async (c) => {
    const player = callerOf(c);
    const { ids } = await askGame(c, gameIdOf(c, c.req.valid("param").gameId), (game) => game.webhooks(player), {
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
    await askGame(c, game, (object) => object.removeWebhook(player, id), { repeatable: true });
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
