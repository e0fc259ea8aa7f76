/** The table of problems. */

import type { GameRefusal } from "../../game/types.ts";

interface Kind {
  status: 400 | 401 | 403 | 404 | 405 | 406 | 409 | 413 | 415 | 422 | 426 | 429 | 500 | 503;
  detail: string;
}

/** Every code: its status, and the default detail when the code that throws it has nothing more specific to say. */
export const PROBLEMS = {
  malformed_json: {
    status: 400,
    detail: "The request body is not valid UTF-8 JSON. Send one JSON object.",
  },
  invalid_request: {
    status: 400,
    detail: "Something in the request is missing, unknown or out of range. See `errors` for every problem.",
  },
  unauthorized: {
    status: 401,
    detail:
      "This call requires a token. Get one with POST /v1/players and send it as `Authorization: Bearer trix_...`.",
  },
  insufficient_scope: {
    status: 403,
    detail: "This token doesn't have permission to do this. GET /v1/me lists its scopes.",
  },
  act_as_required: {
    status: 403,
    detail: "An app's token acts for a user. Name the user in `Trix-Act-As`, for example `Trix-Act-As: discord:1234`.",
  },
  not_an_app: {
    status: 403,
    detail: "Only an app can do this. Use a token from POST /v1/apps.",
  },
  not_creator: { status: 403, detail: "Only the player who created the game can do this." },
  not_found: {
    status: 404,
    detail: "There is nothing at this path. GET /openapi.json describes every path.",
  },
  game_not_found: {
    status: 404,
    detail: "There is no game with this id. GET /v1/games lists the public games.",
  },
  player_not_found: { status: 404, detail: "There is no player with this id." },
  token_not_found: {
    status: 404,
    detail: "This account has no token with this id. GET /v1/me/tokens lists its tokens.",
  },
  app_not_found: {
    status: 404,
    detail: "This account has no app with this id. GET /v1/apps lists its apps.",
  },
  plan_not_found: {
    status: 404,
    detail: "You have no plan with this name in this game. GET /v1/games/{gameId}/plans lists your plans.",
  },
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
  stale_decision: {
    status: 409,
    detail:
      "This is not your seat's current decision. Read `game.you.decision` and `game.you.legalActions`, and choose again.",
  },
  decision_answered: {
    status: 409,
    detail: "Your seat has already answered this decision with a different action. That answer stands.",
  },
  game_not_started: {
    status: 409,
    detail: "The game starts automatically when all four seats are filled. Wait until `status` is `playing`.",
  },
  game_started: { status: 409, detail: "You can only do this before the game starts." },
  game_over: {
    status: 409,
    detail: "The game is finished or aborted, so you can't play in it anymore.",
  },
  wrong_phase: {
    status: 409,
    detail: "The deal is in a phase that doesn't allow this kind of action. Choose one of `game.you.legalActions`.",
  },
  not_your_turn: {
    status: 409,
    detail: "It's another seat's turn. Act when `game.you.decision` is not null.",
  },
  not_seated: {
    status: 409,
    detail: "You don't have a seat in this game. Only seated players can do this.",
  },
  seat_taken: {
    status: 409,
    detail: "This seat is taken or reserved for another player. `game.seats` shows which seats are open.",
  },
  seat_forfeited: {
    status: 409,
    detail: "You have forfeited this match. A house bot plays your seat until the end.",
  },
  seat_substituted: {
    status: 409,
    detail: "A house bot is playing your seat. Take it back with POST /v1/games/{gameId}/join.",
  },
  no_newcomers: {
    status: 409,
    detail:
      "A seat is open, but this table doesn't let new players in now (`newcomers`). Only a player who has had the seat can come back to it.",
  },
  not_replaceable: {
    status: 409,
    detail:
      "You can't vote to replace this player. In a game without a clock, you can once another player has left a decision open for 14 days.",
  },
  no_clock: { status: 409, detail: "This game has no clock, so there is nothing to pause." },
  not_sandbox: {
    status: 409,
    detail: "You can only advance the clock and inject faults in a game created with `sandbox: true`.",
  },
  already_paused: {
    status: 409,
    detail: "The table is paused. `game.clock.pause` shows until when. Send DELETE to ask to resume.",
  },
  already_seated: {
    status: 409,
    detail:
      "You have a seat in this game, had one, or are about to get one. To change seats, leave first. To set your seed, send `clientSeed` without `seat`.",
  },
  game_full: { status: 409, detail: "This game has no free seat for you." },
  app_seated: {
    status: 409,
    detail:
      "This app's operator could already read the hand of another player in this game. The game allows only one seat per operator (`sameApp`).",
  },
  already_claimed: { status: 409, detail: "Another account has already claimed this user." },
  limit_reached: {
    status: 409,
    detail: "This account has reached the maximum number of these. GET /v1/limits lists the limits.",
  },
  deal_not_finished: {
    status: 409,
    detail: "What a seat knew is available once the deal at that moment is over. Use an earlier `at`, or omit it.",
  },
  game_not_finished: {
    status: 409,
    detail: "You can only ask for a rematch after the match ends. Wait until `status` is `finished`.",
  },
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
  must_follow_suit: { status: 422, detail: "You have a card of the led suit, so you must play one." },
  heart_lead_forbidden: {
    status: 422,
    detail: "The rules of this game (`rules.heartLead`) don't let you lead a heart now. Lead another suit.",
  },
  must_discard_king: {
    status: 422,
    detail:
      "You can't follow suit and you hold the king of hearts, so `rules.voidDiscard` requires you to play it now.",
  },
  must_discard_penalty: {
    status: 422,
    detail: "You can't follow suit, so `rules.voidDiscard` requires you to play a card that counts in this deal.",
  },
  must_play_king: {
    status: 422,
    detail: "The ace of hearts is in the trick, so `rules.kingUnderAce` requires you to play the king of hearts now.",
  },
  card_not_in_hand: { status: 422, detail: "You don't have this card. Your hand is in `game.you.hand`." },
  not_playable_on_layout: {
    status: 422,
    detail: "You can only play a jack, or the next card up or down in an open suit.",
  },
  must_play: { status: 422, detail: "You have a card that fits the layout, so you can't pass." },
  contract_already_used: {
    status: 422,
    detail:
      "This contract has already been played in this kingdom. `game.kingdom.used` lists the contracts already used.",
  },
  contract_not_offered: {
    status: 422,
    detail: "The mode of this game doesn't offer this combination of contracts. Choose one of `game.you.legalActions`.",
  },
  not_doublable: {
    status: 422,
    detail: "You can't double these cards in this deal. Choose one of `game.you.legalActions`.",
  },
  redeal_not_allowed: {
    status: 422,
    detail: "Your hand doesn't entitle you to a redeal under `rules.redeal`.",
  },
  claim_invalid: {
    status: 422,
    detail: "This code is not from this server, or it has expired. Ask the app for a new one.",
  },
  idempotency_key_reused: {
    status: 422,
    detail: "This Idempotency-Key was already used with a different body. Use a new key for each new request.",
  },
  upgrade_required: {
    status: 426,
    detail:
      "This path is a WebSocket, so open it with a WebSocket client. GET /v1/games/{gameId}/events returns the same events in other ways.",
  },
  too_many_requests: {
    status: 429,
    detail: "You have exceeded a rate limit. Wait for the time in Retry-After, then try again.",
  },
  too_many_refusals: {
    status: 429,
    detail:
      "Too many of your actions in this game were rejected within a minute. Legal actions are always accepted: choose one of `you.legalActions`.",
  },
  internal_error: {
    status: 500,
    detail:
      "Something went wrong on the server. You can safely repeat a read. If you report the problem, include the request id.",
  },
  game_unavailable: {
    status: 503,
    detail:
      "The game can't be reached right now. Read it again before you repeat an action, or repeat the action with its `decision`.",
  },
  player_unavailable: {
    status: 503,
    detail: "The player's data can't be reached right now. Try again.",
  },
  history_unavailable: {
    status: 503,
    detail:
      "The database of accounts and lists isn't responding right now. Running games continue. Try this call again later.",
  },
} as const satisfies Record<GameRefusal, Kind> & Record<string, Kind>;

export type ProblemCode = keyof typeof PROBLEMS;
