//! The probes of recorded calls: begin, take the arguments, walk, and walk again at the end.
//!
//! All of it runs on the subject's thread. No Java is called, nothing is waited for, and every way out of
//! here leaves the subject as it was.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use reenact_base::Id;
use reenact_recording::graph::Kind;
use reenact_recording::model::{InvocationHead, Marks, MethodNumber, ThreadNumber};
use reenact_recording::notes::put_histories;
use reenact_wire::options::Budgets;
use reenact_wire::plan::ClassProbes;
use xxhash_rust::xxh3::xxh3_64;

use super::cost::OBJECTS_OVER_BUDGET;
use super::sampling::Admission;
use super::share::{LEAST_ROOM, Share};
use crate::ffi::Jni;
use crate::graph::{Context, Follow, Outcome, Policy, Seen, WalkError, Walker};
use crate::output::queue::{Event, Finished};
use crate::probe::sites::{CallSite, Figures, Method, MethodFlags};
use crate::probe::token::Token;
use crate::probe::value::{Arguments, Ended, Value};
use crate::runtime::memory::Held;
use crate::runtime::threads::Nested;
use crate::service::history::{Followed, TrackedNode, WrittenHistories};
use crate::service::session::Session;

/// The number of proxy calls that are recorded with an invocation, and of calls of lambdas: more make a test too long to
/// read.
const MOST_NESTED: u32 = 32;

/// A call with at most so many recorded calls around it is an outer one. `main` is around all of a small program.
const OUTER_DEPTH: usize = 1;
/// Outer calls of a method that are preferred: they show what the program does, and the calls inside of them are many.
const PREFERRED_OUTER: u64 = 3;
/// Other calls of a method that are preferred: one is better than none.
const PREFERRED_INNER: u64 = 1;

/// The part of the memory that is kept for outer calls.
const RESERVE: usize = 8;

/// A recorded call that has begun.
pub struct Invocation {
    id: u64,
    /// The number of its site.
    site: u32,
    call: u64,
    thread: ThreadNumber,
    thread_key: u64,
    parent: Option<u64>,
    /// The number of recorded calls around it.
    depth: usize,
    /// It does not wait for the time that other captures have taken.
    is_preferred: bool,
    entered: u64,
    arguments: Arguments,
    walker: Walker,
    /// The objects that may have histories.
    tracked: Vec<TrackedNode>,
    held: Held,
    marks: Marks,
    /// The graph before was walked.
    is_ready: bool,
    /// The time that the walk before took.
    cost: Duration,
    /// The method was disarmed for this call, and how long it rests depends on what it costs.
    rests: bool,
    /// It is one of those between two rests.
    is_between: bool,
    /// It is a constructor.
    is_constructor: bool,
    /// It is not recorded, and neither are calls inside of it: a test driver asks for another method.
    is_out_of_focus: bool,
}

impl Invocation {
    /// Returns true if its end may have gone unseen: a beginning that ran out of stack, and a constructor, which
    /// no handler covers until its superclass' constructor has returned.
    fn may_be_lost(&self) -> bool {
        !self.is_ready && !self.is_out_of_focus || self.is_constructor
    }
}

/// Admits a call of an armed method; `None` if it is not recorded.
pub fn begin(session: &Session, jni: Jni, site: &CallSite) -> Option<Token> {
    let (runtime, record) = (&session.runtime, &session.record);
    let admission = match site.method.flags.has(MethodFlags::NESTED_ONLY) {
        true if !accepts_nested(session, jni, site) => return None,
        true => Admission::Record { call: site.sampler.count_call() },
        false => site.sampler.admit(),
    };
    let (call, rests) = match admission {
        Admission::Leave => return None,
        Admission::Record { call } => (call, false),
        Admission::RecordLast { call } | Admission::RecordBetween { call } => (call, true),
        Admission::RecordPursued { call, is_last } => (call, is_last),
    };
    count(&site.figures.sampled);
    if rests {
        runtime.arming.set(jni, site.number, 1, false);
    }
    let is_pursued = matches!(admission, Admission::RecordPursued { .. });
    let is_between = is_pursued || matches!(admission, Admission::RecordBetween { .. });
    if is_between && !is_pursued && site.sampler.settle(runtime.clock.elapsed()) {
        runtime.arming.settle(jni, site.number, true);
        record.cost.add_compilation();
    }
    if runtime.memory.left() < LEAST_ROOM {
        count(&site.figures.overload);
        if rests {
            record.rest(runtime, site, Duration::ZERO);
        }
        return None;
    }
    let arguments = Arguments::with_capacity(site.method.parameters.len() + 1);
    let invocation = Box::new(Invocation {
        id: record.next_invocation(),
        site: site.number,
        call,
        thread: ThreadNumber::from_index(0),
        thread_key: 0,
        parent: None,
        depth: 0,
        is_preferred: false,
        entered: 0,
        arguments,
        walker: runtime.walkers.take(),
        tracked: Vec::new(),
        held: Held::nothing(),
        marks: Marks::default(),
        is_ready: false,
        cost: Duration::ZERO,
        rests,
        is_between,
        is_constructor: *site.method.name == *"<init>",
        is_out_of_focus: false,
    });
    let added = record.open.add(invocation);
    added
        .map_err(|invocation| {
            give_up(session, jni, invocation, |figures| &figures.overload);
            if record.is_time_to_tidy(runtime.clock.elapsed()) {
                for stuck in record.open.take_all(|open| open.may_be_lost()) {
                    end_unseen(session, jni, stuck);
                }
            }
        })
        .ok()
}

