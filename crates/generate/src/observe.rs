//! The parts of a call's outcome and of its side effects that a test can observe.
//!
//! Nothing here is code yet: an [`Observation`] says where to look, on a way that the test's package can go, and
//! what must be there. So it is known which objects a test speaks of before it is decided what gets a variable.

pub(crate) mod expected;
pub(crate) mod identity_hash;
pub(crate) mod iterators;
pub(crate) mod likeness;

mod content;
mod effects;
mod thrown;

use std::collections::BTreeSet;

use reenact_heap::{Forms, NodeId, Value};
use reenact_rebuild::ActionKey;
use reenact_rebuild::plan::Plan;
use reenact_recording::graph::{After, Capture};
use reenact_world::ClassId;
use rustc_hash::FxHashSet;

use crate::accessors::{Access, Accessors};
use crate::code::Scene;

/// Where a look begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ObservedValue {
    /// The receiver or an argument.
    Root(usize),
    Result,
}

/// One step on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    Read(Access),
    /// `array[3]`
    Index(usize),
    /// `list.get(3)`
    Get(usize),
    /// A method of a JDK class that takes nothing: class, name, descriptor.
    Ask(&'static str, &'static str, &'static str),
    /// `array.length`
    Length,
    /// `new ArrayList<>(queue)`
    AsList,
    /// `new String(buffer, 0, 3)`
    Text(usize),
}

/// The expected value of an observation.
#[derive(Clone, Debug)]
pub(crate) enum Expect {
    /// A primitive, or null.
    Literal(Value),
    /// Something that `equals` what this plan makes.
    Equal(Plan),
    /// An array with these elements.
    Elements(Plan),
    /// The object that a root is.
    Root(usize),
    /// The object that the arranged code makes of this node of the graph before.
    Object(NodeId),
    NotNull,
    /// An object of exactly this class.
    Class(ClassId),
}

#[derive(Clone, Debug)]
pub(crate) struct Observation {
    pub subject: ObservedValue,
    pub path: Vec<Look>,
    pub expect: Expect,
    /// The changed part as a word, for the test's name.
    pub word: Option<String>,
}

/// All observations of a call.
#[derive(Default)]
pub(crate) struct Seen {
    pub observations: Vec<Observation>,
    /// Comparisons by an `equals` that may mean something else than the same content.
    pub comparisons: BTreeSet<ActionKey>,
    /// Something changed that a test cannot see.
    pub has_hidden_change: bool,
    /// A value was left out because it is another in the next JVM.
    pub has_unstable: bool,
    /// True if the observed parts of the roots are unchanged.
    pub is_unchanged: bool,
}

/// How far to look.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    pub depth: usize,
    pub observations: usize,
}

