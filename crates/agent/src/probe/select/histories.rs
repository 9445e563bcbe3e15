//! Which methods of a class make the histories of its objects.
//!
//! All constructors; static methods that may give back an object; and methods that may change their receiver,
//! as far as a look at their own instructions says: one that stores into no field and no array and calls
//! nothing does not. Private methods are called from those alone, and `equals`, `hashCode`, `toString` and
//! `compareTo` change nothing that anybody could see.

use reenact_classfile::attribute::Code;
use reenact_classfile::instruction::{Instruction, Opcode};
use reenact_classfile::{ClassFile, FieldType, Member, ReadError};
use reenact_wire::plan::{ClassProbes, Plan, Probes};

/// What a method is to the histories of its class's objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Construct,
    /// It may give back an object that it made.
    Factory,
    /// It may change its receiver.
    Call,
    /// It is no method, but a field that is written from outside.
    Assign,
}

/// The methods of a class that make histories, by position in the class file.
pub fn select_histories(plan: &Plan, class: &ClassFile<'_>) -> Result<Vec<(usize, Action)>, ReadError> {
    let name = class.name()?.as_bytes();
    if !plan.traces(name) || !can_have_history(class)? {
        return Ok(Vec::new());
    }
    let listed = match plan.class(name) {
        ClassProbes::Listed(listed) if listed.is_traced() => Some(listed),
        _ => None,
    };
    let mut chosen = Vec::new();
    for (index, member) in class.methods().iter().enumerate() {
        let method = member.name(class.pool())?.as_bytes();
        let Some(code) = member.code(class.pool())? else { continue };
        let Some(action) = kind(class, member, method)? else { continue };
        let is_wanted = match &listed {
            Some(listed) => {
                let descriptor = member.descriptor(class.pool())?;
                let planned = listed.method(method, descriptor.as_bytes());
                planned.is_some_and(|planned| planned.probes().contains(Probes::TRACE))
            }
            None => action == Action::Construct || is_wanted(member, method, action, &code)?,
        };
        if is_wanted {
            chosen.push((index, action));
        }
    }
    Ok(chosen)
}

/// Constants of enums have names; what frameworks make is made by them again.
pub fn can_have_history(class: &ClassFile<'_>) -> Result<bool, ReadError> {
    let is_enum = class.super_name()?.is_some_and(|above| above.as_bytes() == b"java/lang/Enum");
    let is_generated = class.name()?.as_bytes().windows(2).any(|pair| pair == b"$$");
    Ok(!is_enum && !is_generated && !class.access_flags().is_synthetic())
}

fn kind(class: &ClassFile<'_>, member: &Member<'_>, name: &[u8]) -> Result<Option<Action>, ReadError> {
    if name == b"<clinit>" {
        return Ok(None);
    }
    if name == b"<init>" {
        return Ok(Some(Action::Construct));
    }
    if !member.access_flags.is_static() {
        return Ok(Some(Action::Call));
    }
    let descriptor = member.method_descriptor(class.pool())?;
    let gives_object = match descriptor.result() {
        Some(result) => is_object(result),
        None => false,
    };
    Ok(gives_object.then_some(Action::Factory))
}

fn is_object(result: FieldType<'_>) -> bool {
    let descriptor = result.descriptor();
    descriptor.as_bytes().starts_with(b"L") && descriptor.as_bytes() != b"Ljava/lang/String;"
}

fn is_wanted(member: &Member<'_>, name: &[u8], action: Action, code: &Code<'_>) -> Result<bool, ReadError> {
    let flags = member.access_flags;
    if flags.is_private() || flags.is_synthetic() || flags.is_bridge() {
        return Ok(false);
    }
    if action == Action::Factory {
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
    use reenact_wire::plan::ProbePlan;

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
            let options = "trace=p.**".parse().unwrap();
            let plan = Plan::read(ProbePlan::from_options(&options).encode()).unwrap();
            let bytes = program.class_bytes(class);
            let class = ClassFile::parse(&bytes).unwrap();
            let name = |index: usize| class.methods()[index].name(class.pool()).unwrap().to_string();
            let chosen = select_histories(&plan, &class).unwrap();
            let mut names: Vec<String> =
                chosen.iter().map(|(index, action)| format!("{} {action:?}", name(*index))).collect();
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
