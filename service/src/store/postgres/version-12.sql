-- Version 12 of the schema: sandboxes, in which somebody tries plans, and what bots think of games that are over.

-- Whether plans may be tried from the table while its game is on.
ALTER TABLE tables ADD COLUMN sandboxes BIGINT NOT NULL DEFAULT 1;

-- What somebody has tried from a table: the position in which it begins, empty if that is the game of the table, and a tree as
-- JSON. Each change names the version before it.
CREATE TABLE sandboxes (
    table_id TEXT NOT NULL,
    person TEXT NOT NULL,
    version BIGINT NOT NULL,
    root BYTEA NOT NULL,
    kept TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (table_id, person)
);
CREATE INDEX sandboxes_of ON sandboxes (person, at);
CREATE INDEX sandboxes_by_age ON sandboxes (at);

-- What bots think of a game that is over, as JSON: as far as they have come.
CREATE TABLE estimates (
    table_id TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    estimate TEXT NOT NULL
);
