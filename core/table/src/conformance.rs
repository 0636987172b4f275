//! One suite that holds every game to the promises of the contract.
//!
//! It plays random games and looks, at every step or at some, whether generator and judge agree,
//! refusals change nothing, nothing hidden leaks through views, lists, refusals or undo, positions
//! and records survive being written down, declared sums are conserved, and games end in declared
//! ways within a stated bound.

use crate::catalogue::Setup;
use crate::dice::{Dice, Seed};
use crate::edition::Edition;
use crate::log::Log;
use crate::matches::{Match, digest};
use crate::record::Record;
use crate::refusal::Refused;
use crate::seat::{Names, Seat, Viewer};
use crate::shown::Conformant;
use crate::status::Status;
use ledger::Ledger;
use stage::Target;
use std::collections::{BTreeMap, BTreeSet};

/// Sketches compared at a step.
const MOST_SKETCHED: usize = 6;

/// What to play.
pub struct Suite {
    /// The set-ups, each played `games` times.
    pub setups: Vec<Setup>,
    /// Random games per set-up.
    pub games: usize,
    /// Look closely at one step in so many; 1 looks at all.
    pub every: u32,
    /// Where the random games begin.
    pub seed: u64,
    /// Finished games as records, for ways to end that random play hardly reaches.
    pub records: Vec<String>,
    /// Whether every way to end that the set-ups declare must be reached.
    pub all_endings: bool,
}

impl Suite {
    /// These set-ups, so many games each, looking at every step.
    pub fn new(setups: Vec<Setup>, games: usize) -> Suite {
        Suite { setups, games, every: 1, seed: 1, records: Vec::new(), all_endings: false }
    }
}

/// What was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played.
    pub games: usize,
    /// Decisions taken in them.
    pub decisions: usize,
    /// The longest game in decisions.
    pub longest: usize,
    /// How often each way to end was reached.
    pub endings: BTreeMap<String, usize>,
}

/// Plays the suite; the first broken promise ends it with where and what.
pub fn hold<G: Conformant>(suite: &Suite) -> Result<Report, String> {
    let mut report = Report::default();
    let mut declared = BTreeSet::new();
    let rules: BTreeSet<String> =
        Ledger::parse(G::ledger()).rules.into_iter().map(|rule| rule.id).collect();
    for setup in &suite.setups {
        for number in 0..suite.games {
            let number = suite.seed + number as u64;
            let place = |problem: String| format!("{} {setup:?}, seed {number}: {problem}", G::ID);
            let game = Match::<G>::start(G::house(), setup, Seed::from_number(number))
                .map_err(|error| place(error.to_string()))?;
            declared.extend(game.game().endings());
            let mut walk = Walk {
                kept: game.game().conserved(game.position()),
                game,
                dice: Dice::seeded(Seed::from_number(!number)),
                rules: &rules,
                every: suite.every.max(1),
            };
            walk.walk().map_err(|problem| {
                place(format!("after {} decisions: {problem}", walk.game.len()))
            })?;
            report.games += 1;
            report.decisions += walk.game.len();
            report.longest = report.longest.max(walk.game.len());
            if let Some(outcome) = walk.game.status().outcome() {
                *report.endings.entry(outcome.reason.clone()).or_default() += 1;
            }
        }
    }
    for text in &suite.records {
        let record = Record::parse(text).map_err(|fault| fault.to_string())?;
        let replay = Match::<G>::replay(&record).map_err(|error| error.to_string())?;
        if let Some(divergence) = replay.divergence {
            return Err(format!(
                "a recorded game of {:?} cannot be followed: {divergence}",
                record.setup
            ));
        }
        declared.extend(replay.game.game().endings());
        *report.endings.entry(record.ended).or_default() += 1;
    }
    let reached = |ending: &&&str| !report.endings.contains_key(**ending);
    if let Some(ending) = declared.iter().find(reached).filter(|_| suite.all_endings) {
        return Err(format!("no game ended by `{ending}`"));
    }
    Ok(report)
}

