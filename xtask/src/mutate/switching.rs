//! Builds many mutations into one program: a function that is to be broken holds its body once as it is
//! and once for every way to break it, and asks a switch which of them to run.

use super::Mutation;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::Visit;

/// The environment variable that says which mutation is on, counted from 1.
pub const SWITCH: &str = "OVERWINTER_MUTANT";

/// Begins the comment before every body: the mutation in it, or none.
const MARK: &str = "/*broken: ";

/// What a broken program asks.
const ASK: &str = "
/// Which rule is broken, counted from 1; 0 if none is.
pub(crate) fn broken_rule() -> u32 {
    static SWITCH: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| {
        std::env::var(\"OVERWINTER_MUTANT\").ok().and_then(|word| word.parse().ok()).unwrap_or(0)
    });
    *SWITCH
}
";

/// Which mutations can be switched, and the files that hold them all.
pub struct Plan {
    /// Mutations that can be switched while the program runs, by their place in the list.
    pub switched: Vec<usize>,
    /// Mutations that must be built one by one.
    pub apart: Vec<usize>,
    /// Files with every switched mutation in them.
    files: BTreeMap<String, String>,
}

/// A mutation by its place in the list, and the body that it breaks.
type Way = (usize, Range<usize>);

/// A function that can hold several bodies.
struct Body {
    range: Range<usize>,
}

/// Looks how each mutation can be tried. A text that does not stand exactly once in its file is an
/// error, and so is one that leaves no Rust behind.
pub fn plan(folder: &Path, mutations: &[Mutation]) -> Result<Plan, String> {
    plan_for(|file| fs::read_to_string(folder.join(file)), mutations)
}

fn plan_for(
    read: impl Fn(&str) -> io::Result<String>,
    mutations: &[Mutation],
) -> Result<Plan, String> {
    let mut plan = Plan { switched: Vec::new(), apart: Vec::new(), files: BTreeMap::new() };
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    let mut broken: BTreeMap<(&str, usize), Vec<Way>> = BTreeMap::new();
    for (number, mutation) in mutations.iter().enumerate() {
        let Mutation { rule, file, find, put, .. } = mutation;
        if find == put {
            return Err(format!("{rule}: `{find}` is put in place of itself"));
        }
        if !texts.contains_key(file.as_str()) {
            texts.insert(file, read(file).map_err(|error| format!("{rule}: {file}: {error}"))?);
        }
        let text = &texts[file.as_str()];
        let places: Vec<usize> = text.match_indices(find.as_str()).map(|(at, _)| at).collect();
        let [at] = places.as_slice() else {
            return Err(format!(
                "{rule}: its text stands {} times in {file}, not once",
                places.len()
            ));
        };
        let is_rust = file.ends_with(".rs");
        let changed = text.replacen(find.as_str(), put, 1);
        if let Some(Err(error)) = is_rust.then(|| syn::parse_file(&changed)) {
            let place = mutation.place(text);
            return Err(format!("{place}: with that broken it is no Rust: {error}"));
        }
        let body = if is_rust { body_around(text, *at..at + find.len())? } else { None };
        match body {
            Some(body) => {
                let key = (file.as_str(), body.range.start);
                broken.entry(key).or_default().push((number, body.range));
                plan.switched.push(number);
            }
            None => plan.apart.push(number),
        }
    }
    for (file, text) in &texts {
        let mut whole = text.clone();
        // From the end of the file, so that places before stay where they are.
        for ((_, _), ways) in broken.iter().rev().filter(|((of, _), _)| of == file) {
            let range = ways[0].1.clone();
            let original = &text[range.clone()];
            let mut bodies = String::new();
            for (number, _) in ways {
                let Mutation { find, put, .. } = &mutations[*number];
                let body = original.replacen(find.as_str(), put, 1);
                bodies += &format!("{MARK}{number}*/ {} => {body}\n", number + 1);
            }
            let bodies =
                format!("{{ match crate::broken_rule() {{ {bodies} {MARK}*/ _ => {original} }} }}");
            whole.replace_range(range, &bodies);
        }
        if whole != *text {
            plan.files.insert(file.to_string(), whole);
        }
    }
    Ok(plan)
}

