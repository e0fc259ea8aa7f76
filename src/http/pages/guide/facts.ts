/** The guide's second half: what is hidden, what is proven, what can go wrong, and what can be read. */

import { SCOPE_MEANINGS } from "../../../ids/scopes.ts";
import { LANGUAGES } from "../../../labels/languages.ts";
import { BUDGETS, REFUSED_ACTIONS } from "../../access/budgets.ts";
import { BODY_LIMIT, RECORD_BODY_LIMIT } from "../../exchange/intake.ts";
import { PROBLEMS } from "../../exchange/problems.ts";
import { EVENT_MEANINGS } from "../../schemas/event-meanings.ts";
import { block, type Section, table } from "./page.ts";
import { webhooks } from "./webhooks.ts";

const hidden: Section = {
  id: "hidden",
  title: "What you see, and what you do not",
  html: `
<p>A view is built for its <em>audience</em>: one seat, or the public. Your token makes the difference. With it you see your own hand; without it, or
in a game where you have no seat, you see what everybody at the table sees: sizes of hands, cards played, points taken, but no hand.</p>
<ul>
<li>All audiences read <strong>the same events with the same <code>seq</code></strong>, numbered from 1 without gaps. Only fields differ:
<code>deal_started</code> has your <code>hand</code>, and null for everybody else. So a missing number never tells anything, and two clients can compare notes.</li>
<li>An event never changes once you have read it. What is revealed later comes in a later event.</li>
<li>When all seats answer at once (doubling, redeal), you learn that a seat has answered, and what only when all have.</li>
<li>When a deal is over, everything in it is public: <code>deal_scored</code> has all four hands. Nothing of a later deal is.</li>
<li>A bot for a chat group posts the public view to the group (read it without a token), and each player's own view in private.</li>
<li><code>?include=knowledge</code> adds what public play tells to anybody who counts: suits that a seat is out of, cards still hidden. It is the same for all.</li>
</ul>`,
};

const fair: Section = {
  id: "fair",
  title: "Fair deals",
  html: `
<p>You need not trust the dealer. Think of it as sealed envelopes: before the first deal the server has shuffled every pack of the match, put each into
an envelope, and shown you a photograph of the pile. That is the <code>commitment</code> of the game. After each deal its envelope is opened, and anybody
can check that it lay in the pile of the photograph and that the cards dealt were those in it. The server cannot have changed a pack once it saw how you play.</p>
<p>Players can also have a hand in the shuffling: send a <code>clientSeed</code> when you join. The packs are mixed with all players' seeds, which the server did not know
when it sealed its envelopes; so it cannot have picked a pile that suits somebody. (A game that starts in the very call that makes it has no players' seeds, and says so: <code>playersEntropy</code>.)</p>
<p>Check a game yourself, with a program that holds no code of this server. Something can be checked once a deal is over: the loop of
<a href="#first-game">the first game</a> plays one to its end.</p>
${block(
  "sh",
  `curl -s $B/games/$G/record > record.json
curl -s $B/games/$G/proof > proof.json
curl -s \${B%/v1}/docs/verify.py > verify.py
python3 verify.py record.json proof.json`,
)}
<p>There is one for Node too: <a href="/docs/verify.mjs">verify.mjs</a> beside <a href="/docs/verify.py">verify.py</a>. What a proof cannot show: the server knows all hands
while it deals them, and players can talk to each other.</p>`,
};

