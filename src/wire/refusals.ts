/** How many refused actions a player may send to one game: kept by the game, told by http. */

/** Within the window before further ones are only counted. */
export const REFUSAL_LIMIT = 60;
/** In milliseconds. */
export const REFUSAL_WINDOW_MS = 60_000;
