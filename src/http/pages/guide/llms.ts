/** llms.txt (llmstxt.org): the service in a page of Markdown, for language models and for anybody in a hurry. */

import { PROBLEMS } from "../../exchange/problems.ts";
import { EVENT_MEANINGS } from "../../schemas/event-meanings.ts";

/** The parts of an OpenAPI document that are told. */
export interface Description {
  info: { title: string; version: string };
  paths?: Record<
    string,
    Record<string, { operationId?: string; tags?: string[]; summary?: string; description?: string }>
  >;
}

/** The text, with links to the server at that address. */
export function llmsText(origin: string, { info, paths = {} }: Description): string {
  const link = (name: string, path: string, note: string) => `- [${name}](${origin}${path}): ${note}`;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, tags = [], description = "" }]) =>
      link(
        `${method.toUpperCase()} ${path}`,
        `/docs/reference#/${encodeURIComponent(tags[0])}/${operationId}`,
        description.split(/(?<=\.) /)[0],
      ),
    ),
  );
  return `# ${info.title}

> An open server (version ${info.version}) for the card game Trix, played by four seats of people and programs over HTTP and JSON. The server deals, knows every
> regional rule as an option, lists each legal action ready-made, keeps hands hidden, and proves that its deals were fixed before play.

To play: \`POST ${origin}/v1/players\` with \`{"name": "...", "kind": "bot"}\` gives a token, sent as \`Authorization: Bearer trix_...\`.
\`POST ${origin}/v1/games\` with \`{"rules": {"kingdoms": 1}, "seats": [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]}\` gives a running game.
While \`status\` is \`playing\`: where \`you.decision\` is not null, \`POST ${origin}/v1/games/{gameId}/actions\` with \`{"action": <id of one of you.legalActions>, "decision": <you.decision.id>}\`;
the answer has the new view in \`game\`. Otherwise read \`GET ${origin}/v1/games/{gameId}\` a little later.

- The same action with the same \`decision\` can be sent again after a lost answer: it counts once, and the repeat says \`replayed: true\`.
- To wait for others: \`GET ${origin}/v1/games/{gameId}/events?after=<seq>\` with \`Prefer: wait=25\`, or the same as Server-Sent Events (\`Accept: text/event-stream\`), or \`/socket\`.
- \`GET ${origin}/v1/decisions\` lists whatever waits for the caller in all games, most urgent first, each with its game: slow games need no other call.
- Making a game is repeatable under an \`Idempotency-Key\`.
- Errors are problem documents (RFC 9457) with a stable \`code\`; a refused action changes nothing and brings the fresh view.
- All audiences read the same events with the same \`seq\`; only fields that a reader may not know are null. Ignore unknown event types and fields.
- Chat bots act for users of their own by an app's token and \`Trix-Act-As\`. Calls but legal actions are counted: 429 with \`Retry-After\`.
- A game can be sent to an endpoint of yours (webhooks), which may answer a decision in its response: POST /v1/games/{gameId}/webhooks.
- Cards are rank and suit: \`AS\`, \`TD\`, \`7H\`. Seats are 0 to 3.

## Documentation

${link("Guide", "/docs", "from nothing to a playing bot, hidden information, retries, fairness")}
${link("API reference", "/docs/reference", "every call with its fields, for people")}
${link("OpenAPI 3.1", "/openapi.json", "the whole contract, for programs")}
${link("Workflows", "/workflows.arazzo.json", "quick start, a whole match, recovery after a lost answer, as Arazzo 1.0.1")}
${link(
  "Events",
  "/docs#events",
  Object.keys(EVENT_MEANINGS)
    .map((type) => `\`${type}\``)
    .join(", "),
)}
${link(
  "Error codes",
  "/docs#errors",
  Object.keys(PROBLEMS)
    .map((code) => `\`${code}\``)
    .join(", "),
)}

## Calls

${calls.join("\n")}

## Optional

${link("Rules", "/v1/rules", "presets and every option, with what they take and mean")}
${link("Limits", "/v1/limits", "every budget of calls and every bound")}
${link("House bots", "/v1/bots", "whom a creator can seat")}
${link("Changelog", "/changelog.md", "what changed in the contract")}
${link("Bot for cron", "/docs/cron.py", "answers whatever waits in all games of an account, in Python")}
${link("Verifier in Python", "/docs/verify.py", "checks the deals of a finished game without this server")}
${link("Verifier in JavaScript", "/docs/verify.mjs", "the same for Node")}
`;
}
