/** The game object: one Durable Object a game. Thin: it holds the state in memory, commits, and calls the pure parts. */

import { DurableObject } from "cloudflare:workers";
import type { DeliveryFault, HookView } from "../courier/types.ts";
import { type Audience, type MatchRecord, parseAction, type Seat } from "../engine/index.ts";
import { Feed } from "../feed/feed.ts";
import { REFUSED } from "../feed/frames.ts";
import { writeHistory } from "../history/write.ts";
import { nextGameId } from "../ids/ids.ts";
import type { Secret } from "../ids/seal.ts";
import type { Plan } from "../plans/index.ts";
import type { PlayerCalls } from "../player/types.ts";
import { clockDue } from "./clock.ts";
import { chainOf, type Packs, packsOf, rootOfSeed, saltOf, toHex } from "./dealing.ts";
import { awaitsBot, expiresAt, INBOX_DELAY_MS, nextDue } from "./due.ts";
import { boxed, drain, historyOf } from "./export.ts";
import { actionOf, type FollowerAction, type GameFollower, gameLog } from "./feed.ts";
import { Hooks } from "./hooks.ts";
import { noticesOf } from "./inbox.ts";
import * as lobby from "./lobby.ts";
import { nextRequest, tiesOf, wantsNext, wishRematch } from "./next.ts";
import { wishPause, wishResumption } from "./pause.ts";
import { Plans, planRefusal } from "./plans.ts";
import { type Draft, drawBots, drawMove, drawStart, matchAfter } from "./play.ts";
import { answerTo, eventsFrom } from "./reading.ts";
import { newestFinished, proofOf, recordOf, replayOf } from "./record.ts";
import { RefusalMeter } from "./refusals.ts";
import { drawHere, newSandbox, type Sandbox, takeFault } from "./sandbox.ts";
import {
  allFilled,
  botAt,
  type Commit,
  emptyState,
  type GameEvent,
  type GameState,
  seatOf,
  stateAfter,
} from "./state.ts";
import { Store } from "./store.ts";
import { drawDeadline, drawResignation, dueAt } from "./timeout.ts";
import type {
  Acted,
  ActRequest,
  Answer,
  CreateRequest,
  Faults,
  GameCalls,
  GameEventView,
  GameRefusal,
  GameView,
  HookRequest,
  Newcomer,
  PlanTrial,
  PlanView,
  Proof,
  Refused,
  Rematch,
} from "./types.ts";
import { audienceOf, gameView, readerOf } from "./view.ts";

export interface GameEnv extends Secret {
  DB: D1Database;
  GAMES: DurableObjectNamespace;
  PLAYERS: DurableObjectNamespace;
  COURIERS: DurableObjectNamespace;
}

/** Playouts that house bots may spend within one call or alarm before they pause. */
const BOT_BUDGET = 64;
/** The pause after a failure that nobody foresaw, so that no alarm runs in a circle. */
const FAILURE_PAUSE_MS = 60_000;
/** How soon a player's object that did not answer is asked again, in milliseconds. */
const VACATION_RETRY_MS = 5000;

export class Game extends DurableObject<GameEnv> implements GameCalls {
  readonly #store: Store;
  /** `null` while this object has not been created. */
  #state: GameState | null = null;
  #root: Uint8Array = new Uint8Array();
  #packs: Packs | null = null;
  /** When the alarm is set to fire, or `null`. */
  #alarmAt: number | null = null;
  #draining: Promise<void> | null = null;
  #telling: Promise<void> | null = null;
  #following: Promise<void> | null = null;
  /** What each player's object was told last, as far as this object remembers. */
  readonly #told = new Map<string, string>();
  /** When house bots last failed: the alarm lets them rest a while before it tries again. */
  #botsFailedAt = 0;
  /** The enforcement of what is due that is under way: whoever comes meanwhile waits for the same one. */
  #enforcing: Promise<void> | null = null;
  /** Not before this is a deadline looked at again whose player could not be asked for his vacation. */
  #askAgainAt = 0;
  readonly #refusals = new RefusalMeter();
  readonly #plans: Plans;
  /** When a plan last acted: others hear of what follows as late as after its player's own move, never in the same alarm. */
  #plannedAt = 0;
  /** `null` unless this is a sandbox. */
  #sandbox: Sandbox | null = null;
  /** Where the time of a sandbox stands while it is advanced, so that what falls due happens at its very instant. */
  #frozenAt: number | null = null;
  readonly #feed: Feed<GameFollower>;
  readonly #hooks: Hooks;

