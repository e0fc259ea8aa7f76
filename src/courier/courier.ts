/**
 * The courier: one object a hook, so that an endpoint that hangs delays nobody but itself. It hears from the game what there
 * is to tell, asks the game for it as the hook's player (or as the public), and brings it until it has come through.
 */

import { DurableObject } from "cloudflare:workers";
import { addressFault } from "./address.ts";
import { answerIn, decisionBody, eventsBody, isVerified, testBody, verificationBody } from "./payload.ts";
import { post } from "./post.ts";
import { again, ask, drop, hear, type Outcome, plan, settle } from "./queue.ts";
import { newSecret, overlapAt, rotated, signatureHeaders } from "./signature.ts";
import { CourierStore, type Delivery, type Hook } from "./store.ts";
import type {
  AnswerNote,
  AttemptError,
  CourierAnswer,
  CourierCalls,
  DeliveryFault,
  DeliveryView,
  HookFacts,
  HookNotice,
  HookView,
  Table,
} from "./types.ts";

export interface CourierEnv {
  GAMES: DurableObjectNamespace;
  /** `1` on a server of one's own whose hooks may call http and its own network. */
  WEBHOOKS_PRIVATE?: string;
}

/** The largest batch. */
const MOST_EVENTS = 100;
/** How long an attempt counts as under way, in milliseconds: should the object die meanwhile, it is made again then. */
const LEASE_MS = 30_000;
/** The pause after a failure that nobody foresaw, in milliseconds. */
const FAILURE_PAUSE_MS = 60_000;

export class Courier extends DurableObject<CourierEnv> implements CourierCalls {
  readonly #store: CourierStore;
  /** When the alarm is set to fire, or `null`. */
  #alarmAt: number | null = null;
  /** Deliveries with an attempt under way in this object, by id. */
  readonly #underWay = new Set<string>();
  #failedAt = 0;

