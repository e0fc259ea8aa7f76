/** Webhooks: what reaches an endpoint, signed how, and what its owner can see and do. */

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Client, type Reply } from "../support/client.ts";
import { openTable, registerFour } from "../support/match.ts";
import { type Reactions, type Receiver, signatureOf, startReceiver } from "../support/receiver.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { eventually, Hook } from "../support/webhooks.ts";

let server: TestServer;
let players: Client[];
let stranger: Client;
const receivers: Receiver[] = [];

beforeAll(async () => {
  server = await startTestServer({ vars: { WEBHOOKS_PRIVATE: "1" } });
  players = await registerFour(server.url);
  stranger = await Client.register(server.url, "Emil");
});
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
afterAll(() => server.close());

async function receiver(reactions?: Reactions): Promise<Receiver> {
  const made = await startReceiver(reactions);
  receivers.push(made);
  return made;
}

const expectCode = (reply: Reply<any>, status: number, code: string) =>
  expect({ status: reply.status, code: reply.json.code }, reply.text).toEqual({ status, code });
const BOTS = [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }];

test("an endpoint gets nothing but the challenge until it has answered that, and then all that came since the webhook was made", async () => {
  const endpoint = await receiver({ verification: () => ({ challenge: "guessed" }) });
  const game = await players[0].create({});
  const hook = await Hook.make(players[0], game.id, { url: endpoint.url, audience: "public" });
  expect(await hook.attempted("verification")).toMatchObject({
    state: "queued",
    attempts: [{ status: 200, error: "wrong_challenge" }],
  });
  for (const player of players.slice(1)) await player.join(game.id);
  expect(await hook.read()).toMatchObject({ status: "pending", deliveredSeq: game.version });
  expectCode(await hook.post("test"), 409, "webhook_not_active");
  expect(endpoint.received.map(({ json }) => json.type)).toEqual(["verification"]);

  endpoint.reactions.verification = undefined;
  // The same question stands, and is asked at once.
  const { json } = await hook.post("verify");
  expect(json.id).toBe(endpoint.received[0].id);
  const { version } = await players[0].view(game.id);
  await eventually("the events", async () => (await hook.read()).deliveredSeq === version);
  expect(await hook.read()).toMatchObject({
    status: "active",
    disabledReason: null,
    audience: "public",
    game: game.id,
  });
  expect(endpoint.of("verification").map(({ text }) => text)).toEqual(Array(2).fill(endpoint.received[0].text));
  expect(endpoint.of("events").flatMap(({ json: { data } }) => data)).toEqual(
    await new Client(server.url).events(game.id, game.version),
  );
});

test("every request is signed by Standard Webhooks; after a change of the secret by both for a day", async () => {
  const endpoint = await receiver();
  const game = await players[0].create({ seats: BOTS, rules: { kingdoms: 1 } });
  const hook = await Hook.active(players[0], game.id, { url: endpoint.url, audience: "seat" });
  const old = hook.secret;
  expect(old).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { json } = await hook.post("secret");
  expect(json.secret).not.toBe(old);
  expect(Date.parse(json.webhook.oldSecretUntil) - Date.now()).toBeGreaterThan(23 * 3600 * 1000);
  const before = endpoint.received.length;
  await hook.post("test");
  await eventually("the test", () => endpoint.of("test").length === 1);
  for (const [i, received] of endpoint.received.entries()) {
    const secrets = i < before ? [old] : [json.secret, old];
    expect(received.signatures).toEqual(secrets.map((secret) => signatureOf(secret, received)));
    expect(Math.abs(Number(received.timestamp) - Date.now() / 1000)).toBeLessThan(60);
    expect(received.headers).toMatchObject({ "content-type": "application/json" });
    expect(received.headers).not.toHaveProperty("authorization");
  }
  expect(JSON.stringify([await hook.read(), await hook.log(), server.logs])).not.toMatch(/whsec_/);
});

test("the log tells of every attempt, and a delivery that is sent again is the same one", async () => {
  const endpoint = await receiver();
  const game = await players[0].create({ seats: BOTS, rules: { kingdoms: 1 } });
  const hook = await Hook.active(players[0], game.id, { url: endpoint.url, audience: "public" });
  endpoint.reactions.test = () => 503;
  await hook.post("test");
  const failed = await hook.attempted("test");
  expect(failed).toMatchObject({
    state: "failed",
    nextAttemptAt: null,
    decision: null,
    answer: null,
    attempts: [{ status: 503, error: "status" }],
  });
  endpoint.reactions.test = () => 204;
  expect((await hook.post(`deliveries/${failed.id}/resend`)).json).toMatchObject({ id: failed.id, state: "queued" });
  const again = await eventually("the second attempt", async () =>
    (await hook.log()).find(({ id, state }) => id === failed.id && state === "delivered"),
  );
  expect(again.attempts).toMatchObject([{ status: 503 }, { status: 204, error: null }]);
  const [first, second] = endpoint.of("test");
  expect([second.id, second.text]).toEqual([first.id, first.text]);
  expect((await hook.log()).map(({ kind }) => kind)).toEqual(["test", "verification"]);
  expectCode(await hook.post("deliveries/dl_aaaaaaaaaaaaaaaa/resend"), 404, "delivery_not_found");

  endpoint.reactions.events = () => 410;
  const { you } = await players[0].view(game.id);
  await players[0].act(game.id, you!.legalActions[0].id);
  expect(await hook.attempted("events")).toMatchObject({ state: "failed", attempts: [{ status: 410 }] });
  expect(await hook.read()).toMatchObject({ status: "disabled", disabledReason: "gone" });
  expectCode(await hook.post(`deliveries/${failed.id}/resend`), 409, "webhook_not_active");
  endpoint.reactions.events = undefined;
  await hook.post("verify");
  const { version } = await players[0].view(game.id);
  await eventually("what was missed", async () => (await hook.read()).deliveredSeq >= version);
  expect(endpoint.of("events").at(-1)!.json.data[0].seq).toBe(endpoint.of("events")[0].json.data[0].seq);
});

