//! Plans, in every home: kept, noted as to be asked, and gone with their game.

use super::*;

fn row(seat: u16, person: &str, plan: &str, due: i64) -> PlanRow {
    PlanRow { seat: Seat(seat), person: person.into(), plan: plan.into(), due }
}

async fn plans(store: &Store, table: &str) -> Vec<PlanRow> {
    store.stored_table(table, Known::default()).await.unwrap().unwrap().plans
}

pub async fn plans_are_kept_until_the_game_is_over(fixture: Fixture) {
    let store = fixture.open().await;
    for id in ["one", "two"] {
        with_game(&store, id).await;
    }
    let keep = |table: &str, version, rows: Vec<PlanRow>| Change::Plans {
        table: table.into(),
        version,
        plans: rows.into_iter().map(PlanChange::Keep).collect(),
    };
    let version = store.table("one").await.unwrap().unwrap().0.version;
    let both = vec![row(0, "ann", "{\"ä\":1}", 0), row(1, "bob", "{}", 500)];
    store.write(keep("one", Some(version), both.clone())).await.unwrap();
    let late = store.write(keep("one", Some(version), vec![row(0, "eve", "{}", 0)])).await;
    assert_eq!(late, Err(StoreError::Taken), "of two who change the same table one does");
    assert_eq!(plans(&store, "one").await, both);
    store.write(keep("two", None, vec![row(0, "ann", "{}", 700)])).await.unwrap();
    assert_eq!(store.due_plans(499).await, Ok(vec![]));
    assert_eq!(store.due_plans(500).await, Ok(vec!["one".into()]));
    assert_eq!(store.due_plans(i64::MAX).await.unwrap().len(), 2);
    let noted = vec![PlanChange::Due { seat: Seat(1), at: 0 }, PlanChange::Drop(Seat(0))];
    let change = Change::Plans { table: "one".into(), version: None, plans: noted };
    store.write(change).await.unwrap();
    assert_eq!(plans(&store, "one").await, [row(1, "bob", "{}", 0)]);
    // Two who are one person have one person's plans, and whoever is forgotten has none.
    join(&store, "bob", "ann").await.unwrap();
    assert_eq!(plans(&store, "one").await, [row(1, "ann", "{}", 0)]);
    let over = TableProgress { phase: Phase::Over, version: version + 2, ..progress(1) };
    let last =
        Change::Step { table: "one".into(), step: step_row(1, 0), progress: over, record: None };
    store.write(last).await.unwrap();
    assert_eq!(plans(&store, "one").await, [], "a game that is over has none");
    let gone = forgotten(&store, "ann").await;
    store.write_person(gone).await.unwrap();
    assert_eq!(plans(&store, "two").await, []);
}
