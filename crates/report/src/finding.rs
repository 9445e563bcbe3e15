//! Findings as JSON and as text.

pub(crate) mod json;

use reenact_base::finding::{Finding, Location, Severity, Subject};

use crate::layout::{Style, number, wrap};

/// A finding in a few lines: message, place, help.
pub fn text(finding: &Finding, style: Style) -> String {
    let Finding { severity, code, message, help, .. } = finding;
    let label = format!("{severity}[{code}]:");
    let subject = match place(finding) {
        Some(place) if is_same_file(finding) => place,
        _ => finding.subject.to_string(),
    };
    let mut out = wrap(&format!("{label} "), &format!("{subject}: {message}"), 2, style.width);
    // Painted last, so that escape sequences are not counted as columns.
    out.replace_range(..label.len(), &style.paint(color(*severity), &label));
    if let Some(place) = place(finding).filter(|_| !is_same_file(finding)) {
        out.push_str(&wrap("  at ", &place, 5, style.width));
    }
    if let Some(help) = help {
        out.push_str(&wrap("  help: ", help, 8, style.width));
    }
    out
}

fn color(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "1;36",
        Severity::Warning => "1;33",
        Severity::Error => "1;31",
    }
}

/// The place, if it says more than the subject.
fn place(finding: &Finding) -> Option<String> {
    finding.location.as_ref().filter(|location| location.line().is_some()).map(Location::to_string)
}

fn is_same_file(finding: &Finding) -> bool {
    matches!((&finding.subject, &finding.location), (Subject::File(subject), Some(Location::Source { file, .. })) if subject == file)
}

/// Findings for people: one example of each code with the number of others, the most severe first.
pub fn list_text(findings: &[Finding], style: Style) -> String {
    let mut out = String::new();
    for group in groups(findings) {
        out.push_str(&text(group[0], style));
        if group.len() > 1 {
            let more = number(group.len() - 1);
            let code = group[0].code;
            out.push_str(&wrap(
                "  ",
                &format!("and {more} more of {code}; --format json lists all"),
                4,
                style.width,
            ));
        }
    }
    out
}

/// Findings by code and severity: errors first, then in order of appearance.
pub(crate) fn groups(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for finding in findings {
        let at = *places.entry((finding.code, finding.severity)).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[at].push(finding);
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group[0].severity));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_base::finding::Code;

    fn at(width: usize) -> Style {
        Style { width, color: false }
    }

    #[test]
    fn findings_of_a_code_are_counted_after_an_example() {
        let finding = |code, subject: &str| Finding::new(code, Subject::file(subject), "b");
        let mut findings = vec![finding(Code::Build, "rare")];
        findings.extend((0..1003).map(|at| finding(Code::ClassShadowed, &at.to_string())));
        findings.push(finding(Code::JdkMissing, "c"));
        assert_eq!(
            list_text(&findings, at(100)),
            "error[jdk-missing]: c: b\nnote[build]: rare: b\nnote[class-shadowed]: 0: b\n  \
             and 1,002 more of class-shadowed; --format json lists all\n"
        );
    }

    #[test]
    fn a_finding_names_subject_place_and_next_step() {
        let finding = Finding::new(Code::ClassUnreadable, Subject::file("a.jar!/p/A"), "the file ends here");
        assert_eq!(text(&finding, at(100)), "warning[class-unreadable]: a.jar!/p/A: the file ends here\n");
        let finding = finding.with_help("build it again").at(Location::source("p/A.java", Some(7)));
        assert_eq!(
            text(&finding, at(40)),
            "warning[class-unreadable]: a.jar!/p/A:\n  the file ends here\n  at p/A.java:7\n  help: build it again\n"
        );
        let same = Finding { subject: Subject::file("p/A.java"), ..finding };
        assert!(text(&same, at(100)).starts_with("warning[class-unreadable]: p/A.java:7: the file"));
    }

    #[test]
    fn colours_do_not_change_the_lines() {
        let finding = Finding::new(Code::ClassUnreadable, Subject::file("a"), "long words ".repeat(20));
        let colored = text(&finding, Style { width: 60, color: true });
        assert!(colored.starts_with("\u{1b}[1;33mwarning[class-unreadable]:\u{1b}[0m a: long"));
        assert_eq!(colored.replace("\u{1b}[1;33m", "").replace("\u{1b}[0m", ""), text(&finding, at(60)));
    }

    #[test]
    fn lines_fit_the_width() {
        let message =
            "the state that the method reads is not the recorded one because of a reason ".repeat(4);
        let finding =
            Finding::new(Code::NotDelivered, Subject::invocation(7, "com.acme.Order#total()"), message)
                .at(Location::source("src/main/java/com/acme/Order.java", Some(17)))
                .with_help("raise the budget with --disk 1g and record the program again");
        for width in [60, 80, 100, 200] {
            let text = text(&finding, at(width));
            let longest = text.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(longest <= width, "{width}: {longest}\n{text}");
        }
    }
}
