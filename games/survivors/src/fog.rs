//! Fog of war: what a side sees of its enemies, and who hears of a path or a shot.

use crate::Survivors;
use crate::action::{Figures, Stop, Target};
use crate::figure::{NOBODY, Side};
use crate::firing::EARSHOT;
use crate::position::{LastSeen, Position};
use table::{Audience, Seats};

impl Survivors {
    /// Whether a side sees a figure now: its own, strays, everything without fog.
    pub fn is_seen(&self, position: &Position, side: Side, figure: usize) -> bool {
        !self.options.fog
            || position.figures[figure].side == side
            || position.seen[side as usize] >> figure & 1 == 1
    }

    /// Works out anew what every side sees.
    pub(crate) fn update_fog(&self, position: &mut Position) {
        if !self.options.fog {
            return;
        }
        for side in 0..self.side_count() {
            let mut seen: Figures = 0;
            for figure in 0..position.figures.len() {
                if position.figures[figure].side == side || self.would_see(position, side, figure) {
                    seen |= 1 << figure;
                    let subject = &position.figures[figure];
                    position.last_seen[side as usize][figure] = Some(LastSeen {
                        at: subject.at,
                        level: subject.level,
                        turn: position.turn,
                    });
                }
            }
            position.seen[side as usize] = seen;
        }
    }

    /// Whether a side would see an enemy where it stands: by sight, in contact, or by its shot.
    pub(crate) fn would_see(&self, position: &Position, side: Side, figure: usize) -> bool {
        let subject = &position.figures[figure];
        if !subject.stands() {
            return subject.standing == crate::figure::Standing::Down;
        }
        if subject.side == NOBODY {
            return true;
        }
        (0..position.figures.len()).any(|own| {
            let watcher = &position.figures[own];
            watcher.side == side
                && watcher.is_playing()
                && (self.sees(position, own, figure).is_some()
                    || self.bases_touch(position, &watcher.disc(), &subject.disc())
                    || subject.flashed && watcher.disc().gap_within(&subject.disc(), EARSHOT))
        })
    }

    /// Who may know of a path: everybody, or with fog those who see the figure.
    pub(crate) fn audience_of_path(
        &self,
        position: &Position,
        figure: usize,
        _stops: &[Stop],
    ) -> Audience {
        if !self.options.fog {
            return Audience::All;
        }
        self.watchers(position, figure)
    }

    /// Who may know of a shot.
    pub(crate) fn audience_of_shot(
        &self,
        position: &Position,
        shooter: usize,
        _target: Target,
    ) -> Audience {
        if !self.options.fog {
            return Audience::All;
        }
        self.watchers(position, shooter)
    }

    fn watchers(&self, position: &Position, figure: usize) -> Audience {
        let seats: Seats = (0..self.side_count())
            .filter(|side| {
                position.figures[figure].side == *side || self.would_see(position, *side, figure)
            })
            .map(|side| self.seat_of(position, side))
            .collect();
        Audience::Only(seats)
    }
}
