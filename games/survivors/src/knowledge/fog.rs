//! Fog of war: which enemies a side sees, what it remembers of the others, and the position as it
//! knows it.
//!
//! Whatever a seat is shown, offered or refused in fog is worked out from `Survivors::known`, in
//! which unseen enemies stand nowhere: nothing that they do can show through.

use crate::Survivors;
use crate::action::Figures;
use crate::geometry::point::{INCH, Mils};
use crate::position::{
    Figure, FigureId, Memory, Phase, Position, Side, Standing, Step, Waking, members,
};
use crate::refusal::{Checked, Unseen, no};
use std::borrow::Cow;
use table::Viewer;

/// How near one must be to be given away to by a shot. SV-FOG-03
const FLASH: Mils = 24 * INCH;

impl Survivors {
    fn slot(&self, position: &Position, side: Side, figure: FigureId) -> usize {
        side.index() * position.figures.len() + figure.index()
    }

    /// What a side remembers of a figure. SV-FOG-04
    pub(crate) fn memory<'a>(
        &self,
        position: &'a Position,
        side: Side,
        figure: FigureId,
    ) -> Option<&'a Memory> {
        position.fog.as_ref()?.memory.get(self.slot(position, side, figure))?.as_ref()
    }

    /// The figures on the table that a viewer may not see. SV-FOG-01
    pub(crate) fn unseen(&self, position: &Position, viewer: Viewer) -> Figures {
        let Some(fog) = &position.fog else {
            return 0;
        };
        let hidden_from = |side: Side| {
            let enemies = position.everybody().filter(|(_, figure)| {
                figure.is_playing()
                    && figure.side.is_some()
                    && self.scenario.hostile(side, figure.side)
            });
            enemies.fold(0, |set, (number, _)| set | number.bit()) & !fog.seen[side.index() % 4]
        };
        match viewer {
            _ if position.step == Step::Over => 0,
            Viewer::Referee => 0,
            Viewer::Seat(seat) => self.side_of(position, seat).map_or(0, hidden_from),
            Viewer::Table => self.hidden_from_the_table(position),
        }
    }

    /// Whoever stands about while there is somebody to hide from: nobody can know whom all the others
    /// see, so that the table shows what everybody knows and no more. SV-FOG-01
    fn hidden_from_the_table(&self, position: &Position) -> Figures {
        let hides = |figure: &Figure| {
            figure.is_playing()
                && figure.side.is_some()
                && self.sides().any(|side| self.scenario.hostile(side, figure.side))
        };
        let hidden = position.everybody().filter(|(_, figure)| hides(figure));
        hidden.fold(0, |set, (number, _)| set | number.bit())
    }

    /// The position as a viewer knows it: enemies that it does not see stand nowhere, and are as it
    /// remembers them; and nobody has said anything that it did not hear. The umpire hears everything.
    pub(crate) fn known<'a>(&self, position: &'a Position, viewer: Viewer) -> Cow<'a, Position> {
        let eyes = viewer.seat().and_then(|seat| self.side_of(position, seat));
        let umpire = viewer.seat().is_some() && eyes.is_none();
        let deaf = !umpire && self.has_words(position);
        let open = position.fog.is_none() && !deaf;
        if open || viewer == Viewer::Referee || position.step == Step::Over {
            return Cow::Borrowed(position);
        }
        let mut known = position.clone();
        if deaf {
            self.hear_as(&mut known, eyes);
        }
        let unseen = self.unseen(position, viewer);
        for figure in members(unseen) {
            known.figures[figure] = self.remembered(position, figure, eyes);
        }
        self.forget_doings(&mut known, unseen, eyes);
        Cow::Owned(known)
    }

    /// A figure that a side does not see: as it was when last seen, or at the start. Whose it is,
    /// what it rides and carries, and whether it is awake are open. SV-FOG-02
    pub(crate) fn remembered(
        &self,
        position: &Position,
        figure: FigureId,
        eyes: Option<Side>,
    ) -> Figure {
        let truth = &position.figures[figure];
        let memory = eyes.and_then(|side| self.memory(position, side, figure));
        let mut subject = match memory {
            Some(memory) => {
                let mut subject = memory.figure.clone();
                for _ in memory.turn..position.turn.min(memory.turn.saturating_add(2)) {
                    subject.new_turn();
                }
                subject
            }
            None => Figure::new(truth.sheet, truth.side, self.sheet(position, figure)),
        };
        subject.sheet = truth.sheet;
        subject.side = truth.side;
        subject.first_side = truth.first_side;
        subject.standing = Standing::Unseen;
        subject.mount = truth.mount;
        subject.kit = truth.kit;
        subject.carrying = truth.carrying;
        subject.alert = truth.alert;
        subject.waking = Waking::No;
        subject.in_hand =
            subject.in_hand.filter(|slot| subject.kit[usize::from(*slot) % 3].is_some());
        subject
    }

    /// Takes out of a position what unseen figures are about.
    pub(crate) fn forget_doings(
        &self,
        position: &mut Position,
        unseen: Figures,
        eyes: Option<Side>,
    ) {
        let hidden = |figure: FigureId| figure.is_in(unseen);
        position.active = position.active.filter(|active| !hidden(*active));
        position.contacts.retain(|contact| !hidden(contact.by) && !hidden(contact.on));
        let charged =
            position.charge.as_ref().map_or(0, |charge| charge.targets | charge.figure.bit());
        let fighting = position.melee.as_ref().map_or(0, |melee| melee.members);
        if charged & unseen != 0 {
            position.charge = None;
            position.step = Step::Phase(Phase::Movement);
        }
        if fighting & unseen != 0 {
            position.melee = None;
            position.step = Step::Phase(Phase::HandToHand);
        }
        if position.step == Step::Redirect && eyes != position.acting() {
            position.step = Step::Phase(Phase::Movement);
        }
    }

    /// Whether a seat may name a figure, in the position as it knows it. SV-FOG-08
    pub(crate) fn judge_seen(&self, position: &Position, figure: FigureId) -> Checked {
        match position.figures.get(figure.index()) {
            Some(subject) if subject.standing == Standing::Unseen => {
                no(Unseen::Hidden { figure: self.figure_name(figure) })
            }
            _ => Ok(()),
        }
    }

    /// Whether somebody of a side sees an enemy, or touches him. SV-FOG-01
    pub(crate) fn in_sight(&self, position: &Position, side: Side, figure: FigureId) -> bool {
        position.everybody().any(|(own, viewer)| {
            viewer.side == Some(side)
                && viewer.is_playing()
                && (self.sees(position, own, figure).is_some()
                    || self.in_contact(position, own, figure))
        })
    }

    /// Whoever fires gives itself away to all who are near. SV-FOG-03
    pub(crate) fn heed_shot(&self, position: &mut Position, shooter: FigureId) {
        if position.fog.is_none() {
            return;
        }
        let disc = position.figures[shooter].disc();
        for side in self.sides() {
            let near = position.figures.iter().any(|figure| {
                figure.side == Some(side)
                    && figure.is_playing()
                    && self.gap_at_most(&disc, &figure.disc(), FLASH)
            });
            if near {
                self.give_away(position, side, shooter);
            }
        }
    }

    /// Whoever charges and whoever is charged know of each other. SV-FOG-03
    pub(crate) fn heed_charge(&self, position: &mut Position, by: FigureId, targets: Figures) {
        for on in members(targets) {
            for (one, other) in [(by, on), (on, by)] {
                if let Some(side) = position.figures[one].side {
                    self.give_away(position, side, other);
                }
            }
        }
    }

    /// Shows a figure to a side until the turn ends.
    pub(crate) fn give_away(&self, position: &mut Position, side: Side, figure: FigureId) {
        let (turn, slot) = (position.turn, self.slot(position, side, figure));
        let Some(fog) = position.fog.as_mut() else { return };
        if fog.turn != turn {
            fog.turn = turn;
            fog.shown = [0; 4];
        }
        fog.shown[side.index() % 4] |= figure.bit();
        let figure = self.as_heard(&position.figures[figure], side);
        fog.memory[slot] = Some(Memory { turn, figure });
    }

    /// Looks about on all sides, and remembers what is seen.
    pub(crate) fn look_about(&self, position: &mut Position) {
        let Some(mut fog) = position.fog.take() else {
            return;
        };
        if fog.turn != position.turn {
            fog.turn = position.turn;
            fog.shown = [0; 4];
        }
        for side in self.sides() {
            let mut seen = 0;
            for (number, figure) in position.everybody() {
                let enemy = figure.is_playing()
                    && figure.side.is_some()
                    && self.scenario.hostile(side, figure.side);
                let shown = number.is_in(fog.shown[side.index() % 4]);
                if position.turn > 0 && enemy && (shown || self.in_sight(position, side, number)) {
                    seen |= number.bit();
                    let slot = self.slot(position, side, number);
                    let figure = self.as_heard(figure, side);
                    let memory = Memory { turn: position.turn, figure };
                    fog.memory[slot] = Some(memory);
                }
            }
            fog.seen[side.index() % 4] = seen;
        }
        position.fog = Some(fog);
    }
}
