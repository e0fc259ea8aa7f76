/**
 * The tables of D1 as drizzle knows them. migrations/ is what makes them; a test compares the two. Times are integer
 * milliseconds since 1970.
 */

import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { SUM_NAMES, type SumName } from "./tally.ts";

const VISIBILITIES = ["public", "unlisted"] as const;
/** What a match counts as: under a preset as it is, under other rules, in practice, or with packs that somebody can know. */
export const CATEGORIES = ["standard", "custom", "practice", "seeded"] as const;

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
  (table) => [index("apps_by_owner").on(table.ownerId, table.createdAt, table.id)],
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
    index("tokens_by_player").on(table.playerId, table.createdAt, table.id),
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
    visibility: text("visibility", { enum: VISIBILITIES }).notNull(),
    creatorId: text("creator_id").notNull(),
    /** `seq` of the newest event that these facts include: an older export must not overwrite a newer one. */
    version: integer("version").notNull(),
    createdAt: integer("created_at").notNull(),
    startedAt: integer("started_at"),
    finishedAt: integer("finished_at"),
    /** A game to try things out in: it counts in no statistics. */
    sandbox: integer("sandbox", { mode: "boolean" }).notNull().default(false),
    category: text("category", { enum: CATEGORIES }).notNull().default("custom"),
  },
  (table) => [
    index("games_by_time").on(table.createdAt, table.id),
    index("games_by_kind").on(table.status, table.preset, table.mode, table.createdAt, table.id),
    index("games_by_creator").on(table.creatorId, table.createdAt, table.id),
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
    /** The game's, so that a list of somebody else's games goes through those alone that its reader may know of. */
    visibility: text("visibility", { enum: VISIBILITIES }).notNull().default("unlisted"),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.seat] }),
    index("seats_by_player").on(table.playerId, table.visibility, table.createdAt, table.gameId),
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
    /** By seat: the player who made every decision of that seat in the deal, or null. */
    player0: text("player_0"),
    player1: text("player_1"),
    player2: text("player_2"),
    player3: text("player_3"),
    /** The player who named the contract as king, and as which of the kingdom, from 1; null where nobody did. */
    chosenBy: text("chosen_by"),
    choice: integer("choice"),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.ordinal] })],
);

/** How each seat of a finished game ended, and for whom. */
export const results = sqliteTable(
  "results",
  {
    gameId: text("game_id").notNull(),
    seat: integer("seat").notNull(),
    total: integer("total").notNull(),
    place: integer("place").notNull(),
    won: integer("won", { mode: "boolean" }).notNull(),
    /** The player who began the match at this seat, and whether they left it: then the result is not theirs. */
    playerId: text("player_id"),
    hasLeft: integer("has_left", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.seat] })],
);

const sum = (name: SumName) => integer(name).notNull();
const sums = Object.fromEntries(SUM_NAMES.map((name) => [name, sum(name)])) as Record<SumName, ReturnType<typeof sum>>;

/** What each player's finished games come to, by what is kept apart: a few rows a player, however many the games. */
export const statistics = sqliteTable(
  "statistics",
  {
    playerId: text("player_id").notNull(),
    visibility: text("visibility", { enum: VISIBILITIES }).notNull(),
    category: text("category", { enum: CATEGORIES }).notNull(),
    mode: text("mode").notNull(),
    partnership: text("partnership").notNull(),
    ...sums,
  },
  (table) => [
    primaryKey({ columns: [table.playerId, table.visibility, table.category, table.mode, table.partnership] }),
  ],
);
