//! Events as lines of the story, each with the rule behind it and those of its factors.

use crate::Survivors;
use crate::action::Effect;
use crate::edition::components::{Class, Item, Skill};
use crate::edition::options::WinnerHalf;
use crate::edition::scenarios::Light;
use crate::event::{DoorWork, Effort, Event, Factor, Hit, Marksmanship, TestFor};
use crate::geometry::feature::Line;
use crate::geometry::point::{Facing, INCH, Point};
use crate::geometry::polygon::Bounds;
use crate::geometry::sight::Cover;
use crate::position::{Ending, FigureId, HorseId, Side, TokenId, TokenKind};
use crate::rule::{
    SV_ACT_10, SV_ACT_15, SV_ALC_01, SV_ALC_04, SV_ALC_07, SV_ALT_02, SV_ALT_04, SV_AOE_05,
    SV_AOE_06, SV_AOE_07, SV_AOE_08, SV_AOE_09, SV_AOE_11, SV_BRK_02, SV_CHG_02, SV_CHR_05,
    SV_CHR_19, SV_CIV_01, SV_CIV_03, SV_CIV_06, SV_COM_06, SV_COM_08, SV_COV_02, SV_DMG_01,
    SV_DMG_02, SV_DMG_03, SV_DMG_04, SV_END_04, SV_END_05, SV_END_08, SV_END_09, SV_FIR_06,
    SV_FIR_07, SV_FIR_10, SV_FIR_15, SV_FIR_17, SV_FOG_01, SV_FOG_04, SV_FOG_05, SV_GEN_05,
    SV_GEN_11, SV_GEN_12, SV_HIT_01, SV_HIT_02, SV_HIT_03, SV_HIT_04, SV_HIT_05, SV_HIT_06,
    SV_HRS_05, SV_HRS_07, SV_HRS_09, SV_HRS_10, SV_HTH_01, SV_HTH_09, SV_HTH_10, SV_HTH_11,
    SV_HTH_12, SV_HTH_13, SV_HTH_14, SV_HTH_15, SV_HTH_16, SV_HTH_17, SV_HTH_18, SV_HTH_20,
    SV_HTH_23, SV_HTH_24, SV_HTH_25, SV_HTH_26, SV_IP_06, SV_IP_12, SV_IP_13, SV_IP_14, SV_IP_15,
    SV_IP_19, SV_ITM_02, SV_MOV_01, SV_MOV_02, SV_MOV_05, SV_MOV_18, SV_MOV_19, SV_NGT_02,
    SV_OBS_07, SV_OBS_09, SV_OBS_10, SV_OBS_11, SV_OBS_12, SV_PRE_13, SV_PRE_14, SV_PRI_03,
    SV_PRI_06, SV_PRI_07, SV_PRI_08, SV_PRI_10, SV_PRI_11, SV_SCN_05, SV_SCN_06, SV_SCN_13,
    SV_SCN_21, SV_SET_03, SV_SET_05, SV_SET_06, SV_SMK_01, SV_STC_05, SV_STC_06, SV_STR_03,
    SV_TST_01, SV_TST_02, SV_TST_03, SV_TST_05, SV_TST_07,
};
use crate::speech::notation::{InInches, looking, spot_told, tenths};
use table::reading::Word;
use table::wording::counted;
use table::{Fit, RuleId, StoryLine};

/// The heading of the chapter that an event opens, if it opens one.
pub(crate) fn chapter(event: &Event) -> Option<String> {
    match event {
        Event::Turn { turn, .. } => Some(format!("Turn {turn}")),
        _ => None,
    }
}

/// An event as a line of the story, told by its chapter.
pub(crate) fn narrate(game: &Survivors, event: &Event) -> StoryLine {
    use Event as E;
    let told = match event {
        E::Placed { .. } | E::HeldBack { .. } | E::Deployed { .. } | E::AllDeployed => {
            game.deployment_told(event)
        }
        E::Turn { .. }
        | E::BidMade { .. }
        | E::BidIs { .. }
        | E::Tie { .. }
        | E::Initiative { .. }
        | E::Ordered { .. } => game.initiative_told(event),
        E::Moves { .. }
        | E::Enters { .. }
        | E::Leaves { .. }
        | E::Turns { .. }
        | E::Opens { .. }
        | E::ComesUpon { .. }
        | E::Sighted { .. }
        | E::LostFromSight { .. }
        | E::Charges { .. }
        | E::CameTo { .. }
        | E::Holds { .. }
        | E::BreaksOff { .. } => game.movement_told(event),
        E::Tested { .. }
        | E::IntoMelee { .. }
        | E::Shoots { .. }
        | E::Damage { .. }
        | E::Limb { .. }
        | E::Falls { .. }
        | E::HorseFalls { .. }
        | E::Structure { .. } => game.firing_told(event),
        E::Fight { .. }
        | E::Totals { .. }
        | E::Loses { .. }
        | E::Taken { .. }
        | E::Held { .. }
        | E::Joins { .. }
        | E::Stray { .. } => game.fight_told(event),
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
        | E::Secured { .. } => game.goods_told(event),
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
        | E::SentryTurns { .. } => game.other_told(event),
        E::Scores { .. } | E::Concedes { .. } | E::Ends { .. } | E::HalfTime { .. } => {
            game.end_told(event)
        }
    };
    // Every event stands in the chapter that it was sent to.
    let told = told.unwrap_or_else(|| StoryLine::by(SV_GEN_11, format!("{event:?}.")));
    StoryLine { text: capitalised(&told.text), ..told }
}

