//! The predator phase: who attacks, whom, and how fights end. PS-PRED-01

use crate::edition::options::{
    CamouflageDefault, KillerStandOff, Mercy, OdourEffect, SpotMiss, TargetModes,
};
use crate::edition::{Gene, Mode};
use crate::event::{Event, Fight};
use crate::position::Death;
use crate::rules::feeding::{Beast, Scratch, Spot, tell, throw};
use table::{Dice, Fit, Log};

/// The predator phase of one hex, on land as in water. PS-AMPH-05, PS-AMPH-06
pub fn hunt(
    spot: &mut Spot<'_>,
    herd: &mut [Beast],
    scratch: &mut Scratch,
    dice: &mut Dice,
    log: &mut Log<Event>,
) {
    let Scratch { queue, group, best: ties, avoided, .. } = scratch;
    queue.clear();
    for (i, beast) in herd.iter_mut().enumerate() {
        let predator = preys(spot, beast);
        if predator {
            queue.push(i);
        }
        // PS-CAMO-01, PS-CAMO-03, PS-CAMO-04
        let shown = beast.leaving.has(Gene::Camouflage);
        beast.hidden = beast.has(Gene::Camouflage) && !predator && !shown;
    }
    line_up(herd, queue, group, dice);
    for a in queue.iter().copied() {
        let attacker = &herd[a];
        if !attacker.alive() {
            continue; // PS-PRED-07
        }
        let killer = attacker.uses(Gene::KillerInstinct); // PS-KILL-05
        // One that killed and could not eat goes on. PS-KILL-04, PS-PRED-09
        if attacker.fed && !killer {
            tell(log, || Event::Forgone { who: attacker.tag() }); // PS-PRED-08
            continue;
        }
        if attacker.mode == Mode::SemiDefensive && !attacker.fed && spot.meal_for(attacker) {
            continue; // PS-MODE-11
        }
        let limit = if killer { 2 } else { 1 }; // PS-KILL-01, PS-PRED-06
        let mut used = if killer { attacker.defence_kills } else { 0 }; // PS-KILL-03
        avoided.clear();
        // Both attacks one after the other, in any mode. PS-KILL-06, PS-KILL-09
        while herd[a].alive() && used < limit {
            let extra = killer && used >= 1; // PS-POIS-11
            match choose(spot, herd, a, extra, avoided, ties, dice, log) {
                HuntChoice::Nobody => break,
                HuntChoice::Missed => used += 1,
                HuntChoice::Victim(v, spotted) => {
                    used += 1;
                    // Not twice by the same, but by others. PS-PRED-10
                    avoided.push(v);
                    let result = fight(spot, herd, (a, v), (used > 1, spotted), dice, log);
                    let stops = spot.rulings.killer_standoff == KillerStandOff::Stops;
                    if result == Fight::StandOff && stops {
                        break; // PS-KILL-07
                    }
                }
            }
        }
    }
}

/// Whether a creature attacks this round: its mode, its diet and its hiding place say so, neither an
/// enemy nor poison. PS-PRED-01, PS-MODE-05, PS-MODE-08, PS-MODE-09, PS-MODE-12, PS-MODE-15, PS-CAMO-05,
/// PS-ENEMY-04, PS-POIS-10
fn preys(spot: &Spot<'_>, beast: &Beast) -> bool {
    let hungers = match beast.mode {
        Mode::Defensive => false,
        Mode::SemiDefensive => !spot.meal_for(beast),
        Mode::Aggressive => true,
    };
    let hides = beast.has(Gene::Camouflage)
        && (beast.hide
            || spot.rulings.camouflage_default == CamouflageDefault::Always
                && !beast.leaving.has(Gene::Camouflage));
    beast.diet.eats_meat() && hungers && !hides
}

/// Puts the predators in order: strongest first, equals by lots; no die for the last of them.
/// PS-PRED-04, PS-PRED-05, PS-ODOUR-07, PS-DICE-02
fn line_up(herd: &[Beast], queue: &mut [usize], group: &mut Vec<usize>, dice: &mut Dice) {
    queue.sort_by_key(|i| (std::cmp::Reverse(herd[*i].strength()), *i));
    let mut start = 0;
    while start < queue.len() {
        let strength = herd[queue[start]].strength();
        let equals = queue[start..].iter().take_while(|i| herd[**i].strength() == strength).count();
        group.clear();
        group.extend_from_slice(&queue[start..start + equals]);
        for place in &mut queue[start..start + equals] {
            let chosen = dice.roll("order of attacks", group.len().fit()).fit::<usize>() - 1;
            *place = group.remove(chosen);
        }
        start += equals;
    }
}

