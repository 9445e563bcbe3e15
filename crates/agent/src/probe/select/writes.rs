//! Where a class writes fields of objects that are followed, other than the one that its method is called on.
//!
//! Writes of a method to its own object are part of the call. A write to another object is an event in its
//! histories, as `point.x = 5` is.

use std::collections::BTreeSet;

use reenact_classfile::attribute::Code;
use reenact_classfile::instruction::{Instruction, Opcode};
use reenact_classfile::rewrite::Initialization;
use reenact_classfile::{ClassFile, Constant, ConstantPool, Member, ReadError};
use reenact_wire::plan::Plan;

/// An instruction that writes a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    pub pc: u32,
    /// Its field, in the constant pool.
    pub field: u16,
}

/// Writes by method, in the order of the class file.
pub fn select_writes(plan: &Plan, class: &ClassFile<'_>) -> Result<Vec<(usize, Vec<Write>)>, ReadError> {
    let traced = followed_fields(plan, class.pool())?;
    let mut chosen = Vec::new();
    if traced.is_empty() {
        return Ok(chosen);
    }
    for (index, member) in class.methods().iter().enumerate() {
        let Some(code) = member.code(class.pool())? else { continue };
        let mut writes = foreign_writes(class.pool(), member, &code)?;
        writes.retain(|write| traced.contains(&write.field));
        if !writes.is_empty() && member.name(class.pool())?.as_bytes() == b"<init>" {
            // Nothing but `this` can be written before its superclass' constructor has returned.
            let initialization = Initialization::of_constructor(class, &code)?;
            let ranges = initialization.initialized_ranges();
            writes.retain(|write| ranges.iter().any(|(start, end)| (*start..*end).contains(&write.pc)));
        }
        if !writes.is_empty() {
            chosen.push((index, writes));
        }
    }
    Ok(chosen)
}

/// The fields that a class names and whose objects are followed.
fn followed_fields(plan: &Plan, pool: &ConstantPool<'_>) -> Result<BTreeSet<u16>, ReadError> {
    let mut found = BTreeSet::new();
    for index in pool.indices() {
        if let Constant::Fieldref { class_index, .. } = pool.constant(index)?
            && plan.traces(pool.class_name(class_index)?.as_bytes())
        {
            found.insert(index);
        }
    }
    Ok(found)
}

/// Writes whose object is not known to be `this`. That is seen within straight code; what comes over a jump
/// counts as another object, and whether it is one is asked again when it happens.
fn foreign_writes(
    pool: &ConstantPool<'_>,
    member: &Member<'_>,
    code: &Code<'_>,
) -> Result<Vec<Write>, ReadError> {
    let has_this = !member.access_flags.is_static();
    let targets = jump_targets(code)?;
    let mut found = Vec::new();
    // By slot, what is known to be `this`; nothing is known of what lies below.
    let mut stack: Vec<bool> = Vec::new();
    for item in code.instructions() {
        let (pc, instruction) = item?;
        if targets.contains(&pc) {
            stack.clear();
        }
        let effect = instruction.stack_effect(pool)?;
        let (pops, pushes) = (usize::from(effect.pops), usize::from(effect.pushes));
        if let Instruction::Field { opcode: Opcode::PUTFIELD, index } = instruction {
            let is_own = stack.len().checked_sub(pops).is_some_and(|at| stack[at]);
            if !is_own {
                found.push(Write { pc, field: index });
            }
        }
        match instruction {
            Instruction::Simple(Opcode::ALOAD_0) => stack.push(has_this),
            // `this.x += 1`.
            Instruction::Simple(Opcode::DUP) => stack.push(stack.last().copied().unwrap_or(false)),
            Instruction::Branch { .. } | Instruction::TableSwitch(_) | Instruction::LookupSwitch(_) => {
                stack.clear();
            }
            _ => {
                stack.truncate(stack.len().saturating_sub(pops));
                stack.resize(stack.len() + pushes, false);
            }
        }
    }
    Ok(found)
}

fn jump_targets(code: &Code<'_>) -> Result<BTreeSet<u32>, ReadError> {
    let mut targets = BTreeSet::new();
    for item in code.instructions() {
        let (pc, instruction) = item?;
        if let Instruction::Branch { offset, .. } = instruction {
            targets.extend(pc.checked_add_signed(offset));
        }
    }
    targets.extend(code.exception_table.iter().map(|row| u32::from(row.handler_pc)));
    Ok(targets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_testkit::{Fixture, jdk};
    use reenact_wire::plan::ProbePlan;

    #[test]
    fn writes_to_others_are_found_and_those_to_this_are_not() {
        let program = Fixture::parse(
            r#"
            //- p/Point.java
            package p;
            public class Point {
                public int x; long y; Point next; Other other;
                Point(Point next) { this.x = next == null ? 1 : 2; this.next = next; next.x = 3; }
                void move() { x++; y += 2; this.next = null; next.x = 5; other.z = 6; }
                void pick(boolean own, Point that) { (own ? that : this).x = 1; }
                static Point of() { Point made = new Point(null); made.y = 7; return made; }
            }
            class Other { int z; }
            //- q/Main.java
            package q;
            class Main { static void main(p.Point point) { point.x = 1; point.x += 2; } }
            "#,
        )
        .compile(&jdk());
        let check = |class: &str, expected: &[&str]| {
            let options = "trace=p.Point".parse().unwrap();
            let plan = Plan::read(ProbePlan::from_options(&options).encode()).unwrap();
            let bytes = program.class_bytes(class);
            let class = ClassFile::parse(&bytes).unwrap();
            let mut found = Vec::new();
            for (method, writes) in select_writes(&plan, &class).unwrap() {
                let method = class.methods()[method].name(class.pool()).unwrap();
                let name = |write: &Write| class.pool().field_ref(write.field).unwrap().name;
                found.extend(writes.iter().map(|write| format!("{method} {}", name(write))));
            }
            assert_eq!(found, expected);
        };
        // The first one of the constructor cannot be told from others, and is asked for.
        check("p/Point", &["<init> x", "<init> x", "move x", "pick x", "of y"]);
        check("q/Main", &["main x", "main x"]);
    }
}
