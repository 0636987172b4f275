//! Survival by post: the silent reader and the sensible one.

use crate::PostalSurvival;
use crate::View;
use crate::action::{Action, Line, Move, Whom};
use crate::bots::instinct;
use crate::edition::{Diet, Mode};
use crate::position::{Phase, Sheet, Who};
use table::{Bot, Dice, Sight};

/// What the rules do for the absent: says that it is done, and nothing else.
pub struct Absent;

impl Bot<PostalSurvival> for Absent {
    fn choose(&mut self, _: &Sight<'_, PostalSurvival>, legal: &[Action], _: &mut Dice) -> usize {
        done(legal)
    }
}

/// Sends every creature to forage; a fierce one makes them aggressive too.
pub struct Forager {
    /// Whether every creature is to be aggressive.
    pub fierce: bool,
}

impl Bot<PostalSurvival> for Forager {
    fn choose(
        &mut self,
        sight: &Sight<'_, PostalSurvival>,
        legal: &[Action],
        _: &mut Dice,
    ) -> usize {
        let view = sight.view();
        let next = legal.iter().position(|action| {
            let Line::Tell(whom @ Whom::One(tag), telling) = &action.line else { return false };
            let Who::One(id) = whom.who() else { return false };
            let Some(creature) = view.island.creature(tag.id) else { return false };
            let number = view.island[creature.species].number;
            let Some(sheet) = view.orders.get(&number) else { return false };
            let said = sheet.told(id);
            let forages = telling.movement == Some(Move::Forage) && said.movement.is_none();
            let bites = self.fierce
                && telling.mode == Some(Mode::Aggressive)
                && said.mode != Some(Mode::Aggressive);
            forages || bites
        });
        next.unwrap_or_else(|| done(legal))
    }
}

/// Sends every creature to the likeliest meal, keeps out of the way of stronger hunters, spreads its
/// young, and chooses genes that fit its diet.
pub struct Greedy;

impl Bot<PostalSurvival> for Greedy {
    fn choose(
        &mut self,
        sight: &Sight<'_, PostalSurvival>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        let view = sight.view();
        if view.phase == Phase::Enrol {
            // Plants are the surest living; if all live on them, carrion is left to others.
            let diets = [Diet::Herbivore, Diet::Herbivore, Diet::Herbivore, Diet::Omnivore];
            let wanted = dice.pick("diet", &diets).copied().unwrap_or(Diet::Herbivore);
            let stated = view.stated.is_some();
            let place = legal.iter().position(|action| action.line == Line::Diet(wanted));
            return place.filter(|_| !stated).unwrap_or_else(|| done(legal));
        }
        let mut plans: Vec<Option<Sheet>> = vec![None; view.island.species.len()];
        let next = legal.iter().position(|action| wants(sight, &view, &mut plans, action));
        next.unwrap_or_else(|| done(legal))
    }
}

/// Plays like [`Greedy`], with whatever diet it is dealt: for comparing diets.
pub struct Decent;

impl Bot<PostalSurvival> for Decent {
    fn choose(
        &mut self,
        sight: &Sight<'_, PostalSurvival>,
        legal: &[Action],
        dice: &mut Dice,
    ) -> usize {
        match sight.view().phase {
            Phase::Enrol => done(legal),
            Phase::Orders => Greedy.choose(sight, legal, dice),
        }
    }
}

fn done(legal: &[Action]) -> usize {
    let place = legal.iter().position(|action| action.line == Line::Done);
    place.unwrap_or(legal.len().saturating_sub(1))
}

/// Whether the plan of the action's species says this, and the orders do not yet.
fn wants(
    sight: &Sight<'_, PostalSurvival>,
    view: &View,
    plans: &mut [Option<Sheet>],
    action: &Action,
) -> bool {
    let seat = sight.seat();
    let island = &view.island;
    let species = match (&action.line, action.of) {
        (Line::Tell(Whom::One(tag), _) | Line::Birth(Whom::One(tag), _), _) => {
            island.creature(tag.id).map(|creature| creature.species)
        }
        (_, Some(number)) => island.species_of(number),
        (_, None) => island.kinds().find(|species| island[*species].seat == seat),
    };
    let Some(species) = species else { return false };
    let rulings = sight.game().rulings();
    let plan =
        plans[species.index()].get_or_insert_with(|| instinct::orders(island, rulings, species));
    let Some(sheet) = view.orders.get(&island[species].number) else {
        return false;
    };
    match &action.line {
        Line::Start(place) => plan.start == Some(*place) && sheet.start.is_none(),
        Line::Genes(genes) => genes.first() == plan.genes.first() && sheet.genes.is_empty(),
        Line::Enemy(enemy) => plan.enemy == Some(*enemy) && sheet.enemy.is_none(),
        Line::Birth(Whom::One(tag), berths) => {
            *berths == plan.births_of_all && !sheet.births.contains_key(&tag.id)
        }
        Line::Tell(whom @ Whom::One(_), telling) => {
            let Who::One(id) = whom.who() else { return false };
            let (wanted, said) = (plan.told(id), sheet.told(id));
            let moves = telling.movement.is_some()
                && telling.movement == wanted.movement
                && said.movement.is_none();
            let acts = telling.mode.is_some() && telling.mode == wanted.mode && said.mode.is_none();
            let leaves = !telling.leaving.is_empty()
                && telling.leaving.minus(wanted.leaving).is_empty()
                && !telling.leaving.minus(said.leaving).is_empty();
            moves || acts || leaves
        }
        _ => false,
    }
}
