//! The probes of histories. All of it runs on the subject's thread.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use reenact_recording::graph::Kind;

use super::Histories;
use super::arguments;
use super::calls::{Call, Entering};
use super::follow::Followed;
use super::table::{Arguments, Change, Event, Interest, Reach, Tracked};
use crate::ffi::{Jni, jobject};
use crate::graph::{ClassFlags, Context, Policy, Print, fingerprint};
use crate::probe::select::Action;
use crate::probe::sites::EventSite;
use crate::probe::token::Token;
use crate::probe::value::{Arguments as HeldArguments, Ended, Value};
use crate::runtime::threads::Current;
use crate::service::session::Session;

const ACC_PRIVATE: u16 = 0x0002;

/// A call that has begun.
pub struct OpenCall {
    /// The number of its site.
    site: u32,
    action: Action,
    /// The receiver, if it is a call on one.
    tracked: Option<Arc<Tracked>>,
    /// Held until they are captured.
    held: HeldArguments,
    is_comparable: bool,
    thread: Current,
    /// The rest is known when all arguments are there.
    call: Option<Arc<Call>>,
    arguments: Arguments,
    before: Option<Print>,
}

impl OpenCall {
    /// Ids of the objects that its arguments name.
    pub fn objects(&self) -> impl Iterator<Item = u64> {
        self.arguments.objects.iter().map(|(_, id, _)| *id)
    }
}

/// Opens a call of a constructor or a factory.
pub fn begin(session: &Session, jni: Jni, histories: &Histories, site: &EventSite) -> Option<Token> {
    // Its object would find no room.
    if histories.is_full() {
        if site.action == Action::Construct {
            histories.unbegun.fetch_add(1, Ordering::Relaxed);
        }
        return None;
    }
    let thread = session.runtime.caller(jni, &site.method).ok()?;
    open(histories, site, thread, None, false)
}

/// Opens a call of a method that may change its receiver, if that is followed.
pub fn enter(
    session: &Session,
    jni: Jni,
    histories: &Histories,
    site: &EventSite,
    receiver: jobject,
) -> Option<Token> {
    let hash = session.runtime.jvmti.get_object_hash_code(receiver).ok()?;
    // An object that is being made is not there yet: calls on it are part of its constructor.
    let tracked = histories.find(jni, receiver, hash)?;
    let Ok(thread) = session.runtime.caller(jni, &site.method) else {
        histories.lose(&tracked);
        return None;
    };
    match tracked.interest(thread.key) {
        Interest::Leave => None,
        Interest::Follow { is_comparable } => {
            let token = open(histories, site, thread, Some(tracked.clone()), is_comparable);
            if token.is_none() {
                histories.lose(&tracked);
            }
            token
        }
    }
}

fn open(
    histories: &Histories,
    site: &EventSite,
    thread: Current,
    tracked: Option<Arc<Tracked>>,
    is_comparable: bool,
) -> Option<Token> {
    let call = Box::new(OpenCall {
        site: site.number,
        action: site.action,
        tracked,
        held: HeldArguments::with_capacity(site.method.parameters.len()),
        is_comparable,
        thread,
        call: None,
        arguments: Arguments::default(),
        before: None,
    });
    histories.open.add(call).ok()
}

/// Takes an argument, in order.
pub fn argument(session: &Session, jni: Jni, histories: &Histories, value: Value<'_>, token: Token) {
    histories.open.with(token, |call| {
        let Some(site) = session.runtime.sites.event(call.site) else { return };
        let kind = site.method.parameters.get(call.held.len()).copied().unwrap_or(Kind::Reference);
        call.held.push(jni, value, kind);
    });
}

/// All arguments are there.
pub fn ready(session: &Session, jni: Jni, histories: &Histories, token: Token) {
    let entered = histories.open.with(token, |call| prepare(session, histories, jni, call, token));
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
    token: Token,
) -> Result<Vec<Token>, Unready> {
    let thread = call.thread.key;
    let site = session.runtime.sites.event(call.site).ok_or(Unready)?;
    let captured = arguments::capture(session, histories, jni, &site.method.masked, call.held.roots());
    call.held.release(jni);
    call.arguments = captured.map_err(|_| Unready)?;
    if let Some(tracked) = &call.tracked
        && call.is_comparable
        && site.habit.is_to_compare()
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
    let entered = histories.stacks.enter(&entering, || session.runtime.clock.tick());
    call.call = Some(entered.call.ok_or(Unready)?);
    if let Some(tracked) = &call.tracked {
        tracked.go_in(thread);
    }
    Ok(entered.lost)
}

/// Returns the state of an object; `Some(None)` if it is too large to say, `None` if something failed.
fn print(session: &Session, histories: &Histories, jni: Jni, tracked: &Tracked) -> Option<Option<Print>> {
    let object = tracked.object(jni);
    if object.is_null() {
        return None;
    }
    let runtime = &session.runtime;
    let follow = Followed::states(histories);
    let budgets = runtime.options.budgets;
    let policy = Policy { budgets, cuts_early: false, frontier: None, follow: Some(&follow) };
    let context = Context { jni, jvmti: runtime.jvmti, classes: &runtime.classes, policy };
    let print = fingerprint(&context, object, tracked.class, tracked.hash);
    jni.delete_local_ref(object);
    let print = print.ok()?;
    if print.is_none() {
        tracked.is_too_large();
    }
    Some(print)
}

