//! The state that all threads and all services of a recording share.

pub mod arming;
pub mod clock;
pub mod memory;
pub mod messages;
pub mod published;
pub mod sync;
pub mod threads;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reenact_recording::model::EndReason;
use reenact_recording::redact::Redactor;
use reenact_wire::options::AgentOptions;
use reenact_wire::plan::Plan;

use crate::ffi::{Jni, Jvmti, Vm};
use crate::graph::{Classes, WalkError, Walkers};
use crate::output::queue::{Event, Queue};
use crate::probe::blocks::Blocks;
use crate::probe::filtered::Filtered;
use crate::probe::repeated::Repeated;
use crate::probe::sites::{Method, Sites};
use arming::{Arming, Arrays};
use clock::Clock;
use memory::Memory;
use threads::{Current, Threads};

/// The JVM, the plan, and the tables of a recording.
pub struct Runtime {
    pub vm: Vm,
    pub jvmti: Jvmti,
    pub options: AgentOptions,
    pub plan: Arc<Plan>,
    pub redactor: Redactor,
    pub clock: Clock,
    pub memory: Memory,
    pub classes: Classes,
    pub walkers: Walkers,
    /// Known once the JVM can run Java.
    pub threads: OnceLock<Threads>,
    pub sites: Sites,
    pub repeated: Repeated,
    pub filtered: Filtered,
    pub arming: Arming,
    pub blocks: Blocks,
    pub queue: Queue,
    /// The plan asks for histories of objects.
    pub has_histories: bool,
    is_active: AtomicBool,
}

/// A program may be recorded again and again: the classes that a recording described are freed with it.
impl Drop for Runtime {
    fn drop(&mut self) {
        let release = |jni: Jni| {
            // SAFETY: nothing else is left of the recording, and classes are known to its parts alone.
            unsafe { self.classes.release(jni) };
        };
        match self.vm.jni() {
            Ok(jni) => release(jni),
            // The writer's thread has left the JVM when it drops its session.
            Err(_) => {
                if let Ok(jni) = self.vm.attach_current_thread_as_daemon(c"Reenact") {
                    release(jni);
                    let _ = self.vm.detach_current_thread();
                }
            }
        }
    }
}

impl Runtime {
    /// Creates the state of a recording that has not started, of a program with this class path.
    pub fn new(vm: Vm, jvmti: Jvmti, options: AgentOptions, plan: Plan, class_path: &[String]) -> Self {
        let plan = Arc::new(plan);
        let redactor = Redactor::new(plan.redaction());
        let has_histories =
            !plan.rules().histories.is_empty() || plan.classes().any(|class| class.lists_history());
        Runtime {
            vm,
            jvmti,
            classes: Classes::new(plan.clone(), redactor.clone()),
            plan,
            redactor,
            clock: Clock::start(),
            memory: Memory::new(options.budgets.memory.bytes()),
            walkers: Walkers::default(),
            threads: OnceLock::new(),
            sites: Sites::new(options.sampling),
            repeated: Repeated::default(),
            filtered: Filtered::new(class_path),
            options,
            arming: Arming::default(),
            blocks: Blocks::default(),
            queue: Queue::default(),
            has_histories,
            is_active: AtomicBool::new(false),
        }
    }

    /// Starts capturing: from now on probes are answered. The arrays are those of the probe class.
    pub fn activate(&self, threads: Threads, arrays: Arrays) {
        let _ = self.threads.set(threads);
        self.arming.install(arrays);
        self.is_active.store(true, Ordering::Release);
    }

    /// Returns true if probes are answered.
    pub fn is_active(&self) -> bool {
        self.is_active.load(Ordering::Acquire)
    }

    /// Ends capturing; returns true if it had not ended before.
    pub fn deactivate(&self) -> bool {
        self.is_active.swap(false, Ordering::AcqRel)
    }

    /// Asks the writer to end the recording and waits for it, for a while.
    pub fn end(&self, reason: EndReason, patience: Duration) -> bool {
        self.queue.stop(reason);
        self.queue.wait_for_end(patience)
    }

    /// Hands a method or thread to the writer.
    pub fn announce(&self, event: Event) {
        // After the end nothing is written.
        let _ = self.queue.put(event);
    }

    /// Returns the thread that a method is called on. Thread and method are announced if they are new.
    pub fn caller(&self, jni: Jni, method: &Method) -> Result<Current, WalkError> {
        let (_, is_new) = method.class(|| {
            let class = self.jvmti.get_calling_class()?;
            let info = self.classes.of(jni, self.jvmti, class)?;
            jni.delete_local_ref(class);
            Ok::<_, WalkError>(info.number)
        })?;
        if is_new && let Some(recorded) = method.recorded() {
            self.announce(Event::Method(recorded));
        }
        self.thread(jni)
    }

    /// Returns the thread that a probe runs on. It is announced if it is new.
    pub fn thread(&self, jni: Jni) -> Result<Current, WalkError> {
        let threads = self.threads.get().ok_or(WalkError::PendingException)?;
        let mut current = threads.current(jni, self.jvmti)?;
        if let Some(new) = current.new.take() {
            self.announce(Event::Thread(new));
        }
        Ok(current)
    }
}
