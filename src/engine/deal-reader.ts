/** Reading the deals of the text notation: heads, hands, redeals, doublings and plays, whose movers follow from the rules. */

import { type Card, cardNumber, makeCard, PACK, parseCard, SEATS, type Seat, SUITS } from "./cards.ts";
import { ALL_CONTRACTS, makeContracts, parseContractLetters, parseContracts, X } from "./contracts.ts";
import { cardsOfDoubling, doublingOf } from "./doubling.ts";
import { PASS, type PlayCode, playOf, playSeat } from "./match.ts";
import { refuse } from "./notation-fault.ts";
import { quote } from "./quote.ts";
import {
  isFinished,
  type MatchRecord,
  MOST_DEALS,
  MOST_PLAYS,
  type RecordedDeal,
  type RecordedPlay,
} from "./record.ts";
import type { Rules } from "./rules.ts";
import { termsOf } from "./table.ts";
import type { Word } from "./tokens.ts";
import { firstSeat, turnInTricks, turnOnLayout } from "./turns.ts";

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
    .replace(/[♠♥♦♣♤♡♢♧]/g, (sign) => SUIT_SIGNS[sign])
    .toUpperCase()
    .replace(/^10/, "T");
  return parseCard(plain) === undefined ? undefined : (plain as Card);
}

/** The lines of a text, by the pointers into its record that they give. */
export type Places = Map<string, number>;

/** Reads the deals of a text from its words, in order, and notes where each part stands. Throws `Refused`. */
export class DealReader {
  readonly #rules: Rules;
  readonly #firstDealer: Seat | null;
  readonly #words: Word[];
  readonly #places: Places;
  #at = 0;
  #kingdom = 0;
  #used = 0;

  constructor(rules: Rules, firstDealer: Seat | null, words: Word[], places: Places) {
    this.#rules = rules;
    this.#places = places;
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
          refuse(`After "end", expected "aborted" or "waiting", not ${quote(how)}.`, word.line);
        status = how;
        this.#places.set("/status", word.line);
        if (this.#at < this.#words.length) refuse("Nothing can follow the end.", this.#words[this.#at].line);
        break;
      }
      if (deals.length === MOST_DEALS) refuse("A match can't have this many deals.", word.line);
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
    if (!/^[0-3]$/.test(word.text)) refuse(`${quote(word.text)} is not a seat from 0 to 3.`, word.line);
    return Number(word.text) as Seat;
  }

