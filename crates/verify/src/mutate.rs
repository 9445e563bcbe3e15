//! Faults in the code of a class, of which a test is run with one at a time.
//!
//! The class has all of them at once: it hands values that decide what it does to a class of the driver, which returns
//! others if the fault of that number is asked for. Conditions get the opposite outcome, or another one where both sides
//! are equal; methods return something else, or do nothing; arithmetic is off by one.

use reenact_classfile::assemble::{CodeBuilder, LocalKind, Snippet};
use reenact_classfile::attribute::Code;
use reenact_classfile::instruction::{Instruction, Opcode};
use reenact_classfile::rewrite::{MethodEdit, Rewriter};
use reenact_classfile::{AccessFlags, ReadError};

/// The class of the driver that makes faults.
const MUTANTS: &str = "reenact/driver/Mutants";

/// Code that is longer gets no faults: there would be too many in one method, and code has room for 65,535 bytes.
const LONGEST: usize = 8000;

/// A place in code for a fault.
struct Place {
    pc: u32,
    is_behind: bool,
    kind: Kind,
}

/// The part of the code that is changed.
enum Kind {
    /// An operand of a condition: the method of the driver, its descriptor, and whether there is a left operand.
    Condition {
        name: &'static str,
        descriptor: &'static str,
        is_pair: bool,
    },
    Result,
    /// The result of arithmetic, by its type.
    Computed(char),
    Increment {
        index: u16,
        by: i16,
    },
}

impl Kind {
    /// The numbers that it takes.
    fn numbers(&self) -> u32 {
        match self {
            Kind::Condition { name: "negative" | "positive" | "less" | "greater", .. } => 2,
            _ => 1,
        }
    }
}

/// A method whose code gets faults.
pub struct Mutated<'a> {
    pub name: &'a str,
    pub descriptor: &'a str,
    pub flags: AccessFlags,
    pub code: &'a Code<'a>,
}

impl Mutated<'_> {
    /// Adds faults with numbers from `next` on, and returns the number behind the last.
    pub fn edit(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        edit: &mut MethodEdit,
        mut next: u32,
    ) -> Result<u32, ReadError> {
        // Bridges call the method that is meant.
        if self.flags.is_bridge() || self.code.bytecode.len() > LONGEST {
            return Ok(next);
        }
        for Place { pc, is_behind, kind } in places(self.code)? {
            let snippet = edit.snippet(self.snippet(rewriter, &kind, next));
            if is_behind {
                edit.after(pc, snippet);
            } else {
                edit.before(pc, snippet);
            }
            next += kind.numbers();
        }
        if self.descriptor.ends_with(")V") && self.name != "<init>" {
            edit.at_entry(nothing_done(rewriter, next));
            next += 1;
        }
        Ok(next)
    }

    fn snippet(&self, rewriter: &mut Rewriter<'_, '_>, kind: &Kind, number: u32) -> Snippet {
        let mut code = CodeBuilder::new(rewriter.pool());
        let number = number as i32;
        match kind {
            Kind::Condition { name, descriptor, is_pair } => {
                if *is_pair {
                    code.op(Opcode::DUP2);
                }
                code.push_int(number).invoke(Opcode::INVOKESTATIC, MUTANTS, name, descriptor);
                if *is_pair {
                    code.op(Opcode::SWAP).op(Opcode::POP);
                }
            }
            Kind::Result => self.changed_result(&mut code, number),
            Kind::Computed(value) => {
                code.push_int(number).invoke(
                    Opcode::INVOKESTATIC,
                    MUTANTS,
                    "computed",
                    &format!("({value}I){value}"),
                );
            }
            Kind::Increment { index, by } => {
                code.load(LocalKind::Int, *index).push_int((*by).into()).push_int(number);
                code.invoke(Opcode::INVOKESTATIC, MUTANTS, "increased", "(III)I");
                code.store(LocalKind::Int, *index);
            }
        }
        code.finish()
    }

    fn changed_result(&self, code: &mut CodeBuilder<'_>, number: i32) {
        let result = self.descriptor.rsplit_once(')').map_or("", |(_, result)| result);
        let invoke = |code: &mut CodeBuilder<'_>, name: &str, descriptor: &str| {
            code.push_int(number).invoke(Opcode::INVOKESTATIC, MUTANTS, name, descriptor);
        };
        match result.as_bytes().first() {
            Some(b'J') => invoke(code, "returned", "(JI)J"),
            Some(b'F') => invoke(code, "returned", "(FI)F"),
            Some(b'D') => invoke(code, "returned", "(DI)D"),
            Some(b'L' | b'[') => {
                let name = match result {
                    "Ljava/lang/String;" | "Ljava/lang/CharSequence;" => "returnedString",
                    "Ljava/util/Optional;" => "returnedOptional",
                    "Ljava/util/List;" | "Ljava/util/Collection;" | "Ljava/lang/Iterable;" => "returnedList",
                    "Ljava/util/Set;" => "returnedSet",
                    "Ljava/util/Map;" => "returnedMap",
                    _ => "returned",
                };
                invoke(code, name, "(Ljava/lang/Object;I)Ljava/lang/Object;");
                let class = result.strip_prefix('L').and_then(|class| class.strip_suffix(';'));
                code.type_op(Opcode::CHECKCAST, class.unwrap_or(result));
            }
            _ => invoke(code, "returned", "(II)I"),
        }
    }
}

