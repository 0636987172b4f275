//! HTML as text: what a browser shows, line by line, with what is quoted told apart.

use crate::dom::{Node, Tree};
use crate::quoting::{Hint, Raw};

/// Elements that stand on lines of their own.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "html",
    "legend",
    "li",
    "listing",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "plaintext",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "tfoot",
    "thead",
    "tr",
    "ul",
    "xmp",
];

/// Blocks with space above and below.
const APART: &[&str] = &[
    "blockquote",
    "dl",
    "fieldset",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "ol",
    "p",
    "pre",
    "ul",
];

/// Elements whose contents nobody sees, or which are no text; and what is crossed out.
const UNSEEN: &[&str] = &[
    "area", "audio", "button", "canvas", "datalist", "del", "embed", "frame", "frameset", "head",
    "iframe", "img", "input", "link", "map", "math", "meta", "noembed", "noframes", "object",
    "param", "progress", "s", "script", "select", "source", "strike", "style", "svg", "template",
    "textarea", "title", "track", "video",
];

/// Elements that keep their spaces and line ends.
const AS_WRITTEN: &[&str] = &["listing", "plaintext", "pre", "xmp"];

/// Classes and ids of quotations, which hold all that is quoted.
const QUOTATIONS: &[&str] = &[
    "yahoo_quoted",
    "moz-forward-container",
    "moz-email-headers-table",
    "olk_src_body_section",
    "mail-editor-reference-message-container",
    "reply-intro",
    "gmail_attr",
    "moz-cite-prefix",
    "outlookmessageheader",
    "qmquote",
    "sh-quoted-content",
    "front-blockquote",
    "skiptranslate",
    "mac_outlook_attribution_blockquote",
    "isforwardcontent",
];

/// Classes of quotations in which the writer may have written between the quoted blocks, if there are
/// such blocks.
const OPEN_QUOTATIONS: &[&str] =
    &["gmail_quote", "gmail_quote_container", "protonmail_quote", "zmail_extra", "tutanota_quote"];

/// Ids after which everything is quoted.
const REST_IS_QUOTED: &[&str] =
    &["divrplyfwdmsg", "stopspelling", "zwchr", "appendonsend", "replysplit", "x_divrplyfwdmsg"];

/// Classes and ids of signatures.
const SIGNATURES: &[&str] = &[
    "gmail_signature",
    "gmail_signature_prefix",
    "moz-signature",
    "signature",
    "x_signature",
    "applemailsignature",
    "ms-outlook-mobile-signature",
    "protonmail_signature_block",
    "ymail_android_signature",
    "ydp-signature",
    "tutanota_signature",
    "_rc_sig",
    "isc_signature",
    "mail-signature",
    "sh-signature",
];

/// How deep elements may stand in each other; what is deeper is read as one run of text.
const DEEPEST: usize = 200;

/// Whether text that claims to be plain is HTML.
pub fn looks_like(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    ["<html", "<body", "<br>", "<br/>", "<br />", "<p>", "<div>", "<div ", "</p>", "</div>"]
        .iter()
        .any(|tag| lower.contains(tag))
}

/// Elements that need no end, so that many of them are not deep.
const ENDLESS: &[&str] = &[
    "area", "base", "br", "col", "dd", "dt", "hr", "img", "input", "li", "link", "meta", "o:p",
    "option", "p", "source", "tbody", "td", "tfoot", "th", "thead", "tr", "wbr", "!doctype",
];

/// How deep a page may be; no program writes such pages, and to build them takes for ever.
const DEEPEST_PAGE: usize = 2_000;

/// The page up to where it gets deeper than any that is meant to be read.
fn shallow(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, _) in text.match_indices('<') {
        let inside = &text[at + 1..];
        let closes = inside.starts_with('/');
        let name: String = inside
            .trim_start_matches('/')
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, ':' | '!'))
            .map(|c| c.to_ascii_lowercase())
            .take(12)
            .collect();
        match (closes, name.is_empty() || ENDLESS.contains(&name.as_str())) {
            (_, true) => {}
            (true, _) => depth = depth.saturating_sub(1),
            (false, _) => depth += 1,
        }
        if depth > DEEPEST_PAGE {
            return &text[..at];
        }
    }
    text
}

