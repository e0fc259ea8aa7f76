/** Playing: one action of one seat. */

import type { Answered } from "../../game/types.ts";
import type { Language } from "../../labels/languages.ts";
import { atGame } from "../access/call.ts";
import type { Exchange } from "../exchange/env.ts";
import { enveloped } from "../exchange/envelope.ts";
import { languageOf } from "../exchange/language.ts";
import { json, operation } from "../exchange/operation.ts";
import { wantsMinimal } from "../exchange/preferences.ts";
import { createRouter } from "../exchange/router.ts";
import { Acted, ActionRequest, PREFER_MINIMAL } from "../schemas/action.ts";
import { gameParams } from "../schemas/params.ts";

/** What is told of an action without a body. */
const MINIMAL = {
  "Preference-Applied": {
    schema: { type: "string" as const, enum: ["return=minimal"] },
    description: "The preference that was applied.",
  },
  "Trix-Replayed": {
    schema: { type: "string" as const, enum: ["true", "false"] },
    description: "Whether this action had already counted. If so, nothing new happened.",
  },
  "Trix-Version": {
    schema: { type: "integer" as const, minimum: 1 },
    description: "`seq` of the latest event, including those of house bots that moved in response.",
  },
};

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
    "must_discard_penalty",
    "must_play_king",
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
  parameters: [PREFER_MINIMAL],
  request: { params: gameParams, body: { required: true, content: { "application/json": { schema: ActionRequest } } } },
  responses: {
    200: json(Acted, "The events from this action up to `version`, and the view at that version."),
    204: { description: "The action was accepted. Only with `Prefer: return=minimal`.", headers: MINIMAL },
  },
});

/** An answer whose connection breaks before its body has come. */
const brokenAnswer = (): Response =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("dropped as asked")) }), {
    headers: { "Content-Type": "application/json" },
  });

/** The answer to an action that was taken, in `language`; `null` where no body is asked for. */
function answerOf(c: Exchange, { replayed, version, text, dropped }: Answered, language: Language | null): Response {
  // A fault that was asked for: the client must find out by its decision whether the action counted.
  if (dropped === true) return brokenAnswer();
  if (language === null)
    return enveloped(c, null, 204, {
      "Preference-Applied": "return=minimal",
      "Trix-Replayed": String(replayed),
      "Trix-Version": String(version),
    });
  return enveloped(c, text, 200, {
    "Content-Type": "application/json",
    "Content-Language": language,
    Vary: "Authorization, Trix-Act-As, Accept-Language",
  });
}

export const actions = createRouter().answer(act, atGame, async ({ game, player, credential, onlySeat }, c) => {
  const { action, decision } = c.req.valid("json");
  const { app } = credential;
  const language = wantsMinimal(c) ? null : languageOf(c);
  const request = {
    player,
    ...(app !== null && { app }),
    ...(onlySeat !== undefined && { onlySeat }),
    action,
    decision: decision ?? null,
  };
  // With its decision an action is its own natural key, so that a repeat does no more.
  const answered = await game.ask((object) => object.answer(request, language), {
    repeatable: decision !== undefined,
  });
  return answerOf(c, answered, language) as never;
});
