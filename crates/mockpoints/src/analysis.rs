//! The whole analysis, in order.

use std::collections::BTreeMap;

use rayon::prelude::*;
use reenact_base::finding::{Finding, Severity};
use reenact_flow::BodyBuilder;
use reenact_world::{CallGraph, ClassId, FieldId, MethodId, World};
use rustc_hash::FxHashSet;

use crate::beans::Wiring;
use crate::catalog::Catalog;
use crate::catalog::matcher::{Matcher, Verdicts};
use crate::external::{self, Outcall};
use crate::internal::{self, Callers, Internal};
use crate::lift::{Creators, Lifter, Recorder};
use crate::lower::Lowering;
use crate::point::{Analysis, Counts, Kind, Point, SourceSite, Step};
use crate::program::Program;
use crate::scope::Scope;
use crate::skeleton::Skeleton;
use crate::solve::{Question, Solution};
use crate::summary::{FOUND, bit};
use crate::trace::{Origin, Tracer, reference_name};
use crate::work::Focus;
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
    let scope = Scope::new(world, &graph, &options.own, options.library_depth);
    let matcher = Matcher::new(world, catalog);
    let verdicts = Verdicts::of(&matcher, scope.references.iter());
    let recorder = Recorder::new(world, &matcher, catalog);
    let wiring = Wiring::of(&scope, catalog, &matcher);
    let (methods, skeletons, mut findings) = skeletons(&scope, catalog, &verdicts, &wiring);
    findings.extend(wiring.findings.iter().cloned());
    let program = Program::new(&scope, catalog, methods, skeletons, &recorder);
    let changes = program.solve(Question::Changes, Default::default());
    let creators = Creators::of(&scope);
    let finder = internal::Finder {
        scope: &scope,
        graph: &graph,
        catalog,
        wiring: &wiring,
        program: &program,
        changes: &changes,
        creators: &creators,
        callers: Callers::new(),
    };
    let internal = finder.find();
    let solution = program.solve(Question::State, internal.fields.clone());
    let lifter = Lifter { scope: &scope, graph: &graph, recorder: &recorder, creators: &creators };
    let whole = Whole {
        scope: &scope,
        catalog,
        wiring: &wiring,
        program: &program,
        solution: &solution,
        internal: &internal,
        lifter: &lifter,
    };
    let outcalls = external::find(&scope, catalog, &verdicts, &wiring);
    let mut points = whole.followed();
    points.extend(whole.outcalls(&outcalls));
    points.extend(whole.data_access());
    points.extend(whole.proximal());
    let mut points = distinct(points);
    Writes::new(&program, &changes).tell(&mut points);
    let mut counts = whole.counts(&points);
    let mut candidates = whole.system_candidates(&mut counts);
    candidates.extend(internal.candidates.iter().cloned());
    Analysis { points, candidates, counts, findings }
}

/// The skeletons of all methods that are looked into, ascending, and what could not be read.
fn skeletons(
    scope: &Scope<'_>,
    catalog: &Catalog,
    verdicts: &Verdicts,
    wiring: &Wiring,
) -> (Vec<MethodId>, Vec<Skeleton>, Vec<Finding>) {
    let lowering = Lowering { scope, catalog, verdicts, wiring };
    let mut classes: Vec<ClassId> = scope.own_classes().map(|class| class.id()).collect();
    classes.extend(scope.library_methods.iter().map(|&method| scope.world.view(method).class().id()));
    classes.sort_unstable();
    classes.dedup();
    let made: Vec<Vec<(MethodId, Skeleton)>> = classes
        .par_iter()
        .map_init(BodyBuilder::new, |builder, &class| {
            let mut made = Vec::new();
            builder.of_class(scope.world, class, |method, body| {
                if !scope.analysed.contains(method) {
                    return;
                }
                let mut skeleton = match body {
                    Ok(body) => lowering.of(&body),
                    Err(error) => Skeleton { unreadable: Some(error.to_string()), ..Skeleton::default() },
                };
                skeleton.shrink();
                made.push((method, skeleton));
            });
            made
        })
        .collect();
    let (mut methods, mut skeletons, mut findings) = (Vec::new(), Vec::new(), Vec::new());
    for (method, skeleton) in made.into_iter().flatten() {
        if let Some(message) = &skeleton.unreadable {
            let subject = scope.world.view(method).to_string();
            findings.push(Finding::new(Severity::Warning, "code-unreadable", subject, message.clone()));
        }
        methods.push(method);
        skeletons.push(skeleton);
    }
    forget_seeded(scope, &mut skeletons);
    (methods, skeletons, findings)
}

