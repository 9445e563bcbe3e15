//! Symbolic execution along the log of a run.
//!
//! [`follow`] re-executes the method under test with [`flow::exec`](reenact_flow::exec), and takes every decision from the log: the
//! outcomes of branches, which calls returned what and which threw. The result is the list of conditions that made the run
//! take its path, in terms of the method's parameters and of the results of calls that were not entered.

use std::collections::{BTreeMap, BTreeSet};

use reenact_base::Id;
use reenact_flow::body::{Kind, Operation, Terminator};
use reenact_flow::exec::{
    Branch, Call, CallSite, Choice, Code, Completion, Condition, Decide, Exec, Fault, Fresh, Path,
    Repetition, Site as At, Step, Treatment,
};
use reenact_flow::term::{Relation, Term, TermId, Terms};
use reenact_world::{CallKind, MethodId, MethodRefId, World};
use rustc_hash::FxHashMap;

use crate::models::Model;
use crate::trace::instrument::{SiteKind, Sites};
use crate::trace::log::{Content, Event, RunLog, SiteId};

/// The most instructions that are executed along one log.
const MOST_STEPS: usize = 2_000_000;

/// The most conditions that are kept of one path: the rest of a long loop says nothing new.
const MOST_CONDITIONS: usize = 600;

const INDEX: &str = "java/lang/ArrayIndexOutOfBoundsException";

/// The path of a run.
pub struct Followed {
    pub terms: Terms,
    pub path: Path,
    /// The conditions in order, those of null checks of results included.
    pub steps: Vec<Taken>,
    /// By position in [`Path::calls`]: the value that the call returned, as logged.
    pub results: Vec<Option<i64>>,
    /// Positions in [`Path::calls`] of the calls that threw.
    pub threw: Vec<usize>,
    /// Positions in [`Path::calls`] that are no calls of the program but conditions under which the call before does not throw.
    pub checks: BTreeMap<usize, Model>,
    /// Why the log could not be followed to its end.
    pub lost: Option<String>,
}

/// A condition that held on the path.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    pub condition: Condition,
    pub method: MethodId,
    pub pc: u16,
    /// How many calls had returned before.
    pub calls: usize,
}

/// Places by method and pc.
pub struct SiteIndex {
    branches: FxHashMap<(MethodId, u16), SiteId>,
    calls: FxHashMap<(MethodId, u16), SiteId>,
}

impl SiteIndex {
    /// The branch at a place.
    pub fn branch(&self, method: MethodId, pc: u16) -> Option<SiteId> {
        self.branches.get(&(method, pc)).copied()
    }

    pub fn new(sites: &Sites) -> SiteIndex {
        let mut index = SiteIndex { branches: FxHashMap::default(), calls: FxHashMap::default() };
        for (id, site) in sites.iter() {
            match site.kind {
                SiteKind::If(_) | SiteKind::Switch => index.branches.insert((site.method, site.pc), id),
                SiteKind::Call(_) => index.calls.insert((site.method, site.pc), id),
                _ => None,
            };
        }
        index
    }
}

