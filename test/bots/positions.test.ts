import { describe, expect, test } from "vitest";
import { decide, findBot } from "../../src/bots/index.ts";
import { handsHolding, TestTable } from "../support/positions.ts";
import { botView } from "./arena.ts";
import { POSITIONS, type Position } from "./positions.ts";

const steady = findBot("steady")!;

/** What steady does in a position, the cards that it leaves open being dealt from this seed. */
function answer(position: Position, seed: number): string {
  const table = new TestTable(position.request, [handsHolding(position.held, position.without, seed)]);
  if (position.play !== undefined || position.doubled !== undefined)
    table.double(position.doubled).play(position.play ?? "");
  else if (position.seat === undefined && table.match.deal.phase === "doubling") table.double();
  const seat = position.seat ?? table.awaited[0];
  const { action, failed } = decide(steady, botView(table.match, seat), () => 0);
  expect(failed).toBe(false);
  return action;
}

/** Card names stand for playing them. */
const ids = (text: string): string[] =>
  text.split(" ").map((one) => (/^[2-9TJQKA][SHDC]$/.test(one) ? `p:${one}` : one));

describe("steady finds the right answer, however the rest of the cards lies", () => {
  test("in more than fifty positions", () => expect(POSITIONS.length).toBeGreaterThan(50));

  test.each(POSITIONS.map((position) => [position.name, position] as const))("%s", (_, position) => {
    for (let seed = 1; seed <= 5; seed++) {
      const action = answer(position, seed);
      if (position.right !== undefined) expect(ids(position.right), `seed ${seed}`).toContain(action);
      if (position.never !== undefined) expect(ids(position.never), `seed ${seed}`).not.toContain(action);
    }
  });
});
