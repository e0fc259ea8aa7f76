import { describe, expect, test } from "vitest";
import { type MatchRecord, makeNotation, parseNotation } from "../../src/engine/index.ts";
import { Problem } from "../../src/http/exchange/problem.ts";
import { checkText } from "../../src/http/routes/checks.ts";
import { randomRecord } from "../support/notations.ts";
import type { RulesAsked } from "../support/random-rules.ts";
import { checkDoors, checkJsonDoors, checkTextDoors, judgeJson } from "../support/record-doors.ts";

/** A record of a match with that many deals in play of it, or of all. */
function recordOf(asked: RulesAsked, kept?: number): MatchRecord {
  for (let i = 0; ; i++) {
    const record = randomRecord(`doors ${i}`, asked);
    if (record.status !== "finished" || (record.forfeits ?? []).length > 0) continue;
    const seats = record.seats.map((_, seat) => ({ name: `Player ${seat}`, kind: "player" as const }));
    const whole = { ...record, seats };
    if (kept === undefined) return whole;
    const read = parseNotation(
      makeNotation({ ...whole, deals: whole.deals.slice(0, kept), result: null, status: "playing" }),
    );
    if (read.ok) return read.record;
  }
}

const finished = recordOf({ kingdoms: 1 });
const running = recordOf({ kingdoms: 1 }, 2);
const rotating = recordOf({ preset: "trex", kingdoms: 1 }, 1);

/** What both doors say of a record that is changed, or of its text where the record cannot say it. */
interface Row {
  record: MatchRecord;
  /** The change of the record, and what of it is to blame. */
  json?: (record: MatchRecord) => unknown;
  pointer?: string;
  /** The change of the text, where it is not that of the record; and the line that is to blame. */
  text?: (text: string) => string;
  line: RegExp;
  says?: string;
}

const withStatus = (status: MatchRecord["status"], result?: null) => (record: MatchRecord) => ({
  ...record,
  status,
  ...(result === null && { result }),
});
const forfeiting =
  (...forfeits: { seat: number; deal: number }[]) =>
  (record: MatchRecord) => ({ ...record, forfeits });
const seat0 = (name: string) => (record: MatchRecord) => ({
  ...record,
  seats: record.seats.with(0, { name, kind: "player" }),
});
const tag = (line: string) => (text: string) => text.replace('[Game "', `${line}\n[Game "`);

