//! Set-ups: what the catalogue offers can be opened, what it does not is refused, and every value of
//! every option makes a difference somewhere.

use super::texts::catalogue_reads_well;
use super::{Held, Suite, must, never_panics};
use crate::case::{Case, Verdict, judge};
use crate::catalogue::{Catalogue, OptionInfo, OptionKind, ScenarioInfo, Setup};
use crate::dice::{Dice, Seed};
use crate::log::Log;
use crate::record::{Record, Step};
use crate::seat::{Names, Seat, Viewer};
use crate::shown::Conformant;
use std::collections::BTreeSet;

/// One position in so many is looked at through everybody's eyes, and probed.
const LOOKED_AT: usize = 24;

/// More seats are not set up: a look takes time by the seat.
const MOST_SEATS: u16 = 8;

/// Every scenario with its fewest seats and with its most, as far as [`MOST_SEATS`].
pub(super) fn scenarios(catalogue: &Catalogue) -> Vec<Setup> {
    let seated = |scenario: &ScenarioInfo| -> Vec<Setup> {
        let fewest = scenario.seats().next();
        let most = scenario.seats().take_while(|seats| *seats <= MOST_SEATS).last();
        let seats: BTreeSet<u16> = fewest.into_iter().chain(most).collect();
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
    catalogue_reads_well(&catalogue)?;
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
        let key = key.split('=').next().unwrap_or_default();
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
        for value in tried(option) {
            let one = format!("{}={value}", option.key);
            let excused = excused.iter().any(|(key, _)| *key == option.key || *key == one);
            match shown::<G>(&catalogue, option, &value, excused, suite) {
                Ok(setup) => setups.extend(setup),
                Err(problem) => problems.push(problem),
            }
        }
    }
    if problems.is_empty() { Ok(setups) } else { Err(problems.join("\n")) }
}

/// The values of an option but its default; of numbers the least, and the most as far as twice the
/// default: what is large is slow.
fn tried(option: &OptionInfo) -> Vec<String> {
    let mut values = match option.kind {
        OptionKind::Number(least, most) => {
            let default = option.default.parse().unwrap_or(least);
            let more = most.min(default.max(1).saturating_mul(2));
            vec![least.to_string(), more.to_string()]
        }
        _ => option.values(),
    };
    values.retain(|value| *value != option.default);
    values.dedup();
    values
}

/// A set-up in which this value makes a difference; none if it is excused and nowhere alone. Random games
/// are tried in every scenario until the suite's patience is at an end, then the recorded ones, then the
/// cases.
fn shown<G: Conformant>(
    catalogue: &Catalogue,
    option: &OptionInfo,
    value: &str,
    excused: bool,
    suite: &Suite,
) -> Result<Option<Setup>, String> {
    let mut pairs = Vec::new();
    let mut refused = String::new();
    let (mut left, mut seed) = (suite.patience, suite.seed);
    let mut differs = |pair: &Pair<G>, changed: &Setup, seed: u64| {
        let place = || format!("{} {changed:?}, seed {seed}", G::ID);
        let (differs, decisions) = never_panics(place, || pair.differs(seed, left))?;
        left = left.saturating_sub(decisions.max(1));
        Ok::<_, String>((differs, left > 0))
    };
    for scenario in &catalogue.scenarios {
        for seats in BTreeSet::from([scenario.seats_near(2), scenario.min_seats]) {
            let plain = seat(catalogue, scenario, seats, |setup| setup);
            let changed = seat(catalogue, scenario, seats, |it| it.with(&option.key, value));
            let game = match G::open(&G::house(), &changed.for_rules::<G>()) {
                Ok(_) if excused || plain.seats != changed.seats => return Ok(Some(changed)),
                Ok(game) => game,
                Err(error) => {
                    refused = error.to_string();
                    continue;
                }
            };
            let pair = Pair::of(&plain, game)?;
            if differs(&pair, &changed, seed)?.0 {
                return Ok(Some(changed));
            }
            pairs.push((pair, changed));
        }
    }
    if excused {
        return Ok(None);
    }
    let mut patient = !pairs.is_empty();
    while patient {
        seed += 1;
        for (pair, changed) in &pairs {
            let (found, more) = differs(pair, changed, seed)?;
            if found {
                return Ok(Some(changed.clone()));
            }
            patient = more;
        }
    }
    for record in suite.records.iter().filter_map(|text| Record::parse(text).ok()) {
        let changed = record.setup.clone().with(&option.key, value);
        let game = G::open(&G::house(), &changed.for_rules::<G>());
        if let Some(game) = game.ok().filter(|_| !record.setup.options.contains_key(&option.key))
            && Pair::of(&record.setup, game)?.differs_on(&record)
        {
            return Ok(Some(changed));
        }
    }
    if let Some(changed) = shown_by_a_case::<G>(option, value)? {
        return Ok(Some(changed));
    }
    if pairs.is_empty() {
        return Err(format!("no scenario takes `{}` = `{value}`: {refused}", option.key));
    }
    Err(format!(
        "the option `{}` is never read: games with `{value}` are those with `{}`",
        option.key, option.default
    ))
}

