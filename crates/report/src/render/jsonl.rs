//! JSON lines: a header, then one finding in each line.

use serde::Serialize;

use super::Sheet;
use crate::finding::json::FindingData;

#[derive(Serialize)]
struct Header<'r> {
    format: &'static str,
    report: &'r str,
    title: &'r str,
    findings: usize,
}

#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    finding: FindingData,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline_state: Option<&'static str>,
}

/// Renders findings as JSON lines.
pub(crate) fn jsonl(sheet: &Sheet) -> String {
    let header = Header {
        format: "reenact.findings/1",
        report: sheet.format,
        title: sheet.title,
        findings: sheet.stated().count(),
    };
    let mut out = serde_json::to_string(&header).expect("reports are plain data") + "\n";
    for (finding, state) in sheet.stated() {
        let line = Line { finding: finding.into(), baseline_state: state.map(|state| state.name()) };
        out.push_str(&serde_json::to_string(&line).expect("findings are plain data"));
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::fixture::{findings, sheet};

    #[test]
    fn each_line_is_a_document() {
        let findings = findings();
        let text = jsonl(&sheet(&findings));
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 4);
        assert_eq!((&lines[0]["report"], &lines[0]["findings"]), (&"reenact.test/1".into(), &3.into()));
        assert_eq!(lines[1]["code"], "mocking-point-system");
        assert_eq!(lines[1]["related"].as_array().unwrap().len(), 2);
        assert_eq!(lines[3]["subject"]["invocation"], 7);
    }
}
