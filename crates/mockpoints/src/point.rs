//! The results of the analysis: points and their proofs.

use std::fmt;
use std::sync::Arc;

use reenact_base::finding::Finding;
use reenact_world::{FieldId, MethodId, World};

use crate::flow_path::{FlowPath, FlowPaths, Step};

/// The kind of state that a point depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Clock, randomness, machine, files.
    System,
    /// Static fields, fields of beans, caches.
    Internal,
    /// Databases, services, queues, configuration centres.
    External,
    /// Declared by a catalog or the settings.
    Declared,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::System, Kind::Internal, Kind::External, Kind::Declared];

    /// Returns its name in reports.
    pub fn word(self) -> &'static str {
        match self {
            Kind::System => "system",
            Kind::Internal => "internal",
            Kind::External => "external",
            Kind::Declared => "declared",
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
    /// The sort of state, such as `time` or `jdbc`.
    pub group: String,
    /// The call or the field that the state comes from.
    pub source: Arc<str>,
    /// From the source to the sink: see [`Analysis::steps`].
    pub path: Option<FlowPath>,
    /// Methods that the point was lifted from, with the reason; the first is the one that reads the state.
    pub lifted_from: Vec<(MethodId, Arc<str>)>,
    /// The reason for which it may not be possible to intercept or record it.
    pub caveat: Option<Arc<str>>,
    /// Its possible side effects.
    pub writes: Vec<Write>,
    pub file: Option<String>,
    pub line: Option<u16>,
}

/// A possible side effect of a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Write {
    Receiver,
    /// From 1.
    Argument(u32),
    Field(FieldId),
    Anything,
}

impl Write {
    /// Returns its description in reports.
    pub fn words(self, world: &World) -> String {
        match self {
            Write::Receiver => "receiver".to_owned(),
            Write::Argument(position) => format!("argument {position}"),
            Write::Field(field) => world.view(field).to_string(),
            Write::Anything => "anything".to_owned(),
        }
    }
}

/// A candidate source, and whether it makes a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceSite {
    /// `pkg.Class#field`, or the method with the call.
    pub name: String,
    pub kind: Kind,
    /// The called method, or the field's type.
    pub source: String,
    pub line: Option<u16>,
    /// The reason for which it makes no point, if it does not.
    pub dropped: Option<String>,
}

/// Counts as in the paper's Table 2 and its Figures 10 and 11.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Methods of the subject with code, and their lines.
    pub methods: usize,
    pub lines: usize,
    /// Methods of libraries that were analysed.
    pub library_methods: usize,
    /// Distinct methods that the subject calls, except those of the JDK.
    pub called: usize,
    pub system: usize,
    pub internal: usize,
    pub external: usize,
    pub declared: usize,
    /// Calls of sources of system state.
    pub system_candidates: usize,
    /// Those whose taint reaches a sink in the method itself.
    pub system_kept_intra: usize,
    /// Those whose taint reaches a sink through calls or fields.
    pub system_kept_inter: usize,
    /// Static fields that are not constants, and fields of beans.
    pub internal_candidates: usize,
    pub internal_with_modifier: usize,
    pub internal_kept: usize,
    pub beans: usize,
}

/// The result of an analysis.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Analysis {
    /// By name, then by kind.
    pub points: Vec<Point>,
    pub paths: FlowPaths,
    /// Methods that call out and cannot be points, ascending, each with a point that replaces it. There may be others.
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
        point.path.map_or_else(Vec::new, |path| self.paths.steps(world, path))
    }
}
