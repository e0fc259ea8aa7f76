/** The bots that strangers copy, each run as the program that it is: on a good network, on a bad one, and at one table. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/bundle.ts";
import { Client } from "../support/client.ts";
import { goodLuck, type Passage, RETRY_AFTER, startLossyProxy } from "../support/lossy.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const TYPESCRIPT = join(ROOT, "examples/bot-typescript");
const BOTS: { name: string; command: string; args: string[] }[] = [
  { name: "bot-typescript", command: process.execPath, args: [join(TYPESCRIPT, "bot.ts")] },
  { name: "bot.py", command: "python3", args: [join(ROOT, "examples/bot.py")] },
  { name: "bot.sh", command: "bash", args: [join(ROOT, "examples/bot.sh")] },
];
/** A few dozen decisions of every bot, and one deal that ends early. */
const TWO_DEALS = { mode: "practice", practice: { contracts: ["tricks", "trix"], deals: 2 } };
const SHORT = { mode: "practice", practice: { contracts: ["king_of_hearts"], deals: 1 } };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Ran {
  code: number | null;
  output: string;
}

function run(
  command: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Ran> {
  const { TRIX_TOKEN: _, ...inherited } = process.env;
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...inherited, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => done({ code, output }));
  });
}

/** The game that a bot says it plays, and the result that it prints. */
function told({ code, output }: Ran): { id: string; seat: number; scores: number[]; places: number[] } {
  expect(code, output).toBe(0);
  const [, id, seat] = /\/v1\/games\/(gm_[a-z2-7]+) in seat (\d)$/m.exec(output) ?? [];
  const [, scores, places] = /^scores (\[.*\]) places (\[.*\])$/m.exec(output) ?? [];
  expect(places, output).toBeDefined();
  return { id, seat: Number(seat), scores: JSON.parse(scores) as number[], places: JSON.parse(places) as number[] };
}

/** What a bot prints is the match as the server has it, played to its end by its own hand. Returns its moves. */
async function checkPlayed(ran: Ran): Promise<number> {
  const { id, seat, scores, places } = told(ran);
  const anybody = new Client(server.url);
  const view = await anybody.view(id);
  expect(view.status).toBe("finished");
  expect({ scores, places }).toEqual({ scores: view.scores, places: view.result!.places });
  const moves = (await anybody.events(id)).filter(
    (event) => "seat" in event && event.seat === seat && event.by === "player",
  );
  return moves.length;
}