  constructor(ctx: DurableObjectState, env: GameEnv) {
    super(ctx, env);
    this.#store = new Store(ctx.storage);
    this.#plans = new Plans(ctx.storage);
    this.#feed = new Feed(
      ctx,
      gameLog(this.#store, () => this.#state!),
    );
    this.#hooks = new Hooks(this.#store, env.COURIERS, () => this.#offset);
    // An unknown id must not get a database: only `create` makes one.
    if (this.#store.exists()) void ctx.blockConcurrencyWhile(() => this.#wake());
  }

  async #wake(): Promise<void> {
    this.#store.migrate();
    const birth = this.#store.readBirth();
    if (birth === null) return;
    this.#root = birth.root;
    this.#plans.load();
    this.#sandbox = this.#store.readSandbox();
    this.#state = this.#store.readState(birth.facts);
    if (this.#state === null) this.#rebuild(emptyState(birth.facts));
    this.#alarmAt = await this.ctx.storage.getAlarm();
    // An alarm can be lost or left behind in the past: what is due decides, not what was set.
    if (this.#alarmAt !== null && this.#alarmAt <= Date.now()) this.#alarmAt = null;
    this.#arm(this.#state!);
    this.#feed.tellAll();
  }

  /** Plays the whole log again, where the snapshot is another release's. */
  #rebuild(empty: GameState): void {
    let state = empty;
    for (const commit of this.#store.commitsFrom(1)) {
      // The commit that starts the match may also set the last client seed.
      const packs = this.#packsFor(stateAfter(state, commit, state.match));
      state = stateAfter(state, commit, matchAfter(state.match, commit, state.facts.rules, packs));
    }
    this.#state = state;
  }

  /** The packs of this game. Its players' seeds go into them, so they are settled only once nobody can join any more. */
  #packsFor(state: GameState): Packs {
    if (this.#packs !== null) return this.#packs;
    const packs = packsOf(this.#root, saltOf(state.facts.id, state.clientSeeds, state.facts.seeded));
    if (state.status !== "waiting") this.#packs = packs;
    return packs;
  }

  /** The game's own time, in milliseconds since 1970: a sandbox may be ahead. */
  #now(): number {
    return this.#frozenAt ?? Date.now() + this.#offset;
  }

  get #offset(): number {
    return this.#sandbox?.offset ?? 0;
  }

