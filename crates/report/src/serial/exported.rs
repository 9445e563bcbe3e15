//! Recorded objects that were written as data.

use std::borrow::Cow;
use std::collections::BTreeMap;

use reenact_base::finding::{Code, Finding, Subject};
use serde::{Deserialize, Serialize};

use crate::layout::{count, number, two_columns, wrap};
use crate::{Report, Style, finding};

/// The report of `reenact serial export RECORDING --out DIR`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exported {
    pub recording: String,
    /// `json`, `xml`, `cbor` or `java`.
    pub encoding: String,
    pub objects: Vec<ExportedObject>,
    /// Objects with the same data as another one.
    pub repeated: usize,
    /// Objects that are not data, by class and reason.
    pub refused: Vec<NotExported>,
    /// Problems of reading the program.
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
}

/// A document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedObject {
    /// Binary name.
    pub class: String,
    /// 0 if the class declares no form.
    pub version: i32,
    pub invocation: u64,
    /// The part of the call that the object was.
    pub part: String,
    pub bytes: usize,
    /// Values in the document.
    pub values: usize,
    /// Objects that were referred to more than once, and are copies in the document.
    pub shared: usize,
    /// Classes that were taken by their fields, with the reason.
    pub inferred: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// Objects that were not written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotExported {
    pub class: String,
    /// The first invocation that had one.
    pub invocation: u64,
    pub reason: String,
    pub count: usize,
}

impl ExportedObject {
    /// Notes about the document, a line each.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self
            .inferred
            .iter()
            .map(|(class, reason)| format!("the form of {class} is inferred from its fields: it {reason}"))
            .collect();
        if self.shared > 0 {
            let objects = count(self.shared, "reference", "references");
            notes.push(format!("{objects} to objects that occur elsewhere in the document became copies"));
        }
        notes
    }
}

impl Report for Exported {
    const FORMAT: &'static str = "reenact.serial-export/1";

    fn title(&self) -> String {
        format!("Data of {}", self.recording)
    }

    fn text_in(&self, style: Style) -> String {
        let refused: usize = self.refused.iter().map(|one| one.count).sum();
        let summary = format!(
            "{} written as {}, {} with the same data left out, {} refused",
            count(self.objects.len(), "object", "objects"),
            self.encoding,
            number(self.repeated),
            number(refused)
        );
        let mut out = wrap("", &summary, 2, style.width);
        for object in &self.objects {
            out.push('\n');
            let version = match object.version {
                0 => "inferred".to_owned(),
                version => format!("version {version}"),
            };
            let name = object.file.as_ref().unwrap_or(&object.class);
            out.push_str(&wrap("", &format!("{name}: {}, {version}", object.class), 2, style.width));
            let mut rows = vec![
                ("from", format!("invocation {}, {}", object.invocation, object.part)),
                ("size", format!("{} bytes, {} values", number(object.bytes), number(object.values))),
            ];
            rows.extend(object.notes().into_iter().map(|note| ("note", note)));
            out.push_str(&two_columns(rows, style));
        }
        let list = self.findings();
        if !list.is_empty() {
            out.push('\n');
            list.iter().for_each(|one| out.push_str(&finding::text(one, style)));
        }
        out
    }

    fn findings(&self) -> Cow<'_, [Finding]> {
        let refused = self.refused.iter().map(|one| {
            let message = match one.count {
                1 => one.reason.clone(),
                count => format!("{} ({} objects)", one.reason, number(count)),
            };
            Finding::new(Code::SerialRefused, Subject::invocation(one.invocation, one.class.clone()), message)
        });
        Cow::Owned(refused.chain(self.findings.iter().cloned()).collect())
    }
}
