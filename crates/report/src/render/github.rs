//! Annotations of GitHub's workflow commands.

use reenact_base::finding::{Location, Severity};

use super::Sheet;

/// Renders one `::warning file=…,line=…::message` line for each finding; with a baseline, for each new one.
pub(crate) fn github(sheet: &Sheet) -> String {
    let mut out = String::new();
    for finding in sheet.current() {
        let command = match finding.severity {
            Severity::Note => "notice",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let mut properties = Vec::new();
        if let Some(Location::Source { file, line }) = &finding.location {
            properties.push(format!("file={}", property(file)));
            properties.extend(line.map(|line| format!("line={line}")));
        }
        properties.push(format!("title={}", property(finding.code.name())));
        let mut text = format!("{}: {}", finding.subject, finding.message);
        if let Some(help) = &finding.help {
            text += &format!("\n{help}");
        }
        out.push_str(&format!("::{command} {}::{}\n", properties.join(","), data(&text)));
    }
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::fixture::{findings, sheet};

    #[test]
    fn each_finding_is_one_line_that_text_cannot_break() {
        let findings = findings();
        let text = github(&sheet(&findings));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert_eq!(
            lines[0],
            "::notice file=src/main/java/p/A.java,line=3,title=mocking-point-system::p.A#now(): depends on <b>\"time\"</b> & more"
        );
        assert!(lines[1].ends_with("100%25 broken%0A| here: a, b%0Abuild it"), "{}", lines[1]);
        assert!(lines[2].starts_with("::error title=not-delivered::"));
        assert_eq!(property("a:b,c%"), "a%3Ab%2Cc%25");
    }
}
