//! Lowers a method's body to its skeleton.

mod calls;

use reenact_base::Id;
use reenact_flow::body::{
    BlockId, Body, Caught, Definition, Instruction, Kind, Operation, Terminator, ValueId,
};
use reenact_world::{
    CallKind, ClassId, DynamicId, DynamicKind, FieldAccess, FieldId, FieldRefId, Handle, MethodRefId, World,
};

use crate::beans::Wiring;
use crate::called::CalledMethods;
use crate::catalog::matcher::VerdictFlags;
use crate::catalog::{Catalog, SourceFlags};
use crate::scope::Scope;
use crate::skeleton::{ContentFlow, Load, Mutation, Origin, Pool, Shape, Sink, SinkKind, Store, V};

/// The inputs of lowering.
pub(crate) struct Lowering<'a> {
    pub scope: &'a Scope<'a>,
    pub catalog: &'a Catalog,
    pub called: &'a CalledMethods,
    pub wiring: &'a Wiring,
}

impl Lowering<'_> {
    /// Adds a method to a pool.
    pub fn add(&self, body: &Body, pool: &mut Pool) {
        let view = self.scope.world.view(body.method());
        let values_start = pool.values_start();
        pool.pcs.resize(values_start + body.value_count(), 0);
        pool.lines.extend_from_slice(body.lines().starts());
        let is_own = self.scope.is_own(view.class().id());
        let caller = view.class().id();
        let mut making = Making {
            lowering: self,
            body,
            skeleton: pool,
            values_start,
            is_own,
            caller,
            handlers: (0, 0),
            catches_all: false,
        };
        for block in body.blocks() {
            making.block(block);
        }
        pool.end_method(body.parameters().len() as u32);
    }
}

struct Making<'m, 'a> {
    lowering: &'m Lowering<'a>,
    body: &'m Body,
    /// The pool that receives the method's flows.
    skeleton: &'m mut Pool,
    values_start: usize,
    is_own: bool,
    caller: ClassId,
    /// The exceptions of the current block's handlers, in `lists`.
    handlers: (u32, u32),
    catches_all: bool,
}

fn v(value: ValueId) -> V {
    value.index() as V
}

impl Making<'_, '_> {
    fn block(&mut self, block: BlockId) {
        let body = self.body;
        let handlers = body.handlers(block);
        let start = self.skeleton.lists.len() as u32;
        for edge in handlers {
            self.skeleton.lists.extend(body.block_parameters(edge.target).first().map(|&value| v(value)));
        }
        self.handlers = (start, self.skeleton.lists.len() as u32);
        self.catches_all = handlers.iter().any(|edge| self.catches_most(edge.caught));
        for id in body.instructions_of(block) {
            let instruction = body.instruction(id);
            if let Some(result) = instruction.result {
                self.skeleton.pcs[self.values_start + result.index()] = instruction.pc;
            }
            self.instruction(instruction);
        }
        let pc = body.terminator_pc(block);
        for edge in body.successors(block) {
            self.carry(body.block_parameters(edge.target), body.arguments(edge), pc);
        }
        for edge in handlers {
            let parameters = body.block_parameters(edge.target);
            self.carry(parameters.get(1..).unwrap_or(&[]), body.arguments(edge), pc);
        }
        self.terminator(block, body.terminator(block), pc);
    }

    fn carry(&mut self, parameters: &[ValueId], arguments: &[ValueId], pc: u16) {
        for (&parameter, &argument) in parameters.iter().zip(arguments) {
            self.skeleton.pcs[self.values_start + parameter.index()] = pc;
            self.copy(argument, parameter);
            self.back(parameter, argument);
        }
    }

    fn terminator(&mut self, block: BlockId, terminator: Terminator, pc: u16) {
        if self.is_guard(block, terminator) {
            return;
        }
        let mut sink = |kind, value| self.skeleton.sinks.push(Sink { kind, value: v(value), pc });
        match terminator {
            Terminator::Jump | Terminator::Return(None) => {}
            Terminator::Branch { left, right, .. } => {
                sink(SinkKind::Branch, left);
                right.into_iter().for_each(|right| sink(SinkKind::Branch, right));
            }
            Terminator::Switch { value, .. } => sink(SinkKind::Branch, value),
            Terminator::Return(Some(value)) => sink(SinkKind::Return, value),
            Terminator::Throw(value) => {
                if !self.catches_all && !self.is_caught(block, value) {
                    self.skeleton.sinks.push(Sink { kind: SinkKind::Throw, value: v(value), pc });
                }
                let caught = self.skeleton.lists[self.handlers.0 as usize..self.handlers.1 as usize].to_vec();
                caught.into_iter().for_each(|handler| self.skeleton.copies.push((v(value), handler)));
            }
        }
    }

