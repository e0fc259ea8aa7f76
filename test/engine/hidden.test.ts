import { describe, expect, test } from "vitest";
import { type Audience, type Card, eventFor, viewFor } from "../../src/engine/index.ts";
import { checkLeaks, checkPublicPlay, checkResampling } from "../support/checks.ts";
import { AUDIENCES, cardsIn, Knowledge } from "../support/knowledge.ts";
import { PACK, playMatch, randomDealing, rulesOf, SEATS } from "../support/play.ts";
import { handsHolding, practising, TestTable } from "../support/positions.ts";
import { randomFrom } from "../support/random.ts";
import { type RulesAsked, randomRules } from "../support/random-rules.ts";

type Held = [string, string, string, string];
/** Hands in which seat `owner` holds these cards, seat 0 the 7♥ and each seat a jack; only these cards and a few low ones change places. */
const owned = (owner: number, cards: string): Card[][] => {
  const swapped = cards.split(" ") as Card[];
  const held: Held = ["JS 7H", "JH", "JD", "JC"];
  const base = handsHolding(held, undefined, "owned").map((hand) => hand.filter((card) => !swapped.includes(card)));
  base[owner].push(...swapped);
  // Seats that are short now take other cards of the owner, in a fixed order.
  const gives = (card: Card) => !swapped.includes(card) && !card.startsWith("J") && card !== "7H";
  for (const seat of SEATS)
    while (base[seat].length < 13) base[seat].push(...base[owner].splice(base[owner].findIndex(gives), 1));
  return base.map((hand) => PACK.filter((card) => hand.includes(card)));
};
const shows = (value: unknown, card: Card) => cardsIn(JSON.stringify(value)).has(PACK.indexOf(card));

describe("the scanner", () => {
  test("finds a card in any two neighbouring bytes: in ids, keys and run-together lists", () => {
    const found = (text: string) => [...cardsIn(text)].map((card) => PACK[card]).sort();
    expect(found('{"id":"d:QSQH","7C":["TD"],"x":"AKH"}')).toEqual(["7C", "KH", "QH", "QS", "TD"]);
    expect(found('{"S":{"low":"9","high":"Q"},"H":null}')).toEqual([]);
  });

  test("would catch a leak: another seat's hand, a doubling before it closes, a later deal", () => {
    const rules = rulesOf();
    const knowledge = new Knowledge(rules, 1);
    const table = new TestTable({}, [handsHolding(["7H", "", "", ""])]);
    for (const event of table.events) knowledge.add(event);
    expect(() => knowledge.scan(JSON.stringify(table.events[0]), "the full event")).toThrow();
    expect(() => knowledge.scan(JSON.stringify(eventFor(table.events[0], 2)), "another seat's event")).toThrow();
    expect(() => knowledge.scan(JSON.stringify(eventFor(table.events[0], 1)), "its own event")).not.toThrow();
  });
});

describe("no audience is told what it may not know", () => {
  test("all bytes of every view and every event of full matches, for the four seats and the public", () => {
    expect(checkLeaks(2, (_, i) => ({ preset: i % 2 === 0 ? "trix" : "trex" })).actions).toBeGreaterThan(2000);
  });

  test("all bytes of every view and every event under random option sets", () => {
    expect(checkLeaks(20, randomRules).deals).toBeGreaterThan(100);
  });

  test("views, legal actions and events stay byte-identical when the unknown cards are dealt anew, in full matches", () => {
    expect(checkResampling(2, (_, i) => ({ preset: i % 2 === 0 ? "trix" : "trex" })).actions).toBeGreaterThan(2000);
  });

  test("views, legal actions and events stay byte-identical when the unknown cards are dealt anew, under random option sets", () => {
    expect(checkResampling(20, randomRules).deals).toBeGreaterThan(100);
  });

  test("what public play tells of hidden hands is true, and comes from the public view alone", () => {
    expect(checkPublicPlay(25).deals).toBeGreaterThan(120);
  });

  test("the public sees no more than every single seat does", () => {
    const random = randomFrom("intersection");
    const request = randomRules(random);
    const rules = rulesOf(request);
    const all = AUDIENCES.map((audience) => new Knowledge(rules, audience));
    playMatch(rules, randomDealing(random), random, [
      ({ after, events }) => {
        for (const event of events) for (const knowledge of all) knowledge.add(event);
        const shown = cardsIn(JSON.stringify(viewFor(after, "public")));
        for (const knowledge of all) for (const card of shown) expect(knowledge.cards[card]).toBe(1);
      },
    ]);
  });
});

