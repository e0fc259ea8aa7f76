/** What an audience is shown of a game. Plain object types only: these are RPC values. */

import type {
  Card,
  DealSummaryView,
  DealView,
  DecisionKind,
  LegalAction,
  MatchResult,
  MatchView,
  Rules,
  Seat,
} from "../engine/index.ts";
import type { Labelled } from "../labels/view.ts";
import type { ClockTerms, Newcomers, Occupant, SeriesTerms, Visibility, Vote } from "./terms.ts";

/** The clock of a table as everybody sees it; instants in RFC 3339. */
export interface ClockView {
  terms: ClockTerms;
  /** By seat: when it must have answered, `null` where nothing runs. */
  deadlines: (string | null)[];
  /** By seat: what is left of its bank without what runs now, `null` under a time for each move. */
  banksMs: (number | null)[];
  /** By seat: time-outs in a row. */
  strikes: number[];
  /** While the table pauses: when that ends by itself, and how long each seat will have then. */
  pause: { until: string; leftMs: (number | null)[] } | null;
  /** By seat: the end of the pause that its player has asked for; while the table pauses, an instant where they want to go on. */
  wishes: (string | null)[];
}

/** A series as everybody sees it: `scores` and `wins` by seat, of its finished matches, this one included once it is over. */
export interface SeriesView extends SeriesTerms {
  ended: SeriesEnd | null;
}

/** Why no further match follows by itself: all were played, none of their players took part in the last one, or it was broken off. */
export type SeriesEnd = "completed" | "unattended" | "aborted";

export type GameStatus = "waiting" | "playing" | "finished" | "aborted";

/** Who has to act now, as everybody sees it: the seats, since when the first of them has had to, and the earliest of their deadlines. Instants in RFC 3339. */
export interface AwaitingView {
  seats: Seat[];
  since: string;
  deadline: string | null;
}

/** An event as an audience reads it: `seq` from 1 without gaps, the same for every audience; `at` in RFC 3339. */
export interface GameEventView {
  seq: number;
  type: string;
  at: string;
  seat?: Seat;
  by?: "player" | "bot" | "clock";
}

export interface DecisionView {
  id: string;
  kind: DecisionKind;
  deadline: string | null;
}

export interface YouView {
  seat: Seat;
  hand: Card[];
  decision: DecisionView | null;
  legalActions: LegalAction[];
}

/** Faults of a sandbox game that are still to come: how many answers to actions get lost, deliveries come twice, streams close; and how late deliveries come. */
export interface Faults {
  dropAnswers: number;
  repeatDeliveries: number;
  delayDeliveriesMs: number;
  closeStreams: number;
}

/** A game as one audience sees it (docs/api.md section 4). */
export interface GameView {
  id: string;
  status: GameStatus;
  version: number;
  createdAt: string;
  visibility: Visibility;
  seeded: boolean;
  commitment: string;
  creator: string;
  /** Whether several users of one app may sit here. */
  sameApp: boolean;
  rules: Rules;
  /** `null` where nobody is timed. */
  clock: ClockView | null;
  newcomers: Newcomers;
  /** By seat: what its player votes for, or `null`. */
  votes: (Vote | null)[];
  /** The time of a sandbox game; `null` for any other. */
  sandbox: { now: string } | null;
  seats: ({ seat: Seat } & Occupant)[];
  kingdom: MatchView["kingdom"];
  deal: DealView | null;
  scores: number[];
  totals: number[];
  teams: MatchView["teams"];
  deals: DealSummaryView[];
  result: MatchResult | null;
  /** The game that this one followed on at the same table, and the one that followed. */
  previous: string | null;
  next: string | null;
  series: SeriesView | null;
  you: YouView | null;
}

/** A game as the API tells it: each legal action has a label in the reader's language. */
export type LabelledView = Labelled<GameView>;
