//! The history that clients noted, held to what is stored.

use super::Arena;
use super::clients::{Asked, Deed, Sat, Seating, Told};
use crate::house::postgres;
use std::collections::{BTreeMap, BTreeSet};
use table::Record;

/// A decision as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub seat: u16,
    pub line: String,
    pub digest: String,
}

/// The decisions of a table, from its rows or, if it is archived, from its record.
pub fn decisions(store: &str, id: &str) -> Vec<Decision> {
    let archived =
        postgres::ask(store, &format!("SELECT archived > 0 FROM tables WHERE id = '{id}'"));
    if archived == "t" {
        let asked = format!("SELECT record FROM records WHERE table_id = '{id}'");
        let record = Record::parse(&postgres::ask(store, &asked)).unwrap();
        let steps = record.steps.into_iter();
        let read = steps.filter_map(|step| {
            Some(Decision { seat: step.seat?.0, line: step.action, digest: step.digest })
        });
        return read.collect();
    }
    let asked =
        format!("SELECT seat, digest, action FROM steps WHERE table_id = '{id}' ORDER BY step");
    let rows = postgres::ask(store, &asked);
    rows.lines()
        .map(|row| {
            let mut columns = row.splitn(3, '|');
            let mut next = || columns.next().unwrap().to_string();
            Decision { seat: next().parse().unwrap(), digest: next(), line: next() }
        })
        .collect()
}

impl Arena {
    fn ask(&self, sql: &str) -> String {
        postgres::ask(&self.store, sql)
    }

    /// Holds the history to what is stored.
    pub fn verify(&self) {
        let history = self.history.lock().unwrap();
        for id in self.all_tables.lock().unwrap().iter() {
            for seat in 0..2_u16 {
                let deeds: Vec<&Deed> = history
                    .iter()
                    .filter(|deed| deed.table == *id && deed.seat == seat)
                    .filter(|deed| !matches!(deed.asked, Asked::Say(_)) && !deed.told.is_refused())
                    .collect();
                if let Err(why) = self.verify_seat(id, seat, &deeds) {
                    self.complain(format!("table {id}, seat {seat}: {why}"));
                }
            }
            self.verify_talk(id, &history);
        }
        let sat = self.sat.lock().unwrap();
        for id in self.seat_tables.lock().unwrap().iter() {
            let sat: Vec<&Sat> = sat.iter().filter(|sat| sat.table == *id).collect();
            if let Err(why) = self.verify_sitting(id, &sat) {
                self.complain(format!("table {id}: {why}"));
            }
        }
        self.verify_rows();
    }

    /// Every line that was said is there once.
    fn verify_talk(&self, id: &str, history: &[Deed]) {
        let said = self.ask(&format!("SELECT text FROM talk WHERE table_id = '{id}'"));
        let mut stored: BTreeMap<&str, usize> = BTreeMap::new();
        said.lines().for_each(|line| *stored.entry(line).or_default() += 1);
        for deed in history.iter().filter(|deed| deed.table == *id) {
            let Asked::Say(text) = &deed.asked else { continue };
            let count = stored.get(text.as_str()).copied().unwrap_or(0);
            let right = match deed.told {
                Told::Done(_) => count == 1,
                Told::Refused(_) => count == 0,
                Told::Nothing => count <= 1,
            };
            if !right {
                self.complain(format!("`{text}` was {:?} and is there {count} times", deed.told));
            }
        }
    }

