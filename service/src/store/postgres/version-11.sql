-- Version 11 of the schema: guests have versions, as tables do.

-- How often somebody was given something that counts when two become one person. None is 0.
CREATE TABLE guest_versions (
    guest TEXT PRIMARY KEY,
    version BIGINT NOT NULL
);
