//! The parts that seats play: how often each side, and each place in the order of play, comes first.

use crate::contest::before;
use crate::measures::Column;
use crate::statistics::Estimate;
use crate::summary::Summary;
use table::{Outcome, Rules, Seat};

/// Sides up to which every two are held against each other.
const PAIRED: usize = 6;

/// What stands before the name of a column that counts wins of decided games only.
const DECIDED: &str = "decided.";

type PlayedBy<G> = Box<dyn Fn(&G, &<G as Rules>::Position) -> Option<Seat> + Send + Sync>;

/// Whether a part is a side or a place in the order of play.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Side,
    Turn,
}

/// A part that a seat plays in a game: a side with a name of its own, or a place in the order of play.
///
/// ```
/// use arena::Part;
/// use connect_four::ConnectFour;
/// use table::Seat;
///
/// let sides = [Part::<ConnectFour>::side("yellow", "Yellow", |_, _| Some(Seat(0)))];
/// let turns = Part::<ConnectFour>::turns(2, |_, _| Some(Seat(0)));
/// assert_eq!(sides.len() + turns.len(), 3);
/// ```
pub struct Part<G: Rules> {
    kind: Kind,
    /// The word of its columns.
    word: String,
    /// What people call it.
    name: String,
    played_by: PlayedBy<G>,
}

impl<G: Rules> Part<G> {
    /// A side: its word for columns, its name for people, and the seat that had it in a game that ended
    /// so; none if nobody had.
    pub fn side(
        word: impl Into<String>,
        name: impl Into<String>,
        played_by: impl Fn(&G, &G::Position) -> Option<Seat> + Send + Sync + 'static,
    ) -> Part<G> {
        let (word, name) = (word.into(), name.into());
        Part { kind: Kind::Side, word, name, played_by: Box::new(played_by) }
    }

    /// All places in an order of play that goes round the table from the seat that moved first.
    pub fn turns(seats: u16, first: fn(&G, &G::Position) -> Option<Seat>) -> Vec<Part<G>> {
        let turn = |number: u16| Part {
            kind: Kind::Turn,
            word: (number + 1).to_string(),
            name: format!("moves {}", ordinal(number + 1)),
            played_by: Box::new(move |game: &G, end: &G::Position| {
                first(game, end).map(|Seat(first)| Seat((first + number) % seats))
            }),
        };
        (0..seats).map(turn).collect()
    }
}

/// `first`, `second`, … `5th`.
fn ordinal(number: u16) -> String {
    let words = ["first", "second", "third", "fourth"];
    let word = usize::from(number).checked_sub(1).and_then(|at| words.get(at));
    word.map_or_else(|| format!("{number}th"), ToString::to_string)
}

/// The parts of a contest, with what is counted of them.
pub(crate) struct Parts<G: Rules> {
    parts: Vec<Part<G>>,
    /// Sides that are held against each other, by number.
    pairs: Vec<(usize, usize)>,
}

impl<G: Rules> Parts<G> {
    /// The parts of a game with so many seats; none of one who plays alone. Where there are more sides
    /// than seats, so that different ones meet, every two of them are held against each other.
    pub fn new(mut parts: Vec<Part<G>>, seats: u16) -> Parts<G> {
        parts.retain(|_| seats > 1);
        let sides: Vec<usize> =
            (0..parts.len()).filter(|part| parts[*part].kind == Kind::Side).collect();
        let mut pairs = Vec::new();
        if sides.len() > usize::from(seats) && sides.len() <= PAIRED {
            for (place, one) in sides.iter().enumerate() {
                pairs.extend(sides[place + 1..].iter().map(|other| (*one, *other)));
            }
        }
        Parts { parts, pairs }
    }

    /// What is counted: first places and wins of every part, and who of two sides ends before the other.
    pub fn columns(&self) -> Vec<Column> {
        let mut columns = Vec::new();
        for part in &self.parts {
            let (family, who) = match part.kind {
                Kind::Side => ("side", part.name.clone()),
                Kind::Turn => ("turn", format!("who {}", part.name)),
            };
            let name = format!("{family}.{}", part.word);
            let first = Column::share(&name, format!("first places of {who}"));
            let won = format!("wins of {who} in decided games");
            let won = Column::share(format!("{DECIDED}{name}"), won);
            columns.extend([first, won].map(|column| column.in_row(&part.name)));
        }
        for (one, other) in &self.pairs {
            let [one, other] = [one, other].map(|part| &self.parts[*part]);
            let row = format!("{} before {}", one.name, other.name);
            let name = format!("pair.{}.{}", one.word, other.word);
            columns.push(Column::share(name, &row).in_row(&row));
        }
        columns
    }

    /// One value for each column; what nobody played is not a number.
    pub fn count(&self, game: &G, end: &G::Position, outcome: &Outcome, out: &mut Vec<f64>) {
        let seats: Vec<Option<Seat>> =
            self.parts.iter().map(|part| (part.played_by)(game, end)).collect();
        let rank = |seat: Seat| outcome.ranks.get(seat.index());
        let first = outcome.ranks.iter().filter(|rank| **rank == 1).count().max(1) as f64;
        for seat in &seats {
            let placed = seat.map(|seat| if rank(seat) == Some(&1) { 1.0 / first } else { 0.0 });
            let decided = seat.filter(|_| !outcome.winners.is_empty());
            let won = |seat| match outcome.winners.has(seat) {
                true => 1.0 / outcome.winners.len() as f64,
                false => 0.0,
            };
            out.extend([placed, decided.map(won)].map(|value| value.unwrap_or(f64::NAN)));
        }
        for (one, other) in &self.pairs {
            out.push(match (seats[*one], seats[*other]) {
                (Some(one), Some(other)) if one != other => before(rank(one), rank(other)),
                _ => f64::NAN,
            });
        }
    }
}

/// A row of the table of sides and turns.
#[derive(Clone, Debug, PartialEq)]
pub struct PartRow<'a> {
    /// Who, as the game names them.
    pub name: &'a str,
    /// In how many games.
    pub games: u64,
    /// How often they came first; shared places count in parts.
    pub first: Estimate,
    /// How often they won, of the games that somebody won; nothing where two are held against each other.
    pub decided: Option<Estimate>,
}

/// The table of sides and turns of a summary, row by row; those that nobody played are left out.
pub fn part_rows<'a>(columns: &'a [Column], summary: &Summary) -> Vec<PartRow<'a>> {
    let mut rows: Vec<PartRow<'a>> = Vec::new();
    for (index, column) in columns.iter().enumerate() {
        let (Some(name), Some(found)) = (&column.row, summary.estimate(columns, index)) else {
            continue;
        };
        match rows.last_mut() {
            Some(row) if column.name.starts_with(DECIDED) => row.decided = Some(found),
            _ => {
                let games = summary.samples[index].count;
                rows.push(PartRow { name, games, first: found, decided: None });
            }
        }
    }
    rows
}
