/** Our signatures, judged by the library that receivers take. */

import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "../support/client.ts";
import { type Received, type Receiver, startReceiver } from "../support/receiver.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { eventually, Hook } from "../support/webhooks.ts";

let server: TestServer;
let endpoint: Receiver;

beforeAll(async () => {
  server = await startTestServer({ vars: { WEBHOOKS_PRIVATE: "1" } });
  endpoint = await startReceiver();
});
afterAll(async () => {
  await endpoint.close();
  await server.close();
});

const verify = (secret: string, { text, headers }: Pick<Received, "text" | "headers">): unknown =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

test("standardwebhooks verifies every delivery, after a change of the secret with the old one as with the new", async () => {
  const player = await Client.register(server.url, "Amal");
  const game = await player.create({
    rules: { kingdoms: 1 },
    seats: [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }],
  });
  const hook = await Hook.active(player, game.id, { url: endpoint.url, audience: "seat" });
  const play = async (times: number) => {
    for (let n = 0; n < times; n++) {
      const { legalActions, decision } = await eventually("a turn", async () => {
        const { you } = await player.view(game.id);
        return you!.decision !== null && you;
      });
      await player.act(game.id, legalActions[0].id, decision!.id);
    }
  };
  await play(3);
  await eventually(
    "events and decisions",
    () => endpoint.of("events").length > 0 && endpoint.of("decision").length > 0,
  );
  const { json } = await hook.post("secret");
  const before = endpoint.received.length;
  await play(3);
  await hook.post("test");
  await eventually("what came after the change", () =>
    ["events", "decision", "test"].every((type) =>
      endpoint.received.slice(before + 2).some((each) => each.json.type === type),
    ),
  );

  // Two may have been on their way while the secret changed.
  const [early, late] = [endpoint.received.slice(0, before), endpoint.received.slice(before + 2)];
  for (const received of early) {
    expect(verify(hook.secret, received)).toEqual(received.json);
    expect(() => verify(json.secret, received)).toThrow();
  }
  for (const received of late)
    for (const secret of [hook.secret, json.secret as string]) expect(verify(secret, received)).toEqual(received.json);
  for (const received of [...early, ...late]) {
    expect(() => verify(hook.secret, { ...received, text: received.text.replace("gm_", "gm-") })).toThrow();
    expect(() =>
      verify(hook.secret, { ...received, headers: { ...received.headers, "webhook-id": "dl_other" } }),
    ).toThrow();
    expect(() =>
      verify(hook.secret, { ...received, headers: { ...received.headers, "webhook-timestamp": "1700000000" } }),
    ).toThrow();
  }
});
