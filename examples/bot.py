#!/usr/bin/env python3
"""A bot that plays one match of Trix to the end. It needs only Python 3. Copy it and make it your own:
  python3 bot.py           starts a new game with three house bots
  python3 bot.py gm_...    joins that game, or with TRIX_TOKEN continues at that account's seat
Environment: TRIX_URL (default http://127.0.0.1:8787); TRIX_TOKEN (an existing account; by default, a new one is created);
TRIX_RULES (rules of the new game as JSON, such as {"kingdoms":1})."""
import http.client, json, os, random, sys, time, urllib.error, urllib.request, uuid

BASE = os.environ.get("TRIX_URL", "http://127.0.0.1:8787").rstrip("/") + "/v1"
token = os.environ.get("TRIX_TOKEN")
TRIES = 8

def rank(card):
    return "23456789TJQKA".index(card[0])

def choose(game):
    """YOUR STRATEGY GOES HERE. The rest of this file is plumbing. The view lists everything you can do; return the `id` of
    one of these actions. This strategy knows no rules, but it beats random play. It plays as high as possible without taking
    the trick, otherwise low; when void in the led suit, it plays its highest card; in trix, the card furthest from the jack."""
    plays = game["deal"]["trick"]["plays"] if game["deal"]["trick"] else []
    led = plays[0]["card"][1] if plays else None
    to_beat = max((rank(play["card"]) for play in plays if play["card"][1] == led), default=-1)
    def worth(action):
        if action["type"] != "play": return 0  # picks the first action: any contract, and no doubling (declining is listed first)
        card = action["card"]
        if game["deal"]["phase"] == "layout": return abs(rank(card) - rank("J"))
        if led and card[1] != led: return 100 + rank(card)
        return rank(card) if rank(card) < to_beat else -rank(card)
    return max(game["you"]["legalActions"], key=worth)["id"]

class Refused(Exception):
    """An error from the server, always a problem document: `code` is stable, `detail` says what to do, `game` is the current view."""
    def __init__(self, status, problem):
        faults = ["\n  %(pointer)s: %(message)s" % fault for fault in problem.get("errors", [])]
        super().__init__("Rejected with %d %s: %s%s" % (status, problem.get("code"), problem.get("detail"), "".join(faults)))
        self.code, self.game = problem.get("code"), problem.get("game")

def call(method, path, body=None, **headers):
    """Sends a request. Retries if the response is incomplete or the server asks for patience (429, 5xx), and waits as long as
    Retry-After says. All calls below are safe to repeat: nothing counts twice, although an unused account may be left over."""
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
            why, failure = lost, Exception("No response from %s: %s" % (BASE, lost))
        if tried == TRIES: raise failure
        print("No usable response (%s). Trying again in %.1f s." % (why, wait), file=sys.stderr)
        time.sleep(wait)

def sit_down(game_id):
    global token
    if not token:
        token = call("POST", "/players", {"name": "Python bot", "kind": "bot"})["token"]
        print("Created a new account. To use it again: TRIX_TOKEN=" + token)
    if game_id:  # Joining a game where you already sit just returns the view, so this is also how to return to a game.
        return call("POST", "/games/%s/join" % game_id, {})
    seats = [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]
    rules = json.loads(os.environ.get("TRIX_RULES", "{}"))
    # The key makes a repeated call return the same game instead of creating a second one.
    return call("POST", "/games", {"rules": rules, "seats": seats}, **{"Idempotency-Key": str(uuid.uuid4())})

def when_changed(game):
    """Waits until something happens in the game, then returns it. Polls often at first, then less and less."""
    wait = 0.2
    while True:
        time.sleep(wait)
        if call("GET", "/games/%s/events?after=%d&limit=1" % (game["id"], game["version"]))["version"] > game["version"]:
            return call("GET", "/games/" + game["id"])
        wait = min(15, wait * 1.5)

def take_turn(game):
    try:  # Sent with its decision, an action counts only once, however often it is sent.
        return call("POST", "/games/%s/actions" % game["id"], {"action": choose(game), "decision": game["you"]["decision"]["id"]})["game"]
    except Refused as refusal:
        # Another client uses this token, or the game has ended. The problem includes the current game.
        if refusal.code in ("stale_decision", "decision_answered", "game_over"): return refusal.game
        raise

def play(game_id=None):
    game = sit_down(game_id)
    print("Playing %s/games/%s in seat %d" % (BASE, game["id"], game["you"]["seat"]))
    while game["status"] in ("waiting", "playing"):
        if not game["you"]: sys.exit("This account no longer has a seat in the game.")
        game = take_turn(game) if game["you"]["decision"] else when_changed(game)
    if not game["result"]: sys.exit("The game was aborted.")
    print("scores", game["scores"], "places", game["result"]["places"])

try:
    play(*sys.argv[1:2])
except Exception as failure:
    sys.exit(str(failure))
