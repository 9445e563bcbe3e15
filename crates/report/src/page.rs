//! Reports as pages: one file that loads nothing and runs nothing.

use crate::Report;
use crate::layout::number;

/// A report that is also a page.
pub trait Page: Report {
    /// The page in HTML: self-contained, without scripts, in a light and a dark scheme.
    fn html(&self) -> String;
}

const STYLE: &str = include_str!("page.css");

/// Whatever of recorded data might get through the escapes: browsers are to load and run nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// A whole page around a body that is HTML already.
pub(crate) fn document(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escape(title)
    )
}

/// Text as it may stand in HTML, between tags and in quoted attributes alike.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(char),
            // Recorded texts have these written out already; here they could only do harm.
            char if char.is_control() => out.push('\u{fffd}'),
            char => out.push(char),
        }
    }
    out
}

/// Facts in two columns. A row without a name goes on with the one above.
pub(crate) fn facts(rows: &[(&str, String)]) -> String {
    let mut out = String::from("<dl>\n");
    for (name, value) in rows {
        if !name.is_empty() {
            out.push_str(&format!("<dt>{}</dt>", escape(name)));
        }
        out.push_str(&format!("<dd>{}</dd>\n", escape(value)));
    }
    out + "</dl>\n"
}

/// A table: numbers to the right; the column that `bar` names has bars behind its numbers, by these shares.
pub(crate) fn table<const N: usize>(
    titles: &[&str; N],
    rows: &[[String; N]],
    bar: Option<(usize, &[f64])>,
) -> String {
    let is_number: [bool; N] = std::array::from_fn(|column| {
        rows.iter().all(|row| row[column].starts_with(|c: char| c.is_ascii_digit() || "-?".contains(c)))
    });
    let class = |column: usize| if is_number[column] { " class=\"number\"" } else { "" };
    let mut out = String::from("<div class=\"wide\"><table>\n<thead><tr>");
    for (column, title) in titles.iter().enumerate() {
        out.push_str(&format!("<th{}>{}</th>", class(column), escape(title)));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (at, row) in rows.iter().enumerate() {
        out.push_str("<tr>");
        for (column, cell) in row.iter().enumerate() {
            let share = bar.filter(|(barred, _)| *barred == column).and_then(|(_, shares)| shares.get(at));
            let cell = escape(cell);
            match share {
                Some(share) => {
                    let percent = (share * 100.0).clamp(0.0, 100.0);
                    out.push_str(&format!(
                        "<td class=\"number bar\" style=\"--share:{percent:.1}%\">{cell}</td>"
                    ));
                }
                None => out.push_str(&format!("<td{}>{cell}</td>", class(column))),
            }
        }
        out.push_str("</tr>\n");
    }
    out + "</tbody>\n</table></div>\n"
}

/// `… 12 more`, if there are more than are shown.
pub(crate) fn left_out(more: usize) -> String {
    match more {
        0 => String::new(),
        more => format!("<p class=\"quiet\">… {} more; --top shows them</p>\n", number(more)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_its_place() {
        assert_eq!(
            escape("</title><script>alert('1\" & 2')</script>\u{1b}\u{0}"),
            "&lt;/title&gt;&lt;script&gt;alert(&#39;1&quot; &amp; 2&#39;)&lt;/script&gt;\u{fffd}\u{fffd}"
        );
        let page = document("</title><script>", "");
        assert_eq!(page.matches("<script").count(), 0);
        assert!(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'"), "{page}");
        assert!(!page.contains("http://") && !page.contains("https://"), "pages load nothing");
    }

    #[test]
    fn tables_and_facts_are_escaped() {
        let rows = [["<b>".to_owned(), "1".to_owned()]];
        let table = table(&["a&b", "n"], &rows, Some((1, &[2.0])));
        assert!(
            table.contains("a&amp;b") && table.contains("&lt;b&gt;") && table.contains("100.0%"),
            "{table}"
        );
        assert!(
            facts(&[("a", "<i>".to_owned()), ("", "c".to_owned())])
                .contains("<dd>&lt;i&gt;</dd>\n<dd>c</dd>")
        );
    }
}
