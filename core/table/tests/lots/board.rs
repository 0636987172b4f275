//! Lots to look at: four places in a row, a pawn for each seat, and a sheet with its cards.

use super::{Action, Lots, Position, View, flawed};
use stage::*;
use std::sync::Arc;
use table::{Looks, Names, Seat, Speech, Viewer};

fn place(number: u8) -> String {
    format!("place {number}")
}

fn pawn(seat: usize) -> String {
    format!("pawn {seat}")
}

fn ground() -> Ground {
    let square = |number: u8| {
        let rect = Rect { x: i32::from(number) * 1000, y: 0, width: 900, height: 900 };
        Place::new(place(number), Shape::Box { rect, round: 0 }, Texture::Paper, "a place")
    };
    let last = if flawed("two places of one name") { 2 } else { 3 };
    let mut places = [0, 1, 2, last].map(square).to_vec();
    if flawed("a name on the board is not read") {
        places.push(Place { id: "pass".into(), label: "Leave".into(), ..square(4) });
    }
    let fields =
        vec![Field::Places(PlaceField { title: String::new(), places, lines: Vec::new() })];
    Ground { title: "Lots".into(), description: "Four places in a row.".into(), fields }
}

fn sheet_of(seat: usize) -> String {
    if flawed("two panels of one name") { "sheet".into() } else { format!("sheet {seat}") }
}

impl Lots {
    fn choice(&self, view: &View, seat: u16, action: &Action) -> Choice {
        let line = self.notation(action);
        let label = if flawed("a choice without a label") { String::new() } else { line.clone() };
        let unsaid = flawed("a toss is not offered as final") && *action == Action::Toss;
        let final_ = !matches!(action, Action::Step(_)) && !unsaid;
        let grave = flawed("a choice is grave that gives nothing up") && *action == Action::Pass;
        let group = match flawed("a group is torn apart") && *action == Action::Toss {
            true => "Luck",
            false => "",
        };
        let ends = *action == Action::Pass;
        let choice = Choice { final_, grave, ends, ..Choice::new(line, label).under(group) };
        let nowhere = |flaw: &str, id: String| if flawed(flaw) { "nowhere".into() } else { id };
        match action {
            Action::Step(number) => {
                let target = Target::Place(nowhere("a target that is no place", place(*number)));
                let moves = nowhere("a move of no piece", pawn(usize::from(seat)));
                let count = nowhere("a promise of no count", "Candles".into());
                let by = if flawed("a step costs less than it says") { -2 } else { -1 };
                let changes = vec![Change::new(sheet_of(usize::from(seat)), count, by)];
                Choice { moves: Some(moves), changes, ..choice.on(target, "") }
            }
            Action::Toss => {
                let id = nowhere("a target that is no piece", pawn(usize::from(seat)));
                choice.on(Target::Piece(id), "")
            }
            Action::Look => {
                let id = nowhere("a target that is no card", format!("card {}", view.open));
                choice.on(Target::Card(id), "")
            }
            Action::Pass if flawed("a name on the board is not read") => {
                choice.on(Target::Place("pass".into()), "")
            }
            Action::Bid(_) | Action::Pass => choice,
        }
    }

    /// What a seat has left and has done, each counted twice.
    fn counts(&self, view: &View, seat: usize) -> [Block; 3] {
        let (pawn, bid) = (view.pawns[seat], view.made.get(seat).copied().unwrap_or_default());
        let more = |flaw: &str| u8::from(flawed(flaw));
        let sealed = match flawed("a bid vanishes from sight") {
            true => String::new(),
            false => match view.bids.given.iter().find(|(by, _)| by.index() == seat) {
                Some((_, Some(bid))) => bid.to_string(),
                Some((_, None)) => "a bid".into(),
                None => "nothing".into(),
            },
        };
        let fact = |label: &str, number: u8| Fact::new(label, number.to_string());
        let steps = pawn + more("a fact is not where its counter lies");
        let square = |number: u8| TrackBox {
            label: number.to_string(),
            after: String::new(),
            here: number == pawn || number == 3 && flawed("two counters on a track"),
            ink: None,
        };
        let row = |name: &str, number: u8| Row {
            cells: vec![name.into(), number.to_string()],
            lit: false,
        };
        let total = pawn + bid + more("a total does not add up");
        [
            Block::Facts(vec![
                fact("Candles", 3 - pawn),
                fact("Steps", steps),
                fact("Looks", u8::from(view.looked[seat])),
                fact("Tosses", u8::from(view.tossed[seat])),
                Fact::new("Sealed", sealed),
            ]),
            Block::Track(Track {
                label: "Steps".into(),
                symbol: None,
                boxes: [0, 1, 2, 3].map(square).to_vec(),
                note: String::new(),
                short: String::new(),
            }),
            Block::Table {
                head: vec![String::new(), "points".into()],
                rows: vec![row("steps", pawn), row("bid", bid), row("Total", total)],
            },
        ]
    }

