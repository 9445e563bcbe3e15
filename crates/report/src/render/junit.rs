//! JUnit XML, which build servers show as test results.

use reenact_base::finding::{Finding, Severity};

use super::{Sheet, State};

/// Renders findings as one suite with a test case for each finding. Errors, warnings and, with a baseline, new findings fail;
/// notes and known findings pass.
pub(crate) fn junit(sheet: &Sheet) -> String {
    let cases: Vec<(&Finding, bool)> = sheet
        .stated()
        .filter(|(_, state)| *state != Some(State::Absent))
        .map(|(finding, state)| {
            let fails = match state {
                Some(State::New) => true,
                Some(_) => false,
                None => finding.severity > Severity::Note,
            };
            (finding, fails)
        })
        .collect();
    let failures = cases.iter().filter(|(_, fails)| *fails).count();
    // A suite without cases is an error for some servers.
    let tests = cases.len().max(1);
    let title = escape(sheet.title);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"reenact\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n  \
         <testsuite name=\"{title}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">\n"
    );
    for (finding, fails) in &cases {
        out.push_str(&case(finding, *fails));
    }
    if cases.is_empty() {
        out.push_str("    <testcase name=\"no findings\" classname=\"reenact\"/>\n");
    }
    out + "  </testsuite>\n</testsuites>\n"
}

fn case(finding: &Finding, fails: bool) -> String {
    let name = escape(&format!("{}: {}", finding.code, finding.subject));
    let class = escape(&format!("reenact.{}", finding.code));
    let mut details = finding.message.clone();
    if let Some(location) = &finding.location {
        details += &format!("\nat {location}");
    }
    finding.related.iter().for_each(|related| {
        let place = related.location.as_ref().map(|location| format!("{} ", location.short()));
        details += &format!("\n  {}{}", place.unwrap_or_default(), related.message);
    });
    if let Some(help) = &finding.help {
        details += &format!("\nhelp: {help}");
    }
    let details = escape(&details);
    let content = match fails {
        true => format!(
            "<failure type=\"{}\" message=\"{}\">{details}</failure>",
            finding.code,
            escape(&finding.message)
        ),
        false => format!("<system-out>{details}</system-out>"),
    };
    let (file, line) = match &finding.location {
        Some(reenact_base::finding::Location::Source { file, line }) => (
            format!(" file=\"{}\"", escape(file)),
            line.map(|line| format!(" line=\"{line}\"")).unwrap_or_default(),
        ),
        _ => Default::default(),
    };
    format!("    <testcase name=\"{name}\" classname=\"{class}\"{file}{line}>{content}</testcase>\n")
}

/// Text as XML 1.0 takes it: most control characters have no escape there (section 2.2).
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            char if char.is_control() || matches!(char, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            char => out.push(char),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Baseline;
    use crate::render::fixture::{findings, sheet};
    use quick_xml::Reader;
    use quick_xml::events::Event;

    /// Names of elements in order, as an XML parser sees them, and the attribute `failures` of the suite.
    fn parse(text: &str) -> (Vec<String>, String) {
        let mut reader = Reader::from_str(text);
        let (mut names, mut failures) = (Vec::new(), String::new());
        loop {
            match reader.read_event().unwrap() {
                Event::Start(element) | Event::Empty(element) => {
                    names.push(String::from_utf8(element.name().as_ref().to_vec()).unwrap());
                    for attribute in element.attributes() {
                        let attribute = attribute.unwrap();
                        if attribute.key.as_ref() == b"failures" {
                            failures = String::from_utf8(attribute.value.to_vec()).unwrap();
                        }
                    }
                }
                Event::Eof => return (names, failures),
                _ => {}
            }
        }
    }

    #[test]
    fn warnings_and_errors_fail_and_notes_pass() {
        let findings = findings();
        let text = junit(&sheet(&findings));
        let (names, failures) = parse(&text);
        let expected = "testsuites testsuite testcase system-out testcase failure testcase failure";
        assert_eq!((names.join(" "), &*failures), (expected.to_owned(), "2"), "{text}");
        assert!(text.contains("name=\"A &lt;title&gt;\"") && !text.contains('\u{1b}'), "{text}");
    }

    #[test]
    fn with_a_baseline_new_findings_fail() {
        let findings = findings();
        let known = findings[1..].iter().map(Finding::fingerprint).collect();
        let baseline = Baseline { known, absent: vec![findings[0].clone()] };
        let text = junit(&Sheet { baseline: Some(&baseline), ..sheet(&findings) });
        let (names, failures) = parse(&text);
        let expected = "testsuites testsuite testcase failure testcase system-out testcase system-out";
        assert_eq!((names.join(" "), &*failures), (expected.to_owned(), "1"), "{text}");
    }

    #[test]
    fn no_findings_are_one_passing_case() {
        assert_eq!(parse(&junit(&sheet(&[]))).0.join(" "), "testsuites testsuite testcase");
    }
}
