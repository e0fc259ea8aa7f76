/** Checking a record that anybody sends, as JSON or as text: its deals are played again. Nothing is stored. */

import { z } from "@hono/zod-openapi";
import { type MatchRecord, makeNotation, type NotationFault, parseNotation, replayRecord } from "../../engine/index.ts";
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

function checkText(text: string): RecordVerdict {
  const parsed = parseNotation(text);
  return parsed.ok ? verdictOn(parsed.record) : { verdict: "invalid", fault: parsed.fault };
}

function checkJson(body: unknown): RecordVerdict {
  const read = RecordRequest.safeParse(body);
  if (!read.success) throw problemOfIssues("json", read.error.issues, body);
  // The schema names cards and seats by their form alone.
  return verdictOn(read.data as MatchRecord);
}

const invalid = (fault: Omit<NotationFault, "line">): RecordVerdict => ({
  verdict: "invalid",
  fault: { ...fault, line: null },
});
const contradiction = (message: string): RecordVerdict =>
  invalid({ deal: null, trick: null, code: "does_not_match", message });

function verdictOn(record: MatchRecord): RecordVerdict {
  const fault = faultIn(record);
  if (fault !== undefined) return invalid(fault);
  const replayed = replayRecord(record);
  if (!replayed.ok) return invalid(replayed.fault);
  if (replayed.finished !== (record.status === "finished") || replayed.finished !== (record.result !== null)) {
    return contradiction(
      `The deals ${replayed.finished ? "end the match" : "do not end the match"}, but the status and the result say otherwise.`,
    );
  }
  if ((record.rules.dealer === "rotates") !== (record.firstDealer !== null) && record.deals.length > 0) {
    return contradiction("`firstDealer` must be a seat if the dealer rotates, and null otherwise.");
  }
  // The text holds all that a record says, so reading it back gives the one form that both ways of sending share.
  const text = makeNotation(record);
  const canonical = parseNotation(text);
  if (!canonical.ok) return { verdict: "invalid", fault: canonical.fault };
  const { deals, scores } = canonical.record;
  return { verdict: "valid", deals: deals.length, finished: replayed.finished, scores, record: canonical.record, text };
}

/** What only a seat's replay may have: a hidden hand, a deal in play. */
function faultIn({ deals }: MatchRecord): Omit<NotationFault, "line"> | undefined {
  for (const deal of deals) {
    const label = `${deal.tiebreak ? "T" : ""}${deal.number}`;
    if ([deal.hands, ...deal.redeals.map(({ hands }) => hands)].some((hands) => hands.includes(null))) {
      return {
        deal: label,
        trick: null,
        code: "hidden_hand",
        message: `Deal ${label} hides a hand. Only a complete record can be checked.`,
      };
    }
    if (deal.points.length !== 4)
      return { deal: label, trick: null, code: "incomplete", message: `Deal ${label} stops before it is over.` };
  }
  return undefined;
}
