/** What a game leaves to read: its events, its record, the proof of its deals. */

import { z } from "@hono/zod-openapi";
import { makeNotation, type Seat } from "../engine/index.ts";
import { negotiate } from "./accept.ts";
import { onlySeatOf } from "./auth.ts";
import { followerOf } from "./follower.ts";
import { askGame, dialGame, gameIdOf } from "./objects.ts";
import { operation, tagged } from "./operation.ts";
import { faulty } from "./problem.ts";
import { fresh, freshText } from "./representation.ts";
import { createRouter } from "./router.ts";
import { EventPage, type GameEvent } from "./schemas/event.ts";
import { queryInteger } from "./schemas/list.ts";
import { gameParams } from "./schemas/params.ts";
import { Proof } from "./schemas/proof.ts";
import { GameRecord } from "./schemas/record.ts";
import { LastEventId, Prefer, TicketQuery } from "./schemas/stream.ts";
import { sse, waited, waitOf } from "./stream.ts";

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
    "Returns the events after `after`, oldest first, as the caller may see them. The sequence has no gaps. To get the next events, repeat the call with the `seq` of the last one. With `Prefer: wait=25`, the response waits for an event.",
    "With `Accept: text/event-stream`, you get a stream of Server-Sent Events, both existing and new. `id` is the `seq`, `data` is the event as JSON, and the event has no name. A comment every 15 seconds is the heartbeat. An EventSource reconnects and resumes automatically. One that was opened with a ticket needs a new ticket and `after`. When the game is over and everything has been sent, or when the token is no longer valid, the last event is named `end`. If the client reconnects anyway, it gets 204.",
  ].join("\n\n"),
  request: {
    params: gameParams,
    headers: z.object({ Prefer, "Last-Event-ID": LastEventId }),
    query: z.object({
      after: queryInteger(0, 1e9, 0, "The `seq` of the last event that you know."),
      limit: queryInteger(1, MOST_EVENTS, DEFAULT_EVENTS, "The maximum number of events in a page."),
      ticket: TicketQuery,
    }),
  },
  responses: {
    200: {
      description: "A page of events with the version of the game, or a stream of events. Streams have no ETag.",
      headers: { ETag: { ...tagged(EventPage, "").headers.ETag, required: false } },
      content: {
        "application/json": { schema: EventPage },
        "text/event-stream": {
          schema: z.string().openapi({
            description: 'Each `data` is a `GameEvent`. The `data` of `end` is `{"reason": "over", "version": 57}`.',
          }),
        },
      },
    },
    204: { description: "For a stream: the game is over, and the caller has received everything." },
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
  summary: "Get the record",
  description:
    "Returns the finished deals with all hands and plays, as JSON, or as text with `Accept: text/plain`. You can replay them. With `as`, you get what that seat knew. With `at`, you get what was known at that event, including the deal in play at that moment, once that deal is over.",
  request: {
    params: gameParams,
    query: z.object({
      as: queryInteger(0, 3, undefined, "A seat. The record shows what that seat knew."),
      at: queryInteger(
        0,
        1e9,
        undefined,
        "The `seq` of an event. The record shows what was known at that event. Defaults to the latest event that does not touch a deal in play.",
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
  summary: "Get the proof of the deals",
  description:
    "Returns what you need to verify that every finished deal was fixed before play: the commitment, the links revealed so far, and the players' seeds.",
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
          message: "A ticket only opens a stream. Send `Accept: text/event-stream`.",
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
