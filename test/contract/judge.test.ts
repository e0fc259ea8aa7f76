import { expect, test } from "vitest";
import { type Exchange, faultsOfBody, judge, operationOf, operations } from "./judge.ts";

const HEADERS = {
  "X-Request-Id": "3f0c9a52-6f7e-4a68-9f0e-0d8a3f0a2b11",
  "Access-Control-Allow-Origin": "*",
  "Content-Type": "application/json",
};
const HEALTH = { status: "ok", boot: "x", history: "ok" };
const PROBLEM = {
  type: "urn:trix:problem:invalid_request",
  title: "T",
  status: 400,
  detail: "D.",
  instance: "i",
  code: "invalid_request",
  requestId: "r",
};

const answer = (body: unknown, changes: Partial<Exchange> & { with?: Record<string, string> } = {}): string[] =>
  judge({
    method: "GET",
    path: "/healthz",
    status: 200,
    text: typeof body === "string" ? body : JSON.stringify(body),
    ...changes,
    headers: new Headers({ ...HEADERS, ...changes.with }),
  }).faults;
const problem = { "Content-Type": "application/problem+json" };

test("a good answer passes, and so does a documented problem", () => {
  expect(answer(HEALTH)).toEqual([]);
  expect(answer(PROBLEM, { status: 400, with: problem })).toEqual([]);
  expect(answer({ ...PROBLEM, status: 429 }, { status: 429, with: { ...problem, "Retry-After": "60" } })).toEqual([]);
  expect(answer({ ...PROBLEM, status: 404 }, { path: "/nothing", status: 404, with: problem })).toEqual([]);
});

test.each<[string, string[], RegExp]>([
  ["a missing field", answer({ status: "ok", boot: "x" }), /required property 'history'/],
  ["a wrong type", answer({ ...HEALTH, boot: 7 }), /\/boot must be string/],
  ["a value outside its list", answer({ ...HEALTH, status: "fine" }), /\/status must be equal to one of/],
  ["a field that the description does not name", answer({ ...HEALTH, colour: "red" }), /additional properties.*colour/],
  ["a status that is not documented", answer(PROBLEM, { status: 402, with: problem }), /undocumented status 402/],
  [
    "a failure that is not documented",
    answer({ ...PROBLEM, status: 503 }, { status: 503, with: problem }),
    /undocumented status 503/,
  ],
  [
    "a media type that is not documented",
    answer("fine", { with: { "Content-Type": "text/html" } }),
    /undocumented media type text\/html/,
  ],
  ["what is not JSON", answer("{"), /not JSON/],
  [
    "a problem that names another status",
    answer({ ...PROBLEM, status: 404 }, { status: 400, with: problem }),
    /names the status 404/,
  ],
  [
    "an error of an unknown path that is no problem",
    answer({}, { path: "/nothing", status: 404 }),
    /not that of a problem/,
  ],
  ["a 304 with a body", answer(HEALTH, { path: "/v1/bots", status: 304 }), /a body where none/],
  ["a missing header", answer({ data: [] }, { path: "/v1/bots" }), /lacks the documented header ETag/],
])("%s is a fault", (_, faults, fault) => {
  expect(faults.join("\n")).toMatch(fault);
});

test("formats count, deep inside too", () => {
  const account = {
    id: "pl_h5zq3rw2kxn4m7ta",
    name: "Layla",
    kind: "human",
    createdAt: "yesterday",
    app: null,
    claimedBy: null,
  };
  expect(
    answer({ player: account, scopes: [], expiresAt: null, app: null, claims: [] }, { path: "/v1/me" }).join(),
  ).toMatch(/createdAt must match format "date-time"/);
});

test("a body is held against what its operation takes", () => {
  const operation = operationOf("POST", "/v1/players")!;
  expect(faultsOfBody(operation, { name: "Layla", kind: "human" })).toEqual([]);
  expect(faultsOfBody(operation, { name: "Layla", kind: "human", admin: true }).join()).toMatch(
    /additional properties/,
  );
});

test("every operation is found by its path, and nothing by another", () => {
  for (const { id, method, path } of operations)
    expect(operationOf(method, `${path.replace(/\{\w+\}/g, "x")}?a=b`)?.id).toBe(id);
  expect(operationOf("PATCH", "/v1/games")).toBeUndefined();
  expect(operationOf("GET", "/v1/games/a/b/c")).toBeUndefined();
});
