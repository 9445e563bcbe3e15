//! Documents: text with places where lines may break, and the printer that decides which of them do.
//!
//! The visitor in `write` says what belongs together; nothing in it counts columns. The printer knows
//! columns and nothing of Java, but for text blocks, whose lines are content. The algorithm is Wadler's
//! ("A prettier printer"), without recursion: a group is written flat if all of it, up to the next place
//! where a line certainly ends, fits.

use std::borrow::Cow;

mod print;
#[cfg(test)]
mod tests;

pub(crate) use print::print;

/// A piece of source text that can be laid out.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Doc {
    Text(Cow<'static, str>),
    /// A space, or the end of the line in a broken group.
    Line,
    /// Nothing, or the end of the line in a broken group.
    SoftLine,
    Concat(Vec<Doc>),
    /// Flat if it fits, broken otherwise.
    Group(Box<Doc>),
    /// A group that is broken although it might fit.
    Broken(Box<Doc>),
    /// More indentation for lines that begin within. In a flat group it adds nothing: what begins lines
    /// there is a block, and a block is indented from where its statement begins.
    Nest(usize, Box<Doc>),
    /// Documents with spaces between them, as many on each line as fit.
    Fill(Vec<Doc>),
    /// A space and a value: on this line if all of it fits, on the next if it fits there as a whole, and
    /// otherwise begun here and broken. The number is the indentation of the next line.
    Hang(usize, Box<Doc>),
    /// Lines of their own, indented by the number, and then the beginning of another line. Each line is
    /// laid out for itself, whatever group the block is in.
    Block(usize, Vec<Doc>),
    /// A text block: its lines after the opening quotes, the closing quotes included. They are indented to
    /// where the quotes are if these begin a line, and otherwise by the number.
    TextBlock(usize, Vec<String>),
}

impl Doc {
    pub fn text(text: impl Into<Cow<'static, str>>) -> Doc {
        Doc::Text(text.into())
    }

    pub fn nil() -> Doc {
        Doc::Concat(Vec::new())
    }

    pub fn group(docs: Vec<Doc>) -> Doc {
        Doc::Group(Box::new(Doc::Concat(docs)))
    }

    pub fn broken(docs: Vec<Doc>) -> Doc {
        Doc::Broken(Box::new(Doc::Concat(docs)))
    }

    pub fn nest(indent: usize, docs: Vec<Doc>) -> Doc {
        Doc::Nest(indent, Box::new(Doc::Concat(docs)))
    }

    /// Documents with a comma behind each but the last.
    pub fn with_commas(docs: Vec<Doc>) -> Vec<Doc> {
        let last = docs.len().saturating_sub(1);
        let with_comma = |(at, doc)| if at < last { Doc::Concat(vec![doc, Doc::text(",")]) } else { doc };
        docs.into_iter().enumerate().map(with_comma).collect()
    }

    /// Documents with a separator between them.
    pub fn join(docs: Vec<Doc>, separator: Doc) -> Doc {
        let mut joined = Vec::with_capacity(docs.len() * 2);
        for doc in docs {
            if !joined.is_empty() {
                joined.push(separator.clone());
            }
            joined.push(doc);
        }
        Doc::Concat(joined)
    }

    /// How many columns it takes on one line; none if it cannot be on one, or takes more than the limit.
    pub fn flat_width(&self, limit: usize) -> Option<usize> {
        let mut width = 0;
        let mut todo = vec![self];
        while let Some(doc) = todo.pop() {
            match doc {
                Doc::Text(text) => width += columns(text),
                Doc::Line => width += 1,
                Doc::SoftLine => {}
                Doc::Concat(docs) => todo.extend(docs.iter().rev()),
                Doc::Fill(docs) => {
                    width += docs.len().saturating_sub(1);
                    todo.extend(docs.iter().rev());
                }
                Doc::Group(doc) | Doc::Nest(_, doc) => todo.push(doc),
                Doc::Hang(_, doc) => {
                    width += 1;
                    todo.push(doc);
                }
                Doc::Broken(_) | Doc::Block(..) | Doc::TextBlock(..) => return None,
            }
            if width > limit {
                return None;
            }
        }
        Some(width)
    }
}

impl From<&'static str> for Doc {
    fn from(text: &'static str) -> Doc {
        Doc::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Doc {
    fn from(text: String) -> Doc {
        Doc::Text(Cow::Owned(text))
    }
}

/// Columns that a text takes. Wide characters count as one: editors do not agree on them either.
pub(crate) fn columns(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}
