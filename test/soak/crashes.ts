/** The server killed for real in the middle of matches: what it has acknowledged is there afterwards, once, and play goes on. */

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { GameEventView, GameView } from "../../src/game/types.ts";
import { Client, UnexpectedReply } from "../support/client.ts";
import { type HttpTable, isOver } from "../support/match.ts";
import { type Random, randomFrom } from "../support/random.ts";
import { type SpawnedServer, spawnServer, temporaryDir } from "../support/server.ts";
import { readD1 } from "./d1-file.ts";
import { checkEvents, checkFinished, waitForHistory } from "./matches.ts";

export interface CrashTally {
  kills: number;
  matches: number;
  actions: number;
  resent: number;
  lostAnswers: number;
}

/** History may wait for its next try: the pause after a failure grows. */
const LAG_MS = 30_000;

/** A server that is killed and started again on the same data and port. */
class Mortal {
  readonly #dataDir: string;
  #server: SpawnedServer;
  #boot = "";
  /** Resolves when the server answers, also while it is down. */
  #up: Promise<void> = Promise.resolve();
  kills = 0;

  private constructor(dataDir: string, server: SpawnedServer) {
    this.#dataDir = dataDir;
    this.#server = server;
  }

  static async start(dataDir: string): Promise<Mortal> {
    const mortal = new Mortal(dataDir, await spawnServer({ dataDir }));
    mortal.#boot = await mortal.#readBoot();
    return mortal;
  }

  get url(): string {
    return this.#server.url;
  }

  async #readBoot(): Promise<string> {
    const health = await new Client(this.url).get2xx<{ boot: string }>("GET", "/healthz");
    return health.boot;
  }

  /** Kills the whole process group and starts a successor; a changed boot id proves that it is another one. */
  kill(): Promise<void> {
    this.#up = (async () => {
      await this.#server.kill();
      this.#server = await spawnServer({ dataDir: this.#dataDir, port: this.#server.port });
      const boot = await this.#readBoot();
      assert.notEqual(boot, this.#boot, "the server that was killed still answers");
      this.#boot = boot;
      this.kills++;
    })();
    return this.#up;
  }

  /** Sends until an answer comes, across any crash. `sends` counts them. */
  async insist<T>(send: () => Promise<T>): Promise<{ answer: T; sends: number }> {
    for (let sends = 1; ; sends++) {
      await this.#up;
      try {
        return { answer: await send(), sends };
      } catch (error) {
        // 503: the object was being reached when its process died. Anything else that is an answer is not to be repeated.
        if (error instanceof UnexpectedReply && error.reply.status !== 503) throw error;
        assert.ok(sends < 100, `no answer after ${sends} tries: ${String(error)}`);
        await sleep(5);
      }
    }
  }

  stop(): Promise<number | null> {
    return this.#server.stop();
  }
}

/** What the server has acknowledged in one match: the first event of each action, and every action that was sent. */
interface Acknowledged {
  table: HttpTable;
  events: GameEventView[];
  sent: { seat: number; decision: string; action: string }[];
}

async function openMatch(mortal: Mortal, players: readonly Client[], key: string, body: object): Promise<Acknowledged> {
  const created = await mortal.insist(() => players[0].create(body, key));
  const { id } = created.answer;
  for (const player of players.slice(1)) await mortal.insist(() => player.join(id));
  return { table: { id, players }, events: [], sent: [] };
}

/** One action of an awaited person, sent until it is acknowledged; `strike` is called when it has just been sent. */
async function insistOnMove(
  mortal: Mortal,
  match: Acknowledged,
  random: Random,
  tally: CrashTally,
  strike?: () => void,
): Promise<GameView> {
  const { id, players } = match.table;
  const { answer: seen } = await mortal.insist(() => players[0].view(id));
  const awaited = seen.deal?.awaiting.filter((seat) => seat < players.length) ?? [];
  if (isOver(seen) || awaited.length === 0) return seen;
  const seat = random.pick(awaited);
  const {
    answer: { you },
  } = await mortal.insist(() => players[seat].view(id));
  const action = random.pick(you!.legalActions).id;
  const decision = you!.decision!.id;
  const { answer: acted, sends } = await mortal.insist(async () => {
    const underWay = players[seat].act(id, action, decision);
    strike?.();
    strike = undefined;
    const reply = await underWay;
    if (reply.status !== 200) throw new UnexpectedReply(`seat ${seat} plays ${action} on ${decision}`, reply);
    return reply.json;
  });
  tally.actions++;
  if (sends > 1) tally.resent++;
  if (acted.replayed) tally.lostAnswers++;
  assert.ok(!acted.replayed || sends > 1, "an action that was sent once is called a replay");
  match.sent.push({ seat, decision, action });
  match.events.push(...acted.events);
  return acted.game;
}

