//! Names of methods, threads and marks in reports.

use std::collections::BTreeMap;

use reenact_base::Id;
use reenact_classfile::{FieldType, MethodDescriptor, Mutf8};
use reenact_heap::words;
use reenact_recording::RecordingReader;
use reenact_recording::model::{Marks, MethodNumber, RecordedMethod, ThreadNumber};
use reenact_report::inspect::{Mark, Thread};
use reenact_wire::{ClassPattern, MethodPattern};

/// The methods that a recording speaks of.
pub(super) struct Names {
    methods: BTreeMap<MethodNumber, Named>,
}

struct Named {
    /// Internal name.
    class: String,
    method: String,
    /// For people.
    full: String,
}

impl Names {
    /// Methods that are described, and those that only invocations or figures name.
    pub fn of(reader: &RecordingReader) -> Names {
        let mut methods = BTreeMap::new();
        for method in reader.methods() {
            methods.insert(method.number, named(reader, method));
        }
        let others = reader.invocations().map(|head| head.method);
        for number in others.chain(reader.statistics().map(|figures| figures.method)) {
            methods.entry(number).or_insert_with(|| Named {
                class: String::new(),
                method: String::new(),
                full: format!("method {}, which is not described", number.index()),
            });
        }
        Names { methods }
    }

    /// `pkg.Class#method(parameter types)`.
    pub fn name(&self, method: MethodNumber) -> &str {
        self.methods.get(&method).map_or("?", |named| &named.full)
    }

    /// All methods, in order.
    pub fn numbers(&self) -> impl Iterator<Item = MethodNumber> {
        self.methods.keys().copied()
    }

    /// `pkg.Class#method` of all that are described.
    pub fn all(&self) -> impl Iterator<Item = String> {
        let described = self.methods.values().filter(|named| !named.method.is_empty());
        described.map(|named| {
            let name = format!("{}#{}", words::type_name(&named.class), named.method);
            words::printable(&name)
        })
    }

    pub fn matching(&self, pattern: &MethodPattern) -> Vec<MethodNumber> {
        self.selected(|named| pattern.matches(named.class.as_bytes(), named.method.as_bytes()))
    }

    pub fn of_classes(&self, pattern: &ClassPattern) -> Vec<MethodNumber> {
        self.selected(|named| pattern.matches(named.class.as_bytes()))
    }

    fn selected(&self, is_meant: impl Fn(&Named) -> bool) -> Vec<MethodNumber> {
        let methods = self.methods.iter().filter(|(_, named)| !named.method.is_empty() && is_meant(named));
        methods.map(|(number, _)| *number).collect()
    }
}

fn named(reader: &RecordingReader, method: &RecordedMethod) -> Named {
    let class = reader.class_of(method.class).map_or("?", |class| &reader.class(class).name).to_owned();
    let parameters = MethodDescriptor::parse(Mutf8::new(method.descriptor.as_bytes())).map_or_else(
        || words::printable(&method.descriptor),
        |descriptor| {
            let name = |parameter: FieldType| words::descriptor_name(&parameter.descriptor().to_str());
            descriptor.parameters().map(name).collect::<Vec<_>>().join(", ")
        },
    );
    let full = format!("{}#{}({parameters})", words::type_name(&class), words::printable(&method.name));
    Named { class, method: method.name.to_string(), full }
}

/// The names of roots: `this`, then parameters by their names.
pub(super) fn roots(method: Option<&RecordedMethod>, marks: Marks, count: usize) -> Vec<String> {
    let has_receiver = marks.contains(Marks::HAS_RECEIVER);
    let names = method.map_or(&[][..], |method| &method.parameter_names);
    let parameter = |at: usize| match names.get(at).filter(|name| !name.is_empty()) {
        Some(name) => words::printable(name),
        None => format!("arg{at}"),
    };
    let receiver = has_receiver.then(|| "this".to_owned()).into_iter();
    receiver.chain((0..).map(parameter)).take(count).collect()
}

pub(super) fn thread(reader: &RecordingReader, number: ThreadNumber) -> Thread {
    match reader.thread(number) {
        Some(thread) => Thread {
            name: words::printable(&thread.name),
            id: thread.id,
            is_virtual: thread.is_virtual,
            is_daemon: thread.is_daemon,
        },
        None => Thread { name: format!("thread {}, not described", number.index()), ..Thread::default() },
    }
}

pub(super) fn marks(marks: Marks) -> Vec<Mark> {
    let known = [
        (Marks::TORN_BEFORE, Mark::TornBefore),
        (Marks::TORN_AFTER, Mark::TornAfter),
        (Marks::TRUNCATED, Mark::Truncated),
        (Marks::MASKED, Mark::Masked),
    ];
    let mut named: Vec<Mark> =
        known.iter().filter(|(bit, _)| marks.contains(*bit)).map(|(_, mark)| *mark).collect();
    let all = known.iter().fold(Marks::HAS_RECEIVER, |all, (bit, _)| all.and(*bit));
    let bits = (0..u32::BITS).map(|bit| 1 << bit);
    named.extend(bits.filter(|bit| marks.0 & !all.0 & bit != 0).map(Mark::Unknown));
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_have_names_even_if_the_recording_has_none() {
        let method = RecordedMethod {
            number: MethodNumber::from_index(0),
            class: Id::from_index(0),
            name: "f".into(),
            descriptor: "(III)V".into(),
            access: 0,
            parameter_names: vec!["first".into(), "".into()],
        };
        assert_eq!(roots(Some(&method), Marks::HAS_RECEIVER, 4), ["this", "first", "arg1", "arg2"]);
        assert_eq!(roots(Some(&method), Marks::default(), 1), ["first"]);
        assert_eq!(roots(None, Marks::default(), 2), ["arg0", "arg1"]);
    }

    #[test]
    fn marks_of_newer_versions_are_shown_too() {
        let named = marks(Marks(1 | 4 | 16 | 1 << 9));
        assert_eq!(named, [Mark::TornAfter, Mark::Masked, Mark::Unknown(512)]);
    }
}
