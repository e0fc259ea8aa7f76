import { describe, expect, test } from "vitest";
import type { Seat } from "../../src/engine/index.ts";
import { newestFinished, recordOf } from "../../src/game/record.ts";
import type { Occupant, Vote } from "../../src/game/types.ts";
import { SILENT_MS } from "../../src/game/votes.ts";
import { PEOPLE, type PureAsked, PureGame, SECOND } from "../support/pure-game.ts";

const [AMAL, BASIL, CARLA, DINA, EMIL] = PEOPLE;
const FOUR = [AMAL, BASIL, CARLA, DINA];
const ABORT: Vote = { type: "abort" };
const replace = (seat: Seat): Vote => ({ type: "replace", seat });

/** Deals of tricks without a clock, unless a test asks otherwise. */
const table = (asked: PureAsked = {}) =>
  new PureGame({
    ...asked,
    rules: { mode: "practice", practice: { contracts: ["tricks"], deals: 3 }, kingdoms: undefined },
  });
const others = (seat: Seat) => FOUR.filter((_, each) => each !== seat);

describe("a vote to end the match", () => {
  test("is carried by all who are there and by nobody less, and then nobody is waited for and nothing more is told", () => {
    const game = table();
    game.playUntil(({ match }) => match!.deals.length === 1);
    game.act(game.awaited()[0]);
    for (const player of FOUR.slice(0, 3)) expect(game.vote(player, ABORT)).toBe("granted");
    expect(game.view(null)).toMatchObject({ status: "playing", votes: [ABORT, ABORT, ABORT, null] });
    game.pass(1000 * SILENT_MS);
    for (const player of FOUR.slice(0, 3)) expect(game.vote(player, ABORT)).toBe("granted");
    expect(game.state.status).toBe("playing");
    expect(game.vote(DINA, ABORT)).toBe("granted");
    expect(game.events(null).slice(-2)).toMatchObject([
      { type: "vote_cast", seat: 3, vote: ABORT },
      { type: "game_aborted", reason: "agreed" },
    ]);
    for (const player of [null, ...FOUR]) {
      const { status, deal, you, result, votes } = game.view(player);
      expect([status, deal!.awaiting, result, votes]).toEqual(["aborted", [], null, [null, null, null, null]]);
      if (player !== null) expect(you).toMatchObject({ decision: null, legalActions: [] });
    }
    const { version } = game.state;
    game.pass(1000 * SILENT_MS);
    expect(game.state.version).toBe(version);
    expect(game.vote(AMAL, ABORT)).toBe("game_over");
    // The deal that was broken off stays hidden.
    expect(recordOf(game.state, game.commits)).toMatchObject({ status: "aborted", deals: { length: 1 } });
    expect(newestFinished(game.state, game.commits)).toBe(
      game.events(null).findLast(({ type }) => type === "deal_started")!.seq - 1,
    );
  });

  test("asks no house bot and nobody who has forfeited, and can be taken back", () => {
    const seats: Occupant[] = [AMAL, BASIL, CARLA].map((player) => ({ kind: "player", player }));
    const game = table({ seats: [...seats, { kind: "bot", bot: "steady" }] });
    game.vote(AMAL, ABORT);
    game.vote(AMAL, null);
    expect(game.view(null).votes).toEqual([null, null, null, null]);
    game.vote(BASIL, ABORT);
    game.vote(AMAL, ABORT);
    expect(game.state.status).toBe("playing");
    game.resign(CARLA);
    expect(game.vote(CARLA, ABORT)).toBe("not_seated");
    expect(game.vote(AMAL, ABORT)).toBe("granted");
    expect(game.state.status).toBe("aborted");
  });

  test("stops house bots in the middle of what they play", () => {
    const game = table();
    const [seat] = game.awaited();
    const { match } = game.state;
    game.commit({ moves: [], events: [{ type: "seat_opened", seat, bot: "steady", cause: "vote" }], match });
    game.commit({ moves: [], events: [{ type: "game_aborted", reason: "agreed" }], match });
    const { version } = game.state;
    game.settle();
    expect(game.state.version).toBe(version);
  });

  test("ends with the deal, and one vote with the seat that it is of", () => {
    const game = table();
    for (const player of FOUR.slice(0, 3)) game.vote(player, ABORT);
    game.toNextDeal();
    expect(game.view(null).votes).toEqual([null, null, null, null]);
    game.vote(AMAL, ABORT);
    game.vote(BASIL, ABORT);
    game.resign(BASIL);
    expect(game.view(null).votes).toEqual([ABORT, null, null, null]);
  });

  test("ends no match with a clock behind the back of somebody whom it has only just taken the seat from", () => {
    for (const onTimeout of ["houseBot", "substitute"] as const) {
      const game = table({ clock: { ...SECOND, onTimeout } });
      game.expire(3);
      for (const player of FOUR.slice(0, 3)) expect(game.vote(player, ABORT)).toBe("granted");
      expect(game.state.status).toBe("playing");
      expect(game.join(DINA)).toBe("granted");
      for (const player of FOUR.slice(0, 3)) game.vote(player, ABORT);
      expect(game.state.status).toBe("playing");
      game.vote(DINA, ABORT);
      expect(game.state.status).toBe("aborted");
    }
  });
});