/// A value of the graph after the call that is to be compared.
pub(crate) enum Wish<'a> {
    Value(Value),
    /// A list of these.
    List(&'a [Value]),
    /// A set of these.
    Set(&'a [Value]),
}

/// Plans for values of the graph after the call; `None` where there is none.
pub(crate) type Expected<'a> = &'a mut dyn FnMut(Wish<'_>) -> Option<Plan>;

pub(crate) struct Observer<'a, 'w> {
    scene: &'a Scene<'w>,
    accessors: &'a Accessors<'w>,
    capture: &'a Capture,
    before: &'a Forms<'a>,
    after: &'a Forms<'a>,
    expected: Expected<'a>,
    /// Whether the arranged code makes an object of a node that can be spoken of.
    is_made: &'a dyn Fn(NodeId) -> bool,
    /// Actions that are known to fail, comparisons among them.
    avoid: &'a FxHashSet<ActionKey>,
    masked: FxHashSet<(Option<u32>, u32)>,
    bounds: Bounds,
    /// Whether objects that the call found as they are, and left so, are not looked into.
    skips_old: bool,
    seen: Seen,
}

impl<'a, 'w> Observer<'a, 'w> {
    pub fn new(
        scene: &'a Scene<'w>,
        accessors: &'a Accessors<'w>,
        capture: &'a Capture,
        (before, after): (&'a Forms<'a>, &'a Forms<'a>),
        expected: Expected<'a>,
        is_made: &'a dyn Fn(NodeId) -> bool,
        avoid: &'a FxHashSet<ActionKey>,
    ) -> Self {
        let masked = capture.masked.iter().filter(|slot| slot.after).map(|slot| (slot.node, slot.slot));
        Observer {
            scene,
            accessors,
            capture,
            before,
            after,
            expected,
            is_made,
            avoid,
            masked: masked.collect(),
            bounds: Bounds { depth: 0, observations: 0 },
            skips_old: false,
            seen: Seen::default(),
        }
    }

    pub fn seen(self) -> Seen {
        self.seen
    }

    /// Whether nothing was seen so far.
    pub fn is_empty(&self) -> bool {
        self.seen.observations.is_empty()
    }

    /// Looks at what the call returned.
    pub fn result(&mut self, value: Value, bounds: Bounds) {
        self.bounds = bounds;
        let before = self.seen.observations.len();
        for skips_old in [true, false] {
            self.skips_old = skips_old;
            // If there is nothing else to look at, those are better than nothing.
            if self.seen.observations.len() == before {
                self.content(ObservedValue::Result, &mut Vec::new(), value, 0, None);
            }
        }
        let Value::Reference(node) = value else { return };
        if self.seen.observations.len() == before && !self.seen.has_unstable {
            self.at_least(node);
        }
    }

    /// Whether nodes of both graphs are numbered alike.
    fn is_same_numbering(&self) -> bool {
        self.capture.kind == After::Difference
    }

    fn is_full(&self) -> bool {
        self.seen.observations.len() >= self.bounds.observations
    }

    fn push(&mut self, subject: ObservedValue, path: &[Look], expect: Expect, word: Option<&str>) {
        if !self.is_full() {
            let word = word.map(str::to_owned);
            self.seen.observations.push(Observation { subject, path: path.to_vec(), expect, word });
        }
    }

    /// The class of an object, if it is on the class path.
    fn class_of(&self, forms: &Forms<'_>, node: NodeId) -> Option<ClassId> {
        use reenact_heap::Node;
        let (Node::Object { class, .. } | Node::End { class, .. }) = forms.graph().try_get(node)? else {
            return None;
        };
        let class = forms.classes().try_get(*class)?;
        if class.kind != reenact_heap::ClassKind::Plain {
            return None;
        }
        self.scene.types.world.class_id(&class.name)
    }

    /// Observes what can be observed of any object.
    fn at_least(&mut self, node: NodeId) {
        let class = self.class_of(self.after, node);
        let expect = match class.filter(|class| self.scene.viewpoint.can_name(*class)) {
            Some(class) => Expect::Class(class),
            None => Expect::NotNull,
        };
        self.push(ObservedValue::Result, &[], expect, None);
    }
}

/// The fields of an object that a test can read, with the way to read them and the slot that they are in.
pub(crate) struct Visible {
    pub access: Access,
    pub name: String,
    pub slot: usize,
}

impl Observer<'_, '_> {
    fn visible(&self, forms: &Forms<'_>, node: NodeId, class: ClassId) -> Vec<Visible> {
        let world = self.scene.types.world;
        let Some(reenact_heap::Node::Object { class: recorded, .. }) = forms.graph().try_get(node) else {
            return Vec::new();
        };
        if forms.classes().try_get(*recorded).is_none() {
            return Vec::new();
        }
        let fields = forms.classes().all_fields(*recorded);
        let found = fields.into_iter().enumerate().filter_map(|(slot, (declaring, field))| {
            let declaring = world.class_id(&forms.classes().get(declaring).name)?;
            let known = world.field(declaring, &field.name)?;
            let access = self.accessors.of(&self.scene.viewpoint, class, known)?;
            Some(Visible { access, name: field.name.to_string(), slot })
        });
        found.collect()
    }
}