/// Returns true if a recorded call around this one accepts it: the innermost one a call of a proxy, any that reaches the
/// lambda a call of its body.
fn accepts_nested(session: &Session, jni: Jni, site: &CallSite) -> bool {
    let runtime = &session.runtime;
    let Some(threads) = runtime.threads.get() else { return false };
    let Ok(current) = runtime.thread(jni) else { return false };
    if site.method.flags.has(MethodFlags::LAMBDA_BODY) {
        let Some(call) = threads.take_body(current.key, site.number) else { return false };
        runtime.arming.release_bodies(jni, &call.released);
        return true;
    }
    let nested = threads.take_nested(current.key);
    if nested == Some(Nested::Last) {
        runtime.arming.end_nested_captures(jni, 1);
    }
    nested.is_some()
}

/// Takes the receiver or an argument, in order.
pub fn argument(session: &Session, jni: Jni, value: Value<'_>, token: Token) {
    session.record.open.with(token, |invocation| {
        let Some(site) = session.runtime.sites.call(invocation.site) else { return };
        let receivers = usize::from(site.method.flags.has(MethodFlags::HAS_RECEIVER));
        let parameter = invocation.arguments.len().checked_sub(receivers);
        let kind = parameter.and_then(|index| site.method.parameters.get(index).copied());
        invocation.arguments.push(jni, value, kind.unwrap_or(Kind::Reference));
    });
}

/// All arguments are there: the state before the call is walked.
pub fn ready(session: &Session, jni: Jni, token: Token) {
    let record = &session.record;
    // The token belongs to this thread, and a look at all open invocations leaves out those that are in use.
    let walked = record.open.with(token, |invocation| {
        let walked = walk_before(session, jni, invocation, token);
        note_rest(session, invocation);
        let Some(site) = session.runtime.sites.call(invocation.site) else { return walked };
        let is_preferred = invocation.is_preferred;
        let is_whole = match walked {
            Ok(()) => !invocation.marks.contains(Marks::TRUNCATED),
            // It was not looked at.
            Err(Unfit::Nested) => true,
            // The next call may find more memory.
            Err(Unfit::Overload) => is_preferred,
            Err(Unfit::Failed) => false,
        };
        record.charge(&session.runtime, jni, site, invocation.cost * 2, is_preferred);
        if invocation.is_between {
            record.cost.add_later(invocation.cost * 2);
        }
        if !is_whole {
            // More of them would be as large, and nothing can be claimed of what was cut.
            record.rest_early(&session.runtime, jni, site, invocation.cost * 2);
        }
        walked
    });
    if let Some(Err(unfit)) = walked
        && let Some(invocation) = record.open.take(token)
    {
        drop_unfit(session, jni, invocation, unfit);
    }
}

/// The call is over: the state after it is walked, and the whole is handed to the writer.
pub fn end(session: &Session, jni: Jni, ended: Ended<'_>, token: Token) {
    let Some(mut invocation) = session.record.open.take(token) else { return };
    if !session.runtime.is_active() {
        return give_up(session, jni, invocation, |figures| &figures.failed);
    }
    if invocation.is_out_of_focus {
        return give_up(session, jni, invocation, |figures| &figures.duplicates);
    }
    let has_thrown = matches!(ended, Ended::Threw(_));
    let walked = walk_after(session, jni, &mut invocation, ended);
    invocation.arguments.release(jni);
    match walked {
        Ok(()) => finish(session, jni, invocation, has_thrown),
        Err(unfit) => drop_unfit(session, jni, invocation, unfit),
    }
}

