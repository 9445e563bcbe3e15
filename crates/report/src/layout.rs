//! Text layout: numbers, plurals, columns, and lines that fit a width.

use crate::drawing::cells;

/// How text is written for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Columns of a line. Longer words, such as signatures, are broken behind a comma, a parenthesis or a dot.
    pub width: usize,
    /// Whether severities and titles have colours.
    pub color: bool,
}

impl Default for Style {
    /// 100 columns without colour: the style where there is no terminal.
    fn default() -> Self {
        Style { width: 100, color: false }
    }
}

impl Style {
    /// Paints text with an SGR code such as `1;31`, if colours are on.
    pub(crate) fn paint(self, code: &str, text: &str) -> String {
        if self.color { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// A number with thousands separators: `26,588`.
pub(crate) fn number(value: usize) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 class`, `26,588 classes`.
pub(crate) fn count(value: usize, one: &str, many: &str) -> String {
    format!("{} {}", number(value), if value == 1 { one } else { many })
}

/// Writes a prefix and a text in lines of a width. Further lines are indented by `indent`.
pub(crate) fn wrap(prefix: &str, text: &str, indent: usize, width: usize) -> String {
    let mut out = String::from(prefix);
    let mut column = cells(prefix);
    let mut is_empty = true;
    let new_line = |out: &mut String| {
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
        out.push_str(&" ".repeat(indent));
        (indent, true)
    };
    for (at, paragraph) in text.split('\n').enumerate() {
        if at > 0 {
            (column, is_empty) = new_line(&mut out);
        }
        for word in paragraph.split(' ') {
            let mut word = word;
            let space = usize::from(!is_empty);
            let is_long = indent + cells(word) > width;
            let can_begin = is_long && split(word, width.saturating_sub(column + space)).is_some();
            if !is_empty && column + space + cells(word) > width && !can_begin {
                (column, is_empty) = new_line(&mut out);
            }
            if !is_empty {
                out.push(' ');
                column += 1;
            }
            while !word.is_empty() && column + cells(word) > width {
                let room = width.saturating_sub(column);
                let (first, rest) = match split(word, room) {
                    Some(parts) => parts,
                    None if column > indent => ("", word),
                    None => word.split_at(fitting(word, room)),
                };
                out.push_str(first);
                word = rest;
                column = new_line(&mut out).0;
            }
            out.push_str(word);
            column += cells(word);
            is_empty = false;
        }
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// [`wrap`] with the text in a colour.
pub(crate) fn wrap_painted(prefix: &str, text: &str, indent: usize, style: Style, code: &str) -> String {
    let wrapped = wrap(prefix, text, indent, style.width);
    let (prefix, text) = wrapped.split_at(prefix.trim_end().len());
    let painted = text.lines().map(|line| {
        let text = line.trim_start_matches(' ');
        let spaces = &line[..line.len() - text.len()];
        if text.is_empty() { "\n".to_owned() } else { format!("{spaces}{}\n", style.paint(code, text)) }
    });
    format!("{prefix}{}", painted.collect::<String>())
}

/// Splits a word so that its first part has at most `room` columns: behind the last comma, or else behind the last
/// parenthesis, or else behind the last separator of names or paths.
fn split(word: &str, room: usize) -> Option<(&str, &str)> {
    let first = &word[..fitting(word, room)];
    let behind = |separators: &[char]| first.rfind(separators).map(|at| at + 1);
    let at =
        behind(&[',', ';']).or_else(|| behind(&['('])).or_else(|| behind(&['.', '/', ':', '$', '#', '-']))?;
    (at < word.len()).then(|| word.split_at(at))
}

/// Returns the number of bytes at the beginning of a word that fit into `room` columns; those of one character at least.
fn fitting(word: &str, room: usize) -> usize {
    let ends = word.char_indices().map(|(at, char)| at + char.len_utf8());
    let fit = ends.take_while(|&end| cells(&word[..end]) <= room).last();
    fit.unwrap_or_else(|| word.chars().next().map_or(0, char::len_utf8))
}

/// Rows in two columns, indented by two. The first column is as wide as its widest cell, but at most half the
/// width; the second wraps. A longer first cell has a line of its own.
pub(crate) fn two_columns<'r>(rows: impl IntoIterator<Item = (&'r str, String)>, style: Style) -> String {
    let rows: Vec<_> = rows.into_iter().collect();
    let widest = |limit: usize| {
        let widths = rows.iter().map(|(left, _)| cells(left)).filter(|cells| *cells <= limit);
        widths.max().unwrap_or(0)
    };
    let column = widest((style.width / 2).max(12));
    let mut out = String::new();
    for (left, right) in &rows {
        match cells(left) <= column || right.is_empty() {
            true => {
                let padding = " ".repeat(column.saturating_sub(cells(left)));
                out.push_str(&wrap(&format!("  {left}{padding}  "), right, column + 4, style.width));
            }
            false => {
                out.push_str(&wrap("  ", left, 4, style.width));
                out.push_str(&wrap(&" ".repeat(column + 4), right, column + 4, style.width));
            }
        }
    }
    out
}

/// A number of bytes with its unit: `812 bytes`, `64.0 MiB`.
pub(crate) fn bytes(value: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    if value < 1024 {
        return count(value as usize, "byte", "bytes");
    }
    // Values that would be rounded up to 1,024 are shown in the next unit.
    let mut size = value as f64 / 1024.0;
    let mut unit = 0;
    while size >= 1023.95 && unit + 1 < UNITS.len() {
        size /= 1024.0;
        unit += 1;
    }
    format!("{size:.1} {}", UNITS[unit])
}

/// A table with titles, indented by two: numbers to the right, words to the left. Columns that do not fit the width
/// are on a second line of each row.
pub(crate) fn table<const N: usize>(
    titles: &[&str; N],
    rows: impl Iterator<Item = [String; N]>,
    style: Style,
) -> String {
    let rows: Vec<[String; N]> = std::iter::once(titles.map(str::to_owned)).chain(rows).collect();
    let widths: [usize; N] =
        std::array::from_fn(|column| rows.iter().map(|row| cells(&row[column])).max().unwrap_or(0));
    let is_number: [bool; N] = std::array::from_fn(|column| {
        rows[1..].iter().all(|row| row[column].starts_with(|c: char| c.is_ascii_digit() || "-?".contains(c)))
    });
    let lines = table_lines(&widths, style.width);
    let mut out = String::new();
    for row in &rows {
        for (at, columns) in lines.iter().enumerate() {
            let mut line = if at == 0 { String::new() } else { " ".repeat(CONTINUATION) };
            for column in columns.clone() {
                let cell = &row[column];
                let space = " ".repeat(widths[column] - cells(cell));
                let cell = if is_number[column] { space + cell } else { cell.clone() + &space };
                line += &format!("  {cell}");
            }
            let line = line.trim_end();
            if cells(line) > style.width {
                let text = line.trim_start();
                let indent = line.len() - text.len();
                out += &wrap(&line[..indent], text, indent + 2, style.width);
            } else if !line.is_empty() {
                out += line;
                out.push('\n');
            }
        }
    }
    out
}

/// Spaces before the second line of a row.
const CONTINUATION: usize = 4;

/// The columns of each line of a row.
fn table_lines(widths: &[usize], width: usize) -> Vec<std::ops::Range<usize>> {
    let mut lines = Vec::new();
    let (mut start, mut used) = (0, 0);
    for (column, &cells) in widths.iter().enumerate() {
        if column > start && used + cells + 2 > width {
            lines.push(start..column);
            (start, used) = (column, CONTINUATION);
        }
        used += cells + 2;
    }
    lines.push(start..widths.len());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(width: usize) -> Style {
        Style { width, color: false }
    }

    #[test]
    fn thousands_are_separated() {
        assert_eq!([0, 7, 999, 1000, 26588, 1234567].map(number).join(" "), "0 7 999 1,000 26,588 1,234,567");
        assert_eq!(count(1, "class", "classes"), "1 class");
        assert_eq!(count(1000, "class", "classes"), "1,000 classes");
    }

    #[test]
    fn sizes_have_units() {
        let sizes = [0, 1, 1023, 1024, 1536, 1_048_575, 1 << 20, u64::MAX].map(bytes);
        assert_eq!(
            sizes.join(", "),
            "0 bytes, 1 byte, 1,023 bytes, 1.0 KiB, 1.5 KiB, 1.0 MiB, 1.0 MiB, 16777216.0 TiB"
        );
    }

    #[test]
    fn tables_align_numbers_to_the_right() {
        let rows = [["1", "a.B", ""], ["1,000", "c", "x"]].map(|row| row.map(str::to_owned));
        let text = table(&["n", "class", "marks"], rows.into_iter(), at(80));
        assert_eq!(text, "      n  class  marks\n      1  a.B\n  1,000  c      x\n");
    }

    #[test]
    fn columns_that_do_not_fit_are_on_a_second_line() {
        let rows = [["1", "com.acme.Order#total()", "main"]].map(|row| row.map(str::to_owned));
        let text = table(&["n", "method", "thread"], rows.into_iter(), at(30));
        assert_eq!(text, "  n  method\n      thread\n  1  com.acme.Order#total()\n      main\n");
    }

    #[test]
    fn columns_line_up() {
        let rows = [("a", "one".to_owned()), ("long", "two".to_owned()), ("b", String::new())];
        assert_eq!(two_columns(rows, at(80)), "  a     one\n  long  two\n  b\n");
    }

    #[test]
    fn second_columns_wrap_and_long_first_cells_stand_alone() {
        let rows = [("why", "the quick brown fox".to_owned()), ("a-very-long-name", "x".to_owned())];
        assert_eq!(
            two_columns(rows, at(20)),
            "  why  the quick\n       brown fox\n  a-very-long-name\n       x\n"
        );
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("a: ", "one two three", 2, 10), "a: one two\n  three\n");
        assert_eq!(wrap("", "", 2, 10), "\n");
        assert_eq!(wrap("- ", "one\ntwo", 2, 80), "- one\n  two\n");
    }

    #[test]
    fn words_that_are_longer_than_a_line_break_behind_separators() {
        assert_eq!(wrap("a: ", "com.acme.VeryLong x", 2, 12), "a: com.acme.\n  VeryLong x\n");
        let signature = "com.acme.Order#add(java.lang.String,int,boolean)";
        assert_eq!(
            wrap("", &format!("system {signature}"), 2, 40),
            "system com.acme.Order#add(\n  java.lang.String,int,boolean)\n"
        );
        assert_eq!(
            wrap("", signature, 2, 43),
            "com.acme.Order#add(java.lang.String,int,\n  boolean)\n",
            "a comma is better than a parenthesis"
        );
        // Without a separator no place is better than another.
        assert_eq!(wrap("", "abcdefghij", 2, 6), "abcdef\n  ghij\n");
        assert_eq!(wrap("", "x äöüäöüäöü", 2, 6), "x\n  äöüä\n  öüäö\n  ü\n");
        assert_eq!(wrap("prefix: ", "abcdef", 2, 6), "prefix:\n  abcd\n  ef\n");
    }

    #[test]
    fn colours_do_not_count_as_columns() {
        let style = Style { width: 10, color: true };
        let painted = wrap_painted("is ", "one two three", 2, style, "1");
        assert_eq!(painted, "is \u{1b}[1mone two\u{1b}[0m\n  \u{1b}[1mthree\u{1b}[0m\n");
        assert_eq!(
            wrap_painted("prefix: ", "abcdefgh", 2, style, "1"),
            "prefix:\n  \u{1b}[1mabcdefgh\u{1b}[0m\n"
        );
    }

    #[test]
    fn long_cells_of_tables_wrap() {
        let rows = [["1", "com.acme.very.deep.Package#method()"]].map(|row| row.map(str::to_owned));
        let text = table(&["n", "method"], rows.into_iter(), at(30));
        assert!(text.lines().all(|line| line.chars().count() <= 30), "{text}");
    }
}
