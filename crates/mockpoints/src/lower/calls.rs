//! Flows of calls: of analysed code, of sources, and of libraries.

use reenact_base::Id;
use reenact_classfile::{FieldType, MethodDescriptor, Mutf8};
use reenact_flow::body::{Definition, Operation, ValueId};
use reenact_world::{CallKind, ClassId, Handle, MethodId, MethodRefId};

use super::{Making, v};
use crate::called::{Called, CalledFlags, Name};
use crate::catalog::matcher::VerdictFlags;
use crate::catalog::{Convention, SourceFlags};
use crate::external::proxied;
use crate::skeleton::{Call, Origin, Shape, Sink, SinkKind, Target, V};
use crate::uses::{decides_by_failing, is_replaced};

impl Making<'_, '_> {
    pub(super) fn push_call(
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
        let (copies, content_flows) = self.skeleton.flow_counts();
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
            content_flows,
        });
    }

    /// Returns the analysed target of a call, and whether no other code may run.
    pub(super) fn target(&self, kind: CallKind, reference: MethodRefId) -> Option<(Target, bool)> {
        let scope = self.lowering.scope;
        let called = self.lowering.called.get(reference);
        // A method that the JDK declares may have any implementation. The flows of a function object are in the object.
        if called.is(CalledFlags::PLATFORM) {
            return None;
        }
        if kind.is_dispatched() {
            let target = Target::Dispatched(reference);
            return called
                .is(CalledFlags::RUNS_ANALYSED)
                .then_some((target, called.is(CalledFlags::RUNS_NOTHING_ELSE)));
        }
        let target = scope.world.direct_target(self.caller, kind, reference)?;
        scope.analysed.contains(target).then_some((Target::One(target), true))
    }

    /// Returns the source that a call is in this method.
    pub(super) fn source(
        &self,
        called: &Called,
        reference: MethodRefId,
        receiver: Option<ValueId>,
    ) -> Option<u16> {
        let source = called.verdict.source?;
        let row = &self.lowering.catalog.sources[usize::from(source)];
        let class = || receiver.and_then(|receiver| self.static_class(receiver));
        if row.flags.has(SourceFlags::INHERITED) && !self.is_inherited(reference, class()) {
            return None;
        }
        let is_made_here = row.flags.has(SourceFlags::BY_RECEIVER)
            && receiver.is_some_and(|receiver| self.is_made_here(receiver));
        let counts = !self.is_point_itself(called)
            && (self.is_own || row.flags.has(SourceFlags::IN_LIBRARIES))
            && !is_made_here;
        counts.then_some(source)
    }

    /// Returns whether a class is the subject's own and inherits the method, as all its subclasses do. Code references
    /// the methods of `Object` by `Object`, so that the receiver decides (JLS 13.1).
    pub(super) fn is_inherited(&self, reference: MethodRefId, class: Option<ClassId>) -> bool {
        let scope = self.lowering.scope;
        let Ok(resolved) = scope.world.resolved_method(reference) else { return false };
        let Some(class) = class else { return false };
        scope.is_own(class)
            && !scope.world.view(class).is_interface()
            && std::iter::once(class).chain(scope.world.subtypes(class).iter().copied()).all(|below| {
                scope.world.select(below, resolved).is_ok_and(|selected| self.is_identity(resolved, selected))
            })
    }

    /// Returns whether the selected method still depends on identity alone: an enum's hash code is `Object`'s.
    fn is_identity(&self, resolved: MethodId, selected: MethodId) -> bool {
        let view = self.lowering.scope.world.view(selected);
        selected == resolved || view.class().name() == "java/lang/Enum" && view.name() == "hashCode"
    }

    /// Returns the declared class of a value, as far as the surrounding code shows it.
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

    /// Returns whether the contents of an object are replaced before any use.
    fn is_replaced(&self, value: ValueId, pc: u16) -> bool {
        let called = self.lowering.called;
        is_replaced(self.body, value, pc, |reference| {
            called.get(reference).verdict.has(VerdictFlags::REPLACES)
        })
    }

    /// Returns whether a source is a library's method that is the point itself. A constructor must run, and is not.
    fn is_point_itself(&self, called: &Called) -> bool {
        let catalog = self.lowering.catalog;
        !called.is(CalledFlags::CONSTRUCTOR)
            && called
                .verdict
                .source
                .is_some_and(|source| catalog.sources[usize::from(source)].flags.has(SourceFlags::DIRECT))
    }

    /// Returns whether an object comes from a call or an allocation in this method, so that its taint is known.
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

    pub(super) fn call(
        &mut self,
        kind: CallKind,
        reference: MethodRefId,
        operands: &[ValueId],
        result: Option<ValueId>,
        pc: u16,
    ) {
        let lowering = self.lowering;
        let called = lowering.called.get(reference);
        if called.verdict.has(VerdictFlags::HARMLESS) {
            return;
        }
        if self.is_own
            && (self.is_point_itself(called)
                || called.verdict.has(VerdictFlags::DECLARED)
                || called.outside.is_some()
                || proxied(lowering.scope, lowering.wiring, self.caller, kind, reference).is_some())
        {
            // It is a point itself, or its caller is one: replay knows its result.
            return;
        }
        let receiver = (kind != CallKind::Static).then(|| operands.first().copied()).flatten();
        let result_or_receiver = if called.is(CalledFlags::CONSTRUCTOR) { receiver } else { result };
        if let Some(source) = self.source(called, reference, receiver)
            && !result_or_receiver.is_some_and(|result_or_receiver| self.is_replaced(result_or_receiver, pc))
        {
            let row = &lowering.catalog.sources[usize::from(source)];
            if self.is_own && decides_by_failing(lowering.scope.world, self.body, reference, pc) {
                let branch = |value: ValueId| Sink { kind: SinkKind::Branch, value: v(value), pc };
                self.skeleton.sinks.extend(result_or_receiver.map(branch));
            }
            let receiver_field = receiver
                .filter(|_| row.flags.has(SourceFlags::BY_RECEIVER))
                .and_then(|value| self.field_of(value));
            let mut origin = |value: ValueId, in_contents| {
                let receiver = receiver_field;
                let value = v(value);
                self.skeleton.origins.push(Origin { value, in_contents, source, reference, receiver, pc });
            };
            if row.flags.has(SourceFlags::TAINTS_ARGUMENTS) {
                let given = operands.iter().skip(usize::from(receiver.is_some()));
                given.for_each(|&argument| origin(argument, true));
            } else if called.is(CalledFlags::CONSTRUCTOR) {
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

    /// Adds the flows of a method whose code is not analysed: from all arguments to its result, and to its receiver if it
    /// may store them.
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
            // A condition on the elements to remove is not stored into the collection: it decides, as a branch does.
            let takes_in = called.is(CalledFlags::CONSTRUCTOR)
                || !verdict.has(VerdictFlags::IMMUTABLE)
                    && called.name != Name::RemoveIf
                    && (verdict.has(VerdictFlags::MUTATES)
                        || result.is_none()
                        || called.suggests(Convention::STORES_ARGUMENTS));
            if takes_in {
                given.iter().for_each(|&argument| self.add_contents(argument, receiver, pc));
            } else if called.name == Name::RemoveIf {
                let branch = |&argument: &ValueId| Sink { kind: SinkKind::Branch, value: v(argument), pc };
                self.skeleton.sinks.extend(given.iter().map(branch));
            }
            if called.name == Name::IfPresentOrElse {
                self.skeleton.sinks.push(Sink { kind: SinkKind::Branch, value: v(receiver), pc });
            }
            if let Some(result) = result
                && !verdict.has(VerdictFlags::IMMUTABLE)
                && called.is(CalledFlags::VIEW)
            {
                self.back(result, receiver);
            }
            if verdict.has(VerdictFlags::MUTATES) && !called.is(CalledFlags::CONSTRUCTOR) {
                self.mutation(receiver, false, pc);
            }
        } else if verdict.has(VerdictFlags::MUTATES) {
            given.iter().for_each(|&argument| self.mutation(argument, false, pc));
        }
        // Arrays are filled, and so are the arguments of a static method without a result.
        let fills_arrays = result.is_none() || called.suggests(Convention::FILLS_ARRAYS);
        let fills_objects = receiver.is_none()
            && !called.suggests(Convention::CHECKS_ARGUMENTS)
            && (result.is_none() || verdict.has(VerdictFlags::MUTATES));
        for (position, &argument) in given.iter().enumerate() {
            if fills_arrays && called.takes_array(position) || fills_objects && called.takes_object(position)
            {
                operands.iter().for_each(|&other| self.add_contents(other, argument, pc));
            }
        }
        self.callbacks(called.name, operands, pc);
    }

    /// Adds calls of function objects that are created here and passed to a library: it calls them with its own values.
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
            // One value for all values of the library.
            let library_value = (self.skeleton.pcs.len() - self.values_start) as V;
            self.skeleton.pcs.push(pc);
            // An absent value is computed from the key alone, not from other contents of the map.
            let makes_absent = usize::from(name == Name::ComputeIfAbsent);
            let others = operands.iter().enumerate().skip(makes_absent);
            for (_, &other) in others.filter(|&(other, _)| other != position) {
                self.skeleton.copies.push((v(other), library_value));
            }
            let rest = all.saturating_sub(captured.len());
            let arguments = captured.into_iter().chain(std::iter::repeat_n(library_value, rest));
            self.push_call(target, Shape::Callback, arguments.collect::<Vec<_>>().into_iter(), None, pc);
        }
    }
}
