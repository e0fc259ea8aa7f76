import { expect, test } from "vitest";
import type { Seat } from "../../src/engine/index.ts";
import { type Conditions, consider } from "../../src/plans/index.ts";
import { planOf, seenBy } from "../support/plans.ts";
import { handsHolding, practising, TestTable } from "../support/positions.ts";
import type { RulesAsked } from "../support/random-rules.ts";

type Four = readonly [string, string, string, string];
const QUEENS = practising("queens");

function table(request: RulesAsked, held: Four, without: Four, play: string): TestTable {
  return new TestTable(request, [handsHolding(held, without)]).double().play(play);
}

/** Whether a rule under these conditions applies to the seat on turn. */
const applies = (when: Conditions, at: TestTable): boolean =>
  consider([planOf({ when, then: [{ type: "highest" }] })], seenBy(at.match, at.awaited[0])).fires !== null;

const lead = table(QUEENS, ["7H 9S", "", "", ""], ["", "", "", ""], "");
const second = table(QUEENS, ["7H 9S", "QS 4S", "", ""], ["", "S", "", ""], "9S");
const third = table(QUEENS, ["7H 9S", "QS", "4S 3S", ""], ["", "S", "S", ""], "9S QS");
const last = table(QUEENS, ["7H 9S", "KS", "3S", "QC AD"], ["", "S", "S", "S"], "9S KS 3S");
const broken = table(QUEENS, ["7H 9S 8S", "TS KS", "JS 2S", "AH AD"], ["", "S", "S", "S"], "9S TS JS AH 2S AD 8S");
const tricks = table(practising("tricks"), ["7H 9S", "", "", ""], ["", "", "", ""], "");
const partners = practising("queens", { partnership: "opposite" });
const partnerWins = table(partners, ["7H 9S", "KS", "3S", "QC AD"], ["", "S", "S", "S"], "9S KS 3S");
const opponentWins = table(partners, ["7H AS", "KS", "3S", "QC AD"], ["", "S", "S", "S"], "AS KS 3S");
const diamonds = table(practising("diamonds"), ["7H 9S", "AD", "3S 2S", ""], ["", "S", "S", ""], "9S AD");
const king = table(practising("king_of_hearts"), ["7H 9S", "KH", "3S 2S", ""], ["", "S", "S", ""], "9S KH");
const layout = table(practising("trix"), ["7H JS", "QS", "", ""], ["", "", "", ""], "JS");

test.each<[string, Conditions, TestTable, boolean]>([
  ["no condition", {}, lead, true],
  ["the contract", { contracts: ["queens", "trix"] }, lead, true],
  ["another contract", { contracts: ["diamonds"] }, lead, false],
  ["cards held", { holds: ["7H", "9S"] }, lead, true],
  ["cards of which one is not held", { holds: ["7H", "QS"] }, second, false],
  ["cards of which none is held", { lacks: ["7H", "9S"] }, second, true],
  ["cards of which one is held", { lacks: ["AS", "QS"] }, second, false],
  ["a card played", { played: ["9S"] }, second, true],
  ["a card not yet played", { played: ["9S", "4S"] }, second, false],
  ["cards still out", { unplayed: ["QS", "4S"] }, second, true],
  ["cards of which one is gone", { unplayed: ["QS", "9S"] }, second, false],
  ["a card of an earlier trick counts as played", { played: ["9S", "AH"] }, broken, true],
  ["leading", { leads: true }, lead, true],
  ["leading, while following", { leads: true }, second, false],
  ["following", { leads: false }, second, true],
  ["following, while leading", { leads: false }, lead, false],
  ["first to play", { positions: [1] }, lead, true],
  ["second or third", { positions: [2, 3] }, third, true],
  ["last to play", { positions: [4] }, last, true],
  ["last to play, too early", { positions: [4] }, third, false],
  ["the led suit", { led: ["D", "S"] }, second, true],
  ["another led suit", { led: ["H"] }, second, false],
  ["a led suit, while leading", { led: ["S", "H", "D", "C"] }, lead, false],
  ["void", { void: true }, last, true],
  ["void, with a card of the suit", { void: true }, second, false],
  ["not void", { void: false }, second, true],
  ["not void, while void", { void: false }, last, false],
  ["void or not, while leading", { void: false }, lead, false],
  ["a trick with a queen", { counting: true }, third, true],
  ["a trick without one", { counting: true }, second, false],
  ["a trick that costs nothing so far", { counting: false }, second, true],
  ["a trick with a diamond", { counting: true }, diamonds, true],
  ["a trick with the king of hearts", { counting: true }, king, true],
  ["any trick where tricks count", { counting: true }, tricks, true],
  ["hearts broken", { heartsBroken: true }, broken, true],
  ["hearts not broken", { heartsBroken: false }, second, true],
  ["hearts not broken, once they are", { heartsBroken: false }, broken, false],
  ["a trick of the partner's", { winner: "partner" }, partnerWins, true],
  ["a trick of the partner's that is an opponent's", { winner: "partner" }, opponentWins, false],
  ["a trick of an opponent's", { winner: "opponent" }, opponentWins, true],
  ["an opponent's trick, without partners", { winner: "opponent" }, last, true],
  ["anybody's trick, while leading", { winner: "opponent" }, lead, false],
  ["all of several", { void: true, contracts: ["queens"], positions: [4], holds: ["QC"] }, last, true],
  ["all but one of several", { void: true, contracts: ["queens"], positions: [3], holds: ["QC"] }, last, false],
  ["cards in the layout", { contracts: ["trix"], played: ["JS"], holds: ["QS"] }, layout, true],
  ...(["leads", "void", "counting", "heartsBroken"] as const).flatMap(
    (name): [string, Conditions, TestTable, boolean][] =>
      [true, false].map((wish) => [
        `${name} ${wish}, in the layout, where there is no trick`,
        { [name]: wish },
        layout,
        false,
      ]),
  ),
  ["a place in the trick, in the layout", { positions: [1, 2, 3, 4] }, layout, false],
  ["whose the trick is, in the layout", { winner: "opponent" }, layout, false],
])("%s", (_, when, at, holds) => {
  expect(applies(when, at)).toBe(holds);
});

test("in redeal and doubling no condition but the contract is even looked at, whoever holds what", () => {
  for (const [owner, cards] of [
    [0, "7H KH"],
    [1, "KH"],
    [2, "KH"],
    [3, "KH"],
  ] as const) {
    const held = (["7H", "", "", ""] as Four).with(owner, cards) as unknown as Four;
    const at = new TestTable(practising("king_of_hearts"), [handsHolding(held)]);
    for (const seat of [0, 1, 2, 3] as Seat[]) {
      const outcome = (when: Conditions) =>
        consider([planOf({ when, then: [{ type: "decline" }] })], seenBy(at.match, seat)).steps[0];
      for (const when of [
        { holds: ["KH"] },
        { lacks: ["KH"] },
        { played: [] },
        { leads: false },
        { contracts: ["king_of_hearts"], holds: [] },
      ] as Conditions[]) {
        expect(outcome(when)).toMatchObject({
          outcome: "condition_unmet",
          condition: Object.keys(when).find((name) => name !== "contracts"),
        });
      }
      expect(outcome({ contracts: ["king_of_hearts"] }).outcome).toBe("fires");
      expect(outcome({ contracts: ["queens"] })).toMatchObject({ outcome: "condition_unmet", condition: "contracts" });
      expect(outcome({}).outcome).toBe("fires");
    }
  }
});
