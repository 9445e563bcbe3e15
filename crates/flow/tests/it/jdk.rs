//! Bodies of real code: a sample of the JDK's own.

use std::time::Instant;

use reenact_base::Id;
use reenact_flow::body::{Body, Definition, Terminator};
use reenact_flow::{BodyBuilder, FlowError};
use reenact_testkit::{is_java_base, jdks, platform};
use reenact_world::{Depth, Options, World};

/// Protects that whatever javac writes has a body, and that the body holds together.
#[test]
fn every_method_of_a_sample_has_a_body() {
    for jdk in jdks() {
        let (world, _) = World::build(&[platform(&jdk, is_java_base)], Options::new(Depth::Code));
        let mut builder = BodyBuilder::new();
        let started = Instant::now();
        let (mut methods, mut instructions, mut errors) = (0, 0, Vec::new());
        for class in world.class_ids().step_by(7) {
            builder.of_class(&world, class, |method, body: Result<Body, FlowError>| {
                match &body {
                    Ok(body) => {
                        assert_eq!(body.method(), method);
                        check(body);
                        methods += 1;
                        instructions += body.instruction_count();
                    }
                    Err(error) => errors.push(error.to_string()),
                }
                body.ok()
            });
        }
        println!(
            "JDK {}: {methods} methods, {instructions} instructions in {:?}",
            jdk.version.feature,
            started.elapsed()
        );
        assert_eq!(errors, Vec::<String>::new());
        assert!(methods > 8_000, "only {methods} methods");
    }
}

/// The invariants of every body: edges have the arguments that their targets want, values come from where they say.
fn check(body: &Body) {
    for block in body.blocks() {
        for id in body.instructions_of(block) {
            let instruction = body.instruction(id);
            if let Some(result) = instruction.result {
                assert_eq!(body.value(result).definition, Definition::Instruction(id));
            }
            body.operands(instruction).iter().for_each(|&operand| assert!(is_defined(body, operand)));
        }
        for edge in body.successors(block) {
            assert_ne!(edge.target, body.entry());
            assert_eq!(body.arguments(edge).len(), body.block_parameters(edge.target).len());
        }
        for edge in body.handlers(block) {
            assert!(body.is_handler(edge.target));
            assert_eq!(body.arguments(edge).len() + 1, body.block_parameters(edge.target).len());
        }
        let expected = match body.terminator(block) {
            Terminator::Jump => 1,
            Terminator::Branch { .. } => 2,
            Terminator::Switch { keys, .. } => body.keys(keys).len() + 1,
            Terminator::Return(_) | Terminator::Throw(_) => 0,
        };
        assert_eq!(body.successors(block).len(), expected);
    }
}

fn is_defined(body: &Body, value: reenact_flow::body::ValueId) -> bool {
    match body.value(value).definition {
        Definition::Parameter => value.index() < body.parameters().len(),
        Definition::BlockParameter(block) => body.block_parameters(block).contains(&value),
        Definition::Instruction(id) => body.instruction(id).result == Some(value),
    }
}
