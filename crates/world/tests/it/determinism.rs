//! The same class path gives the same program, on any number of threads.

use std::fmt::Write;
use std::sync::Arc;

use reenact_base::Id;
use reenact_classfile::container::Container;
use reenact_testkit::{is_java_base, jdk, platform};
use reenact_world::{CallGraph, Depth, Options, Roots, World};

/// All that the world knows, ids included.
fn dump(world: &World) -> String {
    let mut text = String::new();
    for class in world.classes() {
        let uses = |uses: &[reenact_world::AnnotationUse]| -> Vec<usize> {
            uses.iter().map(|u| u.interface.index()).collect()
        };
        writeln!(
            text,
            "{:?} {class} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            class.id(),
            world.superclass(class.id()),
            world.all_interfaces(class.id()),
            world.subtypes(class.id()).len(),
            class.signature(),
            class.nesting(),
            class.outer_name(),
            uses(class.annotation_uses()),
        )
        .unwrap();
        for field in class.fields() {
            writeln!(
                text,
                "  {:?} {field:#} {:?} {:?}",
                field.id(),
                field.name_and_type(),
                uses(field.annotation_uses())
            )
            .unwrap();
        }
        for method in class.methods() {
            let exceptions: Vec<_> = method.exceptions().collect();
            writeln!(
                text,
                "  {:?} {method:#} {:?} {exceptions:?} {:?} {:?}",
                method.id(),
                method.name_and_type(),
                method.parameter_annotation_uses().len(),
                method.sites(),
            )
            .unwrap();
        }
    }
    for lambda in world.lambdas() {
        writeln!(
            text,
            "{:?} {:?} {:?} {:?}",
            lambda.id(),
            lambda.interface(),
            lambda.implementation(),
            lambda.markers()
        )
        .unwrap();
    }
    text
}

fn dump_graph(world: &World, graph: &CallGraph) -> String {
    let mut text = String::new();
    for method in world.method_ids().step_by(7) {
        let (callers, callees) = (graph.callers(world, method), graph.callees(world, method));
        writeln!(text, "{method:?} {:?} {:?}", callers.len(), callees.len()).unwrap();
        writeln!(
            text,
            "{:?} {:?}",
            callers.iter().take(5).collect::<Vec<_>>(),
            callees.iter().take(5).collect::<Vec<_>>()
        )
        .unwrap();
    }
    text
}

fn dump_all(containers: &[Arc<dyn Container>], threads: usize) -> (String, String, String) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let (world, findings) = World::build(containers, Options::new(Depth::Code));
        assert_eq!(findings, []);
        let hierarchy = dump_graph(&world, &CallGraph::class_hierarchy(&world));
        let class = world.class("java/util/zip/ZipFile").unwrap();
        let roots = Roots::methods(class.methods().map(|method| method.id()));
        (dump(&world), hierarchy, dump_graph(&world, &CallGraph::rapid_type(&world, &roots)))
    })
}

/// Protects ids, tables, resolution and call graphs from depending on who finished first.
#[test]
fn any_number_of_threads_gives_the_same_program() {
    let containers = [platform(&jdk(), is_java_base)];
    let one = dump_all(&containers, 1);
    assert!(one.0.len() > 1_000_000, "java.base is not that small");
    for threads in [2, 7] {
        // Not `assert_eq`, which would print both.
        assert!(dump_all(&containers, threads) == one, "{threads} threads");
    }
}

/// Protects `Depth::Members`: the same classes and members under the same ids, and no code.
#[test]
fn members_do_not_depend_on_the_depth() {
    let containers = [platform(&jdk(), is_java_base)];
    let (members, _) = World::build(&containers, Options::new(Depth::Members));
    let (code, _) = World::build(&containers, Options::new(Depth::Code));
    assert_eq!(members.method_ids().len(), code.method_ids().len());
    for method in members.method_ids() {
        assert_eq!(format!("{:#}", members.view(method)), format!("{:#}", code.view(method)));
        assert!(members.view(method).sites().is_empty());
    }
    assert!(members.heap_bytes() < code.heap_bytes());
    let graph = CallGraph::class_hierarchy(&members);
    assert_eq!(graph.callers(&members, members.method_ids().next().unwrap()), []);
}
