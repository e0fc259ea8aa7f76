import { expect, test } from "vitest";
import { copyMatch, emptyDeal } from "../../src/engine/match.ts";
import { startClock } from "../../src/game/clock.ts";
import { emptyState, type GameState, loadState, saveState } from "../../src/game/state.ts";
import { PureGame, SECOND } from "../support/pure-game.ts";

let mark = 100;
/** The same value with every leaf changed for one that stands nowhere else; what is empty or `null` has something in it. */
function filled<T>(value: T): T {
  const fill = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.length === 0 ? [mark++] : inner.map(fill);
    if (typeof inner === "object" && inner !== null)
      return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, fill(each)]));
    return typeof inner === "boolean" ? !inner : typeof inner === "string" ? `${inner} ${mark++}` : mark++;
  };
  return fill(value) as T;
}

/** A state of which no field is as in a game that has just been made. */
function away(): GameState {
  const { facts, match, ...rest } = new PureGame({ clock: SECOND }).state;
  const { table, ...played } = match!;
  return { ...filled(rest), facts, match: { table, ...filled(played) } };
}

test("a snapshot keeps every field of the state, of its clock and of its match, whatever is in it", () => {
  const state = away();
  const fresh = emptyState(state.facts);
  for (const key of Object.keys(fresh).filter((each) => each !== "facts"))
    expect(state[key as keyof GameState], key).not.toEqual(fresh[key as keyof GameState]);
  const clock = startClock(SECOND);
  for (const key of Object.keys(clock) as (keyof typeof clock)[])
    expect(state.clock![key], key).not.toEqual(clock[key]);
  const read = JSON.parse(JSON.stringify(saveState(state))) as ReturnType<typeof saveState>;
  expect(loadState(read, state.facts)).toEqual(state);
  expect(JSON.parse(JSON.stringify(saveState(loadState(read, state.facts)!)))).toEqual(read);
  expect(loadState({ ...read, format: (read.format - 1) as typeof read.format }, state.facts)).toBeNull();
});

test("a copy of a match has every field of it and of its deal, and shares none that can change", () => {
  const match = away().match!;
  const deal = { ...filled(emptyDeal()), phase: match.deal.phase };
  const copy = copyMatch({ ...match, deal });
  expect(copy).toEqual({ ...match, deal });
  for (const [key, value] of Object.entries(deal))
    if (Array.isArray(value)) expect(copy.deal[key as keyof typeof deal], key).not.toBe(value);
});
