/** Reading a log: a page of it, a page that waits until there is one, or a stream. */

import { z } from "@hono/zod-openapi";
import type { Entry } from "../../feed/frames.ts";
import type { AwaitingView } from "../../game/types.ts";
import { negotiate } from "../exchange/accept.ts";
import type { Exchange } from "../exchange/env.ts";
import { tagged } from "../exchange/operation.ts";
import { waitOf } from "../exchange/preferences.ts";
import { faulty } from "../exchange/problem.ts";
import { fresh } from "../exchange/representation.ts";
import { queryInteger } from "../schemas/list.ts";
import { LastEventId, LastEventIdQuery, Prefer } from "../schemas/stream.ts";
import { sse } from "./stream.ts";
import type { Following } from "./subscription.ts";
import { firstPage } from "./wait.ts";

const FORMS = ["application/json", "text/event-stream"] as const;
const DEFAULT_ENTRIES = 200;
const MOST_ENTRIES = 1000;

/** What a client asks a log for. */
export const LogQuery = z.object({
  after: queryInteger(0, 1e9, 0, "The `seq` of the last event that you know."),
  limit: queryInteger(1, MOST_ENTRIES, DEFAULT_ENTRIES, "The maximum number of events in a page."),
  lastEventId: LastEventIdQuery,
});
export const LogHeaders = z.object({ Prefer, "Last-Event-ID": LastEventId });

/** The two forms of the answer: a page by `schema`, or a stream whose messages `streamed` says what they are. */
export const logResponse = <S extends z.ZodType>(schema: S, description: string, streamed: string) => ({
  description,
  headers: { ETag: { ...tagged(schema, "").headers.ETag, required: false as const } },
  content: {
    "application/json": { schema },
    "text/event-stream": { schema: z.string().openapi({ description: streamed }) },
  },
});

/** What a page tells beside its entries. */
interface Beside {
  awaiting?: AwaitingView | null;
}

/** A log, for one who follows it. */
interface FollowedLog<E extends Entry, B extends Beside> extends Omit<Following, "after" | "said"> {
  /** A page of at most `limit` entries after `after`, and `seq` of the newest that there is. */
  read(after: number, limit: number): Promise<{ data: readonly Entry[]; version: number } & B>;
  /** What tells this reader's page from those of others, beside its version. */
  audience: readonly string[];
  /** Whether its reader may have a stream alone. */
  streamOnly?: boolean;
  /** Never there: what an entry is, as the contract describes it. The type of an entry names only its envelope. */
  entry?: E;
}

/** Answers with the log in the form that the client asks for. */
export async function answerLog<E extends Entry, B extends Beside>(
  c: Exchange,
  log: FollowedLog<E, B>,
  { after = 0, limit = DEFAULT_ENTRIES, lastEventId = "" }: { after?: number; limit?: number; lastEventId?: string },
  headers: { "Last-Event-ID"?: string },
) {
  c.header("Vary", "Authorization, Trix-Act-As, Accept");
  if (negotiate(c.req.raw.headers.get("accept"), FORMS) === "text/event-stream")
    return (await sse(c, { ...log, ...placeOf(after, lastEventId, headers["Last-Event-ID"] ?? "") })) as never;
  if (log.streamOnly === true)
    throw faulty([
      {
        in: "query",
        pointer: "/ticket",
        code: "stream_only",
        message: "A ticket only opens a stream. Send `Accept: text/event-stream`.",
      },
    ]);
  const seconds = waitOf(c);
  const { data, version, awaiting } =
    seconds > 0 ? await waited(log, after, limit, seconds) : await log.read(after, limit);
  const page = { data, version, ...(awaiting !== undefined && { awaiting }) };
  return fresh(c, [version, ...log.audience], page as typeof page & { data: E[] } & B);
}

/** Where a stream goes on: an EventSource that comes back knows it better than the address that it was made with. */
function placeOf(after: number, inQuery: string, inHeader: string): Pick<Following, "after" | "said"> {
  if (inHeader !== "") return { after: Number(inHeader), said: { in: "header", pointer: "/Last-Event-ID" } };
  return inQuery === "" ? { after } : { after: Number(inQuery), said: { in: "query", pointer: "/lastEventId" } };
}

/** A page that waits until it has something to tell. */
async function waited({ dial }: Pick<Following, "dial">, after: number, limit: number, seconds: number) {
  const { data, newest, awaiting } = await firstPage(dial, after, seconds);
  return { data: data.slice(0, limit), version: newest, awaiting };
}
