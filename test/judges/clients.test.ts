import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPENAPI_FILE } from "../../scripts/openapi.ts";
import { randomFrom } from "../support/random.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import type { Player, Table } from "./players/player.ts";
import { HERE, mustRun, runTool } from "./tools.ts";

/** Within this folder, so that what is generated finds what it imports. */
const FOLDER = join(HERE, `dist/clients-${process.pid}`);
const generated = (name: string): string => join(FOLDER, "generated", name);

/** How each client is made from the description. */
const GENERATORS: Record<string, (out: string) => [tool: string, args: string[]]> = {
  "openapi-fetch": (out) => ["openapi-typescript", [OPENAPI_FILE, "--output", join(out, "schema.d.ts")]],
  "swagger-typescript-api": (out) => [
    "swagger-typescript-api",
    ["generate", "--path", OPENAPI_FILE, "--output", out, "--name", "client.ts"],
  ],
  "hey-api": (out) => ["openapi-ts", ["--input", OPENAPI_FILE, "--output", out, "--client", "@hey-api/client-fetch"]],
  redocly: (out) => [
    "redocly",
    ["generate-client", OPENAPI_FILE, "--output", join(out, "client.ts"), "--import-ext", "ts"],
  ],
};
const NAMES = Object.keys(GENERATORS);

/** More turns than a kingdom has. */
const MOST_TURNS = 2000;

let server: TestServer;

beforeAll(async () => {
  await cp(join(HERE, "players"), FOLDER, { recursive: true });
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
  await rm(FOLDER, { recursive: true, force: true });
});

describe.each(NAMES)("the client of %s", (name) => {
  test("is made from the description without a warning", async () => {
    await mkdir(generated(name), { recursive: true });
    const { stdout, stderr } = await mustRun(...GENERATORS[name](generated(name)));
    expect(stdout + stderr).not.toMatch(/\bwarn/i);
  });
});

test("all of them, and players written on top of them, compile under strict TypeScript", async () => {
  const { code, stdout } = await runTool("tsc", ["--project", FOLDER]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
});

test("a call that the description forbids does not compile", async () => {
  const file = join(FOLDER, "wrong.ts");
  await writeFile(
    file,
    `
    import createClient from "openapi-fetch";
    import type { paths } from "./generated/openapi-fetch/schema.d.ts";
    const client = createClient<paths>({ baseUrl: "" });
    await client.POST("/v1/players", { body: { name: "Layla", kind: "robot" } });
    await client.POST("/v1/games", { body: { rules: { preset: "trix" }, colour: "red" } });
    export {};
  `,
  );
  const { code, stdout } = await runTool("tsc", ["--project", FOLDER]);
  await rm(file);
  expect(code).not.toBe(0);
  expect(stdout.match(/^dist.*|^wrong.*/gm)).toEqual([
    expect.stringContaining('"robot"'),
    expect.stringContaining("'colour'"),
  ]);
});

test("one match, whose four seats play by the four clients", async () => {
  const players = await Promise.all(
    NAMES.map(async (name): Promise<Player> => {
      const { player } = (await import(join(FOLDER, `${name}.ts`))) as { player(url: string): Player };
      return player(server.url);
    }),
  );
  await Promise.all(players.map((player, seat) => player.register(`Seat ${seat}`)));
  const { id } = await players[0].create();
  for (const player of players.slice(1)) await player.join(id);
  for (const player of players) expect(await player.refusal(id)).toBe("invalid_request unknown_action");

  const random = randomFrom("four clients");
  const acted = players.map(() => 0);
  let table: Table = await players[0].read(id);
  for (let turns = 0; table.status === "playing"; turns++) {
    expect(turns, "the match ends").toBeLessThan(MOST_TURNS);
    for (const [seat, player] of players.entries()) {
      const own = await player.read(id);
      if (own.decision === null) continue;
      const { id: action, type, card } = random.pick(own.legalActions);
      // What the types of a union promise is there.
      expect(card !== undefined).toBe(type === "play");
      table = await player.act(id, action, own.decision);
      acted[seat]++;
    }
  }
  expect(table).toMatchObject({ status: "finished", finishedDeals: 5, winners: expect.any(Array) });
  expect(table.scores.reduce((sum, score) => sum + score)).toBe(0);
  // 52 cards in each trick deal alone.
  for (const count of acted) expect(count).toBeGreaterThan(52);
  for (const player of players) expect((await player.read(id)).scores).toEqual(table.scores);
});
