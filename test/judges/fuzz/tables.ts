/** Accounts, and games in every state, for requests to be about something. */

import type { Learned } from "./learned.ts";

const BOTS = [{ bot: "random" }, { bot: "random" }, { bot: "random" }];
/** One deal of trix: the shortest match there is. */
const SHORT = { mode: "practice", practice: { contracts: ["trix"], deals: 1 } };

type Json = any;

async function call(
  url: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<Json> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Makes them by the API, and has `learned` read the answers. */
export async function setTables(url: string, learned: Learned, endpoint: string): Promise<void> {
  const accounts: { player: { id: string }; token: string }[] = [];
  for (const name of ["Amal", "Basil", "Carla", "Dina"])
    accounts.push(await call(url, undefined, "POST", "/v1/players", { name, kind: "bot" }));
  const [amal, basil, carla, dina] = accounts;
  const create = (body: unknown): Promise<Json> => call(url, amal.token, "POST", "/v1/games", body);
  const waiting = await create({
    seats: [{ player: "me" }, { open: true }, { player: basil.player.id }],
    rules: { kingdoms: 1 },
  });
  for (let i = 0; i < 4; i++) learned.read((await create({})).id, amal.token);
  const app = await call(url, amal.token, "POST", "/v1/apps", { name: "Chat" });
  const { code } = await call(url, app.token.token, "POST", "/v1/app/users/discord:1/claims");
  const unlisted = await create({ visibility: "unlisted" });
  const started = [];
  for (const rules of [
    { kingdoms: 1 },
    { preset: "jordan" },
    { mode: "complex", partnership: "opposite" },
    { preset: "pagat" },
    SHORT,
  ]) {
    started.push(await create({ rules, seats: [{ player: "me" }, ...BOTS] }));
  }
  const persons = await create({ rules: { kingdoms: 1 } });
  for (const { token } of [basil, carla, dina]) await call(url, token, "POST", `/v1/games/${persons.id}/join`, {});
  const plan = { scope: "match", rules: [{ then: [{ type: "pass" }] }] };
  for (const { id } of [...started, persons])
    await call(url, amal.token, "PUT", `/v1/games/${id}/plans/follow-low`, plan);
  await setTime(
    url,
    learned,
    accounts.map(({ token }) => token),
  );
  const [first] = started;
  await setHook(url, learned, amal.token, first.id, endpoint);
  const { id: tokenId } = await call(url, amal.token, "POST", "/v1/me/tokens", {
    name: "Brief",
    scopes: ["games:read"],
  });
  learned.found("revokeToken", { params: { tokenId }, token: amal.token });
  const at = ({ id: gameId }: Json, more: Record<string, string> = {}) => ({
    params: { gameId, ...more },
    token: amal.token,
  });
  const [, second] = started;
  learned.found("putPlan", { ...at(first, { name: "follow-low" }), body: plan });
  learned.found("castVote", { ...at(persons), body: { type: "abort" } });
  learned.found("withdrawVote", at(persons));
  learned.found("listPlans", at(first));
  learned.found("dryRunPlans", { ...at(first), body: { plan } });
  learned.found("deletePlan", at(second, { name: "follow-low" }));
  learned.found("createWebhook", { ...at(second), body: { url: endpoint, audience: "public" } });
  learned.found("getRecord", at(first));
  learned.found("seatBot", { ...at(waiting, { seat: "3" }), body: { bot: "steady" } });
  learned.found("freeSeat", at(waiting, { seat: "1" }));
  learned.found("abortGame", at(await create({})));
  const left = await create({});
  await call(url, basil.token, "POST", `/v1/games/${left.id}/join`, {});
  learned.found("leaveGame", { ...at(left), token: basil.token });
  const [self, appsOwn] = [amal.token, app.token.token].map((token) => ({ params: {}, token }));
  learned.found("createGame", { ...self, body: {} });
  learned.found("createToken", { ...self, body: { name: "Briefer", scopes: ["games:read"] } });
  learned.found("listDecisions", self);
  learned.found("putUser", { ...appsOwn, params: { identity: "discord:1" }, body: { name: "Discord" } });
  learned.found("claimUser", { params: {}, token: carla.token, body: { code } });
  learned.found("listPlayerGames", { params: { playerId: amal.player.id }, token: amal.token });
  const ended = await call(url, amal.token, "POST", "/v1/apps", { name: "Ended" });
  learned.found("endApp", { params: { appId: ended.app.id }, token: amal.token });
  const aborted = await create({});
  await call(url, amal.token, "POST", `/v1/games/${aborted.id}/abort`);
  const finished = await playOut(url, amal.token, await create({ rules: SHORT, seats: [{ player: "me" }, ...BOTS] }));
  learned.found("rematchGame", { params: { gameId: finished.id }, token: amal.token });
  learned.read([accounts, code]);
  for (const { token } of accounts) learned.own("account", token);
  learned.own("app", app.token.token);
  learned.read(app.app.id, amal.token);
  learned.read(
    [waiting, unlisted, started, persons, aborted, finished].flat().map(({ id }) => id),
    amal.token,
  );
}

/** A game with a clock that four people play, and a sandbox. */
async function setTime(url: string, learned: Learned, [amal, basil, carla, dina]: string[]): Promise<void> {
  const { id: gameId } = await call(url, amal, "POST", "/v1/games", {
    clock: { perMoveMs: 86_400_000 },
    rules: { kingdoms: 1 },
  });
  for (const token of [basil, carla, dina]) await call(url, token, "POST", `/v1/games/${gameId}/join`, {});
  const params = { gameId };
  learned.found("resignGame", { params, token: dina });
  learned.found("pauseGame", {
    params,
    token: basil,
    body: { until: new Date(Date.now() + 86_400_000).toISOString() },
  });
  learned.found("resumeGame", { params, token: basil });
  const sandbox = {
    gameId: (
      await call(url, amal, "POST", "/v1/games", {
        sandbox: true,
        clock: { perMoveMs: 86_400_000 },
        rules: { kingdoms: 4 },
      })
    ).id as string,
  };
  learned.found("advanceClock", { params: sandbox, token: amal, body: { advanceMs: 1000 } });
  learned.found("setFaults", { params: sandbox, token: amal });
}

/** A webhook that its endpoint has taken. */
async function setHook(url: string, learned: Learned, token: string, gameId: string, endpoint: string): Promise<void> {
  const {
    webhook: { id: webhookId },
  } = await call(url, token, "POST", `/v1/games/${gameId}/webhooks`, { url: endpoint, audience: "public" });
  const path = `/v1/games/${gameId}/webhooks/${webhookId}`;
  for (let tried = 0; (await call(url, token, "GET", path)).status !== "active"; tried++) {
    if (tried > 300) throw new Error("the endpoint does not take the webhook");
    await new Promise((done) => setTimeout(done, 10));
  }
  const { id: deliveryId } = await call(url, token, "POST", `${path}/test`);
  const params = { gameId, webhookId };
  for (const operation of [
    "getWebhook",
    "rotateWebhookSecret",
    "verifyWebhook",
    "testWebhook",
    "listWebhookDeliveries",
  ])
    learned.found(operation, { params, token });
  const { webhook: brief } = await call(url, token, "POST", `/v1/games/${gameId}/webhooks`, {
    url: endpoint,
    audience: "public",
  });
  learned.found("deleteWebhook", { params: { gameId, webhookId: brief.id }, token });
  learned.found("resendWebhookDelivery", { params: { ...params, deliveryId }, token });
}

/** Plays the caller's seat among bots to the end, always by the first legal action. */
async function playOut(url: string, token: string, game: Json): Promise<Json> {
  let view = game;
  for (let turns = 0; view.status === "playing"; turns++) {
    if (turns > 300) throw new Error("the match does not end");
    const [action] = view.you?.legalActions ?? [];
    view =
      action === undefined
        ? await call(url, token, "GET", `/v1/games/${game.id}`)
        : (await call(url, token, "POST", `/v1/games/${game.id}/actions`, { action: action.id })).game;
  }
  return view;
}
