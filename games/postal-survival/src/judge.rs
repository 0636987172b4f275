//! The judge: whether an order may be given now, and if not, why not.

use crate::PostalSurvival;
use crate::action::{Action, Line, Whom};
use crate::calendar;
use crate::diet::Diet;
use crate::gene::Gene;
use crate::island::{Creature, Island};
use crate::movement;
use crate::names;
use crate::orders::{Berth, Move, Step, Telling, Vote};
use crate::position::{Phase, Position};
use table::{Refusal, Seat};

type Judged = Result<(), Refusal>;

fn no(rule: &'static str, reason: impl Into<String>) -> Judged {
    Err(Refusal::new(rule, reason))
}

/// The most genes in a list, and the most hexes in a path.
const MOST_GENES: usize = 6;
const MOST_STEPS: usize = movement::LONGEST + 1;

/// Judges one order line.
pub fn check(game: &PostalSurvival, position: &Position, seat: Seat, action: &Action) -> Judged {
    if position.over.is_some() {
        return no("PS-END-06", "The game is over.");
    }
    if !position.awaits(seat) {
        return match position.closed.get(seat.index()) {
            Some(false) => no("PS-DEATH-07", "Your species is extinct; only press is read."),
            _ => no("PS-ORD-02", "Your orders of this round are final."),
        };
    }
    if matches!(action.line, Line::Done) {
        return match action.of {
            None => Ok(()),
            Some(_) => no("PS-ORD-01", "DONE is said once, for all your species."),
        };
    }
    if position.lines_left(seat) == 0 {
        return no("PS-ORD-01", "That is too many lines for one round; say DONE.");
    }
    if position.phase == Phase::Enrol {
        return enrolment(position, seat, action);
    }
    let several = game.rulings().species_per_player > 1;
    if let (Some(number), false) = (action.of, several) {
        return no("PS-GEN-02", format!("You are the god of one species; leave out FOR {number}."));
    }
    let Some(species) = position.subject(seat, action) else {
        return match (&action.line, action.of) {
            (Line::Tell(Whom::One(tag), _) | Line::Birth(Whom::One(tag), _), _) => {
                no("PS-ID-05", format!("There is no living creature {}.", tag.id))
            }
            (_, Some(number)) => no("PS-GEN-02", format!("There is no species {number}.")),
            (_, None) => no("PS-GEN-02", "Say which species: FOR and its number."),
        };
    };
    let of_another = position.island.species[species].seat != seat.0;
    if of_another {
        let name = &position.island.species[species].name;
        return match &action.line {
            Line::Tell(Whom::One(tag), _) | Line::Birth(Whom::One(tag), _) => {
                no("PS-GEN-02", format!("{tag} belongs to {name}, not to you."))
            }
            _ => no("PS-GEN-02", format!("{name} is not your species.")),
        };
    }
    if several
        && matches!(action.line, Line::Tell(Whom::One(_), _) | Line::Birth(Whom::One(_), _))
        && action.of.is_some()
    {
        return no("PS-ORD-01", "A creature's own line needs no FOR.");
    }
    let case = Case { game, position, island: &position.island, species };
    case.line(&action.line)
}

fn enrolment(position: &Position, seat: Seat, action: &Action) -> Judged {
    match &action.line {
        _ if action.of.is_some() => no("PS-GEN-02", "There are no species yet."),
        Line::Diet(_) | Line::Note(_) => Ok(()),
        Line::Name(name) => match names::fault(&position.island, seat.index(), name) {
            Some(why) => no("PS-NAME-03", format!("Name unchanged: {why}.")),
            None => Ok(()),
        },
        _ => {
            no("PS-SETUP-14", "Before the start you may state your diet and a name; orders follow.")
        }
    }
}

struct Case<'a> {
    game: &'a PostalSurvival,
    position: &'a Position,
    island: &'a Island,
    species: usize,
}

