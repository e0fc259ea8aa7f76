/** A match of weeks on a server, within seconds: four people in a sandbox who answer, stay away, pause, leave their seats and come back. */

import { replayRecord } from "../../src/engine/index.ts";
import type { GameEventView, GameView } from "../../src/game/types.ts";
import type { Client } from "./client.ts";
import { isOver } from "./match.ts";
import type { Random } from "./random.ts";

const HOUR = 3600 * 1000,
  DAY = 24 * HOUR;

/** What one match came to. */
export interface SandboxTally {
  days: number;
  requests: number;
  timeouts: number;
  vacations: number;
  pauses: number;
  returns: number;
}

const CLOCKS = [
  { perMoveMs: DAY, onTimeout: "autoPlay", strikes: { after: 2, then: "houseBot" }, vacation: false },
  { perMoveMs: 6 * HOUR, onTimeout: "houseBot", vacation: false },
  { perMoveMs: DAY, onTimeout: "autoPlay", vacation: true },
  { bankMs: 2 * DAY, incrementMs: 6 * HOUR, capMs: 3 * DAY, onTimeout: "autoPlay", vacation: false },
];

/** Plays one whole match. Throws where something is stuck, unmarked or untrue. */
export async function playSandbox(
  players: readonly Client[],
  random: Random,
  n: number,
  rules: object = { kingdoms: 1 },
): Promise<SandboxTally> {
  const [creator] = players;
  const created = await creator.create({
    sandbox: true,
    clock: CLOCKS[n % CLOCKS.length],
    rules,
    seed: `sandbox ${n}`,
  });
  const { id } = created;
  for (const player of players.slice(1)) await player.join(id);
  let requests = 4;
  const ask = <T>(who: Client, method: string, path: string, body?: unknown): Promise<T> => {
    requests++;
    return who.get2xx<T>(method, `/v1/games/${id}${path}`, body);
  };
  const start = Date.parse((await creator.view(id)).sandbox!.now);
  let view = await ask<GameView>(creator, "GET", "");
  for (let steps = 0; !isOver(view); steps++) {
    if (steps > 4000) throw new Error("the match is stuck");
    const awaited = view.deal?.awaiting ?? [];
    const seat = awaited.length > 0 && random.chance(0.7) ? random.pick(awaited) : random.below(4);
    const person = players[seat];
    const now = Date.parse(view.sandbox!.now);
    if (random.chance(0.45))
      view = await ask(creator, "POST", "/sandbox/clock", {
        advanceMs: random.pick([HOUR, 5 * HOUR, 9 * HOUR, random.chance(0.3) ? 2 * DAY : 3 * HOUR]),
      });
    else if (random.chance(0.04))
      for (const each of players)
        await ask(each, "PUT", "/pause", {
          until: new Date(Math.min(now + DAY, Date.now() + 80 * DAY)).toISOString(),
        }).catch(() => {});
    else {
      const seen = await ask<GameView>(person, "GET", "");
      const occupant = seen.seats[seat];
      if (occupant.kind === "player" && occupant.standIn !== undefined) {
        if (random.chance(0.7)) await ask(person, "POST", "/join", {});
      } else if (seen.you?.decision != null) {
        const action = random.pick(seen.you.legalActions).id;
        const { status } = await person.act(id, action, seen.you.decision.id);
        requests++;
        if (status !== 200 && status !== 409) throw new Error(`a legal action was answered ${status}`);
      }
    }
    view = await ask(creator, "GET", "");
  }
  const events = await creator.events(id);
  check(events);
  const replayed = replayRecord(await creator.record(id));
  if (!replayed.ok || !replayed.finished) throw new Error("the record does not replay");
  const count = (type: string) => events.filter((event) => event.type === type).length;
  return {
    days: (Date.parse(events.at(-1)!.at) - start) / DAY,
    requests,
    timeouts: count("clock_expired"),
    vacations: count("clock_extended"),
    pauses: count("clock_paused"),
    returns: count("seat_returned"),
  };
}

/** Every time-out is at or after its deadline, its move follows at once and is marked; time never goes back. */
function check(events: readonly GameEventView[]): void {
  events.forEach((event, i) => {
    if (i > 0 && event.at < events[i - 1].at) throw new Error("time went back");
    if (event.seq !== i + 1) throw new Error("a gap in the log");
    if (event.type === "clock_expired") {
      if (event.at < (event as unknown as { deadline: string }).deadline) throw new Error("a time-out before its time");
      const next = events[i + 1];
      if (
        next.by !== "clock" &&
        next.type !== "seat_substituted" &&
        next.type !== "seat_forfeited" &&
        next.type !== "seat_opened"
      )
        throw new Error(`a time-out was followed by ${next.type}`);
    }
    if (event.by === "clock" && events[i - 1].type !== "clock_expired")
      throw new Error("a move by the clock without a time-out");
  });
}
