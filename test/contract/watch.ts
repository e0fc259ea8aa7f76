/**
 * Stands between the end-to-end tests and `fetch`: every answer of a server is held against the published description before
 * the test sees it, and is kept for the count of what was exercised.
 */

import { createHash } from "node:crypto";
import { afterAll, expect } from "vitest";
import { judge } from "./judge.ts";
import { keep } from "./records.ts";

const answers = new Set<string>();
const faults: string[] = [];
/** Answers that were judged good, by digest. */
const good = new Set<string>();
/** As it was before this file came between, for an earlier file of tests in the same process. */
const original = globalThis as { unwatchedFetch?: typeof fetch };
original.unwatchedFetch ??= globalThis.fetch;
const send = original.unwatchedFetch;

globalThis.fetch = async (input, init) => {
  const response = await send(input, init);
  const { url, method } = input instanceof Request ? input : { url: String(input), method: "GET" };
  const { pathname, search, hostname } = new URL(url);
  if (hostname !== "127.0.0.1" && hostname !== "localhost") return response;
  const text = response.headers.get("content-type")?.startsWith("text/event-stream")
    ? ""
    : await response
        .clone()
        .text()
        .catch(() => null);
  // The connection was lost: no whole answer, nothing to judge.
  if (text === null) return response;
  const verb = (init?.method ?? method).toUpperCase();
  // Tests read the same again and again, to see that nothing has changed: what was judged once is good.
  const key = createHash("sha1")
    .update([verb, pathname, response.status, response.headers.get("content-type"), text].join("\n"))
    .digest("base64");
  if (good.has(key)) return response;
  const exchange = { method: verb, path: pathname + search, status: response.status, headers: response.headers, text };
  const { operation, faults: found } = judge(exchange);
  if (operation !== undefined) answers.add(`${operation.id} ${response.status}`);
  if (found.length === 0) good.add(key);
  else {
    const fault = `the answer to ${exchange.method} ${exchange.path} breaks the API description: ${found.join("; ")}\n${text.slice(0, 500)}`;
    faults.push(fault);
    throw new Error(fault);
  }
  return response;
};

afterAll(() => {
  keep({ file: expect.getState().testPath!, answers: [...answers], faults });
});
