/** The export: a drain that tells a target in order, as often as it takes, and what history is told. Its effects are injected. */

import { makeContracts, SEATS } from "../engine/index.ts";
import type { GameHistory } from "../history/write.ts";
import { type Commit, type GameState, isFact } from "./state.ts";
import type { ExportState } from "./store.ts";

/** The first pause after a failure, and the longest, in milliseconds; each one doubles. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5 * 60 * 1000;

/** What history lacks after `commits`, the newest of which led to `state`. Upserts from finished facts: sending them twice is harmless. */
export function historyOf(state: GameState, commits: Iterable<Commit>, after: number): GameHistory {
  let newDeals = 0;
  let lobby = false;
  for (const commit of commits) {
    commit.events.forEach((event, i) => {
      if (commit.seq + i <= after || !isFact(event)) return;
      if (event.type === "deal_scored") newDeals++;
      else lobby = true;
    });
  }
  const { facts, match } = state;
  const deals = match?.deals ?? [];
  const result = match?.result ?? null;
  return {
    gameId: facts.id,
    game: !lobby
      ? null
      : {
          id: facts.id,
          status: state.status,
          preset: facts.rules.preset,
          mode: facts.rules.mode,
          partnership: facts.rules.partnership,
          visibility: facts.visibility,
          sandbox: facts.sandbox === true,
          creatorId: facts.creator,
          version: state.version,
          createdAt: facts.createdAt,
          startedAt: state.startedAt,
          finishedAt: state.finishedAt,
        },
    seats: !lobby
      ? []
      : SEATS.map((seat) => {
          const occupant = state.seats[seat];
          const player = occupant.kind === "player" || occupant.kind === "kept" ? occupant.player : null;
          const app = occupant.kind === "player" || occupant.kind === "kept" ? occupant.app : undefined;
          return {
            gameId: facts.id,
            seat,
            kind: occupant.kind,
            playerId: player?.id ?? null,
            playerName: player?.name ?? null,
            playerKind: player?.kind ?? null,
            appId: app?.id ?? null,
            appName: app?.name ?? null,
            appOwner: app?.owner ?? null,
            bot: occupant.kind === "bot" ? occupant.bot : null,
            createdAt: facts.createdAt,
          };
        }),
    deals: deals.slice(deals.length - newDeals).map((deal, i) => ({
      gameId: facts.id,
      ordinal: deals.length - newDeals + i + 1,
      number: deal.number,
      tiebreak: deal.tiebreak,
      kingdom: deal.kingdom,
      king: deal.king,
      contracts: makeContracts(deal.contracts).join(","),
      points0: deal.points[0],
      points1: deal.points[1],
      points2: deal.points[2],
      points3: deal.points[3],
      places: deal.places.join(","),
    })),
    results:
      result === null || !lobby
        ? []
        : SEATS.map((seat) => ({
            gameId: facts.id,
            seat,
            total: result.totals[seat],
            place: result.places[seat],
            won: result.winners.includes(seat),
          })),
  };
}

export interface DrainEffects {
  /** The newest event that the target has to hear of, and the newest there is. */
  newest(): { due: number; version: number };
  read(): ExportState;
  write(state: ExportState): void;
  /** Delivers what came after `reached`; rejects where the target does not answer. */
  send(reached: number): Promise<void>;
  /** Told of each failure. */
  failed(attempts: number, error: string): void;
  now(): number;
  /** 0 to 1, to spread the retries of many games. */
  jitter(): number;
}

/**
 * Sends until the target knows all that is due or fails once. What is reached moves only to the version read before the wait, and
 * a failure stalls: nothing is skipped.
 */
export async function drain(effects: DrainEffects): Promise<void> {
  for (;;) {
    const { due, version } = effects.newest();
    const reached = effects.read();
    if (due <= reached.seq || effects.now() < reached.nextTry) return;
    try {
      await effects.send(reached.seq);
    } catch (error) {
      const attempts = reached.attempts + 1;
      const pause =
        Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20)) * (0.5 + effects.jitter() / 2);
      const lastError = error instanceof Error ? error.message : String(error);
      effects.write({
        seq: reached.seq,
        attempts,
        nextTry: effects.now() + Math.round(pause),
        lastError: lastError.slice(0, 500),
      });
      effects.failed(attempts, lastError);
      return;
    }
    effects.write({ seq: version, attempts: 0, nextTry: 0, lastError: null });
  }
}

/** How long an export may take, so that nothing else due is held up. */
const EXPORT_BOX_MS = 2000;

/** Gives up waiting after EXPORT_BOX_MS; the work may still come through, which its idempotence allows for. */
export async function boxed(work: Promise<void>): Promise<void> {
  // The timer goes with the work: a pending one would keep the object in memory.
  const done = new AbortController();
  const late = scheduler.wait(EXPORT_BOX_MS, { signal: done.signal }).then(() => {
    throw new Error(`no answer within ${EXPORT_BOX_MS} ms`);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    late.catch(() => {});
    done.abort();
  }
}
