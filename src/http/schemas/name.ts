/** Names that people give: to themselves, to apps, to tokens. */

import { z } from "@hono/zod-openapi";
import { nameFault, tidyName } from "../../engine/index.ts";

export const NAME_LENGTH = 40;

/** Adds what is wrong with a tidied name of at most `most` characters. */
export const checkName = (name: string, most: number, context: z.RefinementCtx<string>): void => {
  const fault = nameFault(name, most);
  if (fault === null) return;
  context.addIssue({ code: "custom", message: fault.message, params: { code: fault.code } });
};

export const PlayerName = z
  .string()
  .overwrite((name) => tidyName(name.trim()))
  .superRefine((name, context) => checkName(name, NAME_LENGTH, context))
  .openapi({
    type: "string",
    minLength: 1,
    maxLength: NAME_LENGTH,
    description:
      "The name that others see. It is normalized (NFC) and trimmed, spaces in a row become one, and invisible characters are removed. It does not have to be unique.",
    example: "Layla",
  });
