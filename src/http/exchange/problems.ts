/** The table of problems. */

import type { GameRefusal } from "../../game/types.ts";

interface Kind {
  status: 400 | 401 | 403 | 404 | 405 | 406 | 409 | 413 | 415 | 422 | 426 | 429 | 500 | 503;
  detail: string;
}

/** Every code: its status, and what to do where the place that refuses has nothing better to say. */
export const PROBLEMS = {
  malformed_json: {
    status: 400,
    detail: "The body is not JSON in UTF-8. Send one JSON object.",
  },
  invalid_request: {
    status: 400,
    detail: "Something in the request is missing, unknown or out of range. Every fault is listed in `errors`.",
  },
  unauthorized: {
    status: 401,
    detail: "This call needs a token. Get one with POST /v1/players and send it as `Authorization: Bearer trix_...`.",
  },
  insufficient_scope: {
    status: 403,
    detail: "The token may not do this. GET /v1/me lists what it may do.",
  },
  act_as_required: {
    status: 403,
    detail: "An app's token acts for a user: name him in `Trix-Act-As`, for example `Trix-Act-As: discord:1234`.",
  },
  not_an_app: {
    status: 403,
    detail: "Only an app can do this, with a token that POST /v1/apps gave.",
  },
  not_creator: { status: 403, detail: "Only the player who created the game may do this." },
  not_found: {
    status: 404,
    detail: "Nothing lives at this path. GET /openapi.json describes every path there is.",
  },
  game_not_found: {
    status: 404,
    detail: "There is no game with this id. GET /v1/games lists the public ones.",
  },
  player_not_found: { status: 404, detail: "There is no player with this id." },
  token_not_found: {
    status: 404,
    detail: "This account has no token with this id. GET /v1/me/tokens lists them.",
  },
  app_not_found: {
    status: 404,
    detail: "This account has no app with this id. GET /v1/apps lists them.",
  },
  plan_not_found: {
    status: 404,
    detail: "You have no plan of this name in this game. GET /v1/games/{gameId}/plans lists those that you have.",
  },
  webhook_not_found: {
    status: 404,
    detail: "You have no webhook with this id in this game. GET /v1/games/{gameId}/webhooks lists them.",
  },
  delivery_not_found: {
    status: 404,
    detail:
      "The log of this webhook has no delivery with this id. GET /v1/games/{gameId}/webhooks/{webhookId}/deliveries lists the newest.",
  },
  method_not_allowed: {
    status: 405,
    detail: "This path does not take this method. The Allow header names those that it takes.",
  },
  not_acceptable: {
    status: 406,
    detail:
      "The Accept header excludes every form in which this answer exists. Leave it out, or allow the type that the API description names.",
  },
  stale_decision: {
    status: 409,
    detail:
      "This decision is not the open one of your seat. Read `game.you.decision` and `game.you.legalActions`, and choose again.",
  },
  decision_answered: {
    status: 409,
    detail: "Your seat has already answered this decision with another action, and that one stands.",
  },
  game_not_started: {
    status: 409,
    detail: "The game starts by itself when four seats are filled. Wait until `status` is `playing`.",
  },
  game_started: { status: 409, detail: "This is possible only before the game starts." },
  game_over: {
    status: 409,
    detail: "The game is finished or aborted. Nothing can be played in it any more.",
  },
  wrong_phase: {
    status: 409,
    detail:
      "The deal is in another phase, which does not take this kind of action. Choose one of `game.you.legalActions`.",
  },
  not_your_turn: {
    status: 409,
    detail: "Another seat is awaited. Act when `game.you.decision` is not null.",
  },
  not_seated: {
    status: 409,
    detail: "You have no seat in this game. Only seated players can do this.",
  },
  seat_taken: {
    status: 409,
    detail: "Somebody sits at this seat, or it is kept for another player. `game.seats` shows which seats are open.",
  },
  seat_forfeited: {
    status: 409,
    detail: "You have given this match up. A house bot plays your seat to the end.",
  },
  seat_substituted: {
    status: 409,
    detail: "A house bot plays your seat. Take it back with POST /v1/games/{gameId}/join.",
  },
  no_clock: { status: 409, detail: "Nobody is timed in this game, so there is nothing to pause." },
  not_sandbox: {
    status: 409,
    detail:
      "Only a game that was made with `sandbox: true` has a clock that can be advanced and faults that can be switched on.",
  },
  already_paused: {
    status: 409,
    detail: "The table pauses. `game.clock.pause` says until when; DELETE asks to go on.",
  },
  already_seated: {
    status: 409,
    detail: "You sit in this game already. Leave first to change the seat, or send `clientSeed` without `seat`.",
  },
  game_full: { status: 409, detail: "No seat of this game is free for you." },
  app_seated: {
    status: 409,
    detail:
      "Somebody sits in this game whose hand the operator of this app could read as well: the game takes one seat of each operator (`sameApp`).",
  },
  already_claimed: { status: 409, detail: "Another account has claimed this user." },
  limit_reached: {
    status: 409,
    detail: "The account has as many of these as it may have. GET /v1/limits lists the bounds.",
  },
  deal_not_finished: {
    status: 409,
    detail:
      "What a seat knew can be read once the deal of that moment is over. Ask for an earlier `at`, or leave it out.",
  },
  game_not_finished: {
    status: 409,
    detail: "A rematch follows a match that was played to its end. Wait until `status` is `finished`.",
  },
  webhook_not_active: {
    status: 409,
    detail:
      "The endpoint has not answered its challenge, or has failed for too long. POST /v1/games/{gameId}/webhooks/{webhookId}/verify sends it another.",
  },
  body_too_large: { status: 413, detail: "A body may have at most 16384 bytes." },
  unsupported_media_type: {
    status: 415,
    detail: "Send the body as JSON with `Content-Type: application/json`, without a content encoding.",
  },
  must_follow_suit: {
    status: 422,
    detail: "You hold a card of the led suit, so you must play one of that suit.",
  },
  heart_lead_forbidden: {
    status: 422,
    detail: "The rules of this game (`rules.heartLead`) do not let you lead a heart now. Lead another suit.",
  },
  must_discard_king: {
    status: 422,
    detail: "You cannot follow suit and hold the king of hearts, which `rules.voidDiscard` makes you play now.",
  },
  card_not_in_hand: {
    status: 422,
    detail: "You do not hold this card. Your hand is in `game.you.hand`.",
  },
  not_playable_on_layout: {
    status: 422,
    detail: "The layout takes a jack, or the next card up or down in a suit that is open.",
  },
  must_play: { status: 422, detail: "You hold a card that fits the layout, so you may not pass." },
  contract_already_used: {
    status: 422,
    detail: "This contract has been played in this kingdom. `game.kingdom.used` lists those that are gone.",
  },
  contract_not_offered: {
    status: 422,
    detail: "The mode of this game does not offer this choice of contracts. Choose one of `game.you.legalActions`.",
  },
  not_doublable: {
    status: 422,
    detail: "In this deal these cards cannot be doubled by you. Choose one of `game.you.legalActions`.",
  },
  redeal_not_allowed: {
    status: 422,
    detail: "Your hand does not entitle you to a redeal under `rules.redeal`.",
  },
  claim_invalid: {
    status: 422,
    detail: "This code is not one of this server, or it has expired. Ask the app for a new one.",
  },
  idempotency_key_reused: {
    status: 422,
    detail: "This Idempotency-Key came earlier with another body. Use a new key for a new request.",
  },
  upgrade_required: {
    status: 426,
    detail:
      "This path is a WebSocket: open it with a WebSocket client. GET /v1/games/{gameId}/events has the same events by other ways.",
  },
  too_many_requests: {
    status: 429,
    detail: "A budget of calls is used up. Wait as long as Retry-After says.",
  },
  too_many_refusals: {
    status: 429,
    detail:
      "Too many of your actions in this game were refused within a minute. A legal action is taken at any time: choose one of `you.legalActions`.",
  },
  internal_error: {
    status: 500,
    detail: "The server failed. Reading calls can be repeated; the request id helps to find the cause.",
  },
  game_unavailable: {
    status: 503,
    detail:
      "The game could not be reached for the moment. Read it again before repeating an action, or repeat the action with its `decision`.",
  },
  player_unavailable: {
    status: 503,
    detail: "The list of what waits for the player could not be reached for the moment. Repeat the call.",
  },
  history_unavailable: {
    status: 503,
    detail:
      "The database of accounts and lists does not answer for the moment. Games that run go on; repeat this call later.",
  },
} as const satisfies Record<GameRefusal, Kind> & Record<string, Kind>;

export type ProblemCode = keyof typeof PROBLEMS;
