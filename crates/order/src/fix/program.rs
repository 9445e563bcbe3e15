//! The program under test, as far as repairs look at it.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use reenact_flow::Body;
use reenact_flow::body::Operation;
use reenact_java::edit::Snippet;
use reenact_java::model::{Expression, Literal};
use reenact_java::render_expression;
use reenact_rebuild::Viewpoint;
use reenact_wire::driver::TestId;
use reenact_world::{Action, CallGraph, ClassId, FieldAccess, FieldId, MethodId, World};

/// Methods of libraries that are followed from one test: a server that a fixture starts must not use up what the test itself calls.
const MOST_OF_LIBRARIES: usize = 3_000;

/// Methods that are followed in all.
const MOST_METHODS: usize = 20_000;

/// Methods that are remembered of all tests together, which bounds memory to some hundred MB.
const MOST_REMEMBERED: usize = 8_000_000;

/// How the names of those methods of the JDK begin that change its state, of those that repairs know.
const CHANGING: [&str; 5] = ["set", "clear", "add", "insert", "interrupt"];

/// Annotations, by internal name, of the methods that JUnit runs around a test.
const FIXTURES: &[&str] = &[
    "org/junit/Before",
    "org/junit/After",
    "org/junit/BeforeClass",
    "org/junit/AfterClass",
    "org/junit/jupiter/api/BeforeEach",
    "org/junit/jupiter/api/AfterEach",
    "org/junit/jupiter/api/BeforeAll",
    "org/junit/jupiter/api/AfterAll",
];

/// A program with its call graph.
pub struct Program<'w> {
    pub world: &'w World,
    pub graph: &'w CallGraph,
    /// Containers with the project's own classes, tests included; libraries are in others.
    pub own: Vec<usize>,
    /// Possible effects of tests, computed on demand: every search for polluters and cleaners looks at all tests.
    known: RefCell<Known>,
}

/// Cached facts about tests.
#[derive(Default)]
struct Known {
    reaches: BTreeMap<TestId, Rc<Reach>>,
    /// Methods in all of them.
    methods: usize,
    callees: BTreeMap<MethodId, Rc<Callees>>,
}

/// The methods that a method calls, ascending.
#[derive(Default)]
struct Callees {
    /// Of the project.
    own: Vec<MethodId>,
    libraries: Vec<MethodId>,
    /// Of the JDK, as far as they may change state.
    platform: Vec<MethodId>,
}

/// Possible effects of a test, by the number of calls to them.
#[derive(Default, Debug)]
pub(super) struct Reach {
    pub methods: BTreeMap<MethodId, usize>,
    pub reads: BTreeMap<FieldId, usize>,
    /// Without those of class initialisers, which make the clean state.
    pub writes: BTreeMap<FieldId, usize>,
    /// Methods of the JDK that are called and may change state, with the nearest caller.
    pub platform: BTreeMap<MethodId, (usize, MethodId)>,
}

/// Constants that code mentions, in order and without repetitions.
#[derive(Clone, Default, Debug)]
pub(super) struct Constants {
    pub texts: Vec<Vec<u16>>,
    pub ints: Vec<i32>,
    pub longs: Vec<i64>,
    pub doubles: Vec<u64>,
    /// Internal names of class literals.
    pub classes: Vec<String>,
    /// Static fields that are read.
    pub statics: Vec<FieldId>,
}

impl Constants {
    fn push<T: PartialEq>(list: &mut Vec<T>, value: T) {
        if !list.contains(&value) {
            list.push(value);
        }
    }

    pub fn add(&mut self, other: Constants) {
        other.texts.into_iter().for_each(|value| Self::push(&mut self.texts, value));
        other.ints.into_iter().for_each(|value| Self::push(&mut self.ints, value));
        other.longs.into_iter().for_each(|value| Self::push(&mut self.longs, value));
        other.doubles.into_iter().for_each(|value| Self::push(&mut self.doubles, value));
        other.classes.into_iter().for_each(|value| Self::push(&mut self.classes, value));
        other.statics.into_iter().for_each(|value| Self::push(&mut self.statics, value));
    }
}

impl<'w> Program<'w> {
    pub fn new(world: &'w World, graph: &'w CallGraph, own: Vec<usize>) -> Self {
        Program { world, graph, own, known: RefCell::default() }
    }
}