    /// What no run may leave behind, whoever did what.
    fn verify_rows(&self) {
        for (asked, what) in [
            (
                "SELECT string_agg(id, ' ') FROM tables WHERE archived = 0 AND steps <> \
                 (SELECT count(*) FROM steps WHERE table_id = id)",
                "tables with other decisions than they count",
            ),
            (
                "SELECT string_agg(table_id, ' ') FROM (SELECT table_id FROM steps GROUP BY table_id \
                 HAVING count(*) <> max(step)) AS gaps",
                "tables whose decisions have gaps",
            ),
            (
                "SELECT string_agg(id, ' ') FROM tables WHERE archived > 0 AND (state <> 'over' OR NOT EXISTS \
                 (SELECT 1 FROM records WHERE table_id = id))",
                "tables that are archived without a record",
            ),
            (
                "SELECT string_agg(id, ' ') FROM tables WHERE state = 'over' AND NOT EXISTS \
                 (SELECT 1 FROM records WHERE table_id = id)",
                "games that ended without a record",
            ),
        ] {
            let found = self.ask(asked);
            if !found.is_empty() {
                self.complain(format!("{what}: {found}"));
            }
        }
        let mut opened: Vec<String> = self.all_tables.lock().unwrap().clone();
        opened.extend(self.seat_tables.lock().unwrap().iter().cloned());
        opened.extend(self.bot_tables.lock().unwrap().iter().cloned());
        let found = self.ask("SELECT id FROM tables");
        let found: BTreeSet<&str> = found.lines().collect();
        for id in opened.iter().filter(|id| !found.contains(id.as_str())) {
            self.complain(format!("table {id} was opened and is gone"));
        }
    }

    /// Of those who wanted the free seat one got it at most, and is where they were told.
    fn verify_sitting(&self, id: &str, sat: &[&Sat]) -> Result<(), String> {
        let row =
            self.ask(&format!("SELECT kind, name FROM seats WHERE table_id = '{id}' AND seat = 1"));
        let (kind, holder) = row.split_once('|').ok_or("it has no second seat")?;
        let names: BTreeSet<&str> = sat.iter().map(|sat| sat.name).collect();
        let got: Vec<&str> = sat
            .iter()
            .filter(|sat| sat.asked == Seating::Sit && matches!(sat.told, Told::Done(_)))
            .map(|sat| sat.name)
            .collect();
        if got.len() > 1 {
            return Err(format!("its free seat was given to {got:?}"));
        }
        for name in names {
            let own: Vec<&&Sat> = sat.iter().filter(|sat| sat.name == name).collect();
            let may = places(&own)?;
            let is = match (holder == name, kind) {
                (true, "person") => Place::In,
                (true, "left") => Place::Out,
                _ => Place::Never,
            };
            if !may.contains(&is) {
                return Err(format!("{name} is {is:?} ({kind}, {holder}) and was told {own:?}"));
            }
        }
        Ok(())
    }

    /// Every acknowledged decision and undo of a seat had a turn of its own, and played in their order they lead to what is
    /// stored; what was not answered may fill the turns that are missing.
    fn verify_seat(&self, id: &str, seat: u16, deeds: &[&Deed]) -> Result<(), String> {
        let undos: u64 = self
            .ask(&format!("SELECT undos FROM seats WHERE table_id = '{id}' AND seat = {seat}"))
            .parse()
            .map_err(|error| format!("undos: {error}"))?;
        let stored = decisions(&self.store, id).into_iter();
        let stored: Vec<String> =
            stored.filter(|step| step.seat == seat).map(|step| step.line).collect();
        let turns = 2 * undos + stored.len() as u64;
        let mut done: BTreeMap<u64, &Asked> = BTreeMap::new();
        for deed in deeds {
            if let Told::Done(turn) = deed.told
                && let Some(before) = done.insert(turn, &deed.asked)
            {
                return Err(format!(
                    "turn {turn} was acknowledged twice: {before:?}, {:?}",
                    deed.asked
                ));
            }
        }
        if let Some((turn, asked)) = done.iter().next_back().filter(|(turn, _)| **turn > turns) {
            return Err(format!("{asked:?} was acknowledged as turn {turn} of {turns}"));
        }
        let mut open: Vec<&Asked> = deeds
            .iter()
            .filter(|deed| deed.told == Told::Nothing)
            .map(|deed| &deed.asked)
            .collect();
        match leads_to(1, turns, &done, &mut open, &mut Vec::new(), &stored, &mut 200_000) {
            true => Ok(()),
            false => {
                Err(format!("{turns} turns do not lead to {stored:?}: {done:?}, open {open:?}"))
            }
        }
    }
}

/// Where somebody is who wanted a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Never,
    In,
    Out,
}

