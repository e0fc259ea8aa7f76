import { evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import type { GameView } from "../../src/game/types.ts";
import { SEATS } from "../support/play.ts";
import {
  AMAL,
  BASIL,
  CARLA,
  codeOf,
  DINA,
  EMIL,
  granted,
  kept,
  newId,
  OPEN,
  requestOf,
  seated,
  Table,
} from "../support/table.ts";

/** Amal at seat 0, the rest open. */
const waiting = () => Table.open({ seats: [seated(AMAL), OPEN, OPEN, OPEN], seed: null });
const kinds = (view: GameView) =>
  view.seats.map((seat) =>
    seat.kind === "player" || seat.kind === "kept" ? `${seat.kind} ${seat.player.name}` : seat.kind,
  );
const types = async (table: Table) => (await table.events()).map(({ type }) => type);

test("players sit down where they ask or at the first open seat, and the fourth starts the match by his joining", async () => {
  const table = await waiting();
  expect(kinds(granted(await table.game.join(BASIL, 2, null)).game)).toEqual([
    "player Amal",
    "open",
    "player Basil",
    "open",
  ]);
  expect(kinds(granted(await table.game.join(CARLA, null, null)).game)).toEqual([
    "player Amal",
    "player Carla",
    "player Basil",
    "open",
  ]);
  const started = granted(await table.game.join(DINA, null, null)).game;
  expect(started).toMatchObject({
    status: "playing",
    deal: { number: 1, phase: "contract" },
    you: { seat: 3, hand: { length: 13 } },
  });
  expect(await types(table)).toEqual([
    "game_created",
    "seat_taken",
    "seat_taken",
    "seat_taken",
    "game_started",
    "deal_started",
  ]);
});

test("a taken seat, a second seat and a full table are refused with the fresh view", async () => {
  const table = await waiting();
  expect(await table.game.join(BASIL, 0, null)).toEqual({ ok: false, code: "seat_taken", game: await table.view() });
  expect(await table.game.join(AMAL, 1, null)).toEqual({
    ok: false,
    code: "already_seated",
    game: await table.view(0),
  });
  expect(codeOf(await table.game.join(AMAL, 0, null))).toBe("already_seated");
  await table.game.reseat(AMAL.id, 1, "steady");
  await table.game.reseat(AMAL.id, 2, "steady");
  expect(codeOf(await table.game.join(BASIL, 1, null))).toBe("seat_taken");
  const full = await Table.open({ seats: [seated(AMAL), { bot: "steady" }, kept(CARLA), kept(DINA)] });
  expect(await full.game.join(BASIL, null, null)).toEqual({ ok: false, code: "game_full", game: await full.view() });
  expect(codeOf(await full.game.join(BASIL, 3, null))).toBe("seat_taken");
  const playing = await Table.open();
  expect(codeOf(await playing.game.join(EMIL, null, null))).toBe("game_started");
  expect(codeOf(await playing.game.join(EMIL, 1, null))).toBe("game_started");
  expect(codeOf(await playing.game.join(AMAL, 1, null))).toBe("already_seated");
});

test("a join whose answer was lost can be sent again, also after the start that it brought about and after the end", async () => {
  const table = await Table.open({ seats: [seated(AMAL), seated(BASIL), seated(CARLA), OPEN], seed: null });
  const first = granted(await table.game.join(DINA, null, "dice")).game;
  const before = await table.contents();
  expect(first.status).toBe("playing");
  for (const seed of ["dice", null]) expect(granted(await table.game.join(DINA, null, seed)).game).toEqual(first);
  // Another seed would change the deals: too late.
  expect(codeOf(await table.game.join(DINA, null, "other dice"))).toBe("game_started");
  expect(await table.contents()).toEqual(before);
  const over = await waiting();
  await over.game.abort(AMAL.id);
  expect(granted(await over.game.join(AMAL, null, null)).game.status).toBe("aborted");
  expect(codeOf(await over.game.join(AMAL, null, "dice"))).toBe("game_over");
});

test("a kept seat waits for its player, does not count as filled, and opens when he sits elsewhere", async () => {
  const table = await Table.open({ seats: [seated(AMAL), kept(BASIL), { bot: "random" }, { bot: "random" }] });
  expect(await table.view()).toMatchObject({
    status: "waiting",
    seats: [{ kind: "player" }, { kind: "kept", player: { name: "Basil" } }, {}, {}],
  });
  // Kept is not seated.
  expect(granted(await table.game.view(BASIL.id)).game.you).toBeNull();
  expect(codeOf(await table.game.leave(BASIL.id))).toBe("not_seated");
  expect(codeOf(await table.game.act({ player: BASIL.id, action: "p:7H", decision: null }))).toBe("not_seated");
  expect(codeOf(await table.game.join(CARLA, 1, null))).toBe("seat_taken");
  expect(granted(await table.game.join(BASIL, null, null)).game).toMatchObject({ status: "playing", you: { seat: 1 } });

  const other = await Table.open({ seats: [seated(AMAL), OPEN, OPEN, kept(BASIL)] });
  expect(kinds(granted(await other.game.join(BASIL, 1, null)).game)).toEqual([
    "player Amal",
    "player Basil",
    "open",
    "open",
  ]);
  expect(codeOf(await other.game.join(CARLA, 3, null))).toBe("granted");
  const preferred = await Table.open({ seats: [seated(AMAL), OPEN, OPEN, kept(BASIL)] });
  expect(granted(await preferred.game.join(BASIL, null, null)).game.you!.seat).toBe(3);
});

test("who leaves frees his seat, for himself too, and takes his seed with him", async () => {
  const table = await waiting();
  await table.game.join(BASIL, 1, "basil's dice");
  expect(kinds(granted(await table.game.leave(BASIL.id)).game)).toEqual(["player Amal", "open", "open", "open"]);
  expect(await table.game.leave(BASIL.id)).toEqual({ ok: false, code: "not_seated", game: await table.view() });
  await table.game.join(CARLA, 1, null);
  await table.game.join(BASIL, 2, null);
  granted(await table.game.leave(AMAL.id));
  // The creator still rules the table he has left.
  expect(codeOf(await table.game.reseat(AMAL.id, 3, "random"))).toBe("granted");
  expect(granted(await table.game.join(DINA, null, "dina's dice")).game.status).toBe("playing");
  const started = (await table.events()).find(({ type }) => type === "game_started");
  expect(started).toMatchObject({ clientSeeds: ["dina's dice", null, null, null] });
  expect(codeOf(await table.game.leave(BASIL.id))).toBe("game_started");
  expect(granted(await table.game.proof()).proof).toMatchObject({
    playersEntropy: true,
    clientSeeds: ["dina's dice", null, null, null],
  });
});

test("the creator alone seats house bots, frees seats and aborts, and only before the start", async () => {
  const table = await waiting();
  await table.game.join(BASIL, 1, null);
  for (const call of [
    table.game.reseat(BASIL.id, 2, "steady"),
    table.game.reseat(EMIL.id, 1, null),
    table.game.abort(BASIL.id),
  ]) {
    expect(codeOf(await call)).toBe("not_creator");
  }
  expect(codeOf(await table.game.reseat(AMAL.id, 1, "steady"))).toBe("seat_taken");
  granted(await table.game.reseat(AMAL.id, 2, "random"));
  granted(await table.game.reseat(AMAL.id, 2, "steady"));
  const version = (await table.view()).version;
  expect(granted(await table.game.reseat(AMAL.id, 2, "steady")).game.version).toBe(version);
  expect(granted(await table.game.reseat(AMAL.id, 3, null)).game.version).toBe(version);
  granted(await table.game.reseat(AMAL.id, 1, null));
  expect(kinds(await table.view())).toEqual(["player Amal", "open", "bot", "open"]);
  granted(await table.game.reseat(AMAL.id, 1, "random"));
  expect(granted(await table.game.reseat(AMAL.id, 3, "random")).game.status).toBe("playing");
  for (const call of [
    table.game.reseat(AMAL.id, 3, null),
    table.game.reseat(AMAL.id, 3, "steady"),
    table.game.abort(AMAL.id),
    table.game.leave(AMAL.id),
  ]) {
    expect(await call).toMatchObject({ ok: false, code: "game_started", game: { you: { seat: 0 } } });
  }
});

test("an aborted game takes nothing any more", async () => {
  const table = await waiting();
  await table.game.join(BASIL, 1, null);
  expect(granted(await table.game.abort(AMAL.id)).game).toMatchObject({ status: "aborted", deal: null, result: null });
  const before = await table.contents();
  const calls = [
    table.game.abort(AMAL.id),
    table.game.leave(AMAL.id),
    table.game.reseat(AMAL.id, 2, "steady"),
    table.game.join(CARLA, null, null),
    table.game.act({ player: AMAL.id, action: "p:7H", decision: null }),
  ];
  for (const call of calls) expect(codeOf(await call)).toBe("game_over");
  expect(await table.contents()).toEqual(before);
  expect((await table.events()).at(-1)).toMatchObject({ type: "game_aborted", reason: "creator" });
});

test("client seeds are hidden until the start, and may be changed until then", async () => {
  const table = await waiting();
  granted(await table.game.join(BASIL, 1, "dice one"));
  granted(await table.game.join(BASIL, null, "dice two"));
  granted(await table.game.join(AMAL, null, "amal's"));
  for (const who of [null, 0, 2] as const)
    expect(JSON.stringify([await table.events(who), await table.view(who)])).not.toMatch(/dice one|dice two/);
  expect(JSON.stringify(await table.events(1))).not.toMatch(/amal's/);
  const own = (await table.events(1)).filter(({ type }) => type === "client_seed_set");
  expect(own).toMatchObject([{ clientSeed: "dice one" }, { clientSeed: "dice two" }, { clientSeed: null }]);
  expect(granted(await table.game.proof()).proof).toMatchObject({ clientSeeds: [], links: [], playersEntropy: false });
  granted(await table.game.join(CARLA, null, null));
  granted(await table.game.join(DINA, null, null));
  for (const who of [null, ...SEATS]) {
    expect((await table.events(who)).find(({ type }) => type === "game_started")).toMatchObject({
      clientSeeds: ["amal's", "dice two", null, null],
    });
  }
});

test("a repeated creation gives the first answer, in parallel, after a wake and when the game has long gone on", async () => {
  const request = requestOf({ id: newId(), fingerprint: "body one" });
  const table = new Table(request.id);
  const answers = await Promise.all(Array.from({ length: 20 }, () => table.game.create(request)));
  const first = granted(answers[0]).game;
  for (const answer of answers) expect(granted(answer).game).toEqual(first);
  expect((await table.contents()).log).toHaveLength(1);
  await table.toFirstCard("t");
  await table.playUntil((view) => view.deal!.plays.length === 3);
  const before = await table.contents();
  expect(granted(await table.game.create(request)).game).toEqual(first);
  await evictDurableObject(table.stub);
  expect(granted(await table.game.create(request)).game).toEqual(first);
  expect(await table.contents()).toEqual(before);
});

test("another body under the same key, or a creation without a key on a game that exists, is refused and changes nothing", async () => {
  const request = requestOf({ id: newId(), fingerprint: "body one" });
  const table = new Table(request.id);
  granted(await table.game.create(request));
  const before = await table.contents();
  for (const fingerprint of ["body two", null, ""]) {
    const other = { ...request, fingerprint, seed: "other", seats: [OPEN, OPEN, OPEN, OPEN] };
    expect(await table.game.create(other)).toEqual({ ok: false, code: "idempotency_key_reused", game: null });
  }
  expect(await table.contents()).toEqual(before);
  const unkeyed = requestOf({ id: newId() });
  const twice = await Promise.all([1, 2].map(() => new Table(unkeyed.id).game.create(unkeyed)));
  expect(twice.map(codeOf)).toEqual(["granted", "idempotency_key_reused"]);
});

test("a crash between creation and its stored answer leaves a repeat that still answers", async () => {
  const request = requestOf({ id: newId(), fingerprint: "body one" });
  const table = new Table(request.id);
  const first = granted(await table.game.create(request)).game;
  await table.exec("UPDATE game SET created = NULL");
  await evictDurableObject(table.stub);
  expect(granted(await table.game.create(request)).game).toEqual(first);
});

test("everybody joining at once fills each seat once", async () => {
  const table = await waiting();
  const crowd = Array.from({ length: 12 }, (_, i) => ({ ...BASIL, id: `pl_crowd${i}`, name: `Crowd ${i}` }));
  const codes = (await Promise.all(crowd.map((player) => table.game.join(player, null, null)))).map(codeOf);
  expect(codes.filter((code) => code === "granted")).toHaveLength(3);
  expect(codes.filter((code) => code === "game_started")).toHaveLength(9);
  const view = await table.view();
  expect(view.status).toBe("playing");
  expect(new Set(view.seats.map((seat) => seat.kind === "player" && seat.player.id)).size).toBe(4);
});
