//! Which methods of a class make the histories of its objects.
//!
//! All constructors; static methods that return an object; and methods that may change their receiver according to
//! their own instructions: a method without stores to fields and arrays and without calls does not. Private methods
//! are called only by the others, and `equals`, `hashCode`, `toString` and `compareTo` make no visible change.

use reenact_classfile::attribute::Code;
use reenact_classfile::instruction::{Instruction, Opcode};
use reenact_classfile::{ClassFile, FieldType, Member, ReadError};

/// The role of a method in the histories of its class's objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryRole {
    Construct,
    /// It may return an object that it made.
    Factory,
    /// It may change its receiver.
    Call,
}

/// Returns the methods of a class that are events in histories, by position in the class file, ascending.
pub fn in_histories(class: &ClassFile<'_>) -> Result<Vec<(usize, HistoryRole)>, ReadError> {
    if !can_have_history(class)? {
        return Ok(Vec::new());
    }
    let mut selected = Vec::new();
    for (index, member) in class.methods().iter().enumerate() {
        let name = member.name(class.pool())?.as_bytes();
        let Some(code) = member.code(class.pool())? else { continue };
        let Some(role) = history_role(class, member)? else { continue };
        if role == HistoryRole::Construct || is_wanted(member, name, role, &code)? {
            selected.push((index, role));
        }
    }
    Ok(selected)
}

/// Returns whether objects of a class have histories. Enum constants have names, and objects of generated classes are
/// made again by the framework.
pub fn can_have_history(class: &ClassFile<'_>) -> Result<bool, ReadError> {
    let is_enum = class.super_name()?.is_some_and(|above| above.as_bytes() == b"java/lang/Enum");
    let is_generated = class.name()?.as_bytes().windows(2).any(|pair| pair == b"$$");
    Ok(!is_enum && !is_generated && !class.access_flags().is_synthetic())
}

/// Returns the role that a method may have in histories.
pub fn history_role(class: &ClassFile<'_>, member: &Member<'_>) -> Result<Option<HistoryRole>, ReadError> {
    let name = member.name(class.pool())?.as_bytes();
    if name == b"<clinit>" {
        return Ok(None);
    }
    if name == b"<init>" {
        return Ok(Some(HistoryRole::Construct));
    }
    if !member.access_flags.is_static() {
        return Ok(Some(HistoryRole::Call));
    }
    let descriptor = member.method_descriptor(class.pool())?;
    let gives_object = match descriptor.result() {
        Some(result) => is_object(result),
        None => false,
    };
    Ok(gives_object.then_some(HistoryRole::Factory))
}

fn is_object(result: FieldType<'_>) -> bool {
    let descriptor = result.descriptor();
    descriptor.as_bytes().starts_with(b"L") && descriptor.as_bytes() != b"Ljava/lang/String;"
}

fn is_wanted(
    member: &Member<'_>,
    name: &[u8],
    role: HistoryRole,
    code: &Code<'_>,
) -> Result<bool, ReadError> {
    let flags = member.access_flags;
    if flags.is_private() || flags.is_synthetic() || flags.is_bridge() {
        return Ok(false);
    }
    if role == HistoryRole::Factory {
        return Ok(true);
    }
    if matches!(name, b"equals" | b"hashCode" | b"toString" | b"compareTo") {
        return Ok(false);
    }
    for item in code.instructions() {
        if may_change(item?.1) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn may_change(instruction: Instruction<'_>) -> bool {
    match instruction {
        Instruction::Field { opcode, .. } => opcode == Opcode::PUTFIELD,
        Instruction::Invoke { .. }
        | Instruction::InvokeInterface { .. }
        | Instruction::InvokeDynamic { .. } => true,
        _ => (Opcode::IASTORE.0..=Opcode::SASTORE.0).contains(&instruction.opcode().0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_testkit::{Fixture, jdk};

    #[test]
    fn constructors_factories_and_methods_that_may_change_something() {
        let program = Fixture::parse(
            r#"
            //- p/Habitat.java
            package p;
            public class Habitat implements Comparable<Habitat> {
                private double area; private final int[] cells = new int[3];
                private Habitat() { }
                public Habitat(double area) { this.area = area; }
                public static Habitat of(double area) { return new Habitat(area); }
                static String name() { return "habitat"; }
                static int count() { return 0; }
                static Object[] many() { return null; }
                public double getArea() { return area; }
                public double twice() { return area * 2; }
                public void grow(double more) { area += more; }
                void fill() { cells[0] = 1; }
                protected Object view() { return java.util.List.of(area); }
                private void hidden() { area = 0; }
                public String toString() { return "habitat " + area; }
                public int compareTo(Habitat other) { return Double.compare(area, other.area); }
                enum Kind { WOOD; int uses; void use() { uses++; } }
            }
            "#,
        )
        .compile(&jdk());
        let check = |class: &str, expected: &[&str]| {
            let bytes = program.class_bytes(class);
            let class = ClassFile::parse(&bytes).unwrap();
            let name = |index: usize| class.methods()[index].name(class.pool()).unwrap().to_string();
            let chosen = in_histories(&class).unwrap();
            let mut names: Vec<String> =
                chosen.iter().map(|(index, role)| format!("{} {role:?}", name(*index))).collect();
            names.sort();
            assert_eq!(names, expected);
        };
        check(
            "p/Habitat",
            &["<init> Construct", "<init> Construct", "fill Call", "grow Call", "of Factory", "view Call"],
        );
        check("p/Habitat$Kind", &[]);
    }
}