/// A constructor's superclass' constructor has returned.
pub fn initialized(histories: &Histories, token: Token) {
    if let Some(thread) = histories.open.with(token, |call| call.thread.key) {
        histories.stacks.settle(thread, token);
    }
}

/// A call is over.
pub fn end(session: &Session, jni: Jni, histories: &Histories, ended: Ended<'_>, token: Token) {
    let Some(mut open) = histories.open.take(token) else { return };
    open.held.release(jni);
    for lost in histories.stacks.leave(open.thread.key, token) {
        abandon(histories, jni, lost);
    }
    let Some(call) = open.call.take() else { return };
    if let Some(tracked) = &open.tracked {
        tracked.go_out(open.thread.key);
    }
    let site = session.runtime.sites.event(open.site).filter(|_| session.runtime.is_active());
    let Some(site) = site else { return call.drop_event() };
    let is_kept = match (site.action, ended) {
        (Action::Call, ended) => end_call(session, histories, jni, site, &mut open, &call, ended),
        (Action::Construct | Action::Factory, Ended::Returned(Some(Value::Reference(object))))
            if !object.is_null() =>
        {
            end_making(session, histories, jni, site, &mut open, &call, object.raw()).unwrap_or(false)
        }
        _ => false,
    };
    if !is_kept {
        call.drop_event();
    }
    if site.action == Action::Factory && site.habit.note(is_kept) {
        session.runtime.arming.set(jni, site.number, 1, false);
    }
}

fn end_call(
    session: &Session,
    histories: &Histories,
    jni: Jni,
    site: &EventSite,
    open: &mut OpenCall,
    call: &Arc<Call>,
    ended: Ended<'_>,
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
    let habit = &site.habit;
    let is_needed = call.reaches_others();
    let (is_changed, assumed) = match (open.before, after) {
        (Some(before), Some(after)) => {
            let is_changed = before != after;
            // A call that changes other objects is not idle.
            if (is_changed || !is_needed) && habit.note(is_changed) {
                session.runtime.arming.set(jni, site.number, 1, false);
            }
            (is_changed, false)
        }
        _ => {
            let is_assumed = !habit.is_unlikely_to_change();
            (is_assumed, is_assumed)
        }
    };
    if !is_changed && !is_needed {
        return false;
    }
    let threw = matches!(ended, Ended::Threw(_));
    let mut event = event(session, site, open, call, threw, assumed);
    if !is_changed {
        event.reach = Reach::Others;
    }
    let bytes = event.bytes();
    if !histories.take(bytes) || tracked.add(event).map_err(|_| histories.give_back(bytes)).is_err() {
        // The object is explained without what changed others.
        if is_changed {
            histories.lose(&tracked);
        }
        return false;
    }
    true
}

/// A constructor or a factory has given an object back.
fn end_making(
    session: &Session,
    histories: &Histories,
    jni: Jni,
    site: &EventSite,
    open: &mut OpenCall,
    call: &Arc<Call>,
    object: jobject,
) -> Option<bool> {
    let mirror = jni.get_object_class(object);
    let class = session.runtime.classes.of(jni, session.runtime.jvmti, mirror);
    jni.delete_local_ref(mirror);
    let class = class.ok()?;
    let declaring = *site.method.declaring.get()?;
    let is_meant = match site.action {
        // A superclass' constructor is part of the one that `new` named.
        Action::Construct => class.number == declaring,
        _ => class.is_a(declaring) || class.is_nested_with(&site.method.class),
    };
    if !class.is(ClassFlags::FOLLOWED) || !is_meant {
        return Some(false);
    }
    let hash = session.runtime.jvmti.get_object_hash_code(object).ok()?;
    let known = histories.find(jni, object, hash);
    let is_older = match &known {
        Some(tracked) => tracked.is_lost() || tracked.made().is_none_or(|made| made < call.entered),
        None => false,
    };
    if is_older {
        return Some(false);
    }
    // A factory's object whose construction was not seen may be older than the call.
    let assumed = site.action == Action::Factory && known.is_none();
    let event = event(session, site, open, call, false, assumed);
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
    site: &EventSite,
    open: &mut OpenCall,
    call: &Arc<Call>,
    threw: bool,
    assumed: bool,
) -> Event {
    Event {
        change: Change::Call { action: site.action, method: site.method.recorded_as },
        thread: open.thread.number,
        call: call.clone(),
        exited: session.runtime.clock.tick(),
        threw,
        assumed,
        reach: if site.method.access & ACC_PRIVATE != 0 { Reach::NeedsParent } else { Reach::Own },
        arguments: std::mem::take(&mut open.arguments),
    }
}

/// Gives up a call whose end will not be seen, or that could not begin. Its object may have been changed by it.
fn abandon(histories: &Histories, jni: Jni, token: Token) {
    let Some(mut open) = histories.open.take(token) else { return };
    open.held.release(jni);
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
