/** The table of problems. */

import type { GameRefusal } from "../game/types.ts";

interface Kind { status: 400 | 401 | 403 | 404 | 405 | 406 | 409 | 413 | 415 | 422 | 500 | 503; title: string; detail: string }

/** Every code: its status, its title, and what to do where the place that refuses has nothing better to say. */
export const PROBLEMS = {
  malformed_json: { status: 400, title: "Malformed JSON", detail: "The body is not JSON in UTF-8. Send one JSON object." },
  invalid_request: { status: 400, title: "Invalid request", detail: "Something in the request is missing, unknown or out of range. Every fault is listed in `errors`." },
  not_supported: { status: 400, title: "Not supported yet", detail: "The request uses something that this server does not offer yet. Leave out what `errors` names." },
  unauthorized: { status: 401, title: "Unauthorized", detail: "This call needs a token. Get one with POST /v1/players and send it as `Authorization: Bearer trix_...`." },
  not_creator: { status: 403, title: "Not the creator", detail: "Only the player who created the game may do this." },
  not_found: { status: 404, title: "Not found", detail: "Nothing lives at this path. GET /openapi.json describes every path there is." },
  game_not_found: { status: 404, title: "Game not found", detail: "There is no game with this id. GET /v1/games lists the public ones." },
  player_not_found: { status: 404, title: "Player not found", detail: "There is no player with this id." },
  method_not_allowed: { status: 405, title: "Method not allowed", detail: "This path does not take this method. The Allow header names those that it takes." },
  not_acceptable: { status: 406, title: "Not acceptable", detail: "The Accept header excludes every form in which this answer exists. Leave it out, or allow the type that the API description names." },
  stale_decision: { status: 409, title: "Stale decision", detail: "This decision is not the open one of your seat. Read `game.you.decision` and `game.you.legalActions`, and choose again." },
  decision_answered: { status: 409, title: "Decision answered", detail: "Your seat has already answered this decision with another action, and that one stands." },
  game_not_started: { status: 409, title: "Game not started", detail: "The game starts by itself when four seats are filled. Wait until `status` is `playing`." },
  game_started: { status: 409, title: "Game started", detail: "This is possible only before the game starts." },
  game_over: { status: 409, title: "Game over", detail: "The game is finished or aborted. Nothing can be played in it any more." },
  wrong_phase: { status: 409, title: "Wrong phase", detail: "The deal is in another phase, which does not take this kind of action. Choose one of `game.you.legalActions`." },
  not_your_turn: { status: 409, title: "Not your turn", detail: "Another seat is awaited. Act when `game.you.decision` is not null." },
  not_seated: { status: 409, title: "Not seated", detail: "You have no seat in this game. Only seated players can do this." },
  seat_taken: { status: 409, title: "Seat taken", detail: "Somebody sits at this seat, or it is kept for another player. `game.seats` shows which seats are open." },
  already_seated: { status: 409, title: "Already seated", detail: "You sit in this game already. Leave first to change the seat, or send `clientSeed` without `seat`." },
  game_full: { status: 409, title: "Game full", detail: "No seat of this game is free for you." },
  deal_not_finished: { status: 409, title: "Deal not finished", detail: "What a seat knew can be read once the deal of that moment is over. Ask for an earlier `at`, or leave it out." },
  body_too_large: { status: 413, title: "Body too large", detail: "A body may have at most 16384 bytes." },
  unsupported_media_type: { status: 415, title: "Unsupported media type", detail: "Send the body as JSON with `Content-Type: application/json`, without a content encoding." },
  must_follow_suit: { status: 422, title: "Must follow suit", detail: "You hold a card of the led suit, so you must play one of that suit." },
  heart_lead_forbidden: { status: 422, title: "Heart lead forbidden", detail: "The rules of this game (`rules.heartLead`) do not let you lead a heart now. Lead another suit." },
  must_discard_king: { status: 422, title: "Must discard the king", detail: "You cannot follow suit and hold the king of hearts, which `rules.voidDiscard` makes you play now." },
  card_not_in_hand: { status: 422, title: "Card not in hand", detail: "You do not hold this card. Your hand is in `game.you.hand`." },
  not_playable_on_layout: { status: 422, title: "Not playable on the layout", detail: "The layout takes a jack, or the next card up or down in a suit that is open." },
  must_play: { status: 422, title: "Must play", detail: "You hold a card that fits the layout, so you may not pass." },
  contract_already_used: { status: 422, title: "Contract already used", detail: "This contract has been played in this kingdom. `game.kingdom.used` lists those that are gone." },
  contract_not_offered: { status: 422, title: "Contract not offered", detail: "The mode of this game does not offer this choice of contracts. Choose one of `game.you.legalActions`." },
  not_doublable: { status: 422, title: "Not doublable", detail: "In this deal these cards cannot be doubled by you. Choose one of `game.you.legalActions`." },
  redeal_not_allowed: { status: 422, title: "Redeal not allowed", detail: "Your hand does not entitle you to a redeal under `rules.redeal`." },
  idempotency_key_reused: { status: 422, title: "Idempotency key reused", detail: "This Idempotency-Key came earlier with another body. Use a new key for a new request." },
  internal_error: { status: 500, title: "Internal error", detail: "The server failed. Reading calls can be repeated; the request id helps to find the cause." },
  game_unavailable: { status: 503, title: "Game unavailable", detail: "The game could not be reached for the moment. Read it again before repeating an action, or repeat the action with its `decision`." },
  history_unavailable: { status: 503, title: "History unavailable", detail: "The database of accounts and lists does not answer for the moment. Games that run go on; repeat this call later." },
} as const satisfies Record<GameRefusal, Kind> & Record<string, Kind>;

export type ProblemCode = keyof typeof PROBLEMS;
