/** What a match counts as in statistics. Pure. */

import { resolveRules } from "../engine/index.ts";
import type { Category } from "../history/write.ts";
import type { GameFacts } from "./state.ts";

/** Known packs come first, as they spoil any match. A whole match under a preset as it is, whatever its mode and partnership, is a standard one. */
export function categoryOf({ rules, seeded }: Pick<GameFacts, "rules" | "seeded">): Category {
  if (seeded) return "seeded";
  const { preset, mode, partnership } = rules;
  if (mode === "practice") return "practice";
  const plain = resolveRules({ preset, mode, partnership });
  // Options stand in the same order in every full set.
  return plain.ok && JSON.stringify(plain.rules) === JSON.stringify(rules) ? "standard" : "custom";
}
