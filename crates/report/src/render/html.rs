//! A section of a page with findings.

use reenact_base::finding::Finding;

use crate::finding::groups;
use crate::layout::number;
use crate::page::{Section, escape};

/// Renders findings as a section, grouped by code; none without findings.
pub(crate) fn section(findings: &[Finding]) -> Option<Section> {
    if findings.is_empty() {
        return None;
    }
    let mut body = String::new();
    for group in groups(findings) {
        let first = group[0];
        body.push_str(&format!(
            "<h3>{} <code>{}</code> <span class=\"quiet\">{}</span></h3>\n<p>{}</p>\n<ul class=\"findings finding-{}\">\n",
            first.severity,
            first.code,
            number(group.len()),
            escape(first.code.description()),
            first.severity
        ));
        for finding in group {
            let place = finding
                .location
                .as_ref()
                .map(|location| format!(" <code>{}</code>", escape(&location.short())));
            let help = finding
                .help
                .as_ref()
                .map(|help| format!("<br><span class=\"quiet\">{}</span>", escape(help)));
            body.push_str(&format!(
                "<li><code>{}</code>{} {}{}</li>\n",
                escape(&finding.subject.to_string()),
                place.unwrap_or_default(),
                escape(&finding.message),
                help.unwrap_or_default()
            ));
        }
        body.push_str("</ul>\n");
    }
    Some(Section::new("findings", format!("Findings ({})", number(findings.len())), body))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::fixture::findings;

    #[test]
    fn findings_are_grouped_and_escaped() {
        let section = section(&findings()).unwrap();
        assert_eq!(section.title, "Findings (3)");
        assert!(section.body.contains("&lt;b&gt;") && !section.body.contains("<b>"), "{}", section.body);
        assert!(section.body.starts_with("<h3>error <code>not-delivered</code>"), "{}", section.body);
        assert!(super::section(&[]).is_none());
    }
}
