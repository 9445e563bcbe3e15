//! From what was found to points, each with what it depends on.

use std::sync::Arc;

use rayon::prelude::*;
use reenact_world::{MethodId, MethodRefId};
use rustc_hash::FxHashMap;

use crate::beans::Wiring;
use crate::catalog::Catalog;
use crate::external::{self, OutgoingCall};
use crate::flow_path::{FlowPath, FlowPaths, reference_name};
use crate::internal::Internal;
use crate::lift::{Lifted, Lifter};
use crate::point::{Counts, Kind, Point, SourceSite};
use crate::program::Program;
use crate::proof::{Origin, Proof, prove};
use crate::scope::Scope;
use crate::solve::Solution;
use crate::summary::{Mask, TAINT, bit};
use crate::transfer::Focus;

/// The results of the analysis that points are made of.
pub(crate) struct PointFinder<'w, 'a> {
    pub scope: &'w Scope<'a>,
    pub catalog: &'w Catalog,
    pub wiring: &'w Wiring,
    pub program: &'w Program<'a>,
    pub solution: &'w Solution,
    pub internal: &'w Internal,
    pub lifter: &'w Lifter<'w>,
}

impl PointFinder<'_, '_> {
    /// Points that state was followed to.
    pub fn tainted(&self, paths: &mut FlowPaths) -> Vec<Point> {
        let kinds = [Kind::System, Kind::Internal, Kind::External];
        let wanted: Vec<(usize, Kind)> = (0..self.program.methods.len())
            .into_par_iter()
            .filter(|&position| self.is_point(position))
            .flat_map_iter(|position| {
                let found = self.solution.summaries[position].found();
                let kinds = kinds.into_iter().filter(move |&kind| found & bit(kind) != 0);
                kinds.map(move |kind| (position, kind))
            })
            .collect();
        let ends: Vec<(usize, Mask)> = wanted.iter().map(|&(position, kind)| (position, bit(kind))).collect();
        let proof = prove(self.program, self.solution, &ends, paths);
        let mut origins: FxHashMap<Origin, (String, Arc<str>)> = FxHashMap::default();
        for proof in &proof {
            origins.entry(proof.source).or_insert_with(|| self.group_and_name(proof.source));
        }
        let both: Vec<((usize, Kind), Proof)> = wanted.into_iter().zip(proof).collect();
        both.into_par_iter()
            .map(|((position, kind), proof)| {
                let (group, source) = &origins[&proof.source];
                let method = self.program.methods[position];
                let point = self.point(method, kind, group.clone(), Arc::clone(source), Some(proof.path));
                let caveat = self.program.obstacle(method).cloned();
                Point { caveat, lifted_from: self.lifted_from(&proof.callees), ..point }
            })
            .collect()
    }

    fn is_point(&self, position: usize) -> bool {
        let method = self.program.methods[position];
        self.solution.summaries[position].found() != 0
            && (self.program.is_mockable(position)
                || self.scope.is_mockable(method) && !self.is_called_by_own(method))
    }

    fn is_called_by_own(&self, method: MethodId) -> bool {
        let mut callers = self.lifter.graph.some_callers(self.scope.world, method);
        callers.any(|caller| caller != method && self.scope.is_own_method(caller))
    }

    /// Returns the sort of state of a source, and its name in reports.
    fn group_and_name(&self, origin: Origin) -> (String, Arc<str>) {
        let world = self.scope.world;
        match origin {
            Origin::Call(reference, source) => {
                let group = self.catalog.sources[usize::from(source)].group.clone();
                (group, reference_name(world, reference).into())
            }
            Origin::Field(field) => {
                let view = world.view(field);
                let named = self.internal.groups.get(&field).cloned();
                let group = named.unwrap_or_else(|| {
                    if view.access_flags().is_static() { "static field" } else { "bean field" }.to_owned()
                });
                (group, view.to_string().into())
            }
            Origin::Unknown => (String::new(), "".into()),
        }
    }

    /// Returns the methods on the path that would be points if they could be answered from a recording.
    fn lifted_from(&self, callees: &[u32]) -> Vec<(MethodId, Arc<str>)> {
        let methods = callees.iter().map(|&callee| self.program.methods[callee as usize]);
        let lifted = methods.filter_map(|method| {
            self.program.obstacle(method).map(|obstacle| (method, Arc::clone(obstacle)))
        });
        lifted.collect()
    }

    fn point(
        &self,
        method: MethodId,
        kind: Kind,
        group: String,
        source: Arc<str>,
        path: Option<FlowPath>,
    ) -> Point {
        let view = self.scope.world.view(method);
        Point {
            method: Some(method),
            name: view.to_string(),
            kind,
            group,
            source,
            path,
            lifted_from: Vec::new(),
            caveat: None,
            writes: Vec::new(),
            file: view.class().source_file().map(|file| file.to_string()),
            line: self.program.line_at(method, 0),
        }
    }

