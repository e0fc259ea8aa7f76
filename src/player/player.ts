/** The object of one player: what waits for him in all his games, and his days of vacation. Made by the first write. */

import { DurableObject } from "cloudflare:workers";
import { Feed } from "../feed/feed.ts";
import { PlayerStore } from "./store.ts";
import type { Notice, Place, PlayerCalls, PrivateEntry, PrivateEvent, Waiting } from "./types.ts";
import { DAYS_A_YEAR, daysLeft, draw, NO_VACATION } from "./vacation.ts";

/** How many entries of the log go into one message to a follower at most. */
const PAGE_ENTRIES = 500;

export class Player extends DurableObject<object> implements PlayerCalls {
  readonly #store: PlayerStore;
  /** Whoever follows the log is its player: the Worker lets nobody else. */
  readonly #feed: Feed<null>;

  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env);
    this.#store = new PlayerStore(ctx.storage);
    this.#feed = new Feed(ctx, {
      read: (_, after) => {
        const { data, version } = this.#entries(after, PAGE_ENTRIES);
        return { data, newest: version, over: false };
      },
      keyOf: () => "own",
    });
    if (!this.#store.exists()) return;
    this.#store.migrate();
    this.#feed.tellAll();
  }

  #entries(after: number, limit: number): { data: PrivateEntry[]; version: number } {
    return this.#store.exists() ? this.#store.entries(after, limit) : { data: [], version: 0 };
  }

  async tell(notice: Notice): Promise<void> {
    this.#store.migrate();
    this.#store.transaction(() => {
      const { game, decision } = notice;
      if (!this.#store.writeNotice(notice, Date.now()) || decision === null) return;
      this.#store.append(
        `${game} ${decision.id} opened`,
        { type: "decision_opened", game, decision: decision.id, deadline: decision.deadline },
        Date.now(),
      );
    });
    this.#feed.grown();
  }

  async settle(games: { game: string; version: number }[]): Promise<void> {
    this.#store.transaction(() => {
      for (const { game, version } of games) this.#store.writeNotice({ game, version, decision: null }, Date.now());
    });
  }

  async decisions(after: Place | null, limit: number): Promise<{ data: Waiting[]; more: boolean; version: number }> {
    const found = this.#store.exists() ? this.#store.waiting(after, limit + 1) : [];
    return { data: found.slice(0, limit), more: found.length > limit, version: this.#entries(0, 0).version };
  }

  async note(key: string, event: PrivateEvent): Promise<void> {
    this.#store.migrate();
    this.#store.append(key, event, Date.now());
    this.#feed.grown();
  }

  async entries(after: number, limit: number): Promise<{ data: PrivateEntry[]; version: number }> {
    return this.#entries(after, limit);
  }

  /** The Worker opens a line to follow the log. */
  override fetch(request: Request): Response {
    return this.#feed.open(request);
  }

  async putOff(deadline: number): Promise<number | null> {
    this.#store.migrate();
    return this.#store.transaction(() => {
      const { vacation, until } = draw(this.#store.readVacation(), deadline);
      this.#store.writeVacation(vacation);
      return until;
    });
  }

  async vacation(): Promise<{ daysAYear: number; daysLeft: number; until: number | null }> {
    const vacation = this.#store.exists() ? this.#store.readVacation() : NO_VACATION;
    const now = Date.now();
    return {
      daysAYear: DAYS_A_YEAR,
      daysLeft: daysLeft(vacation, now),
      until: vacation.until > now ? vacation.until : null,
    };
  }
}
