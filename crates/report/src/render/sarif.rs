//! SARIF 2.1.0, which code hosts and editors show beside the line.

use std::collections::BTreeMap;

use reenact_base::finding::{Code, Finding, Location, Related, Severity, Subject};
use reenact_base::name::BinaryName;
use serde_json::{Value, json};

use super::Sheet;

/// The base of paths that are relative to the repository.
const SOURCE_ROOT: &str = "SRCROOT";

/// Renders findings as a SARIF log, ending with a line break.
pub(crate) fn sarif(sheet: &Sheet) -> String {
    let mut codes: BTreeMap<Code, usize> = sheet.stated().map(|(finding, _)| (finding.code, 0)).collect();
    codes.values_mut().enumerate().for_each(|(at, index)| *index = at);
    let results: Vec<Value> = sheet
        .stated()
        .map(|(finding, state)| {
            let mut result = result(finding, codes[&finding.code]);
            if let Some(state) = state {
                result["baselineState"] = json!(state.name());
            }
            result
        })
        .collect();
    let log = json!({
        "version": "2.1.0",
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "runs": [{
            "tool": { "driver": {
                "name": "reenact",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": codes.keys().map(|code| rule(*code)).collect::<Vec<_>>(),
            } },
            "columnKind": "utf16CodeUnits",
            "originalUriBaseIds": {
                SOURCE_ROOT: { "description": { "text": "The root directory of the repository." } },
            },
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("reports are plain data");
    text.push('\n');
    text
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.name(),
        "shortDescription": { "text": code.description() },
        "defaultConfiguration": { "level": level(code.severity()) },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn result(finding: &Finding, rule: usize) -> Value {
    let mut text = format!("{}: {}", finding.subject, finding.message);
    if let Some(help) = &finding.help {
        text += &format!("\n{help}");
    }
    let mut place = finding.location.as_ref().map_or(json!({}), location);
    if let Some(logical) = logical(&finding.subject) {
        place["logicalLocations"] = json!([logical]);
    } else if finding.location.is_none()
        && let Subject::File(path) = &finding.subject
    {
        place = json!({ "physicalLocation": { "artifactLocation": artifact(path) } });
    }
    let mut result = json!({
        "ruleId": finding.code.name(),
        "ruleIndex": rule,
        "level": level(finding.severity),
        "message": { "text": text },
        "partialFingerprints": { "reenact/v1": finding.fingerprint().to_string() },
        "locations": [place],
    });
    if !finding.related.is_empty() {
        let steps: Vec<Value> = finding.related.iter().map(step).collect();
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    result
}

fn step(related: &Related) -> Value {
    let mut place = related.location.as_ref().map_or(json!({}), location);
    place["message"] = json!({ "text": related.message });
    json!({ "location": place })
}

fn logical(subject: &Subject) -> Option<Value> {
    let kind = match subject {
        Subject::Class(_) => "type",
        Subject::Member(_) | Subject::Invocation { .. } | Subject::Test(_) => "member",
        Subject::File(_) | Subject::Other(_) => return None,
    };
    Some(json!({ "fullyQualifiedName": subject.name(), "kind": kind }))
}

fn location(location: &Location) -> Value {
    let (artifact, line) = match location {
        Location::Source { file, line } => (artifact(file), line),
        Location::Class { class, source, line, entry } => match source {
            // The path that the class's package suggests; its root is not known.
            Some(source) => {
                let class = BinaryName::new(class).to_internal();
                let separator = if class.package().is_empty() { "" } else { "/" };
                (json!({ "uri": uri(&format!("{}{separator}{source}", class.package())) }), line)
            }
            None => (artifact(entry), &None),
        },
    };
    let mut physical = json!({ "artifactLocation": artifact });
    // Lines are counted from 1; class files may have 0.
    if let Some(line) = line.filter(|line| *line > 0) {
        physical["region"] = json!({ "startLine": line });
    }
    json!({ "physicalLocation": physical })
}

/// A relative path has the repository as its base; an absolute one is a `file` URI.
fn artifact(path: &str) -> Value {
    match path.starts_with('/') {
        true => json!({ "uri": format!("file://{}", uri(path)) }),
        false => json!({ "uri": uri(path), "uriBaseId": SOURCE_ROOT }),
    }
}

/// Percent-encodes what may not stand in the path of a URI (RFC 3986, section 3.3).
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for &byte in path.as_bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => out.push(byte as char),
            b'/' | b'.' | b'-' | b'_' | b'~' | b'$' | b'!' | b'+' | b',' | b'=' | b'@' | b'(' | b')' => {
                out.push(byte as char);
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Baseline;
    use crate::render::fixture::{findings, sheet};

    fn log(sheet: &Sheet) -> Value {
        serde_json::from_str(&sarif(sheet)).unwrap()
    }

    #[test]
    fn results_have_rules_relative_paths_and_flows() {
        let findings = findings();
        let log = log(&sheet(&findings));
        let run = &log["runs"][0];
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.len(), 3);
        for result in results {
            // The members that the schema requires, and those that code hosts require.
            let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
            assert_eq!(rule["id"], result["ruleId"]);
            assert!(result["message"]["text"].is_string() && result["locations"].is_array());
            assert_eq!(result["partialFingerprints"]["reenact/v1"].as_str().unwrap().len(), 32);
        }
        let physical = &results[0]["locations"][0]["physicalLocation"];
        assert_eq!(physical["artifactLocation"]["uri"], "src/main/java/p/A.java");
        assert_eq!(physical["artifactLocation"]["uriBaseId"], "SRCROOT");
        assert_eq!(physical["region"]["startLine"], 3);
        assert_eq!(results[0]["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap().len(), 2);
        assert_eq!(results[1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "p/A.java");
        assert_eq!(results[2]["level"], "error");
        assert!(run["originalUriBaseIds"]["SRCROOT"].is_object());
        assert!(results[0].get("baselineState").is_none());
    }

    #[test]
    fn a_baseline_gives_states() {
        let findings = findings();
        let baseline =
            Baseline { known: [findings[1].fingerprint()].into(), absent: vec![findings[2].clone()] };
        let sheet = Sheet { baseline: Some(&baseline), ..sheet(&findings[..2]) };
        let log = log(&sheet);
        let states: Vec<&str> = log["runs"][0]["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|result| result["baselineState"].as_str().unwrap())
            .collect();
        assert_eq!(states, ["new", "unchanged", "absent"]);
    }

    #[test]
    fn paths_are_uris() {
        assert_eq!(artifact("a b/ü#.java")["uri"], "a%20b/%C3%BC%23.java");
        assert_eq!(artifact("/x/y")["uri"], "file:///x/y");
    }
}
