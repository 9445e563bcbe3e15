//! Recordings written without a JVM: graphs as plain lists of nodes, encoded as the agent would.

pub mod shop;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use reenact_base::Id;
use reenact_heap::{ClassId, ClassKind, Field, Node, NodeId, PrimitiveArray, Value};
use reenact_recording::graph::{After, ClassNumber, GraphEncoder, Kind, Outcome};
use reenact_recording::model::*;
use reenact_recording::{SegmentWriter, Sink, WriterSettings};

/// Segments as files of a directory.
pub struct Files {
    directory: PathBuf,
    file: Option<File>,
}

impl Sink for Files {
    fn begin_segment(&mut self, number: u32) -> io::Result<()> {
        self.file = Some(File::create(self.directory.join(format!("segment-{number:05}.rnrec")))?);
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.as_mut().unwrap().write_all(bytes)
    }
}

/// Writes a recording.
pub struct Recorder {
    writer: SegmentWriter<Files>,
    classes: Vec<RecordedClass>,
    methods: usize,
    threads: usize,
    invocations: u64,
}

/// The effect of one call: `after` begins with the nodes of `before`, as they became.
pub struct Scene {
    pub before: Vec<Node>,
    pub after: Vec<Node>,
    pub roots: Vec<Value>,
    pub outcome: Outcome,
    pub marks: Marks,
    pub parent: Option<u64>,
    /// Object and field.
    pub masked: Vec<(usize, u32)>,
}

impl Scene {
    /// A call that changes nothing.
    pub fn quiet(nodes: Vec<Node>, roots: Vec<Value>, outcome: Outcome) -> Scene {
        Scene {
            after: nodes.clone(),
            before: nodes,
            roots,
            outcome,
            marks: Marks::default(),
            parent: None,
            masked: Vec::new(),
        }
    }
}

pub fn facts() -> Facts {
    Facts {
        recording: 0xfeed_beef,
        jvm_version: "25.0.1".to_owned(),
        jvm_vendor: "Eclipse Adoptium".to_owned(),
        os: "Linux".to_owned(),
        arch: "amd64".to_owned(),
        pid: 4711,
        started_millis: 1_793_613_303_250,
        main_class: "com.acme.Main".to_owned(),
        class_path: vec!["app.jar".to_owned()],
        options: "include=com.acme.**".to_owned(),
        agent: "0.1.0".to_owned(),
        ..Facts::default()
    }
}

pub fn end() -> End {
    let message = "".into();
    End { reason: EndReason::Exit, invocations: 0, dropped: 4, ended_millis: 1_793_613_363_000, message }
}

impl Recorder {
    pub fn new(directory: &Path, facts: Facts, settings: WriterSettings) -> Self {
        fs::create_dir_all(directory).unwrap();
        let sink = Files { directory: directory.to_owned(), file: None };
        let writer = SegmentWriter::new(sink, facts, settings).unwrap();
        Recorder { writer, classes: Vec::new(), methods: 0, threads: 0, invocations: 0 }
    }

    /// A class with fields as `name:descriptor`.
    pub fn class(&mut self, name: &str, superclass: Option<ClassId>, fields: &[&str]) -> ClassId {
        let field = |text: &&str| {
            let (name, descriptor) = text.rsplit_once(':').unwrap();
            Field { name: name.into(), descriptor: descriptor.into() }
        };
        let number = ClassNumber::from_index(self.classes.len());
        let class = RecordedClass {
            number,
            name: name.into(),
            kind: if name.starts_with('[') { ClassKind::Array } else { ClassKind::Plain },
            superclass: superclass.map(|class| ClassNumber::from_index(class.index())),
            interfaces: Vec::new(),
            fields: fields.iter().map(field).collect(),
            access: 1,
            loader: 0,
            source: "app.jar".into(),
            bytecode: 0,
        };
        self.writer.define_class(class.clone());
        self.classes.push(class);
        ClassId::from_index(number.index())
    }

    pub fn method(
        &mut self,
        class: ClassId,
        name: &str,
        descriptor: &str,
        parameters: &[&str],
    ) -> MethodNumber {
        let number = MethodNumber::from_index(self.methods);
        self.methods += 1;
        self.writer.define_method(RecordedMethod {
            number,
            class: ClassNumber::from_index(class.index()),
            name: name.into(),
            descriptor: descriptor.into(),
            access: 1,
            parameter_names: parameters.iter().map(|name| (*name).into()).collect(),
        });
        number
    }

    pub fn thread(&mut self, name: &str) -> ThreadNumber {
        let number = ThreadNumber::from_index(self.threads);
        self.threads += 1;
        let (id, is_virtual, is_daemon) = (self.threads as u64, false, true);
        self.writer.define_thread(RecordedThread { number, id, name: name.into(), is_virtual, is_daemon });
        number
    }

