//! What a hex holds for one creature: what it can eat there, who stands there now, and how fights between
//! them would go.

use super::prompt::{food_to_come, numbered};
use crate::PostalSurvival;
use crate::bots::instinct::odds;
use crate::edition::options::{Climate, OdourEffect};
use crate::edition::{Diet, Gene, Mode, Rulings};
use crate::knowledge::View;
use crate::land::{Hex, Terrain};
use crate::position::Creature;
use crate::rules::calendar;
use crate::speech::listed;
use stage::Upshot;
use table::Fit;
use table::wording::counted;

/// So many creatures of a hex are told one by one.
const NAMED: usize = 4;

/// Whether a creature dies if it does not eat this round. PS-HUNG-02, PS-HUNG-04, PS-STOM-05
pub(super) fn starves(creature: &Creature) -> bool {
    !creature.spare && creature.hunger + 1 >= creature.diet.starves_at()
}

/// A creature's chances in a hex that it may go to or stay in.
pub(super) struct Outlook<'a> {
    pub game: &'a PostalSurvival,
    pub view: &'a View,
    pub creature: &'a Creature,
}

impl Outlook<'_> {
    /// The land of a hex, what the creature can eat there, and whom it would meet of those who are there now.
    pub fn told(&self, hex: Hex) -> String {
        let terrain = self.view.island.terrain(hex).name();
        let food = self.meals(hex);
        let crowd = self.crowd(hex);
        let rivals = self.rivals(hex);
        let prey = self.hunts() && self.others(hex).any(|other| self.may_eat(other));
        let starves = match (food.is_empty(), starves(self.creature), prey) {
            (true, true, true) => " It starves unless it kills one of them.",
            (true, true, false) if self.hunts() => " It starves there unless prey comes.",
            (true, true, false) => " It starves there.",
            _ => "",
        };
        let food = match food.is_empty() {
            true if prey => "nothing to eat but prey".to_string(),
            true => "nothing that it eats".to_string(),
            false => listed(&food),
        };
        format!("{terrain}: {food}.{crowd}{rivals}{starves}")
    }

    /// The same in a few characters: what it can eat there and how many stand there, or that it starves.
    pub fn short(&self, hex: Hex) -> Upshot {
        let meals = self.count(hex);
        let prey = self.hunts() && self.others(hex).any(|other| self.may_eat(other));
        let dies = meals == 0 && starves(self.creature);
        let food = match (meals, prey) {
            (0, true) if dies => "✕ or prey".to_string(),
            (0, true) => "prey".into(),
            (0, false) if dies => "✕ starves".into(),
            (0, false) => "no food".into(),
            (meals, _) => {
                let drifts = calendar::births(self.view.island.coming())
                    && self.game.rulings().climate == Climate::Drift
                    && self.grazes(hex);
                let about = if drifts { "about " } else { "" };
                format!("{about}{}", counted(meals, "meal", "meals"))
            }
        };
        let crowd = match self.others(hex).count() {
            0 => String::new(),
            others => format!(" · +{others}"),
        };
        Upshot { words: format!("{food}{crowd}"), bad: dies }
    }

    /// How many meals there are in a hex that the creature can eat without killing; see [`Outlook::meals`].
    fn count(&self, hex: Hex) -> u32 {
        let (view, diet) = (self.view, self.creature.diet);
        let (food, terrain) = (food_to_come(view, hex), view.island.terrain(hex));
        if !terrain.is_land() {
            return u32::from(diet.eats_meat());
        }
        let corpses = if diet.eats_meat() { food.corpses } else { 0 };
        let plants = if self.grazes(hex) { food.meals.max(0).fit::<u32>() } else { 0 };
        let tops = self.grazes(hex) && food.meals >= 0 && self.creature.genes.has(Gene::LongNeck);
        corpses + plants + u32::from(tops)
    }

    /// Whether it eats the plants of a hex. PS-TYPE-01, PS-TYPE-02, PS-TYPE-03
    fn grazes(&self, hex: Hex) -> bool {
        let terrain = self.view.island.terrain(hex);
        match self.creature.diet {
            Diet::Herbivore => terrain.fertile(),
            Diet::Omnivore => terrain == Terrain::Jungle,
            Diet::Carnivore => false,
        }
    }

    /// The meals in a hex that the creature can eat without killing. PS-TYPE-01, PS-TYPE-02, PS-TYPE-03,
    /// PS-NECK-08, PS-AMPH-02
    fn meals(&self, hex: Hex) -> Vec<String> {
        let (view, diet) = (self.view, self.creature.diet);
        let (food, terrain) = (food_to_come(view, hex), view.island.terrain(hex));
        let mut meals = Vec::new();
        if !terrain.is_land() {
            meals.extend(diet.eats_meat().then(|| "one fish".to_string()));
            return meals;
        }
        if diet.eats_meat() && food.corpses > 0 {
            meals.push(counted(food.corpses, "corpse", "corpses"));
        }
        if !self.grazes(hex) {
            return meals;
        }
        let spring = calendar::births(view.island.coming());
        let grown = match (spring, self.game.rulings().climate) {
            (true, Climate::Drift) => " when they have grown, 1 more or less by the climate",
            (true, Climate::Fixed) => " when they have grown",
            (false, _) => "",
        };
        if food.meals > 0 {
            meals.push(format!("{}{grown}", counted(food.meals, "plant meal", "plant meals")));
        }
        if food.meals >= 0 && self.creature.genes.has(Gene::LongNeck) {
            meals.push("one in the treetops".into());
        }
        meals
    }

    /// How many may want the plants of a hex if all stay, where those are not enough for them. PS-PLANT-01, PS-PLANT-05
    fn rivals(&self, hex: Hex) -> String {
        let (view, terrain) = (self.view, self.view.island.terrain(hex));
        let grazes = |diet: Diet| match diet {
            Diet::Herbivore => terrain.fertile(),
            Diet::Omnivore => terrain == Terrain::Jungle,
            Diet::Carnivore => false,
        };
        let meals = food_to_come(view, hex).meals;
        let others = self.others(hex).filter(|other| grazes(other.diet)).count().fit::<i32>();
        let short = grazes(self.creature.diet) && meals > 0 && others + 1 > i32::from(meals);
        match short {
            true => format!(" If all stay, up to {} want these plants.", others + 1),
            false => String::new(),
        }
    }

    fn others(&self, hex: Hex) -> impl Iterator<Item = &Creature> {
        let own = self.creature.id;
        self.view.island.within(hex).filter(move |other| other.id != own)
    }

    /// Those who are in a hex now, the dangerous and the edible with the odds. PS-MOVE-03
    fn crowd(&self, hex: Hex) -> String {
        let all: Vec<&Creature> = self.others(hex).collect();
        if all.is_empty() {
            return String::new();
        }
        // Of several of a species with the same chances these are said once.
        let mut alike: Vec<(&Creature, Vec<String>, String)> = Vec::new();
        for other in all.iter().take(NAMED) {
            let chances = self.met(other);
            let same = |(first, _, words): &&mut (&Creature, Vec<String>, String)| {
                (first.species, first.diet, words) == (other.species, other.diet, &chances)
            };
            match alike.iter_mut().find(same) {
                Some((_, ids, _)) => ids.push(other.id.to_string()),
                None => alike.push((other, vec![other.id.to_string()], chances)),
            }
        }
        let mut told: Vec<String> = alike
            .iter()
            .map(|(first, ids, chances)| {
                let species = &self.view.island[first.species];
                let many = if ids.len() > 1 { "s" } else { "" };
                let whose = match Some(species.seat) == self.view.viewer.seat() {
                    true if ids.len() == 1 => format!("your {}", numbered(first)),
                    true => format!("your creatures {}", listed(ids)),
                    false => format!("{}{many} {} of {}", first.diet, listed(ids), species.name),
                };
                let each = if ids.len() > 1 && chances.contains(" wins ") { "each: " } else { "" };
                match chances.is_empty() {
                    true => whose,
                    false => format!("{whose} ({each}{chances})"),
                }
            })
            .collect();
        if all.len() > NAMED {
            told.push(format!("{} more", all.len() - NAMED));
        }
        format!(" There now: {}.", listed(&told))
    }

    /// How somebody is whom the creature may meet, and what may come of it; empty if that is nothing.
    fn met(&self, other: &Creature) -> String {
        let rulings = self.game.rulings();
        let mut odds: Vec<String> = Vec::new();
        let seen = |of: &Creature| match of.genes.has(Gene::Camouflage) {
            true => " once it is seen",
            false => "",
        };
        if self.attacks_in(other.hex) && self.may_attack(self.creature, other) {
            let (won, lost) = chances((self.creature, self.mode()), (other, other.mode), rulings);
            let seen = seen(other);
            odds.push(format!("an attack on it{seen} wins {won} %, loses {lost} %"));
        }
        let hunts = other.diet.eats_meat() && other.mode != Mode::Defensive;
        if hunts && self.may_attack(other, self.creature) {
            let (won, lost) = chances((other, other.mode), (self.creature, self.mode()), rulings);
            let seen = seen(self.creature);
            odds.push(format!("its attack{seen} wins {won} %, loses {lost} %"));
        }
        let mode = match other.mode {
            Mode::Aggressive => Some("aggressive".to_string()),
            _ => None,
        };
        let hunger = match (other.hunger, other.spare) {
            (2.., _) => Some("ravenous".to_string()),
            (1, false) => Some("hungry".to_string()),
            _ => None,
        };
        let words: Vec<String> = mode.into_iter().chain(hunger).chain(odds).collect();
        words.join("; ")
    }

    /// The mode in which the creature will be by its orders.
    fn mode(&self) -> Mode {
        let told =
            self.view.sheet(self.creature).and_then(|sheet| sheet.told(self.creature.id).mode);
        told.unwrap_or(self.creature.mode)
    }

    /// Whether it may attack at all. PS-MODE-05, PS-MODE-15
    fn hunts(&self) -> bool {
        self.creature.diet.eats_meat() && self.mode() != Mode::Defensive
    }

    /// Whether it attacks in a hex as that is now: semi-defensive only where it finds nothing else. PS-MODE-10
    fn attacks_in(&self, hex: Hex) -> bool {
        self.hunts() && (self.mode() == Mode::Aggressive || self.meals(hex).is_empty())
    }

    fn may_eat(&self, other: &Creature) -> bool {
        self.may_attack(self.creature, other) && other.edible()
    }

    /// Whether one creature may attack the other: kin only with Cannibalism, the poisonous only by order or
    /// as an extra. PS-TARG-01, PS-CANN-01, PS-POIS-02
    fn may_attack(&self, attacker: &Creature, victim: &Creature) -> bool {
        let kin = attacker.species == victim.species;
        (!kin || attacker.genes.has(Gene::Cannibalism)) && victim.edible()
    }
}

