//! What the probes of histories do. All of it runs on the subject's thread.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use reenact_recording::graph::Kind;

use super::Histories;
use super::arguments;
use super::calls::{Call, Entering};
use super::table::{Arguments, Event, Interest, Tracked};
use crate::ffi::{Jni, jobject};
use crate::graph::{Context, Print, Root, fingerprint};
use crate::probe::select::Action;
use crate::runtime::methods::Method;
use crate::runtime::session::Session;
use crate::runtime::threads::Current;
use crate::service::record::capture::{self, Ended, Value};

/// A call that has begun.
pub struct OpenCall {
    method: Arc<Method>,
    action: Action,
    /// The receiver, if it is a call on one.
    tracked: Option<Arc<Tracked>>,
    /// Global references until the arguments are captured.
    roots: Vec<Root>,
    is_comparable: bool,
    thread: Current,
    /// The rest is known when all arguments are there.
    call: Option<Arc<Call>>,
    arguments: Arguments,
    before: Option<Print>,
}

// SAFETY: what it points to are global references, which are not bound to a thread.
unsafe impl Send for OpenCall {}

impl OpenCall {
    /// Ids of the objects that its arguments name.
    pub fn objects(&self) -> impl Iterator<Item = u64> {
        self.arguments.objects.iter().map(|(_, id, _)| *id)
    }
}

/// A constructor or a factory is called. Gives its token, or 0.
pub fn begin(session: &Session, jni: Jni, method: Arc<Method>, action: Action) -> i32 {
    let Some(histories) = &session.histories else { return 0 };
    // Its object would find no room; nobody waits for that to change.
    if histories.is_full() {
        if action == Action::Construct {
            histories.unbegun.fetch_add(1, Ordering::Relaxed);
        }
        return 0;
    }
    let Ok(thread) = capture::current(session, jni, &method) else { return 0 };
    open(histories, method, action, thread, None, false)
}

/// A method is called that may change its receiver. Gives its token, or 0 if that is of no interest.
pub fn enter(session: &Session, jni: Jni, receiver: jobject, method: Arc<Method>) -> i32 {
    let Some(histories) = &session.histories else { return 0 };
    let Ok(hash) = session.jvmti.get_object_hash_code(receiver) else { return 0 };
    // An object that is being made is not there yet: what is called on it is part of its constructor.
    let Some(tracked) = histories.find(jni, receiver, hash) else { return 0 };
    let Ok(thread) = capture::current(session, jni, &method) else {
        histories.lose(&tracked);
        return 0;
    };
    match tracked.interest(thread.key) {
        Interest::Leave => 0,
        Interest::Follow { is_comparable } => {
            let token = open(histories, method, Action::Call, thread, Some(tracked.clone()), is_comparable);
            if token == 0 {
                histories.lose(&tracked);
            }
            token
        }
    }
}

fn open(
    histories: &Histories,
    method: Arc<Method>,
    action: Action,
    thread: Current,
    tracked: Option<Arc<Tracked>>,
    is_comparable: bool,
) -> i32 {
    let roots = Vec::with_capacity(method.shape.parameters.len());
    let call = Box::new(OpenCall {
        method,
        action,
        tracked,
        roots,
        is_comparable,
        thread,
        call: None,
        arguments: Arguments::default(),
        before: None,
    });
    // Tokens of recorded calls are positive.
    histories.open.add(call).map_or(0, |token| -token)
}

/// An argument, in order.
pub fn argument(session: &Session, jni: Jni, value: Value, token: i32) {
    let Some(histories) = &session.histories else { return };
    let value = match value {
        Value::Reference(object) if !object.is_null() => Value::Reference(jni.new_global_ref(object)),
        _ => value,
    };
    let kept = histories.open.with(-token, |call| {
        let kind = call.method.shape.parameters.get(call.roots.len()).copied().unwrap_or(Kind::Reference);
        call.roots.push(capture::root(value, kind));
    });
    if kept.is_none()
        && let Value::Reference(object) = value
    {
        jni.delete_global_ref(object);
    }
}

