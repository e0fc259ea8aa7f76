/** What D1 is told of a game. Pure. */

import { makeContracts, SEATS } from "../engine/index.ts";
import type { GameHistory } from "../history/write.ts";
import { type Commit, isFact } from "./events.ts";
import type { GameState } from "./state.ts";

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
