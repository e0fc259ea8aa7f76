/** The one alarm of a Durable Object. Times in milliseconds since 1970. */

export class Alarm {
  readonly #storage: DurableObjectStorage;
  /** When it is set to fire, or `null`. */
  #at: number | null = null;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Learns what is set, when the object wakes. An alarm left behind in the past counts as lost: whoever needs it sets it again. */
  async wake(): Promise<void> {
    const at = await this.#storage.getAlarm();
    this.#at = at !== null && at <= Date.now() ? null : at;
  }

  /** It has fired, so it is set no longer. How late it came, in milliseconds. */
  fired(): number {
    const late = this.#at === null ? 0 : Math.max(0, Date.now() - this.#at);
    this.#at = null;
    return late;
  }

  /** Sets it to fire at `due`, unless it fires before that anyway; `null` sets nothing. */
  by(due: number | null): void {
    if (due === null || (this.#at !== null && this.#at <= due)) return;
    void this.#storage.setAlarm(due);
    this.#at = due;
  }

  /** For `Database.restores`: an alarm that a failed transaction set is not set. */
  readonly memory = (): (() => void) => {
    const at = this.#at;
    return () => {
      this.#at = at;
    };
  };
}

/** The earliest of several times, `null` where there is none. */
export const earliest = (...times: (number | null)[]): number | null =>
  times.reduce((least, time) => (least === null || (time !== null && time < least) ? time : least), null);
