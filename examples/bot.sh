#!/usr/bin/env bash
# A bot that plays one match of Trix to the end. It needs bash, curl 7.71 or newer, and jq. Copy it and make it your own:
#   bash bot.sh           starts a new game with three house bots
#   bash bot.sh gm_...    joins that game, or with TRIX_TOKEN continues at that account's seat
# Environment: TRIX_URL (default http://127.0.0.1:8787); TRIX_TOKEN (an existing account; by default, a new one is created);
# TRIX_RULES (rules of the new game as JSON, such as {"kingdoms":1}).
set -euo pipefail

base=${TRIX_URL:-http://127.0.0.1:8787}
base=${base%/}/v1
token=${TRIX_TOKEN:-}

# YOUR STRATEGY GOES HERE. The rest of this file is plumbing. The view lists everything you can do; print the `id` of one of
# these actions. This strategy knows no rules, but it beats random play. It plays as high as possible without taking the trick,
# otherwise low; when void in the led suit, it plays its highest card; in trix, the card furthest from the jack. Other actions
# are all worth the same, so the first one wins: any contract, and no doubling (declining is listed first).
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

# call METHOD PATH [BODY [HEADER]]: saves the response in the file $answer, and fails if the server rejects the request. curl
# retries if the response is incomplete or the server asks for patience (429, 5xx), and waits as long as Retry-After says. All
# calls below are safe to repeat: nothing counts twice, although an unused account may be left over.
call() {
  local options=(-X "$1")
  [[ -z ${3-} ]] || options+=(-H 'Content-Type: application/json' --data "$3")
  [[ -z ${4-} ]] || options+=(-H "$4")
  # The token is passed in a file, because anyone on this machine can read a command line.
  [[ -z $token ]] || options+=(-H "@$folder/headers")
  code=$(curl --no-progress-meter --max-time 30 --retry 6 --retry-all-errors -o "$answer" -w '%{http_code}' "${options[@]}" \
    "$base$2") || stop "No response from $base."
  ((code < 400))
}

# An error is always a problem document: `code` is stable, `detail` says what to do.
refused() {
  stop "Rejected with $code $(jq -r '"\(.code): \(.detail)", (.errors[]? | "  \(.pointer): \(.message)")' "$answer" 2> /dev/null || head -c 200 "$answer")"
}

# Reads what matters from the view, which is the response itself or, after an action, a part of it.
look() {
  read -r status id version seat decision action < <(jq -r "$choose"'
    .game // . | "\(.status) \(.id) \(.version) \(.you.seat) \(.you.decision.id) \(if .you.decision then choose else null end)"' "$answer")
}

if [[ -z $token ]]; then
  call POST /players '{"name": "Bash bot", "kind": "bot"}' || refused
  token=$(jq -r .token "$answer")
  echo "Created a new account. To use it again: TRIX_TOKEN=$token"
fi
echo "Authorization: Bearer $token" > "$folder/headers"
if [[ -n ${1-} ]]; then
  # Joining a game where you already sit just returns the view, so this is also how to return to a game.
  call POST "/games/$1/join" '{}' || refused
else
  seats='[{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]'
  rules=${TRIX_RULES:-"{}"}
  # The key makes a repeated call return the same game instead of creating a second one.
  call POST /games "{\"rules\": $rules, \"seats\": $seats}" "Idempotency-Key: bash-$(date +%s)-$$-$RANDOM" || refused
fi
look
echo "Playing $base/games/$id in seat $seat"

pauses=(0.3 0.5 1 2 4 8 15) # seconds between polls: often at first, then less and less
asked=0
while [[ $status == @(waiting|playing) ]]; do
  [[ $seat != null ]] || stop "This account no longer has a seat in the game."
  if [[ $decision != null ]]; then
    # Sent with its decision, an action counts only once, however often it is sent.
    if ! call POST "/games/$id/actions" "{\"action\": \"$action\", \"decision\": \"$decision\"}"; then
      # Another client uses this token, or the game has ended. The problem includes the current game.
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
