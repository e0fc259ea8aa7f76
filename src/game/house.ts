/** House bots at a table: what they answer, and when they go on. */

import { type Bot, decide, findBot } from "../bots/index.ts";
import {
  apply,
  asksAll,
  awaitedSeats,
  isAwaited,
  type Match,
  parseAction,
  type Seat,
  viewFor,
} from "../engine/index.ts";
import type { Packs } from "./dealing.ts";
import { botAt, STAND_IN } from "./occupants.ts";
import { type Draft, published } from "./play.ts";
import { type GameState, stateAfter } from "./state.ts";

/** What house bots may spend within one commit, by their `playouts`: 64 moves of today's bots, together about 5 ms. */
const BUDGET = 64;
/** The pause before they go on when that is spent, in milliseconds: others get their turn. Where they play alone nobody waits for them. */
const PAUSE_MS = 20,
  ALONE_PAUSE_MS = 200;
/** Where they play alone and the alarm came late, others need the time: the pause grows by so many times as much, to the longest one in milliseconds. */
const LATE_FACTOR = 20,
  LONGEST_PAUSE_MS = 10_000;
/** How long they wait where as many games of the account as may be are played by house bots alone, in milliseconds. */
const TURN_PAUSE_MS = 10_000;
/** The pause after they failed, in milliseconds, so that no alarm runs in a circle. */
const FAILURE_PAUSE_MS = 60_000;

/** Whether a house bot must act now. */
const awaitsBot = ({ match, seats, status }: GameState): boolean =>
  status === "playing" &&
  match !== null &&
  seats.some((occupant, seat) => botAt(occupant) !== null && isAwaited(match, seat));

/** Whether house bots play on alone: at every seat, for whatever reason. */
export const playAlone = ({ seats, status }: GameState): boolean =>
  status === "playing" && seats.every((occupant) => botAt(occupant) !== null);

/** What a house bot would do at a seat, from nothing but that seat's view. */
export function decideAs(
  bot: Bot,
  state: GameState,
  match: Match,
  seat: Seat,
  packs: Packs,
): ReturnType<typeof decide> {
  const view = viewFor(match, seat);
  return decide(bot, { rules: state.facts.rules, ...view, you: view.you! }, packs.botWords(state.version, seat));
}

/**
 * What house bots do next, or `null` where none is awaited. The answers of a phase that asks all at once belong together,
 * all drawn from the view before any of them, so that neither time nor order tells who holds what.
 */
export function nextAnswers(state: GameState, packs: Packs): { draft: Draft; playouts: number; failed: Seat[] } | null {
  const before = state.match;
  if (before === null || state.status !== "playing") return null;
  const waiting = awaitedSeats(before).filter((seat) => botAt(state.seats[seat]) !== null);
  if (waiting.length === 0) return null;
  const draft: Draft & { match: Match } = { moves: [], events: [], match: before };
  const failed: Seat[] = [];
  let playouts = 0;
  for (const seat of asksAll(before) ? waiting : waiting.slice(0, 1)) {
    const bot = findBot(botAt(state.seats[seat])!) ?? findBot(STAND_IN)!;
    const decision = decideAs(bot, state, before, seat, packs);
    if (decision.failed) failed.push(seat);
    const applied = apply(draft.match, seat, parseAction(decision.action)!, packs);
    if (!applied.ok) throw new Error(`a house bot's listed action was refused: ${applied.error}`);
    draft.match = applied.match;
    draft.moves.push({ seat, action: decision.action, decision: state.decisions[seat]!, by: "bot" });
    draft.events.push(...published(state, applied.events, "bot", packs));
    playouts += bot.playouts;
  }
  return { draft, playouts, failed };
}

export class HouseBots {
  /** When they last failed, in milliseconds since 1970; 0 where they have played since. */
  #failedAt = 0;
  /** Not before this do they play on alone, in milliseconds since 1970. */
  #turnAt = 0;
  /** How late the alarm that had them go on came last, in milliseconds. */
  #lateMs = 0;

  /**
   * All that house bots do from `state` on, until a person is awaited or their budget is spent; `null` for nothing. What fails
   * here must not fail the commit that it belongs to: the alarm tries again.
   */
  answers(state: GameState, packs: Packs): Draft | null {
    const all: Draft = { moves: [], events: [], match: state.match };
    let now = state;
    try {
      for (let spent = 0; spent < BUDGET; ) {
        const next = nextAnswers(now, packs);
        if (next === null) break;
        for (const seat of next.failed)
          console.error(`house bot at seat ${seat} of ${state.facts.id} failed at version ${now.version}`);
        const { moves, events, match } = next.draft;
        now = stateAfter(now, { seq: now.version + 1, at: 0, moves, events }, match);
        all.moves.push(...moves);
        all.events.push(...events);
        all.match = match;
        spent += next.playouts;
      }
      this.#failedAt = 0;
    } catch (error) {
      this.#failedAt = Date.now();
      console.error(
        `house bots of ${state.facts.id} failed: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    return all.moves.length === 0 ? null : all;
  }

  /** Whether they rest: after a failure, or until they may play on alone. */
  get areResting(): boolean {
    return Date.now() < Math.max(this.#turnAt, this.#failedAt + FAILURE_PAUSE_MS);
  }

  /** Learns how late the alarm came. */
  delayed(lateMs: number): void {
    this.#lateMs = lateMs;
  }

  /** They may not play on alone for now: other games of the account have their turn. */
  waitForTurn(): void {
    this.#turnAt = Date.now() + TURN_PAUSE_MS;
  }

  /** When the alarm must have them go on, or `null`. */
  dueAt(state: GameState, now: number): number | null {
    if (!awaitsBot(state)) return null;
    if (this.#failedAt > 0) return this.#failedAt + FAILURE_PAUSE_MS;
    if (!playAlone(state)) return now + PAUSE_MS;
    const pause = Math.min(ALONE_PAUSE_MS + LATE_FACTOR * this.#lateMs, LONGEST_PAUSE_MS);
    return Math.max(this.#turnAt, now + pause);
  }
}