    /// Returns whether a branch only rejects a null parameter, as `Objects.requireNonNull` does. A tainted argument has
    /// other uses.
    fn is_guard(&self, block: BlockId, terminator: Terminator) -> bool {
        let Terminator::Branch { left, right: None, .. } = terminator else { return false };
        let value = self.body.value(left);
        let throws = |target| matches!(self.body.terminator(target), Terminator::Throw(_));
        value.kind == Kind::Reference
            && matches!(value.definition, Definition::Parameter)
            && self.body.successors(block).iter().any(|edge| throws(edge.target))
    }

    /// Returns whether a handler catches everything that a call is likely to throw.
    fn catches_most(&self, caught: Caught) -> bool {
        let Caught::Class(class) = caught else { return caught == Caught::Anything };
        let name = self.lowering.scope.world.view(class).name();
        ["java/lang/Throwable", "java/lang/Exception", "java/lang/RuntimeException"]
            .iter()
            .any(|most| name == *most)
    }

    /// Returns whether a thrown exception is created here, and of a class that a handler here catches.
    fn is_caught(&self, block: BlockId, thrown: ValueId) -> bool {
        let Some(Operation::New(name)) = self.body.definition(thrown).map(|made| made.operation) else {
            return false;
        };
        let world = self.lowering.scope.world;
        let Some(class) = world.class_of_symbol(name) else { return false };
        self.body.handlers(block).iter().any(|edge| match edge.caught {
            Caught::Anything => true,
            Caught::Class(caught) => world.is_subtype(class, caught),
            Caught::Missing => false,
        })
    }

    fn copy(&mut self, from: ValueId, to: ValueId) {
        if from != to {
            self.skeleton.copies.push((v(from), v(to)));
        }
    }

    /// Adds that contents of `value` belong to `source` too.
    fn back(&mut self, value: ValueId, source: ValueId) {
        let is_reference = |value| self.body.value(value).kind == Kind::Reference;
        if value != source && is_reference(value) && is_reference(source) {
            self.skeleton.backs.push((v(value), v(source)));
        }
    }

    fn add_contents(&mut self, from: ValueId, into: ValueId, pc: u16) {
        if from != into && self.body.value(into).kind == Kind::Reference {
            self.skeleton.content_flows.push(ContentFlow { from: v(from), into: v(into), pc });
        }
    }

    fn mutation(&mut self, value: ValueId, is_object: bool, pc: u16) {
        if self.body.value(value).kind == Kind::Reference {
            self.skeleton.mutations.push(Mutation { value: v(value), is_object, pc });
        }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let operands = self.body.operands(instruction);
        let (result, pc) = (instruction.result, instruction.pc);
        match instruction.operation {
            Operation::Field(access, reference) => self.field(access, reference, operands, result, pc),
            Operation::Call(kind, reference) => self.call(kind, reference, operands, result, pc),
            Operation::Dynamic(dynamic) => self.dynamic(dynamic, operands, result, pc),
            Operation::ArrayLoad(_) => {
                self.copy_all(operands, result);
                if let (Some(result), Some(&array)) = (result, operands.first()) {
                    self.back(result, array);
                }
            }
            Operation::ArrayStore(_) => {
                if let [array, index, value] = *operands {
                    self.add_contents(value, array, pc);
                    self.add_contents(index, array, pc);
                    self.mutation(array, false, pc);
                }
            }
            Operation::CheckCast(_) => {
                self.copy_all(operands, result);
                if let (Some(result), Some(&operand)) = (result, operands.first()) {
                    self.back(result, operand);
                }
            }
            Operation::MonitorEnter | Operation::MonitorExit => {}
            _ => self.copy_all(operands, result),
        }
    }

    fn copy_all(&mut self, operands: &[ValueId], result: Option<ValueId>) {
        if let Some(result) = result {
            operands.iter().for_each(|&operand| self.copy(operand, result));
        }
    }

    fn field(
        &mut self,
        access: FieldAccess,
        reference: FieldRefId,
        operands: &[ValueId],
        result: Option<ValueId>,
        pc: u16,
    ) {
        let world = self.lowering.scope.world;
        let field = world.resolved_field(reference).ok();
        let own = field.filter(|&field| self.lowering.scope.is_own(world.view(field).class().id()));
        match access {
            FieldAccess::GetField | FieldAccess::GetStatic => {
                let Some(result) = result else { return };
                if let Some(field) = own {
                    let holder = operands.first().map(|&object| v(object));
                    self.skeleton.loads.push(Load { field, value: v(result), holder, pc });
                }
                // A tainted object has the taint in its fields, in an unknown one.
                if let Some(&object) = operands.first() {
                    self.copy(object, result);
                    if own.is_none() {
                        self.back(result, object);
                    }
                }
            }
            FieldAccess::PutField => {
                let [object, value] = *operands else { return };
                match own {
                    Some(field) => {
                        self.store(field, value, pc);
                        self.mutation(object, true, pc);
                    }
                    // Fields of libraries' objects are not distinguished: the object carries the taint.
                    None => self.add_contents(value, object, pc),
                }
            }
            FieldAccess::PutStatic => {
                if let (Some(field), Some(&value)) = (own, operands.first()) {
                    self.store(field, value, pc);
                }
            }
        }
    }