/// The set-up of a case that has this value and no longer passes without it.
fn shown_by_a_case<G: Conformant>(
    option: &OptionInfo,
    value: &str,
) -> Result<Option<Setup>, String> {
    for (file, text) in G::exhibits().cases() {
        let cases = Case::parse(file, text).map_err(|fault| fault.to_string())?;
        for mut case in cases {
            let set = case.options.get(&option.key).and_then(|set| option.read(set).ok());
            if set.is_some_and(|set| set == value) {
                let changed = case.setup_in::<G>(&G::house()).map_err(|error| error.to_string())?;
                let passes = |case: &Case| {
                    let verdict = never_panics(|| file.to_string(), || judge::<G>(case))?;
                    Ok::<_, String>(verdict == Verdict::Passed)
                };
                let with = passes(&case)?;
                case.options.remove(&option.key);
                if with && !passes(&case)? {
                    return Ok(Some(changed));
                }
            }
        }
    }
    Ok(None)
}

/// The same game without and with an option.
struct Pair<G> {
    plain: G,
    changed: G,
}

impl<G: Conformant> Pair<G> {
    fn of(plain: &Setup, changed: G) -> Result<Pair<G>, String> {
        let plain = G::open(&G::house(), &plain.for_rules::<G>());
        Ok(Pair { plain: plain.map_err(|error| error.to_string())?, changed })
    }

    /// Whether the two differ anywhere in the random game of this seed, as far as it is followed, and
    /// after how many decisions.
    fn differs(&self, number: u64, most: usize) -> (bool, usize) {
        let seed = Seed::from_number(number);
        let mut play = Dice::seeded(Seed::from_number(!number));
        let mut dice = (0..).map(|step| move || Dice::for_step(seed, step));
        let Some(start) = dice.next() else { return (false, 0) };
        let (mut a, mut b) =
            (Half::start(&self.plain, start()), Half::start(&self.changed, start()));
        for (step, dice) in dice.take(most).enumerate() {
            let looked = step % LOOKED_AT == 0 && a.looks_unlike(&b, &mut play);
            if looked || a.stands_unlike(&mut b) {
                return (true, step);
            }
            let Some(seat) = self.plain.status(&a.position).first() else {
                return (a.looks_unlike(&b, &mut play), step);
            };
            let mut legal = a.legal(seat);
            let lapse = self.plain.lapse(&a.position, seat);
            if legal != b.legal(seat) || lapse != self.changed.lapse(&b.position, seat) {
                return (true, step);
            }
            legal.retain(|action| !self.plain.gives_up(action));
            let action = play.pick("random play", &legal).cloned().unwrap_or(lapse);
            a.act(seat, &action, dice());
            b.act(seat, &action, dice());
        }
        (false, most)
    }

    /// Whether the two differ anywhere in a recorded game.
    fn differs_on(&self, record: &Record) -> bool {
        let loaded = |step: &Step| Dice::loaded(step.dice.iter().map(|face| face.face).collect());
        let Some((start, steps)) = record.steps.split_first() else { return false };
        let start = || loaded(start);
        let (mut a, mut b) =
            (Half::start(&self.plain, start()), Half::start(&self.changed, start()));
        for step in steps {
            let Some(seat) = step.seat else { return false };
            let Ok(action) = self.plain.parse(&a.position, seat, &step.action) else {
                return false;
            };
            let accepted = self.changed.check(&b.position, seat, &action).is_ok();
            if a.stands_unlike(&mut b) || a.legal(seat) != b.legal(seat) || !accepted {
                return true;
            }
            a.act(seat, &action, loaded(step));
            b.act(seat, &action, loaded(step));
        }
        a.stands_unlike(&mut b)
    }
}

/// One of two games that are played side by side.
struct Half<'a, G: Conformant> {
    game: &'a G,
    position: G::Position,
    dice: Dice,
    log: Log<G::Event>,
}

impl<'a, G: Conformant> Half<'a, G> {
    fn start(game: &'a G, mut dice: Dice) -> Half<'a, G> {
        let mut log = Log::new();
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

    /// Whether the last step led elsewhere in the other game, told other things, or rolled other dice.
    fn stands_unlike(&mut self, other: &mut Half<'_, G>) -> bool {
        self.position != other.position
            || self.log.take() != other.log.take()
            || self.dice.take_rolls() != other.dice.take_rolls()
            || self.game.status(&self.position) != other.game.status(&other.position)
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
