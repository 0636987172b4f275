//! What shows the rules: ledger, cases and tests; and what the conformance suite holds the game to.

mod given;

pub use given::Given;

use crate::PostalSurvival;
use crate::action::{Action, Berth, Line, Move, Press, Step, Telling, Vote, Whom};
use crate::edition::{Diet, Gene, Genes};
use crate::land::Place;
use crate::position::{Creature, Id, Number, Phase, Position, Sheet, Tag};
use crate::rules::movement::spelled_out;
use given::wrong;
use smallvec::smallvec;
use table::{Conformant, Dice, Edition, Exhibits, Fit, Rules, Seat, Setup, SetupError, Shown};
use terrain::Side;

impl Shown for PostalSurvival {
    type Given = Given;

    fn exhibits() -> Exhibits {
        table::exhibits!(crate::rule::PLACES, "src/land/mod.rs")
    }

    fn arrange(
        edition: &Edition,
        setup: &Setup,
        given: Given,
        dice: &mut Dice,
    ) -> Result<(Self, Position), SetupError> {
        let mut island = given.island(edition, setup, dice)?;
        given.settle(&mut island)?;
        let seats = island.species.iter().map(|species| species.seat.0 + 1).max().unwrap_or(0);
        if seats < 2 {
            return Err(wrong("creatures", "a game has at least two species"));
        }
        let setup = Setup { seats, ..setup.clone() };
        let game = PostalSurvival::open(edition, &setup)?;
        let deciding = match &given.deciding {
            Some(seats) => seats.clone(),
            None if given.pass => vec![seats],
            None => (1..=seats).collect(),
        };
        let sheet = Sheet { pass: given.pass, ..Sheet::default() };
        let position = Position {
            phase: Phase::Orders,
            sheets: vec![sheet; island.species.len()],
            closed: (1..=seats).map(|seat| !deciding.contains(&seat)).collect(),
            lines: vec![0; seats.into()],
            stated: vec![None; seats.into()],
            over: None,
            island,
        };
        Ok((game, position))
    }
}

impl Conformant for PostalSurvival {
    fn bound(&self) -> usize {
        let rounds = usize::from(self.rulings().rounds) + 1;
        rounds * usize::from(self.setup().seats) * Position::most_lines()
    }

    /// Lists, longer paths and free text can be written but not counted.
    fn complete(&self) -> bool {
        false
    }

    fn probes(&self, position: &Position, seat: Seat, dice: &mut Dice, out: &mut Vec<Action>) {
        let island = &position.island;
        let mut legal = Vec::new();
        self.legal(position, seat, &mut legal);
        out.extend(dice.pick("probe", &legal).cloned());
        let next_seat = Seat((seat.0 + 1) % self.setup().seats);
        self.legal(position, next_seat, &mut legal);
        out.extend(dice.pick("probe", &legal).cloned());
        let tags: Vec<Tag> = island.living().map(Creature::tag).collect();
        let stranger = Tag { id: Id(island.next_id.0 + 7), diet: Diet::Omnivore };
        let tag = dice.pick("probe", &tags).copied().unwrap_or(stranger);
        let place = Place {
            column: dice.roll("probe", 12).fit::<u16>(),
            row: dice.roll("probe", 12).fit::<u16>(),
        };
        let side = Side(dice.roll("probe", 6).fit::<u8>() - 1);
        let gene = dice.pick("probe", &Gene::ALL).copied().unwrap_or(Gene::Speed);
        let moves = [
            Move::Path(smallvec![Step::To(place)]),
            Move::Path(smallvec![Step::Through(side), Step::Through(side)]),
            Move::Path(smallvec![]),
            Move::Track(tag.id),
            Move::Track(stranger.id),
        ];
        for whom in [Whom::One(tag), Whom::One(stranger), Whom::All, Whom::Newborn] {
            let told = |way: &Move| Line::Tell(whom, Telling::moving(way.clone())).into();
            let read = |action| spelled_out(island, self.rulings().swim_mix, action);
            out.extend(moves.iter().map(told).map(read));
            out.push(Line::Tell(whom, Telling::switch(gene, false)).into());
            out.push(Line::Tell(whom, Telling::default()).into());
            out.push(Line::Birth(whom, smallvec![Berth::At(Step::Through(side))]).into());
            out.push(Line::Birth(whom, smallvec![]).into());
        }
        let kill = Telling {
            kill_poison: Some(true),
            using: Genes::NONE.with(Gene::Camouflage),
            ..Telling::default()
        };
        let press = Press { anonymous: true, text: "Hear, hear.".into() };
        let lines = [
            Line::Tell(Whom::One(tag), kill),
            Line::Genes(smallvec![gene]),
            Line::Genes(smallvec![]),
            Line::Start(place),
            Line::Enemy(Some(Number::of(tag.id))),
            Line::Enemy(Some(Number::of(stranger.id))),
            Line::Draw(Vote::These(vec![Number(1), Number(2)])),
            Line::Draw(Vote::These(vec![Number(2), Number(1)])),
            Line::Name("Gnashers".into()),
            Line::Name(String::new()),
            Line::Diet(Diet::Herbivore),
            Line::Press(press),
            Line::Note(String::new()),
            Line::Standing(Some(vec![Line::Tell(Whom::All, Telling::moving(Move::Forage))])),
            Line::Standing(Some(vec![Line::Pass])),
            Line::Standing(Some(Vec::new())),
            Line::Standing(None),
            Line::Withdraw,
            Line::Pass,
            Line::Done,
        ];
        out.extend(lines.into_iter().map(Action::from));
        out.push(Action { of: Some(Number::of(tag.id)), line: Line::Pass });
    }

    fn unshown_options() -> Vec<(&'static str, &'static str)> {
        let desk = "a matter of the master's desk: tests/desk.rs shows it";
        let report = "a matter of the report alone: tests/report.rs shows it";
        vec![
            ("late_entry", desk),
            ("early_run", desk),
            ("dominance=auto", "at a table nobody can be asked: tests/desk.rs tells it from `ask`"),
            ("notes_column", report),
            ("account", report),
            ("press_limit=4000", "a limit of 5 shows it with less to read"),
            ("hexes=2", "an island has at least 7"),
        ]
    }

    fn conserved(&self, position: &Position) -> Vec<(&'static str, i64)> {
        let island = &position.island;
        let dead = island.creatures.iter().filter(|creature| !creature.alive()).count();
        let land: i64 = island.land.len().fit::<i64>();
        vec![
            ("hexes", land),
            (
                "creatures less the living and the dead",
                island.creatures.len().fit::<i64>()
                    - island.living.len().fit::<i64>()
                    - dead.fit::<i64>(),
            ),
        ]
    }
}
