//! Who can tell what was said, where words are told only to those in hearing: whoever did not hear them sees
//! nothing of them, and imagines them wherever they may have been said. SV-COM-11

use crate::Survivors;
use crate::geometry::point::{INCH, Mils};
use crate::position::{
    Cheer, Ears, Encouraged, Figure, FigureId, Phase, Position, Said, Side, Spoke, Step, Waking,
};
use crate::rules::communication::{SHOUT, SPEECH};
use std::borrow::Cow;
use table::Dice;

/// How far mounting or dismounting carries one at most.
const SADDLE: Mils = 5 * INCH / 2;

impl Survivors {
    /// What words cost in actions. SV-COM-05
    pub(crate) fn price_of_words(&self) -> u8 {
        u8::from(!self.options.talk_free)
    }

    /// Whether there are words that somebody may not have heard.
    pub(super) fn has_words(&self, position: &Position) -> bool {
        self.options.strict_comms && position.figures.iter().any(|figure| figure.has_words())
    }

    /// Makes everything that was said what a side heard of it, or what everybody did.
    pub(super) fn hear_as(&self, position: &mut Position, eyes: Option<Side>) {
        let price = self.price_of_words();
        position.figures.iter_mut().for_each(|figure| figure.hear_as(eyes, price));
    }

    /// A figure as a side knows it by what it heard.
    pub(super) fn as_heard(&self, figure: &Figure, side: Side) -> Figure {
        let mut figure = figure.clone();
        figure.hear_as(Some(side), self.price_of_words());
        figure
    }

