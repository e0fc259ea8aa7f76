/** The guide's second half: what is hidden, what is proven, what can go wrong, and what can be read. */

import { SCOPE_MEANINGS } from "../../../ids/scopes.ts";
import { TICKET_MS } from "../../../ids/ticket.ts";
import { LANGUAGES } from "../../../labels/languages.ts";
import { MOST_HELD } from "../../../wire/bounds.ts";
import { BUDGETS, DEALS, REFUSED_ACTIONS } from "../../access/budgets.ts";
import { BODY_LIMIT, RECORD_BODY_LIMIT } from "../../exchange/intake.ts";
import { PROBLEMS } from "../../exchange/problems.ts";
import { EVENT_MEANINGS } from "../../schemas/event-meanings.ts";
import { block, type Section, sample, table } from "./page.ts";
import { webhooks } from "./webhooks.ts";

const hidden: Section = {
  id: "hidden",
  title: "What you see and what you don't",
  html: `
<p>Each view is built for an <em>audience</em>: one seat, or the public. Your token decides which. With a token, you see your own hand. Without one, or
in a game where you have no seat, you see what everyone at the table sees: the number of cards in each hand, cards played, and points taken, but no hand.</p>
<ul>
<li>All audiences read <strong>the same events with the same <code>seq</code></strong>, numbered from 1 with no gaps. Only some fields differ:
<code>deal_started</code> contains your own <code>hand</code>, which is null for everyone else. A missing number therefore reveals nothing, and two clients can compare notes.</li>
<li>An event never changes after you have read it. Anything revealed later is in a later event.</li>
<li>When all seats answer at the same time (doubling, redeal), you first learn that a seat has answered. You see the answer only when all seats have answered.</li>
<li>When a deal is over, everything in it becomes public: <code>deal_scored</code> contains all four hands. Nothing from later deals is public.</li>
<li>A bot for a group chat can post the public view to the group (read it without a token) and send each player their own view in private.</li>
<li><code>?include=knowledge</code> adds what anyone could work out from public play: suits a seat is out of, and cards still hidden. It is the same for every reader.</li>
</ul>`,
};

const fair = (origin: string): Section => ({
  id: "fair",
  title: "Fair deals",
  html: `
<p>You don't have to trust the dealer. Imagine sealed envelopes: before the first deal, the server shuffles every pack of the match, puts each one into
an envelope, and shows you a photo of the stack. That is the game's <code>commitment</code>. After each deal, its envelope is opened. Anyone can check that the envelope was in the
photo and that the cards dealt were the ones inside. The server cannot change a pack after it has seen how you play.</p>
<p>Players can also take part in the shuffle: send a <code>clientSeed</code> when you join. The server mixes all players' seeds into the packs. It did not know these seeds
when it sealed the envelopes, so it cannot have picked a stack that favors someone. (A game that starts in the same call that creates it has no seeds from players. <code>playersEntropy</code> tells you so.)</p>
<p>You can check a game yourself with a program that shares no code with this server. This sample has four house bots play one deal, and checks it:</p>
${sample(
  origin,
  "account",
  `G=$(curl -s $B/games -H "$A" -H "$J" -d '{
  "rules": {"mode": "practice", "practice": {"contracts": ["trix"], "deals": 1}},
  "seats": [{"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]
}' | grep -o 'gm_[a-z2-7]*' | head -1)
until curl -s $B/games/$G | grep -q '"status":"finished"'; do sleep 0.5; done
curl -s $B/games/$G/record > record.json
curl -s $B/games/$G/proof > proof.json
curl -s ${origin}/docs/verify.py > verify.py
python3 verify.py record.json proof.json`,
)}
<p>There is also a version for Node: <a href="/docs/verify.mjs">verify.mjs</a>, in addition to <a href="/docs/verify.py">verify.py</a>. A proof has limits: the server knows all hands
while it deals them, and players can talk to each other.</p>`,
});

const retries: Section = {
  id: "retries",
  title: "When a response is lost",
  html: `
<p>Your connection breaks after you send a card. Did it count? Send exactly the same request again.</p>
<ul>
<li><strong>Actions.</strong> Send the action together with its <code>decision</code>. It counts the first time. After that, it changes nothing, and you get
<code>"replayed": true</code>, the events since that action, and the current view. A different action for an answered decision is rejected with
409 <code>decision_answered</code>. Without <code>decision</code>, a repeat is a new action, so always send it.</li>
<li><strong>New games.</strong> Send an <code>Idempotency-Key</code> that you choose with <code>POST /v1/games</code>. Repeating the request with the same key returns the first response again, as it was then. Read the game before you act. A
different body with a used key is rejected with 422 <code>idempotency_key_reused</code>.</li>
<li><strong>Joining and leaving.</strong> Read the game. <code>seats</code> shows whether you have a seat.</li>
<li><strong>Reading</strong> changes nothing, so you can always repeat it.</li>
<li><strong>503</strong> and <strong>429</strong>: wait for the number of seconds in <code>Retry-After</code>. After any other 4xx, repeating the same request doesn't help.</li>
</ul>
<p>The <a href="/workflows.arazzo.json">workflows</a> describe this in machine-readable form (Arazzo 1.0): the quick start, a whole match, and recovery from a lost response.</p>`,
};

const errors: Section = {
  id: "errors",
  title: "Errors",
  html: `
<p>Every error is a problem document (<code>application/problem+json</code>, RFC 9457). Programs should use <code>code</code>. <code>detail</code> is for people and says what to do.
If the body is invalid, <code>errors</code> lists each error with a JSON pointer. A rejected action changes nothing. If it was well-formed and your token may act (409 and 422),
the response has your current view in <code>game</code>. Include the
<code>requestId</code> when you report a problem.</p>
${block(
  "json",
  `{
  "type": "urn:trix:problem:must_follow_suit", "title": "Must follow suit", "status": 422, "code": "must_follow_suit",
  "detail": "You have a card of the led suit, so you must play one.",
  "instance": "urn:uuid:...", "requestId": "...", "game": {"...": "your current view"}
}`,
)}
<details><summary>All problem codes</summary>
${table(
  ["code", "status", "what to do"],
  Object.entries(PROBLEMS).map(([code, { status, detail }]) => [
    `\`${code}\``,
    String(status),
    typeof detail === "string" ? detail : detail.en,
  ]),
)}
</details>`,
};

const tokens = (origin: string): Section => ({
  id: "tokens",
  title: "Tokens and apps",
  html: `
