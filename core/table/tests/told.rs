//! A case says by which rules something is told.

use connect_four::ConnectFour;
use table::case::{Case, Verdict, judge};

fn verdict(rules: &str) -> Verdict {
    let text = format!(
        r#"
title = "a disc falls"
game  = "connect-four"
rules = ["CF-DROP-01"]
do    = ["1: 4"]
[then]
told  = [{{ says = "a disc into column 4", rules = {rules} }}]
"#
    );
    judge::<ConnectFour>(&Case::parse("told.toml", &text).unwrap()[0])
}

#[test]
fn a_line_is_held_to_all_its_rules() {
    assert_eq!(verdict(r#"["CF-DROP-01"]"#), Verdict::Passed);
    for wrong in ["[]", r#"["CF-DROP-02"]"#, r#"["CF-DROP-01", "CF-DROP-02"]"#] {
        assert!(matches!(verdict(wrong), Verdict::Failed(whys) if whys.len() == 1), "{wrong}");
    }
}

#[test]
fn a_rule_that_there_is_not_is_a_fault_where_it_stands() {
    let Verdict::Faulty(faults) = verdict(r#"["CF-DROP-01", "CF-FLY-01"]"#) else {
        panic!("no fault")
    };
    assert!(faults[0].to_string().contains("told[1].rules[2]"), "{}", faults[0]);
}

#[test]
fn what_a_player_wrote_is_told_as_others_may_read_it() {
    let told = |text: &str| {
        let line = table::StoryLine { text: text.into(), rules: Vec::new() };
        table::LogLine::told(3, line).map(|line| line.text)
    };
    let hostile = "A1 says \u{201c}Run\u{202e}\u{1b}[2J\u{201d}.";
    assert_eq!(told(hostile).as_deref(), Some("A1 says \u{201c}Run[2J\u{201d}."));
    assert_eq!(told("First.\nThen."), Some("First.\nThen.".into()));
    assert_eq!(told("\u{200b}"), None);
}
