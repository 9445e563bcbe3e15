//! A plan as text for people.

use std::fmt;

use reenact_base::name::InternalName;

use super::read::Plan;
use super::{PointKind, Probes};

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "probe plan from {}", self.source())?;
        let rules = self.rules();
        list(f, "include", &rules.include)?;
        list(f, "exclude", &rules.exclude)?;
        list(f, "methods", &rules.methods)?;
        let selection = &rules.selection;
        if rules.all {
            writeln!(f, "select all methods with code")?;
        } else {
            write!(f, "select {} methods of {} statements", selection.visibility, selection.min_statements)?;
            for (left_out, what) in [
                (!selection.statics, "static"),
                (!selection.deprecated, "deprecated"),
                (!selection.local_classes, "local classes"),
            ] {
                if left_out {
                    write!(f, ", not {what}")?;
                }
            }
            if selection.test_classes {
                write!(f, ", test classes too")?;
            }
            writeln!(f)?;
        }
        list(f, "history", &rules.histories)?;
        list(f, "opaque", self.opaque())?;
        if !self.redaction().enabled {
            writeln!(f, "redaction off")?;
        }
        list(f, "redact", &self.redaction().names)?;
        for field in &self.redaction().fields {
            writeln!(f, "redact {}#{}", InternalName::new(&field.class).to_binary(), field.name)?;
        }
        list(f, "except", &self.redaction().except)?;
        if !self.redaction().looks {
            writeln!(f, "texts as they look")?;
        }
        for class in self.classes() {
            writeln!(f, "class {}", InternalName::new(class.name()).to_binary())?;
            for method in class.methods() {
                write!(f, "  {}{}", method.name(), method.descriptor())?;
                write_probes(f, method.probes())?;
                for (index, name) in method.parameter_names().enumerate() {
                    write!(f, "{}{name}", if index == 0 { " parameters " } else { ", " })?;
                }
                writeln!(f)?;
                for (class, name) in method.frontier().iter().flat_map(|frontier| frontier.fields()) {
                    writeln!(f, "    reaches {}#{name}", InternalName::new(class).to_binary())?;
                }
            }
        }
        for point in self.points() {
            let class = InternalName::new(point.class()).to_binary();
            let kind = point.kind().map_or("unknown", PointKind::word);
            writeln!(f, "point {class}#{}{} {kind}", point.name(), point.descriptor())?;
        }
        Ok(())
    }
}

fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, word: &str, items: &[T]) -> fmt::Result {
    items.iter().try_for_each(|item| writeln!(f, "{word} {item}"))
}

fn write_probes(f: &mut fmt::Formatter<'_>, probes: Probes) -> fmt::Result {
    for (probe, word) in
        [(Probes::RECORD, "record"), (Probes::EVERY_CALL, "every-call"), (Probes::HISTORY, "history")]
    {
        if probes.contains(probe) {
            write!(f, " {word}")?;
        }
    }
    let unknown = probes.0 & !Probes::RECORD.and(Probes::EVERY_CALL).and(Probes::HISTORY).0;
    if unknown == 0 { Ok(()) } else { write!(f, " unknown-{unknown:#x}") }
}
