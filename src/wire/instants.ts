/** Instants, in milliseconds since 1970: written in UTC as every answer has them, read as RFC 3339 allows. */

export const instant = (at: number): string => new Date(at).toISOString();
export const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at));

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** The instant that a text names, in lower or upper case, with or without seconds; `null` where it names none. */
export function readInstant(text: string): number | null {
  const upper = text.toUpperCase();
  const [, year, month, day] = (RFC_3339.exec(upper) ?? []).map(Number);
  // A day that its month lacks would be read as one of the next month.
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month >= 1 && month <= 12;
  return isDay ? Date.parse(upper) : null;
}
