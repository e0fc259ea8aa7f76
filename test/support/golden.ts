/** Data that a release wrote, with what its API answered about them: what test/golden/make.ts keeps and test/e2e/golden.test.ts reads. */

import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import type { GameEventView, GameView } from "../../src/game/types.ts";
import { CONTRACT_GROUPS } from "../../src/history/tally.ts";
import type { PlayerStats } from "../../src/http/schemas/stats.ts";
import { Client } from "./client.ts";
import { isOver } from "./match.ts";
import type { Random } from "./random.ts";

/** Whoever calls, by name: its token (`null` for the public), its account, and what it sends with every call. */
export type Callers = Record<string, { token: string | null; player: string | null; headers: Record<string, string> }>;

/** One call and what it was answered: parsed JSON, or text. */
export interface StoredAnswer {
  caller: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  status: number;
  answer: unknown;
}

export interface StoredHook {
  caller: string;
  game: string;
  id: string;
  secret: string;
}

/** What the release left undone when it was killed, each with what could be read right before. */
export interface Due {
  /** A game in which a seat's time has run out since. */
  clock: { caller: string; game: string; events: GameEventView[]; deadline: string };
  /** A game in which a plan was about to act. */
  plan: { caller: string; game: string; events: GameEventView[]; name: string };
  /** A webhook whose endpoint failed, so that a batch of events waits for another attempt. */
  delivery: StoredHook & { deliveries: { id: string; kind: string; state: string; attempts: object[] }[] };
  /** One whose endpoint has not answered its challenge. */
  verification: StoredHook;
  /** A player whose object had not been told yet of the decision that opened last. */
  inbox: { caller: string; game: string; version: number; decision: string };
}

/** The file `golden.json` beside the data. */
export interface Golden {
  secret: string;
  /** The port of 127.0.0.1 that the webhooks call. */
  port: number;
  callers: Callers;
  /** Ids by the name of what is special about a game. */
  games: Record<string, string>;
  hooks: Record<string, StoredHook>;
  answers: StoredAnswer[];
  due: Due;
}

/** The callers of golden data on a server that runs on them. */
export class Cast {
  readonly url: string;
  readonly callers: Callers;

  constructor(url: string, callers: Callers = { public: { token: null, player: null, headers: {} } }) {
    this.url = url;
    this.callers = callers;
  }

  /** Makes an account, and remembers it as a caller. */
  async register(name: string, kind: "human" | "bot" = "human"): Promise<Client> {
    const { player, token } = await this.as("public").get2xx<{ player: { id: string }; token: string }>(
      "POST",
      "/v1/players",
      { name, kind },
    );
    return this.keep(name.toLowerCase(), token, player.id);
  }

  keep(caller: string, token: string, player: string | null = null, headers: Record<string, string> = {}): Client {
    this.callers[caller] = { token, player, headers };
    return this.as(caller);
  }

  as(caller: string): Client {
    const { token, headers } = this.callers[caller];
    // Compressing for a reader on the same machine would only take time.
    return new Client(this.url, token, null, { "Accept-Encoding": "identity", ...headers });
  }

  /** The account of a caller. */
  id(caller: string): string {
    return this.callers[caller].player!;
  }

  /** Who plays for this account; `undefined` where nobody here does. */
  #sitter(player: string): Client | undefined {
    const caller = Object.keys(this.callers).find((each) => this.callers[each].player === player);
    return caller === undefined ? undefined : this.as(caller);
  }

  /** Plays a game at random until the public part of the view is as wished, at the latest to its end. House bots are waited for. */
  async play(game: string, random: Random, done: (view: GameView) => boolean = isOver): Promise<GameView> {
    let view = await this.as("public").view(game);
    for (let waits = 0; !done(view) && !isOver(view); ) {
      const seats = view.deal!.awaiting.flatMap((seat) => {
        const occupant = view.seats[seat];
        const sitter =
          occupant.kind === "player" && occupant.standIn === undefined ? this.#sitter(occupant.player.id) : undefined;
        return sitter === undefined ? [] : [{ seat, sitter }];
      });
      if (seats.length === 0) {
        if (waits++ > 200) throw new Error(`nobody here is awaited in ${game}`);
        await sleep(25);
        view = await this.as("public").view(game);
        continue;
      }
      const { seat, sitter } = random.pick(seats);
      const { you } = view.you?.seat === seat ? view : await sitter.view(game);
      const action = random.pick(you!.legalActions).id;
      const reply = await sitter.act(game, action, you!.decision!.id);
      if (reply.status !== 200) throw new Error(`seat ${seat} of ${game} plays ${action}: ${reply.text}`);
      view = reply.json.game;
    }
    return view;
  }
}

