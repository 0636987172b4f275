//! Set-up files: what is wrong with them is told where it stands and in a player's words.

use survivors::Survivors;
use survivors::edition::components::{Class, Sheet};
use survivors::edition::{Armoury, Book};
use table::reading::complaints;
use table::{Edition, Rules, Setup};

fn change(edition: Edition, path: &str, from: &str, to: &str) -> Edition {
    let text = edition.text(path).unwrap().to_string();
    assert!(text.contains(from), "{path} does not hold `{from}`");
    edition.with(path, text.replacen(from, to, 1))
}

fn faults(edition: &Edition, scenario: &str) -> String {
    let opened = Survivors::open(edition, &Setup::new(scenario, 2));
    opened.err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn a_fault_is_told_where_it_stands() {
    for (path, from, to, says) in [
        (
            "weapons.toml",
            "item = \"shotgun\"",
            "item = \"pistol\"",
            "gun[2].item: the thing `pistol` stands here twice",
        ),
        (
            "weapons.toml",
            "range = 8",
            "range = 8.0625",
            "gun[2].range: 8.0625 is not possible: say inches from 0 to 72",
        ),
        (
            "structures.toml",
            "barred = 6",
            "bared = 6",
            "structures.toml:4:1: bared: there is no field `bared`: did you mean `barred`?",
        ),
        (
            "archetypes.toml",
            "name = \"Captain\"",
            "name = \"Founder\"",
            "archetype[2].name: the archetype `Founder` stands here twice",
        ),
        (
            "archetypes.toml",
            "kit = [\"shotgun\"]",
            "kit = [\"shotgnu\"]",
            "there is no thing `shotgnu`: did you mean `shotgun`?",
        ),
        (
            "archetypes.toml",
            "kit = [\"shotgun\"]",
            "kit = [\"shotgun\", \"edged\", \"blunt\", \"lamp\"]",
            "a kit holds at most three things",
        ),
        (
            "factions/cut.toml",
            "archetype = \"Founder\"",
            "archetype = \"Fonder\"",
            "factions/cut.toml:5:13: person[1].archetype: there is no archetype `Fonder`: did you mean `Founder`?",
        ),
        (
            "campaigns/first-winter.toml",
            "\"Nurse\", \"again\"]",
            "\"Nurse\"]",
            "recruits.first: a list of 5 is not possible: say six archetypes, one for each face",
        ),
        (
            "campaigns/first-winter.toml",
            "fewest_people = 5",
            "fewest_people = 17",
            "fewest_people: 17 is more than the most people, 16",
        ),
        (
            "campaigns/first-winter.toml",
            "[[\"barn\", \"X\", \"Y\"]],\n  [[\"strays\"",
            "[[\"barn\", \"X\", \"Z\"]],\n  [[\"strays\"",
            "schedule[1].games[2][1][3]: `Z` is not possible",
        ),
        (
            "scenarios/mill.toml",
            "night 1-6",
            "night 1-5",
            "light: there is no row for the turn 6: give each of 1 to 12 once",
        ),
        ("scenarios/mill.toml", "dusk 7-8", "dusk 6-8", "light[2]: the turn 6 stands here twice"),
        (
            "scenarios/mill.toml",
            "setup = \"in order\"",
            "setup = \"in oder\"",
            "there is no way to set up `in oder`: did you mean `in order`?",
        ),
        (
            "scenarios/mill.toml",
            "order = [\"B\", \"A\"]",
            "order = [\"B\", \"B\"]",
            "order: the order of deployment names every side once",
        ),
        (
            "scenarios/mill.toml",
            "id = \"B\"",
            "id = \"A\"",
            "side[2].id: the side `A` stands here twice",
        ),
        (
            "scenarios/mill.toml",
            "heroes = [1, 1]",
            "heroes = [2, 1]",
            "heroes: the least, 2, is above the most, 1: say the least first",
        ),
        ("scenarios/mill.toml", "zone = \"ZB\"", "zone = \"ZX\"", "there is no zone `ZX`"),
        (
            "scenarios/barn.toml",
            "kind = \"fence\"",
            "kind = \"fense\"",
            "line[1].kind: there is no kind of line `fense`: did you mean `fence`?",
        ),
        (
            "scenarios/barn.toml",
            "[20, 24], [20, 20]",
            "[20, 24], [20, 40]",
            "line[1].points[2]: the point 20,40 lies off the table",
        ),
        (
            "scenarios/barn.toml",
            "rect = [30, 22, 38, 28]",
            "rect = [30, 22, 38]",
            "building[1].rect: a list of 3 is not possible: say [west, south, east, north] in inches",
        ),
        (
            "scenarios/barn.toml",
            "wall = \"S\"",
            "wall = \"SW\"",
            "building[1].opening[1].wall: there is no wall `SW`",
        ),
        (
            "scenarios/barn.toml",
            "offset = 3.4",
            "offset = 7.4",
            "building[1].opening[1].offset: an opening lies strictly inside its wall",
        ),
        (
            "scenarios/barn.toml",
            "seats = [2]",
            "seats = [2, 3]",
            "seats: 3 sides cannot play: there are 2",
        ),
    ] {
        let told = faults(&change(Survivors::house(), path, from, to), file_scenario(path));
        assert!(told.contains(says), "{path}: {from} -> {to}: said `{told}`, wanted `{says}`");
        assert!(told.starts_with(path), "{told}");
    }
}

/// The scenario that a file belongs to, or any.
fn file_scenario(path: &str) -> &str {
    let name = path.strip_prefix("scenarios/").and_then(|name| name.strip_suffix(".toml"));
    name.unwrap_or("quick")
}

#[test]
fn all_faults_of_all_files_are_told_at_once() {
    let edition = change(Survivors::house(), "weapons.toml", "range = 2", "range = \"two\"");
    let edition = change(edition, "scenarios/quick.toml", "turns = ", "truns = ");
    let edition = change(edition, "factions/cut.toml", "about = ", "abuot = ");
    let edition = edition.with("weapon.toml", "").with("scenario/mine.toml", "");
    let setup = Setup::new("quick", 2).with("fgo", "on");
    let told = Survivors::open(&edition, &setup).err().unwrap().to_string();
    assert_eq!(
        told.lines().collect::<Vec<_>>(),
        [
            "fgo: there is no option `fgo`: did you mean `fog`?",
            "factions/cut.toml:2:1: abuot: there is no field `abuot`: did you mean `about`?",
            "scenario/mine.toml:1:1: there is no folder `scenario`: did you mean `scenarios`?",
            "scenarios/quick.toml:5:1: truns: there is no field `truns`: did you mean `turns`?",
            "weapon.toml:1:1: there is no file `weapon.toml`: did you mean `weapons.toml`?",
            "weapons.toml:5:9: gun[1].range: `\"two\"` is text in quotes: say inches from 0 to 72, with at most three decimals",
        ]
    );
}

/// A force of forty points from the people of the Cut, with one Hero.
fn forty_points() -> String {
    let figure = |archetype: &str| format!("[[side.figure]]\narchetype = \"{archetype}\"\n");
    let figures = ["Drifter", "Lookout", "Labourer", "Nurse", "Youngster"].map(figure).concat();
    let side = format!("\n[[side]]\nfaction = \"cut\"\n{figures}");
    format!("summary = \"Mine\"\n{side}{side}")
}

fn with_forces(text: &str, options: &[(&str, &str)]) -> Result<Survivors, String> {
    let edition = Survivors::house().with("forces/mine.toml", text);
    let setup =
        options.iter().fold(Setup::new("quick", 2), |setup, (name, word)| setup.with(*name, *word));
    Survivors::open(&edition, &setup.with("forces", "mine")).map_err(|error| error.to_string())
}

#[test]
fn forces_take_the_place_of_a_muster() {
    let drifter = "archetype = \"Drifter\"\n";
    let named = format!(
        "{drifter}name = \"Jem\"\nstrength = 2\nkit = [\"edged\", \"lamp\"]\nhorse = true\n"
    );
    let game = with_forces(&forty_points().replace(drifter, &named), &[]).unwrap();
    let sheet = &game.scenario.sheets[0];
    assert_eq!((sheet.name.as_str(), sheet.kit.len(), game.scenario.cast), ("Jem", 2, 10));
    assert_eq!((sheet.starts_with, sheet.mounted), (2, true));
    assert_eq!(sheet.points, 16 - 4 + 1 + 3, "no shotgun, a blade, a horse");
}

// rules: SV-SET-02, SV-CHR-20
#[test]
fn forces_obey_the_limits_of_their_scenario_and_roster() {
    let text = forty_points();
    let told = |from: &str, to: &str| {
        with_forces(&text.replacen(from, to, 1), &[]).err().unwrap_or_default()
    };
    for (from, to, fault) in [
        (
            "\"Labourer\"\n",
            "\"Labourer\"\nkit = [\"pistol\"]\n",
            "forces/mine.toml:5:1: side[1].figure: these figures cost 42 points of 40",
        ),
        ("\"Labourer\"", "\"Founder\"", "side[1].figure: 2 Heroes, where the scenario wants 1"),
        ("\"Drifter\"", "\"Guard\"", "side[1].figure: 0 Heroes, where the scenario wants 1"),
        (
            "\"Nurse\"",
            "\"Youngster\"",
            "figure[5].archetype: The Cut People: its people have 1 of this kind, Youngster",
        ),
        (
            "\"Nurse\"",
            "\"Clerk\"",
            "figure[4].archetype: The Cut People: no Clerk is among its people",
        ),
        (
            "\"Nurse\"\n",
            "\"Nurse\"\nhorse = true\n",
            "figure[4].horse: only a Hero or a RIDER has a horse",
        ),
        (
            "\"Lookout\"\n",
            "\"Lookout\"\nkit = [\"bow\"]\n",
            "figure[2].kit: a bow is in the extended armoury alone",
        ),
        (
            "\"Nurse\"\n",
            "\"Nurse\"\nkit = [\"lamp\", \"edged\", \"blunt\", \"pistol\"]\n",
            "a kit holds at most three things",
        ),
        ("\"Youngster\"\n", "\"Youngster\"\nstrength = 3\n", "a Youngster has Strength 2"),
        (
            "[[side.figure]]\narchetype = \"Nurse\"\n",
            "",
            "side[1].figure: 4 figures, where the scenario wants 5 to 8",
        ),
    ] {
        let told = told(from, to);
        assert!(told.contains(fault), "{to}: {told}");
    }
    let bow = |who: &str| format!("\"{who}\"\nkit = [\"bow\"]\n");
    let extended = [("armoury", "extended")];
    let cheaper = text.replacen("\"Nurse\"\n", "\"Nurse\"\nskills = []\n", 1);
    let mine = |from: &str| {
        with_forces(&cheaper.replacen(&format!("\"{from}\"\n"), &bow(from), 1), &extended)
    };
    assert_eq!(mine("Lookout").unwrap().scenario.sheets[1].points, 9);
    let told = mine("Labourer").err().unwrap();
    assert!(told.contains("figure[3].kit: one Lookout of a side may have a bow"), "{told}");
}

/// The points of an archetype follow from what it is: so does what a figure costs that has something else.
#[test]
fn what_a_figure_costs_follows_from_what_it_is_and_has() {
    let book = Book::of(&Survivors::house(), Armoury::Text).unwrap();
    for sheet in &book.archetypes {
        let hero = if sheet.class == Class::Hero { 4 } else { 0 };
        let bare = Sheet { kit: Vec::new(), skills: Vec::new(), mounted: false, ..sheet.clone() };
        let unarmed = i32::from(sheet.civilian);
        let expected = 2 * i32::from(sheet.strength) + hero - unarmed - i32::from(sheet.shirker);
        assert_eq!(book.worth(&bare), expected, "{}", sheet.archetype);
        assert_eq!(book.worth(sheet), sheet.points, "{}", sheet.archetype);
    }
}

#[test]
fn spoiled_files_are_refused_where_they_are_spoiled_and_never_panic() {
    let complaints = complaints::<Survivors>(17, 12);
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}
