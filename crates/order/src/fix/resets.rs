//! Methods that reset a field, found in bytecode anywhere on the class path, and calls of them.

use std::collections::BTreeSet;
use std::rc::Rc;

use reenact_classfile::FieldType;
use reenact_java::edit::Snippet;
use reenact_java::model::Literal;
use reenact_rebuild::Viewpoint;
use reenact_world::{ClassId, FieldId, MethodId, MethodView};

use super::candidate::{Candidate, Origin};
use super::changing::Role;
use super::program::{Program, Reach, class_snippet, literal};
use super::state::{CleanValue, PathStep, PollutedField};
use super::values::Values;

/// Calls of one method with other arguments.
const MOST_CALLS: usize = 24;

/// Classes that tests use directly whose static methods are tried.
const MOST_BESIDE: usize = 10;

/// Cells whose clean values are assigned one by one.
const MOST_CELLS: usize = 4;

/// Properties of an object of the JDK that are saved and restored.
const MOST_PROPERTIES: usize = 6;

/// Callers that are looked at for a method that tests cannot call.
const MOST_CALLERS: usize = 20;

/// Beginnings of names that people give to methods which reset.
const RESETTING: &[&str] = &[
    "reset",
    "clear",
    "restore",
    "init",
    "default",
    "remove",
    "unregister",
    "deregister",
    "delete",
    "shutdown",
    "destroy",
    "dispose",
    "close",
    "stop",
    "clean",
    "flush",
    "purge",
    "evict",
    "invalidate",
    "unset",
    "teardown",
    "empty",
    "setdefault",
    "usedefault",
];

/// Beginnings of names of methods that rather fill than reset.
const FILLING: &[&str] =
    &["add", "put", "register", "append", "push", "load", "start", "open", "create", "increment"];

/// Looks for calls that reset a field.
pub(super) struct Resets<'a, 'w> {
    pub program: &'a Program<'w>,
    pub viewpoint: &'a Viewpoint<'w>,
    pub values: &'a Values<'a, 'w>,
}

impl Resets<'_, '_> {
    /// Returns the calls that may reset a field, in no order; ranks say which is tried first.
    pub fn of(&self, field: FieldId, polluted: Option<&PollutedField>) -> Vec<Candidate> {
        let mut found = Vec::new();
        let mut seen: BTreeSet<MethodId> = BTreeSet::new();
        for (method, role) in self.program.changing(field) {
            if self.viewpoint.can_call(method) {
                if seen.insert(method) {
                    self.calls(method, role, field, polluted, Origin::ResetMethod, &mut found);
                }
                continue;
            }
            for caller in self.callers(method) {
                if seen.insert(caller) {
                    self.calls(caller, Role::Calls, field, polluted, Origin::ResetMethod, &mut found);
                }
            }
        }
        self.containers(field, polluted, &mut found);
        found
    }

    /// Returns calls of methods of the classes nearest to a field's type.
    pub fn near(&self, field: FieldId, polluted: Option<&PollutedField>, classes: usize) -> Vec<Candidate> {
        let mut found = Vec::new();
        for class in self.nearest(field, classes) {
            for method in self.program.world.view(class).methods() {
                if method.access_flags().is_static() && self.viewpoint.can_call(method.id()) {
                    self.calls(method.id(), Role::Near, field, polluted, Origin::NearClass, &mut found);
                }
            }
        }
        found
    }

