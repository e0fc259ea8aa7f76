/** By the types of openapi-typescript and its fetch wrapper. */

import createClient from "openapi-fetch";
import type { components, paths } from "./generated/openapi-fetch/schema.d.ts";
import type { Action, Player, Table } from "./player.ts";

type GameView = components["schemas"]["GameView"];

const actionOf = (action: components["schemas"]["LegalAction"]): Action =>
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
  const client = createClient<paths>({ baseUrl: url });
  const must = <T>({ data, error }: { data?: T; error?: components["schemas"]["Problem"] }): T => {
    if (data === undefined) throw new Error(error?.detail);
    return data;
  };
  return {
    async register(name) {
      const { token } = must(await client.POST("/v1/players", { body: { name, kind: "bot" } }));
      client.use({
        onRequest: ({ request }) => {
          request.headers.set("Authorization", `Bearer ${token}`);
        },
      });
    },
    create: async () => tableOf(must(await client.POST("/v1/games", { body: { rules: { kingdoms: 1 } } }))),
    join: async (gameId) =>
      tableOf(must(await client.POST("/v1/games/{gameId}/join", { params: { path: { gameId } }, body: {} }))),
    read: async (gameId) => tableOf(must(await client.GET("/v1/games/{gameId}", { params: { path: { gameId } } }))),
    act: async (gameId, action, decision) =>
      tableOf(
        must(
          await client.POST("/v1/games/{gameId}/actions", { params: { path: { gameId } }, body: { action, decision } }),
        ).game,
      ),
    async refusal(gameId) {
      const { error } = await client.POST("/v1/games/{gameId}/actions", {
        params: { path: { gameId } },
        body: { action: "p:1X" },
      });
      return `${error?.code} ${error?.errors?.[0].code}`;
    },
  };
}
