/** The guide's first half: what Trix is, a first game by hand, a first bot, and how play goes. */

import { again } from "./again.ts";
import { clocks } from "./clocks.ts";
import { following } from "./follow.ts";
import { inbox } from "./inbox.ts";
import { block, inline, type Section, sample, table } from "./page.ts";
import { plans } from "./plans.ts";

const trix: Section = {
  id: "trix",
  title: "What is Trix?",
  html: `
<p>Trix (also Trex, <span lang="ar" dir="rtl">تركس</span>) is a card game for four from the Levant, played with one pack of 52 cards, thirteen per player.
A match has up to four <em>kingdoms</em>. In each kingdom, one seat is king. In each deal, the king looks at their cards and names one of five
<em>contracts</em>. Each contract is used once per kingdom. Four of them are about what <em>not</em> to take:</p>
${table(
  ["contract", "what counts", "points"],
  [
    ["king_of_hearts", "taking the king of hearts", "-75"],
    ["queens", "each queen taken", "-25"],
    ["diamonds", "each diamond taken", "-10"],
    ["tricks", "each trick taken", "-15"],
    ["trix", "getting rid of your cards first, second, third, fourth", "+200, +150, +100, +50"],
  ],
)}
<p>In the first four, you must follow the led suit if you can. The highest card of that suit takes the trick and leads the next one. In
<code>trix</code>, players lay out four rows, one per suit. A row starts with its jack and grows one rank at a time in both directions. If you can't play, you pass.
In <code>king_of_hearts</code> and <code>queens</code>, each seat may first <em>double</em> such a card in its hand. Whoever takes a doubled card loses
twice as much, and the player who doubled it gains points. The highest total wins.</p>
<p>Every town plays a little differently, and each difference is an option. <a href="/v1/rules">/v1/rules</a> lists all options
and the presets. Your program doesn't need to know any of this: the server lists the legal actions.</p>
<p>The server rejects a card that doesn't follow suit, under every preset. The books behind <code>trex</code> penalize such a <em>revoke</em>, but a server that
knows which cards are legal can prevent it. To play with the penalty, create the game with <code>"rules": {"preset": "trex", "revoke": "penalize"}</code>.
A revoke then ends the deal, and <code>revokeCost</code> says what it costs. Legal actions never include a revoke.</p>`,
};

const firstGame = (origin: string): Section => ({
  id: "first-game",
  title: "Your first game with curl",
  html: `
<p>You need a shell and curl. First, create an account. Its token is shown only once, and anyone who has it can play as you. These lines keep it in
<code>account.json</code>. Every sample on this page begins with them, so you can paste any of them on its own.</p>
${sample(origin, "account", "")}
<p>Create a game of one kingdom with three <a href="/v1/bots">house bots</a>. A game starts automatically when its four seats are filled, so this one
is already running when you get the response. Seats you leave out stay open, and the game waits (<code>"status": "waiting"</code>) until someone joins.</p>
${sample(
  origin,
  "account",
  String.raw`curl -s $B/games -H "$A" -H "$J" -d '{
  "rules": {"preset": "trix", "kingdoms": 1},
  "seats": [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "random"}]
}' > game.json`,
)}
<p>Look at the game. This is the <em>view</em> from your seat. Start with the <code>you</code> part:</p>
${sample(origin, "table", 'curl -s $B/games/$G -H "$A" > view.json; cat view.json')}
${block(
  "json",
  `"you": {
  "seat": 0,
  "hand": ["AS", "9S", "KH", "7H", "2H", "..."],
  "decision": {"id": "7", "kind": "contract", "deadline": null},
  "legalActions": [
    {"id": "c:q", "type": "choose_contract", "contracts": ["queens"], "label": "Queens"}, "..."
  ]
}`,
)}
<p>A card is a rank and a suit: <code>TD</code> is the ten of diamonds. When <code>decision</code> is not null, the game is waiting for your seat. Answer with the
<code>id</code> of one of your <code>legalActions</code>. This example sends the first one:</p>
${sample(
  origin,
  "table",
  String.raw`curl -s $B/games/$G -H "$A" > view.json
M=$(grep -o '"legalActions":\[{"id":"[^"]*' view.json | cut -d '"' -f 6)
D=$(grep -o '"decision":{"id":"[^"]*' view.json | cut -d '"' -f 6)
curl -s $B/games/$G/actions -H "$A" -H "$J" \
  -d "{\"action\": \"$M\", \"decision\": \"$D\"}" > answer.json
cat answer.json`,
)}
<p>The house bots make their moves before the response is sent. The response contains the events since your action and your new view. To continue, paste the last block
again. (If another seat is king, your first decision might be a <code>double</code> or a card.) To play the whole match:</p>
${sample(
  origin,
  "table",
  String.raw`curl -s $B/games/$G -H "$A" > view.json
until grep -q '"status":"finished"' view.json; do
  M=$(grep -o '"legalActions":\[{"id":"[^"]*' view.json | cut -d '"' -f 6)
  D=$(grep -o '"decision":{"id":"[^"]*' view.json | cut -d '"' -f 6)
  if [ -n "$D" ]; then
    curl -s $B/games/$G/actions -H "$A" -H "$J" \
      -d "{\"action\": \"$M\", \"decision\": \"$D\"}" > view.json
  else
    sleep 0.2; curl -s $B/games/$G -H "$A" > view.json
  fi
done
grep -o '"result":.*' view.json`,
)}`,
});

const bot = (origin: string): Section => ({
  id: "bot",
  title: "Your first bot in Python",
  html: `
