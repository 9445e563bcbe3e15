//! Markdown for pull requests and wikis.

use super::{Sheet, State};
use crate::layout::number;

/// Renders findings as a table by severity.
pub(crate) fn markdown(sheet: &Sheet) -> String {
    let mut out = format!("## {}\n\n", text(sheet.title));
    let mut rows: Vec<_> = sheet.stated().filter(|(_, state)| *state != Some(State::Unchanged)).collect();
    rows.sort_by_key(|(finding, _)| std::cmp::Reverse(finding.severity));
    let unchanged = sheet.stated().count() - rows.len();
    if unchanged > 0 {
        out.push_str(&format!("{} unchanged since the baseline.\n\n", number(unchanged)));
    }
    if rows.is_empty() {
        return out + "No findings.\n";
    }
    out.push_str("| | code | subject | place | message |\n|---|---|---|---|---|\n");
    for (finding, state) in rows {
        let place = finding.location.as_ref().map(|location| code(&location.short())).unwrap_or_default();
        let label = match state {
            Some(state) => state.name(),
            None => finding.severity.name(),
        };
        let help = finding.help.as_ref().map(|help| format!("<br>{}", text(help))).unwrap_or_default();
        out.push_str(&format!(
            "| {label} | `{}` | {} | {place} | {}{help} |\n",
            finding.code,
            code(&finding.subject.to_string()),
            text(&finding.message)
        ));
    }
    out
}

/// Text in a cell: nothing of it is markup.
fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '!' | '@' => {
                out.push('\\');
                out.push(char);
            }
            '\n' | '\r' => out.push(' '),
            char if char.is_control() => out.push('\u{fffd}'),
            char => out.push(char),
        }
    }
    out
}

/// A name in a cell. A code span cannot hold a backtick of its own, nor a cell a bar.
fn code(name: &str) -> String {
    match name.contains(['`', '|', '\n']) || name.chars().any(char::is_control) {
        true => text(name),
        false => format!("`{name}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Baseline;
    use crate::render::fixture::{findings, sheet};

    #[test]
    fn rows_are_escaped_and_the_worst_come_first() {
        let findings = findings();
        let text = markdown(&sheet(&findings));
        assert!(text.starts_with("## A &lt;title&gt;\n\n| | code |"), "{text}");
        let rows: Vec<&str> = text.lines().skip(4).collect();
        assert_eq!(rows.len(), 3, "{text}");
        assert!(
            rows[0].starts_with("| error | `not-delivered` | `invocation 7 of p.A#m()` |"),
            "{}",
            rows[0]
        );
        assert_eq!(rows[1].replace("\\|", "").matches('|').count(), 6, "{}", rows[1]);
        assert!(rows[2].contains("&lt;b&gt;"), "{}", rows[2]);
    }

    #[test]
    fn what_a_baseline_knows_is_counted_only() {
        let findings = findings();
        let known = findings[1..].iter().map(|finding| finding.fingerprint()).collect();
        let baseline = Baseline { known, absent: Vec::new() };
        let text = markdown(&Sheet { baseline: Some(&baseline), ..sheet(&findings) });
        assert!(text.contains("2 unchanged since the baseline.") && text.contains("| new |"), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("| ")).count(), 2);
    }

    #[test]
    fn nothing_is_said_so() {
        assert!(markdown(&sheet(&[])).ends_with("No findings.\n"));
    }
}
