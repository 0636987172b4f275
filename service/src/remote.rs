//! Tables of a server for a program that plays there for a person: what travels, and how it is asked for.

mod client;
mod url;

pub use client::{RemoteError, ServerClient, TableNews};
pub use url::{Destination, ServerUrl, in_address, is_word};

use serde::{Deserialize, Serialize};
use stage::{Ground, Scene, Sketch};
use table::{AnyMatch, Seat, Status};

/// Where a table stands between its opening and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RemotePhase {
    /// It waits for players.
    Open,
    /// It is played.
    Playing,
    /// It is over.
    Over,
}

/// A table as a person sees it from one of their seats.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SeatedTable {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// What the game is, in a sentence.
    pub summary: String,
    /// What is played of it, in a few words.
    pub scenario: String,
    /// Where it stands.
    pub phase: RemotePhase,
    /// Who sits there, in the order of seats.
    pub players: Vec<SeatedPlayer>,
    /// The seat through whose eyes it is seen, counted from 1; none for the public's.
    pub seat: Option<u16>,
    /// Whether something is asked of that seat.
    pub asked: bool,
    /// Moments of the game of which the seat knows, so far.
    pub step: usize,
    /// The number that the seat's next decision must name.
    pub turn: Option<u64>,
    /// The moment of the seat's last decision; 0 if there is none.
    pub since: usize,
    /// Whether the seat can take its last decision back.
    pub undo: bool,
    /// Whether not everybody who plays for the same person may know what this seat is shown.
    pub curtain: bool,
    /// How much time the seat has, in words; empty if no clock runs for it.
    pub time: String,
    /// By what the board is known.
    pub board: String,
    /// The board, where whoever asks does not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<Ground>,
    /// What is seen, on an empty board; none before the game has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
    /// The story so far.
    pub story: Vec<ToldLine>,
    /// What was said last.
    pub talk: Vec<SaidLine>,
    /// How it ended, in lines; empty before it has.
    pub result: Vec<String>,
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatedPlayer {
    /// The seat, counted from 1.
    pub seat: u16,
    /// What they are called; empty if nobody sits there.
    pub name: String,
    /// `open`, `link`, `person`, `bot` or `left`.
    pub kind: String,
    /// Whether it is a seat of whoever asks.
    pub yours: bool,
    /// Whether it is kept for whoever asks, who is away or has left: a bot may play on in it.
    #[serde(default)]
    pub kept: bool,
    /// Whether they must decide.
    pub deciding: bool,
    /// The path of the link that seats somebody here, for whoever may give it away.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub link: String,
}

/// A line of the story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToldLine {
    /// The moment at which it happened.
    pub step: usize,
    /// The words.
    pub text: String,
    /// The rules behind it.
    pub rules: Vec<String>,
}

/// Something that was said at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaidLine {
    /// Its number: it rises, and counts nothing.
    pub number: i64,
    /// By whom.
    pub name: String,
    /// What.
    pub text: String,
    /// To whom alone; empty if to everybody.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub to: String,
}

impl SaidLine {
    /// Who says it, and to whom if not to everybody.
    pub fn speaker(&self) -> String {
        match self.to.as_str() {
            "" => self.name.clone(),
            to => format!("{} to {to} alone", self.name),
        }
    }
}

/// What somebody has written down at a table for themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnNotes {
    /// How often it was changed.
    pub version: i64,
    /// The text.
    pub text: String,
}

/// What the rules make of a line before it is played.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LineRead {
    /// Whether the game reads it at all.
    pub understood: bool,
    /// The canonical line, if it can be played now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// Whether it ends the seat's own game.
    pub grave: bool,
    /// What it would do, drawn and in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sketch: Option<Sketch>,
    /// Why it cannot be played; empty if it can.
    #[serde(default)]
    pub why: String,
}

/// A game of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnGame {
    /// The table's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// Where it stands.
    pub phase: RemotePhase,
    /// Whether something is asked of the person.
    pub asked: bool,
    /// Who plays.
    pub players: Vec<String>,
    /// For whom it waits.
    pub waiting: Vec<String>,
    /// How much time there is, in words; empty if no clock runs.
    pub time: String,
    /// How it ended; empty before it has.
    pub ended: String,
}

/// The games of a person: those in which they are asked first, the most urgent at the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnGames {
    /// The games.
    pub games: Vec<OwnGame>,
    /// Tables to which the person is invited.
    pub invitations: Vec<Invited>,
}

/// An invitation to a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invited {
    /// The table's id.
    pub table: String,
    /// Who invites.
    pub host: String,
}

/// Somebody whom a program plays for from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedIn {
    /// What they are called.
    pub name: String,
    /// What the program brings with everything it asks.
    pub token: String,
    /// The next recovery code, where one was used up: shown this once.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub recovery_code: String,
}

/// The end in plain words: the sentence, then the seats by rank; nothing before it.
pub fn result_of(game: &dyn AnyMatch) -> Vec<String> {
    let Status::Over(outcome) = game.status() else {
        return Vec::new();
    };
    let mut lines = vec![game.conclusion()];
    let reckoning = game.reckoning();
    let mut seats: Vec<Seat> = Seat::first(game.setup().seats).collect();
    seats.sort_by_key(|seat| outcome.ranks.get(seat.index()).copied().unwrap_or(u16::MAX));
    for seat in seats {
        let rank = outcome.ranks.get(seat.index()).copied().unwrap_or_default();
        let won = if outcome.winners.has(seat) { "  won" } else { "" };
        let score = outcome.scores.as_ref().and_then(|scores| scores.get(seat.index()));
        let score = score.map(|score| match score {
            1 => "  1 point".to_string(),
            score => format!("  {score} points"),
        });
        let score = score.unwrap_or_default();
        // Where nobody won nobody came first.
        let place = match outcome.winners.is_empty() {
            true => String::new(),
            false => format!("{rank}. "),
        };
        lines.push(format!("{place}{}{score}{won}", game.setup().name(seat)));
        lines.extend(reckoning.iter().filter_map(|reckoning| {
            let parts = reckoning.heads.iter().zip(reckoning.rows.get(seat.index())?.iter());
            let parts: Vec<String> = parts.map(|(head, part)| format!("{head} {part}")).collect();
            Some(format!("   {}", parts.join(", ")))
        }));
    }
    lines
}
