//! One test for one case.

mod arrange;
mod callable;
mod masked;
mod object;
mod outcome;
mod reduce;
mod shared_texts;
mod temporary;
#[cfg(test)]
mod tests;
mod tidy;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use reenact_base::name::InternalName;
use reenact_base::{Id, Memo};
use reenact_cases::{Case, Method};
use reenact_heap::{Classes, Ending, Forms, HeapGraph, Node, NodeId, Value};
use reenact_java::model::{Expression, Type};
use reenact_java::names;
use reenact_rebuild::history::History;
use reenact_rebuild::plan::{Making, Member, ObjectId, Operand, Plan, Step, Strategy};
use reenact_rebuild::{ActionKey, Memory};
use reenact_recording::graph::{After, Capture, Outcome};
use reenact_world::{ClassId, FieldId, World};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accessors::Accessors;
use crate::code::{Act, ActKind, Draft, Observed, Scene, Unwritable, removable_parts, without_parts};
use crate::naming::{self, Story};
use crate::nested_calls::Collaborators;
use crate::observe::{Bounds, Expect, Observation, ObservedValue, Observer, Seen, Wish, expected};
use crate::options::{Assertions, Options};
use crate::planner::{PlanSource, Wanted};
use crate::refusal::Refusal;
use crate::types::{Ty, Types};
use arrange::Pins;
pub(crate) use arrange::{Body, Helper, Part};
pub use object::{GivenObject, ObjectMethod};
pub use reduce::statements_after;
use reenact_rebuild::Viewpoint;

/// Observations of what a call left behind, of one root.
const MOST_EFFECTS: usize = 5;

/// Observations of an exception that has no message to compare.
const MOST_PARTS_OF_THROWN: usize = 3;

/// A recorded call, and what is known of it.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    pub classes: &'a Classes,
    pub method: &'a Method,
    pub case: &'a Case,
    /// Which fields the method can read; `None` if that is not known.
    pub needed: Option<&'a dyn Fn(FieldId) -> bool>,
    /// Recorded histories of its objects before the call ([`histories`](crate::histories)).
    pub histories: &'a [History<'a>],
    /// Actions that were seen to give wrong objects.
    pub avoid: &'a FxHashSet<ActionKey>,
    /// Objects that get stand-ins, and their answers.
    pub collaborators: Option<&'a Collaborators>,
    /// Calls of the plan that are left out, by position; see [`Test::calls`].
    pub left_out: &'a BTreeSet<usize>,
    /// Recipes that were found for its objects with other strategies.
    pub memory: Option<&'a Memory>,
}

/// A test for one case, without the class around it.
#[derive(Clone, Debug)]
pub struct Test {
    /// The number of the invocation in the recording.
    pub invocation: u64,
    /// Internal name of the class that declares the method.
    pub class: Box<str>,
    pub method: Box<str>,
    pub descriptor: Box<str>,
    /// The name of the test unless another has it.
    pub name: String,
    /// Names of the parameters, as far as they are known.
    pub parameters: Vec<String>,
    pub(crate) body: Body,
    /// The types of its `throws` clause.
    pub throws: Vec<Type>,
    /// How many objects were rebuilt how.
    pub objects: BTreeMap<Strategy, usize>,
    /// The actions that arrange the call, by the class of the object.
    pub actions: BTreeSet<ActionKey>,
    /// The same for the objects that outcomes are compared with.
    pub expectations: BTreeSet<ActionKey>,
    /// Whether it asserts something that an empty method would not give.
    pub is_telling: bool,
    /// Calls that arrange it, those included that were left out: the method may look at nothing that they did.
    pub calls: usize,
}

/// Makes tests.
pub struct Generator<'w, P> {
    world: &'w World,
    planner: P,
    options: Options,
    accessors: Accessors<'w>,
    scenes: Memo<Box<str>, Arc<Scene<'w>>>,
}

