//! The whole analysis, in order.

use reenact_world::{CallGraph, MethodId, World};

use crate::alone::is_point_alone;
use crate::beans::Wiring;
use crate::called::CalledMethods;
use crate::catalog::Catalog;
use crate::catalog::matcher::Matcher;
use crate::external;
use crate::internal::{self, Callers};
use crate::lift::{Creators, Lifter, Recorder};
use crate::lower::Lowering;
use crate::point::Analysis;
use crate::points::{Whole, distinct};
use crate::program::Program;
use crate::reading::skeletons;
use crate::scope::Scope;
use crate::ways::Ways;
use crate::writes::Writes;

/// How the analysis goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Positions of the containers whose code is the subject's own; none for all but the JDK's.
    pub own: Vec<usize>,
    /// How deep calls are followed into libraries.
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
    let (called, wiring) =
        rayon::join(|| CalledMethods::of(&scope, &matcher), || Wiring::of(&scope, catalog, &matcher));
    let recorder = Recorder::new(world, &matcher, catalog);
    let (methods, skeletons, mut findings) =
        skeletons(&Lowering { scope: &scope, catalog, called: &called, wiring: &wiring });
    findings.extend(wiring.findings.iter().cloned());
    let mut program = Program::new(&scope, catalog, methods, skeletons, &recorder);
    let creators = Creators::of(&scope);
    let outcalls = external::find(&scope, catalog, &called, &wiring);
    let lifter = Lifter { program: &program, graph: &graph, creators: &creators };
    let lifting = lifter.lift(external::lifting(&outcalls).map(|call| (call.method, call.kind)));
    let stand_ins = lifting.stand_ins();
    program.answer(lifting.lifted.iter().map(|lifted| lifted.method));
    let alone = program.methods.iter().zip(program.skeletons.iter());
    let alone: Vec<MethodId> =
        alone.filter(|(_, skeleton)| is_point_alone(*skeleton, catalog)).map(|(&method, _)| method).collect();
    program.answer(alone.into_iter());
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
    program.let_state_in(&mut solution, &internal.fields);
    let lifter = Lifter { program: &program, graph: &graph, creators: &creators };
    let whole = Whole {
        scope: &scope,
        catalog,
        wiring: &wiring,
        program: &program,
        solution: &solution,
        internal: &internal,
        lifter: &lifter,
    };
    let mut ways = Ways::default();
    let mut points = whole.followed(&mut ways);
    points.extend(whole.outcalls(&outcalls, lifting.lifted, &mut ways));
    points.extend(whole.data_access());
    points.extend(whole.proximal());
    let mut points = distinct(points);
    Writes::new(&program, &solution).tell(&mut points);
    let mut counts = whole.counts(&points);
    let mut candidates = whole.system_candidates(&mut counts);
    candidates.extend(internal.candidates);
    // Millions of small lists.
    rayon::join(|| drop(solution), || drop(program));
    Analysis { points, ways, stand_ins, candidates, counts, findings }
}