  #deal(head: Word, index: number): RecordedDeal {
    const match = /^(t?)([1-9][0-9]{0,2})\.$/i.exec(head.text);
    if (match === null)
      refuse(`${quote(head.text)} doesn't start a deal. A deal starts with a number such as "1." or "T1.".`, head.line);
    const at = `/deals/${index}`;
    this.#places.set(at, head.line);
    const tiebreak = match[1] !== "";
    const name = `${tiebreak ? "T" : ""}${match[2]}`;
    const king = this.#seat();
    const letters = this.#next("the contracts");
    const contracts = letters.text === "-" ? 0 : parseContractLetters(letters.text.toLowerCase());
    if (contracts === undefined) refuse(`${quote(letters.text)} is not a list of contracts.`, letters.line, name);
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
    this.#rest(deal, name, at);
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
      const cards = suits.flatMap((ranks, suit) => [...ranks].map((rank) => `${rank}${SUITS[suit] ?? "?"}`));
      if (suits.length !== 4 || cards.some((card) => parseCard(card) === undefined))
        refuse(`${quote(word.text)} is not a hand.`, word.line, deal);
      return PACK.map(makeCard)
        .filter((card) => cards.includes(card))
        .concat(repeats(cards));
    });
  }

  /** The lines below a deal's head, up to its points or the next deal. */
  #rest(deal: RecordedDeal, name: string, at: string): void {
    const mover = new Mover(this.#rules, deal);
    while (this.#at < this.#words.length) {
      const word = this.#words[this.#at];
      const text = word.text.toLowerCase();
      if (text === "end" || text.endsWith(".")) return;
      this.#at++;
      if (text === "r") {
        this.#places.set(`${at}/redeals/${deal.redeals.length}`, word.line);
        deal.redeals.push({ seat: this.#seat(), hands: this.#hands(name) });
      } else if (text === "d") {
        if (this.#places.has(`${at}/doubled`)) refuse("A deal can have only one line of doubling.", word.line, name);
        this.#places.set(`${at}/doubled`, word.line);
        deal.doubled = this.#doubled(deal, name);
      } else if (text === "=") {
        this.#places.set(`${at}/points`, word.line);
        deal.points = SEATS.map(() => this.#points(name));
        return;
      } else {
        this.#places.set(`${at}/plays/${deal.plays.length}`, word.line);
        this.#play(deal, mover, word, name);
      }
    }
  }

  #points(deal: string): number {
    const word = this.#next("the points");
    return readPoints(word.text) ?? refuse(`${quote(word.text)} is not a number of points.`, word.line, deal);
  }

  #doubled({ contracts }: RecordedDeal, deal: string): RecordedDeal["doubled"] {
    const { doublable } = termsOf(this.#rules, contracts);
    return SEATS.flatMap((seat) => {
      const word = this.#next("a doubling answer");
      if (word.text === "-") return [];
      const cards = (word.text.match(/(?:10|[^0-9])./gu) ?? []).map(readCard);
      const mask = cards.includes(undefined) ? undefined : doublingOf(cards as Card[]);
      if (mask === undefined) refuse(`${quote(word.text)} is not a doubling answer.`, word.line, deal);
      if ((mask & ~doublable) !== 0) refuse(`${quote(word.text)} can't be doubled in this deal.`, word.line, deal);
      return cardsOfDoubling(mask).map((card) => ({ seat, card }));
    });
  }

  #play(deal: RecordedDeal, mover: Mover, word: Word, name: string): void {
    const parts = /^(-|[^-!~^]+)(!?)([~^]?)$/u.exec(word.text);
    const card = parts === null || parts[1] === "-" ? undefined : readCard(parts[1]);
    if (parts === null || (parts[1] !== "-" && card === undefined))
      refuse(`${quote(word.text)} is not a play.`, word.line, name);
    if (deal.plays.length === MOST_PLAYS) refuse("A deal can't have this many plays.", word.line, name);
    if (deal.revoke !== undefined) refuse("Nothing can follow a revoke: it ends the deal.", word.line, name);
    const by = parts[3] === "" ? {} : { by: parts[3] === "^" ? ("bot" as const) : ("clock" as const) };
    const seat = mover.turn;
    const play: RecordedPlay = card === undefined ? { seat, pass: true, ...by } : { seat, card, ...by };
    if (parts[2] === "!" && card !== undefined) deal.revoke = { seat, card };
    deal.plays.push(play);
    mover.play(card);
  }
}

/** A number of points, as a deal and a result say it. */
export const readPoints = (text: string): number | undefined =>
  /^[+-]?[0-9]{1,7}$/.test(text) ? Number(text) || 0 : undefined;

/** Cards that stand in a hand more than once: kept, so that the check of the pack finds them. */
const repeats = (cards: string[]): Card[] => cards.filter((card, i) => cards.indexOf(card) !== i) as Card[];

/** Whose turn it is, which the text leaves out: it follows from the plays before. */
class Mover {
  readonly #layout: boolean;
  readonly #first: number;
  readonly #plays: PlayCode[] = [];
  readonly #played = [0, 0, 0, 0];
  /** The seats that are out, bit = seat. */
  #out = 0;

  constructor(rules: Rules, deal: RecordedDeal) {
    const contracts = parseContracts(deal.contracts) ?? 0;
    this.#layout = (contracts & X) !== 0;
    this.#first = firstSeat(rules, contracts, deal.king, deal.dealer);
  }

  get turn(): Seat {
    const last = this.#plays.at(-1);
    if (last === undefined || !this.#layout) return turnInTricks(this.#plays, this.#first) as Seat;
    return turnOnLayout(playSeat(last), this.#out) as Seat;
  }

  /** The seat whose turn it is plays a card, or passes. */
  play(card: Card | undefined): void {
    const seat = this.turn;
    if (card !== undefined && ++this.#played[seat] === 13) this.#out |= 1 << seat;
    this.#plays.push(playOf(seat, card === undefined ? PASS : cardNumber(card)));
  }
}
