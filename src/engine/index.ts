/** The rules of Trix: everything that the other rooms may use. */

export { actionOf, codeOf, makeAction, parseAction, type Action, type ActionCode } from "./actions.ts";
export { apply, forfeit, legalActions, startMatch, type Applied } from "./apply.ts";
export { RANKS, SEATS, SUITS, makeCard, makeHand, makeHands, parseCard, parseHands, type Card, type Hands, type Rank, type Seat, type Suit } from "./cards.ts";
export { CONTRACTS, makeContracts, parseContracts, type Contract } from "./contracts.ts";
export { eventFor, type Audience, type MatchEvent, type PublicMatchEvent, type SeatCard } from "./events.ts";
export type { Refusal } from "./legal.ts";
export { asksAll, awaitedSeats, isAwaited, loadMatch, saveMatch, PHASES, type Dealing, type Match, type MatchResult, type Phase, type SavedMatch, type Tiebreak } from "./match.ts";
export { OPTIONS, PRESETS, type OptionSpec, type RuleOption } from "./options.ts";
export { describeSpec, readRules, resolveRules, type Preset, type ResolvedRules, type Rules, type RulesError, type RulesRequest } from "./rules.ts";
export { legalCodes, openSearch, searchFrom, stepInPlace } from "./search.ts";
export { dealOut, shuffle, uniform, type Words } from "./shuffle.ts";
export { summaryView, viewFor, type DealSummaryView, type DealView, type DecisionKind, type LegalAction, type MatchView, type PlayView, type SeatView } from "./view.ts";
export { dealsSeen, isFinished, recordDeals, recordScores, type MatchRecord, type MovedEvent, type Mover, type RecordedDeal, type RecordedPlay } from "./record.ts";
export { replayRecord, type Replayed, type ReplayFault } from "./replay.ts";
export { makeNotation } from "./notation.ts";
export { parseNotation, type NotationFault, type Parsed } from "./parse.ts";
export { knowledgeOf, type Knowledge, type SeatKnowledge } from "./knowledge.ts";
