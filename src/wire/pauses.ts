/** The longest pause that a table can agree on, in milliseconds: 90 days. */
export const LONGEST_PAUSE_MS = 90 * 24 * 3600 * 1000;
