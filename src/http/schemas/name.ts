/** Names that people give: to themselves, to apps, to tokens. */

import { z } from "@hono/zod-openapi";

export const NAME_LENGTH = 40;
/** Control characters, line separators, lone surrogates, and what turns the direction of the text around it. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]/u;
/** More marks than any script puts on a letter: they would climb over the lines around them. */
const STACKED = /\p{M}{5}/u;
/** Something that is seen: no white space, mark or filler alone. */
const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

export const PlayerName = z
  .string()
  .overwrite((name) => name.normalize("NFC").trim())
  .refine((name) => [...name].length <= NAME_LENGTH, {
    error: `A name can have at most ${NAME_LENGTH} characters.`,
    params: { code: "out_of_range" },
    abort: true,
  })
  .refine((name) => !FORBIDDEN.test(name), {
    error: "A name can't contain control characters or characters that change the text direction.",
    params: { code: "wrong_format" },
    abort: true,
  })
  .refine((name) => !STACKED.test(name), {
    error: "A name can have at most four combining marks on one letter.",
    params: { code: "wrong_format" },
    abort: true,
  })
  .refine((name) => VISIBLE.test(name), {
    error: "A name must have at least one visible character.",
    params: { code: "out_of_range" },
  })
  .openapi({
    type: "string",
    minLength: 1,
    maxLength: NAME_LENGTH,
    description: "The name that others see. It is normalized (NFC) and trimmed, and does not have to be unique.",
    example: "Layla",
  });
