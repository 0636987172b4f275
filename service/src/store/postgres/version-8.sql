-- Version 8 of the schema: notices and plans.

-- By what somebody is told: a browser (`push`), a webhook (`discord`, `slack`, `matrix`, `json`) or feeds at a secret address
-- (`feed`). What is wrong with one is said to its person.
CREATE TABLE ways (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    secret TEXT NOT NULL,
    name TEXT NOT NULL,
    created BIGINT NOT NULL,
    trouble TEXT NOT NULL
);
CREATE INDEX ways_of ON ways (person);
CREATE UNIQUE INDEX ways_by_address ON ways (kind, address, person);

-- What somebody is told (way '': nothing is sent, the feeds show it), and by which way it is sent. `at` says when it is seen
-- to, in milliseconds since 1970; whoever sees to it moves that on, so that nobody else does meanwhile.
CREATE TABLE notices (
    person TEXT NOT NULL,
    key TEXT NOT NULL,
    way TEXT NOT NULL,
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    kind TEXT NOT NULL,
    made BIGINT NOT NULL,
    at BIGINT NOT NULL,
    digest BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    state TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (person, key, way)
);
CREATE INDEX notices_due ON notices (at) WHERE state = 'waiting';
CREATE INDEX notices_of_table ON notices (table_id);
CREATE INDEX notices_by_age ON notices (made);

-- What a seat has decided beforehand, as JSON: nobody but the person is ever shown it. From `due` on, in milliseconds since 1970,
-- it is to be asked what it does; 0 if it was.
CREATE TABLE plans (
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    person TEXT NOT NULL,
    plan TEXT NOT NULL,
    due BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX plans_due ON plans (due) WHERE due > 0;
CREATE INDEX plans_by_person ON plans (person);
