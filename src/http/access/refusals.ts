/**
 * Who sends a game more refused actions than it bears, as this isolate knows them: few of their further actions reach the game, so
 * that the others at its table do not wait for them. What the game counts is the truth; this is forgotten with the window.
 */

import { REFUSAL_WINDOW_MS } from "../../wire/refusals.ts";
import { Problem, type ProblemCode } from "../exchange/problem.ts";

/** How many actions a second reach a game from who is over their refusals there: a legal one is sent less often than that. */
export const HEARD_A_SECOND = 10;
/** How many are remembered; then all are forgotten. */
const MOST_REMEMBERED = 10_000;

/** `until`: when they are forgotten, `second` and `heard`: how many actions were let through in the present second. Times in milliseconds. */
interface Over {
  until: number;
  second: number;
  heard: number;
}

/** The problem of an action that does not reach its game any more. */
export const tooManyRefusals = (): Problem => new Problem("too_many_refusals", { headers: { "Retry-After": "1" } });

/** By token and game. */
export class RefusedCallers {
  readonly #over = new Map<string, Over>();

  /** Takes note that the token is over its refusals in that game at `now` (milliseconds since 1970). */
  note(token: string, game: string, now: number): void {
    const key = `${token} ${game}`;
    const known = this.#over.get(key);
    if (known === undefined && this.#over.size >= MOST_REMEMBERED) this.#over.clear();
    this.#over.set(key, { second: 0, heard: 0, ...known, until: now + REFUSAL_WINDOW_MS });
  }

  /** Whether an action of that token may reach that game at `now`, and counts it. */
  isHeard(token: string, game: string, now: number): boolean {
    const over = this.#over.get(`${token} ${game}`);
    if (over === undefined) return true;
    if (now >= over.until) {
      this.#over.delete(`${token} ${game}`);
      return true;
    }
    const second = Math.floor(now / 1000);
    if (over.second !== second) Object.assign(over, { second, heard: 0 });
    return ++over.heard <= HEARD_A_SECOND;
  }
}

/** Those whom this isolate has heard of. */
export const refusedCallers = new RefusedCallers();

/** Refusals of actions by who has no seat in the game: they are counted like any other call. */
export const isStranger = (code: ProblemCode): boolean => code === "not_seated" || code === "seat_forfeited";
