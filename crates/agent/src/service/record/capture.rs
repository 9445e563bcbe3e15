//! What the probes do when a method is armed: begin, take the arguments, walk, and walk again at the end.
//!
//! All of it runs on the subject's thread. No Java is called, nothing is waited for, and every way out of
//! here leaves the subject as it was.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use reenact_base::Id;
use reenact_recording::graph::Kind;
use reenact_recording::model::{InvocationHead, Marks, MethodNumber, ThreadNumber};
use reenact_recording::notes::put_histories;
use reenact_wire::options::{Budgets, Size};
use reenact_wire::plan::ClassProbes;
use xxhash_rust::xxh3::xxh3_64;

use crate::ffi::{Jni, jobject};
use crate::graph::{Context, Outcome, Root, Seen, WalkError, Walker};
use crate::output::queue::{Event, Finished};
use crate::runtime::memory::Held;
use crate::runtime::methods::{Method, Shape};
use crate::runtime::session::{OBJECTS_OVER_BUDGET, Session};
use crate::runtime::threads::{Current, Nested};
use crate::service::history::WrittenHistories;
use crate::service::record::sampling::Admission;

/// A walk starts only if it may take this much.
const LEAST_ROOM: usize = 64 << 10;
/// Calls of proxies that an invocation has recorded with it: what is longer makes no test that anybody would read.
const MOST_NESTED: u32 = 32;
/// What an object costs besides its bytes: a place in the queue, in the table of identities, a reference.
const BYTES_PER_OBJECT: usize = 110;

/// A recorded call that has begun.
pub struct Invocation {
    id: u64,
    method: Arc<Method>,
    call: u64,
    thread: ThreadNumber,
    thread_key: u64,
    parent: Option<u64>,
    entered: u64,
    /// Receiver and arguments. References are global ones: they must outlive the native calls of the probe,
    /// and the method may give its own away.
    roots: Vec<Root>,
    walker: Walker,
    held: Held,
    marks: Marks,
    /// The graph before was walked.
    is_ready: bool,
    /// What the walk before took.
    cost: Duration,
    /// The method was disarmed for this call, and how long it rests depends on what it costs.
    rests: bool,
    /// It is one of those between two rests.
    is_between: bool,
}

// SAFETY: what it points to are global references and weak ones, which are not bound to a thread.
unsafe impl Send for Invocation {}

impl Invocation {
    /// Whether its end may have gone unseen: a beginning that ran out of stack, and a constructor, which
    /// no handler covers until its superclass' constructor has returned.
    fn may_be_lost(&self) -> bool {
        !self.is_ready || *self.method.shape.name == *"<init>"
    }
}

/// A value as probes hand it over.
#[derive(Clone, Copy)]
pub enum Value {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Reference(jobject),
}

/// How a call ended.
#[derive(Clone, Copy)]
pub enum Ended {
    Returned(Option<Value>),
    Threw(jobject),
}

/// A call of an armed method. Gives its token, or 0 if it is not recorded.
pub fn begin(session: &Session, jni: Jni, method: Arc<Method>) -> i32 {
    let number = method.number;
    let admission = match method.shape.nested_only {
        true if !accepts_nested(session, jni) => return 0,
        true => Admission::Record { call: method.sampler.count_call() },
        false => method.sampler.admit(),
    };
    let (call, rests) = match admission {
        Admission::Leave => return 0,
        Admission::Record { call } => (call, false),
        Admission::RecordLast { call } | Admission::RecordBetween { call } => (call, true),
    };
    count(&method.figures.sampled);
    if rests {
        session.arm(jni, number, 1, false);
    }
    if session.memory.left() < LEAST_ROOM {
        count(&method.figures.overload);
        if rests {
            session.rest(&method, Duration::ZERO);
        }
        return 0;
    }
    let roots = Vec::with_capacity(method.shape.parameters.len() + 1);
    let invocation = Box::new(Invocation {
        id: session.next_invocation(),
        method,
        call,
        thread: ThreadNumber::from_index(0),
        thread_key: 0,
        parent: None,
        entered: 0,
        roots,
        walker: session.walker(),
        held: Held::nothing(),
        marks: Marks::default(),
        is_ready: false,
        cost: Duration::ZERO,
        rests,
        is_between: matches!(admission, Admission::RecordBetween { .. }),
    });
    session.open.add(invocation).unwrap_or_else(|invocation| {
        give_up(session, jni, invocation, |method| &method.figures.overload);
        if session.is_time_to_tidy() {
            for stuck in session.open.take_all(|open| open.may_be_lost()) {
                end_unseen(session, jni, stuck);
            }
        }
        0
    })
}

