//! What a charge, a fight and a wound come to, as far as a viewer knows.

use crate::Survivors;
use crate::action::{Figures, Gait, Stop, Way};
use crate::edition::components::{Class, Item, Skill};
use crate::edition::options::PreContactBy;
use crate::edition::scenarios::{Light, Worth};
use crate::geometry::point::{INCH, Point};
use crate::geometry::sight::{Cover, Disc, view as sight};
use crate::knowledge::view::{FightView, FigureView, View};
use crate::position::{Charge, FigureId, HORSE, HorseFate, Phase, members};
use crate::rules::precontact::{AIM_GAP, SHOT_GAP, last_clear};
use std::collections::BTreeSet;
use table::wording::counted;

/// A charge that is only thought of: who charges whom on which way.
pub(super) struct Onset<'a> {
    pub(super) figure: FigureId,
    pub(super) gait: Gait,
    pub(super) way: &'a Way,
    pub(super) targets: Figures,
}

/// Somebody who may fire at a charge first.
struct Firer {
    figure: FigureId,
    cover: Cover,
    aims: bool,
}

impl Survivors {
    /// How a charge is likely to go, in short; then what stands between it and the fight, and the fight. SV-CIV-01,
    /// SV-PRE-01, SV-HTH-01
    pub(super) fn charge_told(&self, view: &View, onset: &Onset<'_>) -> String {
        let firers = self.firers(view, onset);
        let named = firers.iter().map(|firer| {
            let odds = self.odds(view, firer.figure, false, firer.cover);
            let aims = if firer.aims { ", or aims" } else { "" };
            format!("{} may fire first ({odds}{aims})", self.name_in(view, firer.figure))
        });
        let fire = match firers.is_empty() {
            true => "nobody can fire first".into(),
            false => named.collect::<Vec<_>>().join("; "),
        };
        let courage = self.courage_told(view, onset.figure);
        let totals = self.onset_totals(view, onset);
        let test = courage.as_ref().map(|(need, _)| format!("Test {}", percent(7 - need, 6)));
        let then = match &test {
            Some(test) => format!("{test}, then"),
            None => String::new(),
        };
        // Whoever is shot at may fall on the way, or come with less.
        let then = match firers.is_empty() {
            true => then,
            false => format!("{then} if it comes unhurt,"),
        };
        let short = match &totals {
            Some(totals) => format!("{then} {}", totals.odds()),
            None => format!("{then} a fight"),
        };
        let detail = courage.map(|(_, words)| words).into_iter().chain([fire]);
        let detail = detail.chain(totals.map(|totals| totals.told())).collect::<Vec<_>>();
        format!("{}: {}.", short.trim(), detail.join("; "))
    }

