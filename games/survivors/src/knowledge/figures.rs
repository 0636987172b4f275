//! What a viewer may know of a figure.

use super::view::{FigureView, LastSeen};
use crate::Survivors;
use crate::action::Gait;
use crate::edition::components::Item;
use crate::edition::scenarios::Light;
use crate::geometry::sight::Cover;
use crate::position::{
    Figure, FigureId, Limbs, Place, Position, Side, Standing, Step, TokenKind, members,
};
use crate::speech::notation::{facing, inches, point};
use std::collections::BTreeMap;

impl Survivors {
    /// Whether a viewer may know where a figure is.
    pub(crate) fn is_known(
        &self,
        position: &Position,
        figure: FigureId,
        eyes: Option<Side>,
        referee: bool,
    ) -> bool {
        let subject = &position.figures[figure];
        if referee || eyes.is_some() && eyes == subject.side {
            return true;
        }
        // SV-SET-03
        let placing =
            position.step == Step::Deploy && self.scenario.simultaneous && subject.side.is_some();
        !placing
    }

    pub(super) fn look_at(
        &self,
        position: &Position,
        figure: FigureId,
        eyes: Option<Side>,
        referee: bool,
    ) -> FigureView {
        let subject = &position.figures[figure];
        let own = referee || eyes.is_some() && eyes == subject.side;
        let known = self.is_known(position, figure, eyes, referee);
        // A stray's kind is known when it joined or fell.
        let stray = subject.first_side.is_none();
        let told = referee
            || !stray
            || subject.side.is_some()
            || matches!(subject.standing, Standing::Down);
        let sheet = self.sheet(position, figure);
        let unseen = subject.standing == Standing::Unseen;
        let placed = !unseen
            && subject.standing != Standing::Undeployed
            && !matches!(subject.standing, Standing::Waiting { .. });
        let last_seen =
            eyes.filter(|_| unseen).and_then(|side| self.last_seen(position, side, figure));
        let shown: Option<&Figure> = (known && placed).then_some(subject);
        let (standing, by) = match subject.standing {
            _ if !known && position.step == Step::Deploy => ("undeployed", None),
            Standing::Waiting { .. } if position.step == Step::Deploy && !own => {
                ("undeployed", None)
            }
            standing => (standing_word(standing), self.letter(taken_by(subject))),
        };
        let entry = match subject.standing {
            Standing::Waiting { zone, .. } if own => {
                Some(self.scenario.zones[usize::from(zone)].id.to_string())
            }
            _ => None,
        };
        let playing = known && subject.is_playing();
        let sees = match playing {
            true => self.seen_by(position, figure, eyes, referee),
            false => BTreeMap::new(),
        };
        let touches = match playing {
            true => self.enemies_in_contact(position, figure),
            false => 0,
        };
        let left = if known { actions_left(subject, sheet.class.allowance()) } else { 0 };
        let kit: Vec<&'static str> = subject.kit.iter().flatten().map(|item| item.word()).collect();
        let held = subject.held().map(Item::word);
        FigureView {
            name: if told { sheet.name.clone() } else { "a stray".into() },
            archetype: told.then(|| sheet.archetype.clone()),
            class: told.then_some(sheet.class),
            side: self.letter(subject.side),
            first_side: self.letter(subject.first_side),
            standing: standing.to_string(),
            by,
            strength: (told && known).then_some(subject.strength),
            full: told.then_some(sheet.strength),
            intelligence: told.then_some(sheet.intelligence),
            skills: if told {
                sheet.skills.iter().map(|skill| skill.word()).collect()
            } else {
                Vec::new()
            },
            civilian: told && sheet.civilian,
            shirker: told && sheet.shirker,
            at: shown.map(|subject| point(subject.at)),
            level: shown.map_or(0, |subject| subject.level),
            facing: shown.map(|subject| facing(subject.facing)),
            mount: shown.and_then(|subject| subject.mount.map(|h| self.horse_id(h))),
            kit: if told && known { kit } else { Vec::new() },
            hand: held.filter(|_| told && known),
            loaded: known && told && subject.in_hand.is_some_and(|slot| subject.is_loaded(slot)),
            lamp_lit: known && subject.lamp_lit,
            carrying: subject.carrying.filter(|_| known).map(|token| self.token_id(token)),
            medicines: if known { medicines(position, figure) } else { 0 },
            alert: subject.alert,
            used: if known { subject.used } else { 0 },
            actions_left: left,
            moved: if known { inches(subject.moved) } else { String::new() },
            obstacles: if known { subject.obstacles } else { 0 },
            activated: known && subject.activated,
            ran: known && subject.ran,
            fired: known && subject.fired,
            spoke: known && subject.spoke.is_so(),
            fought: known && subject.fought,
            shirked: known && subject.shirked,
            limbs: if known { subject.limbs } else { Limbs::default() },
            aided: known && subject.aided,
            encouraged: known && subject.encouraged.is_so(),
            entry,
            last_seen,
            touches: members(touches).map(|other| self.figure_id(other).to_string()).collect(),
            sees,
            place: shown.map(|subject| subject.at),
            front: shown.map(|subject| subject.facing),
            radius: subject.radius(),
            range: shown
                .filter(|_| told)
                .and_then(|_| self.weapon(position, figure).map(|(_, _, gun)| gun.range)),
            gun: shown
                .filter(|_| told)
                .and_then(|_| self.weapon(position, figure).map(|(_, _, gun)| *gun)),
            stride: if known { subject.stride() } else { 0 },
            goes: [Gait::Walk, Gait::Run].map(|gait| own && self.may_go(position, figure, gait)),
            ready: playing && told && subject.side.is_some() && self.may_answer(position, figure),
            lit: playing
                && self.scenario.light(position.turn) != Light::Day
                && self.is_lit(position, figure),
            must_dare: playing && told && self.needs_courage(position, figure) && !subject.stuck_in,
            sees_horses: match own && playing {
                true => self.horses_seen_by(position, figure),
                false => BTreeMap::new(),
            },
        }
    }

