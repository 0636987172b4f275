//! A game of silent and foraging species, printed as a report: `season [html|text|markdown|json|scene|board]
//! [players] [rounds] [seed]`.

use postal_survival::action::{Move, Press, Telling};
use postal_survival::position::Who;
use postal_survival::rules::ending::Master;
use postal_survival::speech::report::account::Tone;
use postal_survival::speech::report::{
    Report, ReportSource, html, json, markdown, personal::Personal, text,
};
use postal_survival::{Kind, Position, PostalSurvival, Sheet};
use table::{Dice, Log, Looks, Names, Rules, Seat, Seed, Setup};

const NAMES: [&str; 12] =
    ["Ann", "Bob", "Cy", "Dee", "Eve Adams", "Fay", "Gus", "Hal & Co", "Ivy", "Jo", "Kit", "Lou"];

fn main() -> Result<(), table::SetupError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, otherwise: u64| {
        let word = arguments.get(place);
        word.and_then(|word| word.parse().ok()).unwrap_or(otherwise)
    };
    let (players, rounds, seed) = (number(1, 44) as u16, number(2, 6), number(3, 4));
    let mut setup = Setup::new("first-run", players);
    setup.names = (0..players as usize)
        .map(|i| match i / NAMES.len() {
            0 => NAMES[i].to_string(),
            copy => format!("{} {}", NAMES[i % NAMES.len()], copy + 1),
        })
        .collect();
    let game = PostalSurvival::open(&PostalSurvival::house(), &setup)?;
    let mut dice = Dice::seeded(Seed::from_number(seed));
    let mut position = game.start(&mut dice, &mut Log::quiet());
    for seat in Seat::first(players) {
        let done = game.lapse(&position, seat);
        game.apply(&mut position, seat, &done, &mut dice, &mut Log::quiet());
    }
    let mut events = Vec::new();
    let mut last: Vec<Sheet> = Vec::new();
    for _ in 0..rounds {
        if position.over.is_some() {
            break;
        }
        forage(&mut position);
        last.clone_from(&position.sheets);
        let mut log = Log::new();
        position.run(game.rulings(), Master::Present, &mut dice, &mut log);
        events = log.take().into_iter().map(|entry| entry.event).collect();
    }
    let source = ReportSource {
        game: "The Island Gazette",
        island: &position.island,
        events: &events,
        rulings: game.rulings(),
        unusual: &game.choice().unusual,
        phrases: game.choice().voices.of(Tone::Wry),
        edits: &[],
        deadline: "Friday, 12 June, noon",
        introduction: "A dry season, and a hungry one. Thanks for all the orders; those without any know who they are.",
        notices: &[],
        over: position.over.as_ref(),
        seed: None,
    };
    let report = Report::compile(&source);
    let own = Personal::compile(&source, Kind::at(4), last.get(4));
    let page = match arguments.first().map(String::as_str) {
        Some("html") => html::write(&report, Some(&own)),
        Some("markdown") => markdown::write(&report),
        Some("json") => json::write(&report),
        Some("scene" | "board") => {
            let viewer = table::Viewer::Seat(Seat(4));
            let mut legal = Vec::new();
            game.legal(&position, Seat(4), &mut legal);
            let scene = game.scene(&game.view(&position, viewer), viewer, &legal, Names::NONE);
            match arguments.first().map(String::as_str) {
                Some("scene") => stage::svg::document(
                    &scene,
                    &stage::svg::Look::picture(stage::svg::Theme::Light, 1400),
                ),
                _ => stage::text::board(
                    &scene,
                    &stage::text::TextLook { zoom: stage::text::Zoom::Roomy, ..Default::default() },
                )
                .plain(),
            }
        }
        _ => format!("{}\n{}", text::write(&report), own.text()),
    };
    print!("{page}");
    Ok(())
}

/// Two of three species forage; some are fierce, some write press.
fn forage(position: &mut Position) {
    let round = position.island.coming();
    for index in 0..position.island.species.len() {
        let sheet = &mut position.sheets[index];
        if index % 3 != 1 && round > 1 {
            sheet.tell(Who::All, &Telling::moving(Move::Forage));
        }
        if index % 7 == 2 {
            sheet.tell(Who::All, &Telling::acting(postal_survival::Mode::Aggressive));
        }
        if index % 9 == 4 {
            sheet.press.push(Press {
                anonymous: index % 2 == 0,
                text:
                    "Grass is murder. We, the undersigned leaves, object to being eaten in public."
                        .into(),
            });
        }
    }
}
