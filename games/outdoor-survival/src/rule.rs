//! The rules of the ledger by their ids.

table::rule_ids!("RULES.md");
