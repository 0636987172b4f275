-- Version 3 of the schema, with which stores in PostgreSQL begin: the columns are those of a store in a file.

CREATE TABLE house (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
CREATE TABLE guests (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    options TEXT NOT NULL,
    edition TEXT NOT NULL,
    files TEXT NOT NULL,
    rules BIGINT NOT NULL,
    host TEXT NOT NULL,
    listed BIGINT NOT NULL,
    shuffled BIGINT NOT NULL,
    seed TEXT NOT NULL,
    state TEXT NOT NULL,
    created BIGINT NOT NULL,
    moved BIGINT NOT NULL,
    steps BIGINT NOT NULL,
    deciding TEXT NOT NULL,
    bot_turn BIGINT NOT NULL,
    start_digest TEXT NOT NULL,
    ended TEXT NOT NULL,
    ended_at BIGINT NOT NULL DEFAULT 0,
    rematch TEXT NOT NULL,
    lesson TEXT NOT NULL DEFAULT '',
    start_dice TEXT NOT NULL DEFAULT '',
    commitment TEXT NOT NULL DEFAULT '',
    contributions TEXT NOT NULL DEFAULT '',
    dealt TEXT NOT NULL DEFAULT '',
    referee TEXT NOT NULL DEFAULT '',
    referee_name TEXT NOT NULL DEFAULT '',
    absence TEXT NOT NULL DEFAULT '10min',
    told_steps BIGINT NOT NULL DEFAULT 0,
    told_at BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
-- None by what every decision changes (`moved`, `told_at`): it then changes its row in place, and no index with it.
CREATE INDEX tables_by_state ON tables (state, ended_at);
CREATE INDEX tables_by_host ON tables (host) WHERE state <> 'over';
CREATE INDEX tables_by_referee ON tables (referee) WHERE referee <> '';
-- The lists of the lobby, without looking through all games that nobody listed.
CREATE INDEX tables_listed ON tables (state, ended_at) WHERE listed = 1;
CREATE TABLE seats (
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    kind TEXT NOT NULL,
    holder TEXT NOT NULL,
    name TEXT NOT NULL,
    bot TEXT NOT NULL,
    link TEXT NOT NULL UNIQUE,
    token TEXT NOT NULL UNIQUE,
    undos BIGINT NOT NULL,
    contribution TEXT NOT NULL DEFAULT '',
    away TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX seats_by_holder ON seats (holder);
CREATE INDEX seats_by_away ON seats (away) WHERE away <> '';
CREATE TABLE steps (
    table_id TEXT NOT NULL,
    step BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    action TEXT NOT NULL,
    digest TEXT NOT NULL,
    at BIGINT NOT NULL,
    dice TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, step)
);
CREATE TABLE talk (
    table_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);
-- Positions are replaced with every decision: in place, where there is room.
CREATE TABLE positions (
    table_id TEXT PRIMARY KEY,
    position BYTEA NOT NULL
) WITH (fillfactor = 70);
CREATE TABLE records (
    table_id TEXT PRIMARY KEY,
    record TEXT NOT NULL
);
CREATE TABLE commitments (
    commitment TEXT PRIMARY KEY
);
CREATE TABLE seen (
    table_id TEXT NOT NULL,
    guest TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (table_id, guest)
);
CREATE INDEX seen_by_guest ON seen (guest);
CREATE TABLE joined (
    guest TEXT PRIMARY KEY,
    becomes TEXT NOT NULL
);