/// What a generator gives that never had another seed than a given one is no chance, but the state of who holds it: it
/// comes with the seed. Only of fields that nobody outside can set.
fn forget_seeded(scope: &Scope<'_>, skeletons: &mut [Skeleton]) {
    let mut seeded: FxHashSet<FieldId> =
        skeletons.iter().flat_map(|skeleton| skeleton.seeded.clone()).collect();
    seeded.retain(|&field| scope.world.view(field).access_flags().is_private());
    for skeleton in skeletons.iter() {
        for store in &skeleton.stores {
            if seeded.contains(&store.field) && !skeleton.stores_only(&skeleton.seeded, store.field) {
                seeded.remove(&store.field);
            }
        }
    }
    for skeleton in skeletons {
        skeleton.origins.retain(|origin| origin.receiver.is_none_or(|field| !seeded.contains(&field)));
    }
}

struct Whole<'w, 'a> {
    scope: &'w Scope<'a>,
    catalog: &'w Catalog,
    wiring: &'w Wiring,
    program: &'w Program<'a>,
    solution: &'w Solution,
    internal: &'w Internal,
    lifter: &'w Lifter<'w>,
}

impl Whole<'_, '_> {
    /// Points that state was followed to.
    fn followed(&self) -> Vec<Point> {
        let wanted: Vec<(usize, Kind)> = (0..self.program.methods.len())
            .filter(|&position| self.is_point(position))
            .flat_map(|position| {
                let found = self.solution.summaries[position].found();
                let kinds = [Kind::System, Kind::Internal, Kind::External];
                kinds
                    .into_iter()
                    .filter(move |&kind| found & bit(kind) != 0)
                    .map(move |kind| (position, kind))
            })
            .collect();
        let tracer = Tracer::new(self.program, self.solution);
        wanted.par_iter().map(|&(position, kind)| self.followed_to(&tracer, position, kind)).collect()
    }

    fn is_point(&self, position: usize) -> bool {
        let method = self.program.methods[position];
        self.solution.summaries[position].found() != 0
            && (self.program.is_mockable(position)
                || self.scope.is_mockable(method) && !self.is_called_by_own(method))
    }

    fn is_called_by_own(&self, method: MethodId) -> bool {
        let callers = self.lifter.graph.callers(self.scope.world, method);
        callers.iter().any(|&caller| caller != method && self.scope.is_own_method(caller))
    }

    fn followed_to(&self, tracer: &Tracer<'_, '_>, position: usize, kind: Kind) -> Point {
        let way = tracer.way(position, bit(kind));
        let world = self.scope.world;
        let (source, group) = match way.source {
            Origin::Call(reference, source) => {
                (reference_name(world, reference), self.catalog.sources[usize::from(source)].group.clone())
            }
            Origin::Field(field) => {
                let view = world.view(field);
                let named = self.internal.groups.get(&field).cloned();
                let group = named.unwrap_or_else(|| {
                    if view.access_flags().is_static() { "static field" } else { "bean field" }.to_owned()
                });
                (view.to_string(), group)
            }
            Origin::Unknown => (String::new(), String::new()),
        };
        let method = self.program.methods[position];
        let lifted_from = self.lifted_from(&way.callees);
        let caveat = self.lifter.obstacle(method);
        Point { caveat, lifted_from, ..self.point(method, kind, group, source, way.steps) }
    }

    /// The methods on the way that would have been points, could they be answered from a recording.
    fn lifted_from(&self, callees: &[u32]) -> Vec<(String, String)> {
        let methods = callees.iter().map(|&callee| self.program.methods[callee as usize]);
        let lifted = methods.filter_map(|method| {
            let obstacle = self.lifter.obstacle(method).filter(|_| self.scope.is_own_method(method))?;
            Some((self.scope.world.view(method).to_string(), obstacle))
        });
        lifted.collect()
    }

    fn point(&self, method: MethodId, kind: Kind, group: String, source: String, chain: Vec<Step>) -> Point {
        let view = self.scope.world.view(method);
        Point {
            method: Some(method),
            name: view.to_string(),
            kind,
            group,
            source,
            chain,
            lifted_from: Vec::new(),
            caveat: None,
            writes: Vec::new(),
            file: view.class().source_file().map(|file| file.to_string()),
            line: self.program.line_at(method, 0),
        }
    }

    /// Whoever calls out, or what is called, if a catalog says so.
    fn outcalls(&self, outcalls: &[Outcall]) -> Vec<Point> {
        let world = self.scope.world;
        let mut points = Vec::new();
        for call in outcalls {
            let name = reference_name(world, call.reference);
            let view = world.view(call.method);
            let what = match &call.why {
                Some(why) => format!("calls {why}"),
                None => format!("calls {name}"),
            };
            let step = Step {
                method: view.to_string().into(),
                file: view.class().source_file().map(|file| file.to_string().into()),
                line: self.program.line_at(call.method, call.pc),
                what: what.into(),
            };
            if call.is_direct {
                let resolved = world.resolved_method(call.reference).ok();
                let mut point = match resolved {
                    Some(resolved) => self.point(resolved, call.kind, call.group.clone(), name, vec![step]),
                    None => Point {
                        method: None,
                        name: name.clone(),
                        kind: call.kind,
                        group: call.group.clone(),
                        source: name,
                        chain: vec![step],
                        lifted_from: Vec::new(),
                        caveat: None,
                        writes: Vec::new(),
                        file: None,
                        line: None,
                    },
                };
                // It is a library's: its lines say nothing to the reader.
                (point.file, point.line) = (None, None);
                points.push(point);
                continue;
            }
            for lifted in self.lifter.lift(call.method) {
                let from = lifted.from.iter();
                let lifted_from = from.map(|(method, why)| (world.view(*method).to_string(), why.clone()));
                let lifted_from = lifted_from.collect();
                let point = self.point(
                    lifted.method,
                    call.kind,
                    call.group.clone(),
                    name.clone(),
                    vec![step.clone()],
                );
                points.push(Point { lifted_from, caveat: lifted.caveat, ..point });
            }
        }
        points
    }

