/** The text notation of records (docs/records.md section 2): writing it. `parse.ts` reads it; both ways lose nothing. */

import { type Card, type Seat, SUITS } from "./cards.ts";
import { makeContractLetters, parseContracts } from "./contracts.ts";
import { OPTIONS } from "./options.ts";
import { isFinished, type MatchRecord, type RecordedDeal, type RecordedPlay } from "./record.ts";
import { type Rules, resolveRecorded } from "./rules.ts";
import { compileRules } from "./table.ts";

/** Entries of a layout a line, and tricks a line. */
const PLAYS_A_LINE = 16,
  TRICKS_A_LINE = 4;

/** The value of a dotted option in a full rule set; `undefined` for practice options elsewhere. */
export function optionValue(rules: Rules, name: string): unknown {
  const [group, key] = name.split(".") as [keyof Rules, string | undefined];
  const value: unknown = rules[group];
  return key === undefined ? value : (value as Record<string, unknown> | null)?.[key];
}

/** The options that must be said beside the preset: those that differ from it, or from what `partnership` implies. */
function saidOptions(rules: Rules): string[] {
  const bases = [{ preset: rules.preset }, { preset: rules.preset, partnership: rules.partnership }].map((request) => {
    const resolved = resolveRecorded(request);
    if (!resolved.ok) throw new RangeError(`unknown preset ${rules.preset}`);
    return resolved.rules;
  });
  return OPTIONS.flatMap(({ name }) => {
    const value = optionValue(rules, name);
    const differs = bases.some((base) => String(optionValue(base, name)) !== String(value));
    return value === undefined || !differs ? [] : [`${name}=${String(value)}`];
  });
}

const escaped = (value: string): string => value.replace(/["\\]/g, "\\$&");

/** A seat's name as a tag value. A bot is marked at the end; a player whose own name ends so is told apart by the backslash. */
const signature = ({ name, kind }: MatchRecord["seats"][number]): string =>
  kind === "bot" ? `${escaped(name)} (bot)` : escaped(name).replace(/\(bot\)$/, "\\(bot)");

/** A tag whose value is escaped already. */
const tag = (name: string, value: string): string => `[${name} "${value}"]`;

/** A hand as `A3.86.AT643.Q754`: spades, hearts, diamonds, clubs; `?` for one that is not known. */
const handText = (hand: readonly Card[] | null): string =>
  hand === null
    ? "?"
    : SUITS.map((suit) =>
        hand
          .filter((card) => card[1] === suit)
          .map((card) => card[0])
          .join(""),
      ).join(".");

const handsText = (hands: readonly (readonly Card[] | null)[]): string => hands.map(handText).join(" ");

const MARKS = { bot: "^", clock: "~" } as const;

function playText(play: RecordedPlay, deal: RecordedDeal): string {
  const mark = play.by === undefined ? "" : MARKS[play.by];
  if ("pass" in play) return `-${mark}`;
  const revokes = deal.revoke !== undefined && play === deal.plays.at(-1);
  return `${play.card}${revokes ? "!" : ""}${mark}`;
}

function playLines(deal: RecordedDeal): string[] {
  const plays = deal.plays.map((play) => playText(play, deal));
  const layout = deal.contracts.includes("trix");
  const [size, each] = layout ? [1, PLAYS_A_LINE] : [4, TRICKS_A_LINE];
  const groups: string[] = [];
  for (let i = 0; i < plays.length; i += size) groups.push(plays.slice(i, i + size).join(" "));
  const lines: string[] = [];
  for (let i = 0; i < groups.length; i += each) {
    const more = !layout && i + each < groups.length;
    lines.push(`  ${groups.slice(i, i + each).join(layout ? " " : " | ")}${more ? " |" : ""}`);
  }
  return lines;
}

function dealLines(deal: RecordedDeal, rules: Rules): string[] {
  const contracts = parseContracts(deal.contracts) ?? 0;
  const asked = compileRules(rules).terms[contracts].doublable !== 0;
  const doubled = ([0, 1, 2, 3] as Seat[]).map(
    (seat) =>
      deal.doubled
        .filter((card) => card.seat === seat)
        .map((card) => card.card)
        .join("") || "-",
  );
  return [
    `${deal.tiebreak ? "T" : ""}${deal.number}. ${deal.king} ${makeContractLetters(contracts) || "-"} ${handsText(deal.hands)}`,
    ...deal.redeals.map((redeal) => `  r ${redeal.seat} ${handsText(redeal.hands)}`),
    ...(asked ? [`  d ${doubled.join(" ")}`] : []),
    ...playLines(deal),
    ...(isFinished(deal) ? [`  = ${deal.points.join(" ")}`] : []),
  ];
}

/** The record as canonical text, with a line feed at its end. */
export function makeNotation(record: MatchRecord): string {
  const { rules, status } = record;
  const lines = [
    tag("Trix", "1"),
    tag("Rules", rules.preset),
    ...saidOptions(rules).map((option) => tag("Option", option)),
    tag("Game", escaped(record.id)),
    tag("Date", escaped(record.date)),
    ...record.seats.map((seat, i) => tag(`Seat${i}`, signature(seat))),
    ...(record.firstDealer === null ? [] : [tag("Dealer", String(record.firstDealer))]),
    tag("Commit", escaped(record.commitment)),
    ...(record.forfeits ?? []).map(({ seat, deal }) => tag("Forfeit", `${seat} ${deal}`)),
    tag("Result", record.result === null ? "*" : record.result.totals.join(" ")),
    "",
    ...record.deals.flatMap((deal) => dealLines(deal, rules)),
    ...(status === "aborted" || status === "waiting" ? [`end ${status}`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
