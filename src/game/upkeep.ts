/**
 * What a game takes from the accounts that have set it in motion: a place among the games that they hold, and deals. Their own
 * objects count it, so that no limit depends on what a database has heard.
 */

import { callsOf, within } from "../durable/index.ts";
import { mostDeals } from "../engine/index.ts";
import type { PlayerCalls, Reserved } from "../player/types.ts";
import type { DealBudget, HeldKind } from "../wire/bounds.ts";
import type { LobbyEvent } from "./events.ts";
import { playAlone } from "./house.ts";
import { occupantOf } from "./lobby.ts";
import { allFilled, type GameFacts, type GameState } from "./state.ts";
import type { CreateRequest, Refused } from "./types.ts";

/** How long a player's object may take to answer an alarm, in milliseconds: while that runs no other one fires. */
const PATIENCE_MS = 2000;

/** A place that an account holds for a game. */
export interface Held {
  account: string;
  kind: HeldKind;
}

type Payer = Pick<GameFacts, "creator" | "operator">;

/** Whoever answers for what house bots do alone: the creator, or where that is a user of an app the account that runs it. */
const botPlace = ({ creator, operator }: Payer): Held =>
  operator === undefined ? { account: creator, kind: "botGames" } : { account: operator, kind: "appBotGames" };

const waitingPlace = ({ creator }: Payer): Held => ({ account: creator, kind: "waitingGames" });

/** The places that a game needs as it stands. */
export function needsOf(state: GameState): Held[] {
  if (state.status === "waiting") return [waitingPlace(state.facts), ...seatPlaces(state)];
  return playAlone(state) ? [botPlace(state.facts)] : [];
}

/** Those of the players who have sat down in a game of somebody else. A seat that was kept for one of them was not taken from others: nothing is held for it, and nothing is lost by saying so here. */
const seatPlaces = ({ facts, seats }: GameState): Held[] =>
  seats.flatMap((each) =>
    each.kind === "player" && each.player.id !== facts.creator
      ? [{ account: each.player.id, kind: "joinedSeats" as const }]
      : [],
  );

/** Whether a player takes an open seat by these events, in a game of somebody else that waits. */
export const takesOpenSeat = (
  { status, facts, seats }: GameState,
  player: string,
  events: readonly LobbyEvent[],
): boolean =>
  status === "waiting" &&
  player !== facts.creator &&
  events.some((event) => event.type === "seat_taken" && seats[event.seat].kind === "open");

/** What a game takes when it is made: its place, and its deals with those of the series that it begins. */
function costOf(request: CreateRequest): { places: Held[]; deals: number; payer: string; budget: DealBudget } {
  const creator = request.creator.id;
  const operator = request.creator.app?.owner;
  const facts = { creator, operator };
  const seats = request.seats.map(occupantOf);
  const isAlone = seats.every(({ kind }) => kind === "bot");
  const places = isAlone ? [botPlace(facts)] : allFilled(seats) ? [] : [waitingPlace(facts)];
  // A later match of a series was paid for with its first one.
  const matches = request.series == null ? 1 : request.series.number === 1 ? request.series.matches : 0;
  return {
    places,
    deals: matches * mostDeals(request.rules),
    payer: operator ?? creator,
    budget: operator === undefined ? "deals" : "appDeals",
  };
}

/** The refusal of a game that was over a limit. */
export const overLimit = ({ limit, retryAfterMs }: Extract<Reserved, { ok: false }>): Refused => ({
  ok: false,
  code: retryAfterMs === null ? "limit_reached" : "too_many_requests",
  game: null,
  over: { limit, retryAfterMs },
});

export class Upkeep {
  readonly #players: DurableObjectNamespace;
  /** What the game has needed since it was looked at last. */
  #needs: Held[] = [];
  /** Whether house bots may play on alone: their place was granted to this object. */
  #mayPlayAlone = false;

  constructor(players: DurableObjectNamespace) {
    this.#players = players;
  }

  /** Takes what a game costs before it is made. `null` where it may be made, else why not; then nothing was taken. */
  async admit(request: CreateRequest): Promise<Refused | null> {
    const { id: game } = request;
    const { places, deals, payer, budget } = costOf(request);
    const accounts = new Set([...places.map(({ account }) => account), ...(deals > 0 ? [payer] : [])]);
    const taken: Held[] = [];
    try {
      for (const account of accounts) {
        const holds = places.filter((place) => place.account === account);
        const reserved = await this.#calls(account).reserve({
          game,
          holds: holds.map(({ kind }) => kind),
          ...(account === payer && deals > 0 && { deals: { budget, count: deals } }),
        });
        if (reserved.ok) taken.push(...holds);
        else {
          await this.#release(game, taken);
          return overLimit(reserved);
        }
      }
    } catch (error) {
      console.error(`what ${game} costs could not be taken: ${String(error)}`);
      return { ok: false, code: "player_unavailable", game: null };
    }
    this.#mayPlayAlone = places.some(({ kind }) => kind !== "waitingGames");
    return null;
  }

  /** Takes the place of a seat before it is taken. `null` where that may be, else why not. */
  async admitSeat(game: string, account: string): Promise<Refused | null> {
    try {
      const reserved = await this.#calls(account).reserve({ game, holds: ["joinedSeats"] });
      return reserved.ok ? null : overLimit(reserved);
    } catch (error) {
      console.error(`the place of ${account} in ${game} could not be taken: ${String(error)}`);
      return { ok: false, code: "player_unavailable", game: null };
    }
  }

  /** Gives the place of a seat back that was not taken after all, or that the game no longer needs since it began with it. */
  async dismissSeat(game: string, account: string): Promise<void> {
    if (!this.needs(account, "joinedSeats")) await this.#release(game, [{ account, kind: "joinedSeats" }]);
  }

  /** The game wakes, and holds what it needs. */
  woken(state: GameState): void {
    this.#needs = needsOf(state);
  }

  /** A commit stands: places that are needed no longer are given back. One whose release gets lost is found out by its account. */
  committed(state: GameState, keep: (work: Promise<unknown>) => void): void {
    const before = this.#needs;
    this.#needs = needsOf(state);
    const over = before.filter(({ account, kind }) => !this.needs(account, kind));
    if (over.length === 0) return;
    if (!playAlone(state)) this.#mayPlayAlone = false;
    keep(this.#release(state.facts.id, over));
  }

  /** Whether the game needs that place, as far as its commits stand. */
  needs(account: string, kind: HeldKind): boolean {
    return this.#needs.some((held) => held.account === account && held.kind === kind);
  }

  /** Whether house bots may play on where they play alone: only so many games of an account do at a time. */
  async mayPlayAlone({ facts }: GameState): Promise<boolean> {
    if (this.#mayPlayAlone) return true;
    const { account, kind } = botPlace(facts);
    try {
      const reserved = await within(PATIENCE_MS, this.#calls(account).reserve({ game: facts.id, holds: [kind] }));
      this.#mayPlayAlone = reserved.ok;
    } catch (error) {
      console.error(`whether house bots of ${facts.id} may play could not be asked: ${String(error)}`);
    }
    return this.#mayPlayAlone;
  }

  async #release(game: string, places: readonly Held[]): Promise<void> {
    for (const [account, held] of Map.groupBy(places, (place) => place.account)) {
      await this.#calls(account)
        .release(
          game,
          held.map(({ kind }) => kind),
        )
        .catch((error: unknown) =>
          console.warn(`${account} could not be told what ${game} gives back: ${String(error)}`),
        );
    }
  }

  #calls(account: string): PlayerCalls {
    return callsOf(this.#players, account);
  }
}