/// Returns true if the innermost recorded call around this one accepts nested calls.
fn accepts_nested(session: &Session, jni: Jni) -> bool {
    let Some(threads) = session.threads.get() else { return false };
    let Ok(current) = threads.current(jni, session.jvmti) else { return false };
    if let Some(new) = current.new {
        session.announce(Event::Thread(new));
    }
    let nested = threads.take_nested(current.key);
    if nested == Some(Nested::Last) {
        session.end_nested_captures(jni, 1);
    }
    nested.is_some()
}

/// The receiver or an argument, in order.
pub fn argument(session: &Session, jni: Jni, value: Value, token: i32) {
    let value = match value {
        Value::Reference(object) if !object.is_null() => Value::Reference(jni.new_global_ref(object)),
        _ => value,
    };
    let kept = session.open.with(token, |invocation| {
        let shape = &invocation.method.shape;
        let parameter = invocation.roots.len().checked_sub(usize::from(shape.has_receiver));
        let kind = parameter.map_or(Some(Kind::Reference), |index| shape.parameters.get(index).copied());
        invocation.roots.push(root(value, kind.unwrap_or(Kind::Reference)));
    });
    if kept.is_none()
        && let Value::Reference(object) = value
    {
        jni.delete_global_ref(object);
    }
}

/// All arguments are there: the state before the call is walked.
pub fn ready(session: &Session, jni: Jni, token: i32) {
    // Nobody else has the token, and who looks at all open invocations leaves out those that are in use.
    let walked = session.open.with(token, |invocation| {
        let walked = walk_before(session, jni, invocation, token);
        note_rest(session, invocation);
        let is_whole = match walked {
            Ok(()) => !invocation.marks.contains(Marks::TRUNCATED),
            // It was not looked at.
            Err(Unfit::Nested) => true,
            Err(Unfit::Overload | Unfit::Failed) => false,
        };
        session.charge(jni, &invocation.method, invocation.cost * 2);
        if !is_whole {
            // More of them would be as large, and nothing can be claimed of what was cut.
            session.rest_early(jni, &invocation.method, invocation.cost * 2);
        }
        walked
    });
    if let Some(Err(unfit)) = walked
        && let Some(invocation) = session.open.take(token)
    {
        drop_unfit(session, jni, invocation, unfit);
    }
}

/// The call is over: the state after it is walked, and the whole is handed to the writer.
pub fn end(session: &Session, jni: Jni, ended: Ended, token: i32) {
    let Some(mut invocation) = session.open.take(token) else { return };
    if !session.is_active() {
        return give_up(session, jni, invocation, |method| &method.figures.failed);
    }
    let walked = walk_after(session, jni, &mut invocation, ended);
    release_roots(jni, &mut invocation);
    match walked {
        Ok(()) => finish(session, jni, invocation),
        Err(unfit) => drop_unfit(session, jni, invocation, unfit),
    }
}

/// The thread that a method is called on. Thread and method are announced to the writer if they are new.
pub fn current(session: &Session, jni: Jni, method: &Method) -> Result<Current, WalkError> {
    let jvmti = session.jvmti;
    let (_, is_new) = method.class(|| {
        let class = jvmti.get_calling_class()?;
        let info = session.classes.of(jni, jvmti, class)?;
        jni.delete_local_ref(class);
        Ok::<_, WalkError>(info.number)
    })?;
    if is_new && let Some(recorded) = method.recorded() {
        session.announce(Event::Method(recorded));
    }
    thread(session, jni)
}

