//! Values for the arguments of reset methods: mined from the code of polluter, victim and class, instead of drawn at random.

use reenact_classfile::{FieldType, MethodDescriptor};
use reenact_flow::Body;
use reenact_flow::body::{Operation, Terminator, ValueId};
use reenact_java::edit::Snippet;
use reenact_java::model::{ClassName, Literal};
use reenact_rebuild::Viewpoint;
use reenact_world::{CallKind, ClassId, FieldAccess, FieldId, MethodId};

use super::program::{Constants, Program, class_snippet, literal};
use super::state::{CleanValue, PollutedField};

/// Values of one type that are tried.
const MOST: usize = 8;

/// How deep expressions of initial values are nested.
const DEEPEST: usize = 3;

/// The values that a candidate may use.
pub(super) struct Values<'a, 'w> {
    pub program: &'a Program<'w>,
    pub viewpoint: &'a Viewpoint<'w>,
    /// Of the polluter, the victim and the class, in this order.
    pub constants: Constants,
}

impl Values<'_, '_> {
    /// Returns values of a type, the most likely first. `about` is the field that is to be reset.
    pub fn of(&self, ty: FieldType<'_>, about: FieldId, polluted: Option<&PollutedField>) -> Vec<Snippet> {
        let world = self.program.world;
        let mut values: Vec<Snippet> = Vec::new();
        let mut add = |value: Snippet| {
            if !values.contains(&value) && values.len() < MOST {
                values.push(value);
            }
        };
        let descriptor = ty.descriptor().to_str().into_owned();
        let is_same = world.view(about).descriptor().to_str() == descriptor;
        let clean =
            polluted.filter(|polluted| polluted.path.is_empty()).and_then(|polluted| polluted.clean.as_ref());
        if is_same {
            clean.and_then(|clean| self.clean(clean)).into_iter().for_each(&mut add);
            self.initial(about).into_iter().for_each(&mut add);
        }
        match descriptor.as_str() {
            "Z" => ["false", "true"].into_iter().for_each(|text| add(Snippet::text(text))),
            "B" | "S" | "C" | "I" => {
                add(Snippet::text("0"));
                let wanted = self.constants.ints.iter().filter(|value| !(-1..=5).contains(*value));
                let (cast, small) = match descriptor.as_str() {
                    "B" => ("(byte) ", -128..=127),
                    "S" => ("(short) ", -32_768..=32_767),
                    "C" => ("(char) ", 0..=65_535),
                    _ => ("", i32::MIN..=i32::MAX),
                };
                let fitting = wanted.chain(&[1, -1]).filter(|value| small.contains(*value));
                fitting.for_each(|value| add(Snippet::text(format!("{cast}{value}"))));
            }
            "J" => {
                add(Snippet::text("0L"));
                self.constants.longs.iter().for_each(|value| add(literal(Literal::Long(*value))));
            }
            "F" => add(Snippet::text("0f")),
            "D" => {
                add(Snippet::text("0.0"));
                self.constants.doubles.iter().for_each(|bits| add(literal(Literal::Double(*bits))));
            }
            "Ljava/lang/String;" => {
                let keys = polluted.map_or(&[][..], |polluted| &polluted.added_keys);
                keys.iter().for_each(|key| add(literal(Literal::string(key))));
                let lost = polluted.map_or(&[][..], |polluted| &polluted.lost_entries).iter().take(2);
                lost.flat_map(|(key, value)| [key, value])
                    .for_each(|text| add(literal(Literal::string(text))));
                let short = self.constants.texts.iter().filter(|text| text.len() <= 80);
                short.take(6).for_each(|text| add(literal(Literal::String(text.clone()))));
                add(Snippet::text("null"));
                add(Snippet::text("\"\""));
            }
            "Ljava/lang/Class;" => {
                let names = self.constants.classes.iter().filter_map(|name| self.viewpoint.name_of(name));
                names.for_each(|name| add(Snippet::class(name).then(".class")));
                add(Snippet::text("null"));
            }
            "Ljava/lang/Object;" => {
                let short = self.constants.texts.iter().filter(|text| text.len() <= 80);
                short.take(4).for_each(|text| add(literal(Literal::String(text.clone()))));
                add(Snippet::text("null"));
            }
            _ => self.references(ty, &mut add),
        }
        values
    }

