//! The campaign over episodes.

use survivors::Survivors;
use survivors::edition::components::{Item, Skill};
use survivors::edition::{Armoury, Book, CampaignFile};
use survivors::rules::campaign::{Campaign, Episode, Fate, Purchase, rounded};
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
    Fate { name: name.into(), from, to, strength }
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
    let tended = vec![vec!["Walter Quill".to_string(), "Ned Hurrell".to_string()], Vec::new()];
    let mut dice = Dice::loaded(vec![4, 1]);
    campaign.aftermath(&file, &book, &[episode], &tended, false, &mut dice);
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
    let (mut campaign, file, book) = begin(&["ashcombe", "tollmen"]);
    let mut episode = Episode::default();
    episode.fates.extend([fate("Colin Stroud", 0, 0, 0), fate("Joan Teale", 0, 0, 0)]);
    episode.points.insert(0, 0);
    episode.points.insert(1, 0);
    let mut dice = Dice::loaded(vec![6, 5, 1, 1]);
    campaign.aftermath(&file, &book, &[episode], &[], true, &mut dice);
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
    campaign.aftermath(&file, &book, &[episode], &[], false, &mut dice);
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