/// Plays random games without looking at anything but their end: for large numbers. Gives back the
/// longest game in decisions.
pub fn end_in_time<G: Conformant>(
    edition: &Edition,
    setup: &Setup,
    games: u64,
    seed: u64,
) -> Result<usize, String> {
    let game = G::open(edition, setup).map_err(|error| error.to_string())?;
    let bound = game.bound();
    let (mut longest, mut legal) = (0, Vec::new());
    for number in seed..seed + games {
        let mut dice = Dice::seeded(Seed::from_number(number));
        let mut log = Log::quiet();
        let mut position = game.start(&mut dice, &mut log);
        let kept = game.conserved(&position);
        let mut decisions = 0;
        while let Some(seat) = game.status(&position).first() {
            legal.clear();
            game.legal(&position, seat, &mut legal);
            legal.retain(|action| !game.gives_up(action));
            let action = dice
                .pick("random play", &legal)
                .cloned()
                .unwrap_or_else(|| game.lapse(&position, seat));
            game.apply(&mut position, seat, &action, &mut dice, &mut log);
            decisions += 1;
            if decisions > bound {
                return Err(format!("{setup:?}, seed {number}: not over after {bound} decisions"));
            }
            let now = game.conserved(&position);
            if now != kept {
                return Err(format!(
                    "{setup:?}, seed {number}: {kept:?} became {now:?} after {decisions} decisions"
                ));
            }
        }
        longest = longest.max(decisions);
    }
    Ok(longest)
}

struct Walk<'a, G: Conformant> {
    game: Match<G>,
    dice: Dice,
    kept: Vec<(&'static str, i64)>,
    rules: &'a BTreeSet<String>,
    every: u32,
}

type Held = Result<(), String>;

fn must(holds: bool, problem: impl FnOnce() -> String) -> Held {
    if holds { Ok(()) } else { Err(problem()) }
}