    fn store(&mut self, field: FieldId, value: ValueId, pc: u16) {
        self.skeleton.stores.push(Store { field, value: v(value), pc });
        if self.is_empty_for_good(value) {
            self.skeleton.empties.push(field);
        }
        if self.is_seeded(value) {
            self.skeleton.seeded.push(field);
        }
    }

    /// Returns the subject's field that a value was read from.
    fn field_of(&self, value: ValueId) -> Option<FieldId> {
        let world = self.lowering.scope.world;
        match self.body.definition(value)?.operation {
            Operation::Field(FieldAccess::GetField | FieldAccess::GetStatic, reference) => {
                let field = world.resolved_field(reference).ok()?;
                self.lowering.scope.is_own(world.view(field).class().id()).then_some(field)
            }
            _ => None,
        }
    }

    /// Returns whether a value is a random number generator that is created here with a seed.
    fn is_seeded(&self, value: ValueId) -> bool {
        let world = self.lowering.scope.world;
        let Some(Operation::New(name)) = self.body.definition(value).map(|made| made.operation) else {
            return false;
        };
        let name = world.text(name);
        let body = self.body;
        let constructed = |instruction: &Instruction| {
            let operands = body.operands(instruction);
            matches!(instruction.operation, Operation::Call(CallKind::Special, reference)
                if operands.len() == 2 && operands[0] == value && is_constructor(world, reference))
        };
        (name == "java/util/Random" || name == "java/util/SplittableRandom")
            && body.blocks().any(|block| {
                body.instructions_of(block).any(|instruction| constructed(body.instruction(instruction)))
            })
    }

    /// Returns whether a value is an immutable empty container.
    fn is_empty_for_good(&self, value: ValueId) -> bool {
        let Some(instruction) = self.body.definition(value) else { return false };
        let Operation::Call(CallKind::Static, reference) = instruction.operation else { return false };
        let world = self.lowering.scope.world;
        let row = world.method_ref(reference);
        let name = world.text(world.name_and_type_of(row.name_and_type).name).to_str();
        let class = world.text(row.class).to_str();
        self.body.operands(instruction).is_empty()
            && (&*class == "java/util/Collections" && name.starts_with("empty")
                || ["java/util/List", "java/util/Set", "java/util/Map"].contains(&&*class) && &*name == "of")
    }

    fn dynamic(&mut self, dynamic: DynamicId, operands: &[ValueId], result: Option<ValueId>, pc: u16) {
        self.copy_all(operands, result);
        let world = self.lowering.scope.world;
        let view = world.view(dynamic);
        let Some(result) = result else { return };
        if matches!(view.kind(), DynamicKind::ObjectMethods | DynamicKind::StringConcat) {
            for handle in view.handles() {
                match *handle {
                    Handle::Field(_, reference) => {
                        if let Ok(field) = world.resolved_field(reference) {
                            self.skeleton.loads.push(Load { field, value: v(result), holder: None, pc });
                        }
                    }
                    Handle::Method(_, reference) => self.implied(reference, result, pc),
                }
            }
        }
        let Some(lambda) = view.lambda() else { return };
        let Handle::Method(kind, reference) = lambda.implementation() else { return };
        let called = self.lowering.called.get(reference);
        if called.verdict.has(VerdictFlags::HARMLESS) {
            return;
        }
        if let Some(source) = self.source(called, reference, None) {
            let origin =
                Origin { value: v(result), in_contents: false, source, reference, receiver: None, pc };
            self.skeleton.origins.push(origin);
        }
        if let Some((target, _)) = self.target(kind, reference) {
            self.push_call(
                target,
                Shape::Lambda,
                operands.iter().map(|&operand| v(operand)),
                Some(v(result)),
                pc,
            );
        }
    }

    /// Adds a call that a record's method or a concatenation makes: methods inherited from `Object` depend on identity.
    fn implied(&mut self, reference: MethodRefId, result: ValueId, pc: u16) {
        let lowering = self.lowering;
        let Some(source) = lowering.called.get(reference).verdict.source else { return };
        let class = lowering.scope.world.class_of_symbol(lowering.scope.world.method_ref(reference).class);
        if self.is_own
            && lowering.catalog.sources[usize::from(source)].flags.has(SourceFlags::INHERITED)
            && self.is_inherited(reference, class)
        {
            let origin =
                Origin { value: v(result), in_contents: false, source, reference, receiver: None, pc };
            self.skeleton.origins.push(origin);
        }
    }
}

/// Returns whether a referenced method is a constructor.
pub(crate) fn is_constructor(world: &World, reference: MethodRefId) -> bool {
    let row = world.method_ref(reference);
    world.text(world.name_and_type_of(row.name_and_type).name) == "<init>"
}
