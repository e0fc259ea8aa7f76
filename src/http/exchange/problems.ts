/** The table of problems. */

import type { GameRefusal } from "../../game/types.ts";
import { DETAILS } from "../../labels/details/index.ts";
import type { Labels } from "../../labels/languages.ts";
import type { TITLES } from "../../labels/titles.ts";

type Status = 400 | 401 | 403 | 404 | 405 | 406 | 409 | 413 | 415 | 422 | 426 | 429 | 500 | 503;

/** What a person can be shown has its detail in every language. */
interface Shown {
  status: Status;
  detail: Labels;
}

/** What only whoever writes the program can mend has it in English. */
interface ProgramFault {
  status: Status;
  detail: string;
}

/** Every code: its status, and its detail where the code that throws it has none that says more. */
export const PROBLEMS = {
  malformed_json: {
    status: 400,
    detail: "The request body is not valid UTF-8 JSON. Send one JSON object.",
  },
  invalid_request: {
    status: 400,
    detail: "Something in the request is missing, unknown or out of range. See `errors` for every problem.",
  },
  unauthorized: { status: 401, detail: DETAILS.unauthorized },
  insufficient_scope: { status: 403, detail: DETAILS.insufficient_scope },
  act_as_required: { status: 403, detail: DETAILS.act_as_required },
  not_an_app: {
    status: 403,
    detail: "Only an app can do this. Use a token from POST /v1/apps.",
  },
  not_creator: { status: 403, detail: DETAILS.not_creator },
  not_found: {
    status: 404,
    detail: "There is nothing at this path. GET /openapi.json describes every path.",
  },
  game_not_found: { status: 404, detail: DETAILS.game_not_found },
  player_not_found: { status: 404, detail: DETAILS.player_not_found },
  token_not_found: { status: 404, detail: DETAILS.token_not_found },
  app_not_found: { status: 404, detail: DETAILS.app_not_found },
  plan_not_found: { status: 404, detail: DETAILS.plan_not_found },
  webhook_not_found: {
    status: 404,
    detail: "You have no webhook with this id in this game. GET /v1/games/{gameId}/webhooks lists your webhooks.",
  },
  delivery_not_found: {
    status: 404,
    detail:
      "This webhook has no delivery with this id. GET /v1/games/{gameId}/webhooks/{webhookId}/deliveries lists the latest ones.",
  },
  method_not_allowed: {
    status: 405,
    detail: "This path doesn't support this method. The Allow header lists the methods it supports.",
  },
  not_acceptable: {
    status: 406,
    detail:
      "None of the types in the Accept header are available. Remove the header, or allow the type that the API description names.",
  },
  stale_decision: { status: 409, detail: DETAILS.stale_decision },
  decision_answered: { status: 409, detail: DETAILS.decision_answered },
  game_not_started: { status: 409, detail: DETAILS.game_not_started },
  game_started: { status: 409, detail: DETAILS.game_started },
  game_over: { status: 409, detail: DETAILS.game_over },
  wrong_phase: { status: 409, detail: DETAILS.wrong_phase },
  not_your_turn: { status: 409, detail: DETAILS.not_your_turn },
  not_seated: { status: 409, detail: DETAILS.not_seated },
  seat_taken: { status: 409, detail: DETAILS.seat_taken },
  seat_forfeited: { status: 409, detail: DETAILS.seat_forfeited },
  seat_substituted: { status: 409, detail: DETAILS.seat_substituted },
  no_newcomers: { status: 409, detail: DETAILS.no_newcomers },
  not_replaceable: { status: 409, detail: DETAILS.not_replaceable },
  no_clock: { status: 409, detail: DETAILS.no_clock },
  not_sandbox: { status: 409, detail: DETAILS.not_sandbox },
  already_paused: { status: 409, detail: DETAILS.already_paused },
  already_seated: { status: 409, detail: DETAILS.already_seated },
  game_full: { status: 409, detail: DETAILS.game_full },
  app_seated: { status: 409, detail: DETAILS.app_seated },
  already_claimed: { status: 409, detail: DETAILS.already_claimed },
  limit_reached: { status: 409, detail: DETAILS.limit_reached },
  deal_not_finished: { status: 409, detail: DETAILS.deal_not_finished },
  game_not_finished: { status: 409, detail: DETAILS.game_not_finished },
  webhook_not_active: {
    status: 409,
    detail:
      "The endpoint hasn't answered its challenge, or it has failed for too long. To send a new challenge, call POST /v1/games/{gameId}/webhooks/{webhookId}/verify.",
  },
  body_too_large: { status: 413, detail: "The request body can be up to 16384 bytes." },
  unsupported_media_type: {
    status: 415,
    detail: "Send the body as JSON with `Content-Type: application/json` and no content encoding.",
  },
  must_follow_suit: { status: 422, detail: DETAILS.must_follow_suit },
  heart_lead_forbidden: { status: 422, detail: DETAILS.heart_lead_forbidden },
  must_discard_king: { status: 422, detail: DETAILS.must_discard_king },
  must_discard_penalty: { status: 422, detail: DETAILS.must_discard_penalty },
  must_play_king: { status: 422, detail: DETAILS.must_play_king },
  card_not_in_hand: { status: 422, detail: DETAILS.card_not_in_hand },
  not_playable_on_layout: { status: 422, detail: DETAILS.not_playable_on_layout },
  must_play: { status: 422, detail: DETAILS.must_play },
  contract_already_used: { status: 422, detail: DETAILS.contract_already_used },
  contract_not_offered: { status: 422, detail: DETAILS.contract_not_offered },
  not_doublable: { status: 422, detail: DETAILS.not_doublable },
  redeal_not_allowed: { status: 422, detail: DETAILS.redeal_not_allowed },
  claim_invalid: { status: 422, detail: DETAILS.claim_invalid },
  idempotency_key_reused: { status: 422, detail: DETAILS.idempotency_key_reused },
  upgrade_required: {
    status: 426,
    detail:
      "This path is a WebSocket, so open it with a WebSocket client. GET /v1/games/{gameId}/events returns the same events in other ways.",
  },
  too_many_requests: { status: 429, detail: DETAILS.too_many_requests },
  too_many_refusals: { status: 429, detail: DETAILS.too_many_refusals },
  internal_error: { status: 500, detail: DETAILS.internal_error },
  server_starting: { status: 503, detail: DETAILS.server_starting },
  game_unavailable: { status: 503, detail: DETAILS.game_unavailable },
  player_unavailable: { status: 503, detail: DETAILS.player_unavailable },
  history_unavailable: { status: 503, detail: DETAILS.history_unavailable },
} as const satisfies Record<GameRefusal, Shown> & Record<keyof typeof TITLES, Shown | ProgramFault>;

export type ProblemCode = keyof typeof PROBLEMS;

/** The detail that a problem of this code can have: a person can be shown it, or it is for the author of a program. */
export type DetailOf<Code extends ProblemCode> = Code extends ProblemCode
  ? (typeof PROBLEMS)[Code]["detail"] extends string
    ? string
    : Labels
  : never;