    fn sheet(&self, view: &View, seat: usize) -> Panel {
        let id = sheet_of(seat);
        let strange = flawed("a panel of no seat");
        let hand = view.hands[seat].map(|hand| format!("{hand:?}")).unwrap_or_default();
        let mut cells = vec![hand, view.luck[seat].unwrap_or_default().to_string()];
        if flawed("a table that does not fit") {
            cells.pop();
        }
        let head = vec!["hand".into(), "luck".into()];
        let mut blocks = vec![Block::Table { head, rows: vec![Row { cells, lit: false }] }];
        blocks.extend(self.counts(view, seat));
        let owner = if strange { 9 } else { seat as u16 };
        let title = if flawed("a slip in a sheet") { "Sheet of a elf" } else { "Sheet" }.into();
        Panel { id, title, seat: Some(owner), open: false, blocks }
    }

    /// A bid to fill in.
    fn slip(&self) -> Slip {
        let first = if flawed("a slip that cannot be filled in") { 4 } else { 1 };
        let entry = BlankKind::Number { least: 1, most: 3, first };
        let start = if flawed("a slip is not understood") { "bet" } else { "bid" }.into();
        let sum = Some(if flawed("a slip does not add up") { 2 } else { first });
        let blank = Blank { label: "bid".into(), before: " ".into(), entry };
        Slip { title: "Bid".into(), start, blanks: vec![blank], sum }
    }

    fn question(&self, view: &View, viewer: Viewer, choices: &[Action]) -> Option<Prompt> {
        let seat = viewer.seat().filter(|_| !choices.is_empty())?.0;
        let skipped = usize::from(flawed("a scene leaves out a choice"));
        let offered = choices.iter().skip(skipped);
        let mut offered: Vec<Choice> =
            offered.map(|action| self.choice(view, seat, action)).collect();
        if flawed("a scene offers too much") {
            offered.push(Choice::new("bid 9", "nine"));
        }
        let pointless = flawed("a free choice without a point").then_some("go");
        let unread = flawed("a free choice is not understood").then_some("go {at}");
        let free = pointless.or(unread).map(|notation| Free {
            label: "Go".into(),
            notation: notation.into(),
            moves: None,
            way: false,
            words: String::new(),
            facing: String::new(),
        });
        let bidding = choices.contains(&Action::Bid(1));
        let left = 3 - view.pawns[usize::from(seat)];
        let left = left + u8::from(flawed("the question counts otherwise than the sheet"));
        let candles = if left == 1 { "candle" } else { "candles" };
        let default = flawed("a toss is lit by itself")
            .then(|| choices.iter().position(|action| *action == Action::Toss))
            .flatten();
        let prompt = Prompt {
            seat: if flawed("a wrong seat is asked") { (seat + 1) % self.seats } else { seat },
            question: match flawed("a slip in the question") {
                true => "There are 1 points left (what do you do?".into(),
                false => format!("What do you do? {left} {candles} left."),
            },
            hint: match flawed("a hint names what is not understood") {
                true => "Say `hop` to go two places.".into(),
                false => {
                    "Say `pass` to end your turn, `bid NUMBER` to bid, `sheet` for more.".into()
                }
            },
            choices: offered,
            free: free.into_iter().collect(),
            slips: bidding.then(|| self.slip()).into_iter().collect(),
            default,
            ..Prompt::default()
        };
        Some(if flawed("a group is torn apart") { prompt } else { prompt.arranged() })
    }
}

