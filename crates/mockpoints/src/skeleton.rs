//! The flows of a method: which values flow into which, and which leave it.
//!
//! The representation is flow-insensitive: values are assigned once, and order is dropped. A value carries the taint that
//! flows into it, and the taint of its *contents*: of anything stored into the object, such as elements of a list, parts
//! appended to a builder, elements of an array. Contents of an object also belong to the object it was taken out of.

use rayon::prelude::*;
use reenact_world::{FieldId, LineTable, MethodId, MethodRefId};

use crate::program::Callee;

/// A value of the body, or an additional one for the arguments that a library passes to a callback.
pub(crate) type V = u32;

/// The flows of a method.
#[derive(Clone, Copy)]
pub(crate) struct Skeleton<'p> {
    pub parameters: u32,
    pub values: u32,
    /// From, to.
    pub copies: &'p [(V, V)],
    pub content_flows: &'p [ContentFlow],
    /// An object, and the object it was taken out of.
    pub backs: &'p [(V, V)],
    pub loads: &'p [Load],
    pub stores: &'p [Store],
    /// Of these, fields that are assigned an immutable empty container.
    pub empties: &'p [FieldId],
    /// Of these, fields that are assigned a random number generator with a seed.
    pub seeded: &'p [FieldId],
    pub calls: &'p [Call],
    pub origins: &'p [Origin],
    pub mutations: &'p [Mutation],
    pub sinks: &'p [Sink],
    /// By value, the position of its definition.
    pub pcs: &'p [u16],
    pub lines: LineTable<'p>,
    lists: &'p [V],
}

/// The flows of many methods in common lists: there are too many methods for lists of their own.
#[derive(Default)]
pub(crate) struct Pool {
    rows: Vec<Row>,
    pub copies: Vec<(V, V)>,
    pub content_flows: Vec<ContentFlow>,
    pub backs: Vec<(V, V)>,
    pub loads: Vec<Load>,
    pub stores: Vec<Store>,
    pub empties: Vec<FieldId>,
    pub seeded: Vec<FieldId>,
    pub calls: Vec<Call>,
    /// Arguments of calls, and the exceptions of their handlers.
    pub lists: Vec<V>,
    pub origins: Vec<Origin>,
    pub mutations: Vec<Mutation>,
    pub sinks: Vec<Sink>,
    pub pcs: Vec<u16>,
    pub lines: Vec<(u16, u16)>,
}

/// A method in a pool: the ends of its parts, which begin at the ends of the previous row.
#[derive(Clone, Copy, Default)]
struct Row {
    parameters: u32,
    copies: u32,
    content_flows: u32,
    backs: u32,
    loads: u32,
    stores: u32,
    empties: u32,
    seeded: u32,
    calls: u32,
    origins: u32,
    mutations: u32,
    sinks: u32,
    pcs: u32,
    lines: u32,
}

impl Pool {
    /// Returns the start of the values of the method that is being added.
    pub fn values_start(&self) -> usize {
        self.last().pcs as usize
    }

    /// Returns the numbers of copies and content flows so far of the method that is being added.
    pub fn flow_counts(&self) -> (u32, u32) {
        let Row { copies, content_flows, .. } = self.last();
        (self.copies.len() as u32 - copies, self.content_flows.len() as u32 - content_flows)
    }

    fn last(&self) -> Row {
        self.rows.last().copied().unwrap_or_default()
    }

    /// Ends the method that is being added.
    pub fn end_method(&mut self, parameters: u32) {
        self.rows.push(Row {
            parameters,
            copies: self.copies.len() as u32,
            content_flows: self.content_flows.len() as u32,
            backs: self.backs.len() as u32,
            loads: self.loads.len() as u32,
            stores: self.stores.len() as u32,
            empties: self.empties.len() as u32,
            seeded: self.seeded.len() as u32,
            calls: self.calls.len() as u32,
            origins: self.origins.len() as u32,
            mutations: self.mutations.len() as u32,
            sinks: self.sinks.len() as u32,
            pcs: self.pcs.len() as u32,
            lines: self.lines.len() as u32,
        });
    }

    fn skeleton(&self, at: usize) -> Skeleton<'_> {
        let end = self.rows[at];
        let start = at.checked_sub(1).map_or_else(Row::default, |before| self.rows[before]);
        Skeleton {
            parameters: end.parameters,
            values: end.pcs - start.pcs,
            copies: part(&self.copies, start.copies, end.copies),
            content_flows: part(&self.content_flows, start.content_flows, end.content_flows),
            backs: part(&self.backs, start.backs, end.backs),
            loads: part(&self.loads, start.loads, end.loads),
            stores: part(&self.stores, start.stores, end.stores),
            empties: part(&self.empties, start.empties, end.empties),
            seeded: part(&self.seeded, start.seeded, end.seeded),
            calls: part(&self.calls, start.calls, end.calls),
            origins: part(&self.origins, start.origins, end.origins),
            mutations: part(&self.mutations, start.mutations, end.mutations),
            sinks: part(&self.sinks, start.sinks, end.sinks),
            pcs: part(&self.pcs, start.pcs, end.pcs),
            lines: LineTable::new(part(&self.lines, start.lines, end.lines)),
            lists: &self.lists,
        }
    }

    fn retain_origins(&mut self, keep: impl Fn(&Origin) -> bool) {
        let (mut start, mut kept) = (0, Vec::new());
        for row in &mut self.rows {
            let of_method = &self.origins[start as usize..row.origins as usize];
            kept.extend(of_method.iter().filter(|origin| keep(origin)));
            start = row.origins;
            row.origins = kept.len() as u32;
        }
        self.origins = kept;
    }

    fn shrink(&mut self) {
        self.rows.shrink_to_fit();
        self.copies.shrink_to_fit();
        self.content_flows.shrink_to_fit();
        self.backs.shrink_to_fit();
        self.loads.shrink_to_fit();
        self.stores.shrink_to_fit();
        self.calls.shrink_to_fit();
        self.lists.shrink_to_fit();
        self.mutations.shrink_to_fit();
        self.sinks.shrink_to_fit();
        self.pcs.shrink_to_fit();
        self.lines.shrink_to_fit();
    }
}

