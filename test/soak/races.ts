/** Many requests at once about one decision: whatever their order, exactly one counts. */

import assert from "node:assert/strict";
import type { GameView } from "../../src/game/types.ts";
import type { ActedView, ProblemDocument, Reply } from "../support/client.ts";
import { type HttpTable, isOver, openTable, playTable, registerFour, stepTable } from "../support/match.ts";
import { PACK, SEATS } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";
import { startTestServer } from "../support/server.ts";

/** How many races there were of each kind, and how many requests in all. */
export interface RacesTally {
  copies: number;
  different: number;
  doublings: number;
  requests: number;
}

type Outcome = Reply<ActedView>;

const codeOf = ({ status, json }: Outcome): string =>
  status === 200 ? "granted" : (json as unknown as ProblemDocument).code;

/** The seat that is awaited, with its view. */
async function awaited({ id, players }: HttpTable): Promise<{ seat: number; view: GameView }> {
  const seat = (await players[0].view(id)).deal!.awaiting[0];
  return { seat, view: await players[seat].view(id) };
}

/** `count` copies of one action with its decision: one new event list, and everybody else is told the same by a replay. */
async function raceCopies(table: HttpTable, count: number): Promise<void> {
  const { seat, view } = await awaited(table);
  const player = table.players[seat];
  const { id: action } = view.you!.legalActions[0];
  const replies = await Promise.all(
    Array.from({ length: count }, () => player.act(table.id, action, view.you!.decision!.id)),
  );
  assert.deepEqual(
    replies.map(codeOf),
    replies.map(() => "granted"),
  );
  const firsts = replies.filter(({ json }) => !json.replayed);
  assert.equal(firsts.length, 1, `${firsts.length} of ${count} copies counted`);
  const [first] = firsts;
  for (const { json } of replies) {
    assert.deepEqual(json.events, first.json.events);
    assert.deepEqual(json.game, first.json.game);
  }
  const events = await player.events(table.id, view.version);
  assert.deepEqual(events, first.json.events);
  assert.equal(events.filter((event) => event.by !== undefined).length, 1);
}

/** `count` different actions on one decision: one is taken, the others are refused and told why. */
async function raceDifferent(table: HttpTable, count: number, withDecision: boolean): Promise<void> {
  const { seat, view } = await awaited(table);
  const player = table.players[seat];
  const legal = view.you!.legalActions.map(({ id }) => id);
  const others = PACK.map((card) => `p:${card}`).filter((id) => !legal.includes(id));
  const actions = [...legal, ...others].slice(0, count);
  assert.equal(new Set(actions).size, count);
  const decision = view.you!.decision!.id;
  const replies = await Promise.all(
    randomFrom(view.version)
      .shuffled(actions)
      .map((action) => player.act(table.id, action, withDecision ? decision : undefined)),
  );
  const granted = replies.filter(({ status }) => status === 200);
  assert.equal(granted.length, 1, `${granted.length} of ${count} actions counted`);
  assert.equal(granted[0].json.replayed, false);
  const events = await player.events(table.id, view.version);
  assert.deepEqual(events, granted[0].json.events);
  assert.equal(events.filter((event) => event.by !== undefined).length, 1);
  const late = withDecision ? ["decision_answered"] : ["not_your_turn", "wrong_phase"];
  const early = [
    "card_not_in_hand",
    "must_follow_suit",
    "heart_lead_forbidden",
    "wrong_phase",
    "not_playable_on_layout",
  ];
  for (const reply of replies) {
    if (reply.status === 200) continue;
    // Whoever is refused too often within a minute is told no more than that.
    if (reply.status === 429) {
      assert.equal(codeOf(reply), "too_many_refusals");
      continue;
    }
    assert.ok([...late, ...early].includes(codeOf(reply)), codeOf(reply));
    const fresh = (reply.json as unknown as ProblemDocument).game!;
    assert.ok(
      [view.version, granted[0].json.version].includes(fresh.version),
      "a refusal carries a view of neither before nor after",
    );
  }
}

