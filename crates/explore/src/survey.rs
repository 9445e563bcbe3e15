//! Counts the patterns of Islam and Csallner, "Generating test cases for programs that are coded against interfaces and
//! annotations" (2014), tables I and II, on bytecode.
//!
//! A *type test* is an `instanceof` of a value with declared type T against a type X that only an invented class can
//! satisfy:
//!
//! 1. T and X are not compatible: neither is a subtype of the other;
//! 2. the method is the program's own;
//! 3. at least one of T and X is an interface;
//! 4. none of them is final (a record, an array, or sealed without a permitted subtype that is open counts as final);
//! 5. at least one of them is not a type of the JDK.
//!
//! By the origin of the value it is pattern p1 (a parameter), p2 (a field of a parameter or of the receiver) or p3 (the result of a
//! call). The
//! relaxed patterns p1r, p2r and p3r need not decide a branch.
//!
//! The paper matched source code, and said that its matcher misses some branches. Here values are followed through
//! local variables, and a `boolean` variable that holds the test and is branched on counts as a branch.

mod calls;
mod types;

use reenact_flow::body::{Body, BodyBuilder, Definition, Instruction, Operation, Terminator, ValueId};
use reenact_world::{ClassView, FieldAccess, MethodId, World};

pub use calls::{Accessor, Owner, ReflectionCall};
use types::StaticType;

/// Counts of a program, with the places of all that is counted.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Classes and enums of the program.
    pub classes: usize,
    /// Interfaces and annotation interfaces of the program.
    pub interfaces: usize,
    /// Methods of the program, constructors included.
    pub methods: usize,
    /// `instanceof` instructions.
    pub instance_ofs: usize,
    /// Methods whose code could not be read.
    pub unreadable: usize,
    pub type_tests: Vec<TypeTest>,
    pub reflection_calls: Vec<ReflectionCall>,
}

/// The origin of the value that is tested.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pattern {
    /// p1: a parameter.
    Parameter,
    /// p2: a field of a parameter or of the receiver.
    ParameterField,
    /// p3: the result of a call.
    CallResult,
}

/// An `instanceof` that only a class with several supertypes satisfies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeTest {
    pub pattern: Pattern,
    pub method: MethodId,
    pub pc: u16,
    pub line: Option<u16>,
    /// Internal name of the declared type T.
    pub declared: String,
    /// Internal name of the type X.
    pub tested: String,
    /// True if the test decides a branch: not only a relaxed pattern.
    pub decides_branch: bool,
}

/// Counts the patterns in the classes that `is_own` selects.
pub fn survey(world: &World, is_own: impl Fn(ClassView<'_>) -> bool) -> Survey {
    let mut survey = Survey::default();
    let mut builder = BodyBuilder::new();
    for class in world.classes().filter(|&class| is_own(class)) {
        match class.is_interface() {
            true => survey.interfaces += 1,
            false => survey.classes += 1,
        }
        survey.methods += class.methods().filter(|method| !method.is_class_initialiser()).count();
        builder.of_class(world, class.id(), |method, body| match body {
            Ok(body) => {
                survey.add(world, method, &body);
                Some(body)
            }
            Err(_) => {
                survey.unreadable += 1;
                None
            }
        });
    }
    survey
}

impl Survey {
    fn add(&mut self, world: &World, method: MethodId, body: &Body) {
        for block in body.blocks() {
            for id in body.instructions_of(block) {
                let instruction = body.instruction(id);
                match instruction.operation {
                    Operation::InstanceOf(_) => {
                        self.instance_ofs += 1;
                        self.type_tests.extend(type_test(world, method, body, instruction));
                    }
                    Operation::Call(_, reference) => {
                        let call = calls::reflection_call(world, method, instruction.pc, reference);
                        self.reflection_calls.extend(call.map(|call| call.at(body)));
                    }
                    _ => {}
                }
            }
        }
    }

    /// The type tests of a pattern; without the relaxed ones if `strict`.
    pub fn count(&self, pattern: Pattern, strict: bool) -> usize {
        let counts = |test: &&TypeTest| test.pattern == pattern && (test.decides_branch || !strict);
        self.type_tests.iter().filter(counts).count()
    }

    /// The calls of an accessor, on one kind of object.
    pub fn calls(&self, accessor: Accessor, owner: Owner) -> usize {
        let counts = |call: &&ReflectionCall| call.accessor == accessor && call.owner == owner;
        self.reflection_calls.iter().filter(counts).count()
    }
}

fn type_test(world: &World, method: MethodId, body: &Body, instruction: &Instruction) -> Option<TypeTest> {
    let Operation::InstanceOf(tested) = instruction.operation else { return None };
    let &[value] = body.operands(instruction) else { return None };
    let (pattern, declared) = origin(world, method, body, value)?;
    let tested = StaticType::of_name(world, &world.text(tested).to_str())?;
    if !types::needs_invented_class(world, &declared, &tested) {
        return None;
    }
    let decides_branch = instruction.result.is_some_and(|result| decides_branch(body, result));
    Some(TypeTest {
        pattern,
        method,
        pc: instruction.pc,
        line: body.lines().at(instruction.pc),
        declared: declared.name,
        tested: tested.name,
        decides_branch,
    })
}

/// Where a value comes from, and its declared type.
fn origin(world: &World, method: MethodId, body: &Body, value: ValueId) -> Option<(Pattern, StaticType)> {
    match body.value(value).definition {
        Definition::Parameter => {
            Some((Pattern::Parameter, types::parameter_type(world, method, body, value)?))
        }
        Definition::BlockParameter(_) => None,
        Definition::Instruction(_) => {
            let made = body.definition(value)?;
            match made.operation {
                Operation::Field(FieldAccess::GetField, field) => {
                    let &[base] = body.operands(made) else { return None };
                    // The receiver counts as a parameter: only with it are there as many as in the paper.
                    let is_parameter = body.value(base).definition == Definition::Parameter;
                    let pair = world.name_and_type_of(world.field_ref(field).name_and_type);
                    let declared = StaticType::of_descriptor(world, &world.text(pair.descriptor).to_str())?;
                    is_parameter.then_some((Pattern::ParameterField, declared))
                }
                Operation::Call(_, reference) => {
                    Some((Pattern::CallResult, types::result_type(world, reference)?))
                }
                _ => None,
            }
        }
    }
}

/// Whether a block ends with a branch on a value.
fn decides_branch(body: &Body, result: ValueId) -> bool {
    body.blocks().any(|block| match body.terminator(block) {
        Terminator::Branch { left, right, .. } => left == result || right == Some(result),
        _ => false,
    })
}
