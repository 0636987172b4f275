//! The ids of the ledger, one constant for each row of `RULES.md`.

table::rule_ids!("RULES.md");