describe("visibility by phase, viewer and owner: it follows the owner of the hand, never the phase", () => {
  const phases: [string, RulesAsked, (table: TestTable) => void][] = [
    ["redeal", { redeal: { twos: "four" } }, () => {}],
    ["contract", {}, () => {}],
    ["doubling", practising("king_of_hearts"), () => {}],
    ["tricks", practising("tricks"), () => {}],
    ["layout", practising("trix"), () => {}],
    [
      "done",
      practising("king_of_hearts", { revoke: "penalize" }),
      (table) => {
        table.double().playOut(({ match }) => match.result !== null);
      },
    ],
  ];

  test.each(phases)("%s: a held K♥ shows to its owner alone", (phase, request, advance) => {
    for (const owner of SEATS) {
      const table = new TestTable(request, [owned(owner, "KH")]);
      advance(table);
      expect(table.match.deal.phase).toBe(phase);
      for (const viewer of AUDIENCES) {
        const cell = { owner, viewer, shown: shows(viewFor(table.match, viewer), "KH") };
        expect(cell).toEqual({ owner, viewer, shown: phase === "done" || viewer === owner });
      }
    }
  });

  test("a finished deal's hands are told to all in its last event, and nothing of the next deal is", () => {
    const table = new TestTable({ kingdoms: 1 }, []).name("queens").double().playOut();
    const scored = table.events.findIndex((event) => event.type === "deal_scored");
    const [over, next] = [table.events[scored], table.events[scored + 1]];
    for (const viewer of AUDIENCES) {
      expect(cardsIn(JSON.stringify(eventFor(over, viewer))).size).toBe(52);
      expect(cardsIn(JSON.stringify(eventFor(next, viewer))).size).toBe(viewer === "public" ? 0 : 13);
    }
  });

  test("opponents' hands are a count and nothing else; one's own stands sorted, not in the order of dealing", () => {
    const { deal, you } = viewFor(new TestTable({}, []).match, 2);
    expect(Object.keys(deal).filter((key) => /hand/i.test(key))).toEqual(["handSizes"]);
    expect(deal.handSizes).toEqual([13, 13, 13, 13]);
    expect(you!.hand).toEqual(PACK.filter((card) => you!.hand.includes(card)));
  });
});

