//! Objects of captures, counted by class.

use std::collections::BTreeMap;

use reenact_base::Id;
use reenact_heap::{ClassId, Classes, Ending, HeapGraph, Node, PrimitiveArray, words};
use reenact_recording::graph::{After, Capture};
use reenact_report::inspect::{Class, Objects};

/// The counts so far.
pub(super) struct Counts {
    pub objects: Objects,
    /// By class of the recording.
    classes: Vec<Tally>,
    /// Of strings, class objects and arrays of primitives, which need no class.
    others: BTreeMap<&'static str, Tally>,
    /// Bytes of an object, by class.
    sizes: Vec<u64>,
}

#[derive(Clone, Copy, Default)]
struct Tally {
    objects: u64,
    bytes: u64,
    ends: u64,
}

impl Tally {
    fn add(&mut self, bytes: u64) {
        self.objects += 1;
        self.bytes += bytes;
    }
}

/// A HotSpot object with compressed references and class pointers, on 64 bits: the usual case. What a
/// subject's JVM really took may be a little more or less.
const HEADER: u64 = 12;
const ARRAY_HEADER: u64 = 16;
const REFERENCE: u64 = 4;

fn aligned(bytes: u64) -> u64 {
    bytes.next_multiple_of(8)
}

impl Counts {
    pub fn new(classes: &Classes) -> Counts {
        let mut fields: Vec<u64> = Vec::new();
        for (id, class) in classes.iter() {
            let above = classes.superclass(id).map_or(0, |above| fields[above.index()]);
            let own: u64 = class.fields.iter().map(|field| width(&field.descriptor)).sum();
            fields.push(above + own);
        }
        let sizes: Vec<u64> = fields.into_iter().map(|fields| aligned(HEADER + fields)).collect();
        let classes = vec![Tally::default(); sizes.len()];
        Counts { objects: Objects::default(), classes, others: BTreeMap::new(), sizes }
    }

    /// Takes in the objects of an invocation: those before, and those that are new or listed again in full.
    pub fn add(&mut self, capture: &Capture) {
        self.graph(&capture.before, 0);
        let known = if capture.kind == After::Difference { capture.before.len() } else { 0 };
        self.graph(&capture.after, known);
        self.objects.masked_values += capture.masked.len() as u64;
        self.objects.pseudonyms += capture.pseudonyms.len() as u64;
    }

    /// Objects and bytes so far: what counting costs.
    pub fn cost(&self) -> (u64, u64) {
        (self.objects.count, self.objects.estimated_bytes)
    }

    /// By class, those with most objects first.
    pub fn by_class(&self, classes: &Classes) -> Vec<Class> {
        let mut by_name: BTreeMap<String, Tally> = BTreeMap::new();
        let recorded = classes.iter().map(|(id, class)| (&*class.name, self.classes[id.index()]));
        for (name, tally) in recorded.chain(self.others.iter().map(|(name, tally)| (*name, *tally))) {
            if tally.objects > 0 {
                // Several loaders may have classes of one name.
                let sum = by_name.entry(words::type_name(name)).or_default();
                sum.objects += tally.objects;
                sum.bytes += tally.bytes;
                sum.ends += tally.ends;
            }
        }
        let counted = by_name.into_iter().map(|(name, Tally { objects, bytes, ends })| Class {
            name,
            objects,
            estimated_bytes: bytes,
            ends,
        });
        let mut counted: Vec<Class> = counted.collect();
        counted.sort_by(|one, other| other.objects.cmp(&one.objects).then_with(|| one.name.cmp(&other.name)));
        counted
    }

    fn graph(&mut self, graph: &HeapGraph, known: usize) {
        for (_, node) in graph.iter().skip(known) {
            let bytes = self.node(node);
            self.objects.count += 1;
            self.objects.estimated_bytes += bytes;
        }
    }

    fn node(&mut self, node: &Node) -> u64 {
        let (tally, bytes) = match node {
            Node::Object { class, .. } => (self.tally(*class), self.sizes[class.index()]),
            Node::Array { class, elements } => {
                (self.tally(*class), aligned(ARRAY_HEADER + REFERENCE * elements.len() as u64))
            }
            Node::End { class, ending } => {
                match ending {
                    Ending::Frontier => self.objects.frontier += 1,
                    Ending::Budget => self.objects.budget += 1,
                    Ending::Masked => self.objects.masked += 1,
                }
                let tally = self.tally(*class);
                self.at(tally).ends += 1;
                (tally, 0)
            }
            // Its array is not shared with other objects.
            Node::String(chars) => {
                let width = if chars.iter().all(|char| *char < 256) { 1 } else { 2 };
                (Place::Other("java/lang/String"), 24 + aligned(ARRAY_HEADER + width * chars.len() as u64))
            }
            Node::ClassObject(_) => (Place::Other("java/lang/Class"), 0),
            Node::Primitives(elements) => {
                let (name, width) = primitives(elements);
                (Place::Other(name), aligned(ARRAY_HEADER + width * elements.len() as u64))
            }
        };
        self.at(tally).add(bytes);
        bytes
    }

    fn tally(&self, class: ClassId) -> Place {
        Place::Class(class.index())
    }

    fn at(&mut self, place: Place) -> &mut Tally {
        match place {
            Place::Class(index) => &mut self.classes[index],
            Place::Other(name) => self.others.entry(name).or_default(),
        }
    }
}

/// Where a class is counted.
#[derive(Clone, Copy)]
enum Place {
    Class(usize),
    Other(&'static str),
}

fn width(descriptor: &str) -> u64 {
    match descriptor {
        "Z" | "B" => 1,
        "C" | "S" => 2,
        "J" | "D" => 8,
        "I" | "F" => 4,
        _ => REFERENCE,
    }
}

fn primitives(elements: &PrimitiveArray) -> (&'static str, u64) {
    match elements {
        PrimitiveArray::Boolean(_) => ("[Z", 1),
        PrimitiveArray::Byte(_) => ("[B", 1),
        PrimitiveArray::Char(_) => ("[C", 2),
        PrimitiveArray::Short(_) => ("[S", 2),
        PrimitiveArray::Int(_) => ("[I", 4),
        PrimitiveArray::Long(_) => ("[J", 8),
        PrimitiveArray::Float(_) => ("[F", 4),
        PrimitiveArray::Double(_) => ("[D", 8),
    }
}
