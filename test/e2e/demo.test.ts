import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../../scripts/bundle.ts";
import { askServer, checkFinished, waitForHistory } from "../soak/matches.ts";
import { Client } from "../support/client.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function runDemo(
  url: string,
  rules = JSON.stringify({ kingdoms: 1 }),
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(ROOT, "examples/demo.ts")], {
    env: { ...process.env, TRIX_URL: url, TRIX_RULES: rules },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  return new Promise((done) => child.once("close", (code) => done({ code, output })));
}

test("the demo plays a match on a running server, prints every deal and the score sheet, and links a record that replays and is in D1", async () => {
  const { code, output } = await runDemo(server.url);
  expect(code, output).toBe(0);
  const id = /games\/(gm_[a-z2-7]+)\/record/.exec(output)![1];
  const anybody = new Client(server.url);
  const [view, record] = [await anybody.view(id), await anybody.record(id)];
  await checkFinished({ id, players: [anybody] }, await waitForHistory(askServer(server), view));
  expect(output.match(/^Deal +\d+: /gm)).toHaveLength(record.deals.length);
  expect(record.deals.length).toBeGreaterThanOrEqual(5);
  expect(/^ +total +(.*)$/m.exec(output)![1].trim().split(/ +/).map(Number)).toEqual(view.scores);
  expect(/^ +place +(.*)$/m.exec(output)![1].trim().split(/ +/).map(Number)).toEqual(view.result!.places);
});

test("the demo says so when the server that it is pointed at does not answer", async () => {
  const { code, output } = await runDemo("http://127.0.0.1:9");
  expect(code).toBe(1);
  expect(output).toContain("No server responds at http://127.0.0.1:9");
});
