//! The order of imports.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::outline::Outline;

/// How a project orders its imports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportOrder {
    /// Whether static imports come first.
    static_first: bool,
    /// Whether a blank line is between static imports and others.
    static_apart: bool,
    /// First parts of packages in their order; others follow by name.
    ranks: Vec<String>,
    /// Whether a blank line is mostly between imports of different first parts.
    groups_apart: bool,
    /// The same for the pairs that the project has.
    pairs: BTreeMap<(String, String), bool>,
}

/// How many files do what.
#[derive(Default)]
pub(super) struct Votes {
    static_first: i64,
    static_apart: i64,
    apart: i64,
    /// How often one first part directly precedes another, and how often with a blank line between.
    neighbours: BTreeMap<(String, String), (usize, usize)>,
    /// How often one first part is somewhere before another.
    before: BTreeMap<(String, String), usize>,
    files: usize,
}

impl Votes {
    pub fn add(&mut self, source: &str, outline: &Outline<'_>) {
        if outline.imports.len() < 2 {
            return;
        }
        self.files += 1;
        let offset = |part: &str| part.as_ptr() as usize - source.as_ptr() as usize;
        for pair in outline.imports.windows(2) {
            let between = &source[offset(pair[0]) + pair[0].len()..offset(pair[1])];
            let is_apart = between.matches('\n').count() > 1;
            match (is_static(pair[0]), is_static(pair[1])) {
                (one, other) if one != other => {
                    self.static_first += if one { 1 } else { -1 };
                    self.static_apart += if is_apart { 1 } else { -1 };
                }
                (false, false) if group(pair[0]) != group(pair[1]) => {
                    self.apart += if is_apart { 1 } else { -1 };
                    let names = (group(pair[0]).to_owned(), group(pair[1]).to_owned());
                    let votes = self.neighbours.entry(names).or_default();
                    votes.0 += 1;
                    votes.1 += usize::from(is_apart);
                }
                _ => {}
            }
        }
        let mut groups: Vec<&str> = Vec::new();
        for import in outline.imports.iter().filter(|import| !is_static(import)) {
            if !groups.contains(&group(import)) {
                groups.push(group(import));
            }
        }
        for (at, one) in groups.iter().enumerate() {
            for other in &groups[at + 1..] {
                *self.before.entry(((*one).to_owned(), (*other).to_owned())).or_default() += 1;
            }
        }
    }

    pub fn winner(self) -> Option<ImportOrder> {
        if self.files == 0 {
            return None;
        }
        let groups: BTreeSet<&String> = self.before.keys().flat_map(|(one, other)| [one, other]).collect();
        let count = |one: &str, other: &str| {
            self.before.get(&(one.to_owned(), other.to_owned())).copied().unwrap_or(0)
        };
        // By how many others each is mostly in front of; a comparison of pairs need not be an order.
        let wins = |one: &str| groups.iter().filter(|other| count(one, other) > count(other, one)).count();
        let mut ranks: Vec<String> = groups.iter().copied().cloned().collect();
        ranks.sort_by(|one, other| wins(other).cmp(&wins(one)).then_with(|| one.cmp(other)));
        let pairs = self.neighbours.into_iter().map(|(names, (all, apart))| (names, apart * 2 >= all));
        Some(ImportOrder {
            static_first: self.static_first >= 0,
            static_apart: self.static_apart >= 0,
            ranks,
            groups_apart: self.apart > 0,
            pairs: pairs.collect(),
        })
    }
}

impl ImportOrder {
    /// Returns a source with its imports in this order. A source of another form than one class stays as it is.
    pub fn apply(&self, source: &str) -> String {
        let Some(outline) = Outline::of(source) else { return source.to_owned() };
        let (Some(first), Some(last)) = (outline.imports.first(), outline.imports.last()) else {
            return source.to_owned();
        };
        let start = first.as_ptr() as usize - source.as_ptr() as usize;
        let end = last.as_ptr() as usize + last.len() - source.as_ptr() as usize;
        let mut imports = outline.imports.clone();
        imports.sort_by(|one, other| self.compare(one, other));
        let mut text = String::new();
        for (at, import) in imports.iter().enumerate() {
            if let Some(before) = at.checked_sub(1).map(|at| imports[at]) {
                text.push_str(if self.is_apart(before, import) { "\n\n" } else { "\n" });
            }
            text.push_str(import);
        }
        format!("{}{text}{}", &source[..start], &source[end..])
    }

    fn compare(&self, one: &str, other: &str) -> Ordering {
        let statics = is_static(other).cmp(&is_static(one));
        let statics = if self.static_first { statics } else { statics.reverse() };
        statics
            .then_with(|| match is_static(one) {
                true => Ordering::Equal,
                false => self.rank(group(one)).cmp(&self.rank(group(other))),
            })
            .then_with(|| one.trim_end_matches(';').cmp(other.trim_end_matches(';')))
    }

    fn rank<'g>(&self, group: &'g str) -> (usize, &'g str) {
        (self.ranks.iter().position(|known| known == group).unwrap_or(self.ranks.len()), group)
    }

    fn is_apart(&self, one: &str, other: &str) -> bool {
        if is_static(one) != is_static(other) {
            return self.static_apart;
        }
        let names = (group(one).to_owned(), group(other).to_owned());
        !is_static(one) && names.0 != names.1 && *self.pairs.get(&names).unwrap_or(&self.groups_apart)
    }
}

fn is_static(import: &str) -> bool {
    import.starts_with("import static ")
}

/// `java` of `import java.util.List;`.
fn group(import: &str) -> &str {
    let name = import.trim_start_matches("import").trim_start();
    name.split(['.', ';']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(imports: &str) -> String {
        format!("package a;\n\n{imports}\n\nclass A {{\n}}\n")
    }

    /// The order that each file has is learnt from it, and brings its imports back.
    #[test]
    fn orders_are_learnt() {
        let orders = [
            "import static a.B.c;\n\nimport com.x.A;\nimport java.util.B;\nimport org.y.C;",
            "import java.util.B;\nimport javax.x.D;\n\nimport org.y.C;\n\nimport com.x.A;\n\nimport static a.B.c;",
            "import com.x.A;\nimport org.y.C;\n\nimport java.util.B;\n\nimport static a.B.c;",
            "import static a.B.c;\nimport java.util.B;\nimport org.y.C;",
        ];
        for imports in orders {
            let source = file(imports);
            let mut votes = Votes::default();
            votes.add(&source, &Outline::of(&source).unwrap());
            let order = votes.winner().unwrap();
            let mut shuffled: Vec<&str> = imports.lines().filter(|line| !line.is_empty()).collect();
            shuffled.reverse();
            assert_eq!(order.apply(&file(&shuffled.join("\n"))), source, "{imports}");
        }
    }
}
