//! Speech and shouts.

use crate::Survivors;
use crate::action::Effect;
use crate::event::Event;
use crate::geometry::point::{INCH, Mils};
use crate::position::{
    Cheer, Ears, Encouraged, Figure, FigureId, Position, Said, Side, Spoke, Waking,
};
use crate::refusal::{Checked, Communication, Turn, no};
use table::{Audience, Log, Seats};

/// Speech carries so far. SV-COM-02
pub const SPEECH: Mils = 4 * INCH;
/// A shout carries so far. SV-COM-03
pub const SHOUT: Mils = 8 * INCH;

impl Survivors {
    /// SV-COM-01, SV-COM-02, SV-COM-03, SV-COM-04, SV-COM-05, SV-COM-06, SV-COM-07, SV-COM-08
    pub(crate) fn judge_say(
        &self,
        position: &Position,
        figure: FigureId,
        shout: bool,
        text: Option<&str>,
        effect: Effect,
    ) -> Checked {
        let subject = &position.figures[figure];
        if !subject.is_playing() || !subject.alert {
            return no(Turn::NotInPlayAndAwake);
        }
        if subject.spoke.is_so() {
            return no(Communication::OnceATurn);
        }
        if !self.options.talk_free {
            self.judge_budget(position, figure, 1)?;
        }
        let text = text.unwrap_or("");
        if shout && text.split_whitespace().count() > 3 {
            return no(Communication::ThreeWords);
        }
        if text.split_whitespace().any(|word| word.chars().count() > 20)
            || text.chars().count() > 200
            || text.contains('"')
        {
            return no(Communication::TooLong);
        }
        match effect {
            Effect::None if text.is_empty() => no(Communication::SaySomething),
            Effect::None | Effect::Alert => Ok(()),
            Effect::Encourage(friend) => {
                let fits = position.figures.get(friend.index()).is_some_and(|other| {
                    other.side == subject.side
                        && other.is_playing()
                        && friend != figure
                        && self.gap_at_most(&subject.disc(), &other.disc(), SPEECH)
                });
                if shout {
                    no(Communication::SpokenNotShouted)
                } else if !fits || !self.sheet(position, friend).civilian {
                    no(Communication::NobodyToEncourage)
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Speaks. SV-COM-06, SV-COM-08, SV-COM-10
    pub(crate) fn say(
        &self,
        position: &mut Position,
        figure: FigureId,
        shout: bool,
        text: &Option<std::sync::Arc<str>>,
        effect: Effect,
        log: &mut Log<Event>,
    ) {
        let (disc, side) = (position.figures[figure].disc(), position.figures[figure].side);
        let far = if shout { SHOUT } else { SPEECH };
        let hears = |position: &Position, other: FigureId| {
            other != figure
                && position.figures[other].is_playing()
                && self.gap_at_most(&disc, &position.figures[other].disc(), far)
        };
        let strict = self.options.strict_comms;
        if let Some(side) = side {
            self.doubt_words(position, side);
        }
        let told =
            |other: &Side| Some(*other) == side || self.would_hear(position, *other, figure, far);
        let heard = match strict {
            true => self.sides().filter(told).fold(0, |sides, other| sides | other.bit()),
            false => 0,
        };
        log.tell_to(
            || {
                if !strict {
                    return Audience::All;
                }
                let sides = self.sides().filter(|other| other.is_in(heard));
                let seats = sides.map(|other| self.seat_of(position, other));
                Audience::Only(seats.chain(self.umpire()).collect::<Seats>())
            },
            || Event::Says {
                figure,
                shout,
                text: text.clone(),
                effect,
                heard: position.ids().filter(|other| hears(position, *other)).collect(),
            },
        );
        let speaker = &mut position.figures[figure];
        speaker.used += self.price_of_words();
        speaker.spoke = match strict {
            true => {
                let doubt = speaker.spoke.said().map_or(0, |said| said.ears.doubt);
                let alert = effect == Effect::Alert;
                Spoke::Perhaps(Said { so: true, shout, alert, ears: Ears { heard, doubt } })
            }
            false => Spoke::Yes,
        };
        match effect {
            Effect::None => {}
            Effect::Alert => {
                for other in position.ids() {
                    if position.figures[other].side == side && hears(position, other) {
                        let waking = &mut position.figures[other].waking;
                        *waking = match *waking {
                            Waking::No if strict => Waking::Called(heard),
                            Waking::Called(before) => Waking::Called(before | heard),
                            _ => Waking::Yes,
                        };
                    }
                }
            }
            Effect::Encourage(friend) if strict => {
                let cheer = position.figures[friend].encouraged.cheer().unwrap_or_default();
                let sees =
                    |other: &Side| other.is_in(heard) && self.follows_now(position, *other, friend);
                let heard = self.sides().filter(sees).fold(0, |sides, other| sides | other.bit());
                let ears = Ears { heard: cheer.ears.heard | heard, ..cheer.ears };
                let cheer = Cheer { so: true, now: false, ears };
                position.figures[friend].encouraged = Encouraged::Perhaps(cheer);
            }
            Effect::Encourage(friend) => {
                position.figures[friend].encouraged = Encouraged::Fresh;
            }
        }
    }

    /// Messages that do something. SV-COM-08
    pub(crate) fn offer_says(
        &self,
        position: &Position,
        figure: FigureId,
        each: &mut dyn FnMut((bool, Effect)),
    ) {
        let subject = &position.figures[figure];
        let allowance = self.sheet(position, figure).class.allowance();
        if !subject.is_playing()
            || subject.spoke.is_so()
            || !subject.alert
            || !self.options.talk_free && !subject.can_act(allowance, 1)
        {
            return;
        }
        let hears =
            |other: &Figure, far: i32| self.gap_at_most(&subject.disc(), &other.disc(), far);
        let friends = || {
            let all = position.everybody();
            all.filter(|(number, other)| {
                *number != figure && other.side == subject.side && other.is_playing()
            })
        };
        if self.scenario.alarm {
            for (shout, far) in [(true, SHOUT), (false, SPEECH)] {
                let asleep =
                    |other: &Figure| !other.alert && !other.waking.is_so() && hears(other, far);
                if friends().any(|(_, other)| asleep(other)) {
                    each((shout, Effect::Alert));
                }
            }
        }
        for (number, friend) in friends() {
            if !friend.encouraged.is_so()
                && self.needs_courage(position, number)
                && hears(friend, SPEECH)
            {
                each((false, Effect::Encourage(number)));
            }
        }
    }
}
