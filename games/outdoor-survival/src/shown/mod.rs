//! The rules are shown: ledger, cases and tests, and what the conformance suite asks for.

mod given;

pub use given::Given;

use crate::OutdoorSurvival;
use crate::action::Action;
use crate::edition::components::Column;
use crate::edition::scenarios::MOST_POINTS;
use crate::land::{Edge, Hex};
use crate::position::{Fate, Position, Who};
use table::{Conformant, Dice, Edition, Exhibits, Fit, Seat, Setup, SetupError, Shown};
use terrain::Side;

impl Shown for OutdoorSurvival {
    type Given = Given;

    fn exhibits() -> Exhibits {
        table::exhibits!(crate::rule::PLACES)
    }

    fn arrange(
        edition: &Edition,
        setup: &Setup,
        given: Given,
        dice: &mut Dice,
    ) -> Result<(OutdoorSurvival, Position), SetupError> {
        given.arrange(edition, setup, dice)
    }
}

impl Conformant for OutdoorSurvival {
    fn bound(&self) -> usize {
        let persons = self.0.cast.len();
        let most = usize::from(MOST_POINTS) + 4;
        40 + usize::from(self.0.scenario.day_limit) * persons * most
    }

    fn probes(&self, position: &Position, _seat: Seat, dice: &mut Dice, out: &mut Vec<Action>) {
        out.extend([Action::Stay, Action::Roll, Action::Stop, Action::Shoot, Action::Resign]);
        out.extend(Side::ALL.map(Action::Step));
        out.extend(Column::ALL.map(Action::Column));
        out.extend(Edge::ALL.map(Action::Border));
        out.extend((0..=9).map(Action::Base));
        out.extend((0..9).map(Who).map(Action::Person));
        out.extend([Action::Step(Side(6)), Action::Step(Side(255))]);
        let hexes: u32 = self.0.board.hexes.len().fit();
        for _ in 0..8 {
            out.push(Action::Outpost(Hex(dice.roll("probe", hexes + 4).fit::<u16>() - 1)));
        }
        out.push(Action::Outpost(Hex(u16::MAX)));
        out.extend(position.outposts().iter().map(|outpost| Action::Outpost(outpost.at)));
    }

    fn conserved(&self, position: &Position) -> Vec<(&'static str, i64)> {
        let persons = self.0.persons(position);
        let missing = persons.iter().filter(|person| person.fate == Fate::Missing).count();
        let under = position.markers().iter().filter(|m| m.person && !m.turned).count();
        // OS-SET-06
        let levels = persons.iter().filter(|person| person.level < 15).count();
        vec![
            ("one lettered counter of each person", levels.fit::<i64>()),
            ("missing persons without a marker", missing.fit::<i64>() - under.fit::<i64>()),
        ]
    }
    fn unshown_options() -> Vec<(&'static str, &'static str)> {
        vec![
            (
                "order=sought_first",
                "every scenario of the house with a sought role has it so already",
            ),
            (
                "map=wilderness",
                "it is the only map of the house, and every scenario has it already",
            ),
        ]
    }
}
