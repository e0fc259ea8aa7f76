/**
 * The object of one webhook, so that an endpoint that hangs delays nobody but itself. It hears from the game what there is to
 * tell, asks the game for it as the webhook's player (or as the public), and delivers it until it has come through.
 */

import { DurableObject } from "cloudflare:workers";
import { Alarm, callsOf, Database } from "../durable/index.ts";
import { reachOf } from "./address.ts";
import { attempt } from "./attempt.ts";
import { queueNews, queueQuestion, receive, recordAttempt, requeue } from "./deliveries.ts";
import { languageOf, testBody, verificationBody } from "./payload.ts";
import { newSecret, overlapAt, rotated } from "./signature.ts";
import { type Delivery, MIGRATIONS, type WebhookState, WebhookStore } from "./store.ts";
import type {
  DeliveryView,
  GameOfWebhook,
  WebhookAnswer,
  WebhookCalls,
  WebhookFacts,
  WebhookNotice,
  WebhookView,
} from "./types.ts";

export interface WebhookEnv {
  GAMES: DurableObjectNamespace;
  /** `1` on a server of one's own whose webhooks may call http and its own network. */
  WEBHOOKS_PRIVATE?: string;
}

/** How long an attempt counts as under way, in milliseconds: should the object die meanwhile, it is made again then. */
const LEASE_MS = 30_000;
/** The pause after a failure that nobody foresaw, in milliseconds. */
const FAILURE_PAUSE_MS = 60_000;

export class Webhook extends DurableObject<WebhookEnv> implements WebhookCalls {
  readonly #db: Database;
  readonly #store: WebhookStore;
  readonly #alarm: Alarm;
  /** Deliveries with an attempt under way in this object, by id. */
  readonly #underWay = new Set<string>();
  #failedAt = 0;

  constructor(ctx: DurableObjectState, env: WebhookEnv) {
    super(ctx, env);
    this.#db = new Database(ctx.storage, MIGRATIONS);
    this.#store = new WebhookStore(this.#db);
    this.#alarm = new Alarm(ctx.storage);
    if (this.#db.exists()) void ctx.blockConcurrencyWhile(() => this.#wake());
  }

  async #wake(): Promise<void> {
    this.#db.migrate();
    await this.#alarm.wake();
    this.#arm();
  }

