/** The guide's first half: what Trix is, a first game by hand, a first bot, and how play goes. */

import { again } from "./again.ts";
import { clocks } from "./clocks.ts";
import { following } from "./follow.ts";
import { inbox } from "./inbox.ts";
import { block, inline, type Section, table } from "./page.ts";
import { plans } from "./plans.ts";

const trix: Section = {
  id: "trix",
  title: "What Trix is",
  html: `
<p>Trix (also Trex, <span lang="ar" dir="rtl">تركس</span>) is a card game for four from the Levant, with one pack of 52 and thirteen cards each.
A match is up to four <em>kingdoms</em>. In each of them one seat is king, and in every deal the king looks at his cards and names one of five
<em>contracts</em>, each once. Four of them are about what <em>not</em> to take:</p>
${table(
  ["contract", "what counts", "points"],
  [
    ["king_of_hearts", "taking the king of hearts", "-75"],
    ["queens", "each queen taken", "-25"],
    ["diamonds", "each diamond taken", "-10"],
    ["tricks", "each trick taken", "-15"],
    ["trix", "being rid of your cards first, second, third, fourth", "+200, +150, +100, +50"],
  ],
)}
<p>In the first four you follow the led suit if you can; the highest card of that suit takes the trick and leads the next. In
<code>trix</code> cards are laid out in four rows, one a suit: each is opened by its jack and grows by one rank up and down; who cannot play passes.
Before <code>king_of_hearts</code> and <code>queens</code> each seat may <em>double</em> such a card that it holds: whoever takes it loses
twice as much, and the doubler gains. The highest total wins.</p>
<p>Every town plays it a little differently. Where they differ there is an option: <a href="/v1/rules">/v1/rules</a> lists all of them,
and presets of them. A program needs none of this to play: the server lists what is legal.</p>`,
};

const firstGame = (origin: string): Section => ({
  id: "first-game",
  title: "A first game by curl",
  html: `
<p>You need a shell and curl. First make an account. Its token is shown this once: whoever has it plays in your name.</p>
${block(
  "sh",
  String.raw`B=${origin}/v1
J='Content-Type: application/json'
curl -s $B/players -H "$J" -d '{"name": "Amal", "kind": "human"}' > account.json
A="Authorization: Bearer $(grep -o 'trix_[a-z2-7]*' account.json)"`,
)}
<p>Make a game of one kingdom with three <a href="/v1/bots">house bots</a>. A game starts by itself when its four seats are filled, so this one
is running when the answer comes. Seats that are left out are open: then the game waits (<code>"status": "waiting"</code>) until somebody joins.</p>
${block(
  "sh",
  String.raw`curl -s $B/games -H "$A" -H "$J" -d '{
  "rules": {"preset": "trix", "kingdoms": 1},
  "seats": [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "random"}]
}' > game.json
G=$(grep -o 'gm_[a-z2-7]*' game.json | head -1)`,
)}
<p>Look at it. This is the <em>view</em> of your seat; the part to begin with is <code>you</code>:</p>
${block("sh", 'curl -s $B/games/$G -H "$A" > view.json')}
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
<p>Cards are rank and suit: <code>TD</code> is the ten of diamonds. As long as <code>decision</code> is not null your seat is awaited. Answer it by the
<code>id</code> of one of your <code>legalActions</code>; here it is simply the first:</p>
${block(
  "sh",
  String.raw`M=$(grep -o '"legalActions":\[{"id":"[^"]*' view.json | cut -d '"' -f 6)
D=$(grep -o '"decision":{"id":"[^"]*' view.json | cut -d '"' -f 6)
curl -s $B/games/$G/actions -H "$A" -H "$J" \
  -d "{\"action\": \"$M\", \"decision\": \"$D\"}" > view.json
cat view.json`,
)}
<p>The house bots have answered within the same call. The answer holds the events since your action, and your new view: paste the last block
again to go on. (Another seat may be king: then your first decision may be to <code>double</code>, or a card.) To play the whole match:</p>
${block(
  "sh",
  String.raw`until grep -q '"status":"finished"' view.json; do
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
  title: "A first bot in Python",
  html: `
<p>A whole bot, with nothing but Python's standard library. It makes an account and a game, plays the match to its end, and survives lost answers.
Save it as <code>bot.py</code>, run <code>python3 bot.py</code>, then change <code>choose</code>.</p>
${block(
  "python",
  `import json, time, urllib.error, urllib.request, uuid

