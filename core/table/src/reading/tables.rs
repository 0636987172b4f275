//! A table of fields.

use super::place::{FilePlace, quoted};
use super::tree::{Branch, Content, Node};
use super::values::{Kind, Value};
use crate::catalogue::OptionInfo;
use crate::refusal::{nearest, unknown};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A table of fields: a whole file, or a part of one.
///
/// It remembers what it was asked for, so that a field which nobody asks for is known to mean
/// nothing. So ask for every field, and judge afterwards; where a fault makes the rest meaningless,
/// or where only a part is wanted, say [`leave_rest`](Table::leave_rest).
///
/// ```
/// use table::{Edition, reading::Reading};
///
/// let text = "
/// [[side]]
/// id = 'A'
/// figures = [{ kit = ['bow'] }, { kit = ['bow', 7] }]
/// ";
/// let reading = Reading::of(&Edition::new([("duel.toml", text)]));
/// for side in reading.file("duel.toml").tables("side") {
///     let _id = side.text("id");
///     for figure in side.tables("figures") {
///         let _name = figure.text_or("name", "somebody");
///         let _kit = figure.texts("kit");
///     }
/// }
/// let faults = reading.finish(Some(())).unwrap_err();
/// assert_eq!(
///     faults.to_string(),
///     "duel.toml:4:47: side[1].figures[2].kit[2]: 7 is a whole number: say text in quotes"
/// );
/// ```
#[derive(Clone)]
pub struct Table {
    place: FilePlace,
    branch: Option<Rc<Branch>>,
}

impl Table {
    pub(super) fn root(place: FilePlace, branch: Branch) -> Table {
        branch.opened.set(true);
        Table { place, branch: Some(Rc::new(branch)) }
    }

    pub(super) fn here(place: FilePlace, branch: Rc<Branch>) -> Table {
        Table { place, branch: Some(branch) }
    }

    /// A table that is a fault already: nothing that is asked of it is one more.
    pub(super) fn silent(place: FilePlace) -> Table {
        Table { place, branch: None }
    }

    pub(super) fn is_silent(&self) -> bool {
        self.branch.is_none()
    }

    /// Where it begins.
    pub fn place(&self) -> &FilePlace {
        &self.place
    }

    /// A field that must be there. That it is missing becomes a fault when it is asked for what should
    /// be there.
    pub fn value(&self, key: &str) -> Value {
        let missing = self.place.field(key, self.place.byte);
        match &self.branch {
            None => Value::silent(missing),
            Some(_) => self.optional(key).unwrap_or_else(|| Value::missing(missing)),
        }
    }

    /// A field that may be left out.
    pub fn optional(&self, key: &str) -> Option<Value> {
        let branch = self.branch.as_ref()?;
        if !branch.asked.borrow().iter().any(|asked| asked == key) {
            branch.asked.borrow_mut().push(key.to_string());
        }
        let entry = branch.entries.iter().find(|entry| entry.key == key)?;
        entry.read.set(true);
        Some(self.entry(key, &entry.node))
    }

    fn entry(&self, key: &str, node: &Rc<Node>) -> Value {
        Value::here(self.place.field(key, node.span.start), node.clone())
    }

    /// Every field with its name, where names are free: all of them count as asked for.
    pub fn fields(&self) -> Vec<(Value, Value)> {
        let Some(branch) = &self.branch else {
            return Vec::new();
        };
        let fields = branch.entries.iter().map(|entry| {
            entry.read.set(true);
            let name = Value::said(self.place.field(&entry.key, entry.key_at), &entry.key);
            (name, self.entry(&entry.key, &entry.node))
        });
        fields.collect()
    }

