import { describe, expect, test } from "vitest";
import type { Seat } from "../../src/engine/index.ts";
import { newsAfter } from "../../src/game/news.ts";
import { nextRequest } from "../../src/game/next.ts";
import { waitingFor } from "../../src/game/notices.ts";
import { planRefusal } from "../../src/game/plans.ts";
import { recordOf } from "../../src/game/record.ts";
import type { GameView, Newcomer, Occupant } from "../../src/game/types.ts";
import { SEATS } from "../support/play.ts";
import { PEOPLE, type PureAsked, PureGame, SECOND } from "../support/pure-game.ts";

const [AMAL, BASIL, CARLA, DINA, EMIL, FADI, GHADA] = PEOPLE;
const FOUR = [AMAL, BASIL, CARLA, DINA];

/** Deals of tricks, whose seats open when time runs out. */
const open = ({ deals = 3, ...asked }: PureAsked & { deals?: number } = {}) =>
  new PureGame({
    clock: SECOND,
    rules: { mode: "practice", practice: { contracts: ["tricks"], deals }, kingdoms: undefined, ...asked.rules },
    ...(({ rules: _, ...rest }) => rest)(asked),
  });
const partners = (asked: PureAsked & { deals?: number } = {}) => open({ ...asked, rules: { partnership: "opposite" } });

const typesAfter = (game: PureGame, version: number) =>
  game.commits
    .flatMap(({ seq, events }) => events.map((event, i) => ({ ...event, seq: seq + i })))
    .filter(({ seq }) => seq > version)
    .map(({ type }) => type);
/** A player as a shown seat has them. */
const by = (player: Newcomer) => ({ player });
/** Whether this player has read a hand in each deal so far. */
const handsOf = (game: PureGame, player: Newcomer) =>
  game
    .events(player)
    .filter(({ type }) => type === "deal_started")
    .map((event) => (event as { hand?: unknown }).hand !== null);

describe("who came to a seat later", () => {
  test("gives it back by resigning and by running out of time, and nobody is placed last but by points", () => {
    for (const giveUp of [(game: PureGame) => game.resign(EMIL), (game: PureGame) => game.expire(1)]) {
      const game = partners({ newcomers: "anyone" });
      game.expire(1);
      expect(game.join(EMIL)).toBe("granted");
      const { version } = game.state;
      giveUp(game);
      expect(typesAfter(game, version)).toContain("seat_opened");
      expect(game.view(null).seats[1]).toEqual({ seat: 1, kind: "open", standIn: "steady", former: by(BASIL) });
      game.playUntil(() => false);
      const { result } = game.view(null);
      const totals = result!.totals;
      const team = (seat: number) => totals[seat % 4] + totals[(seat + 2) % 4];
      expect(result!.places).toEqual(SEATS.map((seat) => (team(seat) >= team(seat + 1) ? 1 : 2)));
      expect(recordOf(game.state, game.commits).forfeits).toBeUndefined();
    }
  });

  test("never forfeits, whatever the table says of time-outs; who began the match does, also after coming back", () => {
    const clock = { ...SECOND, onTimeout: "autoPlay", strikes: { after: 1, then: "substitute" } } as const;
    const game = open({ newcomers: "anyone", clock });
    game.expire(2);
    game.join(EMIL);
    expect(game.resign(EMIL)).toBe("granted");
    expect(game.view(null).seats[2]).not.toHaveProperty("forfeited");
    expect(game.join(CARLA)).toBe("granted");
    expect(game.resign(CARLA)).toBe("granted");
    expect(game.view(null).seats[2]).toMatchObject({ kind: "player", player: CARLA, forfeited: "resigned" });
    expect(game.join(CARLA)).toBe("game_started");
    game.playUntil(() => false);
    expect(game.view(null).result!.places[2]).toBe(4);
  });
});

