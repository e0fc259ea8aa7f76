/** Texts of records for tests: whole records of random matches, written leniently, and mutated in every way. */

import assert from "node:assert/strict";
import {
  eventFor,
  type MatchEvent,
  type MatchRecord,
  type MovedEvent,
  makeNotation,
  parseNotation,
  type RecordedDeal,
  recordDeals,
  recordScores,
  type Seat,
} from "../../src/engine/index.ts";
import { playMatch, randomDealing, rulesOf, SEATS } from "./play.ts";
import { type Random, randomFrom } from "./random.ts";
import { type RulesAsked, randomRules } from "./random-rules.ts";

/** Names that an account may have, and what is hard about them in a tag. */
const NAMES = [
  "Amal",
  "steady",
  'she said "no"',
  "back\\slash",
  "ends in a backslash\\",
  "\\",
  '"',
  "(bot)",
  "Amal (bot)",
  "Amal \\(bot)",
  "a (bot) b",
  '[Seat0 "x"]',
  "{no comment}",
  "; none either",
  "ليلى",
  "ليلى (bot)",
  "🃏 Zoë",
  "end aborted",
  "= 1 2 3 4",
  "| ♥10 |",
  "می\u200cخواهم",
  "👩\u200d🚀",
  "",
];

const jsonOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** A random match as moved events: whoever answered is the seat's player, a bot, or the clock. */
export function movedMatch(
  request: RulesAsked,
  random: Random,
  revokes?: number,
): {
  rules: MatchRecord["rules"];
  firstDealer: Seat | null;
  events: (MatchEvent & { by?: MovedEvent["by"] })[];
  result: MatchRecord["result"];
} {
  const rules = rulesOf(request);
  const dealing = randomDealing(random);
  const events: (MatchEvent & { by?: MovedEvent["by"] })[] = [];
  const marks = random.pick([0, 0.1, 1]);
  const match = playMatch(
    rules,
    dealing,
    random,
    [
      (step) => {
        const by = random.chance(marks) ? random.pick(["bot", "clock", "player"] as const) : undefined;
        for (const [i, event] of step.events.entries())
          events.push(i === 0 && step.action !== null && by !== undefined ? { ...event, by } : event);
      },
    ],
    revokes,
  );
  return {
    rules,
    firstDealer: rules.dealer === "rotates" ? (dealing.firstDealer() as Seat) : null,
    events,
    result: match.result,
  };
}

export const seenBy = (event: MatchEvent & { by?: MovedEvent["by"] }, audience: Seat | "public"): MovedEvent => ({
  ...eventFor(event, audience),
  ...(event.by === undefined ? {} : { by: event.by }),
});

/** A record around some deals, with random names. */
export function recordAround(
  deals: RecordedDeal[],
  rules: MatchRecord["rules"],
  firstDealer: Seat | null,
  result: MatchRecord["result"],
  status: MatchRecord["status"],
  random: Random,
): MatchRecord {
  return jsonOf<MatchRecord>({
    format: "trix-record/1",
    id: `gm_${random.word()}`,
    date: random.pick(["2026-11-30", "1999-01-01"]),
    rules,
    seats: SEATS.map(() => ({ name: random.pick(NAMES), kind: random.chance(0.3) ? "bot" : "player" })),
    commitment: random.word().toString(16).padStart(64, "0"),
    firstDealer,
    deals,
    scores: recordScores(deals),
    result,
    status,
  });
}

/** The record of a random match under a random option set: whole, cut off after some deal, aborted, or not begun. */
export function randomRecord(seed: string, asked?: RulesAsked): MatchRecord {
  const random = randomFrom(seed);
  const { rules, firstDealer, events, result } = movedMatch(asked ?? randomRules(random), random, 0.02);
  const deals = recordDeals(events.map((event) => seenBy(event, "public")));
  const status = random.pick(["finished", "finished", "finished", "playing", "aborted", "waiting"] as const);
  if (status === "finished") return recordAround(deals, rules, firstDealer, result, status, random);
  const kept = status === "waiting" ? [] : deals.slice(0, random.below(deals.length));
  // A match that has not begun has drawn no dealer.
  return recordAround(kept, rules, status === "waiting" ? null : firstDealer, null, status, random);
}

/** The text gives the record again, and the record the text. */
export function roundTrip(record: MatchRecord): string {
  const text = makeNotation(record);
  const read = parseNotation(text);
  assert.ok(read.ok, `refused: ${JSON.stringify(read)}\n${text}`);
  assert.deepStrictEqual(jsonOf(read.record), record, "the text loses something");
  assert.equal(makeNotation(read.record), text, "the text read and written again is another");
  return text;
}

export interface RoundTrips {
  matches: number;
  deals: number;
  unfinished: number;
  revokes: number;
  tiebreaks: number;
  redeals: number;
  marked: number;
}

