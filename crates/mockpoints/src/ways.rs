//! The ways from sources to sinks. They share their stretches, and are put into words when somebody asks.

use reenact_world::{FieldId, MethodId, MethodRefId, World, binary_name};

use crate::skeleton::SinkKind;

/// How many methods a way leads through before it is cut short.
pub(crate) const METHODS: usize = 24;

/// All ways of an analysis.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Ways {
    stretches: Vec<Stretch>,
    moves: Vec<Moved>,
    /// What is said of single calls.
    notes: Vec<String>,
}

/// A way, by the stretch that it ends with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way(u32);

/// One step on the way from a source to a sink.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The method that it happens in.
    pub method: String,
    pub file: Option<String>,
    pub line: Option<u16>,
    /// What happens, such as `calls java.lang.System#nanoTime`.
    pub what: String,
}

/// A part of ways that lies in one method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stretch {
    method: MethodId,
    /// Behind its last move. The first is behind the last of the stretch before.
    end: u32,
    /// The stretch that leads to this one.
    before: Option<Way>,
}

/// What happens on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moved {
    pub line: Option<u16>,
    pub what: Move,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    Reaches(SinkKind),
    DecidesWhatDoes(MethodId),
    IsPutIntoWhatWasGiven,
    IsPutInto(FieldId),
    IsReadFrom(FieldId),
    ComesFrom(MethodRefId),
    ComesOutOf(MethodId),
    GoesThrough(MethodId),
    IsCarriedOn,
    Calls(MethodRefId),
    /// By position of what is said of it.
    CallsAsNoted(u32),
}

impl Ways {
    /// How many stretches there are: the next one gets this for its index.
    pub(crate) fn len(&self) -> usize {
        self.stretches.len()
    }

    /// Adds a stretch, with what happens on it from its end back.
    pub(crate) fn add(&mut self, method: MethodId, moves: &[Moved], before: Option<Way>) -> Way {
        let way = Way::at(self.len());
        self.moves.extend_from_slice(moves);
        self.stretches.push(Stretch { method, end: self.moves.len() as u32, before });
        way
    }

    /// A way that is a call and nothing else.
    pub(crate) fn add_call(
        &mut self,
        method: MethodId,
        line: Option<u16>,
        called: MethodRefId,
        note: Option<&str>,
    ) -> Way {
        let what = match note {
            None => Move::Calls(called),
            Some(note) => {
                self.notes.push(note.to_owned());
                Move::CallsAsNoted(self.notes.len() as u32 - 1)
            }
        };
        self.add(method, &[Moved { line, what }], None)
    }

    /// The stretches of a way from its end back, as far as it is told.
    pub(crate) fn back(&self, way: Way) -> impl Iterator<Item = Way> {
        let mut seen: Vec<Way> = Vec::new();
        let mut next = Some(way);
        std::iter::from_fn(move || {
            let way = next.filter(|way| way.index() < self.len() && !seen.contains(way))?;
            seen.push(way);
            next = self.stretches[way.index()].before;
            Some(way)
        })
        .take(METHODS)
    }

    /// A way in words, from its source to its sink.
    pub fn steps(&self, world: &World, way: Way) -> Vec<Step> {
        let mut steps = Vec::new();
        for way in self.back(way) {
            let at = way.index();
            let stretch = &self.stretches[at];
            let view = world.view(stretch.method);
            let start = at.checked_sub(1).map_or(0, |before| self.stretches[before].end);
            steps.extend(self.moves[start as usize..stretch.end as usize].iter().map(|moved| Step {
                method: view.to_string(),
                file: view.class().source_file().map(|file| file.to_string()),
                line: moved.line,
                what: self.words(world, moved.what),
            }));
        }
        steps.reverse();
        steps
    }

    fn words(&self, world: &World, what: Move) -> String {
        match what {
            Move::Reaches(SinkKind::Branch) => "decides a branch".to_owned(),
            Move::Reaches(SinkKind::Return) => "is returned".to_owned(),
            Move::Reaches(SinkKind::Throw) => "is thrown".to_owned(),
            Move::DecidesWhatDoes(target) => format!("decides what {} does", world.view(target)),
            Move::IsPutIntoWhatWasGiven => "is put into what it was given".to_owned(),
            Move::IsPutInto(field) => format!("is put into {}", world.view(field)),
            Move::IsReadFrom(field) => format!("is read from {}", world.view(field)),
            Move::ComesFrom(reference) => format!("comes from {}", reference_name(world, reference)),
            Move::ComesOutOf(target) => format!("comes out of {}", world.view(target)),
            Move::GoesThrough(target) => format!("goes through {}", world.view(target)),
            Move::IsCarriedOn => "is carried on".to_owned(),
            Move::Calls(reference) => format!("calls {}", reference_name(world, reference)),
            Move::CallsAsNoted(note) => format!("calls {}", self.notes[note as usize]),
        }
    }
}

impl Way {
    pub(crate) fn at(index: usize) -> Way {
        Way(index as u32)
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A method that code names, as people read it.
pub(crate) fn reference_name(world: &World, reference: MethodRefId) -> String {
    let row = world.method_ref(reference);
    let name = world.text(world.name_and_type_of(row.name_and_type).name);
    let class = binary_name(world.text(row.class));
    if name == "<init>" { format!("new {class}") } else { format!("{class}#{name}") }
}
