//! A plan's steps, one after the other.

use reenact_base::name::InternalName;
use reenact_java::model::{Catch, ClassName, Expression, Literal, Local, Statement, Type};
use reenact_rebuild::plan::{Made, Making, Member, ObjectId, Operand, Step};

use super::literal::narrowed;
use super::{Place, Unwritable, Writer, width};
use crate::options::StandIns;
use crate::types::{Argument, Bindings, Ty};

/// Calls within calls that people still read.
const DEEPEST_IN_PLACE: usize = 3;

/// Columns of an expression in place of a variable; a list of literals may have more, because it reads the same
/// anywhere.
const WIDEST_IN_PLACE: usize = 64;
const WIDEST_LIST_IN_PLACE: usize = 400;

/// A text that is longer than this, and used more than once, gets a variable.
const LONG_TEXT: usize = 24;

impl<'a> Writer<'a, '_> {
    /// Writes all steps.
    pub(super) fn steps(&mut self) -> Result<(), Unwritable> {
        let plan = self.plan;
        for step in &plan.steps {
            match step {
                Step::Make { object, made } => self.make(*object, made)?,
                Step::Call { on, method, arguments } => {
                    if !self.retype(*on, method, arguments)? {
                        let call = self.call(*on, method, arguments)?;
                        self.draft.statements.push(call);
                    }
                }
                Step::Attempt { on, method, arguments } => {
                    let thrown = self.draft.thrown.clone();
                    let call = self.call(*on, method, arguments)?;
                    self.draft.thrown = thrown;
                    self.draft.statements.push(attempted(call));
                }
                Step::CallStatic { method, arguments } => {
                    let class = self.scene.viewpoint.name_of(&method.class).ok_or_else(|| {
                        Unwritable::Class(InternalName::new(&method.class).to_binary().into())
                    })?;
                    let called = self.arguments(method, None, arguments, Bindings::default(), 0)?;
                    let call = Expression::call_static(class, &method.name, called.arguments);
                    self.draft.statements.push(call.statement());
                }
                Step::Assign { on, field, value } => {
                    let on = self.object(*on, None, 0)?;
                    let on = self.scene.receiver(on, field);
                    let asked = self.scene.field_type(field);
                    let value = narrowed(self.operand(value, Some(&asked), 0)?.expression);
                    self.draft.statements.push(Statement::assign(on.expression.field(&field.name), value));
                }
                Step::SetElement { array, index, value } => {
                    let array = self.object(*array, None, 0)?;
                    let asked = array.ty.element().cloned();
                    let value = narrowed(self.operand(value, asked.as_ref(), 0)?.expression);
                    let index = Expression::int(i32::try_from(*index).unwrap_or(i32::MAX));
                    let element =
                        Expression::Index { array: Box::new(array.expression), index: Box::new(index) };
                    self.draft.statements.push(Statement::assign(element, value));
                }
            }
        }
        Ok(())
    }

    fn call(
        &mut self,
        on: ObjectId,
        method: &'a Member,
        arguments: &'a [Operand],
    ) -> Result<Statement, Unwritable> {
        let on = self.object(on, None, 0)?;
        let on = self.scene.receiver(on, method);
        let called = self.arguments(method, Some(&on.ty), arguments, Bindings::default(), 0)?;
        Ok(on.expression.call(&method.name, called.arguments).statement())
    }

    /// Appends a call to the declaration of its receiver, if it stands just before and the call returns the object
    /// with other type arguments: `Option<Integer> option = builder.argument().ofType(Integer.class)`, which is an
    /// `Option<String>` at first. Whether it returns the same object shows when the test runs.
    fn retype(
        &mut self,
        on: ObjectId,
        method: &'a Member,
        arguments: &'a [Operand],
    ) -> Result<bool, Unwritable> {
        let Some(Place::Variable(name, declared)) = self.places.get(&on) else { return Ok(false) };
        let (name, declared) = (name.clone(), declared.clone());
        let Ty::Class(class, own) = &declared else { return Ok(false) };
        let before = self.draft.statements.last();
        let is_declared = matches!(before, Some(Statement::Local(local)) if local.name == name);
        let result = self.scene.method(method).and_then(|method| self.scene.types.method(method).result);
        let is_alike =
            matches!(&result, Some(Ty::Class(of, other)) if of == class && other.iter().any(is_variable));
        if own.is_empty() || !is_declared || !is_alike {
            return Ok(false);
        }
        let statements = self.draft.statements.len();
        let called = self.arguments(method, Some(&declared), arguments, Bindings::default(), 0)?;
        let Some(result) = called.result.filter(|result| result.is_known() && *result != declared) else {
            return Ok(false);
        };
        let Some(source) = self.scene.source(&result) else { return Ok(false) };
        if let Some(Statement::Local(local)) = self.draft.statements[..statements].last_mut()
            && let Some(value) = local.value.take()
        {
            local.value = Some(value.call(&method.name, called.arguments));
            local.ty = source;
        }
        self.places.insert(on, Place::Variable(name, result));
        Ok(true)
    }

    fn make(&mut self, object: ObjectId, made: &'a Made) -> Result<(), Unwritable> {
        let sites_are_empty = self.uses.sites(object).is_empty();
        if sites_are_empty && !self.is_pinned(object) {
            // A helper that nothing needs in the end.
            if matches!(made.making, Making::String(_) | Making::StaticField(_) | Making::ClassLiteral(_)) {
                return Ok(());
            }
        }
        if self.is_constant(object, made) {
            self.places.insert(object, Place::InPlace { object, made, depth: 0 });
            return Ok(());
        }
        if let Some(depth) = self.depth_in_place(object, made)
            && !self.is_pinned(object)
            && self.uses.can_wait(object)
            && !self.is_stubbed(made)
        {
            // Expressions that cannot be declared anywhere, such as a cast method reference, were checked when written.
            let asked = self.uses.sites(object).first().and_then(|(_, site)| self.asked(site));
            let thrown = self.draft.thrown.clone();
            let typed = self.making(&made.making, Some(made), asked.as_ref(), 0)?;
            if self.reads_well(object, &typed.expression) {
                self.places.insert(object, Place::InPlace { object, made, depth });
                return Ok(());
            }
            self.draft.thrown = thrown;
        }
        if sites_are_empty && !self.is_pinned(object) && !self.is_stubbed(made) && self.call_alone(made)? {
            return Ok(());
        }
        self.declare(object, made)
    }

    /// Writes the making of an object that nothing uses as a statement: it is there for what it does, such as an option that a parser
    /// is given. Returns false if it is not a call.
    fn call_alone(&mut self, made: &'a Made) -> Result<bool, Unwritable> {
        let thrown = self.draft.thrown.clone();
        let typed = self.making(&made.making, Some(made), None, 0)?;
        let is_call = match &typed.expression {
            Expression::Call(_) => true,
            Expression::New(new) => new.body.is_none(),
            _ => false,
        };
        match is_call {
            true => self.draft.statements.push(typed.expression.statement()),
            false => self.draft.thrown = thrown,
        }
        Ok(is_call)
    }

    fn declare(&mut self, object: ObjectId, made: &'a Made) -> Result<(), Unwritable> {
        let asked = self.uses.sites(object).iter().find_map(|(_, site)| self.asked(site));
        let first = self.making(&made.making, Some(made), asked.as_ref(), 0)?;
        let declared = match &first.ty {
            Ty::Unknown | Ty::Variable(_) => self.scene.types.named(&made.class),
            ty => self.declared(object, made, ty),
        };
        // Written again for the type that it has now: type arguments decide on casts in between.
        let typed = self.making(&made.making, Some(made), Some(&declared), 0)?;
        let typed = self.scene.fitted(typed, &declared);
        let source = self
            .scene
            .source(&declared)
            .ok_or_else(|| Unwritable::Class(InternalName::new(&made.class).to_binary().into()))?;
        let name = self.named(object, made, &declared);
        let value = match typed.expression {
            // `int[] numbers = {1, 2}` says it once.
            Expression::NewArrayOf { elements, .. } if typed.ty == declared => Expression::Elements(elements),
            other => narrowed(other),
        };
        self.draft.statements.push(Statement::Local(Local::new(source, &name, value)));
        self.draft.declared.insert(name.clone());
        self.places.insert(object, Place::Variable(name.clone(), declared.clone()));
        match &made.making {
            Making::StandIn(stand_in) if self.is_stubbed(made) => self.stubs(stand_in, &name, &declared),
            _ => Ok(()),
        }
    }

    /// Whether statements behind it say what an object answers.
    fn is_stubbed(&self, made: &Made) -> bool {
        let has_answers = matches!(&made.making, Making::StandIn(stand_in) if !stand_in.answers.is_empty());
        has_answers && self.scene.stand_ins == StandIns::Mockito
    }

    /// Whether an object is the same wherever it is written: it has no identity to lose.
    fn is_constant(&self, object: ObjectId, made: &Made) -> bool {
        match &made.making {
            Making::StaticField(_) | Making::ClassLiteral(_) => true,
            Making::String(text) => text.len() <= LONG_TEXT || self.uses.sites(object).len() <= 1,
            Making::Factory { method, arguments } => {
                let is_box =
                    matches!(arguments.as_slice(), [Operand::Value(_)]) && &*method.name == "valueOf";
                is_box && method.class.starts_with("java/lang/")
            }
            _ => false,
        }
    }

    fn is_pinned(&self, object: ObjectId) -> bool {
        let is_pinned_root = |(index, root): (usize, &Operand)| {
            matches!(root, Operand::Object(of_root) if *of_root == object)
                && self.wishes.pinned_roots.get(index).copied().unwrap_or(false)
        };
        self.wishes.pinned.is_some_and(|pinned| pinned.contains(&object))
            || self.plan.roots.iter().enumerate().any(is_pinned_root)
    }

    /// How many levels deep the object's expression would be; `None` if that is too deep.
    fn depth_in_place(&self, object: ObjectId, made: &Made) -> Option<usize> {
        let _ = object;
        let mut deepest = 0;
        let mut visit = |operand: &Operand| {
            if let Operand::Object(part) = operand
                && let Some(Place::InPlace { depth, object, .. }) = self.places.get(part)
                && !self.uses.sites(*object).is_empty()
            {
                deepest = deepest.max(*depth + 1);
            }
        };
        each_operand(&made.making, &mut visit);
        (deepest < DEEPEST_IN_PLACE).then_some(deepest.max(1))
    }

    fn reads_well(&self, object: ObjectId, expression: &Expression) -> bool {
        let is_root = matches!(self.uses.sites(object), [(_, super::uses::Site::Root(_))]);
        let widest = match is_root {
            true => self.wishes.root_width,
            false if is_list_of_literals(expression) => WIDEST_LIST_IN_PLACE,
            false => WIDEST_IN_PLACE,
        };
        width::of(expression) <= widest
    }
}