/// Why an invocation is dropped.
enum Unfit {
    /// There is no memory for it.
    Overload,
    /// It is inside of another one, and only the outer ones are wanted.
    Nested,
    Failed,
}

fn walk_before(session: &Session, jni: Jni, invocation: &mut Invocation, token: Token) -> Result<(), Unfit> {
    let runtime = &session.runtime;
    let site = runtime.sites.call(invocation.site).ok_or(Unfit::Failed)?;
    let method = &site.method;
    let current = runtime.caller(jni, method).map_err(|_| Unfit::Failed)?;
    let threads = runtime.threads.get().ok_or(Unfit::Failed)?;
    invocation.thread = current.number;
    invocation.thread_key = current.key;
    let nested_left = if method.flags.has(MethodFlags::NESTED_ONLY) { 0 } else { MOST_NESTED };
    let entered = threads.enter(current.key, invocation.id, token, nested_left);
    invocation.parent = entered.and_then(|entered| entered.parent);
    invocation.depth = entered.map_or(0, |entered| entered.depth);
    if !runtime.options.nested && invocation.parent.is_some() && !method.class.starts_with("java/") {
        return Err(Unfit::Nested);
    }
    if !session.record.focus.includes(method) {
        invocation.is_out_of_focus = true;
        return Ok(());
    }
    if entered.is_some() && nested_left > 0 {
        runtime.arming.begin_nested_capture(jni);
    }

    let (cost, elapsed) = (&session.record.cost, runtime.clock.elapsed());
    invocation.is_preferred = is_preferred(site, invocation) && cost.may_prefer(elapsed);
    let is_free = site.sampler.takes_every_call() || invocation.is_preferred || !cost.is_over_budget(elapsed);
    let objects = if is_free { u32::MAX } else { OBJECTS_OVER_BUDGET };
    let started = Instant::now();
    let walked = within_budget(session, invocation, objects, |invocation, budgets| {
        let Invocation { walker, tracked, arguments, .. } = invocation;
        let follow = session.history.as_ref().map(|history| Followed::collecting(history, tracked));
        let follow = follow.as_ref().map(|follow| follow as &dyn Follow);
        let mut context = context(session, jni, method, budgets, follow);
        context.policy.cuts_early = !site.sampler.takes_every_call();
        walker.before(&context, arguments.roots(), &method.masked)
    });
    invocation.cost = started.elapsed();
    walked?;
    if entered.is_some() && nested_left > 0 {
        accept_bodies(session, jni, site, invocation);
    }
    if method.flags.has(MethodFlags::HAS_RECEIVER) {
        invocation.marks = invocation.marks.and(Marks::HAS_RECEIVER);
    }
    invocation.is_ready = true;
    // Last, so that what happens inside comes later on the clock.
    invocation.entered = runtime.clock.tick();
    Ok(())
}

/// Arms the bodies of the lambdas that a call reaches: it may ask them.
fn accept_bodies(session: &Session, jni: Jni, site: &CallSite, invocation: &Invocation) {
    let runtime = &session.runtime;
    let reached = invocation.walker.lambda_bodies().into_iter();
    let bodies: Vec<u32> = reached.flat_map(|key| runtime.sites.bodies(key)).collect();
    if let (false, Some(threads)) = (bodies.is_empty(), runtime.threads.get())
        && site.is_unanswered(invocation.walker.state_hash())
        && threads.accept_bodies(invocation.thread_key, invocation.id, &bodies, MOST_NESTED)
    {
        runtime.arming.arm_bodies(jni, &bodies);
    }
}

/// Returns true if few calls of a method are kept: outer ones may be more.
fn is_preferred(site: &CallSite, invocation: &Invocation) -> bool {
    let most = if invocation.depth <= OUTER_DEPTH { PREFERRED_OUTER } else { PREFERRED_INNER };
    site.figures.kept.load(Ordering::Relaxed) < most
}

