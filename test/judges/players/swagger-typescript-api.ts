/** By the client of swagger-typescript-api. */

import {
  Api,
  type GameView,
  type LegalAction,
  PlayerKind,
  type Problem,
} from "./generated/swagger-typescript-api/client.ts";
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
  const api = new Api<string>({
    baseUrl: url,
    securityWorker: (token) => (token === null ? undefined : { headers: { Authorization: `Bearer ${token}` } }),
  });
  return {
    async register(name) {
      api.setSecurityData((await api.v1.createPlayer({ name, kind: PlayerKind.Bot })).data.token);
    },
    create: async () => tableOf((await api.v1.createGame({ rules: { kingdoms: 1 } })).data),
    join: async (game) => tableOf((await api.v1.joinGame(game, {})).data),
    read: async (game) => tableOf((await api.v1.getGame(game)).data),
    act: async (game, action, decision) => tableOf((await api.v1.act(game, { action, decision })).data.game),
    async refusal(game) {
      const { error } = await api.v1.act(game, { action: "p:1X" }).catch((refused: { error: Problem }) => refused);
      return `${error.code} ${error.errors?.[0].code}`;
    },
  };
}
