-- Version 6 of the schema: people, who are known by more than one cookie.

-- The browsers with which somebody has done something.
CREATE TABLE devices (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX devices_of ON devices (person);

-- Cookies that count no more: those of a device, or all that bear the id of a guest.
CREATE TABLE ended (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL
) WITHOUT ROWID;

-- Passkeys by their ids in hexadecimal: the public key, and what changes when one is used.
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    handle BLOB NOT NULL,
    name TEXT NOT NULL,
    key BLOB NOT NULL,
    state BLOB NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX passkeys_of ON passkeys (person);

-- Recovery codes: nothing but their hashes, one for each person.
CREATE TABLE codes (
    hash TEXT PRIMARY KEY,
    person TEXT NOT NULL UNIQUE,
    created BIGINT NOT NULL
) WITHOUT ROWID;

-- What was asked of a browser and is not answered yet; each is answered once, by whom it was asked of.
CREATE TABLE challenges (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    state BLOB NOT NULL,
    until BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX challenges_by_age ON challenges (until);

-- What somebody has set, as JSON; until when they say nothing, and since when they may do nothing (0: they may); why.
CREATE TABLE people (
    id TEXT PRIMARY KEY,
    settings TEXT NOT NULL,
    muted BIGINT NOT NULL,
    banned BIGINT NOT NULL,
    why TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX people_barred ON people (id) WHERE muted > 0 OR banned > 0;
