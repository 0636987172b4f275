//! The rules: the order of play here, and a file for each chapter of the rulebook, in which what is
//! offered (`offer_…`), what is judged (`judge_…`) and what is carried out stand side by side.
//!
//! | chapter | file |
//! |---|---|
//! | General, players, identity | [`players`] |
//! | Set-up | [`founding`] |
//! | Calendar, growth, births | [`calendar`], [`births`] |
//! | Genes | [`genes`]; each of the seventeen where it works |
//! | Movement, behaviour, enemy | [`movement`], [`tracking`], [`behaviour`] |
//! | No orders, standing orders | [`wandering`], [`standing`] |
//! | Feeding: predator, carrion and plant phase | [`feeding`], [`predators`], [`carrion`], [`plants`] |
//! | Hunger, death | [`hunger`] |
//! | Orders | [`orders`] |
//! | Press | [`press`] |
//! | End of the game | [`ending`] |

pub mod behaviour;
pub mod births;
pub mod calendar;
pub mod carrion;
pub mod ending;
pub mod feeding;
pub mod founding;
pub mod genes;
pub mod hunger;
pub mod movement;
pub mod orders;
pub mod plants;
pub mod players;
pub mod predators;
pub mod press;
pub mod standing;
pub mod tracking;
pub mod wandering;

pub use founding::start;

use crate::PostalSurvival;
use crate::action::{Action, Line};
use crate::edition::{Diet, Rulings};
use crate::event::Event;
use crate::land::{Hex, Island};
use crate::position::{Kind, Phase, Position, Sheet, Slot};
use crate::refusal::Refusal;
use crate::speech::telling;
use ending::{Master, Reason};
use feeding::{Beast, Scratch, tell};
use orders::{Intent, MovePlan};
use standing::Effective;
use std::cell::Cell;
use table::{Audience, Dice, Fit, Log, Offers, Seat, Seats, Status, pick_offered};
use tracking::Trail;

type Judged = Result<(), Refusal>;

/// What a line is judged by: the game, and the species that the line is about.
struct Judge<'a> {
    game: &'a PostalSurvival,
    position: &'a Position,
    island: &'a Island,
    species: Kind,
}

impl Judge<'_> {
    fn round(&self) -> u16 {
        self.island.coming()
    }

    fn diet(&self) -> Diet {
        self.island[self.species].diet
    }
}

/// Who must decide, or how the game ended: all whose species live order at the same time. PS-GEN-04
pub fn status(game: &PostalSurvival, position: &Position) -> Status {
    let seats = game.setup.seats;
    if let Some(ended) = &position.over {
        let outcome = ending::outcome(&position.island, seats, ended, game.rulings());
        return Status::Over(Box::new(outcome));
    }
    let open = Seat::first(seats).filter(|seat| position.awaits(*seat));
    Status::Deciding(open.collect::<Seats>())
}

/// The ways in which this game can end.
pub fn endings(game: &PostalSurvival) -> Vec<&'static str> {
    let mut endings = vec![Reason::LastSpecies, Reason::Extinction, Reason::Rounds, Reason::Draw];
    if ending::can_dominate(game.rulings()) {
        endings.push(Reason::Dominance);
    }
    endings.into_iter().map(Reason::name).collect()
}

/// The generator: small orders that a player may give now. Paths are offered by their ends; free
/// text and lists are for people to write.
pub fn legal(game: &PostalSurvival, position: &Position, seat: Seat, out: &mut Vec<Action>) {
    offer(game, position, seat, out);
}

