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
