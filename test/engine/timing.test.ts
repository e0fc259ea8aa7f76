import { describe, expect, test } from "vitest";
import {
  type Card,
  eventFor,
  knowledgeOf,
  type MatchEvent,
  makeNotation,
  parseNotation,
  replayRecord,
  viewFor,
} from "../../src/engine/index.ts";
import { AUDIENCES } from "../support/knowledge.ts";
import { handsHolding, practising, TestTable } from "../support/positions.ts";
import type { RulesAsked } from "../support/random-rules.ts";
import { recordOf } from "../support/recording.ts";

const BEFORE = { contractTiming: "before_cards" };
const typesFrom = (table: TestTable, type: MatchEvent["type"]): string[] =>
  table.events.slice(table.events.findLastIndex((event) => event.type === type)).map((event) => event.type);
const sizes = ({ match }: TestTable): number[] => viewFor(match, "public").deal.handSizes;
const NOBODY = [0, 0, 0, 0],
  EVERYBODY = [13, 13, 13, 13];

describe("contractTiming: before_cards", () => {
  test("the contract comes first, and until then no seat has a hand, in views, events and what play tells", () => {
    const pack = handsHolding(["KH", "", "", ""]);
    const table = new TestTable({ ...BEFORE, firstKing: "seat0" }, [pack]);
    expect(typesFrom(table, "deal_started")).toEqual(["deal_started"]);
    for (const audience of AUDIENCES) {
      expect(eventFor(table.events[0], audience)).toMatchObject({ contracts: [], hands: null, hand: null });
      const { deal, you } = viewFor(table.match, audience);
      expect(deal).toMatchObject({ phase: "contract", awaiting: [0], handSizes: NOBODY, exposed: [] });
      if (you !== null) expect(you.hand).toEqual([]);
    }
    const { seats, out } = knowledgeOf(table.match.table.rules, viewFor(table.match, "public").deal);
    expect(seats.map(({ voids, cannotHold }) => [voids, cannotHold])).toEqual(seats.map(() => [[], []]));
    expect(Object.values(out).flat()).toHaveLength(52);

    table.name("king_of_hearts");
    expect(typesFrom(table, "contract_chosen")).toEqual(["contract_chosen", "hands_dealt", "doubling_asked"]);
    const dealt = table.events.find((event) => event.type === "hands_dealt")!;
    for (const audience of AUDIENCES) {
      const hand = audience === "public" ? null : pack[audience];
      expect(eventFor(dealt, audience)).toEqual({ type: "hands_dealt", hands: null, hand });
      expect(viewFor(table.match, audience).you?.hand ?? null).toEqual(hand);
    }
    expect(sizes(table)).toEqual(EVERYBODY);
  });

  test("open hands are shown when they are dealt", () => {
    const table = new TestTable({ ...BEFORE, firstKing: "drawn", openHands: true }, []);
    expect(viewFor(table.match, "public").deal.exposed).toEqual([]);
    table.name("trix");
    const dealt = eventFor(table.events.find((event) => event.type === "hands_dealt")!, "public");
    expect(dealt).toMatchObject({
      hand: null,
      hands: [{ length: 13 }, { length: 13 }, { length: 13 }, { length: 13 }],
    });
    expect(viewFor(table.match, "public").deal.exposed).toHaveLength(52);
  });

  test("a deal whose own 7♥ finds the king is dealt first, every other one after its contract", () => {
    const dealtFirst = (request: RulesAsked): boolean[] => {
      const table = new TestTable({ ...BEFORE, mode: "complex", tiebreak: "shared", ...request }, []).playOut(
        () => false,
      );
      return table.events.flatMap((event) => (event.type === "deal_started" ? [event.hands !== null] : []));
    };
    expect(dealtFirst({ kingdoms: 2 })).toEqual([true, false, false, false]);
    expect(dealtFirst({ kingdoms: 2, kingdomRotation: "seven_of_hearts" })).toEqual([true, false, true, false]);
    expect(dealtFirst({ kingdoms: 2, kingdomRotation: "seven_of_hearts", firstKing: "seat0" })).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(dealtFirst({ kingdoms: 2, kingdomRotation: "across", firstKing: "drawn" })).toEqual(Array(4).fill(false));
  });

  test("a playoff deal comes after its contract, a tie-break deal of king_of_hearts and a deal of practice at once", () => {
    const zeros = { points: { kingOfHearts: 0, queen: 0, diamond: 0, trick: 0 }, layoutPoints: [0, 0, 0, 0] };
    const request = { ...BEFORE, ...zeros, mode: "complex", kingdoms: 2 };
    const isTiebreak = ({ match }: TestTable) => match.deal.tiebreak;
    // Other packs where the same seat goes out first twice: then there is no playoff.
    for (let i = 0, met = 0; met < 2; i++) {
      const packs = Array.from({ length: 4 }, (_, k) => handsHolding(["", "", "", ""], undefined, `playoff ${i} ${k}`));
      const table = new TestTable({ ...request, tiebreak: "trix_firsts_then_playoff" }, packs).playOut(isTiebreak);
      if (!table.match.deal.tiebreak) continue;
      met++;
      expect([table.match.deal.phase, sizes(table)]).toEqual(["contract", NOBODY]);
      expect(sizes(table.name("diamonds"))).toEqual(EVERYBODY);
    }
    const king = new TestTable({ ...request, tiebreak: "king_of_hearts_deal" }, []).playOut(isTiebreak);
    expect([king.match.deal.phase, sizes(king)]).toEqual(["doubling", EVERYBODY]);
    for (const firstKing of ["seven_of_hearts", "drawn", "seat0"])
      expect(sizes(new TestTable(practising("tricks", { ...BEFORE, firstKing }), []))).toEqual(EVERYBODY);
  });

  test("redeals that come before the contract are asked for after it, which stays; the next pack is asked about again", () => {
    const twos = handsHolding(["7H", "2S 2H 2D 2C", "", ""]);
    const request = { ...BEFORE, firstKing: "seat0", redeal: { twos: "four", longHearts: true } };
    const table = new TestTable(request, [twos, twos]).name("diamonds");
    expect(typesFrom(table, "contract_chosen")).toEqual(["contract_chosen", "hands_dealt", "redeal_asked"]);
    table.redeal(1);
    expect(table.match.deal).toMatchObject({ phase: "redeal", contracts: 4, redeals: 1, king: 0 });
    expect(table.redeal().match.deal.phase).toBe("tricks");
    // Where 7♥ finds the king the pack lies there first, and is asked about before the contract.
    const first = new TestTable({ ...request, firstKing: "seven_of_hearts" }, [twos]);
    expect([first.match.deal.phase, first.redeal().match.deal.phase]).toEqual(["redeal", "contract"]);
    expect(first.name("diamonds").match.deal.phase).toBe("tricks");
  });

  test("its records replay, in JSON and as text", () => {
    const table = new TestTable({ ...BEFORE, firstKing: "drawn", kingdoms: 1, mode: "complex" }, [], 0, 2).playOut(
      () => false,
    );
    const record = recordOf(table.match, table.events, table.dealing);
    expect(record.deals.map(({ king }) => king)).toEqual([2, 2]);
    expect(replayRecord(record)).toMatchObject({ ok: true, finished: true, events: table.events });
    const text = makeNotation({
      ...record,
      format: "trix-record/1",
      id: "",
      date: "",
      seats: [0, 1, 2, 3].map(() => ({ name: "", kind: "player" as const })),
      commitment: "",
      status: "finished",
    });
    expect(text).toContain('[Option "contractTiming=before_cards"]');
    expect(parseNotation(text)).toMatchObject({ ok: true, record: { deals: record.deals, rules: record.rules } });
    // Whoever was drawn stands as the first king; seat 0 is not drawn.
    expect(replayRecord({ ...record, rules: { ...record.rules, firstKing: "seat0" } })).toMatchObject({ ok: false });
  });
});

