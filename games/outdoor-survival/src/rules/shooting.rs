//! The hunter's shot: when one is possible, what it needs, what comes of it.

use crate::Outfit;
use crate::edition::components::Terrain;
use crate::event::{Aiming, Event, Faces};
use crate::land::Hex;
use crate::position::{Fate, Phase, Position, Who};
use crate::refusal::Refusal;
use crate::rules::{Play, Ruling};

/// A shot that is possible now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shot {
    pub target: Who,
    /// The faces that hit, as bits 1 to 6; 0 for a hit without a roll.
    pub faces: u8,
}

/// How far from sure a shot is that needs one of these faces.
pub(crate) fn doubt(faces: u8) -> u32 {
    match faces {
        0 => 0,
        faces => 7 - faces.count_ones(),
    }
}

/// What a shot that needs one of these faces does, such as "hits on a roll of 1, 2 or 3".
pub(crate) fn odds(faces: u8) -> String {
    let faces: Vec<String> =
        (1..=6).filter(|face| faces & (1 << face) != 0).map(|face: u8| face.to_string()).collect();
    match faces.split_last() {
        None => "hits without a roll".into(),
        Some((only, [])) => format!("hits on a roll of {only}"),
        Some((last, others)) => format!("hits on a roll of {} or {last}", others.join(", ")),
    }
}

impl Outfit {
    /// The best shot of the acting person, if he is in a shooting position and has not shot today
    /// (OS-BEAST-13, OS-BEAST-14). He need not take it (OS-BEAST-15).
    pub(crate) fn target(&self, p: &Position) -> Option<Shot> {
        if p.journey.shot {
            return None;
        }
        let shooter = p.acting;
        let role = self.part(shooter);
        let contacts = self.scenario.contacts.iter();
        contacts
            .filter(|contact| contact.shooting && contact.a == role && p.day >= contact.from_day)
            .flat_map(|contact| {
                let of_role = move |i: &Who| self.part(*i) == contact.b;
                self.everyone().filter(of_role)
            })
            .filter(|i| p.persons[*i].fate == Fate::Active)
            .filter_map(|target| {
                self.aim(p.actor().at, p.persons[target].at).map(|faces| Shot { target, faces })
            })
            .min_by_key(|shot| doubt(shot.faces))
    }

    /// The faces that hit from one hex to another; `None` if there is no shot (OS-BEAST-09,
    /// OS-BEAST-10, OS-BEAST-11, OS-BEAST-12, OS-BEAST-22).
    pub(crate) fn aim(&self, from: Hex, to: Hex) -> Option<u8> {
        let shooting = &self.scenario.shooting;
        let stand = self.board.land(from).terrain;
        let distance = self.board.distance(from, to);
        if distance == 0 {
            return Some(shooting.rolls[stand as usize]);
        }
        if shooting.range.is_empty() {
            return (distance == 1 && shooting.range1_from & stand.bit() != 0).then_some(0);
        }
        // OS-VAR-01
        let best = *shooting.range.get(usize::from(distance) - 1)?;
        if shooting.blind & stand.bit() != 0 {
            return None;
        }
        let mut open = true;
        self.board.between(from, to, |cell| {
            open &= cell
                .is_some_and(|cell| shooting.line_over & self.board.land(cell).terrain.bit() != 0);
        });
        let cover = shooting.cover & self.board.land(to).terrain.bit() != 0;
        let best = best.saturating_sub(u8::from(cover));
        (open && best > 0).then(|| (2..=best).fold(2, |faces, face| faces | 1 << face))
    }

    pub(super) fn judge_shot(&self, p: &Position) -> Ruling {
        let mut roles = self.scenario.contacts.iter().filter(|contact| contact.shooting);
        if !roles.any(|contact| contact.a == self.part(p.acting)) {
            return Err(Refusal::NoWeapon);
        }
        if p.journey.shot {
            return Err(Refusal::OneShotADay);
        }
        if self.target(p).is_none() {
            let stand = self.board.land(p.actor().at).terrain;
            let shooting = &self.scenario.shooting;
            return Err(match shooting.range.is_empty() {
                false if shooting.blind & stand.bit() == 0 => Refusal::NoOpenLine,
                true if stand == Terrain::Clear => Refusal::TooFar,
                _ => Refusal::NotInItsHex,
            });
        }
        Ok(())
    }
}

impl Play<'_> {
    /// The shot as everybody may know it: not from where or how far, if either is hidden.
    fn aiming(&self, shot: &Shot) -> Option<Aiming> {
        let (from, to) = (self.p.actor().at, self.p.persons[shot.target].at);
        let hidden = |who: Who| self.set.secret_of(self.p, who).is_some();
        (!hidden(self.p.acting) && !hidden(shot.target)).then(|| Aiming {
            ground: self.set.board.land(from).terrain,
            distance: self.set.board.distance(from, to),
            faces: Faces(shot.faces),
        })
    }

    /// A shot, which ends the move (OS-BEAST-14, OS-BEAST-16).
    pub(crate) fn shoot(&mut self) {
        let Some(shot) = self.set.target(self.p) else {
            return;
        };
        let acting = self.p.acting;
        self.p.journey.shot = true;
        let die = if shot.faces == 0 { 0 } else { self.person_die("shot", 6) };
        let hit = shot.faces == 0 || shot.faces & (1 << die) != 0;
        let aim = self.aiming(&shot);
        let (person, at) = (acting.number(), shot.target.number());
        self.log.tell(Event::Shot { person, at, aim, die, hit });
        if hit {
            let day = self.p.day;
            let target = &mut self.p.persons[shot.target];
            target.fate = Fate::Hit;
            target.ended = day;
            target.escort = Some(acting);
        }
        match self.p.phase {
            Phase::Decide => self.did_not_move(),
            Phase::Move if self.p.journey.steps == 0 => self.did_not_move(),
            Phase::Move => {
                self.p.persons[acting].stay_days = Some(0);
                self.p.phase = Phase::Needs;
            }
            _ => self.p.phase = Phase::Needs,
        }
        self.judge_now();
    }
}
