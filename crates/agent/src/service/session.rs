//! One recording: the runtime and the services that run in it.

use reenact_wire::options::AgentOptions;
use reenact_wire::plan::Plan;

use crate::ffi::{Jni, Jvmti, Vm};
use crate::runtime::Runtime;
use crate::runtime::published::Published;
use crate::service::Service;
use crate::service::history::Histories;
use crate::service::record::Record;

/// The recording that is under way.
pub static CURRENT: Published<Session> = Published::new();

/// A recording, from the moment the agent is loaded to its end.
pub struct Session {
    pub runtime: Runtime,
    pub record: Record,
    /// If the plan asks for any.
    pub history: Option<Histories>,
}

impl Session {
    /// Creates a recording that has not started, of a program with this class path.
    pub fn new(vm: Vm, jvmti: Jvmti, options: AgentOptions, plan: Plan, class_path: &[String]) -> Self {
        // Captures need the other half.
        let most = options.budgets.history.bytes().min(options.budgets.memory.bytes() / 2);
        let runtime = Runtime::new(vm, jvmti, options, plan, class_path);
        let history = runtime.has_histories.then(|| Histories::new(most));
        Session { runtime, record: Record::new(), history }
    }

    /// Lets all services do what is due.
    pub fn tick(&self, jni: Jni) {
        self.record.tick(self, jni);
        if let Some(history) = &self.history {
            history.tick(self, jni);
        }
    }

    /// Lets all services release what they hold.
    pub fn stop(&self, jni: Jni) {
        self.record.stop(self, jni);
        if let Some(history) = &self.history {
            history.stop(self, jni);
        }
    }
}
