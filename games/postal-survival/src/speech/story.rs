//! The story: every event as one plain line, with the rule behind it and those of its factors.

use crate::PostalSurvival;
use crate::edition::options::TieBreak;
use crate::edition::{Diet, Gene, Genes};
use crate::event::{Event, Fight, Gain, How, Meal, Prize, Side};
use crate::land::Place;
use crate::position::{Creature, Death, Kind, Position, Tag};
use crate::rule::*;
use crate::rules::births::{FEW_KIN, TWINS};
use crate::rules::calendar;
use crate::rules::ending::{Reason, crowned, crowns, total_ap};
use crate::rules::predators::SPOTTED;
use crate::speech::listed;
use table::wording::counted;
use table::{Reckoning, RuleId, Seat, StoryLine};

fn names(tags: &[Tag]) -> String {
    listed(&tags.iter().map(Tag::to_string).collect::<Vec<_>>())
}

pub(super) fn prize(prize: Prize) -> &'static str {
    match prize {
        Prize::Carrion => "carrion",
        Prize::Fish => "fish",
        Prize::Grass => "grass",
        Prize::Fruit => "fruit",
    }
}

/// Each round is a chapter of the story.
pub fn chapter(event: &Event) -> Option<String> {
    match event {
        Event::Season { round } => Some(format!("Round {round}")),
        _ => None,
    }
}

/// How the game ended and what decided it, and who is crowned where crowns are played for; nothing while it
/// goes on. Ledger 10.3
pub fn conclusion(game: &PostalSurvival, position: &Position) -> String {
    match position.conclusion(game.rulings()) {
        Some(end) if for_crowns(game) => format!("{end} {}", crowned(&position.island)),
        Some(end) => end,
        None => String::new(),
    }
}

/// Whether the best species of each diet are crowned besides the winner. Ledger 10.3
fn for_crowns(game: &PostalSurvival) -> bool {
    game.setup.scenario == "crowns"
}

/// The final sheet by players: creatures and what became of them, what breaks ties, and the crowns.
/// PS-END-06, PS-END-07, PS-END-13
pub fn reckoning(game: &PostalSurvival, position: &Position) -> Option<Reckoning> {
    let island = &position.island;
    let strength = total_ap(island);
    let crowns = crowns(island);
    let by_ap = game.rulings().tie_break == TieBreak::Ap;
    let mut heads = vec!["Creatures alive"];
    heads.extend(by_ap.then_some("AP"));
    heads.extend(["Born", "Were killed", "Starved"]);
    let any_gone = island.kinds().any(|kind| island[kind].extinct.is_some());
    heads.extend(any_gone.then_some("Died out in round"));
    heads.extend(for_crowns(game).then_some("Crown"));
    let row = |seat: Seat| {
        let own: Vec<Kind> = island.kinds().filter(|kind| island[*kind].seat == seat).collect();
        let of = |creature: &&Creature| own.contains(&creature.species);
        let creatures: Vec<&Creature> = island.creatures.iter().filter(of).collect();
        let ended = |such: fn(&Death) -> bool| {
            let dead = creatures.iter().filter_map(|creature| creature.end);
            dead.filter(|end| such(&end.death)).count().to_string()
        };
        let alive: u32 = own.iter().map(|kind| island.count_of(*kind)).sum();
        let mut row = vec![alive.to_string()];
        if by_ap {
            row.push(own.iter().map(|kind| strength[kind.index()]).sum::<u32>().to_string());
        }
        row.push(creatures.iter().filter(|it| it.parent.is_some()).count().to_string());
        row.push(ended(|death| !matches!(death, Death::Starved)));
        row.push(ended(|death| matches!(death, Death::Starved)));
        let gone = own.iter().map(|kind| island[*kind].extinct).collect::<Option<Vec<u16>>>();
        let gone = gone.and_then(|gone| gone.into_iter().max());
        let gone = gone.map_or("still there".into(), |round| round.to_string());
        row.extend(any_gone.then_some(gone));
        if for_crowns(game) {
            let crown = |(diet, best): &(Diet, Vec<Kind>)| {
                best.iter().any(|kind| own.contains(kind)).then(|| format!("{diet}s"))
            };
            let worn: Vec<String> = crowns.iter().filter_map(crown).collect();
            row.push(if worn.is_empty() { "-".into() } else { listed(&worn) });
        }
        row
    };
    Some(Reckoning::new(heads, Seat::first(game.setup.seats).map(row)))
}

