//! The ids of the ledger, one constant for each rule.

table::rule_ids!("RULES.md");
