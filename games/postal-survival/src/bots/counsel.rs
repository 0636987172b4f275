//! Counsel for Survival by post: everybody else does what instinct says, and so does one's own
//! species where nothing was ordered yet; whole rounds are played at a stride.

use super::greedy::Greedy;
use crate::PostalSurvival;
use crate::action::{Action, Line, Telling, Whom};
use crate::bots::instinct::Outlook;
use crate::edition::Diet;
use crate::position::{Kind, Phase, Position, Sheet, Who};
use bots::search::{Counsel, SURE, edge};
use table::{Bot, Dice, Fit, Log, Rules, Seat, Sight};

/// Rounds that a playout looks ahead.
const ROUNDS: u16 = 5;

/// A lead, in hundredths of a creature, that makes three to one.
const LEAD: i32 = 300;

/// Looks a few rounds ahead and counts creatures.
#[derive(Clone, Default)]
pub struct Naturalist;

/// What is left to instinct, with what was ordered laid over it.
fn filled(
    game: &PostalSurvival,
    position: &Position,
    outlook: &Outlook<'_>,
    species: Kind,
) -> Sheet {
    let mut sheet = outlook.orders(game.rulings(), species);
    let said = &position.sheets[species.index()];
    if said.is_empty() {
        return sheet;
    }
    for (id, telling) in said.one.iter() {
        sheet.tell(Who::One(*id), telling);
    }
    sheet.tell(Who::All, &said.all);
    sheet.tell(Who::Newborn, &said.newborn);
    said.births.iter().for_each(|(id, berths)| sheet.births.insert(*id, berths.clone()));
    if !said.genes.is_empty() {
        sheet.genes.clone_from(&said.genes);
    }
    sheet.enemy = said.enemy.or(sheet.enemy);
    sheet.start = said.start.or(sheet.start);
    sheet.vote.clone_from(&said.vote);
    sheet
}

/// The lines in which greedy would send such orders, each a decision of its own.
fn lines(sheet: &Sheet) -> u32 {
    let said = |telling: &Telling| {
        u32::from(telling.movement.is_some()) + u32::from(telling.mode.is_some())
    };
    let others = [sheet.start.is_some(), sheet.enemy.is_some(), !sheet.genes.is_empty()];
    sheet.one.values().map(said).sum::<u32>() + others.map(u32::from).iter().sum::<u32>()
}

/// The creatures of a seat, in hundredths: the well fed and the strong count more.
fn creatures(position: &Position, seat: Seat) -> i32 {
    let each = |creature: &crate::Creature| {
        100 - 30 * i32::from(creature.hunger)
            + 4 * i32::from(creature.ap)
            + 10 * i32::from(creature.spare)
    };
    position.creatures_of(seat).map(each).sum()
}

impl Counsel<PostalSurvival> for Naturalist {
    const FAST: u32 = 600;
    const STRONG: u32 = 3000;
    const STRIDES_AT_ONCE: bool = true;

    fn habit(
        &mut self,
        game: &PostalSurvival,
        position: &Position,
        seat: Seat,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        let herbivore = Line::Diet(Diet::Herbivore).into();
        match legal.iter().position(|action| *action == herbivore) {
            // Plants are the surest living.
            Some(index) if position.stated.get(seat.index()) == Some(&None) => index,
            _ => Greedy.choose(&Sight::new(game, position, seat), legal, dice),
        }
    }

    fn worth(&mut self, _: &PostalSurvival, position: &Position, seat: Seat) -> i32 {
        let seats = position.closed.len().fit::<u16>();
        let own = creatures(position, seat);
        let others = Seat::first(seats).filter(|other| *other != seat);
        let best = others.map(|other| creatures(position, other)).max().unwrap_or(0);
        // To live on at all counts too, or the losing would not care.
        let lead = edge(own - best, LEAD) / 2 + edge(own, LEAD) / 4;
        match &position.over {
            Some(over) if over.winners.contains(&seat) => {
                lead + SURE / 4 / over.winners.len().max(1).fit::<i32>()
            }
            Some(_) => lead,
            None => lead + SURE / 8,
        }
    }

    fn rests(&self, _: &PostalSurvival, root: &Position, now: &Position, _: u32) -> bool {
        now.phase == Phase::Orders && now.island.round >= root.island.round + ROUNDS
    }

    /// Other orders of the same kind for the same creature, other genes, other places to start.
    fn alternatives(
        &self,
        _: &PostalSurvival,
        position: &Position,
        legal: &[Action],
        habit: usize,
        out: &mut Vec<usize>,
    ) {
        let plan = &legal[habit];
        let same = |other: &Action| {
            plan.of == other.of
                && match (&plan.line, &other.line) {
                    (Line::Tell(Whom::One(a), said), Line::Tell(Whom::One(b), instead)) => {
                        let kind = |telling: &Telling| {
                            (telling.movement.is_some(), telling.mode.is_some())
                        };
                        a == b && kind(said) == kind(instead)
                    }
                    (Line::Birth(a, _), Line::Birth(b, _)) => a == b,
                    (Line::Genes(_), Line::Genes(_)) | (Line::Start(_), Line::Start(_)) => true,
                    _ => false,
                }
        };
        if position.phase == Phase::Orders {
            out.extend((0..legal.len()).filter(|index| *index != habit && same(&legal[*index])));
        }
    }

    /// What others order is what instinct would have them order, and they are done with it.
    fn ponder(&mut self, game: &PostalSurvival, position: &mut Position, seat: Seat, _: &mut Dice) {
        if position.phase == Phase::Enrol {
            return;
        }
        let outlook = Outlook::new(&position.island);
        for species in position.island.kinds() {
            let owner = position.island[species].seat;
            if owner != seat && position.island.lives(species) {
                position.sheets[species.index()] = outlook.orders(game.rulings(), species);
                position.closed[owner.index()] = true;
            }
        }
    }

    fn stride(
        &mut self,
        game: &PostalSurvival,
        position: &mut Position,
        dice: &mut Dice,
        log: &mut Log<crate::Event>,
    ) -> u32 {
        let seats = Seat::first(position.closed.len().fit::<u16>());
        let waiting: Vec<Seat> = seats.filter(|seat| position.awaits(*seat)).collect();
        let mut decisions = waiting.len().fit::<u32>();
        if position.phase == Phase::Orders {
            let outlook = Outlook::new(&position.island);
            for species in position.island.kinds() {
                let owner = position.island[species].seat;
                if position.island.lives(species) && position.awaits(owner) {
                    let sheet = filled(game, position, &outlook, species);
                    decisions += lines(&sheet);
                    position.sheets[species.index()] = sheet;
                }
            }
        }
        for seat in &waiting {
            game.apply(position, *seat, &Line::Done.into(), dice, log);
        }
        decisions
    }
}