    /// The test that an unarmed civilian takes before it charges: from which number on it passes, and in words. SV-CIV-01, SV-CIV-03, SV-CIV-04, SV-CIV-09
    fn courage_told(&self, view: &View, figure: FigureId) -> Option<(i32, String)> {
        let figure = view.figures.get(self.figure_id(figure)).filter(|it| it.must_dare)?;
        let plucky = figure.class == Some(Class::Hero) || has(figure, Skill::Plucky);
        let reasons = [
            (figure.shirker, 1, "Shirker -1"),
            (plucky, -1, "PLUCKY +1"),
            (!plucky && figure.encouraged, -1, "encouraged +1"),
        ];
        let reasons = reasons.into_iter().filter(|(is, _, _)| *is);
        let need = reasons.clone().fold(4, |need, (_, by, _)| need + by);
        let why: Vec<&str> = reasons.map(|(_, _, words)| words).collect();
        let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join(", ")) };
        Some((
            need,
            format!("unarmed civilians test: {need}+ on a D6{why}, or no charge this turn"),
        ))
    }

    /// What it brings to harm a stray. SV-STR-05, SV-SCN-19
    pub(super) fn stray_told(&self, view: &View) -> String {
        let ours = |worth: &Worth| *worth == Worth::StrayPutOut;
        let scores = self.scenario.scores.iter().filter(|score| ours(&score.worth));
        let mut ours = scores.filter(|score| view.viewer.is_some_and(|side| score.is_for(side)));
        let costs = ours.find(|score| score.points < 0).map(|score| {
            let points = counted(-score.points, "point", "points");
            format!("; put out of play it costs you {points}")
        });
        let costs = costs.unwrap_or_default();
        format!("the stray is hostile to you from then on and cannot be persuaded by you{costs}")
    }

    pub(super) fn is_stray(&self, view: &View, figure: FigureId) -> bool {
        let figure = view.figures.get(self.figure_id(figure));
        figure.is_some_and(|figure| figure.side.is_none() && figure.standing == "playing")
    }

    /// Who may fire at a charge before it comes home. SV-PRE-01, SV-PRE-05, SV-PRE-06, SV-PRE-07, SV-PRE-08,
    /// SV-PRE-09
    fn firers(&self, view: &View, onset: &Onset<'_>) -> Vec<Firer> {
        let Some(charger) = view.figures.get(self.figure_id(onset.figure)) else {
            return Vec::new();
        };
        let Some((start, way, _)) = self.settled(view, onset.figure, onset.way) else {
            return Vec::new();
        };
        let charge = Charge {
            figure: onset.figure,
            targets: onset.targets,
            start,
            way,
            length: 0,
            obstacles: 0,
            ran: onset.gait == Gait::Run,
            face: None,
            waiting: 0,
        };
        let begins = Disc { centre: start.at, level: start.level, radius: charger.radius };
        let known = view.figures.iter().filter(|(_, figure)| figure.ready);
        let firers = known.filter_map(|(id, firer)| {
            let figure = self.figure_of(id)?;
            let own = Disc { centre: firer.place?, level: firer.level, radius: firer.radius };
            let point = match figure.is_in(onset.targets) {
                true if self.gap_at_most(&begins, &own, SHOT_GAP) => return None,
                true => last_clear(&charge, own.centre, charger.radius + own.radius),
                false => self.bystander_point(view, &charge, (charger, firer), &own)?,
            };
            let point = point.unwrap_or(start);
            let there = Disc { centre: point.at, level: point.level, radius: charger.radius };
            if !firer.front?.covers(own.centre, point.at) {
                return None;
            }
            let cover = self.cover_told(view, (id, &own), (charger, &there), onset.figure)?;
            let aims = !self.gap_at_most(&begins, &own, AIM_GAP) && firer.actions_left > 1;
            (cover <= Cover::Obscured).then_some(Firer { figure, cover, aims })
        });
        firers.collect()
    }

    /// Where somebody who is not charged may fire at a charge, if the option lets it and it is in range.
    fn bystander_point(
        &self,
        view: &View,
        charge: &Charge,
        (charger, firer): (&FigureView, &FigureView),
        own: &Disc,
    ) -> Option<Option<Stop>> {
        let side = |letter: &Option<String>| self.scenario.side(letter.as_deref()?);
        let hostile = self.scenario.hostile(side(&charger.side)?, side(&firer.side)?);
        if self.options.precontact_by != PreContactBy::Any || !hostile {
            return None;
        }
        let first = view.figures.get(self.figure_id(members(charge.targets).next()?))?;
        let point = last_clear(charge, first.place?, charger.radius + first.radius);
        let at = point.unwrap_or(charge.start);
        let there = Disc { centre: at.at, level: at.level, radius: charger.radius };
        self.gap_at_most(&there, own, firer.range?).then_some(point)
    }

    /// The cover of a charger at a point of its way against a firer; nothing if it is not seen.
    fn cover_told(
        &self,
        view: &View,
        (firer, from): (&str, &Disc),
        (charger, to): (&FigureView, &Disc),
        figure: FigureId,
    ) -> Option<Cover> {
        let far = |most: i32| self.gap_at_most(from, to, most * INCH);
        let (visible, dim) = match (view.light, charger.lit) {
            (Light::Day, _) => (true, false),
            (Light::Night, true) => (far(12), false),
            (Light::Night, false) => (far(6), true),
            (Light::Dusk, true) => (true, false),
            (Light::Dusk, false) => (far(12), !far(6)),
        };
        let both = [firer, self.figure_id(figure)];
        let others = view.figures.iter().filter(|(id, _)| !both.contains(&id.as_str()));
        let standing = |it: &FigureView| matches!(it.standing.as_str(), "playing" | "captive");
        let figures = others.filter(|(_, it)| standing(it)).filter_map(|(_, it)| {
            Some(Disc { centre: it.place?, level: it.level, radius: it.radius })
        });
        let loose = |fate: HorseFate| matches!(fate, HorseFate::Standing | HorseFate::Secured);
        let horses = view.horses.values().filter(|it| it.rider.is_none() && loose(it.fate));
        let horses = horses.map(|it| Disc { centre: it.place, level: 0, radius: HORSE });
        let cover = sight(&self.table, &view.works, from, to, figures.chain(horses));
        let cover = cover.filter(|_| visible)?;
        Some(if dim { cover.max(Cover::Obscured) } else { cover })
    }

    /// The totals of the fight that a charge leads to, with everybody whom those in it touch.
    fn onset_totals(&self, view: &View, onset: &Onset<'_>) -> Option<Totals> {
        let charger = self.figure_id(onset.figure);
        let targets: Vec<&str> = members(onset.targets).map(|it| self.figure_id(it)).collect();
        let mut group: BTreeSet<&str> = targets.iter().copied().chain([charger]).collect();
        loop {
            let touched = group.iter().filter_map(|id| view.figures.get(*id));
            let touched: Vec<&str> =
                touched.flat_map(|it| it.touches.iter().map(String::as_str)).collect();
            let before = group.len();
            group.extend(touched);
            if group.len() == before {
                break;
            }
        }
        let end = onset.way.end().at;
        self.totals_to_come(view, &group, Some((charger, end, &targets)))
    }

    /// The totals of a fight before the dice in words. SV-HTH-09
    pub(super) fn totals_told(&self, view: &View, group: &BTreeSet<&str>) -> Option<String> {
        self.totals_to_come(view, group, None)
            .map(|totals| format!("{}: {}", totals.told(), totals.odds()))
    }

    /// The totals of a fight before the dice, the viewer's own first; nothing where it has more than two sides,
    /// or somebody in it is not known. SV-HTH-09, SV-HTH-15
    fn totals_to_come(
        &self,
        view: &View,
        group: &BTreeSet<&str>,
        onset: Option<(&str, Point, &[&str])>,
    ) -> Option<Totals> {
        let side_of = |id: &str| view.figures.get(id)?.side.clone();
        let sides = group.iter().map(|id| side_of(id)).collect::<Option<BTreeSet<String>>>()?;
        let own = &self.scenario.sides[view.viewer?.index()].id;
        let most = self.options.melee_cap;
        if sides.len() != 2 || !sides.contains(own) || group.len() as u64 > u64::from(most) {
            return None;
        }
        let foe = sides.iter().find(|side| *side != own)?;
        let brawl = Brawl { game: self, view, group, onset };
        let (ours, unarmed) = brawl.total(own)?;
        let (theirs, bare) = brawl.total(foe)?;
        Some(Totals { ours, theirs, unarmed: unarmed || bare })
    }

    /// What a point of loss does to whoever takes it. SV-CHR-02, SV-CHR-05, SV-ALC-07, SV-HRS-07
    pub(super) fn wound_told(&self, view: &View, figure: FigureId, horse: bool) -> String {
        let id = self.figure_id(figure);
        let (Some(fight), Some(figure)) = (&view.fight, view.figures.get(id)) else {
            return String::new();
        };
        let on_horse = fight.on_horses.get(id).copied().unwrap_or_default();
        let given = fight.given.get(id).copied().unwrap_or_default();
        if horse {
            let mount = figure.mount.as_ref().and_then(|mount| view.horses.get(mount));
            let left = mount.map_or(0, |mount| mount.strength).saturating_sub(on_horse + 1);
            return match left {
                0 => {
                    "the horse falls, and its rider loses 1 Strength unless it passes a test".into()
                }
                left => format!("the horse has Strength {left} left"),
            };
        }
        let taken = given.saturating_sub(on_horse) + 1;
        match (figure.strength.unwrap_or_default().saturating_sub(taken), figure.class) {
            (0, Some(Class::Ordinary) | None) => "falls: killed".into(),
            (0, _) => "falls: incapacitated, out of play".into(),
            (left, _) => format!("Strength {left} of {} left", figure.full.unwrap_or_default()),
        }
    }
}

