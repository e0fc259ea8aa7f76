/** The rules of Trix: everything that the other rooms may use. */

export { type Action, type ActionCode, actionOf, codeOf, makeAction, parseAction } from "./actions.ts";
export { type Applied, apply, forfeit, legalActions, startMatch } from "./apply.ts";
export {
  ACE,
  BIT_OF,
  type Card,
  type CardIndex,
  cardNumber,
  countBits,
  DIAMONDS,
  type Hands,
  HEARTS,
  heightOf,
  JACK,
  KING_OF_HEARTS,
  makeCard,
  makeHand,
  makeHands,
  parseCard,
  parseHand,
  parseHands,
  QUEEN,
  RANKS,
  type Rank,
  SEATS,
  type Seat,
  type SeatCard,
  SUIT_OF,
  SUITS,
  type Suit,
  suitOf,
} from "./cards.ts";
export { CONTRACTS, type Contract, makeContracts, parseContracts } from "./contracts.ts";
export type { DealView, PlayView } from "./deal-view.ts";
export { cardsOfDoubling, doubledShares, doubledValue } from "./doubling.ts";
export { type Audience, eventFor, type MatchEvent, type PublicMatchEvent } from "./events.ts";
export { type Knowledge, knowledgeOf, type SeatKnowledge } from "./knowledge.ts";
export type { Refusal } from "./legal.ts";
export {
  asksAll,
  awaitedSeats,
  type Dealing,
  isAwaited,
  loadMatch,
  type Match,
  type MatchResult,
  PHASES,
  type Phase,
  type SavedMatch,
  saveMatch,
  type Tiebreak,
} from "./match.ts";
export { nameFault, tidyName } from "./names.ts";
export { makeNotation } from "./notation.ts";
export type { NotationFault } from "./notation-fault.ts";
export type { OptionSpec, RuleOption } from "./option.ts";
export { OPTIONS } from "./options.ts";
export { type Parsed, parseNotation, parseWhole } from "./parse.ts";
export { PRESETS, type Preset } from "./presets.ts";
export { quote, shortened } from "./quote.ts";
export {
  dealsSeen,
  isDay,
  isFinished,
  LINE_LENGTH,
  lineFault,
  type MatchRecord,
  MOST_DEALS,
  MOST_PLAYS,
  MOST_REDEALS,
  type MovedEvent,
  type Mover,
  type RecordedDeal,
  type RecordedPlay,
  recordDeals,
  recordScores,
} from "./record.ts";
export { recordFault } from "./record-check.ts";
export { type Replayed, replayRecord } from "./replay.ts";
export type { ReplayFault } from "./replay-fault.ts";
export {
  completeRules,
  describeSpec,
  mostDeals,
  type ResolvedRules,
  type Rules,
  type RulesError,
  type RulesRequest,
  resolveRules,
} from "./rules.ts";
export { type SeenBeside, type SeenMatch, sampleFrom, samplerOf } from "./sample.ts";
export { legalCodes, openSearch, playOut, playOutDeal, randomDealing, searchFrom, stepInPlace } from "./search.ts";
export { dealOut, drawFrom, shuffle, uniform, type Words } from "./shuffle.ts";
export { areHeartsHeld, counts, type DealTerms, termsOf } from "./table.ts";
export { takerOf } from "./turns.ts";
export {
  type DealSummaryView,
  type DecisionKind,
  type LegalAction,
  type MatchView,
  type SeatView,
  summaryView,
  viewFor,
} from "./view.ts";