/** The answer to a call as it is stored. */
export async function askAgain(
  cast: Cast,
  { caller, method, path, headers, body }: Omit<StoredAnswer, "status" | "answer">,
): Promise<Pick<StoredAnswer, "status" | "answer">> {
  const { status, json, text } = await cast.as(caller).send(method, path, body, headers);
  return { status, answer: path.endsWith("/stats") && status === 200 ? allTogether(json as Stats) : (json ?? text) };
}

type Stats = z.infer<typeof PlayerStats>;

/** Statistics as they were told before practice and seeded matches were kept apart: all categories together. */
function allTogether({ player, byCategory, ...stats }: Stats): Omit<Stats, "byCategory" | "left"> {
  const of = byCategory ?? [stats];
  const merged = <T extends { deals: number; total?: number }>(rows: T[], key: (row: T) => string): T[] =>
    [...Map.groupBy(rows, key).values()].map((same) => {
      const deals = same.reduce((sum, row) => sum + row.deals, 0);
      const total = same.reduce((sum, row) => sum + (row.total ?? 0), 0);
      return { ...same[0], deals, ...(same[0].total !== undefined && { total, mean: rounded(total / deals) }) };
    });
  const matches = of.reduce((sum, each) => sum + each.matches, 0);
  const places = of.reduce((sum, each) => sum + Math.round((each.meanPlace ?? 0) * each.matches), 0);
  return {
    player,
    matches,
    wins: of.reduce((sum, each) => sum + each.wins, 0),
    meanPlace: matches === 0 ? null : rounded(places / matches),
    bestPlace: matches === 0 ? null : Math.min(...of.flatMap(({ bestPlace }) => bestPlace ?? [])),
    byMode: of.flatMap(({ byMode }) => byMode).sort((a, b) => (a.mode < b.mode ? -1 : 1)),
    points: merged(
      of.flatMap(({ points }) => points),
      ({ contract }) => contract,
    ).sort((a, b) => CONTRACT_GROUPS.indexOf(a.contract) - CONTRACT_GROUPS.indexOf(b.contract)),
    trixPlaces: [0, 1, 2, 3].map((place) => of.reduce((sum, { trixPlaces }) => sum + trixPlaces[place], 0)),
    choices: merged(
      of.flatMap(({ choices }) => choices),
      ({ choice, contract }) => `${choice} ${contract}`,
    ).sort((a, b) => a.choice - b.choice),
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Words for people, which may become better ones, and what names one answer. */
const WORDS = new Set(["label", "title", "detail", "message", "instance", "requestId"]);

/**
 * Where an answer of today is not the stored one. Words need only be there, the time of a sandbox goes on, and fields named in
 * `added` may have come since.
 */
export function differences(stored: unknown, today: unknown, added: readonly string[], path = ""): string[] {
  if (typeof stored !== "object" || stored === null || typeof today !== "object" || today === null)
    return stored === today ? [] : [`${path || "/"}: ${JSON.stringify(today)}, was ${JSON.stringify(stored)}`];
  const [before, now] = [stored as Record<string, unknown>, today as Record<string, unknown>];
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((key) => {
    const place = `${path}/${key}`;
    const isFree = WORDS.has(key) || place.endsWith("/sandbox/now");
    if (isFree && typeof before[key] === "string" && typeof now[key] === "string" && now[key] !== "") return [];
    return before[key] === undefined && added.includes(key) ? [] : differences(before[key], now[key], added, place);
  });
}
