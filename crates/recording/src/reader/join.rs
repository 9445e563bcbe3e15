//! Several recordings as one.
//!
//! Recordings are joined in the order in which they started. The first keeps its numbers. Classes and methods of a
//! later one that are the same get the numbers of the earlier; its other classes, methods and threads get new ones; and
//! its invocations continue after the highest number before them. So numbers stay what they are when a newer recording
//! is added. Logical times are each recording's own.

use std::collections::{BTreeMap, HashMap};

use reenact_base::Id;
use reenact_heap::{Class, ClassId, ClassKind};
use reenact_wire::filter::LeftOut;

use super::scan::Scanned;
use super::{OneRecording, OpenSegment, Renumbering};
use crate::graph::{ClassNumber, Layouts};
use crate::model::*;

/// Recordings that were joined.
pub struct Joined<'a> {
    /// Their content as one. The layouts of its catalog are empty.
    pub all: Scanned<'a>,
    pub recordings: Vec<OneRecording>,
    pub class_numbers: BTreeMap<ClassNumber, ClassId>,
}

/// Joins recordings, of which there is at least one.
pub fn join(mut scanned: Vec<Scanned<'_>>) -> Joined<'_> {
    scanned.sort_by_key(|one| {
        let facts = &one.segments[0].header.facts;
        (facts.started_millis, facts.pid, facts.recording)
    });
    let mut scanned = scanned.into_iter();
    let Some(mut first) = scanned.next() else { unreachable!("there is at least one recording") };
    let layouts = std::mem::take(&mut first.catalog.layouts);
    let recorded = first.catalog.recorded_classes.iter().enumerate();
    let class_numbers = recorded.map(|(at, class)| (class.number, ClassId::from_index(at))).collect();
    let one =
        OneRecording::new(&first.segments, first.invocations.iter().map(|entry| entry.head.id), layouts);
    let mut joined = Joined { all: first, recordings: vec![one], class_numbers };
    if scanned.len() > 0 {
        let mut index = Index::of(&joined.all);
        let mut left_out = vec![joined.all.left_out];
        for next in scanned {
            left_out.push(next.left_out);
            for (class, blocks) in &next.blocks {
                match joined.all.blocks.get_mut(class) {
                    Some(known) => known.add(blocks),
                    None => drop(joined.all.blocks.insert(class.clone(), blocks.clone())),
                }
            }
            joined.add(next, &mut index);
        }
        joined.all.left_out = joined_left_out(&joined.recordings, &left_out);
    }
    joined
}

/// Two classes with the same key are one.
type ClassKey = (Box<str>, ClassKind, Option<ClassId>, u128, bool);

/// The classes and methods so far, and the next numbers.
struct Index {
    classes: HashMap<ClassKey, Vec<ClassId>>,
    methods: HashMap<(ClassId, Box<str>, Box<str>), MethodNumber>,
    next_class: usize,
    next_method: usize,
    next_thread: usize,
}

impl Index {
    fn of(all: &Scanned<'_>) -> Index {
        let after = |numbers: &mut dyn Iterator<Item = usize>| numbers.max().map_or(0, |last| last + 1);
        let heads = || all.invocations.iter().map(|entry| &entry.head);
        let catalog = &all.catalog;
        let mut methods = catalog.methods.keys().chain(all.statistics.keys()).map(|number| number.index());
        let mut threads = catalog.threads.keys().map(|number| number.index());
        let mut index = Index {
            classes: HashMap::new(),
            methods: HashMap::new(),
            next_class: after(&mut catalog.recorded_classes.iter().map(|class| class.number.index())),
            next_method: after(&mut (&mut methods).chain(heads().map(|head| head.method.index()))),
            next_thread: after(&mut (&mut threads).chain(heads().map(|head| head.thread.index()))),
        };
        let mut numbers = HashMap::new();
        for (at, recorded) in catalog.recorded_classes.iter().enumerate() {
            let id = ClassId::from_index(at);
            let key = class_key(recorded, catalog.classes.superclass(id));
            index.classes.entry(key).or_default().push(id);
            numbers.insert(recorded.number, id);
        }
        for method in catalog.methods.values() {
            if let Some(&class) = numbers.get(&method.class) {
                index
                    .methods
                    .entry((class, method.name.clone(), method.descriptor.clone()))
                    .or_insert(method.number);
            }
        }
        index
    }

    fn new_class(&mut self) -> ClassNumber {
        self.next_class += 1;
        ClassNumber::from_index(self.next_class - 1)
    }

    fn new_method(&mut self) -> MethodNumber {
        self.next_method += 1;
        MethodNumber::from_index(self.next_method - 1)
    }

    fn new_thread(&mut self) -> ThreadNumber {
        self.next_thread += 1;
        ThreadNumber::from_index(self.next_thread - 1)
    }
}

fn class_key(class: &RecordedClass, superclass: Option<ClassId>) -> ClassKey {
    (class.name.clone(), class.kind.clone(), superclass, class.bytecode, class.loader == 0)
}

impl<'a> Joined<'a> {
    fn add(&mut self, mut next: Scanned<'a>, index: &mut Index) {
        let mut layouts = std::mem::take(&mut next.catalog.layouts);
        let classes = self.add_classes(&next, &mut layouts, index);
        let renumbering = self.add_methods(&mut next, &classes, index);
        let all = &mut self.all;
        for (number, thread) in next.catalog.threads {
            let number = renumbering.thread(number);
            all.catalog.threads.insert(number, RecordedThread { number, ..thread });
        }
        let last = all.invocations.iter().map(|entry| entry.head.id).max();
        // The agent counts from 1.
        let has_zero = next.invocations.iter().any(|entry| entry.head.id == 0);
        let base = last.map_or(0, |last| last.wrapping_add(u64::from(has_zero)));
        let first_segment = all.segments.len() as u32;
        let first_invocation = all.invocations.len();
        for mut entry in next.invocations {
            let head = &mut entry.head;
            head.id = head.id.wrapping_add(base);
            head.parent = head.parent.map(|parent| parent.wrapping_add(base));
            head.method = renumbering.method(head.method);
            head.thread = renumbering.thread(head.thread);
            entry.segment += first_segment;
            all.invocations.push(entry);
        }
        let added = &all.invocations[first_invocation..];
        let mut one = OneRecording::new(&next.segments, added.iter().map(|entry| entry.head.id), layouts);
        for (number, figures) in next.statistics {
            let method = renumbering.method(number);
            let figures = MethodStatistics { method, ..figures };
            all.statistics.entry(method).and_modify(|sum| *sum = sum.and(&figures)).or_insert(figures);
        }
        all.marks.extend(
            next.marks.into_iter().map(|mark| Mark { thread: renumbering.thread(mark.thread), ..mark }),
        );
        one.renumbering = Some(renumbering);
        let part = self.recordings.len() as u32;
        all.segments
            .extend(next.segments.into_iter().map(|segment| OpenSegment { recording: part, ..segment }));
        self.recordings.push(one);
        all.end = joined_end(all.end.take(), next.end);
        all.findings.list.append(&mut next.findings.list);
        all.skipped = all.skipped.and(&next.skipped);
    }

    /// Adds the classes that are not there, and returns the classes by their numbers in the added recording.
    fn add_classes(
        &mut self,
        next: &Scanned<'a>,
        layouts: &mut Layouts,
        index: &mut Index,
    ) -> HashMap<ClassNumber, ClassId> {
        let catalog = &mut self.all.catalog;
        // By the added recording's own identifiers: superclasses come first.
        let mut ids: Vec<ClassId> = Vec::with_capacity(next.catalog.recorded_classes.len());
        for (at, recorded) in next.catalog.recorded_classes.iter().enumerate() {
            let above = next.catalog.classes.superclass(ClassId::from_index(at)).map(|id| ids[id.index()]);
            let candidates = index.classes.entry(class_key(recorded, above)).or_default();
            let is_same = |id: &&ClassId| {
                let known = &catalog.recorded_classes[id.index()];
                known.fields == recorded.fields && known.interfaces == recorded.interfaces
            };
            let known = candidates.iter().find(is_same).copied();
            let id = known.unwrap_or_else(|| {
                let id = catalog.classes.add(Class {
                    name: recorded.name.clone(),
                    kind: recorded.kind.clone(),
                    superclass: above,
                    interfaces: recorded.interfaces.clone(),
                    fields: recorded.fields.clone(),
                });
                candidates.push(id);
                id
            });
            if known.is_none() {
                let number = index.new_class();
                let superclass = above.map(|above| catalog.recorded_classes[above.index()].number);
                catalog.recorded_classes.push(RecordedClass { number, superclass, ..recorded.clone() });
                self.class_numbers.insert(number, id);
            }
            ids.push(id);
        }
        layouts.map_classes(|id| ids[id.index()]);
        let recorded = next.catalog.recorded_classes.iter().zip(ids);
        recorded.map(|(recorded, id)| (recorded.number, id)).collect()
    }

    /// Adds the methods that are not there, and returns the new numbers of methods and threads.
    fn add_methods(
        &mut self,
        next: &mut Scanned<'a>,
        classes: &HashMap<ClassNumber, ClassId>,
        index: &mut Index,
    ) -> Renumbering {
        let mut renumbering = Renumbering::default();
        for (old, method) in std::mem::take(&mut next.catalog.methods) {
            let class = classes.get(&method.class).copied();
            let key = class.map(|class| (class, method.name.clone(), method.descriptor.clone()));
            let known = key.as_ref().and_then(|key| index.methods.get(key)).copied();
            let number = known.unwrap_or_else(|| index.new_method());
            renumbering.methods.insert(old, number);
            if known.is_none() {
                // A class that is not described has a number that nothing has.
                let class = class.map_or_else(
                    || index.new_class(),
                    |class| self.all.catalog.recorded_classes[class.index()].number,
                );
                self.all.catalog.methods.insert(number, RecordedMethod { number, class, ..method });
                index.methods.extend(key.map(|key| (key, number)));
            }
        }
        let heads = || next.invocations.iter().map(|entry| &entry.head);
        for number in heads().map(|head| head.method).chain(next.statistics.keys().copied()) {
            renumbering.methods.entry(number).or_insert_with(|| index.new_method());
        }
        let marked = next.marks.iter().map(|mark| mark.thread);
        let described = next.catalog.threads.keys().copied();
        for number in described.chain(heads().map(|head| head.thread)).chain(marked) {
            renumbering.threads.entry(number).or_insert_with(|| index.new_thread());
        }
        renumbering
    }
}

/// Returns the end of recordings of which these are the ends: that of one which ended early, if there is one, with the
/// counts of both. Without an end of one there is none.
fn joined_end(one: Option<End>, other: Option<End>) -> Option<End> {
    let (one, other) = (one?, other?);
    let is_early = |end: &End| !matches!(end.reason, EndReason::Exit | EndReason::Detached);
    let (invocations, dropped) =
        (one.invocations.wrapping_add(other.invocations), one.dropped.wrapping_add(other.dropped));
    let ended_millis = one.ended_millis.max(other.ended_millis);
    let shown = if !is_early(&one) && is_early(&other) { other } else { one };
    Some(End { invocations, dropped, ended_millis, ..shown })
}

/// Adds up the methods that were left out. Recordings with one class path are of one program, whose methods count once.
fn joined_left_out(recordings: &[OneRecording], left_out: &[LeftOut]) -> LeftOut {
    let mut programs: BTreeMap<&[String], LeftOut> = BTreeMap::new();
    for (one, left_out) in recordings.iter().zip(left_out) {
        let of_program = programs.entry(&one.facts.class_path).or_default();
        *of_program = of_program.max(left_out);
    }
    let mut sum = LeftOut::default();
    programs.values().for_each(|left_out| sum.add_all(left_out));
    sum
}

/// Returns what is true of all recordings: the facts of the first, the class paths and module options of all, and secrets
/// masked only if they are in each.
pub fn joined_facts(recordings: &[OneRecording]) -> Facts {
    let mut facts = recordings[0].facts.clone();
    for other in recordings.iter().skip(1).map(|other| &other.facts) {
        for (known, others) in
            [(&mut facts.class_path, &other.class_path), (&mut facts.module_options, &other.module_options)]
        {
            let new: Vec<String> = others.iter().filter(|entry| !known.contains(entry)).cloned().collect();
            known.extend(new);
        }
        facts.is_redacted = Some(facts.was_redacted() && other.was_redacted());
    }
    facts
}