/** Round trips of `count` random records; returns what was among them. */
export function checkRoundTrips(count: number, seed = "round trip"): RoundTrips {
  const tally: RoundTrips = { matches: 0, deals: 0, unfinished: 0, revokes: 0, tiebreaks: 0, redeals: 0, marked: 0 };
  for (let i = 0; i < count; i++) {
    try {
      const record = randomRecord(`${seed} ${i}`);
      roundTrip(record);
      tally.matches++;
      tally.deals += record.deals.length;
      if (record.result === null) tally.unfinished++;
      for (const deal of record.deals) {
        tally.redeals += deal.redeals.length;
        if (deal.revoke !== undefined) tally.revokes++;
        if (deal.tiebreak) tally.tiebreaks++;
        if (deal.plays.some((play) => play.by !== undefined)) tally.marked++;
      }
    } catch (error) {
      throw new Error(`record "${seed} ${i}": ${(error as Error).message}`, { cause: error });
    }
  }
  return tally;
}

/** A text in its tags and in what follows. */
const partsOf = (text: string): [string, string] => {
  const at = text.indexOf("\n\n") + 2;
  return [text.slice(0, at), text.slice(at)];
};

const LETTER_SIGNS: Record<string, string> = { S: "♠", H: "♥", D: "♦", C: "♣" };
const CARD = /(?<![\w.])([AKQJT2-9])([SHDC])(?![\w.])/g;

