import { describe, expect, test } from "vitest";
import { completeRules, type MatchRecord, makeNotation, parseNotation, replayRecord } from "../../src/engine/index.ts";
import { resolveRules } from "../../src/engine/rules.ts";
import { RecordRequest } from "../../src/http/schemas/record-check.ts";
import records from "../golden/records-0.2.0.json" with { type: "json" };

/** A record in both forms, as release 0.2.0 wrote them. Never edited. */
interface Written {
  what: string;
  record: MatchRecord;
  text: string;
}
const WRITTEN = records as unknown as Written[];

/** The record with the options that came later, as they were before they came. */
function completed(record: MatchRecord): MatchRecord {
  const resolved = completeRules(record.rules);
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.errors));
  return { ...record, rules: resolved.rules };
}

/** The record as if its preset had always said what it says in a request of today. */
function underToday(record: MatchRecord): MatchRecord {
  const { preset, kingdoms, mode, partnership, points, layoutPoints } = record.rules;
  const asked = { preset, kingdoms, mode, partnership, points, layoutPoints };
  const resolved = resolveRules(asked);
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.errors));
  return { ...record, rules: resolved.rules };
}

describe.each(WRITTEN)("a record of release 0.2.0: $what", ({ record, text }) => {
  test("sent as JSON it keeps the rules that it was played by: what came later has its default, whatever the preset says now", () => {
    const read = RecordRequest.parse(record) as MatchRecord;
    expect(read).toEqual(completed(record));
    expect(read.rules).toMatchObject(record.rules);
    expect(read.rules).toMatchObject({ tiebreakDeals: 3, firstKing: "seven_of_hearts", contractTiming: "after_cards" });
    expect(replayRecord(read)).toMatchObject({ ok: true, finished: true });
  });

  test("sent as text it is the same record, and is written again byte for byte", () => {
    const parsed = parseNotation(text);
    expect(parsed).toEqual({ ok: true, record: completed(record) });
    expect(makeNotation(completed(record))).toBe(text);
  });
});

test("under what their presets say now, two of them would not stand", () => {
  const stands = WRITTEN.map(({ record }) => record.rules.mode === "practice" || replayRecord(underToday(record)).ok);
  expect(stands).toEqual([false, true, false, true]);
});
