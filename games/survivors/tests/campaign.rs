//! The campaign over episodes.

use survivors::Survivors;
use survivors::edition::components::{Item, Skill};
use survivors::edition::{Armoury, Book, CampaignFile};
use survivors::rules::campaign::{Campaign, Choices, Episode, Fate, Purchase, rounded};
use table::{Dice, Refused, Rules, Seed};

fn begin(factions: &[&str]) -> (Campaign, CampaignFile, Book) {
    let house = Survivors::house();
    let lots = vec![1; factions.len() - 1];
    let campaign =
        Campaign::new(&house, "first-winter", factions, &mut Dice::loaded(lots)).unwrap();
    let file = CampaignFile::of(&house, "first-winter").unwrap();
    (campaign, file, Book::of(&house, Armoury::Text).unwrap())
}

fn fate(name: &str, from: usize, to: usize, strength: u8) -> Fate {
    Fate { name: name.into(), from: Some(from), to, strength, joins: None }
}

fn strength(campaign: &Campaign, band: usize, name: &str) -> Option<u8> {
    let person = campaign.bands[band].people.iter().find(|person| person.name == name);
    person.map(|person| person.strength)
}

// rules: SV-CAM-01, SV-CAM-03, SV-CAM-04
#[test]
fn a_campaign_links_six_episodes() {
    let (mut campaign, file, _) = begin(&["ashcombe", "tollmen", "cut"]);
    assert_eq!(
        (file.episodes, campaign.bands[0].people.len(), campaign.bands[0].supplies),
        (6, 12, 6)
    );
    assert_eq!(campaign.games(&file), [("surgery".to_string(), vec![0, 1, 2])]);
    campaign.episode = 6;
    campaign.bands[1].won = 2;
    campaign.bands[2].drawn = 1;
    assert_eq!(campaign.games(&file), [("mill".to_string(), vec![0, 1])]);
    for factions in 2..=4 {
        let schedule = file.schedule.iter().find(|s| s.factions == factions).unwrap();
        assert_eq!(schedule.games.len(), file.episodes);
    }
}

// rules: SV-CAM-05, SV-CAM-06, SV-CAM-02, SV-CHR-08, SV-CHR-09
#[test]
fn a_muster_becomes_a_game_with_wounds_carried() {
    let (mut campaign, _, book) = begin(&["ashcombe", "tollmen"]);
    let names = campaign.default_muster(&book, 0, 60, 1);
    campaign.check_muster(&book, 0, &names, 60).unwrap();
    let refused = campaign.check_muster(&book, 0, &names[..3], 60).unwrap_err();
    assert_eq!(refused.rule().0, "SV-CAM-05");
    assert!(campaign.check_muster(&book, 0, &names[1..], 60).is_err(), "a Hero must go");
    assert!(campaign.check_muster(&book, 0, &names, 20).is_err(), "points");
    campaign.bands[0].people[0].strength = 2;
    let other = campaign.default_muster(&book, 1, 60, 1);
    let (edition, setup) =
        campaign.write_game(&Survivors::house(), "forecourt", &[0, 1], &[names, other]);
    let game = Survivors::open(&edition, &setup).unwrap();
    let position = game.start(&mut Dice::seeded(Seed::from_number(1)), &mut table::Log::quiet());
    assert_eq!(position.figures[0].strength, 2);
}

// rules: SV-CAM-07, SV-CAM-08, SV-CAM-09, SV-CAM-10, SV-CAM-11, SV-CAM-12, SV-GEN-05
#[test]
fn the_aftermath_of_an_episode() {
    let (mut campaign, file, book) = begin(&["ashcombe", "tollmen"]);
    let mut episode = Episode::default();
    episode.fates.extend([
        fate("Marian Oake", 0, 0, 0),
        fate("Colin Stroud", 0, 0, 0),
        fate("Derek Plumb", 0, 1, 3),
        fate("Walter Quill", 0, 0, 2),
        fate("Ned Hurrell", 0, 0, 3),
        fate("Tobias Fell", 0, 1, 2),
    ]);
    episode.crates.insert(0, 1);
    episode.medicines.insert(0, 1);
    episode.points.insert(0, 5);
    episode.points.insert(1, 1);
    let tended = ["Walter Quill", "Ned Hurrell"].map(str::to_string).to_vec();
    let choices = [Choices { tended, ..Choices::default() }];
    let mut dice = Dice::loaded(vec![4, 1]);
    campaign.aftermath(&file, &[episode], &choices, false, &mut dice);
    campaign.close(&file, &book, &choices, &mut dice);
    assert!(dice.fault().is_none() && dice.left() == 0);
    assert_eq!(strength(&campaign, 0, "Marian Oake"), Some(4));
    assert_eq!(strength(&campaign, 0, "Colin Stroud"), None);
    assert_eq!(strength(&campaign, 1, "Derek Plumb"), Some(3));
    assert_eq!(strength(&campaign, 0, "Walter Quill"), Some(4));
    assert_eq!(strength(&campaign, 0, "Tobias Fell"), Some(3), "a Hero goes home");
    assert_eq!(campaign.bands[0].people.len(), 10);
    assert_eq!(campaign.bands[0].supplies, 6 + 1 + 2 + 4 - 3);
    assert_eq!((campaign.bands[0].won, campaign.bands[1].won, campaign.episode), (1, 0, 2));
    assert_eq!((rounded(10, 4), rounded(9, 4), rounded(-1, 2)), (3, 2, 0));
}

