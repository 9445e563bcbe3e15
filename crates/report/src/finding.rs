//! Findings, shown in reports and on standard error.

use reenact_base::finding::Finding;
use serde::{Serialize, Serializer};

use crate::layout::number;

/// One finding as JSON: `severity`, `code`, `subject`, `message` and, if there is advice, `help`.
#[derive(Serialize)]
struct AsJson<'f> {
    severity: String,
    code: &'f str,
    subject: &'f str,
    message: &'f str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'f str>,
}

/// For `#[serde(serialize_with)]` on a list of findings.
pub(crate) fn serialize<S: Serializer>(findings: &[Finding], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(findings.iter().map(|finding| AsJson {
        severity: finding.severity.to_string(),
        code: finding.code,
        subject: &finding.subject,
        message: &finding.message,
        help: finding.help.as_deref(),
    }))
}

/// A finding in one or two lines.
pub fn text(finding: &Finding) -> String {
    let Finding { severity, code, subject, message, help } = finding;
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
    let mut codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
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
    use reenact_base::finding::Severity;

    #[test]
    fn many_findings_of_a_kind_are_cut_short() {
        let finding = |code| Finding::new(Severity::Note, code, "a", "b");
        let mut findings = vec![finding("rare")];
        findings.extend((0..1003).map(|_| finding("common")));
        findings.push(finding("rare"));
        let text = list_text(&findings);
        assert_eq!(text.matches("note[common]").count(), 3);
        assert_eq!(text.matches("note[rare]").count(), 2);
        assert!(text.ends_with("1,000 more of common; --format json has them all\n"), "{text}");
    }

    #[test]
    fn a_finding_names_what_where_and_what_to_do() {
        let finding = Finding::new(Severity::Warning, "class-unreadable", "a.jar!/p/A", "the file ends here");
        assert_eq!(text(&finding), "warning[class-unreadable]: a.jar!/p/A: the file ends here\n");
        assert_eq!(text(&finding.with_help("build it again")).lines().nth(1), Some("  help: build it again"));
    }
}