/** Every acknowledged event stands where it was, and each action of a person has one event. */
async function checkAcknowledged(
  mortal: Mortal,
  { table: { id, players }, events, sent }: Acknowledged,
): Promise<void> {
  const { answer: log } = await mortal.insist(() => players[0].events(id));
  for (const [i, event] of log.entries()) assert.equal(event.seq, i + 1, "the log has a gap");
  for (const event of events) {
    const { seq, type, at, seat } = log[event.seq - 1] ?? {};
    assert.deepEqual(
      { seq, type, at, seat },
      { seq: event.seq, type: event.type, at: event.at, seat: event.seat },
      `acknowledged event ${event.seq} is not there`,
    );
  }
  assert.equal(
    log.filter(({ by }) => by === "player").length,
    sent.length,
    "the log holds more or fewer actions of people than were acknowledged",
  );
}

/** Every acknowledged action, sent once more, is told to be a replay. */
async function checkReplays(
  mortal: Mortal,
  { table: { id, players }, sent }: Acknowledged,
  random: Random,
): Promise<void> {
  for (const { seat, decision, action } of random.shuffled(sent).slice(0, 20)) {
    const { answer: reply } = await mortal.insist(() => players[seat].act(id, action, decision));
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.json.replayed, true);
  }
}

/**
 * Kills the server `kills` times while two people play with two house bots and, beside it, four bots play by their alarms
 * alone. Both go on to their ends, and history has them.
 */
export async function checkCrashes(kills: number, seed = "crashes"): Promise<CrashTally> {
  const data = await temporaryDir();
  const random = randomFrom(seed);
  const mortal = await Mortal.start(data.dir);
  const tally: CrashTally = { kills: 0, matches: 0, actions: 0, resent: 0, lostAnswers: 0 };
  try {
    const players = await Promise.all(["Amal", "Basil"].map((name) => Client.register(mortal.url, name)));
    const finished: HttpTable[] = [];
    while (mortal.kills < kills || tally.matches === 0) {
      const seats = [{ player: "me" }, { open: true }, { bot: "random" }, { bot: "steady" }];
      const body = {
        rules: { kingdoms: mortal.kills + 4 < kills ? 4 : 1, preset: random.pick(["trix", "trex", "levant_app"]) },
      };
      const killed = random.chance(0.5) ? mortal.kill() : null;
      const match = await openMatch(mortal, players, `match ${tally.matches} of ${seed}`, { ...body, seats });
      await killed;
      const four = { seats: Array.from({ length: 4 }, () => ({ bot: "random" })) };
      const bots = await mortal.insist(() => players[0].create(four, `bots ${tally.matches} of ${seed}`));
      const alone: HttpTable = { id: bots.answer.id, players: players.slice(0, 1) };
      let { answer: view } = await mortal.insist(() => players[0].view(match.table.id));
      while (!isOver(view)) {
        for (let n = random.below(60); n > 0 && !isOver(view); n--)
          view = await insistOnMove(mortal, match, random, tally);
        if (mortal.kills >= kills || isOver(view)) continue;
        // While an action is under way: before it is written, before it is answered, or while history is told.
        let struck: Promise<void> | undefined;
        const delay = random.below(10);
        view = await insistOnMove(mortal, match, random, tally, () => {
          struck = sleep(delay).then(() => mortal.kill());
        });
        await struck;
        await checkAcknowledged(mortal, match);
        await checkReplays(mortal, match, random);
      }
      tally.matches++;
      finished.push(match.table, alone);
      await checkAcknowledged(mortal, match);
    }
    await checkEnds(data.dir, finished);
    tally.kills = mortal.kills;
    return tally;
  } finally {
    await mortal.stop();
    await data.remove();
  }
}

/** History is complete before anybody asks a game for it; then each match is checked as a whole. */
async function checkEnds(dataDir: string, tables: readonly HttpTable[]): Promise<void> {
  // D1 is asked by its file: asking a game would wake its object, and what is to be shown is that alarms did.
  const ask = readD1(dataDir);
  for (const { id } of tables) {
    const asked = { id, status: "finished", result: {} } as GameView;
    await waitForHistory(ask, asked, LAG_MS);
  }
  for (const table of tables) {
    const view = await table.players[0].view(table.id);
    await checkFinished(table, await waitForHistory(ask, view, LAG_MS));
    await checkEvents(table, view.version);
  }
}
