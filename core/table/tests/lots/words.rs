//! Lots in words.

use super::{Action, Event, Lots, Position, flawed};
use stage::Block;
use table::*;

impl Speech for Lots {
    fn notation(&self, action: &Action) -> String {
        match action {
            Action::Bid(1) if flawed("a line with two ends") => "bid\n1".into(),
            Action::Bid(bid) => format!("bid {bid}"),
            Action::Look => "look".into(),
            Action::Toss if flawed("two actions have one line") => "look".into(),
            Action::Toss => "toss".into(),
            Action::Step(place) => format!("step {place}"),
            Action::Pass => "pass".into(),
        }
    }

    fn parse(&self, position: &Position, _: Seat, line: &str) -> Result<Action, Misread> {
        let misread = || match flawed("advice names what is not understood") {
            true => Misread::new(line, "say `hop 2`"),
            false => Misread::new(line, "say `bid 2`, `look`, `toss`, `step 1` or `pass`"),
        };
        let lower = line.trim().to_lowercase();
        if flawed("a short line cannot be read") {
            let _ = &lower[..3];
        }
        let mut words = lower.split_whitespace();
        let word = words.next();
        let number = words.next();
        if words.next().is_some() && !flawed("words behind a line are ignored") {
            return Err(misread());
        }
        let count = || number.and_then(|number| number.parse::<u8>().ok()).ok_or_else(misread);
        match (word, number) {
            (Some("bid"), Some("3")) if flawed("a line is read as another action") => {
                Ok(Action::Bid(2))
            }
            (Some("bid"), Some("1")) if flawed("a line is read by what is hidden") => {
                Ok(Action::Bid(1 + position.pile[0] % 2))
            }
            (Some("bid"), Some(_)) => match count() {
                Ok(255) if flawed("a line is read that cannot be written") => Err(misread()),
                Err(_) if flawed("a line is read that cannot be written") => Ok(Action::Bid(255)),
                read => read.map(Action::Bid),
            },
            (Some("step"), Some(_)) => count().map(Action::Step),
            (Some("look"), None) => Ok(Action::Look),
            (Some("toss"), None) => Ok(Action::Toss),
            (Some("pass"), None) => Ok(Action::Pass),
            (Some("pass"), _) if flawed("words behind a line are ignored") => Ok(Action::Pass),
            _ if flawed("garbage is an action") => Ok(Action::Pass),
            _ => Err(misread()),
        }
    }

    fn narrate(&self, event: &Event, names: Names<'_>) -> StoryLine {
        if flawed("the story panics") && matches!(event, Event::Stepped(_, 2)) {
            panic!("lost for words");
        }
        let text = match event {
            Event::Opened(_) if flawed("a slip in the story") => "The the bids are opened.".into(),
            Event::Opened(_) if flawed("a sum in the story is wrong") => "It is 2 + 2 = 5.".into(),
            Event::Opened(_) => "The bids are opened.".into(),
            Event::Dealt(seat, _)
            | Event::Bid(seat, _)
            | Event::Looked(seat, _)
            | Event::Tossed(seat, _)
            | Event::Stepped(seat, _)
            | Event::Passed(seat)
            | Event::Shown(seat, _) => format!("{}: {event:?}", names.of(*seat)),
        };
        let line = StoryLine::by("LO-TURN-01", text);
        match *event {
            _ if flawed("a line is told under no rule") => line.and([RuleId("LO-NONE-99")]),
            Event::Bid(..) if flawed("a line names a rule twice") => {
                StoryLine { rules: [line.rules.clone(), line.rules].concat(), ..line }
            }
            Event::Bid(..) => line.and([RuleId("LO-BID-01")]),
            _ => line,
        }
    }

    fn chapter(&self, event: &Event) -> Option<String> {
        match event {
            Event::Opened(_) if flawed("a slip in a chapter") => Some("The  bids".into()),
            Event::Opened(_) => Some("The bids".into()),
            Event::Passed(Seat(1)) if flawed("a chapter panics") => panic!("no title"),
            _ => None,
        }
    }

    fn report(&self, position: &Position, events: &[&Event], _: Names<'_>) -> Vec<Block> {
        if flawed("a report panics") && position.turn == 1 {
            panic!("nothing to report");
        }
        let text = match flawed("a report tells a hidden card") {
            true => format!("{} under the pile", position.pile[0]),
            false => format!("{} things happened", events.len()),
        };
        vec![Block::Text(text)]
    }

    fn conclusion(&self, position: &Position, outcome: &Outcome, names: Names<'_>) -> String {
        if flawed("the end is not told") {
            return " ".into();
        }
        let winners = names.listed(outcome.winners.iter());
        match flawed("the end tells the pile") {
            true => format!("{winners} won over {:?}.", position.pile),
            false if flawed("a slip in the conclusion") => format!("Won by {winners}.."),
            false => format!("Won by {winners}."),
        }
    }
}
