/** Records over HTTP: as text, and as one seat knew the match at a moment. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { parseNotation, type MatchRecord } from "../../src/engine/index.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let token: string, game: string, version: number;

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}/v1/games/${game}${path}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const post = async (path: string, body: object) => (await fetch(`${server.url}${path}`, {
  method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) },
})).json();

/** One person and three bots play to the middle of the third deal. */
beforeAll(async () => {
  server = await startTestServer();
  token = (await post("/v1/players", { name: "Amal", kind: "human" }) as { token: string }).token;
  type View = { id: string; version: number; deals: unknown[]; you: { decision: { id: string } | null; legalActions: { id: string }[] } };
  let view = await post("/v1/games", { seats: [{ player: "me" }, { bot: "steady" }, { bot: "random" }, { bot: "steady" }] }) as View;
  game = view.id;
  for (let actions = 0; view.deals.length < 2 && actions < 200;) {
    if (view.you.decision === null) view = JSON.parse((await get("", { Authorization: `Bearer ${token}` })).text) as View;
    else {
      view = (await post(`/v1/games/${game}/actions`, { action: view.you.legalActions[0].id, decision: view.you.decision.id }) as { game: View }).game;
      actions++;
    }
  }
  version = view.version;
});
afterAll(() => server.close());

it("comes as text by Accept, which reads back as the very JSON record", async () => {
  const json = await get("/record"), text = await get("/record", { Accept: "text/plain" });
  expect(text.headers.get("content-type")).toMatch(/^text\/plain/i);
  expect(text.headers.get("vary")).toContain("Accept");
  expect(text.headers.get("etag")).not.toBe(json.headers.get("etag"));
  const parsed = parseNotation(text.text);
  expect(parsed.ok && parsed.record).toEqual(JSON.parse(json.text));
  const again = await get("/record", { Accept: "text/plain", "If-None-Match": text.headers.get("etag")! });
  expect(again.status).toBe(304);
  expect((await get("/record", { Accept: "image/png" })).status).toBe(406);
});

it("a seat's replay of a finished deal holds that seat's hand and no other, at every event", async () => {
  const events = (JSON.parse((await get("/events?limit=1000")).text) as { data: { seq: number; type: string }[] }).data;
  const scored = events.find((event) => event.type === "deal_scored")!.seq;
  const started = events.find((event) => event.type === "deal_started")!.seq;
  for (const as of [0, 1, 2, 3]) {
    for (let at = started; at < scored; at += 7) {
      const record = JSON.parse((await get(`/record?as=${as}&at=${at}`)).text) as MatchRecord;
      expect(record.deals).toHaveLength(1);
      expect(record.deals[0].hands.map((hand) => hand !== null)).toEqual([0, 1, 2, 3].map((seat) => seat === as));
      expect(record.deals[0].points).toEqual([]);
      const text = (await get(`/record?as=${as}&at=${at}`, { Accept: "text/plain" })).text;
      expect(text.split("?").length - 1).toBe(3);
    }
    const whole = JSON.parse((await get(`/record?as=${as}&at=${scored}`)).text) as MatchRecord;
    expect(whole.deals[0].hands.every((hand) => hand?.length === 13)).toBe(true);
  }
});

it("nobody's knowledge of a deal in play can be asked for, not even one's own", async () => {
  const refused = await get(`/record?as=0&at=${version}`, { Authorization: `Bearer ${token}` });
  expect(refused.status).toBe(409);
  expect(JSON.parse(refused.text)).toMatchObject({ code: "deal_not_finished" });
  const newest = JSON.parse((await get("/record?as=2")).text) as MatchRecord;
  expect(newest.deals.every((deal) => deal.points.length === 4)).toBe(true);
  expect((await get("/record?as=4")).status).toBe(400);
});
