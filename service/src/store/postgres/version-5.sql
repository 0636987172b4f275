-- Version 5 of the schema: games that are over are archived.

-- When, in seconds since 1970; 0 if it was not. The decisions of an archived game stand in its record alone.
ALTER TABLE tables ADD COLUMN archived BIGINT NOT NULL DEFAULT 0;
-- The last positions of archived games: rules that part from those under which it was played show it by that.
CREATE TABLE archive (
    table_id TEXT PRIMARY KEY,
    position BYTEA NOT NULL
);
-- Games that could be, without looking through those that are. A game that is on is in no index by this.
CREATE INDEX tables_unarchived ON tables (ended_at, id) WHERE state = 'over' AND archived = 0 AND lesson = '';
