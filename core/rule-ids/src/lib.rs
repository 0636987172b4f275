//! Rule ids as constants, made from a game's `RULES.md` when it is compiled: a misspelt id does not
//! compile, and an editor shows the rule behind one.

mod places;

use ledger::Ledger;
use proc_macro::{Literal, TokenStream, TokenTree};
use std::fmt::Write;
use std::path::Path;

/// `table::rule_ids!("RULES.md");` makes one constant of type `table::RuleId` for every rule of the
/// ledger, named like its id with `_` for `-`: `OS_MOVE_05`. The file is sought from the crate's root.
///
/// It also makes `PLACES`, where each rule is named beside the code or data that carries it.
#[proc_macro]
pub fn rule_ids(input: TokenStream) -> TokenStream {
    let made = match path_of(input).and_then(|path| constants(&path)) {
        Ok(made) => made,
        Err(problem) => format!("compile_error!({});", Literal::string(&problem)),
    };
    made.parse().unwrap_or_default()
}

fn path_of(input: TokenStream) -> Result<String, String> {
    let mut words = input.into_iter();
    match (words.next(), words.next()) {
        (Some(TokenTree::Literal(path)), None) => Ok(path.to_string().trim_matches('"').into()),
        _ => Err("rule_ids! takes the path of the ledger: rule_ids!(\"RULES.md\")".into()),
    }
}

fn constants(path: &str) -> Result<String, String> {
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let root = Path::new(&root);
    let file = root.join(path);
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{path}: {error}"))?;
    let rules = Ledger::parse(&text).rules;
    if rules.is_empty() {
        return Err(format!("{path}: no rules: each is a row of a table that begins with its id"));
    }
    // The compiler looks again whenever the ledger changes.
    let file = Literal::string(&file.display().to_string());
    let mut made = format!("const _: &str = include_str!({file});");
    for rule in &rules {
        let name = rule.id.replace('-', "_").to_uppercase();
        let (doc, id) = (Literal::string(&rule.text), Literal::string(&rule.id));
        let constant = write!(
            made,
            "#[doc = {doc}] pub const {name}: ::table::RuleId = ::table::RuleId({id});"
        );
        constant.map_err(|error| error.to_string())?;
    }
    made += &places::constant(root, &rules);
    Ok(made)
}