    fn references(&self, ty: FieldType<'_>, add: &mut dyn FnMut(Snippet)) {
        let world = self.program.world;
        if ty.kind() == b'[' {
            if let Some(empty) = self.empty_array(ty) {
                add(empty);
            }
            add(Snippet::text("null"));
            return;
        }
        let name = ty.class_name().map(|name| name.to_str().into_owned()).unwrap_or_default();
        let implementation = match name.as_str() {
            "java/util/Map" => Some("HashMap"),
            "java/util/List" | "java/util/Collection" | "java/lang/Iterable" => Some("ArrayList"),
            "java/util/Set" => Some("HashSet"),
            "java/util/Properties" => Some("Properties"),
            _ => None,
        };
        if let Some(implementation) = implementation {
            let made =
                Snippet::text("new ").with(&Snippet::class(ClassName::new("java.util", &[implementation])));
            add(made.then(if implementation == "Properties" { "()" } else { "<>()" }));
            add(Snippet::text("null"));
            return;
        }
        let Some(class) = world.class_id(&name) else {
            add(Snippet::text("null"));
            return;
        };
        // Constants of the type, in the type itself or where code reads them.
        let own = world.view(class).fields().map(|field| field.id());
        for field in own.chain(self.constants.statics.iter().copied()) {
            if self.is_constant_of(field, class)
                && let Some(constant) = self.static_field(field)
            {
                add(constant);
            }
        }
        add(Snippet::text("null"));
        for method in world.view(class).methods() {
            let flags = method.access_flags();
            let Some(descriptor) = method.parsed_descriptor() else { continue };
            let has_none = descriptor.parameters().next().is_none();
            let Some(named) = class_snippet(self.viewpoint, class) else { continue };
            if !has_none || !self.viewpoint.can_call(method.id()) {
                continue;
            }
            let gives_it = descriptor.result().is_some_and(|result| result.descriptor() == ty.descriptor());
            if flags.is_static() && gives_it {
                add(named.then(format!(".{}()", method.name().to_str())));
            } else if method.is_constructor() && world.view(class).is_instantiable() {
                add(Snippet::text("new ").with(&named).then("()"));
            }
        }
    }

    fn empty_array(&self, ty: FieldType<'_>) -> Option<Snippet> {
        let element = ty.innermost();
        let name = match element.class_name() {
            Some(name) => Snippet::class(self.viewpoint.name_of(&name.to_str())?),
            None => Snippet::text(primitive(element.kind())?),
        };
        let depth = ty.descriptor().to_str().matches('[').count();
        Some(Snippet::text("new ").with(&name).then(format!("[0]{}", "[]".repeat(depth - 1))))
    }

    fn is_constant_of(&self, field: FieldId, class: ClassId) -> bool {
        let view = self.program.world.view(field);
        let flags = view.access_flags();
        let descriptor = view.descriptor().to_str();
        let own = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        let own = own.and_then(|name| self.program.world.class_id(name));
        flags.is_static()
            && flags.is_final()
            && own.is_some_and(|own| self.program.world.is_subtype(own, class))
    }

    /// A static field by its name, if a test can read it.
    pub fn static_field(&self, field: FieldId) -> Option<Snippet> {
        let view = self.program.world.view(field);
        let named = class_snippet(self.viewpoint, view.class().id())?;
        self.viewpoint.can_read(field).then(|| named.then(format!(".{}", view.name().to_str())))
    }

    /// A clean value as code.
    pub fn clean(&self, clean: &CleanValue) -> Option<Snippet> {
        match clean {
            CleanValue::Literal(value) => Some(literal(value.clone())),
            CleanValue::Class(name) => Some(Snippet::class(self.viewpoint.name_of(name)?).then(".class")),
            CleanValue::Static { class, field } => {
                let class = self.program.world.class_id(class)?;
                self.static_field(self.program.world.field(class, field)?)
            }
        }
    }

    /// The value that the class's initialiser gives a field, as an expression: a constant, a class, another constant's field, or an
    /// object of a constructor or factory with such arguments.
    pub fn initial(&self, field: FieldId) -> Option<Snippet> {
        let world = self.program.world;
        let view = world.view(field);
        let initialiser = view.class().method("<clinit>", "()V");
        let default = || {
            Snippet::text(match view.descriptor().to_str().as_bytes().first() {
                Some(b'Z') => "false",
                Some(b'L' | b'[') => "null",
                Some(b'J') => "0L",
                _ => "0",
            })
        };
        let Some(initialiser) = initialiser else { return Some(default()) };
        let body = Body::of(world, initialiser.id()).ok()?;
        let mut stored = None;
        for block in body.blocks() {
            for id in body.instructions_of(block) {
                let instruction = body.instruction(id);
                if let Operation::Field(FieldAccess::PutStatic, reference) = instruction.operation
                    && world.resolved_field(reference) == Ok(field)
                {
                    // Two stores mean that the value depends on something.
                    if stored.replace(body.operands(instruction).last().copied()).is_some() {
                        return None;
                    }
                }
            }
        }
        match stored {
            None => Some(default()),
            Some(value) => self.expression(&body, value?, world.view(field).descriptor().to_str() == "Z", 0),
        }
    }

