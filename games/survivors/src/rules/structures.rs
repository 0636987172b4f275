//! Structures: what shots do to doors, barricades and walls.

use crate::Survivors;
use crate::geometry::feature::{Acting, DoorState, LineKind};
use crate::position::Position;

impl Survivors {
    /// Whether a structure still stands and can be shot at. SV-STC-03, SV-STC-06
    pub fn can_be_shot_down(&self, position: &Position, line: u16) -> bool {
        let piece = &self.table.lines[usize::from(line)];
        piece.strength > 0
            && match piece.kind {
                LineKind::Door => position.works.doors[usize::from(line)] != DoorState::Destroyed,
                LineKind::Wall => {
                    self.table.acting(&position.works, usize::from(line)) == Acting::Wall
                }
                LineKind::Barricade => {
                    self.table.acting(&position.works, usize::from(line)) != Acting::Nothing
                }
                _ => false,
            }
    }
}