impl<'w, P: PlanSource> Generator<'w, P> {
    pub fn new(world: &'w World, planner: P, options: Options) -> Self {
        Generator { world, planner, options, accessors: Accessors::new(world), scenes: Memo::default() }
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    pub fn world(&self) -> &'w World {
        self.world
    }

    /// Writes a test for a recorded call.
    pub fn test(&self, given: &Given<'_>) -> Result<Test, Refusal> {
        let package = package_of(&given.method.class);
        let scene = self.scene(package);
        let work = Work {
            scene: &scene,
            accessors: &self.accessors,
            options: &self.options,
            planner: &self.planner,
            given,
            capture: &given.case.capture,
        };
        work.test()
    }

    /// Returns the scene of a package.
    pub(crate) fn scene(&self, package: &str) -> Arc<Scene<'w>> {
        self.scenes.get_or_insert_with(package.into(), |package| {
            Arc::new(Scene {
                types: Types::new(self.world),
                viewpoint: Viewpoint::new(self.world, package),
                stand_ins: self.options.stand_ins,
                release: self.options.release,
            })
        })
    }
}

/// Objects of a capture that static fields hold, before the call or after it.
pub fn held_by_statics(
    world: &World,
    classes: &Classes,
    capture: &Capture,
    after: bool,
) -> Vec<(NodeId, Member)> {
    let is_in_graph = |is_after: bool| is_after == after || after && capture.kind == After::Difference;
    let held = capture.statics.iter().filter(|known| is_in_graph(known.after));
    held.filter_map(|known| {
        let class = &classes.try_get(known.class)?.name;
        let field = world.field(world.class_id(class)?, &known.field)?;
        Some((known.node, Member::new(class, &known.field, &world.view(field).descriptor().to_str())))
    })
    .collect()
}

/// The work on one test.
struct Work<'a, 'w> {
    scene: &'a Scene<'w>,
    accessors: &'a Accessors<'w>,
    options: &'a Options,
    planner: &'a dyn PlanSource,
    given: &'a Given<'a>,
    capture: &'a Capture,
}

