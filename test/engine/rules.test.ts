import { describe, expect, test } from "vitest";
import { completeRules, describeSpec, OPTIONS, PRESETS, resolveRules } from "../../src/engine/index.ts";
import { RefusedOption, resolveRules as resolveByOracle } from "../support/oracle.ts";
import { rulesOf } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";
import { CHOICES, PRESET_NAMES, type RulesAsked, randomRules, requestOf } from "../support/random-rules.ts";

/** The defaults of docs/rules.md section 3, written out. */
const DEFAULTS = {
  kingdoms: 4,
  mode: "classic",
  practice: null,
  partnership: "none",
  kingdomRotation: "right",
  firstKing: "seven_of_hearts",
  contractTiming: "after_cards",
  dealer: "king",
  firstLead: "king",
  layoutStart: "king",
  heartLead: "only_hearts",
  heartLeadInCombined: false,
  voidDiscard: "free",
  kingUnderAce: false,
  earlyEnd: false,
  doubling: {
    enabled: true,
    cards: "all",
    order: "simultaneous",
    selfCapture: "single",
    partnerCapture: "as_opponent",
    credit: "doubler",
  },
  points: { kingOfHearts: 75, queen: 25, diamond: 10, trick: 15 },
  layoutPoints: [200, 150, 100, 50],
  layoutPass: "auto",
  exposeTwos: "off",
  redeal: {
    twos: "off",
    bareHearts: false,
    longHearts: false,
    timing: "before_contract",
    twosTiming: "as_timing",
  },
  openHands: false,
  revoke: "reject",
  revokeCost: "remaining",
  tiebreak: "shared",
  tiebreakDeals: 3,
};

/** The differences of docs/rules.md section 4, written out. */
const DIFFERENCES: Record<string, object> = {
  trix: { tiebreak: "king_of_hearts_deal", tiebreakDeals: 1 },
  trex: {
    dealer: "rotates",
    firstLead: "right_of_dealer",
    heartLead: "until_broken",
    redeal: { ...DEFAULTS.redeal, twos: "four_or_three_plus_three", bareHearts: true, longHearts: true },
    tiebreak: "trix_firsts_then_playoff",
  },
  pagat: {
    doubling: { ...DEFAULTS.doubling, selfCapture: "leader_gains" },
    redeal: { ...DEFAULTS.redeal, twos: "four_or_three_plus_three" },
  },
  levant_app: {
    heartLead: "free",
    earlyEnd: true,
    doubling: { ...DEFAULTS.doubling, order: "sequential", selfCapture: "double" },
  },
  jordan: {
    voidDiscard: "must_discard_king",
    heartLeadInCombined: true,
    earlyEnd: true,
    doubling: { ...DEFAULTS.doubling, selfCapture: "leader_gains", partnerCapture: "no_bonus" },
  },
};

const refusedOptions = (request: unknown): string[] => {
  const resolved = resolveRules(request);
  return resolved.ok ? [] : resolved.errors.map((error) => error.option);
};

describe("presets and defaults", () => {
  test.each(PRESET_NAMES)("preset %s is the defaults and its differences of docs/rules.md section 4", (preset) => {
    expect(rulesOf({ preset })).toEqual({ preset, ...DEFAULTS, ...DIFFERENCES[preset] });
  });

  test("documented defaults are the defaults returned, and no preset named means trix", () => {
    expect(rulesOf()).toEqual({ preset: "trix", ...DEFAULTS, ...DIFFERENCES.trix });
    for (const { name, default: value } of OPTIONS) {
      const [group, key] = name.split(".");
      const documented = (DEFAULTS as Record<string, unknown>)[group];
      expect([name, value]).toEqual([
        name,
        key === undefined ? documented : (documented as Record<string, unknown> | null)?.[key],
      ]);
    }
    expect(Object.keys(PRESETS).sort()).toEqual(PRESET_NAMES.slice().sort());
  });

  test("every option has one sentence on its meaning and one on what it takes", () => {
    for (const { meaning, spec } of OPTIONS) {
      expect(meaning).toMatch(/^[A-Z].*\.$/);
      expect(describeSpec(spec).length).toBeGreaterThan(5);
    }
  });
});