    /// Returns calls of what the test class does once before all tests, which may make anew what a test has changed.
    pub fn class_fixtures(&self, class: ClassId) -> Vec<Candidate> {
        let world = self.program.world;
        let Some(named) = class_snippet(self.viewpoint, class) else { return Vec::new() };
        let is_fixture = |method: &MethodView<'_>| {
            let annotations = method.annotation_uses();
            let mut names = annotations.iter().map(|annotation| world.text(annotation.interface).to_str());
            names.any(|name| matches!(&*name, "org/junit/jupiter/api/BeforeAll" | "org/junit/BeforeClass"))
        };
        let methods = world.view(class).methods().filter(is_fixture);
        let methods = methods.filter(|method| method.access_flags().is_static());
        methods
            .filter(|method| method.parsed_descriptor().is_some_and(|own| own.parameters().next().is_none()))
            .map(|method| Candidate {
                origin: Origin::ResetMethod,
                statements: vec![named.clone().then(format!(".{}();", method.name().to_str()))],
                saved: None,
                throws: self.throws(method),
                state: String::new(),
                rank: 2,
            })
            .collect()
    }

    /// Returns calls of static methods without parameters of the classes that tests use directly.
    pub fn beside(&self, reaches: &[Rc<Reach>]) -> Vec<Candidate> {
        let world = self.program.world;
        let mut classes: BTreeSet<ClassId> = BTreeSet::new();
        for reach in reaches {
            let near = reach.methods.iter().filter(|(_, distance)| **distance <= 2);
            classes.extend(near.map(|(method, _)| world.view(*method).class().id()));
        }
        let mut found = Vec::new();
        for class in classes.into_iter().filter(|class| self.program.is_own(*class)).take(MOST_BESIDE) {
            let Some(named) = class_snippet(self.viewpoint, class) else { continue };
            for method in world.view(class).methods() {
                let name = method.name().to_str().into_owned();
                let takes_none =
                    method.parsed_descriptor().is_some_and(|own| own.parameters().next().is_none());
                if !method.access_flags().is_static()
                    || method.is_class_initialiser()
                    || !takes_none
                    || !self.viewpoint.can_call(method.id())
                    || self.is_test(method)
                {
                    continue;
                }
                found.push(Candidate {
                    origin: Origin::NearClass,
                    statements: vec![named.clone().then(format!(".{name}();"))],
                    saved: None,
                    throws: self.throws(method),
                    state: String::new(),
                    rank: rank(Role::Near, &name, 0),
                });
            }
        }
        found
    }

    /// Assigns the clean value.
    pub fn restoration(&self, field: FieldId, polluted: Option<&PollutedField>) -> Vec<Candidate> {
        let view = self.program.world.view(field);
        let Some(named) = self.values.static_field(field).filter(|_| self.viewpoint.can_assign(field)) else {
            return Vec::new();
        };
        let Some(ty) = FieldType::parse(view.descriptor()) else { return Vec::new() };
        let values = self.values.of(ty, field, polluted).into_iter().take(4).enumerate();
        values
            .map(|(at, value)| Candidate {
                origin: Origin::Restoration,
                statements: vec![named.clone().then(" = ").with(&value).then(";")],
                saved: None,
                throws: false,
                state: self.state(field),
                rank: 8 + 6 * at as u32,
            })
            .collect()
    }

    /// Assigns the clean value of a private field of the test class itself, whose code can name it.
    pub fn restoration_inside(&self, field: FieldId, polluted: Option<&PollutedField>) -> Vec<Candidate> {
        let view = self.program.world.view(field);
        if self.viewpoint.can_read(field) || view.access_flags().is_final() {
            return Vec::new();
        }
        let Some(ty) = FieldType::parse(view.descriptor()) else { return Vec::new() };
        let values = self.values.of(ty, field, polluted).into_iter().take(2).enumerate();
        values
            .map(|(at, value)| Candidate {
                origin: Origin::Restoration,
                statements: vec![
                    Snippet::text(format!("{} = ", view.name().to_str())).with(&value).then(";"),
                ],
                saved: None,
                throws: false,
                state: self.state(field),
                rank: at as u32,
            })
            .collect()
    }

    /// Assigns the clean values of cells inside the object that a field has, such as `Server.CONFIG.limits.connections = 10;`. Whether
    /// the test may name the fields on the way is left to the compiler.
    pub fn cells(&self, field: FieldId, polluted: &PollutedField) -> Option<Candidate> {
        let named = self.values.static_field(field)?;
        let is_inner = |cell: &(Vec<PathStep>, CleanValue)| !cell.0.is_empty();
        if polluted.cells.is_empty()
            || polluted.cells.len() > MOST_CELLS
            || !polluted.cells.iter().all(is_inner)
        {
            return None;
        }
        let mut statements = Vec::new();
        for (path, clean) in &polluted.cells {
            let mut cell = named.clone();
            for step in path {
                cell = cell.then(match step {
                    PathStep::Field(name) => format!(".{name}"),
                    PathStep::Index(index) => format!("[{index}]"),
                });
            }
            statements.push(cell.then(" = ").with(&self.values.clean(clean)?).then(";"));
        }
        let rank = 6 + 4 * statements.len() as u32;
        let state = self.state(field);
        Some(Candidate { origin: Origin::Restoration, statements, saved: None, throws: false, state, rank })
    }

    /// Saves the value before each test and restores it behind it: by a getter and a setter, or by the field.
    pub fn saved(&self, field: FieldId) -> Vec<Candidate> {
        let world = self.program.world;
        let view = world.view(field);
        let descriptor = view.descriptor().to_str().into_owned();
        let Some(ty) = FieldType::parse(view.descriptor()).and_then(|ty| self.type_name(ty)) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let name = saved_name(&view.name().to_str());
        let mut add = |value: Snippet, statement: Snippet, rank: u32| {
            found.push(Candidate {
                origin: Origin::SavedAndRestored,
                statements: vec![statement],
                saved: Some((ty.clone(), name.clone(), value)),
                throws: false,
                state: self.state(field),
                rank,
            });
        };
        let own = self.values.static_field(field);
        if let Some(own) = own.clone().filter(|_| self.viewpoint.can_assign(field)) {
            add(own.clone(), own.then(format!(" = {name};")), 1);
        }
        let getter = own.or_else(|| self.getters(field).into_iter().next());
        let Some(getter) = getter else { return found };
        for &writer in world.writers(field) {
            let method = world.view(writer);
            let takes = method.parsed_descriptor().is_some_and(|own| {
                let mut types = own.parameters();
                types.next().is_some_and(|ty| ty.descriptor().to_str() == descriptor)
                    && types.next().is_none()
            });
            if takes && method.access_flags().is_static() && self.viewpoint.can_call(writer) {
                let Some(class) = class_snippet(self.viewpoint, method.class().id()) else { continue };
                add(getter.clone(), class.then(format!(".{}({name});", method.name().to_str())), 0);
            }
        }
        found
    }

    /// Sets the field by reflection.
    pub fn reflection(&self, field: FieldId, polluted: Option<&PollutedField>) -> Option<Candidate> {
        let view = self.program.world.view(field);
        let class = class_snippet(self.viewpoint, view.class().id())?;
        if view.access_flags().is_final() {
            return None;
        }
        let ty = FieldType::parse(view.descriptor())?;
        let value = self.values.of(ty, field, polluted).into_iter().next()?;
        let reflected = Snippet::class(reenact_java::model::ClassName::new("java.lang.reflect", &["Field"]));
        let name = view.name().to_str().into_owned();
        Some(Candidate {
            origin: Origin::Reflection,
            statements: vec![
                reflected
                    .then(" field = ")
                    .with(&class)
                    .then(format!(".class.getDeclaredField(\"{name}\");")),
                Snippet::text("field.setAccessible(true);"),
                Snippet::text("field.set(null, ").with(&value).then(");"),
            ],
            saved: None,
            throws: true,
            state: self.state(field),
            rank: 900,
        })
    }

    fn state(&self, field: FieldId) -> String {
        let view = self.program.world.view(field);
        let class = view.class().name().to_str().into_owned();
        let simple = class.rsplit(['/', '$']).next().unwrap_or(&class).to_owned();
        format!("{simple}.{}", view.name().to_str())
    }

    /// Methods that tests can call and that call a method which they cannot, over at most two steps.
    fn callers(&self, method: MethodId) -> Vec<MethodId> {
        let world = self.program.world;
        let mut found = Vec::new();
        let mut seen: BTreeSet<MethodId> = [method].into();
        let mut open = vec![(method, 0)];
        while let Some((callee, steps)) = open.pop() {
            for caller in self.program.graph.callers(world, callee) {
                let view = world.view(caller);
                if found.len() >= MOST_CALLERS || view.class().is_platform() || !seen.insert(caller) {
                    continue;
                }
                if self.viewpoint.can_call(caller) && !view.is_constructor() && !view.is_class_initialiser() {
                    found.push(caller);
                } else if steps < 2 {
                    open.push((caller, steps + 1));
                }
            }
        }
        found
    }

    /// Adds calls of a method with arguments.
    fn calls(
        &self,
        method: MethodId,
        role: Role,
        field: FieldId,
        polluted: Option<&PollutedField>,
        origin: Origin,
        found: &mut Vec<Candidate>,
    ) {
        let world = self.program.world;
        let view = world.view(method);
        let Some(descriptor) = view.parsed_descriptor() else { return };
        let name = view.name().to_str().into_owned();
        // Tests of the project are not part of its interface.
        if view.is_class_initialiser() || name.starts_with("lambda$") || self.is_test(view) {
            return;
        }
        let receivers: Vec<Snippet> = if view.is_constructor() {
            class_snippet(self.viewpoint, view.class().id())
                .into_iter()
                .map(|class| Snippet::text("new ").with(&class))
                .collect()
        } else if view.access_flags().is_static() {
            class_snippet(self.viewpoint, view.class().id()).into_iter().collect()
        } else {
            self.receivers(view.class().id(), field)
        };
        let types: Vec<FieldType<'_>> = descriptor.parameters().collect();
        if types.len() > 4 {
            return;
        }
        let values: Vec<Vec<Snippet>> = types.iter().map(|ty| self.values.of(*ty, field, polluted)).collect();
        if values.iter().any(Vec::is_empty) {
            return;
        }
        let base = rank(role, &name, types.len());
        for (at, receiver) in receivers.iter().take(2).enumerate() {
            for (cost, choice) in choices(&values).into_iter().take(MOST_CALLS) {
                let mut call = match view.is_constructor() {
                    true => receiver.clone(),
                    false => receiver.clone().then(format!(".{name}")),
                };
                call = call.then("(");
                for (position, value) in choice.iter().enumerate() {
                    call = if position > 0 { call.then(", ") } else { call };
                    call = call.with(value);
                }
                found.push(Candidate {
                    origin,
                    statements: vec![call.then(");")],
                    saved: None,
                    throws: self.throws(view),
                    state: self.state(field),
                    rank: base + 2 * cost as u32 + 3 * at as u32,
                });
            }
        }
    }

    fn is_test(&self, method: MethodView<'_>) -> bool {
        let world = self.program.world;
        method.annotation_uses().iter().any(|annotation| {
            let name = world.text(annotation.interface).to_str();
            name.starts_with("org/junit/") || name.starts_with("org/testng/")
        }) || {
            let class = method.class().id();
            std::iter::once(class)
                .chain(world.superclasses(class))
                .any(|class| world.view(class).name().to_str() == "junit/framework/TestCase")
        }
    }

    /// Whether a call needs a `throws` clause.
    fn throws(&self, method: MethodView<'_>) -> bool {
        let world = self.program.world;
        let unchecked = ["java/lang/RuntimeException", "java/lang/Error"].map(|name| world.class_id(name));
        let is_unchecked = |name: &str| {
            world.class_id(name).is_some_and(|class| {
                unchecked.iter().flatten().any(|unchecked| world.is_subtype(class, *unchecked))
            })
        };
        method.exceptions().any(|name| !is_unchecked(&name.to_str()))
    }

    /// Expressions that give an object of a class: the field itself, getters of it, factories and constructors without arguments.
    fn receivers(&self, class: ClassId, field: FieldId) -> Vec<Snippet> {
        let world = self.program.world;
        let view = world.view(field);
        let descriptor = view.descriptor().to_str().into_owned();
        let own = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        let own = own.and_then(|name| world.class_id(name));
        let fits = |other: ClassId| world.is_subtype(other, class);
        let mut found: Vec<Snippet> = Vec::new();
        if own.is_some_and(fits) {
            found.extend(self.values.static_field(field));
            found.extend(self.getters(field));
        }
        // A getter of the object that the field has: `Registry.getInstance().getCache()`.
        if let Some(own) = own.filter(|own| !fits(*own)) {
            let holders: Vec<Snippet> =
                self.values.static_field(field).into_iter().chain(self.getters(field)).collect();
            for method in world.view(own).methods().filter(|method| self.viewpoint.can_call(method.id())) {
                let Some(descriptor) = method.parsed_descriptor() else { continue };
                let result =
                    descriptor.result().and_then(|ty| ty.class_name()).map(|name| name.to_str().into_owned());
                let gives = result.and_then(|name| world.class_id(&name)).is_some_and(fits);
                if gives && descriptor.parameters().next().is_none() && !method.access_flags().is_static() {
                    let call =
                        |holder: &Snippet| holder.clone().then(format!(".{}()", method.name().to_str()));
                    found.extend(holders.iter().map(call));
                }
            }
        }
        let Some(named) = class_snippet(self.viewpoint, class) else { return found };
        // A class that gives away an object means that one to be used.
        let mut made = None;
        for method in world.view(class).methods().filter(|method| self.viewpoint.can_call(method.id())) {
            let Some(descriptor) = method.parsed_descriptor() else { continue };
            if descriptor.parameters().next().is_some() {
                continue;
            }
            let result =
                descriptor.result().and_then(|ty| ty.class_name()).map(|name| name.to_str().into_owned());
            let gives = result.and_then(|name| world.class_id(&name)).is_some_and(fits);
            if method.access_flags().is_static() && gives {
                found.push(named.clone().then(format!(".{}()", method.name().to_str())));
            } else if method.is_constructor() && world.view(class).is_instantiable() {
                made = Some(Snippet::text("new ").with(&named).then("()"));
            }
        }
        found.extend(made);
        let mut seen = BTreeSet::new();
        found.retain(|expression| seen.insert(expression.clone()));
        found
    }

    /// Calls of static methods without arguments that return what a field has.
    fn getters(&self, field: FieldId) -> Vec<Snippet> {
        let world = self.program.world;
        let own = world.view(field).descriptor().to_str().into_owned();
        let mut found = Vec::new();
        for &reader in world.readers(field) {
            let view = world.view(reader);
            let Some(descriptor) = view.parsed_descriptor() else { continue };
            let is_getter = view.access_flags().is_static()
                && descriptor.parameters().next().is_none()
                && descriptor.result().is_some_and(|ty| ty.descriptor().to_str() == own);
            if is_getter
                && self.viewpoint.can_call(reader)
                && let Some(class) = class_snippet(self.viewpoint, view.class().id())
            {
                found.push(class.then(format!(".{}()", view.name().to_str())));
            }
        }
        found
    }

    /// Adds calls on a container that tests can get at: `clear`, and `remove` with keys.
    fn containers(&self, field: FieldId, polluted: Option<&PollutedField>, found: &mut Vec<Candidate>) {
        let world = self.program.world;
        let view = world.view(field);
        let descriptor = view.descriptor().to_str().into_owned();
        let Some(name) = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')) else { return };
        let Some(class) = world.class_id(name) else { return };
        let is = |other: &str| world.class_id(other).is_some_and(|other| world.is_subtype(class, other));
        let (is_map, is_collection) = (is("java/util/Map"), is("java/util/Collection"));
        let is_local = is("java/lang/ThreadLocal");
        let initial_longs: Vec<i64> =
            self.values.constants.ints.iter().map(|value| i64::from(*value)).collect();
        let holders: Vec<Snippet> =
            self.values.static_field(field).into_iter().chain(self.getters(field)).collect();
        for holder in holders.iter().take(2) {
            let mut add = |call: String, rank: u32| {
                found.push(Candidate {
                    origin: Origin::ResetMethod,
                    statements: vec![holder.clone().then(call)],
                    saved: None,
                    throws: false,
                    state: self.state(field),
                    rank,
                });
            };
            if is_map || is_collection {
                let text = FieldType::parse(reenact_classfile::Mutf8::new(b"Ljava/lang/String;"));
                let keys = text.map_or(Vec::new(), |text| self.values.of(text, field, polluted));
                if !polluted.is_some_and(|polluted| polluted.has_content) {
                    add(".clear();".to_owned(), 4);
                }
                for (at, key) in keys.iter().take(6).enumerate() {
                    add(format!(".remove({});", key.qualified()), 6 + at as u32);
                }
                let lost = polluted.map_or(&[][..], |polluted| &polluted.lost_entries);
                if let [(key, value)] = lost
                    && is_map
                {
                    let text = |text: &str| literal(Literal::string(text)).qualified();
                    add(format!(".put({}, {});", text(key), text(value)), 5);
                }
            } else if is_local {
                add(".remove();".to_owned(), 3);
            } else if is("java/lang/StringBuilder") || is("java/lang/StringBuffer") {
                add(".setLength(0);".to_owned(), 4);
            } else if is("java/util/Random") {
                let seeds = self.values.constants.longs.iter().chain(&initial_longs).take(4).enumerate();
                seeds.for_each(|(at, seed)| add(format!(".setSeed({seed});"), 5 + at as u32));
            }
            let of_atomic = |held: &str| {
                let held_before = polluted.and_then(|polluted| polluted.held.as_ref());
                let held_before = held_before.and_then(|held| self.values.clean(held));
                format!(".set({});", held_before.map_or(held.to_owned(), |held| held.qualified()))
            };
            if is("java/util/concurrent/atomic/AtomicInteger") || is("java/util/concurrent/atomic/AtomicLong")
            {
                add(of_atomic("0"), 4);
            } else if is("java/util/concurrent/atomic/AtomicBoolean") {
                add(of_atomic("false"), 4);
            } else if is("java/util/concurrent/atomic/AtomicReference") {
                add(of_atomic("null"), 4);
            }
        }
    }

    /// Saves properties that polluters set of an object of the JDK that a field has, and restores them: `FORMAT.setTimeZone(savedTimeZone);`.
    pub fn properties(&self, field: FieldId, polluters: &[Rc<Reach>]) -> Vec<Candidate> {
        let mut found = Vec::new();
        self.add_properties(field, polluters, &mut found);
        found
    }

    fn add_properties(&self, field: FieldId, polluters: &[Rc<Reach>], found: &mut Vec<Candidate>) {
        let world = self.program.world;
        let descriptor = world.view(field).descriptor().to_str().into_owned();
        let class = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        let Some(class) = class.and_then(|name| world.class_id(name)) else { return };
        let holder = self.values.static_field(field).or_else(|| self.getters(field).into_iter().next());
        let Some(holder) = holder.filter(|_| world.is_platform_class(class)) else { return };
        let mut pairs: Vec<(String, String, Snippet)> = Vec::new();
        let classes = std::iter::once(class).chain(world.superclasses(class));
        for setter in classes.flat_map(|class| world.view(class).methods()) {
            let name = setter.name().to_str().into_owned();
            let Some(property) = name.strip_prefix("set").filter(|name| !name.is_empty()) else { continue };
            let Some(descriptor) = setter.parsed_descriptor() else { continue };
            let types: Vec<FieldType<'_>> = descriptor.parameters().collect();
            let ([ty], true) = (types.as_slice(), setter.access_flags().is_public()) else { continue };
            let getter = format!("{}{property}", if ty.kind() == b'Z' { "is" } else { "get" });
            let signature = format!("(){}", ty.descriptor().to_str());
            let has_getter = std::iter::once(class)
                .chain(world.superclasses(class))
                .any(|class| world.view(class).method(&getter, &signature).is_some());
            let known = pairs.iter().any(|(other, ..)| *other == name);
            let is_called = polluters.iter().any(|reach| reach.platform.contains_key(&setter.id()));
            if let Some(ty) = self.type_name(*ty).filter(|_| has_getter && is_called && !known) {
                pairs.push((name, getter, ty));
            }
        }
        pairs.sort_by(|one, other| one.0.cmp(&other.0));
        for (at, (setter, getter, ty)) in pairs.into_iter().take(MOST_PROPERTIES).enumerate() {
            let name = saved_name(&setter["set".len()..]);
            found.push(Candidate {
                origin: Origin::SavedAndRestored,
                statements: vec![holder.clone().then(format!(".{setter}({name});"))],
                saved: Some((ty, name, holder.clone().then(format!(".{getter}()")))),
                throws: false,
                state: self.state(field),
                rank: 10 + at as u32,
            });
        }
    }

    /// The classes nearest to a field: its own, that of its type, and those that these mention, breadth first.
    fn nearest(&self, field: FieldId, most: usize) -> Vec<ClassId> {
        let world = self.program.world;
        let mut found = vec![world.view(field).class().id()];
        found.extend(self.program.types_behind(field));
        let mut at = 0;
        while at < found.len() && found.len() < most {
            let class = world.view(found[at]);
            let fields = class.fields().map(|field| field.descriptor().to_str().into_owned());
            let methods = class.methods().map(|method| method.descriptor().to_str().into_owned());
            for descriptor in fields.chain(methods) {
                for name in descriptor.split('L').skip(1).filter_map(|part| part.split_once(';')) {
                    if let Some(class) = world.class_id(name.0)
                        && !world.is_platform_class(class)
                        && !found.contains(&class)
                    {
                        found.push(class);
                    }
                }
            }
            at += 1;
        }
        let mut seen = BTreeSet::new();
        found.retain(|class| seen.insert(*class));
        found.truncate(most);
        found
    }

    /// A type as code declares it, without type arguments.
    fn type_name(&self, ty: FieldType<'_>) -> Option<Snippet> {
        let element = ty.innermost();
        let name = match element.class_name() {
            Some(name) => Snippet::class(self.viewpoint.name_of(&name.to_str())?),
            None => Snippet::text(super::values::primitive(element.kind())?),
        };
        let depth = ty.descriptor().to_str().matches('[').count();
        Some(name.then("[]".repeat(depth)))
    }
}

