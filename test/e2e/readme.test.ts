/** The README's programs do what the README says, word for word: only the address is another. */

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT } from "../../scripts/bundle.ts";
import { startTestServer, type TestServer, temporaryDir } from "../support/server.ts";

const run = promisify(execFile);
let server: TestServer;
let folder: Awaited<ReturnType<typeof temporaryDir>>;

beforeAll(async () => {
  server = await startTestServer();
  folder = await temporaryDir();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

/** The code blocks under a heading, with the test server's address for the one that the README names. */
async function blocksUnder(heading: string, language: string): Promise<string[]> {
  const text = await readFile(join(ROOT, "README.md"), "utf8");
  const section = text.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  const blocks = [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "gm"))].map(
    (match) => match[1],
  );
  expect(blocks.length).toBeGreaterThan(0);
  return blocks.map((block) => block.replaceAll("http://127.0.0.1:8787", server.url));
}

it("the game by curl plays ten moves when it is pasted", async () => {
  const [game] = await blocksUnder("Play a game with curl", "sh");
  expect(game.trim().split("\n").length).toBeLessThanOrEqual(10);
  const { stdout } = await run("bash", ["-euc", game], { cwd: folder.dir });
  expect(stdout.match(/^I play \S+$/gm)).toHaveLength(10);
  const answer = JSON.parse(await readFile(join(folder.dir, "answer.json"), "utf8")) as {
    replayed: boolean;
    events: unknown[];
  };
  expect(answer.replayed).toBe(false);
  expect(answer.events.length).toBeGreaterThan(0);
});

it("the app by curl gets a user of its own, in the shell that has played", async () => {
  const [game] = await blocksUnder("Play a game with curl", "sh"),
    [app] = await blocksUnder("Tokens, apps, and limits", "sh");
  const { stdout } = await run("bash", ["-euc", `{ ${game} } > game.txt\n${app}`], { cwd: folder.dir });
  expect(JSON.parse(stdout)).toMatchObject({
    player: { name: expect.stringMatching(/^Guest /) },
    app: { name: "My chat" },
  });
});

it("the bot in twenty lines plays its match to the end", async () => {
  const [bot] = await blocksUnder("A bot in twenty lines", "python");
  expect(bot.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(20);
  await writeFile(join(folder.dir, "bot.py"), bot);
  const { stdout } = await run("python3", ["bot.py"], { cwd: folder.dir });
  expect(stdout).toMatch(/^\[-?\d+, -?\d+, -?\d+, -?\d+\] places \[\d, \d, \d, \d\]$/m);
});

it("the proof of a finished match is checked by both verifiers as the README says", async () => {
  const [proof] = await blocksUnder("You don't have to trust the dealer", "sh");
  const both = `${proof.replaceAll("examples/", `${ROOT}/examples/`)}\npython3 ${ROOT}/examples/verify.py record.json proof.json`;
  const { stdout } = await run("bash", ["-euc", both], { cwd: folder.dir });
  expect(stdout).toMatch(/^OK: (\d+) packs .*\nOK: \1 packs/);
});