/// All arguments are there.
pub fn ready(session: &Session, jni: Jni, token: i32) {
    let Some(histories) = &session.histories else { return };
    let entered = histories.open.with(-token, |call| prepare(session, histories, jni, call, token));
    match entered {
        Some(Ok(lost)) => {
            for token in lost {
                abandon(histories, jni, token);
            }
        }
        Some(Err(Unready)) => abandon(histories, jni, token),
        None => {}
    }
}

/// A call that cannot be followed.
struct Unready;

fn prepare(
    session: &Session,
    histories: &Histories,
    jni: Jni,
    call: &mut OpenCall,
    token: i32,
) -> Result<Vec<i32>, Unready> {
    let thread = call.thread.key;
    let captured = arguments::capture(session, histories, jni, &call.method.shape.masked, &call.roots);
    release_roots(jni, call);
    call.arguments = captured.map_err(|_| Unready)?;
    if let Some(tracked) = &call.tracked
        && call.is_comparable
        && call.method.habit.is_to_compare()
    {
        call.before = print(session, histories, jni, tracked).ok_or(Unready)?;
    }
    let place = 0u8;
    let entering = Entering {
        thread,
        token,
        may_be_lost: call.action == Action::Construct,
        // A virtual thread comes back to other addresses.
        depth: (!call.thread.is_virtual).then(|| std::ptr::from_ref(&place) as usize),
    };
    let entered = histories.stacks.enter(&entering, || session.tick());
    call.call = Some(entered.call.ok_or(Unready)?);
    if let Some(tracked) = &call.tracked {
        tracked.go_in(thread);
    }
    Ok(entered.lost)
}

/// What an object is now; `Some(None)` if it is too large to say, `None` if something failed.
fn print(session: &Session, histories: &Histories, jni: Jni, tracked: &Tracked) -> Option<Option<Print>> {
    let object = tracked.object(jni);
    if object.is_null() {
        return None;
    }
    let context = Context {
        jni,
        jvmti: session.jvmti,
        classes: &session.classes,
        budgets: session.options.budgets,
        frontier: None,
        histories: Some(histories),
        ends_at_tracked: true,
    };
    let print = fingerprint(&context, object, tracked.class, tracked.hash);
    jni.delete_local_ref(object);
    let print = print.ok()?;
    if print.is_none() {
        tracked.is_too_large();
    }
    Some(print)
}

/// A constructor's superclass' constructor has returned.
pub fn initialized(session: &Session, token: i32) {
    let Some(histories) = &session.histories else { return };
    if let Some(thread) = histories.open.with(-token, |call| call.thread.key) {
        histories.stacks.settle(thread, token);
    }
}

/// A call is over.
pub fn end(session: &Session, jni: Jni, ended: Ended, token: i32) {
    let Some(histories) = &session.histories else { return };
    let Some(mut open) = histories.open.take(-token) else { return };
    release_roots(jni, &mut open);
    for lost in histories.stacks.leave(open.thread.key, token) {
        abandon(histories, jni, lost);
    }
    let Some(call) = open.call.take() else { return };
    if let Some(tracked) = &open.tracked {
        tracked.go_out(open.thread.key);
    }
    if !session.is_active() {
        return call.drop_event();
    }
    let is_kept = match (open.action, ended) {
        (Action::Call, ended) => end_call(session, histories, jni, &mut open, &call, ended),
        (Action::Construct | Action::Factory, Ended::Returned(Some(Value::Reference(object))))
            if !object.is_null() =>
        {
            end_making(session, histories, jni, &mut open, &call, object).unwrap_or(false)
        }
        _ => false,
    };
    if !is_kept {
        call.drop_event();
    }
    if open.action == Action::Factory && open.method.habit.note(is_kept) {
        session.arm(jni, open.method.number, 1, false);
    }
}

