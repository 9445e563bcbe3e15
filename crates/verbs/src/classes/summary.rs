//! Counting what a program has.

use std::collections::{BTreeMap, BTreeSet};

use reenact_base::BitSet;
use reenact_report::classes::{Counts, Package, Program, Reachable};
use reenact_world::{
    Action, CallGraph, ClassView, FieldRefId, Handle, MethodId, MethodRefId, MethodView, Nesting, Roots,
    World, binary_name,
};

use crate::Progress;
use crate::classes::ProgramModel;

/// How many rows the lists of extremes have.
const TOP: usize = 8;

pub(super) fn summary(subject: &ProgramModel, progress: &dyn Progress) -> Program {
    let world = subject.world();
    let own: Vec<ClassView<'_>> = world.classes().filter(|&class| subject.is_own(class)).collect();
    let references = References::of(world, &own);
    progress.step("building the call graph");
    let roots = main_methods(&own);
    Program {
        targets: subject.targets.clone(),
        jdk: subject.jdk_version(),
        jdk_classes: world.classes().filter(|class| class.is_platform()).count(),
        library_classes: world
            .classes()
            .filter(|&class| !class.is_platform() && !subject.is_own(class))
            .count(),
        own: counts(&own, &references),
        packages: packages(&own),
        entry_points: roots.iter().map(|&root| world.view(root).to_string()).collect(),
        reachable: (!roots.is_empty()).then(|| reachable(world, &own, &roots)),
        most_called: most_called(world, &own),
        missing: references.missing,
        findings: subject.findings().to_vec(),
    }
}

fn counts(own: &[ClassView<'_>], references: &References) -> Counts {
    let classes = |has: fn(&ClassView<'_>) -> bool| own.iter().filter(|class| has(class)).count();
    let methods = || own.iter().flat_map(|class| class.methods());
    let sites = |has: fn(&Action) -> bool| {
        methods().flat_map(|method| method.sites()).filter(|site| has(&site.action())).count()
    };
    Counts {
        classes: own.len(),
        interfaces: classes(|class| class.is_interface() && !class.is_annotation()),
        enums: classes(|class| class.is_enum()),
        records: classes(|class| class.is_record()),
        annotations: classes(|class| class.is_annotation()),
        sealed: classes(|class| class.is_sealed()),
        nested: classes(|class| class.nesting() != Nesting::TopLevel),
        fields: own.iter().map(|class| class.fields().len()).sum(),
        methods: methods().count(),
        methods_with_code: methods().filter(|method| method.has_code()).count(),
        calls: sites(|action| matches!(action, Action::Call(..) | Action::Dynamic(_))),
        field_accesses: sites(|action| matches!(action, Action::Field(..))),
        lambdas: references.lambdas,
        references: references.all,
        resolved_references: references.resolved,
    }
}

/// The distinct methods and fields that code names.
struct References {
    all: usize,
    resolved: usize,
    lambdas: usize,
    missing: Vec<(String, usize)>,
}

impl References {
    fn of(world: &World, own: &[ClassView<'_>]) -> Self {
        let (mut methods, mut fields) = (BitSet::<MethodRefId>::new(), BitSet::<FieldRefId>::new());
        let mut lambdas = 0;
        for site in own.iter().flat_map(|class| class.methods()).flat_map(|method| method.sites()) {
            match site.action() {
                Action::Call(_, reference) => drop(methods.insert(reference)),
                Action::Field(_, reference) => drop(fields.insert(reference)),
                Action::Dynamic(dynamic) => lambdas += usize::from(world.view(dynamic).lambda().is_some()),
                _ => {}
            }
        }
        let resolved = methods.iter().filter(|&reference| world.resolved_method(reference).is_ok()).count()
            + fields.iter().filter(|&reference| world.resolved_field(reference).is_ok()).count();
        let named = methods.iter().map(|reference| world.method_ref(reference).class);
        let named = named.chain(fields.iter().map(|reference| world.field_ref(reference).class));
        let mut missing: BTreeMap<String, usize> = BTreeMap::new();
        for class in named.filter(|&class| world.class_of_symbol(class).is_none()) {
            let name = world.text(class);
            // Arrays are not classes of their own: their methods are those of Object.
            if !name.as_bytes().starts_with(b"[") {
                *missing.entry(binary_name(name)).or_default() += 1;
            }
        }
        References { all: methods.len() + fields.len(), resolved, lambdas, missing: top(missing) }
    }
}

fn packages(own: &[ClassView<'_>]) -> Vec<Package> {
    let mut packages: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for class in own {
        let (classes, methods) = packages.entry(binary_name(class.package())).or_default();
        *classes += 1;
        *methods += class.methods().len();
    }
    let name = |name: String| if name.is_empty() { "(unnamed)".to_owned() } else { name };
    let package = |(package, (classes, methods))| Package { name: name(package), classes, methods };
    packages.into_iter().map(package).collect()
}

fn main_methods(own: &[ClassView<'_>]) -> Vec<MethodId> {
    let is_entry =
        |method: &MethodView<'_>| method.access_flags().is_static() && method.access_flags().is_public();
    let mains = own.iter().filter_map(|class| class.method("main", "([Ljava/lang/String;)V"));
    mains.filter(is_entry).map(MethodView::id).collect()
}

fn reachable(world: &World, own: &[ClassView<'_>], roots: &[MethodId]) -> Reachable {
    let graph = CallGraph::rapid_type(world, &Roots::methods(roots.iter().copied()));
    let methods = own.iter().flat_map(|class| class.methods());
    Reachable {
        methods: methods.filter(|method| method.has_code() && graph.is_reachable(method.id())).count(),
        instantiated_classes: graph.instantiated().len(),
        all_methods: graph.reachable().map_or(0, BitSet::len),
    }
}

/// Own methods by how many own methods name them in calls. Who may be dispatched to them through an
/// interface of the JDK is left out: otherwise every iterator would be called by all methods.
fn most_called(world: &World, own: &[ClassView<'_>]) -> Vec<(String, usize)> {
    let own_classes: BitSet<_> = own.iter().map(|class| class.id()).collect();
    let mut callers: BTreeMap<MethodId, usize> = BTreeMap::new();
    for method in own.iter().flat_map(|class| class.methods()) {
        let effects = method.sites().iter().flat_map(|&site| world.effects(site));
        let named = effects.filter_map(|effect| match effect {
            Handle::Method(_, reference) => world.resolved_method(reference).ok(),
            Handle::Field(..) => None,
        });
        let named: BTreeSet<MethodId> =
            named.filter(|&callee| own_classes.contains(world.view(callee).class().id())).collect();
        named.into_iter().for_each(|callee| *callers.entry(callee).or_default() += 1);
    }
    // Members that compilers add say little to a reader.
    let is_listed = |method: &MethodId| !world.view(*method).access_flags().is_synthetic();
    let listed = callers.into_iter().filter(|(method, _)| is_listed(method));
    top(listed.map(|(method, callers)| (world.view(method).to_string(), callers)))
}

/// The rows with the largest counts; equal ones in order of their names.
fn top(rows: impl IntoIterator<Item = (String, usize)>) -> Vec<(String, usize)> {
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    rows.truncate(TOP);
    rows
}
