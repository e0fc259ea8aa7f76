/** The database of a webhook: how it stands, and the log of its deliveries, which is also its queue. Synchronous throughout. */

import { type Database, earliest, isAhead } from "../durable/index.ts";
import { LONGEST_PAUSE_MS } from "./schedule.ts";
import type { Secrets } from "./signature.ts";
import type {
  AnswerNote,
  Attempt,
  DeliveryKind,
  DeliveryState,
  DisabledReason,
  WebhookFacts,
  WebhookNotice,
  WebhookStatus,
} from "./types.ts";

/** Append-only, as the game's. */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE hook (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL) STRICT;
   CREATE TABLE deliveries (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, decision TEXT UNIQUE, deadline INTEGER, state TEXT NOT NULL,
     once INTEGER NOT NULL, tries INTEGER NOT NULL, next_try INTEGER, last INTEGER, body TEXT, attempts TEXT NOT NULL, answer TEXT, created INTEGER NOT NULL) STRICT;
   CREATE INDEX queue ON deliveries (next_try) WHERE state = 'queued';`,
];

/** How many deliveries are kept. */
export const LOG_LENGTH = 100;

/** A webhook and how far it has come. Times in milliseconds since 1970. */
export interface WebhookState {
  facts: WebhookFacts;
  secrets: Secrets;
  status: WebhookStatus;
  disabledReason: DisabledReason | null;
  createdAt: number;
  /** `seq` of the newest event that was delivered. */
  reached: number;
  /** What the game told last. */
  notice: WebhookNotice;
  /** Before when the endpoint wants no other request, as it said last; missing where it never did. */
  notBefore?: number;
}

export interface Delivery {
  number: number;
  id: string;
  kind: DeliveryKind;
  decision: string | null;
  deadline: number | null;
  state: DeliveryState;
  /** Whether its owner asked for this one attempt. */
  once: boolean;
  /** Attempts since it was queued. */
  tries: number;
  nextTry: number | null;
  /** `seq` of the last event in the body. */
  last: number | null;
  /** What is sent, from the first attempt on. */
  body: string | null;
  attempts: Attempt[];
  answer: AnswerNote | null;
  createdAt: number;
}

type Row = {
  number: number;
  id: string;
  kind: string;
  decision: string | null;
  deadline: number | null;
  state: string;
  once: number;
  tries: number;
  next_try: number | null;
  last: number | null;
  body: string | null;
  attempts: string;
  answer: string | null;
  created: number;
};

/** When an attempt is due that was put off until `nextTry`. */
const dueAt = (nextTry: number, now: number): number => (isAhead(nextTry, now, LONGEST_PAUSE_MS) ? 0 : nextTry);

const deliveryOf = ({ kind, state, once, next_try, attempts, answer, created, ...row }: Row): Delivery => ({
  ...row,
  kind: kind as DeliveryKind,
  state: state as DeliveryState,
  once: once === 1,
  nextTry: next_try,
  attempts: JSON.parse(attempts) as Attempt[],
  answer: answer === null ? null : (JSON.parse(answer) as AnswerNote),
  createdAt: created,
});

export class WebhookStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** `null` where there is none, or none any more. */
  read(): WebhookState | null {
    if (!this.#db.exists()) return null;
    const row = this.#db.row<{ state: string }>("SELECT state FROM hook");
    return row === undefined ? null : (JSON.parse(row.state) as WebhookState);
  }

  keep(webhook: WebhookState): void {
    this.#db.run(
      "INSERT INTO hook (id, state) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state",
      JSON.stringify(webhook),
    );
  }

  /** Keeps all that waits back until then, at least. */
  hold(notBefore: number): void {
    this.keep({ ...this.read()!, notBefore });
    this.#db.run("UPDATE deliveries SET next_try = max(next_try, ?) WHERE state = 'queued'", notBefore);
  }

  /** Queues a new delivery at `now`, due at once or not before the instant given. */
  add(
    {
      id,
      kind,
      decision = null,
      deadline = null,
      body = null,
    }: Pick<Delivery, "id" | "kind"> & Partial<Pick<Delivery, "decision" | "deadline" | "body">>,
    now: number,
    notBefore = 0,
  ): Delivery {
    return deliveryOf(
      this.#db.row<Row>(
        `INSERT INTO deliveries (id, kind, decision, deadline, state, once, tries, next_try, last, body, attempts, answer, created)
       VALUES (?, ?, ?, ?, 'queued', 0, 0, ?, NULL, ?, '[]', NULL, ?) RETURNING *`,
        id,
        kind,
        decision,
        deadline,
        Math.max(now, notBefore),
        body,
        now,
      )!,
    );
  }

  /** Keeps how a delivery stands. What it is does not change. */
  write({ number, deadline, state, once, tries, nextTry, last, body, attempts, answer }: Delivery): void {
    this.#db.run(
      "UPDATE deliveries SET deadline = ?, state = ?, once = ?, tries = ?, next_try = ?, last = ?, body = ?, attempts = ?, answer = ? WHERE number = ?",
      deadline,
      state,
      once ? 1 : 0,
      tries,
      state === "queued" ? nextTry : null,
      last,
      body,
      JSON.stringify(attempts),
      answer === null ? null : JSON.stringify(answer),
      number,
    );
  }

  find(id: string): Delivery | null {
    const row = this.#db.row<Row>("SELECT * FROM deliveries WHERE id = ?", id);
    return row === undefined ? null : deliveryOf(row);
  }

  ofDecision(decision: string): Delivery | null {
    const row = this.#db.row<Row>("SELECT * FROM deliveries WHERE decision = ?", decision);
    return row === undefined ? null : deliveryOf(row);
  }

  /** What still waits of a kind, oldest first, without what was asked for once. */
  queued(kind: DeliveryKind): Delivery[] {
    return this.#db
      .rows<Row>("SELECT * FROM deliveries WHERE state = 'queued' AND kind = ? AND once = 0 ORDER BY number", kind)
      .map(deliveryOf);
  }

  /** The newest delivery of a kind. */
  newest(kind: DeliveryKind): Delivery | null {
    const row = this.#db.row<Row>("SELECT * FROM deliveries WHERE kind = ? ORDER BY number DESC LIMIT 1", kind);
    return row === undefined ? null : deliveryOf(row);
  }

  /** What is due at `now`, oldest first; with it what a clock that was wrong has put off for longer than any pause is. */
  due(now: number): Delivery[] {
    return this.#db
      .rows<Row>("SELECT * FROM deliveries WHERE state = 'queued' ORDER BY number")
      .map(deliveryOf)
      .filter(({ nextTry }) => dueAt(nextTry!, now) <= now);
  }

  /** When the next attempt is due as seen at `now`, or `null`. */
  nextDue(now: number): number | null {
    return this.#db
      .rows<{ next_try: number }>("SELECT next_try FROM deliveries WHERE state = 'queued'")
      .reduce<number | null>((least, { next_try }) => earliest(least, dueAt(next_try, now)), null);
  }

  /** Ends all that waits. */
  failQueued(): void {
    this.#db.run("UPDATE deliveries SET state = 'failed', next_try = NULL WHERE state = 'queued'");
  }

  /** The log, newest first. */
  log(): Delivery[] {
    return this.#db.rows<Row>("SELECT * FROM deliveries ORDER BY number DESC LIMIT ?", LOG_LENGTH).map(deliveryOf);
  }

  /** Forgets the oldest beyond LOG_LENGTH, but nothing that waits, and not the decision that waits: it must not be told of twice. */
  prune(decision: string | null): void {
    this.#db.run(
      "DELETE FROM deliveries WHERE number <= (SELECT max(number) FROM deliveries) - ? AND state <> 'queued' AND decision IS NOT ?",
      LOG_LENGTH,
      decision ?? "",
    );
  }
}