describe("partners are decided", () => {
  test("by no stranger: where the table has not said otherwise, only the former player may come", () => {
    const game = partners();
    expect(game.view(null).newcomers).toBe("nobody");
    game.expire(0);
    for (const seat of [null, 0] as const) expect(game.join(EMIL, seat)).toBe("no_newcomers");
    expect(game.join({ ...FADI, kind: "bot" })).toBe("no_newcomers");
    game.toNextDeal();
    expect(game.view(null).seats[0]).toMatchObject({ kind: "open", standIn: "steady" });
    expect(game.join(AMAL)).toBe("granted");
    expect(game.seatOf(AMAL)).toBe(0);
  });

  test("by no bot that is ordered to lose: the former player has it out with the next deal", () => {
    const game = partners({ newcomers: "anyone" });
    game.expire(0);
    expect(game.join({ ...EMIL, kind: "bot" })).toBe("granted");
    expect(game.join(AMAL)).toBe("granted");
    game.toNextDeal();
    expect([game.seatOf(AMAL), game.seatOf(EMIL)]).toEqual([0, null]);
  });

  test("by the choice of the table; a game of an earlier release is open to anyone at once", () => {
    expect(partners({ newcomers: "next_deal" }).view(null).newcomers).toBe("next_deal");
    expect(open().view(null).newcomers).toBe("next_deal");
    const older = partners();
    const { newcomers: _, ...facts } = older.state.facts;
    older.state = { ...older.state, facts };
    expect(older.view(null).newcomers).toBe("anyone");
    expect(nextRequest({ ...older.state, rematchBy: 0 }, "gm_next").newcomers).toBe("anyone");
    older.expire(3);
    expect(older.join(EMIL)).toBe("granted");
    expect(older.view(EMIL).you).toMatchObject({ seat: 3 });
  });
});

describe("who comes with the next deal", () => {
  test("has no seat until then: no hand, no plan, no decision, nothing that the public does not see; then all of it", () => {
    const game = open();
    game.expire(1);
    const { version } = game.state;
    expect(game.join(EMIL)).toBe("granted");
    expect(typesAfter(game, version)).toEqual(["successor_changed"]);
    expect(game.join(EMIL)).toBe("granted");
    expect(game.state.version).toBe(version + 1);
    const asPublic = () => {
      expect(game.view(EMIL)).toEqual(game.view(null));
      expect(game.events(EMIL)).toEqual(game.events(null));
      expect(waitingFor(game.state, EMIL.id, 0)).toBeNull();
      expect(planRefusal(game.state, EMIL.id, undefined, true)).toBe("not_seated");
      expect(game.resign(EMIL)).toBe("not_seated");
      expect(game.vote(EMIL, { type: "abort" })).toBe("not_seated");
    };
    const { pack } = game.state.match!.deal;
    for (asPublic(); ; asPublic()) {
      expect(game.view(null).seats[1]).toEqual({
        seat: 1,
        kind: "open",
        standIn: "steady",
        former: by(BASIL),
        successor: by(EMIL),
      });
      game.act(game.awaited()[0]);
      if (game.state.match!.deal.pack !== pack) break;
    }
    const told = typesAfter(game, version);
    expect(told.slice(-2)).toEqual(["seat_taken", "deal_started"]);
    expect(game.view(EMIL).you).toMatchObject({ seat: 1, hand: { length: 13 } });
    expect(game.view(null).seats[1]).toEqual({ seat: 1, kind: "player", player: EMIL, former: by(BASIL) });
    expect(handsOf(game, EMIL)).toEqual([false, true]);
    expect(handsOf(game, BASIL)).toEqual([true, false]);
  });

  test("may think better of it, is one a seat, and sits or waits nowhere else", () => {
    const game = open();
    game.expire(1);
    game.expire(2);
    expect(game.join(EMIL, 0)).toBe("seat_taken");
    expect(game.join(EMIL)).toBe("granted");
    expect(game.join(EMIL, 2)).toBe("already_seated");
    expect(game.join(FADI, 1)).toBe("seat_taken");
    expect(game.join(CARLA, 1)).toBe("already_seated");
    expect(game.join(FADI)).toBe("granted");
    expect(game.join(GHADA)).toBe("game_full");
    expect(game.leave(EMIL)).toBe("granted");
    expect(game.leave(EMIL)).toBe("not_seated");
    expect(game.leave(AMAL)).toBe("game_started");
    expect(game.join(GHADA)).toBe("granted");
    game.toNextDeal();
    expect([GHADA, FADI, EMIL].map((player) => game.seatOf(player))).toEqual([1, 2, null]);
  });

  test("is one of an app's users alone, also beside those who are still to come", () => {
    const app = { id: "ap_chat", name: "Chat", owner: GHADA.id };
    const game = open();
    game.expire(1);
    game.expire(2);
    expect(game.join({ ...EMIL, app })).toBe("granted");
    expect(game.view(null).seats[1]).toMatchObject({ successor: { player: EMIL, app } });
    expect(game.join({ ...FADI, app })).toBe("app_seated");
    expect(game.join(GHADA)).toBe("app_seated");
    game.toNextDeal();
    expect(game.view(null).seats[1]).toMatchObject({ player: EMIL, app });
    expect(game.state.tenures.at(-1)).toMatchObject({ seat: 1, player: EMIL.id, operator: GHADA.id });
  });

  test("comes to no tie-break, and never had a seat where none of the match's deals is left", () => {
    // Everything costs nothing, so that all are tied.
    const tied = {
      mode: "complex" as const,
      tiebreak: "king_of_hearts_deal" as const,
      points: { kingOfHearts: 0, queen: 0, diamond: 0, trick: 0 },
      layoutPoints: [0, 0, 0, 0] as [number, number, number, number],
    };
    const game = new PureGame({ clock: SECOND, rules: tied });
    game.toNextDeal();
    game.expire(1);
    game.expire(2);
    expect(game.join(EMIL)).toBe("granted");
    const { version } = game.state;
    game.playUntil(({ match }) => match!.tiebreak !== null);
    expect(typesAfter(game, version)).toContain("successor_changed");
    expect(game.view(null).seats[1]).not.toHaveProperty("successor");
    expect(game.join(EMIL)).toBe("no_newcomers");
    // A former player may still come.
    expect(game.join(BASIL)).toBe("granted");
    expect(game.seatOf(BASIL)).toBe(1);

    const last = open({ deals: 1 });
    last.expire(1);
    last.join(EMIL);
    last.playUntil(() => false);
    expect(last.state.tenures.some(({ player }) => player === EMIL.id)).toBe(false);
    expect(last.events(EMIL)).toEqual(last.events(null));
    expect(nextRequest({ ...last.state, rematchBy: 0 }, "gm_next").seats[1]).toEqual({ player: BASIL, keep: true });
  });

  test("has agreed to no pause: with them the clocks go on", () => {
    const game = open({ clock: { ...SECOND, perMoveMs: 3600_000 } });
    game.expire(1);
    game.join(EMIL);
    game.commit({ moves: [], events: [{ type: "clock_paused", until: game.now + 9e8 }], match: game.state.match });
    game.toNextDeal();
    expect(typesAfter(game, 0).slice(-3)).toEqual(["seat_taken", "clock_resumed", "deal_started"]);
    expect(game.state.clock!.pausedUntil).toBeNull();
    for (const seat of game.awaited()) expect(game.state.clock!.deadlines[seat]).toBe(game.now + 3600_000);
  });
});

