//! What a plan can ask of what its seat sees.

use crate::eyes::Eyes;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How a value is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Is {
    /// The same.
    Equal,
    /// Not the same.
    Other,
    /// At least so much.
    AtLeast,
    /// At most so much.
    AtMost,
}

/// Something that is so or not, as far as a seat can see.
///
/// ```
/// use connect_four::ConnectFour;
/// use plans::{Eyes, Is, Test};
/// use table::{AnyGame, GameBox, Seat, Seed, Setup};
///
/// let game = GameBox::<ConnectFour>::new();
/// let mut play = game.start(game.house(), &Setup::new("plain", 2), Seed::from_number(7))?;
/// play.act(Seat(0), "drop 4").unwrap();
/// let eyes = Eyes::new(&*play, Seat(1));
/// assert!(Test::Told { words: "into column 4".into() }.holds(&eyes, 0));
/// assert!(!Test::Told { words: "into column 4".into() }.holds(&eyes, 2), "that was before");
/// assert!(Test::Offered { line: "drop 4".into() }.holds(&eyes, 0));
/// # Ok::<(), table::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Test {
    /// The story has told the seat these words since it was last looked at; capitals do not matter.
    Told {
        /// The words.
        words: String,
    },
    /// The seat may do this now.
    Offered {
        /// A line of the game.
        line: String,
    },
    /// A count on the seat's sheet.
    Count {
        /// What is counted, as the sheet calls it.
        count: String,
        /// How it is compared.
        is: Is,
        /// With what.
        than: i64,
    },
    /// A part of what the seat may know, by its place in the JSON of its view.
    View {
        /// The place, such as `/persons/0/life`.
        at: String,
        /// How it is compared.
        is: Is,
        /// With what.
        than: Value,
    },
}

impl Test {
    /// Whether it is so. Of the story only what was told from a step on counts. What is not there is not so.
    pub fn holds(&self, eyes: &Eyes<'_>, from: usize) -> bool {
        match self {
            Test::Told { words } => {
                let words = words.to_lowercase();
                !words.is_empty()
                    && eyes.told(from).iter().any(|line| line.text.to_lowercase().contains(&words))
            }
            Test::Offered { line } => eyes.offers(line),
            Test::Count { count, is, than } => eyes
                .count(count)
                .is_some_and(|now| compare(*is, &Value::from(now), &Value::from(*than))),
            Test::View { at, is, than } => {
                eyes.view().pointer(at).is_some_and(|now| compare(*is, now, than))
            }
        }
    }
}

fn compare(is: Is, now: &Value, than: &Value) -> bool {
    let order = match (now, than) {
        (Value::Number(now), Value::Number(than)) => now.as_f64().partial_cmp(&than.as_f64()),
        (Value::String(now), Value::String(than)) => Some(now.cmp(than)),
        _ => None,
    };
    match is {
        Is::Equal => now == than || order.is_some_and(|order| order.is_eq()),
        Is::Other => now != than && order.is_none_or(|order| order.is_ne()),
        Is::AtLeast => order.is_some_and(|order| order.is_ge()),
        Is::AtMost => order.is_some_and(|order| order.is_le()),
    }
}

/// Something that is not spent below a count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    /// What is counted, as the seat's sheet calls it.
    pub count: String,
    /// How much stays.
    pub least: i64,
}

impl Floor {
    /// Whether a choice leaves so much: it spends nothing of it, or leaves enough.
    pub fn spares(&self, eyes: &Eyes<'_>, line: &str) -> bool {
        let change = eyes.change(line, &self.count);
        change >= 0 || eyes.count(&self.count).is_none_or(|now| now + change >= self.least)
    }
}
