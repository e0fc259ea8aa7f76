/** How much one account may set in motion: counted by its own object, asked for by games, told by http. */

/**
 * Games that an account may hold of each kind at a time: games that wait for players, by their creator, and those of others in
 * which it has taken an open seat; running games that house bots play alone, by their creator; and those that users of its
 * apps have created.
 */
export const MOST_HELD = { waitingGames: 50, joinedSeats: 20, botGames: 5, appBotGames: 50 } as const;

export type HeldKind = keyof typeof MOST_HELD;

/** Deals that an account may ask for within the window, by the games that it creates and by those of its apps' users. */
export const MOST_DEALS = { deals: 2000, appDeals: 20_000 } as const;
/** In milliseconds. */
export const DEALS_WINDOW_MS = 600_000;

export type DealBudget = keyof typeof MOST_DEALS;

/** Days of vacation a year that every player has. */
export const VACATION_DAYS = 30;
