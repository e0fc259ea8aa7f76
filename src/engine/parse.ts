/**
 * Reading the text notation of records: lenient in form, strict in what it says. `tokens.ts` cuts the text, `deal-reader.ts`
 * makes deals of its words; here its tags are read, and the whole is played again.
 */

import { SEATS, type Seat } from "./cards.ts";
import { DealReader, type Places, readPoints } from "./deal-reader.ts";
import { nameFault, tidyName } from "./names.ts";
import { type NotationFault, Refused, refuse } from "./notation-fault.ts";
import { quote } from "./quote.ts";
import { isDay, LINE_LENGTH, lineFault, type MatchRecord, recordScores } from "./record.ts";
import { checkEnd, checkPlayed, checkShown } from "./record-check.ts";
import { fail, Unsound } from "./replay-fault.ts";
import { readRuleTags } from "./rule-tags.ts";
import { cutText, type Tag, type Word } from "./tokens.ts";

export type Parsed = { ok: true; record: MatchRecord } | { ok: false; fault: NotationFault };

/**
 * Reads a record, which may be one seat's replay. Never throws: a text that is not one, or whose deals do not replay, is
 * refused with line, deal, trick and reason.
 */
export const parseNotation = (text: string): Parsed => parse(text, false);

/** The same for a record that must be whole: no hand is hidden, no deal is in play, and status and result are those of its deals. */
export const parseWhole = (text: string): Parsed => parse(text, true);

function parse(text: string, isWhole: boolean): Parsed {
  const places: Places = new Map();
  try {
    const cut = cutText(text);
    if ("message" in cut) refuse(cut.message, cut.line);
    return { ok: true, record: checked(readRecord(cut.tags, cut.words, places), isWhole) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, fault: error.fault };
    if (!(error instanceof Unsound)) throw error;
    return { ok: false, fault: { ...error.fault, line: lineOf(error.fault.pointer, places) } };
  }
}

/** The line that gives what a pointer names, or what it stands in. */
function lineOf(pointer: string, places: Places): number | null {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const line = places.get(at);
    if (line !== undefined) return line;
  }
  return null;
}

/** A record as its text says it; `totals` are those of the result, `null` where there is none, `undefined` where nothing is said of it. */
interface Read {
  record: MatchRecord;
  totals: number[] | null | undefined;
}

/** The record with what follows from its deals: scores, result, status. Deals that can be replayed must replay. */
function checked({ record, totals }: Read, isWhole: boolean): MatchRecord {
  if (isWhole) checkShown(record);
  const known = { ...record, scores: recordScores(record.deals) };
  const replayed = checkPlayed(known);
  const won = replayed.match.result;
  if (totals != null && won === null)
    fail("/result", "incomplete", "The text has a result, but its deals do not end the match.");
  if (totals != null && won !== null && totals.join() !== won.totals.join())
    fail(
      "/result",
      "does_not_match",
      `The deals end with ${won.totals.join(" ")}, but the text says ${totals.join(" ")}.`,
    );
  // A seat's replay can end after the last deal and before the result: it says `*` there.
  const complete: MatchRecord = totals === null || won === null ? known : { ...known, result: won, status: "finished" };
  if (isWhole) checkEnd(complete, replayed);
  return complete;
}

/** The tags that a text has once at most, in lower case. */
const SINGLE = ["trix", "rules", "game", "date", "seat0", "seat1", "seat2", "seat3", "dealer", "commit", "result"];

function readRecord(tags: Tag[], words: Word[], places: Places): Read {
  const found = new Map<string, Tag>();
  for (const tag of tags) {
    const name = tag.name.toLowerCase();
    if (!SINGLE.includes(name)) continue;
    if (found.has(name)) refuse(`A record can have only one tag ${tag.name}.`, tag.line);
    found.set(name, tag);
  }
  const version = found.get("trix");
  if (version === undefined) refuse('A record must have a tag [Trix "1"].', 1);
  if (version.value !== "1") refuse(`This release supports [Trix "1"], not ${quote(version.value)}.`, version.line);
  const rules = readRuleTags(
    found.get("rules"),
    tags.filter((tag) => tag.name.toLowerCase() === "option"),
  );
  const result = found.get("result");
  if (result !== undefined) places.set("/result", result.line);
  const firstDealer = readDealer(found.get("dealer"), places);
  const { deals, status } = new DealReader(rules, rules.dealer === "king" ? null : firstDealer, words, places).read();
  const forfeits = tags.filter((tag) => tag.name.toLowerCase() === "forfeit").map(readForfeit);
  // Tags may come in any order; those of the same deal stay as they are.
  forfeits.sort((a, b) => a.deal - b.deal);
  for (const [i, { line }] of forfeits.entries()) places.set(`/forfeits/${i}`, line);
  return {
    totals: result === undefined ? undefined : readResult(result),
    record: {
      format: "trix-record/1",
      id: readLine(found.get("game")),
      date: readDate(found.get("date")),
      rules,
      seats: SEATS.map((seat) => signatureOf(found.get(`seat${seat}`))),
      commitment: readLine(found.get("commit")),
      firstDealer,
      deals,
      ...(forfeits.length > 0 && { forfeits: forfeits.map(({ seat, deal }) => ({ seat, deal })) }),
      scores: [0, 0, 0, 0],
      result: null,
      status,
    },
  };
}

/** The totals of a result, or `null` where it says that there is none. */
function readResult({ value, line }: Tag): number[] | null {
  const words = value.trim().split(/\s+/);
  if (words.length === 1 && words[0] === "*") return null;
  const totals = words.map(readPoints);
  if (totals.length !== 4 || totals.includes(undefined))
    refuse(`Result must be the four totals or *, not ${quote(value)}.`, line);
  return totals as number[];
}

function readDealer(tag: Tag | undefined, places: Places): Seat | null {
  if (tag === undefined) return null;
  if (!/^[0-3]$/.test(tag.value)) refuse("Dealer must be a seat from 0 to 3.", tag.line);
  places.set("/firstDealer", tag.line);
  return Number(tag.value) as Seat;
}

function readLine(tag: Tag | undefined): string {
  const fault = tag === undefined ? null : lineFault(tag.value);
  if (fault !== null) refuse(`${tag!.name}: ${fault.message}`, tag!.line);
  return tag?.value ?? "";
}

/** A record need not know its day. */
function readDate(tag: Tag | undefined): string {
  if (tag === undefined || tag.value === "" || isDay(tag.value)) return tag?.value ?? "";
  return refuse(`Date must be a day such as 2026-11-30, not ${quote(tag.value)}.`, tag.line);
}

/** A seat and the number of the deal in which it gave the match up. */
function readForfeit({ value, line }: Tag): { seat: Seat; deal: number; line: number } {
  const parts = /^([0-3])\s+([1-9][0-9]{0,2})$/.exec(value.trim());
  if (parts === null) refuse("Forfeit must be a seat from 0 to 3 and the number of a deal.", line);
  return { seat: Number(parts[1]) as Seat, deal: Number(parts[2]), line };
}

/** A bot is marked by ` (bot)` as it stands in the text, before its backslashes are read. */
function signatureOf(tag: Tag | undefined): MatchRecord["seats"][number] {
  if (tag === undefined) return { name: "", kind: "player" };
  const bot = tag.raw.endsWith(" (bot)");
  const name = tidyName(bot ? tag.value.slice(0, -6) : tag.value);
  const fault = name === "" ? null : nameFault(name, LINE_LENGTH);
  if (fault !== null) refuse(`${tag.name}: ${fault.message}`, tag.line);
  return { name, kind: bot ? "bot" : "player" };
}
