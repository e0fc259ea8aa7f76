-- Sandbox games: listed as such, and counted in no statistics.

ALTER TABLE games ADD COLUMN sandbox INTEGER NOT NULL DEFAULT 0;
