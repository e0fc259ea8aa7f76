/**
 * Reading the text notation of records: lenient in form, strict in what it says. `tokens.ts` cuts the text; here its words
 * become deals, movers follow from the rules, and the whole is played again.
 */

import { cardsOfDoubling, doublingOf } from "./actions.ts";
import { type Card, makeCard, PACK, parseCard, SEATS, type Seat } from "./cards.ts";
import { ALL_CONTRACTS, makeContracts, parseContractLetters, parseContracts } from "./contracts.ts";
import { OPTIONS } from "./options.ts";
import { isFinished, type MatchRecord, type RecordedDeal, type RecordedPlay, recordScores } from "./record.ts";
import { type ReplayFault, replayRecord } from "./replay.ts";
import { type Rules, resolveRules } from "./rules.ts";
import { compileRules } from "./table.ts";
import { cutText, type Tag, type Word } from "./tokens.ts";

/** Where and why a text is refused; `line` from 1, where one line is to blame. */
export type NotationFault = Omit<ReplayFault, "code"> & {
  line: number | null;
  code: ReplayFault["code"] | "syntax" | "bad_rules";
};
export type Parsed = { ok: true; record: MatchRecord } | { ok: false; fault: NotationFault };

class Refused extends Error {
  readonly fault: NotationFault;
  constructor(fault: NotationFault) {
    super(fault.message);
    this.fault = fault;
  }
}

function refuse(message: string, line: number | null, deal: string | null = null): never {
  throw new Refused({ deal, trick: null, line, code: "syntax", message });
}

/** More deals than any match can have, and more plays than any deal: nothing longer is worth reading. */
const MAX_DEALS = 110,
  MAX_PLAYS = 210;

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
  const rules = readRules(tags, one("Rules"));
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
function readRules(tags: Tag[], preset: Tag | undefined): Rules {
  const request: Record<string, unknown> = { preset: preset?.value ?? "trix" };
  for (const tag of tags.filter((each) => each.name.toLowerCase() === "option")) {
    const at = tag.value.indexOf("=");
    const name = tag.value.slice(0, at).trim();
    const option = OPTIONS.find((each) => each.name === name);
    if (at < 0 || option === undefined) refuse(`There is no rule option "${name}".`, tag.line);
    const value = valueOf(option.spec.kind, tag.value.slice(at + 1).trim());
    const [group, key] = name.split(".");
    if (key === undefined) request[group] = value;
    else request[group] = { ...(request[group] as object | undefined), [key]: value };
  }
  const resolved = resolveRules(request);
  if (resolved.ok) return resolved.rules;
  throw new Refused({ deal: null, trick: null, line: null, code: "bad_rules", message: resolved.errors[0].message });
}

