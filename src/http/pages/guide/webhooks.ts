/** The guide's part on webhooks. */

import { PAUSES_MS } from "../../../webhook/schedule.ts";
import { block, type Section, table } from "./page.ts";

const HOUR_MS = 3600 * 1000;
const days = Math.round(PAUSES_MS.reduce((sum, pause) => sum + pause) / (24 * HOUR_MS));

/** The section. */
export const webhooks: Section = {
  id: "webhooks",
  title: "Webhooks",
  html: `
<p>Instead of asking, let the server send. <a href="/docs/reference#/Webhooks/createWebhook">POST /v1/games/{gameId}/webhooks</a> names an endpoint of yours and an
<em>audience</em>. <code>public</code> is for a shared channel: it carries what everybody may know, and never a hand. <code>seat</code> carries what your seat may know, and its
decisions. The answer has a <code>secret</code>, shown this once.</p>
${block(
  "sh",
  String.raw`curl -s $B/games/$G/webhooks -H "$A" -H "$J" -d '{
  "url": "https://bot.example.com/trix", "audience": "seat"
}'`,
)}
${table(
  ["`type`", "what comes", "what you answer"],
  [
    ["verification", "a `challenge`, before anything else", '2xx and `{"challenge": "..."}`, the same one'],
    [
      "events",
      "`data`: events, in order and without gaps, as GET .../events gives them to this audience",
      "2xx; the next batch waits for that",
    ],
    [
      "decision",
      "`decision` and `view`, to a seat alone and once a decision",
      '2xx, and if you like `{"action": "p:7H"}`: then that is played',
    ],
    ["test", "nothing, at your wish", "2xx"],
  ],
)}
<p>So a bot can be an endpoint that answers its webhook. This one needs Python alone:</p>
${block(
  "python",
  `import base64, hashlib, hmac, json, os, random, time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["SECRET"].removeprefix("whsec_"))

def is_ours(headers, body):
    """By Standard Webhooks: signed with our secret, and not long ago."""
    start = headers["webhook-id"] + "." + headers["webhook-timestamp"] + "."
    mac = hmac.new(KEY, start.encode() + body, hashlib.sha256).digest()
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

HTTPServer(("", int(os.environ["PORT"])), Endpoint).serve_forever()`,
)}
<ul>
<li>Deliveries are signed by Standard Webhooks 1.0, for which there are libraries (<code>standardwebhooks</code>): headers <code>webhook-id</code>,
<code>webhook-timestamp</code> and <code>webhook-signature</code>. <code>POST .../secret</code> changes the secret; for 24 hours the old one signs as well.</li>
<li>An answer has ten seconds. What fails is tried again with the same <code>webhook-id</code> and body, after seconds first and hours later, for ${days} days; then the webhook is disabled, at once where
the endpoint answers 410. <code>POST .../verify</code> makes it active again, and it goes on where it had stopped. A redirect is a failure.</li>
<li>A decision is tried again only until it is answered, by whatever way, or its deadline passes. Its <code>view</code> holds all that you need: it may come before the events that led to it.</li>
<li>A delivery can come twice where your answer was lost. Go by <code>webhook-id</code>, or by the <code>seq</code> of events; an action counts once for its decision in any case.</li>
<li><code>GET .../deliveries</code> is the log, with every attempt, its status and what became of your action. <code>POST .../deliveries/{deliveryId}/resend</code> sends one again, <code>POST .../test</code> tries the endpoint.</li>
<li>Who loses his seat gets only what is public from then on. A webhook outlives the token that made it: end it with <code>DELETE</code>.</li>
<li>The address must be a public one, by https. The bodies stand in <code>webhooks</code> of the <a href="/openapi.json">OpenAPI file</a>.</li>
</ul>`,
};