/// Executes a method along a log. The log has the line of an exception, which several instructions may have; those of `not_here` are known
/// not to have thrown it.
pub fn follow(
    code: &Code<'_>,
    method: MethodId,
    sites: &Sites,
    index: &SiteIndex,
    log: &RunLog,
    not_here: &BTreeSet<(MethodId, u16)>,
) -> Option<Followed> {
    let mut driver = Driver {
        world: code.world(),
        sites,
        index,
        log,
        not_here,
        at: 0,
        results: Vec::new(),
        threw: Vec::new(),
        extra: Vec::new(),
        cast: None,
        check: None,
        bounds: None,
        last_site: None,
        lost: None,
    };
    // The entry of the method under test itself.
    let first = log.events.iter().position(|event| driver.is_entry_of(event, method))?;
    driver.at = first + 1;
    let (mut exec, mut state) = Exec::new(code, method, false, driver)?;
    let mut steps: Vec<Taken> = Vec::new();
    let mut lost = None;
    let mut checks = BTreeMap::new();
    for count in 0.. {
        if count == MOST_STEPS {
            lost = Some("too many instructions".to_owned());
            break;
        }
        let before = state.path.conditions.len();
        let step = exec.step(&mut state);
        let (method, pc) = match state.frames.last() {
            Some(frame) => (frame.method(), frame.pc),
            None => (method, 0),
        };
        let calls = state.path.calls.len();
        let site = exec.decide.last_site.take();
        let mut extra = std::mem::take(&mut exec.decide.extra);
        if let Some((term, class, throws)) = exec.decide.cast.take() {
            let left = exec.terms.add(Kind::Int, Term::InstanceOf(term, class));
            let relation = if throws { Relation::Equal } else { Relation::NotEqual };
            extra.push(Condition { left, relation, right: Terms::zero(Kind::Int) });
        }
        if let Some((array, index, throws)) = exec.decide.bounds.take() {
            let length = match exec.terms[array] {
                Term::Fresh(number) => match state.path.objects.get(number as usize) {
                    Some(Fresh::Array(_, length)) => *length,
                    _ => Terms::unknown(Kind::Int),
                },
                _ => exec.terms.add(Kind::Int, Term::ArrayLength(array)),
            };
            let (kind, reference) = (CallKind::Static, MethodRefId::from_index(0));
            let call = Call { kind, reference, method: None, arguments: vec![index, length] };
            exec.decide.check = Some((call, Model::IsIndex, !throws));
        }
        if let Some((call, model, holds)) = exec.decide.check.take() {
            let number = state.path.calls.len();
            state.path.calls.push(call);
            checks.insert(number, model);
            let left = exec.terms.add(Kind::Int, Term::Result(number as u32));
            let relation = if holds { Relation::NotEqual } else { Relation::Equal };
            extra.push(Condition { left, relation, right: Terms::zero(Kind::Int) });
        }
        let added = state.path.conditions[before.min(state.path.conditions.len())..].iter().copied();
        let (method, pc) = site.unwrap_or((method, pc));
        steps.extend(extra.into_iter().chain(added).map(|condition| Taken { condition, method, pc, calls }));
        if steps.len() >= MOST_CONDITIONS {
            lost = Some("too many conditions".to_owned());
            break;
        }
        match step {
            Step::Continue => {}
            Step::Returned | Step::Thrown(_) => break,
            Step::Fork(_) => {
                lost = Some("a decision is missing in the log".to_owned());
                break;
            }
            Step::Stopped | Step::Infeasible | Step::Lost => {
                let reason = || "an instruction whose effect is not known".to_owned();
                lost = Some(exec.decide.lost.take().unwrap_or_else(reason));
                break;
            }
        }
    }
    let results = std::mem::take(&mut exec.decide.results);
    let threw = std::mem::take(&mut exec.decide.threw);
    Some(Followed { terms: exec.terms, path: state.path, steps, results, threw, checks, lost })
}

/// Takes decisions from a log.
struct Driver<'a> {
    world: &'a World,
    sites: &'a Sites,
    index: &'a SiteIndex,
    log: &'a RunLog,
    not_here: &'a BTreeSet<(MethodId, u16)>,
    /// The next event.
    at: usize,
    results: Vec<Option<i64>>,
    threw: Vec<usize>,
    /// Conditions of the last step that the execution does not record by itself.
    extra: Vec<Condition>,
    /// The value of the last step's cast, the class, and whether the cast failed.
    cast: Option<(TermId, Box<str>, bool)>,
    /// The condition under which the last call does not throw, and whether it held.
    check: Option<(Call, Model, bool)>,
    /// The array and the index of the last step's access, and whether it failed.
    bounds: Option<(TermId, TermId, bool)>,
    /// The place of the last decision.
    last_site: Option<(MethodId, u16)>,
    lost: Option<String>,
}

/// How a call went on.
enum Continued {
    Returned(i64),
    Entered,
    Threw(i64),
    Unknown,
}

