-- Facts for lists and statistics. The truth of a game is the log in its own object, from which every row here but those of
-- players can be written again. Times are integer milliseconds since 1970.

CREATE TABLE players (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('human', 'bot')),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE games (
  id TEXT PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'playing', 'finished', 'aborted')),
  preset TEXT NOT NULL,
  mode TEXT NOT NULL,
  partnership TEXT NOT NULL,
  visibility TEXT NOT NULL CHECK (visibility IN ('public', 'unlisted')),
  creator_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX games_by_time ON games (created_at, id);
CREATE INDEX games_by_status ON games (status, created_at, id);

-- created_at is the game's, so that one index serves a player's games in the order of lists.
CREATE TABLE seats (
  game_id TEXT NOT NULL,
  seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
  kind TEXT NOT NULL CHECK (kind IN ('player', 'kept', 'bot', 'open')),
  player_id TEXT,
  player_name TEXT,
  player_kind TEXT,
  bot TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_player ON seats (player_id, created_at, game_id) WHERE player_id IS NOT NULL;

-- contracts and places are comma-separated; places is '' but in trix.
CREATE TABLE deals (
  game_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  number INTEGER NOT NULL,
  tiebreak INTEGER NOT NULL CHECK (tiebreak IN (0, 1)),
  kingdom INTEGER,
  king INTEGER NOT NULL,
  contracts TEXT NOT NULL,
  points_0 INTEGER NOT NULL,
  points_1 INTEGER NOT NULL,
  points_2 INTEGER NOT NULL,
  points_3 INTEGER NOT NULL,
  places TEXT NOT NULL,
  PRIMARY KEY (game_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
  game_id TEXT NOT NULL,
  seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
  total INTEGER NOT NULL,
  place INTEGER NOT NULL,
  won INTEGER NOT NULL CHECK (won IN (0, 1)),
  PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
