/** Games in every phase, made over the API of the server that runs. Each function makes some of them and names them in `games`. */

import type { GameView } from "../../src/game/types.ts";
import { Cast } from "../support/golden.ts";
import { randomFrom } from "../support/random.ts";
import { eventually } from "../support/webhooks.ts";

/** How long the server may take for what it does by itself. */
export const PATIENCE_MS = 60_000;
const DAY = 24 * 3600 * 1000;
/** The longest time for one answer that there is. */
const LONG = { perMoveMs: 30 * DAY };
const BOTS = [{ bot: "steady" }, { bot: "random" }, { bot: "random" }];
const ONE_TRICKS = { mode: "practice", practice: { contracts: ["tricks"], deals: 1 } };
/** A deal that ends as soon as the king of hearts is taken. */
const SHORT = { mode: "practice", practice: { contracts: ["king_of_hearts"], deals: 1 }, earlyEnd: true };

/** Makes games on one server, whose time stands `aheadMs` before the machine's, and keeps their ids by name. */
export class Scenes {
  readonly cast: Cast;
  readonly aheadMs: number;
  readonly games: Record<string, string> = {};

  constructor(url: string, aheadMs: number) {
    this.cast = new Cast(url);
    this.aheadMs = aheadMs;
  }

  /** An instant of the server's time, `ms` from now. */
  at(ms: number): string {
    return new Date(Date.now() + this.aheadMs + ms).toISOString();
  }

  async make(name: string, creator: string, body: object): Promise<string> {
    const { id } = await this.cast.as(creator).create(body);
    this.games[name] = id;
    return id;
  }

  /** A game of these callers, at seats 0, 1 and so on; house bots have the others. It has started. */
  async table(name: string, callers: readonly string[], body: object): Promise<string> {
    const open = callers.slice(1).map(() => ({ open: true }));
    const seats = [{ player: "me" }, ...open, ...BOTS.slice(0, 4 - callers.length)];
    const id = await this.make(name, callers[0], { seats, ...body });
    for (const [seat, caller] of callers.entries()) if (seat > 0) await this.cast.as(caller).join(id, { seat });
    return id;
  }

  async playUntil(name: string, done?: (view: GameView) => boolean): Promise<GameView> {
    const view = await this.cast.play(this.games[name], randomFrom(`golden ${name}`), done);
    if (done !== undefined && !done(view)) throw new Error(`${name} ended before it was as wished`);
    return view;
  }
}

const FOUR = ["amal", "basil", "carla", "dina"];
const THREE = ["amal", "basil", "carla"];
const TWO = ["amal", "basil"];

/** Tables that wait, and such as never started. */
export async function makeWaiting(scenes: Scenes): Promise<void> {
  const { cast } = scenes;
  const seats = [{ player: "me" }, { open: true }, { bot: "steady" }, { open: true }];
  const id = await scenes.make("waiting", "amal", { seats, rules: SHORT });
  await cast.as("dina").join(id, { seat: 1, clientSeed: "dina's dice" });
  await cast.as("amal").join(id, { clientSeed: "amal's dice" });
  await scenes.make("kept", "basil", {
    seats: [{ player: "me" }, { player: cast.id("amal") }, { bot: "random" }, { player: cast.id("carla") }],
    rules: SHORT,
    visibility: "unlisted",
    series: { matches: 2 },
  });
  await cast.as("amal").get2xx("POST", `/v1/games/${await scenes.make("aborted", "amal", {})}/abort`);
  const expired = await scenes.make("expired", "carla", { sandbox: true });
  await cast.as("carla").get2xx("POST", `/v1/games/${expired}/sandbox/clock`, { advanceMs: 15 * DAY });
}

/** One running game for each phase of a deal. */
export async function makePhases(scenes: Scenes): Promise<void> {
  const { cast } = scenes;
  for (const name of ["redeal", "redealt"]) {
    // In this seed basil may claim a redeal.
    const id = await scenes.table(name, THREE, { rules: { preset: "trex", ...SHORT }, seed: "golden 1" });
    await cast.as("amal").act(id, "r:decline");
    if (name === "redeal") continue;
    await cast.as("carla").act(id, "r:decline");
    const { status, text } = await cast.as("basil").act(id, "r:claim");
    if (status !== 200) throw new Error(`no redeal: ${text}`);
  }
  await scenes.table("contract", ["carla"], {
    rules: { kingdoms: 1, mode: "complex" },
    seed: "golden 1",
    clock: null,
  });
  await scenes.table("doubling", FOUR, {
    rules: { mode: "practice", practice: { contracts: ["queens"], deals: 1 }, earlyEnd: true },
  });
  await scenes.playUntil("doubling", ({ deal }) => deal!.phase === "doubling" && deal!.awaiting.length === 2);
  await scenes.table("doublingInTurn", ["dina"], { rules: { preset: "levant_app", kingdoms: 1, mode: "complex" } });
  await scenes.playUntil("doublingInTurn", ({ deal }) => deal!.phase === "doubling" && deal!.awaiting.length === 1);
  await scenes.table("tricks", TWO, {
    rules: {
      preset: "jordan",
      partnership: "opposite",
      ...ONE_TRICKS,
      practice: { contracts: ["diamonds"], deals: 2 },
    },
    visibility: "unlisted",
  });
  await scenes.playUntil(
    "tricks",
    ({ deal, deals }) =>
      deals.length === 1 && deal!.phase === "tricks" && deal!.plays.length > 30 && deal!.awaiting[0] === 0,
  );
  await scenes.table("layout", FOUR, {
    rules: {
      mode: "practice",
      practice: { contracts: ["trix"], deals: 1 },
      layoutPass: "explicit",
      exposeTwos: "after_first_round",
    },
  });
  await scenes.playUntil(
    "layout",
    ({ deal }) => deal!.plays.length > 36 && deal!.plays.some((play) => !("card" in play)),
  );
  await scenes.table("tiebreak", ["basil"], {
    rules: {
      kingdoms: 1,
      mode: "complex",
      tiebreak: "king_of_hearts_deal",
      points: { queen: 0, diamond: 0, trick: 0 },
      layoutPoints: [0, 0, 0, 0],
      revoke: "penalize",
      doubling: { enabled: false },
    },
  });
  await scenes.playUntil("tiebreak", ({ deal }) => deal!.tiebreak && deal!.plays.length > 30);
}

