//! What a report says at a glance.

use arena::report::SimulationReport;
use arena::{Column, Summary, Sweep, SweepCell, grid};

/// A summary in which each column had these values, game by game.
fn summary<const COLUMNS: usize>(games: &[[f64; COLUMNS]]) -> Summary {
    let mut summary = Summary::new(COLUMNS);
    games.iter().for_each(|game| summary.add(game));
    summary
}

fn page(
    sweeps: &[Sweep],
    columns: &[Column],
    cells: &[(SweepCell, Summary)],
    seats: &[String],
    rotating: bool,
) -> String {
    let (title, command) = ("A <game>".to_string(), "overwinter sim".to_string());
    SimulationReport { title, command, sweeps, columns, cells, seats, rotating }.html()
}

fn sitting(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

fn seat_columns(seats: usize) -> Vec<Column> {
    (1..=seats).map(|seat| Column::share(format!("seat.{seat}"), "first places")).collect()
}

#[test]
fn a_seat_that_wins_too_often_is_named() {
    let columns = seat_columns(2);
    let cells = [(SweepCell::default(), summary(&[[1.0, 0.0]; 40]))];
    let page = page(&[], &columns, &cells, &sitting(&["greedy", "greedy"]), false);
    assert!(page.contains("Seat 1 comes first more often than its share of 50.0 %"), "{page}");
    assert!(page.contains("Seat 2 comes first less often"), "{page}");
}

#[test]
fn seats_of_unlike_bots_are_compared_only_if_they_rotate() {
    let columns = seat_columns(2);
    let cells = [(SweepCell::default(), summary(&[[1.0, 0.0]; 40]))];
    let seats = sitting(&["greedy", "random"]);
    assert!(!page(&[], &columns, &cells, &seats, false).contains("Seat 1"));
    assert!(page(&[], &columns, &cells, &seats, true).contains("Seat 1"));
}

/// A table may have more seats than are shown: the share is that of the table.
#[test]
fn the_even_share_is_of_all_seats() {
    let columns = seat_columns(2);
    let half = [[1.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 1.0]];
    let cells = [(SweepCell::default(), summary(&half.repeat(10)))];
    let page = page(&[], &columns, &cells, &sitting(&["greedy"; 4]), false);
    assert!(page.contains("No seat does better or worse"), "{page}");
}

#[test]
fn what_was_swept_is_told_by_what_depends_on_it_once_for_each_family() {
    let sweep = Sweep { key: "die".into(), values: vec!["4".into(), "6".into()] };
    let columns = [
        Column::share("alive.1", "alive after the first"),
        Column::share("alive.2", "alive after the second"),
        Column::number("same", "what never changes"),
    ];
    let cells = grid(std::slice::from_ref(&sweep)).unwrap();
    let ill = summary(&[[0.1, 0.0, 5.0]; 90]);
    let well = summary(&[[0.9, 1.0, 5.0]; 90]);
    let cells: Vec<_> = cells.into_iter().zip([ill, well]).collect();
    let page = page(&[sweep], &columns, &cells, &sitting(&["greedy"]), false);
    assert_eq!(page.matches("<li>").count(), 1, "{page}");
    assert!(page.contains("0.0 % with <b>die=4</b>, 100.0 % with <b>die=6</b>"), "{page}");
    assert!(page.contains("A &lt;game&gt;"), "what people wrote is escaped");
}

#[test]
fn sides_and_turns_have_a_table_of_their_own() {
    let columns = [
        Column::share("side.elk", "first places of Elk").in_row("Elk"),
        Column::share("decided.side.elk", "wins of Elk in decided games").in_row("Elk"),
        Column::number("days", "days until the end"),
    ];
    let games = [[0.5, f64::NAN, 3.0], [1.0, 1.0, 3.0], [0.0, 0.0, 3.0], [f64::NAN, f64::NAN, 3.0]];
    let cells = [(SweepCell::default(), summary(&games))];
    let page = page(&[], &columns, &cells, &sitting(&["greedy", "greedy"]), false);
    let row = "<tr><td>Elk</td><td>3</td><td>50.0 %<br>";
    assert!(page.contains(row), "{page}");
    assert!(!page.contains("first places of Elk"), "they stand in one table only: {page}");
    assert!(page.contains("days until the end"));
}
