-- Version 10 of the schema: rated tables, results, ratings and cups.

-- Whether the game changes ratings, and the cup to which it belongs, with its round, table and game there.
ALTER TABLE tables ADD COLUMN rated BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN cup TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN cup_place TEXT NOT NULL DEFAULT '';
CREATE INDEX tables_by_cup ON tables (cup) WHERE cup <> '';

-- Who held the seat when the game began, and whether they have given it up before they were through.
ALTER TABLE seats ADD COLUMN began TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN gone BIGINT NOT NULL DEFAULT 0;
CREATE INDEX seats_begun_by ON seats (began) WHERE began <> '';

-- How strong somebody is in a game: a person by their id, a bot as `bot:NAME`. Each change names the games before it.
CREATE TABLE ratings (
    game TEXT NOT NULL,
    player TEXT NOT NULL,
    mean BIGINT NOT NULL,
    spread BIGINT NOT NULL,
    games BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, player)
) WITHOUT ROWID;
CREATE INDEX ratings_of ON ratings (player);

-- How a game ended for a seat, written when it ended: the player is empty if they are gone. What the rating was and became is 0
-- where nothing was rated.
CREATE TABLE results (
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    player TEXT NOT NULL,
    rank BIGINT NOT NULL,
    players BIGINT NOT NULL,
    won BIGINT NOT NULL,
    stayed BIGINT NOT NULL,
    at BIGINT NOT NULL,
    mean_before BIGINT NOT NULL,
    spread_before BIGINT NOT NULL,
    mean_after BIGINT NOT NULL,
    spread_after BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX results_of ON results (player, at) WHERE player <> '';

-- A cup: what is played and by which terms, and from its start on who meets whom, both as JSON. `due` counts the games of it that
-- have ended, `done` those that were seen to.
CREATE TABLE cups (
    id TEXT PRIMARY KEY,
    host TEXT NOT NULL,
    name TEXT NOT NULL,
    entry TEXT NOT NULL,
    state TEXT NOT NULL,
    terms TEXT NOT NULL,
    cup TEXT NOT NULL,
    made BIGINT NOT NULL,
    moved BIGINT NOT NULL,
    version BIGINT NOT NULL,
    due BIGINT NOT NULL,
    done BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX cups_due ON cups (id) WHERE due > done;
CREATE INDEX cups_by_state ON cups (state, moved);

-- Who has entered a cup, with the name that they had then.
CREATE TABLE entrants (
    cup TEXT NOT NULL,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    made BIGINT NOT NULL,
    PRIMARY KEY (cup, person)
) WITHOUT ROWID;
CREATE INDEX entrants_of ON entrants (person);
