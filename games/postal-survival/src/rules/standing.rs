//! Standing orders: what counts in rounds for which no orders are sent. PS-STAND-01

use super::{Judge, Judged};
use crate::action::{Line, Whom};
use crate::land::Island;
use crate::position::{Kind, Sheet, Standing};
use crate::refusal::Refusal;

/// Where a species' orders of a round come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// They were sent.
    Sent,
    /// None were sent; its standing orders count. PS-STAND-01
    Standing,
    /// It is silent, and lives by the defaults. PS-GEN-03, PS-NMR-08
    Silent,
}

/// The orders that count in a round: those sent, else standing ones, never both. PS-STAND-06
pub(super) struct Effective<'s> {
    sent: &'s [Sheet],
    standing: Vec<Option<Box<Sheet>>>,
}

impl<'s> Effective<'s> {
    /// Takes the standing orders from the island for the time of the round, those just sent first of
    /// all. PS-STAND-02
    pub fn new(island: &mut Island, sent: &'s [Sheet]) -> Effective<'s> {
        for (species, sheet) in island.species.iter_mut().zip(sent) {
            match &sheet.standing {
                Some(Standing::Set(orders)) => species.standing = Some(orders.clone()),
                Some(Standing::Clear) => species.standing = None,
                None => {}
            }
        }
        let standing = island.species.iter_mut().map(|species| species.standing.take()).collect();
        Effective { sent, standing }
    }

    /// The orders of a species, and where they come from.
    pub fn of(&self, species: Kind) -> (Source, Option<&Sheet>) {
        match (self.sent.get(species.index()), self.standing.get(species.index())) {
            (Some(sent), _) if sent.has_orders() => (Source::Sent, Some(sent)),
            (_, Some(Some(standing))) => (Source::Standing, Some(standing)),
            _ => (Source::Silent, None),
        }
    }

    /// The orders of a species.
    pub fn sheet(&self, species: Kind) -> Option<&Sheet> {
        self.of(species).1
    }

    /// Gives the standing orders back to the island.
    pub fn give_back(self, island: &mut Island) {
        for (species, standing) in island.species.iter_mut().zip(self.standing) {
            species.standing = standing;
        }
    }
}

impl Judge<'_> {
    /// Standing orders are for later positions, so only what can never hold is refused. PS-STAND-03
    pub(super) fn judge_standing(&self, lines: &[Line]) -> Judged {
        if lines.is_empty() {
            return Err(Refusal::NoStandingLines);
        }
        lines.iter().try_for_each(|line| match line {
            Line::Tell(Whom::One(tag), telling) => {
                let own = self.island.alive(tag.id);
                match own.filter(|own| own.species == self.species) {
                    None => Err(Refusal::NotYours(*tag)),
                    Some(_) if telling.is_empty() => Err(Refusal::Empty),
                    Some(_) => self.judge_poison(telling),
                }
            }
            Line::Tell(whom, telling) => self.judge_class(*whom, telling, true),
            Line::Genes(genes) => self.judge_genes(genes, true),
            Line::Enemy(enemy) => self.judge_enemy(*enemy),
            Line::Draw(vote) => self.judge_vote(vote),
            Line::Birth(Whom::Newborn, _) => Err(Refusal::NewbornParent),
            Line::Birth(_, berths) if (1..=2).contains(&berths.len()) => Ok(()),
            _ => Err(Refusal::NotForStanding),
        })
    }
}
