/** The game object: one Durable Object a game. The list of its calls; `GameCalls` says what each is for. */

import { DurableObject } from "cloudflare:workers";
import type { MatchRecord, Seat } from "../engine/index.ts";
import { REFUSED } from "../feed/frames.ts";
import type { Language } from "../labels/languages.ts";
import type { Plan } from "../plans/index.ts";
import type { HeldKind } from "../wire/bounds.ts";
import { refuse } from "./actions.ts";
import { actionOf, type FollowerAction } from "./feed.ts";
import { type GameEnv, Host } from "./host.ts";
import * as lobby from "./lobby.ts";
import { wishRematch } from "./next.ts";
import { wishPause, wishResumption } from "./pause.ts";
import { awaitingNow, eventsFrom } from "./reading.ts";
import { proofOf, recordAsked } from "./record.ts";
import { draftResignation } from "./timeout.ts";
import type {
  Acted,
  ActRequest,
  Answer,
  Answered,
  CreateRequest,
  Faults,
  GameCalls,
  GameView,
  Newcomer,
  PlanView,
  Rematch,
  Vote,
  WebhookRequest,
} from "./types.ts";
import { readerOf, shownAgain } from "./view.ts";
import { castVote } from "./votes.ts";

type Seen = Promise<Answer<{ game: GameView }>>;

export class Game extends DurableObject<GameEnv> implements GameCalls {
  readonly #host: Host;

  constructor(ctx: DurableObjectState, env: GameEnv) {
    super(ctx, env);
    this.#host = new Host(ctx, env);
  }

  override alarm(): Promise<void> {
    return this.#host.alarm();
  }

  async create(request: CreateRequest): Seen {
    const { ledger, store } = this.#host;
    const { fingerprint, creator } = request;
    if (ledger.game === null) {
      const refused = await this.#host.upkeep.admit(request);
      // The same call may have come twice at once: whichever is first makes the game.
      if (ledger.game === null) {
        if (refused !== null) return refused;
        ledger.create(request);
        const answer = this.#host.seen(creator.id);
        if (fingerprint !== null) store.writeCreated(JSON.stringify(answer.game));
        return answer;
      }
    }
    if (fingerprint === null || store.readCreation()!.fingerprint !== fingerprint)
      return { ok: false, code: "idempotency_key_reused", game: null };
    // A crash right after the creation may have lost the first answer: then today's stands for it.
    const first = store.readCreated();
    return first === null ? this.#host.seen(creator.id) : { ok: true, game: shownAgain(JSON.parse(first) as GameView) };
  }

  async view(player: string | null, onlySeat?: Seat): Seen {
    return this.#host.call(player, () => this.#host.seen(player, onlySeat));
  }

  async join(player: Newcomer, seat: Seat | null, clientSeed: string | null): Seen {
    return this.#host.join(player, seat, clientSeed);
  }

  async leave(player: string): Seen {
    return this.#host.change(player, (state) => lobby.leave(state, player));
  }

  async reseat(player: string, seat: Seat, bot: string | null): Seen {
    return this.#host.change(player, (state) => lobby.reseat(state, player, seat, bot));
  }

  async abort(player: string): Seen {
    return this.#host.change(player, (state) => lobby.abort(state, player));
  }

  async end(): Seen {
    return this.#host.change(null, lobby.endByOperator);
  }

  async weight() {
    return this.#host.weight();
  }

  async pause(player: string, until: number): Seen {
    return this.#host.change(player, (state) => wishPause(state, player, until, this.#host.ledger.now()));
  }

  async resume(player: string): Seen {
    return this.#host.change(player, (state) => wishResumption(state, player, this.#host.ledger.now()));
  }

  async vote(player: string, vote: Vote | null): Seen {
    return this.#host.change(player, (state) => castVote(state, player, vote, this.#host.ledger.now()));
  }