const retries: Section = {
  id: "retries",
  title: "When an answer is lost",
  html: `
<p>A connection breaks after you sent a card. Did it count? Send the very same request again.</p>
<ul>
<li><strong>Actions.</strong> An action sent with its <code>decision</code> is known by the pair. The first time it counts; each further time it changes nothing and you get
<code>"replayed": true</code>, the events from that action on, and the fresh view. Another action on a decision that is answered is refused:
409 <code>decision_answered</code>. Without <code>decision</code> a repeat is a new action, so always send it.</li>
<li><strong>New games.</strong> Send an <code>Idempotency-Key</code> of your own making with <code>POST /v1/games</code>. A repeat under the same key gives the first answer again, as it was then: read the game before you act. Another
body under a used key is refused: 422 <code>idempotency_key_reused</code>.</li>
<li><strong>Joining and leaving.</strong> Read the game: <code>seats</code> tells whether you sit in it.</li>
<li><strong>Reading</strong> changes nothing and can always be repeated.</li>
<li><strong>503</strong> and <strong>429</strong> say in <code>Retry-After</code> how many seconds to wait. Any other 4xx stays the same if you repeat it.</li>
</ul>
<p>The <a href="/workflows.arazzo.json">workflows</a> have this as a script that a machine can run (Arazzo 1.0): quick start, a whole match, and recovery after a lost answer.</p>`,
};

const errors: Section = {
  id: "errors",
  title: "Errors",
  html: `
<p>Every refusal is a problem document (<code>application/problem+json</code>, RFC 9457). Programs go by <code>code</code>, people read <code>detail</code>, which says what to do.
Bad bodies list each fault in <code>errors</code>, by JSON pointer. A refused action changes nothing; where it was well-formed and came with a token that may act (409 and 422),
the answer has your fresh view in <code>game</code>. Quote the
<code>requestId</code> when you report something.</p>
${block(
  "json",
  `{
  "type": "urn:trix:problem:must_follow_suit", "title": "Must follow suit", "status": 422, "code": "must_follow_suit",
  "detail": "You hold a card of the led suit, so you must play one of that suit.",
  "instance": "urn:uuid:...", "requestId": "...", "game": {"...": "your fresh view"}
}`,
)}
<details><summary>All codes</summary>
${table(
  ["code", "status", "what to do"],
  Object.entries(PROBLEMS).map(([code, { status, detail }]) => [`\`${code}\``, String(status), detail]),
)}
</details>`,
};

const tokens: Section = {
  id: "tokens",
  title: "Tokens and apps",
  html: `
<p>The token of a new account may do everything. Give programs one that may do less:
<a href="/docs/reference#/Tokens%20and%20apps/createToken">POST /v1/me/tokens</a> makes a token with some of these scopes, until a time (<code>expiresAt</code>),
or for one seat of one <code>game</code>. A token that is lost is revoked by <a href="/docs/reference#/Tokens%20and%20apps/revokeToken">DELETE /v1/me/tokens/{tokenId}</a>, everywhere within 60 seconds.</p>
${block(
  "sh",
  String.raw`curl -s $B/me/tokens -H "$A" -H "$J" -d '{
  "name": "reader", "scopes": ["games:read"]
}'
curl -s $B/me/tokens -H "$A" -H "$J" -d "{
  \"name\": \"this seat\", \"scopes\": [\"games:read\", \"games:play\"], \"game\": \"$G\"
}"`,
)}
<p><code>name</code> and <code>scopes</code> are always needed. A token that reads sees your own hands, as you do.</p>
${table(
  ["scope", "what it allows"],
  Object.entries(SCOPE_MEANINGS).map(([scope, meaning]) => [`\`${scope}\``, meaning]),
)}
<p>A chat bot that brings many people is an <em>app</em>: <a href="/docs/reference#/Tokens%20and%20apps/createApp">POST /v1/apps</a> gives a token that acts for the app's own users.
The header <code>Trix-Act-As</code> names one, who comes into being when he is named first. The table sees the app and its owner at his seat (<code>seats[].app</code>). Whoever runs an app can
read the hands of its users: so a game takes one seat of each operator unless it is made with <code>sameApp</code>. A user can take himself over into an account of his own, with a code that the app asks for.</p>
${block(
  "sh",
  String.raw`curl -s $B/apps -H "$A" -H "$J" -d '{"name": "My chat"}' > app.json
APP="Authorization: Bearer $(grep -o 'trix_[a-z2-7]*' app.json)"
curl -s $B/me -H "$APP" -H 'Trix-Act-As: discord:1234'`,
)}
<p>Send both headers with every call; everything else is as for a player. He is called <code>Guest</code> and four letters until
<a href="/docs/reference#/Tokens%20and%20apps/putUser">PUT /v1/app/users/discord:1234</a> gives him a name.</p>
${block(
  "sh",
  String.raw`curl -s $B/games -H "$APP" -H 'Trix-Act-As: discord:1234' -H "$J" -d '{
  "seats": [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]
}'`,
)}`,
};

interface Counted {
  limit: number;
  windowMs: number;
  per: string;
  covers: string;
}

const budgetRow = (name: string, { limit, windowMs, per, covers }: Counted): string[] => [
  name,
  `${covers} At most ${limit} in ${windowMs / 1000} seconds, by ${per}.`,
];

const limits: Section = {
  id: "limits",
  title: "Limits",
  html: `
