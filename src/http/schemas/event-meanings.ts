/** What each event type means, in one sentence. */

/** By type, in the order in which they occur in a match. */
export const EVENT_MEANINGS = {
  game_created: "The game was created, with its rules, its seats and the commitment to its deals.",
  seat_taken:
    "A player took a seat. During the match, they take over one that opened, or their own back from a player who came later.",
  seat_left: "A player left before the game started.",
  seat_changed: "The creator seated a bot, kept a seat for a player, or freed a seat.",
  client_seed_set: "A player set their seed for the shuffle. It stays hidden until the game starts.",
  game_started: "All four seats are filled. The players' seeds are now public.",
  deal_started:
    "A deal began, and the cards were dealt. `hand` is your own hand; for everyone else it is null. If the contract comes before the cards, `hand` is null for you too, and `hands_dealt` follows.",
  hands_dealt: "Under `contractTiming: before_cards`: the king named the contract, and the cards were dealt.",
  redeal_asked: "Seats were asked whether they claim a redeal.",
  redeal_answered: "A seat answered. Whether it claimed a redeal stays hidden until all have answered.",
  redealt: "A redeal was granted: the old hands are public, and new ones were dealt.",
  contract_chosen: "The king named the contract, or several for a combined deal.",
  doubling_asked: "Seats were asked which of their cards they double.",
  doubling_answered:
    "A seat answered. Which cards it doubled stays hidden until all have answered, unless seats answer in turn.",
  doubling_closed: "All answers are in: every doubled card with its seat.",
  card_played: "A seat played a card.",
  trick_taken: "A trick was completed: who took it, and the points so far.",
  passed: "A seat had no card to play on the layout.",
  twos_exposed: "Under some rules, in trix: where the twos are.",
  seat_out: "A seat played its last card in trix.",
  revoked:
    "The card just played did not follow suit, although the seat could have. Where the rules allow such a play, it ends the deal.",
  deal_scored: "The deal is over: its points, all four hands, and the link that proves it.",
  kingdom_ended: "A kingdom is over: the totals.",
  tiebreak_started: "First place is tied, and these seats play for it.",
  game_finished: "The match is over: winners, places, totals.",
  game_aborted: "The game ended without a result; `reason` says why.",
  rematch_wished: "After the match, a player was the first to ask for a rematch.",
  next_game_made: "After the match, the next game at this table was created: a rematch or the next match of a series.",
  clock_expired:
    "A seat ran out of time, for which decision, and how many times in a row. The next event says what happened as a result.",
  clock_corrected:
    "A seat's deadline was later than its time allows, because the server's own clock had been ahead. The seat has its whole time from now.",
  clock_extended: "A seat would have run out of time, but its player's vacation moved the deadline.",
  pause_wished: "A player asked for a pause, withdrew the request, or asked to resume.",
  clock_paused: "All players agreed to pause: no clock runs.",
  time_advanced:
    "In a sandbox, the creator advanced time. Deadlines passed on the way come before this event, each at its own time.",
  clock_resumed: "The pause is over: every clock continues with the time it had left.",
  seat_substituted: "A house bot plays the seat until its player joins again.",
  seat_opened:
    "The seat is open to the player who had it and, as the game's `newcomers` allow, to others. A house bot plays it in the meantime.",
  seat_forfeited: "The seat's player has forfeited and is placed last. A house bot plays on.",
  seat_returned: "The seat's player took it back.",
  successor_changed:
    "A player takes the seat with the next deal: `seat_taken` follows before that deal. Until then they see what everyone sees. `successor` is null if they left again, or if a tiebreak begins first.",
  vote_cast: "A player voted to end the match or to replace a silent player, or withdrew their vote.",
};
