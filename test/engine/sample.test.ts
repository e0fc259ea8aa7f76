import { describe, expect, test } from "vitest";
import {
  type Action,
  awaitedSeats,
  type Card,
  type Contract,
  forfeit,
  knowledgeOf,
  type Match,
  playOut,
  randomDealing,
  type Seat,
  sampleFrom,
  samplerOf,
  saveMatch,
  viewFor,
} from "../../src/engine/index.ts";
import { checkSampling } from "../support/checks.ts";
import { MatchHistory } from "../support/history.ts";
import { handOf, playMatches, rulesOf, SEATS } from "../support/play.ts";
import { handsHolding, practising, TestTable } from "../support/positions.ts";
import { type RulesAsked, randomRules } from "../support/random-rules.ts";
import { sampledOften, wordsFrom } from "../support/sampling.ts";

/** What a seat sees. */
const seenBy = (match: Match, seat: Seat) => {
  const view = viewFor(match, seat);
  return { ...view, you: view.you! };
};

/** How many cards in all seats are known not to hold, were these the options of the match. */
const excludedFrom = (match: Match, options: RulesAsked): number => {
  const rules = { ...match.table.rules, voidDiscard: "free" as const, kingUnderAce: false, ...options };
  return knowledgeOf(rules, viewFor(match, "public").deal).seats.flatMap(({ cannotHold }) => cannotHold).length;
};

describe("a match sampled from a seat's view", () => {
  test("looks to the seat as its own does, could have gone so by the oracle, and can be played on, under random option sets", () => {
    expect(checkSampling(40, randomRules).deals).toBeGreaterThan(200);
  });

  test("the same in full matches under presets trix and trex, alone and in partnership", () => {
    const requests: RulesAsked[] = ["none", "opposite"].flatMap((partnership) => [
      { preset: "trix", partnership },
      { preset: "trex", partnership },
    ]);
    expect(checkSampling(4, (_, i) => requests[i]).actions).toBeGreaterThan(4000);
  });

  test("has each of the hands that the oracle finds possible equally often, and no others", () => {
    const found = { tricks: 0, layout: 0 };
    let chiSquare = 0,
      freedom = 0;
    const requests: RulesAsked[] = [
      { kingdoms: 1 },
      { kingdoms: 1, partnership: "opposite" },
      { kingdoms: 1, voidDiscard: "must_discard_king", layoutPass: "explicit" },
    ];
    playMatches(
      "sampled often",
      9,
      (_, i) => requests[i % 3],
      (_rules, _dealing, _request, random) => {
        const history = new MatchHistory();
        let announced: number | null = null;
        return [
          ({ after, events }) => {
            for (const event of events) {
              history.add(event);
              if (event.type === "deal_started") announced = event.sevenOfHearts;
            }
            const { phase } = after.deal;
            if (phase !== "tricks" && phase !== "layout") return;
            const counts = sampledOften(after, history, announced, random.pick(SEATS), random.word);
            if (counts === null) return;
            found[phase]++;
            chiSquare += counts.reduce((sum, count) => sum + (count - 50) ** 2 / 50, 0);
            freedom += counts.length - 1;
          },
        ];
      },
    );
    expect(found.tricks).toBeGreaterThan(15);
    expect(found.layout).toBeGreaterThan(15);
    expect(Math.abs(chiSquare - freedom)).toBeLessThan(4 * Math.sqrt(2 * freedom));
  });

  test.each<[string, RulesAsked, string]>([
    ["cards that a void seat would have had to throw", { voidDiscard: "must_discard_penalties" }, "diamonds"],
    ["the king that would have fallen under the ace", { kingUnderAce: true, heartLead: "free" }, "king_of_hearts"],
  ])("does not have %s, and all others equally often", (_name, options, contract) => {
    let chiSquare = 0,
      freedom = 0,
      telling = 0;
    for (let seed = 0; seed < 12; seed++) {
      // 1 follows low before the ace, and keeps its king; whoever plays after the ace is known not to have it.
      const hands = handsHolding(["7H", "KH 2H", "AH", "3H"], undefined, `forced ${seed}`);
      const table = new TestTable({ ...practising(contract as Contract, options), doubling: { enabled: false } }, [
        hands,
      ]);
      if (contract === "king_of_hearts") table.play("7H 2H AH 3H");
      const counts = (card: Card) => (contract === "diamonds" ? card.endsWith("D") : card === "KH" || card === "AH");
      while (table.match.deal.plays.length < 48) {
        const cards = table.legalCards;
        table.play(cards.findLast((card) => !counts(card)) ?? cards.at(-1)!);
      }
      const history = new MatchHistory();
      for (const event of table.events) history.add(event);
      const words = wordsFrom(seed + 1);
      for (const seat of SEATS) {
        const sampled = sampledOften(table.match, history, 0, seat, words);
        if (sampled === null) continue;
        telling += Number(excludedFrom(table.match, options) > excludedFrom(table.match, {}));
        chiSquare += sampled.reduce((sum, count) => sum + (count - 50) ** 2 / 50, 0);
        freedom += sampled.length - 1;
      }
    }
    expect(telling).toBeGreaterThan(3);
    expect(Math.abs(chiSquare - freedom)).toBeLessThan(4 * Math.sqrt(2 * freedom));
  });

  test("is another one from other words, and the same from the same", () => {
    const { match } = new TestTable({}, []);
    const draw = samplerOf(seenBy(match, 1), match.table.rules);
    expect(saveMatch(draw(wordsFrom(1)))).toEqual(saveMatch(draw(wordsFrom(1))));
    expect(handOf(draw(wordsFrom(1)), 2)).not.toEqual(handOf(draw(wordsFrom(2)), 2));
  });
});