impl Case<'_> {
    fn round(&self) -> u16 {
        self.island.coming()
    }

    fn diet(&self) -> Diet {
        self.island.species[self.species].diet
    }

    fn line(&self, line: &Line) -> Judged {
        match line {
            Line::Done | Line::Pass => Ok(()),
            Line::Diet(_) => no("PS-SETUP-04", "The diet cannot be changed after the start."),
            Line::Name(name) => match names::fault(self.island, self.species, name) {
                Some(why) => no("PS-NAME-03", format!("Name unchanged: {why}.")),
                None => Ok(()),
            },
            Line::Start(place) => self.start(place),
            Line::Genes(genes) => self.genes(genes, false),
            Line::Tell(Whom::One(tag), telling) => self.creature(tag.id, telling),
            Line::Tell(whom, telling) => self.class(*whom, telling, false),
            Line::Birth(whom, berths) => self.birth(*whom, berths),
            Line::Enemy(enemy) => self.enemy(*enemy),
            Line::Draw(vote) => self.vote(vote),
            Line::Standing(None) => Ok(()),
            Line::Standing(Some(lines)) => self.standing(lines),
            Line::Press(press) => match press.text.trim().is_empty() {
                true => no("PS-PRESS-01", "Press needs a text."),
                false => Ok(()),
            },
            Line::Note(note) => match note.trim().is_empty() {
                true => no("PS-ORD-01", "A note needs a text."),
                false => Ok(()),
            },
            Line::Withdraw => match self.position.sheets[self.species].is_empty() {
                true => no("PS-ORD-07", "There is nothing to withdraw."),
                false => Ok(()),
            },
        }
    }

    fn start(&self, place: &crate::Place) -> Judged {
        if self.round() != 1 {
            return no("PS-MOVE-01", "Creatures are placed in round 1 only.");
        }
        match self.island.land.find(*place) {
            None => no("PS-MAP-18", format!("There is no hex {place} on this map.")),
            Some(hex) if !self.island.terrain(hex).is_land() => {
                no("PS-SETUP-08", format!("{place} is water; a start hex is land."))
            }
            Some(_) => Ok(()),
        }
    }

    fn genes(&self, genes: &[Gene], standing: bool) -> Judged {
        let spring = self.round() == 1 || calendar::births(self.round());
        if !standing && !spring {
            let next = calendar::next_births(self.round());
            return no(
                "PS-BIRTH-15",
                format!("Young come only in Spring; the next is round {next}."),
            );
        }
        if genes.is_empty() || genes.len() > MOST_GENES {
            return no("PS-BIRTH-19", "Name one to six genes.");
        }
        for gene in genes {
            if !gene.suits(self.diet()) {
                return no("PS-GENE-03", format!("{gene} is not for {}s.", self.diet()));
            }
            let first = self.game.rulings().advanced_from;
            let open = match self.round() {
                1 => gene.basic(),
                round => gene.open(round, first),
            };
            if !open && !standing {
                return no("PS-GENE-02", format!("{gene} is open from round {first}."));
            }
        }
        Ok(())
    }

    fn creature(&self, id: u32, telling: &Telling) -> Judged {
        let Some(creature) = self.island.alive(id) else {
            return no("PS-ID-05", format!("There is no living creature {id}."));
        };
        if telling.is_empty() {
            return no("PS-ORD-01", "The line says nothing.");
        }
        if let Some(movement) = &telling.movement {
            self.movement(creature, movement)?;
        }
        for gene in telling.using.union(telling.leaving).iter() {
            if !gene.has_switch() {
                return no("PS-GENE-11", format!("{gene} cannot be switched off."));
            }
            if !creature.genes.has(gene) {
                return no("PS-GENE-09", format!("{} does not have {gene}.", creature.tag()));
            }
        }
        self.poison(telling)
    }

    fn poison(&self, telling: &Telling) -> Judged {
        if telling.kill_poison.is_some() && self.diet() != Diet::Carnivore {
            return no("PS-POIS-05", "Only carnivores can be told to kill poisonous creatures.");
        }
        Ok(())
    }

    fn movement(&self, creature: &Creature, movement: &Move) -> Judged {
        if self.round() == 1 {
            return no("PS-MOVE-01", "In round 1 creatures are placed, not moved.");
        }
        match movement {
            Move::Stay | Move::Wander | Move::Forage => Ok(()),
            Move::Path(steps) if steps.is_empty() || steps.len() > MOST_STEPS => {
                no("PS-MOVE-02", "A path has one to six hexes.")
            }
            Move::Path(steps) => {
                let swim_mix = self.game.rulings().swim_mix;
                let way = movement::follow(
                    &self.island.land,
                    creature.genes,
                    creature.hex,
                    steps,
                    swim_mix,
                );
                way.map(drop).map_err(|obstacle| {
                    let reason = format!("{} cannot go there: {obstacle}.", creature.tag());
                    Refusal::new(obstacle.rule(), reason)
                })
            }
            Move::Track(target) => self.tracking(creature, *target),
        }
    }

    fn tracking(&self, creature: &Creature, target: u32) -> Judged {
        let tag = creature.tag();
        if !creature.genes.has(Gene::Tracking) {
            return no("PS-TRACK-01", format!("{tag} does not have Tracking."));
        }
        if target == creature.id {
            return no("PS-TRACK-10", format!("{tag} cannot follow itself."));
        }
        match self.island.alive(target) {
            None => no("PS-TRACK-10", format!("There is no living creature {target}.")),
            Some(other) if other.hex != creature.hex => {
                let hex = self.island.place(other.hex);
                no(
                    "PS-TRACK-10",
                    format!(
                        "{} is in {hex}; only creatures in the same hex can be tracked.",
                        other.tag()
                    ),
                )
            }
            Some(_) => Ok(()),
        }
    }

    /// A line for all, or for the young.
    fn class(&self, whom: Whom, telling: &Telling, standing: bool) -> Judged {
        if telling.is_empty() {
            return no("PS-ORD-01", "The line says nothing.");
        }
        for gene in telling.using.union(telling.leaving).iter() {
            if !gene.has_switch() {
                return no("PS-GENE-11", format!("{gene} cannot be switched off."));
            }
            if !gene.suits(self.diet()) {
                return no("PS-GENE-03", format!("{gene} is not for {}s.", self.diet()));
            }
        }
        if whom == Whom::Newborn {
            if telling.movement.is_some() {
                return no("PS-BIRTH-09", "The young do not move in their first round.");
            }
            if !standing && !calendar::births(self.round()) {
                let next = calendar::next_births(self.round());
                return no(
                    "PS-BIRTH-01",
                    format!("Young come only in Spring; the next is round {next}."),
                );
            }
        }
        match &telling.movement {
            Some(Move::Track(_)) => {
                no("PS-TRACK-10", "Tell each tracker by its number whom to follow.")
            }
            Some(_) if self.round() == 1 && !standing => {
                no("PS-MOVE-01", "In round 1 creatures are placed, not moved.")
            }
            Some(Move::Path(steps)) if steps.is_empty() || steps.len() > MOST_STEPS => {
                no("PS-MOVE-02", "A path has one to six hexes.")
            }
            _ => self.poison(telling),
        }
    }

    fn birth(&self, whom: Whom, berths: &[Berth]) -> Judged {
        if !calendar::births(self.round()) {
            let next = calendar::next_births(self.round());
            return no(
                "PS-BIRTH-01",
                format!("Young come only in Spring; the next is round {next}."),
            );
        }
        if berths.is_empty() || berths.len() > 2 {
            return no("PS-BIRTH-23", "Name one place, or two for twins.");
        }
        let parent = match whom {
            Whom::All => return Ok(()),
            Whom::Newborn => return no("PS-BIRTH-09", "The young have no young of their own yet."),
            Whom::One(tag) => self.island.alive(tag.id),
        };
        let Some(parent) = parent else {
            return no("PS-ID-05", "There is no such living creature.");
        };
        if !self.island.terrain(parent.hex).is_land() {
            return no(
                "PS-BIRTH-02",
                format!("{} is in water and will have no young.", parent.tag()),
            );
        }
        berths.iter().try_for_each(|berth| self.berth(parent, berth))
    }

    fn berth(&self, parent: &Creature, berth: &Berth) -> Judged {
        let home = self.island.place(parent.hex);
        let hex = match berth {
            Berth::Here | Berth::Forage => return Ok(()),
            Berth::At(Step::To(place)) => self.island.land.find(*place),
            Berth::At(Step::Through(side)) => self.island.land.neighbour(parent.hex, *side),
        };
        let near = hex.filter(|hex| *hex == parent.hex || self.island.land.touch(parent.hex, *hex));
        let Some(hex) = near else {
            return no("PS-BIRTH-05", format!("{berth} is not next to {home}."));
        };
        // The young may own Amphibiousness although the parent does not. PS-BIRTH-07
        let gains =
            self.round() >= self.game.rulings().advanced_from && parent.genes.has(Gene::Swimming);
        if !self.island.terrain(hex).is_land() && !parent.genes.has(Gene::Amphibiousness) && !gains
        {
            return no(
                "PS-BIRTH-07",
                format!("{} is water; young are put down on land.", self.island.place(hex)),
            );
        }
        Ok(())
    }

    fn enemy(&self, enemy: Option<u32>) -> Judged {
        let Some(number) = enemy else { return Ok(()) };
        match self.island.species_of(number) {
            None => no("PS-ENEMY-07", format!("There is no species {number}.")),
            Some(index)
                if self.island.species[index].seat == self.island.species[self.species].seat =>
            {
                no("PS-ENEMY-07", "That is your own species.")
            }
            Some(index)
                if !self.island.lives(index) || self.island.species[index].enters.is_some() =>
            {
                no("PS-ENEMY-07", format!("{} is not alive.", self.island.species[index].name))
            }
            Some(_) => Ok(()),
        }
    }

    fn vote(&self, vote: &Vote) -> Judged {
        let Vote::These(numbers) = vote else { return Ok(()) };
        if numbers.len() < 2 || numbers.windows(2).any(|pair| pair[0] >= pair[1]) {
            return no("PS-END-09", "A draw names two or more species, lowest number first.");
        }
        for number in numbers {
            let species = self.island.species_of(*number);
            if species.is_none_or(|species| !self.island.lives(species)) {
                return no("PS-END-09", format!("There is no living species {number}."));
            }
        }
        Ok(())
    }

    /// Standing orders are for later positions, so only what can never hold is refused. PS-STAND-03
    fn standing(&self, lines: &[Line]) -> Judged {
        if lines.is_empty() {
            return no("PS-STAND-03", "Standing orders hold at least one line.");
        }
        for line in lines {
            match line {
                Line::Tell(Whom::One(tag), telling) => {
                    let own =
                        self.island.alive(tag.id).filter(|c| c.species as usize == self.species);
                    if own.is_none() {
                        return no("PS-GEN-02", format!("{tag} is not yours."));
                    }
                    if telling.is_empty() {
                        return no("PS-ORD-01", "The line says nothing.");
                    }
                    self.poison(telling)?;
                }
                Line::Tell(whom, telling) => self.class(*whom, telling, true)?,
                Line::Genes(genes) => self.genes(genes, true)?,
                Line::Enemy(enemy) => self.enemy(*enemy)?,
                Line::Draw(vote) => self.vote(vote)?,
                Line::Birth(Whom::Newborn, _) => {
                    return no("PS-BIRTH-09", "The young have no young of their own yet.");
                }
                Line::Birth(_, berths) if (1..=2).contains(&berths.len()) => {}
                _ => {
                    return no(
                        "PS-STAND-03",
                        "Standing orders hold creatures' lines, births, genes, enemy and draw.",
                    );
                }
            }
        }
        Ok(())
    }
}