fn walk_after(
    session: &Session,
    jni: Jni,
    invocation: &mut Invocation,
    ended: Ended<'_>,
) -> Result<(), Unfit> {
    if !invocation.is_ready {
        return Err(Unfit::Failed);
    }
    let method = &session.runtime.sites.call(invocation.site).ok_or(Unfit::Failed)?.method;
    let result = method.result.unwrap_or(Kind::Reference);
    let outcome = match ended {
        Ended::Returned(None) => Outcome::Nothing,
        Ended::Returned(Some(value)) => Outcome::Returned(value.root(result)),
        Ended::Threw(exception) => Outcome::Threw(exception.raw()),
    };
    within_budget(session, invocation, u32::MAX, |invocation, budgets| {
        let Invocation { walker, tracked, arguments, .. } = invocation;
        let follow = session.history.as_ref().map(|history| Followed::collecting(history, tracked));
        let context =
            context(session, jni, method, budgets, follow.as_ref().map(|follow| follow as &dyn Follow));
        walker.after(&context, arguments.roots(), outcome)
    })
}

fn context<'a>(
    session: &'a Session,
    jni: Jni,
    method: &Method,
    budgets: Budgets,
    follow: Option<&'a dyn Follow>,
) -> Context<'a> {
    let runtime = &session.runtime;
    let listed = match runtime.plan.class(method.class.as_bytes()) {
        ClassProbes::Listed(class) => class.method(method.name.as_bytes(), method.descriptor.as_bytes()),
        _ => None,
    };
    let frontier = listed.and_then(|method| method.frontier());
    let policy = Policy { budgets, cuts_early: false, frontier, follow };
    Context { jni, jvmti: runtime.jvmti, classes: &runtime.classes, policy }
}

/// Walks with as much memory as can be had, and not more than so many objects. A graph that is cut, but not
/// by the budgets that were asked for, is not worth its place.
fn within_budget(
    session: &Session,
    invocation: &mut Invocation,
    objects: u32,
    walk: impl FnOnce(&mut Invocation, Budgets) -> Result<Seen, WalkError>,
) -> Result<(), Unfit> {
    let memory = &session.runtime.memory;
    let asked = session.runtime.options.budgets;
    let reserved = if invocation.depth > OUTER_DEPTH { memory.most() / RESERVE } else { 0 };
    let left = memory.left().saturating_sub(reserved);
    let Some(share) = Share::of(asked, left, objects) else { return Err(Unfit::Overload) };
    let Some(held) = memory.take(share.room) else { return Err(Unfit::Overload) };
    let budgets = share.budgets;
    let seen = walk(invocation, budgets);
    // In one step: between two, another thread could take what is in use here.
    invocation.held.join(held);
    memory.settle(&mut invocation.held, invocation.walker.bytes() + tracked_bytes(&invocation.tracked));
    let seen = seen.map_err(|_| Unfit::Failed)?;
    if seen.marks.contains(Marks::TRUNCATED) && !share.is_as_asked(asked, invocation.held.bytes()) {
        return Err(Unfit::Overload);
    }
    invocation.marks = invocation.marks.and(seen.marks);
    Ok(())
}

fn finish(session: &Session, jni: Jni, mut invocation: Box<Invocation>, has_thrown: bool) {
    let Some(site) = session.runtime.sites.call(invocation.site) else { return };
    let walker = &invocation.walker;
    let (content, shape) = (xxh3_64(walker.capture()), walker.shape_hash());
    // The answer of a nested call belongs to the call around it, even if it repeats. An exception of a known shape is
    // still a rare outcome.
    let is_kept = site.method.flags.has(MethodFlags::NESTED_ONLY)
        || site.sampler.is_new(content, shape, invocation.is_between && !has_thrown);
    let dropped_inside = leave(session, jni, &invocation, is_kept);
    if is_kept {
        let exited = session.runtime.clock.tick();
        keep(session, jni, invocation, exited, dropped_inside);
    } else {
        count(&site.figures.duplicates);
        invocation.walker.release(jni);
        recycle(session, *invocation);
    }
}

/// Takes an invocation off its thread's list; gives how many were dropped inside of it.
fn leave(session: &Session, jni: Jni, invocation: &Invocation, is_kept: bool) -> u64 {
    let runtime = &session.runtime;
    let Some(threads) = runtime.threads.get() else { return 0 };
    let left = threads.leave(invocation.thread_key, invocation.id, is_kept);
    runtime.arming.end_nested_captures(jni, left.accepting);
    runtime.arming.release_bodies(jni, &left.bodies);
    for token in left.lost {
        if let Some(lost) = session.record.open.take(token) {
            end_unseen(session, jni, lost);
        }
    }
    left.dropped_inside
}

