/** The legal list against what `apply` takes: every action there is, by every seat, tried at a position. */

import assert from "node:assert/strict";
import {
  type Action,
  apply,
  type Card,
  type Contract,
  type Dealing,
  legalActions,
  type Match,
  makeAction,
  saveMatch,
} from "../../src/engine/index.ts";
import { PACK, revokesOf, SEATS, type Watcher } from "./play.ts";
import { CONTRACT_NAMES } from "./random-rules.ts";

/** Every sublist, the empty one first. */
export function subsets<Item>(list: readonly Item[]): Item[][] {
  const sets: Item[][] = [[]];
  for (const item of list) sets.push(...sets.map((set) => [...set, item]));
  return sets;
}

/** All 52 plays, the pass, every set of contracts, every set of doublable cards, both answers to a redeal. */
export const EVERY_ACTION: readonly Action[] = [
  ...PACK.map((card): Action => ({ type: "play", card })),
  { type: "pass" },
  ...subsets(CONTRACT_NAMES as Contract[]).map((contracts): Action => ({ type: "choose_contract", contracts })),
  ...subsets<Card>(["QS", "KH", "QH", "QD", "QC"]).map((cards): Action => ({ type: "double", cards })),
  { type: "redeal", claim: true },
  { type: "redeal", claim: false },
];

/** The empty set of contracts prints as no letters at all, which no list holds. */
const IDS = EVERY_ACTION.map(makeAction);

/** The stable codes of docs/api.md section 1 row 4 that concern an action, and no other. */
const CODES = new Set<string>([
  "game_over",
  "wrong_phase",
  "not_your_turn",
  "must_follow_suit",
  "heart_lead_forbidden",
  "must_discard_king",
  "must_discard_penalty",
  "must_play_king",
  "card_not_in_hand",
  "not_playable_on_layout",
  "must_play",
  "contract_already_used",
  "contract_not_offered",
  "not_doublable",
  "redeal_not_allowed",
]);

/** Actions that no position takes: cards that do not exist or cannot be doubled, repeats, no contract at all. */
const NEVER: readonly Action[] = [
  { type: "play", card: "1H" as Card },
  { type: "play", card: "7h" as Card },
  { type: "play", card: "" as Card },
  { type: "play", card: undefined as unknown as Card },
  { type: "double", cards: ["KH", "KH"] },
  { type: "double", cards: ["QS", "QS", "QS"] },
  { type: "double", cards: ["KS"] },
  { type: "double", cards: ["XX" as Card] },
  { type: "choose_contract", contracts: [] },
  { type: "choose_contract", contracts: ["queens", "queens"] },
  { type: "choose_contract", contracts: ["hearts" as Contract] },
];

/** Freezes a match and all it is made of, but for the compiled options: whoever writes to it throws. */
export function freezeMatch(match: Match): Match {
  const freeze = (value: unknown): void => {
    if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  };
  for (const [key, value] of Object.entries(match)) if (key !== "table") freeze(value);
  return Object.freeze(match);
}

/** Tries every action by every seat: the listed ones and the penalized revokes are taken, all others refused with a code. */
export function probe(match: Match, dealing: Dealing): number {
  freezeMatch(match);
  const before = JSON.stringify(saveMatch(match));
  let tried = 0;
  for (const seat of SEATS) {
    const legal = legalActions(match, seat);
    const takes = new Set(legal.map(makeAction));
    assert.equal(takes.size, legal.length, "an action is listed twice");
    if (match.table.rules.revoke === "penalize")
      for (const action of revokesOf(match, seat, legal)) takes.add(makeAction(action));
    EVERY_ACTION.forEach((action, i) => {
      const applied = apply(match, seat, action, dealing),
        listed = takes.has(IDS[i]);
      if (applied.ok !== listed)
        assert.fail(`seat ${seat}, ${IDS[i]}: listed ${listed}, answer ${applied.ok || applied.error}`);
      if (applied.ok ? applied.match === match : !CODES.has(applied.error))
        assert.fail(`${IDS[i]}: not a copy, or no such code`);
    });
    for (const action of NEVER)
      if (apply(match, seat, action, dealing).ok) assert.fail(`${JSON.stringify(action)} was taken`);
    tried += EVERY_ACTION.length + NEVER.length;
  }
  assert.equal(JSON.stringify(saveMatch(match)), before, "probing changed the match");
  return tried;
}

/** Seats that do not exist are offered nothing and may do nothing. */
export function probeStrangers(match: Match, dealing: Dealing): void {
  for (const seat of [-1, 4, 0.5, Number.NaN]) {
    assert.deepEqual(legalActions(match, seat), [], `seat ${seat} is offered something in phase ${match.deal.phase}`);
    for (const action of EVERY_ACTION)
      assert.equal(apply(match, seat, action, dealing).ok, false, `seat ${seat} was let to ${makeAction(action)}`);
  }
}

/** Probes after every action. Every match handed out is frozen, so that a change anywhere throws. */
export const watchProbe =
  (dealing: Dealing): Watcher =>
  ({ after }) => {
    probe(after, dealing);
  };
