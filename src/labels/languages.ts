/** The reader's language: chosen from `Accept-Language`, for what people read. Codes stay codes. */

export const LANGUAGES = ["en", "ar", "de", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text in every language that the server speaks. */
export type Labels = Readonly<Record<Language, string>>;

/** Texts by name. One with places for figures or names is made from them: none can be left out, nor a language. */
export type Texts = Readonly<Record<string, Labels | ((places: never) => Labels)>>;

/** Marks that what follows runs from right to left, so that Arabic beside digits and cards stays in order. */
const RIGHT_TO_LEFT_MARK = "\u200f";

export const directionOf = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");

/** The text for a reader; Arabic begins with a right-to-left mark. */
export const label = (labels: Labels, language: Language): string =>
  language === "ar" ? `${RIGHT_TO_LEFT_MARK}${labels.ar}` : labels[language];

/**
 * The best language for an `Accept-Language` header (RFC 9110 section 12.5.4): highest weight first, then the order of the
 * header; a range matches by its first subtag. English where nothing fits or nothing was said.
 */
export function chooseLanguage(header: string | undefined): Language {
  if (header === undefined) return "en";
  const ranges = header
    .slice(0, 200)
    .split(",")
    .map((part, order) => {
      const [range, ...parameters] = part.trim().toLowerCase().split(";");
      const weight = parameters
        .map((parameter) => /^\s*q=([01](?:\.[0-9]{0,3})?)\s*$/.exec(parameter)?.[1])
        .find((found) => found !== undefined);
      return { language: range.split("-")[0], weight: weight === undefined ? 1 : Number(weight), order };
    });
  const wanted = ranges.filter((range) => range.weight > 0).sort((a, b) => b.weight - a.weight || a.order - b.order);
  for (const { language } of wanted) {
    const found = LANGUAGES.find((each) => each === language);
    if (found !== undefined) return found;
    if (language === "*") return "en";
  }
  return "en";
}