    /// Returns the points of outgoing calls: the callers, or the callees that a catalog declares.
    pub fn outgoing_calls(
        &self,
        outgoing_calls: &[OutgoingCall],
        lifted: Vec<Lifted>,
        paths: &mut FlowPaths,
    ) -> Vec<Point> {
        let mut names: FxHashMap<MethodRefId, Arc<str>> = FxHashMap::default();
        for call in outgoing_calls {
            let name = || reference_name(self.scope.world, call.reference).into();
            names.entry(call.reference).or_insert_with(name);
        }
        let mut path = |call: &OutgoingCall| {
            let line = self.program.line_at(call.method, call.pc);
            paths.add_call(call.method, line, call.reference, call.why.as_deref())
        };
        let direct = outgoing_calls.iter().filter(|call| call.is_direct);
        let mut points: Vec<Point> =
            direct.map(|call| self.called(call, &names[&call.reference], path(call))).collect();
        let lifting: Vec<&OutgoingCall> = external::lifting(outgoing_calls).collect();
        for lifted in lifted {
            let call = lifting[lifted.call as usize];
            let source = Arc::clone(&names[&call.reference]);
            let point = self.point(lifted.method, call.kind, call.group.clone(), source, Some(path(call)));
            points.push(Point { lifted_from: lifted.from, caveat: lifted.caveat, ..point });
        }
        points
    }

    /// Returns a point whose callee is the point. It belongs to a library, so its lines are left out.
    fn called(&self, call: &OutgoingCall, name: &Arc<str>, path: FlowPath) -> Point {
        let (kind, group, source) = (call.kind, call.group.clone(), Arc::clone(name));
        let point = match self.scope.world.resolved_method(call.reference) {
            Ok(resolved) => self.point(resolved, kind, group, source, Some(path)),
            Err(_) => Point {
                method: None,
                name: name.to_string(),
                kind,
                group,
                source,
                path: Some(path),
                lifted_from: Vec::new(),
                caveat: None,
                writes: Vec::new(),
                file: None,
                line: None,
            },
        };
        Point { file: None, line: None, ..point }
    }

    pub fn data_access(&self) -> Vec<Point> {
        let mut points = Vec::new();
        for (&class, group) in &self.wiring.daos {
            for method in self.scope.world.view(class).methods() {
                let flags = method.access_flags();
                if self.scope.is_mockable(method.id()) && !flags.is_private() && !flags.is_static() {
                    let source = format!("{} is a data access object", method.class());
                    points.push(self.point(method.id(), Kind::External, group.clone(), source.into(), None));
                }
            }
        }
        points
    }

    pub fn proximal(&self) -> Vec<Point> {
        let near = self.wiring.proximal.iter();
        near.map(|(&method, proxied)| {
            let mut point =
                self.point(method, Kind::External, proxied.group.clone(), proxied.why.as_str().into(), None);
            (point.file, point.line) = (None, None);
            point
        })
        .collect()
    }

    pub fn counts(&self, points: &[Point]) -> Counts {
        let world = self.scope.world;
        let of = |kind| points.iter().filter(|point| point.kind == kind).count();
        let own = self.scope.methods.iter().filter_map(|&method| self.program.position(method));
        let lines = own.map(|position| self.program.skeletons.get(position).lines.distinct());
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
            declared: of(Kind::Declared),
            internal_candidates: self.internal.candidates.len(),
            internal_with_modifier: self.internal.with_modifier,
            internal_kept: self.internal.kept,
            beans: self.wiring.beans.len(),
            ..Counts::default()
        }
    }

    /// Returns every call of a source in the subject's code, and whether its taint reaches a sink.
    pub fn system_candidates(&self, counts: &mut Counts) -> Vec<SourceSite> {
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
                    self.program.summarize(position, self.solution, focus)
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
                    let contents = outcome.summary.contents.iter().any(|mask| mask & TAINT != 0);
                    let is_kept = outcome.summary.found() & system != 0
                        || contents
                        || outcome.fields.iter().any(|&(field, _)| comes_to(field));
                    counts.system_kept_inter += usize::from(is_kept);
                    (!is_kept).then(|| {
                        let nowhere = "it comes to no branch and no return";
                        format!("{nowhere}, or only by way of points, which answer for themselves")
                    })
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

/// Keeps one point for each method and kind, by name: the one with the fewest lifts, and of these the first.
pub(crate) fn distinct(mut points: Vec<Point>) -> Vec<Point> {
    points.par_sort_by(|one, other| {
        let by_name = one.name.cmp(&other.name).then(one.kind.cmp(&other.kind));
        by_name.then(one.lifted_from.len().cmp(&other.lifted_from.len()))
    });
    points.dedup_by(|later, kept| later.name == kept.name && later.kind == kept.kind);
    points
}
