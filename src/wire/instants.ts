/** Instants as every answer writes them: RFC 3339 in UTC, from milliseconds since 1970. */

export const instant = (at: number): string => new Date(at).toISOString();
export const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at));
