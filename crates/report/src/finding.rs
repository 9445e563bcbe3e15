//! Findings, shown in reports and on standard error.

use reenact_base::finding::Finding;
use serde::{Serialize, Serializer};

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

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_base::finding::Severity;

    #[test]
    fn a_finding_names_what_where_and_what_to_do() {
        let finding = Finding::new(Severity::Warning, "class-unreadable", "a.jar!/p/A", "the file ends here");
        assert_eq!(text(&finding), "warning[class-unreadable]: a.jar!/p/A: the file ends here\n");
        assert_eq!(text(&finding.with_help("build it again")).lines().nth(1), Some("  help: build it again"));
    }
}