describe("the former player", () => {
  test("comes back at once while a house bot plays, whoever else was to come", () => {
    const game = open();
    game.expire(1);
    game.join(EMIL);
    expect(game.join(BASIL)).toBe("granted");
    expect(game.view(null).seats[1]).toEqual({ seat: 1, kind: "player", player: BASIL });
    game.toNextDeal();
    expect([game.seatOf(BASIL), game.seatOf(EMIL)]).toEqual([1, null]);
    expect(handsOf(game, BASIL)).toEqual([true, true]);
  });

  test("comes back with the next deal where somebody else plays, or at once when they give the seat back", () => {
    const game = open({ newcomers: "anyone", deals: 4 });
    game.expire(1);
    game.join(EMIL);
    expect(game.join(BASIL)).toBe("granted");
    expect(game.view(BASIL)).toEqual(game.view(null));
    game.toNextDeal();
    expect([game.seatOf(BASIL), game.seatOf(EMIL)]).toEqual([1, null]);
    expect([handsOf(game, BASIL), handsOf(game, EMIL)]).toEqual([
      [true, true],
      [false, false],
    ]);
    game.expire(1);
    game.join(EMIL);
    game.join(BASIL);
    expect(game.resign(EMIL)).toBe("granted");
    expect(typesAfter(game, 0).slice(-2)).toEqual(["seat_opened", "seat_taken"]);
    expect(game.seatOf(BASIL)).toBe(1);
    // The clock runs for the one who is there now.
    game.playUntil(({ decisions }) => decisions[1] !== null);
    expect(game.state.clock!.deadlines[1]).toBe(game.now + 1000);
  });

  test("of several the one who came first comes first; whoever gave the seat up has no claim to it any more", () => {
    const game = open({ newcomers: "anyone", deals: 6 });
    game.expire(1);
    game.join(EMIL);
    game.expire(1);
    game.join(FADI);
    expect(game.join(EMIL)).toBe("granted");
    expect(game.join(BASIL)).toBe("granted");
    expect(game.view(null).seats[1]).toMatchObject({ player: FADI, successor: by(BASIL) });
    expect(game.join(EMIL)).toBe("seat_taken");
    game.toNextDeal();
    expect(game.seatOf(BASIL)).toBe(1);
    expect(game.join(EMIL)).toBe("game_started");
    game.expire(1);
    game.join(FADI);
    // Emil came to the seat before Fadi, until he resigns.
    expect(game.join(EMIL)).toBe("granted");
    game.toNextDeal();
    expect(game.seatOf(EMIL)).toBe(1);
    game.resign(EMIL);
    game.join(FADI);
    expect(game.join(EMIL)).toBe("game_started");
    expect(game.join(BASIL)).toBe("granted");
  });

  test("has the seat of the next game where it was theirs to take back; else whoever had it at the end has", () => {
    const finish = (prepare: (game: PureGame) => void) => {
      const game = open({ newcomers: "anyone", deals: 1 });
      game.expire(1);
      prepare(game);
      game.playUntil(() => false);
      const seats = (series: boolean) =>
        nextRequest(
          {
            ...game.state,
            rematchBy: 0,
            facts: {
              ...game.state.facts,
              ...(series && {
                series: { matches: 2, number: 1, first: "gm_a", scores: [0, 0, 0, 0], wins: [0, 0, 0, 0] },
              }),
            },
          },
          "gm_next",
        ).seats[1];
      return [seats(false), seats(true)];
    };
    const kept = (player: Newcomer) => ({ player, keep: true });
    const sits = (player: Newcomer) => ({ player, keep: false });
    expect(finish(() => {})).toEqual([kept(BASIL), kept(BASIL)]);
    expect(finish((game) => game.join(EMIL))).toEqual([kept(EMIL), sits(EMIL)]);
    expect(finish((game) => [game.join(EMIL), game.join(BASIL)])).toEqual([kept(BASIL), sits(BASIL)]);
  });
});