test("an address is kept and shown in the form in which it is called", async () => {
  const game = await players[0].create({});
  for (const [sent, kept] of [
    ["http:127.0.0.1:1", "http://127.0.0.1:1/"],
    ["\thttp://127.0.0.1:1/a b", "http://127.0.0.1:1/a%20b"],
    ["http://127.0.0.1:1\\@example.org/", "http://127.0.0.1:1/@example.org/"],
  ]) {
    const { json } = await players[0].send<any>("POST", `/v1/games/${game.id}/webhooks`, {
      url: sent,
      audience: "public",
    });
    expect(json.webhook.url).toBe(kept);
    const again = await players[0].get2xx<any>("GET", `/v1/games/${game.id}/webhooks/${json.webhook.id}`);
    expect(again.url).toBe(kept);
    await players[0].send("DELETE", `/v1/games/${game.id}/webhooks/${json.webhook.id}`);
  }
  const long = `http://127.0.0.1:1/${"é".repeat(400)}`;
  expectCode(
    await players[0].send("POST", `/v1/games/${game.id}/webhooks`, { url: long, audience: "public" }),
    400,
    "invalid_request",
  );
  await players[0].send("POST", `/v1/games/${game.id}/abort`);
});

test("a redirect is a failure, and is not followed", async () => {
  const target = await receiver();
  const endpoint = await receiver({
    verification: () => (response) => {
      response.writeHead(307, { Location: target.url }).end();
    },
  });
  const game = await players[0].create({});
  const hook = await Hook.make(players[0], game.id, { url: endpoint.url, audience: "public" });
  expect(await hook.attempted("verification")).toMatchObject({ attempts: [{ status: 307, error: "redirect" }] });
  expect(target.received).toEqual([]);
  expect(await hook.read()).toMatchObject({ status: "pending" });
});

test("who may have which webhook: a seat's for its player, the public's also for the creator, five each, none in a game that is over", async () => {
  const endpoint = await receiver();
  const url = endpoint.url;
  const watched = await stranger.create({ seats: [{ open: true }] });
  const make = (client: Client, game: string, audience: string, to = url) =>
    client.send<any>("POST", `/v1/games/${game}/webhooks`, { url: to, audience });
  expectCode(await make(players[0], watched.id, "public"), 409, "not_seated");
  expectCode(await make(stranger, watched.id, "seat"), 409, "not_seated");
  expect((await make(stranger, watched.id, "public")).status).toBe(201);
  await players[0].join(watched.id);
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, i) => make(players[0], watched.id, i % 2 === 0 ? "seat" : "public")),
  );
  expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
  for (const refused of made.filter(({ status }) => status === 409)) expectCode(refused, 409, "limit_reached");
  const list = await players[0].get2xx<{ data: { id: string }[] }>("GET", `/v1/games/${watched.id}/webhooks`);
  expect(list.data.map(({ id }) => id).sort()).toEqual(made.flatMap(({ json }) => json.webhook?.id ?? []).sort());
  expect((await stranger.get2xx<{ data: object[] }>("GET", `/v1/games/${watched.id}/webhooks`)).data).toHaveLength(1);
  for (const bad of ["nonsense", "ftp://127.0.0.1/", "http://me:secret@127.0.0.1/"])
    expectCode(await make(stranger, watched.id, "public", bad), 400, "invalid_request");
  await stranger.send("POST", `/v1/games/${watched.id}/abort`);
  expectCode(await make(stranger, watched.id, "public"), 409, "game_over");
});

test("somebody else's webhook is not there, whatever is asked of it; nor is one that was ended, and nothing more is sent", async () => {
  const endpoint = await receiver();
  const { id } = await openTable(players, { rules: { kingdoms: 1 } });
  const other = await players[0].create({});
  const hook = await Hook.active(players[0], id, { url: endpoint.url, audience: "seat" });
  const calls = [
    ["GET", ""],
    ["DELETE", ""],
    ["POST", "/secret"],
    ["POST", "/verify"],
    ["POST", "/test"],
    ["GET", "/deliveries"],
    ["POST", "/deliveries/dl_aaaaaaaaaaaaaaaa/resend"],
  ] as const;
  for (const [method, path] of calls) {
    expectCode(await players[1].send(method, hook.path + path), 404, "webhook_not_found");
    expectCode(await players[0].send(method, hook.path.replace(id, other.id) + path), 404, "webhook_not_found");
  }
  expect((await hook.read()).status).toBe("active");
  await hook.end();
  for (const [method, path] of calls)
    expectCode(await players[0].send(method, hook.path + path), 404, "webhook_not_found");
  const before = endpoint.received.length;
  const successor = await Hook.active(players[0], id, { url: endpoint.url, audience: "public" });
  const { deal } = await players[0].view(id);
  const { you } = await players[deal!.king].view(id);
  await players[deal!.king].act(id, you!.legalActions[0].id);
  await eventually("the successor's events", () =>
    endpoint.of("events").some(({ json }) => json.hook === successor.id),
  );
  expect(endpoint.received.slice(before).filter(({ json }) => json.hook === hook.id)).toEqual([]);
});
