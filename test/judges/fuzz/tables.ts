/** Accounts, and games in every state, for requests to be about something. */

import type { Learned } from "./learned.ts";

const BOTS = [{ bot: "random" }, { bot: "random" }, { bot: "random" }];
/** One deal of trix: the shortest match there is. */
const SHORT = { mode: "practice", practice: { contracts: ["trix"], deals: 1 } };

type Json = any;

async function call(url: string, token: string | undefined, method: string, path: string, body?: unknown): Promise<Json> {
  const response = await fetch(url + path, {
    method,
    headers: { ...(token !== undefined && { Authorization: `Bearer ${token}` }), ...(body !== undefined && { "Content-Type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Makes them by the API, and has `learned` read the answers. */
export async function setTables(url: string, learned: Learned): Promise<void> {
  const accounts: { player: { id: string }; token: string }[] = [];
  for (const name of ["Amal", "Basil", "Carla", "Dina"]) accounts.push(await call(url, undefined, "POST", "/v1/players", { name, kind: "bot" }));
  const [amal, basil, carla, dina] = accounts;
  const create = (body: unknown): Promise<Json> => call(url, amal.token, "POST", "/v1/games", body);
  const waiting = await create({ seats: [{ player: "me" }, { open: true }, { player: basil.player.id }], rules: { kingdoms: 1 } });
  for (let i = 0; i < 4; i++) learned.read((await create({})).id, amal.token);
  const app = await call(url, amal.token, "POST", "/v1/apps", { name: "Chat" });
  const { code } = await call(url, app.token.token, "POST", "/v1/app/users/discord:1/claims");
  const unlisted = await create({ visibility: "unlisted" });
  const started = [];
  for (const rules of [{ kingdoms: 1 }, { preset: "jordan" }, { mode: "complex", partnership: "opposite" }, { preset: "pagat" }, SHORT]) {
    started.push(await create({ rules, seats: [{ player: "me" }, ...BOTS] }));
  }
  const persons = await create({ rules: { kingdoms: 1 } });
  for (const { token } of [basil, carla, dina]) await call(url, token, "POST", `/v1/games/${persons.id}/join`, {});
  const plan = { scope: "match", rules: [{ then: [{ type: "pass" }] }] };
  for (const { id } of [...started, persons]) await call(url, amal.token, "PUT", `/v1/games/${id}/plans/follow-low`, plan);
  const aborted = await create({});
  await call(url, amal.token, "POST", `/v1/games/${aborted.id}/abort`);
  const finished = await playOut(url, amal.token, await create({ rules: SHORT, seats: [{ player: "me" }, ...BOTS] }));
  learned.read([accounts, code]);
  for (const { token } of accounts) learned.own("account", token);
  learned.own("app", app.token.token);
  learned.read(app.app.id, amal.token);
  learned.read([waiting, unlisted, started, persons, aborted, finished].flat().map(({ id }) => id), amal.token);
}

/** Plays the caller's seat among bots to the end, always by the first legal action. */
async function playOut(url: string, token: string, game: Json): Promise<Json> {
  let view = game;
  for (let turns = 0; view.status === "playing"; turns++) {
    if (turns > 300) throw new Error("the match does not end");
    const [action] = view.you?.legalActions ?? [];
    view = action === undefined ? await call(url, token, "GET", `/v1/games/${game.id}`)
      : (await call(url, token, "POST", `/v1/games/${game.id}/actions`, { action: action.id })).game;
  }
  return view;
}
