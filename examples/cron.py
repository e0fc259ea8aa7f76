#!/usr/bin/env python3
"""Answers every pending decision in all games of an account, most urgent first, then exits. Run it from cron:
TRIX_TOKEN=trix_... python3 cron.py"""
import json, os, random, sys, urllib.request

BASE = os.environ.get("TRIX_URL", "http://127.0.0.1:8787").rstrip("/") + "/v1"
HEADERS = {"Authorization": "Bearer " + os.environ["TRIX_TOKEN"], "Content-Type": "application/json", "Prefer": "wait=2"}

def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(BASE + path, data, HEADERS), timeout=60) as answer:
        return json.load(answer)

failed, more = set(), ""
while more is not None:
    page = call("/decisions?limit=50" + more)
    waiting = [each for each in page["data"] if (each["game"]["id"], each["decision"]["id"]) not in failed]
    for game, decision in [(each["game"], each["decision"]["id"]) for each in waiting]:
        try:
            action = random.choice(game["you"]["legalActions"])["id"]  # YOUR STRATEGY GOES HERE: every action is legal.
            call("/games/" + game["id"] + "/actions", {"action": action, "decision": decision})
        except Exception as failure:  # The other games continue; this one waits for the next run.
            failed.add((game["id"], decision))
            print(game["id"], failure, file=sys.stderr)
    more = "" if waiting else "&cursor=" + page["nextCursor"] if page["nextCursor"] else None