/** Ways to write the same record otherwise. */
export const LENIENT: Readonly<Record<string, (text: string) => string>> = {
  "lines that end in CR LF": (text) => text.replaceAll("\n", "\r\n"),
  "lines that end in CR alone": (text) => text.replaceAll("\n", "\r"),
  "a byte-order mark": (text) => `\ufeff${text}`,
  "10 for T": (text) =>
    partsOf(text)
      .map((part, i) => (i === 0 ? part : part.replace(/T(?![0-9])/g, "10")))
      .join(""),
  "lower case": (text) =>
    partsOf(text)
      .map((part, i) => (i === 0 ? part : part.toLowerCase()))
      .join(""),
  "lower case in the names of tags": (text) =>
    text.replace(/^\[(\w+)/gm, (_, name: string) => `[${name.toLowerCase()}`),
  "suit symbols": (text) =>
    partsOf(text)
      .map((part, i) =>
        i === 0 ? part : part.replace(CARD, (_, rank: string, suit: string) => rank + LETTER_SIGNS[suit]),
      )
      .join(""),
  "suit symbols of the emoji kind, and 10": (text) =>
    partsOf(text)
      .map((part, i) =>
        i === 0
          ? part
          : part.replace(
              CARD,
              (_, rank: string, suit: string) => `${rank === "T" ? "10" : rank}${LETTER_SIGNS[suit]}\ufe0f`,
            ),
      )
      .join(""),
  "no signs between the tricks": (text) =>
    partsOf(text)
      .map((part, i) => (i === 0 ? part : part.replaceAll("|", "")))
      .join(""),
  "comments in braces and to the end of the line": (text) =>
    partsOf(text)
      .map((part, i) =>
        i === 0
          ? `; A record.\n${part}`
          : part
              .replace(/^ {2}(?=\S)/gm, "  {a comment; with 2S\n over two lines} ")
              .replaceAll("\n", " ; 3S {unfinished\n"),
      )
      .join(""),
  "other white space": (text) =>
    partsOf(text)
      .map((part, i) =>
        i === 0
          ? part.replace(/^\[/gm, "\n [ ").replace(/\]$/gm, " ]")
          : part.replaceAll(" ", "\t  ").replaceAll("\n", "\n\n \f"),
      )
      .join(""),
  "everything in one line": (text) =>
    partsOf(text)
      .map((part) => part.replaceAll("\n", " "))
      .join(" "),
  "tags in another order": (text) =>
    partsOf(text)
      .map((part, i) => (i === 0 ? `${part.trim().split("\n").toReversed().join("\n")}\n\n` : part))
      .join(""),
};

/** What a mutation may put in: words of the notation, and characters that mean something to some reader. */
const BITS = [
  "2S",
  "KH",
  "10D",
  "-",
  "!",
  "~",
  "^",
  "|",
  "=",
  "= 0 0 0 0",
  "d - - - -",
  "d KH - - -",
  "r 1 ? ? ? ?",
  "r",
  "?",
  "...",
  "A.K.Q.J",
  "1.",
  "T1.",
  "99.",
  "0",
  "3",
  "end aborted",
  "end waiting",
  "end",
  "{",
  "}",
  ";",
  "[",
  "]",
  '"',
  "\\",
  '\\"',
  "\\\\",
  '[Option "kingdoms=1"]',
  '[Option "mode=practice"]',
  '[Option "practice=1"]',
  '[Option "__proto__=1"]',
  '[Option "points.__proto__=1"]',
  '[Option "kingdoms=NaN"]',
  '[Rules "trex"]',
  '[Rules "constructor"]',
  '[Dealer "1"]',
  '[Result "*"]',
  '[Game "a\\"b\\\\"]',
  '[Seat0 "x (bo\\t)"]',
  '[Seat1 "\\ (bot)"]',
  "\u0000",
  "\ufeff",
  "\u2028",
  "\ud800",
  "♥",
  "é",
  "١",
  "1e9",
  "-0",
  "𝟙",
  "\r",
  "\n",
  " ",
  "k",
  "x",
  "kqdt",
  "kx",
];

/** A text changed in one to four places. */
export function mutate(text: string, others: readonly string[], random: Random): string {
  let mutant = text;
  for (let i = 1 + (random.chance(0.3) ? random.below(4) : 0); i > 0; i--) mutant = mutateOnce(mutant, others, random);
  return mutant;
}

function mutateOnce(text: string, others: readonly string[], random: Random): string {
  const at = random.below(text.length + 1),
    length = 1 + random.below(random.pick([1, 3, 80]));
  const lines = text.split("\n"),
    words = text.split(" ");
  const a = random.below(lines.length),
    b = random.below(lines.length),
    v = random.below(words.length),
    w = random.below(words.length);
  switch (random.below(14)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + random.pick(BITS) + text.slice(at);
    case 2:
      return text.slice(0, at) + random.pick(BITS) + text.slice(at + length);
    case 3:
      return (
        text.slice(0, at) +
        String.fromCharCode(random.pick([random.below(128), random.below(65536)])) +
        text.slice(at + 1)
      );
    case 4:
      return text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
    case 5:
      return text.slice(0, at);
    case 6:
      return lines.with(a, lines[b]).with(b, lines[a]).join("\n");
    case 7:
      return lines.toSpliced(a, 1).join("\n");
    case 8:
      return lines.toSpliced(a, 0, lines[b]).join("\n");
    case 9:
      return words.with(v, words[w]).with(w, words[v]).join(" ");
    case 10:
      return words.toSpliced(v, 1).join(" ");
    case 11:
      return words.with(v, random.pick(BITS)).join(" ");
    case 12: {
      const other = random.pick(others).split("\n");
      return [...lines.slice(0, a), ...other.slice(random.below(other.length))].join("\n");
    }
    default: {
      // The last deal stays without its points: what nobody can replay must still be read and written without loss.
      const points = text.lastIndexOf("\n  =");
      const cut = points < 0 ? text : text.slice(0, points - random.below(60));
      return random.chance(0.5) ? cut : `${cut} ${random.pick(BITS)}`;
    }
  }
}

/** Milliseconds that reading one text may take. */
const LIMIT_MS = 200;

export interface Fuzz {
  mutants: number;
  accepted: number;
  refused: number;
  slowestMs: number;
}

/** Reads mutated texts: each gives a record or a fault with a message, soon; what is accepted survives writing and reading. */
export function checkMutants(count: number, seed = "mutants"): Fuzz {
  const random = randomFrom(seed);
  // Mostly short matches: the reader's faults do not need long ones.
  const texts = Array.from({ length: 40 }, (_, i) =>
    makeNotation(
      randomRecord(`${seed} base ${i}`, {
        ...randomRules(random),
        ...(i % 4 > 0 && { mode: "complex", kingdoms: 1, practice: undefined }),
      }),
    ),
  );
  const fuzz: Fuzz = { mutants: 0, accepted: 0, refused: 0, slowestMs: 0 };
  for (let i = 0; i < count; i++) {
    const mutant = random.chance(0.02)
      ? Array.from({ length: random.below(60) }, () => random.pick(BITS)).join(random.pick(["", " "]))
      : mutate(random.pick(texts), texts, random);
    try {
      fuzz.mutants++;
      readMutant(mutant, fuzz);
    } catch (error) {
      throw new Error(`mutant ${i} of "${seed}", ${JSON.stringify(mutant)}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
  return fuzz;
}

function readMutant(mutant: string, fuzz: Fuzz): void {
  const timed = () => {
    const since = performance.now();
    const read = parseNotation(mutant);
    return { read, ms: performance.now() - since };
  };
  let { read, ms } = timed();
  // Another process may have held the machine: a text that is slow is so every time.
  for (let again = 0; again < 3 && ms > LIMIT_MS; again++) ms = Math.min(ms, timed().ms);
  assert.ok(ms <= LIMIT_MS, `took ${ms.toFixed(0)} ms`);
  fuzz.slowestMs = Math.max(fuzz.slowestMs, ms);
  if (!read.ok) {
    assert.match(read.fault.message, /\w.*[.!?")]$/s);
    fuzz.refused++;
    return;
  }
  fuzz.accepted++;
  const record = jsonOf(read.record);
  const again = parseNotation(makeNotation(read.record));
  assert.ok(again.ok, `accepted, but its own text is refused: ${JSON.stringify(again)}`);
  assert.deepStrictEqual(jsonOf(again.record), record, "accepted, but its own text loses something");
}
