import { describe, expect, test } from "vitest";
import { type Card, type Contract, OPTIONS, viewFor } from "../../src/engine/index.ts";
import { sameBytes } from "../support/checks.ts";
import { OPTION_SCENES, seen } from "../support/option-scenes.ts";
import { handsHolding, practising, TestTable } from "../support/positions.ts";
import { CHOICES, requestOf } from "../support/random-rules.ts";

describe("every option does what docs/rules.md section 3 says, and its default does nothing", () => {
  test("every option has a scene", () => {
    expect(OPTION_SCENES.map((scene) => scene.option)).toEqual(OPTIONS.map((option) => option.name));
  });

  test("random option sets choose among all values of every option that has a short list of them", () => {
    const listed = OPTIONS.filter(({ spec }) => spec.kind === "flag" || spec.kind === "choice");
    expect(Object.keys(CHOICES)).toEqual(listed.map(({ name }) => name));
  });

  test.each(OPTION_SCENES)("$option", (scene) => {
    const { option, outcomes, beside = {} } = scene;
    if (!(option in beside)) expect(seen(scene)).toEqual(outcomes[0][1]);
    for (const [value, outcome] of outcomes)
      expect([value, seen(scene, { [option]: value })]).toEqual([value, outcome]);
    const different = new Set(outcomes.map(([, outcome]) => JSON.stringify(outcome)));
    expect(different.size).toBe(outcomes.length);
  });

  test.each(OPTIONS.filter((option) => option.default !== undefined))(
    "$name named with its default gives byte-identical matches",
    ({ name, default: value }) => {
      const base = { preset: name.startsWith("tiebreak") ? "pagat" : "trix" };
      for (const seed of ["one", "two"]) sameBytes(base, requestOf({ ...base, [name]: value }), seed);
    },
  );
});

describe("heartLead", () => {
  const hearts = (table: TestTable) => table.legalCards.filter((card) => card.endsWith("H"));

  test("a hand of nothing but hearts may lead one at any time, and that does not break them", () => {
    const request = practising("king_of_hearts", { heartLead: "until_broken" });
    const all: Card[] = ["AH", "KH", "QH", "JH", "TH", "9H", "8H", "7H", "6H", "5H", "4H", "3H", "2H"];
    const table = new TestTable(request, [handsHolding([all.join(" "), "", "", ""])]).double();
    expect(hearts(table)).toEqual(all);
    expect(table.play("2H").playOut(({ match }) => match.deal.plays.length === 4).match.deal.heartsBroken).toBe(false);
  });

  test("a forced heart lead does not break hearts for the others, a discarded king of hearts does", () => {
    const request = practising("king_of_hearts", { heartLead: "until_broken" });
    const table = new TestTable(request, [handsHolding(["7H 2S", "KH", "AS 6H", "3S"], ["", "S", "", ""])]).double();
    expect(table.refusal(0, { type: "play", card: "7H" })).toBe("heart_lead_forbidden");
    expect(hearts(table.play("2S KH AS 3S"))).toContain("6H");
    expect(viewFor(table.match, "public").deal.heartsBroken).toBe(true);
  });

  test("bans no heart that is not led: on a heart lead hearts are followed, on another lead they are discarded", () => {
    const table = new TestTable(practising("king_of_hearts"), [
      handsHolding(["7H 2S", "5H", "4S", "3S"], ["", "S", "", ""]),
    ])
      .double()
      .play("2S");
    expect(table.legalCards).toHaveLength(13);
  });

  test("binds king_of_hearts alone: in queens, diamonds and tricks hearts are led freely", () => {
    for (const contract of ["queens", "diamonds", "tricks"] as const) {
      expect(new TestTable(practising(contract), [handsHolding(["7H", "", "", ""])]).double().legalCards).toHaveLength(
        13,
      );
    }
  });
});

