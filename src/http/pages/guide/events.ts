/** What each event type tells, in a sentence. */

import type { GameEvent } from "../../schemas/event.ts";

/** By type, in the order in which a match brings them. */
export const EVENT_MEANINGS: Readonly<Record<GameEvent["type"], string>> = {
  game_created: "The game exists: its rules, its seats and the commitment to its deals.",
  seat_taken: "A player sat down.",
  seat_left: "A player left before the start.",
  seat_changed: "The creator seated a bot, kept a seat for somebody or freed it.",
  client_seed_set: "A player gave a share in the shuffling. What it is stays hidden until the start.",
  game_started: "Four seats are filled. The players' seeds are public from here on.",
  deal_started: "Cards are dealt. `hand` holds your own, and is null for everybody else.",
  redeal_asked: "Seats are asked whether they claim a redeal.",
  redeal_answered: "A seat has answered. Its claim is its own affair until all have answered.",
  redealt: "A claim came through: the hands thrown in are public, new ones are dealt.",
  contract_chosen: "The king has named the contract, or several in a combined deal.",
  doubling_asked: "Seats are asked which of their cards they double.",
  doubling_answered: "A seat has answered. Which cards is told when all have, unless they answer in turn.",
  doubling_closed: "Every doubled card, with its seat.",
  card_played: "A seat played a card.",
  trick_taken: "A trick is complete: who took it, and all points so far.",
  passed: "A seat had no card for the layout.",
  twos_exposed: "In trix, by some rules: where the twos are.",
  seat_out: "A seat has played its last card in trix.",
  revoked:
    "The card just played did not follow suit although it could. Ends the deal, where the rules allow such plays.",
  deal_scored: "The deal is over: its points, all four hands, and the link that proves the deal.",
  kingdom_ended: "A king's deals are over: the totals.",
  tiebreak_started: "The first place is tied and is played out by these seats.",
  game_finished: "The match is over: winners, places, totals.",
  game_aborted: "The game ended without a result, and why.",
  rematch_wished: "After the match: the first of its players who asked for a rematch.",
  next_game_made: "After the match: the next game at this table is there, a rematch or the next match of a series.",
  clock_expired:
    "A seat's time ran out, for which decision, and how often in a row. What follows stands in the next event.",
  clock_extended: "A seat's time would have run out: its player's vacation put the deadline off.",
  pause_wished: "A player asked for a pause, took that back, or asks to go on.",
  clock_paused: "Everybody wanted a pause: no clock runs.",
  time_advanced:
    "In a sandbox: its creator let time pass. What fell due meanwhile stands before it, each at its own instant.",
  clock_resumed: "The pause is over: every clock runs on with what it had left.",
  seat_substituted: "A house bot plays the seat until its player joins again.",
  seat_opened: "The seat is open to others, and a house bot plays it meanwhile.",
  seat_forfeited: "The seat's player is out and placed last. A house bot plays on.",
  seat_returned: "The seat's player has taken it back.",
};
