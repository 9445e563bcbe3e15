//! Imports of a file, and where another one goes.

use std::ops::Range;

use super::SourceFile;

/// An import.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// Without `.*`.
    pub name: String,
    pub is_static: bool,
    pub is_wildcard: bool,
    /// Its place; empty for one that is not in a file.
    pub range: Range<usize>,
}

impl Import {
    /// An import that is to be added.
    pub fn of(name: &str, is_static: bool) -> Import {
        Import { name: name.to_owned(), is_static, is_wildcard: false, range: 0..0 }
    }

    /// The name that code uses; `None` for a wildcard.
    pub fn simple_name(&self) -> Option<&str> {
        (!self.is_wildcard).then(|| self.name.rsplit('.').next().unwrap_or(&self.name))
    }

    fn text(&self) -> String {
        let (word, all) =
            (if self.is_static { "static " } else { "" }, if self.is_wildcard { ".*" } else { "" });
        format!("import {word}{}{all};", self.name)
    }

    /// Whether this import gives what another one does.
    fn covers(&self, other: &Import) -> bool {
        let package = other.name.rsplit_once('.').map_or("", |(package, _)| package);
        self.is_static == other.is_static
            && (self.is_wildcard == other.is_wildcard && self.name == other.name
                || self.is_wildcard && !other.is_wildcard && self.name == package)
    }
}

/// How many segments two names have in common at their start.
fn common(a: &str, b: &str) -> usize {
    a.split('.').zip(b.split('.')).take_while(|(a, b)| a == b).count()
}

impl SourceFile {
    /// Insertions of the imports that the file does not have, in order.
    pub(super) fn missing_imports(&self, wanted: &[Import]) -> Vec<(usize, String)> {
        let mut missing: Vec<&Import> = Vec::new();
        for import in wanted {
            let package = import.name.rsplit_once('.').map_or("", |(package, _)| package);
            // Classes of the same package and of java.lang need none.
            let is_known = !import.is_static
                && !import.is_wildcard
                && (package == self.package || package == "java.lang");
            if !is_known && !self.imports.iter().chain(missing.iter().copied()).any(|own| own.covers(import))
            {
                missing.push(import);
            }
        }
        missing.sort_by(|a, b| (!a.is_static, &a.name).cmp(&(!b.is_static, &b.name)));
        let mut places: Vec<(usize, String)> = Vec::new();
        for import in missing {
            let (at, text) = self.place_of(import);
            match places.iter_mut().find(|(place, _)| *place == at) {
                // Of several that begin a block only the first has the blank lines around it.
                Some((_, before)) => match before.strip_suffix(&self.newline().repeat(2)) {
                    Some(block) => *before = format!("{block}{0}{1}{0}{0}", self.newline(), import.text()),
                    None => before.push_str(&text),
                },
                None => places.push((at, text)),
            }
        }
        places
    }

    fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    fn place_of(&self, import: &Import) -> (usize, String) {
        let (text, newline) = (import.text(), self.newline());
        let mut blocks: Vec<Vec<&Import>> = Vec::new();
        for own in &self.imports {
            let is_next = blocks.last().and_then(|block| block.last()).is_some_and(|last| {
                last.is_static == own.is_static
                    && self.text[last.range.end..own.range.start].matches('\n').count() == 1
            });
            match blocks.last_mut() {
                Some(block) if is_next => block.push(own),
                _ => blocks.push(vec![own]),
            }
        }
        let shared =
            |block: &Vec<&Import>| block.iter().map(|own| common(&own.name, &import.name)).max().unwrap_or(0);
        let of_kind = || blocks.iter().filter(|block| block[0].is_static == import.is_static);
        let best = of_kind()
            .max_by_key(|block| shared(block))
            .filter(|block| shared(block) > 0)
            .or(of_kind().next_back());
        if let Some(block) = best {
            let is_sorted = block.is_sorted_by_key(|own| &own.name);
            let next = block.iter().find(|own| is_sorted && own.name > import.name);
            return match next {
                Some(next) => (next.range.start, format!("{text}{newline}")),
                None => {
                    let last = block[block.len() - 1].range.end;
                    let end = if self.ends_line(last) { self.line_end(last) } else { last };
                    (end, format!("{newline}{text}"))
                }
            };
        }
        match (self.imports.first(), self.imports.last(), self.package_end) {
            // Static imports before the others, and the others behind them.
            (Some(first), _, _) if import.is_static => {
                (first.range.start, format!("{text}{newline}{newline}"))
            }
            (_, Some(last), _) => (self.line_end(last.range.end), format!("{newline}{newline}{text}")),
            (_, _, Some(end)) if self.ends_line(end) => {
                (self.line_end(end), format!("{newline}{newline}{text}"))
            }
            (_, _, Some(end)) => (end, format!("{newline}{newline}{text}{newline}")),
            // Without a package the file begins with a class, or with the comment above it.
            _ => (0, format!("{text}{newline}{newline}")),
        }
    }
}