function valueOf(kind: (typeof OPTIONS)[number]["spec"]["kind"], text: string): unknown {
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

const SUIT_SIGNS: Record<string, string> = {
  "♠": "S",
  "♥": "H",
  "♦": "D",
  "♣": "C",
  "♤": "S",
  "♡": "H",
  "♢": "D",
  "♧": "C",
};

/** The card that a lenient text names: `7h`, `10D`, `K♥`. */
function readCard(text: string): Card | undefined {
  const plain = text
    .replace(/[\ufe0e\ufe0f]/g, "")
    .replace(/[♠♥♦♣♤♡♢♧]/g, (sign) => SUIT_SIGNS[sign])
    .toUpperCase()
    .replace(/^10/, "T");
  return parseCard(plain) === undefined ? undefined : (plain as Card);
}

class DealReader {
  readonly #rules: Rules;
  readonly #firstDealer: Seat | null;
  readonly #words: Word[];
  #at = 0;
  #kingdom = 0;
  #used = 0;

  constructor(rules: Rules, firstDealer: Seat | null, words: Word[]) {
    this.#rules = rules;
    this.#firstDealer = firstDealer;
    this.#words = words;
  }

  read(): { deals: RecordedDeal[]; status: MatchRecord["status"] } {
    const deals: RecordedDeal[] = [];
    let status: MatchRecord["status"] = "playing";
    while (this.#at < this.#words.length) {
      const word = this.#next("a deal");
      if (word.text.toLowerCase() === "end") {
        const how = this.#next("how the game ended").text.toLowerCase();
        if (how !== "aborted" && how !== "waiting")
          refuse(`After "end", expected "aborted" or "waiting", not "${how}".`, word.line);
        status = how;
        if (this.#at < this.#words.length) refuse("Nothing can follow the end.", this.#words[this.#at].line);
        break;
      }
      if (deals.length === MAX_DEALS) refuse("A match can't have this many deals.", word.line);
      const before = deals.at(-1);
      if (before !== undefined && !isFinished(before)) refuse("Only the last deal can have no points.", word.line);
      deals.push(this.#deal(word, deals.length));
    }
    return { deals, status };
  }

  #next(what: string): Word {
    const word = this.#words[this.#at++];
    if (word === undefined) refuse(`The text ends where ${what} should be.`, this.#words.at(-1)?.line ?? null);
    return word;
  }

  #seat(): Seat {
    const word = this.#next("a seat");
    if (!/^[0-3]$/.test(word.text)) refuse(`"${word.text}" is not a seat from 0 to 3.`, word.line);
    return Number(word.text) as Seat;
  }

  #deal(head: Word, index: number): RecordedDeal {
    const match = /^(t?)([1-9][0-9]{0,2})\.$/i.exec(head.text);
    if (match === null)
      refuse(`"${head.text}" doesn't start a deal. A deal starts with a number such as "1." or "T1.".`, head.line);
    const tiebreak = match[1] !== "";
    const name = `${tiebreak ? "T" : ""}${match[2]}`;
    const king = this.#seat();
    const letters = this.#next("the contracts");
    const contracts = letters.text === "-" ? 0 : parseContractLetters(letters.text.toLowerCase());
    if (contracts === undefined) refuse(`"${letters.text}" is not a list of contracts.`, letters.line, name);
    const deal: RecordedDeal = {
      number: Number(match[2]),
      kingdom: this.#kingdomOf(tiebreak, contracts),
      king,
      dealer: this.#firstDealer === null ? king : (((this.#firstDealer + index) % 4) as Seat),
      hands: this.#hands(name),
      redeals: [],
      contracts: makeContracts(contracts),
      doubled: [],
      plays: [],
      points: [],
      ...(tiebreak ? { tiebreak: true } : {}),
    };
    this.#rest(deal, name);
    return deal;
  }

  #kingdomOf(tiebreak: boolean, contracts: number): number | null {
    if (tiebreak) return null;
    if (this.#used === 0) this.#kingdom++;
    this.#used |= contracts;
    if (this.#used === ALL_CONTRACTS || this.#rules.mode === "practice") this.#used = 0;
    return this.#kingdom;
  }

  #hands(deal: string): (Card[] | null)[] {
    return SEATS.map(() => {
      const word = this.#next("a hand");
      if (word.text === "?") return null;
      const suits = word.text.toUpperCase().replaceAll("10", "T").split(".");
      const cards = suits.flatMap((ranks, suit) => [...ranks].map((rank) => `${rank}${"SHDC"[suit] ?? "?"}`));
      if (suits.length !== 4 || cards.some((card) => parseCard(card) === undefined))
        refuse(`"${word.text}" is not a hand.`, word.line, deal);
      return PACK.map(makeCard)
        .filter((card) => cards.includes(card))
        .concat(repeats(cards));
    });
  }

  /** The lines below a deal's head, up to its points or the next deal. */
  #rest(deal: RecordedDeal, name: string): void {
    const mover = new Mover(this.#rules, deal);
    while (this.#at < this.#words.length) {
      const word = this.#words[this.#at];
      const text = word.text.toLowerCase();
      if (text === "end" || text.endsWith(".")) return;
      this.#at++;
      if (text === "r") deal.redeals.push({ seat: this.#seat(), hands: this.#hands(name) });
      else if (text === "d") deal.doubled = this.#doubled(deal, name);
      else if (text === "=") {
        deal.points = SEATS.map(() => this.#points(name));
        return;
      } else this.#play(deal, mover, word, name);
    }
  }

  #points(deal: string): number {
    const word = this.#next("the points");
    if (!/^[+-]?[0-9]{1,7}$/.test(word.text)) refuse(`"${word.text}" is not a number of points.`, word.line, deal);
    return Number(word.text) || 0;
  }

  #doubled({ contracts }: RecordedDeal, deal: string): RecordedDeal["doubled"] {
    const { doublable } = compileRules(this.#rules).terms[parseContracts(contracts) ?? 0];
    return SEATS.flatMap((seat) => {
      const word = this.#next("a doubling answer");
      if (word.text === "-") return [];
      const cards = (word.text.replace(/[\ufe0e\ufe0f]/g, "").match(/(?:10|[^0-9])./gu) ?? []).map(readCard);
      const mask = cards.includes(undefined) ? undefined : doublingOf(cards as Card[]);
      if (mask === undefined) refuse(`"${word.text}" is not a doubling answer.`, word.line, deal);
      if ((mask & ~doublable) !== 0) refuse(`"${word.text}" can't be doubled in this deal.`, word.line, deal);
      return cardsOfDoubling(mask).map((card) => ({ seat, card }));
    });
  }

  #play(deal: RecordedDeal, mover: Mover, word: Word, name: string): void {
    const parts = /^(-|[^-!~^]+)(!?)([~^]?)$/u.exec(word.text);
    const card = parts === null || parts[1] === "-" ? undefined : readCard(parts[1]);
    if (parts === null || (parts[1] !== "-" && card === undefined))
      refuse(`"${word.text}" is not a play.`, word.line, name);
    if (deal.plays.length === MAX_PLAYS) refuse("A deal can't have this many plays.", word.line, name);
    if (deal.revoke !== undefined) refuse("Nothing can follow a revoke: it ends the deal.", word.line, name);
    const by = parts[3] === "" ? {} : { by: parts[3] === "^" ? ("bot" as const) : ("clock" as const) };
    const seat = mover.next();
    const play: RecordedPlay = card === undefined ? { seat, pass: true, ...by } : { seat, card, ...by };
    if (parts[2] === "!" && card !== undefined) deal.revoke = { seat, card };
    deal.plays.push(play);
    mover.played(card);
  }
}

/** Cards that stand in a hand more than once: kept, so that the check of the pack finds them. */
const repeats = (cards: string[]): Card[] => cards.filter((card, i) => cards.indexOf(card) !== i) as Card[];

/** Whose turn it is, from the plays alone. */
class Mover {
  readonly #layout: boolean;
  readonly #left = [13, 13, 13, 13];
  #turn: Seat;
  #trick: { seat: Seat; card: Card }[] = [];

  constructor(rules: Rules, deal: RecordedDeal) {
    this.#layout = ((parseContracts(deal.contracts) ?? 0) & 16) !== 0;
    this.#turn =
      (this.#layout ? rules.layoutStart : rules.firstLead) === "king" ? deal.king : (((deal.dealer + 1) % 4) as Seat);
  }

  next(): Seat {
    return this.#turn;
  }

  played(card: Card | undefined): void {
    const seat = this.#turn;
    this.#turn = ((seat + 1) % 4) as Seat;
    if (this.#layout) {
      if (card !== undefined) this.#left[seat]--;
      for (let i = 0; i < 4 && this.#left[this.#turn] === 0; i++) this.#turn = ((this.#turn + 1) % 4) as Seat;
      return;
    }
    if (card === undefined) return;
    this.#trick.push({ seat, card });
    if (this.#trick.length < 4) return;
    const led = this.#trick[0].card[1];
    const height = (play: { card: Card }) => (play.card[1] === led ? parseCard(play.card)! : -1);
    this.#turn = this.#trick.reduce((best, play) => (height(play) > height(best) ? play : best)).seat;
    this.#trick = [];
  }
}
