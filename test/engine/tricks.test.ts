import { describe, expect, test } from "vitest";
import { type Contract, viewFor } from "../../src/engine/index.ts";
import { handOf, playMatch, randomDealing, rulesOf, SEATS, type Watcher } from "../support/play.ts";
import { handsHolding, practising, TestTable } from "../support/positions.ts";
import { randomFrom } from "../support/random.ts";
import type { RulesAsked } from "../support/random-rules.ts";

const TRICK_CONTRACTS: Contract[] = ["king_of_hearts", "queens", "diamonds", "tricks"];

/** Plays out single deals at random and shows every step to a watcher. */
const playDeals = (contract: Contract, deals: number, options: RulesAsked, watch: Watcher) => {
  for (let i = 0; i < deals; i++) {
    const random = randomFrom(`${contract} deal ${i}`);
    playMatch(rulesOf(practising(contract, options)), randomDealing(random), random, [watch]);
  }
};

describe("following suit", () => {
  test.each(TRICK_CONTRACTS)(
    "in %s legal means the led suit where it is held, whatever was led and is held",
    (contract) => {
      let followed = 0,
        discarded = 0;
      playDeals(contract, 40, {}, ({ after }) => {
        const { deal } = after;
        if (deal.phase !== "tricks" || deal.plays.length % 4 === 0) return;
        const { plays } = viewFor(after, "public").deal.trick!;
        const seat = deal.turn,
          hand = handOf(after, seat),
          led = plays[0].card.charAt(1);
        const suit = hand.filter((card) => card.endsWith(led));
        const legal = viewFor(after, seat as 0).you!.legalActions.map(
          (action) => action.type === "play" && action.card,
        );
        expect(legal).toEqual(suit.length > 0 ? suit : hand);
        if (suit.length > 0) followed++;
        else discarded++;
      });
      expect(Math.min(followed, discarded)).toBeGreaterThan(100);
    },
  );

  test.each(TRICK_CONTRACTS)("a revoke in %s is refused with must_follow_suit and changes nothing", (contract) => {
    const table = new TestTable(practising(contract), [handsHolding(["7H 2S", "3S 2C", "", ""])]).double().play("2S");
    const before = JSON.stringify(viewFor(table.match, "public"));
    expect(table.refusal(1, { type: "play", card: "2C" })).toBe("must_follow_suit");
    expect(JSON.stringify(viewFor(table.match, "public"))).toBe(before);
  });

  test("depends on the table and the hand alone: a seat without a trick in trick 5 is bound like any other", () => {
    let seen = 0;
    playDeals("king_of_hearts", 60, { heartLead: "until_broken" }, ({ after }) => {
      const { deal } = after;
      if (
        deal.phase !== "tricks" ||
        deal.plays.length < 16 ||
        deal.tricks[deal.turn] > 0 ||
        deal.plays.length % 4 === 0
      )
        return;
      seen++;
      const led = viewFor(after, "public").deal.trick!.plays[0].card.charAt(1);
      const hand = handOf(after, deal.turn),
        suit = hand.filter((card) => card.endsWith(led));
      expect(viewFor(after, deal.turn as 0).you!.legalActions).toHaveLength(
        suit.length > 0 ? suit.length : hand.length,
      );
    });
    expect(seen).toBeGreaterThan(100);
  });
});

describe("taking tricks", () => {
  test.each([
    ["5S 9S 2S JS", 3],
    ["AS KS QS JS", 0],
    ["TS KH 2S AH", 0],
    ["2S AD 3S KC", 2],
    ["TS 9S AC 8S", 0],
    ["9S TS AH AD", 1],
  ])("after a first trick of %s seat %i leads", (cards, winner) => {
    const [first, ...others] = cards.split(" ");
    const held = [`7H ${first}`, ...others] as unknown as [string, string, string, string];
    const without = ["", ...others.map((card) => (card.endsWith("S") ? "" : "S"))] as unknown as [
      string,
      string,
      string,
      string,
    ];
    const table = new TestTable(practising("tricks"), [handsHolding(held, without)]).play(cards);
    expect(table.awaited).toEqual([winner]);
    expect(table.events.at(-1)).toEqual({
      type: "trick_taken",
      leader: 0,
      winner,
      cards: cards.split(" "),
      points: SEATS.map((seat) => (seat === winner ? -15 : 0)),
    });
    expect(viewFor(table.match, "public").deal).toMatchObject({
      lastTrick: { number: 1, leader: 0, winner },
      trick: { number: 2, leader: winner, plays: [] },
      taken: SEATS.map((seat) => ({ tricks: Number(seat === winner) })),
    });
  });

  test("the thirteenth trick goes to the seat that won it", () => {
    for (let seed = 0; seed < 40; seed++) {
      const random = randomFrom(`last trick ${seed}`);
      const match = playMatch(rulesOf(practising("tricks")), randomDealing(random), random);
      const { lastTrick, taken } = viewFor(match, "public").deal;
      const { plays, number, winner } = lastTrick!;
      const led = plays[0].card.charAt(1);
      const ranks = plays.map(({ card }) => (card.endsWith(led) ? "23456789TJQKA".indexOf(card.charAt(0)) : -1));
      expect([number, winner]).toEqual([13, plays[ranks.indexOf(Math.max(...ranks))].seat]);
      expect(taken[winner].cards.slice(-4)).toEqual(plays.map(({ card }) => card));
    }
  });
});

describe("who opens", () => {
  const cases = (["king", "right_of_dealer"] as const).flatMap((option) =>
    ([null, 0, 1, 2, 3] as const).map((dealer) => ({ option, dealer })),
  );

  test.each(cases)(
    "the first trick and the layout for each king seat, option $option, dealer $dealer (null: the king deals)",
    ({ option, dealer }) => {
      for (const king of SEATS) {
        const opener = option === "king" ? king : ((dealer ?? king) + 1) % 4;
        const jacks = ["JS", "JH", "JD", "JC"].map((jack, seat) =>
          seat === king ? `${jack} 7H` : jack,
        ) as unknown as [string, string, string, string];
        const opens = (contract: Contract, name: string) =>
          new TestTable(
            practising(contract, { dealer: dealer === null ? "king" : "rotates", [name]: option }),
            [handsHolding(jacks)],
            dealer ?? 0,
          ).awaited;
        expect([king, opens("tricks", "firstLead"), opens("trix", "layoutStart")]).toEqual([king, [opener], [opener]]);
      }
    },
  );
});
