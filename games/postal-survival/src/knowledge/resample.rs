//! What a seat does not know, drawn anew: what others stated and ordered.

use crate::PostalSurvival;
use crate::action::{Berth, Move, Step, Telling, Vote};
use crate::edition::{Diet, Gene, Mode, Rulings};
use crate::land::{Hex, Island};
use crate::position::{Creature, Kind, Phase, Position, Sheet, Who};
use crate::rules::orders::LINES;
use crate::rules::{calendar, genes};
use smallvec::smallvec;
use table::{Dice, Fit, Seat};
use terrain::Side;

/// A position that the seat cannot tell from this one: what others ordered is drawn anew.
pub fn resample(
    game: &PostalSurvival,
    position: &Position,
    seat: Seat,
    dice: &mut Dice,
) -> Position {
    let mut imagined = position.clone();
    let others = || Seat::first(position.closed.len().fit()).filter(|other| *other != seat);
    for other in others() {
        let lines = dice.roll("another's lines", LINES.fit());
        imagined.lines[other.index()] = lines.fit::<u16>() - 1;
        if position.phase == Phase::Enrol {
            let diet = dice.roll("another's diet", 4) as usize;
            imagined.stated[other.index()] = Diet::ALL.get(diet - 1).copied();
        }
    }
    for (index, sheet) in imagined.sheets.iter_mut().enumerate() {
        let species = Kind::at(index);
        match position.phase {
            Phase::Enrol if index != seat.index() => *sheet = Sheet::default(),
            Phase::Orders if position.island[species].seat != seat => {
                *sheet = another_sheet(&position.island, game.rulings(), species, dice);
                imagined.island[species].standing = None;
            }
            _ => {}
        }
    }
    imagined
}

/// Whether something happens that happens one time in so many.
fn now_and_then(dice: &mut Dice, times: u32) -> bool {
    dice.roll("whether another says so", times) == 1
}

/// What another player may have ordered: nothing, or a move for every creature and now and then
/// whatever else can be ordered in this season.
fn another_sheet(island: &Island, rulings: &Rulings, species: Kind, dice: &mut Dice) -> Sheet {
    let mut sheet = Sheet::default();
    if dice.roll("whether another orders", 2) == 1 {
        return sheet;
    }
    for creature in island.of(species) {
        let telling = another_telling(creature, dice);
        sheet.tell(Who::One(creature.id), &telling);
    }
    sheet.pass = now_and_then(dice, 12);
    if now_and_then(dice, 12) {
        let vote = if dice.roll("another's vote", 2) == 1 { Vote::All } else { Vote::No };
        sheet.vote = Some(vote);
    }
    if now_and_then(dice, 6) {
        let own = island[species].seat;
        let rivals: Vec<_> = island.kinds().filter(|rival| island[*rival].seat != own).collect();
        let enemy = dice.pick("another's enemy", &rivals).filter(|rival| island.lives(**rival));
        sheet.enemy = Some(enemy.map(|enemy| island[*enemy].number));
    }
    let round = island.coming();
    if round == 1 && now_and_then(dice, 2) {
        let dry = |hex: &Hex| island.terrain(*hex).is_land();
        let land: Vec<Hex> = island.land.hexes().filter(dry).collect();
        sheet.start = dice.pick("another's start", &land).map(|hex| island.place(*hex));
    }
    if genes::chosen_in(round) && now_and_then(dice, 2) {
        let (diet, from) = (island[species].diet, rulings.advanced_from);
        let open = |gene: &Gene| gene.suits(diet) && genes::open(*gene, round, from);
        let open: Vec<Gene> = Gene::ALL.into_iter().filter(open).collect();
        sheet.genes.extend(dice.pick("another's gene", &open).copied());
    }
    if calendar::births(round) {
        another_nursery(island, species, &mut sheet, dice);
    }
    sheet
}

/// What another creature may have been told: a move, and now and then a mode or a switch.
fn another_telling(creature: &Creature, dice: &mut Dice) -> Telling {
    let movement = match dice.roll("another's move", 7) {
        7 => Move::Stay,
        side => Move::Path(smallvec![Step::Through(Side(side.fit::<u8>() - 1))]),
    };
    let mut telling = Telling::moving(movement);
    match dice.roll("another's whim", 12) {
        1 | 2 => telling.mode = dice.pick("another's mode", &Mode::ALL).copied(),
        3 => {
            let switches: Vec<Gene> =
                creature.genes.iter().filter(|gene| gene.has_switch()).collect();
            if let Some(gene) = dice.pick("another's switch", &switches) {
                telling.overlay(&Telling::switch(*gene, dice.roll("another's switch", 2) == 1));
            }
        }
        4 if creature.diet == Diet::Carnivore => {
            telling.kill_poison = Some(dice.roll("another's switch", 2) == 1);
        }
        _ => {}
    }
    telling
}

/// Where the young of another species may have been ordered, and how fierce they shall be.
fn another_nursery(island: &Island, species: Kind, sheet: &mut Sheet, dice: &mut Dice) {
    if now_and_then(dice, 6) {
        sheet.newborn.mode = dice.pick("another's mode", &Mode::ALL).copied();
    }
    let on_land = |parent: &&Creature| island.terrain(parent.hex).is_land();
    for parent in island.of(species).filter(on_land) {
        if now_and_then(dice, 4) {
            let berths = [Berth::Here, Berth::Forage];
            sheet.births.insert(
                parent.id,
                dice.pick("another's young", &berths).copied().into_iter().collect(),
            );
        }
    }
}