impl Work<'_, '_> {
    fn test(&self) -> Result<Test, Refusal> {
        let act = callable::act(self.scene, self.given)?;
        self.refuse_masked()?;
        let capture = self.capture;
        // A stand-in has not the recorded state of the object that it replaces.
        let (seen_before, seen_after) = match self.given.collaborators {
            Some(collaborators) => {
                (blind(&capture.before, collaborators), blind(&capture.after, collaborators))
            }
            None => (Cow::Borrowed(&capture.before), Cow::Borrowed(&capture.after)),
        };
        let before = Forms::new(self.given.classes, &seen_before);
        let after = Forms::new(self.given.classes, &seen_after);
        let mut draft = Draft::new();
        let root_names = self.root_names(&mut draft, &act, &before);
        let plan = self.arrangement(&root_names)?;
        let calls = removable_parts(&plan);
        let plan = without_parts(plan, self.given.left_out);
        if let Some(class) = only_compared(&act, &plan) {
            return Err(Unwritable::StandIn(class, "it is only compared").into());
        }
        let made = made_nodes(&plan, capture);
        // Objects of answers and events follow those of the call.
        let planned_graph =
            self.given.collaborators.map_or(&capture.before, |collaborators| &collaborators.graph);
        let arranged_graph = plan.graph.as_deref().unwrap_or(planned_graph);
        let arranged_forms = Forms::new(self.given.classes, arranged_graph);
        let seen = self.observe(&act, &before, &after, &made);
        if seen.observations.is_empty() && !matches!(capture.outcome, Outcome::Threw(_)) {
            return Err(match seen.has_unstable {
                true => Refusal::Unstable,
                false => Refusal::NothingObservable { has_hidden_change: seen.has_hidden_change },
            });
        }

        if let Some(refusal) = self.says_nothing(&act, &seen) {
            return Err(refusal);
        }
        let pins = pins(&plan, &made, &seen, &act);
        let arranged = self.arrange(&act, &plan, &arranged_forms, &root_names, &pins, &mut draft)?;
        let objects: FxHashMap<NodeId, Expression> = made
            .iter()
            .filter_map(|(node, object)| {
                let (name, _) = arranged.written.variables.get(object)?;
                Some((*node, Expression::name(name)))
            })
            .collect();
        let sections = self.sections(&act, &arranged, &objects, &seen, &after, &mut draft)?;
        let mut body = Body {
            arrange: arranged.pieces,
            act: sections.act,
            assert: sections.assert,
            brief: sections.brief,
        };
        let most = self.options.most_lines;
        // A statement takes a line at least, and to cut thousands of them into methods takes long.
        if body.statements(|_| None).len() > most {
            return Err(Refusal::TooLong { most });
        }
        tidy::tidy(&mut body);
        shared_texts::share_texts(&mut body, &mut draft.names);
        if let Some(path) = temporary::temporary_path(&mut body) {
            return Err(Refusal::TemporaryPath { path });
        }
        if !body.can_fit() {
            return Err(Refusal::TooBig);
        }
        if body.lines(self.options) > most {
            return Err(Refusal::TooLong { most });
        }
        let method = self.given.method;
        let story = Story {
            method: &method.name,
            constructed: matches!(act.kind, ActKind::Constructor { .. }).then_some(&*method.class),
            capture,
            has_receiver: act.has_receiver(),
            before: &before,
            after: &after,
            changed: changed(&act, &seen, &root_names),
            is_void: method.descriptor.ends_with(")V"),
        };
        Ok(Test {
            invocation: self.given.case.head.id,
            class: method.class.clone(),
            method: method.name.clone(),
            descriptor: method.descriptor.clone(),
            name: naming::test_name(&story),
            parameters: root_names.iter().skip(usize::from(act.has_receiver())).cloned().collect(),
            body,
            throws: self.throws(&draft.thrown),
            objects: strategies(&plan),
            actions: actions(&plan),
            expectations: seen
                .observations
                .iter()
                .flat_map(|seen| expected_actions(&seen.expect))
                .chain(seen.comparisons.iter().cloned())
                .collect(),
            is_telling: is_telling(capture, &seen),
            calls,
        })
    }

    /// Names of variables for receiver and arguments, taken in the draft.
    fn root_names(&self, draft: &mut Draft, act: &Act, before: &Forms<'_>) -> Vec<String> {
        let method = self.given.method;
        let world = self.scene.types.world;
        let known =
            self.scene.method(&act.member).and_then(|id| world.parameter_names(id).ok()).unwrap_or_default();
        let receivers = usize::from(act.has_receiver());
        let observed = Observed { scene: self.scene, forms: before };
        let mut taken = Vec::with_capacity(self.capture.roots.len());
        // Parameters keep their names; the receiver has to make way.
        let mut receiver = None;
        for (index, root) in self.capture.roots.iter().enumerate() {
            let ty = observed.value(*root).unwrap_or(Ty::Unknown);
            let by_type = || self.scene.variable_name(&ty);
            if index < receivers {
                receiver = Some(by_type());
                taken.push(String::new());
                continue;
            }
            let parameter = index - receivers;
            let recorded = method.parameter_names.get(parameter).map(|name| &**name);
            let compiled = known.get(parameter).and_then(Option::as_deref);
            let name = recorded.or(compiled).and_then(names::from_parameter).unwrap_or_else(by_type);
            taken.push(draft.names.take(&name));
        }
        if let Some(receiver) = receiver {
            taken[0] = draft.names.take(&receiver);
        }
        taken
    }