impl Driver<'_> {
    fn kind(&self, event: &Event) -> Option<SiteKind> {
        self.sites.get(event.site).map(|site| site.kind)
    }

    fn is_entry_of(&self, event: &Event, method: MethodId) -> bool {
        self.sites.get(event.site).is_some_and(|site| site.kind == SiteKind::Enter && site.method == method)
    }

    /// Whether an event is the entry of a method that the initialiser of an enum calls.
    fn makes_constants(&self, event: &Event) -> bool {
        self.sites.get(event.site).is_some_and(|site| {
            let view = self.world.view(site.method);
            let name = view.name().to_str();
            view.class().is_enum() && matches!(&*name, "values" | "$values" | "<init>")
        })
    }

    /// The position behind the invocation that is entered at a position.
    fn behind_invocation(&self, enter: usize) -> usize {
        let mut depth = 0usize;
        for (position, event) in self.log.events.iter().enumerate().skip(enter) {
            match self.kind(event) {
                Some(SiteKind::Enter) => depth += 1,
                Some(SiteKind::Exit | SiteKind::Unwound) => {
                    depth -= 1;
                    if depth == 0 {
                        return position + 1;
                    }
                }
                _ => {}
            }
        }
        self.log.events.len()
    }

    /// The value logged at a branch, or `None` if the log does not go there.
    fn branch_value(&mut self, site: SiteId) -> Option<i64> {
        while let Some(event) = self.log.events.get(self.at) {
            if event.site == site {
                self.at += 1;
                return Some(event.value);
            }
            match self.kind(event)? {
                SiteKind::If(_) | SiteKind::Switch => return None,
                SiteKind::Enter => self.at = self.behind_invocation(self.at),
                _ => self.at += 1,
            }
        }
        None
    }

    /// How the call at a place went on. Consumes the events that belong to it.
    fn continued(&mut self, method: MethodId, site: SiteId, target: Option<MethodId>) -> Continued {
        let mut at = self.at;
        while let Some(event) = self.log.events.get(at) {
            if event.site == site {
                self.at = at + 1;
                return Continued::Returned(event.value);
            }
            let Some(other) = self.sites.get(event.site) else { return Continued::Unknown };
            match other.kind {
                SiteKind::Enter if target == Some(other.method) => {
                    self.at = at + 1;
                    return Continued::Entered;
                }
                SiteKind::Enter => at = self.behind_invocation(at),
                SiteKind::Caught | SiteKind::Unwound if other.method == method => {
                    self.at = at;
                    return Continued::Threw(event.value);
                }
                SiteKind::If(_) | SiteKind::Switch => return Continued::Unknown,
                _ => at += 1,
            }
        }
        Continued::Unknown
    }

    /// Notes the condition under which a call does not throw.
    fn note_check(&mut self, call: &Call, holds: bool) {
        let model = call.method.and_then(|method| Model::of(self.world, method)).and_then(Model::check);
        self.check = model.map(|model| (call.clone(), model, holds));
    }

    /// Whether the next thing in the log is an exception of a class that was thrown at a line of a method.
    fn throws_here(&self, method: MethodId, line: Option<u16>, class: &str) -> bool {
        let mut at = self.at;
        while let Some(event) = self.log.events.get(at) {
            match self.kind(event) {
                Some(SiteKind::Caught | SiteKind::Unwound) => {
                    let Some(seen) = self.log.object(event.value) else { return false };
                    let Content::Thrown { method: top, line: at, .. } = &seen.content else { return false };
                    let name = self.world.view(method).name().to_str();
                    return seen.class.replace('.', "/") == class
                        && *top == name
                        && line.is_none_or(|line| u32::from(line) == *at);
                }
                Some(SiteKind::Exit | SiteKind::Call(_)) => {}
                // An enum that is initialised just then makes its constants.
                Some(SiteKind::Enter) if self.makes_constants(event) => {
                    at = self.behind_invocation(at);
                    continue;
                }
                _ => return false,
            }
            at += 1;
        }
        false
    }
}