    /// Adds an invocation and gives its number.
    pub fn invoke(&mut self, method: MethodNumber, thread: ThreadNumber, scene: &Scene) -> u64 {
        let mut encoder = GraphEncoder::new();
        encoder.begin(scene.roots.len() as u32);
        scene.roots.iter().for_each(|root| encoder.root(*root));
        for (at, node) in scene.before.iter().enumerate() {
            self.body(&mut encoder, node, scene.masked.iter().filter(|(masked, _)| *masked == at));
        }
        encoder.end();
        encoder.after(After::Difference, scene.outcome, 0);
        for (at, node) in scene.after.iter().enumerate() {
            if at < scene.before.len() {
                encoder.revisit(at as u32);
            }
            self.body(&mut encoder, node, scene.masked.iter().filter(|(masked, _)| *masked == at));
        }
        encoder.end();
        encoder.finish();
        let id = self.invocations;
        self.invocations += 1;
        let head = InvocationHead {
            id,
            method,
            thread,
            parent: scene.parent,
            entered: id * 2,
            exited: id * 2 + 1,
            call: id + 1,
            marks: scene.marks,
            dropped_inside: 0,
        };
        assert!(self.writer.invocation(&head, encoder.bytes(), encoder.classes()).unwrap());
        id
    }

    pub fn statistics(&mut self, figures: &[MethodStatistics]) {
        self.writer.statistics(figures).unwrap();
    }

    /// Writes what there is, as if the subject died now.
    pub fn flush(&mut self) {
        self.writer.flush().unwrap();
    }

    pub fn finish(self, end: End) {
        self.writer.finish(end).unwrap();
    }

    fn body<'m>(
        &self,
        encoder: &mut GraphEncoder,
        node: &Node,
        masked: impl Iterator<Item = &'m (usize, u32)> + Clone,
    ) {
        let number = |class: &ClassId| ClassNumber::from_index(class.index());
        match node {
            Node::Object { class, fields } => {
                encoder.object(number(class));
                let kinds = self.kinds(class.index());
                assert_eq!(kinds.len(), fields.len(), "{}", self.classes[class.index()].name);
                for (at, (kind, value)) in kinds.into_iter().zip(fields).enumerate() {
                    if masked.clone().any(|(_, field)| *field as usize == at) {
                        encoder.mask_field(at as u32);
                    }
                    put(encoder, kind, *value);
                }
            }
            Node::String(text) => encoder.string_utf16(text),
            Node::Array { class, elements } => {
                encoder.array(number(class), elements.len() as u32);
                elements.iter().for_each(|value| put(encoder, Kind::Reference, *value));
            }
            Node::Primitives(PrimitiveArray::Int(ints)) => {
                let block = encoder.primitives(Kind::Int, ints.len() as u32);
                block.copy_from_slice(&ints.iter().flat_map(|int| int.to_le_bytes()).collect::<Vec<_>>());
            }
            Node::Primitives(other) => panic!("{other:?} is not needed yet"),
            Node::ClassObject(name) => encoder.class_object(name),
            Node::End { class, ending } => encoder.ending(number(class), *ending),
        }
    }

    fn kinds(&self, class: usize) -> Vec<Kind> {
        let class = &self.classes[class];
        let mut kinds = class.superclass.map_or(Vec::new(), |above| self.kinds(above.index()));
        kinds.extend(class.fields.iter().map(|field| Kind::of_descriptor(&field.descriptor)));
        kinds
    }
}

fn put(encoder: &mut GraphEncoder, kind: Kind, value: Value) {
    match (kind, value) {
        (Kind::Reference, Value::Null) => encoder.null(),
        (Kind::Reference, Value::Reference(node)) => encoder.reference(node.index() as u32),
        (Kind::Boolean, Value::Boolean(value)) => encoder.boolean(value),
        (Kind::Byte, Value::Byte(value)) => encoder.byte(value),
        (Kind::Char, Value::Char(value)) => encoder.char(value),
        (Kind::Short, Value::Short(value)) => encoder.short(value),
        (Kind::Int, Value::Int(value)) => encoder.int(value),
        (Kind::Long, Value::Long(value)) => encoder.long(value),
        (Kind::Float, Value::Float(bits)) => encoder.float(bits),
        (Kind::Double, Value::Double(bits)) => encoder.double(bits),
        (kind, value) => panic!("{value:?} in a field of {kind:?}"),
    }
}

pub fn at(node: usize) -> Value {
    Value::Reference(NodeId::from_index(node))
}

pub fn string(text: &str) -> Node {
    Node::String(text.encode_utf16().collect())
}
