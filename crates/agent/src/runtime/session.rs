//! One recording, from the moment the agent is loaded to its end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock};
use std::time::{Duration, Instant};

use reenact_recording::model::EndReason;
use reenact_recording::redact::Redactor;
use reenact_wire::options::AgentOptions;
use reenact_wire::plan::Plan;

use crate::ffi::{Jni, Jvmti, Vm, jobject};
use crate::graph::{Classes, Walker};
use crate::output::queue::{Event, Queue};
use crate::probe::class::NESTED;
use crate::probe::open::Open;
use crate::runtime::memory::Memory;
use crate::runtime::methods::{Method, Methods};
use crate::runtime::sync::{locked, read, written};
use crate::runtime::threads::Threads;
use crate::service::history::Histories;
use crate::service::record::capture::Invocation;
use crate::service::record::sampling::{Resting, Sampler};

/// Walkers that are kept for the next invocation.
const SPARE_WALKERS: usize = 8;
/// Walkers that have grown beyond this are not kept.
const SPARE_WALKER_BYTES: usize = 1 << 20;

/// Capturing may take this much time at once,
const FREE_COST: Duration = Duration::from_secs(1);
/// and this part of the time that has passed; beyond it capturing is over budget.
const COST_SHARE: u32 = 4;
/// Captures that take longer are expensive: over budget, their methods rest early.
const EXPENSIVE: Duration = Duration::from_micros(100);
/// The number of objects in a graph while capturing is over budget; larger ones are dropped.
pub const OBJECTS_OVER_BUDGET: u32 = 500;

/// Everything that the threads of a recording share.
pub struct Session {
    pub vm: Vm,
    pub jvmti: Jvmti,
    pub options: AgentOptions,
    pub plan: Arc<Plan>,
    pub redactor: Redactor,
    pub classes: Classes,
    pub methods: Methods,
    pub threads: OnceLock<Threads>,
    pub memory: Memory,
    pub queue: Queue,
    pub open: Open<Box<Invocation>>,
    /// The histories of objects, if the plan asks for any.
    pub histories: Option<Histories>,
    resting: Resting,
    armed: OnceLock<Armed>,
    /// The number of open invocations that accept nested calls; while it is not zero, nested-only methods are armed.
    accepting: Mutex<u32>,
    walkers: Mutex<Vec<Walker>>,
    clock: AtomicU64,
    invocations: AtomicU64,
    is_active: AtomicBool,
    started: Instant,
    spent_nanos: AtomicU64,
    tidied_seconds: AtomicU64,
}

/// A global reference to the array that says which methods are armed.
struct Armed(jobject);

// SAFETY: global references may be used from every thread.
unsafe impl Send for Armed {}
// SAFETY: as above.
unsafe impl Sync for Armed {}

static CURRENT: RwLock<Option<Arc<Session>>> = RwLock::new(None);

/// The recording that goes on, if there is one.
pub fn current() -> Option<Arc<Session>> {
    read(&CURRENT).clone()
}

/// Makes a recording the current one; `None` ends it.
pub fn set_current(session: Option<Arc<Session>>) {
    *written(&CURRENT) = session;
}

impl Session {
    pub fn new(vm: Vm, jvmti: Jvmti, options: AgentOptions, plan: Plan) -> Self {
        let plan = Arc::new(plan);
        let redactor = Redactor::new(plan.redaction());
        let has_histories =
            !plan.rules().histories.is_empty() || plan.classes().any(|class| class.lists_history());
        // Captures need the other half.
        let most = options.budgets.history.bytes().min(options.budgets.memory.bytes() / 2);
        let histories = has_histories.then(|| Histories::new(most));
        Session {
            vm,
            jvmti,
            classes: Classes::new(plan.clone(), redactor.clone()),
            plan,
            redactor,
            methods: Methods::default(),
            threads: OnceLock::new(),
            memory: Memory::new(options.budgets.memory.bytes()),
            options,
            queue: Queue::default(),
            open: Open::new(),
            histories,
            resting: Resting::default(),
            armed: OnceLock::new(),
            accepting: Mutex::default(),
            walkers: Mutex::default(),
            clock: AtomicU64::new(1),
            invocations: AtomicU64::new(1),
            is_active: AtomicBool::new(false),
            started: Instant::now(),
            spent_nanos: AtomicU64::new(0),
            tidied_seconds: AtomicU64::new(0),
        }
    }

    /// Starts capturing: from now on probes are answered.
    pub fn activate(&self, threads: Threads, armed: jobject) {
        let _ = self.threads.set(threads);
        let _ = self.armed.set(Armed(armed));
        self.is_active.store(true, Ordering::Release);
    }

