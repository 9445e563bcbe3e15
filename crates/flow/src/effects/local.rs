//! The effects of one method's own code.

use std::sync::Arc;

use reenact_base::{Id, Memo};
use reenact_classfile::instruction::Opcode;
use reenact_world::{CallKind, ClassId, FieldId, Handle, MethodId, MethodRefId, World};

use crate::effects::{Node, Outside, platform};

/// The effects of a method's own code, and its possible callees.
#[derive(Default)]
pub(super) struct Local {
    /// Fields of subject classes.
    pub reads: Vec<FieldId>,
    pub writes: Vec<FieldId>,
    /// Fields of all classes.
    pub all_writes: Vec<FieldId>,
    pub reads_arrays: bool,
    pub writes_arrays: bool,
    pub calls_platform: bool,
    pub outside: Outside,
    pub next: Vec<Node>,
}

/// Local effects, computed once per method.
#[derive(Default)]
pub(super) struct Locals {
    known: Memo<MethodId, Arc<Local>>,
    /// By method: whether it reads and writes array elements. Whole classes at a time.
    arrays: Memo<MethodId, (bool, bool)>,
}

impl Locals {
    pub fn get(&self, world: &World, method: MethodId) -> Arc<Local> {
        self.known.get_or_insert_with(method, |&method| Arc::new(self.compute(world, method)))
    }

    fn compute(&self, world: &World, method: MethodId) -> Local {
        let view = world.view(method);
        let mut local = Local::default();
        (local.reads_arrays, local.writes_arrays) = self.arrays(world, method);
        local.outside.native = view.access_flags().is_native() && !view.class().is_platform();
        for &site in view.sites() {
            for effect in world.effects(site) {
                match effect {
                    Handle::Field(access, reference) => match world.resolved_field(reference) {
                        Ok(field) => {
                            let is_platform = world.view(field).class().is_platform();
                            local.calls_platform |= is_platform;
                            if access.is_write() {
                                local.all_writes.push(field);
                            }
                            if !is_platform {
                                if access.is_write() { &mut local.writes } else { &mut local.reads }
                                    .push(field);
                            }
                        }
                        Err(_) => local.outside.missing = true,
                    },
                    Handle::Method(kind, reference) => {
                        local.call(world, view.class().id(), kind, reference);
                    }
                }
            }
        }
        for list in [&mut local.reads, &mut local.writes, &mut local.all_writes] {
            list.sort_unstable();
            list.dedup();
        }
        local.next.sort_unstable();
        local.next.dedup();
        local
    }

    fn arrays(&self, world: &World, method: MethodId) -> (bool, bool) {
        if let Some(known) = self.arrays.get(&method) {
            return known;
        }
        let class = world.view(method).class();
        let first = class.methods().next().map_or(method, |method| method.id());
        let arrays = &self.arrays;
        let read = world.with_class(class.id(), |file| {
            for (position, member) in file.methods().iter().enumerate() {
                let Some(code) = member.code(file.pool())? else { continue };
                let (mut reads, mut writes) = (false, false);
                for instruction in code.instructions() {
                    let opcode = instruction?.1.opcode();
                    reads |= (Opcode::IALOAD..=Opcode::SALOAD).contains(&opcode);
                    writes |= (Opcode::IASTORE..=Opcode::SASTORE).contains(&opcode);
                }
                arrays.insert(MethodId::from_index(first.index() + position), (reads, writes));
            }
            Ok(())
        });
        // Code that cannot be read may do either; abstract methods do neither.
        let otherwise = read.is_err();
        self.arrays.insert(method, (otherwise, otherwise))
    }
}

impl Local {
    fn call(&mut self, world: &World, caller: ClassId, kind: CallKind, reference: MethodRefId) {
        let resolved = world.resolved_method(reference).ok();
        match resolved {
            Some(resolved) if world.view(resolved).class().is_platform() => {
                self.calls_platform = true;
                self.outside.reflection |= platform::reflects(world, resolved);
                platform::given(world, kind, reference, &mut self.next);
            }
            Some(_) => {}
            None => {
                self.outside.missing = true;
                platform::given(world, kind, reference, &mut self.next);
            }
        }
        if kind.is_dispatched() {
            self.next.push(Node::Dispatch(reference));
            self.outside.missing |=
                resolved.is_some_and(|resolved| platform::is_unimplemented(world, resolved));
            return;
        }
        match world.direct_target(caller, kind, reference) {
            Some(target) if !world.view(target).class().is_platform() => self.next.push(Node::Method(target)),
            Some(_) => {}
            None => self.outside.missing = true,
        }
    }
}