enum HuntChoice {
    Nobody,
    /// The chosen one was not spotted, and that costs the attack.
    Missed,
    /// And the die by which it was spotted, if it was hidden.
    Victim(usize, Option<u8>),
}

/// The order in which victims are preferred, smaller first; players have no other say. PS-TARG-10,
/// PS-ENEMY-09
fn rank(spot: &Spot<'_>, attacker: &Beast, victim: &Beast) -> (bool, bool, bool, bool, u8, u8) {
    let poisonous = victim.has(Gene::Poison);
    let mode = match spot.rulings.target_modes {
        // PS-TARG-07
        TargetModes::Two => u8::from(victim.mode == Mode::Aggressive),
        TargetModes::Three => victim.mode as u8,
    };
    (
        victim.species == attacker.species,     // PS-TARG-01, PS-CANN-02
        Some(victim.species) != attacker.enemy, // PS-TARG-03, PS-ENEMY-02
        poisonous != attacker.kill_poison,      // PS-POIS-06, PS-POIS-07
        victim.has(Gene::FoulOdour),            // PS-TARG-04, PS-ODOUR-02
        victim.strength(),                      // PS-TARG-05, PS-TARG-06
        mode,
    )
}

/// Whether one may attack the other: anybody alive, kin only with Cannibalism, the poisonous only as an
/// extra or by order, whatever the victim's genes or the attacker's poison. PS-PRED-02, PS-TARG-02,
/// PS-CANN-01, PS-CANN-03, PS-POIS-02, PS-POIS-09, PS-ENEMY-06
fn possible(attacker: &Beast, victim: &Beast, extra: bool) -> bool {
    victim.alive()
        && victim.id != attacker.id
        && (victim.species != attacker.species || attacker.uses(Gene::Cannibalism))
        && (!victim.has(Gene::Poison) || extra || attacker.kill_poison)
}

/// The highest die by which a hidden creature is spotted. PS-CAMO-02
pub(crate) const SPOTTED: u8 = 2;

/// Chooses a victim: the most preferred, equals by lot, hidden ones if they are spotted, each once.
/// PS-TARG-09, PS-CAMO-07, PS-CAMO-08, PS-CAMO-09
#[allow(
    clippy::too_many_arguments,
    reason = "the choice sees the whole hex and the buffers of the phase"
)]
fn choose(
    spot: &Spot<'_>,
    herd: &[Beast],
    a: usize,
    extra: bool,
    avoided: &mut Vec<usize>,
    ties: &mut Vec<usize>,
    dice: &mut Dice,
    log: &mut Log<Event>,
) -> HuntChoice {
    let attacker = &herd[a];
    loop {
        let mut lowest = None;
        ties.clear();
        for (i, victim) in herd.iter().enumerate() {
            if !possible(attacker, victim, extra) || avoided.contains(&(i)) {
                continue;
            }
            let rank = rank(spot, attacker, victim);
            if lowest.is_none_or(|lowest| rank < lowest) {
                lowest = Some(rank);
                ties.clear();
            }
            if lowest == Some(rank) {
                ties.push(i);
            }
        }
        let Some(v) = dice.pick("choice of victim", ties).copied() else {
            return HuntChoice::Nobody;
        };
        let victim = &herd[v];
        if !victim.hidden {
            return HuntChoice::Victim(v, None);
        }
        let die = dice.roll("spotting", 6).fit::<u8>();
        if die <= SPOTTED {
            return HuntChoice::Victim(v, Some(die));
        }
        let costly = spot.rulings.spot_miss == SpotMiss::Lost;
        let (by, who, hex) = (attacker.tag(), victim.tag(), spot.place);
        tell(log, || Event::Unseen { by, who, hex, die, costly });
        avoided.push(v);
        if costly {
            return HuntChoice::Missed; // PS-CAMO-06
        }
    }
}

