//! The start: the island is published, diets are settled, and founders are placed with their first
//! genes; and founders that come later. PS-SETUP-01

use super::feeding::tell;
use super::{Judge, Judged, players};
use crate::PostalSurvival;
use crate::action::{Action, Line};
use crate::edition::{Diet, Gene, Genes, Rulings};
use crate::event::Event;
use crate::land::{Hex, Island, Place, maker};
use crate::position::{Creature, Kind, Number, Phase, Position, Sheet, Slot};
use crate::refusal::{BadName, Refusal};
use table::{Dice, Log, Offers, Rules, Seat};

/// Offers the diets, before the start. PS-SETUP-02
pub(super) fn offer_diets(out: &mut impl Offers<Action>) {
    out.offer_each(Diet::ALL.len(), |place| Line::Diet(Diet::ALL[place]).into());
}

/// Offers every start hex. PS-SETUP-06
pub(super) fn offer_starts(island: &Island, say: &mut impl Offers<Line>) {
    for hex in island.land.hexes().filter(|hex| island.terrain(*hex).is_land()) {
        say.offer(|| Line::Start(island.place(hex)));
    }
}

/// Judges a line before the start: only diets, names and notes. PS-SETUP-14
pub(super) fn judge_enrolment(
    game: &PostalSurvival,
    position: &Position,
    seat: Seat,
    action: &Action,
) -> Judged {
    match &action.line {
        _ if action.of.is_some() => Err(Refusal::NoSpeciesYet),
        Line::Diet(_) | Line::Note(_) => Ok(()),
        Line::Name(name) => match players::bad_name(&position.island, Kind::at(seat.index()), name)
        {
            Some(why) => Err(Refusal::Name(why)),
            None if players::is_of_another(game, seat, name) => Err(Refusal::Name(BadName::Taken)),
            None => Ok(()),
        },
        _ => Err(Refusal::NotYet),
    }
}

impl Judge<'_> {
    pub(super) fn judge_start(&self, place: Place) -> Judged {
        if self.round() != 1 {
            return Err(Refusal::StartTooLate); // PS-MOVE-01
        }
        match self.island.land.find(place) {
            None => Err(Refusal::NoHex(place)),
            Some(hex) if !self.island.terrain(hex).is_land() => {
                Err(Refusal::StartInWater(place)) // PS-SETUP-08
            }
            Some(_) => Ok(()),
        }
    }
}