/// Where somebody may be after all that they asked for and were told. What was not answered may be done at any later time.
fn places(sat: &[&&Sat]) -> Result<BTreeSet<Place>, String> {
    let mut may = BTreeSet::from([Place::Never]);
    let mut open: Vec<Seating> = Vec::new();
    let leads = |asked: Seating| match asked {
        Seating::Sit => (Place::Never, Place::In),
        Seating::Leave => (Place::In, Place::Out),
        Seating::Back => (Place::Out, Place::In),
    };
    let settle = |may: &mut BTreeSet<Place>, open: &[Seating]| {
        for _ in 0..3 {
            for (from, to) in open.iter().map(|asked| leads(*asked)) {
                if may.contains(&from) {
                    may.insert(to);
                }
            }
        }
    };
    for sat in sat {
        let (from, to) = leads(sat.asked);
        match sat.told {
            Told::Nothing => open.push(sat.asked),
            Told::Done(_) if may.contains(&from) => may = BTreeSet::from([to]),
            Told::Done(_) => return Err(format!("{} did {:?} from {may:?}", sat.name, sat.asked)),
            // You do not sit here; no seat is kept for you.
            Told::Refused(403) if sat.asked != Seating::Sit => {
                may.remove(&from);
            }
            Told::Refused(_) => {}
        }
        settle(&mut may, &open);
        if may.is_empty() {
            return Err(format!("{} was refused {:?} and must not be", sat.name, sat.asked));
        }
    }
    Ok(may)
}

/// Whether turns lead to what is stored, where any of the open ones may have been taken in place of one that is missing.
fn leads_to<'a>(
    turn: u64,
    turns: u64,
    done: &BTreeMap<u64, &'a Asked>,
    open: &mut Vec<&'a Asked>,
    taken: &mut Vec<String>,
    stored: &[String],
    patience: &mut usize,
) -> bool {
    *patience = patience.saturating_sub(1);
    if *patience == 0 {
        // Too many ways to look through all of them: nothing is proved against it.
        return true;
    }
    if turn > turns {
        return taken == stored;
    }
    let mut go = |asked: &'a Asked, open: &mut Vec<&'a Asked>, taken: &mut Vec<String>| match asked
    {
        Asked::Decide(line) => {
            taken.push(line.clone());
            let leads = leads_to(turn + 1, turns, done, open, taken, stored, patience);
            taken.pop();
            leads
        }
        _ => {
            let Some(last) = taken.pop() else { return false };
            let leads = leads_to(turn + 1, turns, done, open, taken, stored, patience);
            taken.push(last);
            leads
        }
    };
    if let Some(asked) = done.get(&turn) {
        return go(asked, open, taken);
    }
    let mut tried = BTreeSet::new();
    for place in 0..open.len() {
        let asked = open.remove(place);
        let leads = tried.insert(format!("{asked:?}")) && go(asked, open, taken);
        open.insert(place, asked);
        if leads {
            return true;
        }
    }
    false
}

#[test]
fn what_nobody_was_told_leaves_open_where_somebody_is() {
    use Seating::{Back, Leave, Sit};
    let sat = |all: &[(Seating, Told)]| {
        let all: Vec<Sat> = all
            .iter()
            .map(|(asked, told)| Sat { table: "t".into(), name: "Bob", asked: *asked, told: *told })
            .collect();
        let all: Vec<&Sat> = all.iter().collect();
        places(&all.iter().collect::<Vec<_>>()).map(|may| may.into_iter().collect::<Vec<_>>())
    };
    let (done, nothing, no) = (Told::Done(0), Told::Nothing, Told::Refused(403));
    assert_eq!(sat(&[(Sit, done), (Leave, done)]), Ok(vec![Place::Out]));
    assert_eq!(sat(&[(Sit, done), (Leave, nothing)]), Ok(vec![Place::In, Place::Out]));
    assert_eq!(
        sat(&[(Sit, done), (Leave, nothing), (Back, done)]),
        Ok(vec![Place::In, Place::Out])
    );
    assert_eq!(sat(&[(Sit, nothing), (Leave, no)]), Ok(vec![Place::Never, Place::In]));
    assert!(sat(&[(Sit, done), (Leave, done), (Leave, done)]).is_err(), "twice");
    assert!(sat(&[(Sit, done), (Leave, no)]).is_err(), "refused although they sit there");
    assert!(sat(&[(Leave, done)]).is_err());
}
