/** Instants that clients send. */

import { z } from "@hono/zod-openapi";
import { readInstant } from "../../wire/instants.ts";

/** More than any instant needs. */
const LENGTH = 40;

/** An RFC 3339 timestamp, in milliseconds since 1970. */
export const sentInstant = (error: string) =>
  z.string().transform((text, context) => {
    const at = text.length <= LENGTH ? readInstant(text) : null;
    if (at !== null) return at;
    context.addIssue({ code: "custom", message: error, params: { code: "wrong_format" } });
    return z.NEVER;
  });

/** How the contract describes one. */
export const INSTANT = { type: "string" as const, format: "date-time", maxLength: LENGTH };