/// The event as a line of the log.
pub fn narrate(event: &Event) -> StoryLine {
    match event {
        Event::Ordered { line } => StoryLine::by(PS_ORD_01, format!("Ordered: {line}")),
        Event::Season { round } => {
            let rule = match round {
                1 => PS_SEASON_01,
                9 => PS_SEASON_02,
                _ => PS_SEASON_03,
            };
            StoryLine::by(rule, format!("Round {round}: {}.", calendar::spoken(*round)))
        }
        Event::Settled { founders } => {
            let letters = "H is a herbivore, O an omnivore, C a carnivore";
            StoryLine::by(PS_SETUP_14, format!("On the island: {}; {letters}.", names(founders)))
        }
        Event::Grew => StoryLine::by(PS_SEASON_04, "The plants are back at their maximum."),
        Event::Drifted { hex, food } => {
            let meals = counted(food.most, "meal", "meals");
            StoryLine::by(PS_MAP_11, format!("{hex} now grows {meals} a year."))
        }
        Event::Placed { who, hex, gene, bonus } => {
            let genes: Vec<String> = [*gene].iter().chain(bonus).map(ToString::to_string).collect();
            let genes = listed(&genes);
            StoryLine::by(PS_SETUP_09, format!("{who} is placed in {hex} with {genes}."))
        }
        Event::Litter { who, kin, die, young } => litter(*who, *kin, *die, *young),
        Event::Barren { who } => {
            StoryLine::by(PS_BIRTH_02, format!("{who} is in water and has no young."))
        }
        Event::Born { who, parent, hex, gene, by } => born(*who, *parent, *hex, *gene, *by),
        Event::Refused { who, why } => StoryLine::by(PS_MOVE_04, format!("{who} stays: {why}.")),
        Event::Moved { who, from, to, how } => moved(*who, *from, *to, how),
        Event::Unseen { by, who, hex, die, costly } => unseen(*hex, (*by, *who), *die, *costly),
        Event::Fought { .. } => fought(event),
        Event::Forgone { who } => {
            StoryLine::by(PS_PRED_08, format!("{who} has eaten and gives up its attack."))
        }
        Event::Ate { who, meal } => ate(*who, *meal),
        Event::Tussled { .. } => tussled(event),
        Event::Stored { who } => StoryLine::by(PS_STOM_02, format!("{who} stores a spare meal.")),
        Event::UsedSpare { who } => {
            StoryLine::by(PS_STOM_05, format!("{who} lives on its spare meal."))
        }
        Event::Hungry { who } => StoryLine::by(PS_HUNG_01, format!("{who} goes hungry.")),
        Event::Ravenous { who, hex } => {
            StoryLine::by(PS_HUNG_03, format!("{who} is ravenous in {hex}."))
        }
        Event::Starved { who, hex } => {
            let rule = match who.diet {
                crate::Diet::Carnivore => PS_HUNG_04,
                _ => PS_HUNG_02,
            };
            StoryLine::by(rule, format!("{who} starves in {hex}."))
        }
        Event::Extinct { name, creatures, .. } => {
            let ever = counted(*creatures, "creature", "creatures");
            StoryLine::by(
                PS_DEATH_06,
                format!("The species {name} is extinct; it had {ever} in all."),
            )
        }
        Event::Renamed { from, to, .. } => {
            StoryLine::by(PS_NAME_02, format!("{from} is now called {to}."))
        }
        Event::Printed { by, text } => match by {
            Some(by) => StoryLine::by(PS_PRESS_01, format!("{by}: {text}")),
            None => StoryLine::by(PS_PRESS_02, format!("Anonymous: {text}")),
        },
        Event::Proposed { species, passed } => {
            let numbers: Vec<String> = species.iter().map(ToString::to_string).collect();
            let result = if *passed { "passed" } else { "failed" };
            StoryLine::by(
                PS_END_09,
                format!("A draw of {} was proposed and {result}.", numbers.join(", ")),
            )
        }
        Event::Dominates { name, counts: (own, next, all), .. } => {
            let text = format!(
                "The species {name} clearly dominates the island with {own} of {all} creatures; the \
                 next has {next}."
            );
            StoryLine::by(PS_END_03, text)
        }
        Event::Ended { reason, text } => StoryLine::by(ending(*reason), text.clone()),
    }
}

