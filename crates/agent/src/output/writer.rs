//! The thread that writes: the only one that compresses, touches files, and wakes resting methods.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use reenact_recording::model::{End, EndReason};
use reenact_recording::{InvocationParts, SegmentWriter};
use reenact_wire::options::LogLevel;

use crate::ffi::Jni;
use crate::output::files::Files;
use crate::output::queue::{Batch, Event, Finished};
use crate::runtime::memory::Held;
use crate::runtime::messages::say;
use crate::runtime::session::Session;
use crate::runtime::threads::Threads;
use crate::service::history::Histories;

/// How often the writer looks for work when nobody wakes it.
const PULSE: Duration = Duration::from_millis(50);
/// How long something complete stays unwritten at most.
const FLUSH: Duration = Duration::from_millis(250);
/// How often figures are written.
const FIGURES: Duration = Duration::from_secs(5);

/// Writes until the recording ends. Runs on a thread of its own, attached to the JVM.
pub fn run(session: &Arc<Session>, mut writer: SegmentWriter<Files>, jni: Option<Jni>) {
    writer.define_thread(Threads::others());
    let mut flushed = Instant::now();
    let mut told = Instant::now();
    let mut tables = Held::nothing();
    let (reason, message) = loop {
        let batch = session.queue.take(PULSE);
        let stop = batch.stop;
        if let Err(error) = write(session, &mut writer, batch, jni) {
            break (EndReason::Failure, error.to_string());
        }
        // Descriptors are kept for all segments to come.
        let kept = session.classes.bytes()
            + session.threads.get().map_or(0, Threads::bytes)
            + session.histories.as_ref().map_or(0, Histories::bytes);
        session.memory.settle(&mut tables, kept);
        if writer.bytes() > session.options.budgets.disk.bytes() {
            break (EndReason::Budget, "the disk budget is used up".to_owned());
        }
        if let Some(reason) = stop {
            break (reason, String::new());
        }
        let written = if told.elapsed() >= FIGURES {
            told = Instant::now();
            flushed = told;
            writer.statistics(&session.methods.statistics())
        } else if flushed.elapsed() >= FLUSH {
            flushed = Instant::now();
            writer.flush()
        } else {
            Ok(())
        };
        if let Err(error) = written {
            break (EndReason::Failure, error.to_string());
        }
        if let Some(jni) = jni
            && session.is_active()
        {
            session.wake_resting(jni);
            if let Some(histories) = &session.histories {
                histories.tidy(jni);
            }
        }
    };
    // Whoever stopped us has deactivated the session; else the subject goes on without us.
    let is_early = session.deactivate();
    if let Some(jni) = jni
        && is_early
    {
        session.arm(jni, 0, session.methods.len(), false);
    }
    let directory = writer.sink().directory().to_owned();
    if !message.is_empty() {
        let where_ = directory.display();
        say(
            LogLevel::Warn,
            format_args!("recording in {where_} has ended early: {message}; the program goes on"),
        );
    }
    let ended = finish(session, writer, reason, &message);
    if let Err(error) = ended
        && message.is_empty()
    {
        say(
            LogLevel::Warn,
            format_args!("the end of the recording in {} was not written: {error}", directory.display()),
        );
    }
    if let (Some(histories), Some(jni)) = (&session.histories, jni) {
        let (unbegun, lost) = histories.losses();
        say(LogLevel::Info, format_args!("histories: {unbegun} were not begun, {lost} were lost"));
        histories.clear(jni);
    }
    for event in session.queue.end() {
        if let (Event::Invocation(finished), Some(jni)) = (event, jni) {
            finished.references.delete(jni);
        }
    }
}

fn write(
    session: &Session,
    writer: &mut SegmentWriter<Files>,
    batch: Batch,
    jni: Option<Jni>,
) -> std::io::Result<()> {
    // After the events were taken out: a class is registered before an invocation that names it is put in.
    for class in session.classes.take_new() {
        writer.define_class(class);
    }
    let mut result = Ok(());
    for event in batch.events {
        match event {
            Event::Thread(thread) => writer.define_thread(thread),
            Event::Method(method) => writer.define_method(method),
            Event::Invocation(finished) => {
                if result.is_ok() {
                    let parts = InvocationParts {
                        capture: &finished.capture,
                        notes: &finished.notes,
                        classes: &finished.classes,
                        methods: &finished.methods,
                        threads: &finished.threads,
                    };
                    result = writer.annotated(&finished.head, &parts).map(|_| ());
                }
                let Finished { references, held, .. } = *finished;
                if let Some(jni) = jni {
                    references.delete(jni);
                }
                session.memory.release(held);
            }
        }
    }
    result
}

fn finish(
    session: &Session,
    mut writer: SegmentWriter<Files>,
    reason: EndReason,
    message: &str,
) -> std::io::Result<()> {
    let statistics = session.methods.statistics();
    let dropped = statistics.iter().map(|method| method.duplicates + method.overload + method.failed).sum();
    writer.statistics(&statistics)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let end = End {
        reason,
        invocations: 0,
        dropped,
        ended_millis: now.as_millis() as u64,
        message: message.into(),
    };
    let invocations = writer.invocations();
    let files = writer.finish(end)?;
    let (directory, peak) = (files.directory().display(), session.memory.peak() >> 10);
    say(
        LogLevel::Info,
        format_args!("recorded {invocations} invocations in {directory}, with {peak} KiB of memory"),
    );
    Ok(())
}
