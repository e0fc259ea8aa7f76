/** What a game leaves to read: its events, its record, the proof of its deals. */

import { z } from "@hono/zod-openapi";
import { makeNotation, type Seat } from "../../engine/index.ts";
import { onlySeatOf } from "../access/auth.ts";
import { followerOf } from "../access/follower.ts";
import { negotiate } from "../exchange/accept.ts";
import { operation, tagged } from "../exchange/operation.ts";
import { faulty } from "../exchange/problem.ts";
import { fresh, freshText } from "../exchange/representation.ts";
import { createRouter } from "../exchange/router.ts";
import { sse, waited, waitOf } from "../live/stream.ts";
import { askGame, dialGame, gameIdOf } from "../objects.ts";
import { EventPage, type GameEvent } from "../schemas/event.ts";
import { queryInteger } from "../schemas/list.ts";
import { gameParams } from "../schemas/params.ts";
import { Proof } from "../schemas/proof.ts";
import { GameRecord } from "../schemas/record.ts";
import { LastEventId, Prefer, TicketQuery } from "../schemas/stream.ts";

const RECORD_FORMS = ["application/json", "text/plain"] as const;
const EVENT_FORMS = ["application/json", "text/event-stream"] as const;
const DEFAULT_EVENTS = 200;
const MOST_EVENTS = 1000;

const listEvents = operation({
  method: "get",
  path: "/v1/games/{gameId}/events",
  operationId: "listEvents",
  tags: ["Play"],
  access: "public",
  scope: "games:read",
  seatTokens: true,
  problems: ["limit_reached"],
  summary: "Read or follow events",
  description: [
    "The events after `after`, oldest first, as the caller may read them. The sequence has no gaps: ask again with the `seq` of the last one. With `Prefer: wait=25` the answer waits until there is one.",
    "With `Accept: text/event-stream` they are a stream of Server-Sent Events, those that there are and those to come: `id` is the `seq`, `data` the event as JSON, the event has no name. Comments every 15 seconds show that it lives. An EventSource comes back by itself and goes on where it stood; one that was opened by a ticket needs a new ticket, and `after`. When the game is over and everything has been sent, or when the token holds no longer, an event named `end` is the last one; who comes back all the same gets 204.",
  ].join("\n\n"),
  request: {
    params: gameParams,
    headers: z.object({ Prefer, "Last-Event-ID": LastEventId }),
    query: z.object({
      after: queryInteger(0, 1e9, 0, "The `seq` of the last event that is known."),
      limit: queryInteger(1, MOST_EVENTS, DEFAULT_EVENTS, "How many events at most, in a page."),
      ticket: TicketQuery,
    }),
  },
  responses: {
    200: {
      description: "Events, and the version of the game; or a stream of events, without an ETag.",
      headers: { ETag: { ...tagged(EventPage, "").headers.ETag, required: false } },
      content: {
        "application/json": { schema: EventPage },
        "text/event-stream": {
          schema: z.string().openapi({
            description: 'Each `data` is a `GameEvent`; that of `end` is `{"reason": "over", "version": 57}`.',
          }),
        },
      },
    },
    204: { description: "Asked for a stream: the game is over, and the caller has everything." },
  },
});

const getRecord = operation({
  method: "get",
  path: "/v1/games/{gameId}/record",
  operationId: "getRecord",
  tags: ["Records"],
  access: "public",
  scope: "games:read",
  seatTokens: true,
  problems: ["deal_not_finished"],
  summary: "Read the record",
  description:
    "The finished deals with all hands and plays, in a form that can be played again: as JSON, or as text with `Accept: text/plain`. With `as` it is instead what that seat knew, and with `at` what was known at that event, the deal of that moment included, once that deal is over.",
  request: {
    params: gameParams,
    query: z.object({
      as: queryInteger(0, 3, undefined, "A seat: the record as that seat knew it."),
      at: queryInteger(
        0,
        1e9,
        undefined,
        "The `seq` of an event: the record as it was known then. Without it the newest event that touches no deal in play.",
      ),
    }),
  },
  responses: {
    200: {
      ...tagged(GameRecord, "The record."),
      content: {
        "application/json": { schema: GameRecord },
        "text/plain": { schema: z.string().openapi({ description: "The text notation." }) },
      },
    },
  },
});

const getProof = operation({
  method: "get",
  path: "/v1/games/{gameId}/proof",
  operationId: "getProof",
  tags: ["Records"],
  access: "public",
  scope: "games:read",
  seatTokens: true,
  problems: [],
  summary: "Read the proof of the deals",
  description:
    "What is needed to check that every finished deal was fixed before play: the commitment, the links revealed so far, the players' seeds.",
  request: { params: gameParams },
  responses: { 200: tagged(Proof, "The proof.") },
});

export const log = createRouter()
  .openapi(listEvents, async (c) => {
    const { after = 0, limit = DEFAULT_EVENTS, ticket } = c.req.valid("query");
    const { gameId } = c.req.valid("param");
    c.header("Vary", "Authorization, Trix-Act-As, Accept");
    const { follow, refused } = followerOf(c, gameId, ticket);
    const id = gameIdOf(c, gameId);
    const dial = dialGame(c, id, follow);
    if (negotiate(c.req.raw.headers.get("accept"), EVENT_FORMS) === "text/event-stream") {
      const last = c.req.valid("header")["Last-Event-ID"] ?? "";
      return (await sse(c, { dial, after: last === "" ? after : Number(last), refused })) as never;
    }
    if (ticket !== undefined)
      throw faulty([
        {
          in: "query",
          pointer: "/ticket",
          code: "stream_only",
          message: "A ticket opens a stream: ask with `Accept: text/event-stream`.",
        },
      ]);
    const { player, onlySeat } = follow.who;
    const wait = waitOf(c);
    const { data, version } =
      wait > 0
        ? await waited(dial, after, limit, wait)
        : await askGame(c, id, (game) => game.events(player, after, limit, onlySeat), { repeatable: true });
    // Which seat reads is not told here; a caller's token stands for it, as nothing else may be shown under the same tag.
    return fresh(c, [version, player ?? "public", onlySeat ?? "any", "events"], { data: data as GameEvent[], version });
  })
  .openapi(getRecord, async (c) => {
    const { gameId } = c.req.valid("param");
    onlySeatOf(c, gameId);
    const id = gameIdOf(c, gameId);
    const { as, at } = c.req.valid("query");
    const replay =
      as === undefined && at === undefined
        ? undefined
        : { as: (as as Seat | undefined) ?? ("public" as const), at: at ?? null };
    const { record, version } = await askGame(c, id, (game) => game.record(replay), { repeatable: true });
    c.header("Vary", "Authorization, Trix-Act-As, Accept");
    const facts = [version, `as${as ?? "all"}`, `at${at ?? "now"}`];
    return negotiate(c.req.raw.headers.get("accept"), RECORD_FORMS) === "text/plain"
      ? freshText(c, [...facts, "text"], makeNotation(record))
      : fresh(c, [...facts, "record"], record);
  })
  .openapi(getProof, async (c) => {
    const { gameId } = c.req.valid("param");
    onlySeatOf(c, gameId);
    const id = gameIdOf(c, gameId);
    const { proof, version } = await askGame(c, id, (game) => game.proof(), { repeatable: true });
    return fresh(c, [version, "public", "proof"], proof);
  });
