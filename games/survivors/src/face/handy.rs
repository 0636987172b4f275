//! The few moves of a long list that one makes most often, told by what they are good for: towards a crate, into a building
//! that counts, a charge, to cover, towards the exit.

use crate::Survivors;
use crate::action::{Action, Gait, Stop};
use crate::edition::scenarios::Worth;
use crate::geometry::feature::Building;
use crate::geometry::point::{INCH, Mils, Point};
use crate::geometry::sight::{Cover, Disc, view as sight};
use crate::knowledge::view::{FigureView, View};
use crate::speech::places::inches_told;
use std::collections::BTreeSet;

/// A list of fewer walks is read as it is.
const MANY: usize = 6;

/// So many moves are shown before all others, and so many charges among them.
const MOST: usize = 4;
const CHARGES: usize = 2;

/// What somebody comes nearer in a turn before they shoot.
const STEP: Mils = 6 * INCH;

/// A move that is good for something: its number among the choices, what it is good for, which is empty for a charge,
/// and what is so once one is there.
pub(super) struct Handy {
    pub(super) number: usize,
    pub(super) purpose: String,
    pub(super) then: String,
}

/// A walk of the list: its number among the choices, and where it ends.
type Walk = (usize, Stop);

impl Survivors {
    /// The walks worth showing before all others, the most wanted first; each is good for one thing.
    pub(super) fn handy(&self, view: &View, choices: &[Action]) -> Vec<Handy> {
        let active = view.active.as_ref().filter(|_| view.step == "movement");
        let Some(walker) = active.and_then(|id| view.figures.get(id)) else { return Vec::new() };
        let Some(at) = walker.place else { return Vec::new() };
        let walks: Vec<Walk> = choices
            .iter()
            .enumerate()
            .filter_map(|(number, action)| match action {
                Action::Move { gait: Gait::Walk, way, charge: 0, .. } => Some((number, way.end())),
                _ => None,
            })
            .collect();
        if choices.len() <= MANY {
            return Vec::new();
        }
        let from = Stop { at, level: walker.level };
        let goods = || self.to_goods(view, walker, from, &walks);
        let cover = || self.to_cover(view, walker, from, &walks);
        let building = || self.to_building(view, from, &walks);
        let carries = walker.carrying.is_some() || walker.medicines > 0;
        // Whoever brings nothing off the table gains nothing there, unless to leave counts.
        let leaves = carries
            || walker.mount.is_some()
            || self.wants(view, |it| matches!(it, Worth::CharacterExited | Worth::HeroExited));
        let exit = || self.to_exit(view, from, &walks).filter(|_| leaves);
        let wanted = match carries {
            true => [exit(), cover(), goods().or_else(building)],
            false => [goods().or_else(building), cover(), exit()],
        };
        let [first, second, third] = wanted;
        let charges = first_charges(choices);
        let mut handy: Vec<Handy> = Vec::new();
        for found in first.into_iter().chain(charges).chain(second).chain(third) {
            if handy.iter().all(|other| other.number != found.number) {
                handy.push(found);
            }
        }
        handy.truncate(MOST);
        handy
    }

    /// The walk that ends nearest to something, if it brings one nearer by an inch at least.
    fn nearer(
        walks: &[Walk],
        from: Mils,
        far: impl Fn(Stop) -> Option<Mils>,
    ) -> Option<(usize, Mils)> {
        let ends = walks.iter().filter_map(|(number, end)| Some((*number, far(*end)?)));
        ends.min_by_key(|(_, far)| *far).filter(|(_, far)| far + INCH <= from)
    }

    /// Towards the nearest crate that lies about, or the nearest place that nobody has searched.
    fn to_goods(
        &self,
        view: &View,
        walker: &FigureView,
        from: Stop,
        walks: &[Walk],
    ) -> Option<Handy> {
        let crates = view.tokens.iter().filter(|(_, token)| token.kind == "crate");
        let crates = crates.filter(|(_, token)| token.secured.is_none() && token.by.is_none());
        let crates = crates.filter(|_| walker.carrying.is_none() && self.wants_crates(view));
        let crates = crates
            .filter_map(|(id, token)| Some((token.place?, token.level, format!("crate {id}"))));
        let unsearched =
            self.scenario.searches.iter().filter(|place| {
                view.searches.get(&place.id).is_some_and(|search| !search.searched)
            });
        let unsearched =
            unsearched.map(|place| (place.at, place.level, format!("search point {}", place.id)));
        let (goal, level, name) = crates
            .chain(unsearched)
            .filter(|(_, level, _)| *level == from.level)
            .min_by_key(|(goal, _, _)| goal.leg(from.at))?;
        let far = |end: Stop| (end.level == level).then(|| end.at.leg(goal));
        let (number, left) = Self::nearer(walks, from.at.leg(goal), far)?;
        let there = left <= INCH;
        Some(Handy {
            number,
            purpose: format!("{} {name}", if there { "to" } else { "towards" }),
            then: match there {
                true => String::new(),
                false => format!("then {} from it in a straight line", inches_told(left)),
            },
        })
    }

    /// Whether crates bring the viewer's side anything.
    pub(super) fn wants_crates(&self, view: &View) -> bool {
        self.wants(view, |worth| {
            matches!(
                worth,
                Worth::CrateExited
                    | Worth::CrateCarried
                    | Worth::CrateSecured
                    | Worth::CrateOutside(_)
                    | Worth::CrateInside(_)
            )
        })
    }

    /// Whether something of this kind brings the viewer's side points.
    fn wants(&self, view: &View, kind: impl Fn(Worth) -> bool) -> bool {
        let mut scores = self.scenario.scores.iter();
        scores.any(|score| {
            let own = view.viewer.is_none_or(|side| score.is_for(side));
            own && score.points > 0 && kind(score.worth)
        })
    }