impl<G: Conformant> Walk<'_, G> {
    fn walk(&mut self) -> Held {
        let seats = self.game.game().setup().seats;
        loop {
            let close = self.dice.roll("look closely", self.every) == 1;
            if close {
                self.position_survives_writing()?;
                Seat::first(seats).try_for_each(|seat| self.seat_holds(seat))?;
                self.views_can_be_drawn()?;
            }
            let deciding = match self.game.status() {
                Status::Over(_) => break,
                Status::Deciding(deciding) => deciding,
            };
            must(!deciding.is_empty(), || "nobody must decide, but the game is not over".into())?;
            must(deciding.iter().all(|seat| seat.0 < seats), || {
                format!("{deciding:?} has a seat too many")
            })?;
            let bound = self.game.game().bound();
            must(self.game.len() < bound, || format!("not over after {bound} decisions"))?;
            if close && deciding.len() > 1 && self.game.game().secret(self.game.position()) {
                self.simultaneous_is_secret()?;
            }
            let waiting: Vec<Seat> = deciding.iter().collect();
            let seat = waiting[self.dice.roll("who", waiting.len() as u32) as usize - 1];
            self.decide(seat, close)?;
            let now = self.game.game().conserved(self.game.position());
            must(now == self.kept, || format!("{:?} became {now:?}", self.kept))?;
        }
        self.end_holds()
    }

    fn listed(&self, seat: Seat) -> Vec<G::Action> {
        let mut legal = Vec::new();
        self.game.game().legal(self.game.position(), seat, &mut legal);
        legal
    }

    fn position_survives_writing(&self) -> Held {
        let bytes = self.game.snapshot();
        let again: G::Position = postcard::from_bytes(&bytes)
            .map_err(|error| format!("a position cannot be read back: {error}"))?;
        must(again == *self.game.position(), || "a position read back is another one".into())?;
        must(digest(&again) == digest(self.game.position()), || {
            "equal positions have unequal digests".into()
        })
    }

    /// What the seat is offered agrees with what it is allowed, and tells it nothing it may not know.
    fn seat_holds(&mut self, seat: Seat) -> Held {
        let awaited = self.game.status().awaits(seat);
        let legal = self.listed(seat);
        must(awaited || legal.is_empty(), || {
            format!("seat {seat} need not decide but is offered {legal:?}")
        })?;
        let (game, position) = (self.game.game(), self.game.position());
        must(!awaited || !legal.is_empty() || !game.complete(), || {
            format!("seat {seat} must decide but has no action")
        })?;
        for (i, action) in legal.iter().enumerate() {
            must(!legal[..i].contains(action), || format!("{action:?} is listed twice"))?;
            game.check(position, seat, action)
                .map_err(|refusal| format!("{action:?} is listed but refused: {refusal}"))?;
            let line = game.notation(action);
            let read = game.parse(position, seat, &line).map_err(|misread| misread.to_string())?;
            must(read == *action, || format!("`{line}` is read as {read:?}, not {action:?}"))?;
        }
        if awaited {
            let lapse = game.lapse(position, seat);
            game.check(position, seat, &lapse)
                .map_err(|refusal| format!("the lapse {lapse:?} is refused: {refusal}"))?;
        }
        let mut probes = Vec::new();
        game.probes(position, seat, &mut self.dice, &mut probes);
        let mut answers = Vec::with_capacity(probes.len());
        for probe in &probes {
            let answer = game.check(position, seat, probe);
            let listed = legal.contains(probe);
            match &answer {
                Ok(()) => {
                    must(awaited, || {
                        format!("seat {seat} need not decide, but {probe:?} is accepted")
                    })?;
                    must(listed || !game.complete(), || {
                        format!("{probe:?} is accepted but not listed")
                    })?;
                }
                Err(refusal) => {
                    must(!listed, || format!("{probe:?} is listed but refused: {refusal}"))?;
                    self.refusal_holds(seat, probe, refusal)?;
                }
            }
            answers.push(answer);
        }
        let sample = game.resample(position, seat, &mut self.dice);
        self.indistinguishable(seat, &sample, &legal, &probes, &answers)
    }

    fn refusal_holds(&self, seat: Seat, probe: &G::Action, refusal: &G::Refusal) -> Held {
        must(!refusal.to_string().is_empty(), || format!("{probe:?} is refused without a reason"))?;
        must(self.rules.contains(refusal.rule().0), || {
            format!("{probe:?} is refused by {}, which is not in the ledger", refusal.rule())
        })?;
        let mut position = self.game.position().clone();
        let refused = self.game.game().play(
            &mut position,
            seat,
            probe,
            &mut Dice::loaded(Vec::new()),
            &mut Log::quiet(),
        );
        must(refused.is_err(), || format!("{probe:?} is refused, but played"))?;
        must(position == *self.game.position(), || {
            format!("the refused {probe:?} changed the position")
        })
    }

    fn indistinguishable(
        &self,
        seat: Seat,
        sample: &G::Position,
        legal: &[G::Action],
        probes: &[G::Action],
        answers: &[Result<(), G::Refusal>],
    ) -> Held {
        let (game, position) = (self.game.game(), self.game.position());
        let viewer = Viewer::Seat(seat);
        let (seen, imagined) = (game.view(position, viewer), game.view(sample, viewer));
        must(seen == imagined, || {
            format!(
                "seat {seat} can tell a sample from the truth by its view:\n{seen:?}\n{imagined:?}"
            )
        })?;
        let mut imagined = Vec::new();
        game.legal(sample, seat, &mut imagined);
        must(imagined == legal, || {
            format!(
                "seat {seat} can tell a sample from the truth by its actions: {legal:?} {imagined:?}"
            )
        })?;
        for (probe, answer) in probes.iter().zip(answers) {
            let imagined = game.check(sample, seat, probe);
            must(imagined == *answer, || {
                format!(
                    "seat {seat} can tell a sample from the truth by a refusal: {answer:?} {imagined:?}"
                )
            })?;
        }
        // A sketch of every action would cost more than the rest of the suite.
        for action in legal.iter().step_by(legal.len().div_ceil(MOST_SKETCHED).max(1)) {
            let (seen, imagined) =
                (game.preview(position, seat, action), game.preview(sample, seat, action));
            must(seen == imagined, || {
                format!(
                    "seat {seat} can tell a sample from the truth by the preview of {action:?}: {seen:?} {imagined:?}"
                )
            })?;
        }
        let (seen, imagined) = (game.ahead(position, seat), game.ahead(sample, seat));
        must(seen == imagined, || {
            format!("seat {seat} can tell a sample from the truth by what lies ahead")
        })?;
        for (number, step) in seen.iter().enumerate() {
            let follows = match step.after {
                Some(before) => before < number,
                None => legal.iter().any(|action| game.notation(action) == step.notation),
            };
            must(follows, || {
                format!("{step:?} ahead of seat {seat} follows nothing that it may do")
            })?;
        }
        let pieces = game.scene(&game.view(position, viewer), viewer, &[], Names::NONE).pieces;
        for (from, to) in pieces.iter().zip(pieces.iter().rev()).take(MOST_SKETCHED) {
            let (from, to) = (Target::Piece(from.id.clone()), Target::Piece(to.id.clone()));
            for to in [Some(&to), None] {
                let same = game.gauge(position, viewer, &from, to)
                    == game.gauge(sample, viewer, &from, to);
                must(same, || {
                    format!(
                        "seat {seat} can tell a sample from the truth by measuring {from:?} {to:?}"
                    )
                })?;
            }
        }
        let same = game.status(position) == game.status(sample)
            || game.status(sample).awaits(seat) == game.status(position).awaits(seat);
        must(same, || {
            format!("seat {seat} can tell a sample from the truth by whether it must decide")
        })?;
        must(game.conserved(sample) == self.kept, || {
            format!("a sample holds {:?}", game.conserved(sample))
        })
    }

    fn views_can_be_drawn(&self) -> Held {
        let (game, position) = (self.game.game(), self.game.position());
        let seats = Seat::first(game.setup().seats).map(Viewer::Seat);
        for viewer in seats.chain([Viewer::Table, Viewer::Referee]) {
            let view = game.view(position, viewer);
            serde_json::to_value(&view)
                .map_err(|error| format!("the view of {viewer} is no JSON: {error}"))?;
            let legal = viewer.seat().map(|seat| self.listed(seat)).unwrap_or_default();
            let scene = game.scene(&view, viewer, &legal, Names::NONE);
            let mut ids = BTreeSet::new();
            for piece in &scene.pieces {
                must(ids.insert(&piece.id), || format!("two pieces are called {}", piece.id))?;
                must(!piece.description.is_empty(), || {
                    format!("piece {} is not described", piece.id)
                })?;
            }
            let offered: Vec<String> = scene
                .prompt
                .iter()
                .flat_map(|prompt| &prompt.choices)
                .map(|choice| choice.notation.clone())
                .collect();
            let listed: Vec<String> = legal.iter().map(|action| game.notation(action)).collect();
            must(listed.iter().all(|line| offered.contains(line)), || {
                format!("the scene of {viewer} does not offer all of {listed:?}")
            })?;
            must(offered.iter().all(|line| listed.contains(line)), || {
                format!("the scene of {viewer} offers too much: {offered:?}")
            })?;
        }
        Ok(())
    }

    /// What one seat decides changes nothing for another that has yet to decide.
    fn simultaneous_is_secret(&mut self) -> Held {
        let Status::Deciding(deciding) = self.game.status() else {
            return Ok(());
        };
        let game = self.game.game();
        for actor in deciding.iter() {
            let legal = self.listed(actor);
            let mut told: BTreeMap<Seat, String> = BTreeMap::new();
            for _ in 0..2 {
                let Some(action) = self.dice.pick("secret", &legal) else {
                    continue;
                };
                let mut position = self.game.position().clone();
                let mut log = Log::new();
                game.apply(&mut position, actor, action, &mut Dice::loaded(Vec::new()), &mut log);
                for other in deciding
                    .iter()
                    .filter(|seat| *seat != actor && game.status(&position).awaits(*seat))
                {
                    let viewer = Viewer::Seat(other);
                    let heard: Vec<&G::Event> = log.seen_by(viewer).collect();
                    let mut offered = Vec::new();
                    game.legal(&position, other, &mut offered);
                    let knows = format!("{:?} {heard:?} {offered:?}", game.view(&position, viewer));
                    if game.status(&position).awaits(actor)
                        == game.status(self.game.position()).awaits(actor)
                    {
                        continue;
                    }
                    let before = told.insert(other, knows.clone());
                    must(before.is_none_or(|before| before == knows), || {
                        format!("seat {other} learns what seat {actor} decided")
                    })?;
                }
            }
        }
        Ok(())
    }

    fn decide(&mut self, seat: Seat, close: bool) -> Held {
        let mut legal = self.listed(seat);
        // Now and then somebody gives up; mostly games are played to their end.
        if self.dice.roll("give up", 200) > 1 {
            legal.retain(|action| !self.game.game().gives_up(action));
        }
        let action = match self.dice.pick("random play", &legal) {
            Some(action) => action.clone(),
            None => self.game.game().lapse(self.game.position(), seat),
        };
        let before = self.game.position().clone();
        let sample = close.then(|| self.game.game().resample(&before, seat, &mut self.dice));
        self.game
            .act(seat, &action)
            .map_err(|refusal| format!("{action:?} is listed but refused: {refusal}"))?;
        for (_, event) in self.game.log(Viewer::Referee, self.game.len()) {
            let told = self.game.game().narrate(event, Names::NONE);
            let known = told.rule.is_none_or(|rule| self.rules.contains(rule.0));
            must(known, || {
                format!("{event:?} is told under {:?}, which is not in the ledger", told.rule)
            })?;
        }
        match sample {
            Some(mut sample) if self.game.can_undo(seat) => {
                let (game, viewer) = (self.game.game(), Viewer::Seat(seat));
                game.apply(
                    &mut sample,
                    seat,
                    &action,
                    &mut Dice::loaded(Vec::new()),
                    &mut Log::quiet(),
                );
                let same = game.view(&sample, viewer) == game.view(self.game.position(), viewer);
                must(same, || {
                    format!("{action:?} showed seat {seat} something hidden, and can be taken back")
                })?;
                let record = self.game.record(true);
                must(self.game.undo(seat), || "what can be taken back was not".into())?;
                must(*self.game.position() == before, || {
                    format!("taking back {action:?} left another position")
                })?;
                self.game.act(seat, &action).map_err(|refusal| refusal.to_string())?;
                must(self.game.record(true) == record, || {
                    format!("{action:?} taken back and done again differs")
                })
            }
            _ => Ok(()),
        }
    }

    fn end_holds(&mut self) -> Held {
        let status = self.game.status();
        let Some(outcome) = status.outcome() else {
            return Ok(());
        };
        let game = self.game.game();
        let seats = game.setup().seats;
        must(outcome.ranks.len() == seats as usize, || {
            format!("{outcome:?} does not rank every seat")
        })?;
        must(outcome.ranks.iter().all(|rank| (1..=seats).contains(rank)), || {
            format!("{outcome:?} has an odd rank")
        })?;
        must(outcome.winners.iter().all(|seat| seat.0 < seats), || {
            format!("{outcome:?} has a seat too many")
        })?;
        let best = |seat: Seat| outcome.ranks[seat.index()] == 1;
        must(outcome.winners.iter().all(best), || {
            format!("{outcome:?} has a winner who is not ranked first")
        })?;
        must(game.endings().contains(&outcome.reason.as_str()), || {
            format!("`{}` is no declared way to end", outcome.reason)
        })?;
        let told = game.conclusion(self.game.position(), outcome, Names::NONE);
        must(!told.is_empty(), || "the end is not told".into())?;
        let record = self.game.record(true);
        let read = Record::parse(&record.to_string())
            .map_err(|fault| format!("the record cannot be read back: {fault}"))?;
        must(read == record, || "the record read back is another one".into())?;
        let replay = Match::<G>::replay(&read).map_err(|error| error.to_string())?;
        must(replay.divergence.is_none(), || {
            format!("the record cannot be followed: {:?}", replay.divergence)
        })?;
        must(replay.game.position() == self.game.position(), || {
            "the replay ends in another position".into()
        })
    }
}
