//! Tabs or spaces, and how many.

use std::collections::BTreeMap;

use crate::outline::Outline;

/// One step inwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Indent {
    pub tabs: bool,
    /// Columns of one step; with tabs the usual four.
    pub columns: usize,
}

/// How members of classes are indented.
#[derive(Default)]
pub(super) struct Votes(BTreeMap<Indent, usize>);

impl Votes {
    pub fn add(&mut self, outline: &Outline<'_>) {
        for member in &outline.members {
            let Some(line) = member.text.lines().find(|line| !line.trim().is_empty()) else { continue };
            let columns = line.bytes().take_while(|byte| *byte == b' ').count();
            let indent = match line.starts_with('\t') {
                true => Indent { tabs: true, columns: 4 },
                false => Indent { tabs: false, columns },
            };
            if indent.tabs || (1..=8).contains(&columns) {
                *self.0.entry(indent).or_default() += 1;
            }
        }
    }

    pub fn winner(self) -> Option<Indent> {
        self.0.into_iter().max_by_key(|(_, count)| *count).map(|(indent, _)| indent)
    }
}

/// Replaces steps of spaces at the beginning of lines by tabs, except in text blocks, whose content they are.
pub(super) fn with_tabs(source: &str, columns: usize) -> String {
    let mut out = String::with_capacity(source.len());
    let mut is_text = false;
    for line in source.split_inclusive('\n') {
        let was_text = is_text;
        is_text ^= line.matches("\"\"\"").count() % 2 == 1;
        if was_text {
            out.push_str(line);
            continue;
        }
        let spaces = line.bytes().take_while(|byte| *byte == b' ').count();
        out.push_str(&"\t".repeat(spaces / columns));
        out.push_str(&line[spaces / columns * columns..]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_blocks_keep_their_spaces() {
        let source = "class A {\n    String a = \"\"\"\n            x\n              y\n            \"\"\";\n     * b\n}\n";
        let expected = "class A {\n\tString a = \"\"\"\n            x\n              y\n            \"\"\";\n\t * b\n}\n";
        assert_eq!(with_tabs(source, 4), expected);
    }

    #[test]
    fn most_members_decide() {
        let mut votes = Votes::default();
        for (source, _) in [("class A {\n  int a;\n\n  int b;\n}", 2), ("class A {\n    int a;\n}", 4)] {
            votes.add(&Outline::of(source).unwrap());
        }
        assert_eq!(votes.winner(), Some(Indent { tabs: false, columns: 2 }));
    }
}
