/** The ledger of a game: its state and its log, and the only place that commits. */

import type { Alarm, Database } from "../durable/index.ts";
import { chainOf, type Packs, packsOf, rootOfSeed, saltOf, toHex } from "./dealing.ts";
import { type Commit, type GameEvent, isLobbyEvent } from "./events.ts";
import { occupantOf } from "./lobby.ts";
import type { PlanNote } from "./plan-store.ts";
import { type Draft, draftStart, matchAfter } from "./play.ts";
import { allFilled, emptyState, type GameFacts, type GameState, newFacts, stateAfter } from "./state.ts";
import type { Store } from "./store.ts";
import { newTerms } from "./terms.ts";
import type { CreateRequest } from "./types.ts";

/** After how many events at most another snapshot is written: so many are played again when the object wakes. */
const SNAPSHOT_EVERY = 32;
/** How many of the newest commits are kept in memory: what is asked for most is not read back. */
const RECENT = 64;

/** A draft that has its place in the log. */
type Placed = Draft & Pick<Commit, "seq" | "at">;

/** What else goes into the transaction of a commit that leads to `after`. */
export interface Companion {
  hasWork(notes: readonly PlanNote[]): boolean;
  write(commit: Commit, after: GameState, notes: readonly PlanNote[]): void;
}

export interface LedgerParts {
  db: Database;
  store: Store;
  alarm: Alarm;
  /** The game's own time, in milliseconds since 1970. */
  now: () => number;
  /** What else is written beside a snapshot. */
  snapshot: () => void;
  /** What else is written when the game is made. */
  created: (facts: GameFacts) => void;
  companion: Companion;
  /** What house bots add to a draft that has led to `state`, or `null`. */
  answers: (state: GameState, packs: Packs) => Draft | null;
  /** When the alarm must fire for a state, in real time; `null` where nothing is due. */
  dueAt: (state: GameState, now: number) => number | null;
}