describe("what a seat knows beside its view", () => {
  test("its own answer that is still hidden stands in every sample; without it, it is drawn like those of the others", () => {
    const table = new TestTable(practising("king_of_hearts"), [handsHolding(["7H", "KH", "", ""])]);
    const answer: Action = { type: "double", cards: ["KH"] };
    table.act(1, answer);
    const view = seenBy(table.match, 1);
    const answers = (beside?: { answer: Action }) =>
      new Set(
        Array.from(
          { length: 30 },
          (_, i) => sampleFrom(view, table.match.table.rules, wordsFrom(i + 1), beside).deal.answers[1],
        ),
      );
    expect(answers({ answer })).toEqual(new Set([table.match.deal.answers[1]]));
    expect(answers({ answer: { type: "double", cards: [] } })).toEqual(new Set([0]));
    expect(answers()).toEqual(new Set([0, table.match.deal.answers[1]]));
  });

  test("forfeits take their seats out of the tie that is played off and out of the result", () => {
    const request = {
      kingdoms: 1,
      tiebreak: "king_of_hearts_deal",
      points: { kingOfHearts: 0, queen: 0, diamond: 0, trick: 0 },
      layoutPoints: [0, 0, 0, 0],
    };
    const rules = rulesOf(request);
    const table = new TestTable(request, []);
    table.match = forfeit(table.match, 2);
    table.playOut(({ match }) => match.deal.tiebreak);
    const forfeits = [{ seat: 2 as Seat, deal: 1 }];
    const seat = awaitedSeats(table.match)[0];
    const view = seenBy(table.match, seat);
    const told = sampleFrom(view, rules, wordsFrom(1), { forfeits });
    expect(told.tiebreak).toEqual(table.match.tiebreak);
    expect(told.tiebreak!.tied).toEqual([0, 1, 3]);
    expect(sampleFrom(view, rules, wordsFrom(1)).tiebreak!.tied).toEqual([0, 1, 2, 3]);
    playOut(told, randomDealing(wordsFrom(2)), wordsFrom(3));
    expect(told.result!.winners).not.toContain(2);
  });
});

describe("a view that no match can show", () => {
  test("is refused: hands that do not add up to the cards out", () => {
    const { match } = new TestTable({}, []);
    const view = seenBy(match, 0);
    const sample = (changed: object) => () => sampleFrom({ ...view, ...changed }, match.table.rules, wordsFrom(1));
    expect(sample({})).not.toThrow();
    expect(sample({ deal: { ...view.deal, handSizes: [13, 13, 13, 12] } })).toThrow(RangeError);
    expect(sample({ you: { ...view.you, hand: view.you.hand.slice(1) } })).toThrow(RangeError);
  });
});
