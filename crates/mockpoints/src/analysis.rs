//! The phases of the analysis, in order.

use reenact_world::{CallGraph, MethodId, World};

use crate::beans::Wiring;
use crate::called::CalledMethods;
use crate::catalog::Catalog;
use crate::catalog::matcher::Matcher;
use crate::direct::is_direct_point;
use crate::external;
use crate::flow_path::FlowPaths;
use crate::internal::{self, Callers};
use crate::lift::{Creators, Lifter, Recorder};
use crate::lower::Lowering;
use crate::point::Analysis;
use crate::points::{PointFinder, distinct};
use crate::program::Program;
use crate::reading::skeletons;
use crate::scope::Scope;
use crate::writes::Writes;

/// Options of the analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Positions of the containers with the subject's own code; if empty, all containers except the JDK's.
    pub own: Vec<usize>,
    /// The depth to which calls are followed into libraries.
    pub library_depth: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { own: Vec::new(), library_depth: 2 }
    }
}

/// Finds the mocking points of a program, which must have been read to the depth of its code.
///
/// Runs on the current rayon thread pool; the result does not depend on its size.
pub fn analyze(world: &World, catalog: &Catalog, options: &Options) -> Analysis {
    let graph = CallGraph::class_hierarchy(world);
    let scope = Scope::new(world, &graph, &catalog.provided, &options.own, options.library_depth);
    let matcher = Matcher::new(world, catalog);
    let (called, wiring) = rayon::join(
        || CalledMethods::of(&scope, catalog, &matcher),
        || Wiring::of(&scope, catalog, &matcher),
    );
    let recorder = Recorder::new(world, &matcher, catalog);
    let (methods, skeletons, mut findings) =
        skeletons(&Lowering { scope: &scope, catalog, called: &called, wiring: &wiring });
    findings.extend(wiring.findings.iter().cloned());
    let mut program = Program::new(&scope, catalog, methods, skeletons, &recorder);
    let creators = Creators::of(&scope);
    let outgoing_calls = external::find(&scope, catalog, &called, &wiring);
    let lifter = Lifter { program: &program, graph: &graph, creators: &creators };
    let lifting = lifter.lift(external::lifting(&outgoing_calls).map(|call| (call.method, call.kind)));
    let stand_ins = lifting.stand_ins();
    program.answer(lifting.lifted.iter().map(|lifted| lifted.method));
    let methods = program.methods.iter().zip(program.skeletons.iter());
    let direct: Vec<MethodId> = methods
        .filter(|(_, skeleton)| is_direct_point(*skeleton, catalog))
        .map(|(&method, _)| method)
        .collect();
    program.answer(direct.into_iter());
    let mut solution = program.solve();
    let finder = internal::Finder {
        scope: &scope,
        graph: &graph,
        catalog,
        wiring: &wiring,
        program: &program,
        solution: &solution,
        creators: &creators,
        callers: Callers::new(),
    };
    let internal = finder.find();
    program.propagate_sources(&mut solution, &internal.fields);
    let lifter = Lifter { program: &program, graph: &graph, creators: &creators };
    let finder = PointFinder {
        scope: &scope,
        catalog,
        wiring: &wiring,
        program: &program,
        solution: &solution,
        internal: &internal,
        lifter: &lifter,
    };
    let mut paths = FlowPaths::default();
    let mut points = finder.tainted(&mut paths);
    points.extend(finder.outgoing_calls(&outgoing_calls, lifting.lifted, &mut paths));
    points.extend(finder.data_access());
    points.extend(finder.proximal());
    let mut points = distinct(points);
    Writes::new(&program, &solution).assign(&mut points);
    let mut counts = finder.counts(&points);
    let mut candidates = finder.system_candidates(&mut counts);
    candidates.extend(internal.candidates);
    // They hold millions of small lists, which take time to free.
    rayon::join(|| drop(solution), || drop(program));
    Analysis { points, paths, stand_ins, candidates, counts, findings }
}
