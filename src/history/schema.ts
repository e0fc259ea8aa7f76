/**
 * The tables of D1 as drizzle knows them. migrations/ is what makes them; a test compares the two. Times are integer
 * milliseconds since 1970.
 */

import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Accounts, and the users of apps. Like `tokens` and `apps` not written from a game's log. */
export const players = sqliteTable(
  "players",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    kind: text("kind", { enum: ["human", "bot"] }).notNull(),
    createdAt: integer("created_at").notNull(),
    /** The app whose user this is. */
    appId: text("app_id"),
    /** The account that has claimed this user of an app. */
    claimedBy: text("claimed_by"),
  },
  (table) => [index("players_by_claim").on(table.claimedBy)],
);

/** Apps of chat integrators. Tokens of one that is gone are revoked. */
export const apps = sqliteTable(
  "apps",
  {
    id: text("id").primaryKey(),
    ownerId: text("owner_id").notNull(),
    name: text("name").notNull(),
    createdAt: integer("created_at").notNull(),
    deletedAt: integer("deleted_at"),
  },
  (table) => [index("apps_by_owner").on(table.ownerId)],
);

/** Tokens, so that they can be listed and revoked. They verify themselves: no call needs a row of this to be answered. */
export const tokens = sqliteTable(
  "tokens",
  {
    id: text("id").primaryKey(),
    /** The account that it belongs to, also where it is an app's. */
    playerId: text("player_id").notNull(),
    appId: text("app_id"),
    name: text("name").notNull(),
    /** Separated by spaces. */
    scopes: text("scopes").notNull(),
    /** The one game and seat that it plays, or null. */
    gameId: text("game_id"),
    seat: integer("seat"),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [
    index("tokens_by_player").on(table.playerId),
    index("tokens_by_app").on(table.appId),
    index("tokens_revoked").on(table.revokedAt),
  ],
);

export const games = sqliteTable(
  "games",
  {
    id: text("id").primaryKey(),
    status: text("status", { enum: ["waiting", "playing", "finished", "aborted"] }).notNull(),
    preset: text("preset").notNull(),
    mode: text("mode").notNull(),
    partnership: text("partnership").notNull(),
    visibility: text("visibility", { enum: ["public", "unlisted"] }).notNull(),
    creatorId: text("creator_id").notNull(),
    /** `seq` of the newest event that these facts include: an older export must not overwrite a newer one. */
    version: integer("version").notNull(),
    createdAt: integer("created_at").notNull(),
    startedAt: integer("started_at"),
    finishedAt: integer("finished_at"),
    /** A game to try things out in: it counts in no statistics. */
    sandbox: integer("sandbox", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    index("games_by_time").on(table.createdAt, table.id),
    index("games_by_status").on(table.status, table.createdAt, table.id),
    index("games_waiting").on(table.creatorId),
  ],
);

/** The four seats of each game; `playerId`, `playerName`, `playerKind` for kinds player and kept, `bot` for bots. */
export const seats = sqliteTable(
  "seats",
  {
    gameId: text("game_id").notNull(),
    seat: integer("seat").notNull(),
    kind: text("kind", { enum: ["player", "kept", "bot", "open"] }).notNull(),
    playerId: text("player_id"),
    playerName: text("player_name"),
    playerKind: text("player_kind", { enum: ["human", "bot"] }),
    bot: text("bot"),
    /** The game's, so that one index serves a player's games in the order of lists. */
    createdAt: integer("created_at").notNull(),
    /** The app that the player is a user of, as the seat shows it. */
    appId: text("app_id"),
    appName: text("app_name"),
    appOwner: text("app_owner"),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.seat] }),
    index("seats_by_player").on(table.playerId, table.createdAt, table.gameId),
  ],
);

/** Finished deals; `ordinal` counts all deals of a game from 1, tie-breaks included. */
export const deals = sqliteTable(
  "deals",
  {
    gameId: text("game_id").notNull(),
    ordinal: integer("ordinal").notNull(),
    number: integer("number").notNull(),
    tiebreak: integer("tiebreak", { mode: "boolean" }).notNull(),
    kingdom: integer("kingdom"),
    king: integer("king").notNull(),
    /** Contract ids, comma-separated, in stored order. */
    contracts: text("contracts").notNull(),
    points0: integer("points_0").notNull(),
    points1: integer("points_1").notNull(),
    points2: integer("points_2").notNull(),
    points3: integer("points_3").notNull(),
    /** Seats in the order they went out, comma-separated; empty but in trix. */
    places: text("places").notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.ordinal] })],
);

/** How each seat of a finished game ended. */
export const results = sqliteTable(
  "results",
  {
    gameId: text("game_id").notNull(),
    seat: integer("seat").notNull(),
    total: integer("total").notNull(),
    place: integer("place").notNull(),
    won: integer("won", { mode: "boolean" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.seat] })],
);