describe("voidDiscard", () => {
  test("must_discard_king refuses any other card of a void seat, and binds nobody who can follow", () => {
    const request = practising("king_of_hearts", { voidDiscard: "must_discard_king" });
    const table = new TestTable(request, [handsHolding(["7H 2S", "KH 2C", "4S", "3S"], ["", "S", "", ""])])
      .double()
      .play("2S");
    expect(table.refusal(1, { type: "play", card: "2C" })).toBe("must_discard_king");
    expect(table.legalCards).toEqual(["KH"]);
    const combined = new TestTable({ mode: "complex", voidDiscard: "must_discard_king" }, [
      handsHolding(["7H 2S", "KH 2C", "4S", "3S"], ["", "S", "", ""]),
    ]);
    expect(combined.name("king_of_hearts", "queens", "diamonds", "tricks").double().play("2S").legalCards).toEqual([
      "KH",
    ]);
    const follows = new TestTable(request, [handsHolding(["7H 2S", "KH 5S", "", ""])]).double().play("2S");
    expect(follows.legalCards).not.toContain("KH");
  });

  test("must_discard_penalties leaves a void seat its choice among the cards that count, and all cards where none does", () => {
    const request = { mode: "combination", voidDiscard: "must_discard_penalties", points: { queen: 0 } };
    const hands = handsHolding(["7H 2S", "KH QC QD 3D 2C", "4S", "3S"], ["", "S", "", ""]);
    const legal = (...contracts: Contract[]) =>
      new TestTable(request, [hands])
        .name(...contracts)
        .double()
        .play("2S").legalCards;
    const held = hands[1];
    expect(legal("king_of_hearts")).toEqual(["KH"]);
    expect(legal("queens", "tricks")).toEqual(held.filter((card) => card.startsWith("Q")));
    expect(legal("king_of_hearts", "diamonds")).toEqual(held.filter((card) => card === "KH" || card.endsWith("D")));
    expect(legal("tricks")).toEqual(held);
    for (const revoke of ["reject", "penalize"]) {
      const table = new TestTable({ ...request, revoke }, [hands]).name("queens").double().play("2S");
      expect(table.refusal(1, { type: "play", card: "2C" })).toBe("must_discard_penalty");
      expect(table.refusal(1, { type: "play", card: "QC" })).toBeNull();
    }
  });
});

describe("kingUnderAce", () => {
  const options = { kingUnderAce: true, heartLead: "free" };
  const table = (more: Record<string, unknown>, contract: Contract = "king_of_hearts", without = "") =>
    new TestTable(practising(contract, { ...options, ...more }), [
      handsHolding(["7H AH 2S", "KH 9H 3S", "8H 4S", "6H 5S"], ["", without, "", ""]),
    ]).double();

  test("refuses any other card under the ace, of hearts or not, whatever a revoke costs", () => {
    for (const revoke of ["reject", "penalize"]) {
      const led = table({ revoke }).play("AH");
      expect(led.legalCards).toEqual(["KH"]);
      expect(led.refusal(1, { type: "play", card: "9H" })).toBe("must_play_king");
      expect(led.refusal(1, { type: "play", card: "3S" })).toBe("must_play_king");
      expect(led.refusal(1, { type: "play", card: "KH" })).toBeNull();
    }
  });

  test("binds nobody before the ace lies there, in a deal without the king, or where the ace is thrown on another suit", () => {
    expect(table({}).play("7H").legalCards).toContain("9H");
    expect(table({}, "tricks").play("AH").legalCards).toContain("9H");
    const thrown = new TestTable(practising("king_of_hearts", options), [
      handsHolding(["7H 2S", "AH 2C", "KH 4S", "5S"], ["", "S", "", ""]),
    ]).double();
    expect(thrown.play("2S AH").legalCards).not.toContain("KH");
    const last = new TestTable(practising("king_of_hearts", options), [
      handsHolding(["7H 2H", "3H", "AH", "KH 9H"]),
    ]).double();
    expect(last.play("2H 3H AH").legalCards).toEqual(["KH"]);
  });
});

describe("doubling.cards", () => {
  test("a deal in which none of its cards may be doubled has no doubling", () => {
    const phase = (cards: string, ...contracts: Contract[]) =>
      new TestTable({ mode: "combination", doubling: { cards } }, []).name(...contracts).match.deal.phase;
    expect(phase("queens", "king_of_hearts")).toBe("tricks");
    expect(phase("queens", "king_of_hearts", "queens")).toBe("doubling");
    expect(phase("king_of_hearts", "queens", "diamonds")).toBe("tricks");
    expect(phase("king_of_hearts", "king_of_hearts")).toBe("doubling");
  });
});

describe("earlyEnd", () => {
  const ends = (request: Record<string, unknown>) =>
    new TestTable(request, [handsHolding(["7H AS", "KH 2C", "2S", "3S"], ["", "S", "", ""])]);

  test("comes only when every counting card is taken, also at 0 points", () => {
    const request = practising("king_of_hearts", { earlyEnd: true, points: { kingOfHearts: 0 } });
    const table = ends(request).double().play("AS KH 2S");
    expect(table.match.deals).toHaveLength(0);
    expect(table.play("3S").match.deals).toHaveLength(1);
    const later = new TestTable(request, [handsHolding(["7H AS AD", "KH 2D", "2S 3D", "3S 4D"], ["", "S", "", ""])])
      .double()
      .play("AD 2D 3D 4D");
    expect(later.match.deals).toHaveLength(0);
    expect(later.play("AS KH 2S 3S").match.deals).toHaveLength(1);
  });

  test("waits for the last of the queens, and for the last diamond", () => {
    for (const [contract, counting] of [
      ["queens", 4],
      ["diamonds", 13],
    ] as const) {
      const counts = (card: string) => (contract === "queens" ? card.startsWith("Q") : card.endsWith("D"));
      const table = new TestTable(practising(contract, { earlyEnd: true }), [
        handsHolding(["7H", "", "", ""]),
      ]).double();
      table.playOut();
      const played = table.match.deal.plays.length;
      const cards = table.events.flatMap((event) => (event.type === "trick_taken" ? [event.cards] : []));
      expect(cards.flat().filter(counts)).toHaveLength(counting);
      expect(cards.slice(0, -1).flat().filter(counts).length).toBeLessThan(counting);
      expect(cards.length * 4).toBe(played);
    }
  });

  test("never comes in deals that include tricks", () => {
    const table = ends({ mode: "complex", earlyEnd: true })
      .name("king_of_hearts", "queens", "diamonds", "tricks")
      .double();
    expect(table.playOut().events.filter((event) => event.type === "trick_taken")).toHaveLength(13);
    const single = new TestTable(practising("tricks", { earlyEnd: true, points: { trick: 0 } }), []);
    expect(single.playOut().events.filter((event) => event.type === "trick_taken")).toHaveLength(13);
  });
});

