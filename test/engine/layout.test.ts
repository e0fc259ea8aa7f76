import { describe, expect, test } from "vitest";
import { type Card, viewFor } from "../../src/engine/index.ts";
import { handOf, inPackOrder, playMatch, randomDealing, rulesOf, SEATS } from "../support/play.ts";
import { handsHolding, practising, TestTable } from "../support/positions.ts";
import { randomFrom } from "../support/random.ts";

const RANKS = "23456789TJQKA";

/** Whether a card goes on the layout, from the cards that lie there alone. */
function fits(card: Card, lying: readonly Card[]): boolean {
  const height = RANKS.indexOf(card.charAt(0)),
    jack = RANKS.indexOf("J");
  if (height === jack) return true;
  const inner = RANKS.charAt(height > jack ? height - 1 : height + 1);
  return lying.includes(`${inner}${card.charAt(1)}` as Card);
}

const suits = ["S", "H", "D", "C"].map((suit) => inPackOrder([...RANKS].map((rank) => `${rank}${suit}`)));

describe("the layout", () => {
  test("rows open with their jack and grow one rank at a time, to the ace and to the 2, and do not go round", () => {
    const table = new TestTable(practising("trix"), [suits]);
    // Seat 1 holds all hearts, 7♥ among them, and starts; each seat has one row to itself.
    expect(table.legalCards).toEqual(["JH"]);
    expect(table.refusal(1, { type: "play", card: "7H" })).toBe("not_playable_on_layout");
    table.play("JH JD JC JS");
    expect(table.legalCards).toEqual(["QH", "TH"]);
    table.play("QH QD QC QS KH KD KC KS AH AD AC AS");
    expect(table.legalCards).toEqual(["TH"]);
    expect(viewFor(table.match, "public").deal.layout).toEqual(
      Object.fromEntries([..."SHDC"].map((suit) => [suit, { low: "J", high: "A" }])),
    );
    expect(table.refusal(1, { type: "play", card: "2H" })).toBe("not_playable_on_layout");
  });

  test("in random deals offers exactly the cards that fit, and a pass exactly when none does", () => {
    for (let seed = 0; seed < 40; seed++) {
      const random = randomFrom(`layout ${seed}`);
      let passes = 0;
      playMatch(rulesOf(practising("trix", { layoutPass: "explicit" })), randomDealing(random), random, [
        ({ after }) => {
          if (after.deal.phase !== "layout") return;
          const seat = after.deal.turn as 0;
          const lying = viewFor(after, "public").deal.plays.flatMap((play) => ("card" in play ? [play.card] : []));
          const fitting = handOf(after, seat).filter((card) => fits(card, lying));
          const legal = viewFor(after, seat).you!.legalActions.map(({ id }) => id);
          expect(legal).toEqual(fitting.length > 0 ? fitting.map((card) => `p:${card}`) : ["pass"]);
          passes += Number(fitting.length === 0);
        },
      ]);
      expect(passes).toBeGreaterThan(0);
    }
  });

  test("a pass is refused while a card fits, and under layoutPass auto nobody is ever left to pass", () => {
    const table = new TestTable(practising("trix", { layoutPass: "explicit" }), [suits]);
    expect(table.refusal(1, { type: "pass" })).toBe("must_play");
    for (let seed = 0; seed < 40; seed++) {
      const random = randomFrom(`auto ${seed}`);
      playMatch(rulesOf(practising("trix")), randomDealing(random), random, [
        ({ after, events, action }) => {
          for (const seat of SEATS)
            expect(viewFor(after, seat).you!.legalActions.some(({ type }) => type === "pass")).toBe(false);
          expect(action?.type).not.toBe("pass");
          // A forced pass is still an event, in turn.
          const turns = events.flatMap((event) =>
            event.type === "passed" || event.type === "card_played" ? [event.seat] : [],
          );
          expect(new Set(turns).size).toBe(turns.length);
        },
      ]);
    }
  });

  test("a seat that is out gets no turn, the deal ends when three are out, the fourth is last with its cards unplayed", () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = randomFrom(`out ${seed}`);
      const out: number[] = [];
      const match = playMatch(rulesOf(practising("trix")), randomDealing(random), random, [
        ({ events, after }) => {
          for (const event of events) {
            if (event.type === "card_played" || event.type === "passed") expect(out).not.toContain(event.seat);
            if (event.type === "seat_out") expect(out.push(event.seat)).toBe(event.place);
          }
          if (after.result === null) expect(after.deal.places.length).toBeLessThan(3);
        },
      ]);
      expect(match.deals[0].places).toEqual(out);
      expect(out.map((seat) => match.deals[0].points[seat])).toEqual([200, 150, 100, 50]);
      expect(handOf(match, out[3]).length).toBeGreaterThan(0);
      for (const seat of out.slice(0, 3)) expect(handOf(match, seat)).toEqual([]);
    }
  });

  test("a seat that plays its last card is out at once, and out of turn order ever after", () => {
    const table = new TestTable(practising("trix"), [suits]);
    table.play(
      [..."JTQ9K8A765432"]
        .flatMap((rank) => [..."HDCS"].map((suit) => `${rank}${suit}`))
        .slice(0, 51)
        .join(" "),
    );
    expect(table.match.result).toMatchObject({ totals: [50, 200, 150, 100] });
    expect(table.events.flatMap((event) => (event.type === "seat_out" ? [event.seat] : []))).toEqual([1, 2, 3, 0]);
  });
});

describe("exposed twos", () => {
  const twos = (table: TestTable) =>
    table.events.flatMap((event) => (event.type === "twos_exposed" ? [event.cards] : []));
  const jacks = ["JS 7H 2S", "JH 2H", "JD 2D", "JC 2C"] as const;

  test("come after the fourth turn, forced passes counted, each with its holder, and stay until played", () => {
    const request = practising("trix", { exposeTwos: "after_first_round" });
    const table = new TestTable(request, [handsHolding(jacks)]).play("JS JH JD");
    expect(twos(table)).toEqual([]);
    table.play("JC");
    expect(twos(table)).toEqual([["2S", "2H", "2D", "2C"].map((card, seat) => ({ seat, card }))]);
    const passing = new TestTable(request, [handsHolding(["7H", "", "", "JS JH JD JC"])]);
    expect(passing.events.filter((event) => event.type === "passed")).toHaveLength(3);
    expect(twos(passing.act(3, { type: "play", card: "JS" }))).toHaveLength(1);
    table.playOut();
    for (const { seat, card } of viewFor(table.match, "public").deal.exposed)
      expect(handOf(table.match, seat)).toContain(card);
  });

  test("between partners are withheld if one team was dealt all four, as an event with no cards", () => {
    const all = ["JS 7H 2S 2H", "JH", "JD 2D 2C", "JC"] as const;
    const partners = new TestTable(practising("trix", { partnership: "opposite" }), [handsHolding(all)]).play(
      "JS JH JD JC",
    );
    expect(twos(partners)).toEqual([[]]);
    expect(viewFor(partners.match, "public").deal.exposed.map(({ card }) => card)).toEqual(["7H"]);
    const solo = new TestTable(practising("trix", { exposeTwos: "after_first_round" }), [handsHolding(all)]).play(
      "JS JH JD JC",
    );
    expect(twos(solo)[0]).toHaveLength(4);
  });
});
