//! What a seat is offered is what it is allowed: generator and judge agree, refusals give their reasons
//! and change nothing, and no action makes the rules panic.

use super::texts::refusal_reads_well;
use super::walk::Walk;
use super::{Held, Written, must, never_panics};
use crate::dice::{Dice, Seed};
use crate::log::Log;
use crate::refusal::Refused;
use crate::rules::Rules;
use crate::seat::Seat;
use crate::shown::Conformant;

/// Actions of one seat that are tried by another, which need not decide.
const MOST_BORROWED: usize = 4;

/// Places of one list from which an action is picked.
const MOST_PICKED: usize = 12;

/// An action that was tried, and the judge's answer.
type Probe<G> = (<G as Rules>::Action, Result<(), <G as Rules>::Refusal>);

/// What was offered to a seat, tried by it, and answered.
pub(super) struct Offer<G: Rules> {
    pub(super) awaited: bool,
    pub(super) legal: Vec<G::Action>,
    pub(super) probes: Vec<Probe<G>>,
}

impl<G: Conformant> Walk<'_, G> {
    pub(super) fn listed(&self, seat: Seat) -> Vec<G::Action> {
        let mut legal = Vec::new();
        self.game.game().legal(self.game.position(), seat, &mut legal);
        legal
    }

    /// What the seat is offered agrees with what it is allowed.
    pub(super) fn offer_holds(&mut self, seat: Seat) -> Result<Offer<G>, String> {
        let awaited = self.game.status().awaits(seat);
        let legal = never_panics(|| format!("legal for seat {seat}"), || self.listed(seat))?;
        self.list_holds(seat, awaited, &legal)?;
        if awaited {
            self.lapse_holds(seat)?;
        } else {
            self.idle_seat_is_refused(seat)?;
        }
        let (game, position) = (self.game.game(), self.game.position());
        let mut tried = Vec::new();
        game.probes(position, seat, &mut self.look, &mut tried);
        let mut probes = Vec::with_capacity(tried.len());
        for probe in tried {
            let line = Written(game, &probe);
            let answer = never_panics(
                || format!("check of {line} of seat {seat}"),
                || game.check(position, seat, &probe),
            )?;
            let listed = legal.contains(&probe);
            match &answer {
                Ok(()) => {
                    must(awaited, || {
                        format!("seat {seat} need not decide, but {line} is accepted")
                    })?;
                    must(listed || !game.complete(), || {
                        format!("{line} is accepted but not listed")
                    })?;
                }
                Err(refusal) => {
                    must(!listed, || format!("{line} is listed but refused: {refusal}"))?;
                    self.refusal_holds(seat, &probe, refusal)?;
                }
            }
            probes.push((probe, answer));
        }
        Ok(Offer { awaited, legal, probes })
    }

    /// The generator lists what the judge accepts, each action once, after what is there already.
    fn list_holds(&self, seat: Seat, awaited: bool, legal: &[G::Action]) -> Held {
        let (game, position) = (self.game.game(), self.game.position());
        if let Some(action) = legal.first().filter(|_| !awaited) {
            let line = Written(game, action);
            return Err(format!("seat {seat} need not decide but is offered {line}"));
        }
        must(!awaited || !legal.is_empty() || !game.complete(), || {
            format!("seat {seat} must decide but has no action")
        })?;
        let mut again = legal.to_vec();
        game.legal(position, seat, &mut again);
        must(again.len() == 2 * legal.len() && again[..legal.len()] == *legal, || {
            "the list of actions is not added to what is there".into()
        })?;
        must(again[legal.len()..] == *legal, || "the same list in another order".into())?;
        for (i, action) in legal.iter().enumerate() {
            let line = Written(game, action);
            must(!legal[..i].contains(action), || format!("{line} is listed twice"))?;
            game.check(position, seat, action)
                .map_err(|refusal| format!("{line} is listed but refused: {refusal}"))?;
        }
        self.picks_hold(seat, legal)
    }

    /// What is picked by its place is what stands there in the list, without what gives up.
    fn picks_hold(&self, seat: Seat, legal: &[G::Action]) -> Held {
        let (game, position) = (self.game.game(), self.game.position());
        let plays_on = legal.iter().filter(|action| !game.gives_up(action));
        let plays_on: Vec<&G::Action> = plays_on.collect();
        let mut list = Vec::new();
        let mut pick = |place: usize| {
            let mut heard = None;
            let mut choose = |count: usize| {
                heard = Some(count);
                place.min(count.saturating_sub(1))
            };
            let picked = game.pick(position, seat, &mut list, &mut choose);
            (picked, heard)
        };
        if plays_on.is_empty() {
            return must(pick(0) == (None, None), || "picked from an empty list".into());
        }
        let step = plays_on.len().div_ceil(MOST_PICKED);
        let last = plays_on.len() - 1;
        for place in (0..plays_on.len()).step_by(step).chain([last]) {
            let (picked, heard) = never_panics(|| format!("pick {place}"), || pick(place))?;
            must(heard == Some(plays_on.len()), || {
                format!("{} can be picked, but {heard:?} are counted", plays_on.len())
            })?;
            must(picked.as_ref() == Some(plays_on[place]), || {
                let line = Written(game, plays_on[place]);
                format!("{line} is listed where something else is picked: {picked:?}")
            })?;
        }
        Ok(())
    }

    fn lapse_holds(&self, seat: Seat) -> Held {
        let (game, position) = (self.game.game(), self.game.position());
        let lapse =
            never_panics(|| format!("lapse of seat {seat}"), || game.lapse(position, seat))?;
        let line = Written(game, &lapse);
        game.check(position, seat, &lapse)
            .map_err(|refusal| format!("the lapse {line} is refused: {refusal}"))
    }

    /// A seat that need not decide cannot do what another may.
    fn idle_seat_is_refused(&self, seat: Seat) -> Held {
        let Some(deciding) = self.game.status().first() else {
            return Ok(());
        };
        let (game, position) = (self.game.game(), self.game.position());
        for action in self.listed(deciding).iter().take(MOST_BORROWED) {
            let line = Written(game, action);
            must(game.check(position, seat, action).is_err(), || {
                format!("seat {seat} need not decide, but {line} is accepted")
            })?;
        }
        Ok(())
    }

    fn refusal_holds(&self, seat: Seat, probe: &G::Action, refusal: &G::Refusal) -> Held {
        let (game, truth) = (self.game.game(), self.game.position());
        let line = Written(game, probe);
        must(!refusal.to_string().trim().is_empty(), || {
            format!("{line} is refused without a reason")
        })?;
        must(self.rules.contains(refusal.rule().0), || {
            format!("{line} is refused by {}, which is not in the ledger", refusal.rule())
        })?;
        refusal_reads_well(refusal)?;
        let what = format!("the refusal by {}", refusal.rule());
        self.phrases_hold(seat, &what, &refusal.to_string())?;
        let mut position = truth.clone();
        let (mut dice, mut log) = (Dice::loaded(Vec::new()), Log::quiet());
        let refused = game.play(&mut position, seat, probe, &mut dice, &mut log);
        must(refused.is_err(), || format!("{line} is refused, but played"))?;
        must(position == *truth, || format!("the refused {line} changed the position"))?;
        // What an action leads to that is not allowed is open, but the rules live through it.
        let mut dice = Dice::seeded(Seed::from_number(0));
        never_panics(
            || format!("apply of the refused {line} of seat {seat}"),
            || game.apply(&mut position, seat, probe, &mut dice, &mut Log::new()),
        )
    }
}
