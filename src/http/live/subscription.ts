/** One client that follows a log, over whatever it has open: held by the Worker, so that the object can sleep meanwhile. */

import type { Entry, Page } from "../../feed/frames.ts";
import { type Fault, faulty, type Problem } from "../exchange/problem.ts";
import { type Dial, Line, type Listener } from "./line.ts";

/** How often a client is shown that it is still followed, and how long one thing stays open at most; milliseconds. */
export const HEARTBEAT_MS = 15_000,
  LIFETIME_MS = 6 * 3600_000;

/** Why nothing more will come, for good: the game is over, or the token holds no longer. */
export type EndReason = "over" | "revoked" | "expired";

/** What is followed, and for whom. */
export interface Following {
  dial: Dial;
  /** `seq` of the last entry that the client has. */
  after: number;
  /** Where the client has said so, if not by `after`. */
  said?: Pick<Fault, "in" | "pointer">;
  /** Asked at every heartbeat, and before anything is told: why the client may follow no longer, or `null`. */
  lapsed: () => EndReason | null;
}

/** The refusal of a place behind the end of a log: nothing would come until the log had got there, and then not all. */
const beyondEnd = ({ after, said = { in: "query", pointer: "/after" } }: Following, newest: number): Problem =>
  faulty([
    {
      ...said,
      code: "beyond_end",
      message: `There is no event ${after} yet: the last one is ${newest}. Read the log from an event that you have received.`,
    },
  ]);

/** A line to the object's feed, whose entries are told to one client for as long as its token holds. */
export abstract class Subscription {
  readonly #following: Following;
  #line: Line<Entry> | null = null;
  #heart: ReturnType<typeof setInterval> | undefined;
  #isReleased = false;

  constructor(following: Following) {
    this.#following = following;
  }

  /** Tells entries, each once and in their order; none when the line has just been opened and nothing is new. */
  protected abstract tell(page: Page): void;
  /** Tells who has to act as of the entry `version`, `null` for nobody. */
  protected abstract tellAwaiting(awaiting: object | null, version: number): void;
  /** Shows the client that it is still followed. `version`: `seq` of the last entry that came. */
  protected abstract beat(version: number): void;
  /** Tells the client that nothing more will come, and closes what it has open. */
  protected abstract end(reason: EndReason, version: number): void;
  /** Tells the client that it asked for what comes after an entry that there is not, and closes what it has open. */
  protected abstract stray(problem: Problem): void;
  /** Closes what the client has open, which has lasted long enough: it may come back. */
  protected abstract expire(): void;

  protected get line(): Line<Entry> | null {
    return this.#line;
  }

  /** Opens the line. Throws where the object refuses. */
  protected async follow(listener: Omit<Listener<Entry>, "page">): Promise<void> {
    const { dial, after } = this.#following;
    let isNew = true;
    const page = (page: Page): void => {
      if (this.endIfLapsed(page.newest)) return;
      // What is told first says where the log stands.
      if (isNew && after > page.newest) return this.stray(beyondEnd(this.#following, page.newest));
      isNew = false;
      this.tell(page);
      const isWhole = page.data.length === 0 || page.data.at(-1)!.seq >= page.newest;
      if (page.awaiting !== undefined && isWhole && !page.over) this.tellAwaiting(page.awaiting, page.newest);
    };
    const line = await Line.open(dial, after, { ...listener, page });
    if (this.#isReleased) return line.close();
    this.#line = line;
    const since = Date.now();
    this.#heart = setInterval(() => {
      if (Date.now() - since >= LIFETIME_MS) return this.expire();
      if (this.endIfLapsed(line.last)) return;
      this.beat(line.last);
      line.beat();
    }, HEARTBEAT_MS);
  }

  /** Ends where the token holds no longer. Whether it has ended. */
  protected endIfLapsed(version = this.#line?.last ?? 0): boolean {
    const reason = this.#following.lapsed();
    if (reason !== null) this.end(reason, version);
    return reason !== null;
  }

  /** Lets the line go. Whether it was held until now. */
  protected release(): boolean {
    if (this.#isReleased) return false;
    this.#isReleased = true;
    clearInterval(this.#heart);
    this.#line?.close();
    return true;
  }

  protected get isReleased(): boolean {
    return this.#isReleased;
  }
}