/// What both sides of a fight have before their dice.
struct Totals {
    ours: i32,
    theirs: i32,
    /// Whether somebody is unarmed.
    unarmed: bool,
}

impl Totals {
    /// The sums.
    fn told(&self) -> String {
        let unarmed = if self.unarmed { ", 2 off for each unarmed" } else { "" };
        format!("you {} + D6, they {} + D6{unarmed}", self.ours, self.theirs)
    }

    /// How often either side has the higher total. SV-HTH-09
    fn odds(&self) -> String {
        match outcomes(self.ours - self.theirs) {
            (36, _) => "you win for sure".into(),
            (0, 0) => "they win for sure".into(),
            (ahead, even) => {
                format!("you win {}, they {}", percent(ahead, 36), percent(36 - ahead - even, 36))
            }
        }
    }
}

/// A chance in whole hundredths; only what is sure or out of the question is told as that.
fn percent(cases: i32, of: i32) -> String {
    let hundredths = (200 * cases + of) / (2 * of);
    match cases {
        0 => "0 %".into(),
        cases if cases >= of => "100 %".into(),
        _ => format!("{} %", hundredths.clamp(1, 99)),
    }
}

/// A fight that is looked at before it is fought.
struct Brawl<'a> {
    game: &'a Survivors,
    view: &'a View,
    group: &'a BTreeSet<&'a str>,
    /// Who comes into it by a charge, where it will stand, and whom it charges.
    onset: Option<(&'a str, Point, &'a [&'a str])>,
}

impl Brawl<'_> {
    /// What a side has before its die, and whether somebody of it is unarmed. SV-HTH-09, SV-HTH-16, SV-HTH-18,
    /// SV-HTH-20
    fn total(&self, side: &str) -> Option<(i32, bool)> {
        let all = self.group.iter().filter_map(|id| Some((*id, self.view.figures.get(*id)?)));
        let own: Vec<(&str, &FigureView)> =
            all.filter(|(_, figure)| figure.side.as_deref() == Some(side)).collect();
        let (mut total, mut unarmed) = (0, false);
        for (_, figure) in &own {
            let held = figure.hand.and_then(Item::read);
            let adds = held.and_then(|item| self.game.book.adds(item));
            unarmed |= adds.is_none();
            let arm = i32::from(figure.limbs.arm);
            total += (i32::from(figure.strength?) + adds.unwrap_or(-2) - arm).max(0);
        }
        let hero = |(_, it): &(&str, &FigureView)| {
            it.class == Some(Class::Hero) || has(it, Skill::Brawler)
        };
        let phases = &self.view.sides.get(side)?.initiative;
        let defend = own.iter().filter(|(id, figure)| self.defends(id, figure)).count();
        total += 2 * i32::from(own.iter().any(hero));
        total += 2 * i32::from(phases.contains(&Phase::HandToHand));
        total += i32::from(2 * defend > own.len());
        Some((total, unarmed))
    }

    fn place(&self, id: &str, figure: &FigureView) -> Option<Point> {
        match self.onset {
            Some((charger, at, _)) if charger == id => Some(at),
            _ => figure.place,
        }
    }

    /// Whether one entered contact with another itself.
    fn entered(&self, by: &str, on: &str) -> bool {
        let charges = self.onset.is_some_and(|(it, _, foes)| it == by && foes.contains(&on));
        charges || self.view.contacts.iter().any(|[first, second]| first == by && second == on)
    }

    /// SV-HTH-22
    fn defends(&self, id: &str, figure: &FigureView) -> bool {
        let charged = self.onset.filter(|(_, _, foes)| foes.contains(&id)).map(|(it, _, _)| it);
        let touched = figure.touches.iter().map(String::as_str).chain(charged);
        touched.filter(|foe| self.group.contains(foe)).any(|foe| {
            let there = self.view.figures.get(foe).and_then(|it| self.place(foe, it));
            let (Some(here), Some(there)) = (self.place(id, figure), there) else { return false };
            let parted = self.game.table.parted(&self.view.works, figure.level, here, there);
            !self.entered(id, foe) && (parted.low.is_some() || parted.window.is_some())
        })
    }
}