impl Looks for Lots {
    fn scene(&self, view: &View, viewer: Viewer, choices: &[Action], names: Names<'_>) -> Scene {
        if flawed("a scene panics at a name") && names.given(Seat(0)).is_some() {
            panic!("no such letter");
        }
        let mut scene = Scene::new(Arc::new(ground()), format!("Turn of {}", view.turn));
        if !flawed("the aim is not said") {
            scene.aim = "Have the most steps and the highest bid.".into();
        }
        for (seat, at) in view.pawns.iter().enumerate() {
            let id = pawn(if flawed("two pieces of one name") { 0 } else { seat });
            let at = if flawed("a piece in no place") { 7 } else { *at };
            let piece = Piece::new(id, place(at), Ink::Seat(seat as u16));
            let description = match flawed("a piece is not described") {
                true => String::new(),
                false => format!("a pawn in place {at}"),
            };
            let shown = at + u8::from(flawed("a piece shows another number"));
            let label = shown.to_string();
            scene.pieces.push(Piece { form: Form::Pawn, label, description, ..piece });
            scene.panels.push(self.sheet(view, seat));
        }
        let card = |number: u8| Card {
            id: format!("card {number}"),
            title: number.to_string(),
            text: String::new(),
            symbol: None,
            ink: Ink::Neutral,
            faint: false,
        };
        let twice = flawed("two cards of one name").then(|| card(view.open));
        let cards = [card(view.open)].into_iter().chain(twice).collect();
        let (id, title) = ("table".to_string(), "On the table".to_string());
        let blocks = vec![Block::Cards(cards)];
        scene.panels.push(Panel { id, title, seat: None, open: true, blocks });
        let marked = if flawed("a mark in no place") { 9 } else { 3 };
        let (place, tag) = (place(marked), String::new());
        scene.marks.push(Mark { place, kind: MarkKind::Goal, tag });
        let focus = if flawed("a focus on nothing") { "nothing".into() } else { pawn(0) };
        scene.focus = Some(focus);
        scene.watched.extend(flawed("an eye on nothing").then(|| "nothing".into()));
        if flawed("a trace without points") {
            let (points, description) = (Vec::new(), String::new());
            scene.traces.push(Trace {
                label: String::new(),
                points,
                ink: Ink::Good,
                dotted: false,
                description,
            });
        }
        scene.prompt = self.question(view, viewer, choices);
        scene
    }

    fn preview(&self, position: &Position, seat: Seat, action: &Action) -> Sketch {
        if flawed("a preview panics") && *action == Action::Look {
            panic!("nothing to see");
        }
        let other = (seat.index() + 1) % usize::from(self.seats);
        let words = match flawed("a preview is made for another seat") {
            true => format!("you hold {:?}", position.hands[other]),
            false => format!("you hold {:?}", position.hands[seat.index()]),
        };
        Sketch { words, ..Sketch::default() }
    }

    fn gauge(
        &self,
        position: &Position,
        _: Viewer,
        _: &Target,
        to: Option<&Target>,
    ) -> Option<Sketch> {
        let words = match flawed("a measure tells a hidden card") {
            true => format!("{} under the pile", position.pile[0]),
            false => "a few steps".into(),
        };
        to.map(|_| Sketch { words, ..Sketch::default() })
    }

    fn ahead(&self, position: &Position, seat: Seat) -> Vec<Ahead> {
        if self.bidding(position) || self.over(position) || position.turn != seat.0 {
            return Vec::new();
        }
        let own = position.pawns[seat.index()];
        let hidden = flawed("what lies ahead tells a hidden card") && position.pile[0] > 4;
        let far = if hidden { own + 1 } else { 3 };
        let step = |number: u8| Ahead {
            after: (number > own + 1).then(|| usize::from(number - own) - 2),
            notation: match flawed("a way ahead is not understood") && number > own + 1 {
                true => format!("hop {number}"),
                false => self.notation(&Action::Step(number)),
            },
            place: if flawed("a way ahead to no place") { "nowhere".into() } else { place(number) },
            tag: number.to_string(),
        };
        let first = if flawed("a way ahead from nowhere") { own + 2 } else { own + 1 };
        let mut ahead: Vec<Ahead> = (first..=far).map(step).collect();
        if let Some(ahead) = ahead.first_mut() {
            ahead.after = None;
        }
        ahead
    }
}