/** All four answer at once, each many times: all four answers are kept, and nobody's twice. Returns how many cards were doubled. */
async function raceDoublings(table: HttpTable, copies: number): Promise<number> {
  const before = await Promise.all(table.players.map((player) => player.view(table.id)));
  const asked = SEATS.flatMap((seat) => Array.from({ length: copies }, () => ({ seat, you: before[seat].you! })));
  const replies = await Promise.all(
    asked.map(({ seat, you }) => table.players[seat].act(table.id, you.legalActions.at(-1)!.id, you.decision!.id)),
  );
  assert.deepEqual(
    replies.map(codeOf),
    replies.map(() => "granted"),
  );
  assert.equal(replies.filter(({ json }) => !json.replayed).length, 4);
  const events = await table.players[0].events(table.id, before[0].version);
  assert.deepEqual(
    events
      .filter(({ type }) => type === "doubling_answered")
      .map(({ seat }) => seat)
      .sort(),
    [0, 1, 2, 3],
  );
  const view = await table.players[0].view(table.id);
  const wished = before.flatMap(({ you }) => {
    const last = you!.legalActions.at(-1)!;
    return last.type === "double" ? last.cards : [];
  });
  assert.deepEqual(view.deal!.doubled.map(({ card }) => card).sort(), [...wished].sort());
  return wished.length;
}

/** Joining at once: each seat is filled once, and the match starts once. */
async function raceJoins(url: string, count: number): Promise<void> {
  const players = (await Promise.all(Array.from({ length: Math.ceil(count / 4) }, () => registerFour(url))))
    .flat()
    .slice(0, count);
  const { id } = await players[0].create({});
  const replies = await Promise.all(players.map((player) => player.send<GameView>("POST", `/v1/games/${id}/join`, {})));
  // The creator sits already: his own call is no second seat.
  assert.equal(replies.filter(({ status }) => status === 200).length, Math.min(4, count));
  const events = await players[0].events(id);
  assert.deepEqual(
    events.map(({ type }) => type),
    ["game_created", "seat_taken", "seat_taken", "seat_taken", "game_started", "deal_started"],
  );
}

/** One creation sent many times under one key: one game. */
async function raceCreations(url: string, count: number): Promise<void> {
  const [player] = await registerFour(url);
  const games = await Promise.all(
    Array.from({ length: count }, () => player.create({ rules: { kingdoms: 1 } }, "the same key")),
  );
  for (const game of games) assert.deepEqual(game, games[0]);
  assert.equal((await player.events(games[0].id)).length, 1);
}

/** Races over every phase of a match; `parallel` requests each. */
export async function checkRaces(parallel: number): Promise<RacesTally> {
  const server = await startTestServer();
  try {
    const players = await registerFour(server.url);
    const random = randomFrom("races");
    let doubled = 0;
    const tally: RacesTally = { copies: 0, different: 0, doublings: 0, requests: 0 };
    for (const rules of [
      { kingdoms: 1, preset: "trex" },
      { kingdoms: 1, layoutPass: "explicit" },
    ]) {
      const table = await openTable(players, { rules, seed: "race 1" });
      const copied = new Map<string, number>(),
        differed = new Map<string, number>();
      for (let view = await players[0].view(table.id); !isOver(view); view = await players[0].view(table.id)) {
        const { phase, contracts } = view.deal!;
        const where = `${phase} ${contracts.join()}`;
        const turn = (copied.get(where) ?? 0) + (differed.get(where) ?? 0);
        if (phase === "doubling" && view.deal!.answered.length === 0 && turn === 0) {
          doubled += await raceDoublings(table, Math.ceil(parallel / 4));
          tally.doublings++;
          copied.set(where, 1);
          tally.requests += 4 * Math.ceil(parallel / 4);
        } else if (turn < 3) {
          // Several races in each kind of deal: on the first card, within a trick, at its end.
          if (turn % 2 === 0) await raceCopies(table, parallel);
          else await raceDifferent(table, parallel, turn < 2);
          (turn % 2 === 0 ? copied : differed).set(where, Math.floor(turn / 2) + 1);
          tally.requests += parallel;
          tally[turn % 2 === 0 ? "copies" : "different"]++;
        } else {
          const moves = 1 + random.below(5);
          for (let n = 0; n < moves && !isOver(view); n++) view = (await stepTable(table, view, random)).acted.game;
          if (random.chance(0.5)) await playTable(table, random, (now) => now.deals.length > view.deals.length);
        }
      }
    }
    await raceJoins(server.url, Math.max(8, Math.floor(parallel / 4)));
    await raceCreations(server.url, parallel);
    assert.ok(doubled > 0, "nobody had anything to double");
    assert.deepEqual(
      server.logs.filter(({ level }) => level === "error" || level === "warn"),
      [],
    );
    return tally;
  } finally {
    await server.close();
  }
}