impl Decide for Driver<'_> {
    fn branch(&mut self, at: At<'_>, branch: Branch, feasible: &[usize]) -> Choice {
        self.last_site = Some((at.method, at.pc));
        let Some(&site) = self.index.branches.get(&(at.method, at.pc)) else {
            // Code of the JDK, or a method that is not instrumented.
            if feasible.len() == 1 {
                return Choice::All;
            }
            self.lost = Some("a branch that is not instrumented".to_owned());
            return Choice::Stop;
        };
        let Some(value) = self.branch_value(site) else {
            self.lost = Some("the log continues elsewhere".to_owned());
            return Choice::Stop;
        };
        let Some(frame) = at.state.frames.last() else { return Choice::Stop };
        let body = &frame.code.body;
        match (branch, body.terminator(frame.block)) {
            (Branch::If, Terminator::Branch { relation, .. }) => {
                Choice::Only(usize::from(relation.holds(value.cmp(&0))))
            }
            (Branch::Switch, Terminator::Switch { keys, .. }) => {
                let keys = body.keys(keys);
                let key = keys.iter().position(|key| i64::from(*key) == value);
                Choice::Only(key.unwrap_or(keys.len()))
            }
            _ => Choice::Stop,
        }
    }

    fn fault(&mut self, at: At<'_>, fault: Fault<'_>) -> Completion {
        self.last_site = Some((at.method, at.pc));
        let Some(frame) = at.state.frames.last() else { return Completion::Stop };
        let throws = !self.not_here.contains(&(at.method, at.pc))
            && self.throws_here(at.method, frame.code.body.lines().at(at.pc), fault.class);
        // The execution records no condition for the result of a call, nor for a cast.
        if fault.unless.is_none() {
            let body = &frame.code.body;
            let mut instructions = body.instructions_of(frame.block).map(|id| body.instruction(id));
            let here = instructions
                .find(|instruction| instruction.pc == at.pc && !body.operands(instruction).is_empty());
            if let Some(instruction) = here {
                let left: TermId = frame.term(body.operands(instruction)[0]);
                let relation = if throws { Relation::Equal } else { Relation::NotEqual };
                match (instruction.operation, fault.class) {
                    (Operation::CheckCast(class), _) => {
                        self.cast = Some((left, self.world.text(class).to_str().into(), throws));
                    }
                    (Operation::ArrayLoad(_) | Operation::ArrayStore(_), INDEX) => {
                        let index = frame.term(body.operands(instruction)[1]);
                        self.bounds = Some((left, index, throws));
                    }
                    (_, "java/lang/NullPointerException") => {
                        self.extra.push(Condition { left, relation, right: Terms::null() });
                    }
                    _ => {}
                }
            }
        }
        if throws { Completion::Throws } else { Completion::Normally }
    }

    fn call(&mut self, at: At<'_>, call: CallSite<'_>, _: &Terms) -> Treatment {
        let number = at.state.path.calls.len();
        self.results.resize(number, None);
        let target = call.target.map(|(target, _)| target);
        let Some(&site) = self.index.calls.get(&(at.method, at.pc)) else {
            return match call.is_plain_constructor && target.is_some() {
                true => Treatment::Enter,
                false => Treatment::Return,
            };
        };
        match self.continued(at.method, site, target) {
            Continued::Entered => Treatment::Enter,
            Continued::Returned(value) => {
                if call.is_plain_constructor && target.is_some() {
                    return Treatment::Enter;
                }
                self.results.push(Some(value));
                self.note_check(call.call, true);
                Treatment::Return
            }
            Continued::Threw(exception) => {
                let class = self.log.object(exception).map(|seen| seen.class.replace('.', "/"));
                self.results.push(None);
                self.threw.push(number);
                self.note_check(call.call, false);
                self.last_site = Some((at.method, at.pc));
                Treatment::Throw(class.and_then(|class| self.world.class_id(&class)))
            }
            Continued::Unknown => {
                self.lost = Some("a call that did not return".to_owned());
                Treatment::Stop
            }
        }
    }

    fn repeat(&mut self, _: At<'_>, _: Repetition) -> bool {
        true
    }
}