  constructor(ctx: DurableObjectState, env: CourierEnv) {
    super(ctx, env);
    this.#store = new CourierStore(ctx.storage);
    if (this.#store.exists()) void ctx.blockConcurrencyWhile(() => this.#wake());
  }

  async #wake(): Promise<void> {
    this.#store.migrate();
    this.#alarmAt = await this.ctx.storage.getAlarm();
    if (this.#alarmAt !== null && this.#alarmAt <= Date.now()) this.#alarmAt = null;
    this.#arm();
  }

  /** Sets the alarm where an attempt is due before it. */
  #arm(): void {
    const next = this.#store.readHook() === null ? null : this.#store.nextDue();
    if (next === null) return;
    const due = Math.max(next, this.#failedAt + FAILURE_PAUSE_MS);
    if (this.#alarmAt !== null && this.#alarmAt <= due) return;
    void this.ctx.storage.setAlarm(due);
    this.#alarmAt = due;
  }

  async open(facts: HookFacts, notice: HookNotice): Promise<{ hook: HookView; secret: string }> {
    const now = Date.now();
    this.#store.migrate();
    const hook: Hook = {
      facts,
      secrets: { secret: newSecret(), old: null, oldUntil: null },
      status: "pending",
      disabledReason: null,
      createdAt: now,
      reached: facts.since,
      notice,
    };
    this.#store.transaction(() => {
      this.#store.writeHook(hook);
      ask(this.#store, "verification", verificationBody(facts, challenge(), now), now);
    });
    this.#start();
    return { hook: viewOf(hook), secret: hook.secrets.secret };
  }

  async tell(notice: HookNotice): Promise<boolean> {
    if (this.#store.readHook() === null) return false;
    this.#store.transaction(() => hear(this.#store, notice, Date.now()));
    this.#start();
    return true;
  }

  async read(): Promise<CourierAnswer<{ hook: HookView }>> {
    const hook = this.#store.readHook();
    return hook === null ? NOT_FOUND : { ok: true, hook: viewOf(hook) };
  }

  async close(): Promise<CourierAnswer<{ hook: HookView }>> {
    const hook = this.#store.readHook();
    if (hook === null) return NOT_FOUND;
    await this.ctx.storage.deleteAll();
    this.#alarmAt = null;
    return { ok: true, hook: viewOf(hook) };
  }

  async rotate(): Promise<CourierAnswer<{ hook: HookView; secret: string }>> {
    const hook = this.#store.readHook();
    if (hook === null) return NOT_FOUND;
    const changed = { ...hook, secrets: rotated(hook.secrets, newSecret(), Date.now()) };
    this.#store.writeHook(changed);
    return { ok: true, hook: viewOf(changed), secret: changed.secrets.secret };
  }

  async verify(): Promise<CourierAnswer<{ delivery: DeliveryView }>> {
    return this.#queue((hook, now) =>
      ask(this.#store, "verification", verificationBody(hook.facts, challenge(), now), now),
    );
  }

  async probe(): Promise<CourierAnswer<{ delivery: DeliveryView }>> {
    return this.#queue((hook, now) =>
      hook.status === "active" ? ask(this.#store, "test", testBody(hook.facts, now), now) : "webhook_not_active",
    );
  }

  async resend(id: string): Promise<CourierAnswer<{ delivery: DeliveryView }>> {
    return this.#queue((hook, now) => {
      const delivery = this.#store.find(id);
      if (delivery === null) return "delivery_not_found";
      // A question may be asked again before it was answered; nothing else goes to an endpoint that has not said that it wants it.
      return hook.status === "active" || delivery.kind === "verification"
        ? again(this.#store, delivery, now)
        : "webhook_not_active";
    });
  }

  async deliveries(): Promise<CourierAnswer<{ data: DeliveryView[] }>> {
    return this.#store.readHook() === null ? NOT_FOUND : { ok: true, data: this.#store.log().map(deliveryView) };
  }

  /** Queues something at its owner's wish, or tells why not. */
  #queue(
    wish: (hook: Hook, now: number) => Delivery | "webhook_not_active" | "delivery_not_found",
  ): CourierAnswer<{ delivery: DeliveryView }> {
    const hook = this.#store.readHook();
    if (hook === null) return NOT_FOUND;
    const queued = this.#store.transaction(() => wish(hook, Date.now()));
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
    this.#alarmAt = null;
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
      console.error(`courier ${this.ctx.id.name} failed: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.#arm();
    }
  }

  /** What is due, each at most once at a time: it counts as under way for a while, in the database as well. */
  #claim(): Delivery[] {
    const now = Date.now();
    if (this.#store.readHook() === null) return [];
    const claimed = this.#store.transaction(() => {
      plan(this.#store, now);
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

  /** One attempt, from what it carries to what follows from the answer. */
  async #attempt(delivery: Delivery): Promise<void> {
    const hook = this.#store.readHook();
    if (hook === null) return;
    const began = Date.now();
    const outcome = (status: number | null, error: AttemptError | null, answer: AnswerNote | null = null): Outcome => ({
      attempt: { at: began, durationMs: Date.now() - began, status, error },
      answer,
    });
    const end = (result: Outcome) => {
      if (this.#store.readHook() !== null)
        this.#store.transaction(() => settle(this.#store, delivery.id, result, Date.now(), jitter()));
    };
    if (addressFault(hook.facts.url, this.env.WEBHOOKS_PRIVATE === "1") !== null)
      return end(outcome(null, "address_refused"));
    const body = delivery.body ?? (await this.#fill(hook, delivery).catch(() => undefined));
    if (body === undefined) return end(outcome(null, "game_unavailable"));
    if (body === null) return;
    const send = () => post(hook.facts.url, signatureHeaders(hook.secrets, delivery.id, body, Date.now()), body);
    const fault = await this.#fault(hook, delivery);
    if (fault.delayMs > 0) await scheduler.wait(fault.delayMs);
    const { status, error, text } = await send();
    if (fault.repeat) await send();
    if (error === null && delivery.kind === "verification" && !isVerified(body, text))
      return end(outcome(status, "wrong_challenge"));
    if (error !== null || delivery.kind !== "decision") return end(outcome(status, error));
    const answered = await this.#answer(hook, delivery, text).then(
      (answer) => ({ answer }),
      () => null,
    );
    end(answered === null ? outcome(status, "game_unavailable") : outcome(status, null, answered.answer));
  }

  /** What a sandbox wants to go wrong with the first attempt at a delivery. */
  async #fault({ facts, notice }: Hook, { kind, tries }: Delivery): Promise<DeliveryFault> {
    if (notice.sandbox !== true || tries > 1 || (kind !== "events" && kind !== "decision")) return NO_FAULT;
    return this.#table(facts)
      .deliveryFault()
      .catch(() => NO_FAULT);
  }

  /** Makes the body, which stays the same at every attempt; `null` where there is nothing to tell any more. Rejects where the game does not answer. */
  async #fill({ facts, reached }: Hook, delivery: Delivery): Promise<string | null> {
    const filled =
      delivery.kind === "decision" ? await this.#decision(facts, delivery) : await this.#events(facts, reached);
    const standing = this.#store.readHook() === null ? null : this.#store.find(delivery.id);
    // Meanwhile it may have been cancelled.
    if (standing === null || standing.state !== "queued") return null;
    if (filled === null) this.#store.transaction(() => drop(this.#store, standing));
    else this.#store.write({ ...standing, ...filled });
    return filled?.body ?? null;
  }

  async #decision(facts: HookFacts, { decision }: Delivery): Promise<Pick<Delivery, "body" | "last"> | null> {
    const seen = await this.#table(facts).view(facts.player);
    if (!seen.ok) throw new Error(seen.code);
    const open = seen.game.you?.decision ?? null;
    return open === null || open.id !== decision
      ? null
      : { body: decisionBody(facts, open, seen.game, Date.now()), last: null };
  }

  async #events(facts: HookFacts, reached: number): Promise<Pick<Delivery, "body" | "last">> {
    const told = await this.#table(facts).events(facts.audience === "seat" ? facts.player : null, reached, MOST_EVENTS);
    if (!told.ok) throw new Error(told.code);
    return { body: eventsBody(facts, told.data, told.version, Date.now()), last: told.data.at(-1)!.seq };
  }

  /** Plays what the endpoint answered, if it answered with an action. Repeating it does no harm: an action counts once for its decision. */
  async #answer({ facts }: Hook, { decision }: Delivery, text: string | null): Promise<AnswerNote | null> {
    const note = answerIn(text);
    // Who ends a hook has taken its word back.
    if (note === null || note.action === null || this.#store.readHook() === null) return note;
    const acted = await this.#table(facts).act({ player: facts.player, action: note.action, decision: decision! });
    return acted.ok ? note : { ...note, code: acted.code };
  }

  #table({ game }: HookFacts): Table {
    // The cast: what the platform makes of the types adds only its own wrappings.
    return this.env.GAMES.getByName(game) as unknown as Table;
  }
}

const NO_FAULT: DeliveryFault = { repeat: false, delayMs: 0 };
const NOT_FOUND = { ok: false, code: "webhook_not_found" } as const;

const jitter = (): number => Math.random();

const challenge = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("hex");

const viewOf = ({ facts, status, disabledReason, createdAt, reached, secrets }: Hook): HookView => ({
  id: facts.id,
  game: facts.game,
  url: facts.url,
  audience: facts.audience,
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
