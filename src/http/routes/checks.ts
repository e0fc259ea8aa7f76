/** Checking a record that anybody sends, as JSON or as text: its deals are played again. Nothing is stored. */

import { z } from "@hono/zod-openapi";
import { type MatchRecord, makeNotation, parseWhole, recordFault } from "../../engine/index.ts";
import { openToAll } from "../access/call.ts";
import { problemOfIssues } from "../exchange/faults.ts";
import { mediaType, RECORD_BODY_LIMIT } from "../exchange/intake.ts";
import { json, operation } from "../exchange/operation.ts";
import { createRouter } from "../exchange/router.ts";
import { RecordRequest, RecordVerdict } from "../schemas/record-check.ts";

const checkRecord = operation({
  method: "post",
  path: "/v1/records/check",
  operationId: "checkRecord",
  tags: ["Records"],
  access: "open",
  budget: "checks",
  problems: [],
  bodyLimit: RECORD_BODY_LIMIT,
  summary: "Check a record",
  description:
    "Replays the deals of a record, sent as JSON or text, and checks that they give the results in it. If not, the response describes the first error and where it is. The response to a valid record contains both forms, so you can also use this to convert between them. Nothing is stored.",
  request: {
    body: {
      required: true,
      content: {
        // By name: the router must leave a body alone that may be text.
        "application/json": { schema: { $ref: "#/components/schemas/RecordRequest" } },
        "text/plain": {
          schema: z.string().openapi({ description: "The text notation.", maxLength: RECORD_BODY_LIMIT }),
        },
      },
    },
  },
  responses: { 200: json(RecordVerdict, "The verdict.") },
});

export const checks = createRouter();
checks.hono.openAPIRegistry.register("RecordRequest", RecordRequest);
checks.answer(checkRecord, openToAll, async (_, c) => {
  const body = await c.req.text();
  return c.json(
    mediaType(c.req.raw.headers.get("content-type")) === "text/plain" ? checkText(body) : checkJson(JSON.parse(body)),
    200,
  );
});

/** The verdict on a text. */
export function checkText(text: string): RecordVerdict {
  const parsed = parseWhole(text);
  return parsed.ok ? valid(parsed.record) : { verdict: "invalid", fault: { ...parsed.fault, pointer: null } };
}

/** The verdict on a record as JSON. Throws the problem of what is no record at all. */
export function checkJson(body: unknown): RecordVerdict {
  const read = RecordRequest.safeParse(body);
  if (!read.success) throw problemOfIssues("json", read.error.issues, body);
  // The schema names cards and seats by their form alone.
  const record = read.data as MatchRecord;
  const fault = recordFault(record);
  if (fault !== null) return { verdict: "invalid", fault: { ...fault, line: null } };
  // The text holds all that a record says, so reading it back gives the one form that both ways of sending share.
  const canonical = parseWhole(makeNotation(record));
  return canonical.ok ? valid(canonical.record) : { verdict: "invalid", fault: { ...canonical.fault, line: null } };
}

const valid = (record: MatchRecord): RecordVerdict => ({
  verdict: "valid",
  deals: record.deals.length,
  finished: record.status === "finished",
  scores: record.scores,
  record,
  text: makeNotation(record),
});
