//! The generator: small orders that a player may give now. Paths are offered by their ends; free
//! text and lists are for people to write.

use crate::PostalSurvival;
use crate::action::{Action, Line, Whom};
use crate::calendar;
use crate::diet::{Diet, Mode};
use crate::gene::Gene;
use crate::island::Creature;
use crate::movement::reach;
use crate::orders::{Berth, Move, Step, Telling, Vote};
use crate::position::{Phase, Position};
use table::Seat;

/// Adds every small order of the seat.
pub fn list(game: &PostalSurvival, position: &Position, seat: Seat, out: &mut Vec<Action>) {
    if !position.awaits(seat) {
        return;
    }
    if position.lines_left(seat) > 0 {
        match position.phase {
            Phase::Enrol => out.extend(Diet::ALL.map(|diet| Line::Diet(diet).into())),
            Phase::Orders => orders(game, position, seat, out),
        }
    }
    out.push(Line::Done.into());
}

fn orders(game: &PostalSurvival, position: &Position, seat: Seat, out: &mut Vec<Action>) {
    for creature in position.creatures_of(seat) {
        creature_orders(game, position, creature, out);
    }
    let several = game.rulings().species_per_player > 1;
    for species in position.species_of(seat) {
        if position.island.lives(species) {
            let number = position.island.species[species].number;
            let of = several.then_some(number);
            species_orders(game, position, seat, species, &mut |line| {
                out.push(Action { of, line })
            });
        }
    }
}

fn creature_orders(
    game: &PostalSurvival,
    position: &Position,
    creature: &Creature,
    out: &mut Vec<Action>,
) {
    let island = &position.island;
    let whom = Whom::One(creature.tag());
    let round = island.coming();
    let mut tell = |telling| out.push(Line::Tell(whom, telling).into());
    if round >= 2 {
        for movement in [Move::Stay, Move::Wander, Move::Forage] {
            tell(Telling::moving(movement));
        }
        let swim_mix = game.rulings().swim_mix;
        for way in reach(&island.land, creature.genes, creature.hex, swim_mix) {
            if way.end != creature.hex {
                let hexes = std::iter::once(&creature.hex).chain(way.path());
                let steps = hexes.map(|hex| Step::To(island.place(*hex))).collect();
                tell(Telling::moving(Move::Path(steps)));
            }
        }
        if creature.genes.has(Gene::Tracking) {
            for other in island.within(creature.hex).filter(|other| other.id != creature.id) {
                tell(Telling::moving(Move::Track(other.id)));
            }
        }
    }
    for mode in Mode::ALL {
        tell(Telling::acting(mode));
    }
    for gene in creature.genes.iter().filter(|gene| gene.has_switch()) {
        tell(Telling::switch(gene, true));
        tell(Telling::switch(gene, false));
    }
    if creature.diet == Diet::Carnivore {
        for kill in [true, false] {
            tell(Telling { kill_poison: Some(kill), ..Telling::default() });
        }
    }
    if calendar::births(round) && island.terrain(creature.hex).is_land() {
        let mut berths = vec![Berth::Here, Berth::Forage];
        let amphibious = creature.genes.has(Gene::Amphibiousness);
        for next in island.land.neighbours(creature.hex) {
            if island.terrain(next).is_land() || amphibious {
                berths.push(Berth::At(Step::To(island.place(next))));
            }
        }
        out.extend(berths.into_iter().map(|berth| Line::Birth(whom, vec![berth]).into()));
    }
}

fn species_orders(
    game: &PostalSurvival,
    position: &Position,
    seat: Seat,
    index: usize,
    say: &mut dyn FnMut(Line),
) {
    let island = &position.island;
    let round = island.coming();
    let species = &island.species[index];
    let advanced = game.rulings().advanced_from;
    let open = |gene: &Gene| {
        gene.suits(species.diet)
            && if round == 1 { gene.basic() } else { gene.open(round, advanced) }
    };
    if round == 1 || calendar::births(round) {
        for gene in Gene::ALL.into_iter().filter(open) {
            say(Line::Genes(vec![gene]));
        }
    }
    if round == 1 {
        for hex in island.land.hexes().filter(|hex| island.terrain(*hex).is_land()) {
            say(Line::Start(island.place(hex)));
        }
    }
    if calendar::births(round) {
        for mode in Mode::ALL {
            say(Line::Tell(Whom::Newborn, Telling::acting(mode)));
        }
    }
    for rival in
        island.species.iter().filter(|rival| rival.seat != seat.0 && rival.extinct.is_none())
    {
        if rival.enters.is_none() {
            say(Line::Enemy(Some(rival.number)));
        }
    }
    say(Line::Enemy(None));
    say(Line::Draw(Vote::All));
    say(Line::Draw(Vote::No));
    say(Line::Pass);
    if !position.sheets[index].is_empty() {
        say(Line::Withdraw);
    }
}
