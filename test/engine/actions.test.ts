import { describe, expect, test } from "vitest";
import {
  type Action,
  actionOf,
  type Card,
  CONTRACTS,
  type Contract,
  codeOf,
  makeAction,
  makeCard,
  makeContracts,
  parseAction,
  parseCard,
  parseContracts,
  parseHands,
} from "../../src/engine/index.ts";
import { cut, PACK } from "../support/play.ts";
import { handsHolding, practising, TestTable } from "../support/positions.ts";
import { EVERY_ACTION, subsets } from "../support/probe.ts";
import { randomFrom } from "../support/random.ts";

describe("cards, contracts and actions as text", () => {
  test("parse(make(x)) = x for all 52 cards, and make(parse(text)) = text", () => {
    for (let card = 0; card < 52; card++) expect(parseCard(makeCard(card))).toBe(card);
    for (const text of PACK) expect(makeCard(parseCard(text)!)).toBe(text);
    expect(new Set(PACK.map(parseCard)).size).toBe(52);
  });

  test("parse(make(x)) = x for every set of contracts, in stored order whatever order they are given in", () => {
    for (let mask = 1; mask < 32; mask++) {
      const contracts = makeContracts(mask);
      expect(parseContracts(contracts)).toBe(mask);
      expect(makeContracts(parseContracts(contracts.slice().reverse())!)).toEqual(contracts);
      expect(contracts).toEqual(CONTRACTS.filter((contract) => contracts.includes(contract)));
    }
    expect(parseContracts(["queens", "queens"])).toBeUndefined();
    expect(parseContracts(["Queens"])).toBeUndefined();
  });

  test("parse(make(x)) = x for every action, by id and by number", () => {
    const actions = EVERY_ACTION.filter((action) => action.type !== "choose_contract" || action.contracts.length > 0);
    for (const action of actions) {
      const id = makeAction(action);
      expect(id.length).toBeLessThanOrEqual(24);
      expect(parseAction(id)).toEqual(action);
      expect(actionOf(codeOf(action)!)).toEqual(action);
    }
    expect(new Set(actions.map(makeAction)).size).toBe(actions.length);
    expect(new Set(actions.map(codeOf)).size).toBe(actions.length);
  });

  test("ids are those of docs/api.md section 2", () => {
    const ids: [Action, string][] = [
      [{ type: "choose_contract", contracts: ["queens"] }, "c:q"],
      [{ type: "choose_contract", contracts: ["tricks", "king_of_hearts", "diamonds", "queens"] }, "c:kqdt"],
      [{ type: "choose_contract", contracts: ["trix"] }, "c:x"],
      [{ type: "double", cards: ["QH", "QS"] }, "d:QSQH"],
      [{ type: "double", cards: [] }, "d:"],
      [{ type: "double", cards: ["QC", "QD", "QH", "KH", "QS"] }, "d:QSKHQHQDQC"],
      [{ type: "redeal", claim: true }, "r:claim"],
      [{ type: "redeal", claim: false }, "r:decline"],
      [{ type: "play", card: "7H" }, "p:7H"],
      [{ type: "pass" }, "pass"],
    ];
    for (const [action, id] of ids) expect(makeAction(action)).toBe(id);
  });

  test("an id is taken in one spelling only", () => {
    for (const id of [
      "p:7h",
      "P:7H",
      "p:10H",
      " p:7H",
      "p:7H ",
      "p:H7",
      "7H",
      "c:",
      "c:qk",
      "c:qq",
      "c:Q",
      "c:z",
      "d:QHQS",
      "d:QSQS",
      "d:KS",
      "d:Q",
      "d:QSK",
      "r:",
      "r:yes",
      "r:Claim",
      "Pass",
      "pass ",
      "p:",
      "",
      "p:7H\n",
      "p:️7H",
      "constructor",
      "__proto__",
    ])
      expect([id, parseAction(id)]).toEqual([id, undefined]);
  });

  test("10,000 garbage ids are refused and none throws", () => {
    const random = randomFrom("garbage");
    const pieces = [
      "p:",
      "c:",
      "d:",
      "r:",
      "pass",
      "claim",
      "decline",
      "kqdtx",
      "7H",
      "QS",
      "KH",
      ":",
      " ",
      "",
      "\0",
      "♥",
      "10",
      "é",
      "p",
      "1H",
      "\n",
      "😀",
      "Q",
      "k",
      "undefined",
    ];
    const known = new Set(EVERY_ACTION.map(makeAction));
    let refused = 0;
    while (refused < 10_000) {
      const id = Array.from({ length: random.below(6) }, () =>
        random.chance(0.7) ? random.pick(pieces) : String.fromCharCode(random.below(0x250)),
      ).join("");
      if (known.has(id) && id !== "c:") continue;
      expect(parseAction(id)).toBeUndefined();
      refused++;
    }
  });

  test("hands are read only as one whole pack, 13 cards a seat", () => {
    const hands = cut(PACK);
    expect(() => parseHands(hands)).not.toThrow();
    expect(() => parseHands([hands[0], hands[0], hands[2], hands[3]])).toThrow(RangeError);
    expect(() => parseHands([hands[0].slice(1), [...hands[1], hands[0][0]], hands[2], hands[3]])).toThrow(RangeError);
    expect(() => parseHands(hands.slice(0, 3))).toThrow(RangeError);
    expect(() => parseHands([["ZZ", ...hands[0].slice(1)], ...hands.slice(1)])).toThrow(RangeError);
  });
});

