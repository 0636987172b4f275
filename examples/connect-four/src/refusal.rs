//! Why not: what the rules refuse, as values that carry their numbers.

use crate::action::Column;
use crate::rule;

table::refusals! {
    /// Why a disc may not be dropped.
    #[derive(Copy)]
    pub enum Refusal {
        Over => rule::CF_END_01, "The game is over.";
        NotYourTurn => rule::CF_DROP_01, "It is not your turn.";
        Full(column: Column) => rule::CF_DROP_02, "Column {} takes no more discs.", column.number();
    }
}