test("the players' own logs tell who was to come, who has come, who is out again, and how all vote", () => {
  const game = open({ deals: 4, newcomers: "anyone" });
  game.expire(1);
  game.join(EMIL);
  game.join(BASIL);
  game.toNextDeal();
  game.vote(AMAL, { type: "abort" });
  const told = (player: Newcomer, { state, commits } = game) =>
    newsAfter(state, 0, (seq) => commits.filter((each) => each.seq + each.events.length > seq), 0)
      .filter((news) => news.player === player.id)
      .map(({ event }) => event)
      .filter(({ type }) => !["game_started", "game_finished"].includes(type));
  const vote = { type: "vote_cast", votedBy: 0, vote: { type: "abort" } };
  const about = { game: game.state.facts.id, seat: 1 };
  expect(told(BASIL)).toEqual([
    { type: "seat_taken", status: "waiting", ...about },
    { type: "seat_opened", cause: "timeout", ...about },
    { type: "successor_changed", isSuccessor: true, ...about },
    { type: "seat_taken", status: "playing", ...about },
    { ...vote, ...about },
  ]);
  expect(told(EMIL)).toEqual([
    { type: "seat_taken", status: "playing", ...about },
    { type: "seat_passed", ...about },
  ]);
  const later = open();
  later.expire(1);
  later.join(EMIL);
  later.join(BASIL);
  expect(told(EMIL, later)).toEqual([
    { type: "successor_changed", isSuccessor: true, ...about },
    { type: "successor_changed", isSuccessor: false, ...about },
  ]);
});

test("all may go: house bots play to the end, whether seats have opened or were bots' from the start", () => {
  const gone = open();
  for (const seat of SEATS) if (gone.state.status === "playing") gone.expire(seat);
  expect(gone.state.status).toBe("finished");
  const bots: Occupant[] = FOUR.map((player, seat) =>
    seat === 0 ? { kind: "player", player } : { kind: "bot", bot: "steady" },
  );
  const left = open({ seats: bots });
  left.expire(0);
  expect(left.state.status).toBe("finished");
});

test("a hand passes only with its seat: no answer, view or event shows the next deal to whoever had the seat before", () => {
  for (const seat of SEATS) {
    const game = open({ newcomers: "anyone", deals: 4, seed: `hand ${seat}` });
    game.expire(seat as Seat);
    game.join(EMIL);
    game.join(FOUR[seat]);
    game.toNextDeal();
    const view: GameView = game.view(EMIL);
    expect(view).toEqual(game.view(null));
    expect(
      game
        .events(EMIL)
        .filter(({ type }) => type === "deal_started")
        .at(-1),
    ).toMatchObject({ hand: null });
  }
});
