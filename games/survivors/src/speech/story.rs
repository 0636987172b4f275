//! Events as lines of the story, each with the rule behind it.

use crate::Survivors;
use crate::event::{Event, Hit, TestFor};
use crate::geometry::sight::Cover;
use crate::position::{Ending, NOBODY, Side};
use crate::rule::*;
use crate::speech::notation::{inches, point};
use table::StoryLine;

impl Survivors {
    fn who(&self, figure: u8) -> String {
        let number = figure as usize;
        let id = self.figure_id(number);
        match self.scenario.sheets.get(number) {
            Some(sheet) if number < self.scenario.cast as usize => format!("{} ({id})", sheet.name),
            _ => format!("stray {id}"),
        }
    }

    fn faction(&self, side: Side) -> String {
        match self.scenario.sides.get(side as usize) {
            Some(setup) => setup.name.clone(),
            None if side == NOBODY => "nobody".into(),
            None => "somebody".into(),
        }
    }

    fn what(&self, hit: &Hit) -> String {
        match hit {
            Hit::Figure(figure) => self.who(*figure),
            Hit::Horse(horse) => format!("horse {}", self.horse_id(*horse as usize)),
            Hit::Line(line) => self.table.lines[*line as usize].id.to_string(),
        }
    }

    pub(crate) fn tell(&self, event: &Event) -> StoryLine {
        let token = |token: &u8| self.token_id(*token as usize);
        let horse = |horse: &u8| self.horse_id(*horse as usize);
        match event {
            Event::Placed { figure, at, level } => StoryLine::by(
                SV_SET_05,
                format!("{} is placed at {}, level {level}.", self.who(*figure), point(*at)),
            ),
            Event::HeldBack { figure, zone } => StoryLine::by(
                SV_SCN_21,
                format!(
                    "{} will enter from {}.",
                    self.who(*figure),
                    self.scenario.zones[*zone as usize].id
                ),
            ),
            Event::Deployed { side } => {
                StoryLine::by(SV_SET_06, format!("{}: all placed.", self.faction(*side)))
            }
            Event::AllDeployed => StoryLine::by(SV_SET_03, "Everybody is placed."),
            Event::Turn { turn, light, pools } => {
                let pools: Vec<String> = pools
                    .iter()
                    .zip(&self.scenario.sides)
                    .map(|(pool, side)| format!("{} {pool}", side.id))
                    .collect();
                let light = match light {
                    crate::edition::scenarios::Light::Day => "day",
                    crate::edition::scenarios::Light::Dusk => "dusk",
                    crate::edition::scenarios::Light::Night => "night",
                };
                StoryLine::by(
                    SV_IP_06,
                    format!("Turn {turn}, {light}. Initiative points: {}.", pools.join(", ")),
                )
            }
            Event::SentryTurns { figure, roll } => StoryLine::by(
                SV_ALT_04,
                format!(
                    "Sentry {}: D6 {roll}, {}.",
                    self.who(*figure),
                    match roll {
                        1 | 2 => "turns left",
                        5 | 6 => "turns right",
                        _ => "looks on",
                    }
                ),
            ),
            Event::Joins { figure, side } => StoryLine::by(
                SV_PRI_08,
                format!("{} joins {}.", self.who(*figure), self.faction(*side)),
            ),
            Event::BidMade { side } => {
                StoryLine::by(SV_IP_12, format!("{}: the bid is in.", self.faction(*side)))
            }
            Event::BidIs { side, bid: [mv, fi, hh, ot] } => StoryLine::by(
                SV_IP_13,
                format!("{}: bid {mv}/{fi}/{hh}/{ot}.", self.faction(*side)),
            ),
            Event::Tie { phase, side, roll } => StoryLine::by(
                SV_IP_15,
                format!("Tie in {}: {roll} for {}.", phase.name(), self.faction(*side)),
            ),
            Event::Initiative { phase, side } => StoryLine::by(
                SV_IP_14,
                format!("{}: initiative {}.", phase.name(), self.faction(*side)),
            ),
            Event::Ordered { phase, order } => {
                let names: Vec<String> = order.iter().map(|side| self.faction(*side)).collect();
                StoryLine::by(
                    SV_IP_19,
                    format!("{} in the order {}.", phase.name(), names.join(", ")),
                )
            }
            Event::Moves { figure, ran, path, length, obstacles } => {
                let end = path.last().map(|(at, _)| point(*at)).unwrap_or_default();
                StoryLine::by(
                    SV_MOV_01,
                    format!(
                        "{} {} {}\" to {end}{}.",
                        self.who(*figure),
                        if *ran { "runs" } else { "walks" },
                        inches(*length),
                        match obstacles {
                            0 => String::new(),
                            1 => " over one obstacle".into(),
                            n => format!(" over {n} obstacles"),
                        }
                    ),
                )
            }
            Event::Charges { figure, targets } => {
                let names: Vec<String> = targets.iter().map(|target| self.who(*target)).collect();
                StoryLine::by(
                    SV_CHG_02,
                    format!("{} charges {}.", self.who(*figure), names.join(" and ")),
                )
            }
            Event::BreaksOff { figure } => {
                StoryLine::by(SV_BRK_02, format!("{} breaks off.", self.who(*figure)))
            }
            Event::Leads { figure, horse: h } => {
                StoryLine::by(SV_HRS_09, format!("{} leads horse {}.", self.who(*figure), horse(h)))
            }
            Event::ComesUpon { figure, who } => {
                let who = self.who(*who);
                StoryLine::by(
                    SV_FOG_05,
                    match figure {
                        Some(figure) => format!("{} comes upon {who}.", self.who(*figure)),
                        None => format!("{who} is in the way."),
                    },
                )
            }
            Event::Sighted { figure, at, level } => {
                let floor = if *level > 0 { format!(", level {level}") } else { String::new() };
                StoryLine::by(
                    SV_FOG_01,
                    format!("{} is seen at {}{floor}.", self.who(*figure), point(*at)),
                )
            }
            Event::LostFromSight { figure } => {
                StoryLine::by(SV_FOG_04, format!("{} is out of sight.", self.who(*figure)))
            }
            Event::Enters { figure, zone } => StoryLine::by(
                SV_MOV_19,
                format!(
                    "{} enters from {}.",
                    self.who(*figure),
                    self.scenario.zones[*zone as usize].id
                ),
            ),
            Event::Leaves { figure } => {
                StoryLine::by(SV_MOV_18, format!("{} leaves the table.", self.who(*figure)))
            }
            Event::Turns { figure } => {
                StoryLine::by(SV_ACT_10, format!("{} turns.", self.who(*figure)))
            }
            Event::Opens { figure, line, state } => StoryLine::by(
                SV_OBS_07,
                format!(
                    "{}: door {} is {}.",
                    self.who(*figure),
                    self.table.lines[*line as usize].id,
                    state.word()
                ),
            ),
            Event::Tested { figure, of, roll, bonus, target, passed } => {
                let (rule, what) = match of {
                    TestFor::StuckIn => (SV_CIV_01, "to get stuck in"),
                    TestFor::Capture => (SV_PRI_06, "against capture"),
                    TestFor::Thrown => (SV_HRS_07, "thrown from the horse"),
                    TestFor::Force => (SV_OBS_11, "to force the door"),
                    TestFor::Search => (SV_AOE_05, "to search"),
                    TestFor::Aid => (SV_AOE_07, "first aid"),
                    TestFor::Persuade => (SV_AOE_08, "to persuade"),
                    TestFor::Machine => (SV_AOE_09, "at the machine"),
                    TestFor::Strict => (SV_CIV_06, "to fight at all"),
                    TestFor::Umpire => (SV_GEN_12, "called by the umpire"),
                    TestFor::Improvise => (SV_HTH_12, "to improvise"),
                };
                let sum = match bonus {
                    0 => format!("D6 {roll}"),
                    bonus => format!("D6 {roll} {bonus:+} = {}", *roll as i32 + bonus),
                };
                let against = if *of == TestFor::Improvise {
                    format!("{target} or less")
                } else {
                    format!("{target}+")
                };
                StoryLine::by(
                    rule,
                    format!(
                        "{} tests {what} ({against}): {sum}, {}.",
                        self.who(*figure),
                        if *passed { "passes" } else { "fails" }
                    ),
                )
            }
            Event::Holds { figure } => {
                StoryLine::by(SV_PRE_14, format!("{} holds fire.", self.who(*figure)))
            }
            Event::Shoots { figure, target, aimed, gap, cover, roll, score, hit } => StoryLine::by(
                SV_HIT_01,
                format!(
                    "{} -> {}{}, gap {}\", {}. D6 {roll}{} = {score}, {}.",
                    self.who(*figure),
                    self.what(target),
                    if *aimed { ", aimed" } else { "" },
                    inches(*gap),
                    cover.word(),
                    match (*score - *roll as i32, *cover) {
                        (0, Cover::Open) => String::new(),
                        (change, _) => format!(" {change:+}"),
                    },
                    if *hit { "hit" } else { "miss" }
                ),
            ),
            Event::Damage { target, plus, minus, damage, left } => StoryLine::by(
                SV_DMG_01,
                format!(
                    "{}: D5 {plus} - D5 {minus}, damage {damage}; {left} left.",
                    self.what(target)
                ),
            ),
            Event::Limb { figure, roll } => StoryLine::by(
                SV_CHR_19,
                format!(
                    "{}: D6 {roll}, {}.",
                    self.who(*figure),
                    match roll {
                        1 | 2 => "a leg is hurt",
                        3 | 4 => "an arm is hurt",
                        5 => "the head is hurt",
                        _ => "no limb is hurt",
                    }
                ),
            ),
            Event::Falls { figure, .. } => {
                let back = self.scenario.sheets.get(*figure as usize).is_some_and(|sheet| {
                    sheet.class != crate::edition::components::Class::Ordinary
                });
                let how = if back { "incapacitated" } else { "killed" };
                StoryLine::by(SV_CHR_02, format!("{} is {how}.", self.who(*figure)))
            }
            Event::HorseFalls { horse: h } => {
                StoryLine::by(SV_HRS_07, format!("Horse {} is down.", horse(h)))
            }
            Event::Structure { line } => StoryLine::by(
                SV_STC_06,
                format!("{} gives way.", self.table.lines[*line as usize].id),
            ),
            Event::Fight { members, capture, .. } => {
                let names: Vec<String> = members.iter().map(|member| self.who(*member)).collect();
                let wants = match capture {
                    [true, true] => "both want prisoners",
                    [true, false] | [false, true] => "one side wants prisoners",
                    [false, false] => "nobody wants prisoners",
                };
                StoryLine::by(SV_HTH_01, format!("Fight: {}; {wants}.", names.join(", ")))
            }
            Event::Totals { rolls, totals, losses } => StoryLine::by(
                SV_HTH_23,
                format!(
                    "D6 {} and {}: totals {} to {}; losses {} and {}.",
                    rolls[0], rolls[1], totals[0], totals[1], losses[0], losses[1]
                ),
            ),
            Event::Loses { figure, points, horse } => StoryLine::by(
                SV_ALC_01,
                match horse {
                    0 => format!("{} loses {points}.", self.who(*figure)),
                    n => format!("{} loses {points}, the horse {n}.", self.who(*figure)),
                },
            ),
            Event::Taken { figure, by } => StoryLine::by(
                SV_PRI_07,
                format!("{} is taken by {}.", self.who(*figure), self.faction(*by)),
            ),
            Event::Held { figure } => {
                StoryLine::by(SV_PRI_10, format!("{} is held.", self.who(*figure)))
            }
            Event::Draws { figure, item } => StoryLine::by(
                SV_FIR_15,
                match item {
                    Some(item) => {
                        format!("{} takes the {} in hand.", self.who(*figure), item.word())
                    }
                    None => format!("{} puts away what it held.", self.who(*figure)),
                },
            ),
            Event::Mounts { figure, horse: h } => {
                StoryLine::by(SV_HRS_05, format!("{} mounts {}.", self.who(*figure), horse(h)))
            }
            Event::Dismounts { figure, horse: h } => StoryLine::by(
                SV_HRS_05,
                format!("{} dismounts from {}.", self.who(*figure), horse(h)),
            ),
            Event::PicksUp { figure, token: t } => {
                StoryLine::by(SV_AOE_06, format!("{} picks up {}.", self.who(*figure), token(t)))
            }
            Event::HandsOver { figure, to } => StoryLine::by(
                SV_AOE_06,
                format!("{} hands something to {}.", self.who(*figure), self.who(*to)),
            ),
            Event::Drops { figure, token: t } => {
                StoryLine::by(SV_ITM_02, format!("{} drops {}.", self.who(*figure), token(t)))
            }
            Event::Loads { figure, horse: h, token: t } => StoryLine::by(
                SV_HRS_10,
                format!("{} loads {} on {}.", self.who(*figure), token(t), horse(h)),
            ),
            Event::Unloads { figure, horse: h, token: t } => StoryLine::by(
                SV_HRS_10,
                format!("{} takes {} off {}.", self.who(*figure), token(t), horse(h)),
            ),
            Event::Finds { figure, search, medicine } => StoryLine::by(
                SV_AOE_05,
                format!(
                    "{} searches {}: {}.",
                    self.who(*figure),
                    self.scenario.searches[*search as usize].id,
                    if *medicine { "medicine" } else { "nothing" }
                ),
            ),
            Event::Heals { figure, patient } => StoryLine::by(
                SV_AOE_07,
                format!("{} patches up {}.", self.who(*figure), self.who(*patient)),
            ),
            Event::Starts { machine } => StoryLine::by(
                SV_AOE_09,
                format!("{} runs.", self.scenario.machines[*machine as usize].id),
            ),
            Event::Reloads { figure } => {
                StoryLine::by(SV_FIR_10, format!("{} reloads.", self.who(*figure)))
            }
            Event::Lamp { figure, on } => StoryLine::by(
                SV_AOE_11,
                format!("{} {} a lamp.", self.who(*figure), if *on { "lights" } else { "douses" }),
            ),
            Event::Bonfire { figure, bonfire } => StoryLine::by(
                SV_SCN_13,
                format!(
                    "{} lights the bonfire {}.",
                    self.who(*figure),
                    self.scenario.bonfires[*bonfire as usize].id
                ),
            ),
            Event::Smoke { at, turns } => {
                StoryLine::by(SV_SMK_01, format!("Smoke about {} for {turns} turns.", point(*at)))
            }
            Event::SmokeClears { at } => {
                StoryLine::by(SV_SMK_01, format!("The smoke about {} clears.", point(*at)))
            }
            Event::Says { figure, shout, text, .. } => StoryLine::by(
                SV_COM_06,
                format!(
                    "{} {}{}.",
                    self.who(*figure),
                    if *shout { "shouts" } else { "speaks" },
                    text.as_ref().map(|text| format!(": \"{text}\"")).unwrap_or_default()
                ),
            ),
            Event::Wakes { figure } => {
                StoryLine::by(SV_ALT_02, format!("{} is alert.", self.who(*figure)))
            }
            Event::Secured { token: t, side } => StoryLine::by(
                SV_SCN_05,
                format!("{} is secured by {}.", token(t), self.faction(*side)),
            ),
            Event::HorseSecured { horse: h, side } => StoryLine::by(
                SV_SCN_06,
                format!("Horse {} is secured by {}.", horse(h), self.faction(*side)),
            ),
            Event::Stray { figure, sheet } => StoryLine::by(
                SV_STR_03,
                format!(
                    "{} is a {}.",
                    self.who(*figure),
                    self.scenario.sheets[*sheet as usize].archetype
                ),
            ),
            Event::Concedes { side } => {
                StoryLine::by(SV_END_09, format!("{}: conceded.", self.faction(*side)))
            }
            Event::Ends { ending, scores } => StoryLine::by(
                SV_END_04,
                format!(
                    "{}: {}.",
                    match ending {
                        Ending::Limit => "The last turn is over",
                        Ending::Empty => "Nobody is left",
                        Ending::Stopped => "The last side stops",
                        Ending::Conceded => "The others have conceded",
                    },
                    self.score_line(scores)
                ),
            ),
            Event::HalfTime { scores } => StoryLine::by(
                SV_END_08,
                format!("Half time, sides change: {}.", self.score_line(scores)),
            ),
        }
    }

    fn score_line(&self, scores: &[i32]) -> String {
        let scores: Vec<String> = scores
            .iter()
            .zip(&self.scenario.sides)
            .map(|(points, side)| format!("{} {points}", side.name))
            .collect();
        scores.join(", ")
    }
}
