//! Calls that replay would answer: points, and methods that depend on state through them alone.

use reenact_base::Id;
use reenact_mockpoints::Analysis;
use reenact_recording::RecordingReader;
use reenact_world::{Action, CallGraph, Handle, MethodId, World};
use rustc_hash::{FxHashMap, FxHashSet};

use super::invocations::Differing;

/// Why a difference is harmless.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Covered {
    /// The method is a point.
    Point,
    /// It cannot be intercepted or recorded, and a caller was made the point in its place.
    Lifted,
    /// The difference is in a field, and every reader of it is a point.
    ReadByPoints,
    /// It called a point, in these very calls.
    CalledPoint,
    /// By the code it can call a point.
    MayCallPoint,
    /// Both calls happened inside of a point's: replay never comes there.
    InsidePoint,
}

impl Covered {
    pub fn words(self) -> &'static str {
        match self {
            Covered::Point => "a point",
            Covered::Lifted => "lifted to its caller",
            Covered::ReadByPoints => "in a field that points read",
            Covered::CalledPoint => "called a point",
            Covered::MayCallPoint => "can call a point",
            Covered::InsidePoint => "inside of a point",
        }
    }
}

/// See the module's text.
pub struct Cover<'a> {
    world: &'a World,
    graph: &'a CallGraph,
    own: &'a [usize],
    points: FxHashSet<MethodId>,
    lifted: FxHashSet<MethodId>,
    /// By run.
    calls: [Calls; 2],
}

/// The calls of a run by number.
struct Calls {
    /// That have a point's call inside.
    above: FxHashSet<u64>,
    /// Inside of a point's call.
    below: FxHashSet<u64>,
}

impl<'a> Cover<'a> {
    /// `own` are positions of the containers with the subject's own classes.
    pub fn new(
        world: &'a World,
        graph: &'a CallGraph,
        own: &'a [usize],
        analysis: &Analysis,
        readers: &[RecordingReader<'_>; 2],
    ) -> Self {
        let points: FxHashSet<MethodId> = analysis.points.iter().filter_map(|point| point.method).collect();
        let lifted = analysis.points.iter().flat_map(|point| &point.lifted_from);
        let lifted = lifted.map(|&(method, _)| method);
        let lifted = lifted.chain(analysis.stand_ins.iter().map(|&(method, _)| method)).collect();
        let calls = [&readers[0], &readers[1]].map(|reader| Calls::of(world, reader, &points));
        Cover { world, graph, own, points, lifted, calls }
    }

    /// Returns why it is harmless that two calls of a method ended differently; `None` if it is not.
    pub fn of(&self, method: MethodId, differing: &Differing) -> Option<Covered> {
        let calls = differing.calls;
        let of_calls = |set: fn(&Calls) -> &FxHashSet<u64>| {
            calls.iter().filter(|call| set(&self.calls[call.run]).contains(&call.id)).count()
        };
        if self.points.contains(&method) {
            Some(Covered::Point)
        } else if self.lifted.contains(&method) {
            Some(Covered::Lifted)
        } else if self.is_read_by_points(&differing.path) {
            Some(Covered::ReadByPoints)
        } else if of_calls(|calls| &calls.above) > 0 {
            Some(Covered::CalledPoint)
        } else if self.may_call_point(method) {
            Some(Covered::MayCallPoint)
        } else {
            (of_calls(|calls| &calls.below) == 2).then_some(Covered::InsidePoint)
        }
    }

    /// Whether a path such as `result.lines[2].price` ends in a field of the subject's, and no method reads fields of
    /// this name but points and those that make or describe objects.
    fn is_read_by_points(&self, path: &str) -> bool {
        let Some((_, last)) = path.rsplit_once('.') else { return false };
        let name = last.split('[').next().unwrap_or_default();
        let fields = self.world.field_ids().filter(|&field| {
            let view = self.world.view(field);
            self.own.contains(&view.class().container().index()) && view.name() == name
        });
        let mut readers = fields.flat_map(|field| self.world.readers(field)).peekable();
        readers.peek().is_some()
            && readers.all(|&reader| {
                self.points.contains(&reader)
                    || self.world.view(reader).is_constructor()
                    || self.lifted.contains(&reader)
            })
    }

    /// Returns whether a path of calls in the subject's own code leads to a point.
    fn may_call_point(&self, method: MethodId) -> bool {
        let mut seen: FxHashSet<MethodId> = std::iter::once(method).collect();
        let mut todo = vec![method];
        while let Some(method) = todo.pop() {
            for callee in self.callees(method) {
                if self.points.contains(&callee) {
                    return true;
                }
                if self.is_own(callee) && seen.insert(callee) {
                    todo.push(callee);
                }
            }
        }
        false
    }

    /// The methods that a method calls, names or passes as a function object.
    fn callees(&self, method: MethodId) -> Vec<MethodId> {
        let mut callees = self.graph.callees(self.world, method);
        let view = self.world.view(method);
        for &site in view.sites() {
            let made = match site.action() {
                Action::Dynamic(dynamic) => self.world.view(dynamic).lambda(),
                _ => None,
            };
            let handles = self.world.effects(site).chain(made.map(|lambda| lambda.implementation()));
            for handle in handles {
                let Handle::Method(kind, reference) = handle else { continue };
                callees.extend(self.world.resolved_method(reference));
                let targets = self.graph.targets(self.world, view.class().id(), kind, reference);
                callees.extend_from_slice(targets.as_slice());
            }
        }
        callees
    }

    fn is_own(&self, method: MethodId) -> bool {
        self.own.contains(&self.world.view(method).class().container().index())
    }
}

impl Calls {
    fn of(world: &World, reader: &RecordingReader<'_>, points: &FxHashSet<MethodId>) -> Calls {
        let is_point: FxHashSet<_> = reader
            .methods()
            .filter(|method| {
                let class = reader.class_of(method.class).map(|class| &reader.class(class).name);
                let class = class.and_then(|name| world.class_id(name));
                let found = class.and_then(|class| world.method(class, &method.name, &method.descriptor));
                found.is_some_and(|found| points.contains(&found))
            })
            .map(|method| method.number)
            .collect();
        let heads: FxHashMap<u64, _> = reader.invocations().map(|head| (head.id, head)).collect();
        let (mut above, mut below) = (FxHashSet::default(), FxHashSet::default());
        for head in reader.invocations() {
            let mut at = head.parent;
            while let Some(parent) = at.and_then(|id| heads.get(&id)) {
                if is_point.contains(&head.method) {
                    above.insert(parent.id);
                }
                if is_point.contains(&parent.method) {
                    below.insert(head.id);
                }
                // Numbers grow inwards, so this ends whatever a damaged recording says.
                at = parent.parent.filter(|&next| next < parent.id);
            }
        }
        Calls { above, below }
    }
}