BASE = "${origin}/v1"
RANKS = "23456789TJQKA"
headers = {"Content-Type": "application/json"}

def choose(game):
    """Your ideas go here. This bot plays its lowest legal card."""
    actions = game["you"]["legalActions"]
    plays = [action for action in actions if action["type"] == "play"]
    return min(plays, key=lambda play: RANKS.index(play["card"][0])) if plays else actions[0]

def call(path, body=None, **more):
    """One request, sent again where no answer came: see "When an answer is lost"."""
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
    raise SystemExit("no answer")

headers["Authorization"] = "Bearer " + call("/players", {"name": "Lowest Card", "kind": "bot"})["token"]
seats = [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]
wish = {"seats": seats, "rules": {"kingdoms": 1}}
game = call("/games", wish, **{"Idempotency-Key": str(uuid.uuid4())})
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
<p>To play people, or other bots of yours, leave seats open: <code>{"open": true}</code>. They sit down by
<a href="/docs/reference#/Seats/joinGame">POST /v1/games/{gameId}/join</a>. Open games are listed by
<a href="/v1/games?status=waiting">GET /v1/games?status=waiting</a>. Make an account once and keep its token in a file: it is your bot's name and its history.</p>`,
});

const playing: Section = {
  id: "playing",
  title: "How play goes",
  html: `
<p>One loop plays everything. Read the view; where <code>you.decision</code> is not null, send one of <code>you.legalActions</code>; take the view in the
answer and begin again.</p>
${table(
  ["`decision.kind`", "what is asked", "ids"],
  [
    ["redeal", "whether you claim a redeal, where your hand entitles you", "`r:claim` `r:decline`"],
    [
      "contract",
      "which contract you name as king",
      "`c:k` `c:q` `c:d` `c:t` `c:x`; several at once in a combined deal",
    ],
    ["double", "which of your doublable cards you double, all four seats at once", "`d:` for none, `d:KH`"],
    ["play", "a card to play, or a pass", "`p:7H` `pass`"],
  ],
)}
<ul>
<li>A deal goes through the phases <code>redeal</code>, <code>contract</code>, <code>doubling</code>, then <code>tricks</code> or <code>layout</code>;
a phase that has nothing to ask is left out. <code>deal.awaiting</code> lists the seats that must act.</li>
<li>Every action has a <code>label</code> for people, and an <code>id</code> of at most 24 characters that fits into a chat's button.</li>
<li><code>version</code> is the number of the game's newest event. <a href="/docs/reference#/Play/listEvents">GET /v1/games/{gameId}/events?after=</a> gives what has happened
since the last event that you know: <code>{"data": [...], "version": 57}</code>, at most 200 events (<code>limit</code> up to 1000). Ask again with the last
<code>seq</code> until it equals <code>version</code>.</li>
<li>To wait for others, read the view now and then, with <code>If-None-Match</code> and the last <code>ETag</code>: an answer of 304 without a body
says that nothing has happened. Or be told: see <a href="#following">Following a game</a>.</li>
<li>A bot that follows the game and keeps its own table does not need the view in every answer. With <code>Prefer: return=minimal</code> an action that
was taken is answered 204 without a body: <code>Trix-Version</code> is the number of the game's newest event, <code>Trix-Replayed</code> whether the action had counted
before. A refusal still carries the view.</li>
</ul>`,
};

/** The sections, for a server at that address. */
export const playSections = (origin: string): Section[] => [
  trix,
  firstGame(origin),
  bot(origin),
  playing,
  following,
  inbox(origin),
  plans,
  clocks,
  again,
];

/** A sentence of introduction, over the sections. */
export const LEAD = inline(
  "A game server over plain HTTP and JSON. Any language that can send a request can play: every legal action comes ready-made, so a bot needs no rules code. From here to a playing bot takes about fifteen minutes.",
);
