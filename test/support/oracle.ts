/**
 * A slow and obvious second implementation of docs/rules.md, for tests to compare the engine with. It shares nothing with
 * the engine: cards are strings, and every answer is recomputed from the raw history.
 */
export type { OracleDeal, OraclePlay } from "./oracle-cards.ts";
export type { RedealTiming, TiebreakKind } from "./oracle-deal.ts";
export {
  claimant,
  contractChoices,
  contractComesFirst,
  doublable,
  mayClaimRedeal,
  phases,
  validateHistory,
} from "./oracle-deal.ts";
export type { OracleResult, OracleTiebreak } from "./oracle-match.ts";
export {
  dealerOf,
  finalResult,
  kingdomOrder,
  kingOfDeal,
  matchOver,
  tiebreakNeeded,
  usedInKingdom,
} from "./oracle-match.ts";
export type { OracleState, OracleTrick } from "./oracle-play.ts";
export { counts, dealState, exposedTwos, opener, refusal, revokeIndex } from "./oracle-play.ts";
export type { OracleRequest, OracleRules } from "./oracle-rules.ts";
export { RefusedOption, resolveRules } from "./oracle-rules.ts";
export { pointsSoFar, revokerOf, scoreDeal, zeroSumBroken, zeroSumHolds } from "./oracle-score.ts";