    fn arrangement(&self, root_names: &[String]) -> Result<Plan, Refusal> {
        let names: Vec<&str> = root_names.iter().map(String::as_str).collect();
        let statics = self.statics(false);
        let plan = self.planner.plan(&Wanted {
            classes: self.given.classes,
            graph: self
                .given
                .collaborators
                .map_or(&self.capture.before, |collaborators| &collaborators.graph),
            roots: &self.capture.roots,
            names: &names,
            package: self.scene.viewpoint.package(),
            statics: &statics,
            needed: self.given.needed,
            avoid: self.given.avoid,
            histories: self.given.histories,
            collaborators: self.given.collaborators.map_or(&[], |collaborators| &collaborators.objects),
            memory: self.given.memory,
        });
        match self.masked_in(&plan) {
            Some(place) => Err(Refusal::Masked(place)),
            None if plan.unbuilt.is_empty() && plan.roots.len() == self.capture.roots.len() => Ok(plan),
            None => Err(Refusal::Unbuilt(plan.unbuilt)),
        }
    }

    /// Objects that static fields hold, of one of the graphs.
    fn statics(&self, after: bool) -> Vec<(NodeId, Member)> {
        held_by_statics(self.scene.types.world, self.given.classes, self.capture, after)
    }

    fn observe(
        &self,
        act: &Act,
        before: &Forms<'_>,
        after: &Forms<'_>,
        made: &FxHashMap<NodeId, ObjectId>,
    ) -> Seen {
        let capture = self.capture;
        let statics = self.statics(true);
        let (classes, package) = (self.given.classes, self.scene.viewpoint.package());
        let planner = self.planner;
        let avoid = self.given.avoid;
        // The result of the method is not compared with another result of the same method.
        let is_tested = |action: &ActionKey| action.member == act.member;
        let mut planned = |value: Value| {
            let plan_without = |avoid: &FxHashSet<ActionKey>| {
                planner.plan(&Wanted {
                    classes,
                    graph: &capture.after,
                    roots: &[value],
                    names: &["expected"],
                    package,
                    statics: &statics,
                    needed: None,
                    avoid,
                    histories: &[],
                    collaborators: &[],
                    memory: None,
                })
            };
            let uses_tested = |plan: &Plan| actions(plan).iter().any(is_tested);
            let mut plan = plan_without(avoid);
            if uses_tested(&plan) {
                let class = class_of(classes, &capture.after, value)?;
                let mut avoid = avoid.clone();
                avoid.insert(ActionKey { class: class.into(), member: act.member.clone() });
                plan = plan_without(&avoid);
                // Without the intended way to make the object, the next best plan is only a guess.
                if uses_tested(&plan) || !plan.unproved.is_empty() {
                    return None;
                }
            }
            (plan.unbuilt.is_empty() && plan.roots.len() == 1).then_some(plan)
        };
        let release = self.options.release;
        let mut expected = |wish: Wish<'_>| expected::plan(after, wish, release, &mut planned);
        let is_made = |node: NodeId| made.contains_key(&node);
        let forms = (before, after);
        let mut observer = Observer::new(
            self.scene,
            self.accessors,
            capture,
            forms,
            &mut expected,
            &is_made,
            self.given.avoid,
        );
        if let Outcome::Returned(Some(value)) = capture.outcome {
            let bounds = Bounds { depth: 2, observations: self.options.most_assertions };
            observer.result(value, bounds);
        }
        if let Outcome::Threw(Value::Reference(node)) = capture.outcome
            && self.options.assertions == Assertions::Junit
            && self.message_of(node, after).is_none()
        {
            observer.thrown(node, Bounds { depth: 1, observations: MOST_PARTS_OF_THROWN });
        }
        let bounds = Bounds { depth: 3, observations: MOST_EFFECTS };
        for root in 0..capture.roots.len() {
            observer.effects(root, bounds);
        }
        let is_void = matches!(capture.outcome, Outcome::Returned(None));
        if is_void && observer.is_empty() && act.has_receiver() {
            observer.state(0, Bounds { depth: 1, observations: 3 });
        }
        observer.seen()
    }

