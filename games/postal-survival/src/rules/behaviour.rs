//! Behaviour: how fierce a creature is, whether it goes for poison, and whom its species hunts first.
//! PS-MODE-01, PS-ENEMY-01

use super::{Judge, Judged};
use crate::action::{Line, Telling};
use crate::edition::{Diet, Mode};
use crate::land::Island;
use crate::position::{Creature, Kind, Number, Sheet, Species};
use crate::refusal::Refusal;
use table::{Offers, Seat};

/// Offers the modes of a creature. PS-MODE-01, PS-MODE-16
pub(super) fn offer_modes(tell: &mut impl Offers<Telling>) {
    tell.offer_each(Mode::ALL.len(), |place| Telling::acting(Mode::ALL[place]));
}

/// Offers a carnivore to go for poisonous creatures, or not. PS-POIS-02
pub(super) fn offer_poison(creature: &Creature, tell: &mut impl Offers<Telling>) {
    if creature.diet == Diet::Carnivore {
        for kill in [true, false] {
            tell.offer(|| Telling { kill_poison: Some(kill), ..Telling::default() });
        }
    }
}

/// Offers the rivals as enemies, or none. PS-ENEMY-01, PS-ENEMY-07
pub(super) fn offer_enemies(island: &Island, seat: Seat, say: &mut impl Offers<Line>) {
    let lives = |rival: &&Species| rival.extinct.is_none() && rival.enters.is_none();
    for rival in island.species.iter().filter(|rival| rival.seat != seat).filter(lives) {
        say.offer(|| Line::Enemy(Some(rival.number)));
    }
    say.offer(|| Line::Enemy(None));
}

impl Judge<'_> {
    /// PS-POIS-05
    pub(super) fn judge_poison(&self, telling: &Telling) -> Judged {
        match telling.kill_poison.is_some() && self.diet() != Diet::Carnivore {
            true => Err(Refusal::OnlyCarnivores),
            false => Ok(()),
        }
    }

    /// PS-ENEMY-07
    pub(super) fn judge_enemy(&self, enemy: Option<Number>) -> Judged {
        let Some(number) = enemy else { return Ok(()) };
        let index = self.island.species_of(number).ok_or(Refusal::NoSuchEnemy(number))?;
        let (own, rival) = (&self.island[self.species], &self.island[index]);
        if rival.seat == own.seat {
            return Err(Refusal::OwnEnemy);
        }
        match self.island.lives(index) && rival.enters.is_none() {
            true => Ok(()),
            false => Err(Refusal::DeadEnemy(rival.name.clone())),
        }
    }
}

/// Declares the enemy that a species' orders name, for this round. PS-ENEMY-03, PS-ENEMY-07
pub(super) fn declare(island: &mut Island, species: Kind, orders: Option<&Sheet>) -> Option<Kind> {
    let declared = orders.and_then(|sheet| sheet.enemy.flatten());
    let enemy = declared
        .and_then(|number| island.species_of(number))
        .filter(|enemy| *enemy != species && island.lives(*enemy));
    island[species].enemy = enemy.map(|enemy| island[enemy].number);
    enemy
}
