//! Tables in Markdown, aligned so that they read well as plain text too.

use std::fmt;

/// A table with a header. The first column is for names, the others for figures.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(header: &[&str]) -> Table {
        Table { rows: vec![header.iter().map(|name| name.to_string()).collect()] }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width_of =
            |row: &Vec<String>, column: usize| row.get(column).map_or(0, |cell| cell.chars().count());
        let widths: Vec<usize> = (0..self.rows[0].len())
            .map(|column| self.rows.iter().map(|row| width_of(row, column)).max().unwrap_or(0).max(3))
            .collect();
        for (number, row) in self.rows.iter().enumerate() {
            for (column, &width) in widths.iter().enumerate() {
                let cell = row.get(column).map_or("", String::as_str);
                match column {
                    0 => write!(f, "| {cell:width$} |")?,
                    _ => write!(f, " {cell:>width$} |")?,
                }
            }
            writeln!(f)?;
            if number == 0 {
                for (column, &width) in widths.iter().enumerate() {
                    match column {
                        0 => write!(f, "|{:-<width$}--|", "")?,
                        _ => write!(f, "{:-<width$}-:|", "-")?,
                    }
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// A number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_to_the_left_and_figures_to_the_right() {
        let mut table = Table::new(&["name", "n"]);
        table.row(["a", "1,000"]);
        table.row(["longer", "5"]);
        let expected = "\
| name   |     n |
|--------|------:|
| a      | 1,000 |
| longer |     5 |
";
        assert_eq!(table.to_string(), expected);
    }

    #[test]
    fn thousands() {
        let numbers = [0, 999, 1000, 12_345_678];
        assert_eq!(numbers.map(grouped), ["0", "999", "1,000", "12,345,678"]);
    }
}
