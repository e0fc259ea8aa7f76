/**
 * A bot that plays one match of Trix to its end, in TypeScript. Copy this folder and make it yours:
 *
 *   npm install
 *   npm run types:server   # writes trix.d.ts from a server's API description (`npm run types`: from this repository's file)
 *   node bot.ts            # a new game with three house bots; Node 22.18 or newer runs it as it is
 *   node bot.ts gm_...     # a seat in that game, or with TRIX_TOKEN the seat that this account has there
 *
 * Environment: TRIX_URL (http://127.0.0.1:8787); TRIX_TOKEN (an account, else a new one is made); TRIX_RULES (rules of the
 * new game as JSON, such as {"kingdoms":1}).
 */
import { setTimeout as sleep } from "node:timers/promises";
import createClient from "openapi-fetch";
import type { components, paths } from "./trix.d.ts";

type Game = components["schemas"]["GameView"];
type Action = components["schemas"]["LegalAction"];
type Problem = components["schemas"]["Problem"];

const rank = (card: string): number => "23456789TJQKA".indexOf(card[0]);

/**
 * YOUR BOT GOES HERE: everything else in this file is manners. The view lists all that you may do; return the `id` of one
 * of them. These lines know no rules, and beat random play: as high as possible without taking the trick, else low; the
 * highest where the led suit is missing; in trix the card furthest from the jack.
 */
function choose({ deal, you }: Game): string {
  const plays = deal!.trick?.plays ?? [],
    led = plays[0]?.card[1];
  const toBeat = Math.max(-1, ...plays.filter(({ card }) => card[1] === led).map(({ card }) => rank(card)));
  const worth = (action: Action): number => {
    if (action.type !== "play") return 0; // the first of them: any contract, and no doubling, which is listed first
    if (deal!.phase === "layout") return Math.abs(rank(action.card) - rank("J"));
    if (led !== undefined && action.card[1] !== led) return 100 + rank(action.card);
    return rank(action.card) < toBeat ? rank(action.card) : -rank(action.card);
  };
  return you!.legalActions.reduce((best, action) => (worth(action) > worth(best) ? action : best)).id;
}

const TRIES = 8;

/**
 * Sends a request again where no whole answer came or the server asks for patience (429, 5xx), waiting as long as
 * Retry-After says. Every call below may be repeated: nothing of it counts twice, though an account made in vain may be left.
 */
async function patientFetch(request: Request): Promise<Response> {
  for (let tried = 1; ; tried++) {
    let wait = Math.min(30, 2 ** tried / 4) * (0.5 + Math.random()),
      why: unknown;
    try {
      const response = await fetch(request.clone(), { signal: AbortSignal.timeout(30_000) });
      const body = await response.arrayBuffer(); // a connection can be lost in the middle of an answer, too
      if ((response.status !== 429 && response.status < 500) || tried === TRIES) return new Response(body, response);
      wait = Number(response.headers.get("Retry-After")) || wait;
      why = response.status;
    } catch (error) {
      if (tried === TRIES) throw new Error(`No answer from ${request.url}.`, { cause: error });
      why = error instanceof Error ? (error.cause ?? error) : error;
    }
    console.error(`No answer to use (${String(why)}). Trying again in ${wait.toFixed(1)} s.`);
    await sleep(1000 * wait);
  }
}

const url = (process.env.TRIX_URL ?? "http://127.0.0.1:8787").replace(/\/$/, "");
const api = createClient<paths>({ baseUrl: url, fetch: patientFetch });

/** What an answer holds; a refusal, always a problem document with a stable `code` and advice in `detail`, ends the program. */
function sure<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (response.ok && data !== undefined) return data;
  const { code = "not a problem document", detail = String(error), errors = [] } = (error ?? {}) as Partial<Problem>;
  throw new Error(
    [
      `Refused with ${response.status} ${code}: ${detail}`,
      ...errors.map((fault) => `${fault.pointer}: ${fault.message}`),
    ].join("\n  "),
  );
}

async function sitDown(gameId = process.argv[2]): Promise<Game> {
  let token = process.env.TRIX_TOKEN;
  if (!token) {
    ({ token } = sure(await api.POST("/v1/players", { body: { name: "TypeScript bot", kind: "bot" } })));
    console.log(`A new account. To use it again: TRIX_TOKEN=${token}`);
  }
  api.use({ onRequest: ({ request }) => request.headers.set("Authorization", `Bearer ${token}`) });
  // Whoever sits there already is given the view, so that joining is also the way back into a game.
  if (gameId !== undefined)
    return sure(await api.POST("/v1/games/{gameId}/join", { params: { path: { gameId } }, body: {} }));
  const rules = JSON.parse(process.env.TRIX_RULES ?? "{}") as components["schemas"]["RulesRequest"];
  const body = { rules, seats: [{ player: "me" }, { bot: "steady" }, { bot: "steady" }, { bot: "steady" }] };
  // With the key a repeat of this call gives the same game instead of a second one.
  return sure(await api.POST("/v1/games", { body, params: { header: { "Idempotency-Key": crypto.randomUUID() } } }));
}

/** The game as it is when something has happened in it. Asks often at first, then ever more seldom. */
async function whenChanged({ id: gameId, version }: Game): Promise<Game> {
  for (let wait = 0.2; ; wait = Math.min(15, wait * 1.5)) {
    await sleep(1000 * wait);
    // A page, as no stream was asked for.
    const page = sure(
      await api.GET("/v1/games/{gameId}/events", { params: { path: { gameId }, query: { after: version, limit: 1 } } }),
    ) as components["schemas"]["EventPage"];
    if (page.version > version) return sure(await api.GET("/v1/games/{gameId}", { params: { path: { gameId } } }));
  }
}

async function takeTurn(game: Game): Promise<Game> {
  // With its decision the same action counts once, however often it is sent.
  const body = { action: choose(game), decision: game.you!.decision!.id };
  const answer = await api.POST("/v1/games/{gameId}/actions", { params: { path: { gameId: game.id } }, body });
  // Somebody else acts with this token, or the game has ended: the problem brings the game as it is now.
  const { code, game: fresh } = (answer.error ?? {}) as Partial<Problem>;
  return fresh && ["stale_decision", "decision_answered", "game_over"].includes(code!) ? fresh : sure(answer).game;
}

try {
  let game = await sitDown();
  console.log(`Playing ${url}/v1/games/${game.id} in seat ${game.you?.seat}`);
  while (game.status === "waiting" || game.status === "playing") {
    if (!game.you) throw new Error("This account has no seat in the game any more.");
    game = game.you.decision ? await takeTurn(game) : await whenChanged(game);
  }
  if (!game.result) throw new Error("The game was aborted.");
  console.log(`scores ${JSON.stringify(game.scores)} places ${JSON.stringify(game.result.places)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
