//! The ids of the ledger as constants, such as [`PS_MOVE_05`]: a misspelt one does not compile.

table::rule_ids!("RULES.md");
