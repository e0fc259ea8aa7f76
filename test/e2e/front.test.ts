/** What `npm start` puts before the Worker, and the paths that browsers try. */

import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Front, startFront } from "../../scripts/front.ts";
import { ProblemDocument } from "../../src/http/schemas/problem.ts";
import { DETAILS } from "../../src/labels/details/index.ts";
import { label } from "../../src/labels/languages.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let front: Front;
let behindProxy: Front;
let starting: Awaited<ReturnType<typeof get>>;

beforeAll(async () => {
  server = await startTestServer({ vars: { PUBLIC_URL: "https://trix.example" }, callsAMinute: 5 });
  front = await startFront({ port: 0, host: "127.0.0.1" });
  behindProxy = await startFront({ port: 0, host: "127.0.0.1", addressHeader: "x-forwarded-for" });
  const early = get(front.url, "/v1/bots", { "Accept-Language": "ar-JO" });
  // Nobody listens there: as while the server behind it is down.
  front.serve(new URL("http://127.0.0.1:1"));
  starting = await early;
  for (const each of [front, behindProxy]) each.serve(new URL(server.url));
});
afterAll(async () => {
  await Promise.all([front.close(), behindProxy.close()]);
  await server.close();
});

/** One GET from that address of this machine. */
function get(
  base: string,
  path: string,
  headers: Record<string, string | string[]> = {},
  localAddress = "127.0.0.1",
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((done, fail) => {
    const sent = request(base + path, { headers, localAddress }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => done({ status: response.statusCode!, headers: response.headers, text }));
    });
    sent.once("error", fail).end();
  });
}

/** The statuses of seven calls, the n-th with what `nth` says. */
const seven = (base: string, nth: (n: number) => Record<string, string>, address: string): Promise<number[]> =>
  Promise.all(Array.from({ length: 7 }, async (_, n) => (await get(base, "/v1/bots", nth(n), address)).status));
const refused = (statuses: number[]): number => statuses.filter((status) => status === 429).length;

describe("where a request comes from", () => {
  test("is the socket's address, whatever a client writes", async () => {
    const claims = await seven(
      front.url,
      (n) => ({
        "CF-Connecting-IP": `9.9.1.${n}`,
        "X-Forwarded-For": `9.9.2.${n}`,
        "MF-CF-Blob": `{"clientIp":"9.9.3.${n}"}`,
      }),
      "127.0.0.2",
    );
    expect(refused(claims)).toBe(2);
    expect(refused(await seven(front.url, () => ({}), "127.0.0.3")), "another address has its own budget").toBe(2);
  });

  test("is what the proxy before the server adds, where the operator names its header", async () => {
    const chain = (n: number) => ({ "X-Forwarded-For": `9.9.1.${n}, 203.0.113.7` });
    expect(refused(await seven(behindProxy.url, chain, "127.0.0.4"))).toBe(2);
    const others = (n: number) => ({ "X-Forwarded-For": `203.0.113.${10 + n}` });
    expect(refused(await seven(behindProxy.url, others, "127.0.0.4"))).toBe(0);
  });
});

test("a server that is starting says so, in the reader's language", () => {
  expect([starting.status, starting.headers["content-language"], starting.headers["retry-after"]]).toEqual([
    503,
    "ar",
    "2",
  ]);
  const document = JSON.parse(starting.text);
  expect(ProblemDocument.parse(document)).toEqual(document);
  expect(document).toMatchObject({ code: "server_starting", detail: label(DETAILS.server_starting, "ar") });
});

describe("what a request was asked for", () => {
  test.each(['a">b', "a b", "evil.example/x", "a@b"])("a Host of %j is refused", async (host) => {
    const answer = await get(front.url, "/v1/rules", { Host: host }, "127.0.0.5");
    expect([answer.status, answer.headers["content-type"]]).toEqual([400, "application/problem+json"]);
    expect(JSON.parse(answer.text)).toMatchObject({ code: "invalid_request", status: 400 });
  });

  test("a foreign Host, and what the runtime takes for its own word, change no page", async () => {
    for (const path of ["/", "/docs", "/llms.txt"]) {
      const { status, text } = await get(
        front.url,
        path,
        { Host: "evil.example", "MF-Original-URL": "http://evil.example/", "X-Forwarded-Proto": "https" },
        "127.0.0.6",
      );
      expect(status).toBe(200);
      expect(text.includes("evil"), path).toBe(false);
      expect(text.includes("https://trix.example"), path).toBe(true);
    }
  });
});

test("bodies, streams and sockets go through, and end with the client", async () => {
  const J = { "Content-Type": "application/json" };
  const { token } = (await (
    await fetch(`${front.url}/v1/players`, { method: "POST", headers: J, body: '{"name":"Amal","kind":"bot"}' })
  ).json()) as { token: string };
  const headers = { ...J, Authorization: `Bearer ${token}` };
  const { id } = (await (await fetch(`${front.url}/v1/games`, { method: "POST", headers, body: "{}" })).json()) as {
    id: string;
  };
  const stream = await fetch(`${front.url}/v1/games/${id}/events?after=0`, {
    headers: { ...headers, Accept: "text/event-stream" },
  });
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  while (!read.includes("game_created")) read += (await reader.read()).value;
  await reader.cancel();
  const upgrade = await new Promise<string>((done) => {
    const { port } = new URL(front.url);
    const socket = connect(Number(port), "127.0.0.1", () =>
      socket.write(
        `GET /v1/games/${id}/socket HTTP/1.1\r\nHost: trix.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      ),
    );
    socket.once("data", (chunk) => {
      done(chunk.toString("latin1"));
      socket.destroy();
    });
  });
  expect(upgrade).toMatch(/^HTTP\/1\.1 101 /);
});

describe("paths that browsers try", () => {
  const browser = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
  const ask = (path: string, headers: Record<string, string> = browser) => get(front.url, path, headers, "127.0.0.7");

  test("a slash too many leads to the page; one too many before it leads nowhere", async () => {
    expect((await ask("/docs/?x=1")).headers.location).toBe("/docs?x=1");
    expect((await ask("//evil.example/docs/")).status).toBe(404);
  });

  test("an unknown page is a page for a browser and a problem for a program", async () => {
    const html = await ask("/nothing");
    expect([html.status, html.headers["content-type"]]).toEqual([404, "text/html; charset=UTF-8"]);
    expect(html.headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self';/);
    const problem = await get(front.url, "/nothing", {}, "127.0.0.8");
    expect(JSON.parse(problem.text)).toMatchObject({ code: "not_found" });
    const api = await get(front.url, "/v1/nothing", browser, "127.0.0.8");
    expect(JSON.parse(api.text)).toMatchObject({ code: "not_found" });
  });

  test("the icon, the rules for crawlers and the entry points are there", async () => {
    const from = (path: string) => get(front.url, path, {}, "127.0.0.9");
    expect((await from("/favicon.ico")).headers["content-type"]).toContain("image/svg+xml");
    expect((await from("/robots.txt")).text).toContain("User-agent: *");
    const first = await fetch(`${front.url}/v1`);
    const { links } = (await first.json()) as { links: Record<string, string> };
    const again = await fetch(`${front.url}/v1`, { headers: { "If-None-Match": first.headers.get("etag")! } });
    expect(again.status).toBe(304);
    const openly = Object.values(links).filter((path) => !["/v1/me", "/v1/decisions", "/v1/players"].includes(path));
    for (const [n, path] of openly.entries())
      expect((await get(front.url, path, {}, `127.0.1.${n + 1}`)).status, path).toBe(200);
  });
});