/// The rule by which a game ends that way.
fn ending(reason: Option<Reason>) -> RuleId {
    match reason {
        Some(Reason::LastSpecies) => PS_END_01,
        Some(Reason::Extinction) => PS_END_11,
        Some(Reason::Draw) => PS_END_09,
        Some(Reason::Dominance) => PS_END_03,
        Some(Reason::Stopped) => PS_END_12,
        Some(Reason::Rounds) | None => PS_END_06,
    }
}

/// A birth: whose young, where, and how it came by its new gene.
fn born(who: Tag, parent: Tag, hex: Place, gene: Option<Gene>, by: Option<Gain>) -> StoryLine {
    let text = format!("{who} is born to {parent} and put down in {hex}");
    let Some(gene) = gene else {
        let text = format!("{text}. It has every gene that is open to it, and gains none.");
        return StoryLine::by(PS_BIRTH_21, text).and([PS_BIRTH_01]);
    };
    let (rule, how) = match by {
        None => (PS_BIRTH_15, ""),
        Some(Gain::Chosen) => (PS_BIRTH_17, ", as ordered"),
        Some(Gain::Needed) => (PS_BIRTH_18, ", without which it cannot have the one meant for all"),
        Some(Gain::Drawn) => (PS_BIRTH_20, ", drawn for all young of its species"),
        Some(Gain::DrawnAlone) => {
            (PS_BIRTH_19, ", drawn for it alone as it has the one meant for all")
        }
    };
    StoryLine::by(rule, format!("{text}, with the new gene {gene}{how}."))
        .and([PS_BIRTH_01, PS_BIRTH_15])
}

/// The young of an owner of Twins, and why there are one or two.
fn litter(who: Tag, kin: u32, die: Option<u8>, young: u8) -> StoryLine {
    let young = if young == 2 { "two young" } else { "one young" };
    let live = if kin == 1 { "lives" } else { "live" };
    match die {
        Some(die) => StoryLine::by(
            PS_TWIN_03,
            format!("{who} has Twins and rolls {die} ({TWINS} to 6 for two): {young}."),
        ),
        None => StoryLine::by(
            PS_TWIN_02,
            format!(
                "{who} has Twins and {kin} of its species {live}, fewer than {FEW_KIN}: {young}."
            ),
        ),
    }
}

/// A predator that does not see hidden prey, with its die.
fn unseen(hex: Place, (by, who): (Tag, Tag), die: u8, costly: bool) -> StoryLine {
    let text = format!("In {hex} {by} does not see {who}: it rolls {die} and needs 1 to {SPOTTED}");
    match costly {
        true => StoryLine::by(PS_CAMO_06, format!("{text}. Its attack is lost.")).and([PS_CAMO_02]),
        false => StoryLine::by(PS_CAMO_02, format!("{text}.")),
    }
}

/// A score with all that it is made of: attack points, rolled by this rule, and what changes them, the dice,
/// and what is added to the best.
fn rolled(side: &Side, by: RuleId) -> StoryLine {
    let faces: Vec<u8> = side.dice.into_iter().filter(|die| *die > 0).collect();
    let mut number = vec![StoryLine::by(by, format!("{} AP", side.ap))];
    if side.ravenous {
        number.push(StoryLine::by(PS_AP_04, "+1 ravenous"));
    }
    if side.odour {
        let full = usize::from(side.ap) + usize::from(side.ravenous);
        let less = match faces.len() < full {
            true => "-1 Foul Odour",
            false => "not below 1 by Foul Odour",
        };
        number.push(StoryLine::by(PS_ODOUR_03, less));
    }
    let mut added = Vec::new();
    if side.aggressive {
        added.push(StoryLine::by(PS_MODE_13, "+1 aggressive"));
    }
    match side.fangs {
        0 => {}
        1 => added.push(StoryLine::by(PS_FANG_01, "+1 Fangs")),
        more => added.push(StoryLine::by(PS_FANG_02, format!("+{more} Fangs 2"))),
    }
    let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
    let (number, added) = (StoryLine::joined(number, ", "), StoryLine::joined(added, ", "));
    let best = if added.text.is_empty() { String::new() } else { format!("; {}", added.text) };
    let text = format!("{} ({}: {}{best})", side.score, number.text, faces.join(" "));
    StoryLine { text, ..number }.and(added.rules)
}

