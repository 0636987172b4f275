//! Sentences with placeholders.

use super::place::quoted;
use super::values::Value;
use crate::refusal::unknown;

impl Value {
    /// A sentence in which each `{name}` is one of those that will be filled in.
    ///
    /// ```
    /// use table::{Edition, reading::Reading};
    ///
    /// let text = "eaten = ['{A} dined on {V}.', '{A} met {W} in {h']";
    /// let reading = Reading::of(&Edition::new([("account.toml", text)]));
    /// for sentence in reading.file("account.toml").list("eaten") {
    ///     sentence.phrase(&["A", "V", "h"]);
    /// }
    /// let faults = reading.finish(Some(())).unwrap_err();
    /// assert_eq!(
    ///     faults.to_string(),
    ///     "account.toml:1:31: eaten[2]: there is no placeholder `W`: choose from A, V, h\n\
    ///      account.toml:1:31: eaten[2]: `{h` is not closed: say {h}"
    /// );
    /// ```
    pub fn phrase(&self, known: &[&str]) -> Option<String> {
        let text = self.text()?;
        let mut right = true;
        for opened in text.split('{').skip(1) {
            let Some((name, _)) = opened.split_once('}') else {
                let name = quoted(opened);
                self.fault(format!("`{{{name}` is not closed: say {{{name}}}"));
                right = false;
                continue;
            };
            if !known.contains(&name) {
                self.fault(unknown("placeholder", &quoted(name), known.iter().copied()));
                right = false;
            }
        }
        right.then_some(text)
    }
}
