//! Invocations by method.

use std::collections::BTreeMap;

use reenact_heap::ClassKind;
use reenact_recording::RecordingReader;
use reenact_recording::graph::Capture;
use reenact_recording::model::{InvocationHead, Marks, MethodNumber};

/// `static` among the access flags of a method (JVMS 4.6).
const ACC_STATIC: u16 = 0x0008;
/// Added by the compiler.
const ACC_SYNTHETIC: u16 = 0x1000;

/// A method whose calls were recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Method {
    /// Internal name of the class that declares it.
    pub class: Box<str>,
    pub name: Box<str>,
    pub descriptor: Box<str>,
    pub is_static: bool,
    /// Without the receiver; empty if they are not known.
    pub parameter_names: Vec<Box<str>>,
    /// Of the class's bytes when it was recorded; 0 if that is not known.
    pub bytecode: u128,
}

/// All recorded invocations of a method.
#[derive(Clone, Debug)]
pub struct Group {
    pub method: Method,
    /// Positions in the recording, as [`RecordingReader::capture`] takes them.
    pub invocations: Vec<usize>,
}

/// An invocation that can become a test.
#[derive(Clone)]
pub struct Case {
    /// Position in the recording, as [`RecordingReader::capture`] takes it.
    pub index: usize,
    pub head: InvocationHead,
    pub capture: Capture,
    /// Number of invocations that are the same as this one.
    pub repeats: usize,
}

impl Case {
    pub fn has_receiver(&self) -> bool {
        self.head.marks.contains(Marks::HAS_RECEIVER)
    }
}

/// Returns the methods of a recording with their invocations, by class, name and descriptor. Recordings of one
/// class in several loaders have several methods of one name; for a test they are one.
pub fn groups(reader: &RecordingReader<'_>) -> Vec<Group> {
    let mut by_number: BTreeMap<MethodNumber, Vec<usize>> = BTreeMap::new();
    for (index, head) in reader.invocations().enumerate() {
        by_number.entry(head.method).or_default().push(index);
    }
    let mut groups: BTreeMap<[Box<str>; 3], Group> = BTreeMap::new();
    for (number, invocations) in by_number {
        let Some(recorded) = reader.method(number) else { continue };
        let Some(class) = reader.class_of(recorded.class) else { continue };
        let class = reader.class(class);
        // Calls of proxies and of lambdas are answers within the calls around them.
        let is_lambda_body = recorded.access & ACC_SYNTHETIC != 0 && recorded.name.starts_with("lambda$");
        // A class that a library generated of an interface has the name of its superclass, which is `Object`, and no code
        // of the program.
        let is_mock = class.kind == ClassKind::Generated && &*class.name == "java/lang/Object";
        if class.kind == ClassKind::Proxy || is_mock || is_lambda_body {
            continue;
        }
        let key = [class.name.clone(), recorded.name.clone(), recorded.descriptor.clone()];
        let method = Method {
            class: class.name.clone(),
            name: recorded.name.clone(),
            descriptor: recorded.descriptor.clone(),
            is_static: recorded.access & ACC_STATIC != 0,
            parameter_names: recorded.parameter_names.clone(),
            bytecode: class.bytecode,
        };
        groups
            .entry(key)
            .or_insert_with(|| Group { method, invocations: Vec::new() })
            .invocations
            .extend(invocations);
    }
    let mut groups: Vec<Group> = groups.into_values().collect();
    groups.iter_mut().for_each(|group| group.invocations.sort_unstable());
    groups
}
