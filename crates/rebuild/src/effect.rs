//! What one way through a method does to the object that is made or changed.

use std::rc::Rc;

use reenact_flow::paths::{Path, Paths, Target};
use reenact_flow::term::Term;
use reenact_world::FieldId;

use crate::program_index::ProgramIndex;
use crate::solve::calls::Known;

/// One path of an action, with what matters of it picked out once for all objects.
pub(crate) struct Effect {
    paths: Rc<Paths>,
    index: usize,
    /// The object in question: the receiver, or one that the method makes.
    pub subject: Term,
    /// What its fields hold afterwards, for those that are written.
    pub stores: Vec<(FieldId, Term)>,
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

/// A call that adds something to a collection in a field.
#[derive(Clone, Copy)]
pub(crate) struct Fill {
    pub field: FieldId,
    /// Its position among the calls.
    pub call: usize,
    pub how: Known,
}

impl Effect {
    pub fn new(program: &ProgramIndex<'_>, paths: &Rc<Paths>, index: usize, subject: Term) -> Effect {
        let mut effect = Effect {
            paths: paths.clone(),
            index,
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

    pub fn path(&self) -> &Path {
        &self.paths.paths[self.index]
    }

    fn read(&mut self, program: &ProgramIndex<'_>) {
        let paths = self.paths.clone();
        let path = &paths.paths[self.index];
        let mut reads = Vec::new();
        for condition in &path.conditions {
            note_reads(path, &condition.left, &mut reads);
            note_reads(path, &condition.right, &mut reads);
        }
        for store in &path.stores {
            note_reads(path, &store.value, &mut reads);
            if let Target::Field(of, field) = &store.target
                && *of == self.subject
            {
                match self.stores.iter_mut().find(|(known, _)| known == field) {
                    Some((_, value)) => *value = store.value.clone(),
                    None => self.stores.push((*field, store.value.clone())),
                }
            }
            if let Target::Field(Term::Parameter(at), field) = &store.target
                && store.value == self.subject
            {
                self.gives_itself.push((*at, *field));
            }
        }
        for (at, call) in path.calls.iter().enumerate() {
            self.read_call(program, at, call);
        }
        self.is_fluent = path.result.as_ref() == Some(&Term::Receiver);
        self.reads = reads;
    }

    fn read_call(&mut self, program: &ProgramIndex<'_>, at: usize, call: &reenact_flow::paths::Call) {
        let world = program.world;
        let first = call.arguments.first();
        let pair = world.name_and_type_of(world.method_ref(call.reference).name_and_type);
        let is_constructor = world.text(pair.name) == "<init>";
        let is_platform = call.method.is_none_or(|method| world.view(method).class().is_platform());
        if is_constructor && is_platform {
            if first == Some(&self.subject) {
                self.base = Some(at);
            }
            return;
        }
        match program.meaning(call) {
            Some(how @ (Known::Add | Known::Put | Known::AddAll)) => {
                if let Some(Term::Field(of, field)) = first
                    && **of == self.subject
                {
                    self.fills.push(Fill { field: *field, call: at, how });
                } else if let Some(Term::Field(of, field)) = first
                    && let Term::Parameter(parameter) = **of
                    && call.arguments.contains(&self.subject)
                {
                    self.enters.push((parameter, *field));
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

/// Fields of the receiver that a term speaks of.
fn note_reads(path: &Path, term: &Term, reads: &mut Vec<FieldId>) {
    let mut terms = vec![term];
    for _ in 0..256 {
        let Some(term) = terms.pop() else { return };
        match term {
            Term::Field(of, field) => {
                if **of == Term::Receiver && !reads.contains(field) {
                    reads.push(*field);
                }
                terms.push(of);
            }
            Term::ArrayLength(of) | Term::Unary(_, of) | Term::InstanceOf(of, _) => terms.push(of),
            Term::Binary(_, one, two) | Term::Element(one, two) => terms.extend([&**one, &**two]),
            Term::Concatenation(parts) | Term::Lambda { captured: parts, .. } => terms.extend(parts),
            Term::Result(number) => {
                terms.extend(path.calls.get(*number as usize).into_iter().flat_map(|call| &call.arguments));
            }
            Term::Receiver
            | Term::Parameter(_)
            | Term::Constant(_)
            | Term::StaticField(_)
            | Term::Fresh(_)
            | Term::Unknown => {}
        }
    }
}