export class Ledger {
  readonly #parts: LedgerParts;
  #state: GameState | null = null;
  #root: Uint8Array = new Uint8Array();
  #packs: Packs | null = null;
  /** The version that the snapshot is of. */
  #snapshotAt = 0;
  /** The newest commits without a gap, as far as this object has made them itself. */
  #recent: Commit[] = [];
  /** When the newest commit was made by the real clock; 0 where this object has made none. */
  #committedAt = 0;
  readonly #listeners: (() => void)[] = [];
  #isTelling = false;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    parts.db.restores(parts.alarm.memory);
    parts.db.restores(() => {
      const [state, packs, recent] = [this.#state, this.#packs, this.#recent];
      const [snapshotAt, committedAt] = [this.#snapshotAt, this.#committedAt];
      return () => {
        [this.#state, this.#packs, this.#recent] = [state, packs, recent];
        [this.#snapshotAt, this.#committedAt] = [snapshotAt, committedAt];
      };
    });
  }

  /** `null` while no game has been made here. */
  get game(): GameState | null {
    return this.#state;
  }

  /** The state of the game, which must be there. */
  get state(): GameState {
    if (this.#state === null) throw new Error("there is no game here");
    return this.#state;
  }

  get committedAt(): number {
    return this.#committedAt;
  }

  now(): number {
    return this.#parts.now();
  }

  /** Calls `listener` once commits stand: at the end of the turn that made them. */
  onCommit(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Reads what is stored, and plays what the log has beyond the snapshot. Whether there is a game. */
  wake(): boolean {
    const creation = this.#parts.store.readCreation();
    if (creation === null) return false;
    this.#root = creation.root;
    const snapshot = this.#parts.store.readSnapshot(creation.facts) ?? emptyState(creation.facts);
    this.#snapshotAt = snapshot.version;
    this.#state = snapshot;
    for (const commit of this.#parts.store.commitsFrom(snapshot.version + 1)) {
      // The commit that the snapshot ends with may come first.
      if (commit.seq > this.#state.version) this.#state = this.#replayed(this.#state, commit);
    }
    return true;
  }

  #replayed(state: GameState, commit: Commit): GameState {
    // The commit that starts the match may also set the last client seed.
    const packs = this.#packsFor(state.status === "waiting" ? stateAfter(state, commit, state.match) : state);
    return stateAfter(state, commit, matchAfter(state.match, commit, state.facts.rules, packs));
  }

  /** The packs of this game, as it stands. */
  get packs(): Packs {
    return this.#packsFor(this.state);
  }

  /** Players' seeds go into the packs, so they are settled only once nobody can join any more. */
  #packsFor(state: GameState): Packs {
    if (this.#packs !== null) return this.#packs;
    const packs = packsOf(this.#root, saltOf(state.facts.id, state.clientSeeds, state.facts.seeded));
    if (state.status !== "waiting") this.#packs = packs;
    return packs;
  }

  /** Makes the game that is asked for. There must be none yet. */
  create(request: CreateRequest): void {
    const { db, store } = this.#parts;
    const { creator, seed, seats, fingerprint } = request;
    const root = seed === null ? crypto.getRandomValues(new Uint8Array(32)) : rootOfSeed(seed);
    const terms = newTerms(request);
    const fixed = { seeded: seed !== null, commitment: toHex(chainOf(root)[0]) };
    const facts = newFacts(request, Date.now(), fixed);
    db.migrate();
    db.transaction(() => {
      store.writeCreation({ facts, root, fingerprint });
      this.#root = root;
      this.#state = emptyState(facts);
      this.#parts.created(facts);
      this.commitLobby([
        { type: "game_created", creator: creator.id, seats: seats.map(occupantOf), ...terms, ...fixed },
      ]);
    });
  }

  /** Commits lobby events, with the start of the match where they fill the last seat. */
  commitLobby(events: GameEvent[]): void {
    const { match, version } = this.state;
    const then = stateAfter(this.state, { seq: version + 1, at: 0, moves: [], events }, null);
    if (then.status !== "waiting" || !allFilled(then.seats)) this.commit({ moves: [], events, match });
    else {
      const start = draftStart(then, this.#packsFor(then));
      this.commit({ moves: [], events: [...events, ...start.events], match: start.match });
    }
  }

  /** Commits a draft, together with what house bots answer to it. Returns the `seq` of its first event. */
  commit(draft: Draft): number {
    const seq = this.state.version + 1;
    const at = this.#parts.now();
    const first = stateAfter(this.state, { seq, at, ...draft }, draft.match);
    const answers = this.#parts.answers(first, this.#packsFor(first));
    if (answers === null) this.#write({ seq, at, ...draft }, first);
    else this.#writeDraft({ seq, at, ...joined(draft, answers) });
    return seq;
  }

  /** Commits what house bots do now. Whether they did anything. */
  commitAnswers(): boolean {
    const answers = this.#parts.answers(this.state, this.packs);
    if (answers !== null) this.#writeDraft({ seq: this.state.version + 1, at: this.#parts.now(), ...answers });
    return answers !== null;
  }

  #writeDraft(draft: Placed): void {
    this.#write(draft, stateAfter(this.state, draft, draft.match));
  }

  /** Writes the commit that leads to `after`: the log row, the snapshot where one is due, what goes with them, and the alarm. */
  #write({ seq, at, moves, events, notes = [] }: Placed, after: GameState): void {
    const { db, store, companion } = this.#parts;
    const commit: Commit = { seq, at, moves, events };
    const hasSnapshot = this.#needsSnapshot(commit, after);
    const hasCompany = companion.hasWork(notes);
    const write = () => {
      store.writeCommit(commit);
      if (hasCompany) companion.write(commit, after, notes);
      if (hasSnapshot) {
        store.writeSnapshot(after);
        this.#parts.snapshot();
        this.#snapshotAt = after.version;
      }
      this.#state = after;
      // A new list each time: a transaction that fails puts the old one back.
      this.#recent = [...this.#recent.slice(1 - RECENT), commit];
      this.#committedAt = Date.now();
      this.arm();
    };
    // A row alone stands or falls by itself, and most actions write no more than that.
    if (hasSnapshot || hasCompany) db.transaction(write);
    else write();
    this.#tell();
  }

  /** At the end of a deal and whatever happens around the match as well: what is asked of a sleeping game is mostly asked there. */
  #needsSnapshot({ events }: Commit, after: GameState): boolean {
    return (
      after.version - this.#snapshotAt >= SNAPSHOT_EVERY ||
      events.some((event) => event.type === "deal_scored" || isLobbyEvent(event))
    );
  }

  #tell(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    // Not before the turn is over: a transaction around the commit may still fail.
    queueMicrotask(() => {
      this.#isTelling = false;
      if (this.#state !== null) for (const listener of this.#listeners) listener();
    });
  }

  /** Sets the alarm where something is due before it, but not before `earliest`. Inside a transaction it is undone with the rest. */
  arm(earliest = 0): void {
    const due = this.#parts.dueAt(this.state, Date.now());
    this.#parts.alarm.by(due === null ? null : Math.max(due, earliest));
  }

  /** When the event `seq` was, in milliseconds since 1970. */
  instantOf(seq: number): number {
    return this.#recent.findLast((commit) => commit.seq <= seq)?.at ?? this.#parts.store.instantOf(seq);
  }

  /** The commits that hold events from `seq` on, oldest first; read lazily, so do not await between them. */
  *commitsFrom(seq: number): Generator<Commit> {
    const recent = this.#recent;
    if (recent.length === 0 || recent[0].seq > seq) yield* this.#parts.store.commitsFrom(seq);
    else yield* recent.slice(recent.findLastIndex((commit) => commit.seq <= seq));
  }
}

/** Two drafts of one commit, the later one drawn from where the first one leads. */
const joined = (first: Draft, then: Draft): Draft => ({
  moves: [...first.moves, ...then.moves],
  events: [...first.events, ...then.events],
  match: then.match,
  notes: [...(first.notes ?? []), ...(then.notes ?? [])],
});
