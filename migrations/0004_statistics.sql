-- Statistics hold what each player did: whose every deal and result was, and sums of them, so that no reader adds up games.

-- What a match counts as. Of games that are here already nobody knows whether they kept to their preset.
ALTER TABLE games ADD COLUMN category TEXT NOT NULL DEFAULT 'custom' CHECK (category IN ('standard', 'custom', 'practice', 'seeded'));
UPDATE games SET category = 'practice' WHERE mode = 'practice';

-- The player who made every decision of a seat in the deal, or NULL; who named its contract as king, and as which of the kingdom.
ALTER TABLE deals ADD COLUMN player_0 TEXT;
ALTER TABLE deals ADD COLUMN player_1 TEXT;
ALTER TABLE deals ADD COLUMN player_2 TEXT;
ALTER TABLE deals ADD COLUMN player_3 TEXT;
ALTER TABLE deals ADD COLUMN chosen_by TEXT;
ALTER TABLE deals ADD COLUMN choice INTEGER;

-- The player who began the match at the seat, and whether they left it.
ALTER TABLE results ADD COLUMN player_id TEXT;
ALTER TABLE results ADD COLUMN has_left INTEGER NOT NULL DEFAULT 0 CHECK (has_left IN (0, 1));

-- Games that are here already count for those who had the seats at the end, until their objects tell more.
UPDATE results SET player_id = (SELECT s.player_id FROM seats AS s WHERE s.game_id = results.game_id AND s.seat = results.seat AND s.kind = 'player');
UPDATE deals SET
  player_0 = (SELECT s.player_id FROM seats AS s WHERE s.game_id = deals.game_id AND s.seat = 0 AND s.kind = 'player'),
  player_1 = (SELECT s.player_id FROM seats AS s WHERE s.game_id = deals.game_id AND s.seat = 1 AND s.kind = 'player'),
  player_2 = (SELECT s.player_id FROM seats AS s WHERE s.game_id = deals.game_id AND s.seat = 2 AND s.kind = 'player'),
  player_3 = (SELECT s.player_id FROM seats AS s WHERE s.game_id = deals.game_id AND s.seat = 3 AND s.kind = 'player');
UPDATE deals SET
  chosen_by = CASE king WHEN 0 THEN player_0 WHEN 1 THEN player_1 WHEN 2 THEN player_2 ELSE player_3 END,
  choice = (SELECT count(*) FROM deals AS d WHERE d.game_id = deals.game_id AND d.kingdom = deals.kingdom AND d.ordinal <= deals.ordinal)
WHERE NOT tiebreak AND (SELECT mode FROM games WHERE id = deals.game_id) <> 'practice';

