/**
 * Reading the text notation of records: lenient in form, strict in what it says. `tokens.ts` cuts the text, `deal-reader.ts`
 * makes deals of its words; here its tags are read, and the whole is played again.
 */

import { SEATS, type Seat } from "./cards.ts";
import { DealReader } from "./deal-reader.ts";
import { type NotationFault, Refused, refuse } from "./notation-fault.ts";
import type { OptionSpec } from "./option.ts";
import { OPTIONS } from "./options.ts";
import { isFinished, type MatchRecord, recordScores } from "./record.ts";
import { replayRecord } from "./replay.ts";
import { type Rules, resolveRecorded } from "./rules.ts";
import { cutText, type Tag, type Word } from "./tokens.ts";

export type Parsed = { ok: true; record: MatchRecord } | { ok: false; fault: NotationFault };

/** Reads a record. Never throws: a text that is not one, or whose deals do not replay, is refused with line, deal, trick and reason. */
export function parseNotation(text: string): Parsed {
  try {
    const cut = cutText(text);
    if ("message" in cut) refuse(cut.message, cut.line);
    return { ok: true, record: checked(readRecord(cut.tags, cut.words)) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, fault: error.fault };
    throw error;
  }
}

/** The record with what follows from its deals: scores, result, status. Deals that can be replayed must replay. */
function checked({ record, result }: { record: MatchRecord; result: string | null }): MatchRecord {
  const last = record.deals.at(-1);
  const whole = last === undefined || isFinished(last) ? record.deals : record.deals.slice(0, -1);
  const scores = recordScores(whole);
  const replayed = replayRecord({ ...record, deals: whole, scores });
  if (!replayed.ok) throw new Refused({ ...replayed.fault, line: null });
  // A seat's replay can end after the last deal and before the result: it says `*` there.
  if (result === "*") return { ...record, scores };
  const won = replayed.finished ? replayed.match.result : null;
  if (result !== null && result !== won?.totals.join(" ")) {
    throw new Refused({
      deal: null,
      trick: null,
      line: null,
      code: won === null ? "incomplete" : "does_not_match",
      message:
        won === null
          ? "The text has a result, but its deals do not end the match."
          : `The deals end with ${won.totals.join(" ")}, but the text says ${result}.`,
    });
  }
  return { ...record, scores, result: won, status: won === null ? record.status : "finished" };
}

function readRecord(tags: Tag[], words: Word[]): { record: MatchRecord; result: string | null } {
  const one = (name: string): Tag | undefined => tags.find((tag) => tag.name.toLowerCase() === name.toLowerCase());
  const version = one("Trix");
  if (version === undefined) refuse('A record must start with [Trix "1"].', 1);
  if (version.value !== "1") refuse(`This release supports [Trix "1"], not "${version.value}".`, version.line);
  const rules = rulesOf(tags, one("Rules"));
  const dealer = one("Dealer");
  if (dealer !== undefined && !/^[0-3]$/.test(dealer.value)) refuse("Dealer must be a seat from 0 to 3.", dealer.line);
  const result = one("Result")?.value.trim().split(/\s+/).join(" ") ?? null;
  const firstDealer = dealer === undefined || rules.dealer === "king" ? null : (Number(dealer.value) as Seat);
  const { deals, status } = new DealReader(rules, firstDealer, words).read();
  const seats = SEATS.map((seat) => signatureOf(one(`Seat${seat}`)));
  const forfeits = tags.filter((tag) => tag.name.toLowerCase() === "forfeit").map(readForfeit);
  return {
    result,
    record: {
      format: "trix-record/1",
      id: one("Game")?.value ?? "",
      date: one("Date")?.value ?? "",
      rules,
      seats,
      commitment: one("Commit")?.value ?? "",
      firstDealer,
      deals,
      ...(forfeits.length > 0 && { forfeits }),
      scores: [0, 0, 0, 0],
      result: null,
      status,
    },
  };
}

/** A seat and the number of the deal in which it gave the match up. */
function readForfeit({ value, line }: Tag): { seat: Seat; deal: number } {
  const parts = /^([0-3])\s+([1-9][0-9]{0,2})$/.exec(value.trim());
  if (parts === null) refuse("Forfeit must be a seat from 0 to 3 and the number of a deal.", line);
  return { seat: Number(parts[1]) as Seat, deal: Number(parts[2]) };
}

/** A bot is marked by ` (bot)` as it stands in the text, before its backslashes are read. */
function signatureOf(tag: Tag | undefined): MatchRecord["seats"][number] {
  if (tag === undefined) return { name: "", kind: "player" };
  const bot = tag.raw.endsWith(" (bot)");
  return { name: bot ? tag.value.slice(0, -6) : tag.value, kind: bot ? "bot" : "player" };
}

/** The rules that the preset and the options say. */
function rulesOf(tags: Tag[], preset: Tag | undefined): Rules {
  const request: Record<string, unknown> = { preset: preset?.value ?? "trix" };
  for (const tag of tags.filter((each) => each.name.toLowerCase() === "option")) {
    const at = tag.value.indexOf("=");
    const name = tag.value.slice(0, at).trim();
    const option = OPTIONS.find((each) => each.name === name);
    if (at < 0 || option === undefined) refuse(`There is no rule option "${name}".`, tag.line);
    const value = readValue(option.spec.kind, tag.value.slice(at + 1).trim());
    const [group, key] = name.split(".");
    if (key === undefined) request[group] = value;
    else request[group] = { ...(request[group] as object | undefined), [key]: value };
  }
  const resolved = resolveRecorded(request);
  if (resolved.ok) return resolved.rules;
  throw new Refused({ deal: null, trick: null, line: null, code: "bad_rules", message: resolved.errors[0].message });
}

function readValue(kind: OptionSpec["kind"], text: string): unknown {
  switch (kind) {
    case "flag":
      return text === "true" ? true : text === "false" ? false : text;
    case "integer":
      return Number(text);
    case "integers":
      return text.split(",").map(Number);
    case "choices":
      return text.split(",").map((item) => item.trim());
    case "choice":
      return text;
  }
}
