//! Events as lines of the story, each with the rule behind it.

use crate::Survivors;
use crate::edition::components::Class;
use crate::edition::scenarios::Light;
use crate::event::{Event, Hit, TestFor};
use crate::geometry::sight::Cover;
use crate::position::{Ending, FigureId, HorseId, Side, TokenId};
use crate::rule::{
    SV_ACT_10, SV_ALC_01, SV_ALT_02, SV_ALT_04, SV_AOE_05, SV_AOE_06, SV_AOE_07, SV_AOE_08,
    SV_AOE_09, SV_AOE_11, SV_BRK_02, SV_CHG_02, SV_CHR_02, SV_CHR_19, SV_CIV_01, SV_CIV_06,
    SV_COM_06, SV_DMG_01, SV_END_04, SV_END_08, SV_END_09, SV_FIR_10, SV_FIR_15, SV_FOG_01,
    SV_FOG_04, SV_FOG_05, SV_GEN_11, SV_GEN_12, SV_HIT_01, SV_HRS_05, SV_HRS_07, SV_HRS_09,
    SV_HRS_10, SV_HTH_01, SV_HTH_12, SV_HTH_23, SV_IP_06, SV_IP_12, SV_IP_13, SV_IP_14, SV_IP_15,
    SV_IP_19, SV_ITM_02, SV_MOV_01, SV_MOV_18, SV_MOV_19, SV_OBS_07, SV_OBS_11, SV_PRE_14,
    SV_PRI_06, SV_PRI_07, SV_PRI_08, SV_PRI_10, SV_SCN_05, SV_SCN_06, SV_SCN_13, SV_SCN_21,
    SV_SET_03, SV_SET_05, SV_SET_06, SV_SMK_01, SV_STC_06, SV_STR_03,
};
use crate::speech::notation::{InInches, point};
use table::{Fit, RuleId, StoryLine};

impl Survivors {
    fn who(&self, figure: FigureId) -> String {
        let id = self.figure_id(figure);
        match self.scenario.sheets.get(figure.index()) {
            Some(sheet) if figure.index() < usize::from(self.scenario.cast) => {
                format!("{} ({id})", sheet.name)
            }
            _ => format!("stray {id}"),
        }
    }

    fn all_of(&self, figures: &[FigureId], joined: &str) -> String {
        let names: Vec<String> = figures.iter().map(|figure| self.who(*figure)).collect();
        names.join(joined)
    }

    fn faction(&self, whose: impl Into<Option<Side>>) -> &str {
        let Some(side) = whose.into() else { return "nobody" };
        self.scenario.setup_of(Some(side)).map_or("somebody", |setup| &setup.name)
    }

    fn what(&self, hit: &Hit) -> String {
        match hit {
            Hit::Figure(figure) => self.who(*figure),
            Hit::Horse(horse) => format!("horse {}", self.horse_id(*horse)),
            Hit::Line(line) => self.table.lines[usize::from(*line)].id.to_string(),
        }
    }

