-- Tokens by name, apps, and the users of apps. A token verifies itself: rows here serve lists and revoking alone.

CREATE TABLE tokens (
  id TEXT PRIMARY KEY,
  player_id TEXT NOT NULL,
  app_id TEXT,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  game_id TEXT,
  seat INTEGER CHECK (seat BETWEEN 0 AND 3),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_by_player ON tokens (player_id);
CREATE INDEX tokens_by_app ON tokens (app_id) WHERE app_id IS NOT NULL;
CREATE INDEX tokens_revoked ON tokens (revoked_at) WHERE revoked_at IS NOT NULL;

CREATE TABLE apps (
  id TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX apps_by_owner ON apps (owner_id);

-- For the bound on games that wait for players.
CREATE INDEX games_waiting ON games (creator_id) WHERE status = 'waiting';

-- A user of an app, and the account that has claimed him.
ALTER TABLE players ADD COLUMN app_id TEXT;
ALTER TABLE players ADD COLUMN claimed_by TEXT;
CREATE INDEX players_by_claim ON players (claimed_by) WHERE claimed_by IS NOT NULL;

-- The app at a seat, as it was when the player sat down.
ALTER TABLE seats ADD COLUMN app_id TEXT;
ALTER TABLE seats ADD COLUMN app_name TEXT;
ALTER TABLE seats ADD COLUMN app_owner TEXT;
