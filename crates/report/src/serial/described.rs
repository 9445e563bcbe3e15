//! The serial form of one class.

use std::borrow::Cow;

use reenact_base::finding::Finding;
use serde::{Deserialize, Serialize};

use crate::layout::{two_columns, wrap};
use crate::{Report, Style, finding};

/// The report of `reenact serial describe CLASS`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Described {
    /// Binary name.
    pub class: String,
    /// `declared`, `record`, `enum`, `platform` or `none`.
    pub kind: String,
    /// The package of the code that would serialize; none for code elsewhere, as frameworks are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caller: Option<String>,
    /// The newest first.
    pub versions: Vec<Version>,
    /// The reason why there is no form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
}

/// One version of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    pub version: i32,
    pub components: Vec<Component>,
    /// Present for the version that is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_by: Option<Member>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_by: Option<Member>,
    /// True if the deserializer always throws.
    pub refused: bool,
}

/// A component of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Component {
    pub name: String,
    #[serde(rename = "type")]
    pub type_name: String,
}

/// A member of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// `pkg.Class#method(types)`, or the accessors with commas between them.
    pub member: String,
    /// `constructor`, `factory`, `record`, `carrier`, `single` or `accessors`.
    pub how: String,
    /// True if its annotation opens it to frameworks.
    pub open: bool,
    /// The reason why it cannot be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unusable: Option<String>,
}

/// The reason why a class has no form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    pub reason: String,
    pub help: String,
}

impl Described {
    fn headline(&self) -> String {
        if let Some(refusal) = &self.refusal {
            return format!("{} has no serial form: it {}", self.class, refusal.reason);
        }
        let is_read = |form: &&Version| form.read_by.is_some() && !form.refused;
        let numbers = |forms: Vec<&Version>| {
            let list: Vec<String> = forms.iter().map(|form| form.version.to_string()).collect();
            match &list[..] {
                [] => "no version".to_owned(),
                [one] => format!("version {one}"),
                many => format!("versions {}", many.join(", ")),
            }
        };
        let written: Vec<&Version> = self.versions.iter().filter(|form| form.written_by.is_some()).collect();
        let read: Vec<&Version> = self.versions.iter().filter(is_read).collect();
        let refused: Vec<&Version> = self.versions.iter().filter(|form| form.refused).collect();
        let mut line = format!("{} writes {} and reads {}", self.class, numbers(written), numbers(read));
        if !refused.is_empty() {
            line += &format!("; it refuses {}", numbers(refused));
        }
        line
    }
}

impl Version {
    /// `(int lo, int hi)`.
    fn signature(&self) -> String {
        let list: Vec<String> =
            self.components.iter().map(|one| format!("{} {}", one.type_name, one.name)).collect();
        format!("({})", list.join(", "))
    }
}

impl Member {
    fn text(&self) -> String {
        let how = match &*self.how {
            "constructor" | "factory" | "carrier" | "single" => String::new(),
            "record" => " of the record".to_owned(),
            _ => String::new(),
        };
        let open = if self.open { ", open" } else { "" };
        match &self.unusable {
            Some(reason) => format!("{}{how}{open}; cannot be used: {reason}", self.member),
            None => format!("{}{how}{open}", self.member),
        }
    }
}

impl Report for Described {
    const FORMAT: &'static str = "reenact.serial-form/1";

    fn title(&self) -> String {
        format!("Serial form of {}", self.class)
    }

    fn text_in(&self, style: Style) -> String {
        let mut out = wrap("", &self.headline(), 2, style.width);
        if let Some(refusal) = &self.refusal {
            out.push_str(&wrap("  help: ", &refusal.help, 8, style.width));
        }
        for version in &self.versions {
            out.push('\n');
            out.push_str(&wrap(
                &format!("version {} ", version.version),
                &version.signature(),
                4,
                style.width,
            ));
            let mut rows = Vec::new();
            rows.extend(version.written_by.as_ref().map(|member| ("written by", member.text())));
            let label = if version.refused { "refused by" } else { "read by" };
            rows.extend(version.read_by.as_ref().map(|member| (label, member.text())));
            out.push_str(&two_columns(rows, style));
        }
        for one in &self.findings {
            out.push('\n');
            out.push_str(&finding::text(one, style));
        }
        out
    }

    fn findings(&self) -> Cow<'_, [Finding]> {
        Cow::Borrowed(&self.findings)
    }
}
