//! From a method's body to its skeleton. What library methods do with what they are given is decided here.

use reenact_base::Id;
use reenact_classfile::{FieldType, MethodDescriptor, Mutf8};
use reenact_flow::body::{
    BlockId, Body, Caught, Definition, Instruction, Kind, Operation, Terminator, ValueId,
};
use reenact_world::{
    CallKind, ClassId, DynamicId, DynamicKind, FieldAccess, FieldId, FieldRefId, Handle, MethodId,
    MethodRefId, World,
};

use crate::beans::Wiring;
use crate::called::{Called, CalledMethods, Name};
use crate::catalog::Catalog;
use crate::external::proxied;
use crate::scope::Scope;
use crate::skeleton::{Call, Load, Mutation, Origin, Pool, Pour, Shape, Sink, SinkKind, Store, Target, V};
use crate::uses::{decides_by_failing, is_replaced};

/// What all methods are lowered by.
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
    /// What is added to it is the method's.
    skeleton: &'m mut Pool,
    values_start: usize,
    is_own: bool,
    caller: ClassId,
    /// Of the block at hand: the exceptions of its handlers, in `lists`.
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

    /// Whether a branch only refuses a parameter that is null, as `Objects.requireNonNull` does. Who gives one that
    /// depends on state has other uses for it.
    fn is_guard(&self, block: BlockId, terminator: Terminator) -> bool {
        let Terminator::Branch { left, right: None, .. } = terminator else { return false };
        let value = self.body.value(left);
        let throws = |target| matches!(self.body.terminator(target), Terminator::Throw(_));
        value.kind == Kind::Reference
            && matches!(value.definition, Definition::Parameter)
            && self.body.successors(block).iter().any(|edge| throws(edge.target))
    }

    /// Whether a handler takes whatever a call is likely to throw.
    fn catches_most(&self, caught: Caught) -> bool {
        let Caught::Class(class) = caught else { return caught == Caught::Anything };
        let name = self.lowering.scope.world.view(class).name();
        ["java/lang/Throwable", "java/lang/Exception", "java/lang/RuntimeException"]
            .iter()
            .any(|most| name == *most)
    }

    /// Whether what is thrown is made here, and of a class that a handler here takes.
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

    /// What is poured into `value` is poured into `source` too.
    fn back(&mut self, value: ValueId, source: ValueId) {
        let is_reference = |value| self.body.value(value).kind == Kind::Reference;
        if value != source && is_reference(value) && is_reference(source) {
            self.skeleton.backs.push((v(value), v(source)));
        }
    }

    fn pour(&mut self, from: ValueId, into: ValueId, pc: u16) {
        if from != into && self.body.value(into).kind == Kind::Reference {
            self.skeleton.pours.push(Pour { from: v(from), into: v(into), pc });
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
                    self.pour(value, array, pc);
                    self.pour(index, array, pc);
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
                // An object that carries something has it in its fields, one cannot say in which.
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
                    // Of the fields of libraries' objects no account is kept: the object carries it.
                    None => self.pour(value, object, pc),
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

    /// The field of the subject's that a value was read from.
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

    /// Whether a value is a generator of random numbers that was made here with a seed.
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

    /// Whether a value is a container that has nothing in it and takes nothing in.
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
        if called.verdict.harmless {
            return;
        }
        if let Some(source) = self.source(called, reference, None) {
            let origin = Origin { value: v(result), is_poured: false, source, reference, receiver: None, pc };
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

    /// A call that a record's method or a concatenation makes by itself: what objects have from `Object` alone
    /// tells their identity.
    fn implied(&mut self, reference: MethodRefId, result: ValueId, pc: u16) {
        let lowering = self.lowering;
        let Some(source) = lowering.called.get(reference).verdict.source else { return };
        let class = lowering.scope.world.class_of_symbol(lowering.scope.world.method_ref(reference).class);
        if self.is_own
            && lowering.catalog.sources[usize::from(source)].inherited
            && self.is_inherited(reference, class)
        {
            let origin = Origin { value: v(result), is_poured: false, source, reference, receiver: None, pc };
            self.skeleton.origins.push(origin);
        }
    }

    fn push_call(
        &mut self,
        target: Target,
        shape: Shape,
        arguments: impl Iterator<Item = V>,
        result: Option<V>,
        pc: u16,
    ) {
        let start = self.skeleton.lists.len() as u32;
        self.skeleton.lists.extend(arguments);
        let arguments = (start, self.skeleton.lists.len() as u32);
        let (handlers, catches_all) = (self.handlers, self.catches_all);
        let (copies, pours) = self.skeleton.copies_and_pours();
        self.skeleton.calls.push(Call {
            target,
            callee: None,
            shape,
            arguments,
            handlers,
            catches_all,
            result,
            pc,
            copies,
            pours,
        });
    }

    /// The analysed code that a call runs, and whether there is no other.
    fn target(&self, kind: CallKind, reference: MethodRefId) -> Option<(Target, bool)> {
        let scope = self.lowering.scope;
        let called = self.lowering.called.get(reference);
        // Whatever the JDK declares may be done by anybody. What a function object does is in the object.
        if called.is_platform {
            return None;
        }
        if kind.is_dispatched() {
            let target = Target::Dispatched(reference);
            return called.runs_analysed.then_some((target, called.runs_nothing_else));
        }
        let target = scope.world.direct_target(self.caller, kind, reference)?;
        scope.analysed.contains(target).then_some((Target::One(target), true))
    }

    /// The source that a call is here.
    fn source(&self, called: &Called, reference: MethodRefId, receiver: Option<ValueId>) -> Option<u16> {
        let source = called.verdict.source?;
        let row = &self.lowering.catalog.sources[usize::from(source)];
        let class = || receiver.and_then(|receiver| self.static_class(receiver));
        if row.inherited && !self.is_inherited(reference, class()) {
            return None;
        }
        let is_made_here = row.by_receiver && receiver.is_some_and(|receiver| self.is_made_here(receiver));
        let counts = !self.is_point_itself(called) && (self.is_own || row.hidden) && !is_made_here;
        counts.then_some(source)
    }

    /// Whether a class is the subject's own and has the method from elsewhere, with all below it. Of what `Object`
    /// declares code names `Object`, so that the receiver must be looked at (JLS 13.1).
    fn is_inherited(&self, reference: MethodRefId, class: Option<ClassId>) -> bool {
        let scope = self.lowering.scope;
        let Ok(resolved) = scope.world.resolved_method(reference) else { return false };
        let Some(class) = class else { return false };
        scope.is_own(class)
            && !scope.world.view(class).is_interface()
            && std::iter::once(class).chain(scope.world.subtypes(class).iter().copied()).all(|below| {
                scope.world.select(below, resolved).is_ok_and(|selected| self.is_identity(resolved, selected))
            })
    }

    /// Whether what runs in place of a method still tells the identity alone: an enum's hash code is `Object`'s.
    fn is_identity(&self, resolved: MethodId, selected: MethodId) -> bool {
        let view = self.lowering.scope.world.view(selected);
        selected == resolved || view.class().name() == "java/lang/Enum" && view.name() == "hashCode"
    }

    /// The class that a value is declared to be of, as far as the code around it says.
    fn static_class(&self, value: ValueId) -> Option<ClassId> {
        let world = self.lowering.scope.world;
        let named = |name: Option<Mutf8<'_>>| world.class_id(&name?.to_str());
        match self.body.value(value).definition {
            Definition::Parameter => {
                let view = world.view(self.body.method());
                let receiver = usize::from(!view.access_flags().is_static());
                let Some(position) = value.index().checked_sub(receiver) else { return Some(self.caller) };
                named(view.parsed_descriptor()?.parameters().nth(position)?.class_name())
            }
            Definition::Instruction(id) => match self.body.instruction(id).operation {
                Operation::New(name) | Operation::CheckCast(name) => world.class_of_symbol(name),
                Operation::Field(_, reference) => {
                    let pair = world.name_and_type_of(world.field_ref(reference).name_and_type);
                    named(FieldType::parse(world.text(pair.descriptor))?.class_name())
                }
                Operation::Call(_, reference) => {
                    let pair = world.name_and_type_of(world.method_ref(reference).name_and_type);
                    named(MethodDescriptor::parse(world.text(pair.descriptor))?.result()?.class_name())
                }
                _ => None,
            },
            Definition::BlockParameter(_) => None,
        }
    }

    /// Whether all that an object of here holds is replaced before anybody looks at it.
    fn is_replaced(&self, value: ValueId, pc: u16) -> bool {
        let called = self.lowering.called;
        is_replaced(self.body, value, pc, |reference| called.get(reference).verdict.replaces)
    }

    /// Whether a source is a library's method that is the point itself. A constructor must run, and is none.
    fn is_point_itself(&self, called: &Called) -> bool {
        let catalog = self.lowering.catalog;
        !called.is_constructor
            && called.verdict.source.is_some_and(|source| catalog.sources[usize::from(source)].direct)
    }

    /// Whether an object comes from a call or an allocation in this very code, so that it is known what it
    /// carries.
    fn is_made_here(&self, value: ValueId) -> bool {
        match self.body.value(value).definition {
            Definition::Instruction(id) => {
                let instruction = self.body.instruction(id);
                match instruction.operation {
                    Operation::New(_) | Operation::Call(..) => true,
                    Operation::CheckCast(_) => self
                        .body
                        .operands(instruction)
                        .first()
                        .is_some_and(|&operand| self.is_made_here(operand)),
                    _ => false,
                }
            }
            Definition::Parameter | Definition::BlockParameter(_) => false,
        }
    }

    fn call(
        &mut self,
        kind: CallKind,
        reference: MethodRefId,
        operands: &[ValueId],
        result: Option<ValueId>,
        pc: u16,
    ) {
        let lowering = self.lowering;
        let called = lowering.called.get(reference);
        if called.verdict.harmless {
            return;
        }
        if self.is_own
            && (self.is_point_itself(called)
                || called.verdict.white
                || called.outside.is_some()
                || proxied(lowering.scope, lowering.wiring, self.caller, kind, reference).is_some())
        {
            // It is a point itself, or its caller is one: nothing comes of it that replay does not know.
            return;
        }
        let receiver = (kind != CallKind::Static).then(|| operands.first().copied()).flatten();
        let told = if called.is_constructor { receiver } else { result };
        if let Some(source) = self.source(called, reference, receiver)
            && !told.is_some_and(|told| self.is_replaced(told, pc))
        {
            let row = &lowering.catalog.sources[usize::from(source)];
            if self.is_own && decides_by_failing(lowering.scope.world, self.body, reference, pc) {
                let branch = |value: ValueId| Sink { kind: SinkKind::Branch, value: v(value), pc };
                self.skeleton.sinks.extend(told.map(branch));
            }
            let receiver_field = receiver.filter(|_| row.by_receiver).and_then(|value| self.field_of(value));
            let mut origin = |value: ValueId, is_poured| {
                let receiver = receiver_field;
                let value = v(value);
                self.skeleton.origins.push(Origin { value, is_poured, source, reference, receiver, pc });
            };
            if row.taints_arguments {
                let given = operands.iter().skip(usize::from(receiver.is_some()));
                given.for_each(|&argument| origin(argument, true));
            } else if called.is_constructor {
                receiver.into_iter().for_each(|receiver| origin(receiver, true));
            } else {
                result.into_iter().for_each(|result| origin(result, false));
            }
        }
        if let Some((target, is_all)) = self.target(kind, reference) {
            let arguments = operands.iter().map(|&operand| v(operand));
            self.push_call(target, Shape::Plain, arguments, result.map(v), pc);
            if is_all {
                return;
            }
        }
        self.library(called, receiver, operands, result, pc);
    }

    /// A method whose code is not looked into: its result has something of all that it is given, and so has its
    /// receiver, if it may take it in.
    fn library(
        &mut self,
        called: &Called,
        receiver: Option<ValueId>,
        operands: &[ValueId],
        result: Option<ValueId>,
        pc: u16,
    ) {
        self.copy_all(operands, result);
        let verdict = called.verdict;
        let given = &operands[usize::from(receiver.is_some()).min(operands.len())..];
        if let Some(receiver) = receiver {
            // Nothing comes into a collection by a condition on what is to go: that decides, as a branch does.
            let takes_in = called.is_constructor
                || !verdict.immutable
                    && called.name != Name::RemoveIf
                    && (verdict.mutates || result.is_none() || called.pours);
            if takes_in {
                given.iter().for_each(|&argument| self.pour(argument, receiver, pc));
            } else if called.name == Name::RemoveIf {
                let branch = |&argument: &ValueId| Sink { kind: SinkKind::Branch, value: v(argument), pc };
                self.skeleton.sinks.extend(given.iter().map(branch));
            }
            if called.name == Name::IfPresentOrElse {
                self.skeleton.sinks.push(Sink { kind: SinkKind::Branch, value: v(receiver), pc });
            }
            if let Some(result) = result
                && !verdict.immutable
                && called.is_view
            {
                self.back(result, receiver);
            }
            if verdict.mutates && !called.is_constructor {
                self.mutation(receiver, false, pc);
            }
        } else if verdict.mutates {
            given.iter().for_each(|&argument| self.mutation(argument, false, pc));
        }
        // Arrays are filled, and so is what a static method without a result is given.
        let fills_arrays = result.is_none() || called.fills;
        let fills_objects = receiver.is_none() && !called.checks && (result.is_none() || verdict.mutates);
        for (position, &argument) in given.iter().enumerate() {
            if fills_arrays && called.takes_array(position) || fills_objects && called.takes_object(position)
            {
                operands.iter().for_each(|&other| self.pour(other, argument, pc));
            }
        }
        self.callbacks(called.name, operands, pc);
    }

    /// Function objects that are made here and handed to a library: it calls them with what else it has.
    fn callbacks(&mut self, name: Name, operands: &[ValueId], pc: u16) {
        for (position, &operand) in operands.iter().enumerate() {
            let Some(instruction) = self.body.definition(operand) else { continue };
            let Operation::Dynamic(dynamic) = instruction.operation else { continue };
            let world = self.lowering.scope.world;
            let Some(lambda) = world.view(dynamic).lambda() else { continue };
            let Handle::Method(kind, reference) = lambda.implementation() else { continue };
            let Some((target, _)) = self.target(kind, reference) else { continue };
            let captured: Vec<V> = self.body.operands(instruction).iter().map(|&value| v(value)).collect();
            let pair = world.name_and_type_of(world.method_ref(reference).name_and_type);
            let parameters =
                MethodDescriptor::parse(world.text(pair.descriptor)).map_or(0, |d| d.parameters().count());
            let all = parameters + usize::from(kind != CallKind::Static);
            // One value for whatever the library has.
            let whatever = (self.skeleton.pcs.len() - self.values_start) as V;
            self.skeleton.pcs.push(pc);
            // What is not there yet is made of the key alone, whatever else the map holds.
            let makes_absent = usize::from(name == Name::ComputeIfAbsent);
            let others = operands.iter().enumerate().skip(makes_absent);
            for (_, &other) in others.filter(|&(other, _)| other != position) {
                self.skeleton.copies.push((v(other), whatever));
            }
            let rest = all.saturating_sub(captured.len());
            let arguments = captured.into_iter().chain(std::iter::repeat_n(whatever, rest));
            self.push_call(target, Shape::Callback, arguments.collect::<Vec<_>>().into_iter(), None, pc);
        }
    }
}

/// Whether a method that code names is a constructor.
pub(crate) fn is_constructor(world: &World, reference: MethodRefId) -> bool {
    let row = world.method_ref(reference);
    world.text(world.name_and_type_of(row.name_and_type).name) == "<init>"
}
