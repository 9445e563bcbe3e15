//! Methods that make recorded objects, for tests that are written by hand.

mod find;

use std::collections::BTreeMap;

use reenact_generate::{GivenObject, Junit, ObjectMethod, Refusal, held_by_statics};
use reenact_heap::isomorphism::{self, Grade, Identity, Root};
use reenact_heap::{Classes, Forms};
use reenact_rebuild::ActionKey;
use reenact_recording::RecordingReader;
use reenact_recording::graph::Capture;
use reenact_report::generated::Factories;
use reenact_verify::objects::{
    self, Made, ObjectNumber, ObjectSource, ObjectWriter, WrittenObjects, verify_objects,
};
use reenact_verify::{Fault, FaultKind, Rewrite, Stage, state};
use rustc_hash::FxHashSet;

use super::draft::Drafts;
use super::jvms::Jvms;
use super::refusals::Cause;
use super::write::Source;
use super::{Error, Options};
use crate::Progress;
use find::{Found, Wanted};

/// A recorded object with the method that makes it.
struct Recorded {
    found: Found,
    method: ObjectMethod,
    /// Actions that gave another object.
    avoid: FxHashSet<ActionKey>,
}

/// The objects that are being verified, by number.
struct Writer<'a, 'w, 'r> {
    drafts: &'a mut Drafts<'w>,
    reader: &'a RecordingReader<'r>,
    objects: Vec<Recorded>,
}

/// Writes methods for the objects that are wanted, and returns their sources and how many there are.
pub fn make(
    wanted: &str,
    drafts: &mut Drafts<'_>,
    reader: &RecordingReader<'_>,
    jvms: &mut Jvms,
    options: &Options,
    progress: &dyn Progress,
) -> Result<(Vec<Source>, Factories), Error> {
    progress.step(&format!("searching for objects of {wanted}"));
    let objects = objects(&Wanted::parse(wanted)?, drafts, reader, options)?;
    let numbers: Vec<ObjectNumber> = (0..objects.len()).collect();
    let mut writer = Writer { drafts, reader, objects };
    let annotation = match writer.drafts.junit() {
        Junit::Four => "org.junit.Test",
        Junit::Five => "org.junit.jupiter.api.Test",
    };
    let verification = options.verification(false);
    let stage = |stage: Stage| progress.step(&stage.to_string());
    let verified = verify_objects(jvms, &mut writer, &numbers, annotation, &verification, &stage)?;
    let Writer { drafts, objects, .. } = writer;
    for (number, fault) in &verified.dropped {
        let found = &objects[*number].found;
        let method = (&*found.method.class, &*found.method.name);
        drafts.refusals.add(Cause::dropped(fault, "the method"), method, found.id, &fault.message);
    }
    let mut factories = Factories {
        written: numbers.len(),
        compiled: verified.compiled,
        kept: verified.kept.len(),
        ..Factories::default()
    };
    for grade in verified.kept.values() {
        *match grade {
            Some(Grade::Exact) => &mut factories.exact,
            Some(Grade::Sufficient) => &mut factories.sufficient,
            Some(Grade::Different) => &mut factories.different,
            Some(Grade::Undecided) | None => &mut factories.not_compared,
        } += 1;
    }
    let sources = verified.sources.into_iter().map(|source| Source {
        path: source.path,
        text: source.text,
        methods: source.methods.len(),
        invocations: Vec::new(),
    });
    Ok((sources.collect(), factories))
}

/// Returns a method for every different object that is wanted, up to a number for each class.
fn objects(
    wanted: &Wanted,
    drafts: &mut Drafts<'_>,
    reader: &RecordingReader<'_>,
    options: &Options,
) -> Result<Vec<Recorded>, Error> {
    let mut objects: Vec<Recorded> = Vec::new();
    let mut has_any = false;
    let mut numbers: BTreeMap<Box<str>, usize> = BTreeMap::new();
    find::each(wanted, drafts.world(), reader, |found, capture| {
        has_any = true;
        let number = numbers.entry(found.class.clone()).or_default();
        if *number >= options.per_method {
            return;
        }
        match method(drafts, reader.classes(), &found, capture, &FxHashSet::default()) {
            Ok(method) => {
                let is_same =
                    |other: &Recorded| other.found.place == found.place && other.method.is_same(&method);
                if !objects.iter().any(is_same) {
                    *number += 1;
                    objects.push(Recorded { found, method, avoid: FxHashSet::default() });
                }
            }
            Err(refusal) => {
                let method = (&*found.method.class, &*found.method.name);
                drafts.refusals.add(Cause::refused(&refusal, method.0), method, found.id, "");
            }
        }
    })?;
    match has_any {
        true => Ok(objects),
        false => Err(Error::NoObjects { recording: options.recording(), wanted: wanted.to_string() }),
    }
}

