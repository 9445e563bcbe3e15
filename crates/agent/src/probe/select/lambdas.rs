//! Bodies of lambdas, which are methods of the class that has the lambda.
//!
//! They are not calls to test. What a recorded call asks a lambda that it was given is an answer from outside, as that
//! of a proxy is, and is recorded as a call nested in it.

use reenact_classfile::{ClassFile, ReadError};
use reenact_wire::plan::Plan;

/// Returns the bodies of lambdas in an included class, by position in the class file. Compilers call them
/// `lambda$main$0` or `lambda$0`.
pub fn select_bodies(plan: &Plan, class: &ClassFile<'_>) -> Result<Vec<usize>, ReadError> {
    let mut bodies = Vec::new();
    if !plan.rules().includes(class.name()?.as_bytes()) {
        return Ok(bodies);
    }
    for (index, member) in class.methods().iter().enumerate() {
        if member.access_flags.is_synthetic()
            && member.name(class.pool())?.as_bytes().starts_with(b"lambda$")
            && member.code(class.pool())?.is_some()
        {
            bodies.push(index);
        }
    }
    Ok(bodies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_testkit::{Fixture, jdk};
    use reenact_wire::plan::ProbePlan;

    #[test]
    fn bodies_of_included_classes_are_found() {
        let program = Fixture::parse(
            r#"
            //- p/Main.java
            package p;
            import java.util.function.*;
            public class Main {
                int base;
                Supplier<Integer> own() { return () -> base; }
                static Function<String, Integer> reference() { return String::length; }
                static IntUnaryOperator adding(int more) { return number -> number + more; }
                void lambda$mine() { }
            }
            "#,
        )
        .compile(&jdk());
        let check = |options: &str, expected: usize| {
            let plan = Plan::read(ProbePlan::from_options(&options.parse().unwrap()).encode()).unwrap();
            let bytes = program.class_bytes("p/Main");
            let class = ClassFile::parse(&bytes).unwrap();
            assert_eq!(select_bodies(&plan, &class).unwrap().len(), expected, "{options}");
        };
        check("include=p.**", 2);
        check("include=p.**,exclude=p.Main", 0);
        check("include=q.**", 0);
    }
}