// rules: SV-CAM-09
#[test]
fn the_lucky_live_on_a_six() {
    let (mut campaign, file, _) = begin(&["ashcombe", "tollmen"]);
    let mut episode = Episode::default();
    episode.fates.extend([fate("Colin Stroud", 0, 0, 0), fate("Joan Teale", 0, 0, 0)]);
    episode.points.insert(0, 0);
    episode.points.insert(1, 0);
    let mut dice = Dice::loaded(vec![6, 5, 1, 1]);
    campaign.aftermath(&file, &[episode], &[], true, &mut dice);
    assert_eq!(strength(&campaign, 0, "Colin Stroud"), Some(1));
    assert_eq!(strength(&campaign, 0, "Joan Teale"), None);
    assert_eq!((campaign.bands[0].drawn, campaign.bands[1].drawn), (1, 1));
}

// rules: SV-CAM-13, SV-CAM-15
#[test]
fn supplies_buy_healing_arms_horses_skills_and_recruits() {
    let (mut campaign, file, book) = begin(&["regional", "ashcombe"]);
    campaign.bands[0].supplies = 20;
    let mut dice = Dice::loaded(vec![4, 6, 5]);
    let mut buy =
        |campaign: &mut Campaign, what: Purchase| campaign.buy(&file, &book, 0, &what, &mut dice);
    campaign.bands[0].people[0].strength = 3;
    buy(&mut campaign, Purchase::Heal("Commissioner Adela Thorne".into())).unwrap();
    buy(&mut campaign, Purchase::Arm("Ted Ormerod".into(), Item::Pistol)).unwrap();
    buy(&mut campaign, Purchase::Train("Ted Ormerod".into())).unwrap();
    buy(&mut campaign, Purchase::Horse("Captain Rex Mallory".into())).unwrap();
    assert!(buy(&mut campaign, Purchase::Horse("PC Lomas".into())).is_err());
    buy(&mut campaign, Purchase::Recruit).unwrap();
    buy(&mut campaign, Purchase::Recruit).unwrap();
    assert_eq!(campaign.bands[0].supplies, 20 - 1 - 2 - 2 - 3 - 3 - 3);
    let people = &campaign.bands[0].people;
    assert_eq!(people[0].strength, 4);
    assert_eq!(
        (people[12].archetype.as_str(), people[13].archetype.as_str()),
        ("Farmhand", "Poacher")
    );
    assert!(
        people.iter().any(|p| p.skills.contains(&Skill::Mechanic) && p.kit.contains(&Item::Pistol))
    );
    campaign.bands[0].supplies = 20;
    let more = campaign.bands[1].people.clone();
    campaign.bands[0].people.extend(more);
    let refused =
        campaign.buy(&file, &book, 0, &Purchase::Recruit, &mut Dice::loaded(vec![])).unwrap_err();
    assert_eq!(refused.rule().0, "SV-CAM-15");
}

// rules: SV-CAM-12, SV-CAM-14, SV-CAM-15, SV-CAM-17, SV-CAM-16
#[test]
fn hunger_recruits_rest_and_the_final_score() {
    let (mut campaign, file, book) = begin(&["ashcombe", "tollmen", "cut"]);
    campaign.bands[0].supplies = 0;
    campaign.bands[1].people.truncate(2);
    campaign.bands[2].people[0].strength = 1;
    let mut episode = Episode::default();
    episode.points.insert(0, 0);
    episode.points.insert(1, 9);
    // Foraging 1 for each; then three recruits for the second faction.
    let mut dice = Dice::loaded(vec![1, 1, 1, 2, 3]);
    let leaving = vec!["Tobias Fell".to_string(), "Joan Teale".to_string()];
    let choices = [Choices { leaving, ..Choices::default() }];
    campaign.aftermath(&file, &[episode], &choices, false, &mut dice);
    assert_eq!(campaign.bands[1].people.len(), 2, "supplies are spent before anybody is taken in");
    campaign.close(&file, &book, &choices, &mut dice);
    assert_eq!(strength(&campaign, 0, "Joan Teale"), None, "whom the owner names leaves first");
    assert!(strength(&campaign, 0, "Tobias Fell").is_some(), "a Hero never leaves");
    assert_eq!(strength(&campaign, 0, "Kit Loveday"), None, "then the last of the roster");
    assert!(dice.fault().is_none() && dice.left() == 0);
    assert_eq!(campaign.bands[0].people.len(), 10, "two ordinary people left for want of supplies");
    assert_eq!(campaign.bands[1].people.len(), 5);
    assert_eq!((campaign.bands[2].supplies, campaign.bands[2].people[0].strength), (9, 3));
    campaign.bands[1].supplies = 6;
    assert_eq!(campaign.score(1), 3 + 2 + 2);
    campaign.bands[1].drawn = 2;
    assert_eq!(campaign.score(1), 3 + 2 + 2 + 2);
    assert_eq!(campaign.standing()[0].0, 1);
}

