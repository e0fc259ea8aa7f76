/** How messages repeat what somebody sent: short, and so that a reader sees what it really is. */

/** The longest that is repeated, in characters. */
const LONGEST = 40;

/** What is not seen where it stands: white space but for the space itself, marks, format and control characters. */
const UNSEEN = /[^\P{Z} ]|[\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u;
/** What the text notation has no use for: letters and digits that look like its own, quotes and dashes that a phone has put in. */
const FOREIGN = /[^\x20-\x7e♠♥♦♣♤♡♢♧]/u;

/** A character by its code point: `U+200F`. */
export const codePoint = (sign: string): string =>
  `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;

/** Cut to what messages repeat at most; what is left out is marked. */
export function shortened(text: string): string {
  const signs = [...text.slice(0, 2 * LONGEST + 2)];
  return signs.length > LONGEST ? `${signs.slice(0, LONGEST).join("")}…` : text;
}

/** In quotes and shortened. What cannot be seen stands there as its code point, and the first character beyond ASCII is named behind. */
export function quote(text: string): string {
  const foreign = FOREIGN.exec(text)?.[0];
  const shown = [...text.slice(0, 2 * LONGEST + 2)].map((sign) => (UNSEEN.test(sign) ? `<${codePoint(sign)}>` : sign));
  const named = foreign === undefined || UNSEEN.test(foreign) ? "" : ` (with ${codePoint(foreign)})`;
  return `"${shortened(shown.join(""))}"${named}`;
}