  /** Sets the alarm where an attempt is due before it. */
  #arm(): void {
    const due = this.#store.read() === null ? null : this.#store.nextDue(Date.now());
    this.#alarm.by(due === null ? null : Math.max(due, this.#failedAt + FAILURE_PAUSE_MS));
  }

  async open(facts: WebhookFacts, notice: WebhookNotice): Promise<{ hook: WebhookView; secret: string }> {
    const now = Date.now();
    this.#db.migrate();
    const webhook: WebhookState = {
      facts,
      secrets: { secret: newSecret(), old: null, oldUntil: null },
      status: "pending",
      disabledReason: null,
      createdAt: now,
      reached: facts.since,
      notice,
    };
    this.#db.transaction(() => {
      this.#store.keep(webhook);
      queueQuestion(this.#store, "verification", verificationBody(facts, challenge(), now), now);
    });
    this.#start();
    return { hook: viewOf(webhook), secret: webhook.secrets.secret };
  }

  async notify(notice: WebhookNotice): Promise<boolean> {
    if (this.#store.read() === null) return false;
    this.#db.transaction(() => receive(this.#store, notice, Date.now()));
    this.#start();
    return true;
  }

  async read(): Promise<WebhookAnswer<{ hook: WebhookView }>> {
    const webhook = this.#store.read();
    return webhook === null ? NOT_FOUND : { ok: true, hook: viewOf(webhook) };
  }

  async close(): Promise<WebhookAnswer<{ hook: WebhookView }>> {
    const webhook = this.#store.read();
    if (webhook === null) return NOT_FOUND;
    await this.#db.clear();
    this.#alarm.fired();
    return { ok: true, hook: viewOf(webhook) };
  }

  async rotate(): Promise<WebhookAnswer<{ hook: WebhookView; secret: string }>> {
    const webhook = this.#store.read();
    if (webhook === null) return NOT_FOUND;
    const changed = { ...webhook, secrets: rotated(webhook.secrets, newSecret(), Date.now()) };
    this.#store.keep(changed);
    return { ok: true, hook: viewOf(changed), secret: changed.secrets.secret };
  }

  async verify(): Promise<WebhookAnswer<{ delivery: DeliveryView }>> {
    return this.#queue(({ facts }, now) =>
      queueQuestion(this.#store, "verification", verificationBody(facts, challenge(), now), now),
    );
  }

  async probe(): Promise<WebhookAnswer<{ delivery: DeliveryView }>> {
    return this.#queue(({ facts, status }, now) =>
      status === "active" ? queueQuestion(this.#store, "test", testBody(facts, now), now) : "webhook_not_active",
    );
  }

  async resend(id: string): Promise<WebhookAnswer<{ delivery: DeliveryView }>> {
    return this.#queue(({ status }, now) => {
      const delivery = this.#store.find(id);
      if (delivery === null) return "delivery_not_found";
      // A question may be asked again before it was answered; nothing else goes to an endpoint that has not said that it wants it.
      return status === "active" || delivery.kind === "verification"
        ? requeue(this.#store, delivery, now)
        : "webhook_not_active";
    });
  }

  async deliveries(): Promise<WebhookAnswer<{ data: DeliveryView[] }>> {
    return this.#store.read() === null ? NOT_FOUND : { ok: true, data: this.#store.log().map(deliveryView) };
  }

  /** Queues something its owner asked for, or says why not. */
  #queue(
    wish: (webhook: WebhookState, now: number) => Delivery | "webhook_not_active" | "delivery_not_found",
  ): WebhookAnswer<{ delivery: DeliveryView }> {
    const webhook = this.#store.read();
    if (webhook === null) return NOT_FOUND;
    const queued = this.#db.transaction(() => wish(webhook, Date.now()));
    if (typeof queued === "string") return { ok: false, code: queued };
    this.#start();
    return { ok: true, delivery: deliveryView(queued) };
  }

  /** Begins what is due without waiting for it; the alarm stands behind it. */
  #start(): void {
    this.#arm();
    this.ctx.waitUntil(this.#work());
  }

  override async alarm(): Promise<void> {
    this.#alarm.fired();
    await this.#work();
  }

  /** Makes the attempts that are due, and those that follow from them. Never rejects. */
  async #work(): Promise<void> {
    try {
      for (let due = this.#claim(); due.length > 0; due = this.#claim()) {
        await Promise.all(
          due.map((delivery) => this.#attempt(delivery).finally(() => this.#underWay.delete(delivery.id))),
        );
      }
    } catch (error) {
      this.#failedAt = Date.now();
      console.error(`webhook ${this.ctx.id.name} failed: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.#arm();
    }
  }

  /** What is due, each at most once at a time: it counts as under way for a while, in the database as well. */
  #claim(): Delivery[] {
    const now = Date.now();
    if (this.#store.read() === null) return [];
    const claimed = this.#db.transaction(() => {
      queueNews(this.#store, now);
      return this.#store.due(now).flatMap((delivery) => {
        const isUnderWay = this.#underWay.has(delivery.id);
        const isLate = !isUnderWay && delivery.deadline !== null && delivery.deadline <= now;
        const leased: Delivery = { ...delivery, tries: delivery.tries + (isUnderWay ? 0 : 1), nextTry: now + LEASE_MS };
        this.#store.write(isLate ? { ...delivery, state: "expired" } : leased);
        return isUnderWay || isLate ? [] : [leased];
      });
    });
    for (const { id } of claimed) this.#underWay.add(id);
    if (claimed.length > 0) this.#arm();
    return claimed;
  }

  /** One attempt, and what follows from how it went. */
  async #attempt(delivery: Delivery): Promise<void> {
    const webhook = this.#store.read();
    if (webhook === null) return;
    const game = callsOf<GameOfWebhook>(this.env.GAMES, webhook.facts.game);
    const parts = { store: this.#store, webhook, game, reach: reachOf(this.env.WEBHOOKS_PRIVATE) };
    const outcome = await attempt(parts, delivery);
    if (outcome === null || this.#store.read() === null) return;
    this.#db.transaction(() => recordAttempt(this.#store, delivery.id, outcome, Date.now(), jitter()));
  }
}

const NOT_FOUND = { ok: false, code: "webhook_not_found" } as const;

/** 0 to 1, to spread the retries of many. */
const jitter = (): number => Math.random();

const challenge = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("hex");

const viewOf = ({ facts, status, disabledReason, createdAt, reached, secrets }: WebhookState): WebhookView => ({
  id: facts.id,
  game: facts.game,
  url: facts.url,
  audience: facts.audience,
  language: languageOf(facts),
  status,
  disabledReason,
  createdAt,
  deliveredSeq: reached,
  oldSecretUntil: overlapAt(secrets, Date.now()),
});

const deliveryView = ({ id, kind, state, createdAt, decision, nextTry, attempts, answer }: Delivery): DeliveryView => ({
  id,
  kind,
  state,
  createdAt,
  decision,
  nextAttemptAt: nextTry,
  attempts,
  answer,
});
