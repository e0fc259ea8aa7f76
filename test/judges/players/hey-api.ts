/** By the functions of hey-api. */

import { createClient } from "./generated/hey-api/client/index.ts";
import { act, createGame, createPlayer, getGame, joinGame } from "./generated/hey-api/sdk.gen.ts";
import type { GameView, LegalAction } from "./generated/hey-api/types.gen.ts";
import type { Action, Player, Table } from "./player.ts";

const actionOf = (action: LegalAction): Action =>
  action.type === "play"
    ? { id: action.id, type: action.type, card: action.card }
    : { id: action.id, type: action.type };

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
  const client = createClient({ baseUrl: url, auth: () => token });
  const strictly = { client, throwOnError: true } as const;
  return {
    async register(name) {
      ({ token } = (await createPlayer({ ...strictly, body: { name, kind: "bot" } })).data);
    },
    create: async () => tableOf((await createGame({ ...strictly, body: { rules: { kingdoms: 1 } } })).data),
    join: async (gameId) => tableOf((await joinGame({ ...strictly, path: { gameId }, body: {} })).data),
    read: async (gameId) => tableOf((await getGame({ ...strictly, path: { gameId } })).data),
    async act(gameId, action, decision) {
      const { data } = await act({ ...strictly, path: { gameId }, body: { action, decision } });
      // Only who prefers a minimal answer gets one without a body.
      if (!data) throw new Error("an action was answered without a body");
      return tableOf(data.game);
    },
    async refusal(gameId) {
      const { error } = await act({ client, path: { gameId }, body: { action: "p:1X" } });
      return `${error?.code} ${error?.errors?.[0].code}`;
    },
  };
}
