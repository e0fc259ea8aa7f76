#!/usr/bin/env python3
"""A bot that plays one match of Trix to its end. Needs nothing but Python 3; copy it and make it yours:
  python3 bot.py           a new game with three house bots
  python3 bot.py gm_...    a seat in that game, or with TRIX_TOKEN the seat that this account has there
Environment: TRIX_URL (http://127.0.0.1:8787); TRIX_TOKEN (an account, else a new one is made);
TRIX_RULES (rules of the new game as JSON, such as {"kingdoms":1})."""
import http.client, json, os, random, sys, time, urllib.error, urllib.request, uuid

BASE = os.environ.get("TRIX_URL", "http://127.0.0.1:8787").rstrip("/") + "/v1"
token = os.environ.get("TRIX_TOKEN")
TRIES = 8

def rank(card):
    return "23456789TJQKA".index(card[0])

def choose(game):
    """YOUR BOT GOES HERE: everything else in this file is manners. The view lists all that you may do; return the `id` of
    one of them. These lines know no rules, and beat random play: as high as possible without taking the trick, else low;
    the highest where the led suit is missing; in trix the card furthest from the jack."""
    plays = game["deal"]["trick"]["plays"] if game["deal"]["trick"] else []
    led = plays[0]["card"][1] if plays else None
    to_beat = max((rank(play["card"]) for play in plays if play["card"][1] == led), default=-1)
    def worth(action):
        if action["type"] != "play": return 0  # the first of them: any contract, and no doubling, which is listed first
        card = action["card"]
        if game["deal"]["phase"] == "layout": return abs(rank(card) - rank("J"))
        if led and card[1] != led: return 100 + rank(card)
        return rank(card) if rank(card) < to_beat else -rank(card)
    return max(game["you"]["legalActions"], key=worth)["id"]

class Refused(Exception):
    """A refusal. It is always a problem document: `code` is stable, `detail` says what to do, `game` is the fresh view."""
    def __init__(self, status, problem):
        faults = ["\n  %(pointer)s: %(message)s" % fault for fault in problem.get("errors", [])]
        super().__init__("Refused with %d %s: %s%s" % (status, problem.get("code"), problem.get("detail"), "".join(faults)))
        self.code, self.game = problem.get("code"), problem.get("game")

def call(method, path, body=None, **headers):
    """Sends a request, and sends it again where no whole answer came or the server asks for patience (429, 5xx), waiting
    as long as Retry-After says. Every call below may be repeated: nothing of it counts twice, though an account made in
    vain may be left."""
    headers["Content-Type"] = "application/json"
    if token: headers["Authorization"] = "Bearer " + token
    data = None if body is None else json.dumps(body).encode()
    for tried in range(1, TRIES + 1):
        wait = min(30, 2 ** tried / 4) * random.uniform(0.5, 1.5)
        try:
            with urllib.request.urlopen(urllib.request.Request(BASE + path, data, headers, method=method), timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as answer:
            why, text = answer, answer.read().decode(errors="replace")
            try: problem = json.loads(text)
            except ValueError: problem = {"code": "not a problem document", "detail": text[:200]}
            failure = Refused(answer.code, problem)
            if answer.code != 429 and answer.code < 500: raise failure
            after = answer.headers.get("Retry-After", "")
            if after.isdigit(): wait = int(after)
        except (OSError, http.client.HTTPException) as lost:
            why, failure = lost, Exception("No answer from %s: %s" % (BASE, lost))
        if tried == TRIES: raise failure
        print("No answer to use (%s). Trying again in %.1f s." % (why, wait), file=sys.stderr)
        time.sleep(wait)

def sit_down(game_id):
    global token
    if not token:
        token = call("POST", "/players", {"name": "Python bot", "kind": "bot"})["token"]
        print("A new account. To use it again: TRIX_TOKEN=" + token)
    if game_id:  # Whoever sits there already is given the view, so that joining is also the way back into a game.
        return call("POST", "/games/%s/join" % game_id, {})
    seats = [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]
    rules = json.loads(os.environ.get("TRIX_RULES", "{}"))
    # With the key a repeat of this call gives the same game instead of a second one.
    return call("POST", "/games", {"rules": rules, "seats": seats}, **{"Idempotency-Key": str(uuid.uuid4())})

def when_changed(game):
    """The game as it is when something has happened in it. Asks often at first, then ever more seldom."""
    wait = 0.2
    while True:
        time.sleep(wait)
        if call("GET", "/games/%s/events?after=%d&limit=1" % (game["id"], game["version"]))["version"] > game["version"]:
            return call("GET", "/games/" + game["id"])
        wait = min(15, wait * 1.5)

def take_turn(game):
    try:  # With its decision the same action counts once, however often it is sent.
        return call("POST", "/games/%s/actions" % game["id"], {"action": choose(game), "decision": game["you"]["decision"]["id"]})["game"]
    except Refused as refusal:
        # Somebody else acts with this token, or the game has ended: the problem brings the game as it is now.
        if refusal.code in ("stale_decision", "decision_answered", "game_over"): return refusal.game
        raise

def play(game_id=None):
    game = sit_down(game_id)
    print("Playing %s/games/%s in seat %d" % (BASE, game["id"], game["you"]["seat"]))
    while game["status"] in ("waiting", "playing"):
        if not game["you"]: sys.exit("This account has no seat in the game any more.")
        game = take_turn(game) if game["you"]["decision"] else when_changed(game)
    if not game["result"]: sys.exit("The game was aborted.")
    print("scores", game["scores"], "places", game["result"]["places"])

try:
    play(*sys.argv[1:2])
except Exception as failure:
    sys.exit(str(failure))
