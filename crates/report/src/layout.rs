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
    fn columns_line_up() {
        let text = two_columns([("a", "one".to_owned()), ("long", "two".to_owned()), ("b", String::new())]);
        assert_eq!(text, "  a     one\n  long  two\n  b\n");
    }
}
