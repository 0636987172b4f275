CREATE TABLE IF NOT EXISTS house (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS guests (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS tables (
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
    lesson TEXT NOT NULL DEFAULT ''
);
-- Not by `moved`: a decision would then touch the index as well.
CREATE INDEX IF NOT EXISTS tables_by_state ON tables (state, ended_at);
CREATE TABLE IF NOT EXISTS seats (
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    kind TEXT NOT NULL,
    holder TEXT NOT NULL,
    name TEXT NOT NULL,
    bot TEXT NOT NULL,
    link TEXT NOT NULL UNIQUE,
    token TEXT NOT NULL UNIQUE,
    undos BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX IF NOT EXISTS seats_by_holder ON seats (holder);
CREATE TABLE IF NOT EXISTS steps (
    table_id TEXT NOT NULL,
    step BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    action TEXT NOT NULL,
    digest TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (table_id, step)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS talk (
    table_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