/// The thread that a probe runs on. It is announced to the writer if it is new.
pub fn thread(session: &Session, jni: Jni) -> Result<Current, WalkError> {
    let threads = session.threads.get().ok_or(WalkError::PendingException)?;
    let mut current = threads.current(jni, session.jvmti)?;
    if let Some(new) = current.new.take() {
        session.announce(Event::Thread(new));
    }
    Ok(current)
}

/// Why an invocation is dropped.
enum Unfit {
    /// There is no memory for it.
    Overload,
    /// It is inside of another one, and only the outer ones are wanted.
    Nested,
    Failed,
}

fn walk_before(session: &Session, jni: Jni, invocation: &mut Invocation, token: i32) -> Result<(), Unfit> {
    let method = invocation.method.clone();
    let current = current(session, jni, &method).map_err(|_| Unfit::Failed)?;
    let threads = session.threads.get().ok_or(Unfit::Failed)?;
    invocation.thread = current.number;
    invocation.thread_key = current.key;
    let nested_left = if method.shape.nested_only { 0 } else { MOST_NESTED };
    let entered = threads.enter(current.key, invocation.id, token, nested_left);
    invocation.parent = entered.and_then(|entered| entered.parent);
    if !session.options.nested && invocation.parent.is_some() && !method.shape.class.starts_with("java/") {
        return Err(Unfit::Nested);
    }
    if entered.is_some() && nested_left > 0 {
        session.begin_nested_capture(jni);
    }

    let is_free = method.sampler.takes_every_call() || !session.is_over_budget();
    let objects = if is_free { u32::MAX } else { OBJECTS_OVER_BUDGET };
    let started = Instant::now();
    let walked = within_budget(session, invocation, objects, |invocation, budgets| {
        let context = context(session, jni, &method.shape, budgets);
        invocation.walker.before(&context, &invocation.roots, &method.shape.masked)
    });
    invocation.cost = started.elapsed();
    walked?;
    if method.shape.has_receiver {
        invocation.marks = invocation.marks.and(Marks::HAS_RECEIVER);
    }
    invocation.is_ready = true;
    // Last, so that what happens inside comes later on the clock.
    invocation.entered = session.tick();
    Ok(())
}

fn walk_after(session: &Session, jni: Jni, invocation: &mut Invocation, ended: Ended) -> Result<(), Unfit> {
    if !invocation.is_ready {
        return Err(Unfit::Failed);
    }
    let method = invocation.method.clone();
    let result = method.shape.result.unwrap_or(Kind::Reference);
    let outcome = match ended {
        Ended::Returned(None) => Outcome::Nothing,
        Ended::Returned(Some(value)) => Outcome::Returned(root(value, result)),
        Ended::Threw(exception) => Outcome::Threw(exception),
    };
    within_budget(session, invocation, u32::MAX, |invocation, budgets| {
        let context = context(session, jni, &method.shape, budgets);
        invocation.walker.after(&context, &invocation.roots, outcome)
    })
}

fn context<'a>(session: &'a Session, jni: Jni, shape: &Shape, budgets: Budgets) -> Context<'a> {
    let listed = match session.plan.class(shape.class.as_bytes()) {
        ClassProbes::Listed(class) => class.method(shape.name.as_bytes(), shape.descriptor.as_bytes()),
        _ => None,
    };
    let frontier = listed.and_then(|method| method.frontier());
    Context {
        jni,
        jvmti: session.jvmti,
        classes: &session.classes,
        budgets,
        frontier,
        histories: session.histories.as_ref(),
        ends_at_tracked: false,
    }
}