const ROWS: Record<string, Row> = {
  "a finished match that was aborted": {
    record: finished,
    json: withStatus("aborted", null),
    pointer: "/status",
    text: (text) => `${text}end aborted\n`,
    line: /^end/,
  },
  "a finished match that has not begun": {
    record: finished,
    json: withStatus("waiting", null),
    pointer: "/status",
    text: (text) => `${text}end waiting\n`,
    line: /^end/,
  },
  "a match that has not begun, with deals": {
    record: running,
    json: withStatus("waiting"),
    pointer: "/status",
    line: /^end/,
  },
  "a forfeit in a deal that there was not": {
    record: finished,
    json: forfeiting({ seat: 0, deal: 99 }),
    pointer: "/forfeits/0",
    line: /^\[Forfeit/,
    says: "deal 99",
  },
  "a forfeit behind the deal in play": {
    record: running,
    json: forfeiting({ seat: 0, deal: 4 }),
    pointer: "/forfeits/0",
    line: /^\[Forfeit/,
  },
  "two forfeits of a seat": {
    record: running,
    json: forfeiting({ seat: 2, deal: 3 }, { seat: 2, deal: 3 }),
    pointer: "/forfeits/1",
    line: /^\[Forfeit "2 3"/,
    says: "only once",
  },
  "a forfeit before the beginning": {
    record: { ...running, deals: [], scores: [0, 0, 0, 0] },
    json: (record) => ({ ...record, status: "waiting", forfeits: [{ seat: 0, deal: 1 }] }),
    pointer: "/forfeits/0",
    line: /^\[Forfeit/,
  },
  "a first dealer where the king deals": {
    record: running,
    json: (record) => ({ ...record, firstDealer: 2 }),
    pointer: "/firstDealer",
    line: /^\[Dealer/,
  },
  "a day that is none": {
    record: running,
    json: (record) => ({ ...record, date: "tomorrow" }),
    pointer: "/date",
    line: /^\[Date/,
  },
  "a day that no month has": {
    record: running,
    json: (record) => ({ ...record, date: "2026-02-29" }),
    pointer: "/date",
    line: /^\[Date/,
  },
  "a date of 41 characters": {
    record: running,
    json: (record) => ({ ...record, date: "2".repeat(41) }),
    pointer: "/date",
    line: /^\[Date/,
  },
  "a name of 101 characters": {
    record: running,
    json: seat0("x".repeat(101)),
    pointer: "/seats/0/name",
    line: /^\[Seat0/,
    says: "100 characters",
  },
  "a name that turns the text around it": {
    record: running,
    json: seat0("a\u202eb"),
    pointer: "/seats/0/name",
    line: /^\[Seat0/,
  },
  "an id of 101 characters": {
    record: running,
    json: (record) => ({ ...record, id: "g".repeat(101) }),
    pointer: "/id",
    line: /^\[Game/,
  },
  "a commitment of 101 characters": {
    record: running,
    json: (record) => ({ ...record, commitment: "0".repeat(101) }),
    pointer: "/commitment",
    line: /^\[Commit/,
  },
  "a redeal under rules without redeals": {
    record: running,
    json: (record) => {
      const copy = structuredClone(record);
      copy.deals[1].redeals.push({ seat: 1, hands: copy.deals[0].hands });
      return copy;
    },
    pointer: "/deals/1/redeals/0",
    line: /^ {2}r 1/,
    says: "redeal 1 isn't possible",
  },
  "a contract that was played": {
    record: running,
    json: (record) => ({
      ...record,
      deals: record.deals.with(1, { ...record.deals[1], contracts: record.deals[0].contracts }),
    }),
    pointer: "/deals/1/contracts",
    line: /^2\. /,
  },
  "points that nobody made": {
    record: running,
    json: (record) => ({
      ...record,
      scores: record.scores.map((score, seat) => score + seat),
      deals: record.deals.with(1, {
        ...record.deals[1],
        points: record.deals[1].points.map((points, seat) => points + seat),
      }),
    }),
    pointer: "/deals/1/points",
    line: /^ {2}= /,
  },
  "an empty figure": { record: running, text: tag('[Option "points.queen="]'), line: /queen=/, says: "points.queen" },
  "a list with a comma too many": {
    record: running,
    text: tag('[Option "layoutPoints=200,150,100,"]'),
    line: /layoutPoints/,
  },
  "a figure with an exponent": { record: running, text: tag('[Option "points.queen=1e0"]'), line: /queen=/ },
  "a hexadecimal figure": { record: running, text: tag('[Option "points.queen=0x2"]'), line: /queen=/ },
  "a figure with a plus": { record: running, text: tag('[Option "points.queen=+25"]'), line: /queen=/ },
  "a figure with a zero before it": { record: running, text: tag('[Option "points.queen=025"]'), line: /queen=/ },
  "a figure in Arabic-Indic digits": { record: running, text: tag('[Option "points.queen=٢٥"]'), line: /queen=/ },
  "an option out of range": {
    record: running,
    text: tag('[Option "points.queen=1001"]'),
    line: /queen=/,
    says: "1000",
  },
  "an option that the mode does not take": {
    record: running,
    text: tag('[Option "practice.deals=3"]'),
    line: /practice/,
  },
  "an option without a value": {
    record: running,
    text: tag('[Option "openHands"]'),
    line: /"openHands"/,
    says: '"openHands"',
  },
  "an option that there is not": {
    record: running,
    text: tag('[Option "kingdom=1"]'),
    line: /kingdom=1/,
    says: '"kingdom"',
  },
  "the rules twice": {
    record: running,
    text: tag('[Rules "trix"]\n[Rules "jordan"]'),
    line: /"trix"\]/,
    says: "Rules",
  },
  "an option twice": { record: running, text: tag('[Option "kingdoms=1"]'), line: /kingdoms=1/, says: "kingdoms" },
  "a result twice": { record: running, text: tag('[result "*"]'), line: /^\[Result/ },
  "the doubling twice": {
    record: running,
    text: (text) => text.replace("\n  = ", "\n  d - - - -\n  d - - - -\n  = "),
    line: /^ {2}d - - - -/,
  },
  "a result of three totals": {
    record: finished,
    text: (text) => text.replace(/\[Result .*/, '[Result "1 2 3"]'),
    line: /^\[Result/,
  },
  "a result that the deals have not": {
    record: finished,
    text: (text) => text.replace(/\[Result .*/, '[Result "1 2 3 4"]'),
    line: /^\[Result/,
  },
  "no first dealer where it rotates": {
    record: rotating,
    text: (text) => text.replace(/\[Dealer .*\n/, ""),
    line: /^never/,
  },
};

/** Line and text of it that a fault names. */
const lineOf = (text: string, line: number | null): string => (line === null ? "never" : text.split("\n")[line - 1]);

describe("what cannot be so is refused alike", () => {
  test.each(Object.entries(ROWS))("%s", (_, { record, json, pointer, text, line, says }) => {
    expect(checkJsonDoors(record)).toBe(true);
    if (json !== undefined) {
      const changed = json(structuredClone(record)) as MatchRecord;
      expect(checkJsonDoors(changed)).toBe(false);
      const verdict = judgeJson(changed);
      const faults =
        verdict instanceof Problem
          ? verdict.parts.errors!
          : verdict.verdict === "invalid"
            ? [{ ...verdict.fault, pointer: verdict.fault.pointer! }]
            : [];
      expect(faults).toMatchObject([{ pointer }]);
      if (says !== undefined) expect(faults[0].message).toContain(says);
    }
    const original = makeNotation(record);
    const written = text === undefined ? makeNotation(json!(structuredClone(record)) as MatchRecord) : text(original);
    expect(written).not.toBe(original);
    expect(checkTextDoors(written)).toBe(false);
    const verdict = checkText(written);
    if (verdict.verdict === "valid") throw new Error("valid");
    expect(lineOf(written, verdict.fault.line)).toMatch(line);
    if (says !== undefined) expect(verdict.fault.message).toContain(says);
  });
});

/** The longest deal of trix that a search over all layouts has found: who holds which card, in the order of play. Whoever can't play in between passes; the last card stays in its hand. */
const LONGEST = {
  cards:
    "JS TS 9S 8S 7S 6S QS KS AS 5S 4S JH 3S JD 2S JC QH KH AH QD KD AD TH 9H TD 8H TC 7H QC 6H 5H 4H 3H 2H KC AC 9D 8D 9C 7D 6D 5D 4D 3D 2D 8C 7C 6C 5C 4C 3C 2C",
  seats: "3333333333232323222222212121211111111010000000000001",
};

test("the longest layout that the rules allow is read in both forms", () => {
  const cards = LONGEST.cards.split(" "),
    seats = [...LONGEST.seats].map(Number);
  const hands = [0, 1, 2, 3].map((seat) => cards.filter((_, i) => seats[i] === seat));
  const left = hands.map((hand) => hand.length);
  const plays: string[] = [];
  let turn = 0;
  for (const [i, card] of cards.slice(0, -1).entries()) {
    for (; turn !== seats[i]; turn = (turn + 1) % 4) if (left[turn] > 0) plays.push("-");
    plays.push(card);
    left[turn]--;
    turn = (turn + 1) % 4;
  }
  expect(plays.length).toBe(123);
  const inSuits = (hand: string[]) =>
    ["S", "H", "D", "C"]
      .map((suit) =>
        hand
          .filter((card) => card[1] === suit)
          .map((card) => card[0])
          .join(""),
      )
      .join(".");
  for (const pass of ["auto", "explicit"]) {
    const options = [
      "mode=practice",
      "practice.contracts=trix",
      "practice.deals=1",
      "dealer=rotates",
      "layoutStart=right_of_dealer",
      `layoutPass=${pass}`,
    ];
    const text = [
      '[Trix "1"]',
      '[Dealer "3"]',
      ...options.map((option) => `[Option "${option}"]`),
      `1. 1 x ${hands.map(inSuits).join(" ")}`,
      plays.join(" "),
      "= 100 50 150 200",
    ].join("\n");
    const verdict = checkText(text);
    if (verdict.verdict === "invalid") throw new Error(verdict.fault.message);
    expect(verdict.record.deals[0].plays.length).toBe(123);
    expect(checkTextDoors(text)).toBe(true);
    expect(judgeJson(verdict.record)).toEqual(JSON.parse(JSON.stringify(verdict)));
  }
});

test("a message repeats 40 characters of what was sent, and names what cannot be seen or looks like something else", () => {
  const text = makeNotation(running);
  const long = "x".repeat(150_000);
  for (const other of [
    text.replace("1. ", `${long} `),
    text.replace("1. ", `${long}. `),
    text.replace('"trix"', `"${long}"`),
    text.replace("kingdoms=1", long),
    text.replace("kingdoms=1", `${long}=1`),
    text.replace("kingdoms=1", `kingdoms=${long}`),
    text.replace('[Result "*"]', `[Result "${long}"]`),
    text.replace('[Trix "1"]', `[Trix "${long}"]`),
    text.replace("[Trix", `[${long}`),
    text.replace(/= -?\d+/, `= ${long}`),
    `${text}end ${long}`,
    text.replace("\n  = ", `\n  d ${long}\n  = `),
  ]) {
    const verdict = checkText(other);
    if (verdict.verdict === "valid") throw new Error(`valid: ${other.slice(0, 80)}`);
    expect(verdict.fault.message.length).toBeLessThan(180);
  }
  const messageOf = (other: string) => {
    const verdict = checkText(other);
    return verdict.verdict === "invalid" ? verdict.fault.message : "valid";
  };
  expect(messageOf(text.replace("1. ", "１． "))).toContain("U+FF11");
  expect(messageOf(text.replace('[Trix "1"]', "[Trix “1”]"))).toContain("U+201C");
  expect(messageOf(text.replace('"trix"', '"trix\u200f"'))).toContain("U+200F");
  expect(messageOf(text.replace(/= (-?)/, "= −"))).toContain("U+2212");
  expect(messageOf(text.replace("kingdoms=1", "kingdoms=\u202e1"))).not.toContain("\u202e");
});

test("characters that show nothing are read as if they were not there, between words, in them and around tags, and so are spaces of any kind", () => {
  const text = makeNotation(rotating);
  const [tags, deals] = [text.slice(0, text.indexOf("\n\n")), text.slice(text.indexOf("\n\n"))];
  for (const sign of [
    "\u200e",
    "\u200f",
    "\u061c",
    "\u202a\u202c",
    "\u202e",
    "\u2066",
    "\u2069",
    "\u200b",
    "\u00ad",
    "\u2060",
    "\ufeff",
    "\u180e",
    "\u{e0041}",
  ]) {
    for (const other of [
      tags.replace(/^\[/gm, `${sign}[${sign}`).replace(/\]$/gm, `${sign}]${sign}`) + deals,
      tags + deals.replaceAll(" ", ` ${sign}`),
      tags + deals.replace(/\S(?=\S)/g, (letter) => letter + sign),
      tags + deals.replaceAll("\n", `${sign}\n${sign}`),
    ])
      expect(checkText(other), JSON.stringify(sign)).toMatchObject({ verdict: "valid", text });
  }
  for (const space of ["\u00a0", "\u202f", "\u3000", "\u2003"])
    expect(checkText(tags + deals.replaceAll(" ", space))).toMatchObject({ verdict: "valid", text });
  for (const end of ["\u0085", "\u2028", "\u2029"])
    expect(checkText(text.replaceAll("\n", end))).toMatchObject({ verdict: "valid", text });
});

test("mutated records, as text and as JSON: what is valid in one form is valid in the other and says the same, and every fault is short and has a place", () => {
  const doors = checkDoors(60);
  expect(doors.validTexts).toBeGreaterThan(5);
  expect(doors.texts - doors.validTexts).toBeGreaterThan(25);
  expect(doors.validRecords).toBeGreaterThan(10);
  expect(doors.records - doors.validRecords).toBeGreaterThan(20);
});
