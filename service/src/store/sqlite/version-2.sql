-- Version 2 of the schema.

-- The last position of each game and the dice that fell, with which it goes on under newer rules, and the records of games
-- that are over, as they were written.
ALTER TABLE tables ADD COLUMN start_dice TEXT NOT NULL DEFAULT '';
ALTER TABLE steps ADD COLUMN dice TEXT NOT NULL DEFAULT '';
CREATE TABLE positions (
    table_id TEXT PRIMARY KEY,
    position BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE records (
    table_id TEXT PRIMARY KEY,
    record TEXT NOT NULL
);

-- What was published of the seed before anybody sat down, what the players added to it, and the seats that they had before
-- they were dealt.
ALTER TABLE tables ADD COLUMN commitment TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN contributions TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN dealt TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN contribution TEXT NOT NULL DEFAULT '';
-- A commitment that was used is gone: its seed may be known by now. Of tables that were given up too.
CREATE TABLE commitments (
    commitment TEXT PRIMARY KEY
) WITHOUT ROWID;

-- Who sees everything and never plays.
ALTER TABLE tables ADD COLUMN referee TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN referee_name TEXT NOT NULL DEFAULT '';

-- After how long a player may be replaced, when a guest was last seen at a table, and for whom a bot plays on.
ALTER TABLE tables ADD COLUMN absence TEXT NOT NULL DEFAULT '10min';
ALTER TABLE seats ADD COLUMN away TEXT NOT NULL DEFAULT '';
CREATE INDEX seats_by_away ON seats (away) WHERE away <> '';
CREATE TABLE seen (
    table_id TEXT NOT NULL,
    guest TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (table_id, guest)
) WITHOUT ROWID;

-- Two guests who turned out to be one person: the cookie of the first means the second.
CREATE TABLE joined (
    guest TEXT PRIMARY KEY,
    becomes TEXT NOT NULL
) WITHOUT ROWID;

-- Who hosts how many tables that are not over can be counted.
CREATE INDEX tables_by_host ON tables (host) WHERE state <> 'over';