    /// The horses without riders that a figure sees, and the cover that they have.
    fn horses_seen_by(&self, position: &Position, figure: FigureId) -> BTreeMap<String, Cover> {
        let loose = position.stable().filter(|(_, horse)| horse.is_loose());
        let seen = loose.filter_map(|(number, _)| {
            Some((self.horse_id(number), self.sees_horse(position, figure, number)?))
        });
        seen.collect()
    }

    /// Where and when a side last saw a figure. SV-FOG-04
    fn last_seen(&self, position: &Position, side: Side, figure: FigureId) -> Option<LastSeen> {
        let memory = self.memory(position, side, figure)?;
        Some(LastSeen {
            turn: memory.turn,
            at: point(memory.figure.at),
            level: memory.figure.level,
            place: memory.figure.at,
        })
    }

    /// Whom a figure sees of those that the viewer may know of, and the cover that they have.
    fn seen_by(
        &self,
        position: &Position,
        figure: FigureId,
        eyes: Option<Side>,
        referee: bool,
    ) -> BTreeMap<String, Cover> {
        let own = position.figures[figure].side;
        let others = position.everybody().filter(|(other, target)| {
            *other != figure
                && target.is_playing()
                && target.side != own
                && self.is_known(position, *other, eyes, referee)
        });
        let seen = others.filter_map(|(other, _)| {
            Some((self.figure_id(other).to_string(), self.sees(position, figure, other)?))
        });
        seen.collect()
    }
}

fn standing_word(standing: Standing) -> &'static str {
    match standing {
        Standing::Undeployed => "undeployed",
        Standing::Waiting { .. } => "waiting",
        Standing::Playing => "playing",
        Standing::Down => "down",
        Standing::Captive { .. } => "captive",
        Standing::Held => "held",
        Standing::Exited => "exited",
        Standing::Withdrawn => "withdrawn",
        Standing::Unseen => "unseen",
    }
}

/// The side that put a figure out or holds it.
fn taken_by(figure: &Figure) -> Option<Side> {
    match figure.standing {
        Standing::Captive { by } => Some(by),
        Standing::Down | Standing::Held => figure.out_by,
        _ => None,
    }
}

/// How many actions a figure may still take.
pub(crate) fn actions_left(figure: &Figure, allowance: u8) -> u8 {
    let most = allowance - figure.used.min(allowance);
    (1..=most).rev().find(|more| figure.can_act(allowance, *more)).unwrap_or(0)
}

fn medicines(position: &Position, carrier: FigureId) -> usize {
    let carried = Place::Carried { by: carrier };
    let tokens = position.tokens.iter();
    tokens.filter(|token| token.kind == TokenKind::Medicine && token.place == carried).count()
}
