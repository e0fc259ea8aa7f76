/** One game in its object: its parts put together, how it wakes, what its alarm does, and how a call meets it. */

import { Alarm, callsOf, Database, earliest, Late, within } from "../durable/index.ts";
import type { Seat } from "../engine/index.ts";
import { Feed } from "../feed/feed.ts";
import type { Secret } from "../ids/seal.ts";
import type { PlayerCalls } from "../player/types.ts";
import { Actions, type Outcome, refuse } from "./actions.ts";
import type { Drafted } from "./company.ts";
import { Deadlines } from "./deadlines.ts";
import { type GameFollower, gameLog } from "./feed.ts";
import { HouseBots, playAlone } from "./house.ts";
import { Ledger } from "./ledger.ts";
import { join } from "./lobby.ts";
import { Outboxes } from "./outboxes.ts";
import { Plans, planRefusal } from "./plans.ts";
import { Sandbox } from "./sandbox.ts";
import { type GameState, seatOf } from "./state.ts";
import { MIGRATIONS, Store } from "./store.ts";
import type { Answer, GameView, Newcomer, Weight } from "./types.ts";
import { takesOpenSeat, Upkeep } from "./upkeep.ts";
import { audienceOf, gameView } from "./view.ts";

export interface GameEnv extends Secret {
  DB: D1Database;
  GAMES: DurableObjectNamespace;
  PLAYERS: DurableObjectNamespace;
  COURIERS: DurableObjectNamespace;
}

/** The pause after an alarm that failed in a way nobody foresaw, in milliseconds, so that none runs in a circle. */
const FAILURE_PAUSE_MS = 60_000;

export class Host {
  readonly store: Store;
  readonly sandbox: Sandbox;
  readonly plans: Plans;
  readonly ledger: Ledger;
  readonly deadlines: Deadlines;
  readonly outboxes: Outboxes;
  readonly actions: Actions;
  readonly feed: Feed<GameFollower>;
  readonly upkeep: Upkeep;
  readonly #ctx: DurableObjectState;
  readonly #db: Database;
  readonly #alarm: Alarm;
  readonly #bots = new HouseBots();

