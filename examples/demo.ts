/**
 * `npm run demo`: four players meet over HTTP and play a whole match of Trix with random moves. Read it as an example of a
 * client: it uses `fetch` and a token for each player. It doesn't know the rules, because every view lists the legal actions.
 *
 * It plays on the server at TRIX_URL, or the one started by `npm start`, or a temporary one that it starts itself.
 */

interface Player {
  name: string;
  token: string;
}

/** The parts of a game view that are used here. GET /openapi.json describes the rest. */
interface GameView {
  id: string;
  status: "waiting" | "playing" | "finished" | "aborted";
  seats: { player?: { name: string } }[];
  deal: { awaiting: number[] } | null;
  scores: number[];
  deals: Deal[];
  result: { winners: number[]; places: number[] } | null;
  /** What only this player sees; `decision` is null unless the player must act. */
  you: { seat: number; decision: { id: string } | null; legalActions: { id: string }[] } | null;
}

interface Deal {
  number: number;
  tiebreak: boolean;
  king: number;
  contracts: string[];
  points: number[];
}

interface Problem {
  code: string;
  detail: string;
  game?: GameView;
}

/** An error. Its `code` is stable. In a game, it includes the current view. */
class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
    this.problem = problem;
  }
}

const NAMES = ["Amal", "Basil", "Carla", "Dina"];
const PATIENCE = 5;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Sends one request. Retries if no response comes or the server asks for patience. All calls below are safe to repeat.
 * Throws `Refused` for any other error.
 */
async function call<T>(
  url: string,
  method: string,
  path: string,
  {
    token,
    body,
    headers = {},
  }: {
    token?: string;
    body?: unknown;
    headers?: Record<string, string>;
  } = {},
): Promise<T> {
  for (let tried = 1; ; tried++) {
    let why: unknown;
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...headers,
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const answer = await response.json();
      if (response.ok) return answer as T;
      why = new Refused(answer as Problem);
      if (response.status !== 503 && response.status !== 429) throw why;
      await pause(1000 * Number(response.headers.get("retry-after") ?? 1));
    } catch (error) {
      if (error instanceof Refused) throw error;
      why = error;
    }
    if (tried === PATIENCE) throw why;
    await pause(100 * 2 ** tried);
  }
}

/** Picks any legal action. A better player would think here. */
const choose = (actions: { id: string }[]): string => actions[Math.floor(Math.random() * actions.length)].id;

/** Takes the turn of the player at `seat`. `newest` is the latest view of any player. Returns the game as this player sees it afterwards. */
async function takeTurn(url: string, { token }: Player, seat: number, newest: GameView): Promise<GameView> {
  const gameId = newest.id;
  const view = newest.you?.seat === seat ? newest : await call<GameView>(url, "GET", `/v1/games/${gameId}`, { token });
  const decision = view.you?.decision;
  if (!decision) return view;
  try {
    // Sent with its decision, an action counts only once, however often it is sent. So after a lost response, just send it again.
    const body = { action: choose(view.you!.legalActions), decision: decision.id };
    const { game } = await call<{ game: GameView }>(url, "POST", `/v1/games/${gameId}/actions`, { token, body });
    return game;
  } catch (error) {
    // Another client was faster with this player's token: look again.
    const stale =
      error instanceof Refused &&
      ["stale_decision", "decision_answered", "not_your_turn", "wrong_phase"].includes(error.problem.code);
    if (stale && error.problem.game !== undefined) return error.problem.game;
    throw error;
  }
}

async function playMatch(url: string): Promise<GameView> {
  const players: Player[] = await Promise.all(
    NAMES.map(async (name) => {
      const { token } = await call<{ token: string }>(url, "POST", "/v1/players", { body: { name, kind: "bot" } });
      return { name, token };
    }),
  );
  // The creator takes a seat right away. The key makes a repeated call return the same game instead of creating a second one.
  const key = { "Idempotency-Key": crypto.randomUUID() };
  let view = await call<GameView>(url, "POST", "/v1/games", {
    token: players[0].token,
    body: { rules: JSON.parse(process.env.TRIX_RULES ?? '{"preset": "trix"}') },
    headers: key,
  });
  console.log(`${NAMES.join(", ")} play ${url}/v1/games/${view.id}\n`);
  for (const { token } of players.slice(1))
    view = await call<GameView>(url, "POST", `/v1/games/${view.id}/join`, { token, body: {} });

  let told = 0;
  while (view.status === "playing") {
    // Usually one seat, or all four when they are asked to double.
    for (const seat of view.deal!.awaiting) view = await takeTurn(url, players[seat], seat, view);
    for (; told < view.deals.length; told++) tellDeal(view, view.deals[told]);
  }
  return view;
}

const contractOf = ({ contracts, tiebreak }: Deal): string =>
  `${contracts.join(" + ").replaceAll("_", " ")}${tiebreak ? " (tiebreak)" : ""}`;
const row = (label: string, what: string, numbers: (number | string)[]): string =>
  `${label.padStart(6)}  ${what.padEnd(22)}${numbers.map((number) => String(number).padStart(8)).join("")}`;

function tellDeal({ seats }: GameView, deal: Deal): void {
  const points = deal.points.map((number, seat) => `${seats[seat].player!.name} ${number}`).join(", ");
  console.log(
    `Deal ${String(deal.number).padStart(2)}: ${seats[deal.king].player!.name} is king and names ${contractOf(deal)}. ${points}`,
  );
}

function printSheet({ seats, deals, scores, result }: GameView): void {
  console.log(
    `\n${row(
      "deal",
      "contract",
      seats.map(({ player }) => player!.name),
    )}`,
  );
  for (const deal of deals) console.log(row(String(deal.number), contractOf(deal), deal.points));
  console.log(row("", "total", scores));
  console.log(row("", "place", result!.places));
  console.log(`\n${result!.winners.map((seat) => seats[seat].player!.name).join(" and ")} won.`);
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    async (response) => {
      await response.text();
      return response.ok;
    },
    () => false,
  );

/** A server to play on. `close` stops it if this demo started it. */
async function findServer(): Promise<{ url: string; close?(): Promise<void> }> {
  const url = (process.env.TRIX_URL ?? "http://127.0.0.1:8787").replace(/\/$/, "");
  if (await answers(url)) return { url };
  if (process.env.TRIX_URL !== undefined) throw new Error(`No server responds at ${url} (from TRIX_URL).`);
  console.log("No server responds at http://127.0.0.1:8787 (npm start), so this demo starts its own.");
  const { startServer } = await import("../scripts/server.ts");
  return startServer({
    memory: true,
    secret: crypto.randomUUID(),
    onLog: ({ level, message }) => {
      if (level === "error") console.error(message);
    },
  });
}

const server = await findServer();
try {
  const finished = await playMatch(server.url);
  printSheet(finished);
  console.log(`\nThe record, which you can replay: ${server.url}/v1/games/${finished.id}/record`);
  if (server.close !== undefined) console.log("The temporary server stops now. To keep one running, use `npm start`.");
} finally {
  await server.close?.();
}