/// A method without a result that does nothing.
fn nothing_done(rewriter: &mut Rewriter<'_, '_>, number: u32) -> Snippet {
    let mut code = CodeBuilder::new(rewriter.pool());
    let body = code.label();
    code.push_int(number as i32).invoke(Opcode::INVOKESTATIC, MUTANTS, "isEmpty", "(I)Z");
    code.branch(Opcode::IFEQ, body).op(Opcode::RETURN);
    code.bind(body, &[], &[]);
    code.finish()
}

fn places(code: &Code<'_>) -> Result<Vec<Place>, ReadError> {
    let mut places = Vec::new();
    for instruction in code.instructions() {
        let (pc, instruction) = instruction?;
        let found = match instruction {
            Instruction::Branch { opcode, .. } => condition(opcode).map(|kind| (false, kind)),
            Instruction::Increment { index, delta, .. } => Some((true, Kind::Increment { index, by: delta })),
            Instruction::Simple(opcode) => match opcode {
                Opcode::IRETURN | Opcode::LRETURN | Opcode::FRETURN | Opcode::DRETURN | Opcode::ARETURN => {
                    Some((false, Kind::Result))
                }
                _ => arithmetic(opcode).map(|value| (true, Kind::Computed(value))),
            },
            _ => None,
        };
        places.extend(found.map(|(is_behind, kind)| Place { pc, is_behind, kind }));
    }
    Ok(places)
}

fn condition(opcode: Opcode) -> Option<Kind> {
    const OBJECT: &str = "(Ljava/lang/Object;I)Ljava/lang/Object;";
    const OBJECTS: &str = "(Ljava/lang/Object;Ljava/lang/Object;I)Ljava/lang/Object;";
    let (name, descriptor) = match opcode {
        Opcode::IFEQ | Opcode::IFNE => ("zero", "(II)I"),
        Opcode::IFLT | Opcode::IFGE => ("negative", "(II)I"),
        Opcode::IFGT | Opcode::IFLE => ("positive", "(II)I"),
        Opcode::IF_ICMPEQ | Opcode::IF_ICMPNE => ("equal", "(III)I"),
        Opcode::IF_ICMPLT | Opcode::IF_ICMPGE => ("less", "(III)I"),
        Opcode::IF_ICMPGT | Opcode::IF_ICMPLE => ("greater", "(III)I"),
        Opcode::IF_ACMPEQ | Opcode::IF_ACMPNE => ("same", OBJECTS),
        Opcode::IFNULL | Opcode::IFNONNULL => ("absent", OBJECT),
        _ => return None,
    };
    Some(Kind::Condition { name, descriptor, is_pair: matches!(descriptor, "(III)I" | OBJECTS) })
}

/// Returns the type of the result of arithmetic. The opcodes from `iadd` to `lxor` alternate between types: four types
/// each up to the negations, then `int` and `long`.
fn arithmetic(opcode: Opcode) -> Option<char> {
    match opcode.0 {
        at @ 0x60..=0x77 => Some(['I', 'J', 'F', 'D'][usize::from((at - 0x60) % 4)]),
        at @ 0x78..=0x83 => Some(['I', 'J'][usize::from((at - 0x78) % 2)]),
        _ => None,
    }
}
