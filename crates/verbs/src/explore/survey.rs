//! `reenact explore --survey`: how often a program tests types and annotations that no existing class may have.

use reenact_base::Id;
use reenact_explore::survey::{self, Accessor, Owner, Pattern, ReflectionCall, TypeTest};
use reenact_report::explore::survey::{Annotations, Patterns, Place, Survey};
use reenact_world::World;

use crate::Progress;
use crate::classes::{Error, Options, ProgramModel};

/// Counts the patterns in the targets' own classes.
pub fn run(options: &Options, progress: &dyn Progress) -> Result<Survey, Error> {
    let program = ProgramModel::read(options, progress)?;
    progress.step("reading the code");
    let world = program.world();
    let own = program.own();
    let found = survey::survey(world, |class| own.contains(&class.container().index()));
    let count = |pattern, strict| found.count(pattern, strict);
    let owners = [
        (Owner::Class, "Class"),
        (Owner::Method, "Method"),
        (Owner::Field, "Field"),
        (Owner::Other, "other"),
    ];
    let is_type_test =
        |call: &&ReflectionCall| matches!(call.accessor, Accessor::IsAssignableFrom | Accessor::IsInstance);
    Ok(Survey {
        targets: options.targets.iter().map(|target| target.display().to_string()).collect(),
        jdk: program.jdk_version(),
        classes: found.classes,
        interfaces: found.interfaces,
        methods: found.methods,
        instance_ofs: found.instance_ofs,
        unreadable: found.unreadable,
        patterns: Patterns {
            p1: count(Pattern::Parameter, true),
            p1r: count(Pattern::Parameter, false),
            p2: count(Pattern::ParameterField, true),
            p2r: count(Pattern::ParameterField, false),
            p3: count(Pattern::CallResult, true),
            p3r: count(Pattern::CallResult, false),
        },
        is_assignable_from: found.calls(Accessor::IsAssignableFrom, Owner::Class),
        is_instance: found.calls(Accessor::IsInstance, Owner::Class),
        annotations: owners
            .iter()
            .map(|&(owner, name)| Annotations {
                owner: name.to_owned(),
                is_annotation_present: found.calls(Accessor::IsAnnotationPresent, owner),
                is_annotation: found.calls(Accessor::IsAnnotation, owner),
                get_annotation: found.calls(Accessor::GetAnnotation, owner)
                    + found.calls(Accessor::GetDeclaredAnnotation, owner),
                get_annotations: found.calls(Accessor::GetAnnotations, owner),
                get_declared_annotations: found.calls(Accessor::GetDeclaredAnnotations, owner),
                get_annotations_by_type: found.calls(Accessor::GetAnnotationsByType, owner),
            })
            .collect(),
        type_tests: found.type_tests.iter().map(|test| type_test(world, test)).collect(),
        annotation_calls: found
            .reflection_calls
            .iter()
            .filter(|call| !is_type_test(call))
            .map(|call| annotation_call(world, call))
            .collect(),
        findings: program.findings().to_vec(),
    })
}

fn type_test(world: &World, test: &TypeTest) -> Place {
    let number = match test.pattern {
        Pattern::Parameter => 1,
        Pattern::ParameterField => 2,
        Pattern::CallResult => 3,
    };
    let relaxed = if test.decides_branch { "" } else { "r" };
    Place {
        kind: format!("p{number}{relaxed}"),
        method: world.view(test.method).to_string(),
        line: test.line,
        types: format!("{} instanceof {}", binary(&test.declared), binary(&test.tested)),
    }
}

fn annotation_call(world: &World, call: &ReflectionCall) -> Place {
    let kind = match call.accessor {
        Accessor::IsAnnotationPresent => "isAnnotationPresent",
        Accessor::IsAnnotation => "isAnnotation",
        Accessor::GetAnnotation => "getAnnotation",
        Accessor::GetAnnotations => "getAnnotations",
        Accessor::GetDeclaredAnnotation => "getDeclaredAnnotation",
        Accessor::GetDeclaredAnnotations => "getDeclaredAnnotations",
        Accessor::GetAnnotationsByType => "getAnnotationsByType",
        Accessor::IsAssignableFrom => "isAssignableFrom",
        Accessor::IsInstance => "isInstance",
    };
    let types = match call.owner {
        Owner::Class => "Class",
        Owner::Method => "Method",
        Owner::Field => "Field",
        Owner::Other => "other",
    };
    Place {
        kind: kind.to_owned(),
        method: world.view(call.method).to_string(),
        line: call.line,
        types: types.to_owned(),
    }
}

fn binary(internal: &str) -> String {
    reenact_base::name::InternalName::new(internal).to_binary().to_string()
}