/// How many points a side of a fight loses in all, and how many of them are still to be shared out: the first
/// are on their takers already.
pub(super) fn losses(view: &View, fight: &FightView, place: usize) -> (u8, u8) {
    let side = &fight.sides[place];
    let theirs = fight.members.iter().filter(|id| {
        let figure = view.figures.get(*id);
        figure.is_some_and(|figure| figure.side.as_deref().unwrap_or("stray") == side)
    });
    let given: u8 = theirs.filter_map(|id| fight.given.get(id)).sum();
    let left = fight.losses[place];
    (left + given, left)
}

/// In how many of the 36 throws of two dice a side that leads by so much before them has the higher total, and in how many
/// the totals are the same. SV-HTH-09
fn outcomes(lead: i32) -> (i32, i32) {
    let throws = (1..=6).flat_map(|own| (1..=6).map(move |foe| lead + own - foe));
    throws.fold((0, 0), |(ahead, even), by| (ahead + i32::from(by > 0), even + i32::from(by == 0)))
}

fn has(figure: &FigureView, skill: Skill) -> bool {
    figure.skills.contains(&skill.word())
}

#[cfg(test)]
mod tests {
    use super::outcomes;

    #[test]
    fn a_lead_before_the_dice_tells_how_often_one_is_ahead_after_them() {
        assert_eq!([0, 2, -2, 6, -6].map(outcomes), [(15, 6), (26, 4), (6, 4), (36, 0), (0, 0)]);
    }
}
