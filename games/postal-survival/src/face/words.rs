//! What diets, modes, moves, switches and genes do, in words that hold under the options in force.

use crate::action::Move;
use crate::edition::options::{
    CamouflageDefault, FangsScope, KinTruce, Mercy, NeckRefill, OdourEffect, SpotMiss, StomachFood,
};
use crate::edition::{Diet, Gene, Mode, Rulings};
use crate::land::Island;
use crate::position::Creature;
use crate::rules::births::{FEW_KIN, TWINS};
use crate::rules::predators::SPOTTED;
use table::wording::counted;

/// What a species of this diet eats and how long it lives without. PS-TYPE-01, PS-TYPE-02, PS-TYPE-03
pub(super) fn diet(diet: Diet) -> String {
    let eats = match diet {
        Diet::Herbivore => "Eats grass and fruit, and never attacks",
        Diet::Omnivore => "Eats fruit, prey, corpses and fish",
        Diet::Carnivore => "Eats prey, corpses and fish, and is stronger after two missed meals",
    };
    format!("{eats}; dies after {} rounds running without a meal.", diet.starves_at())
}

/// How a creature in this mode behaves. PS-MODE-05, PS-MODE-08, PS-MODE-12, PS-MODE-13
pub(super) fn mode(diet: Diet, mode: Mode, rulings: &Rulings) -> String {
    let beaten = match rulings.mercy {
        Mercy::Off => "An attacker that it beats gets away, unless that one is aggressive.",
        Mercy::On => "An attacker that it beats gets away.",
    };
    let kin = match (rulings.kin_truce, diet) {
        (KinTruce::All, _) => ", except one among its own species alone",
        (_, Diet::Carnivore) => "",
        (_, _) => ", except one for plants among its own species alone",
    };
    let mild = format!("It never dies by losing a tussle. {beaten}");
    // PS-FIGHT-08, PS-FIGHT-09
    let risk = "If its own attack is beaten it gets away, but an aggressive victim kills it.";
    match (mode, diet) {
        (Mode::Defensive, Diet::Herbivore) => mild,
        (Mode::Defensive, _) => format!("It never attacks. {mild}"),
        (Mode::SemiDefensive, Diet::Herbivore) => {
            "For herbivores the same as defensive.".to_string()
        }
        (Mode::SemiDefensive, Diet::Omnivore) => {
            format!("It attacks only where there is no corpse, fish or fruit. {risk} {mild}")
        }
        (Mode::SemiDefensive, Diet::Carnivore) => {
            format!("It attacks only where there is no corpse or fish. {risk} {mild}")
        }
        (Mode::Aggressive, Diet::Herbivore) => format!(
            "It adds {} to its best die in fights and tussles and kills attackers that it beats, but is \
             killed if it loses a tussle{kin}. It never attacks.",
            mode.bonus()
        ),
        (Mode::Aggressive, _) => {
            let loses = match rulings.mercy {
                Mercy::Off => "an attack",
                Mercy::On => "an attack on another aggressive one",
            };
            format!(
                "It attacks even beside other food, adds {} to its best die in fights and tussles and \
                 kills attackers that it beats, but is killed if it loses {loses} or a tussle{kin}.",
                mode.bonus()
            )
        }
    }
}

/// What a creature does that is told to move so; ways are told by the food at their ends.
pub(super) fn movement(island: &Island, creature: &Creature, movement: &Move) -> String {
    let points = counted(creature.genes.movement(), "hex", "hexes");
    match movement {
        Move::Path(_) => String::new(),
        Move::Stay => "It stays where it is.".into(),
        // PS-NMR-01, PS-NMR-02, PS-NMR-06
        Move::Wander => {
            let more = match creature.genes.movement() {
                1 => "",
                _ => ", and a hex more half of the time",
            };
            format!("It goes one hex in a direction by the die{more}; it stays where it cannot go.")
        }
        Move::Forage => match creature.diet {
            Diet::Carnivore => {
                "It goes to the hex in reach with the most corpses or fish, less the rivals there, \
                 as all stand before the moves; where there are none, to prey that it can match."
                    .into()
            }
            _ => "It goes to the hex in reach with the most food, less the rivals there, as \
                  all stand before the moves."
                .into(),
        },
        // PS-TRACK-03, PS-TRACK-04, PS-TRACK-05
        Move::Track(target) => {
            let whom = island.creature(*target).map_or(target.to_string(), |c| c.tag().to_string());
            format!(
                "It follows {whom} wherever it goes, up to {points}, but not into desert or water."
            )
        }
    }
}