/// Walks with as much memory as can be had, and not more than so many objects. A graph that is cut, but not
/// by the budgets that were asked for, is not worth its place.
fn within_budget(
    session: &Session,
    invocation: &mut Invocation,
    objects: u32,
    walk: impl FnOnce(&mut Invocation, Budgets) -> Result<Seen, WalkError>,
) -> Result<(), Unfit> {
    let asked = session.options.budgets;
    // As much as makes both shares below what was asked for, whatever the other one is.
    let most = usize::try_from(asked.bytes.bytes()).unwrap_or(usize::MAX).saturating_mul(3);
    let most = most.saturating_add((asked.objects as usize).saturating_mul(2 * BYTES_PER_OBJECT));
    let room = most.min(session.memory.left() / 2);
    let held = if room < LEAST_ROOM { None } else { session.memory.take(room) };
    let Some(held) = held else { return Err(Unfit::Overload) };
    let mut budgets = asked;
    budgets.bytes = asked.bytes.min(Size((room / 3) as u64));
    let fitting = u32::try_from(room / 2 / BYTES_PER_OBJECT).unwrap_or(u32::MAX);
    budgets.objects = asked.objects.min(fitting).min(objects);
    let seen = walk(invocation, budgets);
    // In one step: between two, another thread could take what is in use here.
    invocation.held.join(held);
    session.memory.settle(&mut invocation.held, invocation.walker.bytes());
    let seen = seen.map_err(|_| Unfit::Failed)?;
    let has_bytes = budgets.bytes == asked.bytes || (invocation.held.bytes() as u64) < budgets.bytes.bytes();
    let is_as_asked = budgets.objects == asked.objects && has_bytes;
    if seen.marks.contains(Marks::TRUNCATED) && !is_as_asked {
        return Err(Unfit::Overload);
    }
    invocation.marks = invocation.marks.and(seen.marks);
    Ok(())
}

fn finish(session: &Session, jni: Jni, mut invocation: Box<Invocation>) {
    let walker = &invocation.walker;
    let (content, shape) = (xxh3_64(walker.capture()), walker.shape_hash());
    let nested_only = invocation.method.shape.nested_only;
    // The answer of a nested call belongs to the call around it, even if it repeats.
    let is_kept = nested_only || invocation.method.sampler.is_new(content, shape, invocation.is_between);
    let dropped_inside = leave(session, jni, &invocation, is_kept);
    if is_kept {
        let exited = session.tick();
        keep(session, jni, invocation, exited, dropped_inside);
    } else {
        count(&invocation.method.figures.duplicates);
        invocation.walker.release(jni);
        recycle(session, *invocation);
    }
}

/// Takes an invocation off its thread's list; gives how many were dropped inside of it.
fn leave(session: &Session, jni: Jni, invocation: &Invocation, is_kept: bool) -> u64 {
    let Some(threads) = session.threads.get() else { return 0 };
    let left = threads.leave(invocation.thread_key, invocation.id, is_kept);
    session.end_nested_captures(jni, left.accepting);
    for token in left.lost {
        if let Some(lost) = session.open.take(token) {
            end_unseen(session, jni, lost);
        }
    }
    left.dropped_inside
}

/// Hands an invocation to the writer.
fn keep(session: &Session, jni: Jni, mut invocation: Box<Invocation>, exited: u64, dropped_inside: u64) {
    count(&invocation.method.figures.kept);
    let head = head(&invocation, exited, dropped_inside);
    let (capture, mut classes) = (invocation.walker.capture().to_vec(), invocation.walker.classes().to_vec());
    let mut notes = invocation.walker.notes();
    invocation.walker.put_identities(&mut notes);
    let histories = match &session.histories {
        Some(histories) => histories.written(invocation.walker.tracked()),
        None => WrittenHistories::default(),
    };
    put_histories(&mut notes, &histories.bytes);
    let WrittenHistories { classes: more, methods, threads, .. } = histories;
    classes.extend(more);
    let references = invocation.walker.take_references();
    let mut held = std::mem::replace(&mut invocation.held, Held::nothing());
    let bytes = capture.len() + notes.capacity() + classes.len() * 4 + references.bytes();
    session.memory.settle(&mut held, bytes);
    let finished = Finished { head, capture, notes, classes, methods, threads, references, held };
    if let Err(Event::Invocation(finished)) = session.queue.put(Event::Invocation(Box::new(finished))) {
        finished.references.delete(jni);
        session.memory.release(finished.held);
    }
    recycle(session, *invocation);
}