/// A fight: what both rolled, the lead that was needed, how it ended, and what it taught the winner.
fn fought(event: &Event) -> StoryLine {
    let Event::Fought { hex, attacker, victim, result, poison, lead, spotted, .. } = event else {
        return StoryLine::plain("");
    };
    let (a, v) = (attacker.who, victim.who);
    let (rule, end) = match result {
        Fight::Eaten => (PS_FIGHT_07, format!("{a} eats {v}")),
        Fight::Killed if *poison => (PS_POIS_03, format!("{a} kills {v}, which is poisonous")),
        Fight::Killed => (PS_KILL_08, format!("{a} has eaten, kills {v} and leaves it")),
        Fight::AttackerEaten => (PS_FIGHT_11, format!("{v} kills and eats {a}")),
        Fight::AttackerKilled if attacker.aggressive => (PS_FIGHT_10, format!("{v} kills {a}")),
        Fight::AttackerKilled => (PS_FIGHT_08, format!("{v} kills {a}")),
        Fight::FendedOff if attacker.aggressive => (PS_FIGHT_10, format!("{a} is fended off")),
        Fight::FendedOff => (PS_FIGHT_09, format!("{a} is fended off")),
        Fight::StandOff if attacker.score == victim.score => (PS_FIGHT_04, "a stand-off".into()),
        Fight::StandOff if *lead == 2 => (PS_ARM_02, "a stand-off".into()),
        Fight::StandOff => (PS_ARM_04, "a stand-off".into()),
    };
    let seen = spotted.map_or(String::new(), |die| format!(" (spotted by a {die})"));
    let asked = attacker.score > victim.score && *lead > 1;
    let armour = match asked {
        true => format!("; {} asks for a lead of {lead}", armour(*lead)),
        false => String::new(),
    };
    let scores = [attacker, victim].map(|side| rolled(side, PS_FIGHT_01));
    let scores = StoryLine::joined(scores, " against ");
    let now = StoryLine::joined([attacker, victim].into_iter().filter_map(grown_or_less), "");
    let text =
        format!("In {hex} {a} attacks {v}{seen}: {}{armour}, {end}.{}", scores.text, now.text);
    StoryLine::by(rule, text)
        .and(spotted.map(|_| PS_CAMO_02))
        .and(scores.rules)
        .and(asked.then_some(if *lead == 2 { PS_ARM_02 } else { PS_ARM_04 }))
        .and(now.rules)
}

/// The attack points that a fight left somebody with, if they changed.
fn grown_or_less(side: &Side) -> Option<StoryLine> {
    let rule = if side.after > side.ap { PS_FIGHT_05 } else { PS_ODOUR_04 };
    let now = format!(" {} has {} AP now.", side.who, side.after);
    (side.after != side.ap).then(|| StoryLine::by(rule, now))
}

/// The armour that asks for such a lead.
fn armour(lead: u8) -> Gene {
    let worn = [Gene::BodyArmour, Gene::BodyArmour2];
    let asks = |gene: &Gene| Genes::NONE.with(*gene).armour() == lead;
    worn.into_iter().find(asks).unwrap_or(Gene::BodyArmour)
}

/// A tussle: what there was, what all rolled, roll-offs, and what became of everybody.
fn tussled(event: &Event) -> StoryLine {
    let Event::Tussled {
        hex,
        prize: over,
        meals,
        treetops,
        rolled: first,
        roll_offs,
        lots,
        fed,
        tied,
        lost,
        died,
    } = event
    else {
        return StoryLine::plain("");
    };
    let by = match over {
        Prize::Carrion | Prize::Fish => CARRION,
        Prize::Grass | Prize::Fruit => PLANTS,
    };
    let scores = |sides: &[Side]| {
        let score = |side: &Side| {
            let score = rolled(side, by.roll);
            StoryLine { text: format!("{} {}", side.who, score.text), ..score }
        };
        StoryLine::joined(sides.iter().map(score), ", ")
    };
    let there = match over {
        Prize::Carrion => StoryLine::plain(counted(*meals, "corpse", "corpses")),
        Prize::Fish => StoryLine::by(PS_AMPH_03, format!("{meals} fish")),
        Prize::Grass | Prize::Fruit => plants(*meals, *treetops),
    };
    let rule = match (tied.is_empty(), roll_offs.is_empty()) {
        (false, _) => PS_CARR_12,
        (true, false) => PS_PLANT_06,
        (true, true) => by.best,
    };
    let rolls = scores(first);
    let over = prize(*over);
    let mut parts = vec![
        StoryLine::by(rule, format!("Tussle over {over} in {hex} ({}): ", there.text))
            .and(there.rules),
        StoryLine { text: format!("{}.", rolls.text), ..rolls },
    ];
    for roll_off in roll_offs {
        let rolls = scores(roll_off);
        let text = format!(" Roll-off: {}.", rolls.text);
        parts.push(StoryLine::by(PS_PLANT_06, text).and(rolls.rules));
    }
    if *lots {
        parts.push(StoryLine::by(PS_PLANT_08, " Then lots are drawn."));
    }
    let gained = |who: &Tag| grown(*who, first).is_some();
    let winners: Vec<String> =
        fed.iter().map(|who| grown(*who, first).unwrap_or_else(|| who.to_string())).collect();
    parts.push(
        StoryLine::by(by.best, format!(" Fed: {}.", listed(&winners)))
            .and(fed.iter().any(gained).then_some(by.gain)),
    );
    for (rule, what, who) in [
        (PS_CARR_12, "Stand-off", tied),
        (by.loss, "Killed", died),
        (by.loss, "Left without", lost),
    ] {
        if !who.is_empty() {
            parts.push(StoryLine::by(rule, format!(" {what}: {}.", names(who))));
        }
    }
    let spared = |side: &&Side| side.aggressive && lost.contains(&side.who);
    if first.iter().any(|side| spared(&side)) {
        let kin = " All are of one species, so nobody is killed.";
        parts.push(StoryLine::by(by.truce, kin));
    }
    StoryLine::joined(parts, "")
}