/// The lines of a page.
pub fn lines(text: &str) -> Vec<Raw> {
    let tree = Tree::parse(shallow(text));
    let mut page = Page { tree: &tree, lines: Vec::new(), line: String::new(), hint: None };
    page.show(Tree::ROOT, Style::default(), 0);
    page.end_line(Style::default());
    page.lines
}

/// How text is shown where it stands.
#[derive(Clone, Copy, Default)]
struct Style {
    /// Inside how many quotations.
    quoted: usize,
    signature: bool,
    as_written: bool,
}

/// A page that is being shown.
struct Page<'t> {
    tree: &'t Tree,
    lines: Vec<Raw>,
    line: String,
    hint: Option<Hint>,
}

impl Page<'_> {
    /// Ends the line that is being written, if there is anything on it.
    fn end_line(&mut self, style: Style) {
        match self.line.trim().is_empty() {
            false => self.push_line(style),
            // A space that does not break keeps a line open.
            true if !self.line.is_empty() => self.gap(),
            true => {}
        }
        self.line.clear();
    }

    fn push_line(&mut self, style: Style) {
        let text = std::mem::take(&mut self.line);
        let text = text.trim_end();
        let mut raw = Raw::plain(format!("{}{text}", "> ".repeat(style.quoted)));
        raw.quoted = style.quoted > 0;
        raw.hint = match (self.hint.take(), style.signature) {
            (Some(hint), _) => Some(hint),
            (None, true) => Some(Hint::Signature),
            (None, false) => None,
        };
        self.lines.push(raw);
    }

    /// An empty line, unless there is one already.
    fn gap(&mut self) {
        if self.lines.last().is_some_and(|line| !line.text.is_empty()) {
            self.lines.push(Raw::plain(String::new()));
        }
    }

    fn text(&mut self, text: &str, style: Style) {
        for letter in text.chars() {
            match letter {
                '\n' if style.as_written => self.push_line(style),
                '\r' => {}
                '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' => {}
                '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fffd}' => {}
                // A space that does not break is a space that counts.
                '\u{a0}' | '\u{202f}' => self.line.push(' '),
                letter if letter.is_whitespace() => {
                    let follows = style.as_written
                        || !self.line.is_empty() && !self.line.ends_with(char::is_whitespace);
                    if follows {
                        self.line.push(' ');
                    }
                }
                letter if letter.is_control() => {}
                letter => self.line.push(letter),
            }
        }
    }

    /// Everything inside an element as one run of text, however deep.
    fn flat(&mut self, at: usize, style: Style) {
        let mut open = vec![at];
        while let Some(next) = open.pop() {
            match self.tree.node(next) {
                Node::Text(text) => self.text(text, style),
                Node::Element(..) if UNSEEN.contains(&self.tree.name(next)) => {}
                _ => open.extend(self.tree.children(next).iter().rev()),
            }
        }
    }

    fn show(&mut self, at: usize, style: Style, depth: usize) {
        if depth > DEEPEST {
            return self.flat(at, style);
        }
        match self.tree.node(at) {
            Node::Text(text) => return self.text(text, style),
            Node::Other => return self.show_inside(at, style, depth),
            Node::Element(..) => {}
        }
        let name = self.tree.name(at);
        if UNSEEN.contains(&name) || self.hidden(at) {
            return;
        }
        if name == "br" {
            return self.push_line(style);
        }
        let inner = self.style_of(at, style);
        if self.marked(at, REST_IS_QUOTED) {
            self.end_line(style);
            self.lines.push(Raw { hint: Some(Hint::RestIsQuoted), ..Raw::plain(String::new()) });
        }
        if name == "tr" {
            self.end_line(style);
            return self.show_row(at, inner, depth);
        }
        let block = BLOCKS.contains(&name) || inner.quoted > style.quoted;
        if !block {
            if matches!(name, "td" | "th") {
                self.text(" ", style);
            }
            return self.show_inside(at, inner, depth);
        }
        self.end_line(style);
        let apart = APART.contains(&name) && !self.set_close(at);
        if apart {
            self.gap();
        }
        self.show_inside(at, inner, depth);
        self.end_line(inner);
        if apart {
            self.gap();
        }
    }

    fn show_inside(&mut self, at: usize, style: Style, depth: usize) {
        let tree = self.tree;
        for child in tree.children(at) {
            self.show(*child, style, depth + 1);
        }
    }

    /// A row of a table: one line if every cell is, else cell under cell.
    fn show_row(&mut self, at: usize, style: Style, depth: usize) {
        let tree = self.tree;
        let mut cells: Vec<Vec<Raw>> = Vec::new();
        for child in tree.children(at) {
            let mut cell = Page { tree, lines: Vec::new(), line: String::new(), hint: None };
            cell.show(*child, style, depth + 1);
            cell.end_line(style);
            cells.push(cell.lines);
        }
        let filled = |line: &&Raw| !line.text.trim_start_matches(['>', ' ']).is_empty();
        let plain = |line: &Raw| line.quoted == (style.quoted > 0) && line.hint.is_none();
        let single = cells
            .iter()
            .all(|cell| cell.iter().filter(filled).count() <= 1 && cell.iter().all(plain));
        if !single {
            return self.lines.extend(cells.into_iter().flatten());
        }
        let words: Vec<&str> = cells
            .iter()
            .filter_map(|cell| cell.iter().find(filled))
            .map(|line| line.text.trim_start_matches("> ").trim())
            .collect();
        self.line = words.join(" ");
        self.end_line(style);
    }

    /// How what is inside an element is shown.
    fn style_of(&self, at: usize, outer: Style) -> Style {
        let name = self.tree.name(at);
        let css = self.css(at);
        let mut style = outer;
        if AS_WRITTEN.contains(&name) || css.contains("white-space:pre") {
            style.as_written = true;
        } else if css.contains("white-space:normal") || css.contains("white-space:nowrap") {
            style.as_written = false;
        }
        if self.is_quotation(at, name, &css) {
            style.quoted += 1;
        }
        style.signature |= self.marked(at, SIGNATURES);
        style
    }

    fn is_quotation(&self, at: usize, name: &str, css: &str) -> bool {
        if name == "blockquote" {
            // Text that the writer moved to the right is the writer's.
            let indented = css.contains("border:none") || css.contains("border:0");
            let cited = self.tree.attribute(at, "type").eq_ignore_ascii_case("cite");
            return cited || !indented || self.marked(at, OPEN_QUOTATIONS);
        }
        if self.marked(at, OPEN_QUOTATIONS) {
            let blocks = |inside: usize| self.tree.name(inside) == "blockquote";
            return !self.tree.any_inside(at, blocks);
        }
        self.marked(at, QUOTATIONS) || self.tree.attribute(at, "name") == "quote"
    }

    /// Whether a class or the id of an element is one of these.
    fn marked(&self, at: usize, names: &[&str]) -> bool {
        let id = self.tree.attribute(at, "id").to_ascii_lowercase();
        // Yahoo numbers its ids.
        let known = |word: &str| {
            names.contains(&word)
                || names.contains(&word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_'))
        };
        let class = self.tree.attribute(at, "class");
        !id.is_empty() && known(&id)
            || class.split_ascii_whitespace().any(|word| known(&word.to_ascii_lowercase()))
    }

    /// The styles of an element, without spaces.
    fn css(&self, at: usize) -> String {
        let css = self.tree.attribute(at, "style");
        css.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
    }

    /// Whether a block has no space around it, as the paragraphs of Outlook.
    fn set_close(&self, at: usize) -> bool {
        let class = self.tree.attribute(at, "class");
        let css = self.css(at);
        class.split_ascii_whitespace().any(|class| class.starts_with("MsoNormal"))
            || ["margin:0", "margin-top:0"].iter().any(|rule| css.contains(rule))
    }

    /// Whether nobody sees the element, or sees it crossed out.
    fn hidden(&self, at: usize) -> bool {
        if matches!(self.tree.node(at), Node::Element(_, attributes)
            if attributes.iter().any(|(name, _)| name == "hidden"))
        {
            return true;
        }
        let css = self.css(at);
        let size = |css: &str| css == "0" || css == "0px" || css == "0pt";
        css.split(';').filter_map(|rule| rule.split_once(':')).any(|(property, value)| {
            let value = value.trim_end_matches("!important");
            match property {
                "display" => value == "none",
                "visibility" => value == "hidden",
                "mso-hide" => value == "all",
                "opacity" => value == "0",
                "font-size" | "max-height" => size(value),
                "text-decoration" | "text-decoration-line" => value.contains("line-through"),
                _ => false,
            }
        })
    }
}