    /// The one field of these that is there, with its place among them; none or several are a fault.
    ///
    /// ```
    /// use table::{Edition, reading::Reading};
    ///
    /// let reading = Reading::of(&Edition::new([("a.toml", "start = { base = 1, hex = 'B7' }")]));
    /// let start = reading.file("a.toml").table("start").one_of_fields(&["base", "hex"]);
    /// assert!(start.is_none());
    /// let faults = reading.finish(Some(())).unwrap_err();
    /// assert_eq!(faults.to_string(), "a.toml:1:9: start: base and hex stand here: say exactly one of base, hex");
    /// ```
    pub fn one_of_fields(&self, keys: &[&str]) -> Option<(usize, Value)> {
        let found: Vec<(usize, Value)> = keys
            .iter()
            .enumerate()
            .filter_map(|(index, key)| Some((index, self.optional(key)?)))
            .collect();
        let right = format!("say exactly one of {}", keys.join(", "));
        match found.as_slice() {
            [] => self.wrong(right),
            [_] => {}
            several => {
                let names: Vec<&str> = several.iter().map(|(index, _)| keys[*index]).collect();
                self.wrong(format!("{} stand here: {right}", names.join(" and ")));
            }
        }
        let one = found.len() == 1;
        found.into_iter().next().filter(|_| one)
    }

    /// A text; empty if the field is not right.
    pub fn text(&self, key: &str) -> String {
        self.value(key).text().unwrap_or_default()
    }

    /// A text, or the default if the field is left out.
    pub fn text_or(&self, key: &str, default: &str) -> String {
        self.optional(key).and_then(|value| value.text()).unwrap_or_else(|| default.into())
    }

    /// A list of texts; empty if the field is not right.
    pub fn texts(&self, key: &str) -> Vec<String> {
        let items = self.value(key).items_of("a list of texts in quotes").unwrap_or_default();
        items.iter().filter_map(Value::text).collect()
    }

    /// Whether a flag is `true`; not if the field is not right.
    pub fn flag(&self, key: &str) -> bool {
        self.value(key).flag().unwrap_or_default()
    }

    /// Whether a flag is `true`, or the default if the field is left out.
    pub fn flag_or(&self, key: &str, default: bool) -> bool {
        self.optional(key).and_then(|value| value.flag()).unwrap_or(default)
    }

    /// The items of a list; none if the field is not right.
    pub fn list(&self, key: &str) -> Vec<Value> {
        self.value(key).items().unwrap_or_default()
    }

    /// The items of a list that may be left out.
    pub fn list_or_empty(&self, key: &str) -> Vec<Value> {
        self.optional(key).and_then(|value| value.items()).unwrap_or_default()
    }

    /// A table within this one; a silent one if the field is not right.
    pub fn table(&self, key: &str) -> Table {
        self.value(key).table()
    }

    /// A table within this one that may be left out.
    pub fn optional_table(&self, key: &str) -> Option<Table> {
        self.optional(key).map(|value| value.table())
    }

    /// The tables of a list, such as every `[[side]]`; none if the field is not right.
    pub fn tables(&self, key: &str) -> Vec<Table> {
        let right = format!("at least one [[{key}]]");
        let items = self.value(key).items_of(&right).unwrap_or_default();
        items.iter().map(Value::table).collect()
    }

    /// The tables of a list that may be left out.
    pub fn tables_or_empty(&self, key: &str) -> Vec<Table> {
        let right = format!("[[{key}]] before each of them");
        let items = self.optional(key).and_then(|value| value.items_of(&right));
        items.unwrap_or_default().iter().map(Value::table).collect()
    }

