//! A game between two decisions: the island, and the orders that are still secret. PS-GEN-04

use crate::PostalSurvival;
use crate::action::{Action, Line, Whom};
use crate::diet::Diet;
use crate::ending::{self, Ended, Master};
use crate::event::Event;
use crate::feeding::tell;
use crate::founding;
use crate::island::{Creature, Island};
use crate::names;
use crate::orders::{Move, Sheet, Step, Telling};
use crate::round::Round;
use crate::rulings::Rulings;
use serde::{Deserialize, Serialize};
use table::{Audience, Dice, Log, Seat};
use terrain::Side;

/// What is decided now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Everybody may state a diet. PS-SETUP-02
    Enrol,
    /// Orders for the coming round.
    Orders,
}

/// Lines that a player may send in a round, and the most of all.
const LINES: usize = 20;
const LINES_PER_CREATURE: usize = 5;
const MOST_LINES: usize = 500;

/// Everything that changes during play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// What is decided.
    pub phase: Phase,
    /// The island as of the last report.
    pub island: Island,
    /// The orders of each species for the coming round.
    pub sheets: Vec<Sheet>,
    /// Whether each seat's orders are final.
    pub closed: Vec<bool>,
    /// Lines that each seat has sent this round.
    pub lines: Vec<u16>,
    /// The diet that each seat stated.
    pub stated: Vec<Option<Diet>>,
    /// The end, once it has come.
    pub over: Option<Ended>,
}

impl Position {
    /// The first position: the map is made and published. PS-MAP-24
    pub fn start(game: &PostalSurvival, dice: &mut Dice, log: &mut Log<Event>) -> Position {
        let seats = game.setup.seats as usize;
        // Opening the game has tried the settings; if chance alone was unkind, a meadow will do.
        let island = game.choice.island(dice);
        let island = island.unwrap_or_else(|_| crate::maker::meadow(game.choice.plan.hexes));
        let mut position = Position {
            phase: Phase::Enrol,
            island,
            sheets: vec![Sheet::default(); game.species()],
            closed: vec![false; seats],
            lines: vec![0; seats],
            stated: vec![None; seats],
            over: None,
        };
        if game.rulings().species_per_player > 1 {
            position.settle(game, dice, log);
        }
        position
    }

    /// Whether the seat has still to decide.
    pub fn awaits(&self, seat: Seat) -> bool {
        let open = self.closed.get(seat.index()) == Some(&false) && self.over.is_none();
        open && (self.phase == Phase::Enrol || self.lives_on(seat))
    }

    /// Whether a species of the seat lives. With one species a seat nobody else is looked at.
    fn lives_on(&self, seat: Seat) -> bool {
        let species = &self.island.species;
        match species.get(seat.index()) {
            Some(own) if own.seat == seat.0 && species.len() == self.closed.len() => {
                own.extinct.is_none()
            }
            _ => self.species_of(seat).any(|species| self.island.lives(species)),
        }
    }