    /// Returns why a test would say nothing of the method: that it returns the object it was called on, or one of the
    /// class that it declares, is what a reader knows before.
    fn says_nothing(&self, act: &Act, seen: &Seen) -> Option<Refusal> {
        let [Observation { subject: ObservedValue::Result, path, expect, .. }] = &*seen.observations else {
            return None;
        };
        if !path.is_empty() || matches!(act.kind, ActKind::Constructor { .. }) {
            return None;
        }
        match expect {
            Expect::Root(0) if act.has_receiver() => Some(Refusal::ReturnsItself),
            // It wrote something that the test would not look at.
            Expect::Root(_) if seen.has_hidden_change => {
                Some(Refusal::NothingObservable { has_hidden_change: true })
            }
            Expect::NotNull => Some(self.result_not_observable()),
            Expect::Class(class) => {
                let world = self.scene.types.world;
                let name = world.view(*class).name().to_str();
                let declared = self.given.method.descriptor.rsplit(")L").next();
                let declared = declared.and_then(|name| name.strip_suffix(';')).unwrap_or_default();
                let is_public = |class: ClassId| world.view(class).access_flags().is_public();
                // Which hidden class implements a public type is not part of what callers rely on.
                let is_hidden = !is_public(*class) && world.class_id(declared).is_some_and(is_public);
                (name == declared || is_hidden).then(|| self.result_not_observable())
            }
            _ => None,
        }
    }

    fn result_not_observable(&self) -> Refusal {
        let result = self.given.method.descriptor.rsplit(')').next().unwrap_or_default();
        let class =
            result.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or("java/lang/Object");
        Refusal::ResultNotObservable { class: InternalName::new(class).to_binary().into_string() }
    }

    fn throws(&self, thrown: &BTreeSet<ClassId>) -> Vec<Type> {
        throws(self.scene, thrown)
    }
}

/// The `throws` clause: what is declared, or `Exception` if that is more than two.
fn throws(scene: &Scene<'_>, thrown: &BTreeSet<ClassId>) -> Vec<Type> {
    let world = scene.types.world;
    let all: Vec<ClassId> = thrown.iter().copied().collect();
    let is_covered =
        |class: ClassId| all.iter().any(|&other| other != class && world.is_subtype(class, other));
    let least: Vec<ClassId> = all.iter().copied().filter(|&class| !is_covered(class)).collect();
    let named: Option<Vec<Type>> = least.iter().map(|&class| scene.source(&Ty::class(class))).collect();
    match named {
        Some(named) if named.len() <= 2 => named,
        _ => vec![Type::class(reenact_java::model::ClassName::lang("Exception"))],
    }
}

/// Returns the class of a stand-in that `equals` would get: an object of another class is as good, and says nothing of the
/// recorded one.
fn only_compared(act: &Act, plan: &Plan) -> Option<String> {
    let is_equals = &*act.member.name == "equals"
        && &*act.member.descriptor == "(Ljava/lang/Object;)Z"
        && act.has_receiver();
    let argument = plan.roots.get(1).filter(|_| is_equals)?;
    plan.steps.iter().find_map(|step| match step {
        Step::Make { object, made } if *argument == Operand::Object(*object) => match &made.making {
            Making::StandIn(stand_in) => Some(InternalName::new(&stand_in.of).to_binary().into_string()),
            _ => None,
        },
        _ => None,
    })
}

/// A graph in which nothing is known of the objects that stand-ins take the place of.
fn blind<'g>(graph: &'g HeapGraph, collaborators: &Collaborators) -> Cow<'g, HeapGraph> {
    let mut graph = graph.clone();
    for collaborator in &collaborators.objects {
        if let Some(&Node::Object { class, .. }) = graph.try_get(collaborator.node) {
            graph.set(collaborator.node, Node::End { class, ending: Ending::Frontier });
        }
    }
    Cow::Owned(graph)
}