    fn data_access(&self) -> Vec<Point> {
        let mut points = Vec::new();
        for (&class, group) in &self.wiring.daos {
            for method in self.scope.world.view(class).methods() {
                let flags = method.access_flags();
                if self.scope.is_mockable(method.id()) && !flags.is_private() && !flags.is_static() {
                    let source = format!("{} is a data access object", method.class());
                    points.push(self.point(method.id(), Kind::External, group.clone(), source, Vec::new()));
                }
            }
        }
        points
    }

    fn proximal(&self) -> Vec<Point> {
        let near = self.wiring.proximal.iter();
        near.map(|(&method, proxied)| {
            let mut point =
                self.point(method, Kind::External, proxied.group.clone(), proxied.why.clone(), Vec::new());
            (point.file, point.line) = (None, None);
            point
        })
        .collect()
    }

    fn counts(&self, points: &[Point]) -> Counts {
        let world = self.scope.world;
        let of = |kind| points.iter().filter(|point| point.kind == kind).count();
        let own = self.scope.methods.iter().filter_map(|&method| self.program.position(method));
        let lines = own.map(|position| self.program.skeletons[position].lines.distinct());
        let called =
            self.scope.references.iter().filter(|&reference| match world.resolved_method(reference) {
                Ok(method) => !world.view(method).class().is_platform(),
                Err(_) => true,
            });
        Counts {
            methods: self.scope.methods.len(),
            lines: lines.sum(),
            library_methods: self.scope.library_methods.len(),
            called: called.count(),
            system: of(Kind::System),
            internal: of(Kind::Internal),
            external: of(Kind::External),
            white: of(Kind::White),
            internal_candidates: self.internal.candidates.len(),
            internal_with_modifier: self.internal.with_modifier,
            internal_kept: self.internal.kept,
            beans: self.wiring.beans.len(),
            ..Counts::default()
        }
    }

    /// Every call of a source in the subject's code, and whether its state comes anywhere.
    fn system_candidates(&self, counts: &mut Counts) -> Vec<SourceSite> {
        let world = self.scope.world;
        let mut candidates = Vec::new();
        for (position, skeleton) in self.program.skeletons.iter().enumerate() {
            let method = self.program.methods[position];
            if !self.scope.is_own_method(method) {
                continue;
            }
            for (at, origin) in skeleton.origins.iter().enumerate() {
                if self.catalog.sources[usize::from(origin.source)].kind != Kind::System {
                    continue;
                }
                counts.system_candidates += 1;
                let look = |follows_calls| {
                    let focus = Focus::Origin { position: at, follows_calls };
                    self.program.work_out(Question::State, position, self.solution, focus)
                };
                let system = bit(Kind::System);
                let comes_to = |field| {
                    self.program
                        .readers(field)
                        .iter()
                        .any(|&reader| self.solution.summaries[reader as usize].found() & system != 0)
                };
                let dropped = if look(false).summary.found() & system != 0 {
                    counts.system_kept_intra += 1;
                    None
                } else {
                    let outcome = look(true);
                    let poured = outcome.summary.poured.iter().any(|mask| mask & FOUND != 0);
                    let is_kept = outcome.summary.found() & system != 0
                        || poured
                        || outcome.fields.iter().any(|&(field, _)| comes_to(field));
                    counts.system_kept_inter += usize::from(is_kept);
                    (!is_kept).then(|| "it comes to no branch and no return".to_owned())
                };
                candidates.push(SourceSite {
                    name: world.view(method).to_string(),
                    kind: Kind::System,
                    source: reference_name(world, origin.reference),
                    line: skeleton.lines.at(origin.pc),
                    dropped,
                });
            }
        }
        candidates
    }
}

/// One point for each method and kind, by name: the one with the shortest way.
fn distinct(points: Vec<Point>) -> Vec<Point> {
    let mut kept: BTreeMap<(String, Kind), Point> = BTreeMap::new();
    for point in points {
        let key = (point.name.clone(), point.kind);
        match kept.get(&key) {
            Some(known) if known.lifted_from.len() <= point.lifted_from.len() => {}
            _ => {
                kept.insert(key, point);
            }
        }
    }
    kept.into_values().collect()
}