    /// The species of a seat, as indices.
    pub fn species_of(&self, seat: Seat) -> impl Iterator<Item = usize> + '_ {
        let species = self.island.species.iter().enumerate();
        species.filter(move |(_, species)| species.seat == seat.0).map(|(index, _)| index)
    }

    /// The living creatures of a seat, by id.
    pub fn creatures_of(&self, seat: Seat) -> impl Iterator<Item = &Creature> {
        self.island
            .living()
            .filter(move |creature| self.island.species[creature.species as usize].seat == seat.0)
    }

    /// How many more lines the seat may send this round.
    pub fn lines_left(&self, seat: Seat) -> usize {
        let own = self.creatures_of(seat).count();
        let limit = (LINES + LINES_PER_CREATURE * own).min(MOST_LINES);
        limit.saturating_sub(self.lines.get(seat.index()).copied().unwrap_or(0) as usize)
    }

    /// The most decisions of one seat in one round.
    pub fn most_lines() -> usize {
        MOST_LINES + 1
    }

    /// The species that an action is about: the one it names, the creature's, or the seat's only one.
    pub fn subject(&self, seat: Seat, action: &Action) -> Option<usize> {
        if let Line::Tell(Whom::One(tag), _) | Line::Birth(Whom::One(tag), _) = &action.line {
            let creature = self.island.creature(tag.id)?;
            return Some(creature.species as usize);
        }
        match action.of {
            Some(number) => self.island.species_of(number),
            None => {
                let mut own = self.species_of(seat);
                let first = own.next();
                first.filter(|_| own.next().is_none())
            }
        }
    }

    /// Takes an action that the judge accepts.
    pub fn take(
        &mut self,
        game: &PostalSurvival,
        seat: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        if let Some(lines) = self.lines.get_mut(seat.index()) {
            *lines = lines.saturating_add(1);
        }
        match &action.line {
            Line::Done => {
                if let Some(closed) = self.closed.get_mut(seat.index()) {
                    *closed = true;
                }
                if Seat::first(self.closed.len() as u16).all(|seat| !self.awaits(seat)) {
                    log.reveal();
                    match self.phase {
                        Phase::Enrol => self.settle(game, dice, log),
                        Phase::Orders => self.run(game.rulings(), Master::Absent, dice, log),
                    }
                }
                return;
            }
            Line::Diet(diet) => {
                if let Some(stated) = self.stated.get_mut(seat.index()) {
                    *stated = Some(*diet);
                }
            }
            line => {
                let species = match self.phase {
                    Phase::Enrol => Some(seat.index()),
                    Phase::Orders => self.subject(seat, action),
                };
                let sheet = species.and_then(|species| self.sheets.get_mut(species));
                if let Some(sheet) = sheet {
                    line.write_on(sheet);
                }
            }
        }
        log.tell_to(|| Audience::only(seat), || Event::Ordered { line: action.to_string() });
    }

    /// Closes enrolment: diets for those who stated none, ids, species. PS-SETUP-14
    fn settle(&mut self, game: &PostalSurvival, dice: &mut Dice, log: &mut Log<Event>) {
        let seats = game.setup.seats;
        let players = names::apart(Seat::first(seats).map(|seat| game.setup.name(seat)).collect());
        let rulings = game.rulings();
        if rulings.species_per_player > 1 {
            let species = (0..seats).flat_map(|seat| {
                let player = &players[seat as usize];
                Diet::ALL.map(|diet| (seat, format!("{player}'s {diet}s"), diet))
            });
            self.island.settle(species.collect::<Vec<_>>());
        } else {
            let diets = founding::diets(&self.stated, rulings, dice);
            let species = (0..seats).zip(players).zip(diets);
            self.island.settle(species.map(|((seat, player), diet)| (seat, player, diet)));
        }
        names::rename(&mut self.island, &self.sheets, log);
        self.sheets.iter_mut().for_each(|sheet| sheet.name = None);
        tell(log, || Event::Settled {
            founders: self.island.living().map(Creature::tag).collect(),
        });
        self.phase = Phase::Orders;
        self.reopen();
    }

    /// Plays the coming round with the orders as they are.
    pub fn run(
        &mut self,
        rulings: &Rulings,
        master: Master,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        names::rename(&mut self.island, &self.sheets, log);
        Round::new().adjudicate(&mut self.island, &self.sheets, rulings, dice, log);
        print_press(&self.island, &self.sheets, rulings, log);
        self.over = ending::judge(&mut self.island, &self.sheets, rulings, master, log);
        self.sheets.clear();
        self.sheets.resize(self.island.species.len(), Sheet::default());
        self.reopen();
    }

    fn reopen(&mut self) {
        self.closed.iter_mut().for_each(|closed| *closed = false);
        self.lines.iter_mut().for_each(|lines| *lines = 0);
    }

    /// A position that the seat cannot tell from this one: what others ordered is drawn anew.
    pub fn imagined(&self, seat: Seat, dice: &mut Dice) -> Position {
        let mut imagined = self.clone();
        for (index, stated) in imagined.stated.iter_mut().enumerate() {
            if index != seat.index() && self.phase == Phase::Enrol {
                let diet = dice.roll("another's diet", 4) as usize;
                *stated = Diet::ALL.get(diet - 1).copied();
            }
        }
        for (index, sheet) in imagined.sheets.iter_mut().enumerate() {
            let own = match self.phase {
                Phase::Enrol => index == seat.index(),
                Phase::Orders => self.island.species[index].seat == seat.0,
            };
            if own {
                continue;
            }
            *sheet = Sheet::default();
            if let Some(species) = imagined.island.species.get_mut(index) {
                species.standing = None;
            }
            if self.phase == Phase::Enrol || dice.roll("whether another orders", 2) == 1 {
                continue;
            }
            for creature in self.island.of(index) {
                let movement = match dice.roll("another's move", 7) {
                    7 => Move::Stay,
                    side => Move::Path(vec![Step::Through(Side(side as u8 - 1))]),
                };
                sheet.tell(crate::orders::Who::One(creature.id), &Telling::moving(movement));
            }
        }
        imagined
    }
}

/// Prints the press of a round, cut to its limit. PS-PRESS-01, PS-PRESS-02, PS-PRESS-03
pub fn print_press(island: &Island, sheets: &[Sheet], rulings: &Rulings, log: &mut Log<Event>) {
    for (species, sheet) in island.species.iter().zip(sheets) {
        let mut left = rulings.press_limit;
        for press in &sheet.press {
            let text: String = press.text.chars().take(left).collect();
            let length = text.chars().count();
            left -= length;
            if length == 0 {
                continue;
            }
            let signed = !(press.anonymous && rulings.press_anon);
            tell(log, || Event::Printed { by: signed.then(|| species.name.clone()), text });
        }
    }
}
