/** Positions with one right kind of card, met in play rather than made up, and what a bot may depend on. */

import { describe, expect, test } from "vitest";
import { type BotView, findBot } from "../../src/bots/index.ts";
import type { Card, Match, Seat } from "../../src/engine/index.ts";
import { rulesOf } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";
import type { RulesAsked } from "../support/random-rules.ts";
import { botView, dealsOf, playBots } from "./arena.ts";

const steady = findBot("steady")!,
  random = findBot("random")!;
const HEIGHT = "23456789TJQKA";
const height = (card: Card): number => HEIGHT.indexOf(card[0]);

/** What the seat to move sees of the running trick: its cards, the one that is winning, and who played that. */
interface Trick {
  view: BotView;
  seat: Seat;
  cards: Card[];
  best: Card;
  winner: Seat;
  legal: Card[];
  chosen: Card;
}

/** Every choice of a card that `steady` meets as the last seat of a trick, in matches of one steady and three random bots. */
function* lastToPlay(request: RulesAsked, matches: number): Generator<Trick> {
  const met: Trick[] = [];
  for (let i = 0; i < matches; i++) {
    playBots(
      rulesOf(request),
      dealsOf(`tactics ${i}`),
      [steady, random, random, random],
      `tactics ${i}`,
      (match: Match, seat: Seat, action: string) => {
        const plays = match.deal.phase === "tricks" && seat === 0 ? botView(match, seat).deal.trick!.plays : [];
        if (plays.length !== 3) return;
        const view = botView(match, seat);
        const led = plays[0].card[1];
        const top = plays.reduce((high, play) =>
          play.card[1] === led && height(play.card) > height(high.card) ? play : high,
        );
        const legal = view.you.legalActions.flatMap((each) => (each.type === "play" ? [each.card] : []));
        met.push({
          view,
          seat,
          cards: plays.map((play) => play.card),
          best: top.card,
          winner: top.seat,
          legal,
          chosen: action.slice(2) as Card,
        });
      },
    );
  }
  yield* met;
}

describe("a bot that is last to play", () => {
  test("ducks in a trick that costs points when it can", () => {
    let positions = 0;
    for (const { view, cards, best, legal, chosen } of lastToPlay({ kingdoms: 4 }, 16)) {
      const [contract] = view.deal.contracts;
      const costs = {
        king_of_hearts: cards.includes("KH"),
        queens: cards.some((card) => card[0] === "Q"),
        diamonds: cards.some((card) => card[1] === "D"),
        tricks: true,
        trix: false,
      }[contract];
      const follows = legal[0][1] === best[1];
      if (
        !costs ||
        !follows ||
        !legal.some((card) => height(card) < height(best)) ||
        !legal.some((card) => height(card) > height(best))
      )
        continue;
      positions++;
      expect(height(chosen), `${cards.join(" ")}: ${chosen} of ${legal.join(" ")}`).toBeLessThan(height(best));
    }
    expect(positions).toBeGreaterThanOrEqual(50);
  });

  test("throws the king of hearts on an opponent's trick when it is void", () => {
    let positions = 0;
    for (const { view, best, legal, chosen } of lastToPlay(
      { mode: "practice", practice: { contracts: ["king_of_hearts"], deals: 60 } },
      11,
    )) {
      if (
        view.deal.contracts[0] !== "king_of_hearts" ||
        legal[0][1] === best[1] ||
        legal.every((card) => card[1] === best[1]) ||
        !legal.includes("KH") ||
        best[1] === "H"
      )
        continue;
      positions++;
      expect(chosen).toBe("KH");
    }
    expect(positions).toBeGreaterThanOrEqual(50);
  });

  test("never throws a penalty on its partner's sure trick where it holds another card", () => {
    let positions = 0;
    for (const { view, winner, best, legal, chosen } of lastToPlay(
      {
        partnership: "opposite",
        doubling: { enabled: false },
        mode: "practice",
        practice: { contracts: ["king_of_hearts", "queens"], deals: 60 },
      },
      22,
    )) {
      const penalty = (card: Card) => (view.deal.contracts[0] === "queens" ? card[0] === "Q" : card === "KH");
      if (winner !== 2 || legal.some((card) => card[1] === best[1]) || !legal.some(penalty) || legal.every(penalty))
        continue;
      positions++;
      expect(penalty(chosen), `${chosen} of ${legal.join(" ")} on the partner's ${best}`).toBe(false);
    }
    expect(positions).toBeGreaterThanOrEqual(50);
  });
});

test("a bot's move follows from its view and its own stream alone: a copy of both gives the same move, and the view stays untouched", () => {
  let moves = 0;
  const frozen = (value: unknown): unknown => {
    if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
    return value;
  };
  playBots(
    rulesOf({ preset: "trex" }),
    dealsOf("purity"),
    [steady, random, steady, random],
    "purity",
    (match, seat) => {
      const view = botView(match, seat);
      for (const bot of [steady, random]) {
        const copy = frozen(JSON.parse(JSON.stringify(view))) as BotView;
        expect(bot.choose(copy, randomFrom(`stream ${moves}`).word)).toBe(
          bot.choose(view, randomFrom(`stream ${moves}`).word),
        );
      }
      moves++;
    },
  );
  expect(moves).toBeGreaterThan(900);
});
