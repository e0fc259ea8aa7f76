/** The object of one player: what waits for him in all his games, and his days of vacation. Made by the first write. */

import { DurableObject } from "cloudflare:workers";
import { PlayerStore, type Waiting } from "./store.ts";
import type { Notice, PlayerCalls, PrivateEntry, PrivateEvent } from "./types.ts";
import { NO_VACATION, daysLeft, draw } from "./vacation.ts";

export class Player extends DurableObject<object> implements PlayerCalls {
  readonly #store: PlayerStore;

  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env);
    this.#store = new PlayerStore(ctx.storage);
    if (this.#store.exists()) this.#store.migrate();
  }

  async tell(notice: Notice): Promise<void> {
    this.#store.migrate();
    this.#store.transaction(() => {
      const { game, decision } = notice;
      if (!this.#store.writeNotice(notice, Date.now()) || decision === null) return;
      this.#store.append(`${game} ${decision.id} opened`, { type: "decision_opened", game, decision: decision.id, deadline: decision.deadline }, Date.now());
    });
  }

  async note(key: string, event: PrivateEvent): Promise<void> {
    this.#store.migrate();
    this.#store.append(key, event, Date.now());
  }

  /** The player's own log after `after`, at most `limit` entries. */
  async entries(after: number, limit: number): Promise<{ data: PrivateEntry[]; newest: number }> {
    return this.#store.exists() ? this.#store.entries(after, limit) : { data: [], newest: 0 };
  }

  async putOff(deadline: number): Promise<number | null> {
    this.#store.migrate();
    return this.#store.transaction(() => {
      const { vacation, until } = draw(this.#store.readVacation(), deadline);
      this.#store.writeVacation(vacation);
      return until;
    });
  }

  /** Days left this year, and the end of the vacation that holds now, if one does (milliseconds since 1970). */
  async vacation(): Promise<{ daysLeft: number; until: number | null }> {
    const vacation = this.#store.exists() ? this.#store.readVacation() : NO_VACATION;
    const now = Date.now();
    return { daysLeft: daysLeft(vacation, now), until: vacation.until > now ? vacation.until : null };
  }

  /** What waits, most urgent first. */
  async decisions(limit: number): Promise<Waiting[]> {
    return this.#store.exists() ? this.#store.waiting(limit) : [];
  }
}