describe("redeal.twosTiming", () => {
  const HEARTS = "KH JH 9H 8H 5H";
  const both = { twos: "four", longHearts: true };
  const mayClaim = (table: TestTable): number[] => {
    const legal = [0, 1, 2, 3].map((seat) => viewFor(table.match, seat as 0).you!.legalActions);
    return legal.flatMap((actions, seat) => (actions.some((one) => one.type === "redeal" && one.claim) ? [seat] : []));
  };
  /** Twos with 1, long hearts with 2. */
  const pack = (seed = 1): Card[][] => handsHolding(["7H", "2S 2H 2D 2C", HEARTS, ""], undefined, seed);

  test("hearts before the contract and twos in trix: two phases, each of which takes its own claims and asks all four", () => {
    const request = { redeal: { ...both, twosTiming: "after_contract" } };
    const table = new TestTable(request, [pack()]);
    expect([table.awaited, mayClaim(table)]).toEqual([[0, 1, 2, 3], [2]]);
    expect(table.refusal(1, { type: "redeal", claim: true })).toBe("redeal_not_allowed");
    table.redeal().name("trix");
    expect([table.match.deal.phase, table.awaited, mayClaim(table)]).toEqual(["redeal", [0, 1, 2, 3], [1]]);
    for (const contract of ["king_of_hearts", "queens"] as const)
      expect(new TestTable(request, [pack()]).redeal().name(contract).match.deal.phase).toBe("doubling");
  });

  test("twos before the contract and hearts in king_of_hearts", () => {
    const request = { redeal: { ...both, timing: "after_contract", twosTiming: "before_contract" } };
    const table = new TestTable(request, [pack()]);
    expect(mayClaim(table)).toEqual([1]);
    expect(mayClaim(table.redeal().name("king_of_hearts"))).toEqual([2]);
    expect(new TestTable(request, [pack()]).redeal().name("trix").match.deal.phase).toBe("layout");
  });

  test("a redeal repeats its own phase alone, and there are five a deal in both together", () => {
    const packs = Array.from({ length: 9 }, (_, i) => pack(i));
    const table = new TestTable({ redeal: { ...both, twosTiming: "after_contract" } }, packs);
    table.redeal(2).redeal(2);
    expect([table.match.deal.redeals, table.match.deal.phase]).toEqual([2, "redeal"]);
    table.redeal().name("trix");
    // In the phase after the contract long hearts are claimed no more, with no pack.
    for (let round = 2; round < 5; round++) expect([mayClaim(table), table.redeal(1)]).toEqual([[1], table]);
    expect(table.match.deal).toMatchObject({ redeals: 5, phase: "layout", contracts: 16 });
    // Which redeal came when follows from the rules: the record replays to the same.
    table.playOut();
    const record = recordOf(table.match, table.events, table.dealing);
    expect(replayRecord(record)).toMatchObject({ ok: true, match: { deals: table.match.deals } });
  });

  test("where the contract is known before the cards, both come together in one phase", () => {
    const redeal = { ...both, twosTiming: "after_contract" };
    const named = new TestTable({ ...BEFORE, firstKing: "seat0", redeal }, [pack()]).name("trix");
    expect(mayClaim(named)).toEqual([1, 2]);
    expect(named.redeal().match.deal.phase).toBe("layout");
    expect(mayClaim(new TestTable(practising("trix", { redeal }), [pack()]))).toEqual([1, 2]);
    // Twos belong to trix all the same.
    expect(mayClaim(new TestTable({ ...BEFORE, firstKing: "seat0", redeal }, [pack()]).name("queens"))).toEqual([2]);
  });
});

test.each([1, 2, 3])("tiebreakDeals: after %i of them those still tied share the win", (tiebreakDeals) => {
  const points = { kingOfHearts: 0, queen: 0, diamond: 0, trick: 0 };
  const flat = { points, layoutPoints: [0, 0, 0, 0], kingdoms: 1, mode: "complex" };
  const { match } = new TestTable({ ...flat, tiebreak: "king_of_hearts_deal", tiebreakDeals }, []).playOut(() => false);
  expect(match.deals.filter((deal) => deal.tiebreak)).toHaveLength(tiebreakDeals);
  expect(match.result).toMatchObject({ winners: [0, 1, 2, 3], tiebreak: { deals: tiebreakDeals } });
});
