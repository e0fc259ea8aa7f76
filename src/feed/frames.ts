/** What passes between the Worker and an object whose log it follows: one WebSocket a follower, JSON in text messages. */

/** An entry of a log, as its reader may have it. */
export interface Entry {
  seq: number;
}

/**
 * What the object tells unasked: once when the line opens, then whenever there is more. `over`: this was all, and nothing more
 * comes. `awaiting`: who has to act as of the entry `newest`, in a log where anybody has to.
 */
export interface Page<E extends Entry = Entry> {
  data: readonly E[];
  newest: number;
  over: boolean;
  awaiting?: object | null;
}

/** A ticket that opens one stream: `id` tells it from others, `until` is when it ends (milliseconds since 1970). */
export interface Spendable {
  id: string;
  until: number;
}

/** What the Worker asks for when it opens a line. */
export interface Follow<Who> {
  who: Who;
  /** `seq` of the last entry that is known. */
  after: number;
  /** Whose streams are counted together, at most 256 characters; `null` for the public. */
  counted: string | null;
  ticket?: Spendable;
}

/** From the object. `reply` answers the call of that id; its `answer` is `null` where the object failed. */
export type Frame = { page: Page } | { reply: { id: number; answer: unknown } };

/** To the object, beside `PING`. */
export interface Call<Asked> {
  id: number;
  call: Asked;
}

/** The header of the opening request that holds a `Follow`. Only the Worker reaches an object, so that nobody else can send it. */
export const FOLLOW = "Trix-Follow";

/** How the object refuses to be followed, by the status of its answer. */
export const REFUSED = { ticketUsed: 401, notFound: 404, tooMany: 409, full: 503 } as const;

/** Asked to see whether the line still holds. The object's platform answers without waking it. */
export const PING = "ping",
  PONG = "pong";

/** Streams that one player may have open of one log, and that one log can have in all. */
export const MOST_STREAMS = 100,
  MOST_FOLLOWERS = 10_000;

/** The code by which an object cuts a line that shall not be opened again: a fault that a sandbox was asked for. */
export const CUT = 4000;
