/** A game of people in time that is simulated, through the game's own pure parts: what its object does, without the object. */

import { legalActions, type Seat } from "../../src/engine/index.ts";
import { type Packs, packsOf, rootOfSeed, saltOf } from "../../src/game/dealing.ts";
import type { Commit, LobbyEvent } from "../../src/game/events.ts";
import { nextAnswers } from "../../src/game/house.ts";
import { join, leave, resignation } from "../../src/game/lobby.ts";
import { type Draft, draftMove, draftStart, matchAfter } from "../../src/game/play.ts";
import { emptyState, type GameFacts, type GameState, saveState, seatOf, stateAfter } from "../../src/game/state.ts";
import { newTerms } from "../../src/game/terms.ts";
import { draftDeadline, draftResignation, dueAt } from "../../src/game/timeout.ts";
import type {
  ClockTerms,
  GameEventView,
  GameTerms,
  GameView,
  Newcomer,
  Occupant,
  PlayerCard,
  Vote,
} from "../../src/game/types.ts";
import { audienceOf, commitEventsFor, gameView, readerOf } from "../../src/game/view.ts";
import { castVote } from "../../src/game/votes.ts";
import { rulesOf } from "./play.ts";
import type { RulesAsked } from "./random-rules.ts";

export const PEOPLE: readonly PlayerCard[] = ["Amal", "Basil", "Carla", "Dina", "Emil", "Fadi", "Ghada"].map(
  (name) => ({ id: `pl_${name.toLowerCase()}`, name, kind: "human" }),
);

/** A second for each move; whoever lets it pass leaves their seat. */
export const SECOND: ClockTerms = { perMoveMs: 1000, onTimeout: "substitute", strikes: null, vacation: false };

const START = Date.UTC(2026, 10, 30);

export interface PureAsked extends Partial<Omit<GameTerms, "rules">> {
  rules?: RulesAsked;
  seats?: Occupant[];
  seed?: string;
}

export class PureGame {
  state: GameState;
  now = START;
  readonly packs: Packs;
  readonly commits: Commit[] = [];

  /** A match that has started: four people, unless `seats` are others. */
  constructor({ rules, seats, seed = "pure", ...asked }: PureAsked = {}) {
    const terms = newTerms({ visibility: "public", ...asked, rules: rulesOf({ kingdoms: 1, ...rules }) });
    const fixed = { creator: PEOPLE[0].id, seeded: true, commitment: "" };
    const facts: GameFacts = { id: `gm_${seed}`, createdAt: START, ...terms, ...fixed };
    this.packs = packsOf(rootOfSeed(seed), saltOf(facts.id, [], true));
    this.state = emptyState(facts);
    const sitting = seats ?? PEOPLE.slice(0, 4).map((player): Occupant => ({ kind: "player", player }));
    this.commit({ moves: [], events: [{ type: "game_created", seats: sitting, ...terms, ...fixed }], match: null });
    this.commit(draftStart(this.state, this.packs));
    this.settle();
  }

  /** Commits a draft, which the log alone must lead to as well. */
  commit(draft: Draft): void {
    const commit: Commit = {
      seq: this.state.version + 1,
      at: this.now,
      moves: draft.moves,
      events: draft.events,
    };
    const match = matchAfter(this.state.match, commit, this.state.facts.rules, this.packs);
    const after = stateAfter(this.state, commit, draft.match);
    const rebuilt = stateAfter(this.state, commit, match);
    if (JSON.stringify(saveState(after)) !== JSON.stringify(saveState(rebuilt)))
      throw new Error("the log does not lead to the state");
    this.state = after;
    this.commits.push(commit);
  }

  /** What is due happens, and house bots play. */
  settle(): void {
    for (;;) {
      const due = dueAt(this.state, this.now, new Set());
      const answers = due === null ? nextAnswers(this.state, this.packs) : null;
      if (due !== null) this.commit("draft" in due ? due.draft : draftDeadline(this.state, due.seat, null, this.packs));
      else if (answers !== null) this.commit(answers.draft);
      else return;
    }
  }

  #lobby(drafted: { ok: true; events: LobbyEvent[] } | { ok: false; code: string }): string {
    if (!drafted.ok) return drafted.code;
    if (drafted.events.length > 0) this.commit({ moves: [], events: drafted.events, match: this.state.match });
    this.settle();
    return "granted";
  }

  join(player: Newcomer, seat: Seat | null = null): string {
    return this.#lobby(join(this.state, player, seat, null));
  }

  leave({ id }: PlayerCard): string {
    return this.#lobby(leave(this.state, id));
  }

  vote({ id }: PlayerCard, vote: Vote | null): string {
    return this.#lobby(castVote(this.state, id, vote, this.now));
  }

  resign({ id }: PlayerCard): string {
    const resigned = resignation(this.state, id);
    if (!resigned.ok) return resigned.code;
    if (resigned.seat !== null) this.commit(draftResignation(this.state, resigned.seat));
    this.settle();
    return "granted";
  }

  /** Time passes, and what falls due meanwhile happens. */
  pass(ms: number): void {
    this.now += ms;
    this.settle();
  }

  /** Everybody plays until this seat must act, and its time runs out. */
  expire(seat: Seat): void {
    this.playUntil(({ decisions }) => decisions[seat] !== null);
    const deadline = this.state.clock!.deadlines[seat];
    if (deadline === null) throw new Error(`no clock runs for seat ${seat}`);
    // Those whose time would run out before have answered.
    for (const other of this.awaited())
      if (other !== seat && this.state.clock!.deadlines[other]! <= deadline) this.act(other);
    this.pass(deadline - this.now);
  }

  /** The seats whose own players must act. */
  awaited(): Seat[] {
    return ([0, 1, 2, 3] as Seat[]).filter((seat) => this.state.decisions[seat] !== null);
  }

  /** A seat makes the first of its legal moves. */
  act(seat: Seat): void {
    const played = draftMove(this.state, seat, legalActions(this.state.match!, seat)[0], "player", this.packs);
    if (!played.ok) throw new Error(`a legal action was refused: ${played.code}`);
    this.commit(played.draft);
    this.settle();
  }

  /** Everybody who must act does, until it is as wished, at the latest to the end. */
  playUntil(done: (state: GameState) => boolean): void {
    while (!done(this.state) && this.state.status === "playing") this.act(this.awaited()[0]);
  }

  /** On to the next deal. */
  toNextDeal(): void {
    const { pack } = this.state.match!.deal;
    this.playUntil(({ match }) => match!.deal.pack !== pack);
  }

  /** The game as a player sees it, `null` for the public. */
  view(player: PlayerCard | null): GameView {
    return gameView(this.state, audienceOf(this.state, player?.id ?? null), this.now);
  }

  /** All events as a player reads them. */
  events(player: PlayerCard | null): GameEventView[] {
    return this.commits.flatMap((commit) => commitEventsFor(commit, readerOf(this.state, player?.id ?? null)));
  }

  /** The seat of a player. */
  seatOf({ id }: PlayerCard): Seat | null {
    return seatOf(this.state, id);
  }
}