<p>The token of a new account has full access. Give your programs tokens with fewer rights:
<a href="/docs/reference#createToken">POST /v1/me/tokens</a> creates a token with some of these scopes, with an expiry time (<code>expiresAt</code>),
or for one seat in one <code>game</code>. If a token leaks, revoke it with <a href="/docs/reference#revokeToken">DELETE /v1/me/tokens/{tokenId}</a>. It stops working everywhere within 60 seconds.</p>
${sample(
  origin,
  "game",
  String.raw`curl -s $B/me/tokens -H "$A" -H "$J" -d '{
  "name": "reader", "scopes": ["games:read"]
}'
curl -s $B/me/tokens -H "$A" -H "$J" -d "{
  \"name\": \"this seat\", \"scopes\": [\"games:read\", \"games:play\"], \"game\": \"$G\"
}"`,
)}
<p><code>name</code> and <code>scopes</code> are required. A token that can read sees your hands, just as you do.</p>
${table(
  ["scope", "what it allows"],
  Object.entries(SCOPE_MEANINGS).map(([scope, meaning]) => [`\`${scope}\``, meaning]),
)}
<p>A chat bot with many users is an <em>app</em>: <a href="/docs/reference#createApp">POST /v1/apps</a> returns a token that acts for the app's own users.
The header <code>Trix-Act-As</code> names a user. The server creates the user the first time you name them. The table sees the app and its owner at the user's seat (<code>seats[].app</code>). Anyone who runs an
app can read the hands of its users, so a game accepts only one seat per operator unless it was created with <code>sameApp</code>. With a code that the app requests, a user can claim their identity with an account of their own.</p>
${sample(
  origin,
  "account",
  String.raw`curl -s $B/apps -H "$A" -H "$J" -d '{"name": "My chat"}' > app.json
APP="Authorization: Bearer $(grep -o 'trix_[a-z2-7]*' app.json)"
curl -s $B/me -H "$APP" -H 'Trix-Act-As: discord:1234'`,
)}
<p>Send both headers with every call. Everything else works as it does for a player. A new user is called <code>Guest</code> plus four letters until
<a href="/docs/reference#putUser">PUT /v1/app/users/discord:1234</a> gives them a name.</p>
${sample(
  origin,
  "account",
  String.raw`[ -s app.json ] || curl -s $B/apps -H "$A" -H "$J" -d '{"name": "My chat"}' > app.json
APP="Authorization: Bearer $(grep -o 'trix_[a-z2-7]*' app.json)"
curl -s $B/games -H "$APP" -H 'Trix-Act-As: discord:1234' -H "$J" -d '{
  "seats": [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]
}'`,
)}`,
});

interface Counted {
  limit: number;
  windowMs: number;
  per: string;
  covers: string;
}

const budgetRow = (name: string, { limit, windowMs, per, covers }: Counted): string[] => [
  name,
  `${covers} At most ${limit} in ${windowMs / 1000} seconds per ${per}.`,
];

const limits: Section = {
  id: "limits",
  title: "Limits",
  html: `