/// The chances in per cent that an attack is won and that it is lost: with the dice, the modes, fangs, armour
/// and odour of these two. PS-FIGHT-01, PS-FIGHT-04, PS-MODE-13, PS-FANG-01, PS-ARM-02, PS-ODOUR-03
pub(super) fn chances(
    (attacker, attacking): (&Creature, Mode),
    (victim, attacked): (&Creature, Mode),
    rulings: &Rulings,
) -> (u32, u32) {
    let dice = |of: &Creature, against: &Creature| {
        let ravenous = u8::from(of.hunger == 2);
        match (against.genes.has(Gene::FoulOdour), rulings.odour_effect) {
            (false, _) => of.strength(),
            (true, OdourEffect::Fight) => of.strength().saturating_sub(1).max(1),
            (true, OdourEffect::Lasting) => (of.ap.saturating_sub(1).max(1) + ravenous).min(6),
        }
    };
    let added = |of: &Creature, mode: Mode| i32::from(mode.bonus()) + i32::from(of.genes.fangs());
    let ahead = added(attacker, attacking) - added(victim, attacked);
    let (own, its) = (dice(attacker, victim), dice(victim, attacker));
    let won = odds(own, its, ahead, victim.genes.armour());
    let lost = odds(its, own, -ahead, 1);
    ((won + 5) / 10, (lost + 5) / 10)
}
