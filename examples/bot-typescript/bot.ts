/**
 * A bot that plays one match of Trix to the end, in TypeScript. Copy this folder and make it your own:
 *
 *   npm install
 *   npm run types:server   # generates trix.d.ts from a server's API description (`npm run types`: from the file in this repository)
 *   node bot.ts            # starts a new game with three house bots; Node 22.18 or newer runs this file directly
 *   node bot.ts gm_...     # joins that game, or with TRIX_TOKEN continues at that account's seat
 *
 * Environment: TRIX_URL (default http://127.0.0.1:8787); TRIX_TOKEN (an existing account; by default, a new one is created);
 * TRIX_RULES (rules of the new game as JSON, such as {"kingdoms":1}).
 */
import { setTimeout as sleep } from "node:timers/promises";
import createClient from "openapi-fetch";
import type { components, paths } from "./trix.d.ts";

type Game = components["schemas"]["GameView"];
type Action = components["schemas"]["LegalAction"];
type Problem = components["schemas"]["Problem"];

const rank = (card: string): number => "23456789TJQKA".indexOf(card[0]);

/**
 * YOUR STRATEGY GOES HERE. The rest of this file is plumbing. The view lists everything you can do; return the `id` of one
 * of these actions. This strategy knows no rules, but it beats random play. It plays as high as possible without taking the
 * trick, otherwise low; when void in the led suit, it plays its highest card; in trix, the card furthest from the jack.
 */
function choose({ deal, you }: Game): string {
  const plays = deal!.trick?.plays ?? [],
    led = plays[0]?.card[1];
  const toBeat = Math.max(-1, ...plays.filter(({ card }) => card[1] === led).map(({ card }) => rank(card)));
  const worth = (action: Action): number => {
    if (action.type !== "play") return 0; // picks the first action: any contract, and no doubling (declining is listed first)
    if (deal!.phase === "layout") return Math.abs(rank(action.card) - rank("J"));
    if (led !== undefined && action.card[1] !== led) return 100 + rank(action.card);
    return rank(action.card) < toBeat ? rank(action.card) : -rank(action.card);
  };
  return you!.legalActions.reduce((best, action) => (worth(action) > worth(best) ? action : best)).id;
}

const TRIES = 8;

/**
 * Retries a request if the response is incomplete or the server asks for patience (429, 5xx), and waits as long as Retry-After
 * says. All calls below are safe to repeat: nothing counts twice, although an unused account may be left over.
 */
async function patientFetch(request: Request): Promise<Response> {
  for (let tried = 1; ; tried++) {
    let wait = Math.min(30, 2 ** tried / 4) * (0.5 + Math.random()),
      why: unknown;
    try {
      const response = await fetch(request.clone(), { signal: AbortSignal.timeout(30_000) });
      const body = await response.arrayBuffer(); // the connection can also break in the middle of a response
      if ((response.status !== 429 && response.status < 500) || tried === TRIES) return new Response(body, response);
      wait = Number(response.headers.get("Retry-After")) || wait;
      why = response.status;
    } catch (error) {
      if (tried === TRIES) throw new Error(`No response from ${request.url}.`, { cause: error });
      why = error instanceof Error ? (error.cause ?? error) : error;
    }
    console.error(`No usable response (${String(why)}). Trying again in ${wait.toFixed(1)} s.`);
    await sleep(1000 * wait);
  }
}

const url = (process.env.TRIX_URL ?? "http://127.0.0.1:8787").replace(/\/$/, "");
const api = createClient<paths>({ baseUrl: url, fetch: patientFetch });

/** The data of a response. An error, always a problem document with a stable `code` and advice in `detail`, ends the program. */
function sure<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (response.ok && data !== undefined) return data;
  const { code = "not a problem document", detail = String(error), errors = [] } = (error ?? {}) as Partial<Problem>;
  throw new Error(
    [
      `Rejected with ${response.status} ${code}: ${detail}`,
      ...errors.map((fault) => `${fault.pointer}: ${fault.message}`),
    ].join("\n  "),
  );
}

async function sitDown(gameId = process.argv[2]): Promise<Game> {
  let token = process.env.TRIX_TOKEN;
  if (!token) {
    ({ token } = sure(await api.POST("/v1/players", { body: { name: "TypeScript bot", kind: "bot" } })));
    console.log(`Created a new account. To use it again: TRIX_TOKEN=${token}`);
  }
  api.use({ onRequest: ({ request }) => request.headers.set("Authorization", `Bearer ${token}`) });
  // Joining a game where you already sit just returns the view, so this is also how to return to a game.
  if (gameId !== undefined)
    return sure(await api.POST("/v1/games/{gameId}/join", { params: { path: { gameId } }, body: {} }));
  const rules = JSON.parse(process.env.TRIX_RULES ?? "{}") as components["schemas"]["RulesRequest"];
  const body = { rules, seats: [{ player: "me" }, { bot: "steady" }, { bot: "steady" }, { bot: "steady" }] };
  // The key makes a repeated call return the same game instead of creating a second one.
  return sure(await api.POST("/v1/games", { body, params: { header: { "Idempotency-Key": crypto.randomUUID() } } }));
}

/** Waits until something happens in the game, then returns it. Polls often at first, then less and less. */
async function whenChanged({ id: gameId, version }: Game): Promise<Game> {
  for (let wait = 0.2; ; wait = Math.min(15, wait * 1.5)) {
    await sleep(1000 * wait);
    // Returns a page, because no stream was requested.
    const page = sure(
      await api.GET("/v1/games/{gameId}/events", { params: { path: { gameId }, query: { after: version, limit: 1 } } }),
    ) as components["schemas"]["EventPage"];
    if (page.version > version) return sure(await api.GET("/v1/games/{gameId}", { params: { path: { gameId } } }));
  }
}

async function takeTurn(game: Game): Promise<Game> {
  // Sent with its decision, an action counts only once, however often it is sent.
  const body = { action: choose(game), decision: game.you!.decision!.id };
  const answer = await api.POST("/v1/games/{gameId}/actions", { params: { path: { gameId: game.id } }, body });
  // Another client uses this token, or the game has ended. The problem includes the current game.
  const { code, game: fresh } = (answer.error ?? {}) as Partial<Problem>;
  return fresh && ["stale_decision", "decision_answered", "game_over"].includes(code!) ? fresh : sure(answer).game;
}

try {
  let game = await sitDown();
  console.log(`Playing ${url}/v1/games/${game.id} in seat ${game.you?.seat}`);
  while (game.status === "waiting" || game.status === "playing") {
    if (!game.you) throw new Error("This account no longer has a seat in the game.");
    game = game.you.decision ? await takeTurn(game) : await whenChanged(game);
  }
  if (!game.result) throw new Error("The game was aborted.");
  console.log(`scores ${JSON.stringify(game.scores)} places ${JSON.stringify(game.result.places)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