/// Objects of the graph that the plan makes and that have an identity to speak of.
fn made_nodes(plan: &Plan, capture: &Capture) -> FxHashMap<NodeId, ObjectId> {
    let makes = plan.steps.iter().filter_map(|step| match step {
        // The result of a getter says nothing if the same getter is asserted.
        Step::Make { object, made }
            if !matches!(
                made.making,
                Making::StaticField(_) | Making::String(_) | Making::Result { .. } | Making::Field { .. }
            ) =>
        {
            made.node.filter(|node| node.index() < capture.before.len()).map(|node| (node, *object))
        }
        _ => None,
    });
    makes.collect()
}

/// Returns the objects that must be variables: those that are asserted later, and the receiver.
fn pins(plan: &Plan, made: &FxHashMap<NodeId, ObjectId>, seen: &Seen, act: &Act) -> Pins {
    let mut pins = Pins { roots: vec![false; plan.roots.len()], objects: FxHashSet::default() };
    if act.has_receiver() {
        pins.root(plan, 0);
    }
    for Observation { subject, expect, .. } in &seen.observations {
        if let ObservedValue::Root(root) = subject {
            pins.root(plan, *root);
        }
        match expect {
            Expect::Root(root) => pins.root(plan, *root),
            Expect::Object(node) => pins.objects.extend(made.get(node)),
            _ => {}
        }
    }
    pins
}

/// The class of an object, by internal name.
fn class_of<'a>(classes: &'a Classes, graph: &HeapGraph, value: Value) -> Option<&'a str> {
    let Value::Reference(node) = value else { return None };
    match graph.try_get(node)? {
        Node::Object { class, .. } => Some(&classes.try_get(*class)?.name),
        _ => None,
    }
}

/// Returns the actions of a plan.
fn actions(plan: &Plan) -> BTreeSet<ActionKey> {
    ActionKey::of(plan).into_iter().map(|(_, action)| action).collect()
}

fn expected_actions(expect: &Expect) -> BTreeSet<ActionKey> {
    match expect {
        Expect::Equal(plan) | Expect::Elements(plan) => actions(plan),
        _ => BTreeSet::new(),
    }
}

fn strategies(plan: &Plan) -> BTreeMap<Strategy, usize> {
    let mut counts = BTreeMap::new();
    for step in &plan.steps {
        if let Step::Make { made, .. } = step {
            *counts.entry(made.strategy).or_default() += 1;
        }
    }
    counts
}

/// Returns the changes that were observed, as words.
fn changed(act: &Act, seen: &Seen, root_names: &[String]) -> Vec<String> {
    let words = seen.observations.iter().filter_map(|seen| match seen.subject {
        ObservedValue::Root(root) => seen.word.clone().or_else(|| root_names.get(root).cloned()),
        // What a constructor returns is what it changed.
        ObservedValue::Result if matches!(act.kind, ActKind::Constructor { .. }) => seen.word.clone(),
        ObservedValue::Result => None,
    });
    if seen.is_unchanged { Vec::new() } else { words.collect() }
}

/// Whether a method with an empty body would fail the test, as far as that can be said without running it.
fn is_telling(capture: &Capture, seen: &Seen) -> bool {
    let is_default = |value: Value| match value {
        Value::Null | Value::Boolean(false) => true,
        Value::Byte(0) | Value::Short(0) | Value::Char(0) | Value::Int(0) | Value::Long(0) => true,
        Value::Float(bits) => bits == 0,
        Value::Double(bits) => bits == 0,
        _ => false,
    };
    let has_effects = seen.observations.iter().any(|seen| matches!(seen.subject, ObservedValue::Root(_)));
    match capture.outcome {
        Outcome::Threw(_) => true,
        Outcome::Returned(Some(value)) => !is_default(value) || has_effects,
        Outcome::Returned(None) => has_effects && !seen.is_unchanged,
        Outcome::Unfinished => false,
    }
}

/// The internal name of a class's package.
pub(crate) fn package_of(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}
