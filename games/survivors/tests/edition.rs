//! Set-up files: what is wrong with them is told where it stands and in a player's words.

use survivors::Survivors;
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

#[test]
fn forces_take_the_place_of_a_muster() {
    let force = "\n[[side]]\nfaction = \"cut\"\n".to_string()
        + &"[[side.figure]]\narchetype = \"Guard\"\nstrength = 2\n".repeat(4)
        + "[[side.figure]]\narchetype = \"Founder\"\nname = \"Granny\"\nkit = [\"bow\"]\n";
    let text = format!("summary = \"Mine\"\n{force}{force}");
    let edition = Survivors::house().with("forces/mine.toml", &text);
    let setup = Setup::new("quick", 2).with("forces", "mine");
    let game = Survivors::open(&edition, &setup).unwrap();
    let sheet = &game.scenario.sheets[4];
    assert_eq!((sheet.name.as_str(), sheet.kit.len(), game.scenario.cast), ("Granny", 1, 10));
    let edition =
        edition.with("forces/mine.toml", text.replacen("strength = 2", "strength = 6", 1));
    let told = Survivors::open(&edition, &setup).err().unwrap().to_string();
    assert!(
        told.starts_with("forces/mine.toml:7:12: side[1].figure[1].strength: a Guard"),
        "{told}"
    );
}

#[test]
fn spoiled_files_are_refused_where_they_are_spoiled_and_never_panic() {
    let complaints = complaints::<Survivors>(17, 12);
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}