describe("a vote to replace a silent player", () => {
  test("is taken 14 days after their decision has opened and no sooner, and is carried by all others who are there", () => {
    const game = table();
    const [silent] = game.awaited();
    const [first, second, third] = others(silent);
    game.pass(SILENT_MS - 1);
    expect(game.vote(first, replace(silent))).toBe("not_replaceable");
    game.pass(1);
    expect(game.vote(FOUR[silent], replace(silent))).toBe("not_replaceable");
    expect(game.vote(EMIL, replace(silent))).toBe("not_seated");
    game.vote(first, replace(silent));
    game.vote(second, replace(silent));
    expect(game.view(null).seats[silent]).toMatchObject({ kind: "player" });
    const { version } = game.state;
    game.vote(third, replace(silent));
    expect(game.events(null).slice(version, version + 2)).toMatchObject([
      { type: "vote_cast", vote: replace(silent) },
      { type: "seat_opened", seat: silent, bot: "steady", cause: "vote" },
    ]);
    // Nothing is forfeited, the deal goes on, and the former player may come back.
    expect(game.state.match!.forfeited).toEqual([]);
    expect(game.awaited()).not.toContain(silent);
    expect(game.view(null).votes).toEqual([null, null, null, null]);
    expect(game.join(FOUR[silent])).toBe("granted");
    expect(game.seatOf(FOUR[silent])).toBe(silent);
  });

  test("throws nobody out who plays, whatever three others have agreed on", () => {
    const game = table();
    for (let turn = 0; turn < 30; turn++) {
      const [seat] = game.awaited();
      for (const player of others(seat)) expect(game.vote(player, replace(seat))).toBe("not_replaceable");
      game.pass(SILENT_MS - 1);
      game.act(seat);
    }
    // Votes from a silence that is over are gone: the next one begins anew.
    const [silent] = game.awaited();
    game.pass(SILENT_MS);
    const [first, second, third] = others(silent);
    game.vote(first, replace(silent));
    game.vote(second, replace(silent));
    game.act(silent);
    expect(game.view(null).votes).toEqual([null, null, null, null]);
    for (const each of [0, 1, 2, 3] as const) expect(game.vote(third, replace(each))).toBe("not_replaceable");
    expect(game.state.seats.every(({ kind }) => kind === "player")).toBe(true);
  });

  test("is no matter of a clock, nor of house bots, and needs no one who is silent as well", () => {
    const timed = table({ clock: { ...SECOND, perMoveMs: 30 * 24 * 3600 * 1000 } });
    const [slow] = timed.awaited();
    timed.pass(SILENT_MS);
    expect(timed.vote(others(slow)[0], replace(slow))).toBe("not_replaceable");

    const game = new PureGame({
      rules: { mode: "practice", practice: { contracts: ["queens"], deals: 1 }, kingdoms: undefined },
    });
    expect(game.awaited()).toEqual([0, 1, 2, 3]);
    game.act(0);
    game.act(1);
    game.pass(SILENT_MS);
    game.vote(AMAL, replace(2));
    expect(game.vote(BASIL, replace(2))).toBe("granted");
    expect(game.view(null).seats[2]).toMatchObject({ kind: "open" });
    game.vote(BASIL, replace(3));
    game.vote(AMAL, replace(3));
    expect(game.view(null).seats.map(({ kind }) => kind)).toEqual(["player", "player", "open", "open"]);
    expect(game.vote(AMAL, replace(3))).toBe("not_replaceable");
    // The table takes newcomers as it has chosen: with the next deal.
    expect(game.join(EMIL)).toBe("granted");
    expect(game.view(null).seats[2]).toMatchObject({ kind: "open", successor: { player: EMIL } });
    // Those who are left may end it.
    game.vote(AMAL, ABORT);
    game.vote(BASIL, ABORT);
    expect(game.state.status).toBe("aborted");
  });

  test("begins to count anew for somebody who has just come", () => {
    const game = table({ newcomers: "anyone" });
    const [silent] = game.awaited();
    game.pass(SILENT_MS);
    for (const player of others(silent)) game.vote(player, replace(silent));
    game.join(EMIL);
    game.playUntil(({ decisions }) => decisions[silent] !== null);
    game.pass(SILENT_MS - 1);
    expect(game.join(FOUR[silent])).toBe("granted");
    game.pass(1);
    for (const player of others(silent)) expect(game.vote(player, replace(silent))).toBe("granted");
    // Emil is replaced, by the former player who waited: their silence begins now.
    expect(game.seatOf(FOUR[silent])).toBe(silent);
    expect(game.vote(others(silent)[0], replace(silent))).toBe("not_replaceable");
  });
});

test("a player for whom a house bot plays has no vote, nor has anybody before the start", () => {
  const game = table({ clock: { ...SECOND, onTimeout: "houseBot" } });
  game.expire(3);
  expect(game.vote(DINA, ABORT)).toBe("seat_substituted");
  const { state } = game;
  game.state = { ...state, status: "waiting" };
  expect(game.vote(AMAL, ABORT)).toBe("game_not_started");
});