    /// An event as a line of the story, told by its chapter.
    pub(crate) fn tell(&self, event: &Event) -> StoryLine {
        use Event as E;
        let told = match event {
            E::Placed { .. } | E::HeldBack { .. } | E::Deployed { .. } | E::AllDeployed => {
                self.deployment_told(event)
            }
            E::Turn { .. }
            | E::BidMade { .. }
            | E::BidIs { .. }
            | E::Tie { .. }
            | E::Initiative { .. }
            | E::Ordered { .. } => self.initiative_told(event),
            E::Moves { .. }
            | E::Enters { .. }
            | E::Leaves { .. }
            | E::Turns { .. }
            | E::Opens { .. }
            | E::ComesUpon { .. }
            | E::Sighted { .. }
            | E::LostFromSight { .. }
            | E::Charges { .. }
            | E::Holds { .. }
            | E::BreaksOff { .. } => self.movement_told(event),
            E::Tested { .. }
            | E::Shoots { .. }
            | E::Damage { .. }
            | E::Limb { .. }
            | E::Falls { .. }
            | E::HorseFalls { .. }
            | E::Structure { .. } => self.firing_told(event),
            E::Fight { .. }
            | E::Totals { .. }
            | E::Loses { .. }
            | E::Taken { .. }
            | E::Held { .. }
            | E::Joins { .. }
            | E::Stray { .. } => self.fight_told(event),
            E::Leads { .. }
            | E::Mounts { .. }
            | E::Dismounts { .. }
            | E::Loads { .. }
            | E::Unloads { .. }
            | E::HorseSecured { .. }
            | E::Draws { .. }
            | E::PicksUp { .. }
            | E::HandsOver { .. }
            | E::Drops { .. }
            | E::Secured { .. } => self.goods_told(event),
            E::Finds { .. }
            | E::Heals { .. }
            | E::Starts { .. }
            | E::Reloads { .. }
            | E::Lamp { .. }
            | E::Bonfire { .. }
            | E::Smoke { .. }
            | E::SmokeClears { .. }
            | E::Says { .. }
            | E::Wakes { .. }
            | E::SentryTurns { .. } => self.other_told(event),
            E::Concedes { .. } | E::Ends { .. } | E::HalfTime { .. } => self.end_told(event),
        };
        // Every event stands in the chapter that it was sent to.
        let (rule, text) = told.unwrap_or_else(|| (SV_GEN_11, format!("{event:?}.")));
        StoryLine::by(rule, text)
    }

    fn deployment_told(&self, event: &Event) -> Told {
        Some(match event {
            Event::Placed { figure, at, level } => {
                let (who, at) = (self.who(*figure), point(*at));
                (SV_SET_05, format!("{who} is placed at {at}, level {level}."))
            }
            Event::HeldBack { figure, zone } => {
                let zone = &self.scenario.zones[usize::from(*zone)].id;
                (SV_SCN_21, format!("{} will enter from {zone}.", self.who(*figure)))
            }
            Event::Deployed { side } => {
                (SV_SET_06, format!("{}: all placed.", self.faction(*side)))
            }
            Event::AllDeployed => (SV_SET_03, "Everybody is placed.".into()),
            _ => return None,
        })
    }

    fn initiative_told(&self, event: &Event) -> Told {
        Some(match event {
            Event::Turn { turn, light, pools } => {
                let pools: Vec<String> = pools
                    .iter()
                    .zip(&self.scenario.sides)
                    .map(|(pool, side)| format!("{} {pool}", side.id))
                    .collect();
                let light = match light {
                    Light::Day => "day",
                    Light::Dusk => "dusk",
                    Light::Night => "night",
                };
                let pools = pools.join(", ");
                (SV_IP_06, format!("Turn {turn}, {light}. Initiative points: {pools}."))
            }
            Event::BidMade { side } => {
                (SV_IP_12, format!("{}: the bid is in.", self.faction(*side)))
            }
            Event::BidIs { side, bid: [mv, fi, hh, ot] } => {
                (SV_IP_13, format!("{}: bid {mv}/{fi}/{hh}/{ot}.", self.faction(*side)))
            }
            Event::Tie { phase, side, roll } => {
                let (phase, side) = (phase.name(), self.faction(*side));
                (SV_IP_15, format!("Tie in {phase}: {roll} for {side}."))
            }
            Event::Initiative { phase, side } => {
                (SV_IP_14, format!("{}: initiative {}.", phase.name(), self.faction(*side)))
            }
            Event::Ordered { phase, order } => {
                let names: Vec<&str> = order.iter().map(|side| self.faction(*side)).collect();
                (SV_IP_19, format!("{} in the order {}.", phase.name(), names.join(", ")))
            }
            _ => return None,
        })
    }

