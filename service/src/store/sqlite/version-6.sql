-- Version 6 of the schema: people.

SELECT 1;