/** Finished matches, and what followed on them. */
export async function makeFinished(scenes: Scenes): Promise<void> {
  const { cast } = scenes;
  await scenes.table("finishedSeeded", ["amal"], {
    rules: { preset: "levant_app", kingdoms: 2, mode: "complex" },
    seed: "golden",
  });
  await scenes.playUntil("finishedSeeded");
  await scenes.table("finishedPagat", ["carla"], {
    rules: {
      preset: "pagat",
      kingdoms: 1,
      mode: "combination",
      kingdomRotation: "seven_of_hearts",
      dealer: "rotates",
      openHands: true,
    },
  });
  await scenes.playUntil("finishedPagat");
  const id = await scenes.make("rematchOf", "amal", { seats: [{ player: "me" }], rules: SHORT });
  for (const caller of FOUR.slice(1)) await cast.as(caller).join(id, { clientSeed: `${caller}'s dice` });
  await scenes.playUntil("rematchOf");
  const next = await cast.as("carla").get2xx<GameView>("POST", `/v1/games/${id}/rematch`, { clientSeed: "again" });
  scenes.games.rematch = next.id;
  await scenes.table("series", ["dina"], { rules: ONE_TRICKS, series: { matches: 3 } });
  await scenes.playUntil("series");
  scenes.games.seriesNext = await eventually(
    "the next match",
    async () => (await cast.as("dina").view(scenes.games.series)).next,
    PATIENCE_MS,
  );
  await scenes.playUntil("seriesNext", ({ deal }) => deal!.plays.length > 30);
}

/** Games on a clock: running, paused, seats whose players are away. */
export async function makeClocks(scenes: Scenes): Promise<void> {
  const { cast } = scenes;
  const strikes = { after: 3, then: "houseBot" };
  await scenes.table("perMove", TWO, { rules: SHORT, clock: { ...LONG, onTimeout: "autoPlay", strikes } });
  await scenes.playUntil("perMove", ({ deal }) => deal!.plays.length > 6);
  const bank = { bankMs: 60 * DAY, incrementMs: 10 * DAY, capMs: 90 * DAY, onTimeout: "forfeit" };
  const banked = await scenes.table("bank", ["basil", "dina"], { rules: SHORT, clock: bank });
  await scenes.playUntil("bank", ({ deal }) => deal!.plays.length > 6);
  await cast.as("dina").get2xx("PUT", `/v1/games/${banked}/pause`, { until: scenes.at(80 * DAY) });
  const paused = await scenes.table("paused", ["carla", "dina"], { rules: SHORT, clock: { ...LONG, vacation: false } });
  for (const [n, caller] of ["carla", "dina"].entries())
    await cast.as(caller).get2xx("PUT", `/v1/games/${paused}/pause`, { until: scenes.at((85 + n) * DAY) });
  // Here real time runs out: a day of vacation is drawn.
  const away = await scenes.table("vacation", ["amal"], { rules: SHORT, clock: { perMoveMs: 1000, vacation: true } });
  const extended = async () => (await cast.as("public").events(away)).some(({ type }) => type === "clock_extended");
  await eventually("a day of vacation", extended, PATIENCE_MS);
  for (const [name, onTimeout] of [
    ["substituted", "houseBot"],
    ["opened", "substitute"],
    ["timedOut", "autoPlay"],
  ]) {
    const clock = { perMoveMs: 5 * DAY, onTimeout, vacation: false };
    const id = await scenes.table(name, FOUR, { rules: SHORT, sandbox: true, clock });
    await scenes.playUntil(
      name,
      ({ deal }) => deal!.phase === "tricks" && deal!.awaiting[0] !== 0 && deal!.plays.length > 4,
    );
    await cast.as("amal").get2xx("POST", `/v1/games/${id}/sandbox/clock`, { advanceMs: 6 * DAY });
  }
  const forfeited = await scenes.table("forfeited", ["amal", "dina"], { rules: SHORT, clock: LONG });
  await cast.as("dina").get2xx("POST", `/v1/games/${forfeited}/resign`);
  const sandbox = await scenes.table("sandbox", ["dina"], { rules: ONE_TRICKS, sandbox: true, clock: LONG });
  await cast.as("dina").get2xx("PUT", `/v1/games/${sandbox}/sandbox/faults`, { repeatDeliveries: 2 });
  await cast.as("dina").get2xx("POST", `/v1/games/${sandbox}/sandbox/clock`, { advanceMs: 3 * DAY });
}
