import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { PlayerCard } from "../../src/game/types.ts";
import { granted, PLAYERS, Table } from "../support/table.ts";

afterEach(() => {
  vi.useRealTimers();
});

const FOUR = PLAYERS.slice(0, 4);
const NEW: PlayerCard[] = ["Fadi", "Ghada", "Hind", "Imad"].map((name) => ({
  id: `pl_new${name}`,
  name,
  kind: "human",
}));

test("whoever makes the last move of a deal, and has the seat no longer, sees nothing of the next one in the answer", async () => {
  const table = await Table.open({
    rules: { mode: "practice", practice: { contracts: ["tricks"], deals: 2 }, kingdoms: undefined },
    clock: { perMoveMs: 60_000, onTimeout: "substitute", strikes: null, vacation: false },
    newcomers: "anyone",
  });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  // In the first trick each seat goes to somebody else, and its player wants it back.
  for (let turn = 0; turn < 4; turn++) {
    const [seat] = (await table.view()).deal!.awaiting;
    vi.setSystemTime(Date.now() + 60_000);
    await runDurableObjectAlarm(table.stub);
    granted(await table.game.join(NEW[seat], seat, null));
    expect(granted(await table.game.join(FOUR[seat], seat, null)).game.you).toBeNull();
  }
  for (let [seat] = (await table.view()).deal!.awaiting; ; ) {
    const player = NEW[seat].id;
    const { you } = granted(await table.game.view(player)).game;
    const request = { player, action: you!.legalActions[0].id, decision: you!.decision!.id };
    const answer = granted(await table.game.act(request));
    [seat] = answer.game.deal!.awaiting;
    if (answer.game.deals.length === 0) continue;
    // All of them are out, and the answer is what everybody sees, events included.
    expect(answer.game).toEqual(await table.view());
    expect(answer.events).toEqual((await table.events()).slice(-answer.events.length));
    expect(answer.events.map(({ type }) => type)).toContain("deal_started");
    for (const [own, { id }] of FOUR.entries())
      expect(granted(await table.game.view(id)).game.you).toMatchObject({ seat: own, hand: { length: 13 } });
    // A repeat of what they have answered comes too late for them as well.
    expect(await table.game.act(request)).toMatchObject({ ok: false, code: "not_seated", game: { you: null } });
    break;
  }
});
