/** Cursors: where the next page of a list starts, bound to the filters of the first. Opaque to clients. */

import { digest } from "./digest.ts";
import { faulty, type Problem } from "./problem.ts";

const hashOf = (filters: unknown): string => digest(filters).slice(0, 16);

export const makeCursor = (createdAt: number, id: string, filters: unknown): string =>
  Buffer.from(JSON.stringify([createdAt, id, hashOf(filters)])).toString("base64url");

/** The refusal of what is no cursor of the list. */
export const badCursor = (): Problem =>
  faulty([
    { in: "query", pointer: "/cursor", code: "wrong_format", message: "This is not a `nextCursor` from this list." },
  ]);

/** Where a cursor points. A cursor that was made for other filters, or not here at all, is a fault of the request. */
export function readCursor(cursor: string, filters: unknown): { createdAt: number; id: string } {
  const parts = parse(cursor);
  if (parts === undefined) throw badCursor();
  const [createdAt, id, hash] = parts;
  if (hash !== hashOf(filters)) {
    throw faulty([
      {
        in: "query",
        pointer: "/cursor",
        code: "other_filters",
        message:
          "This cursor belongs to a list with different filters. Send the same filters as for the first page, or start without a cursor.",
      },
    ]);
  }
  return { createdAt, id };
}

function parse(cursor: string): [number, string, string] | undefined {
  try {
    const parts = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    const [createdAt, id, hash] = parts;
    return parts.length === 3 && Number.isSafeInteger(createdAt) && typeof id === "string" && typeof hash === "string"
      ? [createdAt as number, id, hash]
      : undefined;
  } catch {
    return undefined;
  }
}
