/** What tokens may do. */

/** The order gives each its bit in a token: new ones are only ever added at the end. */
export const SCOPES = ["games:read", "games:play", "games:create", "account:manage"] as const;
export type Scope = (typeof SCOPES)[number];

export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  "games:read": "Read games as the account sees them, including its own hands and unlisted games.",
  "games:play": "Join, act and leave.",
  "games:create": "Create games, seat bots and free seats in them, and abort them.",
  "account:manage": "Create, list and revoke tokens and apps, and claim app users.",
};

/** What an app may do for its users: whatever concerns games. */
export const APP_SCOPES = ["games:read", "games:play", "games:create"] as const satisfies readonly Scope[];
/** What a token for one seat may do. */
export const SEAT_SCOPES = ["games:read", "games:play"] as const satisfies readonly Scope[];

export const maskOf = (scopes: readonly Scope[]): number =>
  scopes.reduce((mask, scope) => mask | (1 << SCOPES.indexOf(scope)), 0);
export const scopesOf = (mask: number): Scope[] => SCOPES.filter((_, i) => (mask & (1 << i)) !== 0);