fn head(invocation: &Invocation, exited: u64, dropped_inside: u64) -> InvocationHead {
    InvocationHead {
        id: invocation.id,
        method: MethodNumber::from_index(invocation.method.number as usize),
        thread: invocation.thread,
        parent: invocation.parent,
        entered: invocation.entered,
        exited,
        call: invocation.call,
        marks: invocation.marks,
        dropped_inside,
    }
}

/// Invocations that are still open when the recording ends are told as such.
pub fn end_unfinished(session: &Session, jni: Jni) {
    for invocation in session.open.take_all(|_| true) {
        end_unseen(session, jni, invocation);
    }
}

/// An invocation whose end nobody saw, or will see: what is known of it is its beginning.
fn end_unseen(session: &Session, jni: Jni, mut invocation: Box<Invocation>) {
    if !invocation.is_ready || invocation.walker.unfinished(jni).is_err() {
        return give_up(session, jni, invocation, |method| &method.figures.failed);
    }
    release_roots(jni, &mut invocation);
    let exited = invocation.entered;
    keep(session, jni, invocation, exited, 0);
}

fn drop_unfit(session: &Session, jni: Jni, invocation: Box<Invocation>, unfit: Unfit) {
    give_up(
        session,
        jni,
        invocation,
        match unfit {
            Unfit::Overload => |method| &method.figures.overload,
            // What it did is part of the call around it.
            Unfit::Nested => |method| &method.figures.duplicates,
            Unfit::Failed => |method| &method.figures.failed,
        },
    );
}

/// Drops an invocation as a whole, and counts it.
fn give_up(session: &Session, jni: Jni, mut invocation: Box<Invocation>, figure: fn(&Method) -> &AtomicU64) {
    count(figure(&invocation.method));
    note_rest(session, &mut invocation);
    release_roots(jni, &mut invocation);
    invocation.walker.abandon(jni);
    leave(session, jni, &invocation, false);
    recycle(session, *invocation);
}

/// Lets the method rest if it was disarmed for this call. The walk after costs about what the one before did.
fn note_rest(session: &Session, invocation: &mut Invocation) {
    if std::mem::take(&mut invocation.rests) {
        session.rest(&invocation.method, invocation.cost * 2);
    }
}

fn release_roots(jni: Jni, invocation: &mut Invocation) {
    for root in invocation.roots.drain(..) {
        if let Root::Reference(object) = root {
            jni.delete_global_ref(object);
        }
    }
}

fn recycle(session: &Session, invocation: Invocation) {
    let Invocation { walker, held, .. } = invocation;
    session.memory.release(held);
    session.give_back(walker);
}

/// A value of a kind.
pub fn root(value: Value, kind: Kind) -> Root {
    match value {
        Value::Reference(object) if object.is_null() => Root::Null,
        Value::Reference(object) => Root::Reference(object),
        Value::Long(value) => Root::Long(value),
        Value::Float(value) => Root::Float(value.to_bits()),
        Value::Double(value) => Root::Double(value.to_bits()),
        Value::Int(value) => match kind {
            Kind::Boolean => Root::Boolean(value != 0),
            Kind::Byte => Root::Byte(value as i8),
            Kind::Char => Root::Char(value as u16),
            Kind::Short => Root::Short(value as i16),
            _ => Root::Int(value),
        },
    }
}

fn count(figure: &AtomicU64) {
    figure.fetch_add(1, Ordering::Relaxed);
}