/// One of the orders that a player may give now, by its place in the list, which is not made.
pub fn pick(
    game: &PostalSurvival,
    position: &Position,
    seat: Seat,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Option<Action> {
    pick_offered(
        choose,
        |out| offer(game, position, seat, out),
        |out| offer(game, position, seat, out),
    )
}

fn offer(game: &PostalSurvival, position: &Position, seat: Seat, out: &mut impl Offers<Action>) {
    if !position.awaits(seat) {
        return;
    }
    if position.lines_left(seat) > 0 {
        match position.phase {
            Phase::Enrol => founding::offer_diets(out),
            Phase::Orders => orders::offer_orders(game, position, seat, out),
        }
    }
    out.offer(|| Line::Done.into());
}

/// The judge: whether an order may be given now, and if not, why not.
pub fn check(game: &PostalSurvival, position: &Position, seat: Seat, action: &Action) -> Judged {
    orders::judge_order(game, position, seat, action)
}

/// Takes an action that the judge accepts; the last one plays the round.
pub fn apply(
    game: &PostalSurvival,
    position: &mut Position,
    seat: Seat,
    action: &Action,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    if let Some(lines) = position.lines.get_mut(seat.index()) {
        *lines = lines.saturating_add(1);
    }
    match &action.line {
        Line::Done => {
            if let Some(closed) = position.closed.get_mut(seat.index()) {
                *closed = true;
            }
            if Seat::first(position.closed.len().fit::<u16>()).all(|seat| !position.awaits(seat)) {
                log.reveal();
                match position.phase {
                    Phase::Enrol => position.settle(game, dice, log),
                    Phase::Orders => position.run(game.rulings(), Master::Absent, dice, log),
                }
            }
            return;
        }
        Line::Diet(diet) => {
            if let Some(stated) = position.stated.get_mut(seat.index()) {
                *stated = Some(*diet);
            }
        }
        line => {
            let species = match position.phase {
                Phase::Enrol => Some(Kind::at(seat.index())),
                Phase::Orders => position.subject(seat, action),
            };
            let sheet = species.and_then(|species| position.sheets.get_mut(species.index()));
            if let Some(sheet) = sheet {
                line.write_on(sheet);
            }
        }
    }
    log.tell_to(
        || Audience::only(seat),
        || Event::Ordered { line: telling::action(&position.island, action) },
    );
}

/// What an absent player does: the orders are closed as they are.
pub fn lapse() -> Action {
    Line::Done.into()
}

impl Position {
    /// Whether the seat has still to decide.
    pub fn awaits(&self, seat: Seat) -> bool {
        let open = self.closed.get(seat.index()) == Some(&false) && self.over.is_none();
        open && (self.phase == Phase::Enrol || self.lives_on(seat))
    }

    /// Whether a species of the seat lives. With one species a seat nobody else is looked at.
    fn lives_on(&self, seat: Seat) -> bool {
        let species = &self.island.species;
        match species.get(seat.index()) {
            Some(own) if own.seat == seat && species.len() == self.closed.len() => {
                own.extinct.is_none()
            }
            _ => self.species_of(seat).any(|species| self.island.lives(species)),
        }
    }

    /// Plays the coming round with the orders as they are.
    pub fn run(
        &mut self,
        rulings: &Rulings,
        master: Master,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        players::rename(&mut self.island, &self.sheets, log);
        let mut round = ROUND.take().unwrap_or_default();
        round.adjudicate(&mut self.island, &self.sheets, rulings, dice, log);
        ROUND.set(Some(round));
        press::print_press(&self.island, &self.sheets, rulings, log);
        self.over = ending::judge_end(&mut self.island, &self.sheets, rulings, master, log);
        self.sheets.resize_with(self.island.species.len(), Sheet::default);
        self.sheets.iter_mut().for_each(Sheet::clear);
        self.reopen();
    }

    /// Opens the orders of the next round.
    fn reopen(&mut self) {
        self.closed.iter_mut().for_each(|closed| *closed = false);
        self.lines.iter_mut().for_each(|lines| *lines = 0);
    }
}

thread_local! {
    /// Buffers that rounds played by the contract use one after another.
    static ROUND: Cell<Option<Box<Round>>> = const { Cell::new(None) };
}

/// Buffers for adjudicating rounds; the same value can serve any number of rounds and islands. Time
/// and memory grow with creatures and hexes. PS-SCALE-01, PS-SCALE-02
#[derive(Default)]
pub struct Round {
    intents: Vec<Intent>,
    trails: Vec<Trail>,
    paths: Vec<Hex>,
    starts: Vec<u32>,
    beasts: Vec<Beast>,
    enemies: Vec<Option<Kind>>,
    scratch: Scratch,
}

impl Round {
    /// Fresh buffers.
    pub fn new() -> Round {
        Round::default()
    }

    /// Plays the island's next round. `sheets` holds the orders of each species in the island's
    /// order; a missing sheet is silence.
    ///
    /// The order in which dice are asked for is fixed by the steps; each block of dice has a stream of
    /// its own, so that a change of one order leaves unrelated dice as they were. PS-DICE-01
    pub fn adjudicate(
        &mut self,
        island: &mut Island,
        sheets: &[Sheet],
        rulings: &Rulings,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let round = island.coming();
        tell(log, || Event::Season { round });
        let orders = Effective::new(island, sheets);
        self.orders_into_effect(island, rulings, &orders, log);
        let before = island.living.len();
        // Growth comes before births, births before movement, movement before feeding. PS-SEASON-07
        births::grow(island, rulings, dice, log);
        if calendar::births(round) {
            births::breed(island, rulings, &orders, dice, log);
        }
        founding::admit(island, sheets, rulings, dice, log);
        // The young stay, and feed and fight like any creature. PS-BIRTH-09, PS-BIRTH-10
        for place in before..island.living.len() {
            let species = island[island.living[place]].species;
            let told = orders.sheet(species).map(|sheet| &sheet.newborn);
            self.intents.push(told.map_or(Intent::UNTOLD, |told| Intent::of(told, MovePlan::Stay)));
        }
        if round == 1 {
            for slot in (0..island.creatures.len()).map(Slot::at) {
                let orders = orders.sheet(island[slot].species);
                founding::found(island, slot, orders, rulings, dice, log);
            }
        } else {
            self.movement(island, rulings, before, dice, log);
        }
        self.feeding(island, rulings, dice, log);
        orders.give_back(island);
        island.round = round;
        hunger::bury(island, round, log);
        island.count();
    }
}
