import { afterAll, beforeAll, expect, test } from "vitest";
import { Client, expectProblem, type Reply, type TestPlayer, WITH_BOTS } from "../support/http.ts";
import { startTestServer } from "../support/server.ts";

let client: Client;
let amal: TestPlayer;
beforeAll(async () => {
  client = new Client(await startTestServer());
  amal = await client.player("Amal");
});
afterAll(() => client.server.close());

/** A game in which the caller is awaited: its path, the decision and a legal action. */
async function awaited(): Promise<{ path: string; body: { action: string; decision: string } }> {
  const { id } = await client.game(amal, { rules: { kingdoms: 1 }, seats: WITH_BOTS });
  for (;;) {
    const { json } = await client.call("GET", `/v1/games/${id}`, { token: amal.token });
    if (json.you.decision !== null)
      return { path: `/v1/games/${id}`, body: { action: json.you.legalActions[0].id, decision: json.you.decision.id } };
  }
}

const act = (path: string, body: object, prefer: string): Promise<Reply> =>
  client.call("POST", `${path}/actions`, { token: amal.token, body, headers: { Prefer: prefer } });

const told = ({ status, text, headers }: Reply) => [
  status,
  text,
  headers.get("preference-applied"),
  headers.get("trix-replayed"),
];

test("an action with return=minimal counts, and is answered without a body", async () => {
  const { path, body } = await awaited();
  const first = await act(path, body, "return=minimal");
  expect(told(first)).toEqual([204, "", "return=minimal", "false"]);
  const { json } = await client.call("GET", path, { token: amal.token });
  expect(first.headers.get("trix-version")).toBe(String(json.version));
  expect(json.you.decision?.id).not.toBe(body.decision);
  // It has all the headers that any other answer has.
  const { headers } = await client.call("GET", path, { token: amal.token });
  for (const name of ["x-request-id", "date", "strict-transport-security", "content-security-policy"])
    expect(first.headers.get(name), name).toMatch(/./);
  for (const name of ["cache-control", "referrer-policy", "x-content-type-options", "access-control-allow-origin"])
    expect(first.headers.get(name), name).toBe(headers.get(name));
  expect(first.headers.get("access-control-expose-headers")).toMatch(/Trix-Replayed, Trix-Version/);

  expect(told(await act(path, body, "return=minimal"))).toEqual([204, "", "return=minimal", "true"]);
  const whole = await act(path, body, "return=representation");
  expect([whole.status, whole.json.replayed, whole.json.game.id, whole.headers.get("preference-applied")]).toEqual([
    200,
    true,
    json.id,
    null,
  ]);
});

test.each([
  ["wait=5, return=minimal", 204],
  ['Return="minimal"', 204],
  ["respond-async, return=minimal, wait=10", 204],
  ["return=representation, return=minimal", 200],
  ["return=minimalist", 200],
  ["return", 200],
  ['note="return=minimal"', 200],
  ["wait=5", 200],
])("Prefer: %s is answered %i", async (prefer, status) => {
  const { path, body } = await awaited();
  const reply = await act(path, body, prefer);
  expect([reply.status, reply.headers.get("preference-applied")]).toEqual([
    status,
    status === 204 ? "return=minimal" : null,
  ]);
});

test("a refusal is told as ever, with the view", async () => {
  const { path, body } = await awaited();
  const refused = await act(path, { ...body, decision: "0" }, "return=minimal");
  expectProblem(refused, 409, "stale_decision");
  expect(refused.json.game.you.decision.id).toBe(body.decision);
  expect(refused.headers.get("preference-applied")).toBeNull();
  expectProblem(await act(path, { action: "nonsense" }, "return=minimal"), 400, "invalid_request");
});
