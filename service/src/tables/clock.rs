//! The clock of the wall, and whether it goes on as time does: one that jumps makes nobody absent and no table old.

use std::time::Duration;

/// How far the clock may go ahead or fall behind between two looks, in seconds.
const SLACK: u64 = 60;

/// Follows the clock of the wall beside time as it passes.
#[derive(Clone, Copy, Debug)]
pub struct SteadyClock {
    /// When it was last looked at: time since the start, and what the clock showed, in seconds since 1970.
    seen: (Duration, i64),
    jumped: Option<Duration>,
}

impl SteadyClock {
    /// A clock that shows this at the start.
    pub fn new(wall: i64) -> SteadyClock {
        SteadyClock { seen: (Duration::ZERO, wall), jumped: None }
    }

    /// Looks at the clock, which shows this so long after the start; gives for how long it has gone on as time has,
    /// or nothing if it always did.
    pub fn look(&mut self, passed: Duration, wall: i64) -> Option<Duration> {
        let (then, shown) = self.seen;
        let expected = shown.saturating_add_unsigned(passed.saturating_sub(then).as_secs());
        if wall.abs_diff(expected) > SLACK {
            self.jumped = Some(passed);
        }
        self.seen = (passed, wall);
        self.jumped.map(|jumped| passed.saturating_sub(jumped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_jumps_either_way_is_noticed_and_counts_from_then_on() {
        for jump in [31_536_000, -31_536_000, 90, -90] {
            let mut clock = SteadyClock::new(1_000_000);
            let look = |clock: &mut SteadyClock, passed: u64, jump: i64| {
                clock.look(Duration::from_secs(passed), 1_000_000 + passed as i64 + jump)
            };
            assert_eq!(look(&mut clock, 500, 0), None);
            assert_eq!(look(&mut clock, 600, 20), None, "it is set right now and then");
            assert_eq!(look(&mut clock, 700, jump), Some(Duration::ZERO), "{jump}");
            assert_eq!(look(&mut clock, 1000, jump), Some(Duration::from_secs(300)), "{jump}");
        }
    }
}
