//! A serial form that a class could declare.

use serde::{Deserialize, Serialize};

use crate::layout::wrap;
use crate::{Report, Style};

/// The report of `reenact serial suggest CLASS`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggested {
    /// Binary name.
    pub class: String,
    /// The constructor that becomes the deserializer; none if one has to be added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constructor: Option<String>,
    /// Members to add to the class, as Java.
    pub members: Vec<String>,
    /// Fields that are not part of the form, with the reason.
    pub left_out: Vec<String>,
    /// The source file, relative to the repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The change as a unified diff, if the source is at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<String>,
    /// The steps of the migration.
    pub checklist: Vec<String>,
}

impl Report for Suggested {
    const FORMAT: &'static str = "reenact.serial-suggestion/1";

    fn title(&self) -> String {
        format!("Serial form for {}", self.class)
    }

    fn text_in(&self, style: Style) -> String {
        let mut out = String::new();
        match (&self.patch, &self.constructor) {
            (Some(patch), _) => out.push_str(patch),
            (None, constructor) => {
                if let Some(constructor) = constructor {
                    let text = format!("Put @io.reenact.serial.Deserializer on {constructor}.");
                    out.push_str(&wrap("", &text, 2, style.width));
                }
                out.push_str(&format!("Add to {}:\n", self.class));
                for member in &self.members {
                    out.push('\n');
                    member.lines().for_each(|line| out.push_str(&format!("    {line}\n")));
                }
            }
        }
        if !self.left_out.is_empty() {
            out.push_str("\nNot part of the form:\n");
            self.left_out.iter().for_each(|one| out.push_str(&wrap("  ", one, 4, style.width)));
        }
        out.push_str("\nMigration:\n");
        for step in &self.checklist {
            out.push_str(&wrap("  [ ] ", step, 6, style.width));
        }
        out
    }
}
