//! The effect of one path on the object that is made or changed.

use std::sync::Arc;

use reenact_flow::paths::{Call, Path, Paths, Target};
use reenact_flow::term::{Term, TermId, Terms};
use reenact_world::FieldId;

use crate::program_index::ProgramIndex;
use crate::solve::calls::Known;
use crate::solve::mentions::Mentions;

/// One path of an action, with what matters of it picked out once for all objects.
pub(crate) struct Effect {
    paths: Arc<Paths>,
    index: usize,
    mentions: Mentions,
    /// The object in question: the receiver, or one that the method makes.
    pub subject: TermId,
    /// The values of its fields afterwards, for those that are written.
    pub stores: Vec<(FieldId, TermId)>,
    /// The call of the constructor that the class inherits from the JDK.
    pub base: Option<usize>,
    /// Calls that add to a collection in a field of it.
    pub fills: Vec<Fill>,
    /// Collections in fields of parameters that it is put into: the parameter, and the field.
    pub enters: Vec<(u16, FieldId)>,
    /// Fields of parameters that it is written to: `child.parent = this`.
    pub gives_itself: Vec<(u16, FieldId)>,
    /// Whether the method gives the receiver back.
    pub is_fluent: bool,
    /// Fields of the receiver that are read before they are written.
    pub reads: Vec<FieldId>,
    /// Calls into code that was not looked into.
    pub opaque_calls: u32,
    /// Whether that code gets hold of the object, and may do anything to it.
    pub is_exposed: bool,
}

/// A path with its terms, and what is computed of them once for all objects.
#[derive(Clone, Copy)]
pub(crate) struct Code<'p> {
    pub terms: &'p Terms,
    pub path: &'p Path,
    pub mentions: &'p Mentions,
}

/// A call that adds something to a collection in a field.
#[derive(Clone, Copy)]
pub(crate) struct Fill {
    pub field: FieldId,
    /// Its position among the calls.
    pub call: usize,
    pub how: Known,
}

impl Effect {
    pub fn new(program: &ProgramIndex<'_>, paths: &Arc<Paths>, index: usize, subject: TermId) -> Effect {
        let mut effect = Effect {
            paths: paths.clone(),
            index,
            mentions: Mentions::default(),
            subject,
            stores: Vec::new(),
            base: None,
            fills: Vec::new(),
            enters: Vec::new(),
            gives_itself: Vec::new(),
            is_fluent: false,
            reads: Vec::new(),
            opaque_calls: 0,
            is_exposed: false,
        };
        effect.read(program);
        effect
    }

    /// The terms of the path.
    pub fn terms(&self) -> &Terms {
        &self.paths.terms
    }

    /// The path with its terms.
    pub fn code(&self) -> Code<'_> {
        Code { terms: self.terms(), path: self.path(), mentions: &self.mentions }
    }

    pub fn path(&self) -> &Path {
        &self.paths.paths[self.index]
    }

    fn read(&mut self, program: &ProgramIndex<'_>) {
        let paths = self.paths.clone();
        let (terms, path) = (&paths.terms, &paths.paths[self.index]);
        let mut reads = Vec::new();
        for condition in &path.conditions {
            note_reads(terms, path, condition.left, &mut reads);
            note_reads(terms, path, condition.right, &mut reads);
        }
        for store in &path.stores {
            note_reads(terms, path, store.value, &mut reads);
            let Target::Field(of, field) = store.target else { continue };
            if of == self.subject {
                match self.stores.iter_mut().find(|(known, _)| *known == field) {
                    Some((_, value)) => *value = store.value,
                    None => self.stores.push((field, store.value)),
                }
            }
            if let Term::Parameter(at) = terms[of]
                && store.value == self.subject
            {
                self.gives_itself.push((at, field));
            }
        }
        for (at, call) in path.calls.iter().enumerate() {
            self.read_call(program, terms, at, call);
        }
        self.is_fluent = path.result == Some(Terms::receiver());
        self.reads = reads;
    }

    fn read_call(&mut self, program: &ProgramIndex<'_>, terms: &Terms, at: usize, call: &Call) {
        let world = program.world;
        let first = call.arguments.first().copied();
        let pair = world.name_and_type_of(world.method_ref(call.reference).name_and_type);
        let is_constructor = world.text(pair.name) == "<init>";
        let is_platform = call.method.is_none_or(|method| world.view(method).class().is_platform());
        if is_constructor && is_platform {
            if first == Some(self.subject) {
                self.base = Some(at);
            }
            return;
        }
        match program.meaning(call) {
            Some(how @ (Known::Add | Known::Put | Known::AddAll)) => {
                let first = first.map(|first| &terms[first]);
                if let Some(&Term::Field(of, field)) = first
                    && of == self.subject
                {
                    self.fills.push(Fill { field, call: at, how });
                } else if let Some(&Term::Field(of, field)) = first
                    && let Term::Parameter(parameter) = terms[of]
                    && call.arguments.contains(&self.subject)
                {
                    self.enters.push((parameter, field));
                } else if !matches!(first, Some(Term::Fresh(_))) {
                    self.opaque_calls += 1;
                }
            }
            Some(_) => {}
            None => {
                self.opaque_calls += 1;
                self.is_exposed |= !is_platform && call.arguments.contains(&self.subject);
            }
        }
    }
}

/// Notes the fields of the receiver that a term mentions.
fn note_reads(terms: &Terms, path: &Path, term: TermId, reads: &mut Vec<FieldId>) {
    let mut todo = vec![term];
    for _ in 0..256 {
        let Some(term) = todo.pop() else { return };
        match &terms[term] {
            Term::Field(of, field) if *of == Terms::receiver() && !reads.contains(field) => {
                reads.push(*field)
            }
            Term::Result(number) => {
                todo.extend(path.calls.get(*number as usize).into_iter().flat_map(|call| &call.arguments));
            }
            _ => {}
        }
        todo.extend(terms[term].parts());
    }
}
