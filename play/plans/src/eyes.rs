//! A match through the eyes of a seat.

use serde_json::Value;
use stage::{Block, Prompt, Scene};
use std::cell::OnceCell;
use table::{AnyMatch, LogLine, NotDone, Seat, Status, Viewer};

/// A match as one seat sees it: what plans may look at. The match is behind it and cannot be reached.
///
/// ```
/// use connect_four::ConnectFour;
/// use plans::Eyes;
/// use table::{AnyGame, GameBox, Seat, Seed, Setup};
///
/// let game = GameBox::<ConnectFour>::new();
/// let play = game.start(game.house(), &Setup::new("plain", 2), Seed::from_number(7))?;
/// let eyes = Eyes::new(&*play, Seat(0));
/// assert!(eyes.asked() && eyes.offers("drop 4"));
/// assert!(!Eyes::new(&*play, Seat(1)).asked());
/// # Ok::<(), table::SetupError>(())
/// ```
pub struct Eyes<'a> {
    game: &'a dyn AnyMatch,
    seat: Seat,
    scene: OnceCell<Scene>,
    view: OnceCell<Value>,
    known: OnceCell<Vec<usize>>,
}

impl<'a> Eyes<'a> {
    /// What this seat sees of this match.
    pub fn new(game: &'a dyn AnyMatch, seat: Seat) -> Eyes<'a> {
        Eyes { game, seat, scene: OnceCell::new(), view: OnceCell::new(), known: OnceCell::new() }
    }

    /// The steps of which the seat knows. What others decide in secret is none of them, so that no plan acts otherwise
    /// because of it.
    fn known(&self) -> &[usize] {
        self.known.get_or_init(|| self.game.known_steps(Viewer::Seat(self.seat)))
    }

    /// Whose eyes these are.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether the seat must decide now.
    pub fn asked(&self) -> bool {
        self.game.status().awaits(self.seat)
    }

    /// Whether the game is over.
    pub fn over(&self) -> bool {
        matches!(self.game.status(), Status::Over(_))
    }

    /// Decisions of which the seat knows, so far.
    pub fn steps(&self) -> usize {
        self.known().len()
    }

    /// The canonical line of what a line says, if the seat may do it now.
    pub fn read(&self, line: &str) -> Result<String, NotDone> {
        self.game.read(self.seat, line)
    }

    /// Whether the seat may do now what a line says.
    pub fn offers(&self, line: &str) -> bool {
        self.read(line).is_ok()
    }

    /// Whether a line is an action of the game at all, as far as can be told now.
    pub fn understands(&self, line: &str) -> bool {
        self.game.understands(self.seat, line)
    }

    /// Whether the seat's last decision can be taken back, as far as the seat can know.
    pub fn can_undo(&self) -> bool {
        self.game.offers_undo(self.seat)
    }

    /// What the seat may know.
    pub fn view(&self) -> &Value {
        self.view.get_or_init(|| self.game.view(Viewer::Seat(self.seat)))
    }

    /// What the seat sees.
    pub fn scene(&self) -> &Scene {
        self.scene.get_or_init(|| self.game.scene(Viewer::Seat(self.seat)))
    }

    /// What the seat is asked, if it is.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.scene().prompt.as_ref().filter(|_| self.asked())
    }

    /// What the seat was told from one of the decisions on of which it knows; each line with the number of its own.
    pub fn told(&self, from: usize) -> Vec<LogLine> {
        let Some(step) = self.step(from) else { return Vec::new() };
        let known = self.known();
        let mut lines = self.game.log(Viewer::Seat(self.seat), step);
        for line in &mut lines {
            line.step = known.partition_point(|known| *known <= line.step);
        }
        lines
    }

    /// Whether the seat saw a die fall at one of the decisions of which it knows.
    pub fn saw_dice(&self, number: usize) -> bool {
        let step = self.step(number);
        step.is_some_and(|step| !self.game.dice(Viewer::Seat(self.seat), step).is_empty())
    }

