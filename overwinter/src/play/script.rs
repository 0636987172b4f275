//! Play for programs: one JSON object per line.

use super::session::PlaySession;
use super::table_session::TableSession;
use crate::error::{CommandError, CommandResult};
use crate::terminal::escaped;
use serde_json::{Value, json};
use std::io::{BufRead, Write};
use table::{Seat, Status, Viewer};

/// Plays to the end. Where a person must decide, asks with a line and reads a notation from
/// standard input.
pub fn play(session: &mut PlaySession) -> CommandResult {
    let mut out = std::io::stdout().lock();
    let mut say =
        |line: Value| writeln!(out, "{}", escaped(&line.to_string())).map_err(CommandError::from);
    let viewer = session.onlooker();
    say(json!({
        "game": session.game.id(),
        "setup": session.game.setup(),
        "commitment": session.game.commitment(),
        "dice": session.game.dice(viewer, 0),
        "log": session.game.log(viewer, 0),
    }))?;
    let mut answers = std::io::stdin().lock().lines();
    loop {
        if let Some(taken) = session.bot_decides()? {
            say(step(session, viewer, taken.seat, &taken.action))?;
            continue;
        }
        let Some(seat) = session.person_to_decide() else {
            break;
        };
        say(json!({
            "decide": seat.0 + 1,
            "legal": session.game.legal(seat),
            "view": session.game.view(Viewer::Seat(seat)),
        }))?;
        let Some(answer) = answers.next() else {
            return Ok(());
        };
        let answer = answer?;
        match session.decide(seat, &answer) {
            Ok(action) => say(step(session, viewer, seat, &action))?,
            Err(not_done) => say(json!({ "not_done": not_done, "reason": not_done.to_string() }))?,
        }
    }
    if let Status::Over(outcome) = session.game.status() {
        let winners: Vec<u16> = outcome.winners.iter().map(|seat| seat.0 + 1).collect();
        let mut outcome = serde_json::to_value(outcome).unwrap_or_default();
        outcome["winners"] = winners.into();
        outcome["text"] = session.game.conclusion().into();
        let seed = session.game.record(true).seed;
        say(json!({ "outcome": outcome, "steps": session.game.len(), "seed": seed }))?;
    }
    Ok(())
}

fn step(session: &PlaySession, viewer: Viewer, seat: Seat, action: &str) -> Value {
    let step = session.game.len();
    // A secret decision is not told to those who may not know it: the log is made for the viewer.
    let own = viewer == Viewer::Seat(seat) || session.people() == 0;
    json!({
        "step": step,
        "seat": seat.0 + 1,
        "action": own.then_some(action),
        "dice": session.game.dice(viewer, step),
        "log": session.game.log(viewer, step),
    })
}
