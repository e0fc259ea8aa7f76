/** What a game leaves behind: its record, and the proof of its deals. */

import { z } from "@hono/zod-openapi";
import { makeNotation, type Seat } from "../../engine/index.ts";
import { asReader } from "../access/call.ts";
import { negotiate } from "../exchange/accept.ts";
import { operation, tagged } from "../exchange/operation.ts";
import { fresh, freshText } from "../exchange/representation.ts";
import { createRouter } from "../exchange/router.ts";
import { queryInteger } from "../schemas/list.ts";
import { gameParams } from "../schemas/params.ts";
import { Proof } from "../schemas/proof.ts";
import { GameRecord } from "../schemas/record.ts";

const RECORD_FORMS = ["application/json", "text/plain"] as const;

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

export const records = createRouter()
  .answer(getRecord, asReader, async ({ game }, c) => {
    const { as, at } = c.req.valid("query");
    const replay =
      as === undefined && at === undefined
        ? undefined
        : { as: (as as Seat | undefined) ?? ("public" as const), at: at ?? null };
    const { record, version } = await game.ask((object) => object.record(replay), { repeatable: true });
    c.header("Vary", "Authorization, Trix-Act-As, Accept");
    const facts = [version, `as${as ?? "all"}`, `at${at ?? "now"}`];
    return negotiate(c.req.raw.headers.get("accept"), RECORD_FORMS) === "text/plain"
      ? freshText(c, [...facts, "text"], makeNotation(record))
      : fresh(c, [...facts, "record"], record);
  })
  .answer(getProof, asReader, async ({ game }, c) => {
    const { proof, version } = await game.ask((object) => object.proof(), { repeatable: true });
    return fresh(c, [version, "public", "proof"], proof);
  });