/// The rows by which a tussle is rolled, won and lost.
struct Tussle {
    roll: RuleId,
    best: RuleId,
    gain: RuleId,
    loss: RuleId,
    truce: RuleId,
}

const CARRION: Tussle = Tussle {
    roll: PS_CARR_09,
    best: PS_CARR_10,
    gain: PS_CARR_15,
    loss: PS_CARR_16,
    truce: PS_CARR_17,
};

const PLANTS: Tussle = Tussle {
    roll: PS_PLANT_04,
    best: PS_PLANT_05,
    gain: PS_PLANT_09,
    loss: PS_PLANT_10,
    truce: PS_PLANT_11,
};

/// Plant meals, and the one that only long necks reach.
fn plants(meals: u32, treetops: bool) -> StoryLine {
    let ground = counted(meals, "meal", "meals");
    match (meals, treetops) {
        (_, false) => StoryLine::plain(ground),
        (0, true) => StoryLine::by(PS_NECK_02, "a meal in the treetops"),
        (_, true) => StoryLine::by(PS_NECK_02, format!("{ground} and one in the treetops")),
    }
}

/// One who won a tussle, with the attack points that it has now if it gained one.
fn grown(who: Tag, rolled: &[Side]) -> Option<String> {
    let side = rolled.iter().find(|side| side.who == who && side.after != side.ap)?;
    Some(format!("{who} (now {} AP)", side.after))
}

fn moved(who: Tag, from: Place, to: Place, how: &How) -> StoryLine {
    match how {
        How::Stayed => StoryLine::by(PS_MOVE_02, format!("{who} stays in {to}.")),
        How::Walked => StoryLine::by(PS_MOVE_02, format!("{who} goes from {from} to {to}.")),
        How::Swam => StoryLine::by(PS_SWIM_01, format!("{who} swims from {from} to {to}.")),
        How::Wandered if from == to => {
            StoryLine::by(PS_NMR_02, format!("{who} wanders about in {to}."))
        }
        How::Wandered => StoryLine::by(PS_NMR_01, format!("{who} wanders from {from} to {to}.")),
        How::Tracked(target) => {
            StoryLine::by(PS_TRACK_03, format!("{who} tracks {target} to {to}."))
        }
        How::LostTracks(target) => {
            StoryLine::by(PS_TRACK_05, format!("{who} loses the tracks of {target} in {to}."))
        }
        How::Outrun(target) => {
            StoryLine::by(PS_TRACK_04, format!("{who} follows {target} as far as it can, to {to}."))
        }
        How::InCircles => {
            StoryLine::by(PS_TRACK_07, format!("{who} goes round in circles in {to}."))
        }
    }
}

fn ate(who: Tag, meal: Meal) -> StoryLine {
    match meal {
        Meal::Carrion => StoryLine::by(PS_CARR_03, format!("{who} eats carrion.")),
        Meal::Fish => StoryLine::by(PS_AMPH_02, format!("{who} eats fish.")),
        Meal::Grass => StoryLine::by(PS_PLANT_02, format!("{who} eats grass.")),
        Meal::Fruit => StoryLine::by(PS_PLANT_02, format!("{who} eats fruit.")),
        Meal::Treetops => StoryLine::by(PS_NECK_02, format!("{who} eats from the treetops.")),
    }
}