/// A name for a variable that has the saved value of a field.
fn saved_name(field: &str) -> String {
    // `CONNECTION_FACTORY` and `connectionFactory` both become `savedConnectionFactory`.
    let is_constant = !field.chars().any(char::is_lowercase);
    let mut name = "saved".to_owned();
    let mut is_start = true;
    for char in field.chars() {
        match char {
            '_' => is_start = true,
            _ if is_start => {
                name.extend(char.to_uppercase());
                is_start = false;
            }
            _ if is_constant => name.extend(char.to_lowercase()),
            _ => name.push(char),
        }
    }
    name
}

fn rank(role: Role, name: &str, parameters: usize) -> u32 {
    let lower = name.to_lowercase();
    let base = match role {
        Role::Writes => 2,
        Role::Mutates => 6,
        Role::Calls => 14,
        Role::Near => 60,
    };
    let is = |list: &[&str]| list.iter().any(|start| lower.starts_with(start));
    let named = match (is(RESETTING), is(FILLING)) {
        (true, _) => 0,
        (_, true) => 24,
        _ => 6,
    };
    base + named + 3 * parameters as u32
}

/// Combinations of one value per parameter with the sum of their positions, the first values first.
fn choices(values: &[Vec<Snippet>]) -> Vec<(usize, Vec<Snippet>)> {
    let mut all: Vec<(usize, Vec<Snippet>)> = vec![(0, Vec::new())];
    for options in values {
        let mut next = Vec::new();
        for (cost, chosen) in &all {
            for (at, option) in options.iter().enumerate() {
                let mut chosen = chosen.clone();
                chosen.push(option.clone());
                next.push((cost + at, chosen));
            }
        }
        next.sort_by_key(|(cost, _)| *cost);
        next.truncate(4 * MOST_CALLS);
        all = next;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_saved_values_follow_the_field() {
        assert_eq!(saved_name("CONNECTION_FACTORY"), "savedConnectionFactory");
        assert_eq!(saved_name("connectionFactory"), "savedConnectionFactory");
        assert_eq!(saved_name("_x"), "savedX");
    }

    #[test]
    fn combinations_begin_with_the_likeliest_values() {
        let values = |texts: &[&str]| texts.iter().map(|text| Snippet::text(*text)).collect::<Vec<_>>();
        let all = choices(&[values(&["a", "b", "c"]), values(&["x", "y"])]);
        let first: Vec<String> =
            all.iter().take(3).map(|(_, chosen)| chosen.iter().map(Snippet::simple).collect()).collect();
        assert_eq!(first[0], "ax");
        assert!(first[1..].contains(&"ay".to_owned()) && first[1..].contains(&"bx".to_owned()), "{first:?}");
        assert_eq!(all.len(), 6);
        assert_eq!(choices(&[]), [(0, vec![])]);
    }

    #[test]
    fn methods_that_reset_come_before_those_that_fill() {
        assert!(rank(Role::Writes, "reset", 0) < rank(Role::Writes, "setFactory", 1));
        assert!(rank(Role::Mutates, "shutdown", 1) < rank(Role::Mutates, "registerJob", 2));
        assert!(rank(Role::Writes, "clear", 0) < rank(Role::Calls, "clear", 0));
    }
}
