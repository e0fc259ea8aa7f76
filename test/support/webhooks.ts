/** Webhooks over HTTP: making them, and waiting for what comes of them. */

import type { z } from "@hono/zod-openapi";
import type { Webhook, WebhookDelivery, WebhookRequest } from "../../src/http/schemas/webhook.ts";
import type { Client, Reply } from "./client.ts";

export type HookJson = z.infer<typeof Webhook>;
export type DeliveryJson = z.infer<typeof WebhookDelivery>;

/** Asks again and again until there is something to give back. `what` names it, should it never come. */
export async function eventually<T>(
  what: string,
  look: () => T | undefined | false | null | Promise<T | undefined | false | null>,
  patienceMs = 8000,
): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false && found !== null) return found;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}

type WebhookBody = z.input<typeof WebhookRequest>;

/** A webhook of one player's, and what can be asked of it. */
export class Hook {
  readonly client: Client;
  readonly path: string;
  readonly id: string;
  secret: string;

  constructor(client: Client, game: string, { webhook, secret }: { webhook: HookJson; secret: string }) {
    this.client = client;
    this.id = webhook.id;
    this.path = `/v1/games/${game}/webhooks/${webhook.id}`;
    this.secret = secret;
  }

  /** Makes one, and waits until its endpoint has answered the challenge. */
  static async active(client: Client, game: string, body: WebhookBody): Promise<Hook> {
    const hook = await Hook.make(client, game, body);
    await eventually("the webhook to be active", async () => (await hook.read()).status === "active");
    return hook;
  }

  static async make(client: Client, game: string, body: WebhookBody): Promise<Hook> {
    return new Hook(client, game, await client.get2xx("POST", `/v1/games/${game}/webhooks`, body));
  }

  read(): Promise<HookJson> {
    return this.client.get2xx("GET", this.path);
  }

  async log(): Promise<DeliveryJson[]> {
    return (await this.client.get2xx<{ data: DeliveryJson[] }>("GET", `${this.path}/deliveries`)).data;
  }

  /** The newest delivery of a kind, once it is no longer waiting for its first attempt to end. */
  attempted(kind: DeliveryJson["kind"]): Promise<DeliveryJson> {
    return eventually(`an attempt of ${kind}`, async () =>
      (await this.log()).find((each) => each.kind === kind && each.attempts.length > 0),
    );
  }

  post(path: "verify" | "test" | "secret" | `deliveries/${string}/resend`): Promise<Reply<any>> {
    return this.client.send("POST", `${this.path}/${path}`);
  }

  async end(): Promise<void> {
    await this.client.get2xx("DELETE", this.path);
  }
}
