-- Version 7 of the schema: clocks.

-- How much time there is, what happens when it has run out, and how reliable players must be, in a hundred.
ALTER TABLE tables ADD COLUMN clock TEXT NOT NULL DEFAULT 'none';
ALTER TABLE tables ADD COLUMN at_deadline TEXT NOT NULL DEFAULT 'lapse';
ALTER TABLE tables ADD COLUMN reliable BIGINT NOT NULL DEFAULT 0;
-- The time of a table as it runs, as JSON; only of games with a clock that are on.
CREATE TABLE clocks (
    table_id TEXT PRIMARY KEY,
    keeper TEXT NOT NULL
) WITHOUT ROWID;
-- When the time of a seat runs out, in milliseconds since 1970. Question 0 means that it is decided for the seat at once.
CREATE TABLE deadlines (
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    question BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX deadlines_by_time ON deadlines (at, table_id, seat);
-- When no server was there, in milliseconds since 1970: that time is given back.
CREATE TABLE outages (
    since BIGINT PRIMARY KEY,
    until BIGINT NOT NULL
);
-- The vacations of people, as JSON.
CREATE TABLE vacations (
    guest TEXT PRIMARY KEY,
    days TEXT NOT NULL
) WITHOUT ROWID;
-- How somebody kept the deadlines of a table, and whether they played there to the end.
CREATE TABLE reliability (
    guest TEXT NOT NULL,
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    kept BIGINT NOT NULL,
    late BIGINT NOT NULL,
    missed BIGINT NOT NULL,
    finished BIGINT NOT NULL,
    gone BIGINT NOT NULL,
    PRIMARY KEY (guest, table_id, seat)
) WITHOUT ROWID;