describe("merging", () => {
  test("a request goes before what partnership implies, that before the preset, that before the defaults", () => {
    expect(rulesOf({ partnership: "opposite" }).exposeTwos).toBe("after_first_round");
    expect(rulesOf({ partnership: "opposite", exposeTwos: "off" }).exposeTwos).toBe("off");
    expect(rulesOf({ partnership: "none" }).exposeTwos).toBe("off");
    const ownTeam = (request: RulesAsked) => rulesOf({ preset: "jordan", ...request }).doubling.selfCapture;
    expect(ownTeam({ partnership: "opposite" })).toBe("double");
    expect(ownTeam({ partnership: "opposite", doubling: { selfCapture: "single" } })).toBe("single");
    expect(ownTeam({})).toBe("leader_gains");
    expect(rulesOf({ preset: "pagat", partnership: "opposite" }).doubling.selfCapture).toBe("leader_gains");
    expect(rulesOf({ preset: "trex", heartLead: "free" })).toMatchObject({
      heartLead: "free",
      firstLead: "right_of_dealer",
    });
  });

  test("goes field by field within a group, and leaves the others to the preset", () => {
    const { doubling, redeal } = rulesOf({
      preset: "pagat",
      doubling: { order: "sequential" },
      redeal: { bareHearts: true },
    });
    expect(doubling).toEqual({
      enabled: true,
      cards: "all",
      order: "sequential",
      selfCapture: "leader_gains",
      partnerCapture: "as_opponent",
      credit: "doubler",
    });
    expect(redeal).toEqual({
      twos: "four_or_three_plus_three",
      bareHearts: true,
      longHearts: false,
      timing: "before_contract",
      twosTiming: "as_timing",
    });
    expect(rulesOf({ points: { queen: 0 } }).points).toEqual({ ...DEFAULTS.points, queen: 0 });
  });

  test("replaces lists whole", () => {
    expect(rulesOf({ layoutPoints: [1, 2, 3, 4] }).layoutPoints).toEqual([1, 2, 3, 4]);
    expect(rulesOf({ mode: "practice", practice: { contracts: ["trix"], deals: 3 } }).practice).toEqual({
      contracts: ["trix"],
      deals: 3,
    });
    expect(refusedOptions({ layoutPoints: [1, 2, 3] })).toEqual(["layoutPoints"]);
  });

  test("hands out lists of its own: changing one result changes no other", () => {
    rulesOf().layoutPoints[0] = 7;
    expect(rulesOf().layoutPoints[0]).toBe(200);
    const asked = { layoutPoints: [1, 2, 3, 4] };
    const resolved = rulesOf(asked);
    asked.layoutPoints[0] = 9;
    expect(resolved.layoutPoints).toEqual([1, 2, 3, 4]);
  });

  test("of random requests agrees with the oracle, and a full set read back is the same", () => {
    const random = randomFrom("merging");
    for (let i = 0; i < 2000; i++) {
      const request = randomRules(random);
      const rules = rulesOf(request);
      expect(rules).toEqual(resolveByOracle(request));
      expect(completeRules(JSON.parse(JSON.stringify(rules)))).toEqual({ ok: true, rules });
    }
  });

  test("a stored set that lacks options which came after it takes their defaults, whatever its preset says of them now", () => {
    const { tiebreak: _, redeal, ...older } = rulesOf({ preset: "trex", redeal: { twos: "four" } });
    const { longHearts: _longHearts, ...olderRedeal } = redeal;
    const completed = completeRules({ ...older, redeal: olderRedeal });
    if (!completed.ok) throw new Error("refused");
    expect(completed.rules).toEqual({ ...older, tiebreak: "shared", redeal: { ...redeal, longHearts: false } });
    const practice = rulesOf({ mode: "practice", practice: { contracts: ["trix"], deals: 3 } });
    const { kingdomRotation: _rotation, ...olderPractice } = practice;
    expect(completeRules(olderPractice)).toEqual({ ok: true, rules: practice });
    // Of what its preset implies by now, a set that was stored before knows nothing.
    const { doubling, ...jordan } = rulesOf({ preset: "jordan", partnership: "opposite" });
    const { cards: _cards, credit: _credit, ...olderDoubling } = { ...doubling, selfCapture: "leader_gains" };
    expect(completeRules({ ...jordan, doubling: olderDoubling })).toMatchObject({
      ok: true,
      rules: { doubling: { ...doubling, selfCapture: "leader_gains" } },
    });
    const { tiebreakDeals: _deals, ...trix } = rulesOf({ preset: "trix" });
    expect(completeRules(trix)).toMatchObject({ ok: true, rules: { tiebreakDeals: 3 } });
    expect(completeRules({ ...older, unheard: 1 })).toMatchObject({ ok: false, errors: [{ code: "unknown_option" }] });
    expect(completeRules(null).ok).toBe(false);
  });

  test("takes an option that has no effect in its surroundings", () => {
    expect(
      rulesOf({ doubling: { enabled: false, selfCapture: "quadruple", partnerCapture: "single" } }).doubling
        .selfCapture,
    ).toBe("quadruple");
    expect(rulesOf({ mode: "complex", kingdomRotation: "seven_of_hearts", kingdoms: 1 }).mode).toBe("complex");
  });
});

