/** Playing: one action of one seat. */

import { atGame } from "../access/call.ts";
import { labelledFor } from "../exchange/language.ts";
import { json, operation } from "../exchange/operation.ts";
import { createRouter } from "../exchange/router.ts";
import { Acted, ActionRequest } from "../schemas/action.ts";
import type { GameEvent } from "../schemas/event.ts";
import { gameParams } from "../schemas/params.ts";

const act = operation({
  method: "post",
  path: "/v1/games/{gameId}/actions",
  operationId: "act",
  tags: ["Play"],
  access: "player",
  scope: "games:play",
  seatTokens: true,
  budget: null,
  problems: [
    "too_many_refusals",
    "not_seated",
    "seat_forfeited",
    "seat_substituted",
    "game_not_started",
    "game_over",
    "decision_answered",
    "stale_decision",
    "wrong_phase",
    "not_your_turn",
    "card_not_in_hand",
    "must_follow_suit",
    "must_discard_king",
    "heart_lead_forbidden",
    "not_playable_on_layout",
    "must_play",
    "contract_already_used",
    "contract_not_offered",
    "not_doublable",
    "redeal_not_allowed",
  ],
  summary: "Act",
  description:
    "Plays one of the caller's legal actions, named by its id. House bots move before the response is sent, until it is a player's turn. A rejected action changes nothing, and the response includes the current view. If you don't know whether the action counted, send it again with its `decision`. The response is the same, with `replayed: true`.",
  request: { params: gameParams, body: { required: true, content: { "application/json": { schema: ActionRequest } } } },
  responses: { 200: json(Acted, "The events from this action up to `version`, and the view at that version.") },
});

/** An answer whose connection breaks before its body has come. */
const brokenAnswer = (): Response =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("dropped as asked")) }), {
    headers: { "Content-Type": "application/json" },
  });

export const actions = createRouter().answer(act, atGame, async ({ game, player, credential, onlySeat }, c) => {
  const { action, decision } = c.req.valid("json");
  const { app } = credential;
  // With its decision an action is its own natural key, so that a repeat does no more.
  const acted = await game.ask(
    (object) =>
      object.act({
        player,
        ...(app !== null && { app }),
        ...(onlySeat !== undefined && { onlySeat }),
        action,
        decision: decision ?? null,
      }),
    { repeatable: decision !== undefined },
  );
  // A fault that was asked for: the client must find out by its decision whether the action counted.
  if (acted.dropped === true) return brokenAnswer() as never;
  // The type of an event names only its envelope; what it holds is the game's own promise.
  const { replayed, version } = acted;
  return c.json({ replayed, events: acted.events as GameEvent[], version, game: labelledFor(c, acted.game) }, 200);
});
