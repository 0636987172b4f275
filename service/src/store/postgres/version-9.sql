-- Version 9 of the schema: people among people.

-- Whose a line of talk is; empty for what the table itself says, and for lines of versions before.
ALTER TABLE talk ADD COLUMN person TEXT NOT NULL DEFAULT '';
CREATE INDEX talk_by_person ON talk (person) WHERE person <> '';

-- How somebody stands to another: has `asked`, is asked (`asks`), has said `no`, or they are `friends`. Both have a row, each
-- known by an id that tells nothing of either.
CREATE TABLE friends (
    person TEXT NOT NULL,
    other TEXT NOT NULL,
    id TEXT NOT NULL,
    state TEXT NOT NULL,
    made BIGINT NOT NULL,
    PRIMARY KEY (person, other)
);
CREATE UNIQUE INDEX friends_by_id ON friends (id);
CREATE INDEX friends_of_other ON friends (other);

-- The code in the link by which somebody can be asked.
CREATE TABLE friend_codes (
    person TEXT PRIMARY KEY,
    code TEXT NOT NULL
);
CREATE UNIQUE INDEX friend_codes_by_code ON friend_codes (code);

-- Whom somebody blocks, or does not want to hear at a table; with the name that they had then.
CREATE TABLE blocks (
    person TEXT NOT NULL,
    other TEXT NOT NULL,
    table_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    made BIGINT NOT NULL,
    PRIMARY KEY (person, other, table_id)
);
CREATE UNIQUE INDEX blocks_by_id ON blocks (id);
CREATE INDEX blocks_of_other ON blocks (other);
CREATE INDEX blocks_at_table ON blocks (table_id) WHERE table_id <> '';

-- Who is invited to a table by whom: `open`, `declined`, or `gone` if the host took it back.
CREATE TABLE invitations (
    table_id TEXT NOT NULL,
    person TEXT NOT NULL,
    host TEXT NOT NULL,
    state TEXT NOT NULL,
    made BIGINT NOT NULL,
    PRIMARY KEY (table_id, person)
);
CREATE INDEX invitations_of ON invitations (person);
CREATE INDEX invitations_by ON invitations (host, made);

-- Who looks for partners: the game and so on, empty or 0 for any; what the server is bound to if their table opens, and what they
-- add to which commitment. Ends by itself at `until`.
CREATE TABLE seeks (
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    id TEXT NOT NULL,
    scenario TEXT NOT NULL,
    players BIGINT NOT NULL,
    clock TEXT NOT NULL,
    commitment TEXT NOT NULL,
    promise TEXT NOT NULL,
    contribution TEXT NOT NULL,
    added_to TEXT NOT NULL,
    made BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (person, game)
);
CREATE UNIQUE INDEX seeks_by_id ON seeks (id);
CREATE INDEX seeks_by_time ON seeks (made);

-- What somebody told whoever runs the house of another, with the talk that they could see; when it was closed, with which word.
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    reporter TEXT NOT NULL,
    reported TEXT NOT NULL,
    name TEXT NOT NULL,
    table_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    words TEXT NOT NULL,
    lines TEXT NOT NULL,
    made BIGINT NOT NULL,
    closed BIGINT NOT NULL,
    verdict TEXT NOT NULL
);
CREATE INDEX reports_by_reporter ON reports (reporter, made);
CREATE INDEX reports_of ON reports (reported);
CREATE INDEX reports_open ON reports (made) WHERE closed = 0;
