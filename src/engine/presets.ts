/** Presets: full sets of options under a name (docs/rules.md section 4). */

import type { OptionValues } from "./options.ts";

/** Presets as their differences from the defaults (docs/rules.md section 4). */
export const PRESETS = {
  trix: { tiebreak: "king_of_hearts_deal", tiebreakDeals: 1 },
  trex: {
    dealer: "rotates",
    firstLead: "right_of_dealer",
    heartLead: "until_broken",
    "redeal.twos": "four_or_three_plus_three",
    "redeal.bareHearts": true,
    "redeal.longHearts": true,
    tiebreak: "trix_firsts_then_playoff",
  },
  pagat: { "doubling.selfCapture": "leader_gains", "redeal.twos": "four_or_three_plus_three" },
  levant_app: { heartLead: "free", earlyEnd: true, "doubling.order": "sequential", "doubling.selfCapture": "double" },
  jordan: {
    voidDiscard: "must_discard_king",
    heartLeadInCombined: true,
    earlyEnd: true,
    "doubling.selfCapture": "leader_gains",
    "doubling.partnerCapture": "no_bonus",
  },
} as const satisfies Record<string, Partial<OptionValues>>;

export type Preset = keyof typeof PRESETS;

/** What `partnership: opposite` implies beside every preset. */
const IMPLIED = { exposeTwos: "after_first_round" } as const satisfies Partial<OptionValues>;

/** What presets say, and what `partnership: opposite` implies beside each of them, both as differences from the defaults. */
export interface Edition {
  presets: Record<Preset, Partial<OptionValues>>;
  impliedByPartners: Record<Preset, Partial<OptionValues>>;
}

/** What presets mean in a request. */
export const TODAY: Edition = {
  presets: PRESETS,
  impliedByPartners: {
    trix: IMPLIED,
    trex: IMPLIED,
    pagat: IMPLIED,
    levant_app: IMPLIED,
    jordan: { ...IMPLIED, "doubling.selfCapture": "double" },
  },
};

/** What they meant at first, and mean for good in records, which name a preset and say whatever differs from that (docs/records.md section 2). */
export const FIRST_EDITION: Edition = {
  presets: { ...PRESETS, trix: { tiebreak: "king_of_hearts_deal" } },
  impliedByPartners: { trix: IMPLIED, trex: IMPLIED, pagat: IMPLIED, levant_app: IMPLIED, jordan: IMPLIED },
};
