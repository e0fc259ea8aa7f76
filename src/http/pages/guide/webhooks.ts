/** The guide's part on webhooks. */

import { PAUSES_MS } from "../../../webhook/schedule.ts";
import { block, type Section, table } from "./page.ts";

const HOUR_MS = 3600 * 1000;
const days = Math.round(PAUSES_MS.reduce((sum, pause) => sum + pause) / (24 * HOUR_MS));

/** The section, for a server at that address. */
export const webhooks = (origin: string): Section => ({
  id: "webhooks",
  title: "Webhooks",
  html: `
<p>Instead of polling, let the server send you updates. <a href="/docs/reference#createWebhook">POST /v1/games/{gameId}/webhooks</a> registers your endpoint and an
<em>audience</em>. <code>public</code> is for a shared channel: it contains what everyone may know, and never a hand. <code>seat</code> contains what your seat may know, and its
decisions. The response has a <code>secret</code>, which is shown only once.</p>
${block("json", '{"url": "https://bot.example.com/trix", "audience": "seat"}')}
${table(
  ["`type`", "what you receive", "how you respond"],
  [
    ["verification", "a `challenge`, before anything else", '2xx and `{"challenge": "..."}` with the same value'],
    [
      "events",
      "`data`: events in order and without gaps, as GET .../events returns them to this audience; `awaiting`: who must act now",
      "2xx; the next batch waits for it",
    ],
    [
      "decision",
      "`decision` and `view`; sent only to seats, once per decision",
      '2xx, and optionally `{"action": "p:7H"}`, which is then played',
    ],
    ["test", "no data; sent when you ask for it", "2xx"],
  ],
)}
<p>So a bot can be an endpoint that answers its webhook. This one needs only Python. It registers itself and plays one kingdom against the house bots. If the server isn't on
your machine, set <code>ENDPOINT</code> to your public https address.</p>
${block(
  "python",
  `import base64, hashlib, hmac, json, os, random, threading, time, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BASE = "${origin}/v1"
PORT = int(os.environ.get("PORT", "8000"))
ENDPOINT = os.environ.get("ENDPOINT", "http://127.0.0.1:" + str(PORT) + "/trix")
headers = {"Content-Type": "application/json"}
key, registered = b"", threading.Event()

def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(BASE + path, data, headers)) as answer:
        return json.load(answer)

def is_ours(headers, body):
    """Standard Webhooks: signed with our secret, and recent."""
    registered.wait(10)  # the challenge can arrive before the secret does
    start = headers["webhook-id"] + "." + headers["webhook-timestamp"] + "."
    mac = hmac.new(key, start.encode() + body, hashlib.sha256).digest()
    ours = "v1," + base64.b64encode(mac).decode()
    signed = any(hmac.compare_digest(ours, given) for given in headers["webhook-signature"].split())
    return signed and abs(time.time() - int(headers["webhook-timestamp"])) < 300

class Endpoint(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if not is_ours(self.headers, body):
            return self.send_error(401)
        sent = json.loads(body)
        answer = {}
        if sent["type"] == "verification":
            answer = {"challenge": sent["challenge"]}
        if sent["type"] == "decision":
            answer = {"action": random.choice(sent["view"]["you"]["legalActions"])["id"]}
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

server = ThreadingHTTPServer(("", PORT), Endpoint)
threading.Thread(target=server.serve_forever, daemon=True).start()
headers["Authorization"] = "Bearer " + call("/players", {"name": "Webhook", "kind": "bot"})["token"]
seats = [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]
game = call("/games", {"seats": seats, "rules": {"kingdoms": 1}})
hook = call("/games/" + game["id"] + "/webhooks", {"url": ENDPOINT, "audience": "seat"})
key = base64.b64decode(hook["secret"].removeprefix("whsec_"))
registered.set()
while game["status"] != "finished":
    time.sleep(1)
    game = call("/games/" + game["id"])
print(game["scores"], "places", game["result"]["places"])`,
)}
<ul>
<li>Deliveries are signed according to Standard Webhooks 1.0, for which libraries exist (<code>standardwebhooks</code>). They carry the headers <code>webhook-id</code>,
<code>webhook-timestamp</code> and <code>webhook-signature</code>. <code>POST .../secret</code> rotates the secret. For 24 hours, the old secret also signs.</li>
<li>Your endpoint has ten seconds to respond. A failed delivery is retried with the same <code>webhook-id</code> and body, at first after seconds and later after hours, for ${days} days. After that, the webhook is disabled. If you need a pause, send <code>Retry-After</code> (seconds or a date) with a status other than 2xx: nothing is sent to you before then, for up to 24 hours. If
your endpoint returns 410, it is disabled at once. <code>POST .../verify</code> activates the webhook again, and it continues where it stopped. A redirect counts as a failure.</li>
<li>A decision is retried only until it is answered in any way or its deadline passes. Its <code>view</code> contains everything you need, with labels of legal actions in the <code>language</code> that you registered. It may arrive before the events that led to it.</li>
<li>You may receive a delivery twice if your response was lost. Use <code>webhook-id</code>, or the <code>seq</code> of events, to recognize duplicates. An action counts only once for its decision in any case.</li>
<li><code>GET .../deliveries</code> is the log. It shows every attempt, its status, and what happened to your action. <code>POST .../deliveries/{deliveryId}/resend</code> resends a delivery, and <code>POST .../test</code> tests the endpoint.</li>
<li>If you lose your seat, your webhook receives only public data from then on. A webhook outlives the token that created it. Remove it with <code>DELETE</code>.</li>
<li>The endpoint must have a public https address, unless the server runs on your own machine. The payloads are described under <code>webhooks</code> in the <a href="/openapi.json">OpenAPI file</a>.</li>
</ul>`,
});