    /// Whether probes are answered.
    pub fn is_active(&self) -> bool {
        self.is_active.load(Ordering::Acquire)
    }

    /// Ends capturing; says whether it went on until now.
    pub fn deactivate(&self) -> bool {
        self.is_active.swap(false, Ordering::AcqRel)
    }

    /// Asks the writer to end the recording and waits for it, for a while.
    pub fn end(&self, reason: EndReason, patience: Duration) -> bool {
        self.queue.stop(reason);
        self.queue.wait_for_end(patience)
    }

    pub fn sampler(&self, every_call: bool) -> Sampler {
        Sampler::new(self.options.sampling, every_call)
    }

    /// The next moment of the recording's logical clock.
    pub fn tick(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    pub fn next_invocation(&self) -> u64 {
        self.invocations.fetch_add(1, Ordering::Relaxed)
    }

    /// Time since the recording started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether what was left behind may be looked for: not more than once a second.
    pub fn is_time_to_tidy(&self) -> bool {
        let now = self.elapsed().as_secs();
        self.tidied_seconds.swap(now, Ordering::Relaxed) != now
    }

    /// Arms or disarms methods whose numbers follow each other.
    pub fn arm(&self, jni: Jni, first: u32, count: usize, is_armed: bool) {
        if let Some(armed) = self.armed.get() {
            jni.set_byte_array_region(armed.0, first as i32, &vec![u8::from(is_armed); count]);
        }
    }

    /// Arms nested-only methods, as an invocation accepts nested calls from now on.
    pub fn begin_nested_capture(&self, jni: Jni) {
        let mut accepting = locked(&self.accepting);
        *accepting += 1;
        // Under the lock: two threads must not arm and disarm in the wrong order.
        if *accepting == 1 {
            self.arm(jni, NESTED, 1, true);
        }
    }

    /// Notes that so many invocations accept no more nested calls; disarms nested-only methods after the last.
    pub fn end_nested_captures(&self, jni: Jni, count: u32) {
        if count == 0 {
            return;
        }
        let mut accepting = locked(&self.accepting);
        let left = accepting.saturating_sub(count);
        if *accepting > 0 && left == 0 {
            self.arm(jni, NESTED, 1, false);
        }
        *accepting = left;
    }

    /// Notes when to arm a resting method again; `cost` is what its last capture took.
    pub fn rest(&self, method: &Method, cost: Duration) {
        if let Some(gap) = method.sampler.gap(cost) {
            self.resting.until(self.elapsed() + gap, method.number);
        }
    }

    /// Arms the methods that have rested enough, for one call each.
    pub fn wake_resting(&self, jni: Jni) {
        for number in self.resting.take_due(self.elapsed()) {
            if let Some(method) = self.methods.get(number)
                && method.sampler.probe()
            {
                self.arm(jni, number, 1, true);
            }
        }
    }

    /// Counts what a capture took; lets its method rest early if capturing is over budget and this one was expensive.
    pub fn charge(&self, jni: Jni, method: &Method, cost: Duration) {
        let nanos = u64::try_from(cost.as_nanos()).unwrap_or(u64::MAX);
        self.spent_nanos.fetch_add(nanos, Ordering::Relaxed);
        if cost > EXPENSIVE && self.is_over_budget() {
            self.rest_early(jni, method, cost);
        }
    }

    /// Whether captures have taken too much of the subject's time.
    pub fn is_over_budget(&self) -> bool {
        let spent = Duration::from_nanos(self.spent_nanos.load(Ordering::Relaxed));
        spent > FREE_COST + self.elapsed() / COST_SHARE
    }

    /// Ends the first calls of a method before their number is reached.
    pub fn rest_early(&self, jni: Jni, method: &Method, cost: Duration) {
        if method.sampler.rest() {
            self.arm(jni, method.number, 1, false);
            self.rest(method, cost);
        }
    }

    /// Tells the writer of a method or thread.
    pub fn announce(&self, event: Event) {
        // After the end there is nothing to tell.
        let _ = self.queue.put(event);
    }

    /// A walker, used or new.
    pub fn walker(&self) -> Walker {
        locked(&self.walkers).pop().unwrap_or_default()
    }

    /// Keeps a walker for later.
    pub fn give_back(&self, mut walker: Walker) {
        walker.forget_tracked();
        if walker.bytes() <= SPARE_WALKER_BYTES {
            let mut walkers = locked(&self.walkers);
            if walkers.len() < SPARE_WALKERS {
                walkers.push(walker);
            }
        }
    }
}
