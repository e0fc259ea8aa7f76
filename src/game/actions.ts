/** Actions at a table: who may act, what a repeat means, and what a refused one costs. */

import { parseAction } from "../engine/index.ts";
import type { Language } from "../labels/languages.ts";
import { labelled } from "../labels/view.ts";
import { hasForfeited } from "./company.ts";
import type { Ledger } from "./ledger.ts";
import { botAt } from "./occupants.ts";
import { draftMove } from "./play.ts";
import { answerTo, eventsFrom } from "./reading.ts";
import { RefusalMeter } from "./refusals.ts";
import type { Sandbox } from "./sandbox.ts";
import { type GameState, seatOf } from "./state.ts";
import type { Acted, ActRequest, Answered, GameRefusal, Refused } from "./types.ts";
import { audienceOf, gameView, readerOf } from "./view.ts";

/** What a call makes of the game as it is: its answer, or why not. `isBare` where the refusal shows no game. */
export type Outcome<T> = ({ ok: true } & T) | ({ ok: false; isBare?: true } & Pick<Refused, "code" | "over">);

export const refuse = (code: GameRefusal): { ok: false; code: GameRefusal } => ({ ok: false, code });

export class Actions {
  readonly #ledger: Ledger;
  readonly #sandbox: Sandbox;
  readonly #refusals = new RefusalMeter();

  constructor(ledger: Ledger, sandbox: Sandbox) {
    this.#ledger = ledger;
    this.#sandbox = sandbox;
  }

  /** The same as `act`, its answer as the text that goes to a client; `language` `null` wants none. */
  actAsText(request: ActRequest, language: Language | null): Outcome<Answered> {
    const outcome = this.act(request);
    if (!outcome.ok) return outcome;
    const { replayed, events, version, game, dropped } = outcome;
    const body = language === null ? null : { replayed, events, version, game: labelled(game, language) };
    return {
      ok: true,
      replayed,
      version,
      text: body === null ? null : JSON.stringify(body),
      ...(dropped && { dropped }),
    };
  }

  /** One action of one seat. Legal ones are always taken; a caller who is refused too often is told no more than that. */
  act(request: ActRequest): Outcome<Acted> {
    const { state } = this.#ledger;
    const outcome = this.#judge(state, request);
    if (outcome.ok) return outcome;
    // An app can name any number of users: those who have no seat here are counted together.
    const counted = request.app !== undefined && seatOf(state, request.player) === null ? request.app : request.player;
    return this.#refusals.isOver(counted, Date.now())
      ? { ok: false, code: "too_many_refusals", isBare: true }
      : outcome;
  }

  /** The checks in the order of docs/api.md section 1 row 3. */
  #judge(state: GameState, request: ActRequest): Outcome<Acted> {
    const seat = seatOf(state, request.player);
    if (seat === null && hasForfeited(state, request.player)) return refuse("seat_forfeited");
    if (seat === null || (request.onlySeat !== undefined && request.onlySeat !== seat)) return refuse("not_seated");
    const open = state.decisions[seat] === null ? null : String(state.decisions[seat]);
    const isOpen = request.decision === null || request.decision === open;
    const given = isOpen ? null : answerTo(this.#ledger, seat, request.decision!);
    if (given !== null && given.action === request.action) return this.#acted(request, given.seq, true);
    if (state.status === "waiting") return refuse("game_not_started");
    if (state.status !== "playing") return refuse("game_over");
    if (botAt(state.seats[seat]) !== null) return refuse("seat_substituted");
    if (!isOpen) return refuse(given === null ? "stale_decision" : "decision_answered");
    const action = parseAction(request.action);
    if (action === undefined) throw new TypeError("the caller checks action ids");
    const played = draftMove(state, seat, action, "player", this.#ledger.packs);
    if (!played.ok) return refuse(played.code);
    const seq = this.#ledger.commit(played.draft);
    const acted = this.#acted(request, seq, false);
    // In a sandbox an answer may be meant to get lost.
    return this.#sandbox.take("dropAnswers") ? { ...acted, dropped: true } : acted;
  }

  #acted({ player, onlySeat }: ActRequest, seq: number, replayed: boolean): { ok: true } & Acted {
    const { state } = this.#ledger;
    return {
      ok: true,
      replayed,
      events: eventsFrom(this.#ledger, seq, readerOf(state, player, onlySeat), Infinity),
      version: state.version,
      // The seat may be another's by now: with the next deal whoever was to come has it.
      game: gameView(state, audienceOf(state, player, onlySeat), this.#ledger.now()),
    };
  }
}
