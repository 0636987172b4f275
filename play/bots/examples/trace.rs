use bots::outdoor_survival::Greedy;
use outdoor_survival::*;
use table::{Bot, Dice, Game, Log, Seed, Setup, Sight};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let house = OutdoorSurvival::house();
    let game = OutdoorSurvival::open(&house, &Setup::new(&a[1], a[2].parse().unwrap())).unwrap();
    for number in 0..a[3].parse().unwrap() {
    let mut dice = Dice::seeded(Seed::from_number(number));
    let mut own = Dice::seeded(Seed::from_number(number).child("bots"));
    let (mut log, mut legal) = (Log::quiet(), Vec::new());
    let mut p = game.start(&mut dice, &mut log);
    println!("GAME {number}");
    loop {
        let status = game.status(&p);
        let Some(seat) = status.first() else { println!("END day {} {:?}", p.day(), status.outcome().map(|o| &o.reason)); break; };
        legal.clear();
        game.legal(&p, seat, &mut legal);
        let c = Greedy.choose(&Sight::new(&game, &p, seat), &legal, &mut own);
        let me = p.person(p.acting());
        match legal[c] {
            Action::Stay | Action::Roll => {
                let pr = game.prospects(&p);
                println!("day {} p{} at {} ({:?}) lvl {} pace {} dry {} hungry {} {:?} | walk {}", p.day(), p.acting(), game.board().label(me.at()), game.board().hex(me.at()).terrain, me.level(), pr.pace(), me.blocks().0-1, me.blocks().1-1, legal[c], pr.walking());
            }
            Action::Step(s) => println!("      {} from {}", ["N","NE","SE","S","SW","NW"][s.0 as usize], game.board().label(me.at())),
            x => println!("      {x:?}"),
        }
        game.apply(&mut p, seat, &legal[c], &mut dice, &mut log);
    }
    }
}
