//! Recording of calls: which are captured, and how.

mod capture;
mod cost;
mod focus;
mod renewal;
pub mod sampling;
mod share;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::ffi::{Jni, jobject};
use crate::probe::open::Open;
use crate::probe::retransform;
use crate::probe::sites::{CallSite, MethodFlags};
use crate::probe::token::{ServiceId, Token};
use crate::probe::value::{Ended, Value};
use crate::runtime::Runtime;
use crate::service::session::Session;
use crate::service::{Reply, Service};
use capture::Invocation;
use cost::Cost;
use focus::Focus;
use renewal::Renewal;
use sampling::Resting;

/// The calls that are being recorded.
pub struct Record {
    open: Open<Box<Invocation>>,
    resting: Resting,
    renewal: Renewal,
    cost: Cost,
    pub focus: Focus,
    next: AtomicU64,
    /// The second in which lost invocations were looked for last.
    tidied: AtomicU64,
}

impl Record {
    /// Creates the service, without calls.
    pub fn new() -> Self {
        Record {
            open: Open::new(ServiceId::Record),
            resting: Resting::default(),
            renewal: Renewal::new(),
            cost: Cost::default(),
            focus: Focus::default(),
            next: AtomicU64::new(1),
            tidied: AtomicU64::new(0),
        }
    }

    /// Notes that the program ran before it was recorded.
    pub fn note_attached(&self) {
        self.cost.note_attached();
    }

    /// Writes the invocations that are open as unfinished: the recording ends.
    pub fn end_unfinished(&self, session: &Session, jni: Jni) {
        capture::end_unfinished(session, jni);
    }

    fn next_invocation(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns true if lost invocations may be looked for: not more than once a second.
    fn is_time_to_tidy(&self, now: Duration) -> bool {
        self.tidied.swap(now.as_secs(), Ordering::Relaxed) != now.as_secs()
    }

    /// Notes when to arm a resting method again; `cost` is the time that its last capture took.
    fn rest(&self, runtime: &Runtime, site: &CallSite, cost: Duration) {
        if let Some(gap) = site.sampler.gap(cost) {
            self.resting.until(runtime.clock.elapsed() + gap, site.number);
        }
    }

    /// Arms a method for one call. The code of a settled one does not notice, and is compiled anew first.
    fn arm(&self, runtime: &Runtime, jni: Jni, number: u32, now: Duration) {
        let Some(site) = runtime.sites.call(number) else { return };
        if site.sampler.is_settled() {
            self.renewal.add(number);
        } else if site.sampler.probe(now) {
            runtime.arming.set(jni, number, 1, true);
        }
    }

    /// Ends the first calls of a method before their number is reached.
    fn rest_early(&self, runtime: &Runtime, jni: Jni, site: &CallSite, cost: Duration) {
        // Nested-only methods are armed by the calls around them.
        if !site.method.flags.has(MethodFlags::NESTED_ONLY) && site.sampler.rest() {
            runtime.arming.set(jni, site.number, 1, false);
            self.rest(runtime, site, cost);
        }
    }

    /// Counts the time that a capture took; lets its method rest early if capturing is over budget and this one was
    /// expensive, unless it is preferred.
    fn charge(&self, runtime: &Runtime, jni: Jni, site: &CallSite, cost: Duration, is_preferred: bool) {
        self.cost.add(cost);
        if is_preferred {
            self.cost.add_preferred(cost);
        } else if cost::is_expensive(cost) && self.cost.is_over_budget(runtime.clock.elapsed()) {
            self.rest_early(runtime, jni, site, cost);
        }
    }
}

impl Service for Record {
    type Site = CallSite;

    fn begin(&self, session: &Session, jni: Jni, site: &CallSite, _: Option<jobject>) -> Option<Token> {
        capture::begin(session, jni, site)
    }

    fn argument(&self, session: &Session, jni: Jni, token: Token, value: Value<'_>) {
        capture::argument(session, jni, value, token);
    }

    fn ready(&self, session: &Session, jni: Jni, token: Token) -> Reply {
        capture::ready(session, jni, token);
        Reply::Proceed
    }

    fn end(&self, session: &Session, jni: Jni, token: Token, ended: Ended<'_>) {
        capture::end(session, jni, ended, token);
    }

    /// Arms the methods that have rested enough, for one call each, those of which an exception was missed, and has
    /// settled ones compiled anew.
    fn tick(&self, session: &Session, jni: Jni) {
        let runtime = &session.runtime;
        let now = runtime.clock.elapsed();
        if self.cost.armings_left(now) > 0 {
            for number in runtime.arming.take_missed(jni, runtime.sites.len()) {
                if runtime.sites.call(number).is_some_and(|site| site.sampler.pursue()) {
                    runtime.arming.set(jni, number, 1, true);
                }
            }
        }
        for number in self.resting.take_due(now, self.cost.armings_left(now)) {
            self.arm(runtime, jni, number, now);
        }
        if let Some(renewed) = self.renewal.take_due(now, &runtime.sites) {
            for &number in &renewed.sites {
                if let Some(site) = runtime.sites.call(number) {
                    site.sampler.unsettle();
                    runtime.arming.settle(jni, number, false);
                    self.arm(runtime, jni, number, now);
                }
            }
            let is_renewed = |name: &[u8]| renewed.classes.contains(&*String::from_utf8_lossy(name));
            retransform::add_probes(runtime, jni, |_, name| is_renewed(name));
        }
    }

    fn stop(&self, session: &Session, jni: Jni) {
        capture::give_up_all(session, jni);
    }
}
