/** The pages for newcomers: what they hold, that they need no other host, and that what they tell to run does run. */

import { execFile, spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { ASSETS_DIR } from "../../scripts/assets.ts";
import { PROBLEMS } from "../../src/http/exchange/problems.ts";
import { ASSET_TYPES } from "../../src/http/pages/assets.ts";
import { Client } from "../support/client.ts";
import { startTestServer, type TestServer, temporaryDir, testBundle } from "../support/server.ts";
import { eventually, Hook } from "../support/webhooks.ts";

const run = promisify(execFile);
let server: TestServer;
let folder: Awaited<ReturnType<typeof temporaryDir>>;

beforeAll(async () => {
  server = await startTestServer({ vars: { WEBHOOKS_PRIVATE: "1" } });
  folder = await temporaryDir();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const get = async (path: string, init?: RequestInit) => {
  const response = await fetch(server.url + path, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** HTML as the text that a reader copies. */
const unescaped = (html: string): string =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");

/** Programs of one section of the guide, as they are copied from the page. */
async function programs(section: string, language: string): Promise<string[]> {
  const { text } = await get("/docs");
  const html = text.split("<section").find((part) => part.includes(`<h2 id="${section}"`)) ?? "";
  const found = [...html.matchAll(new RegExp(`<code data-language="${language}">([^]*?)</code>`, "g"))].map(
    ([, program]) => unescaped(program),
  );
  expect(found.length).toBeGreaterThan(0);
  return found;
}

const PAGES = ["/", "/docs", "/docs/reference"];
const SECTIONS = [
  "trix",
  "first-game",
  "bot",
  "playing",
  "following",
  "cron",
  "plans",
  "clocks",
  "again",
  "hidden",
  "fair",
  "retries",
  "errors",
  "webhooks",
  "tokens",
  "limits",
  "languages",
  "records",
  "events",
];

describe("the guide", () => {
  it("has every section, and leads to each", async () => {
    const { status, headers, text } = await get("/docs");
    expect([status, headers.get("content-type")?.toLowerCase()]).toEqual([200, "text/html; charset=utf-8"]);
    expect([...text.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id)).toEqual(SECTIONS);
    for (const id of SECTIONS) expect(text).toContain(`<li><a href="#${id}">`);
    for (const code of Object.keys(PROBLEMS)) expect(text.replaceAll("<wbr>", "")).toContain(`<code>${code}</code>`);
  });

  it("has a game by curl that plays when it is pasted", async () => {
    const blocks = await programs("first-game", "sh");
    const inFolder = async (lines: string[]) =>
      (await run("bash", ["-euc", lines.join("\n")], { cwd: folder.dir })).stdout;
    expect(JSON.parse(await inFolder(blocks.slice(0, -1)))).toMatchObject({
      replayed: false,
      game: { status: "playing" },
    });
    // What follows on the page is pasted into the same shell, which has its account and its game.
    const shell = [blocks[0].replace(/^curl.*$/m, ""), "G=$(grep -o 'gm_[a-z2-7]*' game.json | head -1)"];
    const told = (await inFolder([...shell, ...(await programs("tokens", "sh"))]))
      .split(/(?<=\})(?=\{)/)
      .map((text) => JSON.parse(text) as object);
    expect(told).toMatchObject([
      { name: "reader", only: null },
      { name: "this seat", only: { seat: 0 } },
      { app: { name: "My chat" }, player: { app: { name: "My chat" } } },
      { status: "playing", seats: [{ app: { name: "My chat" } }, {}, {}, {}] },
    ]);
    expect(await inFolder([...shell, blocks.at(-1)!])).toContain('"winners":');
    const another = `{"rules": {"mode": "practice", "practice": {"contracts": ["trix"], "deals": 1}}, "seats": [{"player": "me"}, {"bot": "steady"}, {"bot": "steady"}, {"bot": "steady"}]}`;
    const waiting = [`curl -s $B/games -H "$A" -H "$J" -d '${another}' > game.json`, shell[1], "sleep 1"];
    expect(await inFolder([shell[0], ...waiting, ...(await programs("cron", "sh")), "curl -s $B/games/$G"])).toContain(
      '"status":"finished"',
    );
    expect(await inFolder([...shell, ...(await programs("fair", "sh"))])).toMatch(/^OK: \d+ packs/m);
    const read = async (file: string): Promise<object> => JSON.parse(await readFile(join(folder.dir, file), "utf8"));
    await inFolder([...shell, ...(await programs("again", "sh"))]);
    expect(await read("next.json")).toMatchObject({
      status: "playing",
      previous: ((await read("game.json")) as { id: string }).id,
      you: { seat: 0 },
    });
    expect(await read("series.json")).toMatchObject({ status: "playing", series: { matches: 3, number: 1 } });
    const plans = await inFolder([...blocks.slice(0, 2), ...(await programs("plans", "sh"))]);
    expect([...plans.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name)).toEqual(["forced", "duck", "jacks"]);
  });

  it("has a bot that plays its match to the end, whose deals the published verifier then checks", async () => {
    const [bot] = await programs("bot", "python");
    await writeFile(join(folder.dir, "bot.py"), `${bot}\nprint(game["id"])\n`);
    const { stdout } = await run("python3", ["bot.py"], { cwd: folder.dir });
    expect(stdout).toMatch(/^\[-?\d+, -?\d+, -?\d+, -?\d+\] places \[\d, \d, \d, \d\]$/m);
    const [check] = await programs("fair", "sh");
    const { stdout: verdict } = await run(
      "bash",
      ["-euc", `B=${server.url}/v1\nG=${stdout.trim().split("\n").at(-1)}\n${check}`],
      { cwd: folder.dir },
    );
    expect(Number(/^OK: (\d+) packs/.exec(verdict)?.[1])).toBeGreaterThanOrEqual(5);
  });
});

describe("the guide's bot that answers its webhook", () => {
  it("plays its match to the end, and takes nothing that is not signed", async () => {
    const player = await Client.register(server.url, "Webhook");
    const game = await player.create({
      rules: { kingdoms: 1, mode: "complex" },
      seats: [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }],
    });
    const port = await freePort();
    const hook = await Hook.make(player, game.id, { url: `http://127.0.0.1:${port}/trix`, audience: "seat" });
    const file = join(folder.dir, "endpoint.py");
    await writeFile(file, (await programs("webhooks", "python"))[0]);
    const endpoint = spawn("python3", [file], {
      env: { ...process.env, SECRET: hook.secret, PORT: String(port) },
      stdio: "ignore",
    });
    try {
      expect(await eventually("the endpoint", () => forge(port), 30_000)).toBe(401);
      await hook.post("verify");
      await eventually("the end of the match", async () => (await player.view(game.id)).status === "finished", 30_000);
    } finally {
      endpoint.kill();
    }
  });
});

/** The status that a request with a wrong signature gets; `null` where nobody listens yet. Not by `fetch`, whose answers are held against the description. */
const forge = (port: number): Promise<number | null> =>
  new Promise((done) => {
    const headers = {
      "webhook-id": "dl_a",
      "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
      "webhook-signature": "v1,AAAA",
    };
    request({ port, host: "127.0.0.1", path: "/trix", method: "POST", headers }, (response) =>
      done(response.resume().statusCode ?? null),
    )
      .on("error", () => done(null))
      .end("{}");
  });

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

describe("every page", () => {
  test.each(PAGES)("%s refers to no other host, and what it refers to answers", async (page) => {
    const { text } = await get(page);
    const targets = [...text.matchAll(/\b(?:href|src|action|poster|data|srcset)="([^"]*)"/g)].map(([, target]) =>
      target.replaceAll("&amp;", "&"),
    );
    expect(targets.length).toBeGreaterThan(5);
    expect(targets.filter((target) => !/^[/#](?!\/)/.test(target))).toEqual([]);
    expect(text).not.toMatch(/url\(|@import|<iframe|<script(?![^>]*\bsrc=)|\son\w+="/);
    for (const target of new Set(targets)) {
      const [path, fragment] = target.split("#");
      const found = await get(path || page);
      expect(found.status, target).toBe(200);
      if (fragment !== undefined && !fragment.startsWith("/")) expect(found.text, target).toContain(`id="${fragment}"`);
    }
  });

  it("names calls of the reference that there are", async () => {
    const description = JSON.parse((await get("/openapi.json")).text);
    const known = Object.values<any>(description.paths).flatMap((methods) =>
      Object.values<any>(methods).map(({ tags, operationId }) => `/${encodeURIComponent(tags[0])}/${operationId}`),
    );
    for (const page of ["/docs", "/llms.txt"]) {
      const named = [...(await get(page)).text.matchAll(/\/docs\/reference#([^")\s]+)/g)].map(
        ([, fragment]) => fragment,
      );
      expect(named.length).toBeGreaterThan(4);
      expect(named.filter((fragment) => !known.includes(fragment))).toEqual([]);
    }
  });

  test.each(PAGES.slice(1))("%s lets a browser load from this server alone", async (page) => {
    const { headers } = await get(page);
    const policy = headers.get("content-security-policy")!;
    expect(policy).toMatch(/^default-src 'self';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe|unsafe-eval/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each([...PAGES.slice(1), "/llms.txt", "/changelog.md", "/docs/assets/swagger-ui.css"])(
    "%s is kept by its tag, and takes GET and HEAD only",
    async (path) => {
      const first = await get(path);
      expect(first.headers.get("cache-control")).toBe("no-cache");
      const again = await get(path, { headers: { "If-None-Match": first.headers.get("etag")! } });
      expect([again.status, again.text]).toEqual([304, ""]);
      const head = await get(path, { method: "HEAD" });
      expect([head.status, head.text, head.headers.get("etag"), head.headers.get("content-type")]).toEqual([
        200,
        "",
        first.headers.get("etag"),
        first.headers.get("content-type"),
      ]);
      const post = await get(path, { method: "POST" });
      expect([post.status, post.headers.get("allow"), JSON.parse(post.text).code]).toEqual([
        405,
        "GET, HEAD, OPTIONS",
        "method_not_allowed",
      ]);
      const picky = await get(path, { headers: { Accept: "image/png" } });
      expect([picky.status, JSON.parse(picky.text).code]).toEqual([406, "not_acceptable"]);
    },
  );
});

describe("the files beside the Worker", () => {
  test("are all served with their types, and nothing else is", async () => {
    const deployed = (await readdir(ASSETS_DIR, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(ASSETS_DIR, join(entry.parentPath, entry.name))}`);
    expect(deployed.sort()).toEqual(Object.keys(ASSET_TYPES).sort());
    for (const [path, type] of Object.entries(ASSET_TYPES)) {
      const { status, headers, text } = await get(path);
      expect([status, headers.get("content-type")], path).toEqual([200, `${type}; charset=utf-8`]);
      expect(text).toBe(await readFile(join(ASSETS_DIR, path), "utf8"));
    }
    const { status, text } = await get("/docs/assets/");
    expect([status, JSON.parse(text).code]).toEqual([404, "not_found"]);
  });

  test("draw the reference, without a word to another host", async () => {
    const { text } = await get("/docs/reference");
    expect([...text.matchAll(/<script src="([^"]+)"/g)].map(([, src]) => src)).toEqual([
      "/docs/assets/swagger-ui-bundle.js",
      "/docs/assets/reference.js",
    ]);
    expect((await get("/docs/assets/swagger-ui-bundle.js")).text).toMatch(/SwaggerUIBundle/);
    const own = (await get("/docs/assets/reference.js")).text;
    expect(own).toContain('url: "/openapi.json"');
    expect(own).toContain("validatorUrl: null");
    for (const path of Object.keys(ASSET_TYPES).filter((name) => /\.css$|reference\.js$/.test(name))) {
      const urls = [...(await get(path)).text.matchAll(/url\(\s*['"]?([^'")\s]{0,40})/g)].map(([, url]) => url);
      expect(urls.filter((url) => !url.startsWith("data:"))).toEqual([]);
      expect((await get(path)).text).not.toMatch(/@import|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
    }
  });

  test("are no part of the Worker itself, and go with a deploy", async () => {
    const { outDir, modules, worker, gzipBytes } = await testBundle();
    const code = (await Promise.all(modules.map((module) => readFile(join(outDir, module), "utf8")))).join("\n");
    const script = await readFile(join(ASSETS_DIR, "docs/assets/swagger-ui-bundle.js"), "utf8");
    expect(code).not.toContain(script.slice(10_000, 10_100));
    expect(gzipBytes).toBeLessThan(400 * 1024);
    expect(worker.assets).toMatchObject({ directory: ASSETS_DIR, binding: "ASSETS", run_worker_first: true });
  });
});

describe("llms.txt", () => {
  it("has the form of llmstxt.org, names every call, event and code, and leads nowhere in vain", async () => {
    const { headers, text } = await get("/llms.txt");
    expect(headers.get("content-type")?.toLowerCase()).toBe("text/plain; charset=utf-8");
    expect(text).toMatch(/^# Trix\n\n> \S/);
    const [, ...lists] = text.split(/^## /m);
    expect(lists.map((part) => part.split("\n")[0])).toEqual(["Documentation", "Calls", "Optional"]);
    for (const part of lists)
      for (const line of part
        .split("\n")
        .slice(1)
        .filter((one) => one !== ""))
        expect(line).toMatch(/^- \[[^\]]+\]\(http[^)]+\): \S/);
    const description = JSON.parse((await get("/openapi.json")).text);
    for (const [path, methods] of Object.entries<any>(description.paths))
      for (const method of Object.keys(methods)) expect(text).toContain(`[${method.toUpperCase()} ${path}]`);
    for (const type of Object.keys(description.components.schemas.GameEvent.discriminator.mapping))
      expect(text).toContain(`\`${type}\``);
    for (const code of Object.keys(PROBLEMS)) expect(text).toContain(`\`${code}\``);
    const links = new Set([...text.matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link));
    for (const link of links) {
      expect(link.startsWith(server.url), link).toBe(true);
      expect((await get(link.slice(server.url.length))).status, link).toBe(200);
    }
  });
});