<p>A legal action in a running game is never held back. Other calls are counted: <code>RateLimit-Policy</code> names the budget, and a call beyond it is answered 429 with
<code>Retry-After</code>. <a href="/v1/limits">/v1/limits</a> has these figures and all other bounds, for programs.</p>
${table(
  ["budget", "what is counted"],
  [
    ...Object.entries(BUDGETS).map(([name, budget]) => budgetRow(name, budget)),
    budgetRow("refused actions", REFUSED_ACTIONS),
  ],
)}
<ul>
<li>A body has at most ${BODY_LIMIT / 1024} KiB, a record to be checked ${RECORD_BODY_LIMIT / 1024} KiB; larger ones are refused with 413. Unknown fields and parameters are refused by
name, so that no typing error passes for a wish.</li>
<li>The <a href="/docs/reference">reference</a> has the bounds of every field. Lists are
<code>{"data": [...], "nextCursor": "..."}</code>: send <code>nextCursor</code> as <code>cursor</code> for the next page, until it is null.</li>
<li>A game whose seats are never filled expires after 14 days.</li>
</ul>`,
};

const languages: Section = {
  id: "languages",
  title: "Languages",
  html: `
<p>Labels of actions, titles of problems, and the names and meanings at <a href="/v1/rules">/v1/rules</a> come in English, Arabic, German and Dutch
(${LANGUAGES.map((language) => `<code>${language}</code>`).join(", ")}), by the <code>Accept-Language</code> that you send. Ids, codes and contracts are the same in all of them;
<code>detail</code> and <code>errors</code> stay English. A language that is not among them gives English. Arabic labels begin with a right-to-left mark (U+200F).</p>
${block("sh", 'curl -s $B/games/$G -H "$A" -H "Accept-Language: ar"')}`,
};

const records: Section = {
  id: "records",
  title: "Records",
  html: `
<p><a href="/docs/reference#/Records/getRecord">GET /v1/games/{gameId}/record</a> gives the finished deals: hands, contracts, every play and the points. It is JSON, or text that people can read with
<code>Accept: text/plain</code>; both hold the same. With <code>?as=0&amp;at=57</code> it is what seat 0 knew at event 57, once that deal is over: for training bots, and for arguing about them.
<a href="/docs/reference#/Records/checkRecord">POST /v1/records/check</a> plays any record again and says what is wrong in it.
<a href="/docs/reference#/Players/listPlayerGames">Games</a> and <a href="/docs/reference#/Players/getPlayerStats">statistics</a> of a player are public.</p>
${block("sh", 'curl -s $B/games/$G/record -H "Accept: text/plain"')}`,
};

const events: Section = {
  id: "events",
  title: "Events",
  html: `
<p>What a game's log is made of. The <a href="/docs/reference">reference</a> has every field. More types and more fields will come: ignore those that you do not know.</p>
${table(
  ["type", "what it tells"],
  Object.entries(EVENT_MEANINGS).map(([type, meaning]) => [`\`${type}\``, meaning]),
)}`,
};

/** The sections. */
export const factSections: readonly Section[] = [
  hidden,
  fair,
  retries,
  errors,
  webhooks,
  tokens,
  limits,
  languages,
  records,
  events,
];