describe("the same card twice", () => {
  const kings = () => new TestTable(practising("king_of_hearts"), [handsHolding(["7H 2S", "KH 3S", "4S", "5S"])]);

  test("is refused in one doubling answer, and a second answer too", () => {
    for (const cards of [
      ["KH", "KH"],
      ["KH", "KH", "KH"],
    ] as Card[][])
      expect(kings().refusal(1, { type: "double", cards })).toBe("not_doublable");
    const table = kings().act(1, { type: "double", cards: ["KH"] });
    for (const cards of subsets<Card>(["KH"]))
      expect(table.refusal(1, { type: "double", cards })).toBe("not_your_turn");
  });

  test("is refused when played again, in a trick, in the next one and on the layout", () => {
    const table = kings().double().play("2S 3S 4S 5S");
    for (const seat of [0, 1, 2, 3])
      expect(table.refusal(seat, { type: "play", card: "2S" })).toBe(seat === 3 ? "card_not_in_hand" : "not_your_turn");
    const layout = new TestTable(practising("trix"), [handsHolding(["JS 7H", "JH", "JD", "JC"])]).play("JS JH JD JC");
    expect(layout.refusal(0, { type: "play", card: "JS" })).toBe("card_not_in_hand");
  });

  test("plays are refused in every other phase", () => {
    const redeal = new TestTable({ redeal: { twos: "four" } }, [handsHolding(["7H", "", "", ""])]);
    const contract = new TestTable({}, [handsHolding(["7H", "", "", ""])]);
    for (const table of [redeal, contract, kings()])
      for (const seat of [0, 1, 2, 3]) expect(table.refusal(seat, { type: "play", card: "7H" })).toBe("wrong_phase");
  });
});

describe("naming contracts", () => {
  test("a used one is refused in its kingdom and offered again in the next", () => {
    const table = new TestTable({ kingdoms: 2 }, []);
    const order: Contract[] = ["trix", "queens", "tricks", "king_of_hearts", "diamonds"];
    for (const [i, contract] of order.entries()) {
      for (const used of order.slice(0, i))
        expect(table.refusal(table.match.deal.king, { type: "choose_contract", contracts: [used] })).toBe(
          "contract_already_used",
        );
      table.name(contract).playOut();
    }
    expect(table.refusal(table.match.deal.king, { type: "choose_contract", contracts: ["trix"] })).toBeNull();
  });

  test("a combination is taken in any order, stored in one, and uses up all it names", () => {
    const table = new TestTable({ mode: "combination" }, []).name("tricks", "queens");
    expect(table.events.at(-2)).toMatchObject({ type: "contract_chosen", contracts: ["queens", "tricks"] });
    table.playOut();
    const king = table.match.deal.king;
    expect(table.refusal(king, { type: "choose_contract", contracts: ["queens", "diamonds"] })).toBe(
      "contract_already_used",
    );
    expect(table.refusal(king, { type: "choose_contract", contracts: ["diamonds", "trix"] })).toBe(
      "contract_not_offered",
    );
    expect(table.refusal(king, { type: "choose_contract", contracts: ["diamonds", "king_of_hearts"] })).toBeNull();
  });

  test("complex takes all four trick contracts at once or trix, nothing between", () => {
    const table = new TestTable({ mode: "complex" }, []);
    expect(table.refusal(table.match.deal.king, { type: "choose_contract", contracts: ["queens"] })).toBe(
      "contract_not_offered",
    );
    table.name("trix").playOut().name("king_of_hearts", "queens", "diamonds", "tricks");
    expect(table.match.kings).toHaveLength(1);
  });
});