  /** Sets the alarm where something is due before it, but not before `earliest`. Inside a transaction it is undone with the rest. */
  #arm(state: GameState, earliest = 0): void {
    const follow = wantsNext(state) ? this.#store.readExport("next") : null;
    const outstanding = {
      exported: this.#store.readExport("d1"),
      told: this.#store.readExport("inbox"),
      follow,
      planned: this.#plans.due(state),
    };
    const now = Date.now();
    const next = Math.min(
      nextDue(state, outstanding, now, this.#offset) ?? Infinity,
      this.#hooks.dueAt(state.version, now),
    );
    const due = next === Infinity ? null : Math.max(next, earliest, this.#askAgainAt);
    if (due === null || (this.#alarmAt !== null && this.#alarmAt <= due)) return;
    void this.ctx.storage.setAlarm(due);
    this.#alarmAt = due;
  }

  /** Appends one commit: log row, snapshot and alarm in one transaction. Returns the `seq` of its first event. */
  #commit(draft: Draft): number {
    const before = this.#state!;
    const commit: Commit = { seq: before.version + 1, at: this.#now(), moves: draft.moves, events: draft.events };
    const after = stateAfter(before, commit, draft.match);
    const alarmAt = this.#alarmAt;
    try {
      this.#plans.keep(
        this.#store.transaction(() => {
          this.#store.writeCommit(commit, after);
          const left = this.#plans.settle(commit.seq, after, draft.notes ?? []);
          this.#arm(after);
          return left;
        }),
      );
    } catch (error) {
      this.#alarmAt = alarmAt;
      throw error;
    }
    this.#state = after;
    this.#feed.grown();
    const left = this.#sandbox === null ? null : takeFault(this.#sandbox, "closeStreams");
    if (left !== null && this.#feed.cut()) this.#keepSandbox(left);
    return commit.seq;
  }

  /** Commits lobby events, with the start of the match where they fill the last seat. */
  #commitLobby(events: GameEvent[]): void {
    const state = this.#state!;
    const draft: Draft = { moves: [], events, match: state.match };
    const then = stateAfter(state, { seq: state.version + 1, at: 0, moves: [], events }, null);
    if (then.status === "waiting" && allFilled(then.seats)) {
      const start = drawStart(then, this.#packsFor(then));
      draft.events = [...events, ...start.events];
      draft.match = start.match;
    }
    this.#commit(draft);
  }

  /** What follows a commit in the same call: house bots answer, then history and the couriers are told. */
  #afterCommit(): void {
    this.#playBots();
    this.ctx.waitUntil(this.#export());
    this.ctx.waitUntil(this.#follow());
    this.ctx.waitUntil(this.#hooks.tell(() => this.#state!));
  }

  /**
   * House bots move, each in a commit of its own, until a person is awaited or the budget is spent. What fails here must
   * not fail the call that came before it: the alarm tries again.
   */
  #playBots(): void {
    try {
      for (let spent = 0; spent < BOT_BUDGET; ) {
        const state = this.#state!;
        const drawn = drawBots(state, this.#root, this.#packsFor(state));
        if (drawn === null) return;
        for (const seat of drawn.failed)
          console.error(`house bot at seat ${seat} of ${state.facts.id} failed at version ${state.version}`);
        this.#commit(drawn.draft);
        spent += drawn.playouts;
      }
    } catch (error) {
      this.#botsFailedAt = Date.now();
      console.error(`house bots of ${this.#state!.facts.id} failed: ${messageOf(error)}`);
    }
  }

  /** Brings history up to date; one drain at a time. */
  #export(): Promise<void> {
    if (this.#state === null) return Promise.resolve();
    this.#draining ??= drain({
      newest: () => ({ due: this.#state!.factSeq, version: this.#state!.version }),
      read: () => this.#store.readExport("d1"),
      write: (reached) => this.#store.writeExport("d1", reached),
      send: (reached) =>
        boxed(writeHistory(this.env.DB, historyOf(this.#state!, this.#store.commitsFrom(reached + 1), reached))),
      failed: (attempts, error) =>
        console.error(`export of ${this.#state!.facts.id} to D1 failed, attempt ${attempts}: ${error}`),
      now: () => Date.now(),
      jitter: () => Math.random(),
    }).finally(() => {
      this.#draining = null;
    });
    return this.#draining;
  }

  /** Tells the players' objects what waits for them; one drain at a time. */
  #tell(): Promise<void> {
    if (this.#state === null || this.#state.startedAt === null) return Promise.resolve();
    this.#telling ??= drain({
      newest: () => ({ due: this.#state!.version, version: this.#state!.version }),
      read: () => this.#store.readExport("inbox"),
      write: (reached) => this.#store.writeExport("inbox", reached),
      send: (reached) => boxed(this.#tellAll(reached)),
      failed: (attempts, error) =>
        console.error(`notices of ${this.#state!.facts.id} failed, attempt ${attempts}: ${error}`),
      now: () => Date.now(),
      jitter: () => Math.random(),
    }).finally(() => {
      this.#telling = null;
    });
    return this.#telling;
  }

  async #tellAll(reached: number): Promise<void> {
    const { id } = this.#state!.facts;
    // In turn: each player's log keeps the order in which things happened.
    for (const { key, player, event } of this.#plans.notesAfter(reached))
      await this.#player(player).note(`${id} ${key}`, event);
    await Promise.all(
      [...noticesOf(this.#state!, this.#offset)].map(async ([player, notice]) => {
        const content = JSON.stringify(notice.decision);
        if (this.#told.get(player) === content) return;
        await this.#player(player).tell(notice);
        this.#told.set(player, content);
      }),
    );
  }

  /** Makes the next game at this table where one is wanted; one drain at a time. */
  #follow(): Promise<void> {
    if (this.#state === null || !wantsNext(this.#state)) return this.#following ?? Promise.resolve();
    this.#following ??= drain({
      newest: () => ({ due: wantsNext(this.#state!) ? this.#state!.version : 0, version: this.#state!.version }),
      read: () => this.#store.readExport("next"),
      write: (reached) => this.#store.writeExport("next", reached),
      send: () => boxed(this.#makeNext(this.#state!)),
      failed: (attempts, error) =>
        console.error(`the game after ${this.#state!.facts.id} could not be made, attempt ${attempts}: ${error}`),
      now: () => Date.now(),
      jitter: () => Math.random(),
    }).finally(() => {
      this.#following = null;
    });
    return this.#following;
  }

  async #makeNext(state: GameState): Promise<void> {
    const id = nextGameId(this.env, state.facts.id);
    const made = await (this.env.GAMES.getByName(id) as unknown as GameCalls).create(nextRequest(state, id));
    if (!made.ok) throw new Error(made.code);
    // A creation that was given up may still come through beside a later one.
    if (this.#state!.next !== null) return;
    this.#commit({ moves: [], events: [{ type: "next_game_made", game: id }], match: this.#state!.match });
    this.#afterCommit();
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = null;
    if (this.#state === null) return;
    try {
      await this.#enforce();
      this.#playBots();
      const due = this.#timeDue();
      const tell = Date.now() < this.#plannedAt + INBOX_DELAY_MS ? null : this.#tell();
      await this.#upTo(
        due === null ? null : due - this.#offset,
        Promise.all([this.#export(), tell, this.#follow(), this.#hooks.tell(() => this.#state!)]),
      );
    } catch (error) {
      console.error(`alarm of ${this.#state.facts.id} failed: ${messageOf(error)}`);
      this.#botsFailedAt = Date.now();
    } finally {
      this.#arm(this.#state, this.#botsFailedAt + FAILURE_PAUSE_MS);
    }
  }

  /** Waits for work that goes on in any case, but not beyond an instant: while an alarm runs no other one fires, and a deadline must not wait. */
  async #upTo(instant: number | null, work: Promise<unknown>): Promise<void> {
    this.ctx.waitUntil(work);
    if (instant === null) return void (await work);
    const done = new AbortController();
    const passed = scheduler.wait(Math.max(0, instant - Date.now()), { signal: done.signal }).catch(() => {});
    await Promise.race([work, passed]);
    done.abort();
  }

  /** Does what is due on the clock, each thing once: at the alarm or at the next request, whichever comes first. */
  #enforce(): Promise<void> {
    this.#enforcing ??= this.#enforceDue().finally(() => {
      this.#enforcing = null;
    });
    return this.#enforcing;
  }

  async #enforceDue(): Promise<void> {
    const unasked = new Set<Seat>();
    for (;;) {
      const state = this.#state!;
      const planned = this.#plans.draw(state, this.#now(), () => this.#packsFor(state));
      if (planned !== null) this.#plannedAt = Date.now();
      const due = planned !== null ? { draft: planned } : dueAt(state, this.#now(), unasked);
      if (due === null) return;
      if ("draft" in due) this.#commit(due.draft);
      else {
        const until = await this.#putOff(state, due.seat);
        // Others may have come in between; what is due now is looked for again.
        if (this.#state !== state) continue;
        if (until === undefined) unasked.add(due.seat);
        else this.#commit(drawDeadline(state, due.seat, until, this.#root, this.#packsFor(state)));
      }
      if (this.#state !== state) this.#afterCommit();
    }
  }

  /** Until when a player's vacation puts the deadline of his seat off: `null` for not at all, `undefined` where that cannot be told for the moment. */
  async #putOff({ facts, seats, clock }: GameState, seat: Seat): Promise<number | null | undefined> {
    const occupant = seats[seat];
    if (!facts.clock!.vacation || occupant.kind !== "player") return null;
    if (this.#sandbox !== null) {
      const drawn = drawHere(this.#sandbox, occupant.player.id, clock!.deadlines[seat]!);
      this.#keepSandbox(drawn.sandbox);
      return drawn.until;
    }
    try {
      return await this.#player(occupant.player.id).putOff(clock!.deadlines[seat]!);
    } catch (error) {
      console.error(`vacation of ${occupant.player.id} in ${facts.id} could not be asked for: ${messageOf(error)}`);
      this.#askAgainAt = Date.now() + VACATION_RETRY_MS;
      return undefined;
    }
  }

  #player(id: string): PlayerCalls {
    // The cast: what the platform makes of the types adds only its own wrappings.
    return this.env.PLAYERS.getByName(id) as unknown as PlayerCalls;
  }

  /**
   * The state, with what is due on the clock already done; `null` where there is no game. Who goes on to change it reads it
   * again after the wait: others who waited for the same may have come before him.
   */
  async #current(): Promise<GameState | null> {
    if (this.#state !== null && this.#isDue()) await this.#enforce();
    return this.#state;
  }

  #isDue(): boolean {
    return (this.#clockDue() ?? Infinity) <= this.#now() && this.#askAgainAt <= Date.now();
  }

  #refuse(code: GameRefusal, audience: Audience = "public"): Refused {
    return { ok: false, code, game: this.#state === null ? null : gameView(this.#state, audience, this.#now()) };
  }

  #seen(player: string | null, onlySeat?: Seat): { ok: true; game: GameView } {
    const state = this.#state!;
    return { ok: true, game: gameView(state, audienceOf(state, player, onlySeat), this.#now()) };
  }

  async create(request: CreateRequest): Promise<Answer<{ game: GameView }>> {
    if (this.#state !== null) {
      const same = request.fingerprint !== null && this.#store.readBirth()?.fingerprint === request.fingerprint;
      if (!same) return { ok: false, code: "idempotency_key_reused", game: null };
      // A crash right after the creation may have lost the first answer: then today's stands for it.
      const first = this.#store.readCreated();
      return first === null ? this.#seen(request.creator.id) : { ok: true, game: JSON.parse(first) as GameView };
    }
    const root = request.seed === null ? crypto.getRandomValues(new Uint8Array(32)) : rootOfSeed(request.seed);
    const facts = {
      id: request.id,
      createdAt: Date.now(),
      creator: request.creator.id,
      rules: request.rules,
      visibility: request.visibility,
      sameApp: request.sameApp ?? false,
      clock: request.clock ?? null,
      ...(request.sandbox === true && { sandbox: true }),
      ...tiesOf(request),
      seeded: request.seed !== null,
      commitment: toHex(chainOf(root)[0]),
    };
    this.#store.migrate();
    try {
      this.#store.transaction(() => {
        this.#store.writeBirth({ facts, root, fingerprint: request.fingerprint });
        this.#root = root;
        if (request.sandbox === true) this.#keepSandbox(newSandbox());
        this.#state = emptyState(facts);
        this.#commitLobby([
          {
            type: "game_created",
            creator: facts.creator,
            rules: facts.rules,
            seats: request.seats.map(lobby.occupantOf),
            visibility: facts.visibility,
            sameApp: facts.sameApp,
            clock: facts.clock,
            ...(facts.sandbox === true && { sandbox: true }),
            ...tiesOf(request),
            seeded: facts.seeded,
            commitment: facts.commitment,
          },
        ]);
      });
    } catch (error) {
      this.#state = null;
      throw error;
    }
    this.#afterCommit();
    const answer = this.#seen(request.creator.id);
    if (request.fingerprint !== null) this.#store.writeCreated(JSON.stringify(answer.game));
    return answer;
  }

  async view(player: string | null, onlySeat?: Seat): Promise<Answer<{ game: GameView }>> {
    return (await this.#current()) === null ? this.#refuse("game_not_found") : this.#seen(player, onlySeat);
  }

  async join(player: Newcomer, seat: Seat | null, clientSeed: string | null): Promise<Answer<{ game: GameView }>> {
    return this.#change(player.id, (state) => lobby.join(state, player, seat, clientSeed));
  }

  async leave(player: string): Promise<Answer<{ game: GameView }>> {
    return this.#change(player, (state) => lobby.leave(state, player));
  }

  async reseat(player: string, seat: Seat, bot: string | null): Promise<Answer<{ game: GameView }>> {
    return this.#change(player, (state) => lobby.reseat(state, player, seat, bot));
  }

  async abort(player: string): Promise<Answer<{ game: GameView }>> {
    return this.#change(player, (state) => lobby.abort(state, player));
  }

  async resign(player: string): Promise<Answer<{ game: GameView }>> {
    await this.#current();
    const state = this.#state;
    if (state === null) return this.#refuse("game_not_found");
    const seat = seatOf(state, player);
    if (seat === null) return lobby.hasForfeited(state, player) ? this.#seen(player) : this.#refuse("not_seated");
    if (state.status !== "playing")
      return this.#refuse(state.status === "waiting" ? "game_not_started" : "game_over", seat);
    this.#commit(drawResignation(state, seat));
    this.#afterCommit();
    return this.#seen(player);
  }

  async pause(player: string, until: number): Promise<Answer<{ game: GameView }>> {
    return this.#change(player, (state) => wishPause(state, player, until, this.#now()));
  }

  async resume(player: string): Promise<Answer<{ game: GameView }>> {
    return this.#change(player, (state) => wishResumption(state, player, this.#now()));
  }

  async advance(player: string, ms: number): Promise<Answer<{ game: GameView }>> {
    const why = await this.#closedSandbox(player);
    if (why !== null) return why;
    const target = this.#now() + ms;
    // What falls due meanwhile happens at its own instant, as if the time had really passed.
    for (let due = this.#timeDue(); due !== null && due <= target; due = this.#timeDue()) {
      this.#standAt(Math.max(due, this.#now()));
      await this.#enforce();
      // A long run of house bots would else wait for the alarm.
      while (awaitsBot(this.#state!) && this.#botsFailedAt === 0) this.#playBots();
    }
    this.#standAt(target);
    this.#frozenAt = null;
    if (this.#state!.status === "playing" || this.#state!.status === "waiting") {
      this.#commit({ moves: [], events: [{ type: "time_advanced", byMs: ms }], match: this.#state!.match });
      this.#afterCommit();
    }
    return this.#seen(player);
  }

  async setFaults(player: string, faults: Partial<Faults>): Promise<Answer<{ faults: Faults }>> {
    const why = await this.#closedSandbox(player);
    if (why !== null) return why;
    this.#keepSandbox({ ...this.#sandbox!, faults: { ...this.#sandbox!.faults, ...faults } });
    return { ok: true, faults: this.#sandbox!.faults };
  }

  async deliveryFault(): Promise<DeliveryFault> {
    if (this.#sandbox === null) return { repeat: false, delayMs: 0 };
    const left = takeFault(this.#sandbox, "repeatDeliveries");
    if (left !== null) this.#keepSandbox(left);
    return { repeat: left !== null, delayMs: this.#sandbox.faults.delayDeliveriesMs };
  }

  /** Why a player may not change how this game tries him, or `null`. */
  async #closedSandbox(player: string): Promise<Refused | null> {
    await this.#current();
    const state = this.#state;
    if (state === null) return this.#refuse("game_not_found");
    if (state.facts.creator !== player) return this.#refuse("not_creator", audienceOf(state, player));
    return this.#sandbox === null ? this.#refuse("not_sandbox", audienceOf(state, player)) : null;
  }

  /** Sets the time of the sandbox, and lets it stand there. */
  #standAt(instant: number): void {
    this.#keepSandbox({ ...this.#sandbox!, offset: instant - Date.now() });
    this.#frozenAt = instant;
  }

  #keepSandbox(sandbox: Sandbox): void {
    this.#store.writeSandbox(sandbox);
    this.#sandbox = sandbox;
  }

  /** When something is due on the game's own clock, in its own time. */
  #clockDue(): number | null {
    const dues = [expiresAt(this.#state!), clockDue(this.#state!.clock)].filter((due) => due !== null);
    return dues.length === 0 ? null : Math.min(...dues);
  }

  /** The same, or when a plan is to be asked, which no request does. */
  #timeDue(): number | null {
    const planned = this.#plans.due(this.#state!);
    return planned === null ? this.#clockDue() : Math.min(planned, this.#clockDue() ?? Infinity);
  }

  async rematch(player: string): Promise<Answer<Rematch>> {
    await this.#current();
    const state = this.#state;
    if (state === null) return this.#refuse("game_not_found");
    const wish = wishRematch(state, player);
    if (!wish.ok) return this.#refuse(wish.code, audienceOf(state, player));
    const made = wish.events.length > 0;
    if (made) this.#commit({ moves: [], events: wish.events, match: state.match });
    await this.#follow();
    return { ok: true, next: this.#state!.next, made, sitter: wish.sitter };
  }

  async #change(player: string, draw: (state: GameState) => lobby.Drafted): Promise<Answer<{ game: GameView }>> {
    await this.#current();
    const state = this.#state;
    if (state === null) return this.#refuse("game_not_found");
    const drafted = draw(state);
    if (!drafted.ok) return this.#refuse(drafted.code, audienceOf(state, player));
    if (drafted.events.length > 0) {
      this.#commitLobby(drafted.events);
      this.#afterCommit();
      this.ctx.waitUntil(this.#hooks.prune(this.#state!));
    }
    return this.#seen(player);
  }

  async hook(request: HookRequest): Promise<Answer<{ hook: HookView; secret: string }>> {
    if ((await this.#current()) === null) return this.#refuse("game_not_found");
    const added = await this.#hooks.add(request, () => this.#state!);
    if (!added.ok) return this.#refuse(added.code, audienceOf(this.#state!, request.player));
    this.ctx.waitUntil(this.#hooks.tell(() => this.#state!));
    this.#arm(this.#state!);
    return added;
  }

  async hooks(player: string): Promise<Answer<{ ids: string[] }>> {
    return this.#state === null ? this.#refuse("game_not_found") : { ok: true, ids: this.#hooks.of(player) };
  }

  async unhook(player: string, id: string): Promise<Answer<object>> {
    if (this.#state === null) return this.#refuse("game_not_found");
    if (this.#hooks.of(player).includes(id)) this.#hooks.remove(id);
    return { ok: true };
  }

  /** One action of one seat. Legal ones are always taken; a caller who is refused too often is told no more than that. */
  async act(request: ActRequest): Promise<Answer<Acted>> {
    await this.#current();
    const answer = this.#act(request);
    if (answer.ok || this.#state === null) return answer;
    // An app can name any number of users: those who have no seat here are counted together.
    const counted =
      request.app !== undefined && seatOf(this.#state, request.player) === null ? request.app : request.player;
    if (!this.#refusals.isOver(counted, Date.now())) return answer;
    return { ok: false, code: "too_many_refusals", game: null };
  }

  /** The checks in the order of api.md section 1 row 3. */
  #act(request: ActRequest): Answer<Acted> {
    const state = this.#state;
    if (state === null) return this.#refuse("game_not_found");
    const seat = seatOf(state, request.player);
    if (seat === null && lobby.hasForfeited(state, request.player)) return this.#refuse("seat_forfeited");
    if (seat === null || (request.onlySeat !== undefined && request.onlySeat !== seat))
      return this.#refuse("not_seated");
    const open = state.decisions[seat] === null ? null : String(state.decisions[seat]);
    const given =
      request.decision === null || request.decision === open
        ? null
        : answerTo(this.#store, state.version, seat, request.decision);
    if (given !== null && given.action === request.action) return this.#acted(request, seat, given.seq, true);
    if (state.status === "waiting") return this.#refuse("game_not_started", seat);
    if (state.status !== "playing") return this.#refuse("game_over", seat);
    if (botAt(state.seats[seat]) !== null) return this.#refuse("seat_substituted", seat);
    if (request.decision !== null && request.decision !== open)
      return this.#refuse(given === null ? "stale_decision" : "decision_answered", seat);
    const action = parseAction(request.action);
    if (action === undefined) throw new TypeError("the caller checks action ids");
    const played = drawMove(state, seat, action, "player", this.#packsFor(state));
    if (!played.ok) return this.#refuse(played.code, seat);
    const seq = this.#commit(played.draft);
    this.#afterCommit();
    return this.#lost(this.#acted(request, seat, seq, false));
  }

  /** In a sandbox an answer may be meant to get lost. */
  #lost(answer: Answer<Acted>): Answer<Acted> {
    const left = this.#sandbox === null ? null : takeFault(this.#sandbox, "dropAnswers");
    if (left === null) return answer;
    this.#keepSandbox(left);
    return { ...answer, dropped: true } as Answer<Acted>;
  }

  #acted({ player, onlySeat }: ActRequest, seat: Seat, seq: number, replayed: boolean): Answer<Acted> {
    const state = this.#state!;
    return {
      ok: true,
      replayed,
      events: eventsFrom(this.#store, seq, readerOf(state, player, onlySeat), Infinity),
      version: state.version,
      game: gameView(state, seat, this.#now()),
    };
  }

  /** What a caller does about his plans, if he may; unless he only `reads`, it is looked at again when they are due. */
  async #planning<T>(
    player: string,
    onlySeat: Seat | undefined,
    reads: boolean,
    work: (state: GameState, seat: Seat) => Answer<T>,
  ): Promise<Answer<T>> {
    await this.#current();
    const state = this.#state;
    if (state === null) return this.#refuse("game_not_found");
    const refusal = planRefusal(state, player, onlySeat, reads);
    if (refusal !== null) return this.#refuse(refusal, audienceOf(state, player, onlySeat));
    const answer = work(state, seatOf(state, player)!);
    if (!reads) this.#arm(state);
    return answer;
  }

  async plans(player: string, onlySeat?: Seat): Promise<Answer<{ plans: PlanView[] }>> {
    return this.#planning(player, onlySeat, true, () => ({ ok: true, plans: this.#plans.of(player) }));
  }

  async putPlan(player: string, asked: Plan, onlySeat?: Seat): Promise<Answer<{ plan: PlanView }>> {
    return this.#planning(player, onlySeat, false, (state, seat) => {
      const plan = this.#plans.put(state, player, asked, this.#now());
      return plan === null ? this.#refuse("limit_reached", seat) : { ok: true, plan };
    });
  }

  async dropPlan(player: string, name: string, onlySeat?: Seat): Promise<Answer<{ plans: PlanView[] }>> {
    return this.#planning(player, onlySeat, false, (_, seat) =>
      this.#plans.drop(player, name)
        ? { ok: true, plans: this.#plans.of(player) }
        : this.#refuse("plan_not_found", seat),
    );
  }

  async tryPlans(player: string, plan: Plan | null, onlySeat?: Seat): Promise<Answer<{ trial: PlanTrial }>> {
    return this.#planning(player, onlySeat, false, (state, seat) => ({
      ok: true,
      trial: this.#plans.trial(state, seat, player, plan),
    }));
  }

  async events(
    player: string | null,
    after: number,
    limit: number,
    onlySeat?: Seat,
  ): Promise<Answer<{ data: GameEventView[]; version: number }>> {
    await this.#current();
    const state = this.#state;
    if (state === null) return this.#refuse("game_not_found");
    return {
      ok: true,
      data: eventsFrom(this.#store, after + 1, readerOf(state, player, onlySeat), limit),
      version: state.version,
    };
  }

  /** The Worker opens a line to follow this game. */
  override async fetch(request: Request): Promise<Response> {
    return (await this.#current()) === null
      ? new Response(null, { status: REFUSED.notFound })
      : this.#feed.open(request);
  }

  /** A follower acts. */
  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    await this.#feed.answer(socket, message, async (who, asked: FollowerAction) => {
      const request = actionOf(who, asked);
      return request === null ? this.#refuse("not_seated") : this.act(request);
    });
  }

  async record(
    replay?: { as: Seat | "public"; at: number | null } | null,
  ): Promise<Answer<{ record: MatchRecord; version: number }>> {
    await this.#current();
    const state = this.#state;
    if (state === null) return this.#refuse("game_not_found");
    if (replay === undefined || replay === null)
      return { ok: true, record: recordOf(state, this.#store.commitsFrom(1)), version: state.version };
    const commits = [...this.#store.commitsFrom(1)];
    const newest = newestFinished(state, commits);
    const at = replay.at ?? newest;
    if (at > newest) return { ok: false, code: "deal_not_finished", game: null };
    return { ok: true, record: replayOf(state, commits, replay.as, at), version: state.version };
  }

  async proof(): Promise<Answer<{ proof: Proof; version: number }>> {
    await this.#current();
    const state = this.#state;
    if (state === null) return this.#refuse("game_not_found");
    return { ok: true, proof: proofOf(state, this.#store.commitsFrom(1)), version: state.version };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