    /// Values for options, each in its canonical spelling: an option that is not offered, and a value
    /// that it does not take, are faults.
    ///
    /// ```
    /// use table::{Edition, OptionInfo, reading::Reading};
    ///
    /// let offered = [OptionInfo::flag("fog", false, "XX-OPT-01", "Fog lies on the hills.")];
    /// let reading = Reading::of(&Edition::new([("a.toml", "options = { fog = true, mist = 1 }")]));
    /// let chosen = reading.file("a.toml").table("options").options(&offered);
    /// assert_eq!(chosen["fog"], "on");
    /// let faults = reading.finish(Some(())).unwrap_err();
    /// assert_eq!(faults.to_string(), "a.toml:1:25: options.mist: there is no option `mist`: choose from fog");
    /// ```
    pub fn options(&self, offered: &[OptionInfo]) -> BTreeMap<String, String> {
        let mut chosen = BTreeMap::new();
        for (name, value) in self.fields() {
            let keys = offered.iter().map(|option| option.key.as_str());
            let Some(option) = name.known("option", keys).map(|index| &offered[index]) else {
                continue;
            };
            let text = match value.content("") {
                Some(Content::Text(text)) => text.clone(),
                Some(Content::Flag(flag)) => flag.to_string(),
                Some(Content::Whole(number)) => number.to_string(),
                _ => String::new(),
            };
            match option.read(&text) {
                Ok(word) => drop(chosen.insert(option.key.clone(), word)),
                Err(fault) => value.fault(fault.problem),
            }
        }
        chosen
    }

    /// Notes a fault of a field: where its value stands, or where the table begins if it is left out.
    pub fn fault(&self, key: &str, problem: impl Into<String>) {
        let Some(branch) = &self.branch else {
            return;
        };
        let entry = branch.entries.iter().find(|entry| entry.key == key);
        let byte = entry.map_or(self.place.byte, |entry| entry.node.span.start);
        self.place.field(key, byte).fault(problem);
    }

    /// Notes a fault of the table as a whole.
    pub fn wrong(&self, problem: impl Into<String>) {
        if self.branch.is_some() {
            self.place.fault(problem);
        }
    }

    /// Whether no fault was found so far in this table or within it.
    pub fn sound(&self) -> bool {
        self.branch.is_some() && !self.place.page.notes.within(self.place.file(), &self.place.field)
    }

    /// Whether no fault was found so far in a field or within it.
    pub fn sound_field(&self, key: &str) -> bool {
        let field = self.place.field(key, self.place.byte).field;
        self.branch.is_some() && !self.place.page.notes.within(self.place.file(), &field)
    }

    /// Fields that nobody asks for are not faults in this table, nor in those within it.
    pub fn leave_rest(&self) {
        if let Some(branch) = &self.branch {
            branch.rest.set(true);
        }
    }

    /// Notes every field that nobody asked for, here and in the tables within.
    pub(super) fn note_unread(&self) {
        let Some(branch) = self.branch.as_ref().filter(|branch| !branch.rest.get()) else {
            return;
        };
        let asked = branch.asked.borrow().clone();
        let there: BTreeSet<&str> = branch.entries.iter().map(|entry| entry.key.as_str()).collect();
        let free: Vec<&str> =
            asked.iter().map(String::as_str).filter(|key| !there.contains(key)).collect();
        for entry in &branch.entries {
            if entry.read.get() {
                note_unread_in(&self.entry(&entry.key, &entry.node), &entry.node);
                continue;
            }
            if let Some(meant) = nearest(&entry.key, free.iter().copied()) {
                let field = self.place.field(meant, 0).field;
                self.place.page.notes.explain_missing(self.place.file(), &field);
            }
            let known = match free.is_empty() {
                true => asked.iter().map(String::as_str).collect(),
                false => free.clone(),
            };
            let problem = unknown("field", &quoted(&entry.key), known);
            self.place.field(&entry.key, entry.key_at).fault(problem);
        }
    }
}

fn note_unread_in(value: &Value, node: &Node) {
    match (&node.content, value.kind()) {
        (Content::Table(branch), _) if branch.opened.get() => {
            Table::here(value.place().clone(), branch.clone()).note_unread();
        }
        (Content::List(nodes), Some(Kind::List)) => {
            for (index, node) in nodes.iter().enumerate() {
                let place = value.place().item(index + 1, node.span.start);
                note_unread_in(&Value::here(place, node.clone()), node);
            }
        }
        _ => {}
    }
}