    /// The position as far as everybody has heard what was said in it.
    pub(crate) fn overt<'a>(&self, position: &'a Position) -> Cow<'a, Position> {
        if !self.has_words(position) {
            return Cow::Borrowed(position);
        }
        let mut overt = position.clone();
        self.hear_as(&mut overt, None);
        Cow::Owned(overt)
    }

    /// Whether a side hears what a figure says: somebody of it is near enough, and in fog it sees who speaks.
    /// SV-COM-06, SV-FOG-08
    pub(crate) fn would_hear(
        &self,
        position: &Position,
        side: Side,
        figure: FigureId,
        far: Mils,
    ) -> bool {
        let disc = position.figures[figure].disc();
        let near = position.everybody().any(|(number, other)| {
            number != figure
                && other.side == Some(side)
                && other.is_playing()
                && self.gap_at_most(&disc, &other.disc(), far)
        });
        near && self.follows_now(position, side, figure)
    }

    /// Notes that a side may say something now: whoever would not hear it cannot tell from then on whether its
    /// figures spoke, and whom they encouraged.
    pub(crate) fn doubt_words(&self, position: &mut Position, side: Side) {
        if !self.options.strict_comms {
            return;
        }
        for eyes in self.sides().filter(|eyes| *eyes != side) {
            for figure in position.ids() {
                let subject = &position.figures[figure];
                if subject.side != Some(side) || !subject.is_playing() {
                    continue;
                }
                let unheard = subject.alert && !self.would_hear(position, eyes, figure, SPEECH);
                let cheered = self.sheet(position, figure).civilian
                    && position.ids().any(|by| self.may_cheer(position, eyes, by, figure));
                let subject = &mut position.figures[figure];
                if unheard && subject.spoke != Spoke::Yes {
                    let mut said = subject.spoke.said().unwrap_or_default();
                    said.ears.doubt |= eyes.bit();
                    subject.spoke = Spoke::Perhaps(said);
                }
                if cheered && matches!(subject.encouraged, Encouraged::No | Encouraged::Perhaps(_))
                {
                    let mut cheer = subject.encouraged.cheer().unwrap_or_default();
                    cheer.ears.doubt |= eyes.bit();
                    subject.encouraged = Encouraged::Perhaps(cheer);
                }
            }
        }
    }

    /// Whether one figure may encourage another now, as far as a side that does not hear it can tell.
    fn may_cheer(&self, position: &Position, eyes: Side, by: FigureId, friend: FigureId) -> bool {
        let (speaker, other) = (&position.figures[by], &position.figures[friend]);
        if by == friend || speaker.side != other.side || !speaker.is_playing() || !speaker.alert {
            return false;
        }
        let in_sight = |figure| self.follows_now(position, eyes, figure);
        !in_sight(by)
            || !in_sight(friend)
            || !self.would_hear(position, eyes, by, SPEECH)
                && self.gap_at_most(&speaker.disc(), &other.disc(), SPEECH)
    }

    /// Whether a figure may have spoken in this phase, as far as a side that did not hear it can tell: it has an
    /// action that nobody saw it use.
    fn may_have_spoken(&self, position: &Position, eyes: Side, figure: FigureId) -> bool {
        let said = position.figures[figure].spoke.said();
        let doubted = said.is_some_and(|said| said.ears.doubted_by(eyes));
        let subject = self.as_heard(&position.figures[figure], eyes);
        let allowance = self.sheet(position, figure).class.allowance();
        doubted && (self.options.talk_free || subject.can_act(allowance, 1))
    }

    /// Whether one figure may have encouraged another in this phase, as far as a side can tell.
    fn may_have_cheered(
        &self,
        position: &Position,
        eyes: Side,
        by: FigureId,
        friend: FigureId,
    ) -> bool {
        let (speaker, other) = (&position.figures[by], &position.figures[friend]);
        let cheer = other.encouraged.cheer();
        let doubted = cheer.is_some_and(|cheer| !cheer.now && cheer.ears.doubted_by(eyes));
        if !doubted || by == friend || speaker.side != other.side {
            return false;
        }
        let in_sight = |figure| self.follows_now(position, eyes, figure);
        if !in_sight(by) {
            return true;
        }
        // Words that a side heard in fog may have been for somebody whom it did not see.
        let said = speaker.spoke.said();
        let to_unseen = position.fog.is_some()
            && said.is_some_and(|said| said.so && !said.alert && !said.shout)
            && !self.may_have_spoken(position, eyes, by);
        let used =
            |figure: FigureId| Mils::from(self.as_heard(&position.figures[figure], eyes).used);
        let far = SPEECH + SADDLE * (used(by) + used(friend));
        (to_unseen || self.may_have_spoken(position, eyes, by))
            && (!in_sight(friend) || self.gap_at_most(&speaker.disc(), &other.disc(), far))
    }

    /// Any Other Events begins: nobody will be tested any more, and what encouraged them is over, so that nobody can
    /// be seen to be encouraged anew.
    pub(crate) fn forget_cheers(&self, position: &mut Position) {
        if self.options.strict_comms {
            position.figures.iter_mut().for_each(|figure| figure.encouraged = Encouraged::No);
        }
    }

    /// Any Other Events is over: who spoke does not matter any more, and who may have been encouraged is whom
    /// somebody may have encouraged who did nothing else instead.
    pub(crate) fn settle_words(&self, position: &mut Position) {
        if !self.options.strict_comms {
            return;
        }
        for friend in position.ids() {
            let Some(cheer) = position.figures[friend].encouraged.cheer() else { continue };
            let doubts = self.sides().filter(|eyes| {
                position.ids().any(|by| self.may_have_cheered(position, *eyes, by, friend))
            });
            let doubt = doubts.fold(0, |sides, eyes| sides | eyes.bit());
            let ears = Ears { doubt, ..cheer.ears };
            position.figures[friend].encouraged = match cheer.so || doubt != 0 {
                true => Encouraged::Perhaps(Cheer { ears, ..cheer }),
                false => Encouraged::No,
            };
        }
        let price = self.price_of_words();
        for figure in &mut position.figures {
            if let Some(said) = figure.spoke.said() {
                figure.used = figure.used.saturating_sub(price * u8::from(said.so));
                figure.spoke = Spoke::No;
            }
        }
    }

    /// Takes out of a position what a side did not hear. Whom else it reached nobody can tell in fog.
    pub(super) fn unsay(&self, guess: &mut Position, own: Side) {
        if !self.options.strict_comms {
            return;
        }
        let all = self.sides().fold(0, |sides, side| sides | side.bit());
        let (price, fog) = (self.price_of_words(), guess.fog.is_some());
        for figure in &mut guess.figures {
            figure.unsay(own, price);
            if !fog {
                continue;
            }
            let theirs = Side::set_of(figure.side);
            let open = own.bit() | theirs;
            let blur = |ears: &mut Ears| {
                ears.heard &= open;
                ears.doubt = ears.doubt & own.bit() | all & !open;
            };
            match &mut figure.spoke {
                Spoke::Perhaps(said) => blur(&mut said.ears),
                Spoke::No | Spoke::Yes => {}
            }
            if let Encouraged::Perhaps(cheer) = &mut figure.encouraged {
                blur(&mut cheer.ears);
            }
            if let Waking::Called(heard) = &mut figure.waking {
                *heard &= open;
            }
        }
    }

    /// What may have been said unheard by a side: who spoke, whom they woke and encouraged.
    pub(super) fn guess_words(&self, guess: &mut Position, own: Side, dice: &mut Dice) {
        if !self.options.strict_comms {
            return;
        }
        let speaking = guess.step == Step::Phase(Phase::Other);
        for figure in guess.ids() {
            if guess.figures[figure].side == Some(own) {
                continue;
            }
            if speaking {
                if self.may_have_spoken(guess, own, figure) && dice.roll("words", 4) == 1 {
                    self.guess_speech(guess, own, figure, dice);
                }
                continue;
            }
            let theirs = Side::set_of(guess.figures[figure].side);
            if let Encouraged::Perhaps(cheer) = &mut guess.figures[figure].encouraged
                && cheer.ears.doubted_by(own)
                && dice.roll("words", 4) == 1
            {
                (cheer.so, cheer.ears.heard) = (true, theirs);
            }
        }
    }

    /// Something that a figure may have said.
    fn guess_speech(&self, guess: &mut Position, own: Side, by: FigureId, dice: &mut Dice) {
        let whose = guess.figures[by].side;
        let shout = !self.would_hear(guess, own, by, SHOUT) && dice.roll("words", 2) == 1;
        let far = if shout { SHOUT } else { SPEECH };
        let others = self.sides().filter(|side| {
            *side != own && (Some(*side) == whose || self.would_hear(guess, *side, by, far))
        });
        let heard = others.fold(0, |sides, side| sides | side.bit());
        let cheered = |friend: &FigureId| {
            let so = guess.figures[*friend].encouraged.is_so();
            !shout && !so && self.may_have_cheered(guess, own, by, *friend)
        };
        let mut friends: Vec<Option<FigureId>> = guess.ids().filter(cheered).map(Some).collect();
        friends.push(None);
        let friend = dice.pick("words", &friends).copied().flatten();
        let alert = self.scenario.alarm && friend.is_none() && dice.roll("words", 2) == 1;
        let subject = &mut guess.figures[by];
        subject.used += self.price_of_words();
        let disc = subject.disc();
        let doubt = subject.spoke.said().map_or(0, |said| said.ears.doubt);
        let ears = Ears { heard, doubt };
        subject.spoke = Spoke::Perhaps(Said { so: true, shout, alert, ears });
        if let Some(friend) = friend
            && let Encouraged::Perhaps(cheer) = &mut guess.figures[friend].encouraged
        {
            (cheer.so, cheer.ears.heard) = (true, heard);
        }
        for other in guess.ids().filter(|other| alert && *other != by) {
            let sleeper = &guess.figures[other];
            let hears = sleeper.side == whose
                && sleeper.is_playing()
                && !sleeper.alert
                && self.gap_at_most(&disc, &sleeper.disc(), far);
            if hears && guess.figures[other].waking == Waking::No {
                guess.figures[other].waking = Waking::Called(heard);
            }
        }
    }
}
