/**
 * What a player's finished games add up to: which facts count, and as what. The sums stand in the table `statistics`. A
 * match is added to them in the transaction that writes its facts, so that they always are what the facts come to.
 */

import { type SQL, sql } from "drizzle-orm";

/** A single contract, or `combined` for a deal of several. */
export const CONTRACT_GROUPS = ["king_of_hearts", "queens", "diamonds", "tricks", "trix", "combined"] as const;
/** Places in a match, and in a deal of trix. */
export const PLACES = [1, 2, 3, 4] as const;
/** A king names at most so many contracts in a kingdom. */
export const CHOICES = [1, 2, 3, 4, 5] as const;

export type ContractGroup = (typeof CONTRACT_GROUPS)[number];
export type Place = (typeof PLACES)[number];
export type Choice = (typeof CHOICES)[number];

/** A column of sums. `place_` is about matches, `out_` about deals of trix, `choice_` about what the player named as king. */
export type SumName =
  | `place_${Place}`
  | "wins"
  | "matches_left"
  | `${"deals" | "points"}_${ContractGroup}`
  | `out_${Place}`
  | `choice_${Choice}_${ContractGroup}`;

const countOf = (condition: string): string => `count(*) FILTER (WHERE ${condition})`;

/** Each sum with the SQL that makes it from facts, in the order of the columns. */
const SUMS: readonly (readonly [SumName, string])[] = [
  ...PLACES.map((place) => [`place_${place}`, countOf(`place = ${place}`)] as const),
  ["wins", countOf("won")],
  ["matches_left", countOf("has_left")],
  ...CONTRACT_GROUPS.map((group) => [`deals_${group}`, countOf(`contract = '${group}'`)] as const),
  ...CONTRACT_GROUPS.map(
    (group) => [`points_${group}`, `coalesce(sum(points) FILTER (WHERE contract = '${group}'), 0)`] as const,
  ),
  ...PLACES.map((place) => [`out_${place}`, countOf(`out = ${place}`)] as const),
  ...CHOICES.flatMap((choice) =>
    CONTRACT_GROUPS.map(
      (group) => [`choice_${choice}_${group}`, countOf(`choice = ${choice} AND chosen = '${group}'`)] as const,
    ),
  ),
];

export const SUM_NAMES: readonly SumName[] = SUMS.map(([name]) => name);

/** What sums are kept apart by. */
const KEYS = "player_id, visibility, category, mode, partnership";
const GROUP = "CASE WHEN instr(contracts, ',') > 0 THEN 'combined' ELSE contracts END";
const COLUMNS = `${KEYS}, ${SUM_NAMES.join(", ")}`;

/**
 * The sums of finished matches, each `sign` times: of the one match that `?` stands for, or of all. A match counts for the
 * player who began it at a seat, a deal for the player who made all decisions of a seat in it, a choice for whoever made it.
 */
function sumsOf(only: "" | "game_id = ?", sign: "" | "-" = ""): string {
  const where = (...conditions: string[]) => {
    const all = conditions.filter((each) => each !== "");
    return all.length === 0 ? "" : `WHERE ${all.join(" AND ")}`;
  };
  const deal = only === "" ? "" : `deals.${only}`;
  return `SELECT player_id, games.visibility, games.category, games.mode, games.partnership,
    ${SUMS.map(([, sum]) => `${sign}${sum}`).join(", ")}
  FROM (
    SELECT game_id, player_id, CASE WHEN NOT has_left THEN place END AS place, won AND NOT has_left AS won, has_left,
      NULL AS contract, NULL AS points, NULL AS out, NULL AS chosen, NULL AS choice
    FROM results ${where(only)}
    UNION ALL
    SELECT deals.game_id, CASE seat WHEN 0 THEN player_0 WHEN 1 THEN player_1 WHEN 2 THEN player_2 ELSE player_3 END,
      NULL, 0, 0, ${GROUP}, CASE seat WHEN 0 THEN points_0 WHEN 1 THEN points_1 WHEN 2 THEN points_2 ELSE points_3 END,
      (instr(places, seat) + 1) / 2, NULL, NULL
    FROM deals JOIN results ON results.game_id = deals.game_id ${where("NOT tiebreak", deal)}
    UNION ALL
    SELECT game_id, chosen_by, NULL, 0, 0, NULL, NULL, NULL, ${GROUP}, choice
    FROM deals ${where("NOT tiebreak", only)}
  ) AS facts JOIN games ON games.id = facts.game_id
  WHERE player_id IS NOT NULL AND games.status = 'finished' AND NOT games.sandbox
  GROUP BY 1, 2, 3, 4, 5`;
}

/** What a match adds to the sums, or with "-" takes out of them, as its facts are at this point of the transaction: rows of `statistics`. */
export function tally(game: string, sign: "" | "-"): SQL {
  const [first, ...rest] = sumsOf("game_id = ?", sign).split("?");
  return rest.reduce((text, part) => sql`${text}${game}${sql.raw(part)}`, sql.raw(first));
}

/** Whether a row of sums says anything: one that a match was taken out of may be empty. */
const SAYS_ANYTHING = SUM_NAMES.filter((name) => !name.startsWith("points_")).join(" + ");

/** Asks for the players whose sums are not what the facts come to. */
export const WRONG_SUMS = `WITH facts_say AS (${sumsOf("")})
  SELECT player_id FROM (SELECT * FROM facts_say EXCEPT SELECT ${COLUMNS} FROM statistics)
  UNION
  SELECT player_id FROM (SELECT ${COLUMNS} FROM statistics WHERE ${SAYS_ANYTHING} > 0 EXCEPT SELECT * FROM facts_say)`;

/** Makes all sums anew from the facts. To be run as one transaction. */
export const NEW_SUMS = ["DELETE FROM statistics", `INSERT INTO statistics (${COLUMNS}) ${sumsOf("")}`] as const;
