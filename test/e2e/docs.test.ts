/** The pages for newcomers: what they hold, that they need no other host, and that what they tell to run does run. */

import { execFile, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { ASSETS_DIR } from "../../scripts/assets.ts";
import { PROBLEMS } from "../../src/http/exchange/problems.ts";
import { ASSET_TYPES } from "../../src/http/pages/assets.ts";
import { startTestServer, type TestServer, temporaryDir, testBundle } from "../support/server.ts";
import { eventually } from "../support/webhooks.ts";

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

const PAGES = ["/", "/docs", "/docs/reference", "/changelog"];
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
  "lifetimes",
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

  it("has samples that run in page order in one folder, and each alone in a fresh one", async () => {
    const { text } = await get("/docs");
    const samples = [...text.matchAll(/<code data-language="(sh|python)">([\s\S]*?)<\/code>/g)].map(
      ([, language, program]) => ({ language, program: unescaped(program) }),
    );
    expect(samples.length).toBeGreaterThan(15);
    const port = await freePort();
    const paste = async (folder: string, { language, program }: (typeof samples)[number]): Promise<string> => {
      const [command, flag] = language === "sh" ? ["bash", "-euc"] : ["python3", "-c"];
      const env = { ...process.env, PORT: String(port) };
      return (await run(command, [flag, program], { cwd: folder, env, timeout: 60_000 })).stdout;
    };
    const told: string[] = [];
    for (const sample of samples) told.push(await paste(folder.dir, sample));
    // What a reader is to see: a whole match, one bot's and the other's, the proof, the tokens, a game in Arabic.
    const all = told.join("\n");
    expect(all).toContain('"winners":');
    expect(all.match(/^\[-?\d+, -?\d+, -?\d+, -?\d+\] places \[\d, \d, \d, \d\]$/gm)).toHaveLength(2);
    expect(all).toMatch(/^OK: \d+ packs/m);
    expect(all).toContain('"name":"this seat"');
    expect(all).toContain('"app":{"id":"ap_');
    expect(all).not.toMatch(/"type":"urn:trix:problem/);
    const read = async (file: string): Promise<object> => JSON.parse(await readFile(join(folder.dir, file), "utf8"));
    expect(await read("next.json")).toMatchObject({ status: "playing", you: { seat: 0 } });
    expect(await read("series.json")).toMatchObject({ status: "playing", series: { matches: 3, number: 1 } });
    // The bots make accounts of their own, and need nothing of what came before.
    const alone = samples.filter(({ language }) => language === "sh");
    await Promise.all(
      alone.map(async (sample) => {
        const own = await temporaryDir();
        const answer = await paste(own.dir, sample);
        await own.remove();
        expect(answer).not.toMatch(/"type":"urn:trix:problem/);
      }),
    );
  });

  it("has a bot whose endpoint takes nothing that is not signed", async () => {
    const { text } = await get("/docs");
    const [, program] = [...text.matchAll(/<code data-language="python">([\s\S]*?)<\/code>/g)].at(-1)!;
    const port = await freePort();
    const endpoint = spawn("python3", ["-c", unescaped(program)], {
      env: { ...process.env, PORT: String(port) },
      stdio: "ignore",
    });
    try {
      expect(await eventually("the endpoint", () => forge(port), 30_000)).toBe(401);
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
    const seen = new Map<string, Awaited<ReturnType<typeof get>>>();
    for (const target of new Set(targets)) {
      const [path, fragment] = target.split("#");
      const found = seen.get(path || page) ?? (await get(path || page));
      seen.set(path || page, found);
      expect(found.status, target).toBe(200);
      if (fragment !== undefined && !fragment.startsWith("/")) expect(found.text, target).toContain(`id="${fragment}"`);
    }
  });

  it("names calls of the reference that there are", async () => {
    const description = JSON.parse((await get("/openapi.json")).text);
    const known = Object.values<any>(description.paths).flatMap((methods) =>
      Object.values<any>(methods).map(({ operationId }) => operationId as string),
    );
    for (const page of ["/docs", "/llms.txt"]) {
      const named = [...(await get(page)).text.matchAll(/\/docs\/reference#([^")\s]+)/g)].map(
        ([, fragment]) => fragment,
      );
      expect(named.length).toBeGreaterThan(4);
      expect(named.filter((fragment) => !known.includes(fragment))).toEqual([]);
    }
  });

  test.each(PAGES)("%s lets a browser load from this server alone, and makes no HTML of text", async (page) => {
    const { headers, text } = await get(page, { headers: { Accept: "text/html" } });
    const policy = headers.get("content-security-policy")!;
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
    expect(text).not.toMatch(/<style|\sstyle=|<script(?![^>]*\bsrc=)|\son\w+=/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each([...PAGES.slice(1), "/llms.txt", "/changelog.md", "/docs/assets/pages.css"])(
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
      const file = await readFile(join(ASSETS_DIR, path), "utf8");
      expect(text).toBe(file.replaceAll("{origin}", server.url));
    }
    const { status, text } = await get("/docs/assets/");
    expect([status, JSON.parse(text).code]).toEqual([404, "not_found"]);
  });

  test("refer to no other host", async () => {
    for (const path of Object.keys(ASSET_TYPES).filter((name) => /pages\.(css|js)$/.test(name)))
      expect((await get(path)).text).not.toMatch(/url\(|@import|https?:\/\//);
  });

  test("have every call and every schema in the reference, and every release in the changelog", async () => {
    const { paths, components } = JSON.parse((await get("/openapi.json")).text);
    const reference = (await get("/docs/reference")).text;
    for (const methods of Object.values<any>(paths))
      for (const { operationId } of Object.values<any>(methods)) expect(reference).toContain(`id="${operationId}"`);
    for (const [, name] of reference.matchAll(/href="#schema-(\w+)"/g)) {
      expect(components.schemas[name], name).toBeDefined();
      expect(reference).toContain(`id="schema-${name}"`);
    }
    const versions = [...(await get("/changelog.md")).text.matchAll(/^## (\S+) \(/gm)].map(([, version]) => version);
    expect(versions.length).toBeGreaterThan(1);
    const feed = (await get("/changelog.atom")).text;
    expect([...feed.matchAll(/<id>urn:trix:release:(\S+)<\/id>/g)].map(([, version]) => version)).toEqual(versions);
    expect(feed).toContain(`href="${server.url}/changelog#v${versions[0]}"`);
    const changelog = (await get("/changelog")).text;
    for (const version of versions) expect(changelog).toContain(`id="v${version}"`);
  });

  test("are no part of the Worker itself, and go with a deploy", async () => {
    const { outDir, modules, worker, gzipBytes } = await testBundle();
    const code = (await Promise.all(modules.map((module) => readFile(join(outDir, module), "utf8")))).join("\n");
    const reference = await readFile(join(ASSETS_DIR, "docs/reference.html"), "utf8");
    expect(code).not.toContain(reference.slice(10_000, 10_100));
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
