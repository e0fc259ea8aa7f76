/** llms.txt (llmstxt.org): the service in a page of Markdown, for language models and for anybody in a hurry. */

import { PROBLEMS } from "../../exchange/problems.ts";
import { EVENT_MEANINGS } from "../../schemas/event-meanings.ts";

/** The parts of an OpenAPI document that are told. */
export interface Description {
  info: { title: string; version: string };
  paths?: Record<string, Record<string, { operationId?: string; summary?: string; description?: string }>>;
}

/** The text, with links to the server at that address. */
export function llmsText(origin: string, { info, paths = {} }: Description): string {
  const link = (name: string, path: string, note: string) => `- [${name}](${origin}${path}): ${note}`;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, description = "" }]) =>
      link(`${method.toUpperCase()} ${path}`, `/docs/reference#${operationId}`, description.split(/(?<=\.) /)[0]),
    ),
  );
  return `# ${info.title}

> An open server (version ${info.version}) for the card game Trix, which four people or programs play over HTTP and JSON. The server deals the cards, offers every
> regional rule as an option, lists every legal action, keeps hands hidden, and proves that its deals were fixed before play.

To play, call \`POST ${origin}/v1/players\` with \`{"name": "...", "kind": "bot"}\`. It returns a token. Send it as \`Authorization: Bearer trix_...\`.
Call \`POST ${origin}/v1/games\` with \`{"rules": {"kingdoms": 1}, "seats": [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]}\`. It returns a running game.
While \`status\` is \`playing\`, if \`you.decision\` is not null, call \`POST ${origin}/v1/games/{gameId}/actions\` with \`{"action": <id of one of you.legalActions>, "decision": <you.decision.id>}\`.
The response has the new view in \`game\`. Otherwise, call \`GET ${origin}/v1/games/{gameId}\` a little later.

- If a response is lost, send the same action with the same \`decision\` again. It counts only once, and the repeat says \`replayed: true\`.
- To wait for others, call \`GET ${origin}/v1/games/{gameId}/events?after=<seq>\` with \`Prefer: wait=25\` or as Server-Sent Events (\`Accept: text/event-stream\`), or use the WebSocket at \`/socket\`.
- \`GET ${origin}/v1/decisions\` lists the caller's pending decisions in all games, most urgent first, each with its game. Slow games need no other call.
- You can safely repeat the creation of a game with an \`Idempotency-Key\`.
- Errors are problem documents (RFC 9457) with a stable \`code\`. A rejected action changes nothing, and the response includes the current view.
- All audiences read the same events with the same \`seq\`. Fields that a reader may not see are null. Ignore unknown event types and fields.
- Chat bots act for their own users with an app's token and \`Trix-Act-As\`. All calls except legal actions are rate-limited: 429 with \`Retry-After\`.
- Webhooks send a game to your endpoint, which may answer a decision in its response: POST /v1/games/{gameId}/webhooks.
- Cards are a rank and a suit: \`AS\`, \`TD\`, \`7H\`. Seats are 0 to 3.

## Documentation

${link("Guide", "/docs", "from nothing to a playing bot, hidden information, retries, fairness")}
${link("API reference", "/docs/reference", "every call and its fields, for people")}
${link("OpenAPI 3.1", "/openapi.json", "the whole contract, for programs")}
${link("Workflows", "/workflows.arazzo.json", "quick start, a whole match, and recovery from a lost response, as Arazzo 1.0.1")}
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

${link("Rules", "/v1/rules", "presets and every option, with allowed values and meanings")}
${link("Limits", "/v1/limits", "every rate limit and every other limit")}
${link("House bots", "/v1/bots", "the bots that a creator can seat")}
${link("Changelog", "/changelog.md", "what changed in the API")}
${link("Bot for cron", "/docs/cron.py", "answers all pending decisions of an account, in Python")}
${link("Verifier in Python", "/docs/verify.py", "checks the deals of a finished game without this server")}
${link("Verifier in JavaScript", "/docs/verify.mjs", "the same for Node")}
`;
}
