//! What the analysis says: points, and why they are.

use std::fmt;
use std::sync::Arc;

use reenact_base::finding::Finding;
use reenact_world::{FieldId, MethodId, World};

use crate::ways::{Step, Way, Ways};

/// What a point depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Clock, chance, machine, files.
    System,
    /// Static fields, fields of beans, caches.
    Internal,
    /// Databases, services, queues, configuration centres.
    External,
    /// The white list says so.
    White,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::System, Kind::Internal, Kind::External, Kind::White];

    /// As reports name it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::System => "system",
            Kind::Internal => "internal",
            Kind::External => "external",
            Kind::White => "white",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A mocking point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// `None` for a library's method that was not read.
    pub method: Option<MethodId>,
    /// `pkg.Class#method(types)`.
    pub name: String,
    pub kind: Kind,
    /// What sort of state, such as `time` or `jdbc`.
    pub group: String,
    /// The call or the field that the state comes from.
    pub source: Arc<str>,
    /// From the source to the sink: see [`Analysis::steps`].
    pub way: Option<Way>,
    /// Methods that the point was moved up from, the first being where the state is met; with the reason.
    pub lifted_from: Vec<(MethodId, Arc<str>)>,
    /// Why it may not be intercepted or recorded as it is.
    pub caveat: Option<Arc<str>>,
    /// What it may write besides its result.
    pub writes: Vec<Write>,
    pub file: Option<String>,
    pub line: Option<u16>,
}

/// Something that a point may write besides its result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Write {
    Receiver,
    /// From 1.
    Argument(u32),
    Field(FieldId),
    Anything,
}

impl Write {
    /// As reports say it.
    pub fn words(self, world: &World) -> String {
        match self {
            Write::Receiver => "receiver".to_owned(),
            Write::Argument(position) => format!("argument {position}"),
            Write::Field(field) => world.view(field).to_string(),
            Write::Anything => "anything".to_owned(),
        }
    }
}

/// A field or call that might have made points, and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceSite {
    /// `pkg.Class#field`, or the method with the call.
    pub name: String,
    pub kind: Kind,
    /// What was called; the field's type.
    pub source: String,
    pub line: Option<u16>,
    /// Why it makes no point, if it does not.
    pub dropped: Option<String>,
}

/// Counts as in the paper's Table 2 and its Figures 10 and 11.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Methods of the subject with code, and lines of theirs.
    pub methods: usize,
    pub lines: usize,
    /// Methods of libraries that were looked into.
    pub library_methods: usize,
    /// Distinct methods that the subject calls, those of the JDK left out.
    pub called: usize,
    pub system: usize,
    pub internal: usize,
    pub external: usize,
    pub white: usize,
    /// Calls of sources of system state.
    pub system_candidates: usize,
    /// Those that come to a sink in the method itself.
    pub system_kept_intra: usize,
    /// Those that come to a sink by way of calls or fields.
    pub system_kept_inter: usize,
    /// Static fields that are not constants, and fields of beans.
    pub internal_candidates: usize,
    pub internal_with_modifier: usize,
    pub internal_kept: usize,
    pub beans: usize,
}

/// Everything that was found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Analysis {
    /// By name, then by kind.
    pub points: Vec<Point>,
    pub ways: Ways,
    /// Methods that call out and cannot be points, ascending, each with a point that is in its stead. It may have others.
    pub stand_ins: Vec<(MethodId, MethodId)>,
    /// Calls of system state and fields with internal state, kept or dropped.
    pub candidates: Vec<SourceSite>,
    pub counts: Counts,
    pub findings: Vec<Finding>,
}

impl Analysis {
    /// The point that is in a method's stead, if it cannot be one itself: by what it calls, or by what was followed through
    /// it.
    pub fn stand_in(&self, method: MethodId) -> Option<&Point> {
        let by_call = self.stand_ins.binary_search_by_key(&method, |&(method, _)| method).ok();
        let above = by_call.map(|at| self.stand_ins[at].1);
        self.points.iter().find(|point| {
            point.method.is_some() && point.method == above
                || point.lifted_from.iter().any(|&(from, _)| from == method)
        })
    }

    /// How state comes to a point, from its source to the sink.
    pub fn steps(&self, world: &World, point: &Point) -> Vec<Step> {
        point.way.map_or_else(Vec::new, |way| self.ways.steps(world, way))
    }
}