fn end_call(
    session: &Session,
    histories: &Histories,
    jni: Jni,
    open: &mut OpenCall,
    call: &Arc<Call>,
    ended: Ended,
) -> bool {
    let Some(tracked) = open.tracked.take() else { return false };
    let after = match open.before {
        None => None,
        Some(_) => match print(session, histories, jni, &tracked) {
            Some(after) => after,
            None => {
                histories.lose(&tracked);
                return false;
            }
        },
    };
    let habit = &open.method.habit;
    let assumed = match (open.before, after) {
        (Some(before), Some(after)) => {
            let is_changed = before != after;
            if habit.note(is_changed) {
                session.arm(jni, open.method.number, 1, false);
            }
            if !is_changed {
                return false;
            }
            false
        }
        _ if habit.is_unlikely_to_change() => return false,
        _ => true,
    };
    let threw = matches!(ended, Ended::Threw(_));
    let event = event(session, open, call, Action::Call, threw, assumed);
    let bytes = event.bytes();
    if !histories.take(bytes) || tracked.add(event).map_err(|_| histories.give_back(bytes)).is_err() {
        histories.lose(&tracked);
        return false;
    }
    true
}

/// A constructor or a factory has given an object back.
fn end_making(
    session: &Session,
    histories: &Histories,
    jni: Jni,
    open: &mut OpenCall,
    call: &Arc<Call>,
    object: jobject,
) -> Option<bool> {
    let mirror = jni.get_object_class(object);
    let class = session.classes.of(jni, session.jvmti, mirror);
    jni.delete_local_ref(mirror);
    let class = class.ok()?;
    let declaring = open.method.known_class()?;
    let is_meant = match open.action {
        // A superclass' constructor is part of the one that `new` named.
        Action::Construct => class.number == declaring,
        _ => class.is_a(declaring),
    };
    if !class.is_traced || !is_meant {
        return Some(false);
    }
    let hash = session.jvmti.get_object_hash_code(object).ok()?;
    let known = histories.find(jni, object, hash);
    let is_older = match &known {
        Some(tracked) => tracked.is_lost() || tracked.made().is_none_or(|made| made < call.entered),
        None => false,
    };
    if is_older {
        return Some(false);
    }
    // A factory's object whose making nobody saw may be older than the call.
    let assumed = open.action == Action::Factory && known.is_none();
    let event = event(session, open, call, open.action, false, assumed);
    let bytes = event.bytes() + if known.is_none() { Tracked::BYTES } else { 0 };
    if !histories.take(bytes) {
        match known {
            Some(tracked) => histories.lose(&tracked),
            None => drop(histories.unbegun.fetch_add(1, Ordering::Relaxed)),
        }
        return Some(false);
    }
    let tracked = known.or_else(|| histories.table.add(jni, object, hash, class));
    let Some(tracked) = tracked else {
        histories.give_back(bytes);
        return Some(false);
    };
    histories.give_back(tracked.begin_with(event));
    Some(true)
}

fn event(
    session: &Session,
    open: &mut OpenCall,
    call: &Arc<Call>,
    action: Action,
    threw: bool,
    assumed: bool,
) -> Event {
    Event {
        action,
        method: open.method.told_as,
        field: None,
        thread: open.thread.number,
        call: call.clone(),
        exited: session.tick(),
        threw,
        assumed,
        arguments: std::mem::take(&mut open.arguments),
    }
}

/// Gives up a call whose end nobody will see, or that could not begin. Its object may have been changed by it.
fn abandon(histories: &Histories, jni: Jni, token: i32) {
    let Some(mut open) = histories.open.take(-token) else { return };
    release_roots(jni, &mut open);
    if let Some(call) = &open.call {
        call.drop_event();
        if let Some(tracked) = &open.tracked {
            tracked.go_out(open.thread.key);
        }
    }
    if let Some(tracked) = &open.tracked {
        histories.lose(tracked);
    }
}

fn release_roots(jni: Jni, call: &mut OpenCall) {
    for root in call.roots.drain(..) {
        if let Root::Reference(object) = root {
            jni.delete_global_ref(object);
        }
    }
}
