-- Version 14 of the schema: mail.

-- Letters that wait until they are sent, or were. `at` says when, in milliseconds since 1970; whoever sends one moves that on.
CREATE TABLE letters (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    address TEXT NOT NULL,
    made BIGINT NOT NULL,
    at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    state TEXT NOT NULL,
    text TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX letters_due ON letters (at) WHERE state = 'waiting';
CREATE INDEX letters_to ON letters (address, made);
CREATE INDEX letters_of ON letters (person);
CREATE INDEX letters_by_age ON letters (made);

-- Messages that came, each once: how many of its lines are done, and what came of them. When it is answered nothing of what was
-- written is kept, and `at` says when that was.
CREATE TABLE arrivals (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    made BIGINT NOT NULL,
    at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    done BIGINT NOT NULL,
    state TEXT NOT NULL,
    said TEXT NOT NULL,
    text TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX arrivals_due ON arrivals (at) WHERE state = 'waiting';
CREATE INDEX arrivals_of ON arrivals (person, table_id, at);
CREATE INDEX arrivals_at ON arrivals (table_id);
CREATE INDEX arrivals_by_age ON arrivals (made);
