//! Balance.

use super::{Sketch, Step};

impl Sketch<'_> {
    pub(super) fn balance(&mut self) -> Step {
        Ok(())
    }
}
