//! Who uses what: the program's code, read backwards.

use rayon::prelude::*;
use reenact_base::{Adjacency, Id};

use crate::World;
use crate::code::{Action, CallKind, FieldAccess, Handle, Site};
use crate::ids::*;

/// Methods in a unit of parallel work.
const CHUNK: usize = 4096;

/// The users of methods and fields. Lists are ascending and without duplicates.
#[derive(Default)]
pub(crate) struct Uses {
    /// Methods, with those that call them without dispatch.
    direct_callers: Adjacency<MethodId, MethodId>,
    /// References, with the methods that call what they resolve to by dispatch.
    dispatching: Adjacency<MethodRefId, MethodId>,
    readers: Adjacency<FieldId, MethodId>,
    writers: Adjacency<FieldId, MethodId>,
}

impl World {
    /// The methods that read a field, by an instruction or by a method handle; ascending.
    pub fn readers(&self, field: FieldId) -> &[MethodId] {
        self.uses.readers.row(field)
    }

    /// The methods that write a field, by an instruction or by a method handle; ascending.
    pub fn writers(&self, field: FieldId) -> &[MethodId] {
        self.uses.writers.row(field)
    }

    /// The methods that call exactly this one: statically, as a constructor, or by `super`; ascending.
    pub fn direct_callers(&self, method: MethodId) -> &[MethodId] {
        self.uses.direct_callers.row(method)
    }

    /// The methods with a call by this reference that the receiver's class decides; ascending.
    pub fn dispatching_callers(&self, reference: MethodRefId) -> &[MethodId] {
        self.uses.dispatching.row(reference)
    }

    /// Returns the effects of a site besides creating an object: the instruction itself, or for `invokedynamic` and
    /// loaded constants the method handles that running them may invoke. A lambda's implementation is
    /// not among them: making a function object does not call it.
    pub fn effects(&self, site: Site) -> impl Iterator<Item = Handle> + '_ {
        let (one, many) = match site.action() {
            Action::Call(kind, target) => (Some(Handle::Method(kind, target)), &[][..]),
            Action::Field(access, target) => (Some(Handle::Field(access, target)), &[][..]),
            Action::Dynamic(dynamic) | Action::DynamicConstant(dynamic) => {
                (None, self.tables.code.handles_of(dynamic))
            }
            _ => (None, &[][..]),
        };
        one.into_iter().chain(many.iter().copied())
    }

    /// The method that a call without dispatch runs, in code of `caller`. `None` if it fails to link,
    /// and for calls that are dispatched.
    pub fn direct_target(&self, caller: ClassId, kind: CallKind, reference: MethodRefId) -> Option<MethodId> {
        let resolved = self.resolved_method(reference).ok()?;
        let named = self.class_of_symbol(self.method_ref(reference).class)?;
        let view = self.view(resolved);
        // JVMS 6.5: `invokestatic` wants a static method, the others refuse one; and a constructor must
        // be of the very class that the reference names.
        if view.access_flags().is_static() != (kind == CallKind::Static)
            || view.is_constructor() && view.class().id() != named
        {
            return None;
        }
        match kind {
            CallKind::Static | CallKind::New => Some(resolved),
            CallKind::Special => self.select_special(caller, named, resolved).ok(),
            CallKind::Virtual | CallKind::Interface => None,
        }
    }
}

#[derive(Default)]
struct Pairs {
    direct: Vec<(MethodId, MethodId)>,
    dispatching: Vec<(MethodRefId, MethodId)>,
    reads: Vec<(FieldId, MethodId)>,
    writes: Vec<(FieldId, MethodId)>,
}

impl Uses {
    pub fn of(world: &World) -> Self {
        let count = world.tables.methods.len();
        let chunks: Vec<Pairs> = (0..count.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let mut pairs = Pairs::default();
                for method in (chunk * CHUNK..count.min((chunk + 1) * CHUNK)).map(MethodId::from_index) {
                    pairs.add(world, method);
                }
                pairs
            })
            .collect();
        let pairs = chunks.iter();
        let refs = world.tables.code.method_refs.len();
        let fields = world.tables.fields.len();
        Uses {
            direct_callers: Adjacency::from_pairs(count, pairs.clone().flat_map(|p| &p.direct).copied()),
            dispatching: Adjacency::from_pairs(refs, pairs.clone().flat_map(|p| &p.dispatching).copied()),
            readers: Adjacency::from_pairs(fields, pairs.clone().flat_map(|p| &p.reads).copied()),
            writers: Adjacency::from_pairs(fields, pairs.clone().flat_map(|p| &p.writes).copied()),
        }
    }

    pub fn heap_bytes(&self) -> usize {
        self.direct_callers.heap_bytes()
            + self.dispatching.heap_bytes()
            + self.readers.heap_bytes()
            + self.writers.heap_bytes()
    }
}

impl Pairs {
    fn add(&mut self, world: &World, method: MethodId) {
        let class = world.tables.methods[method].class;
        let starts = (self.direct.len(), self.dispatching.len(), self.reads.len(), self.writes.len());
        for &site in world.tables.code.sites_of(method) {
            for effect in world.effects(site) {
                match effect {
                    Handle::Method(kind, target) if kind.is_dispatched() => {
                        self.dispatching.push((target, method));
                    }
                    Handle::Method(kind, target) => {
                        let target = world.direct_target(class, kind, target);
                        self.direct.extend(target.map(|target| (target, method)));
                    }
                    Handle::Field(access, target) => self.add_field(world, access, target, method),
                }
            }
        }
        distinct_from(&mut self.direct, starts.0);
        distinct_from(&mut self.dispatching, starts.1);
        distinct_from(&mut self.reads, starts.2);
        distinct_from(&mut self.writes, starts.3);
    }

    fn add_field(&mut self, world: &World, access: FieldAccess, target: FieldRefId, method: MethodId) {
        if let Ok(field) = world.resolved_field(target) {
            let list = if access.is_write() { &mut self.writes } else { &mut self.reads };
            list.push((field, method));
        }
    }
}

/// Drops duplicates among the items from `start` on, which are those of one method.
fn distinct_from<T: Ord + Copy>(items: &mut Vec<T>, start: usize) {
    items[start..].sort_unstable();
    let mut kept = start;
    for index in start..items.len() {
        if index == start || items[index] != items[kept - 1] {
            items[kept] = items[index];
            kept += 1;
        }
    }
    items.truncate(kept);
}