  async resign(player: string): Seen {
    return this.#host.call<{ game: GameView }>(player, (state) => {
      const resigned = lobby.resignation(state, player);
      if (!resigned.ok) return resigned;
      if (resigned.seat !== null) this.#host.ledger.commit(draftResignation(state, resigned.seat));
      return this.#host.seen(player);
    });
  }

  async needs(account: string, kind: HeldKind): Promise<boolean> {
    return this.#host.upkeep.needs(account, kind);
  }

  async rematch(player: string, mayCreate: boolean): Promise<Answer<Rematch>> {
    return this.#host.call<Rematch>(player, async (state) => {
      const { ledger, outboxes } = this.#host;
      const wish = wishRematch(state, player);
      if (!wish.ok) return wish;
      const made = wish.events.length > 0;
      if (made && !mayCreate) return { ...refuse("insufficient_scope"), isBare: true };
      if (made) ledger.commit({ moves: [], events: wish.events, match: state.match });
      const refused = await outboxes.makeNextGame();
      if (ledger.state.next === null && refused !== null) return { ...refused, isBare: true };
      return { ok: true, next: ledger.state.next, made, sitter: wish.sitter };
    });
  }

  async advance(player: string, ms: number): Seen {
    return this.#host.tryOut<{ game: GameView }>(player, async () => {
      await this.#host.deadlines.pass(ms);
      return this.#host.seen(player);
    });
  }

  async setFaults(player: string, faults: Partial<Faults>): Promise<Answer<{ faults: Faults }>> {
    return this.#host.tryOut<{ faults: Faults }>(player, async () => {
      this.#host.sandbox.setFaults(faults);
      return { ok: true, faults: this.#host.sandbox.faults };
    });
  }

  async deliveryFault() {
    const { sandbox } = this.#host;
    return { repeat: sandbox.take("repeatDeliveries"), delayMs: sandbox.faults.delayDeliveriesMs };
  }

  async addWebhook(request: WebhookRequest) {
    return this.#host.call(request.player, () => this.#host.outboxes.webhooks.add(request));
  }

  async webhooks(player: string) {
    return this.#host.call<{ ids: string[] }>(player, () => ({
      ok: true,
      ids: this.#host.outboxes.webhooks.of(player),
    }));
  }

  async removeWebhook(player: string, id: string): Promise<Answer<object>> {
    return this.#host.call<object>(player, () => {
      this.#host.outboxes.webhooks.remove(player, id);
      return { ok: true };
    });
  }

  async act(request: ActRequest): Promise<Answer<Acted>> {
    return this.#host.call(request.player, () => this.#host.actions.act(request), request.onlySeat);
  }

  async answer(request: ActRequest, language: Language | null): Promise<Answer<Answered>> {
    return this.#host.call(request.player, () => this.#host.actions.actAsText(request, language), request.onlySeat);
  }

  async plans(player: string, onlySeat?: Seat) {
    const { plans } = this.#host;
    return this.#host.planning<{ plans: PlanView[] }>(player, onlySeat, true, () => ({
      ok: true,
      plans: plans.of(player),
    }));
  }

  async putPlan(player: string, asked: Plan, onlySeat?: Seat) {
    return this.#host.planning<{ plan: PlanView }>(player, onlySeat, false, (state) => {
      const plan = this.#host.plans.put(state, player, asked, this.#host.ledger.now());
      return plan === null ? refuse("limit_reached") : { ok: true, plan };
    });
  }

  async dropPlan(player: string, name: string, onlySeat?: Seat) {
    const { plans } = this.#host;
    return this.#host.planning<{ plans: PlanView[] }>(player, onlySeat, false, () =>
      plans.drop(player, name) ? { ok: true, plans: plans.of(player) } : refuse("plan_not_found"),
    );
  }

  async tryPlans(player: string, plan: Plan | null, onlySeat?: Seat) {
    return this.#host.planning(player, onlySeat, false, (state, seat) => ({
      ok: true,
      trial: this.#host.plans.trial(state, seat, player, plan),
    }));
  }

  async events(player: string | null, after: number, limit: number, onlySeat?: Seat) {
    return this.#host.call(player, (state) => ({
      ok: true,
      data: eventsFrom(this.#host.ledger, after + 1, readerOf(state, player, onlySeat), limit),
      version: state.version,
      awaiting: awaitingNow(this.#host.ledger),
    }));
  }

  async record(replay?: { as: Seat | "public"; at: number | null } | null) {
    return this.#host.call<{ record: MatchRecord; version: number }>(null, (state) =>
      recordAsked(state, [...this.#host.ledger.commitsFrom(1)], replay ?? null),
    );
  }

  async proof() {
    return this.#host.call(null, (state) => ({
      ok: true,
      proof: proofOf(state, this.#host.ledger.commitsFrom(1)),
      version: state.version,
    }));
  }

  /** The Worker opens a line to follow this game. */
  override async fetch(request: Request): Promise<Response> {
    const state = await this.#host.deadlines.settled();
    return state === null ? new Response(null, { status: REFUSED.notFound }) : this.#host.feed.open(request);
  }

  /** A follower acts. */
  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    await this.#host.feed.answer(socket, message, async (who, asked: FollowerAction) => {
      const request = actionOf(who, asked);
      return request === null ? this.#host.call<Acted>(null, () => refuse("not_seated")) : this.act(request);
    });
  }
}
