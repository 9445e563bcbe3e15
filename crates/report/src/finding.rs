//! Findings in reports: JSON and text.

pub(crate) mod json;

use reenact_base::finding::Finding;

use crate::layout::number;
/// A finding in one or two lines.
pub fn text(finding: &Finding) -> String {
    let Finding { severity, code, subject, message, help, .. } = finding;
    let mut text = format!("{severity}[{code}]: {subject}: {message}\n");
    if let Some(help) = help {
        text.push_str(&format!("  help: {help}\n"));
    }
    text
}

/// How many findings of one code are told in a text; programs get all of them.
const TOLD: usize = 3;

/// Findings one after the other, with many of a kind cut short.
pub(crate) fn list_text(findings: &[Finding]) -> String {
    let mut out = String::new();
    for (index, finding) in findings.iter().enumerate() {
        let earlier = findings[..index].iter().filter(|other| other.code == finding.code).take(TOLD).count();
        if earlier < TOLD {
            out.push_str(&text(finding));
        }
    }
    let mut codes: Vec<&str> = findings.iter().map(|finding| finding.code.name()).collect();
    codes.sort_unstable();
    for of_code in codes.chunk_by(|one, other| one == other).filter(|of_code| of_code.len() > TOLD) {
        let more = number(of_code.len() - TOLD);
        out.push_str(&format!("{more} more of {}; --format json has them all\n", of_code[0]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_base::finding::{Code, Subject};

    #[test]
    fn many_findings_of_a_kind_are_cut_short() {
        let finding = |code| Finding::new(code, Subject::file("a"), "b");
        let mut findings = vec![finding(Code::Build)];
        findings.extend((0..1003).map(|_| finding(Code::ClassShadowed)));
        findings.push(finding(Code::Build));
        let text = list_text(&findings);
        assert_eq!(text.matches("note[class-shadowed]").count(), 3);
        assert_eq!(text.matches("note[build]").count(), 2);
        assert!(text.ends_with("1,000 more of class-shadowed; --format json has them all\n"), "{text}");
    }

    #[test]
    fn a_finding_names_what_where_and_what_to_do() {
        let finding = Finding::new(Code::ClassUnreadable, Subject::file("a.jar!/p/A"), "the file ends here");
        assert_eq!(text(&finding), "warning[class-unreadable]: a.jar!/p/A: the file ends here\n");
        assert_eq!(text(&finding.with_help("build it again")).lines().nth(1), Some("  help: build it again"));
    }
}