    fn movement_told(&self, event: &Event) -> Told {
        let who = |figure: &FigureId| self.who(*figure);
        Some(match event {
            Event::Moves { figure, ran, path, length, obstacles } => {
                let end = path.last().map(|(at, _)| point(*at)).unwrap_or_default();
                let (goes, length) = (if *ran { "runs" } else { "walks" }, InInches(*length));
                let over = match obstacles {
                    0 => String::new(),
                    1 => " over one obstacle".into(),
                    n => format!(" over {n} obstacles"),
                };
                (SV_MOV_01, format!("{} {goes} {length}\" to {end}{over}.", who(figure)))
            }
            Event::Enters { figure, zone } => {
                let zone = &self.scenario.zones[usize::from(*zone)].id;
                (SV_MOV_19, format!("{} enters from {zone}.", who(figure)))
            }
            Event::Leaves { figure } => (SV_MOV_18, format!("{} leaves the table.", who(figure))),
            Event::Turns { figure } => (SV_ACT_10, format!("{} turns.", who(figure))),
            Event::Opens { figure, line, state } => {
                let door = &self.table.lines[usize::from(*line)].id;
                (SV_OBS_07, format!("{}: door {door} is {}.", who(figure), state.word()))
            }
            Event::ComesUpon { figure, who: other } => {
                let text = match figure {
                    Some(figure) => format!("{} comes upon {}.", who(figure), who(other)),
                    None => format!("{} is in the way.", who(other)),
                };
                (SV_FOG_05, text)
            }
            Event::Sighted { figure, at, level } => {
                let floor = if *level > 0 { format!(", level {level}") } else { String::new() };
                (SV_FOG_01, format!("{} is seen at {}{floor}.", who(figure), point(*at)))
            }
            Event::LostFromSight { figure } => {
                (SV_FOG_04, format!("{} is out of sight.", who(figure)))
            }
            Event::Charges { figure, targets } => {
                (SV_CHG_02, format!("{} charges {}.", who(figure), self.all_of(targets, " and ")))
            }
            Event::Holds { figure } => (SV_PRE_14, format!("{} holds fire.", who(figure))),
            Event::BreaksOff { figure } => (SV_BRK_02, format!("{} breaks off.", who(figure))),
            _ => return None,
        })
    }

    fn firing_told(&self, event: &Event) -> Told {
        Some(match event {
            Event::Tested { figure, of, roll, bonus, target, passed } => {
                let (rule, what) = occasion(*of);
                let sum = match bonus {
                    0 => format!("D6 {roll}"),
                    bonus => format!("D6 {roll} {bonus:+} = {}", (*roll).fit::<i32>() + bonus),
                };
                let against = if *of == TestFor::Improvise { " or less" } else { "+" };
                let passes = if *passed { "passes" } else { "fails" };
                let who = self.who(*figure);
                (rule, format!("{who} tests {what} ({target}{against}): {sum}, {passes}."))
            }
            Event::Shoots { figure, target, aimed, gap, cover, roll, score, hit } => {
                let (who, what, gap) = (self.who(*figure), self.what(target), InInches(*gap));
                let aimed = if *aimed { ", aimed" } else { "" };
                let change = match (*score - (*roll).fit::<i32>(), *cover) {
                    (0, Cover::Open) => String::new(),
                    (change, _) => format!(" {change:+}"),
                };
                let (cover, hit) = (cover.word(), if *hit { "hit" } else { "miss" });
                let shot = format!("{who} -> {what}{aimed}, gap {gap}\", {cover}.");
                (SV_HIT_01, format!("{shot} D6 {roll}{change} = {score}, {hit}."))
            }
            Event::Damage { target, plus, minus, damage, left } => {
                let what = self.what(target);
                let dice = format!("D5 {plus} - D5 {minus}");
                let left = left.map_or(String::new(), |left| format!("; {left} left"));
                (SV_DMG_01, format!("{what}: {dice}, damage {damage}{left}."))
            }
            Event::Limb { figure, roll } => {
                let limb = match roll {
                    1 | 2 => "a leg is hurt",
                    3 | 4 => "an arm is hurt",
                    5 => "the head is hurt",
                    _ => "no limb is hurt",
                };
                (SV_CHR_19, format!("{}: D6 {roll}, {limb}.", self.who(*figure)))
            }
            Event::Falls { figure, .. } => {
                // SV-CHR-05
                let sheet = self.scenario.sheets.get(figure.index());
                let back = sheet.is_some_and(|sheet| sheet.class != Class::Ordinary);
                let how = if back { "incapacitated" } else { "killed" };
                (SV_CHR_02, format!("{} is {how}.", self.who(*figure)))
            }
            Event::HorseFalls { horse } => {
                (SV_HRS_07, format!("Horse {} is down.", self.horse_id(*horse)))
            }
            Event::Structure { line } => {
                (SV_STC_06, format!("{} gives way.", self.table.lines[usize::from(*line)].id))
            }
            _ => return None,
        })
    }