    /// The step of the decision of that number, of those of which the seat knows; the start for 0.
    fn step(&self, number: usize) -> Option<usize> {
        match number.checked_sub(1) {
            None => Some(0),
            Some(index) => self.known().get(index).copied(),
        }
    }

    /// The kind of question that the seat is asked: its words without what differs from time to time, which is names,
    /// numbers and places.
    pub fn kind(&self) -> Option<String> {
        let mut text = self.prompt()?.question.clone();
        for name in Seat::first(self.game.setup().seats).map(|seat| self.game.setup().name(seat)) {
            text = text.replace(&name, "@");
        }
        let word = |word: &str| match word.contains(|letter: char| letter.is_ascii_digit()) {
            true => "#".to_string(),
            false => word.to_lowercase(),
        };
        Some(text.split_whitespace().map(word).collect::<Vec<_>>().join(" "))
    }

    /// The question that the seat is asked, with an ellipsis for what differs from time to time.
    pub fn question(&self) -> Option<String> {
        let mut text = self.prompt()?.question.clone();
        for name in Seat::first(self.game.setup().seats).map(|seat| self.game.setup().name(seat)) {
            text = text.replace(&name, "…");
        }
        let word = |word: &str| {
            let differs = word.trim_matches(|letter: char| !letter.is_alphanumeric());
            match differs.contains(|letter: char| letter.is_ascii_digit()) {
                true => word.replacen(differs, "…", 1),
                false => word.to_string(),
            }
        };
        Some(text.split_whitespace().map(word).collect::<Vec<_>>().join(" "))
    }

    /// A count on the seat's own sheets, or on any sheet that belongs to nobody: the number with which the fact begins that is
    /// called so.
    pub fn count(&self, label: &str) -> Option<i64> {
        let mut counts = self.counted();
        counts.find(|(count, _)| count.eq_ignore_ascii_case(label)).map(|(_, now)| now)
    }

    /// Everything that is counted there, by the word of the sheet, and how much it is: what is on the seat's own sheets first.
    pub fn counts(&self) -> Vec<(String, i64)> {
        let mut counts: Vec<(String, i64)> = Vec::new();
        for (count, now) in self.counted() {
            if !counts.iter().any(|(known, _)| known.eq_ignore_ascii_case(count)) {
                counts.push((count.to_string(), now));
            }
        }
        counts
    }

    fn counted(&self) -> impl Iterator<Item = (&str, i64)> {
        let panels = &self.scene().panels;
        let own = panels.iter().filter(|panel| panel.seat == Some(self.seat.0));
        let all = own.chain(panels.iter().filter(|panel| panel.seat.is_none()));
        let facts = all.flat_map(|panel| &panel.blocks).filter_map(|block| match block {
            Block::Facts(facts) => Some(facts),
            _ => None,
        });
        facts.flatten().filter_map(|fact| Some((fact.label.as_str(), amount(&fact.value)?)))
    }

    /// By how much a choice surely changes a count.
    pub fn change(&self, line: &str, label: &str) -> i64 {
        let choices = self.prompt().into_iter().flat_map(|prompt| &prompt.choices);
        let changes =
            choices.filter(|choice| choice.notation == line).flat_map(|choice| &choice.changes);
        changes
            .filter(|change| change.count.eq_ignore_ascii_case(label))
            .map(|change| i64::from(change.by))
            .sum()
    }
}

/// How much a fact says that something is: the number with which it begins, if that is said of something, as in "3", "3 of 12"
/// or "3 missing". Dice that were thrown are no count, nor are several things with a number each.
pub fn amount(text: &str) -> Option<i64> {
    let unsigned = text.trim_start_matches(['-', '−']);
    let end = unsigned.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(unsigned.len());
    let (number, rest) = unsigned.split_at(end);
    let of_what = match rest.strip_prefix(" of ") {
        Some(whole) => whole.starts_with(|letter: char| letter.is_ascii_digit()),
        None => {
            rest.is_empty()
                || rest.starts_with(',')
                || rest.strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_lowercase))
        }
    };
    let number: i64 = number.parse().ok().filter(|_| of_what)?;
    Some(if unsigned.len() < text.len() { -number } else { number })
}
