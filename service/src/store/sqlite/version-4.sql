-- Version 4 of the schema.

-- How often a table was changed: whoever changes it says from which version they come.
ALTER TABLE tables ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