impl Survivors {
    fn who(&self, figure: FigureId) -> String {
        let id = self.figure_id(figure);
        match self.scenario.sheets.get(figure.index()) {
            Some(sheet) if figure.index() < usize::from(self.scenario.cast) => {
                called(&sheet.name, id)
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

    /// A faction in the middle of a sentence: the Tollmen.
    fn the_faction(&self, whose: impl Into<Option<Side>>) -> String {
        let name = self.faction(whose);
        name.strip_prefix("The ").map_or_else(|| name.to_string(), |name| format!("the {name}"))
    }

    /// A thing with what it is: crate T3.
    fn token_told(&self, token: TokenId, kind: TokenKind) -> String {
        let kind = match kind {
            TokenKind::Crate => "crate",
            TokenKind::Medicine => "medicine",
            TokenKind::Item { item, .. } => in_full(item),
        };
        format!("{kind} {}", self.token_id(token))
    }

    /// A line of the table with what it is and whose: kiosk door B1.d1.
    pub(crate) fn line_told(&self, line: &Line) -> String {
        let (kind, middle) = (line.kind.word(), line.middle());
        let building = line.building.and_then(|id| self.table.buildings.get(usize::from(id)));
        let Some(building) = building else { return format!("{kind} at {}", spot_told(middle)) };
        let side = side_of(&building.plan, middle);
        let alike = |other: &&Line| {
            let same = (other.building, other.kind, other.level);
            same == (line.building, line.kind, line.level)
                && side_of(&building.plan, other.middle()) == side
        };
        let at = match self.table.lines.iter().filter(alike).count() {
            0 | 1 => String::new(),
            _ => format!(", at {}", spot_told(middle)),
        };
        format!("{} {kind} {side}{at}", building.name)
    }

    fn what(&self, hit: &Hit) -> String {
        match hit {
            Hit::Figure(figure) => self.who(*figure),
            Hit::Horse(horse) => format!("horse {}", self.horse_id(*horse)),
            Hit::Line(line) => self.line_told(&self.table.lines[usize::from(*line)]),
        }
    }

    fn deployment_told(&self, event: &Event) -> Told {
        Some(match event {
            Event::Placed { figure, at, level } => {
                let (who, place) = (self.who(*figure), self.place_told(*at, *level));
                StoryLine::by(SV_SET_05, format!("{who} is placed {place}."))
            }
            Event::HeldBack { figure, zone } => {
                let zone = &self.scenario.zones[usize::from(*zone)].id;
                StoryLine::by(SV_SCN_21, format!("{} will enter from {zone}.", self.who(*figure)))
            }
            Event::Deployed { side } => {
                StoryLine::by(SV_SET_06, format!("{}: all placed.", self.faction(*side)))
            }
            Event::AllDeployed => StoryLine::by(SV_SET_03, "Everybody is placed."),
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
                let (dark, light) = match light {
                    Light::Day => (None, "day"),
                    Light::Dusk => (Some(SV_NGT_02), "dusk"),
                    Light::Night => (Some(SV_NGT_02), "night"),
                };
                let pools = pools.join(", ");
                let text = format!("Turn {turn}, {light}. Initiative points: {pools}.");
                StoryLine::by(SV_IP_06, text).and(dark)
            }
            Event::BidMade { side } => {
                StoryLine::by(SV_IP_12, format!("{}: the bid is in.", self.faction(*side)))
            }
            Event::BidIs { side, bid: [mv, fi, hh, ot] } => {
                let bid = format!("movement {mv}, firing {fi}, hand-to-hand {hh}, other {ot}");
                StoryLine::by(SV_IP_13, format!("{}: bid {bid}.", self.faction(*side)))
            }
            Event::Tie { phase, side, roll } => {
                let (phase, side) = (phase.name(), self.the_faction(*side));
                StoryLine::by(SV_IP_15, format!("Tie in {phase}: D6 {roll} for {side}."))
            }
            Event::Initiative { phase, side } => {
                let (phase, side) = (phase.name(), self.the_faction(*side));
                StoryLine::by(SV_IP_14, format!("{phase}: the initiative goes to {side}."))
            }
            Event::Ordered { phase, order } => {
                let names: Vec<String> = order.iter().map(|side| self.the_faction(*side)).collect();
                StoryLine::by(
                    SV_IP_19,
                    format!("{} in the order {}.", phase.name(), names.join(", ")),
                )
            }
            _ => return None,
        })
    }

    fn movement_told(&self, event: &Event) -> Told {
        let who = |figure: &FigureId| self.who(*figure);
        Some(match event {
            Event::Moves { figure, ran, path, length, obstacles } => {
                let end = path.last().map(|(at, level)| self.place_told(*at, *level));
                let end = end.unwrap_or_default();
                let side = path.first().zip(path.last());
                let side = side.and_then(|((from, _), (to, _))| Facing::towards(*from, *to));
                let side = side.map(|side| format!(" {}", looking(side))).unwrap_or_default();
                let (goes, length) = (if *ran { "runs" } else { "walks" }, tenths(*length));
                let (less, over) = match obstacles {
                    0 => (None, String::new()),
                    1 => (Some(SV_MOV_05), " over one obstacle".into()),
                    n => (Some(SV_MOV_05), format!(" over {n} obstacles")),
                };
                let rule = if *ran { SV_MOV_02 } else { SV_MOV_01 };
                let text = format!("{} {goes} {length}\"{side}{over}, to {end}.", who(figure));
                StoryLine::by(rule, text).and(less)
            }
            Event::Enters { figure, zone } => {
                let zone = &self.scenario.zones[usize::from(*zone)].id;
                StoryLine::by(SV_MOV_19, format!("{} enters from {zone}.", who(figure)))
            }
            Event::Leaves { figure } => {
                StoryLine::by(SV_MOV_18, format!("{} leaves the table.", who(figure)))
            }
            Event::Turns { figure } => StoryLine::by(SV_ACT_10, format!("{} turns.", who(figure))),
            Event::Opens { figure, line, state, how } => {
                let door = self.line_told(&self.table.lines[usize::from(*line)]);
                let rule = match how {
                    DoorWork::Passed => SV_OBS_07,
                    DoorWork::Handled => SV_OBS_09,
                    DoorWork::Bolted => SV_OBS_10,
                    DoorWork::Forced => SV_OBS_11,
                    DoorWork::Broken => SV_OBS_12,
                };
                StoryLine::by(rule, format!("{}: the {door} is {}.", who(figure), state.word()))
            }
            Event::CameTo { figure, at, length } => {
                let (who, length) = (who(figure), tenths(*length));
                let place = self.place_told(*at, 0);
                StoryLine::by(
                    SV_PRE_13,
                    format!("{who} had come {length}\" and was stopped {place}."),
                )
            }
            Event::ComesUpon { figure, who: other } => {
                let text = match figure {
                    Some(figure) => format!("{} comes upon {}.", who(figure), who(other)),
                    None => format!("{} is in the way.", who(other)),
                };
                StoryLine::by(SV_FOG_05, text)
            }
            Event::Sighted { figure, at, level } => {
                let place = self.place_told(*at, *level);
                StoryLine::by(SV_FOG_01, format!("{} is seen {place}.", who(figure)))
            }
            Event::LostFromSight { figure } => {
                StoryLine::by(SV_FOG_04, format!("{} is out of sight.", who(figure)))
            }
            Event::Charges { figure, targets } => StoryLine::by(
                SV_CHG_02,
                format!("{} charges {}.", who(figure), self.all_of(targets, " and ")),
            ),
            Event::Holds { figure } => {
                StoryLine::by(SV_PRE_14, format!("{} holds fire.", who(figure)))
            }
            Event::BreaksOff { figure } => {
                StoryLine::by(SV_BRK_02, format!("{} breaks off.", who(figure)))
            }
            _ => return None,
        })
    }

    fn firing_told(&self, event: &Event) -> Told {
        Some(match event {
            Event::Tested { figure, of, roll, bonus, target, passed } => {
                let (rule, what) = occasion(*of, *target);
                let what = match of {
                    TestFor::Search(place) => {
                        format!("{what} {}", self.scenario.searches[usize::from(*place)].id)
                    }
                    TestFor::Aid(whom) | TestFor::Persuade(whom) => {
                        format!("{what} {}", self.who(*whom))
                    }
                    _ => what.to_string(),
                };
                let why = self.test_bonus(*figure, *of, *bonus);
                let sum = match why.text.is_empty() {
                    true => format!("D6 {roll}"),
                    false => format!("D6 {roll}{} = {}", why.text, (*roll).fit::<i32>() + bonus),
                };
                let (kind, against) = pass_mark(*of, *target);
                let passes = if *passed { "passes" } else { "fails" };
                let who = self.who(*figure);
                let text = format!("{who} tests {what} ({target}{against}): {sum}, {passes}.");
                StoryLine::by(rule, text).and([kind]).and(why.rules)
            }
            Event::IntoMelee { figure, named, roll, of, drawn } => {
                let (who, named, drawn) = (self.who(*figure), self.what(named), self.what(drawn));
                let draw = format!("{roll} of {of}, the shot goes at {drawn}");
                StoryLine::by(SV_FIR_17, format!("{who} fires into the fight, at {named}: {draw}."))
            }
            Event::Shoots { figure, target, item, skill, aimed, gap, cover, roll, score, hit } => {
                let (who, what, gap) = (self.who(*figure), self.what(target), tenths(*gap));
                let aim = if *aimed { ", aimed" } else { "" };
                let range = self.book.gun(*item).map_or(0, |gun| gun.range);
                let gun = format!("{} to {}\"", item.word(), InInches(range));
                let shot = format!("{who} -> {what}{aim}, {gun}, gap {gap}\", {}.", cover.word());
                let changes = self.hit_changes(*skill, *aimed, *cover);
                let hit = if *hit { "hit" } else { "miss" };
                let text = format!("{shot} D6 {roll}{} = {score}, {hit} (4+).", changes.text);
                StoryLine::by(SV_HIT_01, text)
                    .and(structure_rule(target))
                    .and(gun_rule(*item))
                    .and(changes.rules)
            }
            Event::Damage { target, item, cover, plus, minus, damage, left } => {
                let (what, gun) = (self.what(target), item.word());
                let strength = self.book.gun(*item).map_or(0, |gun| gun.strength);
                let (covered, less) = match self.damage_penalty(*cover) {
                    0 => (None, String::new()),
                    less => (damage_rule(*cover), format!(" - {less} {}", cover_in_words(*cover))),
                };
                let dice = format!("{gun} {strength} + D5 {plus} - D5 {minus}{less}");
                let left = left.map_or(String::new(), |left| format!("; {left} left"));
                StoryLine::by(SV_DMG_01, format!("{what}: {dice}, damage {damage}{left}."))
                    .and(structure_rule(target))
                    .and(gun_rule(*item))
                    .and(covered)
                    .and((*damage == 0 && !matches!(target, Hit::Line(_))).then_some(SV_DMG_04))
            }
            Event::Limb { figure, roll } => {
                let limb = match roll {
                    1 | 2 => "a leg is hurt",
                    3 | 4 => "an arm is hurt",
                    5 => "the head is hurt",
                    _ => "no limb is hurt",
                };
                StoryLine::by(SV_CHR_19, format!("{}: D6 {roll}, {limb}.", self.who(*figure)))
            }
            Event::Falls { figure, .. } => {
                let sheet = self.scenario.sheets.get(figure.index());
                let back = sheet.is_some_and(|sheet| sheet.class != Class::Ordinary);
                let how = if back { "incapacitated" } else { "killed" };
                StoryLine::by(SV_CHR_05, format!("{} is {how}.", self.who(*figure)))
            }
            Event::HorseFalls { horse } => {
                StoryLine::by(SV_HRS_07, format!("Horse {} is down.", self.horse_id(*horse)))
            }
            Event::Structure { line } => {
                let line = &self.table.lines[usize::from(*line)];
                StoryLine::by(SV_STC_06, format!("The {} gives way.", self.line_told(line)))
            }
            _ => return None,
        })
    }

    fn fight_told(&self, event: &Event) -> Told {
        let who = |figure: &FigureId| self.who(*figure);
        Some(match event {
            Event::Fight { members, sides, capture } => {
                let wants = match capture {
                    [true, true] => "both want prisoners".to_string(),
                    [true, false] => format!("prisoners: only for {}", self.the_faction(sides[0])),
                    [false, true] => format!("prisoners: only for {}", self.the_faction(sides[1])),
                    [false, false] => "nobody wants prisoners".to_string(),
                };
                let text = format!("Fight: {}; {wants}.", self.all_of(members, ", "));
                StoryLine::by(SV_HTH_01, text).and([SV_PRI_03])
            }
            Event::Totals { sides, factors, rolls, totals, losses } => {
                let both = [0, 1].map(|i| {
                    let name = sides[i].map_or("Strays".into(), |side| self.the_faction(side));
                    let adds = self.factors_told(&factors[i]);
                    let text = format!("{name}: {}, D6 {}", adds.text, rolls[i]);
                    StoryLine { text, ..adds }.and([SV_HTH_15])
                });
                let both = StoryLine::joined(both, "; ");
                let [first, second] = [0, 1]
                    .map(|i| sides[i].map_or("the strays".into(), |side| self.the_faction(side)));
                let sums = format!("totals {} to {}", totals[0], totals[1]);
                let lost =
                    format!("losses {} for {first} and {} for {second}", losses[0], losses[1]);
                let why = self.losses_told(*totals, *losses);
                let text = format!("{}; {sums}; {lost}{}.", both.text, why.text);
                StoryLine::by(SV_HTH_23, text).and(both.rules).and(why.rules)
            }
            Event::Loses { figure, points, horse } => {
                let (instead, horse) = match horse {
                    0 => (None, String::new()),
                    n => (Some(SV_ALC_07), format!(", the horse {n}")),
                };
                let text = format!("{} loses {points}{horse}.", who(figure));
                StoryLine::by(SV_ALC_01, text).and(instead)
            }
            Event::Taken { figure, by } => StoryLine::by(
                SV_PRI_07,
                format!("{} is taken by {}.", who(figure), self.the_faction(*by)),
            ),
            Event::Held { figure } => StoryLine::by(SV_PRI_10, format!("{} is held.", who(figure))),
            Event::Joins { figure, side } => StoryLine::by(
                SV_PRI_08,
                format!("{} joins {}.", who(figure), self.the_faction(*side)),
            ),
            Event::Stray { figure, sheet } => {
                let kind = &self.scenario.sheets[usize::from(*sheet)].archetype;
                StoryLine::by(SV_STR_03, format!("{} is a {kind}.", who(figure)))
            }
            _ => return None,
        })
    }

    fn goods_told(&self, event: &Event) -> Told {
        let who = |figure: &FigureId| self.who(*figure);
        let named = |horse: &HorseId| self.horse_id(*horse);
        let packed = |token: &TokenId| self.token_told(*token, TokenKind::Crate);
        Some(match event {
            Event::Leads { figure, horse, to } => {
                let (horse, place) = (named(horse), self.place_told(*to, 0));
                StoryLine::by(SV_HRS_09, format!("{} leads horse {horse} to {place}.", who(figure)))
            }
            Event::Mounts { figure, horse } => {
                StoryLine::by(SV_HRS_05, format!("{} mounts horse {}.", who(figure), named(horse)))
            }
            Event::Dismounts { figure, horse } => StoryLine::by(
                SV_HRS_05,
                format!("{} dismounts from horse {}.", who(figure), named(horse)),
            ),
            Event::Loads { figure, horse, token } => {
                let (token, horse) = (packed(token), named(horse));
                StoryLine::by(SV_HRS_10, format!("{} loads {token} on horse {horse}.", who(figure)))
            }
            Event::Unloads { figure, horse, token } => {
                let (token, horse) = (packed(token), named(horse));
                StoryLine::by(
                    SV_HRS_10,
                    format!("{} takes {token} off horse {horse}.", who(figure)),
                )
            }
            Event::HorseSecured { horse, side } => {
                let (horse, side) = (named(horse), self.the_faction(*side));
                StoryLine::by(SV_SCN_06, format!("Horse {horse} is secured by {side}."))
            }
            Event::Draws { figure, item } => {
                let text = match item {
                    Some(item) => format!("{} takes the {} in hand.", who(figure), in_full(*item)),
                    None => format!("{} puts away what it held.", who(figure)),
                };
                StoryLine::by(SV_FIR_15, text)
            }
            Event::PicksUp { figure, token, kind } => StoryLine::by(
                SV_AOE_06,
                format!("{} picks up {}.", who(figure), self.token_told(*token, *kind)),
            ),
            Event::HandsOver { figure, to } => {
                StoryLine::by(SV_AOE_06, format!("{} hands something to {}.", who(figure), who(to)))
            }
            Event::Drops { figure, token, kind, chosen } => {
                let (rule, does) = match (chosen, kind) {
                    (true, _) => (SV_ACT_15, "puts down"),
                    (false, TokenKind::Crate) => (SV_ITM_02, "drops"),
                    (false, _) => (SV_PRI_11, "drops"),
                };
                StoryLine::by(
                    rule,
                    format!("{} {does} {}.", who(figure), self.token_told(*token, *kind)),
                )
            }
            Event::Secured { token, side } => {
                let (token, side) = (packed(token), self.the_faction(*side));
                StoryLine::by(SV_SCN_05, format!("{token} is secured by {side}."))
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
                StoryLine::by(SV_AOE_05, format!("{} searches {place}: {found}.", who(figure)))
            }
            Event::Heals { figure, patient } => {
                StoryLine::by(SV_AOE_07, format!("{} patches up {}.", who(figure), who(patient)))
            }
            Event::Starts { machine } => StoryLine::by(
                SV_AOE_09,
                format!("{} runs.", self.scenario.machines[usize::from(*machine)].id),
            ),
            Event::Reloads { figure } => {
                StoryLine::by(SV_FIR_10, format!("{} reloads.", who(figure)))
            }
            Event::Lamp { figure, on } => {
                let does = if *on { "lights" } else { "douses" };
                StoryLine::by(SV_AOE_11, format!("{} {does} a lamp.", who(figure)))
            }
            Event::Bonfire { figure, bonfire } => {
                let fire = &self.scenario.bonfires[usize::from(*bonfire)].id;
                StoryLine::by(SV_SCN_13, format!("{} lights the bonfire {fire}.", who(figure)))
            }
            Event::Smoke { at, turns } => {
                let turns = counted(*turns, "turn", "turns");
                StoryLine::by(SV_SMK_01, format!("Smoke {} for {turns}.", self.place_told(*at, 0)))
            }
            Event::SmokeClears { at } => {
                StoryLine::by(SV_SMK_01, format!("The smoke {} clears.", self.place_told(*at, 0)))
            }
            Event::Says { figure, shout, text, effect, .. } => {
                let says = if *shout { "shouts" } else { "speaks" };
                let (rule, says) = match effect {
                    Effect::None => (SV_COM_06, says.to_string()),
                    Effect::Alert => (SV_COM_08, format!("{says} to wake friends")),
                    Effect::Encourage(friend) => (SV_COM_08, format!("encourages {}", who(friend))),
                };
                let words = text.as_ref().map(|text| format!(": \"{text}\"")).unwrap_or_default();
                StoryLine::by(rule, format!("{} {says}{words}.", who(figure)))
            }
            Event::Wakes { figure } => {
                StoryLine::by(SV_ALT_02, format!("{} is alert.", who(figure)))
            }
            Event::SentryTurns { figure, roll } => {
                let does = match roll {
                    1 | 2 => "turns left",
                    5 | 6 => "turns right",
                    _ => "looks on",
                };
                StoryLine::by(SV_ALT_04, format!("Sentry {}: D6 {roll}, {does}.", who(figure)))
            }
            _ => return None,
        })
    }

    fn end_told(&self, event: &Event) -> Told {
        Some(match event {
            Event::Scores { points: 0, .. } => StoryLine::plain(""),
            Event::Scores { side, heading, points } => {
                let (faction, what) = (self.faction(*side), heading.word());
                let points = counted(*points, "point", "points");
                StoryLine::by(heading.rule(), format!("{faction}: {points} for {what}."))
            }
            Event::Concedes { side } => {
                StoryLine::by(SV_END_09, format!("{}: conceded.", self.faction(*side)))
            }
            Event::Ends { ending, scores } => {
                let how = match ending {
                    Ending::Limit => "The last turn is over",
                    Ending::Empty => "Nobody is left",
                    Ending::Stopped => "The last side stops",
                    Ending::Conceded => "The others have conceded",
                };
                let rule = match ending {
                    Ending::Limit | Ending::Empty => SV_END_04,
                    Ending::Stopped => SV_END_05,
                    Ending::Conceded => SV_END_09,
                };
                StoryLine::by(rule, format!("{how}: {}.", self.score_line(scores)))
            }
            Event::HalfTime { scores } => StoryLine::by(
                SV_END_08,
                format!("Half time, sides change: {}.", self.score_line(scores)),
            ),
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

    /// What changes a hit roll, each by its name and rule.
    fn hit_changes(&self, skill: Marksmanship, aimed: bool, cover: Cover) -> StoryLine {
        let skilled = match skill {
            Marksmanship { hero: true, .. } => Some((SV_HIT_02, "Hero")),
            Marksmanship { marksman: true, .. } => Some((SV_HIT_04, "MARKSMAN")),
            _ => None,
        };
        let better = match (skilled, aimed) {
            (Some((rule, name)), true) => {
                let both = match self.options.aim_stack {
                    true => format!(" + 1 {name} + 1 aimed"),
                    false => format!(" + 1 {name} or aimed"),
                };
                Some(StoryLine::by(rule, both).and([SV_HIT_02, SV_HIT_03]))
            }
            (Some((rule, name)), false) => Some(StoryLine::by(rule, format!(" + 1 {name}"))),
            (None, true) => Some(StoryLine::by(SV_HIT_02, " + 1 aimed")),
            (None, false) => None,
        };
        let head = skill.head.then(|| StoryLine::by(SV_CHR_19, " - 1 hurt head"));
        let covered = match (cover, Survivors::hit_penalty(cover)) {
            (_, 0) => None,
            (Cover::Hard, less) => Some((SV_HIT_06, less)),
            (_, less) => Some((SV_HIT_05, less)),
        };
        let covered = covered.map(|(rule, less)| {
            StoryLine::by(rule, format!(" - {less} {}", cover_in_words(cover)))
        });
        StoryLine::joined([better, head, covered].into_iter().flatten(), "")
    }

    /// What changes an Enable Test, by its name and rule where the sheets tell it.
    fn test_bonus(&self, figure: FigureId, of: TestFor, bonus: i32) -> StoryLine {
        let plain = match bonus {
            0 => String::new(),
            1.. => format!(" + {bonus}"),
            _ => format!(" - {}", -bonus),
        };
        let plain = StoryLine::plain(plain);
        let Some(sheet) = self.scenario.sheets.get(figure.index()) else { return plain };
        if figure.index() >= usize::from(self.scenario.cast) {
            return plain;
        }
        let brave = matches!(of, TestFor::StuckIn | TestFor::Strict);
        let shirks = brave && sheet.shirker;
        let skill = skill_for(of).filter(|skill| sheet.has(*skill)).map(Word::word);
        let better = match (bonus + i32::from(shirks), sheet.class) {
            (1, Class::Hero) => Some(StoryLine::by(SV_TST_02, " + 1 Hero")),
            (1, _) => skill
                .map(|skill| StoryLine::by(SV_TST_03, format!(" + 1 {skill}")))
                .or(brave.then(|| StoryLine::by(SV_COM_08, " + 1 encouraged"))),
            (0, _) => Some(StoryLine::plain("")),
            _ => None,
        };
        let shirker = shirks.then(|| StoryLine::by(SV_CIV_03, " - 1 Shirker"));
        better.map_or(plain, |better| StoryLine::joined([better].into_iter().chain(shirker), ""))
    }

    /// What a side's total is made of beside its die, each with its rule.
    fn factors_told(&self, factors: &[Factor]) -> StoryLine {
        let told = factors.iter().map(|factor| match factor {
            Factor::Fighter(figure, effort) => {
                let adds = effort_told(effort);
                StoryLine { text: format!("{} {}", self.who(*figure), adds.text), ..adds }
            }
            Factor::Cowed(figure) => {
                StoryLine::by(SV_CIV_06, format!("{} 0, does not dare", self.who(*figure)))
            }
            Factor::Strays(points) => StoryLine::by(SV_HTH_09, format!("in all {points}")),
            Factor::Hero(points) => {
                let brawler = (!self.has_hero(factors)).then_some(SV_HTH_17);
                StoryLine::by(SV_HTH_16, format!("Hero or BRAWLER +{points}")).and(brawler)
            }
            Factor::Initiative(points) => StoryLine::by(SV_HTH_18, format!("initiative +{points}")),
            Factor::Defence(points) => StoryLine::by(SV_HTH_20, format!("defending +{points}")),
        });
        StoryLine::joined(told, ", ")
    }

    /// Whether somebody who adds to a side is known as a Hero.
    fn has_hero(&self, factors: &[Factor]) -> bool {
        let cast = self.scenario.sheets.iter().take(usize::from(self.scenario.cast));
        let known = |figure: &FigureId| cast.clone().nth(figure.index());
        factors.iter().any(|factor| match factor {
            Factor::Fighter(figure, _) => {
                known(figure).is_some_and(|sheet| sheet.class == Class::Hero)
            }
            _ => false,
        })
    }

    /// Why the two sides of a fight lose what they lose.
    fn losses_told(&self, totals: [i32; 2], losses: [u8; 2]) -> StoryLine {
        let difference = (totals[0] - totals[1]).abs();
        if difference == 0 {
            return StoryLine::by(SV_HTH_26, "");
        }
        let loser = usize::from(totals[1] < totals[0]);
        let [lost, won] = [losses[loser], losses[1 - loser]].map(i32::from);
        let lower = match lost == difference {
            true => StoryLine::by(SV_HTH_23, "the lower total loses the difference"),
            false => {
                let all = "the lower total loses all its Strength, the difference is";
                StoryLine::by(SV_ALC_04, format!("{all} {difference}"))
            }
        };
        let half = match self.options.winner_half {
            WinnerHalf::Actual => lost,
            WinnerHalf::Difference => difference,
        };
        let rounded = if half % 2 == 1 { ", rounded up" } else { "" };
        let higher = match won == (half + 1) / 2 {
            true => StoryLine::by(SV_HTH_24, format!("the higher half of {half}{rounded}"))
                .and((lost != difference).then_some(SV_HTH_25))
                .and((half % 2 == 1).then_some(SV_GEN_05)),
            false => StoryLine::by(SV_HTH_24, "the higher all its Strength").and([SV_ALC_04]),
        };
        let why = StoryLine::joined([lower, higher], ", ");
        StoryLine { text: format!(" ({})", why.text), ..why }
    }
}

/// A figure's name with its id, which is not said twice.
pub(crate) fn called(name: &str, id: &str) -> String {
    match name.ends_with(id) {
        true => name.to_string(),
        false => format!("{name} ({id})"),
    }
}

/// A thing of the kit in a sentence.
pub(crate) fn in_full(item: Item) -> &'static str {
    match item {
        Item::Edged => "edged weapon",
        Item::Blunt => "blunt weapon",
        item => item.word(),
    }
}

/// Cover in a sentence.
fn cover_in_words(cover: Cover) -> &'static str {
    match cover {
        Cover::Open => "open",
        Cover::Obscured => "obscured",
        Cover::Soft => "soft cover",
        Cover::Hard => "hard cover",
    }
}

/// What a figure adds to its side, as a sum.
fn effort_told(effort: &Effort) -> StoryLine {
    let strength = StoryLine::by(SV_HTH_09, effort.strength.to_string());
    let hand = match (effort.weapon, effort.hand) {
        (Some(item), 0) => StoryLine::by(SV_HTH_13, format!(" + 0 {}", in_full(item))),
        (Some(item), adds) => StoryLine::by(SV_HTH_10, format!(" + {adds} {}", in_full(item))),
        (None, 0) => StoryLine::by(SV_HTH_12, " + 0 improvising"),
        (None, less) => StoryLine::by(SV_HTH_11, format!(" - {} unarmed", -less)),
    };
    let arm = format!(" - {} hurt arm", effort.arm);
    let arm = (effort.arm > 0).then(|| StoryLine::by(SV_CHR_19, arm));
    let floor = i32::from(effort.strength) + effort.hand - effort.arm < 0;
    let floor = floor.then(|| StoryLine::by(SV_HTH_14, " = 0 at least"));
    StoryLine::joined([strength, hand].into_iter().chain(arm).chain(floor), "")
}

/// The row that gives a gun its range and strength; guns of the extended armoury are in the charts only.
fn gun_rule(item: Item) -> Option<RuleId> {
    match item {
        Item::Pistol => Some(SV_FIR_06),
        Item::Shotgun => Some(SV_FIR_07),
        _ => None,
    }
}

/// The row for shots at what is no figure and no horse.
fn structure_rule(target: &Hit) -> Option<RuleId> {
    matches!(target, Hit::Line(_)).then_some(SV_STC_05)
}

/// The row by which cover takes off damage.
fn damage_rule(cover: Cover) -> Option<RuleId> {
    match cover {
        Cover::Open => None,
        Cover::Obscured => Some(SV_COV_02),
        Cover::Soft => Some(SV_DMG_02),
        Cover::Hard => Some(SV_DMG_03),
    }
}

/// The row that says what passes a test, and how its number is read.
fn pass_mark(of: TestFor, target: u32) -> (RuleId, &'static str) {
    match (of, target) {
        (TestFor::Improvise, _) => (SV_TST_07, " or less"),
        (_, 4) => (SV_TST_01, "+"),
        _ => (SV_TST_05, "+"),
    }
}

/// A line that begins with a capital.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The skill that makes one count as a Hero in a test. SV-TST-03
fn skill_for(of: TestFor) -> Option<Skill> {
    match of {
        TestFor::StuckIn | TestFor::Strict => Some(Skill::Plucky),
        TestFor::Capture => Some(Skill::Stalwart),
        TestFor::Thrown => Some(Skill::Rider),
        TestFor::Force => Some(Skill::Lockpick),
        TestFor::Search(_) => Some(Skill::Scrounger),
        TestFor::Aid(_) => Some(Skill::Medic),
        TestFor::Persuade(_) => Some(Skill::Talker),
        TestFor::Machine => Some(Skill::Mechanic),
        TestFor::Umpire | TestFor::Improvise => None,
    }
}

/// What is said of an event, with its rules; none if it is of another chapter.
type Told = Option<StoryLine>;

/// What an Enable Test is for, and the rule that asks for it.
fn occasion(of: TestFor, target: u32) -> (RuleId, &'static str) {
    match of {
        TestFor::StuckIn => (SV_CIV_01, "to get stuck in"),
        TestFor::Capture => (SV_PRI_06, "against capture"),
        TestFor::Thrown => (SV_HRS_07, "against a fall from the horse"),
        TestFor::Force if target > 4 => (SV_OBS_12, "to force the barred door"),
        TestFor::Force => (SV_OBS_11, "to force the locked door"),
        TestFor::Search(_) => (SV_AOE_05, "to search"),
        TestFor::Aid(_) => (SV_AOE_07, "for first aid on"),
        TestFor::Persuade(_) => (SV_AOE_08, "to persuade"),
        TestFor::Machine => (SV_AOE_09, "to start the machine"),
        TestFor::Strict => (SV_CIV_06, "to fight at all"),
        TestFor::Umpire => (SV_GEN_12, "for the umpire"),
        TestFor::Improvise => (SV_HTH_12, "to improvise"),
    }
}

/// On which side of its building a point lies; inside if it lies on no wall.
fn side_of(plan: &Bounds, at: Point) -> &'static str {
    let edges = [
        (at.x - plan.low.x, "on the west side"),
        (plan.high.x - at.x, "on the east side"),
        (at.y - plan.low.y, "on the south side"),
        (plan.high.y - at.y, "on the north side"),
    ];
    let nearest = edges.into_iter().min_by_key(|(far, _)| far.abs());
    nearest.filter(|(far, _)| far.abs() < INCH / 2).map_or("inside", |(_, side)| side)
}
