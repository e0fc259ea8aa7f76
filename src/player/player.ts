/** The object of one player: what waits for them in all their games, and their days of vacation. Made by the first write. */

import { DurableObject } from "cloudflare:workers";
import { callsOf, Database, within } from "../durable/index.ts";
import { Feed } from "../feed/feed.ts";
import { type HeldKind, MOST_HELD } from "../wire/bounds.ts";
import { Reservations } from "./reservations.ts";
import { MIGRATIONS, PlayerStore } from "./store.ts";
import type {
  GameCounts,
  HolderCalls,
  News,
  Notice,
  Place,
  PlayerCalls,
  PrivateEntry,
  Reservation,
  Reserved,
  Waiting,
} from "./types.ts";
import { DAYS_A_YEAR, daysLeft, NO_VACATION, spend } from "./vacation.ts";

/** How many entries of the log go into one message to a follower at most. */
const PAGE_ENTRIES = 500;
/** How long the games that hold places may take to say whether they still do, in milliseconds. */
const HOLDERS_MS = 2000;

export interface PlayerEnv {
  GAMES: DurableObjectNamespace;
  /** On a server of one's own: deals that every account may ask for within the window. */
  DEALS_LIMIT?: string;
}

export class Player extends DurableObject<PlayerEnv> implements PlayerCalls {
  readonly #db: Database;
  readonly #store: PlayerStore;
  readonly #reservations: Reservations;
  /** Whoever follows the log is its player: the Worker lets nobody else. */
  readonly #feed: Feed<null>;

  constructor(ctx: DurableObjectState, env: PlayerEnv) {
    super(ctx, env);
    this.#db = new Database(ctx.storage, MIGRATIONS);
    this.#store = new PlayerStore(this.#db);
    this.#reservations = new Reservations(
      this.#db,
      env.DEALS_LIMIT === undefined ? undefined : Number(env.DEALS_LIMIT),
    );
    this.#feed = new Feed(ctx, {
      read: (_, after) => {
        const { data, version } = this.#entries(after, PAGE_ENTRIES);
        return { data, newest: version, over: false };
      },
      keyOf: () => "own",
    });
    if (!this.#db.exists()) return;
    this.#db.migrate();
    void this.#feed.grown();
  }

  #entries(after: number, limit: number): { data: PrivateEntry[]; version: number } {
    return this.#db.exists() ? this.#store.entries(after, limit) : { data: [], version: 0 };
  }

  async notify(notice: Notice): Promise<void> {
    this.#db.migrate();
    this.#db.transaction(() => {
      const { game, decision } = notice;
      if (!this.#store.writeNotice(notice, Date.now())) return;
      const event = { type: "decision_opened", game, decision: decision.id, deadline: decision.deadline } as const;
      this.#store.append(null, event, Date.now());
    });
    void this.#feed.grown();
  }

  async closed(games: { game: string; version: number }[]): Promise<void> {
    if (!this.#db.exists()) return;
    this.#db.transaction(() => {
      for (const { game, version } of games) this.#store.writeNotice({ game, version, decision: null }, Date.now());
    });
  }

  async decisions(
    after: Place | null,
    limit: number,
  ): Promise<{ data: Waiting[]; more: boolean; version: number; games: GameCounts }> {
    const exists = this.#db.exists();
    const found = exists ? this.#store.waiting(after, limit + 1) : [];
    return {
      data: found.slice(0, limit),
      more: found.length > limit,
      version: this.#entries(0, 0).version,
      games: exists ? this.#store.counts() : { waiting: 0, playing: 0 },
    };
  }

  async append(news: readonly News[]): Promise<void> {
    this.#db.migrate();
    this.#db.transaction(() => {
      for (const { key, event } of news) this.#store.append(key, event, Date.now());
    });
    void this.#feed.grown();
  }

  async entries(after: number, limit: number): Promise<{ data: PrivateEntry[]; version: number }> {
    return this.#entries(after, limit);
  }

  /** The Worker opens a line to follow the log. */
  override fetch(request: Request): Response {
    return this.#feed.open(request);
  }

  async putOff(deadline: number): Promise<number | null> {
    this.#db.migrate();
    return this.#db.transaction(() => {
      const { vacation, until } = spend(this.#store.readVacation(), deadline);
      this.#store.writeVacation(vacation);
      return until;
    });
  }

  async vacation(): Promise<{ daysAYear: number; daysLeft: number; until: number | null }> {
    const vacation = this.#db.exists() ? this.#store.readVacation() : NO_VACATION;
    const now = Date.now();
    return {
      daysAYear: DAYS_A_YEAR,
      daysLeft: daysLeft(vacation, now),
      until: vacation.until > now ? vacation.until : null,
    };
  }

  async reserve(reservation: Reservation): Promise<Reserved> {
    this.#db.migrate();
    const reserved = this.#reservations.take(reservation, Date.now());
    if (reserved.ok || !(reserved.limit in MOST_HELD)) return reserved;
    await this.#askHolders(reserved.limit as HeldKind);
    return this.#reservations.take(reservation, Date.now());
  }

  async release(game: string, kinds: HeldKind[]): Promise<void> {
    if (!this.#db.exists()) return;
    this.#db.transaction(() => {
      this.#reservations.release(game, kinds);
    });
  }

  /** Lets go of places whose games need them no longer: a release can get lost, and a game that was reserved for may never have been made. */
  async #askHolders(kind: HeldKind): Promise<void> {
    const account = this.ctx.id.name!;
    const ask = async (game: string): Promise<void> => {
      if (!(await callsOf<HolderCalls>(this.env.GAMES, game).needs(account, kind)))
        this.#reservations.release(game, [kind]);
    };
    const answers = this.#reservations.toAsk(kind, Date.now()).map(ask);
    // One that does not answer keeps its place.
    await within(HOLDERS_MS, Promise.allSettled(answers)).catch(() => {});
  }
}