/// One fight, one against one. PS-PRED-03, PS-FIGHT-01, PS-FIGHT-17
fn fight(
    spot: &mut Spot<'_>,
    herd: &mut [Beast],
    (a, v): (usize, usize),
    (second, spotted): (bool, Option<u8>),
    dice: &mut Dice,
    log: &mut Log<Event>,
) -> Fight {
    let (attacker_ap, victim_ap) = (herd[a].ap, herd[v].ap);
    // Only in its first fight, even if it was not used there. PS-ODOUR-03, PS-ODOUR-06, PS-ODOUR-08
    let squirts = |beast: &Beast| beast.uses(Gene::FoulOdour) && !beast.fought;
    let (a_squirts, v_squirts) = (squirts(&herd[a]), squirts(&herd[v]));
    let weaken = |beast: &mut Beast, squirted: bool| match (squirted, spot.rulings.odour_effect) {
        (false, _) => beast.strength(),
        (true, OdourEffect::Fight) => beast.strength().saturating_sub(1).max(1), // PS-ODOUR-05
        (true, OdourEffect::Lasting) => {
            // Attack points fall in no other way. PS-ODOUR-04, PS-AP-03
            beast.ap = beast.ap.saturating_sub(1).max(1);
            beast.strength()
        }
    };
    let na = weaken(&mut herd[a], v_squirts);
    let nv = weaken(&mut herd[v], a_squirts);
    herd[a].fought = true;
    herd[v].fought = true;
    // The attacker's dice first. PS-FIGHT-03, PS-FIGHT-16, PS-FANG-04
    let mut attacker = throw(&herd[a], na, herd[a].genes.fangs(), "attack", dice);
    let mut victim = throw(&herd[v], nv, herd[v].genes.fangs(), "defence", dice);
    let lead = i16::from(attacker.score) - i16::from(victim.score);
    let needed = herd[v].genes.armour();
    let result = if lead >= needed.into() {
        victim_killed(spot, herd, (a, v))
    } else if lead < 0 {
        attacker_beaten(spot, herd, (a, v))
    } else {
        Fight::StandOff // PS-FIGHT-04
    };
    tell(log, || {
        let dead = match result {
            Fight::AttackerEaten | Fight::AttackerKilled => &herd[a],
            _ => &herd[v],
        };
        (attacker.ap, attacker.after, attacker.odour) = (attacker_ap, herd[a].ap, v_squirts);
        (victim.ap, victim.after, victim.odour) = (victim_ap, herd[v].ap, a_squirts);
        Event::Fought {
            hex: spot.place,
            attacker,
            victim,
            result,
            second,
            poison: !dead.alive() && dead.has(Gene::Poison),
            lead: needed,
            spotted,
        }
    });
    result
}

/// The attacker wins: it eats its victim if it can. PS-FIGHT-06, PS-FIGHT-07
fn victim_killed(spot: &mut Spot<'_>, herd: &mut [Beast], (a, v): (usize, usize)) -> Fight {
    herd[a].grow(); // PS-FIGHT-05, PS-POIS-03
    herd[a].kills += 1;
    let edible = !herd[v].has(Gene::Poison); // PS-POIS-01
    // A second victim is left. PS-KILL-02, PS-KILL-08
    if edible && !herd[a].fed {
        herd[a].fed = true; // PS-FIGHT-07
        herd[v].death = Some(Death::Eaten(herd[a].tag())); // PS-DEATH-05
        Fight::Eaten
    } else {
        herd[v].death = Some(Death::Killed(herd[a].tag())); // PS-FIGHT-06
        drop_body(spot, &herd[v]);
        Fight::Killed
    }
}

/// The attacker loses: it is driven off, or killed and perhaps eaten. PS-FIGHT-08, PS-FIGHT-09
fn attacker_beaten(spot: &mut Spot<'_>, herd: &mut [Beast], (a, v): (usize, usize)) -> Fight {
    herd[v].grow();
    let fierce = |beast: &Beast| beast.mode == Mode::Aggressive;
    // PS-MODE-06, PS-MODE-14
    let to_the_death = match spot.rulings.mercy {
        Mercy::Off => fierce(&herd[a]) || fierce(&herd[v]), // PS-FIGHT-08, PS-FIGHT-10
        Mercy::On => fierce(&herd[v]),
    };
    if to_the_death {
        herd[v].defence_kills += 1; // PS-KILL-10
        herd[v].kills += 1;
        let edible = !herd[a].has(Gene::Poison); // PS-POIS-08
        // In any mode, and kin too. PS-FIGHT-12, PS-CANN-04
        if edible && herd[v].diet.eats_meat() && !herd[v].fed {
            herd[v].fed = true; // PS-FIGHT-11
            herd[a].death = Some(Death::Eaten(herd[v].tag()));
            Fight::AttackerEaten
        } else {
            herd[a].death = Some(Death::Killed(herd[v].tag()));
            drop_body(spot, &herd[a]);
            Fight::AttackerKilled
        }
    } else {
        Fight::FendedOff // PS-FIGHT-09
    }
}

/// A body that nobody ate is carrion in the same round. PS-FIGHT-13
fn drop_body(spot: &mut Spot<'_>, dead: &Beast) {
    if spot.leaves_corpse(dead) {
        spot.meat += 1;
        spot.fresh += 1;
    }
}
