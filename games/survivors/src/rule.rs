//! The ids of the ledger as constants: a misspelt id does not compile.

table::rule_ids!("RULES.md");
