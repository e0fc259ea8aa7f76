/** What players have beside games: tokens, apps and their users, plans, webhooks. */

import { setTimeout as sleep } from "node:timers/promises";
import type { PlayerCard } from "../../src/game/types.ts";
import type { StoredHook } from "../support/golden.ts";
import type { Receiver } from "../support/receiver.ts";
import { eventually, Hook } from "../support/webhooks.ts";
import { PATIENCE_MS, type Scenes } from "./scenes.ts";

interface NewToken {
  id: string;
  token: string;
}

/** Tokens that may do less, one that ends in the year after that of the server, one that is revoked. Needs the game `tricks`. */
export async function makeTokens(scenes: Scenes): Promise<void> {
  const { cast, games } = scenes;
  const amal = cast.as("amal");
  const token = (body: object): Promise<NewToken> => amal.get2xx("POST", "/v1/me/tokens", body);
  const scopes = ["games:read", "games:play"];
  cast.keep("reader", (await token({ name: "Reader", scopes: ["games:read"] })).token);
  cast.keep("bound", (await token({ name: "Seat", scopes, game: games.tricks })).token);
  cast.keep("passing", (await token({ name: "Passing", scopes, expiresAt: scenes.at(400 * 86_400_000) })).token);
  const revoked = await token({ name: "Revoked", scopes });
  cast.keep("revoked", revoked.token);
  await amal.get2xx("DELETE", `/v1/me/tokens/${revoked.id}`);
}

/** An app whose users play, one of whom was claimed; and one that was ended. */
export async function makeApps(scenes: Scenes): Promise<void> {
  const { cast } = scenes;
  const app = (name: string): Promise<{ app: { id: string }; token: NewToken }> =>
    cast.as("amal").get2xx("POST", "/v1/apps", { name });
  const chat = await app("Golden chat");
  const ended = await app("Ended chat");
  cast.keep("app", chat.token.token);
  for (const [caller, identity, name] of [
    ["layla", "discord:1", "ليلى"],
    ["omar", "discord:2", "Omar"],
  ]) {
    const user = await cast
      .as("app")
      .get2xx<PlayerCard>("PUT", `/v1/app/users/${encodeURIComponent(identity)}`, { name, kind: "human" });
    cast.keep(caller, chat.token.token, user.id, { "Trix-Act-As": identity });
  }
  cast.keep("ended", ended.token.token, null, { "Trix-Act-As": "discord:9" });
  await cast.as("ended").get2xx("GET", "/v1/me");
  await cast.as("amal").get2xx("DELETE", `/v1/apps/${ended.app.id}`);
  const { code } = await cast.as("app").get2xx<{ code: string }>("POST", "/v1/app/users/discord%3A2/claims");
  const claimed = await cast.as("emil").get2xx<{ token: NewToken }>("POST", "/v1/me/claims", { code });
  cast.keep("claimed", claimed.token.token);
  await scenes.table("app", ["layla", "omar"], {
    sameApp: true,
    rules: { mode: "practice", practice: { contracts: ["queens", "trix"], deals: 2 }, doubling: { enabled: false } },
  });
  await scenes.playUntil("app", ({ deals }) => deals.length === 1);
}

/** Plans: one has acted, one ended with its deal, two are left. */
export async function makePlans(scenes: Scenes): Promise<void> {
  const { cast } = scenes;
  const basil = cast.as("basil");
  const id = await scenes.table("plans", ["amal", "basil"], {
    rules: { mode: "practice", practice: { contracts: ["tricks"], deals: 2 } },
  });
  const put = (name: string, scope: string, rule: object) =>
    basil.get2xx("PUT", `/v1/games/${id}/plans/${name}`, { scope, rules: [rule] });
  await put("for-once", "match", { then: [{ type: "lowest" }] });
  await put("never", "deal", { when: { holds: ["2S", "2H", "2D", "2C"], lacks: ["AS"] }, then: [{ type: "duck" }] });
  const acts = async () => {
    await scenes.playUntil("plans", ({ deal }) => deal!.awaiting[0] !== 0);
    return (await basil.events(id)).some((event) => event.type === "card_played" && event.seat === 1);
  };
  await eventually("the plan to act", acts, PATIENCE_MS);
  await basil.get2xx("DELETE", `/v1/games/${id}/plans/for-once`);
  await scenes.playUntil("plans", ({ deals }) => deals.length === 1);
  await put("hearts", "match", {
    when: { contracts: ["king_of_hearts"], void: true, positions: [2, 3, 4] },
    then: [
      { type: "card", card: "KH" },
      { type: "highest", suits: ["H", "D"] },
    ],
  });
  await put("jacks", "kingdom", {
    when: { contracts: ["trix"] },
    then: [{ type: "open" }, { type: "extend", end: "low" }],
  });
}

/** Webhooks that work, that fail, whose endpoint is gone, and that were never wanted. The endpoint of `PATH` is told by what the webhook is called. */
export async function makeWebhooks(scenes: Scenes, endpoint: Receiver): Promise<Record<string, StoredHook>> {
  const { cast } = scenes;
  const game = await scenes.table("hooked", ["amal", "basil", "carla", "dina"], {
    rules: { mode: "practice", practice: { contracts: ["tricks"], deals: 1 } },
  });
  const failing = new Set(["pending"]);
  endpoint.reactions = Object.fromEntries(
    ["verification", "events", "decision"].map((type) => [
      type,
      ({ path, json }) => {
        if (failing.has(path.slice(1))) return 500;
        if (path === "/gone" && type !== "verification") return 410;
        if (type === "verification") return { challenge: json.challenge };
        // One decision is answered so.
        return type === "decision" && path === "/seat" ? { action: json.view.you.legalActions[0].id } : 200;
      },
    ]),
  );
  const hooks: Record<string, StoredHook> = {};
  for (const [name, caller, audience] of [
    ["public", "amal", "public"],
    ["seat", "amal", "seat"],
    ["gone", "basil", "seat"],
    ["pending", "carla", "seat"],
    ["failing", "dina", "seat"],
  ] as const) {
    const client = cast.as(caller);
    const hook = await Hook.make(client, game, { url: endpoint.url.replace("/hook", `/${name}`), audience });
    hooks[name] = { caller, game, id: hook.id, secret: hook.secret };
    // One whose endpoint is gone may be disabled by the decision that waits.
    if (name !== "pending")
      await eventually(`${name} to be verified`, async () => (await hook.read()).status !== "pending", PATIENCE_MS);
  }
  const [seat, gone] = ["seat", "gone"].map(
    (name) => new Hook(cast.as(hooks[name].caller), game, { webhook: { id: hooks[name].id } as never, secret: "" }),
  );
  // amal's own actions come from the endpoint.
  const answers = async () => {
    await scenes.playUntil("hooked", ({ deal }) => deal!.awaiting[0] === 0);
    return (await seat.log()).some(({ answer }) => answer !== null && answer.action !== null);
  };
  await eventually("an action from the endpoint", answers, PATIENCE_MS);
  await eventually("an endpoint to be gone", async () => (await gone.read()).status === "disabled", PATIENCE_MS);
  failing.add("failing").add("seat");
  await scenes.playUntil("hooked", ({ deal }) => deal!.plays.length > 32 && deal!.awaiting[0] === 0);
  const { secret } = await cast
    .as("dina")
    .get2xx<{ secret: string }>("POST", `/v1/games/${game}/webhooks/${hooks.failing.id}/secret`);
  hooks.failing.secret = secret;
  await sleep(500);
  return hooks;
}