impl Program<'_> {
    pub fn class(&self, binary_name: &str) -> Option<ClassId> {
        self.world.class_id(&binary_name.replace('.', "/"))
    }

    pub(super) fn is_own(&self, class: ClassId) -> bool {
        use reenact_base::Id;
        self.own.contains(&self.world.view(class).container().index())
    }

    /// The methods that run if a test is run alone: the test, the fixtures around it, its class's constructors and initialisers.
    pub(super) fn roots(&self, test: &TestId) -> Vec<MethodId> {
        let Some(class) = self.class(&test.class) else { return Vec::new() };
        let mut roots = Vec::new();
        for declaring in std::iter::once(class).chain(self.world.superclasses(class)) {
            if self.world.is_platform_class(declaring) {
                break;
            }
            for method in self.world.view(declaring).methods().filter(|method| method.has_code()) {
                let name = method.name().to_str();
                let is_fixture = method
                    .annotation_uses()
                    .iter()
                    .any(|annotation| FIXTURES.contains(&&*self.world.text(annotation.interface).to_str()));
                let is_named = matches!(&*name, "setUp" | "tearDown" | "<init>" | "<clinit>");
                if name == test.method || is_fixture || is_named {
                    roots.push(method.id());
                }
            }
        }
        roots
    }

    /// Follows the calls of a test, without those of the JDK's own code.
    pub(super) fn reach(&self, test: &TestId) -> Rc<Reach> {
        if let Some(reach) = self.known.borrow().reaches.get(test) {
            return Rc::clone(reach);
        }
        let reach = Rc::new(self.followed(test));
        let mut known = self.known.borrow_mut();
        if known.methods + reach.methods.len() <= MOST_REMEMBERED {
            known.methods += reach.methods.len();
            known.reaches.insert(test.clone(), Rc::clone(&reach));
        }
        reach
    }

    fn followed(&self, test: &TestId) -> Reach {
        let mut reach = Reach::default();
        let mut open: VecDeque<(MethodId, usize)> =
            self.roots(test).into_iter().map(|root| (root, 0)).collect();
        for (root, _) in &open {
            reach.methods.insert(*root, 0);
        }
        let mut libraries = 0;
        let has_room = |reach: &Reach, libraries: usize, class: ClassId| {
            reach.methods.len() < MOST_METHODS && (libraries < MOST_OF_LIBRARIES || self.is_own(class))
        };
        while let Some((method, distance)) = open.pop_front() {
            let view = self.world.view(method);
            for site in view.sites() {
                if let Action::Field(access, reference) = site.action()
                    && access.is_static()
                    && let Ok(field) = self.world.resolved_field(reference)
                {
                    let of = match access {
                        FieldAccess::PutStatic if view.is_class_initialiser() => continue,
                        FieldAccess::PutStatic => &mut reach.writes,
                        _ => &mut reach.reads,
                    };
                    of.entry(field).or_insert(distance);
                    // The class is initialised, and may call others.
                    let class = self.world.view(field).class();
                    if let Some(initialiser) = class.method("<clinit>", "()V")
                        && !class.is_platform()
                        && has_room(&reach, libraries, class.id())
                        && !reach.methods.contains_key(&initialiser.id())
                    {
                        libraries += usize::from(!self.is_own(class.id()));
                        reach.methods.insert(initialiser.id(), distance + 2);
                        open.push_back((initialiser.id(), distance + 2));
                    }
                }
            }
            let callees = self.callees(method);
            for &callee in &callees.platform {
                reach.platform.entry(callee).or_insert((distance, method));
            }
            let mut follow = |reach: &mut Reach, callee: MethodId| {
                let is_new = reach.methods.len() < MOST_METHODS && !reach.methods.contains_key(&callee);
                if is_new {
                    reach.methods.insert(callee, distance + 1);
                    open.push_back((callee, distance + 1));
                }
                is_new
            };
            for &callee in &callees.own {
                follow(&mut reach, callee);
            }
            for &callee in &callees.libraries {
                // An interface of the JDK may be implemented by thousands of methods.
                if libraries >= MOST_OF_LIBRARIES {
                    break;
                }
                libraries += usize::from(follow(&mut reach, callee));
            }
        }
        reach
    }

    /// Returns the methods that a method calls. They are looked for once, as most tests reach the same code.
    fn callees(&self, method: MethodId) -> Rc<Callees> {
        if let Some(known) = self.known.borrow().callees.get(&method) {
            return Rc::clone(known);
        }
        let mut found = Callees::default();
        for callee in self.graph.callees(self.world, method) {
            let view = self.world.view(callee);
            let class = view.class().id();
            if !self.world.is_platform_class(class) {
                if self.is_own(class) { &mut found.own } else { &mut found.libraries }.push(callee);
            } else if CHANGING.iter().any(|prefix| view.name().to_str().starts_with(prefix)) {
                found.platform.push(callee);
            }
        }
        let found = Rc::new(found);
        self.known.borrow_mut().callees.insert(method, Rc::clone(&found));
        found
    }

    /// The constants in the code of a method.
    pub(super) fn constants(&self, method: MethodId) -> Constants {
        let mut constants = Constants::default();
        let Ok(body) = Body::of(self.world, method) else { return constants };
        for block in body.blocks() {
            for id in body.instructions_of(block) {
                match body.instruction(id).operation {
                    Operation::String(text) => {
                        Constants::push(&mut constants.texts, body.text(text).to_utf16())
                    }
                    Operation::Int(value) => Constants::push(&mut constants.ints, value),
                    Operation::Long(value) => Constants::push(&mut constants.longs, value),
                    Operation::Double(bits) => Constants::push(&mut constants.doubles, bits),
                    Operation::Class(name) => {
                        Constants::push(&mut constants.classes, self.world.text(name).to_str().into_owned())
                    }
                    Operation::Field(FieldAccess::GetStatic, reference) => {
                        if let Ok(field) = self.world.resolved_field(reference) {
                            Constants::push(&mut constants.statics, field);
                        }
                    }
                    _ => {}
                }
            }
        }
        constants
    }

    /// The constants of all methods of a class.
    pub(super) fn constants_of_class(&self, class: ClassId) -> Constants {
        let mut all = Constants::default();
        for method in self.world.view(class).methods().filter(|method| method.has_code()) {
            all.add(self.constants(method.id()));
        }
        all
    }
}

/// A literal as code.
pub(super) fn literal(literal: Literal) -> Snippet {
    Snippet::text(render_expression(&Expression::from(literal)).unwrap_or_else(|_| "null".to_owned()))
}

/// A class by its name in code, if a test in the package can name it.
pub(super) fn class_snippet(viewpoint: &Viewpoint<'_>, class: ClassId) -> Option<Snippet> {
    viewpoint.class_name(class).map(Snippet::class)
}