  constructor(ctx: DurableObjectState, env: GameEnv) {
    const db = new Database(ctx.storage, MIGRATIONS);
    this.#ctx = ctx;
    this.#db = db;
    this.#alarm = new Alarm(ctx.storage);
    this.store = new Store(db);
    this.sandbox = new Sandbox(db);
    this.plans = new Plans(db);
    this.ledger = new Ledger({
      db,
      store: this.store,
      alarm: this.#alarm,
      now: () => this.sandbox.now(),
      companion: this.plans,
      snapshot: () => this.outboxes.inboxes.snapshot(),
      created: (facts) => {
        if (facts.sandbox === true) this.sandbox.open();
      },
      answers: (state, packs) => this.#bots.answers(state, packs),
      dueAt: (state, now) =>
        earliest(this.deadlines.dueAt(state), this.#bots.dueAt(state, now), this.outboxes.dueAt(now)),
    });
    this.deadlines = new Deadlines(this.ledger, this.plans, this.sandbox, (player, deadline) =>
      callsOf<PlayerCalls>(env.PLAYERS, player).putOff(deadline),
    );
    this.outboxes = new Outboxes({
      db,
      store: this.store,
      ledger: this.ledger,
      plans: this.plans,
      env,
      offset: () => this.sandbox.offset,
      plannedAt: () => this.deadlines.plannedAt,
    });
    this.upkeep = new Upkeep(env.PLAYERS);
    this.actions = new Actions(this.ledger, this.sandbox);
    this.feed = new Feed(ctx, gameLog(this.ledger));
    this.ledger.onCommit(() => this.#committed());
    // An unknown id must not get a database: only its creation makes one.
    if (db.exists()) void ctx.blockConcurrencyWhile(() => this.#wake());
  }

  async #wake(): Promise<void> {
    this.#db.migrate();
    this.sandbox.load();
    this.plans.load();
    await this.#alarm.wake();
    if (!this.ledger.wake()) return;
    this.upkeep.woken(this.ledger.state);
    this.outboxes.inboxes.woken((work) => this.#ctx.waitUntil(work));
    // What is due decides, not what was set: an alarm can be lost.
    this.ledger.arm();
    void this.feed.grown();
  }

  #committed(): void {
    void this.feed.grown();
    const keep = (work: Promise<unknown>): void => this.#ctx.waitUntil(work);
    this.outboxes.committed(keep);
    this.upkeep.committed(this.ledger.state, keep);
    if (this.sandbox.faults.closeStreams > 0 && this.feed.cut()) this.sandbox.take("closeStreams");
  }

  /** Does what is due. */
  async alarm(): Promise<void> {
    this.#bots.delayed(this.#alarm.fired());
    if (this.ledger.game === null) return;
    let notBefore = 0;
    try {
      await this.deadlines.enforce();
      if (await this.#mayBotsPlay()) this.ledger.commitAnswers();
      await this.#beforeNextDeadline(this.outboxes.run());
    } catch (error) {
      console.error(`alarm of ${this.#ctx.id.name} failed: ${error instanceof Error ? error.message : String(error)}`);
      notBefore = Date.now() + FAILURE_PAUSE_MS;
    } finally {
      this.ledger.arm(notBefore);
    }
  }

  async #mayBotsPlay(): Promise<boolean> {
    if (this.#bots.areResting) return false;
    const { state } = this.ledger;
    if (!playAlone(state) || (await this.upkeep.mayPlayAlone(state))) return true;
    this.#bots.waitForTurn();
    return false;
  }

  /** Waits for work that goes on in any case, but not beyond the next deadline: while an alarm runs no other one fires. */
  async #beforeNextDeadline(work: Promise<unknown>): Promise<void> {
    this.#ctx.waitUntil(work);
    const due = this.deadlines.dueAt(this.ledger.state);
    if (due === null) return void (await work);
    await within(Math.max(0, due - Date.now()), work).catch((error: unknown) => {
      if (!(error instanceof Late)) throw error;
    });
  }

  /**
   * A call on the game as it is, with what is due on the clock already done. A refusal gets the caller's fresh view: that of
   * `player`, `null` for the public, through a token that may play `onlySeat` alone.
   */
  async call<T>(
    player: string | null,
    work: (state: GameState) => Outcome<T> | Promise<Outcome<T>>,
    onlySeat?: Seat,
  ): Promise<Answer<T>> {
    const state = await this.deadlines.settled();
    if (state === null) return { ok: false, code: "game_not_found", game: null };
    const outcome = await work(state);
    if (outcome.ok) return outcome;
    const { code, isBare, over } = outcome;
    const game = isBare === true ? null : this.seen(player, onlySeat).game;
    return { ok: false, code, game, ...(over !== undefined && { over }) };
  }

  /** The game as a caller sees it now. */
  seen(player: string | null, onlySeat?: Seat): { ok: true; game: GameView } {
    const { state } = this.ledger;
    return { ok: true, game: gameView(state, audienceOf(state, player, onlySeat), this.ledger.now()) };
  }

  /** A call that changes the lobby, or what the players have agreed on. */
  change(player: string | null, draft: (state: GameState) => Drafted): Promise<Answer<{ game: GameView }>> {
    return this.call<{ game: GameView }>(player, (state) => {
      const drafted = draft(state);
      if (!drafted.ok) return drafted;
      if (drafted.events.length > 0) this.ledger.commitLobby(drafted.events);
      return this.seen(player);
    });
  }

  /** A player sits down. An open seat of a game that waits takes a place among those that they may have. */
  async join(player: Newcomer, seat: Seat | null, clientSeed: string | null): Promise<Answer<{ game: GameView }>> {
    const draft = (state: GameState): Drafted => join(state, player, seat, clientSeed);
    const state = await this.deadlines.settled();
    const drafted = state === null ? null : draft(state);
    const isCounted = drafted?.ok === true && takesOpenSeat(state!, player.id, drafted.events);
    if (isCounted) {
      const refused = await this.upkeep.admitSeat(state!.facts.id, player.id);
      if (refused !== null) return { ...refused, game: this.seen(player.id).game };
    }
    // Others may have come in between.
    const answer = await this.change(player.id, draft);
    // Also where the game began with this seat, which nobody waits in any more.
    if (isCounted) await this.upkeep.dismissSeat(state!.facts.id, player.id);
    return answer;
  }

  /** What the game weighs. */
  weight(): Promise<Answer<{ weight: Weight }>> {
    return this.call<{ weight: Weight }>(null, (state) => ({
      ok: true,
      weight: {
        events: state.version,
        commits: this.store.countCommits(),
        databaseBytes: this.#ctx.storage.sql.databaseSize,
        botsAlone: playAlone(state),
      },
    }));
  }

  /** A call by which the creator of a sandbox changes how it tries them out. */
  tryOut<T>(player: string, work: () => Promise<Outcome<T>>): Promise<Answer<T>> {
    return this.call<T>(player, ({ facts }) => {
      if (facts.creator !== player) return refuse("not_creator");
      return this.sandbox.isOpen ? work() : refuse("not_sandbox");
    });
  }

  /** A call about a player's own plans; unless it only `reads`, it is looked at again when they are due. */
  planning<T>(
    player: string,
    onlySeat: Seat | undefined,
    reads: boolean,
    work: (state: GameState, seat: Seat) => Outcome<T>,
  ): Promise<Answer<T>> {
    const judge = (state: GameState): Outcome<T> => {
      const code = planRefusal(state, player, onlySeat, reads);
      if (code !== null) return refuse(code);
      const outcome = work(state, seatOf(state, player)!);
      if (!reads) this.ledger.arm();
      return outcome;
    };
    return this.call<T>(player, judge, onlySeat);
  }
}