    fn fight_told(&self, event: &Event) -> Told {
        let who = |figure: &FigureId| self.who(*figure);
        Some(match event {
            Event::Fight { members, capture, .. } => {
                let wants = match capture {
                    [true, true] => "both want prisoners",
                    [true, false] | [false, true] => "one side wants prisoners",
                    [false, false] => "nobody wants prisoners",
                };
                (SV_HTH_01, format!("Fight: {}; {wants}.", self.all_of(members, ", ")))
            }
            Event::Totals { rolls: [a, b], totals, losses } => {
                let totals = format!("totals {} to {}", totals[0], totals[1]);
                let losses = format!("losses {} and {}", losses[0], losses[1]);
                (SV_HTH_23, format!("D6 {a} and {b}: {totals}; {losses}."))
            }
            Event::Loses { figure, points, horse } => {
                let horse = match horse {
                    0 => String::new(),
                    n => format!(", the horse {n}"),
                };
                (SV_ALC_01, format!("{} loses {points}{horse}.", who(figure)))
            }
            Event::Taken { figure, by } => {
                (SV_PRI_07, format!("{} is taken by {}.", who(figure), self.faction(*by)))
            }
            Event::Held { figure } => (SV_PRI_10, format!("{} is held.", who(figure))),
            Event::Joins { figure, side } => {
                (SV_PRI_08, format!("{} joins {}.", who(figure), self.faction(*side)))
            }
            Event::Stray { figure, sheet } => {
                let kind = &self.scenario.sheets[usize::from(*sheet)].archetype;
                (SV_STR_03, format!("{} is a {kind}.", who(figure)))
            }
            _ => return None,
        })
    }

    fn goods_told(&self, event: &Event) -> Told {
        let who = |figure: &FigureId| self.who(*figure);
        let named = |horse: &HorseId| self.horse_id(*horse);
        let thing = |token: &TokenId| self.token_id(*token);
        Some(match event {
            Event::Leads { figure, horse } => {
                (SV_HRS_09, format!("{} leads horse {}.", who(figure), named(horse)))
            }
            Event::Mounts { figure, horse } => {
                (SV_HRS_05, format!("{} mounts {}.", who(figure), named(horse)))
            }
            Event::Dismounts { figure, horse } => {
                (SV_HRS_05, format!("{} dismounts from {}.", who(figure), named(horse)))
            }
            Event::Loads { figure, horse, token } => {
                let (token, horse) = (thing(token), named(horse));
                (SV_HRS_10, format!("{} loads {token} on {horse}.", who(figure)))
            }
            Event::Unloads { figure, horse, token } => {
                let (token, horse) = (thing(token), named(horse));
                (SV_HRS_10, format!("{} takes {token} off {horse}.", who(figure)))
            }
            Event::HorseSecured { horse, side } => {
                let (horse, side) = (named(horse), self.faction(*side));
                (SV_SCN_06, format!("Horse {horse} is secured by {side}."))
            }
            Event::Draws { figure, item } => {
                let text = match item {
                    Some(item) => format!("{} takes the {} in hand.", who(figure), item.word()),
                    None => format!("{} puts away what it held.", who(figure)),
                };
                (SV_FIR_15, text)
            }
            Event::PicksUp { figure, token } => {
                (SV_AOE_06, format!("{} picks up {}.", who(figure), thing(token)))
            }
            Event::HandsOver { figure, to } => {
                (SV_AOE_06, format!("{} hands something to {}.", who(figure), who(to)))
            }
            Event::Drops { figure, token } => {
                (SV_ITM_02, format!("{} drops {}.", who(figure), thing(token)))
            }
            Event::Secured { token, side } => {
                (SV_SCN_05, format!("{} is secured by {}.", thing(token), self.faction(*side)))
            }
            _ => return None,
        })
    }