describe("doubling and redeal look the same whoever holds what", () => {
  /** What one audience reads of a phase in which everyone declines: views and events step by step, and who is awaited. */
  function read(
    request: RulesAsked,
    pack: Card[][],
    contract: "king_of_hearts" | "queens" | "trix" | null,
    audience: Audience,
  ): string[] {
    const table = new TestTable(request, [pack]);
    const lines: string[] = [];
    let told = 0;
    const note = () => {
      lines.push(
        JSON.stringify(table.awaited),
        ...table.events.slice(told).map((event) => JSON.stringify(eventFor(event, audience))),
        JSON.stringify(viewFor(table.match, audience)),
      );
      told = table.events.length;
    };
    note();
    while (
      table.match.deal.phase === "contract" ||
      table.match.deal.phase === "redeal" ||
      table.match.deal.phase === "doubling"
    ) {
      const seat = table.awaited[0];
      if (table.match.deal.phase === "contract") table.name(contract!);
      else
        table.act(
          seat,
          table.match.deal.phase === "redeal" ? { type: "redeal", claim: false } : { type: "double", cards: [] },
        );
      note();
    }
    return lines;
  }

  /** The same without what a seat alone may know: its hand and what follows from it. */
  const masked = (lines: string[]) =>
    lines.map((line) =>
      line.replace(/"hand":\[[^\]]*\]/g, '"hand":[]').replace(/"legalActions":\[.*\]/g, '"legalActions":[]'),
    );

  const scenes: [string, RulesAsked, string, "king_of_hearts" | "queens" | "trix" | null][] = [
    ["simultaneous doubling of K♥", practising("king_of_hearts"), "KH", null],
    ["simultaneous doubling of all four queens", practising("queens"), "QS QH QD QC", null],
    ["sequential doubling of K♥", practising("king_of_hearts", { doubling: { order: "sequential" } }), "KH", null],
    [
      "sequential doubling of all four queens",
      practising("queens", { doubling: { order: "sequential" } }),
      "QS QH QD QC",
      null,
    ],
    ["a redeal before the contract, four twos", { redeal: { twos: "four" } }, "2S 2H 2D 2C", "queens"],
    ["a redeal before the contract, long hearts", { redeal: { longHearts: true } }, "KH QH JH TH 9H", "queens"],
    [
      "a redeal after the contract, four twos",
      { redeal: { twos: "four", timing: "after_contract" } },
      "2S 2H 2D 2C",
      "trix",
    ],
    [
      "a redeal after the contract, long hearts",
      { redeal: { longHearts: true, timing: "after_contract" } },
      "KH QH JH TH 9H",
      "king_of_hearts",
    ],
  ];

  test.each(scenes)("%s: awaiting, the order of events and their public fields", (_name, request, cards, contract) => {
    const packs = SEATS.map((owner) => owned(owner, cards));
    const open = read(request, packs[0], contract, "public");
    for (const viewer of AUDIENCES) {
      for (const owner of SEATS) {
        const lines = read(request, packs[owner], contract, viewer);
        if (viewer === "public") expect(lines).toEqual(open);
        // A seat whose hand is the same in two packs reads the same bytes in both.
        for (const other of SEATS) {
          if (viewer !== "public" && packs[owner][viewer].join() === packs[other][viewer].join())
            expect(read(request, packs[other], contract, viewer)).toEqual(lines);
          expect(masked(read(request, packs[other], contract, viewer))).toEqual(masked(lines));
        }
      }
    }
  });

  test("a hidden answer is told to its seat alone, whatever it is, and all are revealed together", () => {
    for (const owner of SEATS) {
      const table = new TestTable(practising("king_of_hearts"), [owned(owner, "KH")]);
      table.act(owner, { type: "double", cards: ["KH"] });
      for (const viewer of AUDIENCES) {
        expect(eventFor(table.events.at(-1)!, viewer)).toEqual({
          type: "doubling_answered",
          seat: owner,
          cards: viewer === owner ? ["KH"] : null,
        });
        const { deal } = viewFor(table.match, viewer);
        expect(deal).toMatchObject({
          answered: [owner],
          doubled: [],
          awaiting: SEATS.filter((seat) => seat !== owner),
        });
      }
      table.double();
      expect(viewFor(table.match, "public").deal.doubled).toEqual([{ seat: owner, card: "KH" }]);
    }
  });

  test("an answer to a redeal is told to its seat alone, and a second claimant never", () => {
    const pack = handsHolding(["7H", "KH JH 9H 8H 5H", "", "2S 2H 2D 2C"]);
    const table = new TestTable({ redeal: { twos: "four", longHearts: true } }, [pack]);
    for (const seat of [3, 0, 2, 1]) table.act(seat, { type: "redeal", claim: seat === 1 || seat === 3 });
    const answers = table.events.filter((event) => event.type === "redeal_answered");
    for (const event of answers)
      for (const viewer of AUDIENCES) {
        expect(eventFor(event, viewer)).toEqual({
          type: "redeal_answered",
          seat: event.seat,
          claim: viewer === event.seat ? event.claim : null,
        });
      }
    const redealt = table.events.find((event) => event.type === "redealt")!;
    expect(redealt).toMatchObject({ claimant: 1, thrownIn: pack });
    expect(JSON.stringify(eventFor(redealt, "public"))).not.toMatch(/claims|answers/);
  });
});
