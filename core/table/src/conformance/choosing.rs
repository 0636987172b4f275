//! Set-ups: what the catalogue offers can be opened, what it does not is refused, and every value of
//! every option makes a difference somewhere.

use super::{Held, Suite, must, never_panics};
use crate::catalogue::{Catalogue, OptionInfo, ScenarioInfo, Setup};
use crate::dice::{Dice, Roll, Seed};
use crate::log::{Entry, Log};
use crate::seat::{Names, Seat, Viewer};
use crate::shown::Conformant;
use std::collections::BTreeSet;

/// Games that are played under an option, scenario by scenario, until it makes a difference.
const MOST_TRIED: u64 = 8;

/// Decisions for which such a game is followed.
const MOST_FOLLOWED: u64 = 3000;

/// One position in so many is looked at through everybody's eyes, and probed.
const LOOKED_AT: u64 = 16;

/// Every scenario with its fewest and with its most seats.
pub(super) fn scenarios(catalogue: &Catalogue) -> Vec<Setup> {
    let seated = |scenario: &ScenarioInfo| -> Vec<Setup> {
        let seats: BTreeSet<u16> =
            scenario.seats().next().into_iter().chain(scenario.seats().next_back()).collect();
        seats.into_iter().map(|seats| seat(catalogue, scenario, seats, |setup| setup)).collect()
    };
    catalogue.scenarios.iter().flat_map(seated).collect()
}

/// A set-up with so many seats and as many more as its options need.
fn seat(
    catalogue: &Catalogue,
    scenario: &ScenarioInfo,
    seats: u16,
    choose: impl FnOnce(Setup) -> Setup,
) -> Setup {
    let mut setup = choose(Setup::new(&scenario.id, seats));
    setup.seats += catalogue.seats_more(&setup);
    setup
}

/// The catalogue contradicts neither itself nor the ledger, and what it does not offer is refused.
pub(super) fn catalogue_holds<G: Conformant>(rules: &BTreeSet<String>) -> Held {
    let catalogue = G::catalogue(&G::house()).map_err(|error| error.to_string())?;
    must(catalogue.game == G::ID, || format!("the catalogue is that of `{}`", catalogue.game))?;
    must(!catalogue.scenarios.is_empty(), || "the catalogue offers no scenario".into())?;
    let (mut ids, mut keys) = (BTreeSet::new(), BTreeSet::new());
    for scenario in &catalogue.scenarios {
        must(ids.insert(&scenario.id), || format!("two scenarios are called `{}`", scenario.id))?;
        let seats = scenario.seats().next();
        must(seats.is_some_and(|seats| seats > 0), || {
            format!("`{}` takes no number of seats", scenario.id)
        })?;
        let setup = seat(&catalogue, scenario, scenario.min_seats, |setup| setup);
        catalogue.admits(&setup).map_err(|error| format!("`{}`: {error}", scenario.id))?;
    }
    for option in &catalogue.options {
        must(keys.insert(&option.key), || format!("two options are called `{}`", option.key))?;
        let canonical = option.read(&option.default).as_ref() == Ok(&option.default);
        must(canonical, || format!("`{}` cannot be `{}`", option.key, option.default))?;
        must(option.rule.is_empty() || rules.contains(&option.rule), || {
            format!("`{}` is under {}, which is not in the ledger", option.key, option.rule)
        })?;
    }
    for (key, _) in G::unshown_options() {
        must(keys.contains(&key.to_string()), || format!("there is no option `{key}` to excuse"))?;
    }
    wrong_setups_are_refused::<G>(&catalogue)
}

fn wrong_setups_are_refused<G: Conformant>(catalogue: &Catalogue) -> Held {
    let right = scenarios(catalogue).into_iter().next().unwrap_or_default();
    let most = catalogue.scenarios.first().map_or(0, |scenario| scenario.max_seats);
    let more = catalogue.seats_more(&right);
    let seats = |seats| Setup { seats, ..right.clone() };
    let mut wrong = vec![
        ("a scenario that is not there", Setup { scenario: "xyzzy".into(), ..right.clone() }),
        ("no seats", seats(0)),
        ("a seat too many", seats(most.saturating_add(more).saturating_add(1))),
        ("an option that is not there", right.clone().with("xyzzy", "on")),
    ];
    if let Some(option) = catalogue.options.first() {
        let setup = right.clone().with(&option.key, "xyzzy");
        wrong.push(("a value that an option cannot have", setup));
    }
    for (what, setup) in wrong {
        let opened =
            never_panics(|| format!("open with {what}"), || G::open(&G::house(), &setup).is_ok())?;
        must(!opened, || format!("a set-up with {what} is opened: {setup:?}"))?;
    }
    Ok(())
}

/// For every value of every option a set-up in which it makes a difference.
pub(super) fn options<G: Conformant>(suite: &Suite) -> Result<Vec<Setup>, String> {
    let catalogue = G::catalogue(&G::house()).map_err(|error| error.to_string())?;
    let excused = G::unshown_options();
    let (mut setups, mut problems) = (Vec::new(), Vec::new());
    for option in &catalogue.options {
        let excused = excused.iter().any(|(key, _)| *key == option.key);
        for value in option.values().into_iter().filter(|value| *value != option.default) {
            match shown::<G>(&catalogue, option, &value, excused, suite.seed) {
                Ok(setup) => setups.push(setup),
                Err(problem) => problems.push(problem),
            }
        }
    }
    if problems.is_empty() { Ok(setups) } else { Err(problems.join("\n")) }
}

