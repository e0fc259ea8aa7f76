import { describe, expect, test } from "vitest";
import { decide, findBot } from "../../src/bots/index.ts";
import { SEATS, viewFor } from "../../src/engine/index.ts";
import type { ClockTerms } from "../../src/game/types.ts";
import { playMany } from "../support/absences.ts";
import { PEOPLE, PureGame, SECOND } from "../support/pure-game.ts";

test("matches of weeks with absences, vacations, pauses and returns come to their end, and every deadline is what the terms say", () => {
  const tally = playMany(40, "clock");
  // Each kind of trouble must have been met, or the rest shows nothing.
  for (const [what, times] of Object.entries(tally)) expect(times, what).toBeGreaterThan(0);
});

const PRACTICE = (contract: "queens" | "tricks", deals: number) => ({
  rules: { mode: "practice", practice: { contracts: [contract], deals }, kingdoms: undefined } as const,
});

describe("what follows a time-out", () => {
  test.each([1, 2, 3])("comes with the time-out that the table has named: number %i, neither before nor after", (n) => {
    const strikes = { after: n, then: "houseBot" } as const;
    const game = new PureGame({ ...PRACTICE("tricks", 1), clock: { ...SECOND, onTimeout: "autoPlay", strikes } });
    const isPlayedFor = () => "standIn" in game.state.seats[2];
    const told = () => game.events(null).filter(({ type, seat }) => type === "clock_expired" && seat === 2);
    for (let strike = 1; strike < n; strike++) {
      game.expire(2);
      expect([told().length, game.state.clock!.strikes[2], isPlayedFor()]).toEqual([strike, strike, false]);
    }
    game.expire(2);
    expect([told().at(-1), isPlayedFor()]).toMatchObject([{ strike: n }, true]);
    // Back again, and the row begins anew.
    game.join(PEOPLE[2]);
    expect(game.state.clock!.strikes[2]).toBe(0);
    for (let strike = 1; strike < n; strike++) game.expire(2);
    expect(isPlayedFor()).toBe(false);
    if (n > 1) {
      // So it does after a move of one's own.
      game.playUntil(({ decisions }) => decisions[2] !== null);
      game.act(2);
      game.expire(2);
      expect([game.state.clock!.strikes[2], isPlayedFor()]).toEqual([1, false]);
    }
  });

  test("the server claims no redeal, not with a hand with which the bot that it asks would", () => {
    const rules = { redeal: { twos: "four_or_three_plus_three", bareHearts: true, longHearts: true } } as const;
    let met = 0;
    for (let n = 0; n < 40 && met < 2; n++) {
      const game = new PureGame({ rules, seed: `claim ${n}`, clock: { ...SECOND, onTimeout: "autoPlay" } });
      const would = SEATS.filter((seat) => {
        const view = viewFor(game.state.match!, seat);
        const bot = { rules: game.state.facts.rules, ...view, you: view.you! };
        return decide(findBot("steady")!, bot, game.packs.botWords(game.state.version, seat)).action === "r:claim";
      });
      if (would.length === 0) continue;
      met++;
      expect(game.state.match!.deal.phase).toBe("redeal");
      game.pass(1000);
      const answers = game.commits.flatMap(({ moves }) => moves).map(({ action, by }) => [action, by]);
      expect(answers).toEqual(SEATS.map(() => ["r:decline", "clock"]));
      expect(game.state.match!.deal.redeals).toBe(0);
    }
    expect(met).toBe(2);
  });
});

describe("deadlines that run at once and differ", () => {
  const BANK = { bankMs: 60_000, incrementMs: 0, capMs: 60_000, strikes: null, vacation: false } as const;
  /** The doubling of the second deal, by whose answers seats have used so many seconds each. */
  function thinking(used: readonly number[], onTimeout: ClockTerms["onTimeout"]): PureGame {
    const game = new PureGame({ ...PRACTICE("queens", 2), clock: { ...BANK, onTimeout } });
    for (const seat of SEATS.toSorted((a, b) => used[a] - used[b])) {
      game.pass(used[seat] * 1000 - (game.now - game.commits[0].at));
      game.act(seat);
    }
    game.toNextDeal();
    return game;
  }

  test("are each shown to its own seat, with its decision", () => {
    const game = thinking([3, 1, 4, 2], "autoPlay");
    const deadlines = [57, 59, 56, 58].map((left) => new Date(game.now + left * 1000).toISOString());
    expect(game.view(null).clock!.deadlines).toEqual(deadlines);
    expect(SEATS.map((seat) => game.view(PEOPLE[seat]).you!.decision!.deadline)).toEqual(deadlines);
  });

  test.each(["autoPlay", "houseBot", "substitute"] as const)(
    "are enforced in their order, however late one alarm notices them all: %s",
    (onTimeout) => {
      for (const used of [
        [3, 1, 4, 2],
        [1, 2, 3, 4],
        [4, 3, 2, 1],
      ]) {
        const game = thinking(used, onTimeout);
        const { version } = game.state;
        const due = game.state.clock!.deadlines.slice();
        game.pass(1000_000);
        const told = game.events(null).filter(({ seq, type }) => seq > version && type === "clock_expired");
        const order = [0, 1, 2, 3].toSorted((a, b) => used[b] - used[a]);
        expect(told.slice(0, 4).map(({ seat }) => seat)).toEqual(order);
        expect(
          told.slice(0, 4).map((event) => Date.parse((event as unknown as { deadline: string }).deadline)),
        ).toEqual(order.map((seat) => due[seat]));
      }
    },
  );
});