describe("refusals name the option", () => {
  const practice = (list: unknown, more: object = {}) => ({ mode: "practice", practice: list, ...more });
  const good = { contracts: ["trix"], deals: 1 };

  test.each<[string, unknown]>([
    ["unheard", { unheard: 1 }],
    ["doubling.unheard", { doubling: { unheard: true } }],
    ["points.ace", { points: { ace: 1 } }],
    ["constructor", { constructor: 1 }],
    ["__proto__", JSON.parse('{"__proto__": 1}')],
    ["kingdoms", { kingdoms: 0 }],
    ["kingdoms", { kingdoms: 5 }],
    ["kingdoms", { kingdoms: 1.5 }],
    ["kingdoms", { kingdoms: "1" }],
    ["kingdoms", { kingdoms: null }],
    ["preset", { preset: "bridge" }],
    ["preset", { preset: "toString" }],
    ["preset", { preset: null }],
    ["preset", { preset: 1 }],
    ...Object.keys(CHOICES).map((name): [string, unknown] => [name, requestOf({ [name]: "nonsense" })]),
    ...Object.keys(CHOICES).map((name): [string, unknown] => [name, requestOf({ [name]: null })]),
    ["points.kingOfHearts", { points: { kingOfHearts: -1 } }],
    ["points.queen", { points: { queen: 1001 } }],
    ["points.diamond", { points: { diamond: 0.5 } }],
    ["points.trick", { points: { trick: Number.NaN } }],
    ["layoutPoints", { layoutPoints: [1001, 0, 0, 0] }],
    ["layoutPoints", { layoutPoints: [0, 0, 0, -1001] }],
    ["layoutPoints", { layoutPoints: [0, 0, 0] }],
    ["layoutPoints", { layoutPoints: [0, 0, 0, 0, 0] }],
    ["layoutPoints", { layoutPoints: "0,0,0,0" }],
    ["doubling", { doubling: true }],
    ["points", { points: [1] }],
    ["redeal", { redeal: null }],
    ["practice", { mode: "practice" }],
    ["practice", practice(null)],
    ["practice", practice({ contracts: [], deals: 1 })],
    ["practice", practice({ contracts: Array.from({ length: 21 }, () => "trix"), deals: 1 })],
    ["practice", practice({ contracts: ["hearts"], deals: 1 })],
    ["practice", practice({ contracts: ["trix"] })],
    ["practice", practice({ deals: 1 })],
    ["practice", practice({ contracts: ["trix"], deals: 0 })],
    ["practice", practice({ contracts: ["trix"], deals: 101 })],
    ["practice", practice({ ...good, more: 1 })],
    ["practice", practice([])],
    ["practice", { practice: good }],
    ["practice", { mode: "complex", practice: good }],
    ["practice", { practice: {} }],
    ["kingdoms", practice(good, { kingdoms: 4 })],
    ["kingdoms", practice(good, { kingdoms: 1 })],
    ["kingdomRotation", practice(good, { kingdomRotation: "right" })],
    ["doubling.order", { "doubling.order": "sequential" }],
    ["practice.deals", { mode: "practice", practice: good, "practice.deals": 2 }],
  ])("%s in %j", (option, request) => {
    const named = refusedOptions(request);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named)
      expect(name === option || (option === "practice" && name.startsWith("practice."))).toBe(true);
    expect(() => resolveByOracle(request as Record<string, unknown>)).toThrow(RefusedOption);
  });

  test("values at both ends of their range are taken", () => {
    for (const kingdoms of [1, 4]) expect(rulesOf({ kingdoms }).kingdoms).toBe(kingdoms);
    for (const queen of [0, 1000]) expect(rulesOf({ points: { queen } }).points.queen).toBe(queen);
    expect(rulesOf({ layoutPoints: [-1000, 1000, 0, -1000] }).layoutPoints).toEqual([-1000, 1000, 0, -1000]);
    const contracts = Array.from({ length: 20 }, () => "trix");
    expect(rulesOf({ mode: "practice", practice: { contracts, deals: 100 } }).practice?.contracts).toHaveLength(20);
  });

  test("all that is wrong is told at once", () => {
    expect(refusedOptions({ kingdoms: 9, unheard: 1, points: { queen: -1 } }).sort()).toEqual([
      "kingdoms",
      "points.queen",
      "unheard",
    ]);
  });

  test("what is no object of options is refused and never throws", () => {
    for (const request of [null, 1, "trix", [], true, () => 1]) expect(resolveRules(request).ok).toBe(false);
  });
});