/// Returns the method for an object, without actions that gave another one.
fn method(
    drafts: &Drafts<'_>,
    classes: &Classes,
    found: &Found,
    capture: &Capture,
    avoid: &FxHashSet<ActionKey>,
) -> Result<ObjectMethod, Refusal> {
    if let Some(place) = find::masked(classes, capture, found) {
        return Err(Refusal::Masked(place));
    }
    let statics = held_by_statics(drafts.world(), classes, capture, found.after);
    let given = GivenObject {
        classes,
        graph: if found.after { &capture.after } else { &capture.before },
        object: found.value,
        name: found.name.as_deref(),
        package: &found.place.0,
        statics: &statics,
        avoid,
    };
    drafts.object(&given)
}

impl ObjectWriter for Writer<'_, '_, '_> {
    fn write(&mut self, numbers: &[ObjectNumber]) -> WrittenObjects {
        let mut places: BTreeMap<&(String, String), Vec<ObjectNumber>> = BTreeMap::new();
        for &number in numbers {
            places.entry(&self.objects[number].found.place).or_default().push(number);
        }
        let mut written = WrittenObjects::default();
        for ((package, class), all) in places {
            let methods: Vec<ObjectMethod> =
                all.iter().map(|&number| self.objects[number].method.clone()).collect();
            match self.drafts.object_class(package, class, &methods) {
                Ok(file) => {
                    let methods = file.methods.into_iter().filter_map(|method| {
                        let object = *all.get(method.position)?;
                        Some(objects::ObjectMethod { name: method.name, lines: method.lines, object })
                    });
                    let methods = methods.collect();
                    let (name, path, text) = (file.name, file.path, file.text);
                    written.sources.push(ObjectSource { name, path, text, methods });
                }
                Err(error) => {
                    let fault = Fault::new(FaultKind::NotWritable, &format!("{class}: {error}"));
                    written.refused.extend(all.into_iter().map(|object| (object, fault.clone())));
                }
            }
        }
        written
    }

    fn rewrite(&mut self, object: ObjectNumber, holders: &[Box<str>], may_retry: bool) -> Rewrite {
        let Recorded { found, method: known, avoid } = &mut self.objects[object];
        let class = holders.last();
        let at_fault: Vec<ActionKey> =
            known.actions.iter().filter(|action| Some(&action.class) == class).cloned().collect();
        // An object that the method does not make is the program's own, or the user's.
        if class.is_some() && at_fault.is_empty() {
            return Rewrite::Keep;
        }
        let is_replayed = class.is_some_and(|class| known.actions.contains(&ActionKey::history(class)));
        let before = avoid.len();
        avoid.extend(at_fault);
        if avoid.len() > before
            && may_retry
            && let Ok(capture) = self.reader.capture(found.index)
            && let Ok(again) = method(self.drafts, self.reader.classes(), found, &capture, avoid)
        {
            *known = again;
            return Rewrite::Rewritten;
        }
        Rewrite::Refused { class: class.cloned(), is_replayed }
    }

    fn compare(&mut self, object: ObjectNumber, met: &Classes, capture: &Capture) -> Option<Made> {
        let found = &self.objects[object].found;
        let recorded = self.reader.capture(found.index).ok()?;
        let right = *capture.roots.first()?;
        let graph = if found.after { &recorded.after } else { &recorded.before };
        let left = Forms::new(self.reader.classes(), graph);
        let forms = Forms::new(met, &capture.before);
        let options = isomorphism::Options { identity: Identity::ExceptValues, ..Default::default() };
        let root = Root { name: "0", left: found.value, right };
        let comparison = isomorphism::compare(&left, &forms, &[root], options);
        let difference = comparison.difference.filter(|_| comparison.grade == Grade::Different);
        let holders =
            difference.as_ref().map(|found| state::own_classes(self.drafts.world(), &left, &found.holders));
        Some(Made {
            grade: comparison.grade,
            difference: difference.map_or(String::new(), |difference| difference.to_string()),
            holders: holders.unwrap_or_default(),
        })
    }
}
