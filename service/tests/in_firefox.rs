//! Real Firefox plays the beginning of every game, by mouse and by keys: what Chromium understands is not yet
//! the web.

use crate::browser::Firefox;
use crate::house::House;
use serde_json::json;
use std::time::Duration;

/// How many decisions are played of each game.
const DECISIONS: usize = 8;

const ENTER: &str = "\u{e007}";
const ASKED: &str = "document.querySelector('#choices button') && !document.querySelector('.busy')";
const OVER: &str = "!document.getElementById('result').hidden";
const MENU: &str = "!document.getElementById('menu').hidden";

/// What changes with every decision.
const STAND: &str = "['question', 'headline', 'choices', 'log'].map((id) => document.getElementById(id).textContent).join()";

/// A choice in the list that can be clicked; lists that are folded are unfolded.
const CHOICE: &str = "(document.querySelectorAll('#choices details').forEach((fold) => { fold.open = true; }), document.querySelector('#choices button'))";

/// One decision: the first choice by mouse, by its number, or as it is written.
fn decide(firefox: &mut Firefox, turn: usize) {
    let before = firefox.eval(STAND);
    match turn % 3 {
        0 => firefox.click(CHOICE),
        1 => {
            firefox.eval("document.querySelectorAll('#choices details').forEach((fold) => { fold.open = true; })");
            firefox.eval("document.activeElement.blur()");
            firefox.write("1");
        }
        _ => {
            let line = firefox.eval("document.querySelector('#choices button').choice.notation");
            firefox.eval("document.getElementById('line').focus()");
            firefox.write(line.as_str().unwrap());
            firefox.write(ENTER);
        }
    }
    for _ in 0..2 {
        if firefox.comes(MENU, Duration::from_millis(200)) {
            firefox.click("document.querySelector('#menu button')");
        }
    }
    firefox.wait(&format!("{STAND} !== {before}"));
}

#[test]
fn every_game_in_firefox() {
    let house = House::open();
    let mut firefox = Firefox::launch();
    for shelved in shelf::shelf() {
        let game = shelved.game.id();
        firefox.goto(&format!("http://{}/", house.address));
        firefox.click(&format!("document.querySelector(\"form[action='/play/{game}'] button\")"));
        firefox.wait("location.pathname.startsWith('/t/')");
        for turn in 0..DECISIONS {
            firefox.wait(&format!("({ASKED}) || ({OVER})"));
            if firefox.eval(OVER) == json!(true) {
                break;
            }
            decide(&mut firefox, turn);
        }
        firefox.wait("document.querySelector('#board .ground').childElementCount > 0");
        firefox.wait("document.querySelector('#news p')");
        assert!(firefox.errors.is_empty(), "{game}: {:?}", firefox.errors);
    }
}