/// The first position: the map is made and published. PS-MAP-24
pub fn start(game: &PostalSurvival, dice: &mut Dice, log: &mut Log<Event>) -> Position {
    let seats = usize::from(game.setup().seats);
    // Opening the game has tried the settings; if chance alone was unkind, a meadow will do.
    let island = game.choice().island(dice);
    let island = island.unwrap_or_else(|_| maker::meadow(game.choice().plan.hexes));
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

impl Position {
    /// Closes enrolment: diets for those who stated none, ids, species. PS-SETUP-14
    pub(super) fn settle(&mut self, game: &PostalSurvival, dice: &mut Dice, log: &mut Log<Event>) {
        let seats = game.setup().seats;
        let players =
            players::apart(Seat::first(seats).map(|seat| game.setup().name(seat)).collect());
        let rulings = game.rulings();
        if rulings.species_per_player > 1 {
            let species = Seat::first(seats).flat_map(|seat| {
                let player = &players[seat.index()];
                Diet::ALL.map(|diet| (seat, format!("{player}'s {diet}s"), diet))
            });
            self.island.settle(species.collect::<Vec<_>>());
        } else {
            let diets = diets(&self.stated, rulings, dice);
            let species = Seat::first(seats).zip(players).zip(diets);
            self.island.settle(species.map(|((seat, player), diet)| (seat, player, diet)));
        }
        players::rename(&mut self.island, &self.sheets, log);
        self.sheets.iter_mut().for_each(|sheet| sheet.name = None);
        tell(log, || Event::Settled {
            founders: self.island.living().map(Creature::tag).collect(),
        });
        self.phase = Phase::Orders;
        self.reopen();
    }
}

/// A diet for everybody who stated none, in number order. PS-SETUP-02, PS-SETUP-03
pub fn diets(stated: &[Option<Diet>], rulings: &Rulings, dice: &mut Dice) -> Vec<Diet> {
    let total: u32 = rulings.weights.iter().sum();
    dice.stream("diets", &[], |dice| {
        let mut draw = || {
            let mut left = dice.roll("diet", total);
            for (diet, weight) in Diet::ALL.into_iter().zip(rulings.weights) {
                if left <= weight {
                    return diet;
                }
                left -= weight;
            }
            Diet::Herbivore
        };
        stated.iter().map(|diet| diet.unwrap_or_else(&mut draw)).collect()
    })
}

/// Places the founder of a species with its first gene. PS-SETUP-06,
/// PS-SETUP-07, PS-SETUP-08, PS-SETUP-09, PS-SETUP-10, PS-SETUP-15
pub fn found(
    island: &mut Island,
    slot: Slot,
    sheet: Option<&Sheet>,
    rulings: &Rulings,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    let round = island.coming();
    let Creature { species, diet, .. } = island[slot];
    let number = island[species].number;
    let open = |gene: &Gene| gene.basic() && gene.suits(diet);
    let (gene, bonus, hex) = dice.stream("founding", &[round.into(), number.0.into()], |dice| {
        let basic: Vec<Gene> = Gene::ALL.into_iter().filter(open).collect();
        let wanted = sheet.and_then(|sheet| sheet.genes.iter().copied().find(open));
        let gene =
            wanted.or_else(|| dice.pick("first gene", &basic).copied()).unwrap_or(Gene::Speed);
        let start = sheet
            .and_then(|sheet| sheet.start)
            .and_then(|place| island.land.find(place))
            .filter(|hex| island.terrain(*hex).is_land()); // PS-SETUP-08
        let hex = start.unwrap_or_else(|| {
            let land: Vec<Hex> =
                island.land.hexes().filter(|hex| island.terrain(*hex).is_land()).collect();
            dice.pick("start hex", &land).copied().unwrap_or(Hex(0)) // PS-SETUP-07
        });
        let bonus = rulings.founder_bonus_gene.map(|bonus| {
            if bonus != gene {
                return bonus;
            }
            let others: Vec<Gene> = basic.iter().copied().filter(|other| *other != gene).collect();
            dice.pick("bonus gene", &others).copied().unwrap_or(bonus)
        });
        (gene, bonus, hex)
    });
    let founder = &mut island[slot];
    founder.hex = hex;
    founder.genes = bonus.into_iter().chain([gene]).collect::<Genes>();
    let told = sheet.map(|sheet| sheet.told(founder.id));
    if let Some(mode) = told.and_then(|told| told.mode) {
        founder.mode = mode; // PS-SETUP-11
    }
    let (who, hex) = (island[slot].tag(), island.place(hex));
    tell(log, || Event::Placed { who, hex, gene, bonus });
}

/// Gives every species that is due in this round its founder. PS-GM-10
pub fn admit(
    island: &mut Island,
    sheets: &[Sheet],
    rulings: &Rulings,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    let round = island.coming();
    let due: Vec<Kind> =
        island.kinds().filter(|species| island[*species].enters == Some(round)).collect();
    for species in due {
        let id = island.next_id;
        let entrant = &mut island[species];
        entrant.enters = None;
        entrant.number = Number::of(id);
        let diet = entrant.diet;
        let founder = Creature { born: round, ..Creature::new(id, species, diet, Hex::NOWHERE) };
        island.add(founder);
        let slot = Slot::at(island.creatures.len() - 1);
        found(island, slot, sheets.get(species.index()), rulings, dice, log);
    }
}
