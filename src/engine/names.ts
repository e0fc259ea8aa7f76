/** Names that people give: made the same where they look the same, after RFC 8266 (nicknames) and RFC 5892 appendix A (joiners). */

/** Control characters, line separators, lone surrogates, and what turns the direction of the text around it. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]/u;
/** More marks than any script puts on a letter: they would climb over the lines around them. */
const STACKED = /\p{M}{5}/u;
/** Something that is seen: no white space, mark or filler alone. */
const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A sign that asks two letters of these scripts to join, by which a joiner behind it is seen. */
const AFTER_VIRAMA = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u17D2]$/u;
/** A letter that joins the one behind it, if nothing keeps them apart. */
const JOINING = /(?![اآأإٱدذرزژڑوؤةىءۀے])[\p{Script=Arabic}\p{Script=Syriac}]\p{M}*$/u;
const JOINED = /^[\p{Script=Arabic}\p{Script=Syriac}]/u;
const PICTURE = /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)*$/u;

/** Whether a character that shows nothing changes how its neighbours look: then it belongs to how a name is written. */
function isSeen(sign: string, before: string, after: string): boolean {
  switch (sign) {
    case "\u200c":
      return AFTER_VIRAMA.test(before) || (JOINING.test(before) && JOINED.test(after));
    case "\u200d":
      return AFTER_VIRAMA.test(before) || (PICTURE.test(before) && /^\p{Extended_Pictographic}/u.test(after));
    case "\ufe0e":
    case "\ufe0f":
      return /\p{Extended_Pictographic}$/u.test(before) || after.startsWith("\u20e3");
    default:
      return FORBIDDEN.test(sign);
  }
}

/** How far a character looks around, in UTF-16 code units. */
const NEIGHBOURS = 8;

/**
 * A name as it is kept: without characters that nobody sees, every run of spaces one space, none at its ends, in Unicode's
 * normal form C. What a name cannot have stays there for `nameFault` to find. Tidied twice it is the same.
 */
export const tidyName = (name: string): string =>
  name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, (sign, at: number) =>
      isSeen(
        sign,
        name.slice(Math.max(0, at - NEIGHBOURS), at),
        name.slice(at + sign.length, at + sign.length + NEIGHBOURS),
      )
        ? sign
        : "",
    )
    .normalize("NFC")
    .replace(/[\p{Zs}\u2800]+/gu, " ")
    .replace(/^ | $/g, "");

export interface NameFault {
  code: "out_of_range" | "wrong_format";
  message: string;
}

/** What is wrong with a tidied name of at most `most` characters, or `null`. */
export function nameFault(name: string, most: number): NameFault | null {
  const fault = (code: NameFault["code"], message: string): NameFault => ({ code, message });
  if (name.length > most && [...name].length > most)
    return fault("out_of_range", `A name can have at most ${most} characters.`);
  if (FORBIDDEN.test(name))
    return fault(
      "wrong_format",
      "A name can't contain control characters or characters that change the text direction.",
    );
  if (STACKED.test(name)) return fault("wrong_format", "A name can have at most four combining marks on one letter.");
  return VISIBLE.test(name) ? null : fault("out_of_range", "A name must have at least one visible character.");
}