/// Hands an invocation to the writer.
fn keep(session: &Session, jni: Jni, mut invocation: Box<Invocation>, exited: u64, dropped_inside: u64) {
    let runtime = &session.runtime;
    if let Some(site) = runtime.sites.call(invocation.site) {
        count(&site.figures.kept);
    }
    let head = head(&invocation, exited, dropped_inside);
    let (capture, mut classes) = (invocation.walker.capture().to_vec(), invocation.walker.classes().to_vec());
    let mut notes = invocation.walker.notes();
    invocation.walker.put_identities(&mut notes);
    let histories = match &session.history {
        Some(histories) => histories.written(&invocation.tracked),
        None => WrittenHistories::default(),
    };
    put_histories(&mut notes, &histories.bytes);
    let WrittenHistories { classes: more, methods, threads, .. } = histories;
    classes.extend(more);
    let references = invocation.walker.take_references();
    let mut held = std::mem::replace(&mut invocation.held, Held::nothing());
    let bytes = capture.len() + notes.capacity() + classes.len() * 4 + references.bytes();
    runtime.memory.settle(&mut held, bytes);
    let finished = Finished { head, capture, notes, classes, methods, threads, references, held };
    if let Err(Event::Invocation(finished)) = runtime.queue.put(Event::Invocation(Box::new(finished))) {
        finished.references.delete(jni);
        runtime.memory.release(finished.held);
    }
    recycle(session, *invocation);
}

fn head(invocation: &Invocation, exited: u64, dropped_inside: u64) -> InvocationHead {
    InvocationHead {
        id: invocation.id,
        method: MethodNumber::from_index(invocation.site as usize),
        thread: invocation.thread,
        parent: invocation.parent,
        entered: invocation.entered,
        exited,
        call: invocation.call,
        marks: invocation.marks,
        dropped_inside,
    }
}

/// Writes invocations that are still open when the recording ends as unfinished.
pub fn end_unfinished(session: &Session, jni: Jni) {
    for invocation in session.record.open.take_all(|_| true) {
        end_unseen(session, jni, invocation);
    }
}

/// Drops the invocations that are still open when nothing is written any more.
pub fn give_up_all(session: &Session, jni: Jni) {
    for invocation in session.record.open.take_all(|_| true) {
        give_up(session, jni, invocation, |figures| &figures.failed);
    }
}

/// Writes an invocation whose end was not seen, or will not be, with its beginning alone.
fn end_unseen(session: &Session, jni: Jni, mut invocation: Box<Invocation>) {
    if !invocation.is_ready || invocation.walker.unfinished(jni).is_err() {
        return give_up(session, jni, invocation, |figures| &figures.failed);
    }
    invocation.arguments.release(jni);
    let exited = invocation.entered;
    keep(session, jni, invocation, exited, 0);
}

fn drop_unfit(session: &Session, jni: Jni, invocation: Box<Invocation>, unfit: Unfit) {
    give_up(
        session,
        jni,
        invocation,
        match unfit {
            Unfit::Overload => |figures| &figures.overload,
            // Its effect is part of the call around it.
            Unfit::Nested => |figures| &figures.duplicates,
            Unfit::Failed => |figures| &figures.failed,
        },
    );
}

/// Drops an invocation as a whole, and counts it.
fn give_up(session: &Session, jni: Jni, mut invocation: Box<Invocation>, figure: fn(&Figures) -> &AtomicU64) {
    if let Some(site) = session.runtime.sites.call(invocation.site) {
        count(figure(&site.figures));
    }
    note_rest(session, &mut invocation);
    invocation.arguments.release(jni);
    invocation.walker.abandon(jni);
    leave(session, jni, &invocation, false);
    recycle(session, *invocation);
}

/// Lets the method rest if it was disarmed for this call. The walk after costs about what the one before did.
fn note_rest(session: &Session, invocation: &mut Invocation) {
    if std::mem::take(&mut invocation.rests)
        && let Some(site) = session.runtime.sites.call(invocation.site)
    {
        session.record.rest(&session.runtime, site, invocation.cost * 2);
    }
}

fn recycle(session: &Session, invocation: Invocation) {
    let Invocation { walker, held, .. } = invocation;
    session.runtime.memory.release(held);
    session.runtime.walkers.give_back(walker);
}

fn count(figure: &AtomicU64) {
    figure.fetch_add(1, Ordering::Relaxed);
}

fn tracked_bytes(tracked: &Vec<TrackedNode>) -> usize {
    tracked.capacity() * size_of::<TrackedNode>()
}