<p>Legal actions in a running game are never limited. Other calls are counted. <code>RateLimit-Policy</code> names the budget, and a call beyond it gets 429 with
<code>Retry-After</code>. <a href="/v1/limits">/v1/limits</a> returns these numbers and all other limits in machine-readable form.</p>
${table(
  ["budget", "what counts toward it"],
  [
    ...Object.entries(BUDGETS).map(([name, budget]) => budgetRow(name, budget)),
    ...DEALS.map((budget) => budgetRow(budget.name, budget)),
    budgetRow("refused actions", REFUSED_ACTIONS),
  ],
)}
<ul>
<li>A request body can be up to ${BODY_LIMIT / 1024} KiB. A record to check can be up to ${RECORD_BODY_LIMIT / 1024} KiB. Larger bodies are rejected with 413. Unknown fields and parameters are rejected and named,
so that a typo never goes unnoticed.</li>
<li>The <a href="/docs/reference">reference</a> lists the limits of every field. Lists look like
<code>{"data": [...], "nextCursor": "..."}</code>. To get the next page, send <code>nextCursor</code> as <code>cursor</code>, until it is null.</li>
<li>An account can have ${MOST_HELD.waitingGames} games waiting for players and ${MOST_HELD.botGames} running games that only house bots play. A series goes on while a player
takes part; otherwise <code>series.ended</code> says <code>unattended</code>.</li>
<li>A game whose seats are never all filled expires after 14 days.</li>
</ul>`,
};

const languages = (origin: string): Section => ({
  id: "languages",
  title: "Languages",
  html: `
<p>Action labels, the titles and details of problems, and the names and meanings at <a href="/v1/rules">/v1/rules</a> are available in English, Arabic, German and Dutch
(${LANGUAGES.map((language) => `<code>${language}</code>`).join(", ")}). The server chooses one based on your <code>Accept-Language</code> header, and uses English for any other language. Ids, codes and contracts are the
same in every language. <code>errors</code>, and the <code>detail</code> of what only the author of a program can fix, are always in English. Arabic texts begin with a right-to-left mark (U+200F).</p>
${sample(origin, "game", 'curl -s $B/games/$G -H "$A" -H "Accept-Language: ar"')}`,
});

const records = (origin: string): Section => ({
  id: "records",
  title: "Records",
  html: `
<p><a href="/docs/reference#getRecord">GET /v1/games/{gameId}/record</a> returns the finished deals: hands, contracts, every play, and the points. You get JSON, or readable text with
<code>Accept: text/plain</code>. Both contain the same data. With <code>?as=0&amp;at=57</code>, you get what seat 0 knew at event 57, once that deal is over. Use it to train bots or to settle arguments.
<a href="/docs/reference#checkRecord">POST /v1/records/check</a> replays any record and reports the first error in it.
A player's <a href="/docs/reference#listPlayerGames">games</a> and <a href="/docs/reference#getPlayerStats">statistics</a> are public.
The statistics count what the player did, not what a house bot did at their seat, and keep standard, custom, practice and seeded matches apart.</p>
${sample(origin, "game", 'curl -s $B/games/$G/record -H "Accept: text/plain"')}`,
});

const lifetimes: Section = {
  id: "lifetimes",
  title: "How long things last",
  html: `
<p>Nothing in <code>/v1</code> is removed or changes its meaning: releases only add. If a call or field ever has to go, the <a href="/changelog">changelog</a> and its
<a href="/changelog.atom">feed</a> announce it a year before, and its responses carry the header <code>Deprecation</code> from that day on.</p>
${table(
  ["what", "how long"],
  [
    ["accounts, apps, finished games and their records", "for good"],
    ["tokens", "until you revoke them, or until their `expiresAt`"],
    ["a game that has not started", "14 days; then it is aborted"],
    ["a running game", "until it ends; without a clock, that can be never"],
    ["an `Idempotency-Key`", "as long as the game that it created"],
    ["a ticket", `${TICKET_MS / 1000} seconds, once`],
    ["a webhook", "until you delete it; its log keeps the last 100 deliveries"],
    ["an old webhook secret", "24 hours after you rotate it"],
  ],
)}`,
};

const events: Section = {
  id: "events",
  title: "Events",
  html: `
<p>A game's log is a list of events. The <a href="/docs/reference">reference</a> documents every field. New event types and fields will be added, so ignore any you don't know.</p>
${table(
  ["type", "what happened"],
  Object.entries(EVENT_MEANINGS).map(([type, meaning]) => [`\`${type}\``, meaning]),
)}`,
};

/** The sections. */
/** The sections, for a server at that address. */
export const factSections = (origin: string): readonly Section[] => [
  hidden,
  fair(origin),
  retries,
  errors,
  webhooks(origin),
  tokens(origin),
  limits,
  languages(origin),
  records(origin),
  lifetimes,
  events,
];