-- Sums over a player's finished games: places, wins, deals and points by contract, how often they went out as
-- which in trix, and what they named as king by its place in the kingdom.
CREATE TABLE statistics (
  player_id TEXT NOT NULL,
  visibility TEXT NOT NULL CHECK (visibility IN ('public', 'unlisted')),
  category TEXT NOT NULL CHECK (category IN ('standard', 'custom', 'practice', 'seeded')),
  mode TEXT NOT NULL,
  partnership TEXT NOT NULL,
  place_1 INTEGER NOT NULL,
  place_2 INTEGER NOT NULL,
  place_3 INTEGER NOT NULL,
  place_4 INTEGER NOT NULL,
  wins INTEGER NOT NULL,
  matches_left INTEGER NOT NULL,
  deals_king_of_hearts INTEGER NOT NULL,
  deals_queens INTEGER NOT NULL,
  deals_diamonds INTEGER NOT NULL,
  deals_tricks INTEGER NOT NULL,
  deals_trix INTEGER NOT NULL,
  deals_combined INTEGER NOT NULL,
  points_king_of_hearts INTEGER NOT NULL,
  points_queens INTEGER NOT NULL,
  points_diamonds INTEGER NOT NULL,
  points_tricks INTEGER NOT NULL,
  points_trix INTEGER NOT NULL,
  points_combined INTEGER NOT NULL,
  out_1 INTEGER NOT NULL,
  out_2 INTEGER NOT NULL,
  out_3 INTEGER NOT NULL,
  out_4 INTEGER NOT NULL,
  choice_1_king_of_hearts INTEGER NOT NULL,
  choice_1_queens INTEGER NOT NULL,
  choice_1_diamonds INTEGER NOT NULL,
  choice_1_tricks INTEGER NOT NULL,
  choice_1_trix INTEGER NOT NULL,
  choice_1_combined INTEGER NOT NULL,
  choice_2_king_of_hearts INTEGER NOT NULL,
  choice_2_queens INTEGER NOT NULL,
  choice_2_diamonds INTEGER NOT NULL,
  choice_2_tricks INTEGER NOT NULL,
  choice_2_trix INTEGER NOT NULL,
  choice_2_combined INTEGER NOT NULL,
  choice_3_king_of_hearts INTEGER NOT NULL,
  choice_3_queens INTEGER NOT NULL,
  choice_3_diamonds INTEGER NOT NULL,
  choice_3_tricks INTEGER NOT NULL,
  choice_3_trix INTEGER NOT NULL,
  choice_3_combined INTEGER NOT NULL,
  choice_4_king_of_hearts INTEGER NOT NULL,
  choice_4_queens INTEGER NOT NULL,
  choice_4_diamonds INTEGER NOT NULL,
  choice_4_tricks INTEGER NOT NULL,
  choice_4_trix INTEGER NOT NULL,
  choice_4_combined INTEGER NOT NULL,
  choice_5_king_of_hearts INTEGER NOT NULL,
  choice_5_queens INTEGER NOT NULL,
  choice_5_diamonds INTEGER NOT NULL,
  choice_5_tricks INTEGER NOT NULL,
  choice_5_trix INTEGER NOT NULL,
  choice_5_combined INTEGER NOT NULL,
  PRIMARY KEY (player_id, visibility, category, mode, partnership)
) STRICT, WITHOUT ROWID;

INSERT INTO statistics
SELECT
  player_id, games.visibility, games.category, games.mode, games.partnership,
  count(*) FILTER (WHERE place = 1),
  count(*) FILTER (WHERE place = 2),
  count(*) FILTER (WHERE place = 3),
  count(*) FILTER (WHERE place = 4),
  count(*) FILTER (WHERE won),
  count(*) FILTER (WHERE has_left),
  count(*) FILTER (WHERE contract = 'king_of_hearts'),
  count(*) FILTER (WHERE contract = 'queens'),
  count(*) FILTER (WHERE contract = 'diamonds'),
  count(*) FILTER (WHERE contract = 'tricks'),
  count(*) FILTER (WHERE contract = 'trix'),
  count(*) FILTER (WHERE contract = 'combined'),
  coalesce(sum(points) FILTER (WHERE contract = 'king_of_hearts'), 0),
  coalesce(sum(points) FILTER (WHERE contract = 'queens'), 0),
  coalesce(sum(points) FILTER (WHERE contract = 'diamonds'), 0),
  coalesce(sum(points) FILTER (WHERE contract = 'tricks'), 0),
  coalesce(sum(points) FILTER (WHERE contract = 'trix'), 0),
  coalesce(sum(points) FILTER (WHERE contract = 'combined'), 0),
  count(*) FILTER (WHERE out = 1),
  count(*) FILTER (WHERE out = 2),
  count(*) FILTER (WHERE out = 3),
  count(*) FILTER (WHERE out = 4),
  count(*) FILTER (WHERE choice = 1 AND chosen = 'king_of_hearts'),
  count(*) FILTER (WHERE choice = 1 AND chosen = 'queens'),
  count(*) FILTER (WHERE choice = 1 AND chosen = 'diamonds'),
  count(*) FILTER (WHERE choice = 1 AND chosen = 'tricks'),
  count(*) FILTER (WHERE choice = 1 AND chosen = 'trix'),
  count(*) FILTER (WHERE choice = 1 AND chosen = 'combined'),
  count(*) FILTER (WHERE choice = 2 AND chosen = 'king_of_hearts'),
  count(*) FILTER (WHERE choice = 2 AND chosen = 'queens'),
  count(*) FILTER (WHERE choice = 2 AND chosen = 'diamonds'),
  count(*) FILTER (WHERE choice = 2 AND chosen = 'tricks'),
  count(*) FILTER (WHERE choice = 2 AND chosen = 'trix'),
  count(*) FILTER (WHERE choice = 2 AND chosen = 'combined'),
  count(*) FILTER (WHERE choice = 3 AND chosen = 'king_of_hearts'),
  count(*) FILTER (WHERE choice = 3 AND chosen = 'queens'),
  count(*) FILTER (WHERE choice = 3 AND chosen = 'diamonds'),
  count(*) FILTER (WHERE choice = 3 AND chosen = 'tricks'),
  count(*) FILTER (WHERE choice = 3 AND chosen = 'trix'),
  count(*) FILTER (WHERE choice = 3 AND chosen = 'combined'),
  count(*) FILTER (WHERE choice = 4 AND chosen = 'king_of_hearts'),
  count(*) FILTER (WHERE choice = 4 AND chosen = 'queens'),
  count(*) FILTER (WHERE choice = 4 AND chosen = 'diamonds'),
  count(*) FILTER (WHERE choice = 4 AND chosen = 'tricks'),
  count(*) FILTER (WHERE choice = 4 AND chosen = 'trix'),
  count(*) FILTER (WHERE choice = 4 AND chosen = 'combined'),
  count(*) FILTER (WHERE choice = 5 AND chosen = 'king_of_hearts'),
  count(*) FILTER (WHERE choice = 5 AND chosen = 'queens'),
  count(*) FILTER (WHERE choice = 5 AND chosen = 'diamonds'),
  count(*) FILTER (WHERE choice = 5 AND chosen = 'tricks'),
  count(*) FILTER (WHERE choice = 5 AND chosen = 'trix'),
  count(*) FILTER (WHERE choice = 5 AND chosen = 'combined')