// rules: SV-CAM-12, SV-CAM-15
#[test]
fn an_owner_says_who_leaves_and_who_goes_hungry() {
    let (mut campaign, file, book) = begin(&["ashcombe", "tollmen"]);
    let more = campaign.bands[1].people.clone();
    campaign.bands[0].people.extend(more.into_iter().skip(3).take(6));
    let leaving = vec!["Vince Rudd".to_string(), "Ned Hurrell".to_string()];
    let choices = [Choices { leaving, ..Choices::default() }];
    campaign.close(&file, &book, &choices, &mut Dice::loaded(vec![]));
    assert_eq!(campaign.bands[0].people.len(), 16);
    for name in ["Vince Rudd", "Ned Hurrell"] {
        assert_eq!(strength(&campaign, 0, name), None, "{name}");
    }
    // Where only Heroes and Main Characters are left, one of them is weaker.
    let ordinary = survivors::edition::components::Class::Ordinary;
    campaign.bands[0].people.retain(|person| person.class != ordinary);
    campaign.bands[0].supplies = -1;
    let leaving = vec!["Iris Penhallow".to_string()];
    let choices = [Choices { leaving, ..Choices::default() }];
    let mut episode = Episode::default();
    episode.points.insert(0, 0);
    episode.fates.push(fate("Iris Penhallow", 0, 0, 2));
    let mut dice = Dice::loaded(vec![1]);
    campaign.aftermath(&file, &[episode], &choices, false, &mut dice);
    assert_eq!(strength(&campaign, 0, "Iris Penhallow"), Some(2), "2, healed to 3, and one less");
}

// rules: SV-CAM-07
#[test]
fn strays_stay_with_those_who_won_them_over() {
    let (mut campaign, file, _) = begin(&["ashcombe", "tollmen"]);
    let musters = [0, 1].map(|band| {
        let (_, _, book) = begin(&["ashcombe", "tollmen"]);
        campaign.default_muster(&book, band, 50, 1)
    });
    let (edition, setup) = campaign.write_game(&Survivors::house(), "strays", &[0, 1], &musters);
    let game = Survivors::open(&edition, &setup).unwrap();
    let mut position =
        game.start(&mut Dice::seeded(Seed::from_number(1)), &mut table::Log::quiet());
    let strays: Vec<_> =
        position.ids().filter(|it| position.figures[*it].first_side.is_none()).collect();
    assert!(strays.len() > 1, "the scenario has strays");
    let second = position.figures.iter().find_map(|it| it.side.filter(|side| side.index() == 1));
    position.figures[strays[0]].side = second;
    let episode = Campaign::report(&game, &position, &[0, 1]);
    let before = campaign.bands[1].people.len();
    let mut dice = Dice::loaded(vec![1, 1]);
    campaign.aftermath(&file, std::slice::from_ref(&episode), &[], false, &mut dice);
    assert_eq!(campaign.bands[1].people.len(), before + 1, "one was won over, the others were not");
    campaign.aftermath(&file, &[episode], &[], false, &mut Dice::loaded(vec![1, 1]));
    let names: Vec<&str> = campaign.bands[1].people.iter().map(|it| it.name.as_str()).collect();
    let (last, others) = names.split_last().unwrap();
    assert!(!others.contains(last), "no two of a campaign have one name: {names:?}");
}

// rules: SV-CAM-13
#[test]
fn a_horse_that_was_bought_is_there_in_the_next_battle() {
    let (mut campaign, file, book) = begin(&["ashcombe", "tollmen"]);
    let rider = campaign.bands[0].people[0].name.clone();
    let horse = Purchase::Horse(rider.clone());
    campaign.buy(&file, &book, 0, &horse, &mut Dice::loaded(vec![])).unwrap();
    let musters = [0, 1].map(|band| campaign.default_muster(&book, band, 60, 1));
    let (edition, setup) = campaign.write_game(&Survivors::house(), "forecourt", &[0, 1], &musters);
    let game = Survivors::open(&edition, &setup).unwrap();
    let sheet = game.scenario.sheets.iter().find(|sheet| sheet.name == rider).unwrap();
    assert!(sheet.mounted);
}