fn part<T>(all: &[T], start: u32, end: u32) -> &[T] {
    &all[start as usize..end as usize]
}

/// The skeletons of all methods, by position.
pub(crate) struct Skeletons {
    pools: Vec<Pool>,
    /// By position: the pool, and the row in it.
    places: Vec<(u32, u32)>,
}

impl Skeletons {
    pub fn new(mut pools: Vec<Pool>) -> Self {
        let mut places = Vec::with_capacity(pools.iter().map(|pool| pool.rows.len()).sum());
        for (at, pool) in pools.iter_mut().enumerate() {
            pool.shrink();
            places.extend((0..pool.rows.len()).map(|row| (at as u32, row as u32)));
        }
        Skeletons { pools, places }
    }

    pub fn get(&self, position: usize) -> Skeleton<'_> {
        let (pool, row) = self.places[position];
        self.pools[pool as usize].skeleton(row as usize)
    }

    pub fn parameters(&self, position: usize) -> u32 {
        let (pool, row) = self.places[position];
        self.pools[pool as usize].rows[row as usize].parameters
    }

    pub fn iter(&self) -> impl Iterator<Item = Skeleton<'_>> + Clone {
        self.pools.iter().flat_map(|pool| (0..pool.rows.len()).map(|row| pool.skeleton(row)))
    }

    /// Removes sources that are none after all.
    pub fn retain_origins(&mut self, keep: impl Fn(&Origin) -> bool + Sync) {
        self.pools.par_iter_mut().for_each(|pool| pool.retain_origins(&keep));
    }

    /// Links all calls to their callees.
    pub fn link(&mut self, callee: impl Fn(Target) -> Option<Callee> + Sync) {
        self.pools
            .par_iter_mut()
            .flat_map_iter(|pool| &mut pool.calls)
            .for_each(|call| call.callee = callee(call.target));
    }
}

#[derive(Clone, Copy)]
pub(crate) struct ContentFlow {
    pub from: V,
    pub into: V,
    pub pc: u16,
}

#[derive(Clone, Copy)]
pub(crate) struct Load {
    pub field: FieldId,
    pub value: V,
    /// The object that has the field: a modification of the value also modifies it, without changing its contents.
    pub holder: Option<V>,
    pub pc: u16,
}

#[derive(Clone, Copy)]
pub(crate) struct Store {
    pub field: FieldId,
    pub value: V,
    pub pc: u16,
}

/// A call of a source.
#[derive(Clone, Copy)]
pub(crate) struct Origin {
    pub value: V,
    /// The taint is stored into the object, as by a constructor.
    pub in_contents: bool,
    /// Position in the catalog.
    pub source: u16,
    pub reference: MethodRefId,
    /// The field that holds the receiver, if that decides whether it is a source.
    pub receiver: Option<FieldId>,
    pub pc: u16,
}

#[derive(Clone, Copy)]
pub(crate) struct Mutation {
    pub value: V,
    /// An object of the subject's own, whose field is written.
    pub is_object: bool,
    pub pc: u16,
}

#[derive(Clone, Copy)]
pub(crate) struct Sink {
    pub kind: SinkKind,
    pub value: V,
    pub pc: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum SinkKind {
    Branch,
    Return,
    Throw,
}

/// A call of code that is analysed.
#[derive(Clone, Copy)]
pub(crate) struct Call {
    pub target: Target,
    /// The callee among the analysed methods, once linked.
    pub callee: Option<Callee>,
    pub shape: Shape,
    pub arguments: (u32, u32),
    pub handlers: (u32, u32),
    /// Whether the method catches every exception of the call.
    pub catches_all: bool,
    pub result: Option<V>,
    pub pc: u16,
    /// The numbers of the method's copies and content flows that precede it.
    pub copies: u32,
    pub content_flows: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    One(MethodId),
    Dispatched(MethodRefId),
}

/// The mapping of arguments to parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// One to one. A target that is a lambda's body takes the captured values first: they are in the receiver.
    Plain,
    /// A function object is created: the arguments are the captured values.
    Lambda,
    /// A library calls a function object: the captured values, followed by values of the library.
    Callback,
}

impl<'p> Skeleton<'p> {
    /// Returns whether all stores to a field here are of some kind, given the fields with stores of that kind.
    pub fn stores_only(&self, kind: &[FieldId], field: FieldId) -> bool {
        let stores = self.stores.iter().filter(|store| store.field == field).count();
        stores == kind.iter().filter(|&&other| other == field).count()
    }

    pub fn arguments(&self, call: &Call) -> &'p [V] {
        &self.lists[call.arguments.0 as usize..call.arguments.1 as usize]
    }

    pub fn handlers(&self, call: &Call) -> &'p [V] {
        &self.lists[call.handlers.0 as usize..call.handlers.1 as usize]
    }
}
