//! The arena: the same results on any number of threads, honest statistics, sweeps and leagues.

use arena::league::{Pairing, play};
use arena::statistics::{Sample, bradley_terry, wilson};
use arena::{
    AnyContest, Column, ExternalBot, ExternalBots, ExternalQuestion, ExternalSeat, Judge, Seating,
    Summary, Sweep, grid, part_rows, run,
};
use bots::search::Means;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use table::{Dice, Outcome, Rules, Seed, Setup};
use yellowstone::Yellowstone;

fn contest(seats: &[&str], seating: Seating) -> Box<dyn AnyContest> {
    let seats: Vec<String> = seats.iter().map(|name| name.to_string()).collect();
    let setup = Setup::new("short-season", seats.len() as u16);
    yellowstone::entry()
        .shelved(Means::default())
        .arena
        .open(&Yellowstone::house(), &setup, &seats, seating, &ExternalBots::default())
        .expect("it opens")
}

fn values(contest: &dyn AnyContest, games: std::ops::Range<u64>, threads: usize) -> Vec<u64> {
    let mut all = Vec::new();
    let stop = AtomicBool::new(false);
    let done = run(contest, Seed::from_number(5), games, threads, &stop, |_, values| {
        all.extend(values.iter().map(|value| value.to_bits()));
    });
    assert!(done.is_ok(), "{done:?}");
    all
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let contest = contest(&["greedy", "random"], Seating::Rotating);
    let one = values(contest.as_ref(), 0..70, 1);
    assert_eq!(one.len(), 70 * contest.columns().len());
    for threads in [2, 3, 7] {
        assert_eq!(one, values(contest.as_ref(), 0..70, threads), "{threads} threads");
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_as_if_it_had_not_been() {
    let contest = contest(&["random", "random"], Seating::Fixed);
    let whole = values(contest.as_ref(), 0..60, 2);
    let stop = AtomicBool::new(false);
    let mut first = Vec::new();
    let progress =
        run(contest.as_ref(), Seed::from_number(5), 0..60, 2, &stop, |progress, values| {
            first.extend(values.iter().map(|value| value.to_bits()));
            if progress.games > 20 {
                stop.store(true, Ordering::Relaxed);
            }
        })
        .expect("nobody fails");
    assert!((21..60).contains(&progress.games), "{progress:?}");
    assert_eq!(first.len() as u64, progress.games * contest.columns().len() as u64);
    first.extend(values(contest.as_ref(), progress.games..60, 3));
    assert_eq!(whole, first);
}

#[test]
fn seats_rotate_so_that_none_favours_anybody() {
    let contest = contest(&["greedy", "random"], Seating::Rotating);
    let column = |name: &str| {
        contest.columns().iter().position(|column| column.name == name).expect("such a column")
    };
    let (greedy, seat) = (column("first.greedy"), column("seat.1"));
    let mut summary = Summary::new(contest.columns().len());
    let stop = AtomicBool::new(false);
    let seed = Seed::from_number(5);
    let done = run(contest.as_ref(), seed, 0..60, 1, &stop, |_, values| summary.add(values));
    assert!(done.is_ok(), "{done:?}");
    let share = |index| summary.estimate(contest.columns(), index).expect("games").value;
    assert!(share(greedy) > 0.9, "greedy has {}", share(greedy));
    assert!((share(seat) - 0.5).abs() < 0.15, "the first seat has {}", share(seat));
}

#[test]
fn seats_are_compared_pair_by_pair() {
    let bots = ["greedy", "random", "random", "random"];
    let contest = contest(&bots, Seating::Rotating);
    let column = |name: &str| {
        contest.columns().iter().position(|column| column.name == name).expect("such a column")
    };
    let (greedy, random, first) =
        (column("ahead.greedy"), column("ahead.random"), column("first.greedy"));
    let mut better = 0;
    let (stop, width) = (AtomicBool::new(false), contest.columns().len());
    let seed = Seed::from_number(5);
    let done = run(contest.as_ref(), seed, 0..40, 1, &stop, |_, values| {
        for game in values.chunks_exact(width) {
            // Every pair is won by one of the two, or shared.
            assert!((game[greedy] + game[random] - 1.0).abs() < 1e-9, "{game:?}");
            // Three opponents: thirds, or sixths where a rank is shared.
            assert!((game[greedy] * 6.0).fract().abs() < 1e-9, "{}", game[greedy]);
            // Who alone comes first is ahead of everybody.
            assert!(game[first] < 1.0 || game[greedy] == 1.0, "{game:?}");
            better += (game[greedy] > 0.5) as u32;
        }
    });
    assert!(done.is_ok(), "{done:?}");
    assert!(better > 30, "greedy was ahead of most in {better} of 40 games");
}

/// In every game two species play, one of them moves first, and what nobody played has no value.
#[test]
fn sides_and_turns_share_what_the_seats_win() {
    let contest = contest(&["greedy", "greedy"], Seating::Fixed);
    let columns = contest.columns();
    let places = |family: &str| -> Vec<usize> {
        let names = columns.iter().map(|column| column.name.as_str());
        names.enumerate().filter(|(_, name)| name.starts_with(family)).map(|(at, _)| at).collect()
    };
    let (sides, turns, pairs) = (places("side."), places("turn."), places("pair."));
    assert_eq!((sides.len(), turns.len(), pairs.len()), (4, 2, 6));
    let mut summary = Summary::new(columns.len());
    let (stop, seed) = (AtomicBool::new(false), Seed::from_number(5));
    let done = run(contest.as_ref(), seed, 0..60, 1, &stop, |_, values| {
        summary.add(values);
        for game in values.chunks_exact(columns.len()) {
            let told = |places: &[usize]| -> Vec<f64> {
                places.iter().map(|at| game[*at]).filter(|value| !value.is_nan()).collect()
            };
            assert_eq!((told(&sides).len(), told(&turns).len(), told(&pairs).len()), (2, 2, 1));
            assert_eq!(told(&sides).iter().sum::<f64>(), 1.0, "{game:?}");
            assert_eq!(told(&turns).iter().sum::<f64>(), 1.0, "{game:?}");
            assert!(told(&sides).contains(&told(&pairs)[0]), "{game:?}");
        }
    });
    assert!(done.is_ok(), "{done:?}");
    let rows = part_rows(columns, &summary);
    let names: Vec<&str> = rows.iter().take(6).map(|row| row.name).collect();
    assert_eq!(
        names,
        ["Bison", "Bighorn Sheep", "Elk", "Mule Deer", "moves first", "moves second"]
    );
    assert_eq!(rows.iter().take(4).map(|row| row.games).sum::<u64>(), 120);
    assert_eq!(rows[4].games, 60);
    assert_eq!(
        rows.last().map(|row| (row.name, row.decided)),
        Some(("Elk before Mule Deer", None))
    );
}

/// Of many samples from a known distribution, the share whose interval covers the truth.
fn coverage(truth: f64, draw: impl Fn(&mut Dice) -> f64, size: u32, share: bool) -> f64 {
    let mut dice = Dice::seeded(Seed::from_number(11));
    let mut covered = 0;
    for _ in 0..2000 {
        let mut sample = Sample::default();
        (0..size).for_each(|_| sample.add(draw(&mut dice)));
        let estimate = if share { sample.share() } else { sample.mean() };
        covered += estimate.covers(truth) as u32;
    }
    covered as f64 / 2000.0
}

#[test]
fn known_distributions_lie_in_their_intervals_nineteen_times_in_twenty() {
    // A die, means of small and of larger samples.
    for size in [5, 40] {
        let found = coverage(3.5, |dice| dice.roll("test", 6) as f64, size, false);
        assert!((0.93..0.975).contains(&found), "means of {size}: {found}");
    }
    // Wins at 50 %, 90 % and 2 %.
    for (faces, of) in [(10, 20), (18, 20), (1, 50)] {
        let truth = faces as f64 / of as f64;
        let win = |dice: &mut Dice| (dice.roll("test", of) <= faces) as u8 as f64;
        let found = coverage(truth, win, 80, true);
        assert!((0.92..0.985).contains(&found), "shares of {truth}: {found}");
    }
    // Wins, draws and losses: a draw counts half.
    let half = |dice: &mut Dice| (dice.roll("test", 3) - 1) as f64 / 2.0;
    let found = coverage(0.5, half, 60, true);
    assert!((0.93..0.975).contains(&found), "draws: {found}");
}

#[test]
fn means_are_exact_whatever_their_size() {
    let mut sample = Sample::default();
    (0..1000).for_each(|n| sample.add(1e9 + (n % 2) as f64));
    assert!((sample.mean - 1e9 - 0.5).abs() < 1e-6 && (sample.spread() - 0.5).abs() < 1e-3);
    sample.add(f64::NAN);
    assert_eq!(sample.count, 1000);
    let none = wilson(0.0, 20.0);
    assert!(none.low == 0.0 && (0.13..0.18).contains(&none.high), "{none:?}");
}

#[test]
fn bands_count_alone_or_jointly_and_multiples_are_of_means() {
    let columns = [
        Column::share("half", "").within(0.4, 0.6),
        Column::number("open", "").within(4.0, f64::MAX),
        Column::share("base", ""),
        Column::number("joint.twice", "").per("base").jointly_within(1.5, 2.5),
        Column::number("joint.same", "").per("base").jointly_within(0.5, 2.0),
    ];
    let mut summary = Summary::new(columns.len());
    // The mean of the ratios would be 8/3 and 4/3.
    summary.add(&[0.5, 3.0, 0.1, 0.4, 0.2, 0.5, 3.0, 0.3, 0.4, 0.2]);
    let found = |index: usize| summary.estimate(&columns, index).map(|found| found.value);
    assert_eq!(found(3).map(|value| (value * 1e6).round()), Some(2e6));
    assert_eq!(found(4).map(|value| (value * 1e6).round()), Some(1e6));
    assert_eq!(summary.healthy(&columns), (2, 3));
    assert_eq!(summary.distance(&columns), 0.25);
    // One that lies outside spoils the band of all.
    summary.add(&[0.5, 3.0, 0.2, 2.0, 0.2]);
    assert_eq!(summary.healthy(&columns), (1, 3));
}

/// A game of Survival by post among scripts: its columns by name.
fn postal(seats: &[&str]) -> impl Fn(&str) -> f64 + use<> {
    use postal_survival::PostalSurvival;
    let seats: Vec<String> = seats.iter().map(|name| name.to_string()).collect();
    let setup = Setup::new("first-run", seats.len() as u16);
    let contest = postal_survival::entry()
        .shelved(Means::default())
        .arena
        .open(&PostalSurvival::house(), &setup, &seats, Seating::Fixed, &ExternalBots::default())
        .expect("it opens");
    let mut summary = Summary::new(contest.columns().len());
    let mut all = Vec::new();
    contest.play(Seed::from_number(3), 0..40, &|| true, &mut all);
    summary.add(&all);
    let columns = contest.columns().to_vec();
    move |name| {
        let index = columns.iter().position(|column| column.name == name).expect(name);
        summary.samples[index].mean
    }
}

#[test]
fn the_figures_of_the_postal_study_hang_together() {
    let silent = postal(&["default"; 20]);
    let mixed = postal(&["default", "decent"].repeat(10));
    for found in [&silent as &dyn Fn(&str) -> f64, &mixed] {
        let causes = found("m5.starved") + found("m5.fights") + found("m5.tussles");
        assert!((causes - 1.0).abs() < 1e-9, "{causes}");
        assert!((0.0..1.0).contains(&found("m15.plants")));
        assert!((0.0..1.0).contains(&found("m13.fights")) && found("m13.fights") > 0.0);
        assert!((found("alive.4") + found("m3.extinct.4") - 1.0).abs() < 1e-9);
    }
    // Skill survives, eats more of what grows, and is told apart from silence.
    assert!(mixed("m10.skill") > 2.0 * mixed("m10.silent"));
    assert!(silent("m10.silent") > 0.0 && mixed("m15.plants") > silent("m15.plants"));
}

#[test]
fn ratings_are_recovered_within_their_intervals() {
    let truth: [f64; 4] = [250.0, 60.0, -90.0, -220.0];
    let mut covered = 0;
    for number in 0..100 {
        let mut dice = Dice::seeded(Seed::from_number(number));
        let mut wins = vec![vec![0.0; 4]; 4];
        for a in 0..4 {
            for b in a + 1..4 {
                let chance = 1.0 / (1.0 + 10f64.powf((truth[b] - truth[a]) / 400.0));
                for _ in 0..60 {
                    let won = dice.roll("test", 1_000_000) as f64 <= chance * 1e6;
                    let (winner, loser) = if won { (a, b) } else { (b, a) };
                    wins[winner][loser] += 1.0;
                }
            }
        }
        let ratings = bradley_terry(&wins);
        assert!(ratings.iter().map(|rating| rating.value).sum::<f64>().abs() < 1e-6);
        covered += ratings.iter().zip(truth).filter(|(rating, t)| rating.covers(*t)).count();
    }
    assert!((360..=396).contains(&covered), "{covered} of 400 ratings in their intervals");
}

#[test]
fn who_never_loses_still_has_a_rating() {
    let ratings = bradley_terry(&[vec![0.0, 20.0], vec![0.0, 0.0]]);
    assert!(ratings[0].value.is_finite() && ratings[0].low > ratings[1].high, "{ratings:?}");
}

#[test]
fn leagues_pair_everybody_or_neighbours() {
    let names: Vec<String> = ["a", "b", "c", "d", "e"].map(String::from).to_vec();
    let mut met = Vec::new();
    let table = play::<()>(&names, Pairing::RoundRobin, |a, b| {
        met.push((a, b));
        Ok((if a < b { 8.0 } else { 2.0 }, 10.0))
    });
    let table = table.expect("nothing fails");
    assert_eq!(met.len(), 10);
    let order: Vec<&str> = table.standings.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(order, ["a", "b", "c", "d", "e"]);
    met.clear();
    let swiss = play::<()>(&names, Pairing::Swiss(3), |a, b| {
        met.push((a.min(b), a.max(b)));
        Ok((if a < b { 8.0 } else { 2.0 }, 10.0))
    });
    assert_eq!(met.len(), 6);
    met.sort_unstable();
    met.dedup();
    assert_eq!(met.len(), 6, "nobody met anybody twice");
    assert!(swiss.is_ok());
    assert_eq!(play(&names, Pairing::RoundRobin, |_, _| Err("no")), Err("no"));
}

#[test]
fn sweeps_are_read_and_make_grids() {
    let sweep = |text: &str| text.parse::<Sweep>();
    assert_eq!(sweep("a=1..7:3").map(|s| s.values), Ok(vec!["1".into(), "4".into(), "7".into()]));
    assert_eq!(sweep("a = x, y").map(|s| s.values), Ok(vec!["x".into(), "y".into()]));
    for wrong in ["a", "=1", "a=", "a=1,,2", "a=5..1", "a=1..9:0", "a=1..x", "a=0..99999999"] {
        assert!(sweep(wrong).is_err(), "{wrong}");
    }
    let cells = grid(&[sweep("a=1,2").unwrap(), sweep("b=x,y,z").unwrap()]).unwrap();
    assert_eq!(cells.len(), 6);
    assert_eq!(cells[1].name(), "a=1 b=y");
    assert!(grid(&[sweep("a=1").unwrap(), sweep("a=2").unwrap()]).is_err());
    assert_eq!(grid(&[]).map(|cells| cells.len()), Ok(1));
}

/// Takes the last action that is offered, until it has had enough of a game.
struct Caller {
    patience: u64,
    heard: usize,
}

impl ExternalBot for Caller {
    fn decide(&mut self, question: &ExternalQuestion, judge: &mut Judge<'_>) -> Result<(), String> {
        assert!(judge("no such action").is_err() && question.view.is_object());
        self.heard += question.log.len();
        if question.decision > self.patience {
            return Err("it fell asleep".into());
        }
        judge(question.legal.last().ok_or("nothing is offered")?)
    }

    fn dismiss(&mut self, outcome: &Outcome, _: &str) {
        assert!(self.heard > 0 && outcome.ranks.len() == 2);
    }
}

/// A guest against a house bot; it falls asleep in every game whose seed is small enough.
fn with_guest(sleepy: u64) -> Box<dyn AnyContest> {
    let invite = move |welcome: &ExternalSeat<'_>| {
        assert_eq!((welcome.game, welcome.setup.seats), ("yellowstone", 2));
        let patience = if welcome.seed % 10 < sleepy { 40 } else { u64::MAX };
        Ok(Box::new(Caller { patience, heard: 0 }) as Box<dyn ExternalBot>)
    };
    let guests = ExternalBots::default().with("caller", Arc::new(invite));
    let seats = ["caller".to_string(), "random".to_string()];
    let setup = Setup::new("short-season", 2);
    let shelved = yellowstone::entry().shelved(Means::default());
    shelved
        .arena
        .open(&Yellowstone::house(), &setup, &seats, Seating::Rotating, &guests)
        .expect("it opens")
}

#[test]
fn guests_play_the_same_games_on_any_number_of_threads() {
    let contest = with_guest(0);
    let one = values(contest.as_ref(), 0..12, 1);
    assert_eq!(one.len(), 12 * contest.columns().len());
    assert_eq!(one, values(contest.as_ref(), 0..12, 3));
    assert!(contest.columns().iter().any(|column| column.name == "first.caller"));
}

#[test]
fn a_guest_that_fails_costs_no_game_before_its_own() {
    let contest = with_guest(2);
    let ended = |threads| {
        let (mut games, stop) = (Vec::new(), AtomicBool::new(false));
        let seed = Seed::from_number(5);
        let run = run(contest.as_ref(), seed, 0..40, threads, &stop, |_, values| {
            games.extend(values.iter().map(|value| value.to_bits()));
        });
        (games, run.expect_err("somebody falls asleep in one of 40 games"))
    };
    let (games, aborted) = ended(1);
    assert_eq!(games.len() as u64, aborted.game * contest.columns().len() as u64);
    assert_eq!((games, aborted.clone()), ended(4));
    let told = aborted.to_string();
    assert!(told.contains(&format!("caller on seat {}", aborted.seat)), "{told}");
    assert!(told.contains(&format!("in game {} at decision", aborted.game + 1)), "{told}");
    assert!(told.ends_with("it fell asleep"), "{told}");
}
