-- Version 3 of the schema.

-- How many moments of a game the public knows of, and when the last was: steps tell how much somebody has written in secret.
-- Games that are on are counted when they are next looked at.
ALTER TABLE tables ADD COLUMN told_steps BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN told_at BIGINT NOT NULL DEFAULT 0;
UPDATE tables SET told_steps = steps, told_at = moved;

-- The lists of the lobby, without looking through all games that nobody listed. Whoever plays unlisted pays nothing.
CREATE INDEX tables_listed ON tables (state, ended_at, told_at) WHERE listed = 1;