/// What a switch does. PS-GENE-09, PS-GENE-11
pub(super) fn switch(gene: Gene, on: bool, rulings: &Rulings) -> String {
    let usual = "This is so unless you say otherwise.";
    match (gene, on) {
        // PS-CAMO-05
        (Gene::Camouflage, true) => {
            format!("It hides, is spotted by a die of 1 to {SPOTTED}, and makes no attack.")
        }
        (Gene::Camouflage, false) => "It does not hide, and may attack as its mode says.".into(),
        (Gene::KillerInstinct, true) => format!("It attacks up to two victims. {usual}"),
        (Gene::KillerInstinct, false) => "It makes one attack at most.".into(),
        (Gene::Cannibalism, true) => {
            format!("It attacks its own species where there is no other victim. {usual}")
        }
        (Gene::Cannibalism, false) => "It leaves its own species alone.".into(),
        (Gene::FoulOdour, true) => format!("{} {usual}", odour(rulings)),
        // PS-ODOUR-08
        (Gene::FoulOdour, false) => {
            "It does not squirt this round; predators still choose it after others.".into()
        }
        (Gene::ExtraStomach, false) => "It takes no second meal.".into(),
        (gene, true) => format!("{}. {usual}", gene_effect(gene, rulings)),
        (_, false) => "It is not used this round.".into(),
    }
}

fn odour(rulings: &Rulings) -> &'static str {
    match rulings.odour_effect {
        OdourEffect::Fight => "In its first fight of the round the other rolls a die fewer.",
        OdourEffect::Lasting => "In its first fight of the round the other loses 1 AP for good.",
    }
}

/// What a gene does under these options.
pub(crate) fn gene_effect(gene: Gene, rulings: &Rulings) -> String {
    let plus = |number: u8| match rulings.fangs_scope {
        FangsScope::Fights => format!("Adds {number} to its best die in fights, not in tussles"),
        FangsScope::All => format!("Adds {number} to its best die in fights and tussles"),
    };
    let set = crate::Genes::NONE.with(gene);
    match gene {
        Gene::ExtraStomach => match rulings.stomach_food {
            StomachFood::Grass => {
                "Where grass is left over it takes a second meal of it and keeps that as \
                                   a spare, at most one"
                    .into()
            }
            StomachFood::Plants => {
                "Where plants are left over it takes a second meal of them and keeps \
                                    that as a spare, at most one"
                    .into()
            }
        },
        Gene::BodyArmour | Gene::BodyArmour2 => {
            format!("An attacker must beat it by {}; a smaller lead is a stand-off", set.armour())
        }
        Gene::FoulOdour => {
            format!("Predators choose it after others. {}", odour(rulings).trim_end_matches('.'))
        }
        Gene::Fangs | Gene::Fangs2 => plus(set.fangs()),
        Gene::Speed | Gene::Speed2 => format!("Moves up to {} hexes", set.movement()),
        Gene::Swimming => "May cross water, but must end its move on land".into(),
        Gene::Twins => format!(
            "Two young while fewer than {FEW_KIN} of the species live, else by a die of {TWINS} to 6"
        ),
        Gene::Cannibalism => "May attack its own species where there is no other victim".into(),
        Gene::KillerInstinct => {
            "Attacks up to two victims, and eats the first that it kills and can eat".into()
        }
        Gene::Camouflage => {
            let missed = match rulings.spot_miss {
                SpotMiss::Lost => ", else the attack is lost",
                SpotMiss::Next => "",
            };
            let attacks = match rulings.camouflage_default {
                CamouflageDefault::Always => {
                    "It hides and does not attack, unless told to show itself"
                }
                CamouflageDefault::Auto => "It hides unless it attacks",
            };
            format!("{attacks}; a predator spots it by a die of 1 to {SPOTTED}{missed}")
        }
        Gene::Amphibiousness => {
            "May end its move in water, where an omnivore or a carnivore finds a fish".into()
        }
        Gene::Poison => {
            "Is never eaten, and attacked only by carnivores that are told to or as the second \
                         attack of Killer Instinct"
                .into()
        }
        Gene::LongNeck => {
            let back = match rulings.neck_refill {
                NeckRefill::Yearly => "a year",
                NeckRefill::Seasonal => "a round",
            };
            format!(
                "Reaches one meal more {back} in every grassland and jungle hex, after all others"
            )
        }
        Gene::Tracking => "May follow a creature that begins the round in its hex".into(),
    }
}

/// What a gene does, what it needs and from when on it can be had. PS-GENE-02, PS-GENE-04
pub(super) fn gene(gene: Gene, round: u16, rulings: &Rulings) -> String {
    let mut text = format!("{}.", gene_effect(gene, rulings));
    if let Some(needed) = gene.needs() {
        text += &format!(" It needs {needed}: young without that gain {needed} instead.");
    }
    if !gene.open(round, rulings.advanced_from) {
        text += &format!(" Open from round {}.", rulings.advanced_from);
    }
    text
}
