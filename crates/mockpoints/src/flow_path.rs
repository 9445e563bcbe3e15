//! Flow paths from sources to sinks. They share segments, and are rendered as text on demand.

use reenact_world::{FieldId, MethodId, MethodRefId, World, binary_name};

use crate::skeleton::SinkKind;

/// The largest number of methods on a path; longer paths are cut off.
pub(crate) const METHODS: usize = 24;

/// All flow paths of an analysis.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FlowPaths {
    segments: Vec<Segment>,
    moves: Vec<Move>,
    /// Explanations of single calls.
    notes: Vec<String>,
}

/// A flow path, identified by its last segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlowPath(u32);

/// One step from a source to a sink.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The method that contains it.
    pub method: String,
    pub file: Option<String>,
    pub line: Option<u16>,
    /// A description, such as `calls java.lang.System#nanoTime`.
    pub what: String,
}

/// A part of paths that lies in one method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Segment {
    method: MethodId,
    /// The end of its moves, which start at the end of the previous segment in the list.
    end: u32,
    /// The segment that leads to this one.
    before: Option<FlowPath>,
}

/// A step of a segment, not yet rendered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    pub line: Option<u16>,
    pub what: MoveKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveKind {
    Reaches(SinkKind),
    DecidesBranchIn(MethodId),
    IsStoredInArgument,
    IsStoredIn(FieldId),
    IsReadFrom(FieldId),
    ComesFrom(MethodRefId),
    IsReturnedBy(MethodId),
    PassesThrough(MethodId),
    IsPropagated,
    Calls(MethodRefId),
    /// By position of the explanation.
    CallsAsNoted(u32),
}

impl FlowPaths {
    /// Returns the number of segments, which is the index of the next one.
    pub(crate) fn len(&self) -> usize {
        self.segments.len()
    }

    /// Adds a segment with its moves, from its end back.
    pub(crate) fn add(&mut self, method: MethodId, moves: &[Move], before: Option<FlowPath>) -> FlowPath {
        let path = FlowPath::at(self.len());
        self.moves.extend_from_slice(moves);
        self.segments.push(Segment { method, end: self.moves.len() as u32, before });
        path
    }

    /// Adds a path that consists of a single call.
    pub(crate) fn add_call(
        &mut self,
        method: MethodId,
        line: Option<u16>,
        called: MethodRefId,
        note: Option<&str>,
    ) -> FlowPath {
        let what = match note {
            None => MoveKind::Calls(called),
            Some(note) => {
                self.notes.push(note.to_owned());
                MoveKind::CallsAsNoted(self.notes.len() as u32 - 1)
            }
        };
        self.add(method, &[Move { line, what }], None)
    }

    /// Returns the segments of a path from its end back, up to the limit.
    pub(crate) fn back(&self, path: FlowPath) -> impl Iterator<Item = FlowPath> {
        let mut seen: Vec<FlowPath> = Vec::new();
        let mut next = Some(path);
        std::iter::from_fn(move || {
            let path = next.filter(|path| path.index() < self.len() && !seen.contains(path))?;
            seen.push(path);
            next = self.segments[path.index()].before;
            Some(path)
        })
        .take(METHODS)
    }

    /// Renders a path, from its source to its sink.
    pub fn steps(&self, world: &World, path: FlowPath) -> Vec<Step> {
        let mut steps = Vec::new();
        for path in self.back(path) {
            let at = path.index();
            let segment = &self.segments[at];
            let view = world.view(segment.method);
            let start = at.checked_sub(1).map_or(0, |before| self.segments[before].end);
            steps.extend(self.moves[start as usize..segment.end as usize].iter().map(|moved| Step {
                method: view.to_string(),
                file: view.class().source_file().map(|file| file.to_string()),
                line: moved.line,
                what: self.words(world, moved.what),
            }));
        }
        steps.reverse();
        steps
    }

    fn words(&self, world: &World, what: MoveKind) -> String {
        match what {
            MoveKind::Reaches(SinkKind::Branch) => "decides a branch".to_owned(),
            MoveKind::Reaches(SinkKind::Return) => "is returned".to_owned(),
            MoveKind::Reaches(SinkKind::Throw) => "is thrown".to_owned(),
            MoveKind::DecidesBranchIn(target) => format!("decides what {} does", world.view(target)),
            MoveKind::IsStoredInArgument => "is put into what it was given".to_owned(),
            MoveKind::IsStoredIn(field) => format!("is put into {}", world.view(field)),
            MoveKind::IsReadFrom(field) => format!("is read from {}", world.view(field)),
            MoveKind::ComesFrom(reference) => format!("comes from {}", reference_name(world, reference)),
            MoveKind::IsReturnedBy(target) => format!("comes out of {}", world.view(target)),
            MoveKind::PassesThrough(target) => format!("goes through {}", world.view(target)),
            MoveKind::IsPropagated => "is carried on".to_owned(),
            MoveKind::Calls(reference) => format!("calls {}", reference_name(world, reference)),
            MoveKind::CallsAsNoted(note) => format!("calls {}", self.notes[note as usize]),
        }
    }
}

impl FlowPath {
    pub(crate) fn at(index: usize) -> FlowPath {
        FlowPath(index as u32)
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Returns the name of a referenced method, as reports show it.
pub(crate) fn reference_name(world: &World, reference: MethodRefId) -> String {
    let row = world.method_ref(reference);
    let name = world.text(world.name_and_type_of(row.name_and_type).name);
    let class = binary_name(world.text(row.class));
    if name == "<init>" { format!("new {class}") } else { format!("{class}#{name}") }
}
