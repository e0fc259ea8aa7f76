/** By the client of Redocly. */

import {
  ApiError,
  createClient,
  type GameView,
  isPlayAction,
  type LegalAction,
  OPERATIONS,
  type OperationId,
  type OperationPath,
  type OperationTag,
  type Ops,
  type Problem,
} from "./generated/redocly/client.ts";
import type { Action, Player, Table } from "./player.ts";

const actionOf = (action: LegalAction): Action =>
  isPlayAction(action) ? { id: action.id, type: action.type, card: action.card } : { id: action.id, type: action.type };

const tableOf = (game: GameView): Table => ({
  id: game.id,
  status: game.status,
  scores: game.scores,
  finishedDeals: game.deals.length,
  winners: game.result?.winners ?? null,
  decision: game.you?.decision?.id ?? null,
  legalActions: game.you?.legalActions.map(actionOf) ?? [],
});

export function player(url: string): Player {
  let token = "";
  const client = createClient<Ops, OperationId, OperationPath, OperationTag>(OPERATIONS, {
    serverUrl: url,
    auth: { bearer: () => token },
  });
  return {
    async register(name) {
      ({ token } = await client.createPlayer({ body: { name, kind: "bot" } }));
    },
    create: async () => tableOf(await client.createGame({ body: { rules: { kingdoms: 1 } } })),
    join: async (game) => tableOf(await client.joinGame({ path: { gameId: game }, body: {} })),
    read: async (game) => tableOf(await client.getGame({ path: { gameId: game } })),
    act: async (game, action, decision) =>
      tableOf((await client.act({ path: { gameId: game }, body: { action, decision } })).game),
    async refusal(game) {
      const error = await client
        .act({ path: { gameId: game }, body: { action: "p:1X" } })
        .catch((refused: unknown) => refused);
      if (!(error instanceof ApiError)) throw error;
      const problem = error.body as Problem;
      return `${problem.code} ${problem.errors?.[0].code}`;
    },
  };
}
