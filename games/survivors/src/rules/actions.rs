//! Actions: how many a turn, what they leave of the move, and what keeps one from acting. SV-ACT

use crate::geometry::point::{INCH, Mils};
use crate::position::Figure;

impl Figure {
    /// The base move that a path now would have. SV-MOV-01, SV-HRS-03, SV-ITM-01, SV-CHR-19
    pub fn stride(&self) -> Mils {
        if self.mount.is_some() {
            10 * INCH
        } else if self.carrying.is_some() || self.limbs.leg {
            4 * INCH
        } else {
            6 * INCH
        }
    }

    /// The base move that this turn's budget is counted from.
    pub fn pace(&self) -> Mils {
        if self.base > 0 { self.base } else { self.stride() }
    }

    /// Whether it may take so many more actions now. SV-ACT-01, SV-ACT-08
    pub fn can_act(&self, allowance: u8, more: u8) -> bool {
        !self.ran
            && self.used + more <= allowance
            && self.moved <= budget(self.used + more, self.obstacles, self.pace())
    }
}

/// How far a figure may walk with so many actions and obstacles. SV-ACT-06 to SV-ACT-08, SV-MOV-08
pub fn budget(actions: u8, obstacles: u8, base: Mils) -> Mils {
    (base - 2 * INCH * (actions as Mils + obstacles as Mils)).max(INCH)
}

/// How far a figure may run over so many obstacles. SV-MOV-07
pub fn run_budget(obstacles: u8, base: Mils) -> Mils {
    (2 * base - 2 * INCH * obstacles as Mils).max(INCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deductions_add_and_leave_an_inch() {
        assert_eq!(
            [(0, 0), (1, 0), (1, 1), (2, 1), (3, 4)].map(|(a, o)| budget(a, o, 6000)),
            [6000, 4000, 2000, 1000, 1000]
        );
        assert_eq!((run_budget(0, 6000), run_budget(1, 10000)), (12000, 18000));
    }
}
