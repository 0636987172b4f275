-- Version 13 of the schema: what is said to one alone, what somebody notes for themselves, and referees of the house.

-- Whether players may say something to one of the others alone.
ALTER TABLE tables ADD COLUMN whispers BIGINT NOT NULL DEFAULT 0;

-- Since when somebody is a referee of the house; 0 if they are none.
ALTER TABLE people ADD COLUMN referee BIGINT NOT NULL DEFAULT 0;
CREATE INDEX people_referees ON people (id) WHERE referee > 0;

-- What somebody said to one other alone. A number is of this list and leaves the server never; `after` is the last line of talk
-- for everybody before it. A seat is -1 for the referee of the table. Empty where one of the two was deleted.
CREATE TABLE whispers (
    table_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    after BIGINT NOT NULL,
    at BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    to_seat BIGINT NOT NULL,
    name TEXT NOT NULL,
    to_name TEXT NOT NULL,
    text TEXT NOT NULL,
    person TEXT NOT NULL,
    to_person TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE INDEX whispers_of ON whispers (person) WHERE person <> '';
CREATE INDEX whispers_to ON whispers (to_person) WHERE to_person <> '';

-- What somebody has written down for themselves at a table. Each change names the version before it.
CREATE TABLE notes (
    table_id TEXT NOT NULL,
    person TEXT NOT NULL,
    version BIGINT NOT NULL,
    text TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (table_id, person)
);
CREATE INDEX notes_of ON notes (person);
