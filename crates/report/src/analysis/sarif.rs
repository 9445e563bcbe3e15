//! Points as SARIF 2.1.0, which code hosts and editors show beside the line.

use serde_json::{Value, json};

use super::{Analysis, Step};
use reenact_base::name::BinaryName;

const KINDS: [(&str, &str); 4] = [
    ("system", "depends on the state of the system: clock, chance, machine, files"),
    ("internal", "depends on state that the program keeps"),
    ("external", "depends on another program or its store"),
    ("white", "is on the white list"),
];

/// The analysis in SARIF, ending with a line break.
pub fn sarif(analysis: &Analysis) -> String {
    let rules: Vec<Value> = KINDS
        .iter()
        .map(|(kind, text)| {
            json!({
                "id": format!("mocking-point/{kind}"),
                "shortDescription": { "text": format!("the method {text}") },
                "defaultConfiguration": { "level": "note" },
            })
        })
        .collect();
    let results: Vec<Value> = analysis
        .points
        .iter()
        .map(|point| {
            let mut result = json!({
                "ruleId": format!("mocking-point/{}", point.kind),
                "level": "note",
                "message": { "text": format!("{} depends on {}", point.method, point.source) },
                "partialFingerprints": { "point/v1": format!("{} {}", point.kind, point.method) },
                "locations": [location(&point.method, point.file.as_deref(), point.line)],
            });
            if !point.chain.is_empty() {
                let steps: Vec<Value> = point.chain.iter().map(step).collect();
                result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
            }
            result
        })
        .collect();
    let version = env!("CARGO_PKG_VERSION");
    let log = json!({
        "version": "2.1.0",
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "runs": [{
            "tool": { "driver": { "name": "reenact", "version": version, "rules": rules } },
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("reports are plain data");
    text.push('\n');
    text
}

fn step(step: &Step) -> Value {
    let mut place = location(&step.method, step.file.as_deref(), step.line);
    place["message"] = json!({ "text": step.what });
    json!({ "location": place })
}

/// A source file's directory is that of its package, as far as class files tell.
fn location(method: &str, file: Option<&str>, line: Option<u16>) -> Value {
    let mut place = json!({ "logicalLocations": [{ "fullyQualifiedName": method, "kind": "function" }] });
    if let Some(file) = file {
        let class = method.split('#').next().unwrap_or_default();
        let package = class
            .rsplit_once('.')
            .map(|(package, _)| BinaryName::new(package).to_internal().into_string() + "/");
        let mut physical =
            json!({ "artifactLocation": { "uri": format!("{}{file}", package.unwrap_or_default()) } });
        if let Some(line) = line {
            physical["region"] = json!({ "startLine": line });
        }
        place["physicalLocation"] = physical;
    }
    place
}
