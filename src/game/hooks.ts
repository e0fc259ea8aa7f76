/** The hooks of a game: who is told of what happens, each by a courier of its own, so that no endpoint delays the game. */

import type { CourierCalls, HookFacts, HookNotice, HookView } from "../courier/types.ts";
import { EXPORT_CHECK_MS } from "./due.ts";
import { boxed, drain } from "./export.ts";
import { botAt, type GameState, seatOf } from "./state.ts";
import type { Store } from "./store.ts";
import type { GameRefusal, HookRequest } from "./types.ts";

/** A hook as its game knows it. */
export type Hook = Pick<HookFacts, "id" | "player" | "audience">;

/** What a courier is told of a game, whose own time is `offset` milliseconds ahead: a courier goes by the real one. Pure. */
export function noticeTo(
  { audience, player }: Pick<Hook, "audience" | "player">,
  state: GameState,
  offset = 0,
): HookNotice {
  const seat = audience === "public" || state.status !== "playing" ? null : seatOf(state, player);
  // What a house bot decides for the player is not his to answer.
  const opened = seat === null || botAt(state.seats[seat]) !== null ? null : state.decisions[seat];
  const deadline = opened === null ? null : (state.clock?.deadlines[seat!] ?? null);
  const sandbox = state.facts.sandbox === true ? { sandbox: true as const } : {};
  return {
    version: state.version,
    ...sandbox,
    decision: opened === null ? null : { id: String(opened), deadline: deadline === null ? null : deadline - offset },
  };
}

/** How many hooks a game has at most: each is told of every commit. */
const MOST_OF_A_GAME = 30;

export class Hooks {
  readonly #store: Store;
  readonly #couriers: DurableObjectNamespace;
  /** Read from the database when they are first needed. */
  #hooks: Hook[] | null = null;
  /** The tellings that are under way, by hook: one at a time each. */
  readonly #telling = new Map<string, Promise<void>>();

  readonly #offset: () => number;

  constructor(store: Store, couriers: DurableObjectNamespace, offset: () => number) {
    this.#offset = offset;
    this.#store = store;
    this.#couriers = couriers;
  }

  get #all(): readonly Hook[] {
    return (this.#hooks ??= this.#store.readHooks());
  }

  /** The ids of a player's hooks, oldest first. */
  of(player: string): string[] {
    return this.#all.filter((hook) => hook.player === player).map(({ id }) => id);
  }

  /** Why a player may not have another hook of this kind; `null` where he may. */
  #refusal(state: GameState, { player, audience, most }: HookRequest): GameRefusal | null {
    if (seatOf(state, player) === null && (audience === "seat" || state.facts.creator !== player)) return "not_seated";
    if (state.status === "finished" || state.status === "aborted") return "game_over";
    return this.of(player).length >= most || this.#all.length >= MOST_OF_A_GAME ? "limit_reached" : null;
  }

  /** Begins a hook, from the next event on. */
  async add(
    request: HookRequest,
    now: () => GameState,
  ): Promise<{ ok: true; hook: HookView; secret: string } | { ok: false; code: GameRefusal }> {
    const { id, player, audience, url } = request;
    const state = now();
    const refused = this.#refusal(state, request);
    if (refused !== null) return { ok: false, code: refused };
    const opened = await this.#courier(id).open(
      { id, game: state.facts.id, player, audience, url, since: state.version },
      noticeTo(request, state, this.#offset()),
    );
    // Others may have come in between.
    const late = this.#refusal(now(), request);
    if (late !== null) {
      await this.#courier(id).close();
      return { ok: false, code: late };
    }
    this.#store.transaction(() => {
      this.#store.writeHook({ id, player, audience }, Date.now());
      this.#store.writeExport(`hook:${id}`, { seq: state.version, attempts: 0, nextTry: 0, lastError: null });
    });
    this.#hooks = null;
    return { ok: true, ...opened };
  }

  /** Ends the hooks of those who left before the start. */
  async prune(state: GameState): Promise<void> {
    if (state.status !== "waiting") return;
    const left = this.#all.filter(({ player }) => player !== state.facts.creator && seatOf(state, player) === null);
    for (const { id } of left) this.remove(id);
    await Promise.all(
      left.map(({ id }) =>
        this.#courier(id)
          .close()
          .catch(() => {}),
      ),
    );
  }

  remove(id: string): void {
    this.#store.transaction(() => this.#store.removeHook(id));
    this.#hooks = null;
  }

  /** When a courier that has not heard all must be told again; Infinity where all have. */
  dueAt(version: number, now: number): number {
    const behind = this.#all.map(({ id }) => this.#store.readExport(`hook:${id}`)).filter(({ seq }) => seq < version);
    return Math.min(...behind.map(({ nextTry }) => Math.max(nextTry, now + EXPORT_CHECK_MS)));
  }

  /** Tells every courier that there is something new. */
  async tell(now: () => GameState): Promise<void> {
    await Promise.all(
      this.#all.map((hook) => {
        const running =
          this.#telling.get(hook.id) ?? this.#tellOne(hook, now).finally(() => this.#telling.delete(hook.id));
        this.#telling.set(hook.id, running);
        return running;
      }),
    );
  }

  #tellOne(hook: Hook, now: () => GameState): Promise<void> {
    const target = `hook:${hook.id}` as const;
    let isGone = false;
    return drain({
      newest: () => ({ due: isGone ? 0 : now().version, version: now().version }),
      read: () => this.#store.readExport(target),
      // What its owner has ended leaves nothing behind.
      write: (reached) => {
        if (this.#all.some(({ id }) => id === hook.id)) this.#store.writeExport(target, reached);
      },
      send: () =>
        boxed(
          this.#courier(hook.id)
            .tell(noticeTo(hook, now(), this.#offset()))
            .then((heard) => {
              isGone = !heard;
              if (isGone) this.remove(hook.id);
            }),
        ),
      failed: (attempts, error) =>
        console.error(`hook ${hook.id} of ${now().facts.id} could not be told, attempt ${attempts}: ${error}`),
      now: () => Date.now(),
      jitter: () => Math.random(),
    });
  }

  #courier(id: string): CourierCalls {
    // The cast: what the platform makes of the types adds only its own wrappings.
    return this.#couriers.getByName(id) as unknown as CourierCalls;
  }
}
