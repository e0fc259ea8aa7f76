/** What D1 is told of a game. Pure. */

import { makeContracts, SEATS } from "../engine/index.ts";
import type { GameHistory } from "../history/write.ts";
import { categoryOf } from "./category.ts";
import { beginner, dealPlayers } from "./deal-players.ts";
import { type Commit, isFact } from "./events.ts";
import type { GameState } from "./state.ts";

/**
 * What history lacks after the event `after`. `commits` go to the newest one, which led to `state`, and begin no later than
 * the deal that was on the table at `after`. Upserts from finished facts: sending them twice is harmless.
 */
export function historyOf(state: GameState, commits: Iterable<Commit>, after: number): GameHistory {
  const log = [...commits];
  const lobby = log.some((commit) =>
    commit.events.some((event, i) => commit.seq + i > after && isFact(event) && event.type !== "deal_scored"),
  );
  const played = dealPlayers(state, log, after);
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
          category: categoryOf(facts),
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
            visibility: facts.visibility,
          };
        }),
    deals: played.map(({ players: [player0, player1, player2, player3], chosenBy }, i) => {
      const n = deals.length - played.length + i;
      const { number, tiebreak, kingdom, king, contracts, points, places } = deals[n];
      return {
        gameId: facts.id,
        ordinal: n + 1,
        number,
        tiebreak,
        kingdom,
        king,
        contracts: makeContracts(contracts).join(","),
        points0: points[0],
        points1: points[1],
        points2: points[2],
        points3: points[3],
        places: places.join(","),
        player0,
        player1,
        player2,
        player3,
        chosenBy,
        choice: chosenBy === null ? null : deals.slice(0, n + 1).filter((deal) => deal.kingdom === kingdom).length,
      };
    }),
    results:
      result === null || !lobby
        ? []
        : SEATS.map((seat) => ({
            gameId: facts.id,
            seat,
            total: result.totals[seat],
            place: result.places[seat],
            won: result.winners.includes(seat),
            ...beginner(state, seat),
          })),
  };
}