FROM (
  SELECT
    game_id, player_id, place, won, has_left,
    NULL AS contract, NULL AS points, NULL AS out, NULL AS chosen, NULL AS choice
  FROM results
  UNION ALL
  SELECT
    deals.game_id, CASE seat WHEN 0 THEN player_0 WHEN 1 THEN player_1 WHEN 2 THEN player_2 ELSE player_3 END,
    NULL, 0, 0,
    CASE WHEN instr(contracts, ',') > 0 THEN 'combined' ELSE contracts END,
    CASE seat WHEN 0 THEN points_0 WHEN 1 THEN points_1 WHEN 2 THEN points_2 ELSE points_3 END,
    (instr(places, seat) + 1) / 2,
    NULL, NULL
  FROM deals JOIN results ON results.game_id = deals.game_id
  WHERE NOT tiebreak
  UNION ALL
  SELECT
    game_id, chosen_by, NULL, 0, 0, NULL, NULL, NULL,
    CASE WHEN instr(contracts, ',') > 0 THEN 'combined' ELSE contracts END, choice
  FROM deals
  WHERE NOT tiebreak
) AS facts
JOIN games ON games.id = facts.game_id
WHERE player_id IS NOT NULL AND games.status = 'finished' AND NOT games.sandbox
GROUP BY 1, 2, 3, 4, 5;

-- Lists. Only what the server may find is indexed, by all that can be asked for at once.
DROP INDEX games_by_time;
DROP INDEX games_by_status;
CREATE INDEX games_by_time ON games (created_at, id) WHERE visibility = 'public';
CREATE INDEX games_by_kind ON games (status, preset, mode, created_at, id) WHERE visibility = 'public';
CREATE INDEX games_by_creator ON games (creator_id, created_at, id) WHERE visibility = 'unlisted';

-- The game's, like created_at: a list of somebody else's games goes through those alone that its reader may know of.
ALTER TABLE seats ADD COLUMN visibility TEXT NOT NULL DEFAULT 'unlisted' CHECK (visibility IN ('public', 'unlisted'));
UPDATE seats SET visibility = 'public' WHERE (SELECT visibility FROM games WHERE id = seats.game_id) = 'public';
DROP INDEX seats_by_player;
CREATE INDEX seats_by_player ON seats (player_id, visibility, created_at, game_id) WHERE player_id IS NOT NULL;

-- Lists of an account's tokens and apps, in their order, without those that are gone.
DROP INDEX tokens_by_player;
DROP INDEX apps_by_owner;
CREATE INDEX tokens_by_player ON tokens (player_id, created_at, id) WHERE revoked_at IS NULL;
CREATE INDEX apps_by_owner ON apps (owner_id, created_at, id) WHERE deleted_at IS NULL;