/// The set-up in which this value first makes a difference.
fn shown<G: Conformant>(
    catalogue: &Catalogue,
    option: &OptionInfo,
    value: &str,
    excused: bool,
    seed: u64,
) -> Result<Setup, String> {
    let mut opened = None;
    let mut refused = String::new();
    for scenario in &catalogue.scenarios {
        let seats: BTreeSet<u16> = [scenario.seats_near(2), scenario.min_seats].into();
        for seats in seats {
            let plain = seat(catalogue, scenario, seats, |setup| setup);
            let changed = seat(catalogue, scenario, seats, |it| it.with(&option.key, value));
            let game = match G::open(&G::house(), &changed.for_rules::<G>()) {
                Ok(game) => game,
                Err(error) => {
                    refused = error.to_string();
                    continue;
                }
            };
            let other = G::open(&G::house(), &plain.for_rules::<G>());
            let other = other.map_err(|error| error.to_string())?;
            let differs = || (seed..seed + MOST_TRIED).any(|seed| differ(&game, &other, seed));
            let place = || format!("{} {changed:?}", G::ID);
            if plain.seats != changed.seats || !excused && never_panics(place, differs)? {
                return Ok(changed);
            }
            opened.get_or_insert(changed);
        }
    }
    match opened {
        None => Err(format!("no scenario takes `{}` = `{value}`: {refused}", option.key)),
        Some(setup) if excused => Ok(setup),
        Some(_) => Err(format!(
            "the option `{}` is never read: random games with `{value}` are those with `{}`",
            option.key, option.default
        )),
    }
}

/// Whether two games of the same seats differ anywhere in the random game of this seed.
fn differ<G: Conformant>(one: &G, two: &G, number: u64) -> bool {
    if one.endings() != two.endings() {
        return true;
    }
    let seed = Seed::from_number(number);
    let mut play = Dice::seeded(Seed::from_number(!number));
    let (mut a, mut b) = (Half::start(one, seed), Half::start(two, seed));
    for step in 1..MOST_FOLLOWED {
        let status = one.status(&a.position);
        if a.told() != b.told() || a.position != b.position || status != two.status(&b.position) {
            return true;
        }
        if step % LOOKED_AT == 1 && a.looks_unlike(&b, &mut play) {
            return true;
        }
        let Some(seat) = status.first() else {
            return a.looks_unlike(&b, &mut play);
        };
        let (legal, other) = (a.legal(seat), b.legal(seat));
        let lapse = one.lapse(&a.position, seat);
        if legal != other || lapse != two.lapse(&b.position, seat) {
            return true;
        }
        let kept: Vec<G::Action> =
            legal.into_iter().filter(|action| !one.gives_up(action)).collect();
        let action = play.pick("random play", &kept).cloned().unwrap_or(lapse);
        a.act(seat, &action, Dice::for_step(seed, step));
        b.act(seat, &action, Dice::for_step(seed, step));
    }
    false
}

/// One of two games that are played side by side.
struct Half<'a, G: Conformant> {
    game: &'a G,
    position: G::Position,
    dice: Dice,
    log: Log<G::Event>,
}

impl<'a, G: Conformant> Half<'a, G> {
    fn start(game: &'a G, seed: Seed) -> Half<'a, G> {
        let (mut dice, mut log) = (Dice::for_step(seed, 0), Log::new());
        Half { position: game.start(&mut dice, &mut log), game, dice, log }
    }

    fn act(&mut self, seat: Seat, action: &G::Action, dice: Dice) {
        self.dice = dice;
        self.game.apply(&mut self.position, seat, action, &mut self.dice, &mut self.log);
    }

    fn legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut legal = Vec::new();
        self.game.legal(&self.position, seat, &mut legal);
        legal
    }

    /// What the last step told whom, and its dice.
    fn told(&mut self) -> (Vec<Entry<G::Event>>, Vec<Roll>) {
        (self.log.take(), self.dice.take_rolls())
    }

    /// Whether something that somebody sees, or is refused, is another thing in the other game.
    fn looks_unlike(&self, other: &Half<'_, G>, dice: &mut Dice) -> bool {
        let seats = || Seat::first(self.game.setup().seats);
        let viewers = seats().map(Viewer::Seat).chain([Viewer::Table, Viewer::Referee]);
        let sees = |half: &Half<'_, G>, viewer: Viewer| {
            let view = half.game.view(&half.position, viewer);
            let legal = viewer.seat().map(|seat| half.legal(seat)).unwrap_or_default();
            let scene = half.game.scene(&view, viewer, &legal, Names::NONE);
            (view, scene)
        };
        if viewers.into_iter().any(|viewer| sees(self, viewer) != sees(other, viewer)) {
            return true;
        }
        seats().any(|seat| {
            let mut probes = Vec::new();
            self.game.probes(&self.position, seat, dice, &mut probes);
            let answer = |half: &Half<'_, G>, probe| half.game.check(&half.position, seat, probe);
            probes.iter().any(|probe| answer(self, probe) != answer(other, probe))
        })
    }
}
