/** What a server leaves undone when it is killed: what is due at once when the next one starts. */

import { setTimeout as sleep } from "node:timers/promises";
import type { GameView } from "../../src/game/types.ts";
import type { Due } from "../support/golden.ts";
import type { Receiver } from "../support/receiver.ts";
import { Hook } from "../support/webhooks.ts";
import type { Scenes } from "./scenes.ts";

/** The shortest time for an answer that there is, in milliseconds. */
const SHORTEST_MS = 1000;
/** A player's object is told later than that; time enough for what is read before the server must be killed. */
const MOST_MS = 450;

const TRICKS = { mode: "practice", practice: { contracts: ["tricks"], deals: 1 } };

/** Leaves one thing of each kind undone. Whoever calls must kill the server at once. */
export async function leaveUndone(scenes: Scenes, endpoint: Receiver): Promise<Due> {
  const { cast } = scenes;
  const [farid, ghada] = [await cast.register("Farid"), await cast.register("Ghada")];
  const game = await scenes.table("dueDelivery", ["farid"], { rules: TRICKS });
  const url = endpoint.url.replace("/hook", "/due");
  endpoint.reactions = { verification: ({ json }) => ({ challenge: json.challenge }) };
  const hook = await Hook.active(farid, game, { url, audience: "seat" });
  endpoint.reactions = { verification: () => 503, events: () => 503, decision: () => 503 };
  const pending = await Hook.make(ghada, await scenes.table("duePending", ["ghada"], { rules: TRICKS }), {
    url: url.replace("/due", "/pending"),
    audience: "public",
  });
  await pending.attempted("verification");
  // Both players' objects are there, and have been told all of this.
  const plan = await scenes.table("duePlan", ["ghada"], { rules: TRICKS });
  const inbox = await scenes.table("dueInbox", ["farid"], { rules: TRICKS });
  await sleep(1500);
  const act = async (id: string): Promise<GameView> => {
    const { you } = await farid.view(id);
    return (await farid.act(id, you!.legalActions[0].id, you!.decision!.id)).json.game;
  };
  await act(game);
  await hook.attempted("events");
  const deliveries = await hook.log();

  const start = performance.now();
  const clock = await farid.create({
    rules: TRICKS,
    seats: [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }],
    clock: { perMoveMs: SHORTEST_MS, onTimeout: "houseBot", vacation: false },
  });
  scenes.games.dueClock = clock.id;
  await ghada.get2xx("PUT", `/v1/games/${plan}/plans/due`, { scope: "match", rules: [{ then: [{ type: "lowest" }] }] });
  const [clockEvents, planEvents, before] = await Promise.all([
    farid.events(clock.id),
    ghada.events(plan),
    farid.get2xx<{ version: number }>("GET", "/v1/me/events"),
  ]);
  const acted = await act(inbox);
  if (performance.now() - start > MOST_MS) throw new Error("too slow to leave anything undone: try again");
  return {
    clock: { caller: "farid", game: clock.id, events: clockEvents, deadline: clock.you!.decision!.deadline! },
    plan: { caller: "ghada", game: plan, events: planEvents, name: "due" },
    delivery: { caller: "farid", game, id: hook.id, secret: hook.secret, deliveries },
    verification: { caller: "ghada", game: scenes.games.duePending, id: pending.id, secret: pending.secret },
    inbox: { caller: "farid", game: inbox, version: before.version, decision: acted.you!.decision!.id },
  };
}
