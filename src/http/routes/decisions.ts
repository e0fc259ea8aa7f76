/** The inbox: every decision that waits for the caller, each with its game as it is now. */

import { z } from "@hono/zod-openapi";
import type { GameView, LabelledView } from "../../game/types.ts";
import { labelled } from "../../labels/view.ts";
import type { GameCounts, Place, Waiting } from "../../player/types.ts";
import { asPlayer, type PlayerCall } from "../access/call.ts";
import { badCursor, makeCursor, readCursor } from "../exchange/cursor.ts";
import type { Exchange } from "../exchange/env.ts";
import { languageFor } from "../exchange/language.ts";
import { json, operation } from "../exchange/operation.ts";
import { waitOf } from "../exchange/preferences.ts";
import { Problem } from "../exchange/problem.ts";
import { createRouter } from "../exchange/router.ts";
import { firstPage } from "../live/wait.ts";
import { DEFAULT_DECISIONS, DecisionList, DecisionListQuery, PreferDecision } from "../schemas/inbox.ts";

/** How many games are read at once, and how many in one call. */
const AT_ONCE = 6,
  MOST_READS = 100;
/** How often a call that waits looks again where it need not or cannot be told, and the shortest wait for which a line is opened; milliseconds. */
const LOOK_AGAIN_MS = 500,
  SHORT_WAIT_MS = 1000;

const listDecisions = operation({
  method: "get",
  path: "/v1/decisions",
  operationId: "listDecisions",
  tags: ["Play"],
  access: "player",
  scope: "games:play",
  problems: ["game_unavailable", "player_unavailable"],
  summary: "List my pending decisions",
  description:
    "Lists all pending decisions of the caller in all games, most urgent first, each with its game and current legal actions. Answer each with `POST /v1/games/{gameId}/actions`, then call this again. Answered decisions disappear from the list. A new decision may take a second to appear. With `Prefer: wait=25`, the response waits for one. `games` says in how many games the caller has a seat.",
  request: { headers: z.object({ Prefer: PreferDecision }), query: DecisionListQuery },
  responses: { 200: json(DecisionList, "The pending decisions.") },
});

export const decisions = createRouter().answer(listDecisions, asPlayer, async (call, c) => {
  const { limit = DEFAULT_DECISIONS, cursor } = c.req.valid("query");
  const inbox = new Inbox(call, c);
  const { found, rest, games } =
    cursor === undefined ? await inbox.awaited(limit, waitOf(c)) : await inbox.page(placeOf(cursor), limit);
  const language = languageFor(c);
  const data = found.map(({ game, decision }) => ({ decision, game: labelled(game, language) }));
  return c.json({ data, nextCursor: rest === null ? null : cursorOf(rest), games }, 200);
});

/** A decision that waits, and its game as its seat sees it. */
interface Found {
  decision: NonNullable<NonNullable<LabelledView["you"]>["decision"]>;
  game: GameView;
  openedAt: number;
}

/** What a game says when it is read: what waits there, that nothing does, or nothing at all. */
type Read = Found | { over: { game: string; version: number } } | null;

/** A page of what waits; `version` is that of the player's log before it was looked for, `games` counts the player's games as that log tells of them. */
interface Looked {
  found: Found[];
  rest: Place | null;
  version: number;
  games: GameCounts;
}

/** What waits for the caller. The player's object knows where to look, the games what there is. */
class Inbox {
  readonly #call: PlayerCall;
  readonly #exchange: Exchange;

  constructor(call: PlayerCall, exchange: Exchange) {
    this.#call = call;
    this.#exchange = exchange;
  }

  /** What waits, as soon as something does: at the latest after `seconds`. */
  async awaited(limit: number, seconds: number): Promise<Looked> {
    const until = Date.now() + seconds * 1000;
    for (;;) {
      const looked = await this.page(null, limit);
      const left = until - Date.now();
      if (looked.found.length > 0 || left <= 0) return looked;
      // The log tells of every decision that begins to wait. Where there is more to look at already, it is looked at soon.
      if (looked.rest !== null || left < SHORT_WAIT_MS) await scheduler.wait(Math.min(left, LOOK_AGAIN_MS));
      else await firstPage(this.#call.own.dial({ counted: false }), looked.version, left / 1000);
      this.#call.recheck();
    }
  }

  /**
   * What waits behind `after`, at most `limit`, and where to go on (`null` at the end). A game that fails is left out; where
   * nothing else is found, that is told.
   */
  async page(after: Place | null, limit: number): Promise<Looked> {
    const found: Found[] = [];
    let place = after,
      reads = 0,
      failed = 0,
      first: { version: number; games: GameCounts } | null = null;
    for (let more = true; more && found.length < limit && reads < MOST_READS; ) {
      const page = await this.#call.own.ask((object) =>
        object.decisions(place, Math.min(limit - found.length, MOST_READS - reads)),
      );
      first ??= page;
      const read = await atOnce(page.data, (waiting) => this.#read(waiting));
      const over = read.flatMap((each) => (each !== null && "over" in each ? [each.over] : []));
      if (over.length > 0) this.#settle(over);
      found.push(...read.filter((each) => each !== null && "decision" in each));
      failed += read.filter((each) => each === null).length;
      reads += page.data.length;
      more = page.more;
      place = more ? page.data.at(-1)! : null;
    }
    if (found.length === 0 && failed > 0) throw new Problem("game_unavailable", { headers: { "Retry-After": "1" } });
    return { found: found.sort(byUrgency), rest: place, version: first!.version, games: first!.games };
  }

  /** What was answered a moment ago need not be looked at again. */
  #settle(over: { game: string; version: number }[]): void {
    this.#exchange.executionCtx.waitUntil(this.#call.own.ask((object) => object.closed(over)).catch(() => {}));
  }

  async #read({ game: id, openedAt }: Waiting): Promise<Read> {
    try {
      const { game } = await this.#call
        .gameOf(id)
        .ask((object) => object.view(this.#call.player), { repeatable: true });
      const { you, seats, version } = game;
      const decision = you?.decision ?? null;
      const seat = you === null ? undefined : seats[you.seat];
      // Where a house bot stands in, it is the bot that is asked.
      const waits = decision !== null && !(seat?.kind === "player" && seat.standIn !== undefined);
      return waits ? { decision, game, openedAt } : { over: { game: id, version } };
    } catch (error) {
      console.error(
        `request ${this.#exchange.get("requestId")}: what waits in ${id} could not be read: ${String(error)}`,
      );
      return null;
    }
  }
}

/** The work on all items, a few at a time; the results in the order of the items. */
async function atOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, items.length) }, async () => {
      for (let i = next++; i < items.length; i = next++) results[i] = await work(items[i]);
    }),
  );
  return results;
}

const byUrgency = (a: Found, b: Found): number => dueOf(a) - dueOf(b) || a.openedAt - b.openedAt;
/** Far, but finite: two of them must compare as equal. */
const dueOf = ({ decision: { deadline } }: Found): number =>
  deadline === null ? Number.MAX_SAFE_INTEGER : Date.parse(deadline);

/** Cursors of this list and of no other. */
const FILTERS = { list: "decisions" };

const cursorOf = ({ deadline, openedAt, game }: Place): string =>
  makeCursor(openedAt, `${deadline ?? ""}/${game}`, FILTERS);

function placeOf(cursor: string): Place {
  const { createdAt, id } = readCursor(cursor, FILTERS);
  const [, deadline, game] = /^(\d{0,15})\/(\w+)$/.exec(id) ?? [];
  if (game === undefined) throw badCursor();
  return { openedAt: createdAt, deadline: deadline === "" ? null : Number(deadline), game };
}
