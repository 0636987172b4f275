//! Play for programs: one JSON object per line.

use super::sitting::Sitting;
use crate::failure::{Done, Failure};
use serde_json::{Value, json};
use std::io::{BufRead, Write};
use table::{Seat, Status, Viewer};

/// Plays to the end. Where a person must decide, asks with a line and reads a notation from
/// standard input.
pub fn play(sitting: &mut Sitting) -> Done {
    let mut out = std::io::stdout().lock();
    let mut say = |line: Value| writeln!(out, "{line}").map_err(Failure::from);
    let viewer = sitting.onlooker();
    say(json!({
        "game": sitting.game.id(),
        "setup": sitting.game.setup(),
        "commitment": sitting.game.commitment(),
        "dice": sitting.game.dice(viewer, 0),
        "log": sitting.game.log(viewer, 0),
    }))?;
    let mut answers = std::io::stdin().lock().lines();
    loop {
        if let Some(taken) = sitting.bot_decides()? {
            say(step(sitting, viewer, taken.seat, &taken.action))?;
            continue;
        }
        let Some(seat) = sitting.person_to_decide() else {
            break;
        };
        say(json!({
            "decide": seat.0 + 1,
            "legal": sitting.game.legal(seat),
            "view": sitting.game.view(Viewer::Seat(seat)),
        }))?;
        let Some(answer) = answers.next() else {
            return Ok(());
        };
        let answer = answer?;
        match sitting.game.act(seat, &answer) {
            Ok(action) => say(step(sitting, viewer, seat, &action))?,
            Err(not_done) => say(json!({ "not_done": not_done, "reason": not_done.to_string() }))?,
        }
    }
    if let Status::Over(outcome) = sitting.game.status() {
        let winners: Vec<u16> = outcome.winners.iter().map(|seat| seat.0 + 1).collect();
        let mut outcome = serde_json::to_value(outcome).unwrap_or_default();
        outcome["winners"] = winners.into();
        outcome["text"] = sitting.game.conclusion().into();
        let seed = sitting.game.record(true).seed;
        say(json!({ "outcome": outcome, "steps": sitting.game.len(), "seed": seed }))?;
    }
    Ok(())
}

fn step(sitting: &Sitting, viewer: Viewer, seat: Seat, action: &str) -> Value {
    let step = sitting.game.len();
    // A secret decision is not told to those who may not know it: the log is made for the viewer.
    let own = viewer == Viewer::Seat(seat) || sitting.people() == 0;
    json!({
        "step": step,
        "seat": seat.0 + 1,
        "action": own.then_some(action),
        "dice": sitting.game.dice(viewer, step),
        "log": sitting.game.log(viewer, step),
    })
}
