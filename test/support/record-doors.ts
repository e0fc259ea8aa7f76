/** Records through both doors of the check, as text and as JSON: what is valid in one form must be valid in the other. */

import assert from "node:assert/strict";
import { type MatchRecord, makeNotation, parseNotation, tidyName } from "../../src/engine/index.ts";
import { Problem } from "../../src/http/exchange/problem.ts";
import { checkJson, checkText } from "../../src/http/routes/checks.ts";
import { mutate, randomRecord } from "./notations.ts";
import { type Random, randomFrom } from "./random.ts";
import { randomRules } from "./random-rules.ts";

type Verdict = ReturnType<typeof checkText>;

/** The verdict of the door for JSON; one that is no record at all is not valid either, and its faults stand for themselves. */
export function judgeJson(record: unknown): Verdict | Problem {
  try {
    return checkJson(JSON.parse(JSON.stringify(record)));
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

const isValid = (verdict: Verdict | Problem): verdict is Verdict & { verdict: "valid" } =>
  !(verdict instanceof Problem) && verdict.verdict === "valid";

/** Names and hands as a text has them: what else two records differ in is a difference. */
const plain = (record: MatchRecord): unknown => {
  const copy = JSON.parse(JSON.stringify(record)) as MatchRecord;
  for (const seat of copy.seats) seat.name = tidyName(seat.name);
  for (const deal of copy.deals)
    for (const { hands } of [deal, ...deal.redeals]) for (const hand of hands) hand?.sort();
  return copy;
};

const isSame = (a: MatchRecord, b: MatchRecord): boolean => {
  try {
    assert.deepStrictEqual(plain(a), plain(b));
    return true;
  } catch {
    return false;
  }
};

/** Where a fault of the text is: a line, but for what no line says. */
function checkFault(verdict: Verdict, form: "text" | "JSON"): void {
  if (verdict.verdict === "valid") return;
  const { line, pointer, message } = verdict.fault;
  assert.ok(
    form === "text" ? pointer === null : line === null && pointer !== null,
    `a place of another form: ${message}`,
  );
  assert.ok(message.length <= 250 && /\w.*[.!?")]$/s.test(message), `not a short sentence: ${message}`);
}

/** A text through both doors. Whether it is valid. */
export function checkTextDoors(text: string): boolean {
  const verdict = checkText(text);
  checkFault(verdict, "text");
  const read = parseNotation(text);
  if (verdict.verdict === "valid") {
    assert.deepStrictEqual(judgeJson(verdict.record), JSON.parse(JSON.stringify(verdict)), "valid as text alone");
  } else {
    const { line, code } = verdict.fault;
    assert.ok(line !== null || code === "incomplete" || code === "does_not_match", `no line: ${verdict.fault.message}`);
    // What only a seat's replay may have is read all the same.
    if (read.ok) assert.ok(!isValid(judgeJson(read.record)), "valid as JSON alone");
  }
  return verdict.verdict === "valid";
}

/** A record in JSON, of whatever shape, through both doors. Whether it is valid. */
export function checkJsonDoors(record: MatchRecord): boolean {
  const verdict = judgeJson(record);
  if (!(verdict instanceof Problem)) checkFault(verdict, "JSON");
  let text: string;
  try {
    text = makeNotation(record);
  } catch {
    assert.ok(!isValid(verdict), "valid as JSON, and cannot be written as text");
    return false;
  }
  const other = checkText(text);
  const agrees = other.verdict === "valid" && isSame(other.record as MatchRecord, record);
  assert.equal(
    isValid(verdict),
    agrees,
    `JSON: ${JSON.stringify(verdict).slice(0, 300)}; text: ${JSON.stringify(other).slice(0, 300)}`,
  );
  return agrees;
}

/** What a change puts into a record: values of its own fields, and some that none has. */
const VALUES = [
  null,
  0,
  1,
  3,
  -1,
  99,
  1e7,
  0.5,
  "",
  "KH",
  "2C",
  "trix",
  "tomorrow",
  "2026-02-30",
  "a\u202eb",
  "x".repeat(101),
  [],
  {},
  true,
];
const STATUSES = ["waiting", "playing", "finished", "aborted"] as const;

/** A record with one thing changed that it says: anywhere in it, or where the whole contradicts its deals. */
function changed(record: MatchRecord, random: Random): MatchRecord {
  const copy = structuredClone(record);
  const deal = copy.deals.length === 0 ? undefined : random.pick(copy.deals);
  switch (random.below(9)) {
    case 0:
      copy.status = random.pick(STATUSES);
      break;
    case 1:
      copy.forfeits = Array.from({ length: 1 + random.below(2) }, () => ({
        seat: random.below(4) as 0,
        deal: random.pick([1, copy.deals.length, copy.deals.length + 1, 99]),
      }));
      break;
    case 2:
      copy.firstDealer = random.pick([null, 0, 1, 2, 3] as const);
      break;
    case 3:
      copy.result = random.pick([null, copy.result]);
      copy.status = random.pick(STATUSES);
      break;
    case 4:
      if (deal !== undefined) deal.redeals.push({ seat: random.below(4) as 0, hands: random.pick(copy.deals).hands });
      break;
    case 5:
      copy.deals.splice(random.below(copy.deals.length + 1), 1);
      break;
    case 6: {
      // Shown in another order, or named with what nobody sees: the same record.
      const name = random.pick(["Am\u200bal", "Layla\u200f", "a\u00a0 b", " x "]);
      copy.seats[random.below(4)].name = name;
      for (const hand of deal?.hands ?? []) hand?.reverse();
      break;
    }
    default: {
      let at = copy as unknown as Record<string, unknown>;
      for (;;) {
        const key = random.pick(Object.keys(at));
        const value = at[key];
        if (typeof value === "object" && value !== null && Object.keys(value).length > 0 && random.chance(0.9)) {
          at = value as Record<string, unknown>;
          continue;
        }
        at[key] = random.pick(VALUES);
        break;
      }
    }
  }
  return copy;
}

export interface Doors {
  texts: number;
  validTexts: number;
  records: number;
  validRecords: number;
}

/** `count` mutated texts and as many changed records, each through both doors. */
export function checkDoors(count: number, seed = "doors"): Doors {
  const random = randomFrom(seed);
  // Short matches: a reader's faults do not need long ones.
  const records = Array.from({ length: 12 }, (_, i) =>
    randomRecord(`${seed} base ${i}`, { ...randomRules(random), mode: "complex", kingdoms: 1, practice: undefined }),
  );
  const texts = records.map(makeNotation);
  const doors: Doors = { texts: 0, validTexts: 0, records: 0, validRecords: 0 };
  for (let i = 0; i < count; i++) {
    const text = mutate(random.pick(texts), texts, random);
    const record = changed(random.pick(records), random);
    try {
      doors.texts++;
      if (checkTextDoors(text)) doors.validTexts++;
    } catch (error) {
      throw new Error(`text ${i} of "${seed}", ${JSON.stringify(text)}: ${(error as Error).message}`, { cause: error });
    }
    try {
      doors.records++;
      if (checkJsonDoors(record)) doors.validRecords++;
    } catch (error) {
      throw new Error(`record ${i} of "${seed}", ${JSON.stringify(record)}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
  return doors;
}
