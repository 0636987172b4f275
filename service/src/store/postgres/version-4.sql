-- Version 4 of the schema: several servers share a store.

-- How often a table was changed: whoever changes it says from which version they come.
ALTER TABLE tables ADD COLUMN version BIGINT NOT NULL DEFAULT 0;

-- The servers, each with its last sign of life by the clock of the database, and the tables with bots that somebody watches
-- there. What a server has claimed is free when it gives no more signs.
CREATE TABLE servers (
    id TEXT PRIMARY KEY,
    seen TIMESTAMPTZ NOT NULL,
    watched TEXT[] NOT NULL DEFAULT '{}'
);

-- The tables at which a bot must decide, and the server that sees to it; kept by the database itself, so that no change can
-- forget it.
CREATE TABLE bot_turns (
    table_id TEXT PRIMARY KEY,
    server TEXT NOT NULL DEFAULT '',
    since TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX bot_turns_by_server ON bot_turns (server);
INSERT INTO bot_turns (table_id) SELECT id FROM tables WHERE state = 'playing' AND bot_turn = 1;
CREATE FUNCTION note_bot_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'DELETE' AND NEW.state = 'playing' AND NEW.bot_turn = 1 THEN
        INSERT INTO bot_turns (table_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
    ELSE
        DELETE FROM bot_turns WHERE table_id = OLD.id;
    END IF;
    RETURN NULL;
END
$$;
-- A table that begins with one was copied from another store.
CREATE TRIGGER bot_turn_begins AFTER INSERT ON tables FOR EACH ROW
    WHEN (NEW.bot_turn = 1)
    EXECUTE FUNCTION note_bot_turn();
CREATE TRIGGER bot_turn_changes AFTER UPDATE ON tables FOR EACH ROW
    WHEN (OLD.bot_turn <> NEW.bot_turn OR OLD.state <> NEW.state)
    EXECUTE FUNCTION note_bot_turn();
CREATE TRIGGER bot_turn_ends AFTER DELETE ON tables FOR EACH ROW
    WHEN (OLD.bot_turn = 1)
    EXECUTE FUNCTION note_bot_turn();

-- Work that is done now and then by whichever server comes first, and until when nobody else does it.
CREATE TABLE jobs (
    name TEXT PRIMARY KEY,
    until TIMESTAMPTZ NOT NULL
);
