import { expect, test } from "vitest";
import type { Contract, Seat } from "../../src/engine/index.ts";
import { type Choice, consider } from "../../src/plans/index.ts";
import { planOf, seenBy } from "../support/plans.ts";
import { handsHolding, practising, TestTable } from "../support/positions.ts";
import type { RulesAsked } from "../support/random-rules.ts";

type Four = readonly [string, string, string, string];

interface Scene {
  request: RulesAsked;
  held: Four;
  without?: Four;
  play?: string;
  seat?: Seat;
}

const trick = (contract: Contract, held: Four, without: Four, play?: string): Scene => ({
  request: practising(contract),
  held,
  without,
  play,
});

/** What a choice names at the seat on turn, or at the one that is named. */
function named(choice: Choice, { request, held, without, play, seat }: Scene): string | undefined {
  const table = new TestTable(request, [handsHolding(held, without)]).double().play(play ?? "");
  return consider([planOf({ then: [choice] })], seenBy(table.match, seat ?? table.awaited[0])).fires?.action;
}

// Seat 0 holds the 7♥, is king and leads.
const following = trick("queens", ["7H 9S", "QS 8S 6S 2S", "", ""], ["", "S", "", ""], "9S");
const third = trick("queens", ["7H 9S", "4S", "QS TS 8S 6S", ""], ["", "S", "S", ""], "9S 4S");
const over = trick("tricks", ["7H 9S", "AS", "KS TS", ""], ["", "S", "S", ""], "9S AS");
const under = trick("tricks", ["7H 2S", "3S", "KS TS", ""], ["", "S", "S", ""], "2S 3S");
const discarding = trick("tricks", ["7H 9S", "AH AD 2C 2D", "", ""], ["", "S", "", ""], "9S");
const single = trick("tricks", ["7H 9S", "4S", "", ""], ["", "S", "", ""], "9S");
// Seats 1 to 3 have opened hearts, diamonds and clubs after the spades of seat 0.
const rows: Scene = {
  request: practising("trix"),
  held: ["7H JS TS QS 2S TD", "JH", "JD", "JC QC"],
  without: ["S", "", "", ""],
  play: "JS JH JD JC",
};
const jacks: Scene = { request: practising("trix"), held: ["7H JS JD", "", "", ""], without: ["HC", "", "", ""] };
const passing: Scene = {
  request: practising("trix", { layoutPass: "explicit" }),
  held: ["7H JS JD", "", "JH JC", ""],
  without: ["", "SD", "", ""],
  play: "JS",
};
const naming: Scene = { request: {}, held: ["7H", "", "", ""] };
const complex: Scene = { request: { mode: "complex" }, held: ["7H", "", "", ""] };
const doubling = { request: practising("king_of_hearts"), held: ["7H", "KH", "", ""] as Four };

test.each<[string, Choice, Scene, string | undefined]>([
  ["a card that is legal", { type: "card", card: "6S" }, following, "p:6S"],
  ["no card that is not", { type: "card", card: "7H" }, following, undefined],
  ["no card of another's", { type: "card", card: "AS" }, following, undefined],
  ["the highest of the led suit where it must be followed", { type: "highest" }, following, "p:QS"],
  ["the lowest", { type: "lowest" }, following, "p:2S"],
  ["none of a suit that cannot be played", { type: "highest", suits: ["H", "D"] }, following, undefined],
  ["of equal ranks that of the suit named first", { type: "highest", suits: ["D", "H"] }, discarding, "p:AD"],
  ["of equal ranks, where no suit is named, hearts before diamonds", { type: "highest" }, discarding, "p:AH"],
  ["the lowest of equal ranks likewise", { type: "lowest", suits: ["C", "D"] }, discarding, "p:2C"],
  ["the highest card under the one that wins", { type: "duck" }, following, "p:8S"],
  ["the same in third place, measured by the best card and not the newest", { type: "duck" }, third, "p:8S"],
  ["the lowest card over the one that wins", { type: "beat" }, third, "p:TS"],
  ["nothing to beat an ace with", { type: "beat" }, over, undefined],
  ["the highest under an ace", { type: "duck" }, over, "p:KS"],
  ["nothing under a three", { type: "duck" }, under, undefined],
  ["no duck where the seat is void", { type: "duck" }, discarding, undefined],
  ["no duck for whoever leads", { type: "duck" }, trick("tricks", ["7H", "", "", ""], ["", "", "", ""]), undefined],
  ["the only legal card", { type: "only" }, single, "p:4S"],
  ["not one of two", { type: "only" }, over, undefined],
  ["a jack, of the suit named first", { type: "open", suits: ["D", "S"] }, jacks, "p:JD"],
  ["a jack, spades before diamonds", { type: "open" }, jacks, "p:JS"],
  ["no jack of another suit", { type: "open", suits: ["C"] }, jacks, undefined],
  ["the low end of a row", { type: "extend", end: "low" }, rows, "p:TS"],
  ["the high end", { type: "extend", end: "high" }, rows, "p:QS"],
  ["the low end of the suit named first", { type: "extend", end: "low", suits: ["D", "S"] }, rows, "p:TD"],
  ["no end of a row that is shut", { type: "extend", end: "low" }, jacks, undefined],
  [
    "no jack is opened in a trick",
    { type: "open" },
    trick("tricks", ["7H JS", "", "", ""], ["", "", "", ""]),
    undefined,
  ],
  ["a pass where one must be said", { type: "pass" }, passing, "pass"],
  ["a pass is the only action", { type: "only" }, passing, "pass"],
  ["no pass where a card fits", { type: "pass" }, rows, undefined],
  ["a contract for the king", { type: "contract", contracts: ["queens"] }, naming, "c:q"],
  [
    "no contracts that are not offered together",
    { type: "contract", contracts: ["queens", "diamonds"] },
    naming,
    undefined,
  ],
  [
    "contracts together, in whatever order",
    { type: "contract", contracts: ["tricks", "diamonds", "king_of_hearts", "queens"] },
    complex,
    "c:kqdt",
  ],
  ["no part of them", { type: "contract", contracts: ["queens"] }, complex, undefined],
  [
    "nothing for those who are not king",
    { type: "contract", contracts: ["queens"] },
    { ...naming, seat: 1 },
    undefined,
  ],
  ["no card before the play", { type: "highest" }, naming, undefined],
])("%s", (_, choice, scene, action) => {
  expect(named(choice, scene)).toBe(action);
});

test.each<Seat>([0, 1, 2, 3])("seat %i declines to double, and no other choice answers there", (seat) => {
  const table = new TestTable(doubling.request, [handsHolding(doubling.held)]);
  const fires = (choice: Choice) => consider([planOf({ then: [choice] })], seenBy(table.match, seat)).fires?.action;
  expect(table.match.deal.phase).toBe("doubling");
  expect(fires({ type: "decline" })).toBe("d:");
  // Of those who hold nothing to double this would be the only action, and tell it.
  expect(fires({ type: "only" })).toBeUndefined();
});

test("a redeal is declined by whoever might claim one and by whoever might not", () => {
  const table = new TestTable({ redeal: { twos: "four" } }, [handsHolding(["7H", "2S 2H 2D 2C", "", ""])]);
  expect(table.match.deal.phase).toBe("redeal");
  for (const seat of [0, 1, 2, 3] as const)
    expect(
      consider([planOf({ then: [{ type: "only" }, { type: "decline" }] })], seenBy(table.match, seat)).fires?.action,
    ).toBe("r:decline");
});