fn is_variable(argument: &Argument) -> bool {
    matches!(argument, Argument::Exact(Ty::Variable(_)))
}

/// A call that threw when it was recorded: what it did before counts.
fn attempted(call: Statement) -> Statement {
    Statement::Try {
        resources: Vec::new(),
        body: vec![call],
        catches: vec![Catch {
            types: vec![Type::class(ClassName::lang("Exception"))],
            name: "expected".to_owned(),
            body: vec![Statement::comment("it threw when it was recorded, too")],
        }],
        finally: Vec::new(),
    }
}

/// Visits the operands of a making and of what is written inline in it.
pub(super) fn each_operand(making: &Making, visit: &mut dyn FnMut(&Operand)) {
    fn operands(list: &[Operand], visit: &mut dyn FnMut(&Operand), depth: usize) {
        if depth > 64 {
            return;
        }
        for operand in list {
            visit(operand);
            match operand {
                Operand::Inline(making) => inner(making, visit, depth + 1),
                Operand::Spread(elements) => operands(elements, visit, depth + 1),
                _ => {}
            }
        }
    }
    fn inner(making: &Making, visit: &mut dyn FnMut(&Operand), depth: usize) {
        match making {
            Making::Constructor { outer, arguments, .. } => {
                if let Some(outer) = outer {
                    operands(std::slice::from_ref(outer), visit, depth);
                }
                operands(arguments, visit, depth);
            }
            Making::Factory { arguments, .. } => operands(arguments, visit, depth),
            Making::Result { on, arguments, .. } => {
                operands(std::slice::from_ref(on), visit, depth);
                operands(arguments, visit, depth);
            }
            Making::Chain { first, calls } => {
                inner(first, visit, depth + 1);
                calls.iter().for_each(|(_, arguments)| operands(arguments, visit, depth));
            }
            Making::Field { of, .. } => operands(std::slice::from_ref(of), visit, depth),
            Making::Array { elements, .. } => operands(elements, visit, depth),
            Making::MethodReference { on: Some(on), .. } => operands(std::slice::from_ref(on), visit, depth),
            _ => {}
        }
    }
    inner(making, visit, 0);
}

/// A list or array of nothing but literals and constants, however it is made.
fn is_list_of_literals(expression: &Expression) -> bool {
    fn is_plain(expression: &Expression, depth: usize) -> bool {
        depth < 8
            && match expression {
                Expression::Literal(Literal::String(text)) => text.len() < 100,
                Expression::Literal(_) | Expression::StaticField { .. } | Expression::ClassLiteral(_) => true,
                Expression::Elements(elements) | Expression::NewArrayOf { elements, .. } => {
                    elements.iter().all(|element| is_plain(element, depth + 1))
                }
                Expression::Call(call) => {
                    matches!(call.on, reenact_java::model::Target::Class(_))
                        && call.arguments.iter().all(|argument| is_plain(argument, depth + 1))
                }
                Expression::New(new) => {
                    new.body.is_none() && new.arguments.iter().all(|argument| is_plain(argument, depth + 1))
                }
                _ => false,
            }
    }
    is_plain(expression, 0)
}
