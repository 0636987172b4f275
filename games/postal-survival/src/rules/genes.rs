//! Genes: which are open to whom and when, and which are used this round. PS-GENE-01, PS-GENE-02

use super::{Judge, Judged, calendar};
use crate::PostalSurvival;
use crate::action::{Line, Telling};
use crate::edition::{Diet, Gene};
use crate::land::Island;
use crate::position::Creature;
use crate::refusal::Refusal;
use smallvec::smallvec;
use table::Offers;

/// The most genes in a list.
const MOST_GENES: usize = 6;

/// Whether a gene can be chosen in a round: founders begin with a basic one. PS-SETUP-09, PS-GENE-02
pub fn open(gene: Gene, round: u16, advanced_from: u16) -> bool {
    match round {
        1 => gene.basic(),
        round => gene.open(round, advanced_from),
    }
}

/// Whether genes are chosen for a round: the founders', or those of the young.
pub fn chosen_in(round: u16) -> bool {
    round == 1 || calendar::births(round)
}

/// Offers the genes that a species may choose now, whoever else has them. PS-GENE-03, PS-GENE-08
pub(super) fn offer_genes(
    game: &PostalSurvival,
    island: &Island,
    diet: Diet,
    say: &mut impl Offers<Line>,
) {
    let (round, advanced) = (island.coming(), game.rulings().advanced_from);
    if chosen_in(round) {
        let open = |gene: &Gene| gene.suits(diet) && open(*gene, round, advanced);
        for gene in Gene::ALL.into_iter().filter(open) {
            say.offer(|| Line::Genes(smallvec![gene]));
        }
    }
}

/// Offers the switches of a creature's genes. PS-GENE-11
pub(super) fn offer_switches(creature: &Creature, tell: &mut impl Offers<Telling>) {
    for gene in creature.genes.iter().filter(|gene| gene.has_switch()) {
        tell.offer(|| Telling::switch(gene, true));
        tell.offer(|| Telling::switch(gene, false));
    }
}

impl Judge<'_> {
    pub(super) fn judge_genes(&self, genes: &[Gene], standing: bool) -> Judged {
        if !standing && !chosen_in(self.round()) {
            return Err(Refusal::NoGenesNow(self.next_births())); // PS-BIRTH-15
        }
        if genes.is_empty() || genes.len() > MOST_GENES {
            return Err(Refusal::GeneCount); // PS-BIRTH-19
        }
        let first = self.game.rulings().advanced_from;
        for gene in genes {
            self.judge_diet(*gene)?;
            if !open(*gene, self.round(), first) && !standing {
                return Err(Refusal::NotOpen(*gene, first)); // PS-GENE-02
            }
        }
        Ok(())
    }

    /// PS-GENE-03
    fn judge_diet(&self, gene: Gene) -> Judged {
        match gene.suits(self.diet()) {
            true => Ok(()),
            false => Err(Refusal::NotForDiet(gene, self.diet())),
        }
    }

    /// The switches of one creature, or of whoever of its species owns the genes. PS-GENE-09, PS-GENE-11
    pub(super) fn judge_switches(&self, owner: Option<&Creature>, telling: &Telling) -> Judged {
        for gene in telling.using.union(telling.leaving).iter() {
            if !gene.has_switch() {
                return Err(Refusal::NoSwitch(gene));
            }
            match owner {
                Some(owner) if !owner.genes.has(gene) => {
                    return Err(Refusal::NotOwned(owner.tag(), gene));
                }
                Some(_) => {}
                None => self.judge_diet(gene)?,
            }
        }
        Ok(())
    }
}