impl Plan {
    /// Writes the files that hold all switched mutations; gives back the files as they were.
    pub fn install(&self, folder: &Path) -> Result<Vec<(PathBuf, String)>, String> {
        let mut originals = Vec::new();
        let mut put = |file: &str, text: &str| -> Result<(), String> {
            let path = folder.join(file);
            let before = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
            originals.push((path.clone(), before));
            fs::write(&path, text).map_err(|error| format!("{file}: {error}"))
        };
        for (file, text) in &self.files {
            if file != "src/lib.rs" {
                put(file, text)?;
            }
        }
        let lib = match self.files.get("src/lib.rs") {
            Some(text) => text.clone(),
            None => {
                fs::read_to_string(folder.join("src/lib.rs")).map_err(|error| error.to_string())?
            }
        };
        put("src/lib.rs", &(lib + ASK))?;
        Ok(originals)
    }
}

/// The mutation, by its place in the list, whose body holds this byte of a file that holds them all.
pub fn broken_at(text: &str, byte: usize) -> Option<usize> {
    let before = text.get(..byte)?;
    let (_, marked) = before.rsplit_once(MARK)?;
    marked.split_once("*/")?.0.parse().ok()
}

/// The innermost function whose body holds the text, if it can hold several bodies.
fn body_around(text: &str, found: Range<usize>) -> Result<Option<Body>, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let mut search = Search { found, innermost: None };
    search.visit_file(&file);
    Ok(search.innermost.and_then(|(range, can_switch)| can_switch.then_some(Body { range })))
}

struct Search {
    found: Range<usize>,
    innermost: Option<(Range<usize>, bool)>,
}

impl Search {
    fn look(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let range = block.span().byte_range();
        if range.start < self.found.start && self.found.end < range.end {
            // A constant function asks nothing, and `impl Trait` is one type for all bodies.
            let output = &signature.output;
            let opaque = Opaque::in_output(output);
            self.innermost = Some((range, signature.constness.is_none() && !opaque));
        }
    }
}

impl<'ast> Visit<'ast> for Search {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.look(&item.sig, &item.block);
        syn::visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.look(&item.sig, &item.block);
        syn::visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.look(&item.sig, block);
        }
        syn::visit::visit_trait_item_fn(self, item);
    }
}

/// Whether a type has `impl Trait` in it.
struct Opaque(bool);

impl Opaque {
    fn in_output(output: &syn::ReturnType) -> bool {
        let mut opaque = Opaque(false);
        opaque.visit_return_type(output);
        opaque.0
    }
}

impl<'ast> Visit<'ast> for Opaque {
    fn visit_type_impl_trait(&mut self, _: &'ast syn::TypeImplTrait) {
        self.0 = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, find: &str) -> Option<Range<usize>> {
        let at = text.find(find).unwrap();
        body_around(text, at..at + find.len()).unwrap().map(|body| body.range)
    }

    #[test]
    fn the_innermost_function_is_found_and_what_cannot_be_switched_is_not() {
        let text = "const A: u8 = 3; fn f(x: u8) -> u8 { fn g() -> u8 { 5 } x + g() } const fn h() -> u8 { 7 } fn i() -> impl Iterator<Item = u8> { 0..9 }";
        assert_eq!(&text[at(text, "5").unwrap()], "{ 5 }");
        assert!(text[at(text, "x + g()").unwrap()].starts_with("{ fn g()"));
        assert_eq!((at(text, "3"), at(text, "7"), at(text, "0..9")), (None, None, None));
    }

    fn breaking(find: &str, put: &str) -> Mutation {
        let [rule, breaks, file] = ["A-01", "a number", "lib.rs"].map(String::from);
        Mutation { rule, breaks, file, find: find.into(), put: put.into(), wanted: true }
    }

    #[test]
    fn a_place_in_a_file_that_holds_all_bodies_tells_the_mutation() {
        let text = "fn f() -> u8 { 1 }\nfn g(x: u8) -> u8 { x * 4 }\n";
        let mutations = [breaking("1", "2"), breaking("1", "3"), breaking("x * 4", "x")];
        let plan = plan_for(|_| Ok(text.into()), &mutations).unwrap();
        let whole = &plan.files["lib.rs"];
        let told = |what: &str| broken_at(whole, whole.find(what).unwrap());
        assert_eq!(["2 }", "3 }", "x }"].map(told), [Some(0), Some(1), Some(2)]);
        assert_eq!(["fn f", "1 }", "fn g", "x * 4"].map(told), [None; 4]);
        assert_eq!(mutations[2].place(text), "A-01 (a number), lib.rs:2");
    }

    #[test]
    fn a_mutation_that_leaves_no_rust_behind_is_named() {
        let text = "fn f() {\n    g(); // A-01, A-02\n}\n";
        let plan = plan_for(|_| Ok(text.into()), &[breaking("g(); // A-01", "")]);
        let error = plan.err().unwrap();
        assert!(error.starts_with("A-01 (a number), lib.rs:2: "), "{error}");
    }
}