    /// Into the nearest building in which the viewer's side scores by who stands there, or towards its nearest door.
    fn to_building(&self, view: &View, from: Stop, walks: &[Walk]) -> Option<Handy> {
        let buildings = self.table.buildings.iter().enumerate().filter(|(number, _)| {
            self.wants(view, |worth| match worth {
                Worth::BuildingMajority(it) | Worth::BuildingCleared(it) => {
                    usize::from(it) == *number
                }
                _ => false,
            })
        });
        let off = |building: &Building, at: Point| {
            let own = format!("{}.", building.id);
            let doors = self.doors.iter().map(|door| &self.table.lines[usize::from(*door)]);
            let doors = doors.filter(|door| door.level == 0 && door.id.starts_with(&own));
            let nearest = doors.map(|door| at.leg(door.middle())).min();
            nearest.filter(|_| !building.plan.holds(at)).unwrap_or_default()
        };
        let nearest = buildings.map(|(_, building)| (off(building, from.at), building));
        let (now, building) = nearest.min_by_key(|(far, _)| *far)?;
        let far = |end: Stop| Some(off(building, end.at));
        let (number, left) = Self::nearer(walks, now, far)?;
        let name = &building.name;
        Some(match left {
            0 => Handy { number, purpose: format!("into the {name}"), then: String::new() },
            left => Handy {
                number,
                purpose: format!("towards the {name}"),
                then: format!("then {} from its door in a straight line", inches_told(left)),
            },
        })
    }

    /// Towards the nearest zone by which the viewer's side leaves the table, or in which it is safe.
    fn to_exit(&self, view: &View, from: Stop, walks: &[Walk]) -> Option<Handy> {
        let side = &self.scenario.sides[view.viewer?.index()];
        let zones = side.exits.iter().chain(&self.scenario.secure);
        let zones = zones.map(|zone| self.scenario.zones[usize::from(*zone)].bounds);
        let off = |at: Point| {
            let far = zones.clone().map(|zone| {
                let (low, high) = (zone.low, zone.high);
                at.leg(Point::new(at.x.clamp(low.x, high.x), at.y.clamp(low.y, high.y)))
            });
            far.min()
        };
        let far = |end: Stop| off(end.at).filter(|_| end.level == 0);
        let (number, left) = Self::nearer(walks, off(from.at)?, far)?;
        Some(Handy {
            number,
            purpose: if left == 0 { "to your exit".into() } else { "towards your exit".into() },
            then: match left {
                0 => String::new(),
                left => format!("then {} from it in a straight line", inches_told(left)),
            },
        })
    }

    /// To where the enemies in sight see least of one, if that is less than here; the nearest of such ends. Only those
    /// count who can come near enough in a turn to shoot at it here. Arc and light are left aside: whoever looks away or
    /// stands in the dark sees no more than that.
    fn to_cover(
        &self,
        view: &View,
        walker: &FigureView,
        from: Stop,
        walks: &[Walk],
    ) -> Option<Handy> {
        let people = view.figures.values().filter(|it| it.standing == "playing");
        let disc = |figure: &FigureView| {
            let centre = figure.place?;
            Some(Disc { centre, level: figure.level, radius: figure.radius })
        };
        let (foes, friends): (Vec<_>, Vec<_>) = people
            .filter(|it| !std::ptr::eq(*it, walker))
            .filter_map(|it| Some((it.side != walker.side && it.side.is_some(), disc(it)?)))
            .partition(|(foe, _)| *foe);
        let shoots = |foe: &FigureView| {
            let far = foe.place.zip(walker.place).map(|(one, other)| one.leg(other));
            let foe = foe.gun.filter(|_| foe.side != walker.side && foe.side.is_some());
            foe.zip(far).is_some_and(|(gun, far)| far <= gun.range + STEP)
        };
        let mut playing = view.figures.values().filter(|it| it.standing == "playing");
        if !playing.any(shoots) {
            return None;
        }
        // From nothing seen at all to wholly in the open.
        let seen = |stop: Stop| {
            let here = Disc { centre: stop.at, level: stop.level, radius: walker.radius };
            let looks = foes.iter().map(|(_, foe)| {
                let others = foes.iter().chain(&friends).map(|(_, other)| *other);
                sight(&self.table, &view.works, foe, &here, others.filter(|other| other != foe))
            });
            looks.map(|cover| cover.map_or(0, |cover| 4 - cover.index())).max().unwrap_or_default()
        };
        let now = seen(from);
        let ends = walks.iter().map(|(number, end)| (seen(*end), from.at.leg(end.at), *number));
        let (least, _, number) = ends.min()?;
        let hard = 4 - Cover::Hard.index();
        (least < now && least <= hard + 1).then(|| Handy {
            number,
            purpose: "to cover".into(),
            then: match least {
                0 => "no enemy in sight has a line to it there".into(),
                least if least == hard => "HARD cover against every enemy in sight".into(),
                _ => "SOFT cover or better against every enemy in sight".into(),
            },
        })
    }
}

/// The first charge at each foe in the list, of the first few foes.
fn first_charges(choices: &[Action]) -> Vec<Handy> {
    let mut foes = BTreeSet::new();
    let mut charges = Vec::new();
    for (number, action) in choices.iter().enumerate() {
        if let Action::Move { charge: foe @ 1.., .. } = action
            && charges.len() < CHARGES
            && foes.insert(*foe)
        {
            charges.push(Handy { number, purpose: String::new(), then: String::new() });
        }
    }
    charges
}
