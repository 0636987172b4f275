-- Version 8 of the schema: plans.

-- What a seat has decided beforehand, as JSON: nobody but the person is ever shown it. From `due` on, in milliseconds since 1970,
-- it is to be asked what it does; 0 if it was.
CREATE TABLE plans (
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    person TEXT NOT NULL,
    plan TEXT NOT NULL,
    due BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX plans_due ON plans (due) WHERE due > 0;
CREATE INDEX plans_by_person ON plans (person);