    fn expression(&self, body: &Body, value: ValueId, is_boolean: bool, depth: usize) -> Option<Snippet> {
        let world = self.program.world;
        if depth > DEEPEST {
            return None;
        }
        let instruction = body.definition(value)?;
        Some(match instruction.operation {
            Operation::Null => Snippet::text("null"),
            Operation::Int(value) if is_boolean => Snippet::text(if value == 0 { "false" } else { "true" }),
            Operation::Int(value) => literal(Literal::Int(value)),
            Operation::Long(value) => literal(Literal::Long(value)),
            Operation::Float(bits) => literal(Literal::Float(bits)),
            Operation::Double(bits) => literal(Literal::Double(bits)),
            Operation::String(text) => literal(Literal::String(body.text(text).to_utf16())),
            Operation::Class(name) => {
                Snippet::class(self.viewpoint.name_of(&world.text(name).to_str())?).then(".class")
            }
            Operation::Field(FieldAccess::GetStatic, reference) => {
                self.static_field(world.resolved_field(reference).ok()?)?
            }
            Operation::New(name) => {
                let class = world.class_of_symbol(name)?;
                let (constructor, arguments) = constructor_of(self, body, value)?;
                let named = Snippet::text("new ").with(&class_snippet(self.viewpoint, class)?);
                self.viewpoint.can_call(constructor).then_some(())?;
                let is_generic =
                    world.view(class).signature().is_some_and(|text| text.to_str().starts_with('<'));
                let named = if is_generic { named.then("<>") } else { named };
                named.with(&self.arguments(body, constructor, &arguments, depth)?)
            }
            Operation::Call(CallKind::Static, reference) => {
                let method = world.resolved_method(reference).ok()?;
                self.viewpoint.can_call(method).then_some(())?;
                let view = world.view(method);
                let named = class_snippet(self.viewpoint, view.class().id())?;
                let arguments = body.operands(instruction).to_vec();
                named
                    .then(format!(".{}", view.name().to_str()))
                    .with(&self.arguments(body, method, &arguments, depth)?)
            }
            _ => return None,
        })
    }

    fn arguments(&self, body: &Body, method: MethodId, values: &[ValueId], depth: usize) -> Option<Snippet> {
        let descriptor: MethodDescriptor<'_> = self.program.world.view(method).parsed_descriptor()?;
        let mut list = Snippet::text("(");
        for (at, (value, ty)) in values.iter().zip(descriptor.parameters()).enumerate() {
            if at > 0 {
                list = list.then(", ");
            }
            list = list.with(&self.expression(body, *value, ty.kind() == b'Z', depth + 1)?);
        }
        Some(list.then(")"))
    }
}

/// The constructor call of an object that code makes, with its arguments.
fn constructor_of(values: &Values<'_, '_>, body: &Body, object: ValueId) -> Option<(MethodId, Vec<ValueId>)> {
    for block in body.blocks() {
        if matches!(body.terminator(block), Terminator::Throw(_)) {
            continue;
        }
        for id in body.instructions_of(block) {
            let instruction = body.instruction(id);
            if let Operation::Call(CallKind::Special, reference) = instruction.operation
                && body.operands(instruction).first() == Some(&object)
                && let Ok(method) = values.program.world.resolved_method(reference)
                && values.program.world.view(method).is_constructor()
            {
                return Some((method, body.operands(instruction)[1..].to_vec()));
            }
        }
    }
    None
}

/// The keyword of a primitive type.
pub(super) fn primitive(kind: u8) -> Option<&'static str> {
    Some(match kind {
        b'Z' => "boolean",
        b'B' => "byte",
        b'S' => "short",
        b'C' => "char",
        b'I' => "int",
        b'J' => "long",
        b'F' => "float",
        b'D' => "double",
        _ => return None,
    })
}