describe.concurrent("at once", () => {
  test("the TypeScript bot is typed by the published description and compiles under its own settings", async () => {
    expect(await run("npm", ["run", "types"], { cwd: TYPESCRIPT })).toMatchObject({ code: 0 });
    expect(await run("npm", ["run", "check"], { cwd: TYPESCRIPT })).toMatchObject({ code: 0 });
  });

  test.each(BOTS)("$name opens a game and plays it to its end", async ({ command, args }) => {
    const ran = await run(command, args, {
      env: { TRIX_URL: server.url, TRIX_RULES: JSON.stringify({ kingdoms: 1, mode: "complex" }) },
    });
    // A deal of thirteen tricks, and one of trix.
    expect(await checkPlayed(ran)).toBeGreaterThan(20);
  });

  test.each(BOTS)(
    "$name finishes where every tenth answer is lost and some requests are turned away, and nothing counts twice",
    async ({ command, args }) => {
      const proxy = await startLossyProxy(server.url);
      try {
        const ran = await run(command, args, { env: { TRIX_URL: proxy.url, TRIX_RULES: JSON.stringify(TWO_DEALS) } });
        const moves = await checkPlayed(ran);
        const acted = proxy.passages.filter(({ path }) => path.endsWith("/actions"));
        const chosen = new Map<string, Set<string>>();
        for (const { sent } of acted) {
          const { action, decision } = sent as { action: string; decision: string };
          chosen.set(decision, (chosen.get(decision) ?? new Set()).add(action));
        }
        expect([...chosen].filter(([, actions]) => actions.size > 1)).toEqual([]);
        expect(moves).toBe(chosen.size);
        // An answer that was lost is asked for again: once for each, and only then.
        const lost = acted.filter(({ fate }) => fate === "cut").length;
        expect(lost).toBeGreaterThan(1);
        expect(acted.filter(({ answer }) => (answer as { replayed?: boolean }).replayed)).toHaveLength(lost);
        expectOneGame(proxy.passages);
        expectPatience(proxy.passages);
      } finally {
        await proxy.close();
      }
    },
  );

  test("all three take seats at one table and wait for each other", async () => {
    const host = await Client.register(server.url, "Host");
    const { id } = await host.create({
      rules: SHORT,
      seats: [{ open: true }, { open: true }, { open: true }, { bot: "steady" }],
    });
    const ran = await Promise.all(
      BOTS.map(({ command, args }) => run(command, [...args, id], { env: { TRIX_URL: server.url } })),
    );
    for (const each of ran) expect(await checkPlayed(each)).toBeGreaterThan(0);
    expect(ran.map((each) => told(each).seat).sort()).toEqual([0, 1, 2]);
    expect(new Set(ran.map((each) => told(each).id))).toEqual(new Set([id]));
  });

  test.each(BOTS)(
    "$name goes on in the seat that its token has, and yields where another program answers first",
    async ({ command, args }) => {
      const me = await Client.register(server.url, "Twice");
      const { id } = await me.create({
        rules: SHORT,
        seed: "yield",
        seats: [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }],
      });
      let taken: string | undefined;
      const proxy = await startLossyProxy(server.url, {
        fateOf: goodLuck,
        before: async (path, sent) => {
          if (taken !== undefined || !path.endsWith("/actions")) return;
          const { action, decision } = sent as { action: string; decision: string };
          const other = (await me.view(id)).you!.legalActions.find((each) => each.id !== action);
          if (other === undefined) return;
          expect(await me.act(id, other.id, decision)).toMatchObject({ status: 200 });
          taken = decision;
        },
      });
      try {
        await checkPlayed(await run(command, [...args, id], { env: { TRIX_URL: proxy.url, TRIX_TOKEN: me.token! } }));
        expect(taken).toBeDefined();
        const refused = proxy.passages.filter(({ status }) => status >= 400);
        expect(refused).toMatchObject([
          { status: 409, answer: { code: "decision_answered" }, sent: { decision: taken } },
        ]);
      } finally {
        await proxy.close();
      }
    },
  );

  test.each(BOTS)("$name ends with the server's own words where it cannot help itself", async ({ command, args }) => {
    const env = { TRIX_URL: server.url };
    const [stranger, lost, wrong] = await Promise.all([
      run(command, args, { env: { ...env, TRIX_TOKEN: "trix_nobody" } }),
      run(command, [...args, "gm_nowhere"], { env }),
      run(command, args, { env: { ...env, TRIX_RULES: JSON.stringify({ kingdom: 1 }) } }),
    ]);
    expect(stranger).toMatchObject({
      code: 1,
      output: expect.stringContaining("401 unauthorized: This token is not from this server."),
    });
    expect(lost).toMatchObject({
      code: 1,
      output: expect.stringContaining("404 game_not_found: There is no game with this id."),
    });
    expect(wrong).toMatchObject({
      code: 1,
      output: expect.stringMatching(/400 invalid_request: .*\n +\/rules\/kingdom: /),
    });
  });
});

function expectOneGame(passages: Passage[]): void {
  const made = passages.filter(({ method, path }) => method === "POST" && path === "/v1/games");
  expect(made.map(({ fate }) => fate)).toEqual(["cut", "passed"]);
  expect(new Set(made.map(({ answer }) => (answer as { id: string }).id)).size).toBe(1);
}

/** After every 503 and 429 the client waited as long as it was told, and sent the same again. */
function expectPatience(passages: Passage[]): void {
  const refused = passages.flatMap(({ fate }, i) => (fate === "busy" ? [i] : []));
  expect(new Set(refused.map((i) => passages[i].status))).toEqual(new Set([503, 429]));
  for (const i of refused) {
    const [before, after] = [passages[i], passages[i + 1]];
    expect({ path: after.path, sent: after.sent }).toEqual({ path: before.path, sent: before.sent });
    expect(after.asked - before.at).toBeGreaterThan(1000 * RETRY_AFTER - 20);
  }
}
