#!/usr/bin/env bash
# A bot that plays one match of Trix to its end. Needs bash, curl 7.71 or newer, and jq; copy it and make it yours:
#   bash bot.sh           a new game with three house bots
#   bash bot.sh gm_...    a seat in that game, or with TRIX_TOKEN the seat that this account has there
# Environment: TRIX_URL (http://127.0.0.1:8787); TRIX_TOKEN (an account, else a new one is made);
# TRIX_RULES (rules of the new game as JSON, such as {"kingdoms":1}).
set -euo pipefail

base=${TRIX_URL:-http://127.0.0.1:8787}
base=${base%/}/v1
token=${TRIX_TOKEN:-}

# YOUR BOT GOES HERE: everything else in this file is manners. The view lists all that you may do; give the `id` of one of
# them. These lines know no rules, and beat random play: as high as possible without taking the trick, else low; the highest
# where the led suit is missing; in trix the card furthest from the jack. What is no card is worth the same, and the first of
# the best is taken: any contract, and no doubling, which is listed first.
choose='
  def rank: .[0:1] as $rank | "23456789TJQKA" | index($rank);
  def suit: .[1:2];
  def choose: .deal as $deal | [$deal.trick.plays[]?.card] as $plays | ($plays[0] // "" | suit) as $led
    | ([$plays[] | select(suit == $led) | rank] | max // -1) as $toBeat
    | .you.legalActions | sort_by(
        if .type != "play" then 0
        else .card | if $deal.phase == "layout" then -(rank - 9 | fabs) # 9: the rank of the jack
        elif $led != "" and suit != $led then -100 - rank
        elif rank < $toBeat then -rank else rank end end)
    | .[0].id;'

stop() { echo "$*" >&2; exit 1; }
for tool in curl jq; do command -v "$tool" > /dev/null || stop "This bot needs $tool."; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
answer=$folder/answer.json

# call METHOD PATH [BODY [HEADER]]: leaves the answer in the file $answer; fails where the server refuses. curl sends the
# request again where no whole answer came or the server asks for patience (429, 5xx), waiting as long as Retry-After says.
# Every call below may be repeated: nothing of it counts twice, though an account made in vain may be left.
call() {
  local options=(-X "$1")
  [[ -z ${3-} ]] || options+=(-H 'Content-Type: application/json' --data "$3")
  [[ -z ${4-} ]] || options+=(-H "$4")
  # The token goes by a file, because everybody on this machine can read a command line.
  [[ -z $token ]] || options+=(-H "@$folder/headers")
  code=$(curl --no-progress-meter --max-time 30 --retry 6 --retry-all-errors -o "$answer" -w '%{http_code}' "${options[@]}" \
    "$base$2") || stop "No answer from $base."
  ((code < 400))
}

# A refusal is always a problem document: `code` is stable, `detail` says what to do.
refused() {
  stop "Refused with $code $(jq -r '"\(.code): \(.detail)", (.errors[]? | "  \(.pointer): \(.message)")' "$answer" 2> /dev/null || head -c 200 "$answer")"
}

# Reads what counts out of the view, which is the answer itself or, after an action, a part of it.
look() {
  read -r status id version seat decision action < <(jq -r "$choose"'
    .game // . | "\(.status) \(.id) \(.version) \(.you.seat) \(.you.decision.id) \(if .you.decision then choose else null end)"' "$answer")
}

if [[ -z $token ]]; then
  call POST /players '{"name": "Bash bot", "kind": "bot"}' || refused
  token=$(jq -r .token "$answer")
  echo "A new account. To use it again: TRIX_TOKEN=$token"
fi
echo "Authorization: Bearer $token" > "$folder/headers"
if [[ -n ${1-} ]]; then
  # Whoever sits there already is given the view, so that joining is also the way back into a game.
  call POST "/games/$1/join" '{}' || refused
else
  seats='[{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]'
  rules=${TRIX_RULES:-"{}"}
  # With the key a repeat of this call gives the same game instead of a second one.
  call POST /games "{\"rules\": $rules, \"seats\": $seats}" "Idempotency-Key: bash-$(date +%s)-$$-$RANDOM" || refused
fi
look
echo "Playing $base/games/$id in seat $seat"

pauses=(0.3 0.5 1 2 4 8 15) # seconds between questions: often at first, then ever more seldom
asked=0
while [[ $status == @(waiting|playing) ]]; do
  [[ $seat != null ]] || stop "This account has no seat in the game any more."
  if [[ $decision != null ]]; then
    # With its decision the same action counts once, however often it is sent.
    if ! call POST "/games/$id/actions" "{\"action\": \"$action\", \"decision\": \"$decision\"}"; then
      # Somebody else acts with this token, or the game has ended: the problem brings the game as it is now.
      [[ $(jq -r .code "$answer") == @(stale_decision|decision_answered|game_over) ]] || refused
    fi
    look
    asked=0
  else
    sleep "${pauses[asked]}"
    asked=$((asked < ${#pauses[@]} - 1 ? asked + 1 : asked))
    call GET "/games/$id/events?after=$version&limit=1" || refused
    if (($(jq .version "$answer") > version)); then
      call GET "/games/$id" || refused
      look
      asked=0
    fi
  fi
done
result=$(jq -r '.game // . | select(.result) | "scores \(.scores) places \(.result.places)"' "$answer")
[[ -n $result ]] || stop "The game was aborted."
echo "$result"
