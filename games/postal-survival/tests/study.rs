//! The balance study stands on these: cells of one plan played by themselves, and everything that is
//! counted in them, the same for the same seed.

use arena::{Column, ExternalBots, Seating, Sweep, grid};
use bots::search::Means;
use postal_survival::PostalSurvival;
use table::{Rules, Seed, Setup};

const READERS: [&str; 5] = ["default", "forage", "decent", "fierce", "default"];

/// A cell of a study: its name, its columns, and a row of figures for each game.
type Cell = (String, Vec<Column>, Vec<Vec<f64>>);

/// Six games of every cell of a plan.
fn study(plan: &[Sweep], seed: u64) -> Vec<Cell> {
    let entry = postal_survival::entry().shelved(Means::default());
    let seats: Vec<String> = READERS.iter().cycle().take(20).map(ToString::to_string).collect();
    let played = |cell: arena::SweepCell| {
        let setup = Setup::new("first-run", 20);
        let setup = cell.0.iter().fold(setup, |setup, (key, value)| setup.with(key, value));
        let (house, guests) = (PostalSurvival::house(), ExternalBots::default());
        let contest = entry.arena.open(&house, &setup, &seats, Seating::Fixed, &guests).unwrap();
        let columns = contest.columns().to_vec();
        let mut figures = Vec::new();
        contest.play(Seed::from_number(seed), 0..6, &|| true, &mut figures);
        let games = figures.chunks(columns.len()).map(<[f64]>::to_vec).collect();
        (cell.name(), columns, games)
    };
    grid(plan).unwrap().into_iter().map(played).collect()
}

/// Figures as they are written down, so that what was not counted equals what was not counted.
fn written(study: &[Cell]) -> String {
    study.iter().map(|(name, _, games)| format!("{name}: {games:?}\n")).collect()
}

// rules: PS-BAL-01, PS-BAL-02
#[test]
fn the_balance_study_plays_itself_and_repeats_itself() {
    let plan: [Sweep; 2] = ["meal_die=4,6".parse().unwrap(), "corpse_num=1,2".parse().unwrap()];
    let cells = study(&plan, 3);
    assert_eq!(cells.len(), 4);
    for (name, columns, games) in &cells {
        assert_eq!(games.len(), 6, "{name}");
        let figure = |wanted: &str| {
            let index = columns.iter().position(|column| column.name == wanted).expect(wanted);
            games.iter().map(move |game| game[index])
        };
        for diet in ["m1.herbivores", "m1.omnivores", "m1.carnivores", "m2.diets"] {
            assert!(figure(diet).all(|value| value >= 0.0), "{name} {diet}");
        }
        let causes = figure("m5.starved").zip(figure("m5.fights")).zip(figure("m5.tussles"));
        assert!(causes.map(|((a, b), c)| a + b + c).all(|sum| (sum - 1.0).abs() < 1e-9));
        assert!(figure("rounds").all(|rounds| (1.0..=15.0).contains(&rounds)));
    }
    assert_eq!(written(&study(&plan, 3)), written(&cells));
    assert_ne!(written(&study(&plan, 4)), written(&cells));
}
