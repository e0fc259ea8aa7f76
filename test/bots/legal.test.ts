import { describe, expect, test } from "vitest";
import { BOTS, type Bot, decide, findBot } from "../../src/bots/index.ts";
import type { Match, Phase } from "../../src/engine/index.ts";
import { randomDealing, rulesOf } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";
import { pairwiseRules, type RulesAsked, randomRules } from "../support/random-rules.ts";
import { botView, dealsOf, playBots } from "./arena.ts";

const steady = findBot("steady")!,
  random = findBot("random")!;

/** Plays one match a request, each seat a bot drawn from the list, and counts what was decided in which phase. */
function playUnder(requests: readonly RulesAsked[], seats: (i: number) => readonly Bot[]) {
  const phases = new Map<Phase, number>();
  let failures = 0,
    decisions = 0;
  requests.forEach((request, i) => {
    const seed = `bots ${i}`;
    const count = (match: Match) => phases.set(match.deal.phase, (phases.get(match.deal.phase) ?? 0) + 1);
    try {
      const played = playBots(rulesOf(request), randomDealing(randomFrom(seed)), seats(i), seed, count);
      failures += played.failures;
      decisions += played.decisions;
    } catch (error) {
      throw new Error(`match "${seed}" under ${JSON.stringify(request)}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  });
  return { failures, decisions, phases };
}

/** A request cut down to a match of at most some deals. */
const short = (request: RulesAsked): RulesAsked => ("practice" in request ? request : { ...request, kingdoms: 1 });

describe("house bots under every option", () => {
  test("steady is legal under 300 random option sets, in every phase, and never needs the fallback", () => {
    const draw = randomFrom("options for bots");
    const requests = Array.from({ length: 300 }, () => short(randomRules(draw)));
    const { failures, decisions, phases } = playUnder(requests, () => [steady, steady, steady, steady]);
    expect(failures).toBe(0);
    expect(decisions).toBeGreaterThan(30_000);
    for (const phase of ["redeal", "contract", "doubling", "tricks", "layout"] as const)
      expect(phases.get(phase)).toBeGreaterThan(300);
  });

  test("every value of every option meets every value of every other one, steady and random at one table", () => {
    const requests = pairwiseRules(randomFrom("pairs for bots")).map(short);
    const { failures } = playUnder(requests, (i) =>
      i % 2 === 0 ? [steady, random, random, steady] : [random, steady, random, random],
    );
    expect(requests.length).toBeGreaterThan(15);
    expect(failures).toBe(0);
  });

  test("whole matches under every preset, classic and complex, alone and in partnership, have a result", () => {
    for (const preset of ["trix", "trex", "pagat", "levant_app", "jordan"]) {
      for (const mode of ["classic", "complex"]) {
        for (const partnership of ["none", "opposite"]) {
          const { match, failures } = playBots(
            rulesOf({ preset, mode, partnership }),
            dealsOf(preset),
            [steady, steady, steady, steady],
            preset,
          );
          expect(failures).toBe(0);
          expect(match.result).not.toBeNull();
        }
      }
    }
  });
});

describe("the list of house bots", () => {
  test("has names that are found again, descriptions and a cost", () => {
    expect(BOTS.map(({ name }) => name)).toEqual(["random", "steady"]);
    for (const bot of BOTS) {
      expect(findBot(bot.name)).toBe(bot);
      expect(bot.description.length).toBeGreaterThan(20);
      expect(bot.playouts).toBe(1);
    }
    expect(findBot("nobody")).toBeUndefined();
  });

  test("random takes every legal action about as often", () => {
    const counts = new Map<string, number>();
    const view = startView();
    const { word } = randomFrom("uniform");
    for (let i = 0; i < 5000; i++) {
      const { action } = decide(random, view, word);
      counts.set(action, (counts.get(action) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(view.you.legalActions.map(({ id }) => id).sort());
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(120);
  });
});

describe("a bot that fails", () => {
  const broken = (choose: Bot["choose"]): Bot => ({
    name: "broken",
    description: "fails in a test",
    playouts: 1,
    choose,
  });
  const throws = broken(() => {
    throw new Error("a bug");
  });
  const stray = broken(() => "p:XX");

  test("is stood in for by the first legal action, and it is told", () => {
    const view = startView();
    for (const bot of [throws, stray]) {
      expect(decide(bot, view, () => 0)).toEqual({ action: view.you.legalActions[0].id, failed: true });
    }
    expect(decide(steady, view, () => 0).failed).toBe(false);
  });

  test("neither doubles nor claims a redeal", () => {
    const seen = new Set<string>();
    const rules = rulesOf({ preset: "trex", kingdoms: 2 });
    for (let i = 0; i < 6; i++) {
      const { failures, decisions } = playBots(
        rules,
        randomDealing(randomFrom(`broken ${i}`), 1),
        [throws, throws, stray, stray],
        "broken",
        (match, _, action) => {
          if (match.deal.phase === "doubling" || match.deal.phase === "redeal") seen.add(action);
        },
      );
      expect(failures).toBe(decisions);
    }
    expect([...seen].sort()).toEqual(["d:", "r:decline"]);
  });
});

/** What the king of a fresh match is asked: which of the five contracts. */
function startView() {
  let asked: ReturnType<typeof botView> | undefined;
  playBots(rulesOf({ kingdoms: 1 }), dealsOf("start"), [steady, steady, steady, steady], "start", (match, seat) => {
    asked ??= botView(match, seat);
  });
  return asked!;
}
