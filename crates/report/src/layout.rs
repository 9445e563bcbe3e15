//! Laying out text: numbers, plurals, columns.

/// A number with its thousands set apart: `26,588`.
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

/// Rows whose first column is as wide as its widest cell, indented by two.
pub(crate) fn two_columns<'r>(rows: impl IntoIterator<Item = (&'r str, String)>) -> String {
    let rows: Vec<_> = rows.into_iter().collect();
    let width = rows.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0);
    rows.iter()
        .map(|(left, right)| format!("  {left:width$}  {right}").trim_end().to_owned() + "\n")
        .collect()
}

/// A number of bytes as people say it: `812 bytes`, `64.0 MiB`.
pub(crate) fn bytes(value: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    if value < 1024 {
        return count(value as usize, "byte", "bytes");
    }
    // Values that would be rounded up to 1,024 go by the next unit.
    let mut size = value as f64 / 1024.0;
    let mut unit = 0;
    while size >= 1023.95 && unit + 1 < UNITS.len() {
        size /= 1024.0;
        unit += 1;
    }
    format!("{size:.1} {}", UNITS[unit])
}

/// A table with titles: columns of numbers to the right, words to the left, indented by two.
pub(crate) fn table<const N: usize>(titles: &[&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let rows: Vec<[String; N]> = std::iter::once(titles.map(str::to_owned)).chain(rows).collect();
    let widths: [usize; N] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    let is_number: [bool; N] = std::array::from_fn(|column| {
        rows[1..].iter().all(|row| row[column].starts_with(|c: char| c.is_ascii_digit() || "-?".contains(c)))
    });
    let mut out = String::new();
    for row in &rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let space = " ".repeat(widths[column] - cell.chars().count());
            let cell = if is_number[column] { space + cell } else { cell.clone() + &space };
            line += &format!("  {cell}");
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
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
    fn tables_line_up_numbers_to_the_right() {
        let rows = [["1", "a.B", ""], ["1,000", "c", "x"]].map(|row| row.map(str::to_owned));
        let text = table(&["n", "class", "marks"], rows.into_iter());
        assert_eq!(text, "      n  class  marks\n      1  a.B\n  1,000  c      x\n");
    }

    #[test]
    fn columns_line_up() {
        let text = two_columns([("a", "one".to_owned()), ("long", "two".to_owned()), ("b", String::new())]);
        assert_eq!(text, "  a     one\n  long  two\n  b\n");
    }
}
