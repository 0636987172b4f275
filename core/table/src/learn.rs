//! The page that teaches a game (`LEARN.md`): every sentence is backed by rules, which stand behind it in a
//! comment that no reader sees.

use crate::refusal::{Fault, unknown};
use ledger::Ledger;

/// What stands in a comment behind a sentence about the program or the table rather than the rules.
const HOUSE: &str = "house";

/// The page as people read it: without its comments.
///
/// ```
/// let page = "You drop a disc. <!-- CF-DROP-01 --> It falls. <!-- CF-DROP-02 -->";
/// assert_eq!(table::learn::readable(page), "You drop a disc. It falls.");
/// ```
pub fn readable(page: &str) -> String {
    let mut text = String::with_capacity(page.len());
    let mut rest = page;
    while let Some((before, comment)) = rest.split_once("<!--") {
        text.push_str(before.trim_end_matches(' '));
        rest = comment.split_once("-->").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    text
}

/// Every sentence that no rule backs, and every id that the ledger does not have. A sentence is backed by
/// the comment right behind it, such as `<!-- CF-DROP-01, CF-DROP-02 -->`; one that speaks of the program and
/// not of the rules has `<!-- house -->`. Headings and pictures need none; a row of a table is a sentence.
pub fn faults(page: &str, ledger: &Ledger) -> Vec<Fault> {
    let known: Vec<&str> = ledger.rules.iter().map(|rule| rule.id.as_str()).collect();
    let mut faults = Vec::new();
    for (first, block) in blocks(page) {
        let line_of = |byte: usize| first + block[..byte].matches('\n').count();
        let mut from = 0;
        while let Some((said, comment, next)) = next_comment(&block, from) {
            let sentences = sentences(said);
            for sentence in sentences.iter().rev().skip(1) {
                faults.push(unbacked(sentence, line_of(from)));
            }
            let ids = comment.split(',').map(str::trim).filter(|id| *id != HOUSE);
            for id in ids.filter(|id| !known.contains(id)) {
                let fault = Fault::file("LEARN.md", unknown("rule", id, known.iter().copied()));
                faults.push(at_line(fault, line_of(from)));
            }
            from = next;
        }
        for sentence in sentences(&block[from..]) {
            faults.push(unbacked(&sentence, line_of(from)));
        }
    }
    faults
}

/// The ids that back the sentences of a page, each once.
pub fn rules(page: &str) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    let mut from = 0;
    while let Some((_, comment, next)) = next_comment(page, from) {
        for id in comment.split(',').map(str::trim).filter(|id| *id != HOUSE) {
            if !rules.iter().any(|known| known == id) {
                rules.push(id.to_string());
            }
        }
        from = next;
    }
    rules
}

fn at_line(fault: Fault, line: usize) -> Fault {
    Fault { at: Some((line, 1)), ..fault }
}

fn unbacked(sentence: &str, line: usize) -> Fault {
    let start: String = sentence.chars().take(60).collect();
    let problem = format!("no rule backs `{start}`: write its ids behind it, `<!-- ID, ID -->`");
    at_line(Fault::file("LEARN.md", problem), line)
}

/// What stands before the next comment, the comment, and where to go on.
fn next_comment(text: &str, from: usize) -> Option<(&str, &str, usize)> {
    let open = from + text.get(from..)?.find("<!--")?;
    let close = open + text.get(open..)?.find("-->")?;
    Some((&text[from..open], text[open + 4..close].trim(), close + 3))
}

/// Paragraphs, entries of lists and rows of tables, each with the line at which it begins. Headings,
/// pictures, heads and rules of tables and code are none.
fn blocks(page: &str) -> Vec<(usize, String)> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    let mut code = false;
    let mut in_table = false;
    for (number, line) in (1..).zip(page.lines()) {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            (code, open) = (!code, false);
            continue;
        }
        let row = trimmed.starts_with('|');
        let entry = ["- ", "* "].iter().any(|mark| trimmed.starts_with(mark))
            || trimmed.split_once(". ").is_some_and(|(number, _)| number.parse::<u16>().is_ok());
        let aside = code || trimmed.is_empty() || trimmed.starts_with(['#', '!']);
        if aside || row {
            open = false;
            // The first row of a table is its head, the second the rule below it.
            let head = row && !in_table;
            let ruled = row && trimmed.chars().all(|c| "|-: ".contains(c));
            in_table = row;
            if row && !head && !ruled && !code {
                blocks.push((number, format!("{}.", trimmed.trim_matches('|').trim())));
            }
            continue;
        }
        in_table = false;
        let text = trimmed.trim_start_matches(['-', '*']).trim_start();
        match blocks.last_mut().filter(|_| open && !entry) {
            Some((_, block)) => {
                block.push('\n');
                block.push_str(text);
            }
            None => blocks.push((number, text.to_string())),
        }
        open = true;
    }
    blocks
}

/// The sentences of a text, without what is only white space or marks.
fn sentences(text: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut sentence = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        sentence.push(letter);
        let ends = ".!?".contains(letter)
            && letters.peek().is_none_or(|next| next.is_whitespace() || "*)\"_".contains(*next));
        if ends {
            sentences.push(std::mem::take(&mut sentence));
        }
    }
    sentences.push(sentence);
    let spoken = |text: &String| text.chars().filter(|c| c.is_alphabetic()).count() > 1;
    sentences.into_iter().filter(spoken).map(|text| text.trim().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEDGER: &str = "| id | rule | kind |\n|---|---|---|\n| LO-A-01 | One. | rule |\n| LO-A-02 | Two. | rule |\n";

    fn told(page: &str) -> Vec<String> {
        faults(page, &Ledger::parse(LEDGER)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_page_whose_sentences_are_all_backed_has_no_faults() {
        let page = "# Lots\n\nOne is drawn. <!-- LO-A-01 --> Two are\nnot. <!-- LO-A-02, LO-A-01 -->\n\n\
                    - A point. <!-- LO-A-02 -->\n- Type `help`. <!-- house -->\n\n![a board](scene)\n\n\
                    | a | b |\n|---|---|\n| 1 | two <!-- LO-A-01 --> |\n";
        assert_eq!(told(page), [""; 0]);
        assert_eq!(rules(page), ["LO-A-01", "LO-A-02"]);
    }

    #[test]
    fn a_sentence_without_a_rule_is_a_fault_with_its_line() {
        let page = "# Lots\n\nOne is drawn. Two are not. <!-- LO-A-02 -->\n\n- A point.\n";
        let told = told(page);
        assert!(told[0].starts_with("LEARN.md:3:1: no rule backs `One is drawn.`"), "{told:?}");
        assert!(told[1].starts_with("LEARN.md:5:1: no rule backs `A point.`"), "{told:?}");
        assert_eq!(told.len(), 2);
    }

    #[test]
    fn an_id_that_does_not_exist_and_a_row_without_one_are_faults() {
        let page = "One. <!-- LO-A-03 -->\n\n| a |\n|---|\n| two words |\n";
        let told = told(page);
        assert!(told[0].contains("there is no rule `LO-A-03`"), "{told:?}");
        assert!(told[1].starts_with("LEARN.md:5:1: no rule backs `two words"), "{told:?}");
    }
}
