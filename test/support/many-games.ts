/** A history of thousands of games, planted by statements that make their rows within SQLite. */

import { NEW_SUMS } from "../../src/history/tally.ts";

export interface ManyGames {
  /** Beginning of their ids. */
  prefix: string;
  games: number;
  /** A player who sits at seat 0 of every game, and the others' common beginning. */
  player: string;
  others: string;
  visibility: "public" | "unlisted";
  dealsPerGame: number;
}

/**
 * Statements that add finished games of preset trix, one a second from 2020 on: mode classic, but each hundredth complex.
 * Without the sums over them.
 */
export function plantings({ prefix, games, player, others, visibility, dealsPerGame }: ManyGames): string[] {
  const numbers = (many: number) =>
    `(WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${many}) SELECT n FROM number)`;
  const id = `printf('${prefix}%07d', game.n)`;
  const time = "1577836800000 + game.n * 1000";
  const sitter = (seat: string) => `CASE ${seat} WHEN 0 THEN '${player}' ELSE printf('${others}%d', ${seat}) END`;
  const players = [0, 1, 2, 3].map((seat) => sitter(String(seat))).join(", ");
  return [
    `INSERT INTO games (id, status, preset, mode, partnership, visibility, creator_id, version, created_at, started_at, finished_at, category)
     SELECT ${id}, 'finished', 'trix', iif(game.n % 100 = 0, 'complex', 'classic'), 'none', '${visibility}', '${player}', 9, ${time}, ${time}, ${time}, 'standard'
     FROM ${numbers(games)} AS game`,
    `INSERT INTO seats (game_id, seat, kind, player_id, player_name, player_kind, created_at, visibility)
     SELECT ${id}, seat.n - 1, 'player', ${sitter("seat.n - 1")}, 'Somebody', 'human', ${time}, '${visibility}'
     FROM ${numbers(games)} AS game, ${numbers(4)} AS seat`,
    `INSERT INTO deals (game_id, ordinal, number, tiebreak, kingdom, king, contracts, points_0, points_1, points_2, points_3, places, player_0, player_1, player_2, player_3, chosen_by, choice)
     SELECT ${id}, deal.n, deal.n, 0, (deal.n + 4) / 5, 0, 'queens', -25, -25, -25, -25, '', ${players}, '${player}', (deal.n - 1) % 5 + 1
     FROM ${numbers(games)} AS game, ${numbers(dealsPerGame)} AS deal`,
    `INSERT INTO results (game_id, seat, total, place, won, player_id)
     SELECT ${id}, seat.n - 1, 0, seat.n, seat.n = 1, ${sitter("seat.n - 1")}
     FROM ${numbers(games)} AS game, ${numbers(4)} AS seat`,
  ];
}

/** What makes the sums over all that is planted. */
export const summing = (): string[] => [...NEW_SUMS];

/** What takes the games with that beginning of their ids away again. */
export const uprootings = (prefix: string): string[] => [
  ...["seats", "deals", "results"].map((table) => `DELETE FROM ${table} WHERE game_id GLOB '${prefix}*'`),
  `DELETE FROM games WHERE id GLOB '${prefix}*'`,
  ...NEW_SUMS,
];