    fn other_told(&self, event: &Event) -> Told {
        let who = |figure: &FigureId| self.who(*figure);
        Some(match event {
            Event::Finds { figure, search, medicine } => {
                let place = &self.scenario.searches[usize::from(*search)].id;
                let found = if *medicine { "medicine" } else { "nothing" };
                (SV_AOE_05, format!("{} searches {place}: {found}.", who(figure)))
            }
            Event::Heals { figure, patient } => {
                (SV_AOE_07, format!("{} patches up {}.", who(figure), who(patient)))
            }
            Event::Starts { machine } => {
                (SV_AOE_09, format!("{} runs.", self.scenario.machines[usize::from(*machine)].id))
            }
            Event::Reloads { figure } => (SV_FIR_10, format!("{} reloads.", who(figure))),
            Event::Lamp { figure, on } => {
                let does = if *on { "lights" } else { "douses" };
                (SV_AOE_11, format!("{} {does} a lamp.", who(figure)))
            }
            Event::Bonfire { figure, bonfire } => {
                let fire = &self.scenario.bonfires[usize::from(*bonfire)].id;
                (SV_SCN_13, format!("{} lights the bonfire {fire}.", who(figure)))
            }
            Event::Smoke { at, turns } => {
                (SV_SMK_01, format!("Smoke about {} for {turns} turns.", point(*at)))
            }
            Event::SmokeClears { at } => {
                (SV_SMK_01, format!("The smoke about {} clears.", point(*at)))
            }
            Event::Says { figure, shout, text, .. } => {
                let says = if *shout { "shouts" } else { "speaks" };
                let words = text.as_ref().map(|text| format!(": \"{text}\"")).unwrap_or_default();
                (SV_COM_06, format!("{} {says}{words}.", who(figure)))
            }
            Event::Wakes { figure } => (SV_ALT_02, format!("{} is alert.", who(figure))),
            Event::SentryTurns { figure, roll } => {
                let does = match roll {
                    1 | 2 => "turns left",
                    5 | 6 => "turns right",
                    _ => "looks on",
                };
                (SV_ALT_04, format!("Sentry {}: D6 {roll}, {does}.", who(figure)))
            }
            _ => return None,
        })
    }

    fn end_told(&self, event: &Event) -> Told {
        Some(match event {
            Event::Concedes { side } => (SV_END_09, format!("{}: conceded.", self.faction(*side))),
            Event::Ends { ending, scores } => {
                let how = match ending {
                    Ending::Limit => "The last turn is over",
                    Ending::Empty => "Nobody is left",
                    Ending::Stopped => "The last side stops",
                    Ending::Conceded => "The others have conceded",
                };
                (SV_END_04, format!("{how}: {}.", self.score_line(scores)))
            }
            Event::HalfTime { scores } => {
                (SV_END_08, format!("Half time, sides change: {}.", self.score_line(scores)))
            }
            _ => return None,
        })
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

/// The rule behind an event and what is said of it; none if it is of another chapter.
type Told = Option<(RuleId, String)>;

/// What an Enable Test is for, and the rule that asks for it.
fn occasion(of: TestFor) -> (RuleId, &'static str) {
    match of {
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
    }
}