<p>This is a complete bot that uses only the Python standard library. It creates an account and a game, plays the match to the end, and survives lost responses.
Save it as <code>bot.py</code>, run <code>python3 bot.py</code>, and then change <code>choose</code>.</p>
${block(
  "python",
  `import json, time, urllib.error, urllib.request, uuid

BASE = "${origin}/v1"
RANKS = "23456789TJQKA"
headers = {"Content-Type": "application/json"}

def choose(game):
    """Your strategy goes here. This bot plays its lowest legal card."""
    actions = game["you"]["legalActions"]
    plays = [action for action in actions if action["type"] == "play"]
    return min(plays, key=lambda play: RANKS.index(play["card"][0])) if plays else actions[0]

def call(path, body=None, **more):
    """Send a request, and retry if no response came: see "When a response is lost"."""
    data = None if body is None else json.dumps(body).encode()
    for pause in (0.5, 2, 8, 30):
        try:
            with urllib.request.urlopen(urllib.request.Request(BASE + path, data, {**headers, **more}), timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            problem = json.load(refused)
            if refused.code not in (429, 503):
                raise SystemExit(problem["code"] + ": " + problem["detail"])
            time.sleep(float(refused.headers.get("Retry-After", pause)))
        except OSError:
            time.sleep(pause)
    raise SystemExit("no response")

headers["Authorization"] = "Bearer " + call("/players", {"name": "Lowest Card", "kind": "bot"})["token"]
seats = [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]
new_game = {"seats": seats, "rules": {"kingdoms": 1}}
game = call("/games", new_game, **{"Idempotency-Key": str(uuid.uuid4())})
while game["status"] in ("waiting", "playing"):
    decision = game["you"]["decision"]
    if decision:
        body = {"action": choose(game)["id"], "decision": decision["id"]}
        game = call("/games/" + game["id"] + "/actions", body)["game"]
    else:
        time.sleep(0.5)
        game = call("/games/" + game["id"])
print(game["scores"], "places", game["result"]["places"])`,
)}
<p>To play against people or your other bots, leave seats open: <code>{"open": true}</code>. They join with
<a href="/docs/reference#joinGame">POST /v1/games/{gameId}/join</a>. To list open games, call
<a href="/v1/games?status=waiting">GET /v1/games?status=waiting</a>. Create an account once and keep its token in a file. The account carries your bot's name and history.</p>`,
});

const playing: Section = {
  id: "playing",
  title: "How play works",
  html: `
<p>One loop plays everything. Read the view. If <code>you.decision</code> is not null, send one of <code>you.legalActions</code>. Take the view from the
response and start again.</p>
${table(
  ["`decision.kind`", "what you decide", "ids"],
  [
    ["redeal", "whether to claim a redeal, if your hand entitles you to one", "`r:claim` `r:decline`"],
    [
      "contract",
      "which contract to name as king",
      "`c:k` `c:q` `c:d` `c:t` `c:x`; several letters for a combined deal",
    ],
    ["double", "which of your cards to double (all four seats answer at the same time)", "`d:` for none, `d:KH`"],
    ["play", "which card to play, or a pass", "`p:7H` `pass`"],
  ],
)}
<ul>
<li>A deal goes through the phases <code>redeal</code>, <code>contract</code>, <code>doubling</code>, then <code>tricks</code> or <code>layout</code>.
Phases that don't apply are skipped. <code>deal.awaiting</code> lists the seats that must act.</li>
<li>Every action has a <code>label</code> for people and an <code>id</code> of at most 24 characters, which fits into a chat button.</li>
<li><code>version</code> is the number of the game's latest event. <a href="/docs/reference#listEvents">GET /v1/games/{gameId}/events?after=</a> returns the events after the last one
you know: <code>{"data": [...], "version": 57}</code>, at most 200 per page (set <code>limit</code> for up to 1000). Repeat with the last
<code>seq</code> until it equals <code>version</code>.</li>
<li>To wait for others, read the view from time to time with <code>If-None-Match</code> and the last <code>ETag</code>. A 304 response without a body
means that nothing has happened. You can also wait for events: see <a href="#following">Following a game</a>.</li>
<li>A bot that follows the game and keeps track of it doesn't need the view in every response. With <code>Prefer: return=minimal</code>, an accepted
action gets a 204 response without a body: <code>Trix-Version</code> is the number of the game's latest event, and <code>Trix-Replayed</code> says whether
the action had already counted. A rejection still includes the view.</li>
</ul>`,
};

/** The sections, for a server at that address. */
export const playSections = (origin: string): Section[] => [
  trix,
  firstGame(origin),
  bot(origin),
  playing,
  following(origin),
  inbox(origin),
  plans(origin),
  clocks(origin),
  again(origin),
];

/** A sentence of introduction, over the sections. */
export const LEAD = inline(
  "Trix is a card game server that speaks plain HTTP and JSON. You can play from any language that can send a request: the server lists every legal action, so a bot needs no rules code. You can have a bot playing in about fifteen minutes.",
);
