/** What public play tells, over HTTP: added on request, and the same for everybody. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { knowledgeOf } from "../../src/engine/index.ts";
import { GameView } from "../../src/http/schemas/game.ts";
import { Client, expectProblem, type TestPlayer, WITH_BOTS } from "../support/http.ts";
import { startTestServer } from "../support/server.ts";

let client: Client;
let amal: TestPlayer, basil: TestPlayer;
beforeAll(async () => {
  client = new Client(await startTestServer());
  [amal, basil] = await Promise.all(["Amal", "Basil"].map((name) => client.player(name)));
});
afterAll(async () => {
  const failures = client.server.logs.filter(({ level }) => level === "error");
  await client.server.close();
  expect(failures).toEqual([]);
});

test("knowledge is added on request, is the same for every audience, and is what the table can work out by itself", async () => {
  const { id } = await client.game(amal, { seats: WITH_BOTS, rules: { kingdoms: 1 }, seed: "knowledge" });
  const path = `/v1/games/${id}`;
  for (let turn = 0; ; turn++) {
    const own = await client.call("GET", `${path}?include=knowledge`, { token: amal.token });
    expect(own.status).toBe(200);
    expect(GameView.parse(own.json)).toEqual(own.json);
    const { knowledge, ...view } = own.json;
    expect((await client.call("GET", path, { token: amal.token })).json).toEqual(view);
    for (const token of [undefined, basil.token]) {
      const { json } = await client.call("GET", `${path}?include=knowledge`, { token });
      expect(json.knowledge).toEqual(knowledge);
      // Nothing that a seat alone sees goes into it.
      expect(knowledgeOf(json.rules, json.deal)).toEqual(knowledge);
    }
    if (view.status !== "playing" || turn === 25) break;
    const action = view.you.legalActions[turn % view.you.legalActions.length].id;
    expect(
      (
        await client.call("POST", `${path}/actions`, {
          token: amal.token,
          body: { action, decision: view.you.decision.id },
        })
      ).status,
    ).toBe(200);
  }
});

test("it has a tag of its own, is null without a deal, and nothing else can be included", async () => {
  const { id } = await client.game(amal);
  const path = `/v1/games/${id}`;
  const plain = await client.call("GET", path),
    more = await client.call("GET", `${path}?include=knowledge`);
  expect(more.json).toEqual({ ...plain.json, knowledge: null });
  const [tag, other] = [plain, more].map(({ headers }) => headers.get("etag")!);
  expect(other).not.toBe(tag);
  expect((await client.call("GET", `${path}?include=knowledge`, { headers: { "If-None-Match": tag } })).status).toBe(
    200,
  );
  expect((await client.call("GET", `${path}?include=knowledge`, { headers: { "If-None-Match": other } })).status).toBe(
    304,
  );
  for (const query of ["include=hands", "include=", "include=knowledge&seat=1"])
    expectProblem(await client.call("GET", `${path}?${query}`), 400, "invalid_request");
});