describe("redeal", () => {
  const claims = (cards: string, request: Record<string, unknown>, otherHearts = true) =>
    new TestTable({ redeal: request }, [
      handsHolding(["7H", cards, "", ""], ["", otherHearts ? "" : "H", "", ""]),
    ]).refusal(1, { type: "redeal", claim: true });

  test("three twos want the three of the very suit that is missing", () => {
    const twos = { twos: "four_or_three_plus_three" };
    expect(claims("2S 2H 2D 3C", twos)).toBeNull();
    expect(
      new TestTable({ redeal: twos }, [handsHolding(["7H 3C", "2S 2H 2D 3S", "2C", ""])]).refusal(1, {
        type: "redeal",
        claim: true,
      }),
    ).toBe("redeal_not_allowed");
  });

  test("bare hearts are the king, the ace or both; no heart at all is none of these", () => {
    const bare = { bareHearts: true };
    for (const cards of ["KH", "AH", "AH KH"]) expect(claims(cards, bare, false)).toBeNull();
    expect(claims("2S", bare, false)).toBe("redeal_not_allowed");
    expect(claims("KH 2H", bare, false)).toBe("redeal_not_allowed");
  });

  test("long hearts are five or more with the king among them", () => {
    const long = { longHearts: true };
    expect(claims("KH 2H 3H 4H 5H", long, false)).toBeNull();
    expect(claims("KH 2H 3H 4H", long, false)).toBe("redeal_not_allowed");
    expect(claims("AH QH 2H 3H 4H 5H", long, false)).toBe("redeal_not_allowed");
  });

  test("keeps number, king, dealer and the contract, throws the pack in openly, and stops after five", () => {
    const packs = Array.from({ length: 9 }, (_, i) =>
      handsHolding(i === 0 ? ["7H", "2S 2H 2D 2C", "", ""] : ["", "2S 2H 2D 2C", "", "7H"], undefined, i),
    );
    const table = new TestTable(
      { redeal: { twos: "four", timing: "after_contract" }, dealer: "rotates" },
      packs,
      2,
    ).name("trix");
    for (let round = 0; round < 5; round++) {
      expect(table.match.deal.phase).toBe("redeal");
      table.redeal(1);
    }
    expect(table.match.deal).toMatchObject({ phase: "layout", number: 1, king: 0, dealer: 2, redeals: 5, pack: 6 });
    const thrown = table.events.flatMap((event) => (event.type === "redealt" ? [event] : []));
    expect(thrown.map((event) => [event.claimant, event.thrownIn])).toEqual(packs.slice(0, 5).map((pack) => [1, pack]));
    expect(viewFor(table.match, "public").deal).toMatchObject({ contracts: ["trix"], redeals: 5 });
  });

  test("of several claims names only the first in turn order from the king", () => {
    const pack = handsHolding(["2S 2H 2D 3C", "KH JH 9H 8H 5H", "7H", ""]);
    const table = new TestTable({ redeal: { twos: "four_or_three_plus_three", longHearts: true } }, [pack]).redeal(
      0,
      1,
    );
    expect(table.events.find((event) => event.type === "redealt")).toMatchObject({ claimant: 0 });
  });

  test("after the contract asks about twos in trix only, about hearts in king_of_hearts only", () => {
    const request = { redeal: { twos: "four", longHearts: true, timing: "after_contract" } };
    for (const [contract, asked] of [
      ["trix", [true, false]],
      ["king_of_hearts", [false, true]],
    ] as const) {
      const table = new TestTable(request, [handsHolding(["7H", "2S 2H 2D 2C", "KH JH 9H 8H 5H", ""])]).name(contract);
      expect([1, 2].map((seat) => table.refusal(seat, { type: "redeal", claim: true }) === null)).toEqual(asked);
    }
    expect(
      new TestTable(request, [handsHolding(["7H", "2S 2H 2D 2C", "", ""])]).name("diamonds").match.deal.phase,
    ).toBe("tricks");
  });
});